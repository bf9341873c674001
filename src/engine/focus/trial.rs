//! Trying out abstract counterexamples: is a shortest route to a violation a run of the program, and if not,
//! which scalars have to be tracked so that the next forward run no longer takes it?

use std::collections::BTreeSet;
use std::rc::Rc;

use crate::summary::error_set::{Access, Dependence, ErrorSet, Reason};
use crate::summary::route::Stop;
use crate::summary::step::Stepper;
use focuscheck_base::arith::Relation;
use focuscheck_cells::facts::cfg::{Action, Graph, ScalarId};
use focuscheck_cells::facts::reads::{node_assigns, node_reads, reads};
use focuscheck_lia::ExactSolver;

use super::clash::feeding;
use super::execution::{Execution, Feasibility};
use super::path::{Element, Passage};

/// What a trial shows.
#[derive(Clone, Debug)]
pub enum Trial {
    /// Some inputs may follow the route; a replay has to tell.
    Open(Box<Execution>, focuscheck_lia::outcome::Model),
    /// No inputs follow it. With the known values of these scalars tracked it is not taken again, unless a
    /// relation between unknown values refutes it.
    Refuted(BTreeSet<ScalarId>),
    /// The solver gave up.
    Undecided,
}

/// The whole path that a route stands for: every statement is on it, as if all of them mattered.
pub fn whole_path(graph: &Graph, stepper: &Stepper<'_>, route: &[Stop]) -> Vec<Element> {
    let mut visits = Vec::with_capacity(route.len());
    for (position, stop) in route.iter().enumerate() {
        let (state, passage) = match *stop {
            Stop::Step(state) => (state, Passage::Action),
            Stop::Enter { call, returns } => (call, Passage::Enter { returns }),
            Stop::Leave(state) => (state, Passage::Leave),
            Stop::End(state) => (state, Passage::Violation),
        };
        visits.push((stepper.node(state), passage));
        if let (Stop::Step(from), Some(next)) = (*stop, route.get(position + 1)) {
            let skipped = stepper.skipped(from, next.state());
            visits.extend(skipped.into_iter().map(|node| (node, Passage::Action)));
        }
    }
    let nothing = Rc::new(ErrorSet::default());
    let mut path = Vec::with_capacity(visits.len());
    for (position, &(node, passage)) in visits.iter().enumerate() {
        let definition = &graph.nodes[node.index()];
        let outcome = match definition.action {
            Action::Branch(_) if !definition.leads_one_way() => {
                visits.get(position + 1).map(|(next, _)| definition.successors.first() == Some(next))
            }
            _ => None,
        };
        let (access, after) = (Access::Any, Rc::clone(&nothing));
        path.push(Element { node, passage, outcome, access, reason: Some(Reason::Data), after });
    }
    path
}

/// So many places at which known values contradict a route are compared.
const TRIED_CLASHES: usize = 64;

/// Tries out a whole path, given what is tracked already.
pub fn attempt(
    dependence: Dependence<'_>,
    path: &[Element],
    tracked: &BTreeSet<ScalarId>,
    solver: &ExactSolver,
) -> Trial {
    let execution = Execution::of(dependence, path, true);
    match execution.feasibility(solver) {
        Feasibility::Feasible(model) => Trial::Open(Box::new(execution), model),
        Feasibility::Undecided(_) => Trial::Undecided,
        Feasibility::Infeasible(clash) => {
            let mut path = path.to_vec();
            for (&position, &cell) in &execution.cells {
                path[position].access = Access::Cell(cell);
            }
            let fed = |atom: usize| feeding_scalars(dependence.graph, &path, execution.atoms[atom].element);
            // Often the route is wrong in many places. Most is gained where little has to be tracked, at
            // conditions that hold rather than at those that do not (the way to a place leads past many of
            // these), and near the error.
            let wrong = execution.impossible().into_iter().rev().take(TRIED_CLASHES);
            let best = wrong
                .map(|atom| {
                    let scalars = fed(atom);
                    let excludes = execution.atoms[atom].sides.1 == Relation::NotEqual;
                    let new = scalars.difference(tracked).count();
                    ((new == 0, excludes, new), scalars)
                })
                .min_by_key(|(key, _)| *key);
            match best {
                Some((_, scalars)) => Trial::Refuted(scalars),
                None => Trial::Refuted(clash.into_iter().flat_map(fed).collect()),
            }
        }
    }
}

/// The scalars through which the values of the condition at a position come about.
fn feeding_scalars(graph: &Graph, path: &[Element], position: usize) -> BTreeSet<ScalarId> {
    let action = |element: &Element| &graph.nodes[element.node.index()].action;
    let mut scalars: BTreeSet<ScalarId> = node_reads(action(&path[position])).into_iter().collect();
    for at in feeding(graph, path, position).into_iter().rev() {
        if let Access::Cell(cell) = path[at].access {
            scalars.insert(cell);
        }
        match action(&path[at]) {
            Action::Call { callee, arguments, .. } => {
                let formals = &graph.procedures[callee.index()].formals;
                let mut read = Vec::new();
                for (_, argument) in formals.iter().zip(arguments).filter(|(f, _)| scalars.contains(f)) {
                    reads(argument, &mut read);
                }
                scalars.extend(read);
            }
            action => {
                scalars.extend(node_reads(action));
                if let [target] = node_assigns(action)[..] {
                    scalars.insert(target);
                }
            }
        }
    }
    scalars
}
