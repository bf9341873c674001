//! What is known of library functions that are modelled.

use super::graph::Library;
use crate::arith::IntegerType;

impl Library {
    /// Whether a function reads or writes memory, or makes or frees objects; else it only computes.
    pub fn touches_memory(&self) -> bool {
        self.computed().is_none()
    }

    /// The type of what a function computes that does not touch memory.
    pub fn computed(&self) -> Option<IntegerType> {
        match self {
            Library::Computed(_, ty) | Library::Parse(_, ty) => Some(*ty),
            Library::Copy { .. }
            | Library::Fill
            | Library::CopyText
            | Library::Length
            | Library::CompareText
            | Library::Allocate
            | Library::AllocateCleared
            | Library::Free
            | Library::Overflowing(..) => None,
        }
    }
}
