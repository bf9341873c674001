//! Least distances, in Ascent: how many steps at least lie between a point and an end. A call that is walked through is
//! as long as the shortest way through its callee, so the distances are those of an and/or graph (Knuth's generalisation of
//! shortest paths). They are a lattice, the smaller one above, so the rules come to the least solution in whatever order they
//! are applied.
//!
//! Asked in two ways: in the slice graph, for the focus statements that are still to come at least, which lead the
//! enumeration (design of the search: A*); and in what a forward run reached, for the lengths of the shortest routes
//! (`src/engine/summary/route.rs`).
//!
//! Exact for the ways that are given; a lower bound for the sequences that are paths of the slice graph.

use ascent::{Dual, ascent_run};
use rustc_hash::FxHashMap;

use crate::bsum::SliceGraph;
use crate::edges::Edges;
use crate::relation::Relation;
use crate::schema::{Context, ErrorSet, Goal, Place, State};

/// What leads from place to place, away from the ends.
#[derive(Debug, Default)]
pub struct Ways {
    /// From the first place one comes to the second, so much farther away.
    pub steps: Vec<(Place, Place, u64)>,
    /// The callee of a call has been passed in the first place of the context; the call leads from the second place to the
    /// third, so much farther away besides what lies inside.
    pub calls: Vec<(Place, Context, Place, Place, u64)>,
}

/// The least distances of places from the nearest end of their context, sorted; places without one are missing. What is
/// done is said to `spend`, which may end it by unwinding.
pub fn least(ways: Ways, ends: Vec<(Context, Place)>, spend: &dyn Fn(usize)) -> Vec<(Context, Place, u64)> {
    let steps = Relation::new(ways.steps);
    let calls = Relation::new(ways.calls);
    let program = ascent_run! {
        /// The place is an end of the context.
        relation end(Context, Place) = ends;
        /// From an end of the context to the place it is so far at least.
        lattice least(Context, Place, Dual<u64>);
        /// Over a call it is so far at least from the first place to the second, whatever the context.
        lattice over(Place, Place, Dual<u64>);

        // D1: an end is at an end.
        least(context, place, Dual(0)) <-- end(context, place);
        // D2: a step adds its own length. Lengths of calls double from level to level, so they end at the greatest number.
        least(context, after, Dual(distance.0.saturating_add(*length))) <--
            least(context, before, distance),
            let () = spend(1), for (_, after, length) in steps.of(*before);
        // D3: a call is as long as the way through its callee, and what it adds.
        over(*before, *after, Dual(distance.0.saturating_add(*length))) <--
            least(context, passed, distance),
            for (_, _, before, after, length) in calls.of(*passed).iter().filter(|call| call.1 == *context);
        // D4: it leads on like a step.
        least(context, after, Dual(distance.0.saturating_add(rest.0))) <--
            least(context, before, distance), over(before, after, rest);
    };
    let mut found: Vec<_> =
        program.least.into_iter().map(|(context, place, least)| (context, place, least.0)).collect();
    found.sort();
    found
}

/// Greater distances in a slice graph are all the same: nobody walks that far.
const FAR: u64 = 1 << 28;

/// The points of a slice graph, in order, each with the least number of focus statements between it and the start, or
/// its callee's entry; `None` if nothing leads on from it.
pub fn in_slices(
    edges: &Edges<'_>,
    graph: &SliceGraph,
    start: State,
    spend: &dyn Fn(usize),
) -> Vec<(Goal, State, ErrorSet, Option<u32>)> {
    let mut points: Vec<(Goal, State, ErrorSet)> = graph.at.iter().map(|&(g, s, e, _)| (g, s, e)).collect();
    points.dedup();
    let (ways, ends) = ways(edges, graph, &points, start, spend);
    let mut found = vec![None; points.len()];
    for (_, Place(point), distance) in least(ways, ends, spend) {
        found[point as usize] = Some(distance.min(FAR) as u32);
    }
    points.into_iter().zip(found).map(|((goal, state, set), least)| (goal, state, set, least)).collect()
}

/// A point has its goal, so all points are places of one context.
const POINTS: Context = Context(0);

/// The ways between points, and the points in which a walk can end.
fn ways(
    edges: &Edges<'_>,
    graph: &SliceGraph,
    points: &[(Goal, State, ErrorSet)],
    start: State,
    spend: &dyn Fn(usize),
) -> (Ways, Vec<(Context, Place)>) {
    let host = edges.host();
    let numbers: FxHashMap<(Goal, State, ErrorSet), Place> =
        points.iter().zip(0..).map(|(&point, number)| (point, Place(number))).collect();
    let mut answers: FxHashMap<(Goal, State), Vec<(ErrorSet, bool)>> = FxHashMap::default();
    for &(goal, entry, set, touched) in &graph.bsum {
        answers.entry((goal, entry)).or_default().push((set, touched));
    }
    let (mut ways, mut ends) = (Ways::default(), Vec::new());
    for (&(goal, state, set), number) in points.iter().zip(0..) {
        let after = Place(number);
        // A graph that was cut short lacks points.
        let point = |state, set| numbers.get(&(goal, state, set)).copied();
        if if goal == Goal::OPEN { state == start } else { edges.states().is_entry(state) } {
            ends.push((POINTS, after));
        }
        for step in edges.back(state, set).iter() {
            spend(1);
            let before = point(step.before, step.set);
            ways.steps.extend(before.map(|before| (before, after, step.weight.into())));
        }
        for call in edges.returned(state, set).iter() {
            spend(1);
            let Some(inner) = call.asked else {
                ways.steps.extend(point(call.call, set).map(|before| (before, after, 0)));
                continue;
            };
            let (exit, asked) = host.asks(inner);
            let Some(&exit) = numbers.get(&(inner, exit, asked)) else { continue };
            spend(1);
            for &(entry, touched) in answers.get(&(inner, edges.entry(call.call))).into_iter().flatten() {
                let Some(before) = point(call.call, host.leave(call.call, set, entry, touched)) else {
                    continue;
                };
                ways.calls.push((exit, POINTS, before, after, touched.into()));
            }
        }
        if goal == Goal::OPEN {
            for call in edges.states().called(state) {
                let before = point(call, host.pending_call(call, set));
                ways.steps.extend(before.map(|before| (before, after, 1)));
            }
        }
    }
    (ways, ends)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_is_as_long_as_the_shortest_way_through_its_callee() {
        let (c, p) = (Context, Place);
        // The callee is entered in 10 and left in 12, at once or by 11; 0 calls it and goes on in 1, and so does 1 in 2.
        let steps = [(10, 11), (11, 12), (10, 12), (2, 3)].map(|(from, to)| (p(from), p(to), 1));
        let calls = [(0, 1), (1, 2)].map(|(call, after)| (p(12), c(10), p(call), p(after), 1));
        let ways = Ways { steps: steps.to_vec(), calls: calls.to_vec() };
        let found = least(ways, vec![(c(0), p(0)), (c(10), p(10))], &|_| ());
        let expected = [(0, 0, 0), (0, 1, 2), (0, 2, 4), (0, 3, 5), (10, 10, 0), (10, 11, 1), (10, 12, 1)];
        assert_eq!(found, expected.map(|(context, place, length)| (c(context), p(place), length)));
    }

    #[test]
    fn lengths_that_double_end_at_the_greatest_number() {
        let (c, p) = (Context, Place);
        // Each procedure calls the next one twice: from 3n to 3n + 1 and from there to 3n + 2.
        let call = |n: u32| {
            let inner = (p(3 * n + 5), c(3 * n + 3));
            [0, 1].map(|i| (inner.0, inner.1, p(3 * n + i), p(3 * n + i + 1), 1))
        };
        let last = (p(300), p(302), 1);
        let ways = Ways { steps: vec![last], calls: (0..100).flat_map(call).collect() };
        let found = least(ways, (0..=100).map(|n| (c(3 * n), p(3 * n))).collect(), &|_| ());
        assert_eq!(found.iter().find(|found| found.1 == p(2)).map(|found| found.2), Some(u64::MAX));
        assert_eq!(found.iter().find(|found| found.1 == p(299)).map(|found| found.2), Some(4));
    }
}
