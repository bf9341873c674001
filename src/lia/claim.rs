//! Checking what a simplex tableau claims.

use num_rational::BigRational;
use num_traits::{Signed, Zero};

use super::bounds::{NO_LOWER, NO_UPPER, Side};
use super::certificate::{Claim, Combination, big};
use super::constraint::Symbol;
use super::state::State;

/// Checks a claim; yields the rows that sum to it with their multipliers, or nothing if it is wrong.
///
/// Each of `heads` is a row with a variable that occurs in no other of these rows, so the multiplier of a row
/// can be read off the equation.
pub(super) fn confirm(
    state: &State<'_>,
    heads: &[(usize, usize)],
    claim: &Claim,
) -> Option<Vec<(usize, BigRational)>> {
    let mut difference = Combination { constant: claim.constant.clone(), ..Combination::default() };
    for (variable, coefficient) in &claim.terms {
        difference.add_term(Symbol(*variable as u32), coefficient.clone());
    }
    let mut rows = Vec::new();
    for &(row, head) in heads {
        let head = Symbol(head as u32);
        let Some(factor) = difference.coefficients.get(&head).filter(|factor| !factor.is_zero()) else {
            continue;
        };
        let expression = &state.system.rows[row].constraint.expression;
        let factor = -factor / big(expression.coefficient(head));
        difference.add(expression, &factor);
        rows.push((row, -factor));
    }
    if !difference.is_constant() || !difference.constant.is_zero() {
        return None;
    }
    // The sum's smallest or largest value, using no bounds but the named ones, must exclude zero.
    let extreme = |smallest: bool| {
        let mut sum = claim.constant.clone();
        for (variable, coefficient) in claim.terms.iter().filter(|term| !term.1.is_zero()) {
            let side = if coefficient.is_positive() == smallest { Side::Lower } else { Side::Upper };
            if !claim.bounds.contains(&(*variable, side)) {
                return None;
            }
            let value = match side {
                Side::Lower => state.lower[*variable],
                Side::Upper => state.upper[*variable],
            };
            if value == NO_LOWER || value == NO_UPPER {
                return None;
            }
            sum += coefficient * big(value);
        }
        Some(sum)
    };
    let contradicted = extreme(true).is_some_and(|sum| sum.is_positive())
        || extreme(false).is_some_and(|sum| sum.is_negative());
    contradicted.then_some(rows)
}
