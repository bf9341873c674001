//! Which scalars carry letters of texts, so that it is worth to know of them whether they are zero.

use std::collections::BTreeSet;

use crate::facts::cfg::{Action, Graph, ScalarId};

use super::arrays::Arrays;
use super::test::copied;

/// In programs with more such scalars nothing is said of any.
const MOST: usize = 48;

/// Scalars of procedures.
pub(super) type Letters = BTreeSet<ScalarId>;

/// The scalars that are loaded from an array with a prefix and stored to such an array, perhaps as copies of one another. No
/// range of values says that a letter is not zero, so the store would have to be taken for one that ends the text.
pub(super) fn letters(graph: &Graph, arrays: &Arrays) -> Letters {
    let actions = || graph.nodes.iter().map(|node| &node.action);
    let is_local = |scalar: ScalarId| graph.scalars[scalar.index()].procedure.is_some();
    let ends = |scalar: &ScalarId| is_local(*scalar) && arrays.with(*scalar).is_none();
    let copies = || {
        actions().filter_map(|action| match action {
            Action::Assign { target, value } => Some((copied(graph, value)?, *target)),
            _ => None,
        })
    };
    let stored = actions().filter_map(|action| match action {
        Action::Store { range, value, .. } if arrays.whole(range).is_some() => copied(graph, value),
        _ => None,
    });
    let loaded = actions().filter_map(|action| match action {
        Action::Load { target, range, .. } if arrays.whole(range).is_some() => Some(*target),
        _ => None,
    });
    let stored = closed(stored.filter(ends).collect(), || copies().map(|(from, to)| (to, from)), ends);
    let loaded = closed(loaded.filter(ends).collect(), copies, ends);
    let letters: Letters = stored.intersection(&loaded).copied().collect();
    if letters.len() > MOST { Letters::new() } else { letters }
}

/// All that can be come to by steps.
fn closed<I: Iterator<Item = (ScalarId, ScalarId)>>(
    mut found: Letters,
    steps: impl Fn() -> I,
    ends: impl Fn(&ScalarId) -> bool,
) -> Letters {
    loop {
        let before = found.len();
        let next: Vec<ScalarId> =
            steps().filter(|(from, to)| found.contains(from) && ends(to)).map(|(_, to)| to).collect();
        found.extend(next);
        if found.len() == before {
            return found;
        }
    }
}
