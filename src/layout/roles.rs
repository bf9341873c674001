//! What edges do in the source: the walk over a procedure marks labels, and an edge has the roles of the labels that it
//! passes.

use std::collections::BTreeMap;

use focuscheck_base::limit::spend;
use focuscheck_base::source::Span;
use focuscheck_cells::facts::cfg::{Action, EdgeRole, Graph, Loop, LoopId, LoopKind, NodeId, Role};

/// What the walk over the program has noted, by nodes as they were then.
pub(super) struct Marks {
    /// What the edges through a label do.
    pub labels: Vec<(NodeId, (Role, Span))>,
    /// For each loop its first node, and the first one after it.
    pub loops: Vec<(NodeId, NodeId)>,
}

/// The roles of the edges between the nodes that stay, by the old numbers of these.
pub(super) fn roles(graph: &Graph, targets: &[NodeId], marks: &Marks) -> Vec<EdgeRole> {
    let mut labels: Vec<Option<(Role, Span)>> = vec![None; graph.nodes.len()];
    for &(label, mark) in &marks.labels {
        labels[label.index()] = Some(mark);
    }
    let marked = next_marked(graph, targets, &labels);
    let mut roles = Vec::new();
    let stays = |number: usize| targets[number].index() == number;
    for (number, node) in graph.nodes.iter().enumerate().filter(|(number, _)| stays(*number)) {
        let from = NodeId(number as u32);
        for (slot, &successor) in node.successors.iter().enumerate() {
            let slot = slot as u32;
            let mut add = |role, span| roles.push(EdgeRole { from, slot, role, span });
            if matches!(node.action, Action::Call { .. }) {
                add(Role::CallToReturn, node.span);
            }
            // A label that stays has its role on the way out.
            if let Some((role, span)) = labels[number] {
                add(role, span);
            }
            let mut at = marked[successor.index()];
            while let Some((role, span)) = labels[at.index()].filter(|_| !stays(at.index())) {
                spend(1);
                add(role, span);
                at = marked[graph.nodes[at.index()].successors[0].index()];
            }
        }
    }
    roles
}

/// For each node the first one that stays or is marked on the way from it on: itself, or one behind labels.
fn next_marked(graph: &Graph, targets: &[NodeId], labels: &[Option<(Role, Span)>]) -> Vec<NodeId> {
    let ends = |node: NodeId| targets[node.index()] == node || labels[node.index()].is_some();
    let mut next: Vec<Option<NodeId>> = vec![None; graph.nodes.len()];
    for start in 0..graph.nodes.len() {
        let mut path = Vec::new();
        let mut node = NodeId(start as u32);
        let end = loop {
            if let Some(end) = next[node.index()] {
                break end;
            }
            if ends(node) {
                break node;
            }
            path.push(node);
            node = graph.nodes[node.index()].successors[0];
        };
        for passed in path.into_iter().chain([end]) {
            next[passed.index()] = Some(end);
        }
    }
    next.into_iter().flatten().collect()
}

/// Fills in loops and roles when the nodes have their numbers.
pub(super) fn outline(
    graph: &mut Graph,
    mut roles: Vec<EdgeRole>,
    (marks, targets): (&Marks, &[NodeId]),
    number: impl Fn(NodeId) -> NodeId,
) {
    for role in &mut roles {
        role.from = number(role.from);
    }
    roles.sort_by_key(|role| (role.from, role.slot));
    for (made, &(first, after)) in graph.outline.loops.iter_mut().zip(&marks.loops) {
        let target = targets[first.index()];
        made.head = (first <= target && target < after).then(|| number(target));
    }
    graph.outline.roles = roles;
    goto_loops(graph);
}

/// What leads back but no loop statement does is a loop, too.
fn goto_loops(graph: &mut Graph) {
    let mut found: BTreeMap<NodeId, Vec<(NodeId, u32)>> = BTreeMap::new();
    for (from, slot) in retreating(graph) {
        let roles = graph.outline.roles_of(from, slot);
        if !roles.iter().any(|role| matches!(role.role, Role::LoopBack(_))) {
            let head = graph.nodes[from.index()].successors[slot];
            found.entry(head).or_default().push((from, slot as u32));
        }
    }
    for (head, edges) in found {
        let id = LoopId(graph.outline.loops.len() as u32);
        let node = &graph.nodes[head.index()];
        let (procedure, span) = (node.procedure, node.span);
        let made = Loop { kind: LoopKind::Goto, procedure, head: Some(head), span, annotations: Vec::new() };
        graph.outline.loops.push(made);
        let back = |(from, slot)| EdgeRole { from, slot, role: Role::LoopBack(id), span };
        graph.outline.roles.extend(edges.into_iter().map(back));
    }
    graph.outline.roles.sort_by_key(|role| (role.from, role.slot));
}

/// The edges to nodes through which the walk that finds them is still going: every cycle has one.
fn retreating(graph: &Graph) -> Vec<(NodeId, usize)> {
    let (mut seen, mut open) = (vec![false; graph.nodes.len()], vec![false; graph.nodes.len()]);
    let mut found = Vec::new();
    for procedure in &graph.procedures {
        let mut path = vec![(procedure.entry, 0)];
        (seen[procedure.entry.index()], open[procedure.entry.index()]) = (true, true);
        while let Some((node, slot)) = path.last_mut() {
            spend(1);
            let Some(&next) = graph.nodes[node.index()].successors.get(*slot) else {
                open[node.index()] = false;
                path.pop();
                continue;
            };
            if open[next.index()] {
                found.push((*node, *slot));
            }
            *slot += 1;
            if !std::mem::replace(&mut seen[next.index()], true) {
                open[next.index()] = true;
                path.push((next, 0));
            }
        }
    }
    found
}
