//! What a verdict rests on besides the text of the program.

use crate::doubt::Premise;
use crate::facts::cfg::{Action, Assumed, Graph, ProcedureId, ScalarKind};
use crate::layout::program::Program;

/// What a verdict rests on because the program does not say what is called.
pub(super) fn assumptions(program: &Program, graph: &Graph) -> Vec<Assumed> {
    let mut assumed = Vec::new();
    for &function in &program.models {
        let procedure = &graph.procedures[function.index()];
        let premise = Premise::Model { function: procedure.name.clone() };
        assumed.push(Assumed { node: Some(procedure.entry), premise, span: procedure.span });
    }
    for (name, span) in &program.assumed_pure {
        let premise = Premise::Contained { function: name.clone() };
        assumed.push(Assumed { node: None, premise, span: *span });
    }
    for (name, span) in &program.settled {
        let premise = Premise::Settled { variable: name.clone() };
        assumed.push(Assumed { node: None, premise, span: *span });
    }
    if let Some(main) = graph.main.filter(|main| program.entered && depends_on_globals(graph, *main)) {
        let procedure = &graph.procedures[main.index()];
        let premise = Premise::InitialGlobals { function: procedure.name.clone() };
        assumed.push(Assumed { node: Some(procedure.entry), premise, span: procedure.span });
    }
    assumed
}

/// Whether a procedure, or one that it calls, reads a variable outside of functions.
pub(crate) fn depends_on_globals(graph: &Graph, start: ProcedureId) -> bool {
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
