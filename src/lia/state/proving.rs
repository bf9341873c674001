//! The steps of a propagation as facts of a derivation.

use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

use super::{Conflict, Contradiction, Explanation, Reason, Side, State, Step, coefficient_sign};
use crate::certificate::Claim;
use crate::constraint::Comparison;
use crate::derivation::{Derivation, FactId, NodeId, bound};
use focuscheck_certificate::Number;

impl State<'_> {
    /// The facts of bounds that hold at present.
    pub fn facts(&self, variable: usize) -> [Option<FactId>; 2] {
        let Some(log) = &self.system.log else { return [None; 2] };
        let needed =
            self.needed(&Conflict::among(&[variable], Contradiction::None), &mut Explanation::default());
        self.derive(&needed, &mut log.borrow_mut())[variable]
    }

    /// Records the steps that are needed; the facts of all bounds, as far as they are.
    fn derive(&self, needed: &[bool], log: &mut Derivation) -> Vec<[Option<FactId>; 2]> {
        let variables = self.lower.len();
        let mut current: Vec<[Option<FactId>; 2]> =
            (0..variables).map(|variable| log.base(variable)).collect();
        for (position, step) in self.trail.iter().enumerate() {
            let mut fact = step.fact.get();
            if needed[position] && fact.is_none() {
                fact = self.derived(step, &current, log);
                step.fact.set(fact);
            }
            current[step.variable][step.side as usize] = fact;
        }
        current
    }

    fn derived(&self, step: &Step, current: &[[Option<FactId>; 2]], log: &mut Derivation) -> Option<FactId> {
        let present = |variable: usize, side: Side| current[variable][side as usize];
        match step.reason {
            Reason::Decision(level) => log.assumed(level, step.side),
            Reason::Operator(number) => {
                let operator = &self.system.operators[number];
                let variables = [operator.result, operator.left, operator.right];
                let claim = bound(step.variable, step.side, step.value);
                Some(log.interval(number, variables, Some(claim), present))
            }
            Reason::Congruence(row, modulus) => {
                let row = &self.system.rows[row];
                let expression = &row.constraint.expression;
                log.bound_by_congruence(row.proof?, expression, modulus, (step.variable, step.side), present)
            }
            Reason::Row(row) => {
                let row = &self.system.rows[row];
                let expression = &row.constraint.expression;
                if row.constraint.comparison == Comparison::NotZero {
                    return log.bound_by_exclusion(row.proof?, expression, step.variable, step.side, present);
                }
                let upward = coefficient_sign(expression, step.variable);
                let sign = if upward == (step.side == Side::Upper) { 1 } else { -1 };
                log.bound_by(row.proof?, sign, expression, step.variable, present)
            }
        }
    }

    /// Records what refutes the present case.
    pub(super) fn prove(&self, conflict: &Conflict, needed: &[bool], log: &mut Derivation) -> Option<NodeId> {
        if matches!(conflict.contradiction, Contradiction::None) {
            return None;
        }
        let current = self.derive(needed, log);
        let present = |variable: usize, side: Side| current[variable][side as usize];
        let fact = match &conflict.contradiction {
            Contradiction::None => None,
            Contradiction::Crossed(variable) => {
                let side =
                    |log: &Derivation, side| log.bound_part(present(*variable, side)?, side, Number::ONE);
                let parts = vec![side(log, Side::Lower)?, side(log, Side::Upper)?];
                log.sum(parts, Number::ONE)
            }
            Contradiction::Undefined(number) => {
                let operator = &self.system.operators[*number];
                let variables = [operator.result, operator.left, operator.right];
                Some(log.interval(*number, variables, None, present))
            }
            Contradiction::Claim(claim) => self.refuted_claim(&claim.0, &claim.1, present, log),
        };
        fact.map(|fact| log.leaf(fact))
    }

    /// The equation of a claim, plus multiples of the bounds that it contradicts.
    fn refuted_claim(
        &self,
        claim: &Claim,
        rows: &[(usize, BigRational)],
        present: impl Fn(usize, Side) -> Option<FactId>,
        log: &mut Derivation,
    ) -> Option<FactId> {
        // The smallest value is positive, or the largest is negative.
        let (variable, coefficient) = claim.terms.iter().find(|term| !term.1.is_zero())?;
        let lower = claim.bounds.contains(&(*variable, Side::Lower));
        let sign = if lower == coefficient.is_positive() { BigRational::one() } else { -BigRational::one() };
        let mut parts = Vec::new();
        for (row, factor) in rows {
            parts.push((&sign * factor, self.system.rows[*row].proof?));
        }
        for (variable, coefficient) in claim.terms.iter().filter(|term| !term.1.is_zero()) {
            let coefficient = &sign * coefficient;
            let side = if coefficient.is_positive() { Side::Lower } else { Side::Upper };
            let (unit, id) = log.bound_part(present(*variable, side)?, side, Number::ONE)?;
            let orientation = if unit == Number::ONE { BigRational::one() } else { -BigRational::one() };
            parts.push((orientation * coefficient.abs(), id));
        }
        log.scaled_sum(&parts)
    }
}
