//! Runs that are explanations: found on cells, confirmed on the memory of C.

use crate::facts::cfg::Graph;
use crate::machine::{self, Dispute, Expected, Given};
use crate::options::CheckKind;
use crate::program::Original;
use crate::replay::interpreter::{End, Limits, Run};

/// A run of the program in cells, and what its own memory says of it.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The run in cells.
    pub run: Run,
    /// Of one that ends at an error: why it does not happen so.
    pub dispute: Option<Dispute>,
}

/// Runs the program with its pointers on the values of a run; why that does not end at the same error.
pub fn dispute(graph: &Graph, original: &Original, run: &Run, limits: Limits) -> Option<Dispute> {
    let End::Error(error) = run.end else { return None };
    let mut given = Given::default();
    for read in &run.inputs {
        let site = &graph.sites[read.site.index()];
        given.add(site.span, &site.name, read.value);
    }
    let error = &graph.errors[error.index()];
    given.uninitialised = error.kind.check() == Some(CheckKind::Uninit);
    let expected = Expected { kind: error.kind, span: error.span, text: &error.text };
    // Its nodes are smaller steps.
    let limits = machine::Limits { steps: 8 * limits.steps, depth: limits.depth + 1 };
    machine::confirm(original.graph(), given, expected, limits).err()
}
