//! The abstract syntax tree: C as it is written, after preprocessing.
//!
//! Every node has a span in the source. Parentheses are not kept; the span of a parenthesised expression
//! includes them.

pub use super::annotation::{Annotation, AnnotationKind};
pub use super::leaves::{Basic, Header, Integer, Name, StorageClass};
pub use super::operators::{Binary, Unary};
use focuscheck_base::source::Span;

/// A file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TranslationUnit {
    /// What stands at file scope, in order.
    pub items: Vec<Item>,
    /// The headers it includes, in order.
    pub headers: Vec<Header>,
    /// The pragmas that say something of names, each by its words: `weak f`.
    pub linkage: Vec<Vec<String>>,
    /// The annotations that stand before nothing that they could belong to, and error conditions, in order.
    pub unattached: Vec<Annotation>,
    /// The macros whose values conditions ask for although they are those of a header that is not read.
    pub unread: Vec<(String, Span)>,
}

/// Something at file scope.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// A declaration.
    Declaration(Declaration),
    /// A function with its body.
    Function(Box<FunctionDefinition>),
    /// `asm("…");`
    Assembler(Span),
    /// An annotation of the whole program.
    Annotation(Annotation),
}

/// `specifiers declarators;`
#[derive(Clone, Debug, PartialEq)]
pub struct Declaration {
    /// What comes before the declarators.
    pub specifiers: Specifiers,
    /// The declarators with their initialisers.
    pub declarators: Vec<InitDeclarator>,
    /// `_Static_assert(e, …)` instead of declarators.
    pub assertion: Option<Expression>,
    /// The annotations before it, at file scope; in a block its statement has them.
    pub annotations: Vec<Annotation>,
    /// The whole declaration.
    pub span: Span,
}

/// Declaration specifiers.
#[derive(Clone, Debug, PartialEq)]
pub struct Specifiers {
    /// The storage class, if any.
    pub storage: Option<StorageClass>,
    /// `const` among the qualifiers.
    pub constant: bool,
    /// `volatile` among the qualifiers.
    pub volatile: bool,
    /// `_Atomic`, `_Thread_local`, `inline` and the like, then GNU attributes, by name and without their
    /// arguments; also those that stand behind a declarator.
    pub attributes: Vec<String>,
    /// The type.
    pub ty: TypeSpecifier,
    /// From the first to the last token.
    pub span: Span,
}

/// A type specifier.
#[derive(Clone, Debug, PartialEq)]
pub enum TypeSpecifier {
    /// No type at all: `int` by C's oldest rule.
    Implicit,
    /// A built-in type.
    Basic(Basic),
    /// `struct` or `union`.
    Record(Record),
    /// `enum`.
    Enumeration(Box<Enumeration>),
    /// A typedef name.
    Named(Name),
    /// `typeof(expression)`.
    TypeofExpression(Box<Expression>),
    /// `typeof(type)`.
    TypeofType(Box<TypeName>),
}

/// `struct tag { … }` or `union tag { … }`.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// Whether it is a union.
    pub union: bool,
    /// Its tag.
    pub tag: Option<Name>,
    /// Its members, if they are given here.
    pub fields: Option<Vec<FieldDeclaration>>,
    /// The specifier.
    pub span: Span,
}

/// Members that share their specifiers.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldDeclaration {
    /// Their type.
    pub specifiers: Specifiers,
    /// The members; empty for an anonymous `struct` or `union`.
    pub declarators: Vec<FieldDeclarator>,
}

/// One member.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldDeclarator {
    /// Name and derived type; the name may be missing in a bit-field.
    pub declarator: Declarator,
    /// Width of a bit-field.
    pub width: Option<Expression>,
}

/// `enum tag { … }`.
#[derive(Clone, Debug, PartialEq)]
pub struct Enumeration {
    /// Its tag.
    pub tag: Option<Name>,
    /// The attributes of the type.
    pub attributes: Vec<String>,
    /// Its constants with their values, if they are given here.
    pub constants: Option<Vec<(Name, Option<Expression>)>>,
    /// The specifier.
    pub span: Span,
}

/// A declarator: a name and what is derived from the specified type.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Declarator {
    /// The name; none in an abstract declarator.
    pub name: Option<Name>,
    /// From the name outwards: `*a[3]` is an array of pointers, `[Array, Pointer]`.
    pub derived: Vec<Derived>,
    /// The declarator.
    pub span: Span,
}

/// One step of a derived type.
#[derive(Clone, Debug, PartialEq)]
pub enum Derived {
    /// `*`, and what the pointer itself is.
    #[allow(missing_docs)]
    Pointer { constant: bool, volatile: bool },
    /// `[size]`.
    Array(Option<Box<Expression>>),
    /// `(parameters)`.
    Function(Parameters),
}

/// The parameters of a function type.
#[derive(Clone, Debug, PartialEq)]
pub enum Parameters {
    /// `()`: nothing is known about them.
    Unknown,
    /// Names only, as in old-style definitions.
    Names(Vec<Name>),
    /// A prototype; `(void)` has none.
    Prototype {
        /// The parameters.
        parameters: Vec<Parameter>,
        /// Whether `...` follows.
        variadic: bool,
    },
}

/// A parameter in a prototype.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Its type.
    pub specifiers: Specifiers,
    /// Name and derived type; the name may be missing.
    pub declarator: Declarator,
}

/// A declarator with its initialiser.
#[derive(Clone, Debug, PartialEq)]
pub struct InitDeclarator {
    /// The declarator.
    pub declarator: Declarator,
    /// GNU attributes behind the declarator, where they are not among the specifiers', and `asm=name` for the name that
    /// assemblers call it by.
    pub attributes: Vec<String>,
    /// The initialiser.
    pub initializer: Option<Initializer>,
    /// All of it.
    pub span: Span,
}

/// An initialiser.
#[derive(Clone, Debug, PartialEq)]
pub enum Initializer {
    /// `= e`
    Expression(Expression),
    /// `= { … }`
    List(Vec<InitializerEntry>, Span),
}

/// One entry of an initialiser list.
#[derive(Clone, Debug, PartialEq)]
pub struct InitializerEntry {
    /// `[i].x =` before the value.
    pub designators: Vec<Designator>,
    /// The value.
    pub value: Initializer,
}

/// A step of a designation.
#[derive(Clone, Debug, PartialEq)]
pub enum Designator {
    /// `[i]`
    Index(Expression),
    /// `[low ... high]` (GNU)
    Range(Expression, Expression),
    /// `.x`
    Field(Name),
}

/// A type without a name: `sizeof(int *)`.
#[derive(Clone, Debug, PartialEq)]
pub struct TypeName {
    /// The type.
    pub specifiers: Specifiers,
    /// The abstract declarator.
    pub declarator: Declarator,
    /// Both.
    pub span: Span,
}

/// A function definition.
#[derive(Clone, Debug, PartialEq)]
pub struct FunctionDefinition {
    /// What comes before the name.
    pub specifiers: Specifiers,
    /// Name and parameters.
    pub declarator: Declarator,
    /// The declarations between head and body of an old-style definition.
    pub old_style: Vec<Declaration>,
    /// The body, a block.
    pub body: Statement,
    /// The annotations before it, at file scope; in a block its statement has them.
    pub annotations: Vec<Annotation>,
    /// The whole definition.
    pub span: Span,
}

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// What it does.
    pub kind: StatementKind,
    /// The annotations before it.
    pub annotations: Vec<Annotation>,
    /// Its whole text.
    pub span: Span,
}

/// What a statement does.
#[derive(Clone, Debug, PartialEq)]
pub enum StatementKind {
    /// `;`
    Empty,
    /// `e;`
    Expression(Expression),
    /// A declaration in a block.
    Declaration(Declaration),
    /// A function inside a function (GNU).
    Function(Box<FunctionDefinition>),
    /// `{ … }`, and the annotations before its end.
    Block(Vec<Statement>, Vec<Annotation>),
    /// `if (c) s else if (c) s … else s`: a chain is flat, so that its length costs no stack. The span of
    /// an arm is that of its `if`.
    If {
        /// Conditions and branches in order, each with the place of its `if`.
        arms: Vec<IfArm>,
        /// The last `else`.
        otherwise: Option<Box<Statement>>,
    },
    /// `while (c) s`
    While(Expression, Box<Statement>),
    /// `do s while (c);`
    DoWhile(Box<Statement>, Expression),
    /// `for (init; condition; step) s`
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
    /// `switch (e) s`
    Switch(Expression, Box<Statement>),
    /// Labels before a statement, in order; flat like `If`.
    Labelled(Vec<Label>, Box<Statement>),
    /// `break;`
    Break,
    /// `continue;`
    Continue,
    /// `return e;`
    Return(Option<Expression>),
    /// `goto l;`
    Goto(Name),
    /// `goto *e;` (GNU)
    GotoComputed(Expression),
    /// `asm(…);`
    Assembler(Assembler),
}

/// An `asm` statement, without its text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Assembler {
    /// Whether there is any text to assemble.
    pub text: bool,
    /// What it assigns.
    pub outputs: Vec<Expression>,
    /// What it reads.
    pub inputs: Vec<Expression>,
    /// Whether it says that it changes memory.
    pub memory: bool,
    /// The labels that it may jump to.
    pub labels: Vec<Name>,
}

/// One arm of an `if` chain.
#[derive(Clone, Debug, PartialEq)]
pub struct IfArm {
    /// The condition.
    pub condition: Expression,
    /// The branch.
    pub then: Statement,
    /// Where its `if` starts.
    pub start: u32,
}

/// A label.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// What it is.
    pub kind: LabelKind,
    /// From its first token to its colon.
    pub span: Span,
}

/// What a label is.
#[derive(Clone, Debug, PartialEq)]
pub enum LabelKind {
    /// `name:`
    Name(Name),
    /// `case low ... high:`
    Case(Expression, Option<Expression>),
    /// `default:`
    Default,
}

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expression {
    /// What it computes.
    pub kind: ExpressionKind,
    /// Its text.
    pub span: Span,
    /// The height of its tree: walking it needs that much stack.
    pub height: u32,
}

/// What an expression computes.
#[derive(Clone, Debug, PartialEq)]
pub enum ExpressionKind {
    /// A name.
    Identifier(String),
    /// An integer constant.
    Integer(Integer),
    /// A floating constant as written.
    Float(String),
    /// A character constant.
    Character {
        /// Its value as an `int`.
        value: i64,
        /// As written.
        text: String,
    },
    /// Adjacent string literals as written.
    String(Vec<String>),
    /// Cimple's `*`: any truth value.
    Any,
    /// An operator before its operand.
    Unary(Unary, Box<Expression>),
    /// `e++` (true) or `e--` (false).
    Postfix(bool, Box<Expression>),
    /// An operator between its operands.
    Binary(Binary, Box<Expression>, Box<Expression>),
    /// `a = b`, or `a op= b`.
    Assign(Option<Binary>, Box<Expression>, Box<Expression>),
    /// `c ? a : b`; GNU allows `c ?: b`.
    Conditional(Box<Expression>, Option<Box<Expression>>, Box<Expression>),
    /// `a, b`
    Comma(Box<Expression>, Box<Expression>),
    /// `f(a, b)`
    Call(Box<Expression>, Vec<Expression>),
    /// `a[i]`
    Index(Box<Expression>, Box<Expression>),
    /// `s.x`, or `s->x` (true).
    Member(Box<Expression>, Name, bool),
    /// `(type) e`
    Cast(Box<TypeName>, Box<Expression>),
    /// `(type) { … }`
    Compound(Box<TypeName>, Box<Initializer>),
    /// `sizeof e`
    SizeofExpression(Box<Expression>),
    /// `sizeof(type)`
    SizeofType(Box<TypeName>),
    /// `_Alignof(type)`
    Alignof(Box<TypeName>),
    /// `_Alignof e` (GNU)
    AlignofExpression(Box<Expression>),
    /// `({ … })` (GNU); the statement is a block.
    Statement(Box<Statement>),
    /// `_Generic(e, type: a, default: b)`
    Generic(Box<Expression>, Vec<(Option<TypeName>, Expression)>),
    /// `__builtin_offsetof(type, member)`
    Offsetof(Box<TypeName>, Vec<Designator>),
    /// `__builtin_va_arg(list, type)`
    VariableArgument(Box<Expression>, Box<TypeName>),
    /// `__builtin_types_compatible_p(type, type)`
    TypesCompatible(Box<TypeName>, Box<TypeName>),
    /// `&&label` (GNU)
    LabelAddress(Name),
}
