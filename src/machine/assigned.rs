//! What may be assigned.

use std::collections::BTreeSet;

use focuscheck_check::logic::tree::Assigns;
use focuscheck_check::tree::ObjectId;
use focuscheck_ir::program::access::{Accessed, writes};
use focuscheck_ir::program::addresses::{Addressed, addresses};
use focuscheck_ir::program::graph::{Callee, Graph, NodeId, ProcedureId};
use focuscheck_ir::program::loops::Loops;

use super::location::Extent;
use super::reading::{Doubtful, Judged, Reader};
use super::value::BlockId;

/// What a contract or a loop allows to be assigned, read where it began.
pub(super) struct Allowed<'g> {
    pub assigns: &'g Assigns,
    extents: Vec<Extent>,
    /// Why more may be allowed.
    doubt: Option<Doubtful>,
    /// Whether it applies to the run.
    applies: Judged,
    /// Blocks from this one on are new since then.
    first: BlockId,
}

/// Whether the places that a clause of a loop means are others in each round: it reads a variable to say where they are that
/// the loop assigns, by itself or in what it calls, by name or through a pointer that may lead to it. What it reads through
/// pointers is not looked at: there a run shows whether the places are the same.
pub fn is_moved(graph: &Graph, loops: &Loops, head: NodeId, assigns: &Assigns) -> bool {
    let read = assigns.objects_read();
    let reaches_read = || {
        let mut found = false;
        let mut tell = |taken| found |= matches!(taken, Addressed::Object(object) if read.contains(&object));
        graph.nodes.iter().for_each(|node| addresses(&node.action, &mut tell));
        found
    };
    // Nodes, each with whether it is one of the loop. What is called has locals of its own, also where it is the same
    // procedure.
    let mut open: Vec<(NodeId, bool)> = loops.body(head).map(|node| (node, true)).collect();
    let mut seen: BTreeSet<ProcedureId> = BTreeSet::new();
    while let Some((node, own)) = open.pop() {
        let is_read =
            |object: ObjectId| read.contains(&object) && (own || graph.objects[object.index()].fixed);
        for written in writes(&graph.nodes[node.index()].action) {
            match written {
                Accessed::Place(_) if written.object().is_some_and(is_read) => return true,
                Accessed::Place(_) | Accessed::Behind(_) | Accessed::Outside
                    if written.object().is_none() && reaches_read() =>
                {
                    return true;
                }
                Accessed::Callee(Callee::Procedure(called)) if seen.insert(*called) => {
                    open.extend(graph.nodes_of(*called).map(|node| (node, false)));
                }
                Accessed::Place(_)
                | Accessed::Object(_)
                | Accessed::Behind(_)
                | Accessed::Callee(_)
                | Accessed::Outside => {}
            }
        }
    }
    false
}

impl Allowed<'_> {
    /// The same, where the places are others in each round.
    pub fn moved(self) -> Self {
        Allowed { doubt: Some(self.moves()), ..self }
    }

    /// The doubt that stays where the places are others than when the loop began.
    pub fn moves(&self) -> Doubtful {
        Doubtful { reason: "places that are others in each round".into(), span: self.assigns.span }
    }

    /// Whether the same clause means the same places at another moment.
    pub fn is_same(&self, other: &Self) -> bool {
        self.extents == other.extents && self.doubt.is_none() == other.doubt.is_none()
    }

    /// Whether these bits may be assigned.
    pub fn allows(&self, extent: &Extent) -> Judged {
        let new = extent.block.is_some_and(|block| block >= self.first);
        if new || extent.is_covered(&self.extents) {
            return Ok(true);
        }
        match (&self.applies, &self.doubt) {
            (Ok(false), _) => Ok(true),
            (Err(doubt), _) | (Ok(true), Some(doubt)) => Err(doubt.clone()),
            (Ok(true), None) => Ok(false),
        }
    }
}

impl Reader<'_> {
    /// What may be assigned by a clause that begins in the state that is read. Blocks from `first` on are new.
    pub fn allowed<'g>(&mut self, assigns: &'g Assigns, applies: Judged, first: BlockId) -> Allowed<'g> {
        let mut allowed = Allowed { assigns, extents: Vec::new(), doubt: None, applies, first };
        for location in &assigns.locations {
            match self.extents(location) {
                Ok(extents) => allowed.extents.extend(extents),
                Err(doubt) => allowed.doubt = allowed.doubt.or(Some(doubt)),
            }
        }
        allowed
    }
}
