//! What is not laid out yet.

use std::fmt;

use crate::doubt::Unmodelled;

/// Why a program is not laid out yet.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pending {
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
    /// A run may go where nobody follows.
    Cut,
    /// A value that is not modelled.
    Unmodelled(Unmodelled),
    /// The graph has another shape than the lowering gives it.
    Shape(&'static str),
}

impl fmt::Display for Pending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Pending::InitialValue => "initial value",
            Pending::Pointer => "pointer value",
            Pending::Access => "access through a pointer",
            Pending::Structure => "structure passed",
            Pending::NoCells(name) => return write!(f, "no cells: {name}"),
            Pending::Cut => "cut",
            Pending::Unmodelled(reason) => return write!(f, "unmodelled: {reason}"),
            Pending::Shape(what) => return write!(f, "shape: {what}"),
        })
    }
}
