//! Where values are read and written.

use std::rc::Rc;

use focuscheck_base::doubt::Unmodelled;
use focuscheck_base::source::Span;
use focuscheck_cells::facts::cfg::{CellRange, Expr, ScalarId};

use super::overlay::Leaf;

/// Where a value is read or written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// A known cell.
    Cell(ScalarId),
    /// The cell of a range that the index names.
    Cells(CellRange, Expr),
    /// A scalar in a union, or several.
    View(View),
    /// Something that is not modelled: why, and where that is.
    Unknown(Unmodelled, Reach),
}

impl Target {
    /// The same place some cells further on.
    pub fn moved(&self, by: u32) -> Target {
        match self {
            Target::Cell(cell) => Target::Cell(ScalarId(cell.0 + by)),
            Target::Cells(range, index) => {
                let first = ScalarId(range.first.0 + by);
                Target::Cells(CellRange { first, ..range.clone() }, index.clone())
            }
            Target::View(view) => Target::View(View { at: view.at + by as usize, ..view.clone() }),
            Target::Unknown(reason, reach) => Target::Unknown(reason.clone(), reach.clone()),
        }
    }

    /// The first cell that it may be.
    pub fn first(&self) -> Option<ScalarId> {
        match self {
            Target::Cell(cell) => Some(*cell),
            Target::Cells(range, _) => Some(range.first),
            Target::View(view) => view.pieces().first().and_then(Target::first),
            Target::Unknown(..) => None,
        }
    }
}

/// A place in a union.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct View {
    /// The first cell of the union, or of one of its elements.
    pub union: Box<Target>,
    /// The scalars of the place, in the order of its type's cells.
    pub leaves: Rc<Vec<Leaf>>,
    /// Which of them is meant.
    pub at: usize,
    /// Cells whose values are not known where the place is stored as a whole: they lie between its scalars.
    pub between: Rc<Vec<u32>>,
}

impl View {
    /// The scalar that is meant.
    pub fn leaf(&self) -> Option<&Leaf> {
        self.leaves.get(self.at)
    }

    /// The cells that it consists of.
    pub fn pieces(&self) -> Vec<Target> {
        let pieces = self.leaf().into_iter().flat_map(|leaf| &leaf.pieces);
        pieces.map(|(cell, _)| self.union.moved(*cell)).collect()
    }

    /// The cells of all scalars, in the union.
    pub fn cells(&self) -> impl Iterator<Item = u32> {
        self.leaves.iter().flat_map(|leaf| leaf.pieces.iter().map(|(cell, _)| *cell))
    }

    /// All cells whose values are others where the place is stored as a whole, but for those of its scalars.
    pub fn spoilt(&self) -> impl Iterator<Item = u32> {
        self.leaves.iter().flat_map(|leaf| &leaf.spoilt).chain(&*self.between).copied()
    }
}

/// Where something is that is not modelled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// Apart from all that is modelled.
    Own,
    /// In the union that begins there, in these of its cells.
    Shared(Box<Target>, Vec<u32>),
    /// In an array apart from all that is modelled, of which nobody can tell whether it has the element.
    Element,
    /// Nowhere: the pointer that is written there is null.
    Null {
        /// Where the pointer is written.
        pointer: Span,
        /// What it is called.
        name: String,
    },
    /// Wherever a pointer may lead: at anything that escaped.
    Escaped,
}
