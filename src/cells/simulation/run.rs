//! What a run is: where its values come from, what is kept of it, how it ends.

use crate::facts::cfg::{ErrorId, NodeId, ScalarId, SiteId};
use focuscheck_base::doubt::Unmodelled;

use super::evaluate::Undefined;
pub use focuscheck_machine::Limits;

/// Where the values from outside come from.
pub trait Oracle {
    /// The value read at a site; `occurrence` counts the reads at this site from 0.
    fn input(&mut self, site: SiteId, occurrence: u32) -> i128;

    /// The value of a local variable that was declared without one; `None` if reading it is undefined.
    /// An analysis takes it for an input like any other.
    fn local(&mut self, site: SiteId, occurrence: u32) -> Option<i128> {
        Some(self.input(site, occurrence))
    }

    /// A value for what is not modelled, the next one of the run; `None` if there is none, so that a run that
    /// depends on it ends there.
    fn unmodelled(&mut self) -> Option<i128> {
        None
    }
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The procedure that was started returned (or there is none).
    Finished,
    /// An error was reached.
    Error(ErrorId),
    /// The path ended silently: `abort`, `exit`, an assumption that does not hold.
    Stopped,
    /// The behaviour is undefined.
    Undefined {
        /// Where.
        node: NodeId,
        /// Why.
        what: Undefined,
    },
    /// The run hangs on something that is not modelled.
    Unsupported {
        /// Where.
        node: NodeId,
        /// What is not modelled.
        reason: Unmodelled,
    },
    /// The oracle gave a value that the site cannot have.
    BadInput {
        /// The site.
        site: SiteId,
        /// The value.
        value: i128,
    },
    /// [`Limits::steps`] was reached.
    StepLimit,
    /// [`Limits::depth`] was reached.
    DepthLimit,
}

/// One node that was run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TraceStep {
    /// The node.
    pub node: NodeId,
    /// How many calls are open, not counting `main`.
    pub depth: u32,
    /// Whether the condition of a branch or an assumption held.
    pub outcome: Option<bool>,
    /// The cell that a load or a store chose.
    pub cell: Option<ScalarId>,
    /// The value assigned, the left value compared, or the result at an exit; `None` if it is not known.
    pub value: Option<i128>,
    /// The right value compared; where the offset of a pointer gets a value, the number of the object that it is in.
    pub right: Option<i128>,
}

/// A value that was read from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct InputRead {
    /// Where.
    pub site: SiteId,
    /// The how-many-th read at this site, from 0.
    pub occurrence: u32,
    /// The value.
    pub value: i128,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// How it ended.
    pub end: End,
    /// The nodes in order; the last one is where it ended.
    pub trace: Vec<TraceStep>,
    /// All inputs in the order in which they were read; those of globals and of `main`'s parameters first.
    pub inputs: Vec<InputRead>,
}
