//! Whether the layout that is being built gives the graph that the one in charge gives.

use std::collections::BTreeSet;

use crate::cells::compare::compare;
use crate::cells::{Laid, Pending, lay_out, lay_out_everywhere};
use crate::facts::cfg::Graph;
use crate::facts::lower;
use crate::options::{CheckKind, Options};
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

/// Lays a program out both ways: as it is analysed, and with all that a verdict may rest on as an error.
pub fn agreement(source: &SourceFile, options: &Options) -> Agreement {
    let Some(front) = laid_out(source, options).0 else { return Agreement::None };
    let checks = options.checks_of(source.path());
    let all: BTreeSet<CheckKind> = checks.iter().copied().chain(CheckKind::ASSUMED).collect();
    let first = agree(lay_out(&front.original, &checks), || lower::lower_with(&front.program, &checks));
    if first != Agreement::Same {
        return first;
    }
    agree(lay_out_everywhere(&front.original, &all), || lower::lower_everywhere(&front.program, &all))
}

fn agree(laid: Result<Laid, Pending>, other: impl Fn() -> Graph) -> Agreement {
    match laid {
        Err(pending) => Agreement::Pending(pending),
        Ok(laid) if laid.origins.len() != laid.graph.procedures.len() => {
            Agreement::Different("procedures that do not say what they are copies of".to_owned())
        }
        Ok(laid) => match compare(&laid.graph, &other()) {
            Ok(()) => Agreement::Same,
            Err(difference) => Agreement::Different(difference),
        },
    }
}
