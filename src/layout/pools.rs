//! Pools: objects that pointers in memory, or pointers that lead now here and now there, lead to.
//!
//! The objects of a pool are numbered, and their cells stand side by side (`slots.rs`). A pointer into one is the number of its
//! object, 0 for null, and an offset where it may be to one of several things there. The rules (`rules/points_to.rs`) say which
//! objects a pointer may lead to; objects that one pointer may lead to are in one pool (`finder.rs`). The elements of an array are
//! objects of their own if no pointer to one of them reaches others. An object of a block belongs to a pool only if there is one of
//! it at a time; that it is there is kept if pointers may outlive it (`lives.rs`). Of the heap each place that allocates has a few
//! blocks; a run that asks for more is not followed.

use std::collections::{BTreeMap, BTreeSet};

use focuscheck_check::tree::{FunctionId, ObjectId, Program};
use focuscheck_check::types::Type;
use focuscheck_ir::program::graph::{NodeId, Place, Told};

use super::pointers::{Held, Pointers};
use super::shapes::PointerCells;

/// A block whose size is not a constant has at most so many elements.
pub(super) const ELEMENTS: u64 = 32;

/// What begins in a slot of a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Thing {
    /// An object of the program.
    Object(ObjectId),
    /// An element of an object of the program, an array: which one.
    Element(ObjectId, u64),
    /// A block of the heap: where it is allocated, by the number of that place, and which one of its blocks it is.
    Block(usize, u32),
    /// The rest of what began in a slot before.
    Rest,
    /// Nothing: pointers that are always null lead there.
    Nothing,
}

impl Thing {
    /// The object of the program that it is.
    pub fn object(&self) -> Option<ObjectId> {
        match self {
            Thing::Object(object) | Thing::Element(object, _) => Some(*object),
            Thing::Block(..) | Thing::Rest | Thing::Nothing => None,
        }
    }
}

/// What pointers of one type lead to in a pool.
#[derive(Clone, Debug)]
pub(super) struct Class {
    /// The type.
    pub element: Type,
    /// The cell of a slot where that is.
    pub at: u64,
    /// How many there are side by side; nothing if each thing has its own number of them.
    pub length: Option<u64>,
    /// Whether an offset tells parts of one object apart, which are no array.
    pub spread: bool,
    /// Whether no pointer to one of them reaches another one.
    pub alone: bool,
    /// The first slot where there are such, and how many slots there are from that one to the last one.
    pub from: u32,
    pub count: u32,
}

/// A pool.
#[derive(Clone, Debug, Default)]
pub(super) struct Pool {
    /// What begins in its slots, whose numbers begin at 1.
    pub things: Vec<Thing>,
    /// At which cell of its slot each thing begins.
    pub shifts: Vec<u64>,
    /// How many cells each thing has.
    pub cells: Vec<u64>,
    /// How many cells a slot has.
    pub stride: u64,
    /// What pointers lead to, by type.
    pub classes: Vec<Class>,
    /// How many elements each thing has, or may have, of what pointers lead to that is not the same number in all.
    pub lengths: Vec<u64>,
    /// Whether some of its objects are `const`.
    pub constant: bool,
    /// Whether some of its cells may have no value.
    pub unset: bool,
    /// Whether some of its things are no more at some time, though pointers still lead to them.
    pub mortal: bool,
    /// Whether a pointer may be to an element that an array does not have. The number behind the last one is that of these.
    pub loose: bool,
}

impl Pool {
    /// How many elements its longest thing has.
    pub fn length(&self) -> u64 {
        self.lengths.iter().copied().max().unwrap_or(0).max(1)
    }

    /// The number, as it is stored, of pointers to elements that arrays do not have.
    pub fn beyond(&self) -> i128 {
        self.things.len() as i128 + 1
    }

    /// What pointers to a type lead to.
    pub fn class(&self, element: &Type) -> Option<&Class> {
        self.classes.iter().find(|class| class.element == *element)
    }

    /// Of what each thing has its own number.
    pub fn counted(&self) -> Option<&Class> {
        self.classes.iter().find(|class| class.length.is_none())
    }

    /// The thing that a cell belongs to, counted from the first one of the pool: in which slot it begins.
    pub fn thing_at(&self, cell: u64) -> Option<usize> {
        let slot = usize::try_from(cell / self.stride.max(1)).ok()?.min(self.things.len().checked_sub(1)?);
        (0..=slot).rev().find(|at| {
            let begin = *at as u64 * self.stride + self.shifts[*at];
            !matches!(self.things[*at], Thing::Rest) && (begin..begin + self.cells[*at]).contains(&cell)
        })
    }
}

/// A place where blocks are allocated.
#[derive(Clone, Debug)]
pub(super) struct Site {
    /// The node.
    pub node: NodeId,
    /// The type of an element of its blocks, and how many these have: nothing if that is not a constant.
    pub unit: Option<(Type, Option<u64>)>,
    /// Whether the bytes are zero.
    pub cleared: bool,
    /// How many of its blocks are told apart.
    pub blocks: u32,
    /// Of what the program is given when it starts: how much of it is told apart.
    pub given: Option<Told>,
}

impl Site {
    /// How many elements a block has cells for.
    pub fn elements(&self) -> u64 {
        let count = self.unit.as_ref().and_then(|(_, count)| *count);
        count.unwrap_or(self.given.map_or(ELEMENTS, |told| u64::from(told.most) + 1))
    }
}

/// Where the pointers of a holder lead.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Into {
    /// The pool.
    pub pool: usize,
    /// The type of what they point to: where that is, the pool says.
    pub element: Type,
    /// Whether a pointer may be to another one than the first of them, so that it has an offset.
    pub offset: bool,
}

/// The pools of a program.
#[derive(Debug, Default)]
pub(super) struct Pools {
    pub pools: Vec<Pool>,
    /// Where blocks are allocated.
    pub sites: Vec<Site>,
    pub members: BTreeMap<ObjectId, (usize, u32)>,
    /// By site the pool of its blocks, and the number of the first one there from 0 on.
    pub blocks: BTreeMap<usize, (usize, u32)>,
    pub classes: BTreeMap<Held, Into>,
    pub pointers: Pointers,
    pub cells: PointerCells,
    /// Objects that pointers may outlive.
    pub mortal: BTreeSet<ObjectId>,
    /// Which of these are no more where a node begins.
    pub ends_before: BTreeMap<NodeId, Vec<ObjectId>>,
    /// Which of them are no more behind a node.
    pub ends_behind: BTreeMap<NodeId, Vec<ObjectId>>,
}

impl Pools {
    /// In which slots of its pool an object begins, or its elements.
    pub fn slots_of(&self, object: ObjectId) -> Option<(usize, std::ops::Range<u32>)> {
        let (pool, first) = self.member(object)?;
        let things = self.pools[pool].things[first as usize..].iter();
        let count = things.take_while(|thing| thing.object() == Some(object)).count();
        Some((pool, first..first + count as u32))
    }

    /// The pool of an object, and its number there from 0 on.
    pub fn member(&self, object: ObjectId) -> Option<(usize, u32)> {
        self.members.get(&object).copied()
    }

    /// The site of a node that allocates a block, with the pool of its blocks and the number of the first one there from 0 on.
    pub fn allocated(&self, node: NodeId) -> Option<(usize, usize, u32)> {
        let site = self.sites.iter().position(|site| site.node == node)?;
        let (pool, first) = self.blocks.get(&site)?;
        Some((site, *pool, *first))
    }

    /// Where the pointers lead that a place of the graph holds, if it is in memory.
    pub fn held_at(&self, tree: &Program, place: &Place) -> Option<&Into> {
        let held = self.pointers.held(tree, place).filter(|held| is_memory(*held))?;
        let Type::Pointer(to, _) = &place.ty else { return None };
        self.cells.of(to)?;
        self.classes.get(&held)
    }

    /// Whether an object is a local pointer that is followed by itself.
    pub fn is_variable(&self, tree: &Program, object: ObjectId) -> bool {
        self.pointers.is_variable(tree, object)
    }

    /// Where a local pointer or a parameter leads that gets its value in several ways.
    pub fn variable(&self, object: ObjectId) -> Option<&Into> {
        self.classes.get(&Held::Variable(object))
    }

    /// Where the pointers lead that a function returns.
    pub fn result(&self, function: FunctionId) -> Option<&Into> {
        self.classes.get(&Held::Result(function))
    }
}

/// Whether a holder is in memory that others may reach.
pub(super) fn is_memory(held: Held) -> bool {
    match held {
        Held::Member(..) | Held::Plain(_) => true,
        Held::Variable(_) | Held::Temporary(..) | Held::Given(_) | Held::Result(_) => false,
    }
}
