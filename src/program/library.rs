//! What is known of library functions that are modelled.

use super::graph::Library;
use crate::arith::IntegerType;

impl Library {
    /// Whether a function makes objects on the heap, or ends their life.
    pub fn manages_heap(&self) -> bool {
        match self {
            Library::Allocate | Library::AllocateCleared | Library::Free => true,
            Library::AllocateLocal
            | Library::Copy { .. }
            | Library::Fill
            | Library::CopyText
            | Library::Length
            | Library::CompareText
            | Library::Computed(..)
            | Library::Overflowing(..)
            | Library::Parse(..) => false,
        }
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
            | Library::AllocateLocal
            | Library::AllocateCleared
            | Library::Free
            | Library::Overflowing(..) => None,
        }
    }
}
