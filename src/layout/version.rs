//! Copies of procedures for what the pointers that they get point to.
//!
//! An object that lives as long as the program is used as it is. One of the caller's frame is passed by value and given back;
//! that is the same as long as nothing else reaches it during the call, so the objects of one call must not overlap; two
//! pointers into one array share it.

use focuscheck_base::arith::IntegerType;
use focuscheck_base::doubt::Unmodelled;
use focuscheck_base::source::Span;
use focuscheck_cells::facts::cfg::{Action as Made, Expr, Scalar, ScalarId, ScalarKind, UnitKind};
use focuscheck_check::tree::FunctionId;
use focuscheck_check::types::Type;
use focuscheck_ir::program::graph::{Argument, ProcedureId};

use super::build::Stage;
use super::copy::{ArgumentKey, Key, PlaceKey, Variable};
use super::gap::Gap;
use super::initial::UNSET;
use super::region::{OFFSET, Pointer, Region, Row, RowKind, is_pointer};

/// Objects passed by reference may have so many cells together.
const MAX_CELLS: u64 = 1024;

/// An array of so many cells is passed as a whole if a pointer to one of its elements may be one past the end.
const MAX_WHOLE: u64 = 64;

/// A procedure has at most so many copies.
const MAX_COPIES: usize = 64;

/// What an argument is to a copy.
#[derive(Clone, Debug)]
enum PassedArgument {
    /// A value, or nothing that is known.
    Other,
    /// A pointer that is null.
    Null,
    /// A pointer that cannot be passed together with the others.
    Refused,
    /// A pointer to objects.
    Points {
        region: Region,
        offset: Expr,
        /// Whether it comes from a variable, which may hold null.
        variable: bool,
        /// Whether it counts as a pointer to one object.
        narrow: bool,
        /// Whether the offset is passed.
        moving: bool,
    },
}

/// The objects of the caller's frame that a call passes.
#[derive(Default)]
struct Objects {
    regions: Vec<Region>,
    /// Which of them each argument points into.
    slots: Vec<Option<usize>>,
    /// What they are called, and whether that is the name of a parameter.
    titles: Vec<(String, bool)>,
}

/// A call of a copy.
pub(super) struct Called {
    /// The copy.
    pub number: usize,
    /// The values that it gets, then offsets and subscripts.
    pub values: Vec<Expr>,
    /// The objects that it gets and gives back.
    pub objects: Vec<Region>,
    /// The arguments that lead to these.
    pub spans: Vec<Span>,
}

impl Stage<'_> {
    /// The copy that a call calls, and what it gets.
    pub fn called(&mut self, origin: ProcedureId, arguments: &[Argument], span: Span) -> Result<Called, Gap> {
        let base = *self.bases.get(&origin).ok_or(Gap::Shape("callee"))?;
        let function = self.copies[base].function;
        let entry = &self.tree.functions[function.index()];
        let (mut values, mut passed) = (Vec::new(), Vec::new());
        for (position, ty) in entry.passing.iter().enumerate() {
            passed.push(match (ty, arguments.get(position)) {
                (ty, Some(Argument::Value(value))) if ty.is_function_pointer() => {
                    values.push(self.code(value)?);
                    PassedArgument::Other
                }
                (Type::Pointer(to, _), Some(Argument::Value(value)))
                    if (**to == Type::Void || self.shapes.cell_count(to) > 0) && is_pointer(&value.ty) =>
                {
                    let pointer = self.pointer(value)?;
                    self.passed((function, position), to, pointer)
                }
                (ty, argument) => {
                    values.extend(self.passed_values(ty, argument, span)?);
                    PassedArgument::Other
                }
            });
        }
        if passed.iter().all(|argument| matches!(argument, PassedArgument::Other)) {
            return Ok(Called { number: base, values, objects: Vec::new(), spans: Vec::new() });
        }
        let copies = self.copies.iter().filter(|copy| copy.origin == origin).count();
        let (objects, problem) = match self.separate(function, &mut passed) {
            Ok(objects) => (objects, None),
            Err(problem) => {
                for argument in passed.iter_mut() {
                    self.refuse_argument(argument);
                }
                (Objects { slots: vec![None; passed.len()], ..Objects::default() }, Some(problem))
            }
        };
        let key = self.key(&passed, &objects, problem.as_ref());
        let known = self.copies.iter().position(|copy| copy.origin == origin && copy.key == key);
        let full = known.is_none() && copies > MAX_COPIES;
        if entry.name == "main" || full {
            passed.iter_mut().for_each(|argument| self.refuse_argument(argument));
            return Ok(Called { number: base, values, objects: Vec::new(), spans: Vec::new() });
        }
        for argument in &passed {
            if let Some((region, offset)) = self.seen(argument) {
                if !self.is_local(&region) {
                    for row in &region.rows {
                        let value = match row.kind {
                            RowKind::Object(_) => row.number(),
                            RowKind::Subscript | RowKind::Passed => row.value.clone(),
                        };
                        values.push(self.convert(OFFSET, value));
                    }
                }
                if Self::known_offset(argument, &offset).is_none() {
                    values.push(offset);
                }
            }
        }
        let number = match known {
            Some(number) => number,
            None => self.new_version((origin, function, key), &passed, &objects, problem.as_ref())?,
        };
        for (slot, region) in objects.regions.iter().enumerate() {
            self.share(number, slot, region.first);
        }
        let span_of = |slot: usize| {
            let position = objects.slots.iter().position(|other| *other == Some(slot));
            match position.and_then(|position| arguments.get(position)) {
                Some(Argument::Value(value)) => value.span,
                Some(Argument::Record(place)) => place.span,
                None => Span::default(),
            }
        };
        let spans = (0..objects.regions.len()).map(span_of).collect();
        Ok(Called { number, values, objects: objects.regions, spans })
    }

    /// An argument goes where it is not followed.
    fn refuse_argument(&mut self, argument: &mut PassedArgument) {
        if let PassedArgument::Points { region, offset, variable, .. } = argument {
            let pointer =
                Pointer::Into { region: region.clone(), offset: offset.clone(), variable: *variable };
            self.escape(&pointer);
            *argument = PassedArgument::Refused;
        }
    }

    /// The objects that an argument points to as a copy sees them, and the offset in them.
    fn seen(&self, argument: &PassedArgument) -> Option<(Region, Expr)> {
        let PassedArgument::Points { region, offset, narrow, .. } = argument else { return None };
        let mut region = region.clone();
        if !narrow {
            return Some((region, offset.clone()));
        }
        let stride = self.shapes.cell_count(&region.element) as u32;
        match offset {
            Expr::Constant(number, _) if (0..i128::from(self.sure_length(&region))).contains(number) => {
                region.first.0 += *number as u32 * stride;
            }
            value => {
                let (value, length) = (value.clone(), region.length as u32);
                region.rows.push(Row { value, length, stride, kind: RowKind::Passed, from: 0 });
            }
        }
        region.length = 1;
        Some((region, Expr::Constant(0, OFFSET)))
    }

    /// The offset that a copy knows.
    fn known_offset(argument: &PassedArgument, offset: &Expr) -> Option<i128> {
        match (argument, offset) {
            (PassedArgument::Points { narrow, moving, .. }, Expr::Constant(offset, _))
                if *narrow || !*moving =>
            {
                Some(*offset)
            }
            _ => None,
        }
    }

    /// How many cells the objects of a region have.
    pub fn region_size(&self, region: &Region) -> u64 {
        self.shapes.cell_count(&region.element).saturating_mul(region.length)
    }

    fn is_local(&self, region: &Region) -> bool {
        self.out.scalars[region.first.index()].procedure.is_some()
    }

    fn passed(
        &mut self,
        (function, position): (FunctionId, usize),
        to: &Type,
        pointer: Pointer,
    ) -> PassedArgument {
        let (region, offset, variable) = match pointer {
            Pointer::Null => match self.null_argument((function, position)) {
                Some(region) => (region, Expr::Constant(0, OFFSET), false),
                None => return PassedArgument::Null,
            },
            // A parameter that gets a value before it is read may get a pointer without one.
            Pointer::Unknown(reason) if reason == UNSET.into() => {
                match self.null_argument((function, position)) {
                    Some(region) => {
                        let number = self.unset_number();
                        (region.in_object(number), Expr::Constant(0, OFFSET), false)
                    }
                    None => return PassedArgument::Other,
                }
            }
            Pointer::Harmless | Pointer::Unknown(_) => return PassedArgument::Other,
            Pointer::Into { region, offset, variable } => (region, offset, variable),
        };
        // What a callee reads there is not what was stored.
        if self.is_local(&region) && self.volatile.contains(&region.first) {
            self.escape(&Pointer::Into { region, offset, variable });
            return PassedArgument::Refused;
        }
        if region.element != *to && *to != Type::Void {
            self.escape(&Pointer::Into { region, offset, variable });
            return PassedArgument::Other;
        }
        let own = self.tree.functions[function.index()].definition.as_ref().map(|d| d.parameters[position]);
        let modified =
            own.is_some_and(|own| self.usages.get(&function).is_some_and(|u| u.modified.contains(&own)));
        let single =
            self.single.get(&function).and_then(|single| single.get(position)).copied().unwrap_or(false);
        let narrow = single && !modified && !variable && self.is_narrow(&region, &offset);
        // Recursion with `p + 1` would ask for one copy after the other.
        let fixed = region.object().is_some() && region.length == 1;
        let moving = modified && !fixed || variable || offset != Expr::Constant(0, OFFSET);
        PassedArgument::Points { region, offset, variable, narrow, moving }
    }

    /// The number of an object that a pointer without a value leads to.
    fn unset_number(&mut self) -> Expr {
        let span = self.at;
        let target = self.temporary(OFFSET, "pointer".to_owned(), span);
        let outer = self.enter(UnitKind::Assign);
        self.emit(Made::Unsupported { target, reason: UNSET.into() }, span);
        self.leave(outer);
        Expr::Scalar(target)
    }

    /// The objects of the pool that a parameter leads to that changes: null is one of its values.
    fn null_argument(&self, (function, position): (FunctionId, usize)) -> Option<Region> {
        let definition = self.tree.functions[function.index()].definition.as_ref()?;
        let into = self.pools.variable(*definition.parameters.get(position)?)?;
        Some(self.region_into(into, Expr::Constant(0, OFFSET)))
    }

    /// Whether a pointer counts as one to a single object as far as it is known where it leads: one past the end of an array
    /// there is none. Of a small array of the caller's frame all elements are passed; of a large one a single one, and a run
    /// that passes its end is not followed.
    fn is_narrow(&self, region: &Region, offset: &Expr) -> bool {
        if super::hazard::out_of_bounds(&self.out, offset, region.length as u32).is_empty() {
            return true;
        }
        let small = self.region_size(region) <= MAX_WHOLE;
        let is_whole = matches!(offset, Expr::Constant(..)) || self.is_local(region) && small;
        !is_whole
    }

    /// Finds the objects of the caller's frame that are passed. Pointers into one array share it.
    fn separate(
        &self,
        function: FunctionId,
        arguments: &mut [PassedArgument],
    ) -> Result<Objects, Unmodelled> {
        loop {
            let mut objects = Objects { slots: vec![None; arguments.len()], ..Objects::default() };
            let (mut owners, mut overlap) = (Vec::new(), None);
            for (number, argument) in arguments.iter().enumerate() {
                let Some((region, offset)) = self.seen(argument) else { continue };
                if !self.is_local(&region) {
                    continue;
                }
                match objects.regions.iter().position(|other| !self.are_disjoint(other, &region)) {
                    None => {
                        objects.slots[number] = Some(objects.regions.len());
                        // Where the parameter does not point to the first element all the time, the elements are called
                        // as in the caller.
                        let plain = Self::known_offset(argument, &offset) == Some(0);
                        let name = self.parameter_name(function, number);
                        let title = if plain { (name, true) } else { (self.region_name(&region), false) };
                        objects.titles.push(title);
                        objects.regions.push(region);
                        owners.push(number);
                    }
                    Some(slot) if objects.regions[slot].is(&region) => {
                        objects.slots[number] = Some(slot);
                    }
                    Some(slot) => overlap = Some((owners[slot], number)),
                }
            }
            let Some((first, second)) = overlap else {
                let total = objects.regions.iter().map(|region| self.region_size(region));
                if total.fold(0, u64::saturating_add) > MAX_CELLS {
                    return Err(Unmodelled::ManyElements);
                }
                return Ok(objects);
            };
            let mut widened = false;
            for number in [first, second] {
                if let PassedArgument::Points { offset, narrow, moving, .. } = &mut arguments[number]
                    && *narrow
                {
                    (*narrow, widened) = (false, true);
                    *moving = *offset != Expr::Constant(0, OFFSET);
                }
            }
            if !widened {
                return Err(Unmodelled::Overlapping);
            }
        }
    }

    /// Whether two regions have no cell in common, whatever their rows are.
    fn are_disjoint(&self, one: &Region, other: &Region) -> bool {
        let span = |region: &Region| {
            let reach = |row: &Row| u64::from(row.length.saturating_sub(1)) * u64::from(row.stride);
            let reach: u64 = region.rows.iter().map(reach).sum();
            let from = u64::from(region.first.0);
            (from, from.saturating_add(reach).saturating_add(self.region_size(region)))
        };
        let (a, b) = (span(one), span(other));
        !self.are_together(one.first, other.first) || a.1 <= b.0 || b.1 <= a.0
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
    fn key(&self, arguments: &[PassedArgument], objects: &Objects, problem: Option<&Unmodelled>) -> Key {
        let each = arguments.iter().zip(&objects.slots).map(|(argument, slot)| match argument {
            PassedArgument::Other => ArgumentKey::Other,
            PassedArgument::Null => ArgumentKey::Null,
            PassedArgument::Refused => ArgumentKey::Refused,
            PassedArgument::Points { .. } => {
                let Some((region, offset)) = self.seen(argument) else { return ArgumentKey::Refused };
                let place = match slot {
                    Some(slot) => PlaceKey::Passed(*slot, objects.titles[*slot].0.clone()),
                    None => {
                        let rows = region.rows.iter().map(|row| (row.length, row.stride)).collect();
                        PlaceKey::Static(region.first, rows)
                    }
                };
                ArgumentKey::Points {
                    place,
                    element: region.element,
                    length: region.length,
                    constant: region.constant,
                    offset: Self::known_offset(argument, &offset),
                }
            }
        });
        Key { problem: problem.cloned(), arguments: each.collect() }
    }

    fn new_version(
        &mut self,
        (origin, function, key): (ProcedureId, FunctionId, Key),
        arguments: &[PassedArgument],
        objects: &Objects,
        problem: Option<&Unmodelled>,
    ) -> Result<usize, Gap> {
        let outer = self.current;
        let seen: Vec<Option<(Region, Expr)>> =
            arguments.iter().map(|argument| self.seen(argument)).collect();
        self.new_copy(origin, function, key);
        let number = self.copies.len() - 1;
        self.current = number;
        self.result()?;
        let (tree, entry) = (self.tree, &self.tree.functions[function.index()]);
        let Some(definition) = &entry.definition else { return Err(Gap::Shape("no definition")) };
        let at = definition.span;
        for (region, (title, own)) in objects.regions.iter().zip(&objects.titles) {
            let slot = self.object_cells(region, title, *own);
            self.copy_mut().slots.push(slot);
        }
        let (mut values, mut numbers) = (Vec::new(), Vec::new());
        for (position, (&object, ty)) in definition.parameters.iter().zip(&entry.passing).enumerate() {
            let name = &tree.objects[object.index()].name;
            let pointer = match &arguments[position] {
                PassedArgument::Other => match self.passed_cells(ty) {
                    0 if matches!(ty, Type::Record(_)) => continue,
                    0 => Pointer::Unknown("pointer value".into()),
                    _ => {
                        let procedure = Some(self.procedure());
                        let made = self.make(name, ty, at, ScalarKind::Formal, procedure);
                        let Some(variable) = made else { return Err(Gap::Shape("parameter")) };
                        self.mark_volatile(object, &variable);
                        values.extend(variable.cells());
                        self.copy_mut().locals.insert(object, variable);
                        continue;
                    }
                },
                PassedArgument::Null => Pointer::Null,
                PassedArgument::Refused => {
                    Pointer::Unknown(problem.cloned().unwrap_or_else(|| "pointer value".into()))
                }
                argument @ PassedArgument::Points { .. } => {
                    let Some(seen) = seen[position].clone() else { return Err(Gap::Shape("parameter")) };
                    self.pointer_parameter(
                        name,
                        (argument, seen),
                        objects.slots[position],
                        (&mut numbers, at),
                    )
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
        self.find_leads();
        self.make_shadows(false);
        self.make_flags();
        self.current = outer;
        Ok(number)
    }

    /// What a pointer is in the current copy; `slot` is the object of the caller's frame that it points into.
    fn pointer_parameter(
        &mut self,
        name: &str,
        (argument, (mut region, offset)): (&PassedArgument, (Region, Expr)),
        slot: Option<usize>,
        (numbers, at): (&mut Vec<ScalarId>, Span),
    ) -> Pointer {
        match slot {
            Some(slot) => (region.first, region.rows) = (self.copy().slots[slot].first, Vec::new()),
            None => {
                for row in &mut region.rows {
                    let title = match row.kind {
                        RowKind::Object(_) => name.to_owned(),
                        RowKind::Subscript | RowKind::Passed => self.scalar_text(&row.value),
                    };
                    let number = self.formal(title, OFFSET, at);
                    numbers.push(number);
                    *row = match row.kind {
                        RowKind::Object(_) => row.with_number(Expr::Scalar(number)),
                        RowKind::Subscript | RowKind::Passed => {
                            Row { value: Expr::Scalar(number), ..row.clone() }
                        }
                    };
                }
            }
        }
        match Self::known_offset(argument, &offset) {
            Some(offset) => Pointer::Into { region, offset: Expr::Constant(offset, OFFSET), variable: false },
            None => {
                let pooled = region.object().is_some();
                let name = if pooled { format!("{name} offset") } else { self.offset_name(name, &region) };
                let number = self.formal(name, OFFSET, at);
                numbers.push(number);
                Pointer::Into { region, offset: Expr::Scalar(number), variable: !pooled }
            }
        }
    }

    fn formal(&mut self, name: String, ty: IntegerType, span: Span) -> ScalarId {
        let (kind, procedure) = (ScalarKind::Formal(0), Some(self.procedure()));
        self.out.scalars.push(Scalar { name, ty, kind, procedure, initial: None, span });
        ScalarId(self.out.scalars.len() as u32 - 1)
    }

    /// An object that is passed by reference, as the procedure sees it: `*p`, `p->x`, `p[2]`.
    fn object_cells(&mut self, region: &Region, title: &str, own: bool) -> Variable {
        let mut cells = Vec::new();
        let mut name = title.to_owned();
        match (&region.element, region.length) {
            (Type::Integer(_) | Type::Float(_), 1) if own => {
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
            let scalar = self.formal(format!("{name}{}", cell.suffix), cell.ty, at);
            self.pointer_cells.extend(cell.to.map(|to| (scalar, to)));
        }
        Variable { first, count }
    }
}
