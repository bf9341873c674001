//! Invariants in words: `0 <= i <= 9, i % 2 == 0`.

use focuscheck_rules::range::Range;

/// That a sum of variables, each with its factor, is in a range, as far as that does not follow from what is known
/// otherwise; nothing if it does.
pub fn holds(sum: &[(&str, i128)], range: Range, follows: Option<Range>) -> Option<String> {
    let (from, to) = match follows {
        Some(known) => (range.low > known.low, range.high < known.high),
        None => (true, true),
    };
    if follows.is_some_and(|known| known.is_within(range)) {
        return None;
    }
    let side = |positive: bool| {
        let terms =
            sum.iter().filter(|term| (term.1 > 0) == positive).map(|&(name, factor)| match factor.abs() {
                1 => name.to_owned(),
                factor => format!("{factor} * {name}"),
            });
        terms.collect::<Vec<String>>().join(" + ")
    };
    let (left, right) = (side(true), side(false));
    let against = |relation: &str, value: i128| match (right.is_empty(), value) {
        (true, _) => format!("{left} {relation} {value}"),
        (false, 0) => format!("{left} {relation} {right}"),
        (false, ..0) => format!("{left} {relation} {right} - {}", value.unsigned_abs()),
        (false, _) => format!("{left} {relation} {right} + {value}"),
    };
    let text = match (range.value(), from, to) {
        (Some(value), ..) => against("==", value),
        (None, true, true) if right.is_empty() => format!("{} <= {left} <= {}", range.low, range.high),
        (None, true, true) => format!("{}, {}", against(">=", range.low), against("<=", range.high)),
        (None, true, false) => against(">=", range.low),
        (None, false, true) => against("<=", range.high),
        (None, false, false) => String::new(),
    };
    let stride = match range.stride() {
        (modulus @ 2.., remainder) if right.is_empty() && range.low >= 0 => {
            let one = if matches!(sum, [(_, 1)]) { left.clone() } else { format!("({left})") };
            Some(format!("{one} % {modulus} == {remainder}"))
        }
        _ => None,
    };
    let parts: Vec<String> =
        [Some(text).filter(|text| !text.is_empty()), stride].into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}
