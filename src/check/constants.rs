//! Values of expressions that are constant, found while the tree is built.
//!
//! What C calls an integer constant expression has its value in [`Expression::constant`], unless computing it overflows;
//! where a constant is required, gcc's value of an overflow counts, too, and so do `const` variables.

use std::collections::BTreeMap;

use super::floating;
use super::scalar::{arithmetic, relation};
use super::tree::{Binary, Expression, ExpressionKind, Function, ObjectId, PlaceKind};
use super::types::{Type, promote};
use focuscheck_base::arith::{self, IntegerType, UnaryOperator};
use focuscheck_base::source::Span;

/// What an expression gives where C wants an integer constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Constant {
    Known(i128),
    /// It is not modelled, or wrong for a reason that has been reported.
    Unknown,
    /// It is of another type.
    NoInteger,
    /// It depends on what happens.
    Variable,
}

/// A constant.
pub(super) fn constant(value: i128, ty: IntegerType, span: Span) -> Expression {
    Expression { kind: ExpressionKind::Integer(value), ty: Type::Integer(ty), span, constant: Some(value) }
}

/// The implicit conversion to a type, where it changes the type.
pub(super) fn convert(expression: Expression, ty: &Type) -> Expression {
    if expression.ty == *ty {
        return expression;
    }
    let constant = converted_value(&expression, ty);
    let span = expression.span;
    Expression { kind: ExpressionKind::Convert(Box::new(expression)), ty: ty.clone(), span, constant }
}

/// The value that a constant has in another type.
pub(super) fn converted_value(expression: &Expression, ty: &Type) -> Option<i128> {
    if let (Type::Float(_), Type::Integer(ty)) = (&expression.ty, ty) {
        return floating::immediate(expression, *ty);
    }
    let value = expression.constant?;
    match ty {
        Type::Integer(ty) => Some(ty.convert(value)),
        Type::Pointer(..) if value == 0 => Some(0),
        Type::Void
        | Type::Float(_)
        | Type::Pointer(..)
        | Type::Array(..)
        | Type::VariableArray(_)
        | Type::Record(_)
        | Type::Function(_)
        | Type::Opaque(_) => None,
    }
}

/// An integer operand after its promotion.
pub(super) fn promoted(expression: Expression) -> Expression {
    match expression.integer() {
        Some(ty) => convert(expression, &Type::Integer(promote(ty))),
        None => expression,
    }
}

/// The value of an operation on two constants of a type (the right one of a shift has its own).
pub(super) fn binary(operator: Binary, left: i128, right: i128, ty: IntegerType) -> Option<i128> {
    if let Some(relation) = relation(operator) {
        return Some(i128::from(relation.holds(left, right)));
    }
    arith::binary(arithmetic(operator)?, ty, left, right).ok()
}

/// Whether a condition is true, if that is known without running the program.
pub(super) fn truth(expression: &Expression) -> Option<bool> {
    if let Some(value) = expression.constant {
        return Some(value != 0);
    }
    match &expression.kind {
        // What is weak may be missing: the layout knows.
        ExpressionKind::Function(_) => None,
        ExpressionKind::Undeclared(name) => super::vocabulary::is_stream_or_text(name).then_some(true),
        ExpressionKind::Decay(place) | ExpressionKind::AddressOf(place) => {
            let mut place = place;
            loop {
                match &place.kind {
                    PlaceKind::Text(_) => return Some(true),
                    PlaceKind::Member(whole, ..) => place = whole,
                    PlaceKind::Element(whole, index) if index.constant.is_some() => place = whole,
                    // Nor is one that is weak there for certain.
                    PlaceKind::Object(_)
                    | PlaceKind::Element(..)
                    | PlaceKind::Dereference(_)
                    | PlaceKind::Behind(..)
                    | PlaceKind::Compound(_)
                    | PlaceKind::Value(_)
                    | PlaceKind::Undeclared(_) => return None,
                }
            }
        }
        ExpressionKind::Cast(inner) | ExpressionKind::Convert(inner)
            if matches!((&expression.ty, &inner.ty), (Type::Pointer(..), Type::Pointer(..))) =>
        {
            truth(inner)
        }
        ExpressionKind::Integer(_)
        | ExpressionKind::Float(_)
        | ExpressionKind::Any
        | ExpressionKind::Load(_)
        | ExpressionKind::LabelAddress(_)
        | ExpressionKind::Unary(..)
        | ExpressionKind::Not(_)
        | ExpressionKind::ComplexPart(_)
        | ExpressionKind::Binary(..)
        | ExpressionKind::And(..)
        | ExpressionKind::Or(..)
        | ExpressionKind::Conditional(..)
        | ExpressionKind::Comma(..)
        | ExpressionKind::Cast(_)
        | ExpressionKind::Convert(_)
        | ExpressionKind::Assign(..)
        | ExpressionKind::Update { .. }
        | ExpressionKind::Call(..)
        | ExpressionKind::Statement(..)
        | ExpressionKind::VariableArgument(_)
        | ExpressionKind::OneOf(_)
        | ExpressionKind::Unknown(..) => None,
    }
}

/// The value of an expression in a place where C wants a constant; `const` variables with known values
/// count as gcc lets them.
pub(super) fn evaluate(expression: &Expression, known: &BTreeMap<ObjectId, i128>) -> Option<i128> {
    if let Some(value) = expression.constant {
        return Some(value);
    }
    let ty = expression.integer()?;
    let of = |e: &Expression| evaluate(e, known);
    match &expression.kind {
        ExpressionKind::Load(place) => match place.kind {
            PlaceKind::Object(object) => known.get(&object).copied(),
            PlaceKind::Dereference(_)
            | PlaceKind::Behind(..)
            | PlaceKind::Element(..)
            | PlaceKind::Member(..)
            | PlaceKind::Text(_)
            | PlaceKind::Compound(_)
            | PlaceKind::Value(_)
            | PlaceKind::Undeclared(_) => None,
        },
        ExpressionKind::Convert(operand) | ExpressionKind::Cast(operand) => Some(ty.convert(of(operand)?)),
        ExpressionKind::Unary(UnaryOperator::Negate, operand) => Some(ty.convert(-of(operand)?)),
        ExpressionKind::Unary(UnaryOperator::BitNot, operand) => Some(ty.convert(!of(operand)?)),
        ExpressionKind::Not(operand) => Some(i128::from(of(operand)? == 0)),
        ExpressionKind::Binary(operator, left, right) => {
            let (left, right) = (of(left)?, of(right)?);
            if let Some(relation) = relation(*operator) {
                return Some(i128::from(relation.holds(left, right)));
            }
            arith::wrapped(arithmetic(*operator)?, ty, left, right)
        }
        ExpressionKind::And(left, right) => Some(i128::from(of(left)? != 0 && of(right)? != 0)),
        ExpressionKind::Or(left, right) => Some(i128::from(of(left)? != 0 || of(right)? != 0)),
        ExpressionKind::Conditional(condition, then, otherwise) => {
            let decided = of(condition)?;
            match (decided != 0, then) {
                (true, Some(then)) => of(then),
                (true, None) => Some(ty.convert(decided)),
                (false, _) => of(otherwise),
            }
        }
        ExpressionKind::Integer(_)
        | ExpressionKind::Float(_)
        | ExpressionKind::Any
        | ExpressionKind::Function(_)
        | ExpressionKind::Undeclared(_)
        | ExpressionKind::Decay(_)
        | ExpressionKind::AddressOf(_)
        | ExpressionKind::LabelAddress(_)
        | ExpressionKind::ComplexPart(_)
        | ExpressionKind::Comma(..)
        | ExpressionKind::Assign(..)
        | ExpressionKind::Update { .. }
        | ExpressionKind::Call(..)
        | ExpressionKind::Statement(..)
        | ExpressionKind::VariableArgument(_)
        | ExpressionKind::OneOf(_)
        | ExpressionKind::Unknown(..) => None,
    }
}

/// What an expression gives where C wants an integer constant.
pub(super) fn constness(
    expression: &Expression,
    known: &BTreeMap<ObjectId, i128>,
    functions: &[Function],
) -> Constant {
    match &expression.ty {
        Type::Integer(_) => match evaluate(expression, known) {
            Some(value) => Constant::Known(value),
            None if super::effects::is_plain(expression, functions) => Constant::Variable,
            None => Constant::Unknown,
        },
        Type::Opaque(_) if matches!(expression.kind, ExpressionKind::Call(..)) => Constant::Variable,
        Type::Opaque(_) => Constant::Unknown,
        Type::Void
        | Type::Float(_)
        | Type::Pointer(..)
        | Type::Array(..)
        | Type::VariableArray(_)
        | Type::Record(_)
        | Type::Function(_) => Constant::NoInteger,
    }
}
