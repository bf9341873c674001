//! What expressions and annotations read, by their text: for explanations.

use std::collections::BTreeSet;

use focuscheck_check::logic::tree as logic;
use focuscheck_check::tree::ObjectId;
use focuscheck_ir::program::graph::{Base, Expr, ExprKind, Place, Step, TemporaryId};

use super::encoder::Encoder;
use super::state::Sort;

/// What is read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reads {
    /// Objects.
    pub objects: BTreeSet<ObjectId>,
    /// Temporaries.
    pub temporaries: BTreeSet<TemporaryId>,
    /// Parts of memory.
    pub sorts: BTreeSet<Sort>,
    /// What the function returns.
    pub result: bool,
    /// Functions of the logic.
    pub functions: BTreeSet<logic::LogicId>,
}

impl Reads {
    /// All that both read.
    pub fn extend(&mut self, other: Reads) {
        self.objects.extend(other.objects);
        self.temporaries.extend(other.temporaries);
        self.sorts.extend(other.sorts);
        self.result |= other.result;
        self.functions.extend(other.functions);
    }
}

impl Encoder<'_> {
    /// What an expression reads.
    pub fn expression_reads(&self, expression: &Expr, reads: &mut Reads) {
        match &expression.kind {
            ExprKind::Integer(_) | ExprKind::Function(_) | ExprKind::Unmodelled(_) => {}
            ExprKind::Temporary(id) => _ = reads.temporaries.insert(*id),
            ExprKind::Read(place) => self.place_reads(place, true, reads),
            ExprKind::Address(place, _) => self.place_reads(place, false, reads),
            ExprKind::Unary(_, _, operand) | ExprKind::Convert(operand) => {
                self.expression_reads(operand, reads);
            }
            ExprKind::Binary(_, _, left, right)
            | ExprKind::Compare(_, left, right)
            | ExprKind::Distance(left, right, _)
            | ExprKind::Moved { pointer: left, by: right, .. } => {
                self.expression_reads(left, reads);
                self.expression_reads(right, reads);
            }
        }
    }

    /// What finding a place reads, and its value if that is read.
    pub fn place_reads(&self, place: &Place, value: bool, reads: &mut Reads) {
        match &place.base {
            Base::Object(object) => {
                if value {
                    reads.objects.insert(*object);
                    if self.memory.contains(object) {
                        reads.sorts.extend(self.sorts(&place.ty));
                    }
                }
            }
            Base::Pointer(pointer) => {
                self.expression_reads(pointer, reads);
                if value {
                    reads.sorts.extend(self.sorts(&place.ty));
                }
            }
            Base::Outside(_) | Base::Within(..) | Base::Unmodelled(_) => {}
        }
        for step in &place.steps {
            match step {
                Step::Element { index, .. } => self.expression_reads(index, reads),
                Step::Member { .. } => {}
            }
        }
    }

    /// What a predicate reads.
    pub fn predicate_reads(&self, predicate: &logic::Predicate, reads: &mut Reads) {
        use logic::PredicateKind as Kind;
        match &predicate.kind {
            Kind::True | Kind::False | Kind::Unmodelled(_) => {}
            Kind::Compare(_, left, right) | Kind::ComparePointers(_, left, right) => {
                self.term_reads(left, reads);
                self.term_reads(right, reads);
            }
            Kind::Fresh(left, right) => {
                self.term_reads(left, reads);
                self.term_reads(right, reads);
            }
            Kind::Not(inner) | Kind::At(inner, _) | Kind::Named(_, inner) => {
                self.predicate_reads(inner, reads);
            }
            Kind::Forall(_, inner) | Kind::Exists(_, inner) => self.predicate_reads(inner, reads),
            Kind::And(parts) | Kind::Or(parts) => {
                parts.iter().for_each(|part| self.predicate_reads(part, reads));
            }
            Kind::Implies(left, right) | Kind::Iff(left, right) | Kind::Xor(left, right) => {
                self.predicate_reads(left, reads);
                self.predicate_reads(right, reads);
            }
            Kind::If(condition, yes, no) => {
                [condition, yes, no].into_iter().for_each(|part| self.predicate_reads(part, reads));
            }
            Kind::Let(_, value, inner) => {
                self.term_reads(value, reads);
                self.predicate_reads(inner, reads);
            }
            Kind::Valid { places, .. }
            | Kind::Separated(places)
            | Kind::Initialized(places)
            | Kind::Dangling(places) => {
                for location in places {
                    let ends = location.ranges.iter().flat_map(|range| range.low.iter().chain(&range.high));
                    ends.for_each(|end| self.term_reads(end, reads));
                    self.logic_place_reads(&location.place, false, reads);
                }
            }
            Kind::Freeable(pointer) | Kind::Allocable(pointer) => self.term_reads(pointer, reads),
        }
    }

    /// What a term reads.
    pub fn term_reads(&self, term: &logic::Term, reads: &mut Reads) {
        use logic::TermKind as Kind;
        match &term.kind {
            Kind::Integer(_) | Kind::Binder(_) | Kind::Null | Kind::Unmodelled(_) => {}
            Kind::Result => reads.result = true,
            Kind::Load(place) => self.logic_place_reads(place, true, reads),
            Kind::AddressOf(place) | Kind::Decay(place) => self.logic_place_reads(place, false, reads),
            Kind::Unary(_, operand)
            | Kind::At(operand, _)
            | Kind::Convert(_, operand)
            | Kind::Retyped(operand)
            | Kind::BaseAddress(operand)
            | Kind::Offset(operand)
            | Kind::BlockLength(operand) => self.term_reads(operand, reads),
            Kind::Binary(_, left, right)
            | Kind::Moved(left, right)
            | Kind::Distance(left, right)
            | Kind::Let(_, left, right) => {
                self.term_reads(left, reads);
                self.term_reads(right, reads);
            }
            Kind::Apply(id, arguments) => {
                arguments.iter().for_each(|argument| self.term_reads(argument, reads));
                if reads.functions.insert(*id) {
                    match &self.tree.logic.functions[id.index()].meaning {
                        logic::Meaning::Term(body) => self.term_reads(body, reads),
                        logic::Meaning::Predicate(body) => self.predicate_reads(body, reads),
                        logic::Meaning::Declared => {}
                    }
                }
            }
            Kind::Truth(inner) => self.predicate_reads(inner, reads),
            Kind::Conditional(condition, yes, no) => {
                self.predicate_reads(condition, reads);
                self.term_reads(yes, reads);
                self.term_reads(no, reads);
            }
        }
    }

    fn logic_place_reads(&self, place: &logic::Place, value: bool, reads: &mut Reads) {
        if value {
            reads.sorts.extend(
                Self::root(place)
                    .filter(|object| !self.memory.contains(object))
                    .map_or_else(|| self.sorts(&place.ty), |_| Vec::new()),
            );
        }
        match &place.kind {
            logic::PlaceKind::Object(object) => _ = value.then(|| reads.objects.insert(*object)),
            logic::PlaceKind::Result => reads.result = true,
            logic::PlaceKind::Dereference(pointer) => self.term_reads(pointer, reads),
            logic::PlaceKind::Index(whole, index) => {
                self.term_reads(index, reads);
                self.logic_place_reads(whole, value, reads);
            }
            logic::PlaceKind::Member(whole, ..) => self.logic_place_reads(whole, value, reads),
        }
    }
}
