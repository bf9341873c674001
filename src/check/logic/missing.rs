//! What is not modelled in an annotation.

use super::tree::{
    Assigns, Clause, Location, Place, PlaceKind, Predicate, PredicateKind, Term, TermKind, Unmodelled,
};

impl Clause {
    /// What is not modelled in it, in the order of its text.
    pub fn not_modelled(&self) -> Vec<&Unmodelled> {
        self.predicate.not_modelled()
    }
}

impl Assigns {
    /// What is not modelled in it.
    pub fn not_modelled(&self) -> Vec<&Unmodelled> {
        let mut found: Vec<&Unmodelled> = self.unmodelled.iter().collect();
        self.locations.iter().for_each(|location| in_location(location, &mut found));
        found
    }
}

impl Predicate {
    /// What is not modelled in it, in the order of its text.
    pub fn not_modelled(&self) -> Vec<&Unmodelled> {
        let mut found = Vec::new();
        in_predicate(self, &mut found);
        found
    }
}

impl Term {
    /// What is not modelled in it, in the order of its text.
    pub fn not_modelled(&self) -> Vec<&Unmodelled> {
        let mut found = Vec::new();
        in_term(self, &mut found);
        found
    }
}

fn in_predicate<'p>(predicate: &'p Predicate, found: &mut Vec<&'p Unmodelled>) {
    match &predicate.kind {
        PredicateKind::True | PredicateKind::False => {}
        PredicateKind::Compare(_, a, b) | PredicateKind::ComparePointers(_, a, b) => {
            in_term(a, found);
            in_term(b, found);
        }
        PredicateKind::Not(inner)
        | PredicateKind::At(inner, _)
        | PredicateKind::Named(_, inner)
        | PredicateKind::Forall(_, inner)
        | PredicateKind::Exists(_, inner) => in_predicate(inner, found),
        PredicateKind::And(parts) | PredicateKind::Or(parts) => {
            parts.iter().for_each(|part| in_predicate(part, found));
        }
        PredicateKind::Implies(a, b) | PredicateKind::Iff(a, b) | PredicateKind::Xor(a, b) => {
            in_predicate(a, found);
            in_predicate(b, found);
        }
        PredicateKind::If(condition, then, otherwise) => {
            in_predicate(condition, found);
            in_predicate(then, found);
            in_predicate(otherwise, found);
        }
        PredicateKind::Let(_, value, body) => {
            in_term(value, found);
            in_predicate(body, found);
        }
        PredicateKind::Valid { places, .. }
        | PredicateKind::Separated(places)
        | PredicateKind::Initialized(places)
        | PredicateKind::Dangling(places) => places.iter().for_each(|place| in_location(place, found)),
        PredicateKind::Freeable(pointer) | PredicateKind::Allocable(pointer) => in_term(pointer, found),
        PredicateKind::Fresh(pointer, size) => {
            in_term(pointer, found);
            in_term(size, found);
        }
        PredicateKind::Unmodelled(what) => found.push(what),
    }
}

fn in_term<'p>(term: &'p Term, found: &mut Vec<&'p Unmodelled>) {
    match &term.kind {
        TermKind::Integer(_) | TermKind::Binder(_) | TermKind::Result | TermKind::Null => {}
        TermKind::Load(place) | TermKind::AddressOf(place) | TermKind::Decay(place) => in_place(place, found),
        TermKind::Unary(_, inner)
        | TermKind::At(inner, _)
        | TermKind::Convert(_, inner)
        | TermKind::Retyped(inner)
        | TermKind::BaseAddress(inner)
        | TermKind::Offset(inner)
        | TermKind::BlockLength(inner) => in_term(inner, found),
        TermKind::Binary(_, a, b) | TermKind::Moved(a, b) | TermKind::Distance(a, b) => {
            in_term(a, found);
            in_term(b, found);
        }
        TermKind::Apply(_, arguments) => arguments.iter().for_each(|argument| in_term(argument, found)),
        TermKind::Truth(predicate) => in_predicate(predicate, found),
        TermKind::Conditional(condition, then, otherwise) => {
            in_predicate(condition, found);
            in_term(then, found);
            in_term(otherwise, found);
        }
        TermKind::Let(_, value, body) => {
            in_term(value, found);
            in_term(body, found);
        }
        TermKind::Unmodelled(what) => found.push(what),
    }
}

fn in_place<'p>(place: &'p Place, found: &mut Vec<&'p Unmodelled>) {
    match &place.kind {
        PlaceKind::Object(_) | PlaceKind::Result => {}
        PlaceKind::Dereference(pointer) => in_term(pointer, found),
        PlaceKind::Index(whole, index) => {
            in_place(whole, found);
            in_term(index, found);
        }
        PlaceKind::Member(whole, ..) => in_place(whole, found),
    }
}

fn in_location<'p>(location: &'p Location, found: &mut Vec<&'p Unmodelled>) {
    for end in location.ranges.iter().flat_map(|range| range.low.iter().chain(&range.high)) {
        in_term(end, found);
    }
    in_place(&location.place, found);
}
