//! Invariants, in Ascent: what is known of the scalars whenever a state is reached, as a lattice.
//!
//! The states are those of a forward run, so that what is known may differ between the tracked values. Facts
//! are ranges of numbered quantities; which quantities these are and what a step does to them is the host's
//! business. The host rounds what arrives at loop heads, entries and exits, so that the lattice has no
//! endless chains there; what it answers need not be monotone: the last answer for a fact is always joined.
//!
//! Over-approximates: what holds in a run whenever it is at a state is within the state's fact.

use crate::range::Ranges;
use crate::schema::State;
use ascent::ascent_run;

/// What the rules ask of the host. `None`: no run does that.
pub trait Transfer {
    /// What is known after a step from the first state to the second.
    fn step(&self, from: State, to: State, before: &Ranges) -> Option<Ranges>;
    /// What is known at the callee's entry, given what is known at the call.
    fn enter(&self, call: State, entry: State, before: &Ranges) -> Option<Ranges>;
    /// What is known after a call, given what is known at the call and at the callee's exit.
    fn resume(&self, call: State, after: State, before: &Ranges, exit: &Ranges) -> Option<Ranges>;
}

/// The edges of a forward run.
#[derive(Clone, Debug, Default)]
pub struct Flow {
    /// One intraprocedural step leads from the first state to the second.
    pub steps: Vec<(State, State)>,
    /// The call at the first state enters its callee in the second.
    pub calls: Vec<(State, State)>,
    /// The callee that is left in the first state goes on, for the call at the second, in the third.
    pub returns: Vec<(State, State, State)>,
}

/// The facts of all states that can be reached, sorted by state; they are at least as wide as these, among which is what is
/// known at the start.
pub fn invariants(host: &dyn Transfer, flow: &Flow, begin: Vec<(State, Ranges)>) -> Vec<(State, Ranges)> {
    let program = ascent_run! {
        /// A run may begin in this state, with this known, or somebody proposes that this is known whenever it is reached.
        relation begin(State, Ranges) = begin;
        /// One intraprocedural step leads from the first state to the second.
        relation step(State, State) = flow.steps.clone();
        /// The call at the first state enters its callee in the second.
        relation call(State, State) = flow.calls.clone();
        /// The callee left in the first state goes on, for the call at the second, in the third.
        relation back(State, State, State) = flow.returns.clone();
        /// Whenever the state is reached, this is known.
        lattice known(State, Ranges);
        /// Whenever the call at the first state goes on in the second, this was known at the callee's exit.
        lattice left(State, State, Ranges);

        // V1: at the start the initial values are known; elsewhere it begins with what is proposed, which the rules only widen.
        known(state, fact.clone()) <-- begin(state, fact);
        // V2: a step carries on what is known.
        known(to, after) <--
            known(from, fact), step(from, to), if let Some(after) = host.step(*from, *to, fact);
        // V3: the entry of a callee knows what all its callers know.
        known(entry, inside) <--
            known(state, fact), call(state, entry), if let Some(inside) = host.enter(*state, *entry, fact);
        // V4: what is known at exits, for each call that is gone on with.
        left(state, after, fact.clone()) <-- known(exit, fact), back(exit, state, after);
        // V5: after a call what is known at the call meets what is known at the callee's exit.
        known(after, fact) <--
            left(state, after, exit), known(state, before),
            if let Some(fact) = host.resume(*state, *after, before, exit);
    };
    let mut facts: Vec<(State, Ranges)> = program.known.into_iter().collect();
    facts.sort_unstable_by_key(|&(state, _)| state);
    facts
}
