//! Premises as a kind and what they are about.

use crate::doubt::{Premise, Unmodelled};
use crate::options::CheckKind;

pub(super) fn print(premise: &Premise) -> (&'static str, &str) {
    match premise {
        Premise::Unchecked(kind) => ("unchecked", kind.name()),
        Premise::Access(Unmodelled::Construct(what)) => ("access", what),
        Premise::Access(Unmodelled::Body { function }) => ("access-of-function", function),
        Premise::Model { function } => ("model", function),
        Premise::Contained { function } => ("contained", function),
        Premise::InitialGlobals { function } => ("initial-globals", function),
        Premise::Settled { variable } => ("settled", variable),
        Premise::Initialised { variable } => ("initialised", variable),
    }
}

pub(super) fn read(kind: &str, subject: String) -> Option<Premise> {
    Some(match kind {
        "unchecked" => {
            let named = |known: &CheckKind| known.name() == subject;
            Premise::Unchecked(CheckKind::ALL.into_iter().find(named)?)
        }
        "access" => Premise::Access(Unmodelled::Construct(subject)),
        "access-of-function" => Premise::Access(Unmodelled::Body { function: subject }),
        "model" => Premise::Model { function: subject },
        "contained" => Premise::Contained { function: subject },
        "initial-globals" => Premise::InitialGlobals { function: subject },
        "settled" => Premise::Settled { variable: subject },
        "initialised" => Premise::Initialised { variable: subject },
        _ => return None,
    })
}
