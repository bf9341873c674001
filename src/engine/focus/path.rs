//! Paths: what a walk back, or a slice of a concrete run, leaves of an execution, in forward order.

use std::rc::Rc;

use crate::summary::error_set::{Access, ErrorSet, Reason};
use focuscheck_cells::facts::cfg::NodeId;

/// What happens at an element of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Passage {
    /// An action inside a procedure.
    Action,
    /// A call that the path follows into the callee; whether it comes back before the violation.
    Enter {
        /// Whether the callee returns.
        returns: bool,
    },
    /// The end of a callee, back to its call.
    Leave,
    /// A call whose inside does not matter.
    Over,
    /// The violation.
    Violation,
}

/// One element of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element {
    /// The node.
    pub node: NodeId,
    /// What happens there.
    pub passage: Passage,
    /// The outcome of a branch.
    pub outcome: Option<bool>,
    /// The cell of a subscripted access.
    pub access: Access,
    /// Why it is a focus statement; `None` if it is not.
    pub reason: Option<Reason>,
    /// What matters after it (of its own frame; after an `Enter`: at the callee's entry).
    pub after: Rc<ErrorSet>,
}

impl Element {
    /// What identifies the element in a sequence of focus statements; `None` if it does not belong to one.
    pub fn key(&self) -> Option<(NodeId, u8, Option<bool>, Access)> {
        let kind = match self.passage {
            Passage::Action => 0,
            Passage::Enter { .. } => 1,
            Passage::Violation => 2,
            Passage::Leave | Passage::Over => return None,
        };
        self.reason.map(|_| (self.node, kind, self.outcome, self.access))
    }
}

/// Whether two paths have the same sequence of focus statements with the same atomic outcomes.
pub fn same_sequence(one: &[Element], other: &[Element]) -> bool {
    one.iter().filter_map(Element::key).eq(other.iter().filter_map(Element::key))
}

/// In which frame each element of a path is. Frames are numbered in the order in which they are entered; an `Enter` is in
/// the frame of the caller, a `Leave` in that of the callee.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Frames {
    /// Number and depth, by position.
    of: Vec<(u32, u32)>,
    /// Where each frame was entered; nothing for the one in which the path begins.
    calls: Vec<Option<usize>>,
}

impl Frames {
    /// The frames of a path.
    pub fn of(path: &[Element]) -> Frames {
        let mut frames = Frames { of: Vec::with_capacity(path.len()), calls: vec![None] };
        let mut open = vec![0u32];
        for (position, element) in path.iter().enumerate() {
            frames.of.push((*open.last().unwrap_or(&0), open.len() as u32 - 1));
            match element.passage {
                Passage::Enter { .. } => {
                    open.push(frames.calls.len() as u32);
                    frames.calls.push(Some(position));
                }
                Passage::Leave if open.len() > 1 => {
                    open.pop();
                }
                Passage::Leave | Passage::Action | Passage::Over | Passage::Violation => {}
            }
        }
        frames
    }

    /// The frame at a position.
    pub fn at(&self, position: usize) -> u32 {
        self.of[position].0
    }

    /// The frame at a position, if the path is that long.
    pub fn get(&self, position: usize) -> Option<u32> {
        self.of.get(position).map(|&(frame, _)| frame)
    }

    /// The depth at a position.
    pub fn depth(&self, position: usize) -> u32 {
        self.of[position].1
    }

    /// Where the frame at a position was entered.
    pub fn call(&self, position: usize) -> Option<usize> {
        self.calls[self.at(position) as usize]
    }
}
