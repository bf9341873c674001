//! What is known of memory at a point.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use im::OrdMap;

use crate::guarded::graph::{FrameId, Moment};
use focuscheck_base::arith::IntegerType;
use focuscheck_check::logic::tree::LogicId;
use focuscheck_check::tree::ObjectId;
use focuscheck_ir::program::graph::TemporaryId;
use focuscheck_smt::term::{FormulaId, MapId, TermId, VariableId};

/// Wide enough for everything that fits the solver's numbers.
pub const WIDE: IntegerType = IntegerType { width: 100, signed: true, float: false };

/// What holds one scalar and has no address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cell {
    /// An object, of an execution if it does not live for the whole run: its value, or the address of its block if it is
    /// in memory.
    Object(Option<FrameId>, ObjectId),
    /// A temporary of an execution.
    Temporary(FrameId, TemporaryId),
    /// Whether an object of an execution that has no address has a value: 1 or 0; missing for what always has one.
    HasValue(FrameId, ObjectId),
    /// What an execution returns: a scalar, or the address of a block with a structure.
    Result(FrameId),
}

/// A scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// An integer.
    Integer(TermId),
    /// A pointer: block 0 is null, offsets are in bytes.
    Pointer {
        /// The block.
        block: TermId,
        /// Where in it.
        offset: TermId,
    },
}

/// The maps that memory is made of: one for each scalar type, two for pointers. That an object is accessed with one type
/// only is assumed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sort {
    /// Integers of a type.
    Integer(IntegerType),
    /// Bit-fields with the values of a type, of any width; the offset counts bits.
    Bits(IntegerType),
    /// The blocks of pointers.
    Block,
    /// The offsets of pointers.
    Offset,
    /// Whether there is a value: 1 or 0 for each place where a scalar begins; the offset counts bits.
    HasValue,
}

impl Sort {
    /// That of bit-fields of a width that are declared with a type.
    pub fn of_bits(ty: IntegerType, width: u64) -> Sort {
        Sort::Bits(IntegerType { width: width as u8, signed: ty.signed, float: false })
    }
}

/// A state.
#[derive(Clone, Debug)]
pub struct State {
    /// Cells that have a value.
    pub cells: OrdMap<Cell, Value>,
    /// Memory, where it is not that of the epoch.
    pub maps: OrdMap<Sort, MapId>,
    /// What the rest of memory is.
    pub epoch: u32,
    /// For each block, at offset 0, its length; -1 if it is no block, or not any more. At offset 1, where that is kept, 1 if
    /// it was allocated, else 0.
    pub lengths: MapId,
    /// States that have names.
    pub moments: OrdMap<(FrameId, Moment), Rc<State>>,
}

/// What becomes of values that do not fit a type in arithmetic that is ideal otherwise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wraps {
    /// There are none: what is shown is shown of runs without them.
    #[default]
    Excluded,
    /// They become some value of the type.
    Any,
}

/// What was taken for ideal.
#[derive(Clone, Debug, Default)]
pub struct Ideal {
    /// Where a value is taken not to wrap, by the first character of the text.
    pub wraps: BTreeSet<u32>,
    /// What becomes of it.
    pub(super) kind: Wraps,
    /// What such values become, by the value, the width and whether the type is signed.
    pub(super) wrapped: BTreeMap<(TermId, u8, bool), TermId>,
    /// What holds of quotients, remainders and their like, by variable.
    pub definitions: BTreeMap<VariableId, FormulaId>,
    /// The unknowns of operations that are not linear.
    pub(super) products: BTreeMap<TermId, TermId>,
    /// The quotients by numbers, with what is left.
    pub(super) quotients: BTreeMap<(TermId, i128, bool), (TermId, TermId)>,
}

/// A function of the logic in a state: with the maps and the values on which it depends there.
pub(super) type Key = (LogicId, Vec<MapId>, Vec<TermId>);

/// What is known of functions of the logic.
#[derive(Clone, Debug, Default)]
pub struct Applied {
    /// What each function is in each state.
    pub(super) maps: BTreeMap<Key, MapId>,
    /// What numbers pairs of integers, if that was needed.
    pub(super) pairs: Option<MapId>,
    /// The applications of which definitions and axioms were asked.
    pub(super) done: BTreeSet<TermId>,
    /// The instances of axioms, by the function that asked for them.
    pub(super) instances: BTreeSet<(usize, MapId, Vec<TermId>)>,
    /// How many instances are inside of each other.
    pub(super) depth: u32,
    /// How many were made.
    pub(super) count: usize,
    /// What quantifiers around bind.
    pub(super) bound: Vec<VariableId>,
    /// The axioms that were used, by number.
    pub axioms: BTreeSet<usize>,
}

/// Two string literals of which one may be the end of the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    /// The block of the one that is not shorter.
    pub long: i128,
    /// The block of the other.
    pub short: i128,
    /// How many bytes behind the start of the long one the short one begins.
    pub shift: i128,
    /// Whether they share their characters.
    pub shared: FormulaId,
}

/// What lies where in memory, as far as it was asked.
#[derive(Clone, Debug, Default)]
pub(super) struct Neighbours {
    /// For each block which one begins where it ends.
    pub behind: Option<MapId>,
    /// The pairs of literals that may share characters; `None` inside: too many to be told apart.
    pub pairs: Option<Option<Vec<Pair>>>,
}
