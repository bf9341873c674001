//! Values, and what to do with those that are not modelled.

use std::rc::Rc;

use super::constants;
use super::pointer::{Pointed, PointerSymbol};
use super::program::{Expression, ExpressionKind, May, Place};
use crate::arith::IntegerType;
use crate::check::tree;
use crate::check::types::Type;
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
    Apart(Unmodelled),
    /// Anything else.
    Other(Unmodelled),
}

/// A part of the program that is not modelled: why, what is evaluated before it, and the worst that it may do
/// besides. Its parts cannot be taken out one by one, so that none is lost: it grows, or becomes an expression.
#[must_use]
#[derive(Clone, Debug)]
pub(super) struct Unmodelled {
    reason: String,
    effects: Vec<Expression>,
    may: May,
}

impl Unmodelled {
    pub fn new(reason: impl Into<String>, effects: Vec<Expression>, may: May) -> Self {
        Unmodelled { reason: reason.into(), effects: only_effects(effects), may }
    }

    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// With another reason.
    pub fn because(self, reason: impl Into<String>) -> Self {
        Unmodelled { reason: reason.into(), ..self }
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
    Other(Unmodelled, Reach),
}

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
        | ExpressionKind::Assert(_)
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
        | ExpressionKind::Assert(_)
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

/// An unknown value.
pub(super) fn unsupported(
    reason: impl Into<String>,
    operands: Vec<Expression>,
    may: May,
    ty: IntegerType,
    span: Span,
) -> Expression {
    Unmodelled::new(reason, operands, may).into_expression(ty, span)
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
        may: May,
        span: Span,
    ) -> Value {
        Self::unmodelled(ty, Unmodelled::new(reason, effects, may), span)
    }

    /// The value of an unmodelled part.
    pub fn unmodelled(ty: Type, part: Unmodelled, span: Span) -> Value {
        match ty {
            Type::Integer(integer) => Value::integer(part.into_expression(integer, span)),
            Type::Void => Value::void(part.into_expression(IntegerType::INT, span)),
            _ => Value { ty, kind: ValueKind::Other(part), span },
        }
    }

    /// Why it is not modelled, if it is not.
    pub fn reason(&self) -> Option<String> {
        Some(match &self.kind {
            ValueKind::Integer(_) | ValueKind::Void(_) | ValueKind::Record { .. } => return None,
            ValueKind::Address { .. } => "address of a variable".to_owned(),
            ValueKind::Function(_) => "function as a value".to_owned(),
            ValueKind::Code(_) => "function pointer".to_owned(),
            ValueKind::Harmless | ValueKind::Null => "pointer value".to_owned(),
            ValueKind::Apart(part) | ValueKind::Other(part) => part.reason().to_owned(),
        })
    }

    /// What evaluating it does, where its value is dropped: an address in it goes nowhere. Where a value is kept by
    /// something that is not modelled, [`Layout::escaping_effects`](super::Layout::escaping_effects) is right.
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
