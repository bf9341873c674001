//! What eliminations are about: linear comparisons and divisibility.

use num_integer::Integer;

use focuscheck_lia::constraint::{Comparison, Constraint, Linear, Normal, Symbol};

/// A condition on integers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Atom {
    /// A comparison with zero.
    Compare(Constraint),
    /// A number divides an expression, or does not.
    Divides {
        /// The number, at least 2 in a normal form.
        modulus: i128,
        /// The expression; in a normal form all its numbers are from 0 on and less than the modulus.
        expression: Linear,
        /// Whether it does.
        holds: bool,
    },
}

/// What is left of an atom in its normal form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reduced {
    /// It holds for all integers, or for none.
    Constant(bool),
    /// It depends on its symbols.
    Atom(Atom),
}

impl Atom {
    /// `expression <= 0`
    pub fn at_most_zero(expression: Linear) -> Atom {
        Atom::Compare(Constraint { expression, comparison: Comparison::AtMostZero })
    }

    /// The expression that it is about.
    pub fn expression(&self) -> &Linear {
        match self {
            Atom::Compare(constraint) => &constraint.expression,
            Atom::Divides { expression, .. } => expression,
        }
    }

    /// The same condition about another expression.
    pub fn with(&self, expression: Linear) -> Atom {
        match self {
            Atom::Compare(Constraint { comparison, .. }) => {
                Atom::Compare(Constraint { expression, comparison: *comparison })
            }
            Atom::Divides { modulus, holds, .. } => {
                Atom::Divides { modulus: *modulus, expression, holds: *holds }
            }
        }
    }

    /// The atom that holds exactly where this one does not; `None` if a number gets too large.
    pub fn negated(&self) -> Option<Atom> {
        Some(match self {
            Atom::Compare(constraint) => Atom::Compare(constraint.negate()?),
            Atom::Divides { modulus, expression, holds } => {
                Atom::Divides { modulus: *modulus, expression: expression.clone(), holds: !holds }
            }
        })
    }

    /// Whether it holds; `None` if a symbol has no value or a number is too large.
    pub fn evaluate(&self, model: &focuscheck_lia::constraint::Model) -> Option<bool> {
        match self {
            Atom::Compare(constraint) => constraint.evaluate(model),
            Atom::Divides { modulus, expression, holds } => {
                Some((expression.evaluate(model)?.checked_rem(*modulus)? == 0) == *holds)
            }
        }
    }

    /// The coefficient of a symbol.
    pub fn coefficient(&self, symbol: Symbol) -> i128 {
        self.expression().coefficient(symbol)
    }

    /// The same set of integers in its smallest form.
    pub fn reduced(&self) -> Reduced {
        match self {
            Atom::Compare(constraint) => match constraint.normalise() {
                Normal::True => Reduced::Constant(true),
                Normal::False => Reduced::Constant(false),
                Normal::Constraint(constraint) => Reduced::Atom(Atom::Compare(constraint)),
            },
            Atom::Divides { modulus, expression, holds } => divides(*modulus, expression, *holds),
        }
    }
}

fn divides(modulus: i128, expression: &Linear, holds: bool) -> Reduced {
    let modulus = modulus.unsigned_abs() as i128;
    if modulus <= 1 {
        return Reduced::Constant((modulus == 1) == holds);
    }
    let terms: Vec<(Symbol, i128)> = expression
        .terms
        .iter()
        .map(|&(symbol, factor)| (symbol, factor.rem_euclid(modulus)))
        .filter(|&(_, factor)| factor != 0)
        .collect();
    let constant = expression.constant.rem_euclid(modulus);
    let common = terms.iter().fold(modulus, |common, &(_, factor)| common.gcd(&factor));
    if constant % common != 0 {
        return Reduced::Constant(!holds);
    }
    let modulus = modulus / common;
    if modulus == 1 {
        return Reduced::Constant(holds);
    }
    let terms: Vec<(Symbol, i128)> = terms.into_iter().map(|(s, factor)| (s, factor / common)).collect();
    let expression = Linear { terms, constant: constant / common };
    Reduced::Atom(Atom::Divides { modulus, expression, holds })
}
