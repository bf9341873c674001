//! What guarded commands assert and assume, as formulas.

use std::collections::BTreeMap;

use crate::guarded::graph::{Access, Fact, FrameId, Frontier, Moment};
use focuscheck_base::arith::{BinaryOperator, IntegerType, Relation, UnaryOperator};
use focuscheck_base::source::Span;
use focuscheck_check::logic::tree::{Behavior, Clause, Contract, Group, PredicateKind, Variant};
use focuscheck_ir::program::graph::{Expr, ExprKind, NodeId, Place, Step};
use focuscheck_smt::term::{FormulaId, TermId};

use super::encoder::{Encoder, FIRST_OWN};
use super::env::{Env, Set};
use super::location::bytes;
use super::memory::Located;
use super::state::{State, Value};

impl Encoder<'_> {
    /// A fact in a state.
    pub fn fact(&mut self, state: &State, fact: &Fact<'_>) -> FormulaId {
        match *fact {
            Fact::False => self.terms.constant(false),
            Fact::Access(frame, access) => self.access(state, frame, access),
            Fact::HasValue(frame, place) => self.has_value(state, frame, place),
            Fact::Freeable(frame, pointer) => self.may_be_freed(state, frame, pointer),
            Fact::Divisible(frame, expression) => match &expression.kind {
                ExprKind::Binary(_, _, _, right) => {
                    let zero = self.terms.integer(0);
                    match self.value(state, frame, right) {
                        Value::Integer(right) => self.terms.compare(Relation::NotEqual, right, zero),
                        Value::Pointer { .. } => self.open("division by an address", expression),
                    }
                }
                _ => self.terms.constant(true),
            },
            Fact::Shiftable(frame, expression) => match &expression.kind {
                ExprKind::Binary(_, ty, _, right) => match self.value(state, frame, right) {
                    Value::Integer(right) => self.within(right, 0, i128::from(ty.width) - 1),
                    Value::Pointer { .. } => self.open("shift by an address", expression),
                },
                _ => self.terms.constant(true),
            },
            Fact::Fits(frame, expression) => {
                let outer = std::mem::replace(&mut self.at, expression.span);
                let fits = self.fits(state, frame, expression);
                self.at = outer;
                fits
            }
            Fact::Stated { frame, clause, inside, under } => {
                let mut env = self.env(state, frame, inside);
                let holds = self.predicate(&mut env, &clause.predicate);
                match under {
                    Some(behavior) => {
                        let applies = self.applies(state, frame, behavior);
                        self.terms.implies(applies, holds)
                    }
                    None => holds,
                }
            }
            Fact::Complete(frame, contract, group) => {
                let applied = self.group(state, frame, contract, group);
                self.terms.or(applied)
            }
            Fact::Disjoint(frame, contract, group) => {
                let applied = self.group(state, frame, contract, group);
                let mut parts = Vec::new();
                for (number, &one) in applied.iter().enumerate() {
                    for &other in &applied[number + 1..] {
                        let both = self.terms.and([one, other]);
                        parts.push(self.terms.not(both));
                    }
                }
                self.terms.and(parts)
            }
            Fact::Assignable { frame, place, by } => self.assignable(state, frame, place, &by),
            Fact::AssignableAll { frame, location, by } => {
                let mut env = self.env(state, frame, None);
                let set = self.set(&mut env, location);
                let mut ways = self.own(&set).into_iter().collect::<Vec<_>>();
                for outer in self.allowed(state, &by) {
                    let part = self.is_part(&set, &outer);
                    ways.push(self.told(part, location.span));
                }
                self.may(state, &by, ways)
            }
            Fact::AssignableAnything(by) => {
                let what = "assignments of which nobody says where they are";
                self.unmodelled.push((what.into(), by.assigns.span));
                let atom = self.terms.atom(what);
                let open = self.terms.atom_formula(atom);
                self.may(state, &by, vec![open])
            }
            Fact::Decreases { frame, variant, head } => self.decreases(state, frame, variant, head),
            Fact::Recurs { frame, call, variant } => self.recurs(state, frame, call, variant),
        }
    }

    /// The conjuncts of a clause, if it has several and always applies.
    pub fn conjuncts(&mut self, state: &State, fact: &Fact<'_>) -> Vec<FormulaId> {
        let Fact::Stated { frame, clause, inside, under: None } = *fact else { return Vec::new() };
        let PredicateKind::And(parts) = &clause.predicate.kind else { return Vec::new() };
        let mut env = self.env(state, frame, inside);
        parts.iter().map(|part| self.predicate(&mut env, part)).collect()
    }

    /// A truth value of which nothing is known.
    fn open(&mut self, what: &str, expression: &Expr) -> FormulaId {
        self.unmodelled.push((what.into(), expression.span));
        let atom = self.terms.atom(what);
        self.terms.atom_formula(atom)
    }

    /// `low <= term <= high`
    pub fn within(&mut self, term: TermId, low: i128, high: i128) -> FormulaId {
        let (low, high) = (self.terms.integer(low), self.terms.integer(high));
        let from = self.terms.compare(Relation::LessEqual, low, term);
        let to = self.terms.compare(Relation::LessEqual, term, high);
        self.terms.and([from, to])
    }

    fn access(&mut self, state: &State, frame: FrameId, access: Access<'_>) -> FormulaId {
        match access {
            Access::NotNull(place) => {
                let focuscheck_ir::program::graph::Base::Pointer(pointer) = &place.base else {
                    return self.terms.constant(true);
                };
                match self.value(state, frame, pointer) {
                    Value::Pointer { block, .. } => {
                        let zero = self.terms.integer(0);
                        self.terms.compare(Relation::NotEqual, block, zero)
                    }
                    Value::Integer(_) => self.open("access through a number", pointer),
                }
            }
            Access::Inside(place) => match self.locate(state, frame, place) {
                Located::Memory { block, offset, bits } => {
                    let size = bits.map_or_else(|| i128::from(self.size(&place.ty).unwrap_or(1)), bytes);
                    let (zero, length) = (self.terms.integer(0), self.length(state, block));
                    let end = self.terms.sum(&[(1, offset)], size);
                    let from = self.terms.compare(Relation::LessEqual, zero, offset);
                    let to = self.terms.compare(Relation::LessEqual, end, length);
                    self.terms.and([from, to])
                }
                Located::Cell(_) => self.terms.constant(true),
                Located::Nowhere(why) => {
                    self.unmodelled.push((why, place.span));
                    let atom = self.terms.atom("access");
                    self.terms.atom_formula(atom)
                }
            },
            Access::Written(place) => {
                let inside = self.access(state, frame, Access::Inside(place));
                match self.locate(state, frame, place) {
                    Located::Memory { block, .. } if self.constants > 0 => {
                        let (first, last) = (self.terms.integer(1), self.terms.integer(self.constants));
                        let before = self.terms.compare(Relation::Less, block, first);
                        let after = self.terms.compare(Relation::Less, last, block);
                        let writable = self.terms.or([before, after]);
                        self.terms.and([inside, writable])
                    }
                    Located::Memory { .. } | Located::Cell(_) | Located::Nowhere(_) => inside,
                }
            }
            Access::Index(place, number) => match place.steps.get(number) {
                Some(Step::Element { index, length: Some(length), .. }) => {
                    match self.value(state, frame, index) {
                        Value::Integer(index) => self.within(index, 0, i128::from(*length) - 1),
                        Value::Pointer { .. } => self.open("index that is an address", index),
                    }
                }
                // Of an array without a length the block has one.
                Some(Step::Element { length: None, .. }) => self.access(state, frame, Access::Inside(place)),
                Some(Step::Member { .. }) | None => self.terms.constant(true),
            },
        }
    }

    fn fits(&mut self, state: &State, frame: FrameId, expression: &Expr) -> FormulaId {
        let inside =
            |encoder: &mut Self, value: TermId, ty: IntegerType| encoder.within(value, ty.min(), ty.max());
        match &expression.kind {
            ExprKind::Unary(UnaryOperator::Negate, ty, operand) => match self.value(state, frame, operand) {
                Value::Integer(value) => {
                    let exact = self.terms.sum(&[(-1, value)], 0);
                    inside(self, exact, *ty)
                }
                Value::Pointer { .. } => self.open("arithmetic on an address", expression),
            },
            ExprKind::Binary(operator, ty, left, right) => {
                match (self.value(state, frame, left), self.value(state, frame, right)) {
                    (Value::Integer(left), Value::Integer(right)) => match operator {
                        BinaryOperator::Divide | BinaryOperator::Remainder => {
                            let (low, minus) = (self.terms.integer((*ty).min()), self.terms.integer(-1));
                            let least = self.terms.equal(left, low);
                            let minus = self.terms.equal(right, minus);
                            let both = self.terms.and([least, minus]);
                            self.terms.not(both)
                        }
                        BinaryOperator::ShiftLeft => {
                            let exact = self.exact(*operator, *ty, left, right);
                            let zero = self.terms.integer(0);
                            let positive = self.terms.compare(Relation::LessEqual, zero, left);
                            let fits = inside(self, exact, *ty);
                            self.terms.and([positive, fits])
                        }
                        BinaryOperator::Add
                        | BinaryOperator::Subtract
                        | BinaryOperator::Multiply
                        | BinaryOperator::ShiftRight
                        | BinaryOperator::BitAnd
                        | BinaryOperator::BitOr
                        | BinaryOperator::BitXor => {
                            let exact = self.exact(*operator, *ty, left, right);
                            inside(self, exact, *ty)
                        }
                    },
                    _ => self.open("arithmetic on an address", expression),
                }
            }
            _ => self.terms.constant(true),
        }
    }

    /// What an annotation of an execution is read in.
    pub fn env<'s>(&self, state: &'s State, frame: FrameId, inside: Option<NodeId>) -> Env<'s> {
        Env { frame, here: state, at: None, inside, binders: BTreeMap::new() }
    }

    /// Whether a behaviour applies to a run, by the state in which its function began.
    fn applies(&mut self, state: &State, frame: FrameId, behavior: &Behavior) -> FormulaId {
        let mut env = self.env(state, frame, None);
        env.at = state.moments.get(&(frame, Moment::Pre)).cloned();
        let assumes: &[Clause] = &behavior.assumes;
        let parts: Vec<_> =
            assumes.iter().map(|clause| self.predicate(&mut env, &clause.predicate)).collect();
        self.terms.and(parts)
    }

    fn group(&mut self, state: &State, frame: FrameId, contract: &Contract, group: &Group) -> Vec<FormulaId> {
        let named = contract.behaviors.iter();
        let named =
            named.filter(|behavior| group.behaviors.is_empty() || group.behaviors.contains(&behavior.name));
        named.map(|behavior| self.applies(state, frame, behavior)).collect()
    }

    /// What may be assigned, read where its contract or loop begins.
    fn allowed(&mut self, state: &State, by: &Frontier<'_>) -> Vec<Set> {
        let mut sets = Vec::with_capacity(by.assigns.locations.len());
        for location in &by.assigns.locations {
            let mut env = self.env(state, by.frame, by.inside);
            let moment = by.inside.map_or(Moment::Pre, Moment::LoopEntry);
            env.at = state.moments.get(&(by.frame, moment)).cloned();
            sets.push(self.set(&mut env, location));
        }
        sets
    }

    fn may(&mut self, state: &State, by: &Frontier<'_>, ways: Vec<FormulaId>) -> FormulaId {
        let any = self.terms.or(ways);
        match by.under {
            Some(behavior) => {
                let applies = self.applies(state, by.frame, behavior);
                self.terms.implies(applies, any)
            }
            None => any,
        }
    }

    /// What can be told of a place, or a truth value of which nothing is known.
    fn told(&mut self, part: Option<FormulaId>, span: Span) -> FormulaId {
        part.unwrap_or_else(|| {
            self.unmodelled.push(("assigned places of this form".into(), span));
            let atom = self.terms.atom("place");
            self.terms.atom_formula(atom)
        })
    }

    /// Whether a set is in a block that the function has made itself, if that can be told.
    fn own(&mut self, set: &Set) -> Option<FormulaId> {
        match set {
            Set::Cell(super::state::Cell::Object(None, _)) | Set::Unknown => None,
            Set::Cell(_) => Some(self.terms.constant(true)),
            Set::Extent(extent) => {
                let first = self.terms.integer(FIRST_OWN);
                Some(self.terms.compare(Relation::GreaterEqual, extent.block, first))
            }
        }
    }

    fn assignable(&mut self, state: &State, frame: FrameId, place: &Place, by: &Frontier<'_>) -> FormulaId {
        let located = self.locate(state, frame, place);
        let mut ways = Vec::new();
        match located {
            Located::Cell(cell) => {
                let local = matches!(cell, super::state::Cell::Object(Some(_), _));
                // What a function declares itself is nobody else's business; a loop may see it.
                if local && by.inside.is_none() {
                    return self.terms.constant(true);
                }
                for set in self.allowed(state, by) {
                    let part = self.is_part(&Set::Cell(cell), &set);
                    ways.push(self.told(part, place.span));
                }
            }
            Located::Memory { block, offset, bits } => {
                let size = bits.map_or_else(|| self.size(&place.ty).map_or(1, i128::from), bytes);
                if by.inside.is_none() {
                    let first = self.terms.integer(FIRST_OWN);
                    ways.push(self.terms.compare(Relation::GreaterEqual, block, first));
                }
                for set in self.allowed(state, by) {
                    let part = self.is_in((block, offset, size), bits, &set);
                    ways.push(self.told(part, place.span));
                }
            }
            Located::Nowhere(why) => {
                self.unmodelled.push((why, place.span));
                let atom = self.terms.atom("assignment");
                ways.push(self.terms.atom_formula(atom));
            }
        }
        self.may(state, by, ways)
    }

    fn decreases(&mut self, state: &State, frame: FrameId, variant: &Variant, head: NodeId) -> FormulaId {
        let mut env = self.env(state, frame, Some(head));
        let now = self.integer_term(&mut env, &variant.term);
        env.at = state.moments.get(&(frame, Moment::LoopCurrent(head))).cloned();
        let before = self.integer_term(&mut env, &variant.term);
        self.smaller(now, before, variant)
    }

    fn recurs(&mut self, state: &State, frame: FrameId, call: FrameId, variant: &Variant) -> FormulaId {
        let mut env = self.env(state, call, None);
        let now = self.integer_term(&mut env, &variant.term);
        let mut env = self.env(state, frame, None);
        env.at = state.moments.get(&(frame, Moment::Pre)).cloned();
        let before = self.integer_term(&mut env, &variant.term);
        self.smaller(now, before, variant)
    }

    /// A measure got smaller, and was not negative.
    fn smaller(&mut self, now: TermId, before: TermId, variant: &Variant) -> FormulaId {
        let zero = self.terms.integer(0);
        let less = self.terms.compare(Relation::Less, now, before);
        let bounded = self.terms.compare(Relation::LessEqual, zero, before);
        if variant.relation.is_some() {
            self.unmodelled.push(("variant with an order of its own".into(), variant.span));
            let atom = self.terms.atom("order");
            return self.terms.atom_formula(atom);
        }
        self.terms.and([less, bounded])
    }
}
