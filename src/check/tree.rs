//! The typed tree: names resolved, a type on each expression, conversions and decay explicit. Pointers are kept.
//!
//! Nothing is decided here about what a pointer points to, and nothing that was parsed is left out: each construct has
//! its node. Implicit conversions are nodes of their own; arguments without a parameter keep their types.
//!
//! A `Place` is rooted in an object or in what a pointer points to. Each body is checked once, and all that there is to
//! say of a file is said there: an expression is looked at in the order in which it stands, with what is known of the
//! types around it (an initialiser is first read as a whole, `check/designation.rs`, then put to the parts of its
//! object). Constants get their values while the tree is built, so that a warning knows them. What C does not evaluate
//! (the operand of `sizeof`, the type of `typeof`) is no part of the tree. What has been reported as wrong has a type
//! that goes with everything (`Checker::poison`), so that one mistake is one message.

use std::collections::BTreeSet;

pub use super::id::{FunctionId, LabelId, ObjectId};
use super::linkage::Linkage;
use super::logic::tree as logic;
use super::types::{Signature, Type, Types};
use focuscheck_base::arith::{IntegerType, UnaryOperator};
use focuscheck_base::source::Span;
use focuscheck_syntax::annotation::Annotation;
pub use focuscheck_syntax::ast::Binary;

/// A file whose names and types are known.
#[derive(Clone, Debug)]
pub struct Program {
    /// All structures and unions, and what depends on the machine.
    pub types: Types,
    /// All objects, in the order of their declarations.
    pub objects: Vec<Object>,
    /// All functions that are declared, defined or called; one for each name.
    pub functions: Vec<Function>,
    /// What stands at file scope, in order.
    pub items: Vec<Item>,
    /// What attributes and assembly say of names.
    pub linkage: Linkage,
    /// The user's error conditions.
    pub conditions: Vec<Condition>,
    /// What annotations say of the whole.
    pub logic: logic::Globals,
    /// Whether names may come from headers that were not read.
    pub unread: bool,
    /// Whether some of them are headers of the system, whose functions have a fixed meaning.
    pub library_headers: bool,
    /// Objects that are `volatile` and taken for ordinary ones, with the places of their declarations.
    pub settled: Vec<(String, Span)>,
    /// The object that is `errno`, if the program looks at it.
    pub errno: Option<ObjectId>,
    /// Variables that hold an argument until all of them are evaluated: in no order of these do they hold anything else.
    pub held: BTreeSet<ObjectId>,
}

impl Program {
    /// The function of a name, if there is one.
    pub fn function(&self, name: &str) -> Option<FunctionId> {
        self.functions.iter().position(|f| f.name == name).map(|i| FunctionId(i as u32))
    }

    /// The function of a name, if it is the one of the library and no one of the program's own.
    pub fn library_function(&self, name: &str) -> Option<FunctionId> {
        let is_library = |id: &FunctionId| {
            let Function { definition, alias, .. } = &self.functions[id.index()];
            definition.is_none() && alias.is_none() && !self.linkage.is_foreign(name)
        };
        self.function(name).filter(is_library)
    }

    /// The function that is meant by another: the one with the body, where it is a second name.
    pub fn resolved(&self, id: FunctionId) -> FunctionId {
        let function = &self.functions[id.index()];
        let alias = function.alias.as_deref().and_then(|alias| self.function(alias));
        alias.filter(|alias| self.functions[alias.index()].definition.is_some()).unwrap_or(id)
    }
}

/// Something at file scope.
#[derive(Clone, Debug)]
pub enum Item {
    /// A variable is declared for the first time.
    Object(ObjectId),
    /// A variable is initialised.
    Initializer(ObjectId, Initializer),
    /// A function is defined.
    Function(FunctionId),
    /// `asm("…");`
    Assembler,
}

/// Where an object lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// At file scope.
    File {
        /// Whether it is `static`.
        internal: bool,
        /// Whether it is defined, even without an initialiser.
        defined: bool,
        /// Whether it has an initialiser.
        initialized: bool,
    },
    /// `static` in a function: one instance for all calls.
    Static,
    /// In a block: one instance for each time it is entered.
    Automatic,
    /// A parameter.
    Parameter,
    /// The result of a function, which only error conditions name.
    Result,
}

/// A variable, a parameter, or a function inside a function.
#[derive(Clone, Debug)]
pub struct Object {
    /// Its name; empty for a parameter without one.
    pub name: String,
    /// Its type, with the length that its initialiser gives.
    pub ty: Type,
    /// Where it lives.
    pub storage: Storage,
    /// Whether it is `const` itself.
    pub constant: bool,
    /// Whether it is `volatile` itself: a read gives any value of its type.
    pub volatile: bool,
    /// Its name where it is declared first.
    pub span: Span,
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Its type, as far as it is known.
    pub signature: Signature,
    /// Whether it is declared; else only calls name it.
    pub declared: bool,
    /// How the parameters of the definition are passed.
    pub passing: Vec<Type>,
    /// Whether the number and types of arguments are checked against the definition.
    pub prototype: bool,
    /// Whether it is declared not to return.
    pub stops: bool,
    /// The function that it is another name of.
    pub alias: Option<String>,
    /// Its body, if it is defined.
    pub definition: Option<Definition>,
    /// What annotations say of it, if they were asked for.
    pub contract: Option<Box<logic::Contract>>,
}

impl Function {
    /// One of which nobody has said more than its name and what it gives.
    pub fn called(name: &str, result: Type) -> Self {
        Function {
            name: name.to_owned(),
            signature: Signature { result, parameters: None, variadic: false },
            declared: false,
            passing: Vec::new(),
            prototype: false,
            stops: false,
            alias: None,
            definition: None,
            contract: None,
        }
    }
}

/// The definition of a function.
#[derive(Clone, Debug)]
pub struct Definition {
    /// Its parameters, as many as in [`Function::passing`].
    pub parameters: Vec<ObjectId>,
    /// Sizes in the types of the parameters that are computed when it is called.
    pub sizes: Vec<Expression>,
    /// Its labels.
    pub labels: Vec<Label>,
    /// What it does.
    pub body: Vec<Statement>,
    /// The place of the body.
    pub body_span: Span,
    /// Its name.
    pub span: Span,
    /// Whether it comes from a model file.
    pub model: bool,
    /// Its variables, for error conditions: the first of each name.
    pub locals: Vec<ObjectId>,
}

/// A label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Its name.
    pub name: String,
    /// Where it is defined.
    pub span: Span,
}

/// An error condition of the user's: `[FUNC:] EXPR`.
#[derive(Clone, Debug)]
pub struct Condition {
    /// The text as given.
    pub text: String,
    /// That of the expression, without the function.
    pub subject: String,
    /// The function in which it is checked; `None`: everywhere.
    pub function: Option<FunctionId>,
    /// The expression, which changes nothing.
    pub expression: Expression,
    /// The comment that it comes from; `None` if given on the command line.
    pub span: Option<Span>,
}

/// An expression: what it computes, its type, and where it stands.
#[derive(Clone, Debug)]
pub struct Expression {
    /// What it computes.
    pub kind: ExpressionKind,
    /// Its type; never an array or a function.
    pub ty: Type,
    /// Its text in the source. An implicit conversion has that of its operand.
    pub span: Span,
    /// Its value where C's rules give one: an integer constant expression without overflow, or 0 for a null pointer.
    pub constant: Option<i128>,
}

/// What an expression computes.
#[derive(Clone, Debug)]
pub enum ExpressionKind {
    /// An integer constant: a literal, an enumerator, a size.
    Integer(i128),
    /// A floating constant as written.
    Float(String),
    /// Cimple's `*`: any truth value.
    Any,
    /// The address of a function.
    Function(FunctionId),
    /// A name of a library or of a header that was not read, as a value.
    Undeclared(String),
    /// The value of a place.
    Load(Box<Place>),
    /// The address of the first element of an array.
    Decay(Box<Place>),
    /// `&place`
    AddressOf(Box<Place>),
    /// `&&label`
    LabelAddress(LabelId),
    /// `-e`, `~e`; the operand has the result's type where that is an integer.
    Unary(UnaryOperator, Box<Expression>),
    /// `!e`
    Not(Box<Expression>),
    /// `__real__ e`, `__imag__ e`
    ComplexPart(Box<Expression>),
    /// An operation that evaluates both operands. Two integers have been converted to one type, but for shifts.
    Binary(Binary, Box<Expression>, Box<Expression>),
    /// `a && b`
    And(Box<Expression>, Box<Expression>),
    /// `a || b`
    Or(Box<Expression>, Box<Expression>),
    /// `c ? a : b`; without a middle operand `c ?: b`. Two integers have been converted to the result's type.
    Conditional(Box<Expression>, Option<Box<Expression>>, Box<Expression>),
    /// `a, b`
    Comma(Box<Expression>, Box<Expression>),
    /// `(type) e`: a conversion that is written, `+e` among them.
    Cast(Box<Expression>),
    /// An implicit conversion to the expression's type.
    Convert(Box<Expression>),
    /// `place = e`; the value has been converted to the place's type.
    Assign(Box<Place>, Box<Expression>),
    /// `place op= e`, `++`, `--`.
    Update {
        /// What is read and written, once.
        place: Box<Place>,
        /// The operator; never a comparison.
        operator: Binary,
        /// The right operand, converted to the type of the operation where both are integers.
        value: Box<Expression>,
        /// Whether the value is the one before the update.
        postfix: bool,
    },
    /// `f(a, b)`
    Call(Callee, Vec<Expression>),
    /// `({ … })`: statements, then a value if there is one; what stands for a call of a library function names it.
    Statement(Vec<Statement>, Option<Box<Expression>>, Option<FunctionId>),
    /// `__builtin_va_arg(list, type)`
    VariableArgument(Box<Expression>),
    /// One of these is evaluated, and nobody can tell which.
    OneOf(Vec<Expression>),
    /// A value that is not known, for this reason, after these operands.
    Unknown(String, Vec<Expression>),
}

/// What is called.
#[derive(Clone, Debug)]
pub enum Callee {
    /// A function by its name.
    Named(FunctionId),
    /// Through a pointer, or a name of which nothing is known.
    Pointer(Box<Expression>),
}

/// What can be read, be assigned, or have its address taken.
#[derive(Clone, Debug)]
pub struct Place {
    /// Where it is.
    pub kind: PlaceKind,
    /// Its type; arrays and functions do not decay. A narrow bit-field has the type that it is promoted to.
    pub ty: Type,
    /// Whether it is `const` for who uses this place.
    pub constant: bool,
    /// Its text in the source.
    pub span: Span,
}

/// Where a place is.
#[derive(Clone, Debug)]
pub enum PlaceKind {
    /// An object.
    Object(ObjectId),
    /// What a pointer points to: `*p`.
    Dereference(Box<Expression>),
    /// `p[i]`: the object so many behind the one that a pointer points to.
    Behind(Box<Expression>, Box<Expression>),
    /// `a[i]`: an element of an array.
    Element(Box<Place>, Box<Expression>),
    /// `s.x`: the numbers of fields, from the outside to the inside, and the width of a bit-field. Without fields the
    /// type of the whole is not known.
    Member(Box<Place>, Vec<usize>, Option<u64>),
    /// A string literal: its characters, without the final zero.
    Text(Vec<u32>),
    /// `(type){ … }`
    Compound(Initializer),
    /// A value that stands where a place is wanted: `f().x`.
    Value(Box<Expression>),
    /// An object of a library, as `errno`.
    Undeclared(String),
}

/// An initialiser.
#[derive(Clone, Debug)]
pub struct Initializer {
    /// What gets which value, in the order of evaluation; what a later designation replaces is left out. All else is
    /// zero.
    pub parts: Vec<InitialPart>,
    /// Whether it is in braces.
    pub braces: bool,
    /// Its place.
    pub span: Span,
}

/// One value of an initialiser.
#[derive(Clone, Debug)]
pub struct InitialPart {
    /// The numbers of elements and fields from the outside to the part; `None` for a value too many.
    pub path: Option<Vec<u64>>,
    /// Its value.
    pub value: InitialValue,
    /// Whether it is the value of the part before it again (`[0 ... 9] = f()`), which is evaluated once.
    pub repeated: bool,
}

/// What a part is initialised with.
#[derive(Clone, Debug)]
pub enum InitialValue {
    /// A value of the part's type.
    Expression(Expression),
    /// The characters of a string literal for an array, and its place.
    Text(Vec<u32>, Span),
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Statement {
    /// What it does.
    pub kind: StatementKind,
    /// The annotations before it.
    pub annotations: Vec<Annotation>,
    /// Of a loop what they say of it, if they were asked for.
    pub contract: Option<Box<logic::LoopContract>>,
    /// Its whole text.
    pub span: Span,
}

/// What a statement does.
#[derive(Clone, Debug)]
pub enum StatementKind {
    /// `;`
    Empty,
    /// `e;`
    Expression(Expression),
    /// What a declaration makes and evaluates, in order.
    Declaration(Vec<Declaration>),
    /// A function inside a function (GNU).
    NestedFunction,
    /// `{ … }`
    Block(Vec<Statement>),
    /// A chain of `if` and `else if`, then the last `else`.
    If(Vec<Arm>, Option<Box<Statement>>),
    /// `while`
    While(Expression, Box<Statement>),
    /// `do … while`
    DoWhile(Box<Statement>, Expression),
    /// `for`
    For {
        /// A declaration or an expression statement.
        init: Option<Box<Statement>>,
        /// The condition.
        condition: Option<Expression>,
        /// After each round.
        step: Option<Expression>,
        /// The body.
        body: Box<Statement>,
    },
    /// `switch`; the value is promoted.
    Switch(Expression, Box<Statement>),
    /// Labels with their places, then the statement.
    Labelled(Vec<(LabelKind, Span)>, Box<Statement>),
    /// `break;`
    Break,
    /// `continue;`
    Continue,
    /// `return e;`, converted to the type of the result.
    Return(Option<Expression>),
    /// `goto l;`
    Goto(LabelId),
    /// `goto *e;`
    GotoComputed(Expression),
    /// `asm(…);`
    Assembler(Assembler),
    /// Does nothing: an annotation states something here. There are some only if they were asked for.
    Stated(Box<logic::Stated>),
}

/// One arm of an `if` chain.
#[derive(Clone, Debug)]
pub struct Arm {
    /// The condition.
    pub condition: Expression,
    /// The branch.
    pub then: Statement,
    /// Where its `if` starts.
    pub start: u32,
}

/// What a label is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabelKind {
    /// `name:`
    Name(LabelId),
    /// `case low ... high:`, converted to the type of the switch.
    Case(i128, i128),
    /// A case whose value is not known.
    UnknownCase,
    /// `default:`
    Default,
}

/// What a declaration makes or evaluates.
#[derive(Clone, Debug)]
pub enum Declaration {
    /// Sizes in types that are computed here.
    Sizes(Vec<Expression>),
    /// A variable.
    Object {
        /// The variable; one of a block or a `static` one.
        object: ObjectId,
        /// Its initialiser.
        initializer: Option<Initializer>,
        /// Whether a function runs when it ends.
        cleanup: bool,
        /// The declarator with its initialiser.
        span: Span,
    },
}

/// An `asm` statement.
#[derive(Clone, Debug)]
pub struct Assembler {
    /// Whether there is any text to assemble.
    pub text: bool,
    /// What it reads: operands in memory by their places.
    pub inputs: Vec<Operand>,
    /// What it assigns.
    pub outputs: Vec<Place>,
    /// The labels that it may jump to.
    pub jumps: bool,
}

/// An input of an `asm` statement.
#[derive(Clone, Debug)]
pub enum Operand {
    /// A place, which may be passed by its address.
    Place(Place),
    /// A value.
    Value(Expression),
}

impl Expression {
    /// An expression whose value is not constant.
    pub fn new(kind: ExpressionKind, ty: Type, span: Span) -> Self {
        Expression { kind, ty, span, constant: None }
    }

    /// The type, if it is an integer.
    pub fn integer(&self) -> Option<IntegerType> {
        self.ty.integer()
    }

    /// The type of what it is inside its implicit conversions.
    pub fn unconverted_type(&self) -> &Type {
        match &self.kind {
            ExpressionKind::Convert(inner) => inner.unconverted_type(),
            _ => &self.ty,
        }
    }

    /// What it is inside its implicit conversions.
    pub fn unconverted(&self) -> &ExpressionKind {
        match &self.kind {
            ExpressionKind::Convert(inner) => inner.unconverted(),
            kind => kind,
        }
    }
}

impl Initializer {
    /// The value that the whole object gets, if it is no list.
    pub fn whole(&self) -> Option<&Expression> {
        match &self.parts[..] {
            [InitialPart { path: Some(path), value: InitialValue::Expression(value), .. }]
                if path.is_empty() && !self.braces =>
            {
                Some(value)
            }
            _ => None,
        }
    }
}
