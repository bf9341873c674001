//! What evaluating an expression may change.

use std::collections::BTreeSet;

use crate::layout::program::{
    Expression, ExpressionKind, FunctionId, Place, Program, Statement, StatementKind, VariableId,
};

/// The changes an expression may make.
#[derive(Default)]
pub(super) struct Effects {
    assigned: BTreeSet<VariableId>,
    /// Calls and unmodelled parts: any global, and any variable whose address was taken.
    outside: bool,
}

impl Effects {
    pub(super) fn none(&self) -> bool {
        self.assigned.is_empty() && !self.outside
    }

    /// Whether they may change a variable; it is exposed if it is global or its address was taken.
    pub(super) fn may_change(&self, variable: VariableId, exposed: bool) -> bool {
        self.assigned.contains(&variable) || (self.outside && exposed)
    }
}

/// Collects the effects of an expression.
pub(super) fn effects(expression: &Expression) -> Effects {
    let mut effects = Effects::default();
    let mut pending = vec![expression];
    while let Some(expression) = pending.pop() {
        effects.assigned.extend(assigned(expression).map(|place| place.variable));
        match &expression.kind {
            ExpressionKind::Call(_, _, outputs) => {
                effects.outside = true;
                effects.assigned.extend(outputs.iter().map(|place| place.variable));
            }
            ExpressionKind::Unsupported { may, .. } => effects.outside |= may.write || may.call,
            _ => {}
        }
        children(expression, &mut pending);
    }
    effects
}

/// The place that an expression itself assigns, not one inside it; calls change other places besides.
pub(super) fn assigned(expression: &Expression) -> Option<&Place> {
    match &expression.kind {
        ExpressionKind::Assign(place, _)
        | ExpressionKind::Update { place, .. }
        | ExpressionKind::CopyCells { target: place, .. } => Some(place),
        ExpressionKind::Constant(_)
        | ExpressionKind::Read(_)
        | ExpressionKind::ReadVolatile(_)
        | ExpressionKind::Touch(_)
        | ExpressionKind::Unary(..)
        | ExpressionKind::Not(_)
        | ExpressionKind::Convert(_)
        | ExpressionKind::Binary(..)
        | ExpressionKind::Compare(..)
        | ExpressionKind::And(..)
        | ExpressionKind::Or(..)
        | ExpressionKind::Comma(..)
        | ExpressionKind::Conditional(..)
        | ExpressionKind::Call(..)
        | ExpressionKind::Input { .. }
        | ExpressionKind::Assert(..)
        | ExpressionKind::Assume(_)
        | ExpressionKind::Error(_)
        | ExpressionKind::Stop(_)
        | ExpressionKind::Exit(_)
        | ExpressionKind::NoOperation(_)
        | ExpressionKind::Unsupported { .. } => None,
    }
}

/// The places an expression reads.
pub(super) fn places<'p>(expression: &'p Expression, places: &mut Vec<&'p Place>) {
    let mut pending = vec![expression];
    while let Some(expression) = pending.pop() {
        if let ExpressionKind::Read(place) | ExpressionKind::ReadVolatile(place) = &expression.kind {
            places.push(place);
        }
        children(expression, &mut pending);
    }
}

/// Pushes the direct operands of an expression.
pub(super) fn children<'p>(expression: &'p Expression, out: &mut Vec<&'p Expression>) {
    let indices = |place: &'p Place| place.indices.iter().map(|index| &index.value);
    match &expression.kind {
        ExpressionKind::Constant(_) | ExpressionKind::Error(_) => {}
        ExpressionKind::Read(place) | ExpressionKind::ReadVolatile(place) | ExpressionKind::Touch(place) => {
            out.extend(indices(place));
        }
        ExpressionKind::Unary(_, operand)
        | ExpressionKind::Not(operand)
        | ExpressionKind::Convert(operand)
        | ExpressionKind::Assert(operand, _)
        | ExpressionKind::Assume(operand)
        | ExpressionKind::Exit(operand) => out.push(operand),
        ExpressionKind::Binary(_, left, right)
        | ExpressionKind::Compare(_, left, right)
        | ExpressionKind::And(left, right)
        | ExpressionKind::Or(left, right)
        | ExpressionKind::Comma(left, right) => out.extend([&**left, &**right]),
        ExpressionKind::Conditional(condition, then, otherwise) => {
            out.extend([&**condition, &**then, &**otherwise]);
        }
        ExpressionKind::Assign(place, value) => {
            out.extend(indices(place));
            out.push(value);
        }
        ExpressionKind::Update { place, value, .. } => {
            out.extend(indices(place));
            out.push(value);
        }
        ExpressionKind::CopyCells { target, source, .. } => {
            out.extend(indices(target));
            out.extend(indices(source));
        }
        ExpressionKind::Call(_, operands, outputs) => {
            out.extend(operands);
            outputs.iter().for_each(|place| out.extend(indices(place)));
        }
        ExpressionKind::Input { operands, .. }
        | ExpressionKind::Stop(operands)
        | ExpressionKind::NoOperation(operands)
        | ExpressionKind::Unsupported { operands, .. } => out.extend(operands),
    }
}

/// For each function whether a call of it may change variables whose address was taken.
pub(super) fn clobbering(program: &Program) -> Vec<bool> {
    let mut clobbers = vec![false; program.functions.len()];
    let mut callers: Vec<Vec<FunctionId>> = vec![Vec::new(); program.functions.len()];
    let mut reached = Vec::new();
    for (number, function) in program.functions.iter().enumerate() {
        let id = FunctionId(number as u32);
        let mut pending = Vec::new();
        expressions(&function.body, &mut pending);
        while let Some(expression) = pending.pop() {
            match &expression.kind {
                ExpressionKind::Call(callee, ..) => callers[callee.0 as usize].push(id),
                ExpressionKind::Unsupported { may, .. } if may.write => reached.push(id),
                _ => {}
            }
            children(expression, &mut pending);
        }
    }
    while let Some(function) = reached.pop() {
        if !std::mem::replace(&mut clobbers[function.0 as usize], true) {
            reached.extend(&callers[function.0 as usize]);
        }
    }
    clobbers
}

/// Whether evaluating an expression may change anything.
pub(super) fn has_effects(expression: &Expression) -> bool {
    !effects(expression).none()
}

/// Pushes the expressions of a statement and of all statements inside it.
pub(super) fn expressions<'p>(statement: &'p Statement, out: &mut Vec<&'p Expression>) {
    statements(statement, &mut |statement| match &statement.kind {
        StatementKind::Expression(expression) | StatementKind::Return(Some(expression)) => {
            out.push(expression);
        }
        StatementKind::Declaration(declarations) => {
            out.extend(declarations.iter().flat_map(|d| d.initializers.iter().map(|(_, value)| value)));
        }
        StatementKind::If { condition, .. }
        | StatementKind::While { condition, .. }
        | StatementKind::DoWhile { condition, .. } => out.push(condition),
        StatementKind::For { condition, step, .. } => out.extend(condition.iter().chain(step)),
        StatementKind::Switch { value, .. } => out.push(value),
        StatementKind::Empty
        | StatementKind::Break
        | StatementKind::Continue
        | StatementKind::Goto(_)
        | StatementKind::Return(None)
        | StatementKind::Block(_)
        | StatementKind::Case { .. }
        | StatementKind::Default(_)
        | StatementKind::Label(..) => {}
    });
}

/// Does something with a statement and all statements inside it.
pub(super) fn statements<'p>(statement: &'p Statement, action: &mut dyn FnMut(&'p Statement)) {
    let mut pending = vec![statement];
    while let Some(statement) = pending.pop() {
        action(statement);
        match &statement.kind {
            StatementKind::Empty
            | StatementKind::Break
            | StatementKind::Continue
            | StatementKind::Goto(_)
            | StatementKind::Return(_)
            | StatementKind::Expression(_)
            | StatementKind::Declaration(_) => {}
            StatementKind::Block(statements) => pending.extend(statements),
            StatementKind::If { then, otherwise, .. } => {
                pending.push(then);
                pending.extend(otherwise.as_deref());
            }
            StatementKind::For { init, body, .. } => {
                pending.extend(init.as_deref());
                pending.push(body);
            }
            StatementKind::While { body, .. }
            | StatementKind::DoWhile { body, .. }
            | StatementKind::Switch { body, .. }
            | StatementKind::Case { body, .. }
            | StatementKind::Default(body)
            | StatementKind::Label(_, body) => pending.push(body),
        }
    }
}
