//! A function as a graph without cycles, in which every run that ends has a path.

use std::collections::{BTreeMap, BTreeSet};

use focuscheck_base::source::Span;
use focuscheck_check::tree::ObjectId;
use focuscheck_ir::program::graph::{Expr, NodeId};
use focuscheck_vc::guarded::graph::{BlockId, Command, Fact, Frame, FrameId};
use focuscheck_vc::guarded::order::Linked;

/// A function whose loops are a few copies, and whose calls are inlined or may change everything.
#[derive(Debug)]
pub struct Ways<'g> {
    /// Its execution, then those of what it calls.
    pub frames: Vec<Frame>,
    /// All blocks, in an order in which every edge leads forward; the first one is the entry.
    pub blocks: Vec<Block<'g>>,
    /// For each node of the function itself its blocks.
    pub copies: BTreeMap<NodeId, Vec<BlockId>>,
    /// Pointer parameters that are taken to point to the start of what they point to.
    pub starts: Vec<ObjectId>,
    /// Whether there were too many blocks; then some paths end early, as runs that end.
    pub cut: Option<&'static str>,
    /// The nodes of the function itself that such a path would have come to: nothing is known of who passes them.
    pub behind: BTreeSet<NodeId>,
}

/// A block: steps, then a choice.
#[derive(Debug, Default)]
pub struct Block<'g> {
    /// What it does, in order.
    pub steps: Vec<Step<'g>>,
    /// Where it goes on.
    pub edges: Vec<Edge<'g>>,
    /// What a path is that comes here and has no edge to take.
    pub ends: bool,
}

impl Linked for Block<'_> {
    fn targets(&mut self) -> impl Iterator<Item = &mut BlockId> {
        self.edges.iter_mut().map(|edge| &mut edge.to)
    }
}

/// A way out of a block.
#[derive(Clone, Copy, Debug)]
pub struct Edge<'g> {
    /// Where it leads.
    pub to: BlockId,
    /// The condition that has to hold, or not to hold, for it.
    pub guard: Option<Guard<'g>>,
}

/// What a way out of a branch ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// Nothing.
    Nothing,
    /// The loop around the branch.
    Loop,
}

/// The condition of an edge.
#[derive(Clone, Copy, Debug)]
pub struct Guard<'g> {
    /// The execution in which it is evaluated.
    pub frame: FrameId,
    /// The branch.
    pub node: NodeId,
    /// What this way out of it ends.
    pub ends: Ends,
    /// The condition.
    pub condition: &'g Expr,
    /// Whether it has to hold.
    pub holds: bool,
    /// Where it counts for a person: at the condition, or at `else`.
    pub at: u32,
}

/// What a block does.
#[derive(Debug)]
pub enum Step<'g> {
    /// What a command does to the state.
    Run(Command<'g>),
    /// A run that goes on here satisfies this, else it has failed.
    Check {
        /// What.
        fact: Fact<'g>,
        /// What a person is told of it.
        needs: Needs<'g>,
        /// Where.
        at: u32,
    },
    /// An annotation says that this holds.
    Given {
        /// What.
        fact: Fact<'g>,
        /// Where it says so.
        at: u32,
    },
}

/// What a check needs, for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs<'g> {
    /// The pointer with this text is not null.
    NotNull(Span),
    /// The place with this text exists.
    Exists(Span),
    /// The divisor with this text is not zero.
    NotZero(Span),
    /// The shift with this text is by less than the width.
    Shift(Span),
    /// The result of the arithmetic with this text fits.
    Fits(Span),
    /// Nothing helps: an error that the program says is one.
    Never(Span),
    /// An annotation says so.
    Stated(&'g str),
}

/// What a hypothesis says.
#[derive(Clone, Copy, Debug)]
pub enum Source<'g> {
    /// The condition of an edge.
    Guard(Guard<'g>),
    /// What is checked, and where.
    Check(Needs<'g>, u32),
    /// What an annotation says, and where.
    Given(u32),
    /// How paths and values hang together.
    Other,
}
