//! What is found out of a program as a whole while it is laid out.

use std::collections::{BTreeMap, BTreeSet};

use crate::check::tree::ObjectId;

/// An object with cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Owner {
    /// One that there is one of for the whole run.
    Static(ObjectId),
    /// One of a copy.
    Local(usize, ObjectId),
    /// One that a copy gets from its caller.
    Given(usize, usize),
}

/// What was found out of a program as a whole when it was laid out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Findings {
    /// The objects that code nobody knows may change.
    pub taken: BTreeSet<Owner>,
    /// The copies a call of which may change them.
    pub changing: BTreeSet<usize>,
    /// The copies that are never called because others of the same procedure are.
    pub replaced: BTreeSet<usize>,
}

/// What is being found out.
#[derive(Clone, Debug, Default)]
pub(super) struct Escapes {
    /// By copy what escapes in it.
    pub taken: BTreeMap<usize, BTreeSet<Owner>>,
    /// For each call of a copy the objects that it gets, and which ones of the caller these are.
    pub shared: Vec<(usize, Owner, Owner)>,
    /// The copies in which code runs that changes what escaped.
    pub changing: BTreeSet<usize>,
    /// Whether code of other files gives pointers, which may lead to all that is not `static`.
    pub given: bool,
}
