//! Least distances, in Ascent: how many steps at least lie between a point and an end. A call that is walked through is
//! as long as the shortest way through its callee, so the distances are those of an and/or graph (Knuth's generalisation of
//! shortest paths). They are a lattice, the smaller one above, so the rules come to the least solution in whatever order they
//! are applied.
//!
//! Asked in two ways: in the slice graph, for the focus statements that are still to come at least, which lead the
//! enumeration (design of the search: A*); and in what a forward run reached, for the lengths of the shortest routes
//! (`src/summary/route.rs`).
//!
//! Exact for the ways that are given; a lower bound for the sequences that are paths of the slice graph.

use ascent::{Dual, ascent_run};
use rustc_hash::FxHashMap;

use crate::bsum::SliceGraph;
use crate::edges::Edges;
use crate::relation::Relation;
use crate::schema::{Crossing, ErrorSet, Goal, Point, State};

/// What leads from point to point, away from the ends.
#[derive(Debug, Default)]
pub struct Ways {
    /// From the first point one comes to the second, so much farther away.
    pub steps: Vec<(Point, Point, u64)>,
    /// The callee of the crossing has been passed in the point.
    pub inside: Vec<(Point, Crossing)>,
    /// For each crossing the point at which its callee is gone into, the one at which the way goes on behind it, and how much
    /// farther that is besides what lies inside.
    pub crossings: Vec<(Point, Point, u64)>,
}

/// The least distance of each of so many points from the nearest end; `None` if none leads there. What is done is said to
/// `spend`, which may end it by unwinding.
pub fn least(ways: Ways, ends: Vec<(Point,)>, points: usize, spend: &dyn Fn(usize)) -> Vec<Option<u64>> {
    let steps = Relation::new(ways.steps);
    let inside = Relation::new(ways.inside);
    let crossings = ways.crossings;
    let outside: Relation<(Point, Crossing)> =
        crossings.iter().zip(0..).map(|(&(outside, ..), number)| (outside, Crossing(number))).collect();
    let program = ascent_run! {
        /// The point is an end.
        relation end(Point) = ends;
        /// From an end to the point it is so far at least.
        lattice least(Point, Dual<u64>);
        /// Through the crossing's callee, with the call, it is so far at least.
        lattice through(Crossing, Dual<u64>);
        /// From an end to the point at which the crossing's callee is gone into it is so far at least.
        lattice ahead(Crossing, Dual<u64>);

        // D1: an end is at an end.
        least(point, Dual(0)) <-- end(point);
        // D2: a step adds its own length. Lengths of calls double from level to level, so they end at the greatest number.
        least(after, Dual(distance.0.saturating_add(*length))) <--
            least(before, distance), let () = spend(1), for (_, after, length) in steps.of(*before);
        // D3: so does a call to what its callee has.
        through(crossing, Dual(distance.0.saturating_add(crossings[crossing.0 as usize].2))) <--
            least(passed, distance), for (_, crossing) in inside.of(*passed);
        // D4: what lies outside of a call is the same for all crossings of it; by crossing, so that D5 joins by index.
        ahead(crossing, *distance) <-- least(before, distance), for (_, crossing) in outside.of(*before);
        // D5: a call that is walked through needs its callee's part and what lies outside.
        least(crossings[crossing.0 as usize].1, Dual(distance.0.saturating_add(rest.0))) <--
            through(crossing, distance), ahead(crossing, rest);
    };
    let mut found = vec![None; points];
    for (point, distance) in program.least {
        found[point.0 as usize] = Some(distance.0);
    }
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
    let found = least(ways, ends, points.len(), spend).into_iter().map(|d| d.map(|d| d.min(FAR) as u32));
    points.into_iter().zip(found).map(|((goal, state, set), least)| (goal, state, set, least)).collect()
}

/// The ways between points, and the points in which a walk can end.
fn ways(
    edges: &Edges<'_>,
    graph: &SliceGraph,
    points: &[(Goal, State, ErrorSet)],
    start: State,
    spend: &dyn Fn(usize),
) -> (Ways, Vec<(Point,)>) {
    let host = edges.host();
    let numbers: FxHashMap<(Goal, State, ErrorSet), Point> =
        points.iter().zip(0..).map(|(&point, number)| (point, Point(number))).collect();
    let mut answers: FxHashMap<(Goal, State), Vec<(ErrorSet, bool)>> = FxHashMap::default();
    for &(goal, entry, set, touched) in &graph.bsum {
        answers.entry((goal, entry)).or_default().push((set, touched));
    }
    let (mut ways, mut ends) = (Ways::default(), Vec::new());
    for (&(goal, state, set), number) in points.iter().zip(0..) {
        let after = Point(number);
        // A graph that was cut short lacks points.
        let point = |state, set| numbers.get(&(goal, state, set)).copied();
        if if goal == Goal::OPEN { state == start } else { edges.is_entry(state) } {
            ends.push((after,));
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
            let (exit, asked) = host.question(inner);
            let Some(&exit) = numbers.get(&(inner, exit, asked)) else { continue };
            spend(1);
            for &(entry, touched) in answers.get(&(inner, edges.entry(call.call))).into_iter().flatten() {
                let Some(before) = point(call.call, host.leave(call.call, set, entry, touched)) else {
                    continue;
                };
                ways.inside.push((exit, Crossing(ways.crossings.len() as u32)));
                ways.crossings.push((before, after, touched.into()));
            }
        }
        if goal == Goal::OPEN {
            for call in edges.called(state) {
                let before = point(call, host.pending_call(call, set));
                ways.steps.extend(before.map(|before| (before, after, 1)));
            }
        }
    }
    (ways, ends)
}
