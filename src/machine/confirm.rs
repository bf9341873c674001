//! Whether a run that was found elsewhere happens.

use crate::options::CheckKind;
use crate::program::error_kind::ErrorKind;
use crate::program::graph::Graph;
use crate::source::Span;

use super::given::Given;
use super::run::{End, Limits, Machine};
use super::value::Undefined;

/// The error at which a run is said to end.
#[derive(Clone, Copy, Debug)]
pub struct Expected<'a> {
    /// What kind of error.
    pub kind: ErrorKind,
    /// Where it stands; `None` for a condition from the command line.
    pub span: Option<Span>,
    /// Its text.
    pub text: &'a str,
}

/// Why a run does not end there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dispute {
    /// Before that it does something undefined.
    Undefined {
        /// What.
        what: Undefined,
        /// Where.
        span: Span,
    },
    /// It hangs on something that is not modelled.
    Unsupported {
        /// What, in words.
        reason: String,
        /// Where.
        span: Span,
    },
    /// It ends in another way, or not in time.
    Otherwise,
}

/// Runs a program on these values; an error unless the run ends at the error.
pub fn confirm(graph: &Graph, given: Given, expected: Expected<'_>, limits: Limits) -> Result<(), Dispute> {
    let mut machine = Machine::new(graph, given, limits);
    if matches!(expected.kind.check(), Some(CheckKind::Bounds | CheckKind::Pointer)) {
        machine.watch(expected.span);
    }
    match machine.run() {
        End::Error(error) => {
            let error = &graph.errors[error.index()];
            let place = match error.kind {
                ErrorKind::Condition => error.text.as_deref().is_some_and(|text| text == expected.text),
                ErrorKind::Assertion | ErrorKind::ErrorCall | ErrorKind::ErrorLabel | ErrorKind::Check(_) => {
                    meets(error.span, expected.span)
                }
            };
            if error.kind == expected.kind && place { Ok(()) } else { Err(Dispute::Otherwise) }
        }
        End::Undefined { what, span } => {
            let same = what.kind().zip(expected.kind.check()).is_some_and(|(a, b)| is_same(a, b));
            match same && meets(Some(span), expected.span) {
                true => Ok(()),
                false => Err(Dispute::Undefined { what, span }),
            }
        }
        End::Unsupported { reason, span } => Err(Dispute::Unsupported { reason, span }),
        End::Finished | End::Stopped | End::Limit => Err(Dispute::Otherwise),
    }
}

/// Whether two checks look for the same: an access through a pointer outside of its object is one outside of an array.
fn is_same(one: CheckKind, other: CheckKind) -> bool {
    let memory = |kind| matches!(kind, CheckKind::Bounds | CheckKind::Pointer);
    one == other || memory(one) && memory(other)
}

/// Whether two places have text in common.
fn meets(one: Option<Span>, other: Option<Span>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => one.start < other.end && other.start < one.end || one == other,
        _ => false,
    }
}
