//! Runs that are explanations: found on cells, confirmed on the memory of C.

use focuscheck_base::doubt::Unmodelled;
use focuscheck_base::options::CheckKind;
use focuscheck_base::source::Span;
use focuscheck_cells::facts::cfg::{ErrorKind, Graph};
use focuscheck_cells::simulation::draws;
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

/// Runs the program with its pointers on the values of a run; how that ends if it is not at the same error. If no text on the standard
/// input gives the values that the run reads, that is not modelled.
pub fn contradiction(graph: &Graph, original: &Original, run: &Run, limits: Limits) -> Option<machine::End> {
    if let Some(site) = draws::misfit(graph, &run.inputs) {
        let span = graph.sites[site.index()].span;
        return Some(machine::End::Unsupported { reason: Unmodelled::NoText, span });
    }
    let prepared = Prepared::of(graph, run, limits)?;
    machine::confirm(original.graph(), prepared.given.clone(), prepared.expected(), prepared.limits).err()
}

/// A run that ends at an error, as the program with its pointers is run.
#[derive(Clone, Debug)]
pub struct Prepared {
    given: RunInputs,
    kind: ErrorKind,
    span: Option<Span>,
    text: String,
    limits: machine::Limits,
}

impl Prepared {
    /// That of a run in cells; `None` if it ends at no error.
    pub fn of(graph: &Graph, run: &Run, limits: Limits) -> Option<Prepared> {
        let End::Error(error) = run.end else { return None };
        let mut given = given(graph, &run.inputs);
        let error = &graph.errors[error.index()];
        given.uninitialised = error.kind.check() == Some(CheckKind::Uninit);
        // Its nodes are smaller steps.
        let limits = machine::Limits { steps: 8 * limits.steps, depth: limits.depth + 1 };
        Some(Prepared { given, kind: error.kind, span: error.span, text: error.text.clone(), limits })
    }

    /// The same where objects that are declared without a value have none, if the run does not depend on them.
    #[must_use]
    pub fn without_values(self, original: &Original) -> Prepared {
        let mut strict = self.clone();
        strict.given.uninitialised = true;
        let end = machine::confirm(original.graph(), strict.given.clone(), strict.expected(), strict.limits);
        if end.is_ok() { strict } else { self }
    }

    /// The program before its start.
    pub fn machine<'o>(&self, original: &'o Original) -> machine::Machine<'o> {
        machine::expecting(original.graph(), self.given.clone(), self.expected(), self.limits)
    }

    fn expected(&self) -> Expected<'_> {
        Expected { kind: self.kind, span: self.span, text: &self.text }
    }
}
