//! Parts of trees that stand where bodies of library functions are put.

use focuscheck_base::arith::IntegerType;
use focuscheck_base::source::Span;

use super::arguments;
use super::tree::{
    Binary, Declaration, Expression, ExpressionKind as Kind, InitialPart, InitialValue, Initializer,
    ObjectId, Place, PlaceKind, Statement, StatementKind,
};
use super::types::Type;

/// Whether an argument is a literal.
pub(super) fn is_literal(argument: &Expression) -> bool {
    match argument.unconverted() {
        Kind::Decay(place) => matches!(place.kind, PlaceKind::Text(_)),
        _ => false,
    }
}

/// Makes a literal say how a text is called.
pub(super) fn rename(literal: &mut Expression, label: &str) {
    match &mut literal.kind {
        Kind::Convert(inner) | Kind::Cast(inner) => rename(inner, label),
        Kind::Decay(place) => {
            place.kind = PlaceKind::Text(label.chars().map(u32::from).chain([0]).collect());
        }
        _ => {}
    }
}

/// Whether it does not matter in which order arguments are evaluated: all but one are always the same.
pub(super) fn has_one_open(arguments: &[Expression]) -> bool {
    arguments.iter().filter(|argument| !is_steady(argument)).count() <= 1
}

/// Whether an argument is always the same.
pub(super) fn is_steady(argument: &Expression) -> bool {
    match (argument.constant, &arguments::bare(argument).kind) {
        (Some(_), _) | (None, Kind::Function(_)) => true,
        (None, Kind::Decay(place) | Kind::AddressOf(place)) => {
            matches!(place.kind, PlaceKind::Object(_) | PlaceKind::Text(_))
        }
        (None, _) => false,
    }
}

/// Declares variables with their values.
pub(super) fn declared(variables: Vec<(ObjectId, Expression)>, span: Span) -> Statement {
    let made = variables.into_iter().map(|(object, value)| {
        let value = InitialValue::Expression(value);
        let parts = vec![InitialPart { path: Some(Vec::new()), value, repeated: false }];
        let initializer = Some(Initializer { parts, braces: false, span });
        Declaration::Object { object, initializer, cleanup: false, span }
    });
    let kind = StatementKind::Declaration(made.collect());
    Statement { kind, annotations: Vec::new(), contract: None, span }
}

/// The declaration of a variable that gets its value later.
pub(super) fn without_value(object: ObjectId, span: Span) -> Statement {
    let made = vec![Declaration::Object { object, initializer: None, cleanup: false, span }];
    let kind = StatementKind::Declaration(made);
    Statement { kind, annotations: Vec::new(), contract: None, span }
}

/// What a body gives, in the type of the call. A number that does not fit is one that C gives no meaning; a body that may give one
/// gives a variable.
pub(super) fn fitting(value: Expression, ty: &Type, name: &str) -> Expression {
    let span = value.span;
    match (&value.ty, ty) {
        (&Type::Integer(from), &Type::Integer(to)) if from.width > to.width => {
            let fits = between(&value, (to.min(), to.max()));
            let reason = format!("'{name}' of a number that is too large");
            let other = Box::new(Expression::new(Kind::Unknown(reason, Vec::new()), ty.clone(), span));
            let known = Box::new(converted(value, ty));
            Expression::new(Kind::Conditional(fits, Some(known), other), ty.clone(), span)
        }
        _ => converted(value, ty),
    }
}

/// The calls in which an argument is at most a constant.
#[derive(Clone, Copy)]
pub(super) struct Within {
    /// Where the argument stands.
    pub(super) argument: usize,
    /// The constant.
    pub(super) most: i128,
}

/// What a call does and gives for which a body stands only if one of its arguments is small enough: the body, or else the call
/// itself, which leads where the parameters lead.
pub(super) fn call_within(
    call: &Expression,
    (body, value): (Vec<Statement>, Expression),
    within: Within,
    parameters: &[(ObjectId, Expression)],
) -> Expression {
    let (span, ty) = (call.span, call.ty.clone());
    let load = |(object, given): &(ObjectId, Expression)| {
        let ty = given.ty.clone();
        let place = Place { kind: PlaceKind::Object(*object), ty: ty.clone(), constant: false, span };
        Expression::new(Kind::Load(Box::new(place)), ty, span)
    };
    let mut otherwise = call.clone();
    if let Kind::Call(_, arguments) = &mut otherwise.kind {
        // What has effects is evaluated once; the limited argument has none, and its own unit.
        for (at, (argument, parameter)) in arguments.iter_mut().zip(parameters).enumerate() {
            if at != within.argument {
                *argument = converted(load(parameter), &argument.ty);
            }
        }
    }
    let fits = match parameters.get(within.argument) {
        Some(parameter) => between(&load(parameter), (0, within.most)),
        None => return otherwise,
    };
    let known = Expression::new(Kind::Statement(body, Some(Box::new(value)), None), ty.clone(), span);
    Expression::new(Kind::Conditional(fits, Some(Box::new(known)), Box::new(otherwise)), ty, span)
}

/// Whether a value without effects is none below the first number and none above the second.
pub(super) fn between(value: &Expression, (low, high): (i128, i128)) -> Box<Expression> {
    let (span, int) = (value.span, Type::Integer(IntegerType::INT));
    let compared = |operator, limit: i128| {
        let number = Expression::new(Kind::Integer(limit), value.ty.clone(), span);
        let limit = Expression { constant: Some(limit), ..number };
        let kind = Kind::Binary(operator, Box::new(value.clone()), Box::new(limit));
        Box::new(Expression::new(kind, int.clone(), span))
    };
    let both = Kind::And(compared(Binary::GreaterEqual, low), compared(Binary::LessEqual, high));
    Box::new(Expression::new(both, int.clone(), span))
}

/// A value of this type.
pub(super) fn converted(value: Expression, ty: &Type) -> Expression {
    if value.ty == *ty || *ty == Type::Void {
        return value;
    }
    let constant = match ty {
        Type::Integer(ty) => value.constant.map(|constant| ty.convert(constant)),
        _ => value.constant.filter(|constant| *constant == 0),
    };
    let span = value.span;
    Expression { constant, ..Expression::new(Kind::Convert(Box::new(value)), ty.clone(), span) }
}
