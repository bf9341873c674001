//! Pointer parameters as parameters by reference: for what the pointers of a call point to, a version of the
//! function is laid out in which they stand for these objects.
//!
//! An object that lives as long as the program is used as it is. One of the caller's frame is passed by value
//! and copied back when the function returns. That is the same as long as nothing else reaches the object
//! during the call, so the objects of one call must not overlap; two pointers into one array share it.

use super::constants;
use super::effects::{has_effects, place_has_effects};
use super::program::{Expression, FunctionId, Storage};
use super::region::{OFFSET, Pointed, Region};
use super::state::Layout;
use super::value::{Value, ValueKind};
use crate::check::tree::{self};
use crate::check::types::Type;
use crate::doubt::Unmodelled;

/// Objects passed by reference may have so many cells together.
const MAX_CELLS: u64 = 1024;

/// A function has at most so many versions.
const MAX_VERSIONS: usize = 64;

/// What a pointer argument is.
#[derive(Clone, Debug)]
pub(super) enum Argument {
    /// No pointer into a modelled object.
    Other,
    Null,
    /// A pointer that cannot be passed together with the others.
    Refused,
    Points {
        /// Where it points, with everything evaluated.
        pointed: Box<Pointed>,
        /// Whether it counts as a pointer to one object.
        narrow: bool,
        /// Whether the offset is passed.
        moving: bool,
    },
}

impl Argument {
    /// The objects, and the offset in them.
    pub fn region(&self, layout: &Layout<'_>) -> Option<(Region, Expression)> {
        match self {
            Argument::Points { pointed, narrow: true, .. } => {
                let (span, constant) = (pointed.offset.span, pointed.region.constant);
                let target = layout.pointee((**pointed).clone(), span);
                let super::value::TargetKind::Place(place) = target.kind else { return None };
                let pointed = layout.single(place, target.ty, constant, span);
                Some((pointed.region, pointed.offset))
            }
            Argument::Points { pointed, .. } => Some((pointed.region.clone(), pointed.offset.clone())),
            _ => None,
        }
    }
}

/// The objects of the caller's frame that a call passes.
pub(super) struct Objects {
    pub regions: Vec<Region>,
    /// Which of them each argument points into.
    pub slots: Vec<Option<usize>>,
}

/// What an object is called in a version.
#[derive(Clone, Debug)]
pub(super) struct Title {
    pub text: String,
    /// Whether it is the name of the parameter, and not that of the object.
    pub own: bool,
}

/// A call of a version.
pub(super) struct ReferenceCall {
    pub id: FunctionId,
    /// Offsets and subscripts that are passed.
    pub numbers: Vec<Expression>,
    /// The objects that are passed and copied back.
    pub objects: Vec<Region>,
}

impl<'a> Layout<'a> {
    /// The version of a function for the values of its arguments, if some of them are pointers to modelled
    /// objects. `effects` gets what must be evaluated before the call.
    pub fn reference_call(
        &mut self,
        function: tree::FunctionId,
        values: &mut [Value],
        effects: &mut Vec<Expression>,
    ) -> Option<ReferenceCall> {
        let entry = &self.tree.functions[function.index()];
        if self.current.is_none() || entry.name == "main" {
            return None;
        }
        let pointer =
            |ty: &Type| matches!(ty, Type::Pointer(pointee, _) if self.types.cell_count(pointee) > 0);
        let useful = entry
            .passing
            .iter()
            .zip(values.iter())
            .any(|(ty, value)| pointer(ty) && (Self::fitting(value).is_some() || Self::is_null(value)));
        if !useful {
            return None;
        }
        let mut arguments = Vec::new();
        for (position, ty) in entry.passing.iter().enumerate() {
            arguments.push(match values.get_mut(position) {
                Some(value) => self.argument(function, position, ty, value, effects),
                None => Argument::Other,
            });
        }
        let (objects, problem) = match self.separate(&mut arguments) {
            Ok(objects) => (objects, None),
            Err(problem) => {
                for argument in &mut arguments {
                    if matches!(argument, Argument::Points { .. }) {
                        *argument = Argument::Refused;
                    }
                }
                let slots = vec![None; arguments.len()];
                (Objects { regions: Vec::new(), slots }, Some(problem))
            }
        };
        let call = self.version(function, &arguments, objects, problem.as_ref());
        if call.is_some() {
            // What is passed by reference does not escape.
            for (argument, value) in arguments.iter().zip(values.iter_mut()) {
                if !matches!(argument, Argument::Other | Argument::Refused) {
                    value.kind = ValueKind::Harmless;
                }
            }
        }
        call
    }

    fn argument(
        &mut self,
        function: tree::FunctionId,
        position: usize,
        ty: &Type,
        value: &mut Value,
        effects: &mut Vec<Expression>,
    ) -> Argument {
        let Type::Pointer(pointee, _) = ty else { return Argument::Other };
        if self.types.cell_count(pointee) == 0 {
            return Argument::Other;
        }
        if Self::is_null(value) {
            return Argument::Null;
        }
        let fits = Self::fitting(value).is_some_and(|p| p.region.element == **pointee);
        let ValueKind::Address { pointer, effects: before } = &mut value.kind else { return Argument::Other };
        // A copy that is passed and given back would not change in between.
        let first = &pointer.region.first;
        let global = self.program.variables[first.variable.index()].storage == Storage::Global;
        if !fits || place_has_effects(first) || (self.is_volatile(first) && !global) {
            return Argument::Other;
        }
        effects.append(before);
        let mut pointed = (**pointer).clone();
        if has_effects(&pointed.offset) {
            let title = self.source.slice(value.span).to_owned();
            self.freeze(&mut pointed.offset, &title, effects);
            pointer.offset = pointed.offset.clone();
        }
        let own = self.definition(function).and_then(|d| d.parameters.get(position));
        let usage = self.references.usages.get(&function);
        let modified = usage.zip(own).is_some_and(|(usage, own)| usage.modified.contains(own));
        let single =
            self.references.single.get(&function).and_then(|s| s.get(position)).copied().unwrap_or(false);
        let narrow = single && !modified && !pointed.variable;
        // Recursion with `p + 1` would ask for one version after the other.
        let moving = modified || pointed.variable || constants::value(&pointed.offset) != Some(0);
        Argument::Points { pointed: Box::new(pointed), narrow, moving }
    }

    /// Finds the objects of the caller's frame that are passed. Pointers into one array share it.
    fn separate(&self, arguments: &mut [Argument]) -> Result<Objects, Unmodelled> {
        let local = |region: &Region| {
            self.program.variables[region.first.variable.index()].storage != Storage::Global
        };
        loop {
            let mut objects: Vec<(usize, Region)> = Vec::new();
            let mut slots = vec![None; arguments.len()];
            let mut overlap = None;
            for (number, argument) in arguments.iter().enumerate() {
                let Some((region, _)) = argument.region(self) else { continue };
                if !local(&region) {
                    continue;
                }
                let other = objects.iter().find(|(_, o)| !self.disjoint(o, &region));
                match other {
                    None => {
                        slots[number] = Some(objects.len());
                        objects.push((number, region));
                    }
                    Some((_, o)) if self.same_region(o, &region) => {
                        slots[number] = objects.iter().position(|(_, o)| self.same_region(o, &region));
                    }
                    Some((other, _)) => overlap = Some((*other, number)),
                }
            }
            let Some((first, second)) = overlap else {
                let cells = |r: &Region| self.types.cell_count(&r.element).saturating_mul(r.length);
                let total = objects.iter().map(|(_, r)| cells(r)).fold(0, u64::saturating_add);
                if total > MAX_CELLS {
                    return Err(Unmodelled::ManyElements);
                }
                let regions = objects.into_iter().map(|(_, region)| region).collect();
                return Ok(Objects { regions, slots });
            };
            let mut widened = false;
            for number in [first, second] {
                if let Argument::Points { pointed, narrow, moving } = &mut arguments[number]
                    && *narrow
                {
                    (*narrow, widened) = (false, true);
                    *moving = constants::value(&pointed.offset) != Some(0);
                }
            }
            if !widened {
                return Err(Unmodelled::Overlapping);
            }
        }
    }

    /// Whether two regions have no cell in common, whatever their subscripts are.
    fn disjoint(&self, one: &Region, other: &Region) -> bool {
        let span = |r: &Region| {
            let element = self.types.cell_count(&r.element).saturating_mul(r.length);
            let reach: u64 = r
                .first
                .indices
                .iter()
                .map(|i| u64::from(i.length.saturating_sub(1)) * u64::from(i.stride))
                .sum();
            let from = u64::from(r.first.offset);
            (from, from.saturating_add(reach).saturating_add(element))
        };
        let (a, b) = (span(one), span(other));
        one.first.variable != other.first.variable || a.1 <= b.0 || b.1 <= a.0
    }

    /// The name of a parameter; empty if it has none.
    pub fn parameter_name(&self, function: tree::FunctionId, position: usize) -> &'a str {
        let object = self.definition(function).and_then(|d| d.parameters.get(position));
        object.map_or("", |object| &self.tree.objects[object.index()].name)
    }

    /// The version of a function for these arguments, made if there is none yet.
    fn version(
        &mut self,
        function: tree::FunctionId,
        arguments: &[Argument],
        objects: Objects,
        problem: Option<&Unmodelled>,
    ) -> Option<ReferenceCall> {
        let mut key = problem.map(Unmodelled::to_string).unwrap_or_default();
        let mut numbers = Vec::new();
        let mut titles: Vec<Option<Title>> = vec![None; objects.regions.len()];
        for (position, argument) in arguments.iter().enumerate() {
            let own = self.parameter_name(function, position);
            match argument {
                Argument::Other => key.push('?'),
                Argument::Null => key.push('0'),
                Argument::Refused => key.push('!'),
                Argument::Points { narrow, moving, .. } => {
                    let (narrow, moving) = (*narrow, *moving);
                    let Some((region, offset)) = argument.region(self) else { continue };
                    let constant = constants::value(&offset).filter(|_| narrow || !moving);
                    key.push_str(&format!("{:?}*{}", region.element, region.length));
                    match objects.slots[position] {
                        Some(slot) => {
                            // Where the parameter does not point to the first element all the time, the
                            // elements are called as in the caller.
                            let plain = constant == Some(0);
                            let text = if plain { own.to_owned() } else { self.region_name(&region) };
                            let title = titles[slot].get_or_insert(Title { text, own: plain });
                            key.push_str(&format!("#{slot}{}", title.text));
                        }
                        None => {
                            let first = &region.first;
                            key.push_str(&format!("@{}+{}", first.variable.0, first.offset));
                            for index in &first.indices {
                                key.push_str(&format!("[{}*{}]", index.length, index.stride));
                                numbers.push(constants::convert(index.value.clone(), OFFSET));
                            }
                        }
                    }
                    match constant {
                        Some(constant) => key.push_str(&format!("+{constant}")),
                        None => {
                            key.push('~');
                            numbers.push(constants::convert(offset, OFFSET));
                        }
                    }
                }
            }
            key.push(';');
        }
        let versions = self.references.known.entry(function).or_default();
        if let Some(&id) = versions.get(&key) {
            return Some(ReferenceCall { id, numbers, objects: objects.regions });
        }
        if versions.len() >= MAX_VERSIONS {
            return None;
        }
        let id = self.new_version(function, arguments, &objects, &titles, problem)?;
        self.references.known.entry(function).or_default().insert(key, id);
        Some(ReferenceCall { id, numbers, objects: objects.regions })
    }
}
