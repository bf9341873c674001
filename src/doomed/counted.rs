//! How many rounds loops seem to have: a guess, by which some of their first rounds become copies of their own. Nothing rests
//! on it: who has more rounds goes on in the other copies, and who has fewer leaves before.

use std::collections::{BTreeMap, BTreeSet};

use focuscheck_base::arith::{BinaryOperator as Binary, Relation};
use focuscheck_base::limit::spend;
use focuscheck_check::tree::ObjectId;
use focuscheck_check::types::Type;
use focuscheck_ir::program::graph::{
    Action, Base, Expr, ExprKind, Graph, NodeId, Place, ProcedureId, TemporaryId,
};
use focuscheck_ir::program::loops::Loops;
use focuscheck_ir::program::visit::target;

/// Loops with more rounds than this are not unrolled.
pub(super) const MOST_ROUNDS: u8 = 8;

/// The number of rounds of a loop that counts from one constant to another, if it is small.
pub(super) fn rounds(graph: &Graph, procedure: ProcedureId, loops: &Loops, head: NodeId) -> Option<u8> {
    let body: BTreeSet<NodeId> = loops.body(head).collect();
    let mut held = BTreeMap::new();
    for &node in &body {
        spend(1);
        let action = &graph.nodes[node.index()].action;
        if let Some(temporary) = target(action) {
            held.insert(temporary, action);
        }
    }
    let values = Values { held };
    let mut most: Option<u8> = None;
    for &node in &body {
        let entry = &graph.nodes[node.index()];
        let (Action::Branch(condition), [then, otherwise]) = (&entry.action, &entry.successors[..]) else {
            continue;
        };
        if body.contains(then) == body.contains(otherwise) {
            continue;
        }
        let Some((counter, relation, bound)) = values.comparison(condition) else { continue };
        let goes_on = |value: i128| relation.holds(value, bound) == body.contains(then);
        let Some(step) = values.step(graph, &body, counter) else { continue };
        for first in starts(graph, procedure, &body, counter) {
            let rounds = (0..=i128::from(MOST_ROUNDS)).find(|round| !goes_on(first + step * round));
            let rounds = u8::try_from(rounds?).ok()?;
            most = most.max(Some(rounds));
        }
    }
    most
}

/// The constants that a variable is set to outside a loop.
fn starts(graph: &Graph, procedure: ProcedureId, body: &BTreeSet<NodeId>, counter: ObjectId) -> Vec<i128> {
    let outside = graph.nodes_of(procedure).filter(|node| !body.contains(node));
    let values = outside.filter_map(|node| match &graph.nodes[node.index()].action {
        Action::Store { place, value } if whole(place) == Some(counter) => constant(value),
        _ => None,
    });
    values.collect()
}

/// The variable that a place is as a whole.
fn whole(place: &Place) -> Option<ObjectId> {
    match place.base {
        Base::Object(object) if place.steps.is_empty() => Some(object),
        _ => None,
    }
}

fn constant(value: &Expr) -> Option<i128> {
    match &value.kind {
        _ if matches!(value.ty, Type::Float(_)) => None,
        ExprKind::Integer(number) => Some(*number),
        ExprKind::Convert(operand) => constant(operand),
        _ => None,
    }
}

/// What temporaries hold in a loop.
struct Values<'g> {
    held: BTreeMap<TemporaryId, &'g Action>,
}

impl Values<'_> {
    /// A value as a variable and a number that is added to it.
    fn sum(&self, value: &Expr, depth: u32) -> Option<(Option<ObjectId>, i128)> {
        let depth = depth.checked_sub(1)?;
        match &value.kind {
            _ if matches!(value.ty, Type::Float(_)) => None,
            ExprKind::Integer(number) => Some((None, *number)),
            ExprKind::Read(place) => Some((Some(whole(place)?), 0)),
            ExprKind::Convert(operand) => self.sum(operand, depth),
            ExprKind::Temporary(temporary) => match self.held.get(temporary)? {
                Action::Assign { value, .. } => self.sum(value, depth),
                Action::Load { place, .. } => Some((Some(whole(place)?), 0)),
                _ => None,
            },
            ExprKind::Binary(operator, _, left, right) => {
                let (left, right) = (self.sum(left, depth)?, self.sum(right, depth)?);
                match (operator, left, right) {
                    (Binary::Add, (variable, one), (None, other))
                    | (Binary::Add, (None, one), (variable, other)) => {
                        Some((variable, one.checked_add(other)?))
                    }
                    (Binary::Subtract, (variable, one), (None, other)) => {
                        Some((variable, one.checked_sub(other)?))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// A comparison of a variable with a constant.
    fn comparison(&self, condition: &Expr) -> Option<(ObjectId, Relation, i128)> {
        const DEPTH: u32 = 8;
        let ExprKind::Compare(relation, left, right) = &condition.kind else { return None };
        match (self.sum(left, DEPTH)?, self.sum(right, DEPTH)?) {
            ((Some(variable), by), (None, bound)) => Some((variable, *relation, bound.checked_sub(by)?)),
            ((None, bound), (Some(variable), by)) => {
                Some((variable, relation.mirrored(), bound.checked_sub(by)?))
            }
            _ => None,
        }
    }

    /// What is added to a variable in each round, if there is one statement that does it.
    fn step(&self, graph: &Graph, body: &BTreeSet<NodeId>, counter: ObjectId) -> Option<i128> {
        const DEPTH: u32 = 8;
        let mut steps = body.iter().filter_map(|node| match &graph.nodes[node.index()].action {
            Action::Store { place, value } if whole(place) == Some(counter) => Some(value),
            _ => None,
        });
        let (only, None) = (steps.next()?, steps.next()) else { return None };
        match self.sum(only, DEPTH)? {
            (Some(variable), by) if variable == counter && by != 0 => Some(by),
            _ => None,
        }
    }
}
