//! Procedures of the result: copies of those of the graph.

use std::collections::BTreeMap;

use crate::check::tree::{FunctionId, ObjectId};
use crate::facts::cfg::{self, CellRange, Expr, ScalarId};
use crate::program::graph::{NodeId, ProcedureId, TemporaryId};
use crate::program::outline;
use crate::program::role::LoopId;

use super::uses::Uses;

/// The scalars of an object: they stand together.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    /// The first one.
    pub first: ScalarId,
    /// How many there are.
    pub count: u32,
}

impl Variable {
    pub fn cells(&self) -> impl Iterator<Item = ScalarId> + use<> {
        (self.first.0..self.first.0 + self.count).map(ScalarId)
    }

    pub fn contains(&self, scalar: ScalarId) -> bool {
        (self.first.0..self.first.0 + self.count).contains(&scalar.0)
    }
}

/// Where a value is read or written.
#[derive(Clone, Debug)]
pub(super) enum Target {
    /// A known cell.
    Cell(ScalarId),
    /// The cell of a range that the index names.
    Cells(CellRange, Expr),
}

impl Target {
    /// The same place some cells further on.
    pub fn moved(&self, by: u32) -> Target {
        match self {
            Target::Cell(cell) => Target::Cell(ScalarId(cell.0 + by)),
            Target::Cells(range, index) => {
                let first = ScalarId(range.first.0 + by);
                Target::Cells(CellRange { first, ..range.clone() }, index.clone())
            }
        }
    }

    /// The first cell that it may be.
    pub fn first(&self) -> ScalarId {
        match self {
            Target::Cell(cell) => *cell,
            Target::Cells(range, _) => range.first,
        }
    }
}

/// What a temporary of the graph is.
#[derive(Clone, Debug)]
pub(super) enum Bound {
    /// This value, which nothing changes until it is used.
    Value(cfg::Expr),
    /// A scalar that gets its value in several nodes.
    Scalar(ScalarId),
    /// A value that nobody uses.
    Unused,
}

/// A copy of a procedure, with what is known of it while it is laid out.
pub(super) struct Copy {
    /// What it is a copy of.
    pub origin: ProcedureId,
    /// The function of that.
    pub function: FunctionId,
    /// Its objects.
    pub locals: BTreeMap<ObjectId, Variable>,
    /// Its parameters' scalars.
    pub formals: Vec<ScalarId>,
    /// What it returns.
    pub result: Option<ScalarId>,
    /// For each node of the origin its label.
    pub labels: BTreeMap<NodeId, cfg::NodeId>,
    pub units: BTreeMap<outline::UnitId, cfg::UnitId>,
    pub statements: BTreeMap<outline::StatementId, cfg::StatementId>,
    pub loops: BTreeMap<LoopId, LoopId>,
    /// Edges that lead to nodes of the origin.
    pub edges: Vec<(cfg::NodeId, usize, NodeId)>,
    pub bound: BTreeMap<TemporaryId, Bound>,
    /// Where temporaries get values and are used.
    pub uses: Uses,
    /// Nodes that were laid out with the one before them.
    pub fused: BTreeMap<NodeId, ScalarId>,
    /// Places that were found.
    pub targets: BTreeMap<NodeId, Target>,
    /// After a node, the cells that an initialiser does not mention.
    pub rest: BTreeMap<NodeId, Vec<ScalarId>>,
}

impl Copy {
    pub fn new(origin: ProcedureId, function: FunctionId, uses: Uses) -> Self {
        Copy {
            origin,
            function,
            locals: BTreeMap::new(),
            formals: Vec::new(),
            result: None,
            labels: BTreeMap::new(),
            units: BTreeMap::new(),
            statements: BTreeMap::new(),
            loops: BTreeMap::new(),
            edges: Vec::new(),
            bound: BTreeMap::new(),
            uses,
            fused: BTreeMap::new(),
            targets: BTreeMap::new(),
            rest: BTreeMap::new(),
        }
    }
}
