//! The syntax tree of annotations.

use crate::ast::{self, Binary, Integer, Name, Unary};
use focuscheck_base::source::Span;

/// What one annotation comment says.
#[derive(Clone, Debug)]
pub enum Specification {
    /// Clauses of the contract of a function, or of a statement.
    Contract(Vec<ContractClause>),
    /// Clauses of a loop.
    Loop(Vec<LoopClause>),
    /// What holds at a point.
    Code(Vec<CodeClause>),
    /// Definitions for the whole program.
    Globals(Vec<Global>),
    /// Nothing that could be read: there is an error, or nothing is written.
    Nothing,
}

/// Something of ACSL that is not modelled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unmodelled {
    /// What ACSL calls it: `\lambda`, `lemma`, `recursive predicate p`.
    pub what: String,
    /// Where it is written.
    pub span: Span,
}

/// How a clause is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checked {
    /// It has to hold, and is used from there on.
    Full,
    /// `check`: it has to hold, and is not used.
    CheckOnly,
    /// `admit`: it is used, and nobody asks whether it holds.
    AdmitOnly,
}

/// A predicate that is stated.
#[derive(Clone, Debug)]
pub struct Asserted {
    /// How it is used.
    pub kind: Checked,
    /// What it says.
    pub expression: Expression,
    /// From the keyword to the semicolon.
    pub span: Span,
}

/// `assigns`
#[derive(Clone, Debug)]
pub struct Assigns {
    /// The locations.
    pub locations: Vec<Expression>,
    /// `\from` and what follows.
    pub from: Vec<Unmodelled>,
    /// From the keyword to the semicolon.
    pub span: Span,
}

/// `decreases`, `loop variant`
#[derive(Clone, Debug)]
pub struct Variant {
    /// The term.
    pub expression: Expression,
    /// The relation (`for R`).
    pub relation: Option<Name>,
    /// From the keyword to the semicolon.
    pub span: Span,
}

/// A clause of a contract.
#[derive(Clone, Debug)]
pub enum ContractClause {
    /// `requires`
    Requires(Asserted),
    /// `ensures`
    Ensures(Asserted),
    /// `assumes`
    Assumes(Asserted),
    /// `assigns`
    Assigns(Assigns),
    /// `decreases`
    Decreases(Variant),
    /// `terminates`
    Terminates(Asserted),
    /// `behavior NAME:`: what follows belongs to it.
    Behavior(Name),
    /// `complete behaviors a, b;`; without names all of them.
    Complete(Vec<Name>, Span),
    /// `disjoint behaviors a, b;`
    Disjoint(Vec<Name>, Span),
    /// What it may free; which that is, is not modelled.
    Frees(Unmodelled),
    /// Another clause, or the behaviours of a statement's contract.
    Unmodelled(Unmodelled),
}

/// A clause of a loop, with the behaviours it is for (none: for all).
#[derive(Clone, Debug)]
pub struct LoopClause {
    /// The behaviours.
    pub behaviors: Vec<Name>,
    /// What it says.
    pub kind: LoopClauseKind,
}

/// What a clause of a loop says.
#[derive(Clone, Debug)]
pub enum LoopClauseKind {
    /// `loop invariant`
    Invariant(Asserted),
    /// `loop assigns`
    Assigns(Assigns),
    /// `loop variant`
    Variant(Variant),
    /// Another clause.
    Unmodelled(Unmodelled),
}

/// What holds at a point, with the behaviours it is for.
#[derive(Clone, Debug)]
pub struct CodeClause {
    /// The behaviours.
    pub behaviors: Vec<Name>,
    /// What it says.
    pub kind: CodeClauseKind,
}

/// What holds at a point.
#[derive(Clone, Debug)]
pub enum CodeClauseKind {
    /// `assert`, `check`, `admit`
    Assertion(Asserted),
    /// `invariant`
    Invariant(Asserted),
    /// Something else.
    Unmodelled(Unmodelled),
}

/// A definition for the whole program.
#[derive(Clone, Debug)]
pub enum Global {
    /// A predicate or a function of the logic.
    Definition(Definition),
    /// Something that is taken to hold.
    Axiom(Axiom),
    /// A type of the logic, and the names in its definition.
    Type(Name, Vec<String>),
    /// A label in ghost code: `ghost L: ;`
    Label(Name),
    /// Something else, what it does, and names that it may declare.
    Unmodelled(Unmodelled, Standing, Vec<String>),
}

/// What becomes of a program if something that is not modelled is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It says that something holds which nobody asks then, or it is code: `lemma`, ghost code.
    Stated,
    /// It says that something holds, and functions may rely on it: `global invariant`.
    Invariant,
    /// It only gives something that others may use: `axiom`, a definition.
    Given,
}

/// A predicate or a function of the logic.
#[derive(Clone, Debug)]
pub struct Definition {
    /// Its name.
    pub name: Name,
    /// The type of a function; `None`: it is a predicate.
    pub result: Option<TypeName>,
    /// Its labels.
    pub labels: Vec<Name>,
    /// The types that it is for.
    pub types: Vec<String>,
    /// Its parameters.
    pub parameters: Vec<Variable>,
    /// What it stands for, or why that is not known.
    pub body: Result<Expression, Unmodelled>,
    /// Whether it has no body: what is known of it is what axioms say.
    pub declared: bool,
    /// Whether `reads` says that it depends on memory.
    pub reads: bool,
    /// All of it.
    pub span: Span,
}

/// `axiom NAME{L}: P;`
#[derive(Clone, Debug)]
pub struct Axiom {
    /// Its name.
    pub name: Name,
    /// Its labels.
    pub labels: Vec<Name>,
    /// What it says.
    pub body: Expression,
    /// All of it.
    pub span: Span,
}

/// A variable of the logic with its type.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its name.
    pub name: Name,
    /// Its type.
    pub ty: TypeName,
}

/// The name of a type.
#[derive(Clone, Debug)]
pub enum TypeName {
    /// `integer`
    Integer,
    /// `real`
    Real,
    /// `boolean`
    Boolean,
    /// A type of C.
    C(Box<ast::TypeName>),
    /// Another type of the logic.
    Other(String),
}

/// A predicate, a term, or a set of terms.
#[derive(Clone, Debug)]
pub struct Expression {
    /// What it says.
    pub kind: ExpressionKind,
    /// Its text; parentheses included.
    pub span: Span,
    /// The height of its tree: walking it needs that much stack.
    pub(crate) height: u32,
}

/// What an expression says.
#[derive(Clone, Debug)]
pub enum ExpressionKind {
    /// A name, also `\result`, `\true`, `\nothing` and the like.
    Name(String),
    /// An integer constant.
    Integer(Integer),
    /// A floating constant as it is written.
    Float(String),
    /// A character constant.
    Character {
        /// Its value as an `int`.
        value: i64,
        /// As it is written.
        text: String,
    },
    /// String literals.
    Text(Vec<String>),
    /// `-`, `+`, `~`, `!`, `*`, `&` before an operand.
    Unary(Unary, Box<Expression>),
    /// Arithmetic, and operators on bits.
    Binary(Binary, Box<Expression>, Box<Expression>),
    /// `a --> b`: `~a | b`
    BitImplies(Box<Expression>, Box<Expression>),
    /// `a <--> b`: `~(a ^ b)`
    BitIff(Box<Expression>, Box<Expression>),
    /// `a <= b < c`: all these comparisons hold, each with the operand before it.
    Chain(Box<Expression>, Vec<(Binary, Expression)>),
    /// `p && q && …`
    And(Vec<Expression>),
    /// `p || q || …`
    Or(Vec<Expression>),
    /// `p ^^ q`
    Xor(Box<Expression>, Box<Expression>),
    /// `p ==> q`
    Implies(Box<Expression>, Box<Expression>),
    /// `p <==> q`
    Iff(Box<Expression>, Box<Expression>),
    /// `c ? a : b`
    Conditional(Box<Expression>, Box<Expression>, Box<Expression>),
    /// `\forall T x, y; p`, `\exists T x, y; p`
    Quantified(Quantifier, Vec<Variable>, Box<Expression>),
    /// `\let x = t; e`
    Let(Name, Box<Expression>, Box<Expression>),
    /// `name: e`
    Named(String, Box<Expression>),
    /// `\at(e, L)`
    At(Box<Expression>, Name),
    /// `f{L, M}(a, b)`, a function, a predicate, or something built in.
    Apply(Name, Vec<Name>, Vec<Expression>),
    /// `a[i]`
    Index(Box<Expression>, Box<Expression>),
    /// `s.x`, or `p->x` (true).
    Member(Box<Expression>, Name, bool),
    /// `(T) e`
    Cast(TypeName, Box<Expression>),
    /// `sizeof(T)`
    SizeofType(TypeName, Span),
    /// `sizeof e`
    SizeofExpression(Box<Expression>),
    /// `x \in s`
    In(Box<Expression>, Box<Expression>),
    /// `a..b`
    Range(Option<Box<Expression>>, Option<Box<Expression>>),
    /// `{a, b}`
    Set(Vec<Expression>),
    /// Something else: what ACSL calls it.
    Unmodelled(String),
}

/// What binds variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantifier {
    /// `\forall`
    All,
    /// `\exists`
    Some,
}
