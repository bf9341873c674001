//! Runs that are explanations: found on cells, confirmed on the memory of C.

use focuscheck_base::options::CheckKind;
use focuscheck_cells::facts::cfg::Graph;
use focuscheck_cells::simulation::interpreter::{End, InputRead, Limits, Run};
use focuscheck_ir::program::Original;
use focuscheck_machine::{self as machine, Expected, RunInputs};

/// A run of the program in cells, and what the memory of C says of it.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The run in cells.
    pub run: Run,
    /// Of one that ends at an error: how it ends on the memory of C, if that is not there.
    pub contradiction: Option<machine::End>,
}

/// How a run of the program with its pointers ends on these values.
pub fn end_in_memory(
    graph: &Graph,
    original: &Original,
    inputs: &[InputRead],
    limits: Limits,
) -> machine::End {
    let limits = machine::Limits { steps: 8 * limits.steps, depth: limits.depth + 1 };
    machine::Machine::new(original.graph(), given(graph, inputs), limits).run()
}

/// What a run reads, by the places in the source.
fn given(graph: &Graph, inputs: &[InputRead]) -> RunInputs {
    let mut given = RunInputs::default();
    for read in inputs {
        let site = &graph.sites[read.site.index()];
        given.add(site.span, &site.name, read.value);
    }
    given
}

/// Runs the program with its pointers on the values of a run; how that ends if it is not at the same error.
pub fn contradiction(graph: &Graph, original: &Original, run: &Run, limits: Limits) -> Option<machine::End> {
    let End::Error(error) = run.end else { return None };
    let mut given = given(graph, &run.inputs);
    let error = &graph.errors[error.index()];
    given.uninitialised = error.kind.check() == Some(CheckKind::Uninit);
    let expected = Expected { kind: error.kind, span: error.span, text: &error.text };
    // Its nodes are smaller steps.
    let limits = Limits { steps: 8 * limits.steps, depth: limits.depth + 1 };
    machine::confirm(original.graph(), given, expected, limits).err()
}
