//! What invariants say about the nodes of a program, whatever is tracked.

use focuscheck_rules::range::{Range, Ranges};

use focuscheck_cells::facts::cfg::{Action, Graph, NodeId};

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
