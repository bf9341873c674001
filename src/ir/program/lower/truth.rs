//! What is known of the truth of conditions before they are lowered.

use focuscheck_base::arith::Relation;
use focuscheck_check::effects::has_effects;
use focuscheck_check::scalar::relation;
use focuscheck_check::tree::{Expression, ExpressionKind as Kind};
use focuscheck_check::types::Type;

/// If the truth of an expression is that of an operand: the operand, and whether it is the same.
pub(super) fn truth_of(expression: &Expression) -> Option<(&Expression, bool)> {
    match &expression.kind {
        Kind::Not(operand) => Some((operand, false)),
        // No value but zero becomes zero.
        Kind::Convert(operand) | Kind::Cast(operand) => match (&expression.ty, &operand.ty) {
            (Type::Integer(to), Type::Integer(from)) if to.is_bool() || to.width >= from.width => {
                Some((operand, true))
            }
            _ => None,
        },
        Kind::Binary(operator, left, right) => {
            let wanted = relation(*operator).filter(|r| matches!(r, Relation::Equal | Relation::NotEqual))?;
            let zero = right.constant == Some(0) && matches!(right.ty, Type::Integer(_));
            (zero && is_truth(left)).then_some((&**left, wanted == Relation::NotEqual))
        }
        _ => None,
    }
}

/// Whether an expression is itself a condition.
fn is_truth(mut expression: &Expression) -> bool {
    while let Kind::Convert(operand) | Kind::Cast(operand) = &expression.kind {
        expression = operand;
    }
    match &expression.kind {
        Kind::Not(_) | Kind::And(..) | Kind::Or(..) => true,
        Kind::Binary(operator, ..) => relation(*operator).is_some(),
        _ => false,
    }
}

/// The truth of a condition that branches nowhere.
pub(super) fn known(expression: &Expression) -> Option<bool> {
    if let (Some(value), false) = (expression.constant, has_effects(expression)) {
        return Some(value != 0);
    }
    if let Some((operand, same)) = truth_of(expression) {
        return known(operand).map(|known| known == same);
    }
    match &expression.kind {
        Kind::And(left, right) => match known(left)? {
            true => known(right),
            false => Some(false),
        },
        Kind::Or(left, right) => match known(left)? {
            true => Some(true),
            false => known(right),
        },
        _ => None,
    }
}
