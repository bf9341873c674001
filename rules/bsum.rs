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

/// What leads to a state, from the forward run. It is only looked up by the state, so it is kept in plain
/// tables and not in relations.
struct Incoming {
    /// The states one intraprocedural step before.
    steps: Table<State>,
    /// The calls that go on in the state, with their callees' exit states.
    returned: Table<(State, State)>,
    /// The calls that enter their callee in the state.
    called: Table<State>,
}

/// Lists by state, one after another in one piece.
struct Table<T> {
    /// Where the list of each state begins, and where the last one ends.
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T: Copy + Default> Table<T> {
    fn new(pairs: impl Iterator<Item = (State, T)> + Clone) -> Self {
        let mut starts = Vec::new();
        for (State(number), _) in pairs.clone() {
            if number as usize + 2 > starts.len() {
                starts.resize(number as usize + 2, 0);
            }
            starts[number as usize + 1] += 1;
        }
        for number in 1..starts.len() {
            starts[number] += starts[number - 1];
        }
        let mut next = starts.clone();
        let mut items = vec![T::default(); starts.last().map_or(0, |&end| end as usize)];
        for (State(number), item) in pairs {
            let place = &mut next[number as usize];
            items[*place as usize] = item;
            *place += 1;
        }
        Table { starts, items }
    }

    fn of(&self, state: State) -> &[T] {
        let number = state.0 as usize;
        match self.starts.get(number..number + 2) {
            Some(&[from, to]) => &self.items[from as usize..to as usize],
            _ => &[],
        }
    }
}

/// Runs the rules from the violating states over the edges of the forward run.
pub fn backward(host: &dyn Backward, forward: &ForwardSummaries, violations: &[State]) -> SliceGraph {
    let incoming = Incoming {
        steps: Table::new(forward.steps.iter().map(|&(from, to)| (to, from))),
        returned: Table::new(forward.returns.iter().map(|&(call, exit, next)| (next, (call, exit)))),
        called: Table::new(forward.calls.iter().copied()),
    };
    let program = ascent_run! {
        /// The violation happens in this state.
        relation violation(State) = violations.iter().map(|&s| (s,)).collect();

        /// For the question the state can be passed with the error set, with or without focus statements so far.
        #[ds(crate::table)]
        relation at(Goal, State, ErrorSet, bool);
        /// The first question, with its callee's entry, is waited for at a call by another, with the error set after it.
        #[ds(crate::table)]
        relation waits(Goal, State, Goal, State, ErrorSet, bool);
        /// The question's answer for an entry state: the error set there, and whether there was a focus statement.
        #[ds(crate::table)]
        relation bsum(Goal, State, ErrorSet, bool);

        // B1: the walk begins at the violation, whose procedures all have a focus statement.
        at(Goal::OPEN, state, host.initial(*state), true) <-- violation(state);
        // B2: walk a step back, whatever the question.
        at(goal, before, set, *touched || focus) <--
            at(goal, after, set_after, touched), for before in incoming.steps.of(*after),
            if let Some((set, focus)) = host.update(*before, *after, *set_after);
        // B3: after a call that may assign something of the set, ask the callee. A question is walked from
        // its exit state, once for all who ask it.
        waits(inner, host.entry(*call), goal, call, set, touched), at(inner, end, demanded, false) <--
            at(goal, after, set, touched), for (call, exit) in incoming.returned.of(*after),
            if let Some(inner) = host.demand(*call, *exit, *set),
            let (end, demanded) = host.question(inner);
        // B4: at an entry it is answered.
        bsum(goal, state, set, touched) <--
            at(goal, state, set, touched), if *goal != Goal::OPEN && host.is_entry(*state);
        // B5: an answer lets everyone who waits for it with that entry go on before the call.
        at(goal, call, host.leave(*call, *after, *set, *inner_touched), *touched || *inner_touched) <--
            waits(inner, entry, goal, call, after, touched), bsum(inner, entry, set, inner_touched);
        // B6: a call that assigns nothing of the set is stepped over.
        at(goal, call, set, touched) <--
            at(goal, after, set, touched), for (call, exit) in incoming.returned.of(*after),
            if host.demand(*call, *exit, *set).is_none();
        // B7: outside any matched call the walk leaves a procedure through any of its callers.
        at(Goal::OPEN, call, host.pending_call(*call, *set), true) <--
            at(Goal::OPEN, state, set, _), for call in incoming.called.of(*state);
    };
    SliceGraph { at: sorted(program.at), waits: sorted(program.waits), bsum: sorted(program.bsum) }
}
