//! One line per stage: from source text to report.

mod trace;

mod reads;

mod failing;

pub mod engine;
mod invariants;
mod proof;
mod refine;
pub mod assemble;
pub mod execute;
pub mod witness;
pub mod harness;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::Path;

use crate::certificate::text::Writer;
use crate::check::{self, CheckOptions};
use crate::facts::cfg::{Action, ErrorId, Graph, Procedure, ProcedureId};
use crate::facts::{dump, lower};
use crate::focus::simplest::simplest;
use crate::options::{Globals, Options};
use crate::replay::given::InputName;
use crate::report::model::{Counterexample, ErrorReport, FileReport, Status, Verdict};
use crate::solver::record::Decisions;
use crate::source::SourceFile;
use crate::syntax::error::{Diagnostic, Severity};
use crate::syntax::{self};

use assemble::Assembler;
use engine::Engine;

/// So many inputs are named to somebody who asked for one that is not there.
const MOST_NAMES: usize = 10;

/// Analyses one file.
pub fn analyse(source: &SourceFile, options: &Options) -> FileReport {
    let (graph, diagnostics) = lowered(source, options);
    let mut report = FileReport {
        parts: source.parts().clone(),
        diagnostics,
        ..FileReport::new(source.path(), Verdict::Failed, None)
    };
    let Some(graph) = graph else {
        report.reason = Some(first_error(source, &report.diagnostics));
        return report;
    };
    report.diagnostics.extend(unknown_inputs(&graph, &options.inputs));
    if let Some(reason) = too_large(&graph) {
        report.verdict = Verdict::Unknown;
        report.reason = Some(reason);
        return report;
    }
    let engine = Engine::new(&graph, source, options);
    let assembler = Assembler { graph: &graph, statics: &engine.statics, source, options };
    let (mut states, mut points) = (0, 0);
    let mut certificate = options.certificates.then(|| Writer::new(&[("program", source.path())]));
    let beyond = beyond(source, &graph);
    for index in 0..graph.errors.len() {
        let error = ErrorId(index as u32);
        let mut found = engine.answer(error);
        if let (Status::Unreachable, Some(reason)) = (found.status, &beyond) {
            found.status = Status::Unknown;
            found.reason = Some(reason.clone());
        }
        let proof = (options.proof && found.status == Status::Unreachable).then(|| engine.proof_of(error));
        for explanation in &mut found.explanations {
            explanation.run = simplest(&graph, &explanation.run);
        }
        states += found.states;
        points += found.points;
        let error = ErrorReport { proof, ..assembler.error(error, &found) };
        if let Some(certificate) = &mut certificate {
            certify(certificate, &error, &found.decisions);
        }
        report.errors.push(error);
    }
    report.certificate = certificate.map(Writer::finish);
    (report.verdict, report.reason) = verdict(&graph, &report.errors);
    if report.errors.iter().any(|e| e.status != Status::Reachable) {
        report.assumed = assumed(source, &graph);
    }
    // Counts of a run that the clock ended differ from run to run.
    let counts = (!engine.is_late()).then_some((states, points));
    report.statistics = statistics(&graph, counts);
    report
}

/// What the run of a counterexample reads, place by place, in the order of the reads; `None` if a value is no number.
fn values_read(counterexample: &Counterexample) -> Option<BTreeMap<InputName, VecDeque<i128>>> {
    let mut values: BTreeMap<InputName, VecDeque<i128>> = BTreeMap::new();
    for input in &counterexample.inputs {
        let name = InputName { name: input.site_name().to_owned(), line: Some(input.line) };
        values.entry(name).or_default().push_back(input.value.parse().ok()?);
    }
    Some(values)
}

/// Adds what the answer to an error rests on. The abstract run, which excludes many errors alone, and replays
/// are no decisions of the solver.
fn certify(certificate: &mut Writer, error: &ErrorReport, decisions: &Decisions) {
    let status = match error.status {
        Status::Reachable => "can be reached",
        Status::Unreachable => "cannot be reached",
        Status::Unknown => "is undecided",
    };
    let (models, refutations) = decisions.counts();
    let place = format!("{}:{}", error.line, error.column);
    certificate.note(&format!(
        "error at {place}: {}: {status}; models: {models}, refutations: {refutations}",
        error.text
    ));
    decisions.write(certificate);
}

/// Writes the relations of a file to a folder; how many tuples they have.
pub fn write_facts(source: &SourceFile, options: &Options, directory: &Path) -> Result<usize, String> {
    let (graph, diagnostics) = lowered(source, options);
    let graph = graph.ok_or_else(|| first_error(source, &diagnostics))?;
    dump::write(&graph, directory).map_err(|error| error.to_string())
}

/// Source text to control-flow graph; `None` if there are errors.
pub fn lowered(source: &SourceFile, options: &Options) -> (Option<Graph>, Vec<Diagnostic>) {
    let cimple = source.path().ends_with(".cimple");
    let mut macros = options.data_model.macros();
    macros.extend_from_slice(&options.macros);
    let parsed = syntax::parse_with(source, cimple, &macros, options.max_height);
    let mut diagnostics = parsed.diagnostics;
    let Some(unit) = parsed.unit else { return (None, diagnostics) };
    let mut conditions: Vec<_> =
        parsed.error_conditions.into_iter().map(|(text, span)| (text, Some(span))).collect();
    // A condition that the source asks for too is one error, not two.
    for text in &options.errors {
        if !conditions.iter().any(|(known, _)| known.trim() == text.trim()) {
            conditions.push((text.clone(), None));
        }
    }
    let globals_are_inputs = match options.globals {
        Globals::ByLanguage => cimple,
        Globals::Input => true,
        Globals::Zero => false,
    };
    let check_options = CheckOptions { data_model: options.data_model, globals_are_inputs };
    let (program, more) = check::check(&unit, source, &conditions, &check_options);
    diagnostics.extend(more);
    (program.map(|p| lower::lower_with(&p, &options.checks)), diagnostics)
}

/// Names of chosen inputs that no input has, with those that there are.
fn unknown_inputs(graph: &Graph, chosen: &[String]) -> Option<Diagnostic> {
    let names: BTreeSet<&str> = graph.sites.iter().map(|site| site.name.as_str()).collect();
    let unknown: Vec<String> =
        chosen.iter().filter(|name| !names.contains(name.as_str())).map(|name| format!("'{name}'")).collect();
    if unknown.is_empty() {
        return None;
    }
    let shown: Vec<&str> = names.iter().take(MOST_NAMES).copied().collect();
    let more = if names.len() > MOST_NAMES { ", …" } else { "" };
    let known = match shown.is_empty() {
        true => "there are none".to_owned(),
        false => format!("there are {}{more}", shown.join(", ")),
    };
    let message = format!("no input is called {}; {known}", unknown.join(" or "));
    Some(Diagnostic { severity: Severity::Warning, message, span: None, label: None })
}

/// Most nodes of a procedure: dependence between them takes time and space with their square.
const MOST_NODES: u32 = 30_000;

/// Why a program is not analysed at all, if that is so.
fn too_large(graph: &Graph) -> Option<String> {
    let size = |p: &&Procedure| p.nodes.1.0 - p.nodes.0.0;
    let largest = graph.procedures.iter().max_by_key(size)?;
    (size(&largest) > MOST_NODES).then(|| {
        format!("{}() has {} statements and conditions, more than the {MOST_NODES} that are analysed in one function (divide it)", largest.name, size(&largest))
    })
}

fn first_error(source: &SourceFile, diagnostics: &[Diagnostic]) -> String {
    let error = diagnostics.iter().find(|d| d.severity == Severity::Error);
    match error {
        Some(Diagnostic { message, span: Some(span), .. }) => {
            let position = source.position(span.start);
            format!("{}:{}: {message}", source.parts().phrase(position.line), position.column)
        }
        Some(error) => error.message.clone(),
        None => "the file could not be read as C".to_owned(),
    }
}

/// The verdict on a file whose errors have changed after [`analyse`], with its reason.
pub fn settled(report: &FileReport) -> (Verdict, Option<String>) {
    match report.verdict {
        Verdict::Failed => (report.verdict, report.reason.clone()),
        _ if report.errors.is_empty() => (report.verdict, report.reason.clone()),
        _ => summed_up(&report.errors),
    }
}

fn verdict(graph: &Graph, errors: &[ErrorReport]) -> (Verdict, Option<String>) {
    if graph.main.is_none() {
        return (Verdict::Unknown, Some("there is no function main to start from".to_owned()));
    }
    summed_up(errors)
}

fn summed_up(errors: &[ErrorReport]) -> (Verdict, Option<String>) {
    if errors.iter().any(|e| e.status == Status::Reachable) {
        return (Verdict::Unsafe, None);
    }
    match errors.iter().find(|e| e.status == Status::Unknown) {
        Some(error) => (Verdict::Unknown, error.reason.clone()),
        None if errors.is_empty() => (Verdict::Safe, Some("there is no error to check for".to_owned())),
        None => (Verdict::Safe, None),
    }
}

/// Why nothing is proved about a program, if that is so: it starts threads, which interleave with its own run, or jumps
/// out of functions to where the analysis does not follow.
fn beyond(source: &SourceFile, graph: &Graph) -> Option<String> {
    let starts = |text: &str| text.starts_with("pthread_create()") || text.starts_with("thrd_create()");
    let jumps = |text: &str| text.ends_with("longjmp() is not followed");
    let found = graph.assumed.iter().find(|assumed| starts(&assumed.text) || jumps(&assumed.text))?;
    let line = source.parts().phrase(source.position(found.span.start).line);
    Some(match jumps(&found.text) {
        true => format!("longjmp at {line} is not modelled (replace it by returns)"),
        false => {
            format!("threads are not modelled: one is started at {line} (check what the threads do apart)")
        }
    })
}

/// What the verdict rests on, in the procedures that can be called, lines gathered.
fn assumed(source: &SourceFile, graph: &Graph) -> Vec<String> {
    let called = called(graph);
    let mut lines: BTreeMap<&str, BTreeSet<u32>> = BTreeMap::new();
    for assumed in &graph.assumed {
        if assumed.node.is_none_or(|n| called.contains(&graph.nodes[n.index()].procedure)) {
            lines.entry(&assumed.text).or_default().insert(source.position(assumed.span.start).line);
        }
    }
    let text = |(text, lines): (&str, BTreeSet<u32>)| {
        let parts = source.parts();
        let elsewhere = lines.first().is_some_and(|&line| parts.place(line).0.is_some());
        let word = match lines.len() {
            _ if elsewhere => "",
            1 => "line ",
            _ => "lines ",
        };
        let lines: Vec<String> = lines.iter().map(|&line| parts.name(line)).collect();
        format!("{text} at {word}{}", lines.join(", "))
    };
    lines.into_iter().map(text).collect()
}

/// The procedures that can be called from `main`.
fn called(graph: &Graph) -> BTreeSet<ProcedureId> {
    let mut called = BTreeSet::new();
    let mut work: Vec<ProcedureId> = graph.main.into_iter().collect();
    while let Some(procedure) = work.pop() {
        if called.insert(procedure) {
            let (first, last) = graph.procedures[procedure.index()].nodes;
            for node in &graph.nodes[first.index()..last.index()] {
                if let Action::Call { callee, .. } = node.action {
                    work.push(callee);
                }
            }
        }
    }
    called
}

fn statistics(graph: &Graph, counts: Option<(u64, u64)>) -> BTreeMap<String, u64> {
    let sizes = [
        ("procedures", graph.procedures.len() as u64),
        ("nodes", graph.nodes.len() as u64),
        ("scalars", graph.scalars.len() as u64),
    ];
    let counts = counts.map(|(states, points)| [("states", states), ("points", points)]);
    sizes
        .into_iter()
        .chain(counts.into_iter().flatten())
        .map(|(name, count)| (name.to_owned(), count))
        .collect()
}
