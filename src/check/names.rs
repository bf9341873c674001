//! What names stand for.

use super::tree::{FunctionId, ObjectId};
use super::types::Type;
use focuscheck_base::arith::IntegerType;

/// What an identifier stands for.
#[derive(Clone, Debug)]
pub(super) enum Symbol {
    /// A variable.
    Object(ObjectId),
    /// A function.
    Function(FunctionId),
    /// An enumerator, with its value if that is known.
    Constant(Option<i128>, IntegerType),
    /// The name of a type, and whether objects of it are `volatile`.
    Typedef(Type, bool),
}

/// A `struct`, `union` or `enum` tag.
#[derive(Clone, Debug)]
pub(super) enum Tag {
    Record(usize),
    Enumeration(IntegerType),
}
