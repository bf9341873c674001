//! Forward runs that skip what a precision cannot see.
//!
//! A node that neither reads nor assigns a tracked scalar passes every valuation on unchanged, so a run that
//! only asks what is reachable need not stop there: the step before it leads at once to the nodes that lie
//! behind such nodes.

use std::cell::RefCell;
use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;

use focuscheck_rules::schema::Node;
use rustc_hash::{FxHashMap, FxHashSet};

use focuscheck_base::limit::spend;
use focuscheck_cells::facts::cfg::{Action, Graph, NodeId};

use super::fact::NodeInvariants;
use super::state::Precision;
use focuscheck_cells::facts::reads::{node_assigns, node_reads};

/// Which nodes a run stops at.
#[derive(Debug)]
pub struct Shortcuts<'a> {
    seen: Vec<bool>,
    /// They close some of the ways on.
    invariants: Option<&'a NodeInvariants>,
    /// By node: the nodes at which a run that comes there stops next.
    targets: RefCell<FxHashMap<NodeId, Rc<[Node]>>>,
}

impl<'a> Shortcuts<'a> {
    /// The nodes that matter to a precision: those that touch a tracked scalar, calls, exits, errors
    /// and what no check can judge.
    pub fn new(graph: &Graph, precision: &Precision, invariants: Option<&'a NodeInvariants>) -> Self {
        let tracked = |scalars: Vec<_>| scalars.into_iter().any(|scalar| precision.tracks(scalar));
        let seen = graph.nodes.iter().map(|node| match &node.action {
            Action::Call { .. } | Action::Exit | Action::Error(_) | Action::Cut { .. } => true,
            Action::Load { range, .. } if range.cells().any(|cell| precision.tracks(cell)) => true,
            action => tracked(node_reads(action)) || tracked(node_assigns(action)),
        });
        let mut seen: Vec<bool> = seen.collect();
        for obligation in &graph.obligations {
            seen[obligation.node.index()] = true;
        }
        Shortcuts { seen, invariants, targets: RefCell::default() }
    }

    fn next(&self, graph: &Graph, node: NodeId) -> Vec<NodeId> {
        match self.invariants {
            Some(invariants) => invariants.successors(graph, node).collect(),
            None => graph.nodes[node.index()].successors.clone(),
        }
    }

    /// Where a run that comes to a node stops next, in order: at the node itself if it matters.
    pub fn targets(&self, graph: &Graph, node: NodeId) -> Rc<[Node]> {
        if let Some(known) = self.targets.borrow().get(&node) {
            return Rc::clone(known);
        }
        let mut found = BTreeSet::new();
        let mut visited = FxHashSet::from_iter([node]);
        let mut open = vec![node];
        while let Some(node) = open.pop() {
            spend(1);
            if self.seen[node.index()] {
                found.insert(node);
                continue;
            }
            open.extend(self.next(graph, node).into_iter().filter(|next| visited.insert(*next)));
        }
        let found: Rc<[Node]> = found.into_iter().map(Node::from).collect();
        self.targets.borrow_mut().insert(node, Rc::clone(&found));
        found
    }

    /// The skipped nodes of a shortest way from a node to one where a run stops, in order; the first one is
    /// `from` unless that is the target itself. Nothing if there is no such way.
    pub fn between(&self, graph: &Graph, from: NodeId, to: NodeId) -> Option<Vec<NodeId>> {
        let mut before: FxHashMap<NodeId, Option<NodeId>> = FxHashMap::from_iter([(from, None)]);
        let mut open = VecDeque::from([from]);
        while let Some(node) = open.pop_front() {
            spend(1);
            if node == to {
                let mut way = Vec::new();
                let mut next = before.get(&node).copied().flatten();
                while let Some(node) = next {
                    way.push(node);
                    next = before.get(&node).copied().flatten();
                }
                way.reverse();
                return Some(way);
            }
            if self.seen[node.index()] {
                continue;
            }
            for next in self.next(graph, node) {
                before.entry(next).or_insert_with(|| {
                    open.push_back(next);
                    Some(node)
                });
            }
        }
        None
    }
}
