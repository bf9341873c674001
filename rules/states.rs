//! No rules: the states of a run as a graph, with the edges between them in every direction in which they are walked, and
//! what each state belongs to. One index for the rules, for the walks back and for the shortest routes.
//!
//! The states are those of a forward run, or the positions of one trace, which is a graph with one way.

use crate::fsum::ForwardSummaries;
use crate::relation::Relation;
use crate::schema::State;

/// The states of a run and the edges between them.
#[derive(Clone, Debug, Default)]
pub struct StateGraph {
    /// The state is reached inside the procedure that was entered in the second.
    inside: Relation<(State, State)>,
    /// One intraprocedural step leads from the first state to the second.
    steps: Relation<(State, State)>,
    /// One intraprocedural step leads to the first state from the second.
    steps_back: Relation<(State, State)>,
    /// The call at the first state enters its callee in the second.
    enters: Relation<(State, State)>,
    /// The procedure entered in the first state is called at the second.
    called: Relation<(State, State)>,
    /// The call at the first state, left by the callee through the second, goes on in the third.
    resumes: Relation<(State, State, State)>,
    /// In the first state the call at the second goes on, whose callee was left in the third.
    resumed: Relation<(State, State, State)>,
}

impl StateGraph {
    /// The graph of what a forward run left.
    pub fn of(forward: &ForwardSummaries) -> StateGraph {
        let returns = || forward.returns.iter();
        StateGraph {
            inside: forward.path_edges.iter().map(|&(entry, state)| (state, entry)).collect(),
            steps: forward.steps.iter().copied().collect(),
            steps_back: forward.steps.iter().map(|&(from, to)| (to, from)).collect(),
            enters: forward.calls.iter().map(|&(entry, call)| (call, entry)).collect(),
            called: forward.calls.iter().copied().collect(),
            resumes: returns().copied().collect(),
            resumed: returns().map(|&(call, exit, after)| (after, call, exit)).collect(),
        }
    }

    /// All states with the entries of their procedures, sorted by state.
    pub fn inside(&self) -> &[(State, State)] {
        self.inside.rows()
    }

    /// From the first state one intraprocedural step leads to the second; sorted.
    pub fn steps(&self) -> &[(State, State)] {
        self.steps.rows()
    }

    /// The procedure entered in the first state is called at the second; sorted.
    pub fn calls(&self) -> &[(State, State)] {
        self.called.rows()
    }

    /// The call at the first state, left by the callee through the second, goes on in the third; sorted.
    pub fn returns(&self) -> &[(State, State, State)] {
        self.resumes.rows()
    }

    /// The states in which the procedure of a state was entered.
    pub fn entries(&self, state: State) -> impl Iterator<Item = State> + '_ {
        self.inside.of(state).iter().map(|&(_, entry)| entry)
    }

    /// The states one intraprocedural step after.
    pub fn after(&self, state: State) -> impl Iterator<Item = State> + '_ {
        self.steps.of(state).iter().map(|&(_, next)| next)
    }

    /// The states one intraprocedural step before.
    pub fn before(&self, state: State) -> impl ExactSizeIterator<Item = State> + '_ {
        self.steps_back.of(state).iter().map(|&(_, before)| before)
    }

    /// The state in which a call enters its callee.
    pub fn entry(&self, call: State) -> Option<State> {
        self.enters.of(call).first().map(|&(_, entry)| entry)
    }

    /// The calls that enter their callee in a state.
    pub fn called(&self, entry: State) -> impl Iterator<Item = State> + '_ {
        self.called.of(entry).iter().map(|&(_, call)| call)
    }

    /// Whether some call enters its callee in the state.
    pub fn is_entry(&self, state: State) -> bool {
        !self.called.of(state).is_empty()
    }

    /// How a call goes on: the exit of its callee, and the state after it.
    pub fn resumes(&self, call: State) -> impl Iterator<Item = (State, State)> + '_ {
        self.resumes.of(call).iter().map(|&(_, exit, after)| (exit, after))
    }

    /// The calls that go on in a state, with the exits of their callees.
    pub fn resumed(&self, after: State) -> impl Iterator<Item = (State, State)> + '_ {
        self.resumed.of(after).iter().map(|&(_, call, exit)| (call, exit))
    }
}
