//! The points of the walk back, and what tells them apart.

use std::rc::Rc;

use focuscheck_rules::schema::{ErrorSet as SetId, Goal, State};

use crate::facts::cfg::{NodeId, StatementId, UnitId};
use crate::focus::store::Store;
use crate::summary::error_set::{Access, Reason};

/// An open call: the walk is inside the callee and will come out at the call.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Frame {
    pub(super) call: State,
    pub(super) goal: Goal,
    pub(super) after: SetId,
    pub(super) touched: bool,
    pub(super) returned: bool,
    pub(super) parent: Option<u32>,
    pub(super) level: u32,
    pub(super) rest: u32,
}

/// How a point was come to.
#[derive(Clone, Copy, Debug)]
pub(super) enum Move {
    Violation,
    Step { reason: Option<Reason>, outcome: Option<bool>, access: Access },
    Enter { returns: bool, touched: bool },
    Leave,
    Over,
}

/// The statement, unit and frame of the last focus statement that was counted.
pub(super) type Last = Option<(StatementId, UnitId, Option<u32>)>;

/// A state with an error set and the calls that are open, and the suffix that was walked to it.
#[derive(Clone, Debug)]
pub(super) struct Point {
    pub(super) parent: Option<u32>,
    pub(super) state: State,
    pub(super) set: SetId,
    pub(super) frame: Option<u32>,
    pub(super) touched: bool,
    pub(super) returned: bool,
    pub(super) word: u32,
    pub(super) cost: u32,
    pub(super) last: Last,
    pub(super) statements: Rc<Vec<StatementId>>,
    pub(super) store: Rc<Store>,
    pub(super) passage: Move,
}

/// The last focus statement of a suffix, after the number of the rest.
pub(super) type Word = (u32, NodeId, u8, Option<bool>, Access);
/// What makes a point the same as one that was there, and what makes it the same place.
pub(super) type VisitKey = (State, SetId, Option<u32>, u32, bool, bool);
pub(super) type PlaceKey = (State, SetId, Option<u32>, bool, bool);
