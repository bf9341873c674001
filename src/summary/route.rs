//! Shortest routes through what a forward run reached: abstract counterexamples.
//!
//! A call that returns is as long as the shortest way through its callee, so the lengths are those of an
//! and/or graph, settled as in Knuth's generalisation of Dijkstra's algorithm.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use focuscheck_rules::fsum::ForwardSummaries;
use focuscheck_rules::schema::State;
use rustc_hash::FxHashMap;

use crate::limit::spend;

/// A place on a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// One step is taken from this state inside its procedure.
    Step(State),
    /// A call is entered in this state.
    Enter {
        /// The state at the call.
        call: State,
        /// Whether the route comes back to the call.
        returns: bool,
    },
    /// A callee is left through this state.
    Leave(State),
    /// The route ends here.
    End(State),
}

impl Stop {
    /// The state.
    pub fn state(self) -> State {
        match self {
            Stop::Step(state) | Stop::Leave(state) | Stop::End(state) | Stop::Enter { call: state, .. } => {
                state
            }
        }
    }
}

/// How a state is reached inside its procedure.
#[derive(Clone, Copy, Debug)]
enum Last {
    Entry,
    Step(State),
    Return { call: State, callee: State, exit: State },
}

/// A state inside the procedure entered in another.
type Edge = (State, State);

/// Routes of more steps are not told: where procedures call each other several times, lengths double from level
/// to level.
const MOST_STEPS: u64 = 100_000;

/// The length of a way with a call of so many steps at its end.
fn through_call(length: u64, inside: u64) -> u64 {
    length.saturating_add(inside).saturating_add(1)
}

/// Shortest routes from the start to every reached state.
#[derive(Debug, Default)]
pub struct Routes {
    inside: FxHashMap<Edge, (u64, Last)>,
    /// How the procedure entered in a state is come to: the caller's entry and the call.
    entered: FxHashMap<State, Edge>,
    lengths: FxHashMap<State, u64>,
    /// The entries from which a state is reached.
    entries: FxHashMap<State, Vec<State>>,
}

impl Routes {
    /// Measures the routes of a forward run.
    pub fn measure(forward: &ForwardSummaries, start: State) -> Routes {
        let mut routes = Routes::default();
        routes.settle_insides(forward);
        routes.settle_entries(forward, start);
        for &(entry, state) in &forward.path_edges {
            routes.entries.entry(state).or_default().push(entry);
        }
        routes
    }

    fn settle_insides(&mut self, forward: &ForwardSummaries) {
        let mut next: FxHashMap<State, Vec<State>> = FxHashMap::default();
        for &(from, to) in &forward.steps {
            next.entry(from).or_default().push(to);
        }
        let mut callee: FxHashMap<State, State> = FxHashMap::default();
        for &(entry, call) in &forward.calls {
            callee.insert(call, entry);
        }
        let mut resumed: FxHashMap<State, Vec<(State, State)>> = FxHashMap::default();
        let mut through: FxHashMap<Edge, Vec<State>> = FxHashMap::default();
        for &(call, exit, after) in &forward.returns {
            resumed.entry(call).or_default().push((exit, after));
            if let Some(&entry) = callee.get(&call) {
                through.entry((entry, exit)).or_default().push(call);
            }
        }
        // The callers' entries from which a call is reached, in the order in which they are settled.
        let mut waiting: FxHashMap<State, Vec<(State, u64)>> = FxHashMap::default();
        let mut heap = BinaryHeap::new();
        let mut entries: Vec<State> = forward.path_edges.iter().map(|&(entry, _)| entry).collect();
        entries.dedup();
        for entry in entries {
            heap.push(Reverse((0u64, entry, entry, 0usize)));
        }
        let mut ways: Vec<Last> = vec![Last::Entry];
        while let Some(Reverse((length, entry, state, way))) = heap.pop() {
            spend(1);
            if self.inside.contains_key(&(entry, state)) {
                continue;
            }
            self.inside.insert((entry, state), (length, ways[way]));
            for &to in next.get(&state).into_iter().flatten() {
                ways.push(Last::Step(state));
                heap.push(Reverse((through_call(length, 0), entry, to, ways.len() - 1)));
            }
            if let Some(&callee) = callee.get(&state) {
                waiting.entry(state).or_default().push((entry, length));
                for &(exit, after) in resumed.get(&state).into_iter().flatten() {
                    if let Some(&(inner, _)) = self.inside.get(&(callee, exit)) {
                        ways.push(Last::Return { call: state, callee, exit });
                        heap.push(Reverse((through_call(length, inner), entry, after, ways.len() - 1)));
                    }
                }
            }
            for &call in through.get(&(entry, state)).into_iter().flatten() {
                for &(caller, before) in waiting.get(&call).into_iter().flatten() {
                    for &(exit, after) in resumed.get(&call).into_iter().flatten() {
                        if exit == state {
                            ways.push(Last::Return { call, callee: entry, exit });
                            heap.push(Reverse((through_call(before, length), caller, after, ways.len() - 1)));
                        }
                    }
                }
            }
        }
    }

    fn settle_entries(&mut self, forward: &ForwardSummaries, start: State) {
        // The calls in the procedure entered in a state.
        let mut calls: BTreeMap<State, Vec<(State, State, u64)>> = BTreeMap::new();
        let mut entries: FxHashMap<State, Vec<State>> = FxHashMap::default();
        for &(entry, state) in &forward.path_edges {
            entries.entry(state).or_default().push(entry);
        }
        for &(callee, call) in &forward.calls {
            for &entry in entries.get(&call).into_iter().flatten() {
                if let Some(&(length, _)) = self.inside.get(&(entry, call)) {
                    calls.entry(entry).or_default().push((call, callee, length));
                }
            }
        }
        let mut heap = BinaryHeap::from([Reverse((0u64, start, None::<Edge>))]);
        while let Some(Reverse((length, entry, from))) = heap.pop() {
            if self.lengths.contains_key(&entry) {
                continue;
            }
            self.lengths.insert(entry, length);
            if let Some(from) = from {
                self.entered.insert(entry, from);
            }
            for &(call, callee, inside) in calls.get(&entry).into_iter().flatten() {
                heap.push(Reverse((through_call(length, inside), callee, Some((entry, call)))));
            }
        }
    }

    /// The shortest route to one of the states; the smallest state of several that are as near. Nothing if it
    /// is longer than anything that could be executed.
    pub fn shortest(&self, targets: &[State]) -> Option<Vec<Stop>> {
        let mut best: Option<(u64, State, State)> = None;
        for &target in targets {
            for &entry in self.entries.get(&target).into_iter().flatten() {
                let Some(&outside) = self.lengths.get(&entry) else { continue };
                let Some(&(inside, _)) = self.inside.get(&(entry, target)) else { continue };
                let candidate = (outside.saturating_add(inside), target, entry);
                if best.is_none_or(|known| candidate < known) {
                    best = Some(candidate);
                }
            }
        }
        let (length, target, entry) = best?;
        if length > MOST_STEPS {
            return None;
        }
        // From the end to the start; the work list holds what is still to be told, the next one last.
        enum Task {
            Tell(Stop),
            /// The way from an entry to a state inside the procedure.
            Inside(Edge),
            /// The way from the start to an entry.
            Outside(State),
        }
        let mut route = vec![Stop::End(target)];
        let mut tasks = vec![Task::Outside(entry), Task::Inside((entry, target))];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Tell(stop) => route.push(stop),
                Task::Inside((entry, state)) => match self.inside.get(&(entry, state))?.1 {
                    Last::Entry => {}
                    Last::Step(from) => {
                        route.push(Stop::Step(from));
                        tasks.push(Task::Inside((entry, from)));
                    }
                    Last::Return { call, callee, exit } => {
                        route.push(Stop::Leave(exit));
                        tasks.push(Task::Inside((entry, call)));
                        tasks.push(Task::Tell(Stop::Enter { call, returns: true }));
                        tasks.push(Task::Inside((callee, exit)));
                    }
                },
                Task::Outside(entry) => {
                    if let Some(&(caller, call)) = self.entered.get(&entry) {
                        route.push(Stop::Enter { call, returns: false });
                        tasks.push(Task::Outside(caller));
                        tasks.push(Task::Inside((caller, call)));
                    }
                }
            }
        }
        route.reverse();
        Some(route)
    }
}
