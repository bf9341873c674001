//! The slice of a concrete run: the walk back of the enumeration, over the positions of a trace.

use std::rc::Rc;

use focuscheck_rules::edges::Edges;
use focuscheck_rules::fsum::ForwardSummaries;
use focuscheck_rules::schema::State;
use focuscheck_rules::states::StateGraph;

use crate::summary::backward::{BackwardLimits, States, Walker};
use crate::summary::error_set::{Access, Dependence};
use crate::summary::state::Valuation;
use focuscheck_base::limit::Deadline;
use focuscheck_cells::facts::cfg::{Action, Graph, NodeId};
use focuscheck_cells::simulation::interpreter::TraceStep;

use super::path::Element;
use super::walk::{Move, Moved, Walk};

/// The positions of a trace as states.
struct Positions<'a> {
    graph: &'a Graph,
    trace: &'a [TraceStep],
}

impl Positions<'_> {
    /// The graph with the one way that the trace goes.
    fn states(&self) -> StateGraph {
        let mut run = ForwardSummaries::default();
        let mut open: Vec<State> = Vec::new();
        let mut entries = vec![State(0)];
        for (step, (number, next)) in self.trace.iter().zip((0..).zip(1..)) {
            let (position, next) = (State(number), State(next));
            run.path_edges.extend(entries.last().map(|&entry| (entry, position)));
            if next.0 as usize == self.trace.len() {
                break;
            }
            match &self.graph.nodes[step.node.index()].action {
                Action::Call { .. } => {
                    run.calls.push((next, position));
                    open.push(position);
                    entries.push(next);
                }
                Action::Exit => {
                    run.returns.extend(open.pop().map(|call| (call, position, next)));
                    run.fsum.extend(entries.pop().map(|entry| (entry, position)));
                }
                _ => run.steps.push((position, next)),
            }
        }
        StateGraph::of(&run)
    }
}

impl States for Positions<'_> {
    fn node(&self, state: State) -> NodeId {
        self.trace[state.0 as usize].node
    }

    fn valuation(&self, _: State) -> Rc<Valuation> {
        Rc::default()
    }

    fn access(&self, state: State) -> Access {
        let step = &self.trace[state.0 as usize];
        match &self.graph.nodes[step.node.index()].action {
            Action::Load { .. } | Action::Store { .. } => step.cell.map_or(Access::Elsewhere, Access::Cell),
            _ => Access::Plain,
        }
    }
}

/// Slices a trace that ends with an error node. The path has an element for every step outside calls whose
/// inside does not matter; the positions in the trace stand beside.
pub fn slice_trace(dependence: Dependence<'_>, trace: &[TraceStep]) -> (Vec<Element>, Vec<usize>) {
    let Some(last) = trace.len().checked_sub(1) else { return Default::default() };
    let positions = Positions { graph: dependence.graph, trace };
    let states = positions.states();
    let limits = BackwardLimits { updates: usize::MAX, deadline: Deadline::NEVER };
    let walker = Walker::new(dependence, &positions, true, limits);
    let edges = Edges::new(&walker, &states);
    let mut walk = Walk::new(&walker, &edges, State(0));
    let mut way = Vec::new();
    let violation = walk.begin(State(last as u32));
    let mut next = Some(Moved { by: Move::Violation, spot: violation });
    let mut after = violation.set;
    while let Some(moved) = next {
        way.push((walk.element(&moved, after), moved.spot.state.0 as usize));
        after = moved.spot.set;
        // Nothing but the way of the trace leads to a spot.
        next = walk.back(&moved.spot).first().copied();
    }
    way.into_iter().rev().unzip()
}
