//! The graph of a program with its pointers.

use std::collections::{BTreeMap, BTreeSet};

use super::error_kind::ErrorKind;
pub use super::id::{NodeId, SiteId, TemporaryId};
pub use super::library::{GivenPart, Library, Told};
use super::outline::Outline;
use super::role::{LoopKind, Role};
use focuscheck_base::arith::{BinaryOperator, IntegerType, Relation, UnaryOperator};
use focuscheck_base::doubt::{Premise, Unmodelled};
use focuscheck_base::index;
use focuscheck_base::limit::spend;
use focuscheck_base::reading::{Drawn, TextPart};
use focuscheck_base::source::Span;
use focuscheck_check::library::Effect;
use focuscheck_check::logic::tree::{LoopContract, Stated};
use focuscheck_check::tree::{FunctionId, ObjectId};
use focuscheck_check::types::Type;
use focuscheck_syntax::annotation::Annotation;

index!(
    /// A procedure: index into [`Graph::procedures`].
    ProcedureId
);
index!(
    /// An error: index into [`Graph::errors`].
    ErrorId
);

/// The control-flow graph of a program.
#[derive(Debug, Default)]
pub struct Graph {
    /// All nodes; those of a procedure stand together.
    pub nodes: Vec<Node>,
    /// All procedures: the functions with bodies, then the one that starts the program.
    pub procedures: Vec<Procedure>,
    /// For each function of the typed program its procedure, if it has a body.
    pub bodies: Vec<Option<ProcedureId>>,
    /// All objects that are declared, then those without a name: literals, compound literals, structures that calls return.
    pub objects: Vec<Object>,
    /// The errors that the program or the user says are ones. What is undefined is none here: a run meets it by itself.
    pub errors: Vec<ErrorSite>,
    /// Where values come from outside.
    pub sites: Vec<Site>,
    /// The objects of string literals with their characters, without the final zero.
    pub literals: Vec<(ObjectId, Vec<u32>)>,
    /// The list of the arguments of the command line, if `main` gets one: nobody knows what its texts hold.
    pub command_line: Option<ObjectId>,
    /// How memory is called that the program is given when it starts, by the nodes that make it.
    pub given: BTreeMap<NodeId, String>,
    /// The sites of numbers that are read of arguments of the command line of which nothing else is read, and whether such a one
    /// is of one argument for certain.
    pub numbers: BTreeMap<SiteId, bool>,
    /// The loops of the source, in the order in which they begin.
    pub loops: Vec<Loop>,
    /// The blocks of the source that declare objects.
    pub scopes: Vec<Scope>,
    /// Objects that statements inside of expressions declare, with how deep these are nested: their lives end with the
    /// expressions, which are no scopes.
    pub nested: BTreeMap<ObjectId, usize>,
    /// Objects that what library functions do declares, in the place of their calls: they are nobody's variables.
    pub of_library: BTreeSet<ObjectId>,
    /// For each step from one node of a procedure to another that leaves blocks, the objects of these whose address is taken:
    /// their lives end there.
    pub ends: BTreeMap<(NodeId, NodeId), Vec<ObjectId>>,
    /// What runs first: it initialises static objects and calls `main`. `None` without a function to start at.
    pub start: Option<ProcedureId>,
    /// The procedure that begins with the initialisation of static objects: the same, if there is that.
    pub statics: Option<ProcedureId>,
    /// For each structure of the typed program its size in bytes, if that is known.
    pub record_sizes: Vec<Option<u64>>,
    /// The size of a pointer in bytes.
    pub word: u64,
    /// Nodes at which a place is found that is read or written later: they do nothing.
    pub finds: BTreeMap<NodeId, Place>,
    /// Nodes at which a value is read that goes where nothing is reached by it: they do nothing.
    pub dropped: BTreeMap<NodeId, Expr>,
    /// What is taken for granted of library functions, with the functions of the typed program that call them and the calls.
    pub premises: Vec<(FunctionId, Premise, Span)>,
    /// Whether something may be taken of the standard input besides what its sites say, or read of it again.
    pub draws_unseen: bool,
    /// For each [`Action::Clear`] that begins an initialiser the first node behind that.
    pub initialised: BTreeMap<NodeId, NodeId>,
    /// Operands that C evaluates in any order, where some of them have effects.
    pub orders: Vec<Order>,
    /// Nodes that do nothing: here an operand begins, by the number of the order and its own; behind the last one all are
    /// evaluated.
    pub ordered: BTreeMap<NodeId, (usize, usize)>,
    /// The ends of runs at which what is to be done at the end of the program is done, as `exit` does it.
    pub exits: BTreeSet<NodeId>,
    /// Library functions that are not modelled and allocate memory that their callers have to free, by the nodes that call
    /// them.
    pub allocators: BTreeMap<NodeId, String>,
    /// What the source says besides.
    pub outline: Outline,
}

/// Operands that C evaluates in any order.
#[derive(Clone, Debug, Default)]
pub struct Order {
    /// For each operand the values that it gives, and what is read besides.
    pub operands: Vec<(Vec<Expr>, Option<Place>)>,
    /// Of an assignment what it changes, and the assignments inside that may come after it.
    pub assigned: Option<(Place, Vec<Span>)>,
    /// The first node behind those of an assignment's operands: what it reads and stores itself comes after them.
    pub evaluated: Option<NodeId>,
}

/// A block of the source, or the body of a function: what it declares is no more where it is left.
#[derive(Clone, Debug)]
pub struct Scope {
    /// What it declares.
    pub objects: Vec<ObjectId>,
    /// Its nodes, except those that were made before it.
    pub nodes: std::ops::Range<u32>,
    /// The others.
    pub labels: BTreeSet<NodeId>,
}

impl Graph {
    /// Whether blocks of the heap are freed somewhere.
    pub fn frees(&self) -> bool {
        self.nodes.iter().any(|node| {
            matches!(&node.action, Action::Library { function: Library::Free | Library::Reallocate, .. })
        })
    }
}

impl Scope {
    /// Whether a node belongs to it.
    pub fn contains(&self, node: NodeId) -> bool {
        self.nodes.contains(&node.0) || self.labels.contains(&node)
    }
}

/// A procedure.
#[derive(Debug)]
pub struct Procedure {
    /// The first of its nodes, which stand together up to the exit.
    pub first: NodeId,
    /// Where it begins.
    pub entry: NodeId,
    /// Its last node, an [`Action::Exit`].
    pub exit: NodeId,
    /// Its parameters, in order.
    pub parameters: Vec<ObjectId>,
    /// How many temporaries it has.
    pub temporaries: u32,
}

/// A loop of the source.
#[derive(Clone, Debug)]
pub struct Loop {
    /// What makes it.
    pub kind: LoopKind,
    /// The first node of each round, which every way round passes.
    pub head: NodeId,
    /// The statement, from its keyword on.
    pub span: Span,
    /// The annotations before it.
    pub annotations: Vec<Annotation>,
    /// What they say, if they were asked for.
    pub contract: Option<Box<LoopContract>>,
}

/// An object.
#[derive(Clone, Debug)]
pub struct Object {
    /// Its name; of one without what it is: "string literal", "structure", "compound literal".
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// Its size in bytes; `None` if that is not known before it runs.
    pub size: Option<u64>,
    /// Whether there is one of it for the whole run, all zero at the start.
    pub fixed: bool,
    /// Whether what is read of it is not what was stored.
    pub volatile: bool,
    /// Where it is declared.
    pub span: Span,
    /// Its integers in the order of memory, where values from outside may be put; only without an initialiser.
    pub parts: Vec<Part>,
}

/// A scalar in an object.
#[derive(Clone, Debug)]
pub struct Part {
    /// How a person calls it: `x`, `a[2]`, `s.x`.
    pub name: String,
    /// Where it lies.
    pub offset: u64,
    /// Its bits, if it is a bit-field.
    pub bits: Option<Bits>,
    /// Its type.
    pub ty: IntegerType,
}

/// The bits of a bit-field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bits {
    /// How many bits lie before it, from the byte at which its place starts.
    pub first: u64,
    /// How many it has.
    pub width: u64,
}

/// An error that the program or the user says is one.
#[derive(Clone, Debug)]
pub struct ErrorSite {
    /// What kind of error; never [`ErrorKind::Check`].
    pub kind: ErrorKind,
    /// Where it stands; `None` for a condition from the command line.
    pub span: Option<Span>,
    /// The text of a user's condition.
    pub text: Option<String>,
}

/// A place at which a value comes from outside.
#[derive(Clone, Debug)]
pub struct Site {
    /// How it is called: the function's name, `*`, what `scanf` fills.
    pub name: String,
    /// Where it stands.
    pub span: Span,
    /// The smallest and largest value.
    pub range: (i128, i128),
    /// Of a read of a volatile object its place.
    pub place: Option<Place>,
    /// Of what is read of a text from outside: which part.
    pub text: Option<TextPart>,
    /// Of a part of an argument of the command line the number of that argument.
    pub argument: Option<u32>,
    /// Of a read of the standard input: what it gives.
    pub drawn: Option<Drawn>,
}

/// A node.
#[derive(Debug)]
pub struct Node {
    /// What it does.
    pub action: Action,
    /// Its text.
    pub span: Span,
    /// Where it goes on: of a branch where the condition holds, then where it does not.
    pub successors: Vec<NodeId>,
    /// Of the check of a user's condition: where it goes on if the condition has no value yet.
    pub without_value: Option<NodeId>,
}

/// What a node does.
#[derive(Clone, Debug)]
pub enum Action {
    /// Nothing.
    Skip,
    /// Nothing: says what a run that passes here does in the source.
    Mark(Role),
    /// `target = value`
    Assign {
        /// The temporary.
        target: TemporaryId,
        /// The value.
        value: Expr,
    },
    /// Reads a scalar from memory.
    Load {
        /// What gets it.
        target: TemporaryId,
        /// Where it is.
        place: Place,
    },
    /// Writes a scalar to memory.
    Store {
        /// Where.
        place: Place,
        /// The value, of the place's type.
        value: Expr,
    },
    /// Copies an object as a whole.
    Copy {
        /// Where to.
        to: Place,
        /// Where from; it may overlap.
        from: Place,
        /// How many bytes.
        size: u64,
    },
    /// Makes all bytes of a place zero.
    Clear {
        /// The place.
        place: Place,
        /// How many bytes.
        size: u64,
    },
    /// The life of an object begins: what pointed to an earlier one of that name dangles. It has no value, or for its
    /// [`Object::parts`] those that come from outside.
    Declare(ObjectId),
    /// `target` gets a value from outside.
    Input {
        /// The temporary.
        target: TemporaryId,
        /// Where.
        site: SiteId,
    },
    /// A branch on whether a value is not zero.
    Branch(Expr),
    /// Calls a procedure.
    Call {
        /// What is called.
        callee: Callee,
        /// The arguments.
        arguments: Vec<Argument>,
        /// What gets the result.
        result: Option<Receiver>,
    },
    /// Calls a library function of which it is known what it does.
    Library {
        /// Which one.
        function: Library,
        /// Its arguments.
        arguments: Vec<Expr>,
        /// What gets the result.
        result: Option<TemporaryId>,
    },
    /// Says what the procedure returns.
    Return(Argument),
    /// The end of a procedure; no successors.
    Exit,
    /// An error; no successors.
    Error(ErrorId),
    /// The end of the run (`abort`, `exit`, an assumption that does not hold); no successors. The value is the status that
    /// `exit` is given.
    Stop(Option<Expr>),
    /// Code that nobody knows gets these values, and may change all that it reaches through them.
    Unknown {
        /// What it is: the call of a function.
        reason: Unmodelled,
        /// The values that it gets.
        reached: Vec<Expr>,
        /// What it does.
        effect: Effect,
        /// Whether it may call functions of the program whose names it cannot get as values.
        calls_back: bool,
    },
    /// A library function reads what these values point to, and changes nothing.
    Inspect {
        /// What it is: the call of a function.
        reason: Unmodelled,
        /// The pointers that it gets.
        reached: Vec<Expr>,
        /// How many of the first ones it takes for texts: these are not null.
        texts: usize,
        /// Whether its result may point into what it gets.
        keeps: bool,
    },
    /// The value of a place is not known any more.
    Forget {
        /// The place.
        place: Place,
        /// How many bytes.
        size: u64,
        /// Why.
        reason: Unmodelled,
    },
    /// Control may have gone somewhere that is not followed; no successors.
    Cut(Unmodelled),
    /// Nothing: an annotation states something here.
    Stated(Box<Stated>),
}

/// What is called.
#[derive(Clone, Debug)]
pub enum Callee {
    /// This procedure.
    Procedure(ProcedureId),
    /// A function that has a contract and no body.
    Declared(FunctionId),
    /// The function that a value points to.
    Pointer(Expr),
    /// No function: a value that points to none of those that a call through it may be meant for. If it is null, that is
    /// undefined; where else it leads is not followed, so an [`Action::Cut`] comes next.
    Missing(Expr),
}

/// What is passed to a procedure, or back.
#[derive(Clone, Debug)]
pub enum Argument {
    /// A scalar.
    Value(Expr),
    /// A structure, by its place.
    Record(Place),
}

/// What gets the result of a call.
#[derive(Clone, Debug)]
pub enum Receiver {
    /// A scalar.
    Temporary(TemporaryId),
    /// A structure.
    Object(ObjectId),
}

/// A value, computed from temporaries and memory; computing it changes nothing. Copying one counts as work, since it may
/// be as large as a function.
#[derive(Debug)]
pub struct Expr {
    /// What it computes.
    pub kind: ExprKind,
    /// Its type.
    pub ty: Type,
    /// Its text.
    pub span: Span,
}

impl Clone for Expr {
    fn clone(&self) -> Self {
        spend(1);
        Expr { kind: self.kind.clone(), ty: self.ty.clone(), span: self.span }
    }
}

/// What a value is computed by.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A number; as a pointer an address that is a number, null if that is zero, as a floating-point number its bits.
    Integer(i128),
    /// What a temporary holds.
    Temporary(TemporaryId),
    /// The value of a place with a fixed address.
    Read(Box<Place>),
    /// The address of a place; of an array that of its first element, with the array's size in bytes.
    Address(Box<Place>, Option<u64>),
    /// The address of a function.
    Function(FunctionId),
    /// `-e`, `~e` in a type; of a floating-point number `-e` is another sign.
    Unary(UnaryOperator, IntegerType, Box<Expr>),
    /// Arithmetic in a type.
    Binary(BinaryOperator, IntegerType, Box<Expr>, Box<Expr>),
    /// A comparison of two integers, two pointers or two floating-point numbers of one type, or of such a one with 0: 1 or 0.
    Compare(Relation, Box<Expr>, Box<Expr>),
    /// A pointer moved by so many objects of a size in bytes.
    Moved {
        /// The pointer.
        pointer: Box<Expr>,
        /// By how many objects.
        by: Box<Expr>,
        /// Whether towards lower addresses.
        back: bool,
        /// The size of one; `None` if that is not known.
        size: Option<u64>,
    },
    /// How many objects of a size lie between two pointers.
    Distance(Box<Expr>, Box<Expr>, Option<u64>),
    /// Conversion to the expression's type.
    Convert(Box<Expr>),
    /// A value that is not modelled, for this reason.
    Unmodelled(Unmodelled),
}

/// An lvalue: where it is in memory.
#[derive(Clone, Debug)]
pub struct Place {
    /// Where it starts from.
    pub base: Base,
    /// The way from there, from the outside to the inside.
    pub steps: Vec<Step>,
    /// Its type; of a bit-field the one that it is declared with.
    pub ty: Type,
    /// Its bits, if it is a bit-field.
    pub bits: Option<Bits>,
    /// Its text.
    pub span: Span,
}

/// Where a place starts from.
#[derive(Clone, Debug)]
pub enum Base {
    /// An object.
    Object(ObjectId),
    /// What a pointer points to.
    Pointer(Box<Expr>),
    /// An object of a library, by its name: apart from all others.
    Outside(String),
    /// Somewhere in an object, behind the steps that are known: in words, why nobody knows where.
    Within(ObjectId, Unmodelled),
    /// Something that is not modelled, in words: anywhere.
    Unmodelled(Unmodelled),
}

/// A part of the way to a place.
#[derive(Clone, Debug)]
pub enum Step {
    /// A member of a structure.
    Member {
        /// The number of the structure.
        record: usize,
        /// The number of the field.
        field: usize,
        /// How many bytes it lies behind the start, if that is known.
        offset: Option<u64>,
        /// Its size in bytes, if that is known.
        size: Option<u64>,
        /// Whether it shares its bytes with others: that of a union.
        shared: bool,
        /// Where the text before `.` or `->` ends.
        at: u32,
    },
    /// An element of an array.
    Element {
        /// Its number.
        index: Expr,
        /// The size of an element in bytes; `None` if that is not known.
        size: Option<u64>,
        /// How many elements there are, as far as the type says.
        length: Option<u64>,
        /// Where the text of the array ends, behind which its `[` stands.
        at: u32,
    },
}

impl Graph {
    /// The procedure of a node.
    pub fn procedure_of(&self, node: NodeId) -> Option<ProcedureId> {
        let mut procedures = self.procedures.iter().zip(0..);
        let own = procedures.find(|(entry, _)| (entry.first.0..=entry.exit.0).contains(&node.0));
        own.map(|(_, number)| ProcedureId(number))
    }

    /// The nodes of a procedure.
    pub fn nodes_of(&self, procedure: ProcedureId) -> impl Iterator<Item = NodeId> + use<> {
        let Procedure { first, exit, .. } = &self.procedures[procedure.index()];
        (first.0..=exit.0).map(NodeId)
    }
}
