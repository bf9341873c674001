//! Whether two trees are the same but for where things stand.

use super::ast::TranslationUnit;

/// The first place where two trees differ, spans and headers apart, as text for developers.
pub fn difference(left: &TranslationUnit, right: &TranslationUnit) -> Option<String> {
    for (a, b) in left.items.iter().zip(&right.items) {
        if let Some(difference) = first_difference(&shape(&format!("{a:?}")), &shape(&format!("{b:?}"))) {
            return Some(difference);
        }
    }
    let (a, b) = (left.items.len(), right.items.len());
    (a != b).then(|| format!("{a} items at file scope against {b}"))
}

/// The debugging text of a tree without its offsets in the source.
fn shape(text: &str) -> String {
    let mut shape = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((at, mark)) =
        ["start: ", "end: "].iter().filter_map(|m| rest.find(m).map(|at| (at, m))).min()
    {
        let after = at + mark.len();
        shape.push_str(&rest[..after]);
        rest = rest[after..].trim_start_matches(|c: char| c.is_ascii_digit());
    }
    shape.push_str(rest);
    shape
}

fn first_difference(a: &str, b: &str) -> Option<String> {
    if a == b {
        return None;
    }
    let common = a.bytes().zip(b.bytes()).take_while(|(x, y)| x == y).count();
    let excerpt = |text: &str| {
        let bytes = &text.as_bytes()[common.saturating_sub(60)..text.len().min(common + 60)];
        String::from_utf8_lossy(bytes).into_owned()
    };
    Some(format!("{} | {}", excerpt(a), excerpt(b)))
}
