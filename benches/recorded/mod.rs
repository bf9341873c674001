//! Hosts whose answers were recorded, so that a run over them shows what the rules themselves cost.

use focuscheck_engine::summary::step::Stepper;
use focuscheck_rules::fsum::{self, Flow, ForwardSummaries};
use focuscheck_rules::schema::{Node, Procedure, State, Way};
use rustc_hash::FxHashMap;

/// The answers of a forward host.
pub struct Forward {
    nodes: Vec<Node>,
    steps: FxHashMap<(State, Way, Node), State>,
    entries: Vec<Option<State>>,
    resumed: FxHashMap<(State, State), State>,
}

impl Forward {
    /// The answers that a finished run got.
    pub fn of(host: &Stepper<'_>, flow: Flow<'_>, run: &ForwardSummaries) -> Forward {
        let states = (0..host.state_count() as u32).map(State);
        let nodes: Vec<Node> = states.clone().map(|state| fsum::Forward::node(host, state)).collect();
        let mut steps = FxHashMap::default();
        for state in states.clone() {
            for &(node, way, to) in flow.program.edge.of(nodes[state.0 as usize]) {
                if flow.program.call.of(node).is_empty()
                    && let Some(next) = fsum::Forward::step(host, state, way, to)
                {
                    steps.insert((state, way, to), next);
                }
            }
        }
        Forward {
            nodes,
            steps,
            entries: states.map(|state| flow.enter(host, state)).collect(),
            resumed: run.returns.iter().map(|&(call, exit, next)| ((call, exit), next)).collect(),
        }
    }
}

impl fsum::Forward for Forward {
    fn node(&self, state: State) -> Node {
        self.nodes[state.0 as usize]
    }

    fn step(&self, state: State, way: Way, to: Node) -> Option<State> {
        self.steps.get(&(state, way, to)).copied()
    }

    fn enter(&self, call: State, _: Procedure, _: Node) -> Option<State> {
        self.entries[call.0 as usize]
    }

    fn resume(&self, call: State, exit: State, _: Node) -> Option<State> {
        self.resumed.get(&(call, exit)).copied()
    }
}
