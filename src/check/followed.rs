//! Which pointers are followed: those that only ever get addresses of named objects and literals, moved and passed on in variables
//! of functions. What is read from memory, or comes from code that nobody knows, is not followed.

use std::collections::{BTreeMap, BTreeSet};

use super::command_line;
use super::library;
use super::reachable;
use super::tree::{
    Callee, Declaration, Expression, ExpressionKind as Kind, FunctionId, Item, Object, ObjectId, Place,
    PlaceKind, Program, Statement, StatementKind, Storage,
};
use super::types::Type;
use super::visit::{Visit, in_expression, in_initializer, in_statement};
use super::vocabulary::{ARGUMENTS, GIVEN};

/// The variables of functions whose pointers are not followed; those of all others are.
pub struct Followed {
    lost: BTreeSet<ObjectId>,
    /// The variables that hold pointers of which nobody knows anything, though blocks of the heap and memory are followed.
    foreign: BTreeSet<ObjectId>,
    /// Where the pointers lead that are followed.
    roots: BTreeMap<ObjectId, BTreeSet<Root>>,
    /// The list of the arguments of the command line, if nothing else is put there.
    arguments: Option<ObjectId>,
}

/// Which pointers count as followed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// Those to named objects and literals, in variables of functions.
    Named,
    /// Those to blocks of the heap, too, and those that memory holds or functions return.
    Memory,
}

/// An object as a whole. Two that differ have no byte in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Root {
    /// A variable.
    Object(ObjectId),
    /// A variable that may have another name, whichever.
    Shared,
    /// An object without a name, whichever.
    Compound,
    /// A literal, whichever.
    Literal,
    /// An argument of the command line, whichever.
    Argument,
}

impl Root {
    /// Whether it consists of such elements and nothing else.
    pub fn is_of(self, program: &Program, element: &Type) -> bool {
        match self {
            Root::Object(object) => match &program.objects[object.index()].ty {
                Type::Array(own, _) | Type::VariableArray(own) => **own == *element,
                own => own == element,
            },
            Root::Literal | Root::Argument => matches!(element, Type::Integer(ty) if ty.width == 8),
            Root::Shared | Root::Compound => false,
        }
    }
}

/// What gives a pointer its values.
#[derive(Default)]
struct Flow<'t> {
    /// Each value with the variable that gets it.
    stores: Vec<(ObjectId, &'t Expression)>,
    /// Variables that get values nobody sees.
    lost: BTreeSet<ObjectId>,
    /// Variables whose address is taken, which are memory like any other.
    addressed: BTreeSet<ObjectId>,
    /// For each function the arguments of its calls.
    calls: BTreeMap<FunctionId, Vec<Vec<&'t Expression>>>,
    /// Functions that are called through pointers.
    named: BTreeSet<FunctionId>,
    /// The functions of the library that call what they get to compare elements, with where these lie among their arguments.
    sorting: BTreeMap<FunctionId, usize>,
    /// Whether something may assign variables that is not visited.
    unseen: bool,
}

impl Followed {
    /// Finds them in a program whose runs begin with a function.
    pub fn of(program: &Program, start: &str) -> Self {
        let sorting = [("qsort", 0), ("bsearch", 1)].into_iter();
        let sorting = sorting.filter_map(|(name, at)| Some((program.library_function(name)?, at)));
        let mut flow = Flow { sorting: sorting.collect(), ..Flow::default() };
        // What no run comes to passes nothing.
        let reached = program.function(start).and_then(|start| reachable::reached(program, start));
        let runs = |number: u32| reached.as_ref().is_none_or(|reached| reached.contains(&FunctionId(number)));
        let bodies = program.functions.iter().zip(0..).filter(|(_, number)| runs(*number));
        for definition in bodies.filter_map(|(function, _)| function.definition.as_ref()) {
            definition.body.iter().for_each(|statement| flow.statement(statement));
        }
        for item in &program.items {
            match item {
                Item::Initializer(_, initializer) => in_initializer(&mut flow, initializer),
                Item::Object(_) | Item::Function(_) | Item::Assembler => {}
            }
        }
        let Flow { mut stores, mut lost, addressed, calls: called, named, unseen, .. } = flow;
        // What is named or called by a second name is the function itself.
        let named: BTreeSet<_> = named.into_iter().map(|id| program.resolved(id)).collect();
        let mut calls: BTreeMap<FunctionId, Vec<_>> = BTreeMap::new();
        for (id, of) in called {
            calls.entry(program.resolved(id)).or_default().extend(of);
        }
        if unseen {
            lost.extend((0..program.objects.len()).map(|number| ObjectId(number as u32)));
        }
        for (number, function) in program.functions.iter().enumerate() {
            let Some(definition) = &function.definition else { continue };
            let id = FunctionId(number as u32);
            let calls = calls.get(&id).filter(|_| !named.contains(&id) && function.name != "main");
            for (position, &parameter) in definition.parameters.iter().enumerate() {
                let arguments = calls.map(|calls| calls.iter().map(|call| call.get(position).copied()));
                match arguments.map(Iterator::collect::<Option<Vec<_>>>) {
                    Some(Some(arguments)) => {
                        stores.extend(arguments.into_iter().map(|argument| (parameter, argument)));
                    }
                    Some(None) | None => _ = lost.insert(parameter),
                }
            }
        }
        let mut followed = Followed {
            foreign: lost.clone(),
            lost: lost.into_iter().chain(addressed).collect(),
            roots: BTreeMap::new(),
            arguments: command_line::unchanged_list(program),
        };
        loop {
            let before = followed.lost.len() + followed.foreign.len();
            let not = |way: Way| -> Vec<ObjectId> {
                let more = stores
                    .iter()
                    .filter(|(_, value)| !followed.finds(program, value, way, &mut BTreeSet::new()));
                more.map(|(object, _)| *object).collect()
            };
            let (lost, foreign) = (not(Way::Named), not(Way::Memory));
            followed.lost.extend(lost);
            followed.foreign.extend(foreign);
            if followed.lost.len() + followed.foreign.len() == before {
                break;
            }
        }
        stores.retain(|(object, value)| {
            matches!(value.ty, Type::Pointer(..)) && !followed.lost.contains(object)
        });
        loop {
            let mut changed = false;
            for (object, value) in &stores {
                let found = followed.roots(program, value).unwrap_or_default();
                let known = followed.roots.entry(*object).or_default();
                changed |= !found.is_subset(known);
                known.extend(found);
            }
            if !changed {
                return followed;
            }
        }
    }

    /// Whether something is known of where a pointer leads: a named object, a block of the heap, or what memory holds.
    pub fn is_known(&self, program: &Program, value: &Expression) -> bool {
        self.finds(program, value, Way::Memory, &mut BTreeSet::new())
    }

    /// The objects that a pointer may lead into; `None` if it is not followed.
    pub fn roots(&self, program: &Program, value: &Expression) -> Option<BTreeSet<Root>> {
        let mut found = BTreeSet::new();
        self.finds(program, value, Way::Named, &mut found).then_some(found)
    }

    /// A new variable leads where these pointers do, all of which are followed.
    pub fn add<'t>(
        &mut self,
        program: &Program,
        object: ObjectId,
        values: impl Iterator<Item = &'t Expression>,
    ) {
        let found = values.filter_map(|value| self.roots(program, value)).flatten().collect();
        self.roots.insert(object, found);
    }

    /// It is not known where a new variable leads.
    pub fn lose(&mut self, object: ObjectId) {
        self.lost.insert(object);
    }

    /// Adds the objects that a pointer leads into; whether it is followed.
    fn finds(&self, program: &Program, value: &Expression, way: Way, found: &mut BTreeSet<Root>) -> bool {
        if value.constant == Some(0) {
            return true;
        }
        let is_pointer = |value: &Expression| matches!(value.ty, Type::Pointer(..));
        match &value.kind {
            Kind::Decay(place) | Kind::AddressOf(place) => self.finds_place(program, place, way, found),
            Kind::Load(place) => self.holds(program, place, way, found),
            Kind::Binary(_, left, right) => [left, right]
                .into_iter()
                .filter(|e| is_pointer(e))
                .all(|e| self.finds(program, e, way, found)),
            Kind::Convert(inner) | Kind::Cast(inner) => {
                is_pointer(inner) && self.finds(program, inner, way, found)
            }
            Kind::Conditional(condition, then, otherwise) => {
                self.finds(program, then.as_ref().unwrap_or(condition), way, found)
                    && self.finds(program, otherwise, way, found)
            }
            Kind::Comma(_, last) => self.finds(program, last, way, found),
            Kind::Assign(_, assigned) => self.finds(program, assigned, way, found),
            Kind::Update { place, .. } => self.holds(program, place, way, found),
            Kind::Statement(_, value, _) => {
                value.as_ref().is_some_and(|value| self.finds(program, value, way, found))
            }
            Kind::Call(Callee::Named(id), arguments) => {
                let function = &program.functions[id.index()];
                let body = library::function(&function.name).and_then(|function| function.body);
                let own = function.definition.is_some() || function.alias.is_some();
                let gives = allocates(&function.name) || matches!(&*function.name, ARGUMENTS | GIVEN);
                if way == Way::Memory && (function.definition.is_some() || !own && gives) {
                    return true;
                }
                if way == Way::Named && keeps(&function.name) {
                    return false;
                }
                // A stream is no place that the result leads to.
                let filled = library::function(&function.name).and_then(|function| function.fills);
                let arguments = match &*function.name {
                    "bsearch" => arguments.get(1..2).unwrap_or_default(),
                    _ if filled.is_some() => arguments.get(..1).unwrap_or_default(),
                    _ => arguments,
                };
                !own && body.is_some()
                    && !allocates(&function.name)
                    && !program.linkage.is_foreign(&function.name)
                    && arguments.iter().filter(|e| is_pointer(e)).all(|e| self.finds(program, e, way, found))
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

    /// The same for the pointer in a place.
    fn holds(&self, program: &Program, place: &Place, way: Way, found: &mut BTreeSet<Root>) -> bool {
        if self.arguments.is_some_and(|list| command_line::element(place, list).is_some()) {
            found.insert(Root::Argument);
            return true;
        }
        let PlaceKind::Object(object) = place.kind else {
            return way == Way::Memory && self.finds_place(program, place, way, found);
        };
        if way == Way::Memory {
            return !self.foreign.contains(&object);
        }
        match program.objects[object.index()].storage {
            Storage::Automatic | Storage::Parameter => {
                found.extend(self.roots.get(&object).into_iter().flatten());
                !self.lost.contains(&object)
            }
            Storage::File { .. } | Storage::Static | Storage::Result => false,
        }
    }

    /// The same for the address of a place.
    fn finds_place(&self, program: &Program, place: &Place, way: Way, found: &mut BTreeSet<Root>) -> bool {
        match &place.kind {
            PlaceKind::Object(object) => {
                let Object { name, storage, .. } = &program.objects[object.index()];
                let is_shared = match storage {
                    Storage::File { defined, .. } => program.linkage.is_shared(name, *defined),
                    Storage::Static | Storage::Automatic | Storage::Parameter | Storage::Result => false,
                };
                found.insert(if is_shared { Root::Shared } else { Root::Object(*object) });
                true
            }
            PlaceKind::Text(_) => {
                found.insert(Root::Literal);
                true
            }
            PlaceKind::Compound(_) => {
                found.insert(Root::Compound);
                true
            }
            PlaceKind::Dereference(pointer) | PlaceKind::Behind(pointer, _) => {
                self.finds(program, pointer, way, found)
            }
            PlaceKind::Element(whole, _) | PlaceKind::Member(whole, ..) => {
                self.finds_place(program, whole, way, found)
            }
            PlaceKind::Value(_) | PlaceKind::Undeclared(_) => false,
        }
    }
}

/// Whether a library function keeps a pointer from one call to the next, which it gives then.
pub fn keeps(name: &str) -> bool {
    matches!(name, "strtok" | "strtok_r" | "strsep")
}

/// Whether a library function gives a new block of the heap.
pub fn allocates(name: &str) -> bool {
    if matches!(name, "strdup" | "strndup") {
        return true;
    }
    let does = library::function(name).and_then(|function| function.does.as_ref());
    use library::Does::{Allocate, AllocateCleared, Reallocate};
    matches!(does, Some((Allocate | AllocateCleared | Reallocate, _)))
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
        self.unseen |= matches!(statement.kind, StatementKind::Assembler(_) | StatementKind::NestedFunction);
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
                    self.addressed.insert(object);
                }
            }
            Kind::Function(function) => _ = self.named.insert(*function),
            Kind::Call(Callee::Named(id), arguments) => {
                self.calls.entry(*id).or_default().push(arguments.iter().collect());
                if let (Some(at), [.., last]) = (self.sorting.get(id), &arguments[..])
                    && let (Kind::Function(function), Some(base)) = (last.unconverted(), arguments.get(*at))
                {
                    // It is called with the key, or an element, and an element.
                    self.calls.entry(*function).or_default().push(vec![&arguments[0], base]);
                    arguments.split_last().iter().for_each(|(_, others)| {
                        others.iter().for_each(|argument| self.expression(argument));
                    });
                    return;
                }
            }
            _ => {}
        }
        in_expression(self, expression);
    }
}
