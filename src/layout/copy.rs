//! Procedures of the result: copies of those of the graph.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use focuscheck_base::doubt::Unmodelled;
use focuscheck_base::options::CheckKind;
use focuscheck_cells::facts::cfg::{self, ScalarId};
use focuscheck_check::tree::{FunctionId, ObjectId};
use focuscheck_check::types::Type;
use focuscheck_ir::program::graph::{NodeId, ProcedureId, TemporaryId};
use focuscheck_ir::program::outline;
use focuscheck_ir::program::role::LoopId;

use super::findings::Dispute;
use super::region::{Leads, Pointer};
use super::target::Target;
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

/// What is kept of the things of a pool besides their cells.
#[derive(Clone, Debug)]
pub(super) struct Kept {
    /// How many elements they have, if these differ.
    pub lengths: Option<ScalarId>,
    /// Whether they may be accessed, if some are no more at some time.
    pub alive: Option<ScalarId>,
    /// Whether they have been there before, if there are objects of blocks among these.
    pub born: Option<ScalarId>,
}

/// What is kept of the list of arguments of the command line where one of them is followed (`whichever.rs`).
#[derive(Clone, Copy, Debug)]
pub(super) struct KeptArguments {
    /// Which argument is followed.
    pub chosen: ScalarId,
    /// The element of the list that was read last, and the number of the object that it leads to.
    pub last: ScalarId,
    pub number: ScalarId,
}

/// The standard input, where it is followed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Input {
    /// Whether it is, if nothing takes letters of it unseen.
    pub is_followed: bool,
    /// What is kept of what comes next.
    pub next: Option<NextInput>,
}

/// What is kept of what comes next on the standard input.
#[derive(Clone, Copy, Debug)]
pub(super) struct NextInput {
    /// What is known of it: a number of `Next`.
    pub known: ScalarId,
    /// Whether the line that is read has as many letters as there is room for, so that its end may come later.
    pub full: ScalarId,
}

/// What is looked for where the program ends, and what has been made for that.
#[derive(Debug, Default)]
pub(super) struct Leaks {
    /// By the nodes that allocate on the heap whether blocks were allocated there that are not followed.
    pub flags: BTreeMap<NodeId, ScalarId>,
    /// How the calls are written, as far as they have been laid out.
    pub texts: BTreeMap<NodeId, String>,
    /// The errors, by their kinds and these nodes.
    pub errors: BTreeMap<(CheckKind, NodeId), cfg::ErrorId>,
}

impl Leaks {
    /// Only so many errors are left.
    pub fn forget_errors(&mut self, left: usize) {
        self.errors.retain(|_, error| error.index() < left);
    }
}

/// What a temporary of the graph is.
#[derive(Clone, Debug)]
pub(super) enum Bound {
    /// This value, which nothing changes until it is used.
    Value(cfg::Expr),
    /// A scalar that gets its value in several nodes.
    Scalar(ScalarId),
    /// Where it points.
    Pointer(Pointer),
    /// A value that is not modelled: why.
    Unknown(Unmodelled),
    /// A value that nobody uses.
    Unused,
}

/// What tells a copy of a procedure from others; without arguments no pointer that it gets is known.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Key {
    /// Why its pointers cannot be told apart.
    pub problem: Option<Unmodelled>,
    /// What each argument is to it.
    pub arguments: Vec<ArgumentKey>,
}

/// What an argument is to a copy.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum ArgumentKey {
    /// A value, or nothing that is known.
    Other,
    /// A pointer that is null.
    Null,
    /// A pointer that is not passed.
    Refused,
    /// A pointer to objects: where they are, their type and number, whether they are constants, and which one it is if that is
    /// known.
    Points { place: PlaceKey, element: Type, length: u64, constant: bool, offset: Option<i128> },
}

/// Where objects are to a copy.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum PlaceKey {
    /// Among those of the caller that are passed, by number and name.
    Passed(usize, String),
    /// From this cell on, in rows of this length and stride.
    Static(ScalarId, Vec<(u32, u32)>),
}

impl Key {
    /// Whether it is that of the procedure itself.
    pub fn is_empty(&self) -> bool {
        *self == Key::default()
    }
}

/// A copy of a procedure, with what is known of it while it is laid out.
pub(super) struct Copy {
    /// What it is a copy of.
    pub origin: ProcedureId,
    /// The function of that.
    pub function: FunctionId,
    /// Its objects.
    pub locals: BTreeMap<ObjectId, Variable>,
    /// What tells it from other copies of the same procedure; empty if no pointer that it gets is known.
    pub key: Key,
    /// Where its parameters and other objects point that are pointers.
    pub pointers: BTreeMap<ObjectId, Pointer>,
    /// Where they point at all times.
    pub leads: Leads,
    /// Objects that are assigned, or whose address is taken.
    pub modified: Rc<BTreeSet<ObjectId>>,
    /// The objects of its callers that it gets and gives back.
    pub slots: Vec<Variable>,
    /// Its parameters' scalars.
    pub formals: Vec<ScalarId>,
    /// For each of these that may have no value, by its position, a further parameter that says whether it has one; these
    /// come after the others.
    pub flags: Vec<(usize, ScalarId)>,
    /// What it returns.
    pub result: Option<ScalarId>,
    /// The cells of the structure that it returns.
    pub record: Option<Variable>,
    /// The cells of the pointer that it returns.
    pub returned: Option<Variable>,
    /// For each node of the origin its label.
    pub labels: BTreeMap<NodeId, cfg::NodeId>,
    pub units: BTreeMap<outline::UnitId, cfg::UnitId>,
    pub statements: BTreeMap<outline::StatementId, cfg::StatementId>,
    pub loops: BTreeMap<LoopId, LoopId>,
    /// Edges that lead to nodes of the origin.
    pub edges: Vec<(cfg::NodeId, usize, NodeId)>,
    pub bound: BTreeMap<TemporaryId, Bound>,
    /// What temporaries are called that were read through pointers.
    pub names: BTreeMap<TemporaryId, String>,
    /// Where temporaries get values and are used.
    pub uses: Uses,
    /// Nodes that were laid out with the one before them.
    pub fused: BTreeMap<NodeId, ScalarId>,
    /// Those of them whose value a call gives.
    pub called: BTreeSet<NodeId>,
    /// Where a check of a condition begins that is not made: where it passes.
    pub passed: BTreeMap<NodeId, NodeId>,
    /// What depends on the order of operands, by the number of that.
    pub disputes: BTreeMap<usize, Dispute>,
    /// Places that were found.
    pub targets: BTreeMap<NodeId, Target>,
    /// After a node, the cells that an initialiser does not mention, and whether these become zero.
    pub rest: BTreeMap<NodeId, BTreeMap<ScalarId, bool>>,
}

impl Copy {
    pub fn new(
        origin: ProcedureId,
        function: FunctionId,
        key: Key,
        modified: Rc<BTreeSet<ObjectId>>,
        uses: Uses,
    ) -> Self {
        Copy {
            origin,
            function,
            key,
            pointers: BTreeMap::new(),
            leads: Leads::default(),
            modified,
            slots: Vec::new(),
            locals: BTreeMap::new(),
            formals: Vec::new(),
            flags: Vec::new(),
            result: None,
            record: None,
            returned: None,
            labels: BTreeMap::new(),
            units: BTreeMap::new(),
            statements: BTreeMap::new(),
            loops: BTreeMap::new(),
            edges: Vec::new(),
            bound: BTreeMap::new(),
            names: BTreeMap::new(),
            uses,
            fused: BTreeMap::new(),
            called: BTreeSet::new(),
            passed: BTreeMap::new(),
            disputes: BTreeMap::new(),
            targets: BTreeMap::new(),
            rest: BTreeMap::new(),
        }
    }
}
