//! Checking a proof of infeasibility, however it was found.
//!
//! A proof is a combination of constraints whose sum says that a positive number is at most zero (Farkas).
//! The checks here only add and multiply exact rational numbers.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Signed, Zero};

use super::bounds::Side;
use super::constraint::{Comparison, Linear, Symbol};
use super::problem::Problem;

/// Multipliers for constraints and bounds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Certificate {
    /// Multipliers of constraints, by position; not negative for `<= 0`, of any sign for `== 0`.
    pub constraints: Vec<(usize, BigRational)>,
    /// Multipliers of `lower - symbol <= 0`, not negative.
    pub lower: Vec<(Symbol, BigRational)>,
    /// Multipliers of `symbol - upper <= 0`, not negative.
    pub upper: Vec<(Symbol, BigRational)>,
}

/// A sum of multiples of linear expressions.
#[derive(Default)]
pub(super) struct Combination {
    pub(super) coefficients: BTreeMap<Symbol, BigRational>,
    pub(super) constant: BigRational,
}

pub(super) fn big(value: i128) -> BigRational {
    BigRational::from_integer(BigInt::from(value))
}

impl Combination {
    pub(super) fn add(&mut self, expression: &Linear, factor: &BigRational) {
        for &(symbol, coefficient) in &expression.terms {
            self.add_term(symbol, factor * big(coefficient));
        }
        self.constant += factor * big(expression.constant);
    }

    pub(super) fn add_term(&mut self, symbol: Symbol, coefficient: BigRational) {
        *self.coefficients.entry(symbol).or_insert_with(BigRational::zero) += coefficient;
    }

    /// Whether no symbol is left.
    pub(super) fn is_constant(&self) -> bool {
        self.coefficients.values().all(Zero::is_zero)
    }
}

/// Whether a certificate proves that a problem is infeasible.
pub fn refutes(problem: &Problem, certificate: &Certificate) -> bool {
    let mut sum = Combination::default();
    for (position, factor) in &certificate.constraints {
        let Some(constraint) = problem.constraints.get(*position) else {
            return false;
        };
        match constraint.comparison {
            Comparison::AtMostZero if !factor.is_negative() => {}
            Comparison::Zero => {}
            _ => return false,
        }
        sum.add(&constraint.expression, factor);
    }
    for (symbol, factor) in &certificate.lower {
        let Some(&(lower, _)) = problem.bounds.get(symbol) else {
            return false;
        };
        if factor.is_negative() {
            return false;
        }
        sum.add_term(*symbol, -factor.clone());
        sum.constant += factor * big(lower);
    }
    for (symbol, factor) in &certificate.upper {
        let Some(&(_, upper)) = problem.bounds.get(symbol) else {
            return false;
        };
        if factor.is_negative() {
            return false;
        }
        sum.add_term(*symbol, factor.clone());
        sum.constant -= factor * big(upper);
    }
    sum.is_constant() && sum.constant.is_positive()
}

/// An equation that a simplex tableau claims to follow from the rows and to contradict some bounds.
#[derive(Clone, Debug)]
pub(super) struct Claim {
    /// `sum(coefficient * variable) + constant == 0`.
    pub terms: Vec<(usize, BigRational)>,
    /// The constant.
    pub constant: BigRational,
    /// The bounds that it contradicts.
    pub bounds: Vec<(usize, Side)>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constraint::Constraint;

    #[test]
    fn only_true_certificates_are_accepted() {
        // x <= 3 (a bound) and 2x >= 7.
        let expression = Linear { terms: vec![(Symbol(0), -2)], constant: 7 };
        let problem = Problem {
            constraints: vec![Constraint { expression, comparison: Comparison::AtMostZero }],
            bounds: BTreeMap::from([(Symbol(0), (0, 3))]),
            definitions: Vec::new(),
        };
        let certificate = |constraint: i128, upper: i128| Certificate {
            constraints: vec![(0, big(constraint))],
            lower: Vec::new(),
            upper: vec![(Symbol(0), big(upper))],
        };
        assert!(refutes(&problem, &certificate(1, 2)));
        assert!(!refutes(&problem, &certificate(1, 1)));
        assert!(!refutes(&problem, &certificate(-1, -2)));
        assert!(!refutes(&problem, &Certificate::default()));
    }
}
