//! Whether the layout that is being built gives the graph that the one in charge gives.

use crate::cells::compare::compare;
use crate::cells::{Pending, lay_out};
use crate::facts::lower;
use crate::options::Options;
use crate::source::SourceFile;

use super::front::laid_out;

/// Whether both give the same graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// They do.
    Same,
    /// They give different ones; in what they differ first.
    Different(String),
    /// The new one gives none yet.
    Pending(Pending),
    /// The program has errors.
    None,
}

/// Lays a program out both ways.
pub fn agreement(source: &SourceFile, options: &Options) -> Agreement {
    let Some(front) = laid_out(source, options).0 else { return Agreement::None };
    let checks = options.checks_of(source.path());
    match lay_out(&front.original, &checks) {
        Err(pending) => Agreement::Pending(pending),
        Ok(laid) if laid.origins.len() != laid.graph.procedures.len() => {
            Agreement::Different("procedures that do not say what they are copies of".to_owned())
        }
        Ok(laid) => match compare(&laid.graph, &lower::lower_with(&front.program, &checks)) {
            Ok(()) => Agreement::Same,
            Err(difference) => Agreement::Different(difference),
        },
    }
}
