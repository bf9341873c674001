//! The typed tree of annotations (ACSL).
//!
//! Names are resolved, definitions of predicates and logic functions are put in for their calls, and each place where memory
//! is read has one state: that of the innermost [`PredicateKind::At`] or [`TermKind::At`] around it, and without one the
//! *state of the clause*. That is the state where an assertion stands, of a loop annotation the one at the head of the loop,
//! of `requires`, `assigns`, `assumes`, `decreases` and `terminates` the one in which the function begins, of `ensures` the
//! one in which it ends. Labels are absolute: [`StateLabel::Here`] is the state of the clause also inside another `At`.

use std::rc::Rc;

use crate::id::{LabelId, ObjectId};
use crate::types::Type;
use focuscheck_base::arith::{BinaryOperator, IntegerType, Relation, UnaryOperator};
use focuscheck_base::index;
use focuscheck_base::source::Span;
pub use focuscheck_syntax::acsl::tree::{Checked, Standing, Unmodelled};

index!(
    /// A variable of the logic. A term or predicate may stand several times, with its binders; none is bound inside of where
    /// it is bound already.
    BinderId
);

index!(
    /// A function or predicate of the logic that is not put in for its calls.
    LogicId
);

/// A variable of the logic, where it is bound.
#[derive(Clone, Debug)]
pub struct Binder {
    /// Its number.
    pub id: BinderId,
    /// As it is written.
    pub name: String,
    /// Its type. One that is bound by a quantifier or a range is an integer, of all integers or of a type of C.
    pub ty: LogicType,
    /// Its name where it is bound.
    pub span: Span,
}

impl Binder {
    /// The type of C whose values it goes through; `None`: all integers.
    pub fn integer_type(&self) -> Option<IntegerType> {
        match self.ty {
            LogicType::Integer(ty) => ty,
            LogicType::Boolean
            | LogicType::Real
            | LogicType::Pointer(_)
            | LogicType::Aggregate(_)
            | LogicType::Unknown => None,
        }
    }
}

/// The type of a term.
#[derive(Clone, Debug, PartialEq)]
pub enum LogicType {
    /// An integer; a type of C says of which values it is one of.
    Integer(Option<IntegerType>),
    /// `boolean`: 1 or 0.
    Boolean,
    /// A real number, or a floating one: such terms are never modelled.
    Real,
    /// A pointer to objects of a type.
    Pointer(Rc<Type>),
    /// A structure, a union or an array as a value.
    Aggregate(Type),
    /// That of something that is not modelled.
    Unknown,
}

/// A state that `\at` names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum StateLabel {
    /// The state of the clause; in `ensures` also called `Post`.
    Here,
    /// The one in which the function begins; in a contract also called `Old`.
    Pre,
    /// The one before the first round of the innermost loop that the annotation stands in, or belongs to.
    LoopEntry,
    /// The one in which its present round begins.
    LoopCurrent,
    /// The one before `main`.
    Init,
    /// The last time that control was at a label of the function.
    CLabel(LabelId),
}

/// Something that holds or does not.
#[derive(Clone, Debug)]
pub struct Predicate {
    /// What it says.
    pub kind: PredicateKind,
    /// Its text. What comes out of a definition has the place in the definition.
    pub span: Span,
}

/// What a predicate says.
#[derive(Clone, Debug)]
pub enum PredicateKind {
    /// `\true`
    True,
    /// `\false`
    False,
    /// A comparison of integers.
    Compare(Relation, Term, Term),
    /// A comparison of pointers: the order is that of places in one block.
    ComparePointers(Relation, Term, Term),
    /// `!p`
    Not(Box<Predicate>),
    /// `p && q && …`, also `a <= b < c`; the parts in order, at least two.
    And(Vec<Predicate>),
    /// `p || q || …`
    Or(Vec<Predicate>),
    /// `p ==> q`
    Implies(Box<Predicate>, Box<Predicate>),
    /// `p <==> q`
    Iff(Box<Predicate>, Box<Predicate>),
    /// `p ^^ q`
    Xor(Box<Predicate>, Box<Predicate>),
    /// `p ? q : r`
    If(Box<Predicate>, Box<Predicate>, Box<Predicate>),
    /// `\forall T x, y; p`; the binders are integers, at least one.
    Forall(Vec<Binder>, Box<Predicate>),
    /// `\exists T x, y; p`
    Exists(Vec<Binder>, Box<Predicate>),
    /// `\let x = t; p`, and an argument of a definition: the term is evaluated in the state where this stands, once.
    Let(Binder, Box<Term>, Box<Predicate>),
    /// `\at(p, L)`
    At(Box<Predicate>, StateLabel),
    /// `\valid(s)`, `\valid_read(s)`: all these places can be written, or read.
    Valid {
        /// Whether they can be written.
        write: bool,
        /// The places.
        places: Vec<Location>,
    },
    /// `\separated(s, t, …)`: no two of these sets of places overlap.
    Separated(Vec<Location>),
    /// `\initialized(s)`: all these places have a value.
    Initialized(Vec<Location>),
    /// `\dangling(s)`: the pointers in these places point to objects that are no more.
    Dangling(Vec<Location>),
    /// `\freeable(p)`
    Freeable(Box<Term>),
    /// `\allocable(p)`
    Allocable(Box<Term>),
    /// `\fresh(p, n)`: `n` bytes at `p` that were allocated since the function began.
    Fresh(Box<Term>, Box<Term>),
    /// `name: p`
    Named(String, Box<Predicate>),
    /// Nothing is known of it.
    Unmodelled(Unmodelled),
}

/// A value.
#[derive(Clone, Debug)]
pub struct Term {
    /// What it is.
    pub kind: TermKind,
    /// Its type.
    pub ty: LogicType,
    /// Its text. What comes out of a definition has the place in the definition.
    pub span: Span,
}

/// What a term is.
#[derive(Clone, Debug)]
pub enum TermKind {
    /// A number: a literal, an enumerator, a size.
    Integer(i128),
    /// A variable of the logic.
    Binder(BinderId),
    /// The value of a place: an integer, a pointer, or an aggregate.
    Load(Box<Place>),
    /// `&place`
    AddressOf(Box<Place>),
    /// The address of the first element of an array.
    Decay(Box<Place>),
    /// `\result` that is no structure (see [`PlaceKind::Result`]); in `assigns` the pointer that will be returned.
    Result,
    /// `\null`, or 0 where a pointer is wanted.
    Null,
    /// `-t`, `~t`, exact.
    Unary(UnaryOperator, Box<Term>),
    /// Exact arithmetic; division truncates towards zero.
    Binary(BinaryOperator, Box<Term>, Box<Term>),
    /// 1 if the predicate holds, else 0.
    Truth(Box<Predicate>),
    /// `p ? t : u`
    Conditional(Box<Predicate>, Box<Term>, Box<Term>),
    /// `\let x = t; u`, and an argument of a definition: `t` is evaluated in the state where this stands, once.
    Let(Binder, Box<Term>, Box<Term>),
    /// `\at(t, L)`, `\old(t)`
    At(Box<Term>, StateLabel),
    /// A function for arguments, in the state where this stands; a predicate that holds is not 0.
    Apply(LogicId, Vec<Term>),
    /// The value of a type of C that is the same modulo its size; for `_Bool` 1 or 0. Left out where it changes nothing.
    Convert(IntegerType, Box<Term>),
    /// The same address, as that of another type.
    Retyped(Box<Term>),
    /// A pointer and by how many of its objects it is moved (which may be negative).
    Moved(Box<Term>, Box<Term>),
    /// How many objects the first of two pointers is behind the second.
    Distance(Box<Term>, Box<Term>),
    /// `\base_addr(p)`
    BaseAddress(Box<Term>),
    /// `\offset(p)`, in bytes.
    Offset(Box<Term>),
    /// `\block_length(p)`, in bytes.
    BlockLength(Box<Term>),
    /// Nothing is known of it.
    Unmodelled(Unmodelled),
}

/// Where something is in memory.
#[derive(Clone, Debug)]
pub struct Place {
    /// Where.
    pub kind: PlaceKind,
    /// What is there.
    pub ty: Type,
    /// Its text.
    pub span: Span,
}

/// Where a place is.
#[derive(Clone, Debug)]
pub enum PlaceKind {
    /// An object. A parameter in a contract is one of [`Contract::parameters`].
    Object(ObjectId),
    /// A structure that the function returns.
    Result,
    /// `*p`; `p[i]` of a pointer is `*(p + i)`.
    Dereference(Box<Term>),
    /// `a[i]` of an array.
    Index(Box<Place>, Box<Term>),
    /// `s.x`: the numbers of fields from the outside to the inside and the width of a bit-field, as in
    /// [`crate::tree::PlaceKind::Member`].
    Member(Box<Place>, Vec<usize>, Option<u64>),
}

/// A set of places: those that `place` is as the binders of `ranges` go through their values. Without ranges it is one.
#[derive(Clone, Debug)]
pub struct Location {
    /// What goes through a range, from the outside to the inside; the ends of one may read the binders before it.
    pub ranges: Vec<Range>,
    /// The place for one choice of values.
    pub place: Place,
    /// All of it as it is written.
    pub span: Span,
}

/// `low..high`: all integers from one to another, both included; none if `high` is less than `low`.
#[derive(Clone, Debug)]
pub struct Range {
    /// What goes through it.
    pub binder: Binder,
    /// The first one; `None`: there is none.
    pub low: Option<Term>,
    /// The last one.
    pub high: Option<Term>,
}

/// A predicate that an annotation states.
#[derive(Clone, Debug)]
pub struct Clause {
    /// The names before it: `a` and `b` in `requires a: b: P`.
    pub names: Vec<String>,
    /// How it is used.
    pub kind: Checked,
    /// The behaviours for which it is stated (`for b:`); empty: for all.
    pub behaviors: Vec<String>,
    /// What it says, without its names.
    pub predicate: Predicate,
    /// From the keyword to the semicolon.
    pub span: Span,
    /// The predicate as it is written, white space made one, without names.
    pub text: String,
}

/// What may be assigned: all locations of the clauses `assigns` together; `\nothing` is none.
#[derive(Clone, Debug)]
pub struct Assigns {
    /// The locations.
    pub locations: Vec<Location>,
    /// Locations that are not modelled. If there are any, more may be assigned than the others say.
    pub unmodelled: Vec<Unmodelled>,
    /// The behaviours for which it is stated (`for b:`); empty: for all.
    pub behaviors: Vec<String>,
    /// The first clause, from its keyword on.
    pub span: Span,
    /// The locations as they are written.
    pub text: String,
}

/// A term that gets smaller and was not negative before: `decreases`, `loop variant`.
#[derive(Clone, Debug)]
pub struct Variant {
    /// The term.
    pub term: Term,
    /// The relation by which it gets smaller (`for R`), which is not modelled; `None`: `<` of integers.
    pub relation: Option<Unmodelled>,
    /// From the keyword on.
    pub span: Span,
    /// The term as it is written.
    pub text: String,
}

/// The contract of a function: all that stands before its declarations and its definition.
#[derive(Clone, Debug, Default)]
pub struct Contract {
    /// The parameters of the function as the clauses name them: those of its definition, if it has one. In `ensures` a
    /// parameter that is not inside `\at` stands there as its value in [`StateLabel::Pre`], as ACSL has it.
    pub parameters: Vec<ObjectId>,
    /// What the caller has to see to.
    pub requires: Vec<Clause>,
    /// What holds when it returns.
    pub ensures: Vec<Clause>,
    /// What it may assign; `None`: anything.
    pub assigns: Option<Assigns>,
    /// What gets smaller with each recursive call.
    pub decreases: Option<Variant>,
    /// When it has to return; `None`: always.
    pub terminates: Option<Clause>,
    /// Its behaviours, in order; names are unique.
    pub behaviors: Vec<Behavior>,
    /// Each list says that one of these behaviours applies whenever the function is called as it has to be.
    pub complete: Vec<Group>,
    /// Each list says that no two of them do.
    pub disjoint: Vec<Group>,
    /// Whether a clause says that it may free something.
    pub frees: bool,
    /// Clauses that are not modelled: `allocates`, `frees`, `exits`, `\from`, …
    pub unmodelled: Vec<Unmodelled>,
    /// The first comment that it is written in.
    pub span: Span,
}

/// A behaviour: applies if all that it assumes holds when the function begins.
#[derive(Clone, Debug)]
pub struct Behavior {
    /// Its name.
    pub name: String,
    /// When it applies.
    pub assumes: Vec<Clause>,
    /// What the caller has to see to where it applies.
    pub requires: Vec<Clause>,
    /// What then holds when the function returns.
    pub ensures: Vec<Clause>,
    /// What it may then assign; `None`: what the contract says.
    pub assigns: Option<Assigns>,
    /// Where its name is written.
    pub span: Span,
}

/// `complete behaviors`, `disjoint behaviors`.
#[derive(Clone, Debug)]
pub struct Group {
    /// The names of the behaviours.
    pub behaviors: Vec<String>,
    /// The clause.
    pub span: Span,
}

/// What is written before a loop.
#[derive(Clone, Debug, Default)]
pub struct LoopContract {
    /// What holds each time that control is at the head of the loop.
    pub invariants: Vec<Clause>,
    /// What it may assign since it began, for each list of behaviours; those for all come first.
    pub assigns: Vec<Assigns>,
    /// What gets smaller with each round.
    pub variant: Option<Variant>,
    /// Clauses that are not modelled.
    pub unmodelled: Vec<Unmodelled>,
    /// The first comment that it is written in.
    pub span: Span,
}

/// What is stated at a point of a function.
#[derive(Clone, Debug)]
pub enum Stated {
    /// `assert P;`: has to hold, and is used from there on.
    Assert(Clause),
    /// `check P;`
    Check(Clause),
    /// `admit P;`
    Admit(Clause),
    /// `invariant P;` after a label: holds each time that control is there.
    Invariant(Clause),
    /// Something else: a contract of a statement, ghost code.
    Unmodelled(Unmodelled),
}

/// What the annotations of a program say besides those of its functions.
#[derive(Clone, Debug, Default)]
pub struct Globals {
    /// Functions and predicates that call themselves, or have no definition.
    pub functions: Vec<LogicFunction>,
    /// What is taken to hold of them.
    pub axioms: Vec<Axiom>,
    /// Lemmas, axioms, ghost code and the like, and annotations that belong to nothing.
    pub unmodelled: Vec<Unmodelled>,
    /// Those of them that state something, or do something, so that not all is asked where they are left out.
    pub stated: Vec<Unmodelled>,
    /// Those of these on which functions may rely.
    pub invariants: Vec<Unmodelled>,
}

impl Globals {
    /// Leaves something out.
    pub fn leave_out(&mut self, what: Unmodelled, standing: Standing) {
        match standing {
            Standing::Stated => self.stated.push(what.clone()),
            Standing::Invariant => {
                self.stated.push(what.clone());
                self.invariants.push(what.clone());
            }
            Standing::Given => {}
        }
        self.unmodelled.push(what);
    }
}

/// A function or predicate that is not put in for its calls.
#[derive(Clone, Debug)]
pub struct LogicFunction {
    /// Its name.
    pub name: String,
    /// The type of its values; `None`: it is a predicate.
    pub result: Option<LogicType>,
    /// Its parameters: integers and pointers.
    pub parameters: Vec<Binder>,
    /// What it stands for.
    pub meaning: Meaning,
    /// Whether its value depends on the state.
    pub reads_state: bool,
    /// Its name in its definition.
    pub span: Span,
}

/// What a function of the logic stands for. Bodies have no labels, and there is exactly one function that satisfies them.
#[derive(Clone, Debug)]
pub enum Meaning {
    /// The value of a term.
    Term(Term),
    /// Whether a predicate holds.
    Predicate(Predicate),
    /// Nobody says.
    Declared,
}

/// What is taken to hold in every state for all values of its binders, which are integers and pointers.
#[derive(Clone, Debug)]
pub struct Axiom {
    /// Its name.
    pub name: String,
    /// What it speaks of.
    pub binders: Vec<Binder>,
    /// What it says.
    pub predicate: Predicate,
    /// The functions for their arguments of which it speaks.
    pub triggers: Vec<(LogicId, Vec<Term>)>,
    /// All of it.
    pub span: Span,
}
