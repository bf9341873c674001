//! What invariants say about the nodes of a program, whatever is tracked.

use std::rc::Rc;

use focuscheck_rules::range::{Range, Ranges};

use focuscheck_cells::facts::cfg::{Action, Graph, NodeId};
use focuscheck_cells::prefixes::Extended;
use rustc_hash::FxHashSet;

/// The facts of every node, and which way they let conditions go.
#[derive(Clone, Debug, Default)]
pub struct NodeInvariants {
    facts: Vec<Option<Ranges>>,
    outcomes: Vec<[bool; 2]>,
}

impl NodeInvariants {
    /// Facts by node, none where no run comes; and by node the outcomes that a condition can have, when false
    /// and when true.
    pub fn new(facts: Vec<Option<Ranges>>, outcomes: Vec<[bool; 2]>) -> Self {
        NodeInvariants { facts, outcomes }
    }

    /// What they say of the program that an extended one was made from, as far as its forms have numbers there.
    pub fn of_original(&self, extended: &Extended, number: impl Fn(u32) -> Option<u32>) -> Self {
        let Extended { graph, nodes } = extended;
        let own: FxHashSet<NodeId> = nodes.iter().copied().collect();
        // A way that leads to a new condition which cannot hold leads nowhere.
        let leads_on = |node: NodeId, outcome: bool| {
            let successors = &graph.nodes[node.index()].successors;
            let next = successors.get(usize::from(!outcome)).filter(|next| !own.contains(next));
            next.is_none_or(|&next| {
                let is_assumed = matches!(graph.nodes[next.index()].action, Action::Assume(_));
                self.is_reached(next) && (!is_assumed || self.is_possible(next, true))
            })
        };
        let facts = nodes.iter().map(|node| {
            let known = self.facts[node.index()].as_ref()?;
            let mut there: Vec<(u32, Range)> =
                known.0.iter().filter_map(|&(own, range)| Some((number(own)?, range))).collect();
            there.sort_unstable_by_key(|&(number, _)| number);
            Some(Ranges(Rc::new(there)))
        });
        let outcomes = nodes.iter().map(|&node| {
            [false, true].map(|outcome| self.is_possible(node, outcome) && leads_on(node, outcome))
        });
        NodeInvariants { facts: facts.collect(), outcomes: outcomes.collect() }
    }

    /// Whether a run can be at the node.
    pub fn is_reached(&self, node: NodeId) -> bool {
        self.facts[node.index()].is_some()
    }

    /// Whether a condition at the node can have an outcome.
    pub fn is_possible(&self, node: NodeId, outcome: bool) -> bool {
        self.outcomes[node.index()][usize::from(outcome)]
    }

    /// The forms with known ranges at a node, in order of their numbers.
    pub fn at(&self, node: NodeId) -> impl Iterator<Item = (u32, Range)> + '_ {
        self.facts[node.index()].iter().flat_map(|ranges| ranges.0.iter().copied())
    }

    /// Takes in that a condition cannot have an outcome.
    pub fn exclude(&mut self, node: NodeId, outcome: bool) {
        self.outcomes[node.index()][usize::from(outcome)] = false;
    }

    /// The successors of a node that some run goes on to.
    pub fn successors<'g>(&self, graph: &'g Graph, node: NodeId) -> impl Iterator<Item = NodeId> + 'g {
        let definition = &graph.nodes[node.index()];
        let [fails, holds] = self.outcomes[node.index()];
        let branches = matches!(definition.action, Action::Branch(_) | Action::Assume(_));
        let successors = definition.successors.iter().enumerate();
        successors.filter(move |&(at, _)| !branches || if at == 0 { holds } else { fails }).map(|(_, &to)| to)
    }
}
