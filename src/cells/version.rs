//! Copies of procedures for what the pointers that they get point to.
//!
//! An object that lives as long as the program is used as it is. One of the caller's frame is passed by value and given back;
//! that is the same as long as nothing else reaches it during the call, so the objects of one call must not overlap; two
//! pointers into one array share it.

use crate::arith::IntegerType;
use crate::check::tree::FunctionId;
use crate::check::types::Type;
use crate::facts::cfg::{Expr, Scalar, ScalarId, ScalarKind};
use crate::layout::cells::scalar;
use crate::program::graph::{Argument, ProcedureId};

use super::build::Stage;
use super::copy::{Pointer, Region, Variable};
use super::pending::Pending;
use super::pointer::OFFSET;

/// Objects passed by reference may have so many cells together.
const MAX_CELLS: u64 = 1024;

/// What an argument is to a copy.
#[derive(Clone, Debug)]
enum Passed {
    /// A value, or nothing that is known.
    Other,
    /// A pointer that is null.
    Null,
    /// A pointer to objects.
    Points {
        region: Region,
        offset: Expr,
        /// Whether it counts as a pointer to one object.
        narrow: bool,
        /// Whether the offset is passed.
        moving: bool,
    },
}

impl Passed {
    /// The offset, if a copy knows it.
    fn known(&self) -> Option<i128> {
        match self {
            Passed::Points { offset: Expr::Constant(offset, _), narrow, moving, .. } => {
                (*narrow || !*moving).then_some(*offset)
            }
            _ => None,
        }
    }
}

/// The objects of the caller's frame that a call passes.
struct Objects {
    regions: Vec<Region>,
    /// Which of them each argument points into.
    slots: Vec<Option<usize>>,
    /// What they are called, and whether that is the name of a parameter.
    titles: Vec<(String, bool)>,
}

impl Stage<'_> {
    /// The copy that a call calls, the values that it gets, and the caller's cells of the objects that it gets.
    pub fn called(
        &mut self,
        origin: ProcedureId,
        arguments: &[Argument],
    ) -> Result<(usize, Vec<Expr>, Vec<Variable>), Pending> {
        let base =
            self.copies.iter().position(|copy| copy.origin == origin).ok_or(Pending::Shape("callee"))?;
        let function = self.copies[base].function;
        let entry = &self.tree.functions[function.index()];
        let (mut values, mut passed, mut useful) = (Vec::new(), Vec::new(), false);
        for (position, ty) in entry.passing.iter().enumerate() {
            let argument = arguments.get(position);
            match (ty, argument) {
                (Type::Pointer(pointee, _), Some(Argument::Value(value)))
                    if matches!(value.ty, Type::Pointer(..)) =>
                {
                    let pointer = self.pointer(value)?;
                    passed.push(self.passed(function, position, pointee, pointer, &mut useful)?);
                }
                (_, None) => passed.push(Passed::Other),
                (_, Some(Argument::Value(value))) => {
                    values.push(self.value(value)?);
                    passed.push(Passed::Other);
                }
                (_, Some(Argument::Record(_))) => return Err(Pending::Structure),
            }
        }
        if !useful || entry.name == "main" {
            return Ok((base, values, Vec::new()));
        }
        let objects = self.separate(function, &mut passed)?;
        let key = self.key(&passed, &objects);
        for argument in passed.iter().filter(|argument| argument.known().is_none()) {
            if let Passed::Points { offset, .. } = argument {
                values.push(offset.clone());
            }
        }
        let cells = |region: &Region| self.region_cells(region);
        let given: Vec<Variable> = objects.regions.iter().map(cells).collect();
        let known = self.copies.iter().position(|copy| copy.origin == origin && copy.key == key);
        let number = match known {
            Some(number) => number,
            None => self.new_version((origin, function, key), &passed, &objects)?,
        };
        Ok((number, values, given))
    }

    fn region_cells(&self, region: &Region) -> Variable {
        let count = self.shapes.cell_count(&region.element) * region.length;
        Variable { first: region.first, count: count as u32 }
    }

    fn is_local(&self, region: &Region) -> bool {
        self.out.scalars[region.first.index()].procedure.is_some()
    }

    /// The objects that have some cells.
    pub fn variables_of(&self, cells: &[ScalarId]) -> Vec<Variable> {
        let copy = self.copy();
        let all = copy.locals.values().chain(&copy.slots).chain(self.globals.values());
        all.filter(|variable| cells.iter().any(|cell| variable.contains(*cell))).cloned().collect()
    }

    fn passed(
        &self,
        function: FunctionId,
        position: usize,
        pointee: &Type,
        pointer: Pointer,
        useful: &mut bool,
    ) -> Result<Passed, Pending> {
        if self.shapes.cell_count(pointee) == 0 {
            return match pointer {
                Pointer::Into { .. } => Err(Pending::Pointer),
                Pointer::Null | Pointer::Harmless | Pointer::Unknown(_) => Ok(Passed::Other),
            };
        }
        let (mut region, mut offset, variable) = match pointer {
            Pointer::Null => {
                *useful = true;
                return Ok(Passed::Null);
            }
            Pointer::Harmless | Pointer::Unknown(_) => return Ok(Passed::Other),
            Pointer::Into { region, offset, variable } => (region, offset, variable),
        };
        if region.element != *pointee {
            return Err(Pending::Pointer);
        }
        *useful = true;
        let own = self.tree.functions[function.index()].definition.as_ref().map(|d| d.parameters[position]);
        let modified =
            own.is_some_and(|own| self.usages.get(&function).is_some_and(|u| u.modified.contains(&own)));
        let single =
            self.single.get(&function).and_then(|single| single.get(position)).copied().unwrap_or(false);
        let narrow = single && !modified && !variable;
        let moving = modified || variable || offset != Expr::Constant(0, OFFSET);
        if narrow {
            let inside = match offset {
                Expr::Constant(number, _) => {
                    (0..i128::from(region.length)).contains(&number).then_some(number)
                }
                _ => None,
            };
            let Some(number) = inside else { return Err(Pending::Access) };
            let stride = self.shapes.cell_count(&region.element) as u32;
            region = Region { first: ScalarId(region.first.0 + number as u32 * stride), length: 1, ..region };
            offset = Expr::Constant(0, OFFSET);
        }
        Ok(Passed::Points { region, offset, narrow, moving })
    }

    /// Finds the objects of the caller's frame that are passed. Pointers into one array share it.
    fn separate(&self, function: FunctionId, arguments: &mut [Passed]) -> Result<Objects, Pending> {
        let (mut regions, mut slots, mut titles) = (Vec::new(), vec![None; arguments.len()], Vec::new());
        let mut total = 0;
        for (number, argument) in arguments.iter().enumerate() {
            let Passed::Points { region, .. } = argument else { continue };
            if !self.is_local(region) {
                continue;
            }
            let own = self.region_cells(region);
            let overlaps = |other: &Region| own.cells().any(|cell| self.region_cells(other).contains(cell));
            let slot = match regions.iter().position(overlaps) {
                Some(slot) if regions[slot] == *region => slot,
                Some(_) => return Err(Pending::Pointer),
                None => {
                    total += u64::from(own.count);
                    // Where the parameter does not point to the first element all the time, the elements are called as in
                    // the caller.
                    let plain = argument.known() == Some(0);
                    let name = self.parameter_name(function, number);
                    titles.push(if plain { (name, true) } else { (self.region_name(region), false) });
                    regions.push(region.clone());
                    regions.len() - 1
                }
            };
            slots[number] = Some(slot);
        }
        if total > MAX_CELLS {
            return Err(Pending::Pointer);
        }
        Ok(Objects { regions, slots, titles })
    }

    fn parameter_name(&self, function: FunctionId, position: usize) -> String {
        let definition = self.tree.functions[function.index()].definition.as_ref();
        let object = definition.and_then(|definition| definition.parameters.get(position));
        object.map_or_else(String::new, |object| self.tree.objects[object.index()].name.clone())
    }

    /// The objects of a region as the user writes them: `a`, `s.f`.
    pub fn region_name(&self, region: &Region) -> String {
        let name = &self.out.scalars[region.first.index()].name;
        let mut cells = Vec::new();
        self.shapes.cells(&region.element, "", &mut cells);
        let inner = cells.first().map_or("", |cell| &*cell.suffix);
        let outer = name.strip_suffix(inner).unwrap_or(name);
        let outer = if region.length > 1 { outer.strip_suffix("[0]").unwrap_or(outer) } else { outer };
        outer.to_owned()
    }

    /// How the offset of a pointer is called.
    pub fn offset_name(&self, name: &str, region: &Region) -> String {
        let object = self.region_name(region);
        if object == name {
            return format!("offset of {name}");
        }
        if region.length == 1 && !matches!(region.element, Type::Array(..)) {
            format!("{name} - &{object}")
        } else {
            format!("{name} - {object}")
        }
    }

    /// What tells a copy from others.
    fn key(&self, arguments: &[Passed], objects: &Objects) -> String {
        let mut key = String::new();
        for (position, argument) in arguments.iter().enumerate() {
            match argument {
                Passed::Other => key.push('?'),
                Passed::Null => key.push('0'),
                Passed::Points { region, .. } => {
                    key.push_str(&format!("{:?}*{}", region.element, region.length));
                    match objects.slots[position] {
                        Some(slot) => key.push_str(&format!("#{slot}{}", objects.titles[slot].0)),
                        None => key.push_str(&format!("@{}", region.first.0)),
                    }
                    match argument.known() {
                        Some(offset) => key.push_str(&format!("+{offset}")),
                        None => key.push('~'),
                    }
                }
            }
            key.push(';');
        }
        key
    }

    fn new_version(
        &mut self,
        (origin, function, key): (ProcedureId, FunctionId, String),
        arguments: &[Passed],
        objects: &Objects,
    ) -> Result<usize, Pending> {
        let outer = self.current;
        self.new_copy(origin, function, key);
        let number = self.copies.len() - 1;
        self.current = number;
        self.result()?;
        let (tree, entry) = (self.tree, &self.tree.functions[function.index()]);
        let Some(definition) = &entry.definition else { return Err(Pending::Shape("no definition")) };
        let at = definition.span;
        for (region, (title, own)) in objects.regions.iter().zip(&objects.titles) {
            let slot = self.object_cells(region, title, *own);
            self.copy_mut().slots.push(slot);
        }
        let (mut values, mut numbers) = (Vec::new(), Vec::new());
        for (position, (&object, ty)) in definition.parameters.iter().zip(&entry.passing).enumerate() {
            let name = &tree.objects[object.index()].name;
            let pointer = match &arguments[position] {
                Passed::Other => match scalar(ty) {
                    Some(_) => {
                        let procedure = Some(self.procedure());
                        let made = self.make(name, ty, at, ScalarKind::Formal, procedure);
                        let Some(variable) = made else { return Err(Pending::Shape("parameter")) };
                        values.extend(variable.cells());
                        self.copy_mut().locals.insert(object, variable);
                        continue;
                    }
                    None => Pointer::Unknown("pointer value".into()),
                },
                Passed::Null => Pointer::Null,
                Passed::Points { region, .. } => {
                    let mut region = region.clone();
                    if let Some(slot) = objects.slots[position] {
                        region.first = self.copy().slots[slot].first;
                    }
                    match arguments[position].known() {
                        Some(offset) => {
                            Pointer::Into { region, offset: Expr::Constant(offset, OFFSET), variable: false }
                        }
                        None => {
                            let name = self.offset_name(name, &region);
                            let number = self.formal(name, OFFSET, at);
                            numbers.push(number);
                            Pointer::Into { region, offset: Expr::Scalar(number), variable: true }
                        }
                    }
                }
            };
            self.copy_mut().pointers.insert(object, pointer);
        }
        let slots = self.copy().slots.iter().flat_map(|slot| slot.cells()).collect();
        let formals = [values, numbers, slots].concat();
        for (position, formal) in formals.iter().enumerate() {
            self.out.scalars[formal.index()].kind = ScalarKind::Formal(position as u32);
        }
        self.copy_mut().formals = formals;
        self.blocks()?;
        self.current = outer;
        Ok(number)
    }

    fn formal(&mut self, name: String, ty: IntegerType, span: crate::source::Span) -> ScalarId {
        let (kind, procedure) = (ScalarKind::Formal(0), Some(self.procedure()));
        self.out.scalars.push(Scalar { name, ty, kind, procedure, initial: None, span });
        ScalarId(self.out.scalars.len() as u32 - 1)
    }

    /// An object that is passed by reference, as the procedure sees it: `*p`, `p->x`, `p[2]`.
    fn object_cells(&mut self, region: &Region, title: &str, own: bool) -> Variable {
        let mut cells = Vec::new();
        let mut name = title.to_owned();
        match (&region.element, region.length) {
            (Type::Integer(_), 1) if own => {
                name = format!("*{title}");
                self.shapes.cells(&region.element, "", &mut cells);
            }
            (Type::Record(_), 1) => {
                self.shapes.cells(&region.element, "", &mut cells);
                for cell in cells.iter_mut().filter(|_| own) {
                    if let Some(member) = cell.suffix.strip_prefix('.') {
                        cell.suffix = format!("->{member}");
                    }
                }
            }
            (element, 1) if !own => self.shapes.cells(element, "", &mut cells),
            (element, length) => {
                self.shapes.cells(&Type::Array(element.clone().into(), Some(length)), "", &mut cells);
            }
        }
        let function = &self.tree.functions[self.copy().function.index()];
        let at = function.definition.as_ref().map_or_else(Default::default, |definition| definition.span);
        let first = ScalarId(self.out.scalars.len() as u32);
        let count = cells.len() as u32;
        for cell in cells {
            self.formal(format!("{name}{}", cell.suffix), cell.ty, at);
        }
        Variable { first, count }
    }
}
