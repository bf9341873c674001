//! Which steps of the machine the steps of a report are.
//!
//! A report tells a run over cells, the machine runs the program with its pointers. Both know the statement of each node and
//! how many calls are open, so both runs are a sequence of passages through statements. Where these sequences differ, nothing
//! is said of any step.

use std::collections::BTreeSet;

use focuscheck_base::source::Span;
use focuscheck_ir::program::graph::{Action, Graph, NodeId};
use focuscheck_ir::program::outline::UnitKind;
use focuscheck_machine::Passed;
use focuscheck_report::model::StepKind;

use super::super::trace;

/// What a passage through a statement is known by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// The statement.
    pub span: Span,
    /// How many calls are open before it; 0 in the function that was started.
    pub depth: u32,
    /// Whether it is a call.
    pub is_call: bool,
}

impl Key {
    /// Whether both are of one statement and one call.
    fn is_beside(&self, other: &Key) -> bool {
        (self.span, self.depth) == (other.span, other.depth)
    }
}

/// A passage of the machine through a statement.
#[derive(Clone, Debug)]
pub struct Passage {
    key: Key,
    kind: StepKind,
    /// The nodes of the statement that it has passed.
    nodes: BTreeSet<NodeId>,
    /// Its last step of the machine, counted from 0.
    last: u64,
}

/// Takes the next step of the machine in.
pub fn take(graph: &Graph, passages: &mut Vec<Passage>, passed: Passed, step: u64) {
    let outline = &graph.outline;
    let Some((unit, depth)) = outline.unit_of[passed.node.index()].zip(passed.depth) else { return };
    let unit = &outline.units[unit.index()];
    let of_library = unit.model.is_some();
    let action = &graph.nodes[passed.node.index()].action;
    let kind = match unit.kind {
        _ if matches!(action, Action::Error(_)) => Some(StepKind::Error),
        _ if matches!(action, Action::Exit) => None,
        // Over cells a declaration is shown where it says that there is no value.
        UnitKind::Havoc => Some(StepKind::Assign),
        kind => trace::kind_of(kind, of_library),
    };
    let Some(kind) = kind else { return };
    let span = outline.statements[unit.statement.index()].span;
    let key = Key { span, depth, is_call: kind == StepKind::Call };
    if let Some(last) = passages.last_mut()
        && last.key.span == span
        && last.key.depth == depth
        && (last.kind == kind || kind == StepKind::Error)
        && kind != StepKind::Call
        && (of_library || !last.nodes.contains(&passed.node))
    {
        last.nodes.insert(passed.node);
        last.last = step;
        return;
    }
    // What an earlier passage has passed is not asked for again.
    passages.last_mut().into_iter().for_each(|last| last.nodes = BTreeSet::new());
    passages.push(Passage { key, kind, nodes: BTreeSet::from([passed.node]), last: step });
}

/// For each step of a report the step of the machine after which it is done, if that can be said of it; `None` if the two
/// runs are not the same. The last step is where the run ends.
pub fn lined(steps: &[Key], passages: &[Passage], end: u64) -> Option<Vec<Option<u64>>> {
    let told: BTreeSet<Span> = steps.iter().map(|step| step.span).collect();
    let passages: Vec<&Passage> =
        passages.iter().filter(|passage| told.contains(&passage.key.span)).collect();
    let known: BTreeSet<Span> = passages.iter().map(|passage| passage.key.span).collect();
    let mut found = vec![None; steps.len()];
    let own: Vec<(usize, &Key)> =
        steps.iter().enumerate().filter(|(_, step)| known.contains(&step.span)).collect();
    let mut rest = passages.as_slice();
    // For each call that is open the statement that it was in last.
    let mut last: Vec<Key> = Vec::new();
    let mut groups = own.chunk_by(|(_, one), (_, next)| one.is_beside(next)).peekable();
    while let Some(group) = groups.next() {
        let first = *group[0].1;
        // A statement goes on behind a call in it, which over cells may be a part of the call.
        let goes_on = |passage: &&&Passage| {
            !passage.key.is_beside(&first) && last.iter().any(|last| last.is_beside(&passage.key))
        };
        rest = &rest[rest.iter().take_while(goes_on).count()..];
        last.retain(|other| other.depth < first.depth);
        last.push(first);
        let count = rest.iter().take_while(|passage| passage.key.is_beside(&first)).count();
        let (parts, others) = rest.split_at(count);
        if parts.is_empty() && groups.peek().is_some() {
            return None;
        }
        // Of a statement that is told in more parts on one side it is known which ones are the last.
        let same = group.iter().rev().zip(parts.iter().rev());
        for ((at, _), passage) in same.take_while(|((_, step), passage)| **step == passage.key) {
            found[*at] = Some(passage.last);
        }
        rest = others;
    }
    found.last_mut().into_iter().for_each(|last| *last = Some(end));
    rest.is_empty().then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(start: u32, depth: u32) -> Key {
        Key { span: Span::new(start, start + 1), depth, is_call: false }
    }

    fn passages(keys: &[(Key, u64)]) -> Vec<Passage> {
        let passage =
            |&(key, last): &(Key, u64)| Passage { key, kind: StepKind::Assign, nodes: BTreeSet::new(), last };
        keys.iter().map(passage).collect()
    }

    #[test]
    fn steps_are_those_of_the_same_statements_or_none() {
        let (a, b, inner) = (key(1, 0), key(2, 0), key(1, 1));
        let run = passages(&[(a, 3), (b, 5), (key(9, 0), 6), (inner, 8), (b, 9)]);
        let all = |steps: &[u64]| Some(steps.iter().copied().map(Some).collect());
        assert_eq!(lined(&[a, b, inner, b], &run, 11), all(&[3, 5, 8, 11]));
        assert_eq!(lined(&[a, b, b], &run, 11), None);
        assert_eq!(lined(&[a, b, inner], &run, 11), None);
        assert_eq!(
            lined(&[a, key(7, 0), b], &passages(&[(a, 3), (b, 4)]), 4),
            Some(vec![Some(3), None, Some(4)])
        );
        assert_eq!(lined(&[a, b], &passages(&[(a, 3)]), 7), all(&[3, 7]));
    }

    #[test]
    fn of_what_one_side_tells_in_more_parts_the_last_ones_are_known() {
        let (a, b) = (key(1, 0), key(2, 0));
        let call = Key { is_call: true, ..a };
        assert_eq!(lined(&[a, a, b], &passages(&[(a, 3), (b, 4)]), 4), Some(vec![None, Some(3), Some(4)]));
        let inner = key(5, 1);
        let run = passages(&[(call, 2), (inner, 3), (a, 4), (b, 6)]);
        assert_eq!(lined(&[call, inner, b], &run, 6), Some(vec![Some(2), Some(3), Some(6)]));
        let run = passages(&[(call, 2), (a, 3), (call, 4), (b, 6)]);
        assert_eq!(lined(&[a, call, b], &run, 6), Some(vec![Some(3), Some(4), Some(6)]));
    }
}
