//! Guarded commands: a function as a graph without cycles.
//!
//! After "Generating error traces from verification-condition counterexamples" (Leino, Millstein, Saxe), sections 1.1
//! and 4: loops are cut at their heads or unrolled, calls go by contract or are inlined, exits are edges.

use serde::{Deserialize, Serialize};

use focuscheck_base::doubt::Unmodelled;
use focuscheck_base::index;
use focuscheck_base::options::CheckKind;
use focuscheck_base::source::Span;
use focuscheck_check::logic::tree::{Assigns, Behavior, Clause, Contract, Group, Location, Variant};
use focuscheck_check::tree::{FunctionId, LabelId, ObjectId};
use focuscheck_check::types::Type;
use focuscheck_ir::program::graph::{
    Action, Argument, Expr, NodeId, Place, ProcedureId, Receiver, TemporaryId,
};
use focuscheck_ir::program::role::Role;
pub use focuscheck_machine::{At, Property};

index!(
    /// A block: index into [`Guarded::blocks`].
    BlockId
);
index!(
    /// An obligation: index into [`Guarded::obligations`].
    ObligationId
);
index!(
    /// One execution of a function: index into [`Guarded::frames`]; 0 is that of the function itself.
    FrameId
);

/// A function as guarded commands.
#[derive(Debug)]
pub struct Guarded<'g> {
    /// The function.
    pub function: FunctionId,
    /// All blocks, in an order in which every edge leads forward; the first one is the entry.
    pub blocks: Vec<Block<'g>>,
    /// What has to hold, in the order of the source.
    pub obligations: Vec<Obligation<'g>>,
    /// The function itself, then calls.
    pub frames: Vec<Frame>,
    /// What a proof rests on.
    pub taken: Vec<ProofPremise>,
}

/// A block: commands, then a choice.
#[derive(Debug)]
pub struct Block<'g> {
    /// What it does, in order.
    pub commands: Vec<Command<'g>>,
    /// Where it goes on, in the order of the source, early loop exits first. None: the path ends here, and nobody is
    /// responsible for what comes.
    pub edges: Vec<Edge<'g>>,
    /// What a person is told of a path that comes here.
    pub label: Option<TraceLabel>,
    /// What a path that comes here does in the source.
    pub role: Option<Role>,
    /// Whether a run ends here as it should.
    pub ends: bool,
}

/// A way out of a block.
#[derive(Clone, Copy, Debug)]
pub struct Edge<'g> {
    /// Where it leads.
    pub to: BlockId,
    /// The condition that has to hold, or not to hold, for it.
    pub guard: Option<(FrameId, &'g Expr, bool)>,
}

/// A positive label of a path (section 3 of the paper).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TraceLabel {
    /// What was done.
    pub kind: TraceKind,
    /// Where.
    pub at: At,
}

/// What a path does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum TraceKind {
    /// Into a then branch.
    Then,
    /// Into an else branch, or past an `if` without one.
    Else,
    /// Past the right operand of `&&`.
    Cand,
    /// Past the right operand of `||`.
    Cor,
    /// `break`, `continue`, `goto`, `return`.
    Exit(Exit),
    /// Where a `goto` lands.
    EndBlock,
    /// The head of an unrolled loop, in this round from 0 on.
    LoopHead(u32),
    /// The head of a safe loop.
    AnyLoopHead,
    /// A call.
    Call,
    /// Back from an inlined call.
    CallReturn,
    /// A case or the default of a `switch`.
    Switch,
}

/// A jump.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Exit {
    /// `break`
    Break,
    /// `continue`
    Continue,
    /// `goto`
    Goto,
    /// `return`
    Return,
}

/// Something that has to hold wherever it is asserted.
#[derive(Clone, Debug)]
pub struct Obligation<'g> {
    /// The property.
    pub property: Property,
    /// Where it is asserted.
    pub at: At,
    /// Which of several of that property there, from 1 on.
    pub number: u32,
    /// The clause that says so.
    pub clause: Option<Annotated<'g>>,
    /// The function that is called.
    pub callee: Option<FunctionId>,
}

/// A clause of an annotation.
#[derive(Clone, Copy, Debug)]
pub struct Annotated<'g> {
    /// Its name.
    pub name: Option<&'g str>,
    /// What it says.
    pub text: &'g str,
    /// Where.
    pub span: Span,
    /// Whether it is only checked, and not used afterwards.
    pub check_only: bool,
}

/// What a block does.
#[derive(Debug)]
pub enum Command<'g> {
    /// What a node of the program does to the state.
    Run {
        /// The frame whose objects and temporaries are meant.
        frame: FrameId,
        /// What it does.
        action: &'g Action,
        /// Where.
        span: Span,
    },
    /// A path goes on here only if this holds.
    Assume(Fact<'g>, AssumptionKind),
    /// This has to hold here; afterwards it does (`wp(assert P, R) = P && (P ==> R)`), unless it is only checked. It is judged
    /// without what else is asserted in the same evaluation.
    Assert(ObligationId, Fact<'g>, Since),
    /// The state gets a name.
    Remember(FrameId, Moment),
    /// Parameters get arguments.
    Bind {
        /// The execution of the function.
        frame: FrameId,
        /// Who calls.
        caller: FrameId,
        /// The procedure, if it has a body.
        procedure: Option<ProcedureId>,
        /// The function.
        function: FunctionId,
        /// The arguments.
        arguments: &'g [Argument],
    },
    /// What an execution returned goes to its caller.
    Leave {
        /// The execution.
        frame: FrameId,
        /// Who called.
        caller: FrameId,
        /// What gets it.
        result: Option<&'g Receiver>,
    },
    /// The result of a function that is known by contract alone.
    AnyResult(FrameId, Type, Span),
    /// What a function may assign by its contract has any value.
    Forget(FrameId, Frontier<'g>),
    /// This has any value.
    ForgetOne(Forgotten<'g>),
    /// All that other code can reach has any value.
    ForgetAll,
    /// Allocated objects may be no more.
    ForgetLives,
    /// Objects are no more.
    End(FrameId, Vec<ObjectId>),
    /// What is assigned between the head of a loop, or the entry, and back has any value.
    Havoc {
        /// The execution.
        frame: FrameId,
        /// What is assigned there.
        targets: Vec<Target<'g>>,
        /// What annotations say of it.
        assigns: Vec<&'g Assigns>,
        /// The labels that are passed there: the last state at them may be any.
        labels: Vec<LabelId>,
        /// The loop, or the annotation of the label.
        span: Span,
    },
    /// The path goes on somewhere that is not followed.
    Cut(Cut),
}

/// Something of which nothing is known any more.
#[derive(Clone, Copy, Debug)]
pub enum Forgotten<'g> {
    /// A variable without an address.
    Object(FrameId, ObjectId),
    /// A structure that a call returns, without a name.
    Returned(FrameId, ObjectId, Span),
    /// A temporary, of a type that is not known here.
    Temporary(FrameId, TemporaryId),
    /// The object that a pointer points to.
    Behind(FrameId, &'g Expr),
    /// All memory.
    Memory,
}

/// Where an evaluation begins: the number of its first command in the block. The clauses of one contract are evaluated
/// together, so what one of them says is not taken for granted where another one is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Since(pub usize);

/// A place that is assigned somewhere.
#[derive(Clone, Copy, Debug)]
pub enum Target<'g> {
    /// By this action.
    Action(FrameId, &'g Action),
    /// By a function that is called and whose contract says this.
    Contract(&'g Assigns),
    /// No place, but allocated objects may end their life: by a function that is known by its contract.
    Lives,
    /// By a function of which nobody knows what it assigns.
    Anything,
}

/// Why a path is not followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cut {
    /// A loop was unrolled as often as it may be.
    Unrolled(Span),
    /// Something that is not modelled.
    Unmodelled(Unmodelled, Span),
}

/// A state that annotations can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Moment {
    /// At the entry of the function.
    Pre,
    /// Before a loop, by its head.
    LoopEntry(NodeId),
    /// At the head of a loop.
    LoopCurrent(NodeId),
    /// At a label.
    Label(LabelId),
}

/// What is assumed, for explanations (the concepts of "A formal approach to the error localization", section 1.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AssumptionKind {
    /// The function's precondition.
    Pre,
    /// A postcondition of a function that was called.
    CalleePost,
    /// An assertion.
    Assertion,
    /// A loop invariant.
    LoopInvariant,
    /// The invariant of a label.
    LabelInvariant,
    /// Undefined behaviour that nobody checks.
    Defined,
}

/// Something that holds in a state or does not.
#[derive(Clone, Copy, Debug)]
pub enum Fact<'g> {
    /// Never.
    False,
    /// What an access to a place needs.
    Access(FrameId, Access<'g>),
    /// What is read at a place has a value.
    HasValue(FrameId, &'g Place),
    /// A pointer is null, or leads to the start of an object that was allocated and lives.
    Freeable(FrameId, &'g Expr),
    /// A divisor is not zero (and the quotient fits).
    Divisible(FrameId, &'g Expr),
    /// A shift is by less than the width.
    Shiftable(FrameId, &'g Expr),
    /// The result of arithmetic fits its type.
    Fits(FrameId, &'g Expr),
    /// What an annotation says.
    Stated {
        /// The execution that it speaks of.
        frame: FrameId,
        /// What it says.
        clause: &'g Clause,
        /// The head of the innermost loop around it.
        inside: Option<NodeId>,
        /// It is only said for runs to which this behaviour applies.
        under: Option<&'g Behavior>,
    },
    /// One of some behaviours applies.
    Complete(FrameId, &'g Contract, &'g Group),
    /// No two of some behaviours apply.
    Disjoint(FrameId, &'g Contract, &'g Group),
    /// A place may be assigned.
    Assignable {
        /// Where it is assigned.
        frame: FrameId,
        /// What is assigned.
        place: &'g Place,
        /// By what.
        by: Frontier<'g>,
    },
    /// What a function that is called may assign may be assigned here.
    AssignableAll {
        /// The execution of that function.
        frame: FrameId,
        /// What it may assign.
        location: &'g Location,
        /// By what.
        by: Frontier<'g>,
    },
    /// What nobody knows may be assigned.
    AssignableAnything(Frontier<'g>),
    /// A variant is less than at the head of the loop, and was not negative there.
    Decreases {
        /// The execution.
        frame: FrameId,
        /// The variant.
        variant: &'g Variant,
        /// The head.
        head: NodeId,
    },
    /// The measure of a function that calls itself is less for the call than it was where the function began, and was not
    /// negative there.
    Recurs {
        /// The execution that began.
        frame: FrameId,
        /// The call.
        call: FrameId,
        /// The measure.
        variant: &'g Variant,
    },
}

/// What says what may be assigned.
#[derive(Clone, Copy, Debug)]
pub struct Frontier<'g> {
    /// The execution whose contract or loop it is.
    pub frame: FrameId,
    /// What may be assigned.
    pub assigns: &'g Assigns,
    /// The head of the loop, if it is one's.
    pub inside: Option<NodeId>,
    /// Only in runs to which this behaviour applies.
    pub under: Option<&'g Behavior>,
}

/// What an access needs.
#[derive(Clone, Copy, Debug)]
pub enum Access<'g> {
    /// The pointer at the base of a place is not null.
    NotNull(&'g Place),
    /// The object that it points to is alive and large enough.
    Inside(&'g Place),
    /// The same, and it may be written.
    Written(&'g Place),
    /// The index of one step is smaller than the length of the array.
    Index(&'g Place, usize),
}

/// One execution of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The function.
    pub function: FunctionId,
    /// Whether its body is followed.
    pub inlined: bool,
}

/// What a proof takes for granted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ProofPremise {
    /// An `admit` annotation, by its place.
    Admitted(Span),
    /// The body of a weak function is the one that runs.
    Weak(FunctionId),
    /// What is not checked: shifts, overflow, divisions, accesses.
    Unchecked(CheckKind),
    /// Something that is stated, this at that place, is not modelled, and nobody asks whether it holds.
    Unasked(String, Span),
}
