//! Conditions that others of the same list imply.

use std::borrow::Cow;

use crate::model::Assumption;
use focuscheck_lia::constraint::{Comparison, Constraint, Symbol};

/// What a comparison with a number says about its left side.
#[derive(Clone, Copy)]
enum Range {
    /// It lies between two numbers, both included.
    Between(i128, i128),
    /// It is any number but one.
    Not(i128),
}

/// The terms that are compared with a number, and what that says about them.
type Compared = (Vec<(Symbol, i128)>, Range);

/// The assumptions, each once, without those that another one implies: of `n > 0`, `n > 1` and `n != 7` only `n > 1` and
/// `n != 7` are left, and of `n >= 2` and `n < 3` the equality `n == 2`. Only comparisons of the same sum with numbers are
/// looked at.
pub fn without_implied<'a>(
    assumptions: impl IntoIterator<Item = &'a Assumption>,
) -> Vec<Cow<'a, Assumption>> {
    let mut found: Vec<&Assumption> = Vec::new();
    for assumption in assumptions {
        if !found.iter().any(|known| known.is_same(assumption)) {
            found.push(assumption);
        }
    }
    let ranges: Vec<_> = found.iter().map(|a| a.constraint.as_ref().and_then(range)).collect();
    let implies = |strong: usize, weak: usize| match (&ranges[strong], &ranges[weak]) {
        (Some((left, strong)), Some((right, weak))) => left == right && covers(*weak, *strong),
        _ => false,
    };
    let needed = |&weak: &usize| {
        !(0..found.len()).any(|strong| {
            strong != weak && implies(strong, weak) && (strong < weak || !implies(weak, strong))
        })
    };
    let needed: Vec<usize> = (0..found.len()).filter(needed).collect();
    let mut left: Vec<Cow<'a, Assumption>> = Vec::new();
    for &number in &needed {
        let own = found[number];
        let other = needed.iter().position(|&other| number != other && meet(&ranges, number, other));
        let merged = other.and_then(|other| Some((other, equality(own, found[needed[other]])?)));
        match merged {
            // It stands where the first of the two stood.
            Some((other, _)) if needed[other] < number => {}
            Some((_, equality)) => left.push(Cow::Owned(equality)),
            None => left.push(Cow::Borrowed(own)),
        }
    }
    left
}

/// Whether two comparisons leave one number together.
fn meet(ranges: &[Option<Compared>], one: usize, other: usize) -> bool {
    let (Some((left, one)), Some((right, other))) = (&ranges[one], &ranges[other]) else { return false };
    match (one, other) {
        (Range::Between(low, i128::MAX), Range::Between(i128::MIN, high))
        | (Range::Between(i128::MIN, high), Range::Between(low, i128::MAX)) => left == right && low == high,
        _ => false,
    }
}

/// `x == 2`, of two comparisons that leave only that: `x >= 2` and `x < 3`.
fn equality(one: &Assumption, other: &Assumption) -> Option<Assumption> {
    let (left, number) = nearest(&one.text)?;
    (nearest(&other.text)? == (left, number)).then_some(())?;
    let constraint = Constraint { comparison: Comparison::Zero, ..one.constraint.clone()? };
    Some(Assumption { text: format!("{left} == {number}"), constraint: Some(constraint), ..one.clone() })
}

/// What is compared with a number, and the number next to which the comparison holds: 2 of `x < 3`.
fn nearest(text: &str) -> Option<(&str, i128)> {
    let relations = [(" <= ", 0), (" >= ", 0), (" < ", -1), (" > ", 1)];
    let mut parts = relations.into_iter().filter_map(|(relation, by)| Some((text.split_once(relation)?, by)));
    let ((left, right), by) = parts.next()?;
    // Of several comparisons in one text nobody knows which it is.
    if parts.next().is_some() {
        return None;
    }
    Some((left, right.parse::<i128>().ok()?.checked_add(by)?))
}

/// The terms that are compared, the first one positive, and with what.
fn range(constraint: &Constraint) -> Option<Compared> {
    let (terms, constant) = (&constraint.expression.terms, constraint.expression.constant);
    let turned = terms.first()?.1 < 0;
    let terms = match turned {
        true => terms.iter().map(|&(s, factor)| Some((s, factor.checked_neg()?))).collect::<Option<_>>()?,
        false => terms.clone(),
    };
    let bound = if turned { constant } else { constant.checked_neg()? };
    let range = match (constraint.comparison, turned) {
        (Comparison::AtMostZero, false) => Range::Between(i128::MIN, bound),
        (Comparison::AtMostZero, true) => Range::Between(bound, i128::MAX),
        (Comparison::Zero, _) => Range::Between(bound, bound),
        (Comparison::NotZero, _) => Range::Not(bound),
    };
    Some((terms, range))
}

/// Whether every number in `inner` is in `outer`.
fn covers(outer: Range, inner: Range) -> bool {
    match (outer, inner) {
        (Range::Between(low, high), Range::Between(from, to)) => low <= from && to <= high,
        (Range::Not(hole), Range::Between(from, to)) => hole < from || to < hole,
        (Range::Not(hole), Range::Not(other)) => hole == other,
        (Range::Between(..), Range::Not(_)) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::samples::assumption;
    use focuscheck_base::arith::Relation;
    use focuscheck_lia::constraint::{Linear, Normal};

    /// `left RELATION right` of numbers of symbols and a number.
    fn compared(terms: &[(u32, i128)], relation: Relation, number: i128) -> Assumption {
        let left =
            Linear::from_terms(terms.iter().map(|&(s, c)| (Symbol(s), c)).collect(), 0).expect("a sum");
        let constraint = Constraint::new(&left, relation, &Linear::constant(number)).map(|c| c.normalise());
        let Some(Normal::Constraint(constraint)) = constraint else { panic!("a constraint") };
        let text = format!("{terms:?} {} {number}", relation.symbol());
        Assumption { constraint: Some(constraint), ..assumption(&text, 1) }
    }

    fn left(assumptions: &[Assumption]) -> Vec<usize> {
        let left = without_implied(assumptions);
        let position = |found: Cow<'_, Assumption>| match found {
            Cow::Borrowed(found) => assumptions.iter().position(|a| std::ptr::eq(a, found)),
            Cow::Owned(_) => None,
        };
        left.into_iter().filter_map(position).collect()
    }

    #[test]
    fn two_comparisons_that_leave_one_number_are_an_equality() {
        use Relation::{GreaterEqual, Less, LessEqual};
        let n = |text: &str, relation, number| Assumption {
            text: text.to_owned(),
            ..compared(&[(0, 1)], relation, number)
        };
        let texts = |assumptions: &[Assumption]| {
            without_implied(assumptions).iter().map(|a| a.text.clone()).collect::<Vec<_>>()
        };
        let other = assumption("k", 1);
        let two = [n("n < 3", Less, 3), other.clone(), n("n >= 2", GreaterEqual, 2)];
        assert_eq!(texts(&two), ["n == 2", "k"]);
        let letters = [n("c <= 'a'", LessEqual, 97), n("c >= 97", GreaterEqual, 97)];
        assert_eq!(texts(&letters), ["c <= 'a'", "c >= 97"]);
        let apart = [n("n < 4", Less, 4), n("n >= 2", GreaterEqual, 2)];
        assert_eq!(texts(&apart), ["n < 4", "n >= 2"]);
    }

    #[test]
    fn only_the_strongest_comparisons_stay() {
        use Relation::{Equal, Greater, GreaterEqual, LessEqual, NotEqual};
        let n = |relation, number| compared(&[(0, 1)], relation, number);
        assert_eq!(left(&[n(GreaterEqual, 0), n(LessEqual, 2), n(Equal, 2)]), [2]);
        let five = [n(Greater, 0), n(Greater, 1), n(LessEqual, 3), n(NotEqual, 2), n(NotEqual, 5)];
        assert_eq!(left(&five), [1, 2, 3]);
        assert_eq!(left(&[n(Greater, 0), n(GreaterEqual, 1)]), [0]);
    }

    #[test]
    fn other_conditions_stay() {
        use Relation::Greater;
        let x_and_y = compared(&[(0, 1), (1, 1)], Greater, 0);
        let (x, y) = (compared(&[(0, 1)], Greater, 0), compared(&[(1, 1)], Greater, 0));
        assert_eq!(left(&[compared(&[(0, 1), (1, -1)], Greater, 0), x, y, x_and_y]), [0, 1, 2, 3]);
        // What cannot be compared is the same only if it reads the same.
        assert_eq!(left(&[assumption("a", 1), assumption("b", 1), assumption("a", 2)]), [0, 1]);
    }
}
