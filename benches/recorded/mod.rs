//! Hosts whose answers were recorded, so that a run over them shows what the rules themselves cost.

use std::cell::RefCell;

use focuscheck::summary::step::Stepper;
use focuscheck_rules::bsum::Backward;
use focuscheck_rules::fsum::{self, ForwardSummaries};
use focuscheck_rules::schema::{ErrorSet, Goal, State};
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

/// The answers of a backward host.
#[derive(Default)]
pub struct Recorded {
    initial: FxHashMap<State, ErrorSet>,
    update: FxHashMap<(State, State, ErrorSet), (ErrorSet, bool)>,
    demand: FxHashMap<(State, State, ErrorSet), Option<Goal>>,
    question: FxHashMap<Goal, (State, ErrorSet)>,
    entry: FxHashMap<State, State>,
    is_entry: FxHashMap<State, bool>,
    leave: FxHashMap<(State, ErrorSet, ErrorSet, bool), ErrorSet>,
    pending_call: FxHashMap<(State, ErrorSet), ErrorSet>,
}

/// Passes questions on and remembers the answers.
pub struct Recorder<'a> {
    host: &'a dyn Backward,
    answers: RefCell<Recorded>,
}

impl<'a> Recorder<'a> {
    /// Nothing is remembered yet.
    pub fn new(host: &'a dyn Backward) -> Self {
        Recorder { host, answers: RefCell::default() }
    }

    /// What was answered.
    pub fn finish(self) -> Recorded {
        self.answers.into_inner()
    }
}

impl Backward for Recorder<'_> {
    fn initial(&self, violation: State) -> ErrorSet {
        let answer = self.host.initial(violation);
        self.answers.borrow_mut().initial.insert(violation, answer);
        answer
    }

    fn update(&self, from: State, to: State, after: ErrorSet) -> Option<(ErrorSet, bool)> {
        let answer = self.host.update(from, to, after)?;
        self.answers.borrow_mut().update.insert((from, to, after), answer);
        Some(answer)
    }

    fn demand(&self, call: State, exit: State, after: ErrorSet) -> Option<Goal> {
        let answer = self.host.demand(call, exit, after);
        self.answers.borrow_mut().demand.insert((call, exit, after), answer);
        answer
    }

    fn question(&self, goal: Goal) -> (State, ErrorSet) {
        let answer = self.host.question(goal);
        self.answers.borrow_mut().question.insert(goal, answer);
        answer
    }

    fn entry(&self, call: State) -> State {
        let answer = self.host.entry(call);
        self.answers.borrow_mut().entry.insert(call, answer);
        answer
    }

    fn is_entry(&self, state: State) -> bool {
        let answer = self.host.is_entry(state);
        self.answers.borrow_mut().is_entry.insert(state, answer);
        answer
    }

    fn leave(&self, call: State, after: ErrorSet, entry: ErrorSet, touched: bool) -> ErrorSet {
        let answer = self.host.leave(call, after, entry, touched);
        self.answers.borrow_mut().leave.insert((call, after, entry, touched), answer);
        answer
    }

    fn pending_call(&self, call: State, entry: ErrorSet) -> ErrorSet {
        let answer = self.host.pending_call(call, entry);
        self.answers.borrow_mut().pending_call.insert((call, entry), answer);
        answer
    }
}

impl Backward for Recorded {
    fn initial(&self, violation: State) -> ErrorSet {
        self.initial[&violation]
    }

    fn update(&self, from: State, to: State, after: ErrorSet) -> Option<(ErrorSet, bool)> {
        self.update.get(&(from, to, after)).copied()
    }

    fn demand(&self, call: State, exit: State, after: ErrorSet) -> Option<Goal> {
        self.demand[&(call, exit, after)]
    }

    fn question(&self, goal: Goal) -> (State, ErrorSet) {
        self.question[&goal]
    }

    fn entry(&self, call: State) -> State {
        self.entry[&call]
    }

    fn is_entry(&self, state: State) -> bool {
        self.is_entry.get(&state).copied().unwrap_or(false)
    }

    fn leave(&self, call: State, after: ErrorSet, entry: ErrorSet, touched: bool) -> ErrorSet {
        self.leave[&(call, after, entry, touched)]
    }

    fn pending_call(&self, call: State, entry: ErrorSet) -> ErrorSet {
        self.pending_call[&(call, entry)]
    }
}
