//! Conditions that others of the same list imply.

/// What a comparison with a number says about its left side.
#[derive(Clone, Copy)]
enum Range {
    /// It lies between two numbers, both included.
    Between(i128, i128),
    /// It is any number but one.
    Not(i128),
}

/// The conditions without those that another one implies: of `n > 0`, `n > 1` and `n != 7` only `n > 1` and
/// `n != 7` are left. Only comparisons of the same text with numbers are looked at.
pub fn without_implied(texts: Vec<String>) -> Vec<String> {
    let parsed: Vec<Option<(&str, Range)>> = texts.iter().map(|text| parse(text)).collect();
    let implies = |strong: usize, weak: usize| match (parsed[strong], parsed[weak]) {
        (Some((left, strong)), Some((right, weak))) => left == right && covers(weak, strong),
        _ => false,
    };
    let needed: Vec<bool> = (0..texts.len())
        .map(|weak| {
            !(0..texts.len()).any(|strong| {
                strong != weak && implies(strong, weak) && (strong < weak || !implies(weak, strong))
            })
        })
        .collect();
    texts.into_iter().zip(needed).filter_map(|(text, needed)| needed.then_some(text)).collect()
}

/// Splits `LEFT OPERATOR NUMBER`.
fn parse(text: &str) -> Option<(&str, Range)> {
    let (rest, number) = text.rsplit_once(' ')?;
    let (left, operator) = rest.rsplit_once(' ')?;
    // Two values without a name read the same but need not be the same.
    if left.contains("unknown value") {
        return None;
    }
    let number: i128 = number.parse().ok()?;
    let range = match operator {
        "==" => Range::Between(number, number),
        "!=" => Range::Not(number),
        "<" => Range::Between(i128::MIN, number.checked_sub(1)?),
        "<=" => Range::Between(i128::MIN, number),
        ">" => Range::Between(number.checked_add(1)?, i128::MAX),
        ">=" => Range::Between(number, i128::MAX),
        _ => return None,
    };
    Some((left, range))
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

    fn left(texts: &[&str]) -> String {
        without_implied(texts.iter().map(|&text| text.to_owned()).collect()).join(", ")
    }

    #[test]
    fn only_the_strongest_comparisons_stay() {
        assert_eq!(left(&["i >= 0", "i <= 2", "i == 2"]), "i == 2");
        assert_eq!(left(&["n > 0", "n > 1", "n <= 3", "n != 2", "n != 5"]), "n > 1, n <= 3, n != 2");
        assert_eq!(left(&["n > 0", "n >= 1"]), "n > 0");
    }

    #[test]
    fn other_conditions_stay() {
        assert_eq!(left(&["x > y", "x > 0", "y > 0", "x + y > 0"]), "x > y, x > 0, y > 0, x + y > 0");
    }
}
