//! Walks over typed statements and expressions.

use crate::arith::IntegerType;
use crate::doubt::Unmodelled;
use crate::limit::spend;
use std::collections::BTreeSet;

use super::constants;
use super::expression::as_int;
use super::opaque::unsupported;
use super::program::{
    Expression, ExpressionKind, FunctionId, May, Place, Program, Statement, StatementKind, Storage,
    VariableId,
};

/// Calls the action on each expression that stands directly in a statement.
pub(super) fn top_expressions(statement: &Statement, action: &mut dyn FnMut(&Expression)) {
    // The mutable walk is the only one; a copy keeps it so.
    let mut copy = statement.clone();
    top_expressions_mut(&mut copy, &mut |e| action(e));
}

fn top_expressions_mut(statement: &mut Statement, action: &mut dyn FnMut(&mut Expression)) {
    match &mut statement.kind {
        StatementKind::Empty | StatementKind::Break | StatementKind::Continue | StatementKind::Goto(_) => {}
        StatementKind::Expression(e) => action(e),
        StatementKind::Declaration(locals) => {
            for (_, value) in locals.iter_mut().flat_map(|l| &mut l.initializers) {
                action(value);
            }
        }
        StatementKind::Block(statements) => {
            for statement in statements {
                top_expressions_mut(statement, action);
            }
        }
        StatementKind::If { condition, then, otherwise } => {
            action(condition);
            top_expressions_mut(then, action);
            if let Some(otherwise) = otherwise {
                top_expressions_mut(otherwise, action);
            }
        }
        StatementKind::While { condition, body, .. } | StatementKind::DoWhile { body, condition, .. } => {
            action(condition);
            top_expressions_mut(body, action);
        }
        StatementKind::For { init, condition, step, body, .. } => {
            if let Some(init) = init {
                top_expressions_mut(init, action);
            }
            for e in [condition, step].into_iter().flatten() {
                action(e);
            }
            top_expressions_mut(body, action);
        }
        StatementKind::Switch { value, body } => {
            action(value);
            top_expressions_mut(body, action);
        }
        StatementKind::Case { body, .. } | StatementKind::Default(body) | StatementKind::Label(_, body) => {
            top_expressions_mut(body, action);
        }
        StatementKind::Return(value) => {
            if let Some(value) = value {
                action(value);
            }
        }
    }
}

/// Calls the action on an expression and all its parts, innermost first.
fn parts_mut(expression: &mut Expression, action: &mut dyn FnMut(&mut Expression)) {
    spend(1);
    match &mut expression.kind {
        ExpressionKind::Constant(_) | ExpressionKind::Error(_) => {}
        ExpressionKind::Read(place) | ExpressionKind::ReadVolatile(place) | ExpressionKind::Touch(place) => {
            place_parts_mut(place, action)
        }
        ExpressionKind::Unary(_, e)
        | ExpressionKind::Not(e)
        | ExpressionKind::Convert(e)
        | ExpressionKind::Assert(e, _)
        | ExpressionKind::Assume(e) => parts_mut(e, action),
        ExpressionKind::Binary(_, a, b)
        | ExpressionKind::Compare(_, a, b)
        | ExpressionKind::And(a, b)
        | ExpressionKind::Or(a, b)
        | ExpressionKind::Comma(a, b) => {
            parts_mut(a, action);
            parts_mut(b, action);
        }
        ExpressionKind::Conditional(a, b, c) => {
            parts_mut(a, action);
            parts_mut(b, action);
            parts_mut(c, action);
        }
        ExpressionKind::Assign(place, value) | ExpressionKind::Update { place, value, .. } => {
            place_parts_mut(place, action);
            parts_mut(value, action);
        }
        ExpressionKind::CopyCells { target, source, .. } => {
            place_parts_mut(target, action);
            place_parts_mut(source, action);
        }
        ExpressionKind::Exit(status) => parts_mut(status, action),
        ExpressionKind::Call(_, operands, outputs) => {
            for operand in operands {
                parts_mut(operand, action);
            }
            for place in outputs {
                place_parts_mut(place, action);
            }
        }
        ExpressionKind::Input { operands, .. }
        | ExpressionKind::Stop(operands)
        | ExpressionKind::NoOperation(operands)
        | ExpressionKind::Unsupported { operands, .. } => {
            for operand in operands {
                parts_mut(operand, action);
            }
        }
    }
    action(expression);
}

fn place_parts_mut(place: &mut Place, action: &mut dyn FnMut(&mut Expression)) {
    for index in &mut place.indices {
        parts_mut(&mut index.value, action);
    }
}

/// Calls the action on an expression and all its parts.
#[cfg(test)]
pub(super) fn all_parts(expression: &Expression, action: &mut dyn FnMut(&Expression)) {
    let mut copy = expression.clone();
    parts_mut(&mut copy, &mut |e| action(e));
}

/// The places that an expression itself reads or assigns.
#[cfg(test)]
pub(super) fn places_of(expression: &Expression) -> Vec<&Place> {
    match &expression.kind {
        ExpressionKind::Read(place)
        | ExpressionKind::ReadVolatile(place)
        | ExpressionKind::Touch(place)
        | ExpressionKind::Assign(place, _)
        | ExpressionKind::Update { place, .. } => {
            vec![place]
        }
        ExpressionKind::CopyCells { target, source, .. } => vec![target, source],
        ExpressionKind::Call(_, _, outputs) => outputs.iter().collect(),
        _ => Vec::new(),
    }
}

/// Calls the action on the variables that an expression assigns itself.
pub(super) fn assigned(expression: &Expression, action: &mut dyn FnMut(VariableId)) {
    let mut copy = expression.clone();
    parts_mut(&mut copy, &mut |e| match &e.kind {
        ExpressionKind::Assign(place, _) | ExpressionKind::Update { place, .. } => action(place.variable),
        ExpressionKind::CopyCells { target, .. } => action(target.variable),
        ExpressionKind::Call(_, _, outputs) => outputs.iter().for_each(|place| action(place.variable)),
        _ => {}
    });
}

/// Calls the action on the variables that an expression reads.
pub(super) fn read(expression: &Expression, action: &mut dyn FnMut(VariableId)) {
    let mut copy = expression.clone();
    parts_mut(&mut copy, &mut |e| {
        if let ExpressionKind::Read(place) | ExpressionKind::ReadVolatile(place) = &e.kind {
            action(place.variable);
        }
    });
}

/// Calls the action on the reasons of the unsupported parts of an expression.
pub(super) fn reasons(expression: &Expression, action: &mut dyn FnMut(&Unmodelled)) {
    let mut copy = expression.clone();
    parts_mut(&mut copy, &mut |e| {
        if let ExpressionKind::Unsupported { reason, .. } = &e.kind {
            action(reason);
        }
    });
}

/// The functions that are called from some, and these themselves.
pub(super) fn called(program: &Program, roots: impl Iterator<Item = FunctionId>) -> BTreeSet<FunctionId> {
    let mut found = BTreeSet::new();
    let mut pending: Vec<FunctionId> = roots.collect();
    while let Some(id) = pending.pop() {
        if found.insert(id) {
            let mut body = program.functions[id.index()].body.clone();
            top_expressions_mut(&mut body, &mut |e| {
                parts_mut(e, &mut |part| {
                    if let ExpressionKind::Call(callee, ..) = part.kind {
                        pending.push(callee);
                    }
                });
            });
        }
    }
    found
}

/// An object that a function gets by reference is the caller's: if the address of one escapes, that of the
/// other does.
pub(super) fn share_addresses(program: &Program, taken: &mut BTreeSet<VariableId>) {
    let mut pairs = Vec::new();
    for function in &program.functions {
        let mut body = function.body.clone();
        top_expressions_mut(&mut body, &mut |e| {
            parts_mut(e, &mut |part| {
                if let ExpressionKind::Call(callee, _, places) = &part.kind {
                    let outputs = &program.functions[callee.index()].outputs;
                    pairs.extend(outputs.iter().zip(places).map(|(&inner, place)| (inner, place.variable)));
                }
            });
        });
    }
    loop {
        let before = taken.len();
        for (inner, outer) in &pairs {
            if taken.contains(inner) || taken.contains(outer) {
                taken.extend([*inner, *outer]);
            }
        }
        if taken.len() == before {
            return;
        }
    }
}

/// The variables in static storage that some functions change, or those that they call.
pub(super) fn modified(program: &Program, functions: &BTreeSet<FunctionId>) -> BTreeSet<VariableId> {
    let mut changed = BTreeSet::new();
    for id in called(program, functions.iter().copied()) {
        top_expressions(&program.functions[id.index()].body, &mut |e| {
            assigned(e, &mut |variable| {
                if program.variables[variable.index()].storage == Storage::Global {
                    changed.insert(variable);
                }
            });
        });
    }
    changed
}

/// Lets code that is not known call each function that it may know of, with any arguments.
///
/// It may call them any number of times and in any order: what they change has changed before each call, too. So
/// these variables must be among those whose address escaped.
/// Where a pointer may also hold a function that `leaves`, control may go on somewhere else from a call through one.
pub(super) fn connect_callbacks(program: &mut Program, functions: &BTreeSet<FunctionId>, leaves: bool) {
    let callees: Vec<(FunctionId, IntegerType, Vec<IntegerType>)> = functions
        .iter()
        .map(|&id| {
            let function = &program.functions[id.index()];
            let cells = |v: &VariableId| program.variables[v.index()].cells.iter().map(|cell| cell.ty);
            let parameters = function.parameters.iter().flat_map(cells).collect();
            (id, function.result.unwrap_or(IntegerType::INT), parameters)
        })
        .collect();
    let connect = |e: &mut Expression| {
        let span = e.span;
        let ExpressionKind::Unsupported { reason, operands, may } = &mut e.kind else { return };
        if !may.call {
            return;
        }
        // A call through a pointer calls something: what nobody defines here, which may not come back.
        may.jump |= may.access && (leaves || callees.is_empty());
        if callees.is_empty() {
            return;
        }
        operands.push(unsupported(reason.clone(), Vec::new(), May::WRITE, IntegerType::INT, span));
        for (id, ty, parameters) in &callees {
            let arguments = parameters
                .iter()
                .map(|&ty| {
                    let reason = "argument of a call through a pointer";
                    unsupported(reason, Vec::new(), May::NOTHING, ty, span)
                })
                .collect();
            let call = Expression { kind: ExpressionKind::Call(*id, arguments, Vec::new()), ty: *ty, span };
            let maybe =
                unsupported("choice of a function pointer", Vec::new(), May::NOTHING, IntegerType::INT, span);
            let none = constants::integer(0, span);
            let kind = ExpressionKind::Conditional(Box::new(maybe), Box::new(as_int(call)), Box::new(none));
            operands.push(Expression { kind, ty: IntegerType::INT, span });
        }
    };
    for function in &mut program.functions {
        top_expressions_mut(&mut function.body, &mut |e| parts_mut(e, &mut |part| connect(part)));
    }
}
