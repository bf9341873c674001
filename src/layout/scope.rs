//! Blocks of the source, and how deep objects are declared in them.

use std::collections::BTreeSet;

use focuscheck_check::tree::ObjectId;
use focuscheck_ir::program::graph::{Action, Base, Graph, NodeId, ProcedureId, Scope};
use focuscheck_ir::program::visit::places;

/// In how many blocks of its function an object is declared, statement expressions among them.
pub(super) fn depth(graph: &Graph, object: ObjectId) -> usize {
    let scopes = &graph.scopes;
    let Some(own) = scopes.iter().position(|scope| scope.objects.contains(&object)) else { return 0 };
    let inner = scopes[own].nodes.clone();
    // The innermost of several with the same nodes ends first.
    let around = |(number, scope): &(usize, &Scope)| {
        *number >= own && scope.nodes.start <= inner.start && inner.end <= scope.nodes.end
    };
    let nested = graph.nested.get(&object).copied().unwrap_or(0);
    scopes.iter().enumerate().filter(around).count() + nested
}

/// Whether an action names an object.
pub(super) fn names(action: &Action, object: ObjectId) -> bool {
    let mut named = false;
    places(action, &mut |place| named |= matches!(place.base, Base::Object(other) if other == object));
    named
}

/// Whether a run of a procedure may come to where an object is named without passing its declaration: `goto` and `switch`
/// jump past it.
pub(super) fn is_named_without(
    graph: &Graph,
    procedure: ProcedureId,
    declared: NodeId,
    object: ObjectId,
) -> bool {
    let jumps = graph
        .nodes_of(procedure)
        .take_while(|node| *node < declared)
        .any(|node| graph.nodes[node.index()].successors.iter().any(|next| *next > declared));
    if !jumps {
        return false;
    }
    let entry = graph.procedures[procedure.index()].entry;
    let (mut seen, mut pending) = (BTreeSet::from([entry]), vec![entry]);
    while let Some(node) = pending.pop() {
        if node == declared {
            continue;
        }
        if names(&graph.nodes[node.index()].action, object) {
            return true;
        }
        pending.extend(graph.nodes[node.index()].successors.iter().filter(|next| seen.insert(**next)));
    }
    false
}
