//! Which pointers are followed: those that only ever get addresses of named objects and literals, moved and passed on in variables
//! of functions. What is read from memory, or comes from code that nobody knows, is not followed.

use std::collections::{BTreeMap, BTreeSet};

use super::library;
use super::tree::{
    Callee, Declaration, Expression, ExpressionKind as Kind, FunctionId, ObjectId, Place, PlaceKind, Program,
    Statement, StatementKind, Storage,
};
use super::types::Type;
use super::visit::{Visit, in_expression, in_statement};

/// The variables of functions whose pointers are not followed; those of all others are.
pub struct Followed {
    lost: BTreeSet<ObjectId>,
}

/// What gives a pointer its values.
#[derive(Default)]
struct Flow<'t> {
    /// Each value with the variable that gets it.
    stores: Vec<(ObjectId, &'t Expression)>,
    /// Variables that get values nobody sees.
    lost: BTreeSet<ObjectId>,
    /// For each function the arguments of its calls.
    calls: BTreeMap<FunctionId, Vec<&'t [Expression]>>,
    /// Functions that are called through pointers.
    named: BTreeSet<FunctionId>,
}

impl Followed {
    /// Finds them.
    pub fn of(program: &Program) -> Self {
        let mut flow = Flow::default();
        for definition in program.functions.iter().filter_map(|function| function.definition.as_ref()) {
            definition.body.iter().for_each(|statement| flow.statement(statement));
        }
        let Flow { mut stores, mut lost, calls, named } = flow;
        for (number, function) in program.functions.iter().enumerate() {
            let Some(definition) = &function.definition else { continue };
            let id = FunctionId(number as u32);
            let calls = calls.get(&id).filter(|_| !named.contains(&id) && function.name != "main");
            for (position, &parameter) in definition.parameters.iter().enumerate() {
                let arguments = calls.map(|calls| calls.iter().map(|call| call.get(position)));
                match arguments.map(Iterator::collect::<Option<Vec<_>>>) {
                    Some(Some(arguments)) => {
                        stores.extend(arguments.into_iter().map(|argument| (parameter, argument)));
                    }
                    Some(None) | None => _ = lost.insert(parameter),
                }
            }
        }
        let mut followed = Followed { lost };
        loop {
            let before = followed.lost.len();
            let more = stores.iter().filter(|(_, value)| !followed.is_followed(program, value));
            let more: Vec<ObjectId> = more.map(|(object, _)| *object).collect();
            followed.lost.extend(more);
            if followed.lost.len() == before {
                return followed;
            }
        }
    }

    /// Whether it is known into which object a pointer leads, or that it is null.
    pub fn is_followed(&self, program: &Program, value: &Expression) -> bool {
        if value.constant == Some(0) {
            return true;
        }
        let is_pointer = |value: &Expression| matches!(value.ty, Type::Pointer(..));
        match &value.kind {
            Kind::Decay(place) | Kind::AddressOf(place) => self.is_known(program, place),
            Kind::Load(place) => self.holds(program, place),
            Kind::Binary(_, left, right) => {
                [left, right].into_iter().filter(|e| is_pointer(e)).all(|e| self.is_followed(program, e))
            }
            Kind::Convert(inner) | Kind::Cast(inner) => is_pointer(inner) && self.is_followed(program, inner),
            Kind::Conditional(condition, then, otherwise) => {
                self.is_followed(program, then.as_ref().unwrap_or(condition))
                    && self.is_followed(program, otherwise)
            }
            Kind::Comma(_, last) => self.is_followed(program, last),
            Kind::Assign(_, assigned) => self.is_followed(program, assigned),
            Kind::Update { place, .. } => self.holds(program, place),
            Kind::Statement(_, value, _) => {
                value.as_ref().is_some_and(|value| self.is_followed(program, value))
            }
            Kind::Call(Callee::Named(id), arguments) => {
                let function = &program.functions[id.index()];
                let body = library::function(&function.name).and_then(|function| function.body);
                function.definition.is_none()
                    && body.is_some()
                    && arguments.iter().filter(|e| is_pointer(e)).all(|e| self.is_followed(program, e))
            }
            Kind::Call(Callee::Pointer(_), _)
            | Kind::Integer(_)
            | Kind::Float(_)
            | Kind::Any
            | Kind::Function(_)
            | Kind::Undeclared(_)
            | Kind::LabelAddress(_)
            | Kind::Unary(..)
            | Kind::Not(_)
            | Kind::ComplexPart(_)
            | Kind::And(..)
            | Kind::Or(..)
            | Kind::VariableArgument(_)
            | Kind::OneOf(_)
            | Kind::Unknown(..) => false,
        }
    }

    /// Whether the pointer in a place is followed.
    fn holds(&self, program: &Program, place: &Place) -> bool {
        let PlaceKind::Object(object) = place.kind else { return false };
        match program.objects[object.index()].storage {
            Storage::Automatic | Storage::Parameter => !self.lost.contains(&object),
            Storage::File { .. } | Storage::Static | Storage::Result => false,
        }
    }

    /// Whether it is known in which object a place is.
    fn is_known(&self, program: &Program, place: &Place) -> bool {
        match &place.kind {
            PlaceKind::Object(_) | PlaceKind::Text(_) | PlaceKind::Compound(_) => true,
            PlaceKind::Dereference(pointer) | PlaceKind::Behind(pointer, _) => {
                self.is_followed(program, pointer)
            }
            PlaceKind::Element(whole, _) | PlaceKind::Member(whole, ..) => self.is_known(program, whole),
            PlaceKind::Value(_) | PlaceKind::Undeclared(_) => false,
        }
    }
}

impl<'t> Flow<'t> {
    fn store(&mut self, place: &Place, value: &'t Expression) {
        if let PlaceKind::Object(object) = place.kind {
            self.stores.push((object, value));
        }
    }
}

impl<'t> Visit<'t> for Flow<'t> {
    fn statement(&mut self, statement: &'t Statement) {
        if let StatementKind::Declaration(made) = &statement.kind {
            for declaration in made {
                if let Declaration::Object { object, initializer: Some(initializer), .. } = declaration {
                    match initializer.whole() {
                        Some(value) => self.stores.push((*object, value)),
                        None => _ = self.lost.insert(*object),
                    }
                }
            }
        }
        in_statement(self, statement);
    }

    fn expression(&mut self, expression: &'t Expression) {
        match &expression.kind {
            Kind::Assign(place, value) => self.store(place, value),
            Kind::AddressOf(place) => {
                if let PlaceKind::Object(object) = place.kind {
                    self.lost.insert(object);
                }
            }
            Kind::Function(function) => _ = self.named.insert(*function),
            Kind::Call(Callee::Named(id), arguments) => self.calls.entry(*id).or_default().push(arguments),
            _ => {}
        }
        in_expression(self, expression);
    }
}
