//! The files of a program and where their reading stands.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::lexer;

/// The files of a program and where their reading stands.
#[derive(Default)]
pub(super) struct Files<'a> {
    /// The files that include the present one, outermost first.
    pub outer: Vec<Outer<'a>>,
    /// The tokens of the files that were included.
    pub lexed: BTreeMap<usize, Lexed<'a>>,
    /// The files with `#pragma once`.
    pub once: BTreeSet<usize>,
    pub inclusions: usize,
    pub included: usize,
}

/// The tokens and the annotations of a file.
pub(super) type Lexed<'a> = Rc<lexer::Lexed<'a>>;

/// A file that goes on when the one that it includes ends.
pub(super) struct Outer<'a> {
    pub lexed: Lexed<'a>,
    pub at: usize,
    pub passed: usize,
    pub renumbered: i64,
    /// How many groups were open at the `#include`.
    pub groups: usize,
}

impl<'a> Files<'a> {
    /// How many of the open groups belong to the files that include the present one.
    pub fn outer_groups(&self) -> usize {
        self.outer.last().map_or(0, |outer| outer.groups)
    }

    /// The present file is not to be read again.
    pub fn once(&mut self, part: usize) {
        self.once.insert(part);
    }

    /// How many files include the present one.
    pub fn depth(&self) -> usize {
        self.outer.len()
    }
}
