//! Kinds of undefined behaviour on the command line.

use clap::ValueEnum;

use focuscheck_base::options::CheckKind;

/// What `--check` takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum CheckChoice {
    /// Nothing: only what the program says is an error.
    None,
    /// An index out of the bounds of its array.
    Bounds,
    /// An access through a pointer that is null, dangling, or outside of its object.
    Pointer,
    /// A division or remainder by zero.
    Div,
    /// Signed arithmetic whose result does not fit its type.
    Overflow,
    /// A shift by a negative amount, or by the width or more.
    Shift,
    /// A read of a local variable that has no value yet.
    Uninit,
    /// A block of the heap that is not freed when the program ends, and that no pointer leads to.
    Memory,
    /// A block of the heap that is not freed when the program ends.
    Cleanup,
    /// All of these but `cleanup`.
    All,
}

impl CheckChoice {
    /// The kinds that it stands for.
    pub fn kinds(self) -> Vec<CheckKind> {
        match self {
            CheckChoice::None => Vec::new(),
            CheckChoice::Bounds => vec![CheckKind::Bounds],
            CheckChoice::Pointer => vec![CheckKind::Pointer],
            CheckChoice::Div => vec![CheckKind::Div],
            CheckChoice::Overflow => vec![CheckKind::Overflow],
            CheckChoice::Shift => vec![CheckKind::Shift],
            CheckChoice::Uninit => vec![CheckKind::Uninit],
            CheckChoice::Memory => vec![CheckKind::Memory],
            CheckChoice::Cleanup => vec![CheckKind::Cleanup],
            CheckChoice::All => {
                CheckKind::ALL.into_iter().filter(|kind| *kind != CheckKind::Cleanup).collect()
            }
        }
    }
}

/// What `--assume` takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum AssumeChoice {
    /// An index out of the bounds of its array.
    Bounds,
    /// An access through a pointer that is null, dangling, or outside of its object.
    Pointer,
    /// A division or remainder by zero.
    Div,
    /// Signed arithmetic whose result does not fit its type.
    Overflow,
    /// A shift by a negative amount, or by the width or more.
    Shift,
}

impl AssumeChoice {
    /// The kind that it is.
    pub fn kind(self) -> CheckKind {
        match self {
            AssumeChoice::Bounds => CheckKind::Bounds,
            AssumeChoice::Pointer => CheckKind::Pointer,
            AssumeChoice::Div => CheckKind::Div,
            AssumeChoice::Overflow => CheckKind::Overflow,
            AssumeChoice::Shift => CheckKind::Shift,
        }
    }
}
