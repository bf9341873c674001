//! Linear constraints over integer symbols.
//!
//! Every operation that can leave the range of `i128` says so (`None`) instead of wrapping.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::Zero;
use serde::{Deserialize, Serialize};

use focuscheck_base::arith::Relation;
use focuscheck_base::limit::spend;

/// An unknown integer: an input of the program or an auxiliary of its arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Symbol(pub u32);

/// A value for every symbol of a problem.
pub type Model = BTreeMap<Symbol, i128>;

/// `sum(coefficient * symbol) + constant`; terms sorted by symbol, no zero coefficients.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Linear {
    /// Symbols with their coefficients.
    pub terms: Vec<(Symbol, i128)>,
    /// The constant.
    pub constant: i128,
}

/// How a linear expression relates to zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Comparison {
    /// `expression <= 0`
    AtMostZero,
    /// `expression == 0`
    Zero,
    /// `expression != 0`
    NotZero,
}

/// A constraint; see [`Comparison`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Constraint {
    /// The expression.
    pub expression: Linear,
    /// Its relation to zero.
    pub comparison: Comparison,
}

/// What is left of a constraint after [`Constraint::normalise`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Normal {
    /// It holds for all integers.
    True,
    /// It holds for no integers.
    False,
    /// It depends on its symbols.
    Constraint(Constraint),
}

impl Linear {
    /// A constant expression.
    pub fn constant(value: i128) -> Self {
        Linear { terms: Vec::new(), constant: value }
    }

    /// The expression that is just a symbol.
    pub fn symbol(symbol: Symbol) -> Self {
        Linear { terms: vec![(symbol, 1)], constant: 0 }
    }

    /// The sum of terms in any order, possibly with repeated symbols, and a constant.
    pub fn from_terms(mut terms: Vec<(Symbol, i128)>, constant: i128) -> Option<Self> {
        terms.sort_by_key(|term| term.0);
        let mut merged: Vec<(Symbol, i128)> = Vec::with_capacity(terms.len());
        for (symbol, coefficient) in terms {
            match merged.last_mut() {
                Some(last) if last.0 == symbol => last.1 = last.1.checked_add(coefficient)?,
                _ => merged.push((symbol, coefficient)),
            }
        }
        merged.retain(|term| term.1 != 0);
        Some(Linear { terms: merged, constant })
    }

    /// The value, if it does not depend on symbols.
    pub fn as_constant(&self) -> Option<i128> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// The symbol, if the expression is nothing else.
    pub fn as_symbol(&self) -> Option<Symbol> {
        match self.terms[..] {
            [(symbol, 1)] if self.constant == 0 => Some(symbol),
            _ => None,
        }
    }

    /// The coefficient of a symbol, zero if it does not occur.
    pub fn coefficient(&self, symbol: Symbol) -> i128 {
        match self.terms.binary_search_by_key(&symbol, |term| term.0) {
            Ok(position) => self.terms[position].1,
            Err(_) => 0,
        }
    }

    /// The symbols that occur, in order.
    pub fn symbols(&self) -> impl Iterator<Item = Symbol> + '_ {
        self.terms.iter().map(|term| term.0)
    }

    /// The sum of two expressions.
    pub fn add(&self, other: &Linear) -> Option<Linear> {
        self.add_scaled(other, 1)
    }

    /// The difference of two expressions.
    pub fn subtract(&self, other: &Linear) -> Option<Linear> {
        self.add_scaled(other, -1)
    }

    /// This expression plus `factor` times another.
    pub fn add_scaled(&self, other: &Linear, factor: i128) -> Option<Linear> {
        spend(1 + self.terms.len() + other.terms.len());
        let constant = self.constant.checked_add(other.constant.checked_mul(factor)?)?;
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let mut right = other.terms.iter().peekable();
        for &(symbol, coefficient) in &self.terms {
            while let Some(&&(earlier, value)) = right.peek() {
                if earlier >= symbol {
                    break;
                }
                terms.push((earlier, value.checked_mul(factor)?));
                right.next();
            }
            let mut sum = coefficient;
            if let Some(&&(same, value)) = right.peek()
                && same == symbol
            {
                sum = sum.checked_add(value.checked_mul(factor)?)?;
                right.next();
            }
            terms.push((symbol, sum));
        }
        for &(symbol, value) in right {
            terms.push((symbol, value.checked_mul(factor)?));
        }
        terms.retain(|term| term.1 != 0);
        Some(Linear { terms, constant })
    }

    /// This expression plus a number.
    pub fn add_constant(&self, value: i128) -> Option<Linear> {
        Some(Linear { terms: self.terms.clone(), constant: self.constant.checked_add(value)? })
    }

    /// The expression times a number.
    pub fn scale(&self, factor: i128) -> Option<Linear> {
        Linear::default().add_scaled(self, factor)
    }

    /// The expression with its sign changed.
    pub fn negate(&self) -> Option<Linear> {
        self.scale(-1)
    }

    /// The expression with a symbol replaced by another expression.
    pub fn substitute(&self, symbol: Symbol, replacement: &Linear) -> Option<Linear> {
        let Ok(position) = self.terms.binary_search_by_key(&symbol, |term| term.0) else {
            return Some(self.clone());
        };
        let mut rest = self.clone();
        let (_, coefficient) = rest.terms.remove(position);
        rest.add_scaled(replacement, coefficient)
    }

    /// The value under a model; `None` if a symbol has no value or the result is too large.
    pub fn evaluate(&self, model: &Model) -> Option<i128> {
        let mut sum = self.constant;
        for (symbol, coefficient) in &self.terms {
            sum = sum.checked_add(coefficient.checked_mul(*model.get(symbol)?)?)?;
        }
        Some(sum)
    }

    /// The value under a model without any limit on its size; `None` if a symbol has no value.
    pub fn evaluate_big(&self, model: &Model) -> Option<BigInt> {
        let mut sum = BigInt::from(self.constant);
        for (symbol, coefficient) in &self.terms {
            sum += BigInt::from(*coefficient) * BigInt::from(*model.get(symbol)?);
        }
        Some(sum)
    }

    /// The greatest common divisor of the coefficients, zero for a constant; `None` if it is too large.
    pub(super) fn content(&self) -> Option<i128> {
        let mut divisor = 0u128;
        for (_, coefficient) in &self.terms {
            divisor = divisor.gcd(&coefficient.unsigned_abs());
            if divisor == 1 {
                break;
            }
        }
        i128::try_from(divisor).ok()
    }
}

impl Constraint {
    /// `left relation right` over the integers; `None` if a coefficient gets too large.
    pub fn new(left: &Linear, relation: Relation, right: &Linear) -> Option<Self> {
        let (expression, comparison) = match relation {
            Relation::LessEqual => (left.subtract(right)?, Comparison::AtMostZero),
            Relation::Less => (left.subtract(right)?.add_constant(1)?, Comparison::AtMostZero),
            Relation::GreaterEqual => (right.subtract(left)?, Comparison::AtMostZero),
            Relation::Greater => (right.subtract(left)?.add_constant(1)?, Comparison::AtMostZero),
            Relation::Equal => (left.subtract(right)?, Comparison::Zero),
            Relation::NotEqual => (left.subtract(right)?, Comparison::NotZero),
        };
        Some(Constraint { expression, comparison })
    }

    /// The same set of integers in its smallest form: coefficients without a common divisor, the constant
    /// rounded accordingly; for `== 0` and `!= 0` the first coefficient is positive.
    pub fn normalise(&self) -> Normal {
        let expression = &self.expression;
        let truth = |holds: bool| if holds { Normal::True } else { Normal::False };
        if let Some(value) = expression.as_constant() {
            return truth(self.comparison.holds(value));
        }
        let Some(divisor) = expression.content() else {
            return Normal::Constraint(self.clone());
        };
        let divisible = expression.constant.checked_rem(divisor) == Some(0);
        match self.comparison {
            Comparison::Zero if !divisible => return Normal::False,
            Comparison::NotZero if !divisible => return Normal::True,
            _ => {}
        }
        let flip = self.comparison != Comparison::AtMostZero && expression.terms[0].1 < 0;
        if divisor == 1 && !flip {
            return Normal::Constraint(self.clone());
        }
        let factor = if flip { -divisor } else { divisor };
        // `i128::MIN / -1` is the only division that can fail; such a constraint stays as it is.
        let divided = expression
            .terms
            .iter()
            .map(|&(symbol, coefficient)| Some((symbol, coefficient.checked_div(factor)?)))
            .collect::<Option<Vec<_>>>();
        let constant = match self.comparison {
            Comparison::AtMostZero => Some(divide_up(expression.constant, factor)),
            _ => expression.constant.checked_div(factor),
        };
        match (divided, constant) {
            (Some(terms), Some(constant)) => Normal::Constraint(Constraint {
                expression: Linear { terms, constant },
                comparison: self.comparison,
            }),
            _ => Normal::Constraint(self.clone()),
        }
    }

    /// The constraint that holds exactly when this one does not.
    pub fn negate(&self) -> Option<Constraint> {
        let (expression, comparison) = match self.comparison {
            Comparison::AtMostZero => (self.expression.negate()?.add_constant(1)?, Comparison::AtMostZero),
            Comparison::Zero => (self.expression.clone(), Comparison::NotZero),
            Comparison::NotZero => (self.expression.clone(), Comparison::Zero),
        };
        Some(Constraint { expression, comparison })
    }

    /// The constraint with a symbol replaced by an expression.
    pub fn substitute(&self, symbol: Symbol, replacement: &Linear) -> Option<Constraint> {
        let expression = self.expression.substitute(symbol, replacement)?;
        Some(Constraint { expression, comparison: self.comparison })
    }

    /// Whether it holds under a model; `None` if a symbol has no value.
    pub fn evaluate(&self, model: &Model) -> Option<bool> {
        if let Some(value) = self.expression.evaluate(model) {
            return Some(self.comparison.holds(value));
        }
        let value = self.expression.evaluate_big(model)?;
        Some(match self.comparison {
            Comparison::AtMostZero => value <= BigInt::zero(),
            Comparison::Zero => value.is_zero(),
            Comparison::NotZero => !value.is_zero(),
        })
    }
}

impl Comparison {
    /// Whether it holds for a value of the expression.
    pub fn holds(self, value: i128) -> bool {
        match self {
            Comparison::AtMostZero => value <= 0,
            Comparison::Zero => value == 0,
            Comparison::NotZero => value != 0,
        }
    }
}

/// The quotient rounded down. The divisor is not zero, and not -1 for the smallest number.
pub(super) fn divide_down(dividend: i128, divisor: i128) -> i128 {
    Integer::div_floor(&dividend, &divisor)
}

/// The quotient rounded up, under the same conditions.
pub(super) fn divide_up(dividend: i128, divisor: i128) -> i128 {
    Integer::div_ceil(&dividend, &divisor)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn linear(terms: &[(u32, i128)], constant: i128) -> Linear {
        Linear::from_terms(terms.iter().map(|&(s, c)| (Symbol(s), c)).collect(), constant).unwrap()
    }

    #[test]
    fn arithmetic_merges_and_drops_terms() {
        let sum = linear(&[(0, 1), (2, 3)], 1).add(&linear(&[(1, 5), (2, -3)], 2)).unwrap();
        assert_eq!(sum, linear(&[(0, 1), (1, 5)], 3));
        let replaced = sum.substitute(Symbol(1), &linear(&[(0, 2)], 1)).unwrap();
        assert_eq!(replaced, linear(&[(0, 11)], 8));
        assert_eq!(linear(&[(0, i128::MAX)], 0).scale(2), None);
        assert_eq!(Linear::constant(i128::MAX).add_constant(1), None);
    }

    #[test]
    fn relations_over_integers() {
        let (x, y) = (Linear::symbol(Symbol(0)), Linear::symbol(Symbol(1)));
        let less = Constraint::new(&x, Relation::Less, &y).unwrap();
        assert_eq!(less.expression, linear(&[(0, 1), (1, -1)], 1));
        assert_eq!(less.negate().unwrap(), Constraint::new(&x, Relation::GreaterEqual, &y).unwrap());
    }

    #[test]
    fn normal_forms() {
        let le = |terms: &[(u32, i128)], constant| Constraint {
            expression: linear(terms, constant),
            comparison: Comparison::AtMostZero,
        };
        assert_eq!(le(&[(0, 2), (1, 4)], -5).normalise(), Normal::Constraint(le(&[(0, 1), (1, 2)], -2)));
        assert_eq!(le(&[(0, -2)], 5).normalise(), Normal::Constraint(le(&[(0, -1)], 3)));
        let zero = |comparison| Constraint { expression: linear(&[(0, 2), (1, 2)], -1), comparison };
        assert_eq!(zero(Comparison::Zero).normalise(), Normal::False);
        assert_eq!(zero(Comparison::NotZero).normalise(), Normal::True);
        let flipped = Constraint { expression: linear(&[(0, -3)], 6), comparison: Comparison::Zero };
        assert_eq!(
            flipped.normalise(),
            Normal::Constraint(Constraint {
                expression: linear(&[(0, 1)], -2),
                comparison: Comparison::Zero
            })
        );
        let extreme = Constraint {
            expression: Linear { terms: vec![(Symbol(0), i128::MIN)], constant: i128::MIN },
            comparison: Comparison::Zero,
        };
        assert!(matches!(extreme.normalise(), Normal::Constraint(_)));
        assert_eq!(extreme.negate().unwrap().negate().unwrap(), extreme);
    }

    #[test]
    fn evaluation_beyond_the_machine_range_is_still_exact() {
        let model = Model::from([(Symbol(0), i128::MAX), (Symbol(1), i128::MAX)]);
        let constraint =
            Constraint { expression: linear(&[(0, 4), (1, -4)], 0), comparison: Comparison::Zero };
        assert_eq!(constraint.expression.evaluate(&model), None);
        assert_eq!(constraint.evaluate(&model), Some(true));
        assert_eq!(constraint.evaluate(&Model::new()), None);
    }
}
