//! How many focus statements at least lie between a point of the slice graph and the start: the estimate
//! that leads the enumeration to the shortest sequences first.
//!
//! The slice graph is an and/or graph (a call needs its callee's part and what precedes it), so this is
//! Knuth's generalisation of Dijkstra's algorithm.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use focuscheck_rules::bsum::{Backward, SliceGraph};
use focuscheck_rules::fsum::ForwardSummaries;
use focuscheck_rules::schema::{ErrorSet, Goal, State};
use rustc_hash::FxHashMap;

use crate::limit::spend;
use crate::summary::backward::Walker;

/// A point of the slice graph.
type Point = (Goal, State, ErrorSet);

/// Least distances to the start (for the open question) or to the callee's entry (for the others).
#[derive(Clone, Debug, Default)]
pub struct Distances {
    exact: FxHashMap<Point, u32>,
    by_state: FxHashMap<(Goal, State), u32>,
    answers: FxHashMap<Goal, u32>,
    /// Whether the slice graph lacks points, so that one that is missing here may still lead on.
    partial: bool,
}

/// One way to go on from a point: all parts have to be gone.
struct Way {
    head: usize,
    cost: u32,
    missing: u32,
}

#[derive(Default)]
struct Ways {
    numbers: FxHashMap<Point, usize>,
    points: Vec<Point>,
    ways: Vec<Way>,
    users: Vec<Vec<usize>>,
}

impl Ways {
    fn number(&mut self, point: Point) -> usize {
        *self.numbers.entry(point).or_insert_with(|| {
            self.points.push(point);
            self.users.push(Vec::new());
            self.points.len() - 1
        })
    }

    fn add(&mut self, head: Point, cost: u32, parts: &[Point]) {
        spend(1);
        let head = self.number(head);
        let way = self.ways.len();
        self.ways.push(Way { head, cost, missing: parts.len() as u32 });
        for part in parts {
            let part = self.number(*part);
            self.users[part].push(way);
        }
    }
}

impl Distances {
    /// Computes the distances of a slice graph.
    pub fn compute(
        walker: &Walker<'_>,
        forward: &ForwardSummaries,
        slices: &SliceGraph,
        start: State,
    ) -> Distances {
        let mut ways = Ways::default();
        let mut back: FxHashMap<State, Vec<State>> = FxHashMap::default();
        for &(from, to) in &forward.steps {
            back.entry(to).or_default().push(from);
        }
        let mut returned: FxHashMap<State, Vec<(State, State)>> = FxHashMap::default();
        for &(call, exit, next) in &forward.returns {
            returned.entry(next).or_default().push((call, exit));
        }
        let mut called: FxHashMap<State, Vec<State>> = FxHashMap::default();
        for &(entry, call) in &forward.calls {
            called.entry(entry).or_default().push(call);
        }
        let mut answers: FxHashMap<(Goal, State), Vec<(ErrorSet, bool)>> = FxHashMap::default();
        for &(goal, entry, set, touched) in &slices.bsum {
            answers.entry((goal, entry)).or_default().push((set, touched));
        }
        let mut points: Vec<Point> = slices.at.iter().map(|&(g, s, e, _)| (g, s, e)).collect();
        points.dedup();
        let mut ends = Vec::new();
        for &(goal, state, set) in &points {
            let head = (goal, state, set);
            if goal == Goal::OPEN && state == start || goal != Goal::OPEN && walker.is_entry(state) {
                ends.push(ways.number(head));
            }
            for &from in back.get(&state).into_iter().flatten() {
                let (before, focus) = walker.step_back(from, state, set);
                let cost = (focus && walker.begins_step(from, set)) as u32;
                ways.add(head, cost, &[(goal, from, before)]);
            }
            for &(call, exit) in returned.get(&state).into_iter().flatten() {
                let Some(inner) = walker.demand(call, exit, set) else {
                    ways.add(head, 0, &[(goal, call, set)]);
                    continue;
                };
                let (exit, asked) = walker.question(inner);
                for &(entry, touched) in answers.get(&(inner, walker.entry(call))).into_iter().flatten() {
                    let before = walker.leave(call, set, entry, touched);
                    ways.add(head, touched as u32, &[(inner, exit, asked), (goal, call, before)]);
                }
            }
            if goal == Goal::OPEN {
                for &call in called.get(&state).into_iter().flatten() {
                    ways.add(head, 1, &[(Goal::OPEN, call, walker.pending_call(call, set))]);
                }
            }
        }
        Distances { partial: walker.is_cut(), ..ways.settle(walker, ends) }
    }

    /// A lower bound for a point, whether or not the slice graph has exactly its error set.
    pub fn estimate(&self, goal: Goal, state: State, set: ErrorSet) -> u32 {
        let exact = self.exact.get(&(goal, state, set)).copied();
        exact.or_else(|| self.by_state.get(&(goal, state)).copied()).unwrap_or(0)
    }

    /// Whether the start can be reached from the point at all.
    pub fn leads_on(&self, goal: Goal, state: State) -> bool {
        self.partial || self.by_state.contains_key(&(goal, state))
    }

    /// A lower bound for what precedes a call, whatever the error set there.
    pub fn before_call(&self, goal: Goal, call: State) -> u32 {
        self.by_state.get(&(goal, call)).copied().unwrap_or(0)
    }

    /// A lower bound for answering a question.
    pub fn answer(&self, goal: Goal) -> Option<u32> {
        self.answers.get(&goal).copied()
    }
}

impl Ways {
    fn settle(mut self, walker: &Walker<'_>, ends: Vec<usize>) -> Distances {
        let mut settled: Vec<Option<u32>> = vec![None; self.points.len()];
        let mut partial: Vec<u32> = self.ways.iter().map(|w| w.cost).collect();
        let mut heap: BinaryHeap<Reverse<(u32, usize)>> = ends.into_iter().map(|p| Reverse((0, p))).collect();
        while let Some(Reverse((distance, point))) = heap.pop() {
            if settled[point].is_some() {
                continue;
            }
            settled[point] = Some(distance);
            for &way in &self.users[point] {
                partial[way] += distance;
                self.ways[way].missing -= 1;
                if self.ways[way].missing == 0 {
                    heap.push(Reverse((partial[way], self.ways[way].head)));
                }
            }
        }
        let mut result = Distances::default();
        for (point, distance) in self.points.iter().zip(&settled) {
            let Some(distance) = *distance else { continue };
            result.exact.insert(*point, distance);
            let least = result.by_state.entry((point.0, point.1)).or_insert(distance);
            *least = distance.min(*least);
            if point.0 != Goal::OPEN && walker.question(point.0) == (point.1, point.2) {
                result.answers.insert(point.0, distance);
            }
        }
        result
    }
}
