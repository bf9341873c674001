//! From a report to a test harness in C that shows each of its explanations fail.

mod needed;
#[cfg(test)]
mod tests;

use super::front::{lowered, original};
use super::leaks::is_leak;
use super::reads::values_read;
use focuscheck_base::options::{Annotations, Options};
use focuscheck_base::source::SourceFile;
use focuscheck_cells::facts::cfg::{ErrorId, ErrorKind, Graph, Site};
use focuscheck_cells::simulation::given::{Default, Locals, NamedInputs};
use focuscheck_cells::simulation::interpreter::{End, Limits, Machine};
use focuscheck_harness::{self as harness, Claimed, Harness, Hindrance, Line, Reads, Supply};
use focuscheck_ir::program::addresses::addressed_elements;
use focuscheck_report::model::{Counterexample, ErrorReport, FileReport, StepKind};
use focuscheck_syntax as syntax;

use needed::Needed;

/// What an explanation claims, and which run of the harness shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The error, as an index into [`FileReport::errors`].
    pub error: usize,
    /// The explanation, as an index into [`focuscheck_report::model::ErrorReport::counterexamples`].
    pub counterexample: usize,
    /// The number of the run, from 1; or why there is none.
    pub run: Result<usize, Hindrance>,
    /// What is to happen.
    pub claimed: Claimed,
    /// The first line of the statement that fails as a reader finds it: `12`, or `header.h:12`.
    pub place: String,
}

/// The options under which every error of a report is one of the program: what does not hang on the inputs is an error of a kind
/// that nobody has asked for.
pub fn with_checks_of<'e>(
    errors: impl IntoIterator<Item = &'e ErrorReport>,
    path: &str,
    options: &Options,
) -> Options {
    let mut checks = options.checks_of(path);
    checks.extend(errors.into_iter().filter_map(|error| error.kind.check()));
    Options { checks: Some(checks), ..options.clone() }
}

/// The error of a graph that a report tells.
fn told(graph: &Graph, source: &SourceFile, error: &ErrorReport, index: usize) -> Option<ErrorId> {
    let place = (error.line, error.column);
    let is_told = |number: &usize| {
        let site = &graph.errors[*number];
        let position = site.span.map(|span| source.position(span.start)).unwrap_or_default();
        site.kind == error.kind && (position.line, position.column) == place
    };
    let same: Vec<usize> = (0..graph.errors.len()).filter(is_told).collect();
    // Errors of one kind and place are in the same order.
    let number = same.iter().find(|&&number| number == index).or_else(|| {
        same.iter().find(|&&number| graph.errors[number].text.contains(&error.text)).or(same.first())
    });
    number.map(|&number| ErrorId(number as u32))
}

/// The harness for all explanations of a report of `source` under options that look for its errors ([`with_checks_of`]), and
/// what each claims.
///
/// # Errors
/// If no harness can give the program its inputs.
pub fn harness_of(
    source: &SourceFile,
    options: &Options,
    report: &FileReport,
) -> Result<(Harness, Vec<Claim>), Hindrance> {
    let (graph, _) = lowered(source, options);
    let graph = graph.ok_or(Hindrance::NotC)?;
    if let Some(entry) = options.started() {
        return Err(Hindrance::Entry(entry.to_owned()));
    }
    if graph.main.is_none() {
        return Err(Hindrance::NoMain);
    }
    // What a function that nobody defines does according to its contract no place of the program's text does.
    let is_described = |site: &Site| source.slice(site.span).starts_with("/*@");
    if options.annotations == Annotations::Read && graph.sites.iter().any(is_described) {
        return Err(Hindrance::Annotation);
    }
    let (mut claims, mut runs) = (Vec::new(), Vec::new());
    for (index, error) in report.errors.iter().enumerate() {
        for (number, way) in error.counterexamples.iter().enumerate() {
            let told = told(&graph, source, error, index);
            let id = told.unwrap_or(ErrorId(index as u32));
            let run = match error.kind {
                ErrorKind::Annotation => Err(Hindrance::Annotation),
                _ if told.is_none() => Err(Hindrance::Foreign),
                _ => reads(&graph, source, way, id).map(|reads| {
                    runs.push(reads);
                    runs.len()
                }),
            };
            let (claimed, place) = claimed(&graph, source, way, id);
            claims.push(Claim { error: index, counterexample: number, run, claimed, place });
        }
    }
    let separated = match source.models().is_empty() {
        true => Vec::new(),
        false => syntax::separated(source, (options.data_model, &options.macros)),
    };
    let mut harness = harness::build(&graph, source, &runs, &separated, Supply::Harness)?;
    if let Some(original) = original(source, options) {
        let places = addressed_elements(original.graph());
        harness.addressed =
            places.iter().map(|span| named(source, source.position(span.start).line)).collect();
    }
    Ok((harness, claims))
}

/// The same program with inputs that a person gives it: only what it says where it fails is added.
///
/// # Errors
/// As [`harness_of`].
pub fn harness_for_person(source: &SourceFile, options: &Options) -> Result<Harness, Hindrance> {
    let (graph, _) = lowered(source, options);
    let graph = graph.ok_or(Hindrance::NotC)?;
    harness::build(&graph, source, &[Reads::default()], &[], Supply::Person)
}

/// A line of the source as compilers name it.
fn named(source: &SourceFile, line: u32) -> Line {
    let (path, number) = source.parts().presumed(line);
    Line::new(path.unwrap_or(source.path()), number)
}

/// Where an explanation ends: at the place of its error, or at its last step.
fn claimed(graph: &Graph, source: &SourceFile, way: &Counterexample, error: ErrorId) -> (Claimed, String) {
    let site = graph.errors.get(error.index());
    let kind = site.map_or(ErrorKind::Assertion, |error| error.kind);
    let span = site.and_then(|error| error.span).filter(|_| kind != ErrorKind::Condition);
    let (first, last) = match span {
        Some(span) => {
            let end = span.end.saturating_sub(1).max(span.start);
            (source.position(span.start).line, source.position(end).line)
        }
        None => {
            let last = way.slice.iter().rev().find(|step| step.kind == StepKind::Error).or(way.slice.last());
            let line = last.map_or(0, |step| step.line);
            (line, line)
        }
    };
    let place = source.parts().name(first);
    let (first, last) = (named(source, first), named(source, last));
    let last = if last.file == first.file && last.number >= first.number { last } else { first.clone() };
    (Claimed { error, kind, first, last }, place)
}

/// What a run on the inputs of an explanation reads, if it ends at the error.
fn reads(
    graph: &Graph,
    source: &SourceFile,
    way: &Counterexample,
    error: ErrorId,
) -> Result<Reads, Hindrance> {
    let values = values_read(way).ok_or(Hindrance::Foreign)?;
    let mut given = NamedInputs::new(graph, source, values, Default::Zero, Locals::Inputs)
        .map_err(|_| Hindrance::Foreign)?;
    let mut needed = Needed::new(graph);
    let end = Machine::new(graph, LIMITS).run(&mut given, &mut needed);
    let both_leak =
        |other: ErrorId| [error, other].iter().all(|error| is_leak(graph.errors[error.index()].kind));
    // Where several blocks are left the first one ends the run.
    match end {
        End::Error(other) if other == error || both_leak(other) => Ok(needed.reads),
        _ => Err(Hindrance::Foreign),
    }
}

/// No run of an explanation is longer.
const LIMITS: Limits = Limits { steps: 100_000_000, depth: 1_000_000 };
