//! What is stated and nobody asks, in words.

use std::collections::BTreeMap;

use crate::words::lines;
use focuscheck_base::source::Parts;

use super::model::Place;

/// What is stated and nobody asks, if there is anything: `not asked: lemma wrong (line 1)`.
pub fn unasked<'p>(all: impl Iterator<Item = &'p (String, Place)>, parts: &Parts) -> Option<String> {
    let mut places: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
    for (what, place) in all {
        places.entry(what).or_default().push(place.overall);
    }
    let mut said: Vec<(Vec<u32>, &str)> = places.into_iter().map(|(what, lines)| (lines, what)).collect();
    said.sort();
    let said: Vec<String> =
        said.into_iter().map(|(numbers, what)| format!("{what} ({})", lines(&numbers, parts))).collect();
    (!said.is_empty()).then(|| format!("not asked: {}", said.join(", ")))
}
