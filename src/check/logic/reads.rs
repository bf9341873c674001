//! Which objects a list of places reads to say where the places are.

use std::collections::BTreeSet;

use super::tree::{Assigns, Location, Place, PlaceKind, Predicate, PredicateKind, Term, TermKind};
use crate::id::ObjectId;

impl Assigns {
    /// The objects on whose values it depends which places it means.
    pub fn objects_read(&self) -> BTreeSet<ObjectId> {
        let mut found = BTreeSet::new();
        self.locations.iter().for_each(|location| in_location(location, &mut found));
        found
    }
}

fn in_location(location: &Location, found: &mut BTreeSet<ObjectId>) {
    for end in location.ranges.iter().flat_map(|range| range.low.iter().chain(&range.high)) {
        in_term(end, found);
    }
    in_place(&location.place, found);
}

/// What finding a place reads.
fn in_place(place: &Place, found: &mut BTreeSet<ObjectId>) {
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

/// What reading a place reads.
fn loaded(place: &Place, found: &mut BTreeSet<ObjectId>) {
    let mut root = place;
    while let PlaceKind::Index(whole, _) | PlaceKind::Member(whole, ..) = &root.kind {
        root = whole;
    }
    if let PlaceKind::Object(object) = root.kind {
        found.insert(object);
    }
    in_place(place, found);
}

fn in_term(term: &Term, found: &mut BTreeSet<ObjectId>) {
    match &term.kind {
        TermKind::Integer(_)
        | TermKind::Binder(_)
        | TermKind::Result
        | TermKind::Null
        | TermKind::Unmodelled(_) => {}
        TermKind::Load(place) => loaded(place, found),
        TermKind::AddressOf(place) | TermKind::Decay(place) => in_place(place, found),
        // In another state it stays what it is.
        TermKind::At(..) => {}
        TermKind::Unary(_, inner)
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
    }
}

fn in_predicate(predicate: &Predicate, found: &mut BTreeSet<ObjectId>) {
    match &predicate.kind {
        PredicateKind::True | PredicateKind::False | PredicateKind::Unmodelled(_) | PredicateKind::At(..) => {
        }
        PredicateKind::Compare(_, a, b) | PredicateKind::ComparePointers(_, a, b) => {
            in_term(a, found);
            in_term(b, found);
        }
        PredicateKind::Not(inner)
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
    }
}
