//! Where the lives of objects end that blocks declare (C11 6.2.4p6).

use std::collections::{BTreeMap, BTreeSet};

use focuscheck_check::tree::ObjectId;

use super::addresses::{Addressed, addresses};
use super::graph::Graph;
use super::id::NodeId;

/// For each step that leaves blocks the objects of these whose address is taken. Objects of statements inside of expressions
/// are none of them.
pub(super) fn ends(graph: &Graph) -> BTreeMap<(NodeId, NodeId), Vec<ObjectId>> {
    let mut taken: BTreeSet<ObjectId> = BTreeSet::new();
    for node in &graph.nodes {
        addresses(&node.action, &mut |addressed| {
            if let Addressed::Object(object) = addressed {
                taken.insert(object);
            }
        });
    }
    let mut found: BTreeMap<(NodeId, NodeId), Vec<ObjectId>> = BTreeMap::new();
    for scope in &graph.scopes {
        let own = scope.objects.iter().copied();
        let own: Vec<ObjectId> =
            own.filter(|object| taken.contains(object) && !graph.nested.contains_key(object)).collect();
        if own.is_empty() {
            continue;
        }
        let nodes = scope.nodes.clone().map(NodeId).chain(scope.labels.iter().copied());
        for node in nodes.filter(|node| node.index() < graph.nodes.len()) {
            for &next in graph.nodes[node.index()].successors.iter().filter(|next| !scope.contains(**next)) {
                let ending = found.entry((node, next)).or_default();
                ending.extend(
                    own.iter().filter(|object| !ending.contains(object)).copied().collect::<Vec<_>>(),
                );
            }
        }
    }
    found
}
