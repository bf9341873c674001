//! What the source says of the nodes of a graph besides what they do. Who runs a graph, or asks what a run may do, steps over
//! all of it; the layout in cells tells by it which nodes are one statement, and how a person calls their values.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::id::{NodeId, TemporaryId};
use super::text::Title;
use focuscheck_base::arith::IntegerType;
use focuscheck_base::index;
use focuscheck_base::source::Span;
use focuscheck_check::tree::FunctionId;

index!(
    /// A unit of dependence: index into [`Outline::units`].
    UnitId
);
index!(
    /// What is printed as one step: index into [`Outline::statements`].
    StatementId
);

/// What a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum UnitKind {
    /// Entry, exit, joins: never a focus statement.
    Silent,
    /// A declaration without initialiser: never a focus statement, but it ends the old value.
    Havoc,
    /// An assignment, with the branches inside its right side.
    Assign,
    /// A condition of `if`, loops, `?:` used as a statement, `switch`.
    Condition,
    /// The condition of an `assume`.
    Assume,
    /// The check of an `assert` (its error node has the same statement).
    Assert,
    /// The check of a user's error condition after a statement, or of what would be undefined before it is
    /// done (same statement).
    Check,
    /// A call.
    Call,
    /// An explicit `return`, with or without a value.
    Return,
    /// An error by itself: `reach_error()`, a label `ERROR`.
    Error,
    /// An abnormal end of the path.
    Stop,
}

/// A unit of dependence: what counts as one statement.
#[derive(Clone, Debug)]
pub struct Unit {
    /// What it is.
    pub kind: UnitKind,
    /// The statement that it belongs to.
    pub statement: StatementId,
    /// Of a two-way condition: where it leads when it holds and when not.
    pub exits: Option<(NodeId, NodeId)>,
    /// The library function that it is a part of.
    pub model: Option<FunctionId>,
}

/// What is printed as one step.
#[derive(Clone, Debug)]
pub struct Statement {
    /// Its text; of a compound statement only the condition.
    pub span: Span,
    /// The innermost conditional statement that it is nested in, and on which side.
    pub guard: Option<(StatementId, bool)>,
}

/// Why a value is held in a temporary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    /// What is evaluated later might change it.
    Steady,
    /// It is the index of a place, which what is evaluated later might change.
    Index,
    /// A place gets it, and has it then: the value of an assignment.
    Stored,
    /// It is compared with several values.
    Compared,
}

/// What the source says of nodes besides what they do.
#[derive(Debug, Default)]
pub struct Outline {
    /// For each node the unit that it belongs to; `None` for joins, ends, and what the source does not say.
    pub unit_of: Vec<Option<UnitId>>,
    /// All units.
    pub units: Vec<Unit>,
    /// All statements.
    pub statements: Vec<Statement>,
    /// Of nodes that read or write a place that was found before: where.
    pub found: BTreeMap<NodeId, NodeId>,
    /// Nodes that compute what `x += e` or `x++` stores: the text of the whole.
    pub updates: BTreeMap<NodeId, Title>,
    /// Of nodes that read a value from outside its type.
    pub inputs: BTreeMap<NodeId, IntegerType>,
    /// For each procedure why its temporaries hold what is assigned to them; those that hold a value of their own are not
    /// among them.
    pub held: Vec<BTreeMap<TemporaryId, Held>>,
    /// For each procedure the texts of what its temporaries stand for and where that is, where no other expression says it.
    pub titles: Vec<BTreeMap<TemporaryId, (Title, Span)>>,
    /// For each error its text and what it is about.
    pub errors: Vec<(String, String)>,
}
