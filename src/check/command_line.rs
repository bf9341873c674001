//! The arguments of the command line as texts that come from outside.
//!
//! A `main` that reads them gets a variable in the place of its second parameter, which a call fills that no program has
//! ([`ARGUMENTS`]): it makes the list. A number that is read of an argument of which nothing else is read (`atoi(argv[1])`) comes
//! from outside as a number.

use std::collections::{BTreeMap, BTreeSet};

use focuscheck_base::arith::IntegerType;
use focuscheck_base::source::Span;

use super::library::Model;
use super::made::declared;
use super::tree::{
    Callee, Expression, ExpressionKind as Kind, Function, FunctionId, Object, ObjectId, Place, PlaceKind,
    Program, Storage,
};
use super::types::Type;
use super::visit::{Visit, VisitMut, in_expression, in_place, in_place_mut};
use super::vocabulary::{self, ARGUMENTS};

/// Gives the `main` that a program starts with the texts of its arguments, if it reads any.
pub fn expand(program: &mut Program) {
    let Some((main, count, list)) = parameters(program) else { return };
    let found = Reads::of(program, list);
    let reads = found.moved || found.open > 0 || !found.counts.is_empty();
    if !reads || found.calls.contains(&main) {
        return;
    }
    let Object { name, ty, span, .. } = program.objects[list.index()].clone();
    let own = ObjectId(program.objects.len() as u32);
    let object = Object { storage: Storage::Automatic, ..program.objects[list.index()].clone() };
    program.objects.push(object);
    let call = call(program, (count, &name), &ty, span);
    let mut renaming = Renaming { from: list, to: own };
    for condition in &mut program.conditions {
        renaming.expression(&mut condition.expression);
    }
    let Some(definition) = &mut program.functions[main.index()].definition else { return };
    definition.body.iter_mut().for_each(|statement| renaming.statement(statement));
    definition.locals.iter_mut().filter(|local| **local == list).for_each(|local| *local = own);
    definition.body.insert(0, declared(vec![(own, call)], span));
}

/// The call that makes the list of so many arguments, which is called so.
fn call(program: &mut Program, (count, name): (ObjectId, &str), ty: &Type, span: Span) -> Expression {
    program.functions.push(Function::called(ARGUMENTS, ty.clone()));
    let called = FunctionId(program.functions.len() as u32 - 1);
    let count_type = program.objects[count.index()].ty.clone();
    let place = Place { kind: PlaceKind::Object(count), ty: count_type.clone(), constant: false, span };
    let count = Expression::new(Kind::Load(Box::new(place)), count_type, span);
    let units: Vec<u32> = name.chars().map(u32::from).collect();
    let char = Type::Integer(IntegerType { width: 8, signed: true, float: false });
    let text = Type::Array(char.clone().into(), Some(units.len() as u64 + 1));
    let place = Place { kind: PlaceKind::Text(units), ty: text, constant: false, span };
    let name = Expression::new(Kind::Decay(Box::new(place)), char.pointer_to(), span);
    Expression::new(Kind::Call(Callee::Named(called), vec![name, count]), ty.clone(), span)
}

/// The `main` of a program, with its parameters for the number of arguments and for the list of them.
fn parameters(program: &Program) -> Option<(FunctionId, ObjectId, ObjectId)> {
    let id = program.resolved(program.function("main")?);
    let main = &program.functions[id.index()];
    let [count, list, ..] = main.definition.as_ref()?.parameters[..] else { return None };
    let [Type::Integer(_), Type::Pointer(text, _), ..] = &main.passing[..] else { return None };
    let Type::Pointer(letter, _) = &**text else { return None };
    let is_text = matches!(**letter, Type::Integer(ty) if ty.width == 8 && !ty.is_bool());
    let volatile = program.objects[list.index()].volatile;
    (is_text && !volatile && main.name == "main").then_some((id, count, list))
}

/// The numbers that are read of arguments of the command line of which nothing else is read.
#[derive(Clone, Debug, Default)]
pub struct Numbers {
    list: Option<ObjectId>,
    /// The arguments, by their numbers.
    known: BTreeSet<i128>,
    /// Whether one number is all that is read of the list, wherever.
    is_only: bool,
    /// The arguments that are read, if it is known which ones.
    read: Option<BTreeSet<i128>>,
}

impl Numbers {
    /// Finds them in a program that [`expand`] has been applied to.
    pub fn of(program: &Program) -> Self {
        let Some(list) = list_of(program) else { return Numbers::default() };
        let Reads { counts, parsed, open, moved, .. } = Reads::of(program, list);
        let reads: u32 = counts.values().sum::<u32>() + open;
        let is_only = !moved && reads == 1 && parsed.len() == 1;
        let known = match moved || open > 0 {
            true => BTreeSet::new(),
            false => parsed.into_iter().flatten().filter(|at| counts.get(at) == Some(&1)).collect(),
        };
        let read = (!moved && open == 0).then(|| counts.keys().copied().collect());
        Numbers { list: Some(list), known, is_only, read }
    }

    /// The arguments that are read, if it is known which ones are.
    pub fn read(&self) -> Option<&BTreeSet<i128>> {
        self.read.as_ref()
    }

    /// The last argument that is read, if it is known which ones are.
    pub fn last(&self) -> Option<i128> {
        self.read()?.last().copied()
    }

    /// Whether anything but a number may be read of an argument.
    pub fn is_text(&self, argument: i128) -> bool {
        let is_read = self.read.as_ref().is_none_or(|read| read.contains(&argument));
        is_read && !self.is_only && !self.known.contains(&argument)
    }

    /// Whether a call of a function with these arguments reads one; then whether it is that of one argument for certain.
    pub fn reads(&self, name: &str, arguments: &[Expression]) -> Option<bool> {
        let element = parsed(name, arguments, self.list?)?;
        let known = element.is_some_and(|at| self.known.contains(&at));
        (known || self.is_only).then_some(element.is_some())
    }
}

/// The variable of `main` that holds the list of arguments.
fn list_of(program: &Program) -> Option<ObjectId> {
    program.function(ARGUMENTS)?;
    let (main, _, list) = parameters(program)?;
    let given = &program.objects[list.index()];
    let mut objects = program.objects.iter().zip(0..).skip(list.index() + 1);
    let own = objects.find(|(object, _)| object.span == given.span && object.name == given.name);
    program.functions[main.index()].definition.as_ref()?;
    own.map(|(_, number)| ObjectId(number))
}

/// The same where each of its elements is always the argument with its number, as long as that is not null.
pub(super) fn unchanged_list(program: &Program) -> Option<ObjectId> {
    let list = list_of(program)?;
    let reads = Reads::of(program, list);
    (!reads.moved && !reads.changes).then_some(list)
}

/// The argument of the command line that a call of a function of the library reads a number of; nothing for one that a variable
/// chooses.
fn parsed(name: &str, arguments: &[Expression], list: ObjectId) -> Option<Option<i128>> {
    let is_null = |argument: &Expression| {
        argument.constant == Some(0)
            || matches!(argument.unconverted(), Kind::Undeclared(name) if name == "NULL")
    };
    let parses = matches!(vocabulary::model(name), Some(Model::Parse));
    let text = arguments.first().filter(|_| parses && arguments.get(1).is_none_or(is_null))?;
    let Kind::Load(place) = text.unconverted() else { return None };
    element(place, list)
}

/// Which element of the list a place is; nothing for one that a variable chooses.
pub(super) fn element(place: &Place, list: ObjectId) -> Option<Option<i128>> {
    let is_list = |pointer: &Expression| match pointer.unconverted() {
        Kind::Load(place) => matches!(place.kind, PlaceKind::Object(object) if object == list),
        _ => false,
    };
    match &place.kind {
        PlaceKind::Behind(pointer, index) if is_list(pointer) => Some(index.constant),
        PlaceKind::Dereference(pointer) if is_list(pointer) => Some(Some(0)),
        _ => None,
    }
}

/// What is read of the list.
struct Reads<'p> {
    program: &'p Program,
    list: ObjectId,
    /// How often each argument is read, and others.
    counts: BTreeMap<i128, u32>,
    open: u32,
    /// Those that numbers are read of.
    parsed: Vec<Option<i128>>,
    /// Whether the list is used in another way.
    moved: bool,
    /// Whether an element gets another value, or its address is taken.
    changes: bool,
    /// The functions that are called, or whose names are used.
    calls: BTreeSet<FunctionId>,
}

impl<'p> Reads<'p> {
    fn of(program: &'p Program, list: ObjectId) -> Self {
        let (counts, parsed, calls) = (BTreeMap::new(), Vec::new(), BTreeSet::new());
        let mut found = Reads { program, list, counts, open: 0, parsed, moved: false, changes: false, calls };
        for definition in program.functions.iter().filter_map(|function| function.definition.as_ref()) {
            definition.body.iter().for_each(|statement| found.statement(statement));
        }
        found
    }
}

impl<'p> Visit<'p> for Reads<'p> {
    fn expression(&mut self, expression: &'p Expression) {
        match &expression.kind {
            Kind::Call(Callee::Named(id), arguments) => {
                self.calls.insert(*id);
                let function = &self.program.functions[id.index()];
                let own = function.definition.is_some() || function.alias.is_some();
                if !own && !self.program.linkage.is_foreign(&function.name) {
                    self.parsed.extend(parsed(&function.name, arguments, self.list));
                }
            }
            Kind::Function(id) => _ = self.calls.insert(*id),
            Kind::Assign(place, _) | Kind::Update { place, .. } | Kind::AddressOf(place) => {
                self.changes |= element(place, self.list).is_some();
            }
            _ => {}
        }
        in_expression(self, expression);
    }

    fn place(&mut self, place: &'p Place) {
        match (element(place, self.list), &place.kind) {
            (Some(at), kind) => {
                match at {
                    Some(at) => *self.counts.entry(at).or_default() += 1,
                    None => self.open += 1,
                }
                if let PlaceKind::Behind(_, index) = kind {
                    self.expression(index);
                }
            }
            (None, PlaceKind::Object(object)) if *object == self.list => self.moved = true,
            (None, _) => in_place(self, place),
        }
    }
}

/// Puts one variable in the place of another.
struct Renaming {
    from: ObjectId,
    to: ObjectId,
}

impl VisitMut for Renaming {
    fn place(&mut self, place: &mut Place) {
        match &mut place.kind {
            PlaceKind::Object(object) if *object == self.from => *object = self.to,
            _ => in_place_mut(self, place),
        }
    }
}
