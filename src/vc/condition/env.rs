//! What annotations are read in, and what they find.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::guarded::graph::FrameId;
use focuscheck_check::logic::tree::BinderId;
use focuscheck_ir::program::graph::{Bits, NodeId};
use focuscheck_smt::term::{FormulaId, TermId};

use super::state::{Cell, State, Value};

/// What an annotation is read in.
#[derive(Clone)]
pub struct Env<'s> {
    /// The execution.
    pub frame: FrameId,
    /// The state of the clause.
    pub here: &'s State,
    /// The state that `\at` has put in its place.
    pub at: Option<Rc<State>>,
    /// The head of the innermost loop.
    pub inside: Option<NodeId>,
    /// Logic variables.
    pub binders: BTreeMap<BinderId, Value>,
}

impl Env<'_> {
    /// The state that is read.
    pub fn state(&self) -> &State {
        self.at.as_deref().unwrap_or(self.here)
    }
}

/// Where a place of the logic is.
pub enum LogicPlace {
    /// In a cell.
    Cell(Cell),
    /// In memory.
    Memory { block: TermId, offset: TermId, bits: Option<Bits> },
    /// Nobody knows.
    Nowhere,
}

/// Bytes of one block.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// The block.
    pub block: TermId,
    /// The first byte.
    pub first: TermId,
    /// The one behind the last.
    pub end: TermId,
    /// Whether there are any places in it at all.
    pub inhabited: FormulaId,
    /// Of a range by how many bytes its elements follow each other, and how many each has; `None`: all bytes are meant.
    pub every: Option<(i128, i128)>,
    /// Whether it is one object, no range.
    pub single: bool,
    /// Only these bits, from each place on.
    pub bits: Option<Bits>,
}

/// What a location is.
#[derive(Clone, Debug)]
pub enum Set {
    /// A variable that has no address.
    Cell(Cell),
    /// Part of a block.
    Extent(Extent),
    /// Nobody knows.
    Unknown,
}
