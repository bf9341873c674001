//! Blocks that are left where the program ends: each is asked about by itself.
//!
//! The checks of all places that allocate stand one behind the other, and an error ends a run. That the blocks of one place leak says
//! nothing of those of another one, so where one may leak each of the others is asked about in a graph without the rest.

use std::collections::BTreeSet;

use focuscheck_base::options::CheckKind;
use focuscheck_cells::facts::cfg::{Action, ErrorId, ErrorKind, Graph, NodeId};
use focuscheck_report::model::{ErrorReport, Status};

/// Whether an error is a block that is left.
pub(super) fn is_leak(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::Check(CheckKind::Memory | CheckKind::Cleanup))
}

/// The errors that have to be asked about by themselves: all but the first one, if some block may be left.
pub(super) fn to_ask_again(errors: &[ErrorReport]) -> Vec<ErrorId> {
    let leaks: Vec<usize> = (0..errors.len()).filter(|number| is_leak(errors[*number].kind)).collect();
    let open = leaks.iter().any(|number| errors[*number].status != Status::Unreachable);
    let others = leaks.iter().skip(1).filter(|_| open);
    others.map(|number| ErrorId(*number as u32)).collect()
}

/// The program in which no other block that is left is an error; nothing if that cannot be made.
pub(super) fn alone(graph: &Graph, error: ErrorId) -> Option<Graph> {
    let mut alone = graph.clone();
    for (number, site) in graph.errors.iter().enumerate() {
        if number == error.index() || !is_leak(site.kind) {
            continue;
        }
        for &node in &site.nodes {
            let passes = behind(graph, node)?;
            let node = &mut alone.nodes[node.index()];
            (node.action, node.successors) = (Action::Skip, vec![passes]);
        }
        alone.errors[number].nodes.clear();
    }
    Some(alone)
}

/// Where it goes on behind a check.
fn behind(graph: &Graph, error: NodeId) -> Option<NodeId> {
    let unit = graph.nodes[error.index()].unit;
    let own = graph.nodes.iter().filter(|node| node.unit == unit);
    let next = own.flat_map(|node| node.successors.iter().copied());
    let next: BTreeSet<NodeId> = next.filter(|next| graph.nodes[next.index()].unit != unit).collect();
    let mut next = next.into_iter();
    next.next().filter(|_| next.next().is_none())
}
