//! The state of reading one clause: what names and labels mean in it.

use super::tree::{
    Binder, LogicType, Place, Predicate, PredicateKind, Range, StateLabel, Term, TermKind, Unmodelled,
};
use crate::checker::Checker;
use crate::id::ObjectId;
use crate::types::Type;
use focuscheck_base::source::Span;
use focuscheck_syntax::ast::Name;

/// More nodes than this do not come out of the definitions in one clause.
pub(super) const MAX_NODES: usize = 100_000;

/// An error has been said; the clause is given up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Failed;

/// What reading a part of a clause gives.
pub(super) type Read<T> = Result<T, Failed>;

/// Where a clause stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Clause {
    /// In a contract: it speaks of the state in which the function begins.
    Before,
    /// `assigns` in a contract: the same, and `\result` may be named.
    Assigns,
    /// `ensures`
    After,
    /// In a body, or before a loop.
    Inside,
    /// The body of a definition: its labels are its own.
    Definition,
}

/// What a name of the logic stands for.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    pub name: String,
    pub value: Term,
}

/// Reads one clause.
pub(super) struct Elaborator<'c, 'a> {
    pub checker: &'c mut Checker<'a>,
    pub clause: Clause,
    /// Whether a loop is around it.
    pub in_loop: bool,
    /// The type of `\result`.
    pub result: Option<Type>,
    /// The parameters of the function whose contract it is.
    pub formals: Vec<ObjectId>,
    /// The variables of the logic, the innermost last.
    pub variables: Vec<Variable>,
    /// The labels of the definition whose body is read.
    pub labels: Vec<(String, StateLabel)>,
    /// What `Here` means.
    pub here: Option<StateLabel>,
    /// The state in which memory is read; `None` in a definition with several labels.
    pub current: Option<StateLabel>,
    /// The ranges of a set that is read; `None`: one term is wanted.
    pub ranges: Option<Vec<Range>>,
    /// The definitions whose bodies are being read.
    pub inlined: Vec<(String, usize)>,
    /// How many nodes have been read.
    pub nodes: usize,
    /// Whether a definition was met inside of itself.
    pub recursive: bool,
    /// The number of the last definition that is seen.
    pub last: usize,
    /// The type parameters of a definition.
    pub types: Vec<String>,
    /// The outermost call of a definition that is being put in.
    pub call: Option<Span>,
}

impl<'c, 'a> Elaborator<'c, 'a> {
    pub fn new(checker: &'c mut Checker<'a>, clause: Clause) -> Self {
        Elaborator {
            checker,
            clause,
            in_loop: false,
            result: None,
            formals: Vec::new(),
            variables: Vec::new(),
            labels: Vec::new(),
            here: Some(StateLabel::Here),
            current: Some(StateLabel::Here),
            ranges: None,
            inlined: Vec::new(),
            nodes: 0,
            recursive: false,
            last: usize::MAX,
            types: Vec::new(),
            call: None,
        }
    }

    /// Says an error.
    pub fn error<T>(&mut self, span: Span, message: impl Into<String>) -> Read<T> {
        self.checker.error(span, message);
        Err(Failed)
    }

    /// What a label means here.
    pub fn label(&mut self, name: &Name) -> Read<StateLabel> {
        if let Some((_, label)) = self.labels.iter().find(|(own, _)| *own == name.text) {
            return Ok(*label);
        }
        let found = match (&*name.text, self.clause) {
            ("Here", _) => self.here,
            ("Init", _) => Some(StateLabel::Init),
            (_, Clause::Definition) => None,
            ("Pre", _) => Some(StateLabel::Pre),
            ("Old", Clause::After) => Some(StateLabel::Pre),
            ("Post", Clause::After) => Some(StateLabel::Here),
            ("LoopEntry", Clause::Inside) if self.in_loop => Some(StateLabel::LoopEntry),
            ("LoopCurrent", Clause::Inside) if self.in_loop => Some(StateLabel::LoopCurrent),
            (text, Clause::Inside) => self.checker.label(text).map(StateLabel::CLabel),
            _ => None,
        };
        match found {
            Some(label) => Ok(label),
            None => self.error(name.span, format!("there is no label '{}' here", name.text)),
        }
    }

    /// Reads something in another state; whether that is another one than around it.
    pub fn in_state<T>(
        &mut self,
        label: StateLabel,
        read: impl FnOnce(&mut Self) -> Read<T>,
    ) -> Read<(T, bool)> {
        let outer = self.current.replace(label);
        let result = read(self);
        self.current = outer;
        Ok((result?, outer != Some(label)))
    }

    /// The state in which memory is read here.
    pub fn state(&mut self, span: Span) -> Read<StateLabel> {
        match self.current {
            Some(state) => Ok(state),
            // A definition is right by itself: the call does not say in which state it is meant.
            None => {
                let at = self.call.unwrap_or(span);
                self.error(at, "memory is read in no state: '\\at' is missing")
            }
        }
    }

    /// A term that means the same in every state.
    pub fn fixed(&self, term: Term) -> Term {
        match self.current {
            Some(state) if !is_fixed(&term) => term.at(state),
            _ => term,
        }
    }

    /// A new binder.
    pub fn bind(&mut self, name: &str, ty: LogicType, span: Span) -> Binder {
        Binder { id: self.checker.logic.binder(), name: name.to_owned(), ty, span }
    }

    /// Reads something in which some names stand for terms.
    pub fn with_variables<T>(
        &mut self,
        variables: Vec<Variable>,
        read: impl FnOnce(&mut Self) -> Read<T>,
    ) -> Read<T> {
        let before = self.variables.len();
        self.variables.extend(variables);
        let result = read(self);
        self.variables.truncate(before);
        result
    }

    /// Reads something where one term is wanted, inside or outside of a set.
    pub fn single<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        let outer = self.ranges.take();
        let result = read(self);
        self.ranges = outer;
        result
    }

    /// How a type is called in messages.
    pub fn type_name(&self, ty: &LogicType) -> String {
        match ty {
            LogicType::Integer(None) => "integer".to_owned(),
            LogicType::Integer(Some(ty)) => self.checker.types.name(&Type::Integer(*ty)),
            LogicType::Boolean => "boolean".to_owned(),
            LogicType::Real => "real".to_owned(),
            LogicType::Pointer(pointee) => self.checker.types.name(&Type::Pointer(pointee.clone(), false)),
            LogicType::Aggregate(ty) => self.checker.types.name(ty),
            LogicType::Unknown => "unknown".to_owned(),
        }
    }
}

/// Whether a term means the same in every state.
pub(super) fn is_fixed(term: &Term) -> bool {
    match &term.kind {
        TermKind::Integer(_)
        | TermKind::Binder(_)
        | TermKind::Null
        | TermKind::At(..)
        | TermKind::Unmodelled(_) => true,
        TermKind::AddressOf(place) | TermKind::Decay(place) => is_fixed_place(place),
        TermKind::Unary(_, a) | TermKind::Convert(_, a) | TermKind::Retyped(a) | TermKind::BaseAddress(a) => {
            is_fixed(a)
        }
        TermKind::Binary(_, a, b) | TermKind::Moved(a, b) | TermKind::Distance(a, b) => {
            is_fixed(a) && is_fixed(b)
        }
        TermKind::Offset(a) => is_fixed(a),
        TermKind::Load(_)
        | TermKind::Apply(..)
        | TermKind::Result
        | TermKind::Truth(_)
        | TermKind::Conditional(..)
        | TermKind::Let(..)
        | TermKind::BlockLength(_) => false,
    }
}

/// Whether a place is the same in every state.
fn is_fixed_place(place: &Place) -> bool {
    use super::tree::PlaceKind;
    match &place.kind {
        PlaceKind::Object(_) => true,
        PlaceKind::Result => false,
        PlaceKind::Dereference(pointer) => is_fixed(pointer),
        PlaceKind::Index(whole, index) => is_fixed_place(whole) && is_fixed(index),
        PlaceKind::Member(whole, ..) => is_fixed_place(whole),
    }
}

impl Term {
    pub(super) fn new(kind: TermKind, ty: LogicType, span: Span) -> Self {
        Term { kind, ty, span }
    }

    pub(super) fn integer(value: i128, span: Span) -> Self {
        Term::new(TermKind::Integer(value), LogicType::Integer(None), span)
    }

    pub(super) fn unmodelled(what: impl Into<String>, span: Span) -> Self {
        let what = Unmodelled { what: what.into(), span };
        Term::new(TermKind::Unmodelled(what), LogicType::Unknown, span)
    }

    /// Why it is not modelled, if it is not.
    pub(super) fn missing(&self) -> Option<&Unmodelled> {
        match &self.kind {
            TermKind::Unmodelled(what) => Some(what),
            _ => None,
        }
    }

    /// Its value in a state.
    pub(super) fn at(self, state: StateLabel) -> Self {
        if is_fixed(&self) {
            return self;
        }
        let (ty, span) = (self.ty.clone(), self.span);
        Term::new(TermKind::At(Box::new(self), state), ty, span)
    }
}

impl Predicate {
    pub(super) fn new(kind: PredicateKind, span: Span) -> Self {
        Predicate { kind, span }
    }

    pub(super) fn unmodelled(what: impl Into<String>, span: Span) -> Self {
        Predicate::new(PredicateKind::Unmodelled(Unmodelled { what: what.into(), span }), span)
    }
}
