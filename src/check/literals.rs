//! Which pointers are string literals, whichever of some.
//!
//! Who reads a text that is one of the program's literals from its first character on needs nothing more: it is there, and it
//! ends. A pointer is one if it is written as one, if it is a variable that nothing else is ever stored in, an element of a table
//! that only holds literals and that nothing changes, or what a function returns that returns nothing else. A variable that has no
//! value yet is none of the literals; reading it is an error by itself.

use std::collections::{BTreeMap, BTreeSet};

use super::made::is_literal;
use super::tree::{
    Callee, Declaration, Definition, Expression, ExpressionKind as Kind, FunctionId, InitialValue,
    Initializer, Item, Object, ObjectId, Place, PlaceKind, Program, Statement, StatementKind, Storage,
};
use super::types::Type;
use super::visit::{Visit, in_expression, in_place, in_statement};

/// The variables and functions that give nothing but literals.
#[derive(Debug, Default)]
pub(super) struct Literals {
    variables: BTreeSet<ObjectId>,
    functions: BTreeSet<FunctionId>,
    /// The arrays and structures that nothing changes, with where literals stand in them.
    tables: BTreeMap<ObjectId, Vec<Vec<u64>>>,
}

/// What gives pointers their values.
#[derive(Default)]
struct Found<'t> {
    /// Each value with the variable that gets it.
    stores: Vec<(ObjectId, &'t Expression)>,
    /// Variables that may change in another way.
    changed: BTreeSet<ObjectId>,
    /// Those that begin with a value.
    begun: BTreeSet<ObjectId>,
    tables: BTreeMap<ObjectId, Vec<Vec<u64>>>,
    calls: BTreeMap<FunctionId, Vec<&'t [Expression]>>,
    /// Functions that are called through pointers.
    named: BTreeSet<FunctionId>,
    returned: Vec<&'t Expression>,
    /// Whether something changes variables that is not visited.
    unseen: bool,
}

impl Literals {
    /// Finds them: of all that can be, what is not is taken away until all that is left gets its values from what is left.
    pub(super) fn of(program: &Program) -> Self {
        let mut found = Found::default();
        let mut returns: BTreeMap<FunctionId, Vec<&Expression>> = BTreeMap::new();
        for item in &program.items {
            if let Item::Initializer(object, initializer) = item {
                found.begins(*object, initializer);
            }
        }
        for (function, id) in program.functions.iter().zip((0..).map(FunctionId)) {
            if function.alias.is_some() {
                found.named.insert(program.resolved(id));
            }
            let Some(Definition { body, .. }) = &function.definition else { continue };
            body.iter().for_each(|statement| found.statement(statement));
            let returned = std::mem::take(&mut found.returned);
            // Nobody says what a function gives that does not end in a `return`.
            if matches!(body.last(), Some(Statement { kind: StatementKind::Return(Some(_)), .. })) {
                returns.insert(id, returned);
            }
        }
        if found.unseen {
            return Literals::default();
        }
        found.pass(program);
        let Found { stores, changed, begun, mut tables, .. } = found;
        let stored: BTreeSet<ObjectId> = stores.iter().map(|(object, _)| *object).collect();
        let is_changed = |object: &ObjectId| changed.contains(object) || stored.contains(object);
        tables.retain(|object, _| !is_changed(object) && is_own(program, *object));
        let is_candidate = |object: &ObjectId| {
            let Object { ty, storage, volatile, .. } = &program.objects[object.index()];
            let begins = match storage {
                Storage::Automatic | Storage::Parameter => true,
                Storage::File { .. } | Storage::Static => begun.contains(object),
                Storage::Result => false,
            };
            let is_pointer = matches!(ty, Type::Pointer(..));
            begins && is_pointer && !volatile && !changed.contains(object) && is_own(program, *object)
        };
        let variables = stores.iter().map(|(object, _)| *object).filter(is_candidate).collect();
        let mut literals = Literals { variables, functions: returns.keys().copied().collect(), tables };
        loop {
            let others: Vec<ObjectId> = stores
                .iter()
                .filter(|(object, value)| literals.variables.contains(object) && !literals.is_one(value))
                .map(|(object, _)| *object)
                .collect();
            let functions: Vec<FunctionId> = returns
                .iter()
                .filter(|(id, values)| {
                    literals.functions.contains(id) && !values.iter().all(|value| literals.is_one(value))
                })
                .map(|(id, _)| *id)
                .collect();
            if others.is_empty() && functions.is_empty() {
                return literals;
            }
            others.iter().for_each(|object| _ = literals.variables.remove(object));
            functions.iter().for_each(|function| _ = literals.functions.remove(function));
        }
    }

    /// Whether a pointer is one of the literals.
    pub(super) fn is_one(&self, value: &Expression) -> bool {
        match value.unconverted() {
            _ if is_literal(value) => true,
            Kind::Load(place) => match &place.kind {
                PlaceKind::Object(object) => self.variables.contains(object),
                _ => self.is_in_table(place),
            },
            Kind::Conditional(condition, then, otherwise) => {
                self.is_one(then.as_ref().unwrap_or(condition)) && self.is_one(otherwise)
            }
            Kind::Call(Callee::Named(function), _) => self.functions.contains(function),
            Kind::Comma(_, last) => self.is_one(last),
            _ => false,
        }
    }

    /// Whether all elements of a table that a place may be are literals.
    fn is_in_table(&self, place: &Place) -> bool {
        let Some((object, steps, count)) = steps(place) else { return false };
        let Some(known) = self.tables.get(&object) else { return false };
        let fits = |path: &&Vec<u64>| {
            path.len() == steps.len()
                && path.iter().zip(&steps).all(|(at, step)| step.is_none_or(|step| step == *at))
        };
        count > 0 && known.iter().filter(fits).count() as u64 == count
    }
}

/// Whether only this program changes a variable.
fn is_own(program: &Program, object: ObjectId) -> bool {
    let Object { storage, constant, .. } = &program.objects[object.index()];
    *constant || !matches!(storage, Storage::File { internal: false, .. })
}

/// The object that a place is in, the way to it in that, with nothing for any element, and how many parts may be meant.
fn steps(place: &Place) -> Option<(ObjectId, Vec<Option<u64>>, u64)> {
    match &place.kind {
        PlaceKind::Object(object) => Some((*object, Vec::new(), 1)),
        PlaceKind::Element(whole, _) => {
            let Type::Array(_, Some(length)) = whole.ty else { return None };
            let (object, mut steps, count) = steps(whole)?;
            steps.push(None);
            Some((object, steps, count.checked_mul(length)?))
        }
        PlaceKind::Member(whole, fields, None) => {
            let (object, mut steps, count) = steps(whole)?;
            steps.extend(fields.iter().map(|field| Some(*field as u64)));
            Some((object, steps, count))
        }
        PlaceKind::Member(_, _, Some(_))
        | PlaceKind::Dereference(_)
        | PlaceKind::Behind(..)
        | PlaceKind::Text(_)
        | PlaceKind::Compound(_)
        | PlaceKind::Value(_)
        | PlaceKind::Undeclared(_) => None,
    }
}

impl<'t> Found<'t> {
    /// A variable begins with a value.
    fn begins(&mut self, object: ObjectId, initializer: &'t Initializer) {
        self.begun.insert(object);
        if let Some(value) = initializer.whole() {
            self.stores.push((object, value));
        } else {
            let literals = initializer.parts.iter().filter_map(|part| match &part.value {
                InitialValue::Expression(value) if is_literal(value) => part.path.clone(),
                InitialValue::Expression(_) | InitialValue::Text(..) => None,
            });
            self.tables.insert(object, literals.collect());
        }
        for part in &initializer.parts {
            if let InitialValue::Expression(value) = &part.value {
                self.expression(value);
            }
        }
    }

    /// Parameters get the arguments of calls, if all of these are known.
    fn pass(&mut self, program: &Program) {
        for (function, id) in program.functions.iter().zip((0..).map(FunctionId)) {
            let Some(definition) = &function.definition else { continue };
            let calls = self.calls.get(&id).filter(|_| !self.named.contains(&id) && function.name != "main");
            for (position, parameter) in definition.parameters.iter().enumerate() {
                let arguments = calls.map(|calls| calls.iter().map(|call| call.get(position)));
                match arguments.map(Iterator::collect::<Option<Vec<_>>>) {
                    Some(Some(arguments)) => {
                        self.stores.extend(arguments.into_iter().map(|argument| (*parameter, argument)));
                    }
                    Some(None) | None => _ = self.changed.insert(*parameter),
                }
            }
        }
    }

    /// What finding a place evaluates.
    fn within(&mut self, place: &'t Place) {
        match &place.kind {
            PlaceKind::Object(_) => {}
            PlaceKind::Element(whole, index) => {
                self.within(whole);
                self.expression(index);
            }
            PlaceKind::Member(whole, ..) => self.within(whole),
            PlaceKind::Dereference(_)
            | PlaceKind::Behind(..)
            | PlaceKind::Text(_)
            | PlaceKind::Compound(_)
            | PlaceKind::Value(_)
            | PlaceKind::Undeclared(_) => in_place(self, place),
        }
    }
}

impl<'t> Visit<'t> for Found<'t> {
    fn statement(&mut self, statement: &'t Statement) {
        match &statement.kind {
            StatementKind::Assembler(_) | StatementKind::NestedFunction => self.unseen = true,
            StatementKind::Return(Some(value)) => self.returned.push(value),
            StatementKind::Declaration(made) => {
                for declaration in made {
                    match declaration {
                        Declaration::Sizes(sizes) => sizes.iter().for_each(|size| self.expression(size)),
                        Declaration::Object { object, initializer: Some(initializer), .. } => {
                            self.begins(*object, initializer);
                        }
                        Declaration::Object { initializer: None, .. } => {}
                    }
                }
                return;
            }
            _ => {}
        }
        in_statement(self, statement);
    }

    fn expression(&mut self, expression: &'t Expression) {
        match &expression.kind {
            Kind::Load(place) => return self.within(place),
            Kind::Assign(place, value) => {
                if let PlaceKind::Object(object) = place.kind {
                    self.stores.push((object, value));
                    return self.expression(value);
                }
            }
            Kind::Function(function) => _ = self.named.insert(*function),
            Kind::Call(Callee::Named(id), arguments) => self.calls.entry(*id).or_default().push(arguments),
            _ => {}
        }
        in_expression(self, expression);
    }

    /// A place that is not only read.
    fn place(&mut self, place: &'t Place) {
        if let PlaceKind::Object(object) = place.kind {
            self.changed.insert(object);
        }
        in_place(self, place);
    }
}
