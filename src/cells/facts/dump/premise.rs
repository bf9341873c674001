//! Premises as a kind and what they are about.

use std::borrow::Cow;

use super::unmodelled;
use focuscheck_base::doubt::Premise;
use focuscheck_base::options::CheckKind;

/// What begins the kind of a [`Premise::Access`]; the kind of what is not modelled follows.
const ACCESS: &str = "access:";

pub(super) fn print(premise: &Premise) -> (Cow<'static, str>, &str) {
    let (kind, subject): (&'static str, &str) = match premise {
        Premise::Access(what) => {
            let (kind, subject) = unmodelled::print(what);
            return (format!("{ACCESS}{kind}").into(), subject);
        }
        Premise::Unchecked(kind) => ("unchecked", kind.name()),
        Premise::Model { function } => ("model", function),
        Premise::Weak { function } => ("weak", function),
        Premise::Contained { function } => ("contained", function),
        Premise::InitialGlobals { function } => ("initial-globals", function),
        Premise::Settled { variable } => ("settled", variable),
        Premise::Answered { claim } => ("answered", claim),
    };
    (kind.into(), subject)
}

pub(super) fn read(kind: &str, subject: String) -> Option<Premise> {
    if let Some(kind) = kind.strip_prefix(ACCESS) {
        return unmodelled::read(kind, subject).map(Premise::Access);
    }
    Some(match kind {
        "unchecked" => {
            let named = |known: &CheckKind| known.name() == subject;
            Premise::Unchecked(CheckKind::ALL.into_iter().find(named)?)
        }
        "model" => Premise::Model { function: subject },
        "weak" => Premise::Weak { function: subject },
        "contained" => Premise::Contained { function: subject },
        "initial-globals" => Premise::InitialGlobals { function: subject },
        "settled" => Premise::Settled { variable: subject },
        "answered" => Premise::Answered { claim: subject },
        _ => return None,
    })
}
