//! Expressions that are evaluated for terms, with what is known of their values.

use focuscheck_base::arith::{BinaryOperator, IntegerType, Interval, Relation};
use focuscheck_base::source::Span;
use focuscheck_check::tree::{
    Binary, Declaration, Expression, ExpressionKind as Kind, InitialPart, InitialValue, Initializer,
    ObjectId, Statement, StatementKind,
};
use focuscheck_check::types::Type;

/// The widest integers that are computed with.
const WIDEST: IntegerType = IntegerType { width: 128, signed: true, float: false };

/// `long long`.
pub(super) const LONG: IntegerType = IntegerType { width: 64, signed: true, float: false };

/// Why something cannot be evaluated: what it is.
pub(super) struct Unknown(pub String);

/// What can be evaluated, or why not.
pub(super) type Read<T> = Result<T, Unknown>;

/// An expression that is evaluated for a term, and what is known of it.
#[derive(Clone, Debug)]
pub(super) struct Value {
    /// The expression.
    pub expression: Expression,
    /// Its values, of an integer.
    pub interval: Interval,
    /// Whether it has the same value from the begin of the function to its end.
    pub stable: bool,
}

/// A value as the initialiser of a scalar.
pub(super) fn initialised(value: Expression) -> Initializer {
    let span = value.span;
    let value = InitialValue::Expression(value);
    let parts = vec![InitialPart { path: Some(Vec::new()), value, repeated: false }];
    Initializer { parts, braces: false, span }
}

/// A declaration of an object.
pub(super) fn declared(object: ObjectId, value: Expression, span: Span) -> Statement {
    let initializer = Some(initialised(value));
    let made = Declaration::Object { object, initializer, cleanup: false, span };
    plain(StatementKind::Declaration(vec![made]), span)
}

/// A statement that nothing is said of.
pub(super) fn plain(kind: StatementKind, span: Span) -> Statement {
    Statement { kind, annotations: Vec::new(), contract: None, span }
}

pub(super) fn unknown(what: &str) -> Unknown {
    Unknown(what.to_owned())
}

/// A number.
pub(super) fn number(value: i128, span: Span) -> Value {
    let types = [IntegerType::INT, LONG, WIDEST];
    let ty = types.into_iter().find(|ty| ty.contains(value)).unwrap_or(WIDEST);
    let expression =
        Expression { kind: Kind::Integer(value), ty: Type::Integer(ty), span, constant: Some(value) };
    Value { expression, interval: Interval::single(value), stable: true }
}

/// An expression of an integer as one of a type that has its values.
pub(super) fn widened(value: Value, ty: IntegerType) -> Expression {
    if value.expression.ty == Type::Integer(ty) { value.expression } else { convert(value, ty) }
}

pub(super) fn convert(value: Value, ty: IntegerType) -> Expression {
    let (span, constant) = (value.expression.span, value.expression.constant);
    if let Some(constant) = constant {
        return Expression {
            kind: Kind::Integer(constant),
            ty: Type::Integer(ty),
            span,
            constant: Some(constant),
        };
    }
    Expression::new(Kind::Convert(Box::new(value.expression)), Type::Integer(ty), span)
}

/// A comparison of two expressions of one type.
pub(super) fn compared(relation: Binary, left: Expression, right: Expression, span: Span) -> Expression {
    let kind = Kind::Binary(relation, Box::new(left), Box::new(right));
    Expression::new(kind, Type::Integer(IntegerType::INT), span)
}

/// A comparison of two integers.
pub(super) fn related(relation: Relation, left: Value, right: Value, span: Span) -> Read<Expression> {
    let ty = holding(&[left.interval, right.interval])?;
    Ok(compared(written(relation), widened(left, ty), widened(right, ty), span))
}

/// How C writes a comparison.
pub(super) fn written(relation: Relation) -> Binary {
    match relation {
        Relation::Less => Binary::Less,
        Relation::LessEqual => Binary::LessEqual,
        Relation::Greater => Binary::Greater,
        Relation::GreaterEqual => Binary::GreaterEqual,
        Relation::Equal => Binary::Equal,
        Relation::NotEqual => Binary::NotEqual,
    }
}

/// That an index is one of an array.
pub(super) fn within(index: &Value, length: i128, span: Span) -> Read<Expression> {
    let low = related(Relation::LessEqual, number(0, span), index.clone(), span)?;
    let high = related(Relation::Less, index.clone(), number(length, span), span)?;
    let kind = Kind::And(Box::new(low), Box::new(high));
    Ok(Expression::new(kind, Type::Integer(IntegerType::INT), span))
}

/// An expression that is evaluated where all guards hold; else nobody knows its value.
pub(super) fn guarded(expression: Expression, guards: Vec<Expression>, otherwise: &str) -> Expression {
    guards.into_iter().rfold(expression, |inner, guard| {
        let (ty, span) = (inner.ty.clone(), inner.span);
        let other = Expression::new(Kind::Unknown(otherwise.to_owned(), Vec::new()), ty.clone(), span);
        Expression::new(Kind::Conditional(Box::new(guard), Some(Box::new(inner)), Box::new(other)), ty, span)
    })
}

/// The narrowest signed type for all of these values.
pub(super) fn holding(intervals: &[Interval]) -> Read<IntegerType> {
    let types = [IntegerType::INT, LONG, WIDEST];
    let ty = types.into_iter().find(|ty| intervals.iter().all(|interval| interval.is_within(*ty)));
    ty.ok_or_else(|| unknown("a number of more than 128 bits in an annotation"))
}

pub(super) fn linear(left: Interval, operator: BinaryOperator, right: Interval) -> Read<Interval> {
    left.linear(operator, right).ok_or_else(|| unknown("a number of more than 128 bits in an annotation"))
}

pub(super) fn union(left: Interval, right: Interval) -> Interval {
    Interval::new(left.low.min(right.low), left.high.max(right.high)).unwrap_or(left)
}

/// All values that are no farther from zero, and one more.
pub(super) fn magnitude(interval: Interval) -> Read<Interval> {
    let negative = linear(Interval::single(-1), BinaryOperator::Subtract, interval)?;
    Ok(union(union(interval, negative), Interval::single(0)))
}

/// The values of a predicate.
pub(super) fn truth() -> Interval {
    Interval::of(IntegerType::BOOL)
}
