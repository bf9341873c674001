//! What an expression consists of: whether its value is one of plain integers, whether it calls or changes something.

use super::tree::{Callee, Expression, ExpressionKind, Function, ObjectId, Place, PlaceKind};
use super::types::Type;
use super::visit::{Part, has};
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
    has(Part::Expression(expression), &mut |part| match part {
        Part::Expression(Expression { kind: ExpressionKind::Call(Callee::Named(id), _), .. }) => {
            let function = &functions[id.index()];
            function.definition.is_none() && gives_any_value(&function.name)
        }
        Part::Expression(expression) => matches!(expression.kind, ExpressionKind::Any),
        Part::Place(_) => false,
    })
}

/// Whether evaluating an expression does something, or gives another value each time. What only reads counts as nothing,
/// whatever it reads.
pub(super) fn changes(expression: &Expression, functions: &[Function]) -> bool {
    has(Part::Expression(expression), &mut |part| match part {
        Part::Expression(Expression { kind: ExpressionKind::Call(Callee::Named(id), _), .. }) => {
            let function = &functions[id.index()];
            function.definition.is_some() || !is_pure(&function.name)
        }
        _ => acts(part),
    })
}

/// Whether evaluating an expression may change memory, end the run, or read from outside.
pub fn has_effects(expression: &Expression) -> bool {
    has(Part::Expression(expression), &mut acts)
}

/// Whether finding a place may.
pub fn place_has_effects(place: &Place) -> bool {
    has(Part::Place(place), &mut acts)
}

/// Whether a part does so by itself.
fn acts(part: Part<'_>) -> bool {
    match part {
        Part::Expression(expression) => match &expression.kind {
            ExpressionKind::Any
            | ExpressionKind::Assign(..)
            | ExpressionKind::Update { .. }
            | ExpressionKind::Call(..)
            | ExpressionKind::Statement(..)
            | ExpressionKind::VariableArgument(_) => true,
            ExpressionKind::Integer(_)
            | ExpressionKind::Float(_)
            | ExpressionKind::Function(_)
            | ExpressionKind::Undeclared(_)
            | ExpressionKind::Load(_)
            | ExpressionKind::Decay(_)
            | ExpressionKind::AddressOf(_)
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
            | ExpressionKind::OneOf(_)
            | ExpressionKind::Unknown(..) => false,
        },
        Part::Place(place) => match &place.kind {
            // Its object is made anew.
            PlaceKind::Compound(_) => true,
            PlaceKind::Object(_)
            | PlaceKind::Dereference(_)
            | PlaceKind::Behind(..)
            | PlaceKind::Element(..)
            | PlaceKind::Member(..)
            | PlaceKind::Text(_)
            | PlaceKind::Value(_)
            | PlaceKind::Undeclared(_) => false,
        },
    }
}

/// The objects that an expression names, in the order in which they stand.
pub fn named_objects(expression: &Expression, tell: &mut dyn FnMut(ObjectId)) {
    has(Part::Expression(expression), &mut |part| {
        if let Part::Place(Place { kind: PlaceKind::Object(object), .. }) = part {
            tell(*object);
        }
        false
    });
}

/// Whose change may change the value of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reads {
    /// That of the objects it names.
    Named,
    /// That of what a pointer leads to that it names, too.
    Pointed,
    /// That of anything.
    Anything,
}

/// Whose change may change the value of an expression.
pub fn reads(expression: &Expression) -> Reads {
    let mut found = Reads::Named;
    has(Part::Expression(expression), &mut |part| {
        let own = match part {
            Part::Expression(expression) => match &expression.kind {
                ExpressionKind::Undeclared(_)
                | ExpressionKind::Any
                | ExpressionKind::VariableArgument(_)
                | ExpressionKind::Call(..)
                | ExpressionKind::Unknown(..) => Reads::Anything,
                ExpressionKind::Integer(_)
                | ExpressionKind::Float(_)
                | ExpressionKind::Function(_)
                | ExpressionKind::Load(_)
                | ExpressionKind::Decay(_)
                | ExpressionKind::AddressOf(_)
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
                | ExpressionKind::Statement(..)
                | ExpressionKind::OneOf(_) => Reads::Named,
            },
            Part::Place(place) => match &place.kind {
                PlaceKind::Object(_)
                | PlaceKind::Text(_)
                | PlaceKind::Element(..)
                | PlaceKind::Member(..) => Reads::Named,
                PlaceKind::Dereference(pointer) | PlaceKind::Behind(pointer, _) if is_named(pointer) => {
                    Reads::Pointed
                }
                PlaceKind::Dereference(_)
                | PlaceKind::Behind(..)
                | PlaceKind::Compound(_)
                | PlaceKind::Value(_)
                | PlaceKind::Undeclared(_) => Reads::Anything,
            },
        };
        found = found.max(own);
        found == Reads::Anything
    });
    found
}

/// Whether an expression is an object by its name.
fn is_named(expression: &Expression) -> bool {
    match &expression.kind {
        ExpressionKind::Load(place) => matches!(place.kind, PlaceKind::Object(_)),
        ExpressionKind::Convert(operand) => is_named(operand),
        _ => false,
    }
}
