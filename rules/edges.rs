//! The edges of the slice graph: what one step back from a state makes of an error set.
//!
//! A step back does not depend on the goal in which it is taken, so each is taken once for all goals, and what
//! the rules walked along is there for what comes after them: the least distances, and the enumeration of
//! sequences, which recomputes nothing. Over-approximates like the rules.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::schema::{ErrorSet, Goal, Reason, State};
use crate::states::StateGraph;

/// Functors on interned error sets: what the update relations (`rules/update.rs`) make of a whole set.
pub trait ErrorSets {
    /// The error set right at the violation.
    fn initial(&self, violation: State) -> ErrorSet;
    /// Whether the run goes on after so many more steps back, those included that were taken before.
    fn goes_on(&self, steps: usize) -> bool;
    /// The step from the first state to the second, walked back.
    fn back(&self, from: State, to: State, after: ErrorSet) -> Back;
    /// The goal to the callee whose exit state is `exit`, if it may assign something of the error set;
    /// else `None`, and the call is stepped over.
    fn demand(&self, call: State, exit: State, after: ErrorSet) -> Option<Goal>;
    /// The exit state and the error set that a goal asks about.
    fn asks(&self, goal: Goal) -> (State, ErrorSet);
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
    states: &'h StateGraph,
    back: Kept<Back>,
    calls: Kept<Returned>,
}

impl<'h> Edges<'h> {
    /// The edges over the states of a run.
    pub fn new(host: &'h dyn ErrorSets, states: &'h StateGraph) -> Self {
        Edges { host, states, back: RefCell::default(), calls: RefCell::default() }
    }

    /// The functors.
    pub fn host(&self) -> &'h dyn ErrorSets {
        self.host
    }

    /// The steps back from a state with an error set, in order of the states before; none once the run was cancelled.
    pub fn back(&self, state: State, after: ErrorSet) -> Rc<[Back]> {
        let steps = self.states.before(state);
        if !self.host.goes_on(steps.len()) {
            return Rc::default();
        }
        if let Some(known) = self.back.borrow().get(&(state, after)) {
            return Rc::clone(known);
        }
        let found: Rc<[Back]> = steps.map(|from| self.host.back(from, state, after)).collect();
        self.back.borrow_mut().insert((state, after), Rc::clone(&found));
        found
    }

    /// The calls that go on in a state, with what is asked of their callees for an error set there.
    pub fn returned(&self, state: State, after: ErrorSet) -> Rc<[Returned]> {
        if let Some(known) = self.calls.borrow().get(&(state, after)) {
            return Rc::clone(known);
        }
        let calls = self.states.resumed(state);
        let found: Rc<[Returned]> = calls
            .map(|(call, exit)| Returned { call, exit, asked: self.host.demand(call, exit, after) })
            .collect();
        self.calls.borrow_mut().insert((state, after), Rc::clone(&found));
        found
    }

    /// The states that the edges lead over.
    pub fn states(&self) -> &'h StateGraph {
        self.states
    }

    /// The entry state of a call's callee; of what is no call the state itself.
    pub fn entry(&self, call: State) -> State {
        self.states.entry(call).unwrap_or(call)
    }
}
