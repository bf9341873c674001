//! The estimate that leads the enumeration to the shortest sequences first: how many focus statements at least lie
//! between a point of the walk and the start, as the rules say (`rules/distance.rs`).

use focuscheck_rules::bsum::SliceGraph;
use focuscheck_rules::distance::in_slices;
use focuscheck_rules::edges::Edges;
use focuscheck_rules::schema::{ErrorSet, Goal, State};
use rustc_hash::{FxHashMap, FxHashSet};

use focuscheck_base::limit::spend;

/// Least distances to the start (for the open goal) or to the callee's entry (for the others).
#[derive(Clone, Debug, Default)]
pub struct Distances {
    /// The points of the slice graph; nothing where none leads on.
    exact: FxHashMap<(Goal, State, ErrorSet), Option<u32>>,
    by_state: FxHashMap<(Goal, State), u32>,
    answers: FxHashMap<Goal, u32>,
    /// The goals with an answer in which there is no focus statement.
    untouched: FxHashSet<Goal>,
    /// Whether the slice graph lacks points, so that one that is missing here may still lead on.
    partial: bool,
}

impl Distances {
    /// The distances of a slice graph, which may have been cut short.
    pub fn of(edges: &Edges<'_>, slices: &SliceGraph, start: State, partial: bool) -> Distances {
        let untouched = slices.bsum.iter().filter(|answer| !answer.3).map(|&(goal, ..)| goal).collect();
        let mut result = Distances { partial, untouched, ..Distances::default() };
        let found = in_slices(edges, slices, start, &spend);
        result.exact.reserve(found.len());
        for (goal, state, set, distance) in found {
            result.exact.insert((goal, state, set), distance);
            let Some(distance) = distance else { continue };
            let least = result.by_state.entry((goal, state)).or_insert(distance);
            *least = distance.min(*least);
            if goal != Goal::OPEN && edges.host().asks(goal) == (state, set) {
                result.answers.insert(goal, distance);
            }
        }
        result
    }

    /// Whether the point is one of the slice graph.
    pub fn knows(&self, goal: Goal, state: State, set: ErrorSet) -> bool {
        self.partial || self.exact.contains_key(&(goal, state, set))
    }

    /// A lower bound for a point, whether or not the slice graph has exactly its error set.
    pub fn estimate(&self, goal: Goal, state: State, set: ErrorSet) -> u32 {
        let exact = self.exact.get(&(goal, state, set)).copied().flatten();
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

    /// Whether each answer of a goal has a focus statement, so that the call is one, too.
    pub fn is_touched(&self, goal: Goal) -> bool {
        !self.partial && !self.untouched.contains(&goal)
    }

    /// A lower bound for answering a goal.
    pub fn answer(&self, goal: Goal) -> Option<u32> {
        self.answers.get(&goal).copied()
    }
}
