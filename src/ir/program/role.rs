//! What edges do in the source.

use serde::{Deserialize, Serialize};

use focuscheck_base::index;

index!(
    /// A loop of the source: index into the loops of a graph.
    LoopId
);

/// What makes a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LoopKind {
    /// `while`
    While,
    /// `do … while`
    DoWhile,
    /// `for`
    For,
    /// A `goto` that leads back.
    Goto,
}

impl LoopKind {
    /// Its name in relations.
    pub fn name(self) -> &'static str {
        match self {
            LoopKind::While => "while",
            LoopKind::DoWhile => "do-while",
            LoopKind::For => "for",
            LoopKind::Goto => "goto",
        }
    }
}

/// What an edge does in the source. A plain edge to what comes next has no role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Into the first branch of an `if` or `?:`.
    Then,
    /// Into the second branch, or past the statement that has none.
    Else,
    /// From outside to the head of a loop.
    LoopEntry(LoopId),
    /// Back to the head of a loop.
    LoopBack(LoopId),
    /// Into the body of a loop whose condition holds.
    LoopBody(LoopId),
    /// Out of a loop whose condition does not hold.
    LoopExit(LoopId),
    /// To a `case`.
    Case,
    /// To `default`.
    Default,
    /// Past a `switch` in which nothing fits.
    NoCase,
    /// `break`
    Break,
    /// `continue`
    Continue,
    /// `goto`
    Goto,
    /// An explicit `return`.
    Return,
    /// Past the right operand of `&&`: the left one does not hold.
    ShortAnd,
    /// Past the right operand of `||`: the left one holds.
    ShortOr,
    /// From a call to where it returns to.
    CallToReturn,
    /// Past code that nobody has given, such as the body of a function that is only declared. What escaped has lost its
    /// value in nodes of its own; that nothing else is changed here that other files can name, `check` takes for granted
    /// and says so.
    UnknownCode,
}

impl Role {
    /// Its name in relations.
    pub fn name(self) -> &'static str {
        match self {
            Role::Then => "then",
            Role::Else => "else",
            Role::LoopEntry(_) => "loop-entry",
            Role::LoopBack(_) => "loop-back",
            Role::LoopBody(_) => "loop-body",
            Role::LoopExit(_) => "loop-exit",
            Role::Case => "case",
            Role::Default => "default",
            Role::NoCase => "no-case",
            Role::Break => "break",
            Role::Continue => "continue",
            Role::Goto => "goto",
            Role::Return => "return",
            Role::ShortAnd => "short-and",
            Role::ShortOr => "short-or",
            Role::CallToReturn => "call-to-return",
            Role::UnknownCode => "unknown-code",
        }
    }

    /// The loop that it is about.
    pub fn of_loop(mut self) -> Option<LoopId> {
        self.loop_mut().copied()
    }

    /// The loop that it is about, to be replaced.
    pub fn loop_mut(&mut self) -> Option<&mut LoopId> {
        match self {
            Role::LoopEntry(id) | Role::LoopBack(id) | Role::LoopBody(id) | Role::LoopExit(id) => Some(id),
            Role::Then
            | Role::Else
            | Role::Case
            | Role::Default
            | Role::NoCase
            | Role::Break
            | Role::Continue
            | Role::Goto
            | Role::Return
            | Role::ShortAnd
            | Role::ShortOr
            | Role::CallToReturn
            | Role::UnknownCode => None,
        }
    }
}
