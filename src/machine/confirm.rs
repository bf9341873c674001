//! Whether a run that was found elsewhere happens.

use focuscheck_base::options::CheckKind;
use focuscheck_base::source::Span;
use focuscheck_ir::program::error_kind::ErrorKind;
use focuscheck_ir::program::graph::Graph;

use super::given::RunInputs;
use super::run::{End, Limits, Machine};
use super::value;

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

/// A program before its start with these values, which ends at the error if a run on them comes there.
pub fn expecting<'g>(
    graph: &'g Graph,
    given: RunInputs,
    expected: Expected<'_>,
    limits: Limits,
) -> Machine<'g> {
    let mut machine = Machine::new(graph, given, limits);
    let kinds =
        [CheckKind::Bounds, CheckKind::Pointer, CheckKind::Uninit, CheckKind::Memory, CheckKind::Cleanup];
    if let (Some(kind), Some(span)) =
        (expected.kind.check().filter(|kind| kinds.contains(kind)), expected.span)
    {
        machine.watch(kind, span);
    }
    machine
}

/// Runs a program on these values; how the run ends if that is not at the error.
pub fn confirm(graph: &Graph, given: RunInputs, expected: Expected<'_>, limits: Limits) -> Result<(), End> {
    let end = expecting(graph, given, expected, limits).run();
    let confirmed = match &end {
        End::Error(error) => {
            let error = &graph.errors[error.index()];
            let place = match error.kind {
                ErrorKind::Condition => error.text.as_deref() == Some(expected.text),
                ErrorKind::Assertion
                | ErrorKind::Annotation
                | ErrorKind::ErrorCall
                | ErrorKind::ErrorLabel
                | ErrorKind::Check(_) => meets(error.span, expected.span),
            };
            error.kind == expected.kind && place
        }
        End::Undefined { what, span } => {
            let same = what.kind().zip(expected.kind.check()).is_some_and(|(a, b)| is_same(a, b));
            same && meets(Some(*span), expected.span)
        }
        End::Unsupported { .. } | End::Finished | End::Stopped | End::Kept { .. } | End::Limit => false,
    };
    if confirmed { Ok(()) } else { Err(end) }
}

/// Whether two checks look for the same: an access through a pointer outside of its object is one outside of an array.
fn is_same(one: CheckKind, other: CheckKind) -> bool {
    let memory = |kind| matches!(kind, CheckKind::Bounds | CheckKind::Pointer);
    one == other || memory(one) && memory(other)
}

/// Whether two places have text in common.
fn meets(one: Option<Span>, other: Option<Span>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => value::meets(one, other),
        _ => false,
    }
}
