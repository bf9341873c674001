//! Parts of the model: what pointer parameters of a function lead to that was started by itself.

use serde::{Deserialize, Serialize};

/// What lies behind a pointer parameter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GivenPointer {
    /// How the parameter is called.
    pub name: String,
    /// Whether what it points to is `const`.
    pub constant: bool,
    /// Whether it may be null.
    pub may_be_null: bool,
    /// Whether what it leads to is freed with the program, so that it has to be a block of the heap.
    pub freed: bool,
    /// What it leads to.
    pub behind: Behind,
    /// What pointers in that lead to.
    pub inner: Inner,
    /// The parameters before it that it may be equal to.
    pub same: Vec<String>,
}

/// What a pointer leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Behind {
    /// A text with at most so many letters.
    Letters(u32),
    /// At least one element and at most so many.
    Elements(u32),
    /// One structure.
    Structure,
    /// That is not modelled.
    Unmodelled,
}

/// What pointers in an object lead to, each to something of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Inner {
    /// At most so many structures lie one behind the other, the first one counted; each pointer to one may be null.
    pub structures: u32,
    /// Texts with at most so many letters.
    pub letters: Option<u32>,
    /// At least one element and at most so many.
    pub elements: Option<u32>,
    /// Whether some are not modelled.
    pub unmodelled: bool,
}
