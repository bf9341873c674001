//! Where values go.

use focuscheck_rules::schema::{Scalar, Site};

use crate::facts::cfg::{Action, Expr, Graph, ScalarId};
use crate::facts::reads::read_by;

/// Which scalar (first) the value of which may be computed from, whatever the path is; of an element that is chosen by an
/// index the index is one.
pub fn flows(graph: &Graph) -> Vec<(ScalarId, ScalarId)> {
    let mut flows: Vec<(ScalarId, ScalarId)> = Vec::new();
    let mut flow = |value: &Expr, target: ScalarId| {
        flows.extend(read_by(value).into_iter().map(|from| (from, target)));
    };
    for node in &graph.nodes {
        match &node.action {
            Action::Assign { target, value } => flow(value, *target),
            Action::Load { target, range, index } => {
                flow(index, *target);
                for cell in range.cells() {
                    flow(&Expr::Scalar(cell), *target);
                }
            }
            Action::Store { range, index, value } => {
                for cell in range.cells() {
                    flow(index, cell);
                    flow(value, cell);
                }
            }
            Action::Call { callee, arguments, results } => {
                let formals = &graph.procedures[callee.index()].formals;
                for (&formal, argument) in formals.iter().zip(arguments) {
                    flow(argument, formal);
                }
                for &(result, target) in results {
                    flow(&Expr::Scalar(result), target);
                }
            }
            Action::Skip
            | Action::UnitStart
            | Action::Bounds { .. }
            | Action::Input { .. }
            | Action::Unsupported { .. }
            | Action::Branch(_)
            | Action::Assume(_)
            | Action::Exit
            | Action::Error(_)
            | Action::Cut { .. }
            | Action::Stop(_) => {}
        }
    }
    flows
}

/// Which scalars get a site's values first.
pub fn read_into(graph: &Graph) -> impl Iterator<Item = (Site, Scalar)> {
    let assigned = graph.nodes.iter().filter_map(|node| match node.action {
        Action::Input { target, site } => Some((Site(site.0), target.into())),
        _ => None,
    });
    let initial = graph.scalars.iter().zip(0..).filter_map(|(scalar, number)| match scalar.initial {
        Some(Err(site)) => Some((Site(site.0), Scalar(number))),
        _ => None,
    });
    assigned.chain(initial)
}
