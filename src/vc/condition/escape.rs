//! Which objects need an address.

use std::collections::BTreeSet;

use focuscheck_check::logic::tree as logic;
use focuscheck_check::tree::{self, ObjectId, Storage};
use focuscheck_check::types::Type;
use focuscheck_ir::program::addresses::{Addressed, addresses};
use focuscheck_ir::program::graph::{Action, Graph};

/// The objects that live in memory: arrays, structures, and those whose address is taken.
pub fn in_memory(tree: &tree::Program, graph: &Graph) -> BTreeSet<ObjectId> {
    let mut memory = BTreeSet::new();
    for (number, object) in graph.objects.iter().enumerate() {
        if !matches!(object.ty, Type::Integer(_) | Type::Pointer(..)) {
            memory.insert(ObjectId(number as u32));
        }
    }
    let mut taken = |addressed| {
        if let Addressed::Object(object) = addressed {
            memory.insert(object);
        }
    };
    for node in &graph.nodes {
        addresses(&node.action, &mut taken);
        if let Action::Stated(stated) = &node.action {
            match &**stated {
                logic::Stated::Assert(clause)
                | logic::Stated::Check(clause)
                | logic::Stated::Admit(clause)
                | logic::Stated::Invariant(clause) => predicate(&clause.predicate, &mut taken),
                logic::Stated::Unmodelled(_) => {}
            }
        }
    }
    for contract in graph.loops.iter().filter_map(|entry| entry.contract.as_deref()) {
        contract.invariants.iter().for_each(|clause| predicate(&clause.predicate, &mut taken));
        contract.variant.iter().for_each(|variant| term(&variant.term, &mut taken));
        let assigned = contract.assigns.iter().flat_map(|assigns| &assigns.locations);
        assigned.for_each(|location| inside(location, &mut taken));
    }
    for contract in tree.functions.iter().filter_map(|function| function.contract.as_deref()) {
        let of_behaviors = contract
            .behaviors
            .iter()
            .flat_map(|behavior| behavior.assumes.iter().chain(&behavior.requires).chain(&behavior.ensures));
        let clauses = contract.requires.iter().chain(&contract.ensures).chain(of_behaviors);
        clauses.for_each(|clause| predicate(&clause.predicate, &mut taken));
        let assigned = contract.assigns.iter().chain(contract.behaviors.iter().flat_map(|b| &b.assigns));
        assigned.flat_map(|assigns| &assigns.locations).for_each(|location| inside(location, &mut taken));
    }
    memory
}

/// The variables to which pointers of other files may lead, though no address is taken here.
pub fn exposed(tree: &tree::Program) -> BTreeSet<ObjectId> {
    let outside = |(_, object): &(u32, &tree::Object)| match object.storage {
        Storage::File { internal, .. } => !(internal || object.constant),
        Storage::Static | Storage::Automatic | Storage::Parameter | Storage::Result => false,
    };
    (0u32..).zip(&tree.objects).filter(outside).map(|(number, _)| ObjectId(number)).collect()
}

type Tell<'t> = &'t mut dyn FnMut(Addressed);

fn predicate(predicate: &logic::Predicate, taken: Tell<'_>) {
    use logic::PredicateKind as Kind;
    match &predicate.kind {
        Kind::True | Kind::False | Kind::Unmodelled(_) => {}
        Kind::Compare(_, left, right) | Kind::ComparePointers(_, left, right) => {
            term(left, taken);
            term(right, taken);
        }
        Kind::Fresh(left, right) => {
            term(left, taken);
            term(right, taken);
        }
        Kind::Not(inner) | Kind::At(inner, _) | Kind::Named(_, inner) => self::predicate(inner, taken),
        Kind::Forall(_, inner) | Kind::Exists(_, inner) => self::predicate(inner, taken),
        Kind::And(parts) | Kind::Or(parts) => parts.iter().for_each(|part| self::predicate(part, taken)),
        Kind::Implies(left, right) | Kind::Iff(left, right) | Kind::Xor(left, right) => {
            self::predicate(left, taken);
            self::predicate(right, taken);
        }
        Kind::If(condition, yes, no) => {
            [condition, yes, no].into_iter().for_each(|part| self::predicate(part, taken));
        }
        Kind::Let(_, value, inner) => {
            term(value, taken);
            self::predicate(inner, taken);
        }
        Kind::Valid { places, .. }
        | Kind::Separated(places)
        | Kind::Initialized(places)
        | Kind::Dangling(places) => places.iter().for_each(|location| named(location, taken)),
        Kind::Freeable(pointer) | Kind::Allocable(pointer) => term(pointer, taken),
    }
}

fn term(term: &logic::Term, taken: Tell<'_>) {
    use logic::TermKind as Kind;
    match &term.kind {
        Kind::Integer(_) | Kind::Binder(_) | Kind::Result | Kind::Null | Kind::Unmodelled(_) => {}
        Kind::Load(place) => steps(place, taken),
        Kind::AddressOf(place) | Kind::Decay(place) => address(place, taken),
        Kind::Unary(_, operand)
        | Kind::At(operand, _)
        | Kind::Convert(_, operand)
        | Kind::Retyped(operand)
        | Kind::BaseAddress(operand)
        | Kind::Offset(operand)
        | Kind::BlockLength(operand) => self::term(operand, taken),
        Kind::Binary(_, left, right)
        | Kind::Moved(left, right)
        | Kind::Distance(left, right)
        | Kind::Let(_, left, right) => {
            self::term(left, taken);
            self::term(right, taken);
        }
        Kind::Apply(_, arguments) => arguments.iter().for_each(|argument| self::term(argument, taken)),
        Kind::Truth(inner) => predicate(inner, taken),
        Kind::Conditional(condition, yes, no) => {
            predicate(condition, taken);
            self::term(yes, taken);
            self::term(no, taken);
        }
    }
}

/// A place whose address is meant.
fn address(place: &logic::Place, taken: Tell<'_>) {
    let mut outer = place;
    loop {
        match &outer.kind {
            logic::PlaceKind::Object(object) => {
                taken(Addressed::Object(*object));
                break;
            }
            logic::PlaceKind::Index(whole, _) | logic::PlaceKind::Member(whole, ..) => outer = whole,
            logic::PlaceKind::Result | logic::PlaceKind::Dereference(_) => break,
        }
    }
    steps(place, taken);
}

fn steps(place: &logic::Place, taken: Tell<'_>) {
    match &place.kind {
        logic::PlaceKind::Object(_) | logic::PlaceKind::Result => {}
        logic::PlaceKind::Dereference(pointer) => term(pointer, taken),
        logic::PlaceKind::Index(whole, index) => {
            steps(whole, taken);
            term(index, taken);
        }
        logic::PlaceKind::Member(whole, ..) => steps(whole, taken),
    }
}

/// A location whose address is meant, as `\valid` does.
fn named(location: &logic::Location, taken: Tell<'_>) {
    inside(location, taken);
    address(&location.place, taken);
}

/// A location that may be a variable without an address.
fn inside(location: &logic::Location, taken: Tell<'_>) {
    for range in &location.ranges {
        range.low.iter().chain(&range.high).for_each(|end| term(end, taken));
    }
    steps(&location.place, taken);
}
