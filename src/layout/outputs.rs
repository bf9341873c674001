//! What calls need not copy back: cells of objects passed by reference that the callee leaves alone.

use std::collections::BTreeMap;

use focuscheck_cells::facts::cfg::{Action, Expr, Graph, NodeId, ScalarId, ScalarKind};

/// Takes the formals that no call of their procedure changes out of what comes back from calls.
pub(super) fn drop_unchanged(graph: &mut Graph) {
    let mut changed = vec![false; graph.scalars.len()];
    let mut returned = Vec::new();
    for node in &graph.nodes {
        if let Action::Call { results, .. } = &node.action {
            returned.extend(results.iter().copied());
        }
    }
    // Cells with subscripts get their values from temporaries after the call.
    let temporaries: BTreeMap<ScalarId, ScalarId> = returned
        .iter()
        .filter(|(_, to)| graph.scalars[to.index()].kind == ScalarKind::Temporary)
        .map(|&(from, to)| (to, from))
        .collect();
    let copied = |value: &Expr| match value {
        Expr::Scalar(scalar) => temporaries.get(scalar).copied(),
        _ => None,
    };
    let mut stores = Vec::new();
    for (number, node) in graph.nodes.iter().enumerate() {
        match &node.action {
            Action::Assign { target, .. }
            | Action::Load { target, .. }
            | Action::Input { target, .. }
            | Action::Unsupported { target, .. } => changed[target.index()] = true,
            Action::Store { range, value, .. } => match copied(value) {
                Some(from) => stores.push((NodeId(number as u32), from)),
                None => range.cells().for_each(|cell| changed[cell.index()] = true),
            },
            _ => {}
        }
    }
    let stays = |scalar: ScalarId, changed: &[bool]| {
        matches!(graph.scalars[scalar.index()].kind, ScalarKind::Formal(_)) && !changed[scalar.index()]
    };
    loop {
        let before = (returned.len(), stores.len());
        returned.retain(|&(from, to)| {
            let comes = !stays(from, &changed);
            changed[to.index()] |= comes;
            !comes
        });
        stores.retain(|&(node, from)| {
            let comes = !stays(from, &changed);
            if let (true, Action::Store { range, .. }) = (comes, &graph.nodes[node.index()].action) {
                range.cells().for_each(|cell| changed[cell.index()] = true);
            }
            !comes
        });
        if (returned.len(), stores.len()) == before {
            break;
        }
    }
    let unchanged: Vec<bool> =
        (0..graph.scalars.len()).map(|number| stays(ScalarId(number as u32), &changed)).collect();
    for procedure in &mut graph.procedures {
        procedure.results.retain(|from| !unchanged[from.index()]);
    }
    for node in &mut graph.nodes {
        if let Action::Call { results, .. } = &mut node.action {
            results.retain(|(from, _)| !unchanged[from.index()]);
        }
    }
    for (node, _) in stores {
        // The unit of the entry is silent, so that nothing remains of the node.
        let entry = graph.procedures[graph.nodes[node.index()].procedure.index()].entry;
        let silent = graph.nodes[entry.index()].unit;
        let node = &mut graph.nodes[node.index()];
        (node.action, node.unit) = (Action::Skip, silent);
    }
}
