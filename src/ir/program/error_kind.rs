//! What kinds of error there are.

use serde::{Deserialize, Serialize};

use focuscheck_base::options::CheckKind;

/// What kind of error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ErrorKind {
    /// `assert(e)` fails.
    Assertion,
    /// What an annotation states does not hold.
    Annotation,
    /// An error function is called.
    ErrorCall,
    /// A label `ERROR` is reached.
    ErrorLabel,
    /// A user's condition holds.
    Condition,
    /// Undefined behaviour that a check looks for.
    Check(CheckKind),
}

impl ErrorKind {
    /// All of them, in order.
    pub fn all() -> impl Iterator<Item = ErrorKind> {
        let said = [
            ErrorKind::Assertion,
            ErrorKind::Annotation,
            ErrorKind::ErrorCall,
            ErrorKind::ErrorLabel,
            ErrorKind::Condition,
        ];
        said.into_iter().chain(CheckKind::ALL.map(ErrorKind::Check))
    }

    /// Its name in reports, relations and rules of code scanners.
    pub fn name(self) -> &'static str {
        match self {
            ErrorKind::Assertion => "assertion",
            ErrorKind::Annotation => "annotation",
            ErrorKind::ErrorCall => "error-call",
            ErrorKind::ErrorLabel => "error-label",
            ErrorKind::Condition => "condition",
            ErrorKind::Check(check) => check.name(),
        }
    }

    /// The kind with this name.
    pub fn named(name: &str) -> Option<ErrorKind> {
        ErrorKind::all().find(|kind| kind.name() == name)
    }

    /// The check that looks for it; `None` for what the program or the user says is an error.
    pub fn check(self) -> Option<CheckKind> {
        match self {
            ErrorKind::Assertion
            | ErrorKind::Annotation
            | ErrorKind::ErrorCall
            | ErrorKind::ErrorLabel
            | ErrorKind::Condition => None,
            ErrorKind::Check(check) => Some(check),
        }
    }
}

impl Serialize for ErrorKind {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for ErrorKind {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        ErrorKind::named(&name)
            .ok_or_else(|| serde::de::Error::custom(format!("unknown kind of error '{name}'")))
    }
}
