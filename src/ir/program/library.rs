//! What is known of library functions that are modelled.

use super::id::SiteId;
use focuscheck_base::arith::{BinaryOperator, IntegerType};

/// How much of what a program is given when it starts is told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Told {
    /// So many elements, and one more.
    pub most: u32,
    /// Whether there may be more than that ([`Library::Sized`]), of which only the first ones are told apart. Such memory is not
    /// freed; where there is no more it may be, as a block of the heap.
    pub more: bool,
    /// Which part of the arguments it is where one of them stands for each.
    pub part: Option<GivenPart>,
}

/// A part of the arguments of the command line where one of them, whichever, is followed and the others are not
/// ([`super::start::Arguments::Whichever`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GivenPart {
    /// The list of all.
    List,
    /// The text of the one that is followed.
    Followed,
    /// The text of each other one.
    Other,
}

/// A library function that is modelled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Library {
    /// `memcpy`, `memmove`: what may overlap; whether the result is the end.
    Copy {
        /// Whether both may overlap.
        overlapping: bool,
        /// Whether the result points behind what was written.
        behind: bool,
    },
    /// `memset`
    Fill,
    /// `strcpy`
    CopyText,
    /// `strlen`
    Length,
    /// `strcmp`: whether two texts are equal; which of two others comes first is not told.
    CompareText,
    /// `malloc`
    Allocate,
    /// `fopen`: a stream, an object of its own that is none of the memory that a program has to give back.
    Open,
    /// `alloca`: the object ends with the function.
    AllocateLocal,
    /// `calloc`
    AllocateCleared,
    /// Memory that a program is given when it starts: so many objects of a size.
    Given(Told),
    /// How many objects of a size such memory is for.
    Sized,
    /// Which element of a list of arguments is the one that is followed ([`GivenPart::Followed`]).
    Choose,
    /// `realloc`
    Reallocate,
    /// `free`
    Free,
    /// A function of one integer that the table of [`focuscheck_check::vocabulary`] computes, in its type.
    Computed(String, IntegerType),
    /// `__builtin_add_overflow` and its like: computes exactly, stores the result in a type, and tells whether it fits.
    Overflowing(BinaryOperator, IntegerType),
    /// Reads a number from a text (`atoi`): of the command line it comes from outside.
    Parse(SiteId, IntegerType),
}

impl Library {
    /// Whether it makes an object.
    pub fn allocates(&self) -> bool {
        match self {
            Library::Allocate
            | Library::Open
            | Library::AllocateLocal
            | Library::AllocateCleared
            | Library::Given(_)
            | Library::Reallocate => true,
            Library::Free
            | Library::Sized
            | Library::Choose
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

    /// Whether a function makes objects on the heap, or ends their life.
    pub fn manages_heap(&self) -> bool {
        match self {
            Library::Allocate
            | Library::Open
            | Library::AllocateCleared
            | Library::Given(_)
            | Library::Sized
            | Library::Choose
            | Library::Reallocate
            | Library::Free => true,
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

    /// Whether there may be no memory for it.
    pub fn can_fail(&self) -> bool {
        self.arguments_of_allocation().is_some()
    }

    /// The arguments as C has them, and then, if it comes from outside whether it fails, what is not zero where it does.
    pub fn failing<'a, E>(&self, arguments: &'a [E]) -> (&'a [E], Option<&'a E>) {
        let split = self.arguments_of_allocation().and_then(|own| arguments.split_at_checked(own));
        split.map_or((arguments, None), |(own, rest)| (own, rest.first()))
    }

    /// How many arguments it has in C, if there may be no memory for it.
    fn arguments_of_allocation(&self) -> Option<usize> {
        match self {
            Library::Allocate | Library::Open => Some(1),
            Library::AllocateCleared | Library::Reallocate => Some(2),
            Library::AllocateLocal
            | Library::Given(_)
            | Library::Sized
            | Library::Choose
            | Library::Free
            | Library::Copy { .. }
            | Library::Fill
            | Library::CopyText
            | Library::Length
            | Library::CompareText
            | Library::Computed(..)
            | Library::Overflowing(..)
            | Library::Parse(..) => None,
        }
    }

    /// The argument behind which it writes, by its position.
    pub fn writes(&self) -> Option<usize> {
        match self {
            Library::Copy { .. } | Library::Fill | Library::CopyText => Some(0),
            Library::Overflowing(..) => Some(2),
            Library::Length
            | Library::CompareText
            | Library::Allocate
            | Library::Open
            | Library::AllocateLocal
            | Library::AllocateCleared
            | Library::Given(_)
            | Library::Sized
            | Library::Choose
            | Library::Reallocate
            | Library::Free
            | Library::Computed(..)
            | Library::Parse(..) => None,
        }
    }

    /// The arguments behind which it reads, by their positions.
    pub fn reads(&self) -> &'static [usize] {
        match self {
            Library::Copy { .. } | Library::CopyText => &[1],
            Library::CompareText => &[0, 1],
            Library::Length | Library::Parse(..) => &[0],
            Library::Fill
            | Library::Overflowing(..)
            | Library::Allocate
            | Library::Open
            | Library::AllocateLocal
            | Library::AllocateCleared
            | Library::Given(_)
            | Library::Sized
            | Library::Choose
            | Library::Reallocate
            | Library::Free
            | Library::Computed(..) => &[],
        }
    }

    /// The name of the function, or of one that does the same.
    pub fn name(&self) -> &str {
        match self {
            Library::Copy { behind: true, .. } => "mempcpy",
            Library::Copy { overlapping: true, .. } => "memmove",
            Library::Copy { .. } => "memcpy",
            Library::Fill => "memset",
            Library::CopyText => "strcpy",
            Library::Length => "strlen",
            Library::CompareText => "strcmp",
            Library::Allocate => "malloc",
            Library::Open => "fopen",
            Library::AllocateLocal => "alloca",
            Library::AllocateCleared => "calloc",
            Library::Given(_) | Library::Sized | Library::Choose => "start",
            Library::Reallocate => "realloc",
            Library::Free => "free",
            Library::Computed(name, _) => name,
            Library::Overflowing(..) => "__builtin_add_overflow",
            Library::Parse(..) => "atoi",
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
            | Library::Open
            | Library::AllocateLocal
            | Library::AllocateCleared
            | Library::Given(_)
            | Library::Sized
            | Library::Choose
            | Library::Reallocate
            | Library::Free
            | Library::Overflowing(..) => None,
        }
    }
}
