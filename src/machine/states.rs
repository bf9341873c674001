//! Which states annotations name.

use std::collections::BTreeSet;

use focuscheck_base::limit::spend;
use focuscheck_check::logic::tree::{
    Assigns, Clause, Contract, Location, LoopContract, Place, PlaceKind, Predicate, PredicateKind,
    StateLabel, Stated, Term, TermKind,
};
use focuscheck_check::tree::LabelId;

/// The states that the annotations of one function name.
#[derive(Clone, Debug, Default)]
pub(super) struct Named {
    /// Where it begins.
    pub pre: bool,
    /// Before a loop.
    pub entry: bool,
    /// At the head of a loop.
    pub current: bool,
    /// At labels.
    pub labels: BTreeSet<LabelId>,
}

impl Named {
    /// Those of a contract. What it says at the end it says of the parameters as they were at the entry.
    pub fn contract(&mut self, contract: &Contract) {
        let behaviors = || contract.behaviors.iter();
        self.pre |= !contract.ensures.is_empty() || behaviors().any(|behavior| !behavior.ensures.is_empty());
        self.clauses(&contract.requires);
        self.clauses(&contract.ensures);
        contract.assigns.iter().for_each(|assigns| self.assigns(assigns));
        for behavior in behaviors() {
            self.clauses(&behavior.assumes);
            self.clauses(&behavior.requires);
            self.clauses(&behavior.ensures);
            behavior.assigns.iter().for_each(|assigns| self.assigns(assigns));
        }
    }

    /// Those of the annotations of a loop.
    pub fn repeated(&mut self, contract: &LoopContract) {
        self.clauses(&contract.invariants);
        contract.assigns.iter().for_each(|assigns| self.assigns(assigns));
        contract.variant.iter().for_each(|variant| self.term(&variant.term));
    }

    /// Those of what is stated at a point.
    pub fn stated(&mut self, stated: &Stated) {
        match stated {
            Stated::Assert(clause)
            | Stated::Check(clause)
            | Stated::Admit(clause)
            | Stated::Invariant(clause) => self.predicate(&clause.predicate),
            Stated::Unmodelled(_) => {}
        }
    }

    fn clauses(&mut self, clauses: &[Clause]) {
        clauses.iter().for_each(|clause| self.predicate(&clause.predicate));
    }

    fn assigns(&mut self, assigns: &Assigns) {
        self.locations(&assigns.locations);
    }

    fn label(&mut self, label: StateLabel) {
        match label {
            StateLabel::Here | StateLabel::Init => {}
            StateLabel::Pre => self.pre = true,
            StateLabel::LoopEntry => self.entry = true,
            StateLabel::LoopCurrent => self.current = true,
            StateLabel::CLabel(label) => _ = self.labels.insert(label),
        }
    }

    fn predicate(&mut self, predicate: &Predicate) {
        use PredicateKind as Kind;
        spend(1);
        match &predicate.kind {
            Kind::True | Kind::False | Kind::Unmodelled(_) => {}
            Kind::Compare(_, left, right) | Kind::ComparePointers(_, left, right) => {
                self.term(left);
                self.term(right);
            }
            Kind::Fresh(left, right) => {
                self.term(left);
                self.term(right);
            }
            Kind::Not(inner) | Kind::Named(_, inner) => self.predicate(inner),
            Kind::Forall(_, inner) | Kind::Exists(_, inner) => self.predicate(inner),
            Kind::And(parts) | Kind::Or(parts) => parts.iter().for_each(|part| self.predicate(part)),
            Kind::Implies(left, right) | Kind::Iff(left, right) | Kind::Xor(left, right) => {
                self.predicate(left);
                self.predicate(right);
            }
            Kind::If(condition, yes, no) => {
                [condition, yes, no].into_iter().for_each(|part| self.predicate(part));
            }
            Kind::Let(_, value, body) => {
                self.term(value);
                self.predicate(body);
            }
            Kind::At(inner, label) => {
                self.label(*label);
                self.predicate(inner);
            }
            Kind::Valid { places, .. }
            | Kind::Separated(places)
            | Kind::Initialized(places)
            | Kind::Dangling(places) => self.locations(places),
            Kind::Freeable(pointer) | Kind::Allocable(pointer) => self.term(pointer),
        }
    }

    fn locations(&mut self, locations: &[Location]) {
        for location in locations {
            for range in &location.ranges {
                range.low.iter().chain(&range.high).for_each(|end| self.term(end));
            }
            self.place(&location.place);
        }
    }

    fn place(&mut self, place: &Place) {
        match &place.kind {
            PlaceKind::Object(_) | PlaceKind::Result => {}
            PlaceKind::Dereference(pointer) => self.term(pointer),
            PlaceKind::Index(whole, index) => {
                self.place(whole);
                self.term(index);
            }
            PlaceKind::Member(whole, ..) => self.place(whole),
        }
    }

    fn term(&mut self, term: &Term) {
        use TermKind as Kind;
        spend(1);
        match &term.kind {
            Kind::Integer(_) | Kind::Binder(_) | Kind::Result | Kind::Null | Kind::Unmodelled(_) => {}
            Kind::Load(place) | Kind::AddressOf(place) | Kind::Decay(place) => self.place(place),
            Kind::Unary(_, operand)
            | Kind::Convert(_, operand)
            | Kind::Retyped(operand)
            | Kind::BaseAddress(operand)
            | Kind::Offset(operand)
            | Kind::BlockLength(operand) => self.term(operand),
            Kind::Binary(_, left, right) | Kind::Moved(left, right) | Kind::Distance(left, right) => {
                self.term(left);
                self.term(right);
            }
            Kind::Apply(_, arguments) => arguments.iter().for_each(|argument| self.term(argument)),
            Kind::Truth(inner) => self.predicate(inner),
            Kind::Conditional(condition, yes, no) => {
                self.predicate(condition);
                self.term(yes);
                self.term(no);
            }
            Kind::Let(_, value, body) => {
                self.term(value);
                self.term(body);
            }
            Kind::At(inner, label) => {
                self.label(*label);
                self.term(inner);
            }
        }
    }
}
