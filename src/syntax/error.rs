//! Diagnostics of the front end.

use serde::{Deserialize, Serialize};

use focuscheck_base::source::Span;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Severity {
    /// The file cannot be analysed.
    Error,
    /// Worth knowing.
    Warning,
    /// Belongs to the diagnostic before it.
    Note,
}

/// One message about the source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// In gcc's wording where sensible, without a final full stop.
    pub message: String,
    /// Where; `None` for the file as a whole.
    pub span: Option<Span>,
    /// A label for the marked text, if it adds something.
    pub label: Option<String>,
}

impl Diagnostic {
    /// An error at a place.
    pub fn error(span: Span, message: impl Into<String>) -> Self {
        Diagnostic { severity: Severity::Error, message: message.into(), span: Some(span), label: None }
    }

    /// A warning at a place.
    pub fn warning(span: Span, message: impl Into<String>) -> Self {
        Diagnostic { severity: Severity::Warning, message: message.into(), span: Some(span), label: None }
    }
}
