//! What a verdict rests on besides the text of the program.

use focuscheck_cells::facts::cfg::{Action, Graph, ProcedureId, ScalarKind};

/// Whether a procedure, or one that it calls, reads a variable outside of functions.
pub(super) fn depends_on_globals(graph: &Graph, start: ProcedureId) -> bool {
    let mut seen = vec![false; graph.procedures.len()];
    let mut pending = vec![start];
    while let Some(procedure) = pending.pop() {
        if std::mem::replace(&mut seen[procedure.index()], true) {
            continue;
        }
        let (first, after) = graph.procedures[procedure.index()].nodes;
        for node in &graph.nodes[first.index()..after.index()] {
            let reads = &graph.units[node.unit.index()].reads;
            if reads.iter().any(|scalar| graph.scalars[scalar.index()].kind == ScalarKind::Global) {
                return true;
            }
            match &node.action {
                Action::Call { callee, .. } => pending.push(*callee),
                Action::Load { range, .. }
                    if graph.scalars[range.first.index()].kind == ScalarKind::Global =>
                {
                    return true;
                }
                _ => {}
            }
        }
    }
    false
}
