//! The edges of the slice graph: what one step back from a state makes of an error set.
//!
//! A step back does not depend on the question in which it is taken, so each is taken once for all questions, and what
//! the rules walked along is there for what comes after them: the least distances, and the enumeration of
//! sequences, which recomputes nothing. Over-approximates like the rules.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::fsum::ForwardSummaries;
use crate::relation::Relation;
use crate::schema::{ErrorSet, Goal, Reason, State};

/// Functors on interned error sets: what the update relations (`rules/update.rs`) make of a whole set.
pub trait ErrorSets {
    /// The error set right at the violation.
    fn initial(&self, violation: State) -> ErrorSet;
    /// Whether the run goes on after so many more steps back, those included that were taken before.
    fn goes_on(&self, steps: usize) -> bool;
    /// The step from the first state to the second, walked back.
    fn back(&self, from: State, to: State, after: ErrorSet) -> Back;
    /// The question to the callee whose exit state is `exit`, if it may assign something of the error set;
    /// else `None`, and the call is stepped over.
    fn demand(&self, call: State, exit: State, after: ErrorSet) -> Option<Goal>;
    /// The exit state and the error set that a question asks about.
    fn question(&self, goal: Goal) -> (State, ErrorSet);
    /// The error set before a call, given the one after it and the callee's at its entry, and whether the
    /// callee had a focus statement.
    fn leave(&self, call: State, after: ErrorSet, entry: ErrorSet, touched: bool) -> ErrorSet;
    /// The error set before a call that has not returned when the violation happens, given the callee's at
    /// its entry.
    fn pending_call(&self, call: State, entry: ErrorSet) -> ErrorSet;
}

/// One step back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Back {
    /// The state before.
    pub before: State,
    /// The error set there.
    pub set: ErrorSet,
    /// Why the step is a focus statement, if it is.
    pub reason: Option<Reason>,
    /// How many printed steps it begins: 0 or 1.
    pub weight: u32,
}

/// A call that goes on in a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Returned {
    /// The state at the call.
    pub call: State,
    /// The state in which its callee was left.
    pub exit: State,
    /// What is asked of the callee; nothing if the call is stepped over.
    pub asked: Option<Goal>,
}

/// What was found for a state with an error set.
type Kept<T> = RefCell<FxHashMap<(State, ErrorSet), Rc<[T]>>>;

/// The edges of the slice graph, taken as they are asked for and kept.
pub struct Edges<'h> {
    host: &'h dyn ErrorSets,
    /// The states one intraprocedural step before.
    steps: Relation<(State, State)>,
    /// The calls that go on in the state, with their callees' exit states.
    returned: Relation<(State, State, State)>,
    /// The calls that enter their callee in the state.
    called: Relation<(State, State)>,
    /// The entry state of the callee of a call.
    entered: Relation<(State, State)>,
    back: Kept<Back>,
    calls: Kept<Returned>,
}

impl<'h> Edges<'h> {
    /// The edges over what a forward run left.
    pub fn new(host: &'h dyn ErrorSets, forward: &ForwardSummaries) -> Self {
        let returns = forward.returns.iter();
        Edges {
            host,
            steps: forward.steps.iter().map(|&(from, to)| (to, from)).collect(),
            returned: returns.map(|&(call, exit, next)| (next, call, exit)).collect(),
            called: forward.calls.iter().copied().collect(),
            entered: forward.calls.iter().map(|&(entry, call)| (call, entry)).collect(),
            back: RefCell::default(),
            calls: RefCell::default(),
        }
    }

    /// The functors.
    pub fn host(&self) -> &'h dyn ErrorSets {
        self.host
    }

    /// The steps back from a state with an error set, in order of the states before; none once the run was cancelled.
    pub fn back(&self, state: State, after: ErrorSet) -> Rc<[Back]> {
        let steps = self.steps.of(state);
        if !self.host.goes_on(steps.len()) {
            return Rc::default();
        }
        if let Some(known) = self.back.borrow().get(&(state, after)) {
            return Rc::clone(known);
        }
        let found: Rc<[Back]> = steps.iter().map(|&(_, from)| self.host.back(from, state, after)).collect();
        self.back.borrow_mut().insert((state, after), Rc::clone(&found));
        found
    }

    /// The calls that go on in a state, with what is asked of their callees for an error set there.
    pub fn returned(&self, state: State, after: ErrorSet) -> Rc<[Returned]> {
        if let Some(known) = self.calls.borrow().get(&(state, after)) {
            return Rc::clone(known);
        }
        let calls = self.returned.of(state).iter();
        let found: Rc<[Returned]> = calls
            .map(|&(_, call, exit)| Returned { call, exit, asked: self.host.demand(call, exit, after) })
            .collect();
        self.calls.borrow_mut().insert((state, after), Rc::clone(&found));
        found
    }

    /// The states one intraprocedural step before.
    pub fn before(&self, state: State) -> impl Iterator<Item = State> + '_ {
        self.steps.of(state).iter().map(|&(_, before)| before)
    }

    /// The calls that go on in a state, with their callees' exit states.
    pub fn calls_before(&self, state: State) -> impl Iterator<Item = (State, State)> + '_ {
        self.returned.of(state).iter().map(|&(_, call, exit)| (call, exit))
    }

    /// The calls that enter their callee in a state.
    pub fn called(&self, state: State) -> impl Iterator<Item = State> + '_ {
        self.called.of(state).iter().map(|&(_, call)| call)
    }

    /// Whether some call enters its callee in the state.
    pub fn is_entry(&self, state: State) -> bool {
        !self.called.of(state).is_empty()
    }

    /// The entry state of a call's callee; of what is no call the state itself.
    pub fn entry(&self, call: State) -> State {
        self.entered.of(call).first().map_or(call, |&(_, entry)| entry)
    }
}
