//! Arithmetic that neither wraps nor overflows, and knows linear operations only ("Automated error diagnosis using abductive
//! inference", section 3: what is not linear is an unknown at its line).

use focuscheck_base::arith::{BinaryOperator, IntegerType, Relation};
use focuscheck_smt::term::{TermId, TermNode};

use super::encoder::{Encoder, Origin};
use super::state::Wraps;

impl Encoder<'_> {
    /// A value as it is in a type, if arithmetic is ideal.
    pub(super) fn ideally_wrapped(&mut self, value: TermId, ty: IntegerType) -> Option<TermId> {
        let at = self.at.start;
        let ideal = self.ideal.as_mut()?;
        if ty.is_bool() {
            let (zero, one) = (self.terms.integer(0), self.terms.integer(1));
            let set = self.terms.compare(Relation::NotEqual, value, zero);
            return Some(self.terms.conditional(set, one, zero));
        }
        ideal.wraps.insert(at);
        match ideal.kind {
            Wraps::Excluded => Some(value),
            Wraps::Any => Some(self.any_wrapped(value, ty)),
        }
    }

    /// A value as it is in a type: itself if it fits, else any.
    fn any_wrapped(&mut self, value: TermId, ty: IntegerType) -> TermId {
        let key = (value, ty.width, ty.signed);
        if let Some(&known) = self.ideal.as_ref().and_then(|ideal| ideal.wrapped.get(&key)) {
            return known;
        }
        let terms = &mut self.terms;
        let variable = terms.variable("wrapped", Some((ty.min(), ty.max())));
        let term = terms.variable_term(variable);
        let (low, high) = (terms.integer(ty.min()), terms.integer(ty.max()));
        let below = terms.compare(Relation::Less, value, low);
        let above = terms.compare(Relation::Greater, value, high);
        let same = terms.equal(term, value);
        let defined = terms.or([below, above, same]);
        if let Some(ideal) = &mut self.ideal {
            ideal.definitions.insert(variable, defined);
            ideal.wrapped.insert(key, term);
        }
        term
    }

    /// The result of an operation, if arithmetic is ideal and the operation not a sum.
    pub(super) fn ideally(
        &mut self,
        operator: BinaryOperator,
        ty: IntegerType,
        left: TermId,
        right: TermId,
    ) -> Option<TermId> {
        self.ideal.as_ref()?;
        let by = self.terms.as_integer(right);
        match (operator, by) {
            (BinaryOperator::Add | BinaryOperator::Subtract, _) => None,
            (BinaryOperator::Multiply, _) => {
                let product = self.terms.times(left, right);
                match self.terms.term(product) {
                    TermNode::Operation(..) => {
                        let low = if left == right { Some(0) } else { None };
                        Some(self.product(product, ty, low))
                    }
                    _ => Some(product),
                }
            }
            (BinaryOperator::Divide, Some(by)) if by > 0 => Some(self.quotient(left, by, false).0),
            (BinaryOperator::Remainder, Some(by)) if by > 0 => Some(self.quotient(left, by, false).1),
            (BinaryOperator::ShiftRight, Some(by @ 0..=62)) => Some(self.quotient(left, 1 << by, true).0),
            (BinaryOperator::ShiftLeft, Some(by @ 0..=62)) => Some(self.terms.sum(&[(1 << by, left)], 0)),
            (BinaryOperator::Divide, _)
            | (BinaryOperator::Remainder, _)
            | (BinaryOperator::ShiftLeft, _)
            | (BinaryOperator::ShiftRight, _)
            | (BinaryOperator::BitAnd, _)
            | (BinaryOperator::BitOr, _)
            | (BinaryOperator::BitXor, _) => {
                let operation = match operator {
                    BinaryOperator::Divide => focuscheck_lia::problem::Operation::Divide,
                    BinaryOperator::Remainder => focuscheck_lia::problem::Operation::Remainder,
                    BinaryOperator::ShiftLeft => focuscheck_lia::problem::Operation::ShiftLeft,
                    BinaryOperator::ShiftRight => focuscheck_lia::problem::Operation::ShiftRight,
                    BinaryOperator::BitAnd => focuscheck_lia::problem::Operation::BitAnd,
                    BinaryOperator::BitOr => focuscheck_lia::problem::Operation::BitOr,
                    BinaryOperator::BitXor => focuscheck_lia::problem::Operation::BitXor,
                    BinaryOperator::Add | BinaryOperator::Subtract | BinaryOperator::Multiply => return None,
                };
                let exact = self.terms.operation(operation, ty.width, ty.signed, left, right);
                match self.terms.term(exact) {
                    TermNode::Operation(..) => Some(self.product(exact, ty, None)),
                    _ => Some(exact),
                }
            }
        }
    }

    /// The unknown that stands for the result of an operation.
    fn product(&mut self, exact: TermId, ty: IntegerType, low: Option<i128>) -> TermId {
        if let Some(&known) = self.ideal.as_ref().and_then(|ideal| ideal.products.get(&exact)) {
            return known;
        }
        // Without wraps and overflow the result is one of its type.
        let range = (low.unwrap_or(ty.min()).max(ty.min()), ty.max());
        let wraps = !ty.signed && self.ideal.as_ref().is_some_and(|ideal| ideal.kind == Wraps::Any);
        let range = match self.terms.range(exact) {
            Some((_, most)) if wraps && most > ty.max() => range,
            Some((least, most)) if least.max(range.0) <= most.min(range.1) => {
                (least.max(range.0), most.min(range.1))
            }
            Some(_) | None => range,
        };
        let variable = self.terms.variable("operation", Some(range));
        self.input(variable, Origin::Operation);
        let term = self.terms.variable_term(variable);
        if let Some(ideal) = &mut self.ideal {
            ideal.products.insert(exact, term);
        }
        term
    }

    /// A quotient by a positive number and what is left: rounded down, or towards zero as C divides.
    fn quotient(&mut self, value: TermId, by: i128, down: bool) -> (TermId, TermId) {
        let key = (value, by, down);
        if let Some(&known) = self.ideal.as_ref().and_then(|ideal| ideal.quotients.get(&key)) {
            return known;
        }
        let terms = &mut self.terms;
        let names = ["quotient", "remainder"];
        let [whole, rest] = names.map(|name| terms.variable(name, None));
        let (whole_term, rest_term) = (terms.variable_term(whole), terms.variable_term(rest));
        let sum = terms.sum(&[(by, whole_term), (1, rest_term)], 0);
        let exact = terms.equal(value, sum);
        let (zero, limit, below) = (terms.integer(0), terms.integer(by), terms.integer(-by));
        let from = terms.compare(Relation::GreaterEqual, rest_term, zero);
        let to = terms.compare(Relation::Less, rest_term, limit);
        let mut ranges = vec![terms.and([from, to])];
        if !down {
            let positive = terms.compare(Relation::GreaterEqual, value, zero);
            let negative = terms.not(positive);
            ranges.push(positive);
            let upper = terms.and(std::mem::take(&mut ranges));
            let above = terms.compare(Relation::Greater, rest_term, below);
            let until = terms.compare(Relation::LessEqual, rest_term, zero);
            let lower = terms.and([negative, above, until]);
            ranges = vec![terms.or([upper, lower])];
        }
        ranges.push(exact);
        let defined = terms.and(ranges);
        if let Some(ideal) = &mut self.ideal {
            ideal.definitions.insert(whole, defined);
            ideal.definitions.insert(rest, defined);
            ideal.quotients.insert(key, (whole_term, rest_term));
        }
        (whole_term, rest_term)
    }
}
