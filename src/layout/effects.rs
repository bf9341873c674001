//! What evaluating an expression does besides giving a value.

use super::constants;
use super::program::{Expression, ExpressionKind, Place};

/// Whether evaluating the expression does anything besides giving a value.
pub(super) fn has_effects(expression: &Expression) -> bool {
    match &expression.kind {
        ExpressionKind::Constant(_) => false,
        ExpressionKind::Read(place) | ExpressionKind::Touch(place) => place_has_effects(place),
        ExpressionKind::Unary(_, e) | ExpressionKind::Not(e) | ExpressionKind::Convert(e) => has_effects(e),
        ExpressionKind::Binary(_, a, b)
        | ExpressionKind::Compare(_, a, b)
        | ExpressionKind::And(a, b)
        | ExpressionKind::Or(a, b)
        | ExpressionKind::Comma(a, b) => has_effects(a) || has_effects(b),
        ExpressionKind::Conditional(a, b, c) => has_effects(a) || has_effects(b) || has_effects(c),
        ExpressionKind::NoOperation(operands) => operands.iter().any(has_effects),
        ExpressionKind::Unsupported { operands, may, .. } => {
            may.changes() || operands.iter().any(has_effects)
        }
        ExpressionKind::Assign(..)
        | ExpressionKind::ReadVolatile(_)
        | ExpressionKind::Update { .. }
        | ExpressionKind::CopyCells { .. }
        | ExpressionKind::Call(..)
        | ExpressionKind::Input { .. }
        | ExpressionKind::Assert(..)
        | ExpressionKind::Assume(_)
        | ExpressionKind::Error(_)
        | ExpressionKind::Stop(_)
        | ExpressionKind::Exit(_) => true,
    }
}

/// Whether evaluating the expression may be undefined, a read of a variable without a value apart.
fn may_be_undefined(expression: &Expression) -> bool {
    match &expression.kind {
        ExpressionKind::Read(place) | ExpressionKind::ReadVolatile(place) | ExpressionKind::Touch(place) => {
            !place.indices.is_empty()
        }
        ExpressionKind::Unary(..) | ExpressionKind::Binary(..) => true,
        ExpressionKind::Not(e) | ExpressionKind::Convert(e) => may_be_undefined(e),
        ExpressionKind::Compare(_, a, b)
        | ExpressionKind::And(a, b)
        | ExpressionKind::Or(a, b)
        | ExpressionKind::Comma(a, b) => may_be_undefined(a) || may_be_undefined(b),
        ExpressionKind::Conditional(a, b, c) => [a, b, c].into_iter().any(|e| may_be_undefined(e)),
        ExpressionKind::Unsupported { operands, may, .. } => {
            may.access || operands.iter().any(may_be_undefined)
        }
        ExpressionKind::Constant(_)
        | ExpressionKind::Assign(..)
        | ExpressionKind::Update { .. }
        | ExpressionKind::CopyCells { .. }
        | ExpressionKind::Call(..)
        | ExpressionKind::Input { .. }
        | ExpressionKind::Assert(..)
        | ExpressionKind::Assume(_)
        | ExpressionKind::Error(_)
        | ExpressionKind::Stop(_)
        | ExpressionKind::Exit(_)
        | ExpressionKind::NoOperation(_) => false,
    }
}

/// Whether finding the place has effects.
pub(super) fn place_has_effects(place: &Place) -> bool {
    place.indices.iter().any(|i| has_effects(&i.value))
}

/// The expressions in the list whose evaluation matters although their values go nowhere: it may have
/// effects, or be undefined.
pub(super) fn only_effects(expressions: Vec<Expression>) -> Vec<Expression> {
    expressions.into_iter().filter(|e| constants::value(e).is_none()).collect()
}

/// `a, b, …, last`.
pub(super) fn sequence(first: Vec<Expression>, last: Expression) -> Expression {
    first.into_iter().filter(|e| has_effects(e) || may_be_undefined(e)).rev().fold(last, |rest, effect| {
        let (ty, span) = (rest.ty, rest.span);
        Expression { kind: ExpressionKind::Comma(Box::new(effect), Box::new(rest)), ty, span }
    })
}
