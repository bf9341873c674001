//! What actions are made of: their places and values, with all that is within them.

use super::graph::{Action, Argument, Base, Callee, Expr, ExprKind, Place, Receiver, Step, TemporaryId};

/// A place or a value within an action.
#[derive(Clone, Copy, Debug)]
pub enum Part<'g> {
    /// A place that is read or written, or whose address is taken.
    Place(&'g Place),
    /// A value that is computed.
    Value(&'g Expr),
}

/// The temporary that an action gives a value.
pub fn target(action: &Action) -> Option<TemporaryId> {
    match action {
        Action::Assign { target, .. } | Action::Load { target, .. } | Action::Input { target, .. } => {
            Some(*target)
        }
        Action::Call { result: Some(Receiver::Temporary(target)), .. } => Some(*target),
        Action::Library { result, .. } => *result,
        Action::Call { .. }
        | Action::Skip
        | Action::Mark(_)
        | Action::Store { .. }
        | Action::Copy { .. }
        | Action::Clear { .. }
        | Action::Declare(_)
        | Action::Branch(_)
        | Action::Return(_)
        | Action::Exit
        | Action::Error(_)
        | Action::Stop(_)
        | Action::Unknown { .. }
        | Action::Inspect { .. }
        | Action::Forget { .. }
        | Action::Cut(_)
        | Action::Stated(_) => None,
    }
}

/// Tells of the places and values that an action itself names, not of those within them.
pub fn parts<'g>(action: &'g Action, tell: &mut dyn FnMut(Part<'g>)) {
    match action {
        Action::Assign { value, .. } | Action::Branch(value) => tell(Part::Value(value)),
        Action::Load { place, .. } | Action::Clear { place, .. } | Action::Forget { place, .. } => {
            tell(Part::Place(place));
        }
        Action::Store { place, value } => {
            tell(Part::Place(place));
            tell(Part::Value(value));
        }
        Action::Copy { to, from, .. } => {
            tell(Part::Place(to));
            tell(Part::Place(from));
        }
        Action::Call { callee, arguments, .. } => {
            match callee {
                Callee::Pointer(pointer) | Callee::Missing(pointer) => tell(Part::Value(pointer)),
                Callee::Procedure(_) | Callee::Declared(_) => {}
            }
            arguments.iter().for_each(|argument| tell(part(argument)));
        }
        Action::Return(argument) => tell(part(argument)),
        Action::Library { arguments: values, .. }
        | Action::Unknown { reached: values, .. }
        | Action::Inspect { reached: values, .. } => {
            values.iter().for_each(|value| tell(Part::Value(value)));
        }
        Action::Stop(status) => status.iter().for_each(|status| tell(Part::Value(status))),
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

fn part(argument: &Argument) -> Part<'_> {
    match argument {
        Argument::Value(value) => Part::Value(value),
        Argument::Record(place) => Part::Place(place),
    }
}

/// Tells of each place and value of an action, and of those within it.
pub fn all<'g>(action: &'g Action, tell: &mut dyn FnMut(Part<'g>)) {
    parts(action, &mut |part| within(part, tell));
}

/// Tells of each place of an action, and of those within it.
pub fn places<'g>(action: &'g Action, tell: &mut dyn FnMut(&'g Place)) {
    all(action, &mut |part| match part {
        Part::Place(place) => tell(place),
        Part::Value(_) => {}
    });
}

/// Tells of a part, and of those within it.
pub fn within<'g>(part: Part<'g>, tell: &mut dyn FnMut(Part<'g>)) {
    tell(part);
    inside(part, &mut |inner| within(inner, tell));
}

/// Tells of what a part is made of, not of what is within that.
pub fn inside<'g>(part: Part<'g>, tell: &mut dyn FnMut(Part<'g>)) {
    match part {
        Part::Place(place) => {
            match &place.base {
                Base::Pointer(pointer) => tell(Part::Value(pointer)),
                Base::Object(_) | Base::Outside(_) | Base::Within(..) | Base::Unmodelled(_) => {}
            }
            for step in &place.steps {
                match step {
                    Step::Element { index, .. } => tell(Part::Value(index)),
                    Step::Member { .. } => {}
                }
            }
        }
        Part::Value(value) => match &value.kind {
            ExprKind::Integer(_)
            | ExprKind::Temporary(_)
            | ExprKind::Unmodelled(_)
            | ExprKind::Function(_) => {}
            ExprKind::Read(place) | ExprKind::Address(place, _) => tell(Part::Place(place)),
            ExprKind::Unary(_, _, operand) | ExprKind::Convert(operand) => tell(Part::Value(operand)),
            ExprKind::Binary(_, _, left, right)
            | ExprKind::Compare(_, left, right)
            | ExprKind::Distance(left, right, _)
            | ExprKind::Moved { pointer: left, by: right, .. } => {
                tell(Part::Value(left));
                tell(Part::Value(right));
            }
        },
    }
}
