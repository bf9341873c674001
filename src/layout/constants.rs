//! Building expressions with constants folded, and the values of constant expressions.

use std::collections::BTreeMap;

use super::program::{Expression, ExpressionKind, VariableId};
use crate::arith::{self, BinaryOperator, IntegerType, Relation, UnaryOperator};
use crate::source::Span;

/// A constant.
pub(super) fn constant(value: i128, ty: IntegerType, span: Span) -> Expression {
    Expression { kind: ExpressionKind::Constant(value), ty, span }
}

/// An `int` constant.
pub(super) fn integer(value: i128, span: Span) -> Expression {
    constant(value, IntegerType::INT, span)
}

/// The value of a constant.
pub(super) fn value(expression: &Expression) -> Option<i128> {
    match expression.kind {
        ExpressionKind::Constant(value) => Some(value),
        _ => None,
    }
}

/// Conversion to a type.
pub(super) fn convert(expression: Expression, ty: IntegerType) -> Expression {
    if expression.ty == ty {
        return expression;
    }
    let span = expression.span;
    match expression.kind {
        ExpressionKind::Constant(value) => constant(ty.convert(value), ty, span),
        // An unknown value is unknown in any type.
        kind @ ExpressionKind::Unsupported { .. } => Expression { kind, ty, span },
        _ => Expression { kind: ExpressionKind::Convert(Box::new(expression)), ty, span },
    }
}

/// A unary operation; the operand has the result's type.
pub(super) fn unary(operator: UnaryOperator, operand: Expression, span: Span) -> Expression {
    let ty = operand.ty;
    if let Some(result) = value(&operand).and_then(|value| arith::unary(operator, ty, value).ok()) {
        return constant(result, ty, span);
    }
    Expression { kind: ExpressionKind::Unary(operator, Box::new(operand)), ty, span }
}

/// An arithmetic operation; the operands have been converted.
pub(super) fn binary(
    operator: BinaryOperator,
    left: Expression,
    right: Expression,
    ty: IntegerType,
    span: Span,
) -> Expression {
    if let (Some(l), Some(r)) = (value(&left), value(&right))
        && let Ok(result) = arith::binary(operator, ty, l, r)
    {
        return constant(result, ty, span);
    }
    Expression { kind: ExpressionKind::Binary(operator, Box::new(left), Box::new(right)), ty, span }
}

/// A comparison; the operands have the same type.
pub(super) fn compare(relation: Relation, left: Expression, right: Expression, span: Span) -> Expression {
    if let (Some(l), Some(r)) = (value(&left), value(&right)) {
        return integer(i128::from(relation.holds(l, r)), span);
    }
    let kind = ExpressionKind::Compare(relation, Box::new(left), Box::new(right));
    Expression { kind, ty: IntegerType::INT, span }
}

/// The value of an expression in a place where C wants a constant; `const` variables with known values
/// count as gcc lets them.
pub(super) fn evaluate(expression: &Expression, known: &BTreeMap<VariableId, i128>) -> Option<i128> {
    let ty = expression.ty;
    let of = |e: &Expression| evaluate(e, known);
    match &expression.kind {
        ExpressionKind::Constant(value) => Some(*value),
        ExpressionKind::Read(place) if place.indices.is_empty() && place.offset == 0 => {
            known.get(&place.variable).copied()
        }
        ExpressionKind::Convert(operand) => Some(ty.convert(of(operand)?)),
        ExpressionKind::Unary(UnaryOperator::Negate, operand) => Some(ty.convert(-of(operand)?)),
        ExpressionKind::Unary(UnaryOperator::BitNot, operand) => Some(ty.convert(!of(operand)?)),
        ExpressionKind::Not(operand) => Some(i128::from(of(operand)? == 0)),
        ExpressionKind::Binary(operator, left, right) => arith::wrapped(*operator, ty, of(left)?, of(right)?),
        ExpressionKind::Compare(relation, left, right) => {
            Some(i128::from(relation.holds(of(left)?, of(right)?)))
        }
        ExpressionKind::And(left, right) => Some(i128::from(of(left)? != 0 && of(right)? != 0)),
        ExpressionKind::Or(left, right) => Some(i128::from(of(left)? != 0 || of(right)? != 0)),
        ExpressionKind::Conditional(condition, then, otherwise) => {
            if of(condition)? != 0 {
                of(then)
            } else {
                of(otherwise)
            }
        }
        _ => None,
    }
}
