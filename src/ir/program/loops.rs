//! The natural loops of a procedure: their nodes by rules (`rules/unroll.rs`).

use std::collections::{BTreeMap, BTreeSet};

use focuscheck_rules::relation::Relation;
use focuscheck_rules::schema::Node;
use focuscheck_rules::unroll::regions;

use super::graph::{Graph, NodeId};
use focuscheck_base::limit::spend;

/// The loops of a procedure by their heads.
#[derive(Debug, Default)]
pub struct Loops {
    /// The nodes of each loop, its head among them.
    bodies: BTreeMap<NodeId, BTreeSet<NodeId>>,
    /// Heads of loops that can be entered elsewhere, too.
    irreducible: BTreeSet<NodeId>,
}

impl Loops {
    /// The loops that can be reached from an entry.
    pub fn of(graph: &Graph, entry: NodeId) -> Self {
        let (backs, reached) = retreating(graph, entry);
        let node = |id: NodeId| Node(id.0);
        let edges: Relation<(Node, Node)> = reached
            .iter()
            .flat_map(|&from| {
                graph.nodes[from.index()].successors.iter().map(move |&to| (node(from), node(to)))
            })
            .collect();
        spend(reached.len());
        let mut loops = Loops::default();
        let backs = backs.into_iter().map(|(from, head)| (node(from), node(head))).collect();
        for &(head, inside) in regions(&edges, backs).rows() {
            loops.bodies.entry(NodeId(head.0)).or_default().insert(NodeId(inside.0));
        }
        // Who comes to another node of the loop from outside enters it there.
        for &(from, to) in edges.rows() {
            let (from, to) = (NodeId(from.0), NodeId(to.0));
            let entered = loops
                .bodies
                .iter()
                .filter(|(head, body)| **head != to && body.contains(&to) && !body.contains(&from));
            let entered: Vec<NodeId> = entered.map(|(head, _)| *head).collect();
            loops.irreducible.extend(entered);
        }
        loops
    }

    /// Whether a node is the head of a loop.
    pub fn is_head(&self, node: NodeId) -> bool {
        self.bodies.contains_key(&node)
    }

    /// The heads of all loops.
    pub fn heads(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.bodies.keys().copied()
    }

    /// Whether a node belongs to the loop of a head.
    pub fn contains(&self, head: NodeId, node: NodeId) -> bool {
        self.bodies.get(&head).is_some_and(|body| body.contains(&node))
    }

    /// The nodes of the loop of a head.
    pub fn body(&self, head: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        self.bodies.get(&head).into_iter().flatten().copied()
    }

    /// Whether a loop has several entries.
    pub fn is_irreducible(&self, head: NodeId) -> bool {
        self.irreducible.contains(&head)
    }
}

/// All nodes that a node leads to, itself among them.
pub fn reachable(graph: &Graph, from: NodeId) -> BTreeSet<NodeId> {
    let (mut reached, mut open) = (BTreeSet::new(), vec![from]);
    while let Some(node) = open.pop() {
        spend(1);
        if reached.insert(node) {
            open.extend(&graph.nodes[node.index()].successors);
        }
    }
    reached
}

/// The edges that lead back to a node on the current way of a search in depth, and all nodes that it reaches.
fn retreating(graph: &Graph, entry: NodeId) -> (Vec<(NodeId, NodeId)>, BTreeSet<NodeId>) {
    let mut backs = Vec::new();
    let mut reached = BTreeSet::from([entry]);
    let mut way = BTreeSet::from([entry]);
    let mut stack = vec![(entry, 0usize)];
    while let Some((node, slot)) = stack.last_mut() {
        spend(1);
        let node = *node;
        let Some(&next) = graph.nodes[node.index()].successors.get(*slot) else {
            way.remove(&node);
            stack.pop();
            continue;
        };
        *slot += 1;
        if way.contains(&next) {
            backs.push((node, next));
        } else if reached.insert(next) {
            way.insert(next);
            stack.push((next, 0));
        }
    }
    (backs, reached)
}
