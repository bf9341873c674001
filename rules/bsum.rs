//! Backward procedure summaries, in Ascent (Basu, Saha, Smolka, Section 3.3, relation `bsum`).
//!
//! Computes the slice graph: which error sets are possible at which states on the way back from a
//! violation, over the edges that the forward rules left. A relation that carries whole sequences of focus
//! statements is infinite under loops; this graph is finite and the sequences are enumerated from it. As in
//! the paper, at a call first what follows it is walked, then the callee. (In the paper's third rule the
//! unbound `e1, fss1` have to be the ones that `update` takes.)
//!
//! Over-approximates: every sequence of a real execution is a path of the graph.

use crate::fsum::{ForwardSummaries, sorted};
use crate::schema::{ErrorSet, Goal, State};
use ascent::ascent_run;

/// What the backward rules ask of the host.
pub trait Backward {
    /// The error set right at the violation.
    fn initial(&self, violation: State) -> ErrorSet;
    /// The error set before the step from the first state to the second, given the one after it, and
    /// whether the step is a focus statement (the paper's `update`); `None` once the run was cancelled.
    fn update(&self, from: State, to: State, after: ErrorSet) -> Option<(ErrorSet, bool)>;
    /// The question to the callee whose exit state is `exit`, if it may assign something of the error set;
    /// else `None`, and the call is stepped over.
    fn demand(&self, call: State, exit: State, after: ErrorSet) -> Option<Goal>;
    /// The exit state and the error set that a question asks about.
    fn question(&self, goal: Goal) -> (State, ErrorSet);
    /// The callee's entry state for a state at a call.
    fn entry(&self, call: State) -> State;
    /// Whether the state stands at the entry of its procedure.
    fn is_entry(&self, state: State) -> bool;
    /// The error set before a call, given the one after it and the callee's at its entry, and whether the
    /// callee had a focus statement.
    fn leave(&self, call: State, after: ErrorSet, entry: ErrorSet, touched: bool) -> ErrorSet;
    /// The error set before a call that has not returned when the violation happens, given the callee's at
    /// its entry.
    fn pending_call(&self, call: State, entry: ErrorSet) -> ErrorSet;
}

/// The slice graph; all sorted.
#[derive(Clone, Debug, Default)]
pub struct SliceGraph {
    /// For this question the state can be passed with the error set; the flag says whether a focus
    /// statement of the question's procedure has been met.
    pub at: Vec<(Goal, State, ErrorSet, bool)>,
    /// The question is waited for, with the callee's entry state, by another question at a call, with the
    /// error set after the call.
    pub waits: Vec<(Goal, State, Goal, State, ErrorSet, bool)>,
    /// The question is answered: at this entry state the error set is this; whether it has a focus statement.
    pub bsum: Vec<(Goal, State, ErrorSet, bool)>,
}

/// Runs the rules from the violating states over the edges of the forward run.
pub fn backward(host: &dyn Backward, forward: &ForwardSummaries, violations: &[State]) -> SliceGraph {
    let program = ascent_run! {
        /// The violation happens in this state.
        relation violation(State) = violations.iter().map(|&s| (s,)).collect();
        /// One intraprocedural step leads from the second state to the first.
        relation back(State, State) = forward.steps.iter().map(|&(from, to)| (to, from)).collect();
        /// The first state follows a call made in the second whose callee was left in the third.
        relation returned(State, State, State) =
            forward.returns.iter().map(|&(call, exit, next)| (next, call, exit)).collect();
        /// The first state is the callee's entry for the call at the second.
        relation called(State, State) = forward.calls.clone();

        /// For the question the state can be passed with the error set, with or without focus statements so far.
        relation at(Goal, State, ErrorSet, bool);
        /// The first question, with its callee's entry, is waited for at a call by another, with the error set after it.
        relation waits(Goal, State, Goal, State, ErrorSet, bool);
        /// The question is asked.
        relation asked(Goal);
        /// The question's answer for an entry state: the error set there, and whether there was a focus statement.
        relation bsum(Goal, State, ErrorSet, bool);

        // B1: the walk begins at the violation, whose procedures all have a focus statement.
        at(Goal::OPEN, state, host.initial(*state), true) <-- violation(state);
        // B2: walk a step back, whatever the question.
        at(goal, before, set, *touched || focus) <--
            at(goal, after, set_after, touched), back(after, before),
            if let Some((set, focus)) = host.update(*before, *after, *set_after);
        // B3: after a call that may assign something of the set, ask the callee.
        waits(inner, host.entry(*call), goal, call, set, touched) <--
            at(goal, after, set, touched), returned(after, call, exit),
            if let Some(inner) = host.demand(*call, *exit, *set);
        asked(inner) <-- waits(inner, _, _, _, _, _);
        // B4: a question is walked from its exit state, once for all who ask it.
        at(goal, exit, set, false) <-- asked(goal), let (exit, set) = host.question(*goal);
        // B5: at an entry it is answered.
        bsum(goal, state, set, touched) <--
            at(goal, state, set, touched), if *goal != Goal::OPEN && host.is_entry(*state);
        // B6: an answer lets everyone who waits for it with that entry go on before the call.
        at(goal, call, host.leave(*call, *after, *set, *inner_touched), *touched || *inner_touched) <--
            waits(inner, entry, goal, call, after, touched), bsum(inner, entry, set, inner_touched);
        // B7: a call that assigns nothing of the set is stepped over.
        at(goal, call, set, touched) <--
            at(goal, after, set, touched), returned(after, call, exit),
            if host.demand(*call, *exit, *set).is_none();
        // B8: outside any matched call the walk leaves a procedure through any of its callers.
        at(Goal::OPEN, call, host.pending_call(*call, *set), true) <--
            at(Goal::OPEN, state, set, _), called(state, call);
    };
    SliceGraph { at: sorted(program.at), waits: sorted(program.waits), bsum: sorted(program.bsum) }
}
