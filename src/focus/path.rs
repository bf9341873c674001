//! Paths: what a walk back, or a slice of a concrete run, leaves of an execution, in forward order.

use std::rc::Rc;

use crate::facts::cfg::NodeId;
use crate::summary::error_set::{Access, ErrorSet, Reason};

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
