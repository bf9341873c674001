//! The points of the enumeration.

use std::rc::Rc;

use crate::focus::store::Store;
use crate::focus::walk::Moved;
use crate::summary::error_set::Access;
use crate::summary::grouping::Last;
use focuscheck_cells::facts::cfg::{NodeId, StatementId};

/// A spot of the walk, with the suffix that was walked to it.
#[derive(Clone, Debug)]
pub(super) struct Point {
    /// The point after it.
    pub(super) parent: Option<u32>,
    /// The spot, and how it was come to.
    pub(super) moved: Moved,
    /// The number of the suffix's focus statements.
    pub(super) word: u32,
    /// How many steps the suffix has.
    pub(super) cost: u32,
    /// The focus statement that was told last.
    pub(super) last: Last<Option<u32>>,
    /// The statements of the suffix, in order.
    pub(super) statements: Rc<Vec<StatementId>>,
    /// What must hold here so that the suffix happens.
    pub(super) store: Rc<Store>,
}

/// The last focus statement of a suffix, after the number of the rest.
pub(super) type Word = (u32, NodeId, u8, Option<bool>, Access);
