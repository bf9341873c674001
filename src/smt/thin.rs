//! Sums with few values: where the solver gives up on a conjunction, deciding which of them a sum has makes an equality of
//! two bounds, and equalities are solved over the integers (`solver::lattice`).

use std::collections::BTreeMap;

use super::theory::Conjunction;
use focuscheck_lia::constraint::{Comparison, Constraint, Linear, Symbol};

/// The least and greatest value of a sum, where there are such.
type Range = (Option<i128>, Option<i128>);

/// A sum with more values than this is not looked at.
const MOST: i128 = 8;

/// So often values are halved in one question.
const HALVED: usize = 64;

/// That the sum with the fewest values, but more than one, has one of the lower half of them; `halved` counts.
pub(super) fn halved(conjunction: &Conjunction, halved: &mut usize) -> Option<Constraint> {
    *halved += 1;
    if *halved > HALVED || !conjunction.problem.definitions.is_empty() {
        return None;
    }
    // Of each sum the least and greatest value.
    let mut ranges: BTreeMap<Vec<(Symbol, i128)>, Range> = BTreeMap::new();
    for constraint in &conjunction.problem.constraints {
        let expression = &constraint.expression;
        if constraint.comparison != Comparison::AtMostZero || expression.terms.is_empty() {
            continue;
        }
        // `sum + constant <= 0` is `sum <= -constant`; of `-sum + constant <= 0` the opposite is `sum >= constant`.
        if expression.terms[0].1 > 0 {
            let greatest = expression.constant.checked_neg()?;
            let range = &mut ranges.entry(expression.terms.clone()).or_default().1;
            *range = Some(range.map_or(greatest, |known| known.min(greatest)));
        } else {
            let range = &mut ranges.entry(expression.negate()?.terms).or_default().0;
            *range = Some(range.map_or(expression.constant, |known| known.max(expression.constant)));
        }
    }
    let bounded = ranges.into_iter().filter_map(|(terms, (low, high))| {
        let (low, high) = (low?, high?);
        let more = high.checked_sub(low)?;
        (1..MOST).contains(&more).then_some((more, terms, low))
    });
    let (more, terms, low) = bounded.min()?;
    let constant = (low + (more - 1) / 2).checked_neg()?;
    Some(Constraint { expression: Linear { terms, constant }, comparison: Comparison::AtMostZero })
}
