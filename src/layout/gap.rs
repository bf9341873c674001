//! What has no layout in cells.

use focuscheck_base::doubt::Unmodelled;
use focuscheck_base::source::Span;

/// Why a program has no layout in cells. Nothing is left out of one instead: it would be another program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unlaid {
    /// What has none.
    pub what: Unmodelled,
    /// The statement that it stands in, or the function.
    pub span: Span,
}

/// What has no cells, or is not found in them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Gap {
    /// An object is initialised with a value that is not computed here.
    InitialValue,
    /// A pointer is used as a value.
    Pointer,
    /// Memory is accessed through a pointer.
    Access,
    /// A structure is passed or returned.
    Structure,
    /// An object is read that has no cells.
    NoCells(String),
    /// The graph has another shape than the lowering gives it.
    Shape(&'static str),
}

impl From<Gap> for Unmodelled {
    fn from(gap: Gap) -> Self {
        match gap {
            Gap::InitialValue => "initial value".into(),
            Gap::Pointer => "pointer value".into(),
            Gap::Access => "access through a pointer".into(),
            Gap::Structure => "structure".into(),
            Gap::NoCells(name) => format!("variable '{name}'").into(),
            Gap::Shape(what) => format!("{what} of this form").into(),
        }
    }
}
