//! What a clash rests on: the assignments that give a condition its values.

use std::collections::BTreeSet;

use crate::summary::error_set::Access;
use focuscheck_base::limit::spend;
use focuscheck_cells::facts::cfg::{Action, Graph, ScalarId, ScalarKind};
use focuscheck_cells::facts::reads::{node_reads, reads};

use super::path::{Element, Frames, Passage};

/// A scalar in a frame; `None` for globals.
type Key = (Option<u32>, ScalarId);

/// The positions in the path, in order, of the focus statements whose assignments reach the condition at a
/// position (that one not included).
pub fn feeding(graph: &Graph, path: &[Element], position: usize) -> Vec<usize> {
    let frames = Frames::of(path);
    let key = |frame: u32, scalar: ScalarId| {
        let global = graph.scalars[scalar.index()].kind == ScalarKind::Global;
        ((!global).then_some(frame), scalar)
    };
    let action = |element: &Element| &graph.nodes[element.node.index()].action;
    let frame = frames.at(position);
    let mut wanted: BTreeSet<Key> =
        node_reads(action(&path[position])).into_iter().map(|s| key(frame, s)).collect();
    let mut found = Vec::new();
    spend(path.len());
    for at in (0..position).rev() {
        let element = &path[at];
        let frame = frames.at(at);
        match (element.passage, action(element)) {
            (Passage::Enter { .. }, Action::Call { callee, arguments, .. }) => {
                let Some(inner) = frames.get(at + 1) else { continue };
                let formals = &graph.procedures[callee.index()].formals;
                for (formal, argument) in formals.iter().zip(arguments) {
                    if wanted.remove(&key(inner, *formal)) {
                        let mut read = Vec::new();
                        reads(argument, &mut read);
                        wanted.extend(read.into_iter().map(|s| key(frame, s)));
                        found.push(at);
                    }
                }
            }
            (Passage::Leave, Action::Exit) => {
                let Some(outer) = frames.get(at + 1) else { continue };
                let call = frames.call(at).map(|call| action(&path[call]));
                let Some(Action::Call { results, .. }) = call else { continue };
                for (from, to) in results {
                    if wanted.remove(&key(outer, *to)) {
                        wanted.insert(key(frame, *from));
                    }
                }
            }
            (Passage::Action, Action::Assign { target, .. })
                if element.reason.is_some() && wanted.remove(&key(frame, *target)) =>
            {
                wanted.extend(node_reads(action(element)).into_iter().map(|s| key(frame, s)));
                found.push(at);
            }
            (Passage::Action, Action::Load { target, .. }) if element.reason.is_some() => {
                if let (true, Access::Cell(cell)) = (wanted.remove(&key(frame, *target)), element.access) {
                    wanted.insert(key(frame, cell));
                    found.push(at);
                }
            }
            (Passage::Action, Action::Store { .. }) => {
                if let Access::Cell(cell) = element.access
                    && wanted.remove(&key(frame, cell))
                {
                    wanted.extend(node_reads(action(element)).into_iter().map(|s| key(frame, s)));
                    found.push(at);
                }
            }
            _ => {}
        }
    }
    found.reverse();
    found.dedup();
    found
}
