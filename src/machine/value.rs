//! Values while a program runs.

use std::fmt;

use focuscheck_base::arith;
use focuscheck_base::index;
use focuscheck_base::options::CheckKind;
use focuscheck_base::source::Span;
use focuscheck_check::tree::FunctionId;

index!(
    /// A block of memory: index into the machine's memory.
    BlockId
);
index!(
    /// Why a value is not known: index into the machine's reasons.
    ReasonId
);

/// A part of a block: its first byte, and the one behind its last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Part {
    pub first: u64,
    pub end: u64,
}

/// What a pointer that is no number refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Reference {
    /// So many bytes behind the start of a block; it may lie outside. It was made of the address of an array or member in
    /// the block, to which C confines it, or of the whole.
    Block(BlockId, i128, Option<Part>),
    /// A function.
    Function(FunctionId),
    /// The text of an argument of the command line, by its number.
    Text(u64),
}

/// A scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// A number; as a pointer null or an address that is no object's.
    Number(i128),
    /// A pointer, or an integer that was made of one.
    Reference(Reference),
    /// Not known.
    Unknown(ReasonId),
    /// Never assigned.
    Unset,
}

/// Bits of a block that were written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Written {
    pub block: BlockId,
    /// The first one.
    pub first: i128,
    /// The one behind the last.
    pub end: i128,
    /// By what.
    pub span: Span,
}

/// Why what is done has no defined result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undefined {
    /// An operator has none for its operands.
    Arithmetic(arith::Undefined),
    /// A value that was never assigned.
    Uninitialised,
    /// An access through a null pointer.
    Null,
    /// An access through a pointer to an object whose life has ended.
    Dangling,
    /// An access outside of an object or array.
    OutOfBounds,
    /// An access through a pointer that refers to no object.
    NoObject,
    /// A write to a string literal.
    Literal,
    /// A copy between places that overlap.
    Overlap,
    /// `free` of what was not allocated, or not any more.
    BadFree,
    /// No undefined behaviour: the program ends, and no pointer leads to a block that was not freed.
    Lost,
    /// The same for a block that pointers may still lead to.
    Left,
}

/// Whether two places have text in common.
pub(super) fn meets(one: Span, other: Span) -> bool {
    one.start < other.end && other.start < one.end || one == other
}

impl Undefined {
    /// The check that looks for it.
    pub fn kind(self) -> Option<CheckKind> {
        match self {
            Undefined::Arithmetic(arith::Undefined::SignedOverflow | arith::Undefined::ShiftOverflow) => {
                Some(CheckKind::Overflow)
            }
            Undefined::Arithmetic(arith::Undefined::DivisionByZero) => Some(CheckKind::Div),
            Undefined::Arithmetic(arith::Undefined::ShiftAmount) => Some(CheckKind::Shift),
            Undefined::Uninitialised => Some(CheckKind::Uninit),
            Undefined::Null
            | Undefined::Dangling
            | Undefined::NoObject
            | Undefined::BadFree
            | Undefined::Literal => Some(CheckKind::Pointer),
            Undefined::OutOfBounds => Some(CheckKind::Bounds),
            Undefined::Lost => Some(CheckKind::Memory),
            Undefined::Left => Some(CheckKind::Cleanup),
            Undefined::Overlap => None,
        }
    }
}

impl fmt::Display for Undefined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Undefined::Arithmetic(what) => return what.fmt(f),
            Undefined::Uninitialised => "uninitialised value",
            Undefined::Null => "access through a null pointer",
            Undefined::Dangling => "access to an object whose life has ended",
            Undefined::OutOfBounds => "access out of bounds",
            Undefined::NoObject => "access through a pointer to no object",
            Undefined::Literal => "write to a string literal",
            Undefined::Overlap => "copy between places that overlap",
            Undefined::BadFree => "free of what is not allocated",
            Undefined::Lost => "a block that nothing leads to is not freed",
            Undefined::Left => "a block is not freed",
        })
    }
}
