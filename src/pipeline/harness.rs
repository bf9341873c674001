//! From a report to a test harness in C that shows each of its explanations fail.

#[cfg(test)]
mod tests;

use super::lowered;
use crate::facts::cfg::{ErrorId, ErrorKind, Graph};
use crate::harness::{self, Harness, Obstacle};
use crate::options::Options;
use crate::replay::given::{Default, Given, Locals};
use crate::replay::interpreter::{End, InputRead, Limits, Machine, Observer};
use crate::report::model::{Counterexample, FileReport, StepKind};
use crate::source::{SourceFile, Span};

/// What an explanation claims, and which run of the harness shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The error, as an index into [`FileReport::errors`].
    pub error: usize,
    /// The explanation, as an index into [`crate::report::model::ErrorReport::counterexamples`].
    pub counterexample: usize,
    /// The number of the run, from 1.
    pub run: usize,
    /// What kind of error it is.
    pub kind: ErrorKind,
    /// The first and the last line of the statement that fails, in its own file.
    pub lines: (u32, u32),
    /// The first of them as a reader finds it: `12`, or `header.h:12`.
    pub place: String,
}

impl Claim {
    /// The error as the harness numbers it.
    pub fn id(&self) -> ErrorId {
        ErrorId(self.error as u32)
    }
}

/// The harness for all explanations of a report of `source` under the same options, and what each claims.
///
/// # Errors
/// If no harness can give the program its inputs.
pub fn harness_of(
    source: &SourceFile,
    options: &Options,
    report: &FileReport,
) -> Result<(Harness, Vec<Claim>), Obstacle> {
    let refused = |reason: &str| Obstacle { reason: reason.to_owned(), line: None };
    let (graph, _) = lowered(source, options);
    let graph = graph.ok_or_else(|| refused("the file cannot be read as C"))?;
    let (mut claims, mut runs) = (Vec::new(), Vec::new());
    for (index, error) in report.errors.iter().enumerate() {
        for (number, way) in error.counterexamples.iter().enumerate() {
            let reads = reads(&graph, source, way, ErrorId(index as u32))
                .ok_or_else(|| refused("the explanation does not belong to this file"))?;
            runs.push(reads);
            let span = graph.errors.get(index).and_then(|error| error.span);
            let kind = graph.errors.get(index).map_or(ErrorKind::Assertion, |error| error.kind);
            let (lines, place) = lines(source, way, span.filter(|_| kind != ErrorKind::Condition));
            claims.push(Claim { error: index, counterexample: number, run: runs.len(), kind, lines, place });
        }
    }
    let harness = harness::build(&graph, source, &runs)?;
    Ok((harness, claims))
}

/// Where an explanation ends: at the place of its error, or at its last step.
fn lines(source: &SourceFile, way: &Counterexample, error: Option<Span>) -> ((u32, u32), String) {
    let local = |offset: u32| source.local_position(offset).line;
    if let Some(span) = error {
        let place = source.parts().name(source.position(span.start).line);
        return ((local(span.start), local(span.end.saturating_sub(1).max(span.start))), place);
    }
    let last = way.slice.iter().rev().find(|step| step.kind == StepKind::Error).or(way.slice.last());
    let line = last.map_or(0, |step| step.line);
    let (_, own) = source.parts().place(line);
    ((own, own), source.parts().name(line))
}

/// What a run on the inputs of an explanation reads, if it ends at the error.
fn reads(graph: &Graph, source: &SourceFile, way: &Counterexample, error: ErrorId) -> Option<Vec<InputRead>> {
    let values = super::values_read(way)?;
    let mut given = Given::new(graph, source, values, Default::Zero, Locals::Inputs).ok()?;
    let mut reads = Reads(Vec::new());
    let end = Machine::new(graph, LIMITS).run(&mut given, &mut reads);
    (end == End::Error(error)).then_some(reads.0)
}

/// No run of an explanation is longer.
const LIMITS: Limits = Limits { steps: 100_000_000, depth: 1_000_000 };

/// Keeps what is read.
struct Reads(Vec<InputRead>);

impl Observer for Reads {
    fn input(&mut self, read: InputRead) {
        self.0.push(read);
    }
}
