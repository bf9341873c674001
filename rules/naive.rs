//! Naive twins of the rules, for `--inline` and for tests: plain reachability over states that carry the
//! calls that led to them, so that every call is analysed anew (the paper's naive mode).

use crate::fsum::{Flow, Forward, ForwardSummaries, sorted};
use crate::schema::State;
use ascent::ascent_run;

/// A host whose states carry the state of the call that entered their procedure.
pub trait Inlined: Forward {
    /// The state at the call through which the state's procedure was entered; `None` in the first one.
    fn caller(&self, state: State) -> Option<State>;
}

/// Plain forward reachability: the same states and edges as [`crate::fsum::forward`], but without summaries.
pub fn forward(host: &dyn Inlined, flow: Flow<'_>, start: State) -> ForwardSummaries {
    let program = ascent_run! {
        /// The analysis begins in this state.
        relation begin(State) = vec![(start,)];
        /// The state is reached.
        relation reached(State);
        /// One intraprocedural step leads from the first state to the second.
        relation step(State, State);
        /// The call at the second state enters its callee in the first.
        relation call(State, State);
        /// The call at the first state, left by the callee through the second, goes on in the third.
        relation resumed(State, State, State);

        // N1: the start is reached.
        reached(state) <-- begin(state);
        // N2: a step leads on.
        reached(next), step(state, next) <-- reached(state), for next in flow.successors(host, *state);
        // N3: a call goes into its callee.
        reached(callee), call(callee, state) <-- reached(state), if let Some(callee) = flow.enter(host, *state);
        // N4: an exit goes back to the one call it came from.
        reached(next), resumed(call_state, exit, next) <--
            reached(exit), if flow.is_exit(host, *exit),
            if let Some(call_state) = host.caller(*exit),
            if let Some(next) = flow.resume(host, call_state, *exit);
    };
    ForwardSummaries {
        path_edges: sorted(program.reached.into_iter().map(|(s,)| (s, s)).collect()),
        steps: sorted(program.step),
        calls: sorted(program.call),
        returns: sorted(program.resumed),
        fsum: Vec::new(),
    }
}
