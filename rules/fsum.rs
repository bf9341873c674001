//! Forward procedure summaries, in Ascent (Basu, Saha, Smolka, Section 3.3, relation `fsum`).
//!
//! Over-approximates reachability as far as the host's abstract steps do. The paper's relation has a tuple
//! for every statement of a procedure, which is quadratic; here the summaries are computed demand-driven
//! from the start through path edges, and only entry/exit pairs are kept as summaries.

use crate::schema::State;
use ascent::ascent_run;

/// What the forward rules ask of the host.
pub trait Forward {
    /// The states that one intraprocedural step leads to; none at calls, exits and errors, and none once
    /// the run was cancelled.
    fn successors(&self, state: State) -> Vec<State>;
    /// The callee's entry state if the state stands at a call.
    fn enter(&self, state: State) -> Option<State>;
    /// Whether the state stands at the exit of its procedure.
    fn is_exit(&self, state: State) -> bool;
    /// The state after the call, given the state at the call and the callee's exit state.
    fn resume(&self, call: State, exit: State) -> Option<State>;
}

/// What is reachable from the start, with the edges that lead there; all sorted.
#[derive(Clone, Debug, Default)]
pub struct ForwardSummaries {
    /// The second state is reached inside the procedure that was entered in the first.
    pub path_edges: Vec<(State, State)>,
    /// One intraprocedural step leads from the first state to the second.
    pub steps: Vec<(State, State)>,
    /// The call at the second state enters its callee in the first.
    pub calls: Vec<(State, State)>,
    /// The call at the first state, left by the callee through the second, goes on in the third.
    pub returns: Vec<(State, State, State)>,
    /// The procedure entered in the first state can be left in the second: the summaries.
    pub fsum: Vec<(State, State)>,
}

/// Runs the rules from a start state.
pub fn forward(host: &dyn Forward, start: State) -> ForwardSummaries {
    let program = ascent_run! {
        /// The analysis begins in this state.
        relation begin(State) = vec![(start,)];
        /// The second state is reached inside the procedure that was entered in the first.
        relation path_edge(State, State);
        /// The state is reached.
        relation reached(State);
        /// One intraprocedural step leads from the first state to the second.
        relation step(State, State);
        /// The call at the third state, in the procedure entered in the second, enters its callee in the first.
        relation call(State, State, State);
        /// The procedure entered in the first state can be left in the second.
        relation fsum(State, State);
        /// The call at the first state, left by the callee through the second, goes on in the third.
        relation resumed(State, State, State);

        // F1: the start is its procedure's entry.
        path_edge(entry, entry) <-- begin(entry);
        // F2: steps are computed once for a state, whichever entry it was reached from.
        reached(state) <-- path_edge(_, state);
        step(state, next) <-- reached(state), for next in host.successors(*state);
        // F3: a step stays in the procedure.
        path_edge(entry, next) <-- path_edge(entry, state), step(state, next);
        // F4: a call demands its callee for this entry state, and no other.
        call(callee, entry, state) <-- path_edge(entry, state), if let Some(callee) = host.enter(*state);
        path_edge(callee, callee) <-- call(callee, _, _);
        // F5: reaching the exit summarises the procedure for its entry.
        fsum(entry, exit) <-- path_edge(entry, exit), if host.is_exit(*exit);
        // F6: a summary is used at every call that enters with its entry state.
        path_edge(entry, next), resumed(state, exit, next) <--
            call(callee, entry, state), fsum(callee, exit), if let Some(next) = host.resume(*state, *exit);
    };
    ForwardSummaries {
        path_edges: sorted(program.path_edge),
        steps: sorted(program.step),
        calls: sorted(program.call.into_iter().map(|(callee, _, state)| (callee, state)).collect()),
        returns: sorted(program.resumed),
        fsum: sorted(program.fsum),
    }
}

pub(crate) fn sorted<T: Ord>(mut tuples: Vec<T>) -> Vec<T> {
    tuples.sort_unstable();
    tuples.dedup();
    tuples
}
