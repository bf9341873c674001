//! Parts of a program that are not modelled: why, and the worst that they may do.

use super::effects::only_effects;
use super::program::{Expression, ExpressionKind, May};
use crate::arith::IntegerType;
use crate::doubt::Unmodelled;
use crate::source::Span;

/// A part of the program that is not modelled: why, what is evaluated before it, and the worst that it may do
/// besides. Its parts cannot be taken out one by one, so that none is lost: it grows, or becomes an expression.
#[must_use]
#[derive(Clone, Debug)]
pub(super) struct Opaque {
    reason: Unmodelled,
    effects: Vec<Expression>,
    may: May,
}

impl Opaque {
    pub fn new(reason: impl Into<Unmodelled>, effects: Vec<Expression>, may: May) -> Self {
        Opaque { reason: reason.into(), effects: only_effects(effects), may }
    }

    pub fn reason(&self) -> &Unmodelled {
        &self.reason
    }

    /// With another reason.
    pub fn because(self, reason: impl Into<Unmodelled>) -> Self {
        Opaque { reason: reason.into(), ..self }
    }

    /// After these effects.
    pub fn after(mut self, first: Vec<Expression>) -> Self {
        self.effects.splice(0..0, first);
        self
    }

    /// With more that is evaluated before it.
    pub fn with(mut self, more: Vec<Expression>) -> Self {
        self.effects.extend(only_effects(more));
        self
    }

    /// It may do this, too.
    pub fn may(mut self, more: May) -> Self {
        self.may = self.may.or(more);
        self
    }

    /// Its value as an expression of the type.
    pub fn into_expression(self, ty: IntegerType, span: Span) -> Expression {
        let kind = ExpressionKind::Unsupported { reason: self.reason, operands: self.effects, may: self.may };
        Expression { kind, ty, span }
    }

    /// What evaluating it does, without its value.
    pub fn into_effects(self, span: Span) -> Vec<Expression> {
        match self.may.is_nothing() {
            true => self.effects,
            false => vec![self.into_expression(IntegerType::INT, span)],
        }
    }
}

/// Where an object is that is not modelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// Apart from all modelled ones: a variable of its own, or a part of a variable that is not modelled.
    Own,
    /// In a union that escaped, where other members have cells.
    Shared,
    /// Nowhere: the pointer that is written there is null.
    Null(Span),
    /// Wherever a pointer may lead: at anything that escaped.
    Escaped,
}

impl Reach {
    /// What reading from there may do.
    pub fn read(self) -> May {
        match self {
            Reach::Own | Reach::Shared | Reach::Null(_) => May::NOTHING,
            Reach::Escaped => May::READ_MEMORY,
        }
    }

    /// What writing there may do.
    pub fn write(self) -> May {
        match self {
            Reach::Own | Reach::Null(_) => May::NOTHING,
            Reach::Shared => May::WRITE,
            Reach::Escaped => May::WRITE_MEMORY,
        }
    }
}

/// An unknown value.
pub(super) fn unsupported(
    reason: impl Into<Unmodelled>,
    operands: Vec<Expression>,
    may: May,
    ty: IntegerType,
    span: Span,
) -> Expression {
    Opaque::new(reason, operands, may).into_expression(ty, span)
}
