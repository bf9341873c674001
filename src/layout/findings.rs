//! What is found out of a program as a whole while it is laid out.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::unset;
use focuscheck_cells::facts::cfg::ScalarId;
use focuscheck_check::tree::ObjectId;
use focuscheck_check::types::Type;
use focuscheck_ir::program::graph::ProcedureId;

/// An object with cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Owner {
    /// One that there is one of for the whole run.
    Static(ObjectId),
    /// One of a copy.
    Local(usize, ObjectId),
    /// One that a copy gets from its caller.
    Given(usize, usize),
    /// The structure that a copy gives back.
    Result(usize),
    /// All objects of a pool.
    Pool(usize),
}

/// What a call of a procedure touches that others see.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Reach {
    pub reads: BTreeSet<Owner>,
    pub writes: BTreeSet<Owner>,
    /// To these it only adds constants: two calls that do so may come in any order.
    pub adds: BTreeSet<Owner>,
    /// Whether it changes whatever has escaped.
    pub outside: bool,
    /// Whether it changes what it gets the address of.
    pub gives: bool,
}

impl Reach {
    /// How much is touched: it grows with everything that is added.
    pub fn size(&self) -> usize {
        let flags = usize::from(self.outside) + usize::from(self.gives);
        self.reads.len() + self.writes.len() + self.adds.len() + flags
    }

    /// Adds what a call inside touches, which may get what this one gets the address of.
    pub fn and(&mut self, other: &Reach, passes: bool) {
        self.reads.extend(&other.reads);
        self.writes.extend(&other.writes);
        self.adds.extend(&other.adds);
        self.outside |= other.outside;
        self.gives |= passes && other.gives;
    }
}

/// What was found out of a program as a whole when it was laid out.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Findings {
    /// The objects that code nobody knows may change.
    pub taken: BTreeSet<Owner>,
    /// The copies a call of which may change them.
    pub changing: BTreeSet<usize>,
    /// What calls of procedures touch, where the order of evaluation matters; it may be large, and whoever keeps what was found
    /// before shares it.
    pub reach: Rc<BTreeMap<ProcedureId, Reach>>,
    /// The copies that are never called because others of the same procedure are.
    pub replaced: BTreeSet<usize>,
    /// The procedures that no run comes to.
    pub idle: BTreeSet<ProcedureId>,
    /// The types to which pointers in memory, and those that functions return, are not followed.
    pub refused: Vec<Type>,
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
    /// By copy the types to which a pointer in memory may lead elsewhere than the rules say; without one from the start.
    pub refused: BTreeMap<Option<usize>, Vec<Type>>,
}

/// A cell of an object, by its position, or all of them.
pub(super) type Part = (Owner, u32);

/// The position that stands for all cells.
pub(super) const WHOLE: u32 = u32::MAX;

/// Whether a cell is of an object that there is one of for the whole run.
pub(super) fn is_static(part: &Part) -> bool {
    match part.0 {
        Owner::Static(_) | Owner::Pool(_) => true,
        Owner::Local(..) | Owner::Given(..) | Owner::Result(_) => false,
    }
}

/// What depends on the order of some operands.
#[derive(Clone, Debug, Default)]
pub(super) struct Dispute {
    /// What one changes and another one reads or changes.
    pub before: BTreeSet<Part>,
    /// What several change.
    pub after: BTreeSet<Part>,
}

/// The objects that need shadows.
pub(super) type Doubtful = unset::Doubtful<Owner>;

/// The objects that are followed by their first scalars, with the number of these.
pub(super) struct Followed(pub BTreeMap<ScalarId, (u32, Owner)>);

impl Followed {
    /// The object that a scalar belongs to.
    pub fn of(&self, scalar: ScalarId) -> Option<Owner> {
        let (first, (count, owner)) = self.0.range(..=scalar).next_back()?;
        (scalar.0 < first.0 + count).then_some(*owner)
    }
}
