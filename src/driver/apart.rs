//! Arithmetic that no run depends on: its results never come to a condition, an index, or what a program ends with.
//!
//! Where overflow is left out of the question no verdict rests on such arithmetic: it wraps, so no run ends there, and where
//! it overflows is nobody's concern.

use std::collections::{BTreeMap, BTreeSet};

use focuscheck_rules::copies::copied;
use focuscheck_rules::schema::{Scalar, Site};

use focuscheck_base::arith::{BinaryOperator, IntegerType, UnaryOperator};
use focuscheck_base::options::CheckKind;
use focuscheck_cells::facts::cfg::{Action, Condition, ErrorId, Expr, Graph, NodeId, ScalarId};
use focuscheck_cells::facts::reads::read_by;
use focuscheck_cells::simulation::flow::flows;

/// Lets arithmetic on which no run depends wrap, statement by statement.
pub fn wrap(graph: &mut Graph) {
    let watched = watched(graph);
    let needed = needed(graph, &watched);
    let is_needed = |scalar: ScalarId| needed.contains(&scalar);
    let mut apart = vec![true; graph.statements.len()];
    let statement =
        |graph: &Graph, node: usize| graph.units[graph.nodes[node].unit.index()].statement.index();
    for (number, node) in graph.nodes.iter().enumerate() {
        let is_apart = match &node.action {
            Action::Assign { target, .. } => !is_needed(*target),
            Action::Store { range, .. } => range.cells().all(|cell| !is_needed(cell)),
            Action::Branch(_) => watched.contains_key(&number),
            Action::Error(error) => is_overflow(graph, *error),
            Action::Skip | Action::UnitStart | Action::Exit => true,
            Action::Load { .. }
            | Action::Bounds { .. }
            | Action::Input { .. }
            | Action::Unsupported { .. }
            | Action::Assume(_)
            | Action::Call { .. }
            | Action::Cut { .. }
            | Action::Stop(_) => false,
        };
        apart[statement(graph, number)] &= is_apart;
    }
    for number in 0..graph.nodes.len() {
        if !apart[statement(graph, number)] {
            continue;
        }
        let node = &mut graph.nodes[number];
        match &mut node.action {
            Action::Assign { value, .. } | Action::Store { value, .. } => *value = wrapping(value),
            Action::Branch(_) => {
                if let Some(&goes_on) = watched.get(&number) {
                    node.successors = [goes_on, goes_on].into_iter().collect();
                }
            }
            _ => {}
        }
    }
}

fn is_overflow(graph: &Graph, error: ErrorId) -> bool {
    graph.errors[error.index()].kind.check() == Some(CheckKind::Overflow)
}

/// The nodes that look whether something overflows, with where they lead if not.
fn watched(graph: &Graph) -> BTreeMap<usize, NodeId> {
    let leads_away = |&node: &NodeId| match graph.nodes[node.index()].action {
        Action::Error(error) => is_overflow(graph, error),
        _ => false,
    };
    let branches =
        graph.nodes.iter().enumerate().filter(|(_, node)| matches!(node.action, Action::Branch(_)));
    let watched = branches.filter_map(|(number, node)| {
        let (away, on): (Vec<NodeId>, Vec<NodeId>) =
            node.successors.iter().partition(|node| leads_away(node));
        (!away.is_empty()).then(|| Some((number, *on.first()?))).flatten()
    });
    watched.collect()
}

/// The scalars that conditions, indices and ends depend on.
fn needed(graph: &Graph, watched: &BTreeMap<usize, NodeId>) -> BTreeSet<ScalarId> {
    let mut first: BTreeSet<ScalarId> = BTreeSet::new();
    for (number, node) in graph.nodes.iter().enumerate() {
        match &node.action {
            Action::Branch(_) if watched.contains_key(&number) => {}
            Action::Branch(Condition { left, right, .. }) | Action::Assume(Condition { left, right, .. }) => {
                first.extend(read_by(left).into_iter().chain(read_by(right)));
            }
            Action::Load { index, .. } | Action::Store { index, .. } | Action::Bounds { index, .. } => {
                first.extend(read_by(index));
            }
            Action::Stop(status) => first.extend(status.iter().flat_map(read_by)),
            Action::Assign { .. }
            | Action::Skip
            | Action::UnitStart
            | Action::Input { .. }
            | Action::Unsupported { .. }
            | Action::Call { .. }
            | Action::Exit
            | Action::Error(_)
            | Action::Cut { .. } => {}
        }
    }
    let back = flows(graph).into_iter().map(|(from, to)| (Scalar::from(to), Scalar::from(from)));
    let reached = copied(first.into_iter().map(|scalar| (Site(0), Scalar::from(scalar))), back);
    reached.of(Site(0)).iter().map(|&(_, scalar)| scalar.into()).collect()
}

/// The same expression, with arithmetic that wraps where it would overflow.
fn wrapping(value: &Expr) -> Expr {
    let unsigned = |ty: IntegerType| IntegerType { signed: false, ..ty };
    let as_unsigned = |ty, operand: &Expr| Box::new(Expr::Convert(unsigned(ty), Box::new(wrapping(operand))));
    match value {
        Expr::Constant(..) | Expr::Scalar(_) => value.clone(),
        Expr::Convert(ty, operand) => Expr::Convert(*ty, Box::new(wrapping(operand))),
        Expr::Unary(UnaryOperator::Negate, ty, operand) if ty.signed => {
            let negated = Expr::Unary(UnaryOperator::Negate, unsigned(*ty), as_unsigned(*ty, operand));
            Expr::Convert(*ty, Box::new(negated))
        }
        Expr::Unary(operator, ty, operand) => Expr::Unary(*operator, *ty, Box::new(wrapping(operand))),
        Expr::Binary(
            operator @ (BinaryOperator::Add | BinaryOperator::Subtract | BinaryOperator::Multiply),
            ty,
            left,
            right,
        ) if ty.signed => {
            let (left, right) = (as_unsigned(*ty, left), as_unsigned(*ty, right));
            Expr::Convert(*ty, Box::new(Expr::Binary(*operator, unsigned(*ty), left, right)))
        }
        Expr::Binary(operator, ty, left, right) => {
            Expr::Binary(*operator, *ty, Box::new(wrapping(left)), Box::new(wrapping(right)))
        }
    }
}
