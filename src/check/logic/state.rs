//! What the checker knows of the logic while it reads a file.

use std::collections::{BTreeMap, BTreeSet};

use super::tree::{BinderId, Globals, LogicId, LogicType, Unmodelled};
use focuscheck_base::source::Span;
use focuscheck_syntax::acsl::tree::{Expression, Specification};

/// What the checker knows of the logic.
#[derive(Debug, Default)]
pub(crate) struct Logic<'a> {
    /// What annotations say, by their numbers; `None` if nobody wants to know.
    pub specifications: Option<&'a [Specification]>,
    /// What names stand for.
    pub names: Names<'a>,
    /// How many definitions there are.
    pub order: usize,
    /// How many binders there are.
    pub binders: u32,
    /// What was said besides contracts.
    pub globals: Globals,
}

/// What names stand for in a translation unit.
#[derive(Debug, Default)]
pub(crate) struct Names<'a> {
    /// Predicates and functions by their names, each list in the order of the source.
    pub definitions: BTreeMap<String, Vec<Definition<'a>>>,
    /// The names of types.
    pub types: BTreeSet<String>,
    /// Names that ghost code, models and the like may declare.
    pub ghosts: BTreeSet<String>,
}

impl Logic<'_> {
    /// A number for a new binder.
    pub fn binder(&mut self) -> BinderId {
        self.binders += 1;
        BinderId(self.binders - 1)
    }
}

/// A predicate or a function of the logic.
#[derive(Clone, Debug)]
pub(crate) struct Definition<'a> {
    /// The type of a function; `None`: it is a predicate.
    pub result: Option<LogicType>,
    /// Its labels.
    pub labels: Vec<String>,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    /// Whether it has labels, or says that it reads memory.
    pub reads: bool,
    /// What its calls mean, if it is not put in for them.
    pub function: Option<LogicId>,
    /// What it stands for, or why that is not modelled.
    pub body: Result<&'a Expression, Unmodelled>,
    /// The item at file scope that it stands before: what is declared later its body does not see.
    pub item: usize,
    /// Its number among all definitions: those that follow its body does not see either.
    pub order: usize,
    /// Its name.
    pub span: Span,
}

/// A parameter of a definition.
#[derive(Clone, Debug)]
pub(crate) struct Parameter {
    pub name: String,
    pub ty: LogicType,
    pub span: Span,
}
