//! The relations of `rules/fsum.rs` and `rules/bsum.rs`, derived by plain worklists written by hand.
//!
//! This is the limit that the rules are compared with: the same host, the same tuples, each derived once when
//! its last premise arrives, with tables made for just these joins. A test holds that both derive the same.

use focuscheck_rules::bsum::SliceGraph;
use focuscheck_rules::edges::Edges;
use focuscheck_rules::fsum::{Flow, Forward, ForwardSummaries};
use focuscheck_rules::schema::{ErrorSet, Goal, State};
use rustc_hash::{FxHashMap, FxHashSet};

/// Lists by a dense number.
struct Lists<T> {
    lists: Vec<Vec<T>>,
}

impl<T> Lists<T> {
    fn new() -> Self {
        Lists { lists: Vec::new() }
    }

    fn of(&self, state: State) -> &[T] {
        self.lists.get(state.0 as usize).map_or(&[], Vec::as_slice)
    }

    fn push(&mut self, state: State, item: T) {
        let number = state.0 as usize;
        if number >= self.lists.len() {
            self.lists.resize_with(number + 1, Vec::new);
        }
        self.lists[number].push(item);
    }
}

fn sorted<T: Ord>(tuples: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut tuples: Vec<T> = tuples.into_iter().collect();
    tuples.sort_unstable();
    tuples.dedup();
    tuples
}

/// What the forward rules derive.
pub fn forward(host: &dyn Forward, flow: Flow<'_>, start: State) -> ForwardSummaries {
    let mut path_edges = FxHashSet::from_iter([(start, start)]);
    let mut work = vec![(start, start)];
    let mut steps = Lists::new();
    let mut expanded: Vec<bool> = Vec::new();
    // By callee's entry: the calls with their procedures' entries; and the exits.
    let mut callers: Lists<(State, State)> = Lists::new();
    let mut exits: Lists<State> = Lists::new();
    let mut returns = FxHashSet::default();
    while let Some((entry, state)) = work.pop() {
        let number = state.0 as usize;
        if number >= expanded.len() {
            expanded.resize(number + 1, false);
        }
        if !std::mem::replace(&mut expanded[number], true) {
            let mut successors = flow.successors(host, state);
            successors.sort_unstable();
            successors.dedup();
            successors.into_iter().for_each(|next| steps.push(state, next));
        }
        for &next in steps.of(state) {
            if path_edges.insert((entry, next)) {
                work.push((entry, next));
            }
        }
        if let Some(callee) = flow.enter(host, state) {
            callers.push(callee, (entry, state));
            if path_edges.insert((callee, callee)) {
                work.push((callee, callee));
            }
            for &exit in exits.of(callee) {
                if let Some(next) = flow.resume(host, state, exit) {
                    returns.insert((state, exit, next));
                    if path_edges.insert((entry, next)) {
                        work.push((entry, next));
                    }
                }
            }
        }
        if flow.is_exit(host, state) {
            exits.push(entry, state);
            for &(caller, call) in callers.of(entry) {
                if let Some(next) = flow.resume(host, call, state) {
                    returns.insert((call, state, next));
                    if path_edges.insert((caller, next)) {
                        work.push((caller, next));
                    }
                }
            }
        }
    }
    let numbered = |lists: Vec<Vec<State>>| {
        lists
            .into_iter()
            .zip(0..)
            .flat_map(|(list, number)| list.into_iter().map(move |to| (State(number), to)))
    };
    let calls = callers.lists.into_iter().zip(0..);
    let calls = calls.flat_map(|(list, callee)| list.into_iter().map(move |(_, call)| (State(callee), call)));
    ForwardSummaries {
        path_edges: sorted(path_edges),
        steps: sorted(numbered(steps.lists)),
        calls: sorted(calls),
        returns: sorted(returns),
        fsum: sorted(numbered(exits.lists)),
    }
}

/// A point of the walk back.
type Point = (Goal, State, ErrorSet, bool);

/// What the backward rules derive.
pub fn backward(edges: &Edges<'_>, violations: &[State]) -> SliceGraph {
    let host = edges.host();
    let mut at: FxHashSet<Point> = FxHashSet::default();
    let mut work = Vec::new();
    let mut asked = FxHashSet::default();
    let mut waiting: FxHashMap<(Goal, State), Vec<Point>> = FxHashMap::default();
    let mut answers: FxHashMap<(Goal, State), Vec<(ErrorSet, bool)>> = FxHashMap::default();
    let mut add = |point: Point, work: &mut Vec<Point>| {
        if at.insert(point) {
            work.push(point);
        }
    };
    for &violation in violations {
        add((Goal::OPEN, violation, host.initial(violation), true), &mut work);
    }
    while let Some((goal, state, set, touched)) = work.pop() {
        for step in edges.back(state, set).iter() {
            add((goal, step.before, step.set, touched || step.reason.is_some()), &mut work);
        }
        for call in edges.returned(state, set).iter() {
            let (call, demanded) = (call.call, call.asked);
            let Some(inner) = demanded else {
                add((goal, call, set, touched), &mut work);
                continue;
            };
            if asked.insert(inner) {
                let (exit, set) = host.asks(inner);
                add((inner, exit, set, false), &mut work);
            }
            let entry = edges.entry(call);
            waiting.entry((inner, entry)).or_default().push((goal, call, set, touched));
            for &(answer, inner_touched) in answers.get(&(inner, entry)).into_iter().flatten() {
                let before = host.leave(call, set, answer, inner_touched);
                add((goal, call, before, touched || inner_touched), &mut work);
            }
        }
        if goal == Goal::OPEN {
            for call in edges.states().called(state) {
                add((Goal::OPEN, call, host.pending_call(call, set), true), &mut work);
            }
        } else if edges.states().is_entry(state) {
            answers.entry((goal, state)).or_default().push((set, touched));
            for &(outer, call, after, outer_touched) in waiting.get(&(goal, state)).into_iter().flatten() {
                let before = host.leave(call, after, set, touched);
                add((outer, call, before, outer_touched || touched), &mut work);
            }
        }
    }
    let waits = waiting.into_iter().flat_map(|((inner, entry), list)| {
        list.into_iter().map(move |(goal, call, set, touched)| (inner, entry, goal, call, set, touched))
    });
    let bsum = answers.into_iter().flat_map(|((goal, state), list)| {
        list.into_iter().map(move |(set, touched)| (goal, state, set, touched))
    });
    SliceGraph { at: sorted(at), waits: sorted(waits), bsum: sorted(bsum) }
}
