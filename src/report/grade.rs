//! What an error says of its program, as Infer tells manifest errors from latent ones.

use super::model::{Counterexample, ErrorReport, FileReport};
use super::words;
use focuscheck_base::options::CheckKind;

/// What an error says of its program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grade {
    /// It is one for certain: of a program, or of a function whatever its arguments are.
    Certain,
    /// It happens for some arguments of a function that is started by itself, which its callers may never give.
    ForArguments,
}

/// An error for all arguments is certain, unless it is one of memory and hangs on what is assumed of pointers.
pub fn grade(report: &FileReport, error: &ErrorReport) -> Grade {
    let is_open = |way: &&Counterexample| {
        way.claim.is_settled() && way.assumptions.iter().all(|assumption| assumption.eliminated)
    };
    let hangs = !report.given.is_empty()
        && matches!(error.kind.check(), Some(CheckKind::Bounds | CheckKind::Pointer));
    let is_certain = !hangs && words::kept(error).iter().any(is_open);
    match report.entry.is_some() && !is_certain {
        true => Grade::ForArguments,
        false => Grade::Certain,
    }
}
