//! The program over cells: structures and arrays are flattened, pointers removed.
//!
//! Everything after this stage works on integers of known width only. What C allows and the engine does
//! not model is kept as [`ExpressionKind::Unsupported`], which names its reason and what it may change, so
//! that an unsupported part that does not matter does not hurt the verdict.

use serde::{Deserialize, Serialize};

use crate::arith::{BinaryOperator, IntegerType, Relation, UnaryOperator};
use crate::doubt::Unmodelled;
use crate::index::index;
use crate::program::error_kind::ErrorKind;
use crate::source::Span;
use crate::syntax::annotation::Annotation;

index!(
    /// A variable of the program: index into [`Program::variables`].
    VariableId
);
index!(
    /// A function with a body: index into [`Program::functions`].
    FunctionId
);
index!(
    /// A label inside one function: index into [`Function::labels`].
    LabelId
);

/// Where a variable lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Storage {
    /// File scope, or `static` inside a function: one instance, initialised before `main`.
    Global,
    /// A parameter of the function.
    Parameter(FunctionId),
    /// An automatic variable of the function: one instance per call.
    Local(FunctionId),
}

/// One scalar of a variable: a plain integer has one cell, arrays and structs have one per element.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cell {
    /// What follows the variable's name: `""`, `"[2]"`, `"[1][0].x"`.
    pub suffix: String,
    /// The cell's type.
    pub ty: IntegerType,
    /// Whether it is `volatile`: what is read is not what was stored.
    pub volatile: bool,
}

impl Cell {
    /// A cell that keeps what is stored.
    pub fn new(suffix: impl Into<String>, ty: IntegerType) -> Self {
        Cell { suffix: suffix.into(), ty, volatile: false }
    }
}

/// A variable (an object of integer, array or struct type).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variable {
    /// The name in the source.
    pub name: String,
    /// Where it lives.
    pub storage: Storage,
    /// Its scalars, in memory order; never empty.
    pub cells: Vec<Cell>,
    /// Initial values of a `Global`, one per cell; `None` for a cell whose value is an input
    /// (uninitialised globals in Cimple or with `--globals input`). Empty for other storage.
    pub initial: Vec<Option<i128>>,
    /// Where it is declared (its name).
    pub span: Span,
}

/// A place that can be read or assigned: a cell of a variable.
///
/// The cell's number is `offset + sum(index.value * index.stride)`; each index must be in
/// `0..index.length`, else the behaviour is undefined.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Place {
    /// The variable.
    pub variable: VariableId,
    /// The constant part of the cell number.
    pub offset: u32,
    /// The subscripts that are not constant, outermost first.
    pub indices: Vec<Index>,
    /// The type of the cell (all cells the place can denote have it).
    pub ty: IntegerType,
    /// The text of the place in the source.
    pub span: Span,
}

/// The offset that stands for the null pointer: no pointer into an object comes near it.
pub const NULL_OFFSET: i128 = -(1 << 40);

/// One subscript of a place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Index {
    /// The subscript.
    pub value: Expression,
    /// How many elements this dimension has.
    pub length: u32,
    /// Whether it is the offset of a pointer that may be null ([`NULL_OFFSET`]).
    pub nullable: bool,
    /// How many cells lie between neighbouring elements.
    pub stride: u32,
}

/// An expression with its type and its text in the source.
///
/// A `void` expression has type `int` and its value is not used.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Expression {
    /// What it computes.
    pub kind: ExpressionKind,
    /// The type of its value.
    pub ty: IntegerType,
    /// Where it stands.
    pub span: Span,
}

/// What an expression computes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ExpressionKind {
    /// A constant (literal, enumerator, `sizeof`, folded constant expression).
    Constant(i128),
    /// The value of a place.
    Read(Place),
    /// The value of a place that is `volatile`: any of its type, another one at each read.
    ReadVolatile(Place),
    /// Finding the place, of which something is read or written that has no cell: its subscripts must be in range. An
    /// `int` that is not used.
    Touch(Place),
    /// `-e`, `~e`; the operand has the result's type. `+e` is just the converted operand.
    Unary(UnaryOperator, Box<Expression>),
    /// `!e` (an `int`, 0 or 1).
    Not(Box<Expression>),
    /// Arithmetic; both operands have the result's type (the right operand of a shift its own type).
    Binary(BinaryOperator, Box<Expression>, Box<Expression>),
    /// A comparison (an `int`, 0 or 1); both operands have the same type.
    Compare(Relation, Box<Expression>, Box<Expression>),
    /// `a && b` (an `int`, 0 or 1), short-circuit.
    And(Box<Expression>, Box<Expression>),
    /// `a || b` (an `int`, 0 or 1), short-circuit.
    Or(Box<Expression>, Box<Expression>),
    /// `c ? a : b`; `a` and `b` have the result's type.
    Conditional(Box<Expression>, Box<Expression>, Box<Expression>),
    /// `a, b`.
    Comma(Box<Expression>, Box<Expression>),
    /// Conversion of the operand to this expression's type ([`IntegerType::convert`]).
    Convert(Box<Expression>),
    /// `place = value`; the value has the place's type and is the expression's value.
    Assign(Place, Box<Expression>),
    /// `place op= value`, `++`, `--`: the place is read once, converted to `operation`, combined with
    /// `value` (of type `operation`; for shifts its own type), converted back and stored. The subscripts
    /// of the place are evaluated once.
    Update {
        /// What is read and written.
        place: Place,
        /// The operator.
        operator: BinaryOperator,
        /// The type in which the operator computes.
        operation: IntegerType,
        /// The right operand.
        value: Box<Expression>,
        /// Whether the expression's value is the one before the update (`x++`).
        postfix: bool,
    },
    /// Assignment of a whole struct: cell by cell from a place of the same shape; the value is unused.
    CopyCells {
        /// First target place.
        target: Place,
        /// First source place.
        source: Place,
        /// How many consecutive cells.
        count: u32,
    },
    /// A call of a function with a body. There is one argument for each cell of each parameter, in order, of
    /// the cell's type; and one place for each of the function's [`Function::outputs`], whose cells get the
    /// values that the output has when the function returns. The subscripts of these places have no effects.
    Call(FunctionId, Vec<Expression>, Vec<Place>),
    /// A value from outside: `*` as a condition, `__VERIFIER_nondet_T()`, an undefined function, `rand`,
    /// `getchar`, `atoi(argv[i])`. The operands are evaluated for their effects first.
    Input {
        /// How it is called in reports; nothing for the choice `*`.
        name: Option<String>,
        /// Arguments that have effects.
        operands: Vec<Expression>,
        /// The smallest and largest value it can have, within the type.
        range: (i128, i128),
    },
    /// `assert(e)`: an error when the operand is zero.
    Assert(Box<Expression>, ErrorKind),
    /// `assume(e)`, `__VERIFIER_assume(e)`: the path ends silently when the operand is zero.
    Assume(Box<Expression>),
    /// `reach_error()`, `__VERIFIER_error()`, `__assert_fail(...)`: an error (named by the function).
    Error(String),
    /// `abort()` and the like: the path ends silently.
    Stop(Vec<Expression>),
    /// `exit(e)`: the path ends silently; the operand is the status of the process.
    Exit(Box<Expression>),
    /// A call without an effect on the state (`printf` and friends): the operands are evaluated for their
    /// effects; the value is an input.
    NoOperation(Vec<Expression>),
    /// Parsed, but not modelled. The operands are evaluated for their effects; the value is not known and
    /// cannot be replayed.
    Unsupported {
        /// What is not modelled.
        reason: Unmodelled,
        /// The modelled parts inside it.
        operands: Vec<Expression>,
        /// What it may do besides evaluating them.
        may: May,
    },
}

/// The worst that a part of the program which is not modelled may do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct May {
    /// It may change the variables whose address escaped ([`Program::address_taken`]).
    pub write: bool,
    /// It may call the functions whose address is taken, with any arguments.
    pub call: bool,
    /// Control may go on somewhere else: nothing is proved about what a run does from here on.
    pub jump: bool,
    /// It accesses memory that is not modelled, which may be undefined: no check can judge that.
    pub access: bool,
}

impl May {
    /// It has a value that is not known, and no effect.
    pub const NOTHING: Self = May { write: false, call: false, jump: false, access: false };
    /// It changes what escaped.
    pub const WRITE: Self = May { write: true, ..Self::NOTHING };
    /// It reads memory that is not modelled.
    pub const READ_MEMORY: Self = May { access: true, ..Self::NOTHING };
    /// It writes memory that is not modelled.
    pub const WRITE_MEMORY: Self = May { write: true, access: true, ..Self::NOTHING };
    /// Code that is not known runs: it writes what it reaches, and calls back.
    pub const RUN: Self = May { write: true, call: true, ..Self::NOTHING };
    /// Anything: the default for what nobody has thought of.
    pub const ANYTHING: Self = May { write: true, call: true, jump: true, access: true };

    /// What either may do.
    pub fn or(self, other: Self) -> Self {
        May {
            write: self.write || other.write,
            call: self.call || other.call,
            jump: self.jump || other.jump,
            access: self.access || other.access,
        }
    }

    /// Whether it has no effect but that of its operands, for certain.
    pub fn is_nothing(self) -> bool {
        self == Self::NOTHING
    }

    /// Whether it may change the state, or where control goes on.
    pub fn changes(self) -> bool {
        self.write || self.call || self.jump
    }
}

/// A statement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Statement {
    /// What it does.
    pub kind: StatementKind,
    /// Its whole text (for compound statements including their bodies).
    pub span: Span,
}

/// One initialiser of a local declaration.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LocalDeclaration {
    /// The variable.
    pub variable: VariableId,
    /// The declarator with its initialiser.
    pub span: Span,
    /// Cells and their values in order of evaluation, each of the cell's type. If not empty, all cells
    /// are listed (those that C sets to zero, with constants).
    pub initializers: Vec<(u32, Expression)>,
}

/// What a statement does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum StatementKind {
    /// `;`
    Empty,
    /// `e;`
    Expression(Expression),
    /// Local declarations; one without initialiser leaves the cells uninitialised (each an input).
    /// Static locals are globals and do not appear here.
    Declaration(Vec<LocalDeclaration>),
    /// `{ … }`
    Block(Vec<Statement>),
    /// `if`
    If {
        /// The condition (true when not zero).
        condition: Expression,
        /// The first branch.
        then: Box<Statement>,
        /// The branch after `else`.
        otherwise: Option<Box<Statement>>,
    },
    /// `while`
    While {
        /// The condition.
        condition: Expression,
        /// The body.
        body: Box<Statement>,
        /// The annotations before it.
        annotations: Vec<Annotation>,
    },
    /// `do … while`
    DoWhile {
        /// The body.
        body: Box<Statement>,
        /// The condition.
        condition: Expression,
        /// The annotations before it.
        annotations: Vec<Annotation>,
    },
    /// `for`
    For {
        /// Declaration or expression before the loop.
        init: Option<Box<Statement>>,
        /// The condition; none is true.
        condition: Option<Expression>,
        /// After each round.
        step: Option<Expression>,
        /// The body.
        body: Box<Statement>,
        /// The annotations before it.
        annotations: Vec<Annotation>,
    },
    /// `switch`; `case` and `default` are labels inside the body.
    Switch {
        /// The promoted value.
        value: Expression,
        /// The body.
        body: Box<Statement>,
    },
    /// `case low … high:` (equal for a plain case), converted to the switch value's type.
    Case {
        /// Smallest value.
        low: i128,
        /// Largest value.
        high: i128,
        /// The labelled statement.
        body: Box<Statement>,
    },
    /// `default:`
    Default(Box<Statement>),
    /// `break;`
    Break,
    /// `continue;`
    Continue,
    /// `return e;` (the value has the result's type).
    Return(Option<Expression>),
    /// `goto l;`
    Goto(LabelId),
    /// `l: s`
    Label(LabelId, Box<Statement>),
}

/// A label of a function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Label {
    /// Its name; `ERROR` is an error.
    pub name: String,
    /// Where it is defined.
    pub span: Span,
}

/// A function with a body.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Its parameters in order, each a variable with [`Storage::Parameter`]. An object that a pointer
    /// parameter gets by reference is a parameter, too, after the others.
    pub parameters: Vec<VariableId>,
    /// The result's type if it is an integer.
    pub result: Option<IntegerType>,
    /// Variables of the function whose cells a call copies back: a structure that it returns, and objects
    /// that it gets by reference.
    pub outputs: Vec<VariableId>,
    /// Its labels.
    pub labels: Vec<Label>,
    /// Its body (a block).
    pub body: Statement,
    /// Its name in the definition.
    pub span: Span,
}

/// An error condition given by the user: `[FUNC:] EXPR`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ErrorCondition {
    /// The text as given.
    pub text: String,
    /// That of the expression, without the function.
    pub subject: String,
    /// The function in which it is checked; `None`: everywhere (only globals are named).
    pub function: Option<FunctionId>,
    /// Whether it mentions `\result` (then it is checked when `function` returns).
    pub at_return: bool,
    /// The expression, free of side effects; `\result` is a read of [`Program::result_variables`].
    pub condition: Expression,
    /// The line of the `//@ error:` comment; `None` if given on the command line.
    pub span: Option<Span>,
}

/// A typed program.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Program {
    /// All variables.
    pub variables: Vec<Variable>,
    /// All functions with bodies.
    pub functions: Vec<Function>,
    /// For each function its result as a variable (one cell, [`Storage::Local`]), if it has one.
    pub result_variables: Vec<Option<VariableId>>,
    /// Where execution starts; `None` if there is no such function.
    pub main: Option<FunctionId>,
    /// Whether that was chosen, so that it need not be the start of the program.
    pub entered: bool,
    /// The parameter of `main` that counts the arguments of the command line: it is not negative.
    pub argument_count: Option<VariableId>,
    /// The error conditions.
    pub error_conditions: Vec<ErrorCondition>,
    /// Variables whose address is taken, in order.
    pub address_taken: Vec<VariableId>,
    /// Variables that other files can name and change, in order.
    pub external: Vec<VariableId>,
    /// Undefined functions that are called and taken to change no variable, with the first call's span.
    pub assumed_pure: Vec<(String, Span)>,
    /// Objects that are `volatile` and taken for ordinary ones, with the places of their declarations.
    pub settled: Vec<(String, Span)>,
    /// Functions whose bodies come from a model file.
    pub models: Vec<FunctionId>,
}

/// A block.
pub(super) fn block(statements: Vec<Statement>, span: Span) -> Statement {
    Statement { kind: StatementKind::Block(statements), span }
}
