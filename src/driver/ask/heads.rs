//! Where the values that a loop leaves unknown are known: after it, at the start of its rounds, or wherever a run comes back
//! to its head.
//!
//! A question has to be about exactly the moments that its formula is about. The value of a variable at the head of a loop
//! is its value after the loop only if the condition changes nothing, and if nothing that matters leaves the loop but by
//! its condition.

use std::collections::{BTreeMap, BTreeSet};

use crate::verify::offset;
use focuscheck_base::limit::spend;
use focuscheck_ir::program::access::writes;
use focuscheck_ir::program::graph::Action;
use focuscheck_ir::program::role::{LoopId, LoopKind, Role};
use focuscheck_report::ask::model::Point;
use focuscheck_vc::guarded::graph::{At, Block, BlockId, Command, FrameId, TraceKind};

use super::program::{Asked, Place};

/// The head of a loop, as questions about one error see it.
#[derive(Clone, Debug)]
pub(super) struct Head {
    /// Where its values are known.
    pub point: Point,
    /// The blocks that a run passes exactly at those moments.
    pub moments: BTreeSet<BlockId>,
    /// Where the loop begins in the text.
    pub offset: u32,
    /// The loop, if its rounds end at a mark.
    pub rounds: Option<LoopId>,
    /// The blocks in which its condition is evaluated, if not every evaluation is at one of the moments.
    pub condition: BTreeSet<BlockId>,
}

/// What surrounds a head: where its condition leads.
#[derive(Default)]
struct LoopEdges {
    exits: BTreeSet<BlockId>,
    bodies: BTreeSet<BlockId>,
    /// The blocks in which it is evaluated.
    condition: BTreeSet<BlockId>,
    /// Whether looking at the condition changes a variable.
    changes: bool,
}

impl Asked<'_> {
    /// The heads of loops that are cut, by their blocks.
    pub(super) fn heads(&self, place: &Place) -> BTreeMap<BlockId, Head> {
        let failing = self.failing(place);
        let blocks = (0u32..).map(BlockId).zip(&self.guarded.blocks);
        let heads = blocks.filter_map(|(id, block)| {
            let label = block.label.filter(|label| label.kind == TraceKind::AnyLoopHead)?;
            let At::Here(offset) = label.at else { return None };
            Some((id, self.head(id, offset, &failing)))
        });
        heads.collect()
    }

    fn head(&self, block: BlockId, offset: u32, failing: &BTreeSet<BlockId>) -> Head {
        let line = self.source.position(offset).line;
        let entry = (0u32..).zip(&self.graph.loops).find(|(_, entry)| entry.span.start == offset);
        let marked = entry.filter(|(_, entry)| entry.kind != LoopKind::Goto);
        let rounds = marked.map(|(id, _)| LoopId(id));
        let here = |point| {
            let (moments, condition) = (BTreeSet::from([block]), BTreeSet::new());
            Head { point, moments, offset, rounds, condition }
        };
        let id = match marked {
            Some((id, entry)) if matches!(entry.kind, LoopKind::While | LoopKind::For) => LoopId(id),
            // Every visit begins a round.
            Some(_) | None => return here(Point::InLoop(line)),
        };
        let around = self.around(block, id);
        if around.exits.is_empty() {
            return here(Point::InLoop(line));
        }
        let inside = !self.after(&around.bodies).is_disjoint(failing);
        let behind = !self.after(&around.exits).is_disjoint(failing);
        match (around.changes, inside, behind) {
            (false, false, _) => Head {
                point: Point::AfterLoop(line),
                moments: around.exits,
                offset,
                rounds,
                condition: around.condition,
            },
            (false, true, false) => Head {
                point: Point::InLoop(line),
                moments: around.bodies,
                offset,
                rounds,
                condition: around.condition,
            },
            (true, _, _) | (false, true, true) => here(Point::AtLoop(line)),
        }
    }

    /// The blocks in which the error happens.
    fn failing(&self, place: &Place) -> BTreeSet<BlockId> {
        let queries = self.condition.queries.iter();
        let own = queries.filter(|query| query.about.as_ref().is_ok_and(|id| place.obligations.contains(id)));
        own.map(|query| query.block).collect()
    }

    /// Where the condition of a loop leads from its head.
    fn around(&self, head: BlockId, id: LoopId) -> LoopEdges {
        let mut around = LoopEdges::default();
        let (mut open, mut seen) = (vec![head], BTreeSet::new());
        while let Some(next) = open.pop() {
            spend(1);
            if !seen.insert(next) {
                continue;
            }
            let block = &self.guarded.blocks[next.index()];
            match block.role {
                Some(Role::LoopExit(own)) if own == id => _ = around.exits.insert(next),
                Some(Role::LoopBody(own)) if own == id => _ = around.bodies.insert(next),
                _ => {
                    around.condition.insert(next);
                    around.changes |= changes(block, next == head);
                    open.extend(block.edges.iter().map(|edge| edge.to));
                }
            }
        }
        around
    }

    /// All blocks that runs can come to from some.
    pub(super) fn after(&self, from: &BTreeSet<BlockId>) -> BTreeSet<BlockId> {
        let (mut open, mut seen) = (from.iter().copied().collect::<Vec<_>>(), BTreeSet::new());
        while let Some(next) = open.pop() {
            spend(1);
            if seen.insert(next) {
                open.extend(self.guarded.blocks[next.index()].edges.iter().map(|edge| edge.to));
            }
        }
        seen
    }

    /// Where runs are that do not fail: at an end, after a round of a loop of which single rounds are asked about, or after
    /// one of a loop that nobody leaves.
    pub(super) fn passing(&self, heads: &BTreeMap<BlockId, Head>) -> BTreeSet<BlockId> {
        let blocks = &self.guarded.blocks;
        let ends = self.ends();
        let mut passing = BTreeSet::new();
        for (number, block) in blocks.iter().enumerate() {
            spend(1);
            let id = BlockId(number as u32);
            if block.ends {
                passing.insert(id);
            }
            let Some(head) = heads.get(&id) else { continue };
            let is_last = |block: &Block<'_>| match head.rounds {
                Some(own) if ends[number] => block.role == Some(Role::LoopBack(own)),
                Some(_) | None => block.edges.is_empty(),
            };
            // In a run that has left a loop there is no further round.
            if !ends[number] || !matches!(head.point, Point::AfterLoop(_)) {
                let after = self.after(&BTreeSet::from([id]));
                passing.extend(after.into_iter().filter(|last| is_last(&blocks[last.index()])));
            }
        }
        passing
    }

    /// The lines of the loops that are cut and that runs leave.
    pub(super) fn loops(&self) -> BTreeSet<u32> {
        let heads = self.guarded.blocks.iter().zip(self.ends()).filter_map(|(block, ends)| {
            block.label.filter(|label| label.kind == TraceKind::AnyLoopHead && ends)
        });
        heads.map(|label| self.source.position(offset(self.source, label.at)).line).collect()
    }

    /// For each block whether a run can come from it to an end.
    fn ends(&self) -> Vec<bool> {
        let blocks = &self.guarded.blocks;
        let mut ends = vec![false; blocks.len()];
        // Edges lead to blocks with higher numbers.
        for (number, block) in blocks.iter().enumerate().rev() {
            spend(1);
            ends[number] = block.ends || block.edges.iter().any(|edge| ends[edge.to.index()]);
        }
        ends
    }

    /// Where the calls stand that an execution of a function is in, the innermost first.
    pub(super) fn calls(&self, frame: FrameId) -> impl Iterator<Item = u32> {
        let mut frame = frame;
        std::iter::from_fn(move || {
            spend(1);
            let (caller, offset) = self.called.get(&frame).copied()?;
            frame = caller;
            Some(offset)
        })
    }

    /// Whether there is another execution of a function than this one.
    pub(super) fn is_executed_again(&self, frame: FrameId) -> bool {
        let own = self.guarded.frames[frame.index()].function;
        self.guarded.frames.iter().filter(|other| other.function == own).count() > 1
    }

    /// The execution that a block is a part of.
    pub(super) fn frame(&self, block: BlockId) -> Option<FrameId> {
        self.guarded.blocks[block.index()].commands.iter().find_map(|command| match command {
            Command::Run { frame, .. } | Command::Havoc { frame, .. } => Some(*frame),
            Command::Bind { caller, .. } | Command::Leave { caller, .. } => Some(*caller),
            Command::Remember(frame, _) => Some(*frame),
            Command::Assume(..)
            | Command::Assert(..)
            | Command::AnyResult(..)
            | Command::Forget(..)
            | Command::ForgetOne(_)
            | Command::ForgetAll
            | Command::ForgetLives
            | Command::End(..)
            | Command::Cut(_) => None,
        })
    }
}

/// Whether a block changes a variable; at the head of a loop beside what is forgotten there.
fn changes(block: &Block<'_>, is_head: bool) -> bool {
    block.commands.iter().any(|command| match command {
        Command::Run { action, .. } => {
            let ends = matches!(action, Action::Return(_) | Action::Exit);
            ends || !writes(action).is_empty()
        }
        Command::Havoc { .. } => !is_head,
        Command::Assume(..) | Command::Assert(..) | Command::Remember(..) | Command::AnyResult(..) => false,
        Command::Bind { .. }
        | Command::Leave { .. }
        | Command::Forget(..)
        | Command::ForgetOne(_)
        | Command::ForgetAll
        | Command::ForgetLives
        | Command::End(..)
        | Command::Cut(_) => true,
    })
}
