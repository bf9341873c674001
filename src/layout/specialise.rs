//! Versions of functions: their parameters, their bodies, and the functions that they replace.

use std::rc::Rc;

use super::cells::scalar;
use super::program::block;
use super::program::{
    Cell, Expression, ExpressionKind, Function, FunctionId, Index, Place, Storage, VariableId,
};
use super::reference::{Argument, Objects, Title};
use super::region::{Bound, OFFSET, Pointed, PointerSymbol, Region, offset_place};
use super::state::{Binding, Layout};
use super::version::{Parameter, Version};
use super::{constants, walk};
use crate::arith::IntegerType;
use crate::check::tree::{self, ObjectId};
use crate::check::types::Type;
use crate::doubt::Unmodelled;
use crate::source::Span;

/// The parameters of a version that is being made, apart from the objects that it gets.
struct Passed {
    id: FunctionId,
    at: Span,
    values: Vec<VariableId>,
    /// Offsets and subscripts.
    numbers: Vec<VariableId>,
}

impl Layout<'_> {
    /// Makes the version of a function for some arguments; its body is laid out later.
    pub fn new_version(
        &mut self,
        origin: tree::FunctionId,
        arguments: &[Argument],
        objects: &Objects,
        titles: &[Option<Title>],
        problem: Option<&Unmodelled>,
    ) -> Option<FunctionId> {
        let definition = self.definition(origin)?;
        let entry = &self.tree.functions[origin.index()];
        let at = definition.span;
        let id = self.new_function(origin, definition);
        if definition.model {
            self.program.models.push(id);
        }
        let slots: Vec<VariableId> = objects
            .regions
            .iter()
            .zip(titles)
            .map(|(region, title)| {
                let (name, cells) = self.object_cells(region, title.as_ref());
                self.push_variable(&name, Storage::Parameter(id), cells, at)
            })
            .collect();
        let mut passed = Passed { id, at, values: Vec::new(), numbers: Vec::new() };
        let mut parameters = Vec::new();
        for (position, (ty, argument)) in entry.passing.iter().zip(arguments).enumerate() {
            let own = self.parameter_name(origin, position);
            parameters.push(match argument {
                Argument::Null => Parameter::Null,
                Argument::Other if self.passed_cells(ty) > 0 => {
                    let variable = self.new_variable(own, Storage::Parameter(id), ty, at);
                    if let Some(&object) = definition.parameters.get(position) {
                        self.mark_volatile(variable, object);
                    }
                    passed.values.push(variable);
                    Parameter::Value(variable)
                }
                Argument::Other => Parameter::Unknown,
                Argument::Refused => match problem {
                    Some(problem) => Parameter::Refused(problem.clone()),
                    None => Parameter::Unknown,
                },
                Argument::Points { .. } => {
                    let slot = objects.slots[position].map(|slot| slots[slot]);
                    self.pointer_parameter(own, argument, slot, &mut passed)
                }
            });
        }
        let function = &mut self.program.functions[id.index()];
        function.outputs.extend(&slots);
        function.parameters = [passed.values, passed.numbers, slots].concat();
        self.references.waiting.push(Version { origin, id, parameters });
        Some(id)
    }

    /// What a pointer is in a version; `slot` is the object of the caller's frame that it points into.
    fn pointer_parameter(
        &mut self,
        own: &str,
        argument: &Argument,
        slot: Option<VariableId>,
        passed: &mut Passed,
    ) -> Parameter {
        let Argument::Points { narrow, moving, .. } = *argument else { return Parameter::Unknown };
        let Some((mut region, offset)) = argument.region(self) else { return Parameter::Unknown };
        match slot {
            Some(variable) => {
                region.first = Place { variable, offset: 0, indices: Vec::new(), ..region.first };
            }
            None => {
                for index in &mut region.first.indices {
                    let title = self.source.slice(index.value.span).to_owned();
                    let variable = self.number_parameter(&title, passed);
                    self.frozen.insert(variable);
                    let kind = ExpressionKind::Read(offset_place(variable, passed.at));
                    let value = Expression { kind, ty: OFFSET, span: passed.at };
                    *index = Index { value, ..index.clone() };
                }
            }
        }
        match constants::value(&offset).filter(|_| narrow || !moving) {
            Some(_) => Parameter::Fixed(Box::new(Pointed { region, offset, variable: false })),
            None => {
                let title = self.offset_name(own, &region);
                Parameter::Moving(self.number_parameter(&title, passed), region)
            }
        }
    }

    /// A parameter that holds an offset or a subscript.
    fn number_parameter(&mut self, title: &str, passed: &mut Passed) -> VariableId {
        let cells = vec![Cell::new("", OFFSET)];
        let variable = self.push_variable(title, Storage::Parameter(passed.id), cells, passed.at);
        passed.numbers.push(variable);
        variable
    }

    /// An object that is passed by reference, as the function sees it: `*p`, `p->x`, `p[2]`.
    fn object_cells(&self, region: &Region, title: Option<&Title>) -> (String, Vec<Cell>) {
        let mut cells = Vec::new();
        let (title, own) = title.map_or(("", true), |t| (&*t.text, t.own));
        match (&region.element, region.length) {
            (Type::Integer(ty), 1) if own => {
                return (format!("*{title}"), vec![Cell::new("", *ty)]);
            }
            (Type::Record(_), 1) => {
                self.types.cells(&region.element, "", &mut cells);
                for cell in cells.iter_mut().filter(|_| own) {
                    if let Some(member) = cell.suffix.strip_prefix('.') {
                        cell.suffix = format!("->{member}");
                    }
                }
            }
            (element, 1) if !own => self.types.cells(element, "", &mut cells),
            (element, length) => {
                self.types.cells(&Type::Array(element.clone().into(), Some(length)), "", &mut cells);
            }
        }
        (title.to_owned(), cells)
    }

    /// A function without parameters and body yet.
    pub fn new_function(&mut self, origin: tree::FunctionId, definition: &tree::Definition) -> FunctionId {
        let entry = &self.tree.functions[origin.index()];
        let (result, span) = (&entry.signature.result, definition.span);
        let id = FunctionId(self.program.functions.len() as u32);
        let integer = scalar(result);
        let variable = integer.map(|ty| {
            let cells = vec![Cell::new("", ty)];
            self.push_variable("\\result", Storage::Local(id), cells, span)
        });
        let returned = matches!(result, Type::Record(_)) && self.passed_cells(result) > 0;
        let outputs = returned
            .then(|| self.new_variable("\\result", Storage::Local(id), result, span))
            .into_iter()
            .collect();
        self.program.result_variables.push(variable);
        self.program.functions.push(Function {
            name: entry.name.clone(),
            parameters: Vec::new(),
            result: integer,
            outputs,
            labels: Vec::new(),
            body: block(Vec::new(), definition.body_span),
            span,
        });
        id
    }

    /// Lays out the bodies of the versions, and drops the functions that they replace everywhere.
    pub fn versions(&mut self) {
        while let Some(version) = self.references.waiting.pop() {
            self.body(version.origin, version.id, &version.parameters);
        }
        self.drop_replaced();
        for taken in self.addresses.values() {
            self.address_taken.extend(taken);
        }
    }

    /// Empties the functions that are never called because versions of them are.
    fn drop_replaced(&mut self) {
        let Some((_, start)) = self.start() else { return };
        let roots = self.callbacks().into_iter().chain([start]);
        let called = walk::called(&self.program, roots);
        for origin in self.references.known.keys().copied().collect::<Vec<_>>() {
            let Some(id) = self.numbers[origin.index()] else { continue };
            if !called.contains(&id) && !self.references.versions_of(origin).is_empty() {
                let function = &mut self.program.functions[id.index()];
                function.body = block(Vec::new(), function.body.span);
                self.addresses.remove(&id);
                self.replaced.insert(id);
            }
        }
    }

    /// Declares a parameter of a version.
    pub fn declare_parameter(&mut self, key: ObjectId, ty: &Type, parameter: &Parameter) {
        let refused = self.current.as_ref().is_some_and(|c| c.refused.contains(&key))
            || self.tree.objects[key.index()].volatile;
        let bound = match parameter {
            Parameter::Value(variable) => {
                return self.bind(key, Binding::Variable(Some(*variable)));
            }
            Parameter::Unknown => return self.bind(key, Binding::Variable(None)),
            Parameter::Null => Bound::Null,
            Parameter::Refused(reason) => Bound::Unmodelled(reason.clone()),
            Parameter::Fixed(pointed) => Bound::Fixed(pointed.clone()),
            Parameter::Moving(variable, region) => {
                self.regions.insert(*variable, region.clone());
                Bound::Variable(*variable)
            }
        };
        if refused {
            let region = match parameter {
                Parameter::Fixed(pointed) => Some(&pointed.region),
                Parameter::Moving(_, region) => Some(region),
                _ => None,
            };
            self.address_taken.extend(region.map(|r| r.first.variable));
            return self.bind(key, Binding::Variable(None));
        }
        let name = self.tree.objects[key.index()].name.clone();
        let symbol = PointerSymbol { ty: ty.clone(), key, name, bound, depth: self.depth };
        self.bind(key, Binding::Pointer(Rc::new(symbol)));
    }

    /// The cells of objects that are passed, and the places that get them back.
    pub fn passed_objects(&self, objects: &[Region]) -> (Vec<Expression>, Vec<Place>) {
        let (mut reads, mut places) = (Vec::new(), Vec::new());
        for region in objects {
            let mut cells = Vec::new();
            let whole = Type::Array(region.element.clone().into(), Some(region.length));
            self.types.cells(&whole, "", &mut cells);
            for (step, cell) in cells.into_iter().enumerate() {
                let place =
                    Place { offset: region.first.offset + step as u32, ty: cell.ty, ..region.first.clone() };
                let span = place.span;
                reads.push(Expression { kind: ExpressionKind::Read(place), ty: cell.ty, span });
            }
            let ty = reads.last().map_or(IntegerType::INT, |r| r.ty);
            places.push(Place { ty, ..region.first.clone() });
        }
        (reads, places)
    }
}
