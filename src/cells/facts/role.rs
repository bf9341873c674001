//! Which edges of the graph do what in the source, and its loops.

use serde::{Deserialize, Serialize};

use super::id::{NodeId, ProcedureId};
use focuscheck_base::source::Span;
pub use focuscheck_ir::program::role::{LoopId, LoopKind, Role};
use focuscheck_syntax::annotation::Annotation;

/// A loop of the source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Loop {
    /// What makes it.
    pub kind: LoopKind,
    /// The procedure.
    pub procedure: ProcedureId,
    /// The first node of each round, which every way round passes; loops that begin together share it. `None` if
    /// nothing in the loop does anything before it is left.
    pub head: Option<NodeId>,
    /// The statement, from its keyword on; of a `goto` loop the text of its head.
    pub span: Span,
    /// The annotations before it.
    pub annotations: Vec<Annotation>,
}

/// One role of an edge. An edge that stands for several in a row has several roles, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct EdgeRole {
    /// Where the edge begins.
    pub from: NodeId,
    /// Its position among the successors.
    pub slot: u32,
    /// What it does.
    pub role: Role,
    /// What does it: the branch (of a missing `else` the `if`), the loop, the label, the jump, the call.
    pub span: Span,
}
