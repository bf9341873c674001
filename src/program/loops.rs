//! The natural loops of a procedure.

use std::collections::{BTreeMap, BTreeSet};

use super::graph::{Graph, NodeId};
use crate::limit::spend;

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
        let mut predecessors: BTreeMap<NodeId, Vec<NodeId>> = BTreeMap::new();
        for &node in &reached {
            for &next in &graph.nodes[node.index()].successors {
                predecessors.entry(next).or_default().push(node);
            }
        }
        let mut loops = Loops::default();
        for (from, head) in backs {
            let body = loops.bodies.entry(head).or_insert_with(|| BTreeSet::from([head]));
            let mut open = vec![from];
            while let Some(node) = open.pop() {
                spend(1);
                if body.insert(node) {
                    open.extend(predecessors.get(&node).into_iter().flatten());
                }
            }
        }
        // Who gets to the entry on the way back has not passed the head.
        let irreducible = loops.bodies.iter().filter(|(head, body)| **head != entry && body.contains(&entry));
        loops.irreducible = irreducible.map(|(head, _)| *head).collect();
        // Such a loop is what the head leads to and what leads back to it.
        for head in &loops.irreducible {
            let ahead = reachable(graph, *head);
            loops.bodies.entry(*head).or_default().retain(|node| ahead.contains(node));
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
