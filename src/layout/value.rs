//! Values and lvalues, modelled or not, and what to do with those that are not.

use std::rc::Rc;

use super::constants;
use super::effects::{only_effects, sequence};
use super::opaque::{Opaque, Reach};
use super::program::{Expression, May, Place};
use super::region::{Pointed, PointerSymbol};
use crate::arith::IntegerType;
use crate::check::tree;
use crate::check::types::Type;
use crate::doubt::Unmodelled;
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
    /// The address of a function.
    Function(tree::FunctionId),
    /// A pointer to a function, as its number.
    Code(Expression),
    /// A string literal or the like: a pointer through which nothing of ours is changed.
    Harmless,
    /// The address of an object that is not modelled and lies apart from all that are: nothing modelled is reached
    /// through it.
    Apart(Opaque),
    /// Anything else.
    Other(Opaque),
}

/// What an lvalue denotes.
#[derive(Clone, Debug)]
pub(super) struct Target {
    pub ty: Type,
    pub kind: TargetKind,
    pub span: Span,
    /// Whether it is `const` for who uses it.
    pub constant: bool,
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
    /// The characters of a string literal, without the final zero.
    Text(Vec<u32>),
    /// One of them.
    Character(u32),
    /// Somewhere else: why, and what finding it does.
    Other(Opaque, Reach),
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
        reason: impl Into<Unmodelled>,
        effects: Vec<Expression>,
        may: May,
        span: Span,
    ) -> Value {
        Self::unmodelled(ty, Opaque::new(reason, effects, may), span)
    }

    /// The value of an unmodelled part.
    pub fn unmodelled(ty: Type, part: Opaque, span: Span) -> Value {
        match ty {
            Type::Integer(integer) => Value::integer(part.into_expression(integer, span)),
            Type::Void => Value::void(part.into_expression(IntegerType::INT, span)),
            _ => Value { ty, kind: ValueKind::Other(part), span },
        }
    }

    /// Why it is not modelled, if it is not.
    pub fn reason(&self) -> Option<Unmodelled> {
        Some(match &self.kind {
            ValueKind::Integer(_) | ValueKind::Void(_) | ValueKind::Record { .. } => return None,
            ValueKind::Address { .. } => "address of a variable".into(),
            ValueKind::Function(_) => "function as a value".into(),
            ValueKind::Code(_) => "function pointer".into(),
            ValueKind::Harmless | ValueKind::Null => "pointer value".into(),
            ValueKind::Apart(part) | ValueKind::Other(part) => part.reason().clone(),
        })
    }

    /// What evaluating it does, where its value is dropped: an address in it goes nowhere. Where a value is kept by
    /// something that is not modelled, [`Layout::escaping_effects`](super::state::Layout::escaping_effects) is right.
    pub fn into_dropped(self) -> Vec<Expression> {
        match self.kind {
            ValueKind::Integer(e) | ValueKind::Void(e) | ValueKind::Code(e) => only_effects(vec![e]),
            ValueKind::Record { effects, .. } => effects,
            ValueKind::Address { pointer, mut effects } => {
                effects.extend(pointer.effects());
                effects
            }
            ValueKind::Function(_) | ValueKind::Harmless | ValueKind::Null => Vec::new(),
            ValueKind::Apart(part) | ValueKind::Other(part) => part.into_effects(self.span),
        }
    }

    /// The value as a statement.
    pub fn into_statement(self) -> Expression {
        let span = self.span;
        match self.kind {
            ValueKind::Integer(e) | ValueKind::Void(e) | ValueKind::Code(e) => e,
            ValueKind::Apart(part) | ValueKind::Other(part) => part.into_expression(IntegerType::INT, span),
            ValueKind::Record { .. }
            | ValueKind::Address { .. }
            | ValueKind::Null
            | ValueKind::Function(_)
            | ValueKind::Harmless => {
                let mut effects = self.into_dropped();
                let last = effects.pop().unwrap_or_else(|| constants::integer(0, span));
                sequence(effects, last)
            }
        }
    }
}
