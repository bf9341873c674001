//! What annotations are read in.

use std::collections::BTreeMap;

use focuscheck_base::doubt::Unmodelled;
use focuscheck_base::source::Span;
use focuscheck_check::logic::tree::{BinderId, StateLabel};
use focuscheck_check::tree::{LabelId, ObjectId, Program};
use focuscheck_check::types::Type;

use super::memory::Memory;
use super::value::{BlockId, ReasonId, Value};

/// So many choices of values for quantifiers are tried for one annotation.
const MOST_CHOICES: u32 = 200_000;

/// Why something in an annotation is neither true nor false, or has no value that is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Doubtful {
    pub reason: Unmodelled,
    pub span: Span,
}

/// Whether something holds, if that is known.
pub(super) type Judged = Result<bool, Doubtful>;

/// Memory as it was once, with the objects of one call.
#[derive(Clone)]
pub(super) struct Snapshot {
    pub memory: Memory,
    pub objects: BTreeMap<ObjectId, BlockId>,
}

impl Snapshot {
    pub fn state(&self) -> State<'_> {
        State { memory: &self.memory, objects: &self.objects }
    }
}

/// Memory at a moment, with the objects of one call.
#[derive(Clone, Copy)]
pub(super) struct State<'a> {
    pub memory: &'a Memory,
    pub objects: &'a BTreeMap<ObjectId, BlockId>,
}

/// The states that `\at` can name besides that of the clause.
#[derive(Clone, Copy, Default)]
pub(super) struct Moments<'a> {
    /// Where the function began; `None`: that is the state of the clause.
    pub pre: Option<State<'a>>,
    /// Before the innermost loop.
    pub entry: Option<State<'a>>,
    /// At the head of the innermost loop.
    pub current: Option<State<'a>>,
    /// At labels.
    pub labels: Option<&'a BTreeMap<LabelId, Snapshot>>,
}

/// What a function returned.
#[derive(Clone, Copy, Default)]
pub(super) enum Outcome {
    /// Nothing, or nothing yet.
    #[default]
    None,
    /// A scalar.
    Scalar(Value),
    /// A structure, in this block.
    Record(BlockId),
}

/// What an annotation is read in.
pub(super) struct Reader<'a> {
    pub tree: &'a Program,
    /// The blocks of objects that live for the whole run.
    pub fixed: &'a BTreeMap<ObjectId, BlockId>,
    /// The list of the arguments of the command line.
    pub command_line: Option<BlockId>,
    pub reasons: &'a [Unmodelled],
    /// The state of the clause.
    pub here: State<'a>,
    pub moments: Moments<'a>,
    /// Parameters that have the values of the entry.
    pub formals: &'a [ObjectId],
    pub outcome: Outcome,
    /// Blocks from this one on were made since the function began.
    pub first: BlockId,
    /// The state of the innermost `\at`.
    pub at: Option<State<'a>>,
    /// What logic variables are.
    pub binders: BTreeMap<BinderId, Result<Value, Doubtful>>,
    /// How many choices of values may still be tried.
    pub choices: u32,
    /// How many calls of functions of the logic are open.
    pub depth: u32,
}

impl<'a> Reader<'a> {
    /// A reader for an annotation that names no other states.
    pub fn new(
        tree: &'a Program,
        fixed: &'a BTreeMap<ObjectId, BlockId>,
        reasons: &'a [Unmodelled],
        here: State<'a>,
    ) -> Self {
        Reader {
            tree,
            fixed,
            command_line: None,
            reasons,
            here,
            moments: Moments::default(),
            formals: &[],
            outcome: Outcome::None,
            first: BlockId(0),
            at: None,
            binders: BTreeMap::new(),
            choices: MOST_CHOICES,
            depth: 0,
        }
    }

    /// The state that is read.
    pub fn state(&self) -> State<'a> {
        self.at.unwrap_or(self.here)
    }

    pub fn doubt<T>(&self, reason: impl Into<Unmodelled>, span: Span) -> Result<T, Doubtful> {
        Err(Doubtful { reason: reason.into(), span })
    }

    pub fn because<T>(&self, reason: ReasonId, span: Span) -> Result<T, Doubtful> {
        self.doubt(self.reasons[reason.index()].clone(), span)
    }

    pub fn left<T>(&self, span: Span) -> Result<T, Doubtful> {
        self.doubt("object of a block that control has left", span)
    }

    /// The state that a label names.
    pub fn labelled(&self, label: StateLabel, span: Span) -> Result<State<'a>, Doubtful> {
        let found = match label {
            StateLabel::Here => Some(self.here),
            StateLabel::Pre => Some(self.moments.pre.unwrap_or(self.here)),
            StateLabel::LoopEntry => self.moments.entry,
            StateLabel::LoopCurrent => self.moments.current,
            StateLabel::Init => None,
            StateLabel::CLabel(label) => {
                self.moments.labels.and_then(|labels| labels.get(&label)).map(Snapshot::state)
            }
        };
        match found {
            Some(state) => Ok(state),
            None => self.doubt("\\at of a state that is not known", span),
        }
    }

    /// The size of a type in bytes.
    pub fn size(&self, ty: &Type, span: Span) -> Result<i128, Doubtful> {
        match self.tree.types.layout(ty) {
            Some((size, _)) => Ok(i128::from(size)),
            None => self.doubt("object of an unknown size", span),
        }
    }
}
