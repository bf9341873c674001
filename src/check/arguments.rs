//! What the parameters of a body get from a call: pointers without their way through `void *`, and a size of memory as a count
//! of elements.
//!
//! A size counts elements only where it is written as a multiple of the size of one, so that a part of an element is never
//! taken for a whole one.

use std::collections::BTreeSet;

use focuscheck_base::arith::IntegerType;
use focuscheck_base::source::Span;

use super::effects::has_effects;
use super::tree::{Binary, Expression, ExpressionKind as Kind, Place, PlaceKind, Program};
use super::types::Type;

/// What the graph with memory copies by itself, object by object.
const MOST_WHOLE: i128 = 256;

/// A pointer as it is before it becomes a `void *`, or one to what is `const`.
pub(super) fn bare(argument: &Expression) -> &Expression {
    let to_any = |ty: &Type| matches!(ty, Type::Pointer(to, _) if **to == Type::Void);
    match &argument.kind {
        Kind::Convert(inner) if matches!(inner.ty, Type::Pointer(..)) => bare(inner),
        Kind::Cast(inner) if to_any(&argument.ty) && matches!(inner.ty, Type::Pointer(..)) => bare(inner),
        _ => argument,
    }
}

/// The type of the elements that all pointers among the arguments lead to, and its size.
pub(super) fn element<'a>(
    program: &Program,
    arguments: impl Iterator<Item = &'a Expression>,
) -> Option<(Type, u64)> {
    let mut found: Option<Type> = None;
    for argument in arguments.map(bare).filter(|argument| argument.constant != Some(0)) {
        let Type::Pointer(to, _) = &argument.ty else { return None };
        if found.get_or_insert_with(|| (**to).clone()) != &**to {
            return None;
        }
    }
    let element = found?;
    let is_known = match &element {
        Type::Integer(ty) => *ty != IntegerType::BOOL,
        Type::Record(_) => true,
        _ => false,
    };
    let (size, _) = program.types.layout(&element).filter(|_| is_known)?;
    (size > 0).then_some((element, size))
}

/// Whether the graph with memory does it object by object: a constant number of whole elements at the begins of variables.
pub(super) fn is_whole(
    program: &Program,
    pointers: &[&Expression],
    others: &[&Expression],
    each: u64,
) -> bool {
    let Some(size) = others.last().and_then(|size| size.constant) else { return false };
    let has_room = |pointer: &&Expression| match &bare(pointer).kind {
        Kind::Decay(place) | Kind::AddressOf(place) => {
            let Place { kind: PlaceKind::Object(_) | PlaceKind::Text(_), ty, .. } = &**place else {
                return false;
            };
            program.types.layout(ty).is_some_and(|(room, _)| i128::from(room) >= size)
        }
        _ => false,
    };
    let is_constant = others.iter().all(|other| other.constant.is_some());
    let each = i128::from(each);
    is_constant && size % each == 0 && size / each <= MOST_WHOLE && pointers.iter().all(has_room)
}

/// Whether a number is one that functions of characters take, by the type that it was converted from: an `unsigned char` or the
/// end of a file.
pub(super) fn is_character(argument: &Expression) -> bool {
    if let Some(constant) = argument.constant {
        return (-1..=255).contains(&constant);
    }
    let Type::Integer(ty) = argument.ty else { return false };
    match &argument.kind {
        _ if !ty.signed && ty.width <= 8 => true,
        Kind::Convert(inner) | Kind::Cast(inner) if ty.signed && ty.width > 8 => is_character(inner),
        _ => false,
    }
}

/// A size in bytes as a number of elements of so many bytes each, if it is written so that it is one.
pub(super) fn count(size: &Expression, each: u64, size_type: IntegerType) -> Option<Expression> {
    if each == 1 {
        return Some(size.clone());
    }
    let (each, ty) = (i128::from(each), Type::Integer(size_type));
    let number = |value: i128, span: Span| Expression {
        constant: Some(value),
        ..Expression::new(Kind::Integer(value), ty.clone(), span)
    };
    if let Some(bytes) = size.constant {
        return (bytes >= 0 && bytes % each == 0).then(|| number(bytes / each, size.span));
    }
    let size = unwrapped(size, size_type);
    let Kind::Binary(Binary::Multiply, left, right) = &size.kind else {
        return None;
    };
    let (factor, unit) = match (left.constant, right.constant) {
        (_, Some(unit)) => (left, unit),
        (Some(unit), None) => (right, unit),
        (None, None) => return None,
    };
    if size.ty != ty || unit != each {
        return None;
    }
    if let Kind::Convert(inner) | Kind::Cast(inner) = &factor.kind
        && let Type::Integer(inner) = inner.ty
        && inner.width < size_type.width
        && each <= i128::from(u16::MAX)
    {
        // What is negative is far more than there is room for, in elements as in bytes.
        return Some((**factor).clone());
    }
    // The product may wrap around: then nobody knows how many elements that are.
    at_most((**factor).clone(), size_type.max() / each, "size that wraps around")
}

/// How many elements an array has that a pointer leads to the first element of.
pub(super) fn length_of_part(pointer: &Expression, element: &Type) -> Option<i128> {
    let Kind::Decay(place) = &pointer.kind else { return None };
    match &place.ty {
        Type::Array(own, Some(length)) if **own == *element => Some(i128::from(*length)),
        _ => None,
    }
}

/// Whether no character, and no array of characters, is a part of anything that the program has but of such arrays: then a
/// pointer to a character leads into a variable, or a block, that consists of characters. Of what has other parts nobody says
/// whether a function of memory may go on from one to the next.
pub(super) fn texts_are_whole(program: &Program) -> bool {
    let mut seen = BTreeSet::new();
    let results = program.functions.iter().map(|function| &function.signature.result);
    let mut all = program.objects.iter().map(|object| &object.ty).chain(results);
    !all.any(|ty| has_inner_text(program, ty, false, &mut seen))
}

fn has_inner_text(program: &Program, ty: &Type, is_part: bool, seen: &mut BTreeSet<usize>) -> bool {
    match ty {
        Type::Array(element, _) | Type::VariableArray(element) => match &**element {
            Type::Integer(ty) => is_part && ty.width == 8,
            element => has_inner_text(program, element, true, seen),
        },
        Type::Pointer(to, _) => has_inner_text(program, to, matches!(**to, Type::Array(..)), seen),
        Type::Record(id) => {
            let fields = program.types.records[*id].fields.as_deref().unwrap_or_default();
            seen.insert(*id) && fields.iter().any(|field| has_inner_text(program, &field.ty, true, seen))
        }
        Type::Integer(ty) => is_part && ty.width == 8,
        Type::Void | Type::Float(_) | Type::Function(_) | Type::Opaque(_) => false,
    }
}

/// A number, or an unknown one for a reason if it is larger than a constant.
fn at_most(number: Expression, most: i128, reason: &str) -> Option<Expression> {
    let (ty, span) = (number.ty.clone(), number.span);
    if has_effects(&number) {
        return None;
    }
    let limit = Expression { constant: Some(most), ..Expression::new(Kind::Integer(most), ty.clone(), span) };
    let fits = Kind::Binary(Binary::LessEqual, Box::new(number.clone()), Box::new(limit));
    let fits = Expression::new(fits, Type::Integer(IntegerType::INT), span);
    let larger = Expression::new(Kind::Unknown(reason.to_owned(), Vec::new()), ty.clone(), span);
    let chosen = Kind::Conditional(Box::new(fits), Some(Box::new(number)), Box::new(larger));
    Some(Expression::new(chosen, ty, span))
}

/// A size without conversions that do not change it.
fn unwrapped(size: &Expression, size_type: IntegerType) -> &Expression {
    match &size.kind {
        Kind::Convert(inner) | Kind::Cast(inner) if inner.ty == Type::Integer(size_type) => {
            unwrapped(inner, size_type)
        }
        _ => size,
    }
}
