//! What is known of the truth of conditions before they are lowered.

use crate::arith::Relation;
use crate::facts::cfg::{Condition, Expr};
use crate::layout::program::{Expression, ExpressionKind};

use super::effects::children;

/// If the truth of an expression is that of an operand: the operand, and whether it is the same.
pub(super) fn truth_of(expression: &Expression) -> Option<(&Expression, bool)> {
    match &expression.kind {
        ExpressionKind::Not(operand) => Some((operand, false)),
        // No value but zero becomes zero.
        ExpressionKind::Convert(operand)
            if expression.ty.is_bool() || expression.ty.width >= operand.ty.width =>
        {
            Some((operand, true))
        }
        ExpressionKind::Compare(relation @ (Relation::Equal | Relation::NotEqual), left, right) => {
            let zero = matches!(right.kind, ExpressionKind::Constant(0));
            (zero && is_truth(left)).then_some((left, *relation == Relation::NotEqual))
        }
        _ => None,
    }
}

/// Whether an expression is itself a condition (or an input by itself).
fn is_truth(mut expression: &Expression) -> bool {
    while let ExpressionKind::Convert(operand) = &expression.kind {
        expression = operand;
    }
    matches!(
        expression.kind,
        ExpressionKind::Not(_)
            | ExpressionKind::Compare(..)
            | ExpressionKind::And(..)
            | ExpressionKind::Or(..)
    )
}

/// Whether a condition is on inputs alone: at least one input, and no variable.
pub(super) fn on_inputs(expression: &Expression) -> bool {
    let mut inputs = false;
    let mut pending = vec![expression];
    while let Some(expression) = pending.pop() {
        match &expression.kind {
            ExpressionKind::Input { operands, .. } if operands.is_empty() => inputs = true,
            ExpressionKind::Constant(_)
            | ExpressionKind::Not(_)
            | ExpressionKind::Convert(_)
            | ExpressionKind::And(..)
            | ExpressionKind::Or(..)
            | ExpressionKind::Compare(..)
            | ExpressionKind::Unary(..)
            | ExpressionKind::Binary(..)
            | ExpressionKind::Conditional(..) => children(expression, &mut pending),
            _ => return false,
        }
    }
    inputs
}

/// The truth of a condition that branches nowhere.
pub(super) fn known(expression: &Expression) -> Option<bool> {
    if let ExpressionKind::Constant(value) = &expression.kind {
        return Some(*value != 0);
    }
    if let Some((operand, same)) = truth_of(expression) {
        return known(operand).map(|known| known == same);
    }
    match &expression.kind {
        ExpressionKind::And(left, right) => match known(left)? {
            true => known(right),
            false => Some(false),
        },
        ExpressionKind::Or(left, right) => match known(left)? {
            true => Some(true),
            false => known(right),
        },
        ExpressionKind::Compare(relation, left, right) => match (&left.kind, &right.kind) {
            (ExpressionKind::Constant(left), ExpressionKind::Constant(right)) => {
                Some(relation.holds(*left, *right))
            }
            _ => None,
        },
        _ => None,
    }
}

/// The truth of a lowered condition on constants.
pub(super) fn decided(condition: &Condition) -> Option<bool> {
    match (&condition.left, &condition.right) {
        (Expr::Constant(left, _), Expr::Constant(right, _)) => Some(condition.relation.holds(*left, *right)),
        _ => None,
    }
}
