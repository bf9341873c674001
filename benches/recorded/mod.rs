//! Hosts whose answers were recorded, so that a run over them shows what the rules themselves cost.

use focuscheck::summary::step::Stepper;
use focuscheck_rules::fsum::{self, ForwardSummaries};
use focuscheck_rules::schema::State;
use rustc_hash::FxHashMap;

/// The answers of a forward host.
pub struct Forward {
    successors: Vec<Vec<State>>,
    entries: Vec<Option<State>>,
    exits: Vec<bool>,
    resumed: FxHashMap<(State, State), State>,
}

impl Forward {
    /// The answers that a finished run got.
    pub fn of(host: &Stepper<'_>, run: &ForwardSummaries) -> Forward {
        let states = (0..host.state_count() as u32).map(State);
        let mut successors = vec![Vec::new(); host.state_count()];
        run.steps.iter().for_each(|&(from, to)| successors[from.0 as usize].push(to));
        Forward {
            successors,
            entries: states.clone().map(|state| fsum::Forward::enter(host, state)).collect(),
            exits: states.map(|state| fsum::Forward::is_exit(host, state)).collect(),
            resumed: run.returns.iter().map(|&(call, exit, next)| ((call, exit), next)).collect(),
        }
    }
}

impl fsum::Forward for Forward {
    fn successors(&self, state: State) -> Vec<State> {
        self.successors[state.0 as usize].clone()
    }

    fn enter(&self, state: State) -> Option<State> {
        self.entries[state.0 as usize]
    }

    fn is_exit(&self, state: State) -> bool {
        self.exits[state.0 as usize]
    }

    fn resume(&self, call: State, exit: State) -> Option<State> {
        self.resumed.get(&(call, exit)).copied()
    }
}
