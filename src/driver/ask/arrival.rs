//! Where runs are just before a check, and which places a run may pass more than once: what is said of "every run that
//! reaches line 9" is about the first, what is said of "after the loop" about the second.

use std::collections::BTreeSet;

use crate::verify::offset;
use focuscheck_base::limit::spend;
use focuscheck_base::source::Span;
use focuscheck_ir::program::graph::Action;
use focuscheck_ir::program::role::Role;
use focuscheck_smt::Prover;
use focuscheck_smt::term::FormulaId;
use focuscheck_vc::condition::passive::Query;
use focuscheck_vc::guarded::graph::{At, Block, BlockId, Command, Fact, FrameId, TraceKind};

use super::heads::Head;
use super::program::Asked;

/// So many steps lead back from an error to the condition that it hangs on.
const MOST_STEPS: usize = 20;

/// What stands in the source where a check is made.
struct Site {
    /// Its lines.
    lines: BTreeSet<u32>,
    /// The whole assertion.
    span: Span,
}

/// Whether a block is a part of a check.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Inside,
    Outside,
    /// Nothing stands there.
    Nothing,
}

impl Asked<'_> {
    /// The ways on which runs come to the lines of a check: before anything there is evaluated, the condition of an assertion
    /// least of all. Of an error call they lead to the condition that it hangs on. With the first of these lines.
    pub(super) fn arrivals(&self, prover: &mut Prover, query: &Query) -> (u32, Vec<FormulaId>) {
        let Ok(id) = query.about else { return (0, Vec::new()) };
        let obligation = &self.guarded.obligations[id.index()];
        let at = offset(self.source, obligation.at);
        let mut site = Site { lines: BTreeSet::from([self.line(at)]), span: self.assertion(at) };
        let mut from = BTreeSet::from([query.block]);
        if self.is_never(query) {
            let guards = self.branches_before(query.block);
            // An assertion has branches of its own, unless it fails whenever a run comes to it.
            if guards.iter().any(|guard| self.part(&site, *guard) != Part::Inside) {
                let own = guards.iter().flat_map(|block| offsets(&self.guarded.blocks[block.index()]));
                site.lines.extend(own.map(|at| self.line(at)));
                from = guards;
            }
        }
        let mut ways = Vec::new();
        let (mut open, mut seen) = (from.iter().copied().collect::<Vec<_>>(), from);
        while let Some(next) = open.pop() {
            spend(1);
            if next.0 == 0 {
                ways.push(prover.terms.constant(true));
            }
            for &(before, _, way) in &self.condition.points[next.index()].incoming {
                match self.part(&site, before) {
                    Part::Outside => ways.push(way),
                    Part::Inside | Part::Nothing if seen.insert(before) => open.push(before),
                    Part::Inside | Part::Nothing => {}
                }
            }
        }
        (site.lines.first().copied().unwrap_or_default(), ways)
    }

    /// The ways to where the check is made: behind the branches that lead to an error, else where the condition is.
    pub(super) fn checked(&self, query: &Query) -> Vec<FormulaId> {
        let from = match self.is_never(query) {
            true => self.branches_before(query.block),
            false => BTreeSet::from([query.block]),
        };
        from.into_iter().map(|block| self.condition.passed[block.index()]).collect()
    }

    /// Whether a run that comes to a check fails there: the condition has been looked at before.
    fn is_never(&self, query: &Query) -> bool {
        let commands = &self.guarded.blocks[query.block.index()].commands;
        matches!(commands.get(query.command), Some(Command::Assert(_, Fact::False, _)))
    }

    /// The branches that lead to an error: it stands behind marks.
    fn branches_before(&self, block: BlockId) -> BTreeSet<BlockId> {
        let mut from = BTreeSet::from([block]);
        for _ in 0..MOST_STEPS {
            let incoming = |block: &BlockId| self.condition.points[block.index()].incoming.iter();
            let before: BTreeSet<BlockId> = from.iter().flat_map(incoming).map(|way| way.0).collect();
            if before.is_empty() {
                break;
            }
            let branches = before.iter().any(|block| self.guarded.blocks[block.index()].edges.len() > 1);
            from = before;
            if branches {
                break;
            }
        }
        from
    }

    /// The line of an offset.
    pub(super) fn line(&self, offset: u32) -> u32 {
        self.source.position(offset).line
    }

    /// The assertion that stands somewhere.
    fn assertion(&self, at: u32) -> Span {
        let mut stands = self.graph.nodes.iter().filter(|node| node.span.start == at);
        let error = stands.find(|node| matches!(node.action, Action::Error(_)));
        error.map_or(Span::new(at, at), |node| node.span)
    }

    fn part(&self, site: &Site, block: BlockId) -> Part {
        let frame = self.frame(block);
        let block = &self.guarded.blocks[block.index()];
        let is_inside =
            |at: u32| (site.span.start <= at && at < site.span.end) || site.lines.contains(&self.line(at));
        // What a function does that is called in the check is a part of it.
        let is_part = |(frame, at): (Option<FrameId>, Option<u32>)| {
            at.into_iter().chain(frame.into_iter().flat_map(|frame| self.calls(frame))).any(is_inside)
        };
        let mut stands = block.commands.iter().filter_map(place).chain(guarded(block, frame)).peekable();
        let leaves = |command: &Command<'_>| match command {
            Command::ForgetAll | Command::ForgetLives | Command::Cut(_) => true,
            Command::Havoc { .. }
            | Command::Bind { .. }
            | Command::Leave { .. }
            | Command::AnyResult(..)
            | Command::Forget(..)
            | Command::ForgetOne(_)
            | Command::Run { .. }
            | Command::Assume(..)
            | Command::Assert(..)
            | Command::Remember(..)
            | Command::End(..) => false,
        };
        if stands.peek().is_none() && !block.commands.iter().any(leaves) {
            return Part::Nothing;
        }
        match stands.peek().is_some() && stands.all(is_part) {
            true => Part::Inside,
            false => Part::Outside,
        }
    }

    /// Whether a run may pass some blocks more than once.
    pub(super) fn repeats<'h>(
        &self,
        heads: impl IntoIterator<Item = (&'h BlockId, &'h Head)>,
        passed: &BTreeSet<BlockId>,
    ) -> bool {
        let after = self.after(passed);
        let blocks = &self.guarded.blocks;
        // Where a run would come back to the head of a loop the graph is cut.
        let is_back = |block: &BlockId, head: &Head| {
            let block = &blocks[block.index()];
            match head.rounds {
                Some(own) => block.role == Some(Role::LoopBack(own)),
                None => block.edges.is_empty() && !block.ends,
            }
        };
        heads.into_iter().any(|(id, head)| {
            let goes_back = passed.contains(id) || after.iter().any(|block| is_back(block, head));
            goes_back && !self.after(&BTreeSet::from([*id])).is_disjoint(passed)
        })
    }
}

/// Whose execution does what a command says, and where that stands, as far as it is said; `None`: the command stands nowhere.
fn place(command: &Command<'_>) -> Option<(Option<FrameId>, Option<u32>)> {
    match command {
        Command::Run { frame, span, .. } | Command::Havoc { frame, span, .. } => {
            Some((Some(*frame), Some(span.start)))
        }
        Command::Bind { frame, .. }
        | Command::Leave { frame, .. }
        | Command::AnyResult(frame, ..)
        | Command::Forget(frame, _) => Some((Some(*frame), None)),
        Command::ForgetAll
        | Command::ForgetOne(_)
        | Command::ForgetLives
        | Command::Cut(_)
        | Command::Assume(..)
        | Command::Assert(..)
        | Command::Remember(..)
        | Command::End(..) => None,
    }
}

/// Whose execution goes on at the end of a block by what condition, and the loop that begins there in the block's execution.
fn guarded(
    block: &Block<'_>,
    frame: Option<FrameId>,
) -> impl Iterator<Item = (Option<FrameId>, Option<u32>)> {
    let guards = block.edges.iter().filter_map(|edge| edge.guard);
    let guards = guards.map(|(frame, condition, _)| (Some(frame), Some(condition.span.start)));
    let head = block.label.filter(|label| label.kind == TraceKind::AnyLoopHead);
    let head = head.and_then(|label| match label.at {
        At::Here(at) => Some(at),
        At::Behind(_) => None,
    });
    guards.chain(head.map(move |at| (frame, Some(at))))
}

/// Where what a block does stands in the source.
fn offsets(block: &Block<'_>) -> Vec<u32> {
    let run = block.commands.iter().filter_map(|command| match command {
        Command::Run { span, .. } => Some(span.start),
        _ => None,
    });
    run.chain(guarded(block, None).filter_map(|(_, at)| at)).collect()
}
