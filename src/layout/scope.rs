//! Blocks of the source, and how deep objects are declared in them.

use focuscheck_check::tree::ObjectId;
use focuscheck_ir::program::graph::{Graph, Scope};

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
