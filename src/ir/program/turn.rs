//! Where control goes after an action.

use super::graph::{Action, ErrorId, Expr};
use super::role::Role;
use focuscheck_base::doubt::Unmodelled;
use focuscheck_check::logic::tree::Stated;

/// Where control goes after an action.
#[derive(Clone, Copy, Debug)]
pub enum Transfer<'g> {
    /// To the only successor; nothing is done.
    Skip,
    /// To the only successor; a run that passes here does this in the source.
    Mark(Role),
    /// To the only successor.
    On,
    /// To the first successor if a value is not zero, else to the second.
    Branch(&'g Expr),
    /// To what is called, and then to the only successor.
    Call,
    /// Back to the caller.
    Exit,
    /// Nowhere: an error.
    Error(ErrorId),
    /// Nowhere: the run ends, with this status.
    Stop(Option<&'g Expr>),
    /// Where nobody follows.
    Cut(&'g Unmodelled),
    /// To the only successor; annotations speak of the state here.
    Stated(&'g Stated),
}

impl Action {
    /// Where control goes after it.
    pub fn turn(&self) -> Transfer<'_> {
        match self {
            Action::Branch(condition) => Transfer::Branch(condition),
            Action::Call { .. } => Transfer::Call,
            Action::Exit => Transfer::Exit,
            Action::Error(error) => Transfer::Error(*error),
            Action::Stop(status) => Transfer::Stop(status.as_ref()),
            Action::Cut(reason) => Transfer::Cut(reason),
            Action::Stated(stated) => Transfer::Stated(stated),
            Action::Skip => Transfer::Skip,
            Action::Mark(role) => Transfer::Mark(*role),
            Action::Assign { .. }
            | Action::Load { .. }
            | Action::Store { .. }
            | Action::Copy { .. }
            | Action::Clear { .. }
            | Action::Declare(_)
            | Action::Input { .. }
            | Action::Library { .. }
            | Action::Return(_)
            | Action::Unknown { .. }
            | Action::Inspect { .. }
            | Action::Forget { .. } => Transfer::On,
        }
    }
}
