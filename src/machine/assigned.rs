//! What may be assigned.

use std::collections::BTreeSet;

use focuscheck_check::logic::tree::Assigns;
use focuscheck_ir::program::access::{Accessed, writes};
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
/// the loop assigns, by itself or in what it calls.
pub fn is_moved(graph: &Graph, loops: &Loops, head: NodeId, assigns: &Assigns) -> bool {
    let read = assigns.objects_read();
    let (mut open, mut seen): (Vec<NodeId>, BTreeSet<ProcedureId>) =
        (loops.body(head).collect(), BTreeSet::new());
    while let Some(node) = open.pop() {
        for written in writes(&graph.nodes[node.index()].action) {
            match written {
                Accessed::Place(_) if written.object().is_some_and(|object| read.contains(&object)) => {
                    return true;
                }
                Accessed::Callee(Callee::Procedure(called)) if seen.insert(*called) => {
                    open.extend(graph.nodes_of(*called));
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
        let span = self.assigns.span;
        let doubt = Doubtful { reason: "places that are others in each round".into(), span };
        Allowed { doubt: Some(doubt), ..self }
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
