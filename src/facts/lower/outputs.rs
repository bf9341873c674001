//! What calls need not copy back: cells of objects passed by reference that the callee leaves alone.

use crate::facts::cfg::{Action, Graph, ScalarKind};

/// Takes the formals that no call of their procedure changes out of what comes back from calls.
pub(super) fn drop_unchanged(graph: &mut Graph) {
    let mut changed = vec![false; graph.scalars.len()];
    let mut returned = Vec::new();
    for node in &graph.nodes {
        match &node.action {
            Action::Assign { target, .. }
            | Action::Load { target, .. }
            | Action::Input { target, .. }
            | Action::Unsupported { target, .. } => changed[target.index()] = true,
            Action::Store { range, .. } => range.cells().for_each(|cell| changed[cell.index()] = true),
            Action::Call { results, .. } => returned.extend(results.iter().copied()),
            _ => {}
        }
    }
    let stays = |scalar: crate::facts::cfg::ScalarId, changed: &[bool]| {
        matches!(graph.scalars[scalar.index()].kind, ScalarKind::Formal(_)) && !changed[scalar.index()]
    };
    loop {
        let before = returned.len();
        returned.retain(|&(from, to)| {
            let comes = !stays(from, &changed);
            changed[to.index()] |= comes;
            !comes
        });
        if returned.len() == before {
            break;
        }
    }
    let unchanged: Vec<bool> = (0..graph.scalars.len())
        .map(|number| matches!(graph.scalars[number].kind, ScalarKind::Formal(_)) && !changed[number])
        .collect();
    for procedure in &mut graph.procedures {
        procedure.results.retain(|from| !unchanged[from.index()]);
    }
    for node in &mut graph.nodes {
        if let Action::Call { results, .. } = &mut node.action {
            results.retain(|(from, _)| !unchanged[from.index()]);
        }
    }
}
