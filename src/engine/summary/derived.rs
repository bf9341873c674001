//! All that the rules derive of a program when nothing is tracked, as relations: for people who want to see them, and for
//! the test that a dump is all that the rules need.

use focuscheck_rules::bsum;
use focuscheck_rules::distance::in_slices;
use focuscheck_rules::edges::Edges;
use focuscheck_rules::relation::Relation;
use focuscheck_rules::schema::{BackwardFacts, ErrorSet, ForwardFacts, Goal, Node, State};
use focuscheck_rules::states::StateGraph;

use focuscheck_base::limit::{Deadline, spend};
use focuscheck_base::options::Procedures;
use focuscheck_cells::facts::cfg::Graph;

use super::backward::{BackwardLimits, Walker};
use super::error_set::{Dependence, Required};
use super::liveness::Liveness;
use super::state::Precision;
use super::statics::Statics;
use super::step::{ForwardLimits, Stepper};

/// Steps back that are walked for one error at most; what lies behind them is missing.
const MOST_UPDATES: usize = 1_000_000;

/// What the forward rules derive, and the backward rules for each error.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Derived {
    /// Of the forward run.
    pub forward: ForwardFacts,
    /// Of the walk back from each error.
    pub backward: Vec<BackwardFacts>,
}

/// Runs the rules over the static relations of a program.
pub fn derive(graph: &Graph, statics: &Statics, deadline: Deadline) -> Derived {
    let liveness = Liveness::derive(graph);
    let precision = Precision::Tracked(Default::default());
    let limits = ForwardLimits { states: usize::MAX, values: 1, kept: usize::MAX, depth: u32::MAX, deadline };
    let stepper = Stepper::new(graph, statics, &liveness, &precision, Procedures::Summaries, limits);
    let Some(start) = stepper.start() else { return Derived::default() };
    let run = stepper.forward(start);
    let reached = StateGraph::of(&run);
    let mut states: Vec<State> = reached.inside().iter().map(|&(state, _)| state).collect();
    states.dedup();
    let required = Required::default();
    let dependence = Dependence { graph, statics, required: &required };
    let mut backward = Vec::new();
    for error in &graph.errors {
        let fails = |state: &State| error.nodes.contains(&stepper.node(*state));
        let violations: Vec<State> = states.iter().copied().filter(fails).collect();
        let limits = BackwardLimits { updates: MOST_UPDATES, deadline };
        let walker = Walker::new(dependence, &stepper, true, limits);
        let edges = Edges::new(&walker, &reached);
        let slices = bsum::backward(&edges, &violations);
        let distances = in_slices(&edges, &slices, start, &spend);
        let sets = (0..walker.set_count()).map(ErrorSet);
        let member = sets.flat_map(|id| walker.set(id).members().map(|m| (id, m)).collect::<Vec<_>>());
        let asks = |goal| {
            let (exit, set) = edges.host().asks(goal);
            (goal, exit, set)
        };
        let known = |(goal, state, set, least): (_, _, _, Option<u32>)| Some((goal, state, set, least?));
        backward.push(BackwardFacts {
            set: member.collect(),
            goal: (1..walker.goal_count()).map(Goal).map(asks).collect(),
            least: distances.into_iter().filter_map(known).collect(),
            at: Relation::new(slices.at),
            waits: Relation::new(slices.waits),
            bsum: Relation::new(slices.bsum),
        });
    }
    let forward = ForwardFacts {
        state: states.iter().map(|&state| (state, Node::from(stepper.node(state)))).collect(),
        path_edge: Relation::new(run.path_edges),
        step: Relation::new(run.steps),
        entered_by: Relation::new(run.calls),
        resumed: Relation::new(run.returns),
        fsum: Relation::new(run.fsum),
    };
    Derived { forward, backward }
}

#[cfg(test)]
mod tests {
    use super::*;
    use focuscheck_cells::facts::dump;
    use focuscheck_cells::relations;
    use focuscheck_layout::sample::{EVERYTHING, graph};

    /// A dump is all that the rules need: from the relations that were read back they derive the same.
    #[test]
    fn rules_derive_the_same_from_a_dump() {
        let graph = graph(EVERYTHING);
        let statics = Statics::derive(&graph);
        let dir = tempfile::tempdir().expect("a folder");
        relations::dump::write_program(dir.path(), &statics.program).expect("written");
        dump::write(&graph, &dir.path().join("graph.json")).expect("written");
        let program = relations::dump::read_program(dir.path()).expect("read");
        assert_eq!(program, statics.program);
        let read = dump::read(&dir.path().join("graph.json")).expect("read");
        let again = Statics::of(&read, program);
        assert_eq!((&again.known, &again.update), (&statics.known, &statics.update));
        let derived = derive(&graph, &statics, Deadline::NEVER);
        assert_eq!(derive(&read, &again, Deadline::NEVER), derived);
        assert!(!derived.forward.fsum.rows().is_empty());
        assert!(derived.backward.iter().any(|facts| !facts.least.rows().is_empty()));
    }
}
