//! Values, and what to do with those that are not modelled.

use std::rc::Rc;

use super::call::THROUGH_POINTER;
use super::constants;
use super::pointer::{Pointed, PointerSymbol};
use super::typed::{Expression, ExpressionKind, IntegerType, May, Place};
use super::types::Type;
use crate::source::Span;

/// The value of an expression of C.
#[derive(Clone, Debug)]
pub(super) struct Value {
    /// Its type in C.
    pub ty: Type,
    pub kind: ValueKind,
    pub span: Span,
}

/// What is known about a value.
#[derive(Clone, Debug)]
pub(super) enum ValueKind {
    /// An integer.
    Integer(Expression),
    /// No value.
    Void(Expression),
    /// A structure that lives in modelled cells; the effects come first.
    Record { place: Place, effects: Vec<Expression> },
    /// A pointer to a modelled object; what happens to it decides whether the object escapes.
    Address { pointer: Box<Pointed>, effects: Vec<Expression> },
    /// The null pointer.
    Null,
    /// The name of a function.
    Function(String),
    /// A string literal or the like: a pointer through which nothing of ours is changed.
    Harmless,
    /// Anything else.
    Other { reason: String, effects: Vec<Expression>, clobbers: bool },
}

/// What an lvalue denotes.
#[derive(Clone, Debug)]
pub(super) struct Target {
    pub ty: Type,
    pub kind: TargetKind,
    pub span: Span,
    /// Whether it is declared `const`; its name for the message.
    pub read_only: Option<String>,
    /// The array that it is an element of, and which one.
    pub within: Option<Box<Pointed>>,
}

/// Where an lvalue is.
#[derive(Clone, Debug)]
pub(super) enum TargetKind {
    /// A pointer variable whose object is known.
    Pointer(Rc<PointerSymbol>),
    /// In the cells of a modelled variable. The place's own type is meaningless until it is read.
    Place(Place),
    /// Somewhere else. `pointer`: a store may change variables whose address was taken.
    Other { reason: String, effects: Vec<Expression>, pointer: bool },
}

/// Whether evaluating the expression does anything besides giving a value.
pub(super) fn has_effects(expression: &Expression) -> bool {
    match &expression.kind {
        ExpressionKind::Constant(_) => false,
        ExpressionKind::Read(place) => place_has_effects(place),
        ExpressionKind::Unary(_, e) | ExpressionKind::Not(e) | ExpressionKind::Convert(e) => has_effects(e),
        ExpressionKind::Binary(_, a, b)
        | ExpressionKind::Compare(_, a, b)
        | ExpressionKind::And(a, b)
        | ExpressionKind::Or(a, b)
        | ExpressionKind::Comma(a, b) => has_effects(a) || has_effects(b),
        ExpressionKind::Conditional(a, b, c) => has_effects(a) || has_effects(b) || has_effects(c),
        ExpressionKind::NoOperation(operands) => operands.iter().any(has_effects),
        ExpressionKind::Unsupported { operands, may, .. } => {
            !may.is_nothing() || operands.iter().any(has_effects)
        }
        _ => true,
    }
}

/// Whether evaluating the expression may be undefined, a read of a variable without a value apart.
fn may_be_undefined(expression: &Expression) -> bool {
    match &expression.kind {
        ExpressionKind::Read(place) => !place.indices.is_empty(),
        ExpressionKind::Unary(..) | ExpressionKind::Binary(..) => true,
        ExpressionKind::Not(e) | ExpressionKind::Convert(e) => may_be_undefined(e),
        ExpressionKind::Compare(_, a, b)
        | ExpressionKind::And(a, b)
        | ExpressionKind::Or(a, b)
        | ExpressionKind::Comma(a, b) => may_be_undefined(a) || may_be_undefined(b),
        ExpressionKind::Conditional(a, b, c) => [a, b, c].into_iter().any(|e| may_be_undefined(e)),
        _ => false,
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

/// An unknown value.
pub(super) fn unsupported(
    reason: impl Into<String>,
    operands: Vec<Expression>,
    clobbers: bool,
    ty: IntegerType,
    span: Span,
) -> Expression {
    let reason = reason.into();
    let may = May { write: clobbers, call: reason == THROUGH_POINTER, ..May::NOTHING };
    let kind = ExpressionKind::Unsupported { reason, operands: only_effects(operands), may };
    Expression { kind, ty, span }
}

impl Value {
    pub fn integer(expression: Expression) -> Value {
        Value {
            ty: Type::Integer(expression.ty),
            span: expression.span,
            kind: ValueKind::Integer(expression),
        }
    }

    pub fn void(expression: Expression) -> Value {
        Value { ty: Type::Void, span: expression.span, kind: ValueKind::Void(expression) }
    }

    /// An unmodelled value; an integer stays one.
    pub fn other(
        ty: Type,
        reason: impl Into<String>,
        effects: Vec<Expression>,
        clobbers: bool,
        span: Span,
    ) -> Value {
        let (reason, effects) = (reason.into(), only_effects(effects));
        match ty {
            Type::Integer(integer) => Value::integer(unsupported(reason, effects, clobbers, integer, span)),
            Type::Void => Value::void(unsupported(reason, effects, clobbers, IntegerType::INT, span)),
            _ => Value { ty, kind: ValueKind::Other { reason, effects, clobbers }, span },
        }
    }

    /// Why it is not modelled, if it is not.
    pub fn reason(&self) -> Option<String> {
        Some(match &self.kind {
            ValueKind::Integer(_) | ValueKind::Void(_) | ValueKind::Record { .. } => return None,
            ValueKind::Address { .. } => "address of a variable".to_owned(),
            ValueKind::Function(_) => "function as a value".to_owned(),
            ValueKind::Harmless | ValueKind::Null => "pointer value".to_owned(),
            ValueKind::Other { reason, .. } => reason.clone(),
        })
    }

    /// What evaluating it does, without its value.
    pub fn into_effects(self) -> Vec<Expression> {
        match self.kind {
            ValueKind::Integer(e) | ValueKind::Void(e) => only_effects(vec![e]),
            ValueKind::Record { effects, .. } => effects,
            ValueKind::Address { pointer, mut effects } => {
                effects.extend(pointer.effects());
                effects
            }
            ValueKind::Function(_) | ValueKind::Harmless | ValueKind::Null => Vec::new(),
            ValueKind::Other { reason, effects, clobbers: true } => {
                vec![unsupported(reason, effects, true, IntegerType::INT, self.span)]
            }
            ValueKind::Other { effects, .. } => effects,
        }
    }

    /// The value as a statement.
    pub fn into_statement(self) -> Expression {
        let span = self.span;
        match self.kind {
            ValueKind::Integer(e) | ValueKind::Void(e) => e,
            ValueKind::Other { reason, effects, clobbers } => {
                unsupported(reason, effects, clobbers, IntegerType::INT, span)
            }
            _ => {
                let mut effects = self.into_effects();
                let last = effects.pop().unwrap_or_else(|| constants::integer(0, span));
                sequence(effects, last)
            }
        }
    }
}
