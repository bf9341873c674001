//! What evaluating something does: what lies inside expressions and statements, and whether it changes anything.

use focuscheck_base::limit::spend;
use focuscheck_check::tree::{
    Callee, Declaration, Expression, ExpressionKind as Kind, InitialValue, Initializer, Place, PlaceKind,
    Statement, StatementKind,
};

/// Whether evaluating an expression may change memory, end the run, or read from outside.
pub fn has_effects(expression: &Expression) -> bool {
    spend(1);
    match &expression.kind {
        Kind::Integer(_)
        | Kind::Float(_)
        | Kind::Function(_)
        | Kind::Undeclared(_)
        | Kind::LabelAddress(_) => false,
        Kind::Any
        | Kind::Assign(..)
        | Kind::Update { .. }
        | Kind::Call(..)
        | Kind::Statement(..)
        | Kind::VariableArgument(_) => true,
        Kind::Load(place) | Kind::Decay(place) | Kind::AddressOf(place) => place_has_effects(place),
        Kind::Unary(_, operand)
        | Kind::Not(operand)
        | Kind::ComplexPart(operand)
        | Kind::Cast(operand)
        | Kind::Convert(operand) => has_effects(operand),
        Kind::Binary(_, left, right)
        | Kind::And(left, right)
        | Kind::Or(left, right)
        | Kind::Comma(left, right) => has_effects(left) || has_effects(right),
        Kind::Conditional(condition, then, otherwise) => {
            has_effects(condition) || then.as_deref().is_some_and(has_effects) || has_effects(otherwise)
        }
        Kind::OneOf(operands) | Kind::Unknown(_, operands) => operands.iter().any(has_effects),
    }
}

/// Whether finding a place may.
pub fn place_has_effects(place: &Place) -> bool {
    match &place.kind {
        PlaceKind::Object(_) | PlaceKind::Text(_) | PlaceKind::Undeclared(_) => false,
        PlaceKind::Dereference(pointer) => has_effects(pointer),
        PlaceKind::Behind(pointer, index) => has_effects(pointer) || has_effects(index),
        PlaceKind::Element(whole, index) => place_has_effects(whole) || has_effects(index),
        PlaceKind::Member(whole, ..) => place_has_effects(whole),
        // Its object is made anew.
        PlaceKind::Compound(_) => true,
        PlaceKind::Value(value) => has_effects(value),
    }
}

/// Tells each expression that is evaluated directly inside another: not what is inside those.
pub fn parts<'t>(expression: &'t Expression, tell: &mut dyn FnMut(&'t Expression)) {
    match &expression.kind {
        Kind::Integer(_)
        | Kind::Float(_)
        | Kind::Function(_)
        | Kind::Undeclared(_)
        | Kind::LabelAddress(_)
        | Kind::Any => {}
        Kind::Load(place) | Kind::Decay(place) | Kind::AddressOf(place) => place_parts(place, tell),
        Kind::Unary(_, operand)
        | Kind::Not(operand)
        | Kind::ComplexPart(operand)
        | Kind::Cast(operand)
        | Kind::VariableArgument(operand)
        | Kind::Convert(operand) => tell(operand),
        Kind::Binary(_, left, right)
        | Kind::And(left, right)
        | Kind::Or(left, right)
        | Kind::Comma(left, right) => {
            tell(left);
            tell(right);
        }
        Kind::Conditional(condition, then, otherwise) => {
            tell(condition);
            then.iter().for_each(|then| tell(then));
            tell(otherwise);
        }
        Kind::Assign(place, value) | Kind::Update { place, value, .. } => {
            place_parts(place, tell);
            tell(value);
        }
        Kind::Call(callee, arguments) => {
            if let Callee::Pointer(pointer) = callee {
                tell(pointer);
            }
            arguments.iter().for_each(tell);
        }
        Kind::Statement(_, value) => value.iter().for_each(|value| tell(value)),
        Kind::OneOf(operands) | Kind::Unknown(_, operands) => operands.iter().for_each(tell),
    }
}

/// Tells each expression that is evaluated directly to find a place.
pub fn place_parts<'t>(place: &'t Place, tell: &mut dyn FnMut(&'t Expression)) {
    match &place.kind {
        PlaceKind::Object(_) | PlaceKind::Text(_) | PlaceKind::Undeclared(_) => {}
        PlaceKind::Dereference(pointer) => tell(pointer),
        PlaceKind::Behind(pointer, index) => {
            tell(pointer);
            tell(index);
        }
        PlaceKind::Element(whole, index) => {
            place_parts(whole, tell);
            tell(index);
        }
        PlaceKind::Member(whole, ..) => place_parts(whole, tell),
        PlaceKind::Compound(initializer) => initial_parts(initializer, tell),
        PlaceKind::Value(value) => tell(value),
    }
}

fn initial_parts<'t>(initializer: &'t Initializer, tell: &mut dyn FnMut(&'t Expression)) {
    for part in &initializer.parts {
        match &part.value {
            InitialValue::Expression(value) => tell(value),
            InitialValue::Text(..) => {}
        }
    }
}

/// Tells each statement directly inside another: not what is inside those, and not those of expressions.
pub fn statements_inside<'t>(statement: &'t Statement, tell: &mut dyn FnMut(&'t Statement)) {
    match &statement.kind {
        StatementKind::Block(inner) => inner.iter().for_each(tell),
        StatementKind::If(arms, otherwise) => {
            arms.iter().for_each(|arm| tell(&arm.then));
            otherwise.iter().for_each(|otherwise| tell(otherwise));
        }
        StatementKind::For { init, body, .. } => {
            init.iter().for_each(|init| tell(init));
            tell(body);
        }
        StatementKind::While(_, body)
        | StatementKind::DoWhile(body, _)
        | StatementKind::Switch(_, body)
        | StatementKind::Labelled(_, body) => tell(body),
        StatementKind::Empty
        | StatementKind::Expression(_)
        | StatementKind::Declaration(_)
        | StatementKind::NestedFunction
        | StatementKind::Break
        | StatementKind::Continue
        | StatementKind::Return(_)
        | StatementKind::Goto(_)
        | StatementKind::GotoComputed(_)
        | StatementKind::Assembler(_)
        | StatementKind::Stated(_) => {}
    }
}

/// Tells each expression that is evaluated directly in a statement: not in those inside it.
pub fn evaluated<'t>(statement: &'t Statement, tell: &mut dyn FnMut(&'t Expression)) {
    match &statement.kind {
        StatementKind::Expression(value)
        | StatementKind::Return(Some(value))
        | StatementKind::GotoComputed(value)
        | StatementKind::While(value, _)
        | StatementKind::DoWhile(_, value)
        | StatementKind::Switch(value, _) => tell(value),
        StatementKind::Declaration(made) => {
            for made in made {
                match made {
                    Declaration::Sizes(sizes) => sizes.iter().for_each(&mut *tell),
                    Declaration::Object { initializer, .. } => {
                        initializer.iter().for_each(|initializer| initial_parts(initializer, tell));
                    }
                }
            }
        }
        StatementKind::If(arms, _) => arms.iter().for_each(|arm| tell(&arm.condition)),
        StatementKind::For { condition, step, .. } => {
            condition.iter().for_each(&mut *tell);
            step.iter().for_each(tell);
        }
        StatementKind::Block(_)
        | StatementKind::Labelled(..)
        | StatementKind::Empty
        | StatementKind::NestedFunction
        | StatementKind::Break
        | StatementKind::Continue
        | StatementKind::Return(None)
        | StatementKind::Goto(_)
        | StatementKind::Assembler(_)
        | StatementKind::Stated(_) => {}
    }
}

/// The objects that an expression names, in the order in which they stand.
pub fn named_objects(expression: &Expression, tell: &mut dyn FnMut(focuscheck_check::tree::ObjectId)) {
    match &expression.kind {
        Kind::Load(place)
        | Kind::Decay(place)
        | Kind::AddressOf(place)
        | Kind::Assign(place, _)
        | Kind::Update { place, .. } => root(place, tell),
        Kind::Integer(_)
        | Kind::Float(_)
        | Kind::Function(_)
        | Kind::Undeclared(_)
        | Kind::LabelAddress(_)
        | Kind::Any
        | Kind::Unary(..)
        | Kind::Not(_)
        | Kind::ComplexPart(_)
        | Kind::Cast(_)
        | Kind::VariableArgument(_)
        | Kind::Convert(_)
        | Kind::Binary(..)
        | Kind::And(..)
        | Kind::Or(..)
        | Kind::Comma(..)
        | Kind::Conditional(..)
        | Kind::Call(..)
        | Kind::Statement(..)
        | Kind::OneOf(_)
        | Kind::Unknown(..) => {}
    }
    parts(expression, &mut |part| named_objects(part, tell));
}

fn root(place: &Place, tell: &mut dyn FnMut(focuscheck_check::tree::ObjectId)) {
    match &place.kind {
        PlaceKind::Object(object) => tell(*object),
        PlaceKind::Element(whole, _) | PlaceKind::Member(whole, ..) => root(whole, tell),
        PlaceKind::Dereference(_)
        | PlaceKind::Behind(..)
        | PlaceKind::Text(_)
        | PlaceKind::Compound(_)
        | PlaceKind::Value(_)
        | PlaceKind::Undeclared(_) => {}
    }
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
    let own = match &expression.kind {
        Kind::Load(place)
        | Kind::Decay(place)
        | Kind::AddressOf(place)
        | Kind::Assign(place, _)
        | Kind::Update { place, .. } => reads_at(place),
        Kind::Undeclared(_) | Kind::Any | Kind::VariableArgument(_) | Kind::Call(..) | Kind::Unknown(..) => {
            Reads::Anything
        }
        Kind::Integer(_)
        | Kind::Float(_)
        | Kind::Function(_)
        | Kind::LabelAddress(_)
        | Kind::Unary(..)
        | Kind::Not(_)
        | Kind::ComplexPart(_)
        | Kind::Cast(_)
        | Kind::Convert(_)
        | Kind::Binary(..)
        | Kind::And(..)
        | Kind::Or(..)
        | Kind::Comma(..)
        | Kind::Conditional(..)
        | Kind::Statement(..)
        | Kind::OneOf(_) => Reads::Named,
    };
    let mut found = own;
    parts(expression, &mut |part| found = found.max(reads(part)));
    found
}

fn reads_at(place: &Place) -> Reads {
    match &place.kind {
        PlaceKind::Object(_) | PlaceKind::Text(_) => Reads::Named,
        PlaceKind::Element(whole, _) | PlaceKind::Member(whole, ..) => reads_at(whole),
        PlaceKind::Dereference(pointer) | PlaceKind::Behind(pointer, _) => match is_named(pointer) {
            true => Reads::Pointed,
            false => Reads::Anything,
        },
        PlaceKind::Compound(_) | PlaceKind::Value(_) | PlaceKind::Undeclared(_) => Reads::Anything,
    }
}

/// Whether an expression is an object by its name.
fn is_named(expression: &Expression) -> bool {
    match &expression.kind {
        Kind::Load(place) => matches!(place.kind, PlaceKind::Object(_)),
        Kind::Convert(operand) => is_named(operand),
        _ => false,
    }
}
