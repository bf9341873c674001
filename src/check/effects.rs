//! What an expression consists of: whether its value is one of plain integers, whether it calls or changes something.

use super::tree::{Callee, Expression, ExpressionKind, Function, Place, PlaceKind};
use super::types::Type;
use super::vocabulary::{gives_any_value, is_pure};

/// Whether a value is computed from integers in named objects alone, so that it is certainly no constant if it has no
/// constant value. What goes through pointers, floating types or unknown names may be one to the compiler.
pub(super) fn is_plain(expression: &Expression, functions: &[Function]) -> bool {
    let is_plain = |e: &Expression| is_plain(e, functions);
    let is_plain_place = |place: &Place| is_plain_place(place, functions);
    let integer = matches!(expression.ty, Type::Integer(_));
    match &expression.kind {
        ExpressionKind::Integer(_) | ExpressionKind::Any => true,
        ExpressionKind::Load(place) => integer && is_plain_place(place),
        ExpressionKind::Unary(_, e)
        | ExpressionKind::Not(e)
        | ExpressionKind::Cast(e)
        | ExpressionKind::Convert(e) => integer && is_plain(e),
        ExpressionKind::Binary(_, a, b)
        | ExpressionKind::And(a, b)
        | ExpressionKind::Or(a, b)
        | ExpressionKind::Comma(a, b) => integer && is_plain(a) && is_plain(b),
        ExpressionKind::Conditional(a, b, c) => {
            integer && is_plain(a) && b.as_deref().is_none_or(is_plain) && is_plain(c)
        }
        ExpressionKind::Assign(place, value) | ExpressionKind::Update { place, value, .. } => {
            integer && is_plain_place(place) && is_plain(value)
        }
        ExpressionKind::Call(Callee::Named(id), arguments) => {
            let function = &functions[id.index()];
            let own = function.definition.is_some() || gives_any_value(&function.name);
            integer && own && arguments.iter().all(is_plain)
        }
        ExpressionKind::Statement(..)
        | ExpressionKind::Call(Callee::Pointer(_), _)
        | ExpressionKind::Float(_)
        | ExpressionKind::Function(_)
        | ExpressionKind::Undeclared(_)
        | ExpressionKind::Decay(_)
        | ExpressionKind::AddressOf(_)
        | ExpressionKind::LabelAddress(_)
        | ExpressionKind::ComplexPart(_)
        | ExpressionKind::VariableArgument(_)
        | ExpressionKind::OneOf(_)
        | ExpressionKind::Unknown(..) => false,
    }
}

fn is_plain_place(place: &Place, functions: &[Function]) -> bool {
    let is_plain_place = |place: &Place| is_plain_place(place, functions);
    match &place.kind {
        PlaceKind::Object(_) => true,
        PlaceKind::Member(whole, _, bits) => bits.is_none() && is_plain_place(whole),
        PlaceKind::Element(whole, index) => is_plain_place(whole) && is_plain(index, functions),
        PlaceKind::Dereference(_)
        | PlaceKind::Behind(..)
        | PlaceKind::Text(_)
        | PlaceKind::Compound(_)
        | PlaceKind::Value(_)
        | PlaceKind::Undeclared(_) => false,
    }
}

/// Whether some part of an expression is the value of a function of the program, or one from outside.
pub(super) fn takes_input(expression: &Expression, functions: &[Function]) -> bool {
    let inside = |e: &Expression| takes_input(e, functions);
    let in_place = |place: &Place| takes_input_in(place, functions);
    match &expression.kind {
        ExpressionKind::Any => true,
        ExpressionKind::Call(Callee::Named(id), arguments) => {
            let function = &functions[id.index()];
            let any = function.definition.is_none() && gives_any_value(&function.name);
            any || arguments.iter().any(inside)
        }
        ExpressionKind::Call(Callee::Pointer(_), arguments)
        | ExpressionKind::OneOf(arguments)
        | ExpressionKind::Unknown(_, arguments) => arguments.iter().any(inside),
        ExpressionKind::Load(place) | ExpressionKind::Decay(place) | ExpressionKind::AddressOf(place) => {
            in_place(place)
        }
        ExpressionKind::Unary(_, e)
        | ExpressionKind::Not(e)
        | ExpressionKind::ComplexPart(e)
        | ExpressionKind::Cast(e)
        | ExpressionKind::Convert(e)
        | ExpressionKind::VariableArgument(e) => inside(e),
        ExpressionKind::Binary(_, a, b)
        | ExpressionKind::And(a, b)
        | ExpressionKind::Or(a, b)
        | ExpressionKind::Comma(a, b) => inside(a) || inside(b),
        ExpressionKind::Conditional(a, b, c) => inside(a) || b.as_deref().is_some_and(inside) || inside(c),
        ExpressionKind::Assign(place, value) | ExpressionKind::Update { place, value, .. } => {
            in_place(place) || inside(value)
        }
        ExpressionKind::Statement(_, value) => value.as_deref().is_some_and(inside),
        ExpressionKind::Integer(_)
        | ExpressionKind::Float(_)
        | ExpressionKind::Function(_)
        | ExpressionKind::Undeclared(_)
        | ExpressionKind::LabelAddress(_) => false,
    }
}

fn takes_input_in(place: &Place, functions: &[Function]) -> bool {
    match &place.kind {
        PlaceKind::Dereference(pointer) | PlaceKind::Value(pointer) => takes_input(pointer, functions),
        PlaceKind::Behind(pointer, index) => takes_input(pointer, functions) || takes_input(index, functions),
        PlaceKind::Element(whole, index) => takes_input_in(whole, functions) || takes_input(index, functions),
        PlaceKind::Member(whole, ..) => takes_input_in(whole, functions),
        PlaceKind::Object(_) | PlaceKind::Text(_) | PlaceKind::Compound(_) | PlaceKind::Undeclared(_) => {
            false
        }
    }
}

/// Whether evaluating an expression does something, or gives another value each time. What only reads counts as nothing,
/// whatever it reads.
pub(super) fn changes(expression: &Expression, functions: &[Function]) -> bool {
    let inside = |e: &Expression| changes(e, functions);
    let in_place = |place: &Place| changes_in(place, functions);
    match &expression.kind {
        ExpressionKind::Any
        | ExpressionKind::Assign(..)
        | ExpressionKind::Update { .. }
        | ExpressionKind::Statement(..)
        | ExpressionKind::VariableArgument(_)
        | ExpressionKind::Call(Callee::Pointer(_), _) => true,
        ExpressionKind::Call(Callee::Named(id), arguments) => {
            let function = &functions[id.index()];
            let pure = function.definition.is_none() && is_pure(&function.name);
            !pure || arguments.iter().any(inside)
        }
        ExpressionKind::Load(place) | ExpressionKind::Decay(place) | ExpressionKind::AddressOf(place) => {
            in_place(place)
        }
        ExpressionKind::Unary(_, e)
        | ExpressionKind::Not(e)
        | ExpressionKind::ComplexPart(e)
        | ExpressionKind::Cast(e)
        | ExpressionKind::Convert(e) => inside(e),
        ExpressionKind::Binary(_, a, b)
        | ExpressionKind::And(a, b)
        | ExpressionKind::Or(a, b)
        | ExpressionKind::Comma(a, b) => inside(a) || inside(b),
        ExpressionKind::Conditional(a, b, c) => inside(a) || b.as_deref().is_some_and(inside) || inside(c),
        ExpressionKind::OneOf(operands) | ExpressionKind::Unknown(_, operands) => operands.iter().any(inside),
        ExpressionKind::Integer(_)
        | ExpressionKind::Float(_)
        | ExpressionKind::Function(_)
        | ExpressionKind::Undeclared(_)
        | ExpressionKind::LabelAddress(_) => false,
    }
}

fn changes_in(place: &Place, functions: &[Function]) -> bool {
    match &place.kind {
        PlaceKind::Dereference(pointer) | PlaceKind::Value(pointer) => changes(pointer, functions),
        PlaceKind::Behind(pointer, index) => changes(pointer, functions) || changes(index, functions),
        PlaceKind::Element(whole, index) => changes_in(whole, functions) || changes(index, functions),
        PlaceKind::Member(whole, ..) => changes_in(whole, functions),
        PlaceKind::Compound(_) => true,
        PlaceKind::Object(_) | PlaceKind::Text(_) | PlaceKind::Undeclared(_) => false,
    }
}
