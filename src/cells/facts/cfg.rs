//! The control-flow graph: one atomic action per node, and where each node comes from in the source.
//!
//! Expressions in nodes are pure and free of branches: short-circuit operators, `?:`, comparisons and `!`
//! used as values, calls, assignments inside expressions and subscripts that are not constant are lowered
//! to nodes of their own. What belongs together for dependence and for print is kept by two ids:
//!
//! - a *unit* is what counts as one statement for dependence: an assignment with everything its right side
//!   evaluates, a compound condition with all its atoms, a call. The nodes of a unit that has inner
//!   branches begin with a [`Action::UnitStart`].
//! - a *statement* is what is printed as one step: a full expression or a declaration. `a = 1, b = 2;` is
//!   one statement of two units; an `if` is one statement (its condition).
//!
//! `layout/check.rs` puts what is checked into the graph: a branch to an error where the operands of what may be
//! undefined have just been evaluated, unless the intervals of the types rule it out; overflow is compared in a wider
//! type. For `uninit` the program is laid out twice: the first graph tells which local variables may be read too early,
//! and these get shadow cells that say whether they have a value.
//!
//! Places whose memory accesses no check can judge, and those from which control may lead away (`Cut`), are nodes, too;
//! both are listed as `obligations` of the graph.
//!
//! What the source says besides is a table of its own, `Graph::outline`, which no analysis of `check` reads: the loops
//! with their heads and annotations, the roles of edges (then, else, loop entry, body, back and exit, case, break,
//! return, …), where code that nobody has given runs (`unknown-code`) and which variables it may change besides what
//! escaped (`exposed`), and, with numbers that go on from those of the graph, the nodes that nothing leads to. While a
//! procedure is laid out, roles are marks on labels (a node has one where something besides the node before it leads
//! there); when `finish` takes the labels out, an edge gets the roles of all that it passed (`layout/roles.rs`). A
//! cycle that no loop statement makes is a `goto` loop, whose head is where a walk from the entry finds the edge back.
//!
//! What an action reads and assigns is said in `cells/facts/reads.rs` alone.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use focuscheck_base::arith::{BinaryOperator, IntegerType, Relation, UnaryOperator, float_text};
use focuscheck_base::doubt::{Premise, Unmodelled};
use focuscheck_base::limit::spend;
use focuscheck_base::reading::{Drawn, TextPart};
use focuscheck_base::source::Span;

/// The offset that stands for the null pointer: no pointer into an object comes near it.
pub const NULL_OFFSET: i128 = -(1 << 40);

use super::memory::Memory;

pub use super::id::{ErrorId, NodeId, ProcedureId, ScalarId, SiteId, StatementId, UnitId};
pub use super::role::{EdgeRole, Loop, LoopId, LoopKind, Role};
pub use focuscheck_ir::program::error_kind::ErrorKind;
pub use focuscheck_ir::program::outline::UnitKind;

/// What a scalar is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum ScalarKind {
    /// A cell of a global (or static local).
    Global,
    /// A cell of a local variable.
    Local,
    /// A cell of a parameter (its position among the formals).
    Formal(u32),
    /// The result of a procedure.
    Result,
    /// A value inside a unit, not visible in the source.
    Temporary,
}

/// A scalar variable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scalar {
    /// As the user writes it: `x`, `a[2]`, `p.y`; temporaries carry the text they stand for.
    pub name: String,
    /// Its type.
    pub ty: IntegerType,
    /// What it is.
    pub kind: ScalarKind,
    /// The procedure it belongs to; `None` for globals.
    pub procedure: Option<ProcedureId>,
    /// Its value before `main` (globals): `Some(Ok(v))` a value, `Some(Err(site))` an input,
    /// `None` for everything that is not global.
    pub initial: Option<Result<i128, SiteId>>,
    /// Where it is declared.
    pub span: Span,
}

/// A pure expression over scalars.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Expr {
    /// A constant, representable in its type.
    Constant(i128, IntegerType),
    /// The value of a scalar (its type is the scalar's).
    Scalar(ScalarId),
    /// `-e` or `~e` in a type; signed negation that overflows is undefined.
    Unary(UnaryOperator, IntegerType, Box<Expr>),
    /// Arithmetic in a type: unsigned wraps, signed overflow, division by zero and bad shifts are
    /// undefined. Both operands have that type (the right operand of a shift its own).
    Binary(BinaryOperator, IntegerType, Box<Expr>, Box<Expr>),
    /// Conversion to a type.
    Convert(IntegerType, Box<Expr>),
}

impl Expr {
    /// The scalar whose value it has, in whatever type.
    pub fn converted(&self) -> Option<ScalarId> {
        match self {
            Expr::Scalar(scalar) => Some(*scalar),
            Expr::Convert(_, inner) => inner.converted(),
            Expr::Constant(..) | Expr::Unary(..) | Expr::Binary(..) => None,
        }
    }
}

/// An atomic condition.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Condition {
    /// The relation between the mathematical values of both sides (which have one type).
    pub relation: Relation,
    /// Left side.
    pub left: Expr,
    /// Right side.
    pub right: Expr,
}

/// The cells a subscripted access can denote.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CellRange {
    /// The scalar for index 0; the scalar for index `i` is `first + i * stride`.
    pub first: ScalarId,
    /// How many values the index can have.
    pub length: u32,
    /// Distance between neighbouring cells.
    pub stride: u32,
}

impl CellRange {
    /// All cells, in order of the index.
    pub fn cells(&self) -> impl Iterator<Item = ScalarId> + '_ {
        spend(1 + self.length as usize / 4);
        (0..self.length).map(|i| ScalarId(self.first.0 + i * self.stride))
    }

    /// Whether a scalar is one of the cells.
    pub fn has(&self, scalar: ScalarId) -> bool {
        let distance = scalar.0.checked_sub(self.first.0);
        distance.is_some_and(|d| d % self.stride.max(1) == 0 && d / self.stride.max(1) < self.length)
    }

    /// The index that denotes a cell of the range.
    pub fn index_of(&self, cell: ScalarId) -> i128 {
        (cell.0.saturating_sub(self.first.0) / self.stride.max(1)).into()
    }

    /// The scalar for an index, if it is in bounds.
    pub fn cell(&self, index: i128) -> Option<ScalarId> {
        (0 <= index && index < self.length as i128)
            .then(|| ScalarId(self.first.0 + index as u32 * self.stride))
    }
}

/// What a node does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Action {
    /// Nothing (entry, join, label, explicit `return`).
    Skip,
    /// The first node of a unit with inner branches or loads.
    UnitStart,
    /// `target = value`; the value has the target's type.
    Assign {
        /// The scalar assigned.
        target: ScalarId,
        /// The value.
        value: Expr,
    },
    /// `target = range[index]`; an index out of bounds is undefined. Several dimensions are combined
    /// into one index after each was checked by its own [`Action::Bounds`].
    Load {
        /// The scalar assigned (a temporary).
        target: ScalarId,
        /// The cells.
        range: CellRange,
        /// Which of them.
        index: Expr,
    },
    /// `range[index] = value`.
    Store {
        /// The cells.
        range: CellRange,
        /// Which of them.
        index: Expr,
        /// The value.
        value: Expr,
    },
    /// The index must be in `0..length`, else the behaviour is undefined.
    Bounds {
        /// The index.
        index: Expr,
        /// How many elements there are.
        length: u32,
    },
    /// `target` gets a value from outside.
    Input {
        /// The scalar assigned.
        target: ScalarId,
        /// The place in the program.
        site: SiteId,
    },
    /// `target` gets a value that is not modelled and cannot be replayed.
    Unsupported {
        /// The scalar assigned.
        target: ScalarId,
        /// What is not modelled.
        reason: Unmodelled,
    },
    /// A branch: `successors[0]` when the condition holds, `successors[1]` when not. A switch is a chain of
    /// these in one unit.
    Branch(Condition),
    /// Goes on to `successors[0]` when the condition holds; else the path ends silently.
    Assume(Condition),
    /// Calls a procedure: `successors[0]` is where it returns to.
    Call {
        /// The procedure called.
        callee: ProcedureId,
        /// One value per formal, each of the formal's type.
        arguments: Vec<Expr>,
        /// What comes back when the callee returns: a scalar of the callee, and the one of the caller that
        /// gets its value. All are copied at once.
        results: Vec<(ScalarId, ScalarId)>,
    },
    /// The end of a procedure (one per procedure); no successors.
    Exit,
    /// An error of the program; no successors.
    Error(ErrorId),
    /// Control may have gone somewhere that is not modelled; no successors. A run that comes here is undecided,
    /// and nothing is proved of a program that may come here.
    Cut {
        /// What leads away.
        reason: Unmodelled,
    },
    /// The end of the path (`abort`, `exit`); no successors. The value is the status that `exit` is given;
    /// nothing in the program depends on it.
    Stop(Option<Expr>),
}

/// A node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Node {
    /// What it does.
    pub action: Action,
    /// The procedure.
    pub procedure: ProcedureId,
    /// The dependence unit.
    pub unit: UnitId,
    /// The text the node stands for (an atom's own text for a branch).
    pub span: Span,
    /// Where it goes on.
    pub successors: Vec<NodeId>,
}

impl Node {
    /// Whether all its successors are the same node.
    pub fn leads_one_way(&self) -> bool {
        self.successors.windows(2).all(|pair| pair[0] == pair[1])
    }
}

/// A dependence unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unit {
    /// What it is.
    pub kind: UnitKind,
    /// The printed statement it belongs to.
    pub statement: StatementId,
    /// All scalars its nodes read, its own temporaries included, in order.
    pub reads: Vec<ScalarId>,
    /// The temporaries that belong to it alone, in order.
    pub temporaries: Vec<ScalarId>,
    /// Whether it is a condition on inputs alone (`*`, `__VERIFIER_nondet_T()` used as the condition).
    pub star: bool,
    /// Of a two-way condition: where it leads when the whole condition holds and when not. `None` for
    /// everything else (a `switch` has more ways).
    pub exits: Option<(NodeId, NodeId)>,
    /// Whether it is a part of what a library function does, whose call is the statement.
    pub of_library: bool,
}

/// What is printed as one step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Statement {
    /// The procedure.
    pub procedure: ProcedureId,
    /// Its text: of a compound statement only the condition (`min > z`), of an `if` without the keyword.
    pub span: Span,
    /// The innermost conditional statement that it is nested in, and on which side (`true`: then-branch or
    /// loop body).
    pub guard: Option<(StatementId, bool)>,
}

/// A procedure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Procedure {
    /// Its name.
    pub name: String,
    /// First node (an [`Action::Skip`]).
    pub entry: NodeId,
    /// Last node ([`Action::Exit`]).
    pub exit: NodeId,
    /// Its formals in order.
    pub formals: Vec<ScalarId>,
    /// The scalars whose values at its exit calls may take: its result, and the cells of objects that it
    /// gets by reference and may change.
    pub results: Vec<ScalarId>,
    /// Its nodes, in order of creation: `first.0..last.0`.
    pub nodes: (NodeId, NodeId),
    /// Its name in the source.
    pub span: Span,
}

/// An error whose reachability is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ErrorSite {
    /// What kind.
    pub kind: ErrorKind,
    /// The procedure it is in; `None` for a condition that is checked everywhere.
    pub procedure: Option<ProcedureId>,
    /// The text that names it, as it is written: the assertion, the condition.
    pub text: String,
    /// What it is about, by itself: of a condition the expression, without the function that it is asked in; of a call
    /// the function; of a label its name; else the text.
    pub subject: String,
    /// Where it stands; `None` for a condition from the command line.
    pub span: Option<Span>,
    /// Its nodes ([`Action::Error`]): one for an assertion, one per checked statement for a condition.
    pub nodes: Vec<NodeId>,
}

/// A place at which an input is read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Site {
    /// How it is called: the variable's name, `*`, or the function's name.
    pub name: String,
    /// Whether it is a condition by itself: `*`, or a call without anything else.
    pub star: bool,
    /// Whether it is written `*`: a choice, and no value of anything.
    pub choice: bool,
    /// The type of its value.
    pub ty: IntegerType,
    /// Smallest and largest value.
    pub range: (i128, i128),
    /// Where it stands.
    pub span: Span,
    /// The function whose result it is, if nobody gave its body.
    pub undefined: Option<String>,
    /// Whether it is the value of an object that is `volatile`.
    pub volatile: bool,
    /// Of what is read of a text from outside: which part.
    pub text: Option<TextPart>,
    /// Of a part of an argument of the command line the number of that argument.
    pub argument: Option<u32>,
    /// Of a read of the standard input: what it gives.
    pub drawn: Option<Drawn>,
}

impl Site {
    /// The plainest of its values: the one nearest to zero, of a letter `a`, of a line one that has nothing but its end.
    pub fn plainest(&self) -> i128 {
        let (low, high) = self.range;
        let plain = match (self.drawn, self.text) {
            (Some(Drawn::Line | Drawn::Taken), _) => 1,
            (Some(Drawn::Last), _) => i128::from(b'\n'),
            (_, Some(TextPart::Letter)) => i128::from(b'a'),
            (_, Some(TextPart::Count) | None) => 0,
        };
        plain.clamp(low, high)
    }

    /// One at which an object gets a value, any of its type.
    pub fn new(name: String, ty: IntegerType, span: Span) -> Self {
        let range = (ty.min(), ty.max());
        Site {
            name,
            star: false,
            choice: false,
            ty,
            range,
            span,
            undefined: None,
            volatile: false,
            text: None,
            argument: None,
            drawn: None,
        }
    }
}

/// Something a verdict rests on, besides C's own rules, and where.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Assumed {
    /// The node that rests on it; `None` if the whole program does.
    pub node: Option<NodeId>,
    /// What it is.
    pub premise: Premise,
    /// Where.
    pub span: Span,
}

/// The floating-point number that an expression tests for zero: its bits but that of the sign.
pub fn tested_float<'e>(value: &'e Expr, ty: &dyn Fn(ScalarId) -> IntegerType) -> Option<&'e Expr> {
    let Expr::Binary(BinaryOperator::Remainder, _, bits, _) = value else { return None };
    let Expr::Convert(_, number) = &**bits else { return None };
    matches!(**number, Expr::Scalar(scalar) if ty(scalar).float).then_some(&**number)
}

/// What is not known about a place that is not modelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ObligationKind {
    /// Whether the memory that it accesses may be accessed.
    Access,
    /// Where control goes on.
    Jump,
    /// Whether a run needs more than is told apart: more blocks of the heap, or more elements.
    Limit,
}

impl ObligationKind {
    /// Whether a run that comes to such a place may go on where nobody follows it.
    pub fn leads_away(self) -> bool {
        match self {
            ObligationKind::Access => false,
            ObligationKind::Jump | ObligationKind::Limit => true,
        }
    }
}

/// A place that no check can judge: a verdict needs that no run comes there.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Obligation {
    /// What is not known.
    pub kind: ObligationKind,
    /// The node that a run passes there; of a jump the [`Action::Cut`].
    pub node: NodeId,
    /// Where it stands.
    pub span: Span,
    /// What is not modelled.
    pub reason: Unmodelled,
}

/// The control-flow graph of a whole program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Graph {
    pub nodes: Vec<Node>,
    pub scalars: Vec<Scalar>,
    pub procedures: Vec<Procedure>,
    pub units: Vec<Unit>,
    pub statements: Vec<Statement>,
    pub errors: Vec<ErrorSite>,
    pub sites: Vec<Site>,
    pub assumed: Vec<Assumed>,
    /// Places that no check can judge, in the order in which they were made.
    pub obligations: Vec<Obligation>,
    /// Scalars whose values a proof has to tell apart: what it needs of others holds only for some of them.
    pub apart: BTreeSet<ScalarId>,
    /// Where execution starts; `None` without `main`.
    pub main: Option<ProcedureId>,
    /// What else the source says.
    pub outline: Outline,
    /// The names of the functions, in the order of the numbers that stand for them in pointers, which begin at 1.
    pub functions: Vec<String>,
    /// What scalars mean that hold no value of a variable.
    pub memory: Memory,
}

impl Graph {
    /// How an input of a type is written: that of a pointer to a function is its number, which a run is given again.
    pub fn input_text(&self, ty: IntegerType, value: i128) -> String {
        if ty.float { float_text(ty, value) } else { value.to_string() }
    }

    /// How a value of a type is written: a pointer to a function by the name of that, a floating-point number as C writes it.
    pub fn written(&self, ty: IntegerType, value: i128) -> String {
        if ty.float {
            return float_text(ty, value);
        }
        if ty != IntegerType::FUNCTION {
            return value.to_string();
        }
        let named = usize::try_from(value).ok().and_then(|number| number.checked_sub(1));
        match named.and_then(|number| self.functions.get(number)) {
            Some(name) => name.clone(),
            None if value == 0 => "NULL".to_owned(),
            None => value.to_string(),
        }
    }
}

/// What nodes and edges do not say of the source: for those who explain or annotate the program. No analysis of
/// `check` reads it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outline {
    /// The loops, in the order in which they begin in the source.
    pub loops: Vec<Loop>,
    /// The roles of edges, by edge.
    pub roles: Vec<EdgeRole>,
    /// The variables outside functions that code which nobody has given may change: those that other files can name, those
    /// whose address escaped, and those that a function here changes, which may be called from there.
    pub exposed: Vec<ScalarId>,
    /// The nodes that nothing leads to; their numbers go on from [`Graph::nodes`].
    pub nodes: Vec<Node>,
    /// The units of such nodes alone; their numbers go on from [`Graph::units`].
    pub units: Vec<Unit>,
    /// The statements of such units alone; their numbers go on from [`Graph::statements`].
    pub statements: Vec<Statement>,
}

impl Outline {
    /// The roles of an edge, in order.
    pub fn roles_of(&self, from: NodeId, slot: usize) -> &[EdgeRole] {
        let edge = (from, slot as u32);
        let first = self.roles.partition_point(|role| (role.from, role.slot) < edge);
        let rest = &self.roles[first..];
        &rest[..rest.partition_point(|role| (role.from, role.slot) == edge)]
    }

    /// The loops that a node is the head of, the outermost first.
    pub fn headed_by(&self, node: NodeId) -> impl Iterator<Item = LoopId> + '_ {
        let numbered = self.loops.iter().enumerate();
        numbered.filter(move |(_, l)| l.head == Some(node)).map(|(number, _)| LoopId(number as u32))
    }
}

impl Graph {
    /// A node, also one that nothing leads to.
    pub fn node(&self, node: NodeId) -> &Node {
        let unreached = node.index().checked_sub(self.nodes.len());
        unreached.map_or_else(|| &self.nodes[node.index()], |number| &self.outline.nodes[number])
    }

    /// All nodes with their numbers, then those that nothing leads to.
    pub fn all_nodes(&self) -> impl Iterator<Item = (NodeId, &Node)> {
        let nodes = self.nodes.iter().chain(&self.outline.nodes);
        nodes.enumerate().map(|(number, node)| (NodeId(number as u32), node))
    }
}
