//! All places that an action reads, writes, or takes the address of.

use super::graph::{Action, Argument, Base, Callee, Expr, ExprKind, Place, Step};

/// Tells of each place of an action, and of those within it.
pub fn places<'g>(action: &'g Action, tell: &mut dyn FnMut(&'g Place)) {
    match action {
        Action::Assign { value, .. } | Action::Branch(value) => expression(value, tell),
        Action::Load { place: at, .. }
        | Action::Clear { place: at, .. }
        | Action::Forget { place: at, .. } => {
            place(at, tell);
        }
        Action::Store { place: at, value } => {
            place(at, tell);
            expression(value, tell);
        }
        Action::Copy { to, from, .. } => {
            place(to, tell);
            place(from, tell);
        }
        Action::Call { callee, arguments, .. } => {
            match callee {
                Callee::Pointer(pointer) => expression(pointer, tell),
                Callee::Procedure(_) | Callee::Declared(_) => {}
            }
            arguments.iter().for_each(|passed| argument(passed, tell));
        }
        Action::Return(value) => argument(value, tell),
        Action::Library { arguments: values, .. } | Action::Unknown { reached: values, .. } => {
            values.iter().for_each(|value| expression(value, tell));
        }
        Action::Stop(status) => status.iter().for_each(|status| expression(status, tell)),
        Action::Skip
        | Action::Mark(_)
        | Action::Declare(_)
        | Action::Input { .. }
        | Action::Exit
        | Action::Error(_)
        | Action::Cut(_)
        | Action::Stated(_) => {}
    }
}

fn argument<'g>(argument: &'g Argument, tell: &mut dyn FnMut(&'g Place)) {
    match argument {
        Argument::Value(value) => expression(value, tell),
        Argument::Record(at) => place(at, tell),
    }
}

fn expression<'g>(value: &'g Expr, tell: &mut dyn FnMut(&'g Place)) {
    match &value.kind {
        ExprKind::Integer(_) | ExprKind::Temporary(_) | ExprKind::Unmodelled(_) | ExprKind::Function(_) => {}
        ExprKind::Read(at) | ExprKind::Address(at, _) => place(at, tell),
        ExprKind::Unary(_, _, operand) | ExprKind::Convert(operand) => expression(operand, tell),
        ExprKind::Binary(_, _, left, right)
        | ExprKind::Compare(_, left, right)
        | ExprKind::Distance(left, right, _)
        | ExprKind::Moved { pointer: left, by: right, .. } => {
            expression(left, tell);
            expression(right, tell);
        }
    }
}

fn place<'g>(at: &'g Place, tell: &mut dyn FnMut(&'g Place)) {
    tell(at);
    match &at.base {
        Base::Pointer(pointer) => expression(pointer, tell),
        Base::Object(_) | Base::Outside(_) | Base::Unmodelled(_) => {}
    }
    for step in &at.steps {
        match step {
            Step::Element { index, .. } => expression(index, tell),
            Step::Member { .. } => {}
        }
    }
}
