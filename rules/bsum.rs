//! Backward procedure summaries, in Ascent (Basu, Saha, Smolka, Section 3.3, relation `bsum`).
//!
//! Computes the slice graph: which error sets are possible at which states on the way back from a
//! violation, over the edges that the forward rules left. A relation that carries whole sequences of focus
//! statements is infinite under loops; this graph is finite and the sequences are enumerated from it. As in
//! the paper, at a call first what follows it is walked, then the callee. (In the paper's third rule the
//! unbound `e1, fss1` have to be the ones that `update` takes.)
//!
//! Over-approximates: every sequence of a real execution is a path of the graph.

use ascent::ascent_run;

use crate::edges::Edges;
use crate::fsum::sorted;
use crate::schema::{ErrorSet, Goal, State};

/// The slice graph; all sorted.
#[derive(Clone, Debug, Default)]
pub struct SliceGraph {
    /// For this goal the state can be passed with the error set; the flag says whether a focus
    /// statement of the goal's procedure has been met.
    pub at: Vec<(Goal, State, ErrorSet, bool)>,
    /// The goal is waited for, with the callee's entry state, by another goal at a call, with the
    /// error set after the call.
    pub waits: Vec<(Goal, State, Goal, State, ErrorSet, bool)>,
    /// The goal is answered: at this entry state the error set is this; whether it has a focus statement.
    pub bsum: Vec<(Goal, State, ErrorSet, bool)>,
}

/// Runs the rules from the violating states over the edges of the slice graph.
pub fn backward(edges: &Edges<'_>, violations: &[State]) -> SliceGraph {
    let host = edges.host();
    let program = ascent_run! {
        /// The violation happens in this state.
        relation violation(State) = violations.iter().map(|&s| (s,)).collect();

        /// For the goal the state can be passed with the error set, with or without focus statements so far.
        #[ds(crate::table)]
        relation at(Goal, State, ErrorSet, bool);
        /// The first goal, with its callee's entry, is waited for at a call by another, with the error set after it.
        #[ds(crate::table)]
        relation waits(Goal, State, Goal, State, ErrorSet, bool);
        /// The goal's answer for an entry state: the error set there, and whether there was a focus statement.
        #[ds(crate::table)]
        relation bsum(Goal, State, ErrorSet, bool);

        // B1: the walk begins at the violation, whose procedures all have a focus statement.
        at(Goal::OPEN, state, host.initial(*state), true) <-- violation(state);
        // B2: walk a step back, whatever the goal.
        at(goal, step.before, step.set, *touched || step.reason.is_some()) <--
            at(goal, after, set, touched), for step in edges.back(*after, *set).iter();
        // B3: after a call that may assign something of the set, ask the callee. A goal is walked from
        // its exit state, once for all who ask it.
        waits(inner, edges.entry(call.call), goal, call.call, set, touched), at(inner, end, demanded, false) <--
            at(goal, after, set, touched), for call in edges.returned(*after, *set).iter(),
            if let Some(inner) = call.asked,
            let (end, demanded) = host.asks(inner);
        // B4: at an entry it is answered.
        bsum(goal, state, set, touched) <--
            at(goal, state, set, touched), if *goal != Goal::OPEN && edges.states().is_entry(*state);
        // B5: an answer lets everyone who waits for it with that entry go on before the call.
        at(goal, call, host.leave(*call, *after, *set, *inner_touched), *touched || *inner_touched) <--
            waits(inner, entry, goal, call, after, touched), bsum(inner, entry, set, inner_touched);
        // B6: a call that assigns nothing of the set is stepped over.
        at(goal, call.call, set, touched) <--
            at(goal, after, set, touched), for call in edges.returned(*after, *set).iter(),
            if call.asked.is_none();
        // B7: outside any matched call the walk leaves a procedure through any of its callers.
        at(Goal::OPEN, call, host.pending_call(call, *set), true) <--
            at(Goal::OPEN, state, set, _), for call in edges.states().called(*state);
    };
    SliceGraph { at: sorted(program.at), waits: sorted(program.waits), bsum: sorted(program.bsum) }
}
