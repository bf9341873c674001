//! Least distances in the slice graph, in Ascent: how many focus statements at least lie between a point and the
//! start (of the open question) or its callee's entry (of the others).
//!
//! The slice graph is an and/or graph: a call needs its callee's part and what precedes it. Distances are a lattice, the
//! smaller one above, so the rules come to the least solution in whatever order they are applied. The enumeration
//! takes them for what is still to come (design of the search: A*).
//!
//! Exact for the slice graph; a lower bound for the sequences that are its paths.

use ascent::{Dual, ascent_run};
use rustc_hash::FxHashMap;

use crate::bsum::SliceGraph;
use crate::edges::Edges;
use crate::relation::Relation;
use crate::schema::{Crossing, ErrorSet, Goal, Point, State};

/// What leads to a point, among the points of a slice graph.
#[derive(Default)]
struct Ways {
    /// From the first point, so many focus statements later, the walk was at the second.
    steps: Vec<(Point, Point, u32)>,
    /// The callee of the crossing is left in the point.
    inside: Vec<(Point, Crossing)>,
    /// For each crossing the point before the call, the one after it, and its own focus statements.
    crossings: Vec<(Point, Point, u32)>,
}

/// The points of a slice graph, in order, each with its least distance; `None` if nothing leads on from it. What is done is
/// said to `spend`, which may end it by unwinding.
pub fn least(
    edges: &Edges<'_>,
    graph: &SliceGraph,
    start: State,
    spend: &dyn Fn(usize),
) -> Vec<(Goal, State, ErrorSet, Option<u32>)> {
    let mut points: Vec<(Goal, State, ErrorSet)> = graph.at.iter().map(|&(g, s, e, _)| (g, s, e)).collect();
    points.dedup();
    let (ways, ends) = ways(edges, graph, &points, start, spend);
    let steps = Relation::new(ways.steps);
    let inside = Relation::new(ways.inside);
    let crossings = ways.crossings;
    let before_call: Relation<(Point, Crossing)> =
        crossings.iter().zip(0..).map(|(&(before, ..), number)| (before, Crossing(number))).collect();
    let program = ascent_run! {
        /// The walk can end in this point.
        relation end(Point) = ends;
        /// From the point to an end there are so many focus statements at least.
        lattice least(Point, Dual<u32>);
        /// From the point in which the crossing's callee is left to its entry, with the call, so many at least.
        lattice through(Crossing, Dual<u32>);
        /// From the point before the crossing's call to an end there are so many at least.
        lattice ahead(Crossing, Dual<u32>);

        // D1: an end is at an end.
        least(point, Dual(0)) <-- end(point);
        // D2: a step adds its own focus statement.
        least(after, Dual(distance.0 + weight)) <--
            least(before, distance), let () = spend(1), for (_, after, weight) in steps.of(*before);
        // D3: so does a call to what its callee has.
        through(crossing, Dual(distance.0 + crossings[crossing.0 as usize].2)) <--
            least(exit, distance), for (_, crossing) in inside.of(*exit);
        // D4: what precedes a call is the same for all crossings of it; by crossing, so that D5 joins by index.
        ahead(crossing, *distance) <-- least(before, distance), for (_, crossing) in before_call.of(*before);
        // D5: a call that is walked needs its callee's part and what precedes it.
        least(crossings[crossing.0 as usize].1, Dual(distance.0 + rest.0)) <--
            through(crossing, distance), ahead(crossing, rest);
    };
    let mut found = vec![None; points.len()];
    for (point, distance) in program.least {
        found[point.0 as usize] = Some(distance.0);
    }
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
            ways.steps.extend(before.map(|before| (before, after, step.weight)));
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
