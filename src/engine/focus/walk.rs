//! The walk back from a violation, over the states of a run: from a spot the spots one move before it.
//!
//! Calls are followed into their callees and out again, or stepped over where nothing inside matters. The enumeration walks
//! so over what a forward run reached, with a choice at most spots; the slice of a concrete run is the same walk
//! over one trace, with none.

use std::rc::Rc;

use focuscheck_rules::edges::{Edges, ErrorSets};
use focuscheck_rules::schema::{ErrorSet as SetId, Goal, State};

use crate::summary::backward::Walker;
use crate::summary::error_set::{Access, ErrorSet, Reason};
use crate::summary::grouping::FrameProgress;
use crate::summary::state::Interner;
use focuscheck_cells::facts::cfg::{Action, NodeId, ScalarId};

use super::path::{Element, Passage};

/// An open call: the walk is inside the callee and will come out at the call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Frame {
    /// The state at the call.
    pub call: State,
    /// What the callee is asked.
    pub goal: Goal,
    /// The error set after the call.
    pub after: SetId,
    /// What was told of the caller.
    pub told: FrameProgress,
    /// The frame of the caller, if that is an open call, too.
    pub parent: Option<u32>,
    /// How many calls are open.
    pub level: u32,
}

/// Where a walk is: a state with an error set, and the calls that are open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Spot {
    /// The state.
    pub state: State,
    /// What matters there.
    pub set: SetId,
    /// The number of the innermost open call.
    pub frame: Option<u32>,
    /// What was told of the procedure that the spot is in.
    pub told: FrameProgress,
}

/// How a spot was come to.
#[derive(Clone, Copy, Debug)]
pub enum Move {
    /// The walk begins there.
    Violation,
    /// Back over a node.
    Step {
        /// Why it is a focus statement.
        reason: Option<Reason>,
        /// The outcome of a branch.
        outcome: Option<bool>,
        /// The cell of a subscripted access.
        access: Access,
    },
    /// Out of a callee, to its call.
    Enter {
        /// Whether the callee returns before the violation.
        returns: bool,
        /// Whether it has a focus statement.
        touched: bool,
    },
    /// From behind a call into its callee.
    Leave,
    /// Over a call.
    Over,
}

/// A move with the spot that it leads to.
#[derive(Clone, Copy, Debug)]
pub struct Moved {
    /// The move.
    pub by: Move,
    /// The spot.
    pub spot: Spot,
}

/// A walk over the states of a run.
pub struct Walk<'a> {
    walker: &'a Walker<'a>,
    edges: &'a Edges<'a>,
    start: State,
    frames: Interner<Frame>,
}

impl<'a> Walk<'a> {
    /// A walk back to a start.
    pub fn new(walker: &'a Walker<'a>, edges: &'a Edges<'a>, start: State) -> Self {
        Walk { walker, edges, start, frames: Interner::default() }
    }

    /// The frame with a number.
    pub fn frame(&self, number: u32) -> &Frame {
        self.frames.get(number)
    }

    /// How many calls are open in a frame.
    pub fn level(&self, frame: Option<u32>) -> u32 {
        frame.map_or(0, |frame| self.frame(frame).level)
    }

    /// The goal of a frame.
    pub fn goal(&self, frame: Option<u32>) -> Goal {
        frame.map_or(Goal::OPEN, |frame| self.frame(frame).goal)
    }

    /// The spot of a violation.
    pub fn begin(&self, violation: State) -> Spot {
        Spot { state: violation, set: self.walker.initial(violation), frame: None, told: FrameProgress::OPEN }
    }

    /// Whether a walk can end in the spot.
    pub fn is_start(&self, spot: &Spot) -> bool {
        spot.state == self.start && spot.frame.is_none()
    }

    /// The moves back from a spot, in order.
    pub fn back(&mut self, spot: &Spot) -> Vec<Moved> {
        let states = self.edges.states();
        if !states.is_entry(spot.state) && spot.state != self.start {
            let mut moves = Vec::new();
            self.step_back(spot, &mut moves);
            self.go_behind(spot, &mut moves);
            return moves;
        }
        match spot.frame {
            Some(frame) => self.come_out(spot, frame).into_iter().collect(),
            None => states.called(spot.state).map(|call| self.leave_open(spot, call)).collect(),
        }
    }

    /// Over the edges of the slice graph; a subscript that is not known is narrowed to the cases of an edge.
    fn step_back(&self, spot: &Spot, moves: &mut Vec<Moved>) {
        let walker = self.walker;
        for edge in self.edges.back(spot.state, spot.set).iter() {
            let (node, next) = (walker.node(edge.before), walker.node(spot.state));
            let outcome = walker.outcome(node, next);
            let after = walker.set(spot.set);
            let known = walker.states().access(edge.before);
            for access in self.accesses(known, node, &after) {
                let (set, reason) = if access == known {
                    (edge.set, edge.reason)
                } else {
                    let (before, reason) = walker.dependence().step_back(node, outcome, access, &after);
                    (walker.intern(before), reason)
                };
                let told = walker.dependence().grouping().passed(spot.told, node, reason);
                let spot = Spot { state: edge.before, set, told, ..*spot };
                moves.push(Moved { by: Move::Step { reason, outcome, access }, spot });
            }
        }
    }

    /// The cases of an access: one for each cell that matters, if it is not known which it denotes.
    fn accesses(&self, known: Access, node: NodeId, set: &ErrorSet) -> Vec<Access> {
        match &self.walker.dependence().graph.nodes[node.index()].action {
            Action::Load { target, range, .. } if set.has_scalar(*target) => match known {
                Access::Any => range.cells().map(Access::Cell).collect(),
                known => vec![known],
            },
            Action::Store { range, .. } => {
                let matters: Vec<ScalarId> = range.cells().filter(|c| set.has_scalar(*c)).collect();
                match known {
                    Access::Cell(cell) if matters.contains(&cell) => vec![known],
                    Access::Cell(_) | Access::Elsewhere => vec![Access::Elsewhere],
                    Access::Any | Access::Plain => {
                        matters.into_iter().map(Access::Cell).chain([Access::Elsewhere]).collect()
                    }
                }
            }
            Action::Load { .. } => vec![Access::Any],
            _ => vec![Access::Plain],
        }
    }

    /// To the calls that go on in the spot: over them, or into their callees.
    fn go_behind(&mut self, spot: &Spot, moves: &mut Vec<Moved>) {
        for call in self.edges.returned(spot.state, spot.set).iter() {
            moves.push(match call.asked {
                None => Moved { by: Move::Over, spot: Spot { state: call.call, ..*spot } },
                Some(goal) => {
                    let frame = self.frames.intern(Frame {
                        call: call.call,
                        goal,
                        after: spot.set,
                        told: spot.told,
                        parent: spot.frame,
                        level: self.level(spot.frame) + 1,
                    });
                    let (state, set) = self.walker.asks(goal);
                    let spot = Spot { state, set, frame: Some(frame), told: FrameProgress::default() };
                    Moved { by: Move::Leave, spot }
                }
            });
        }
    }

    /// Out of a callee at its call, if it is entered there as it was walked.
    fn come_out(&self, spot: &Spot, frame: u32) -> Option<Moved> {
        let frame = Rc::clone(self.frames.get(frame));
        if self.edges.entry(frame.call) != spot.state {
            return None;
        }
        let touched = spot.told.touched;
        let set = self.walker.leave(frame.call, frame.after, spot.set, touched);
        let told = FrameProgress { touched: frame.told.touched || touched, ..frame.told };
        let spot = Spot { state: frame.call, set, frame: frame.parent, told };
        Some(Moved { by: Move::Enter { returns: true, touched }, spot })
    }

    /// Out of a procedure that has not returned when the violation happens.
    fn leave_open(&self, spot: &Spot, call: State) -> Moved {
        let set = self.walker.pending_call(call, spot.set);
        Moved { by: Move::Enter { returns: false, touched: true }, spot: Spot { state: call, set, ..*spot } }
    }

    /// What a spot leaves on the path, given the error set of the spot after it.
    pub fn element(&self, moved: &Moved, after: SetId) -> Element {
        let (passage, outcome, access, reason) = match moved.by {
            Move::Violation => (Passage::Violation, None, Access::Plain, Some(Reason::Data)),
            Move::Step { reason, outcome, access } => (Passage::Action, outcome, access, reason),
            Move::Enter { returns, touched } => {
                (Passage::Enter { returns }, None, Access::Plain, touched.then_some(Reason::Control))
            }
            Move::Leave => (Passage::Leave, None, Access::Plain, None),
            Move::Over => (Passage::Over, None, Access::Plain, None),
        };
        let node = self.walker.node(moved.spot.state);
        Element { node, passage, outcome, access, reason, after: self.walker.set(after) }
    }
}
