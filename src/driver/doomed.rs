//! `doomed`: code that can only fail, function by function.

mod ground;
mod tell;
mod function;

use std::collections::BTreeSet;

use focuscheck_base::doubt::Doubt;
use focuscheck_base::limit::{Deadline, within};
use focuscheck_base::options::{Annotations, Options};
use focuscheck_base::source::SourceFile;
use focuscheck_check::tree::{Function, FunctionId};
use focuscheck_doomed::copies::{Program, Settings};
use focuscheck_doomed::cover::Mode;
use focuscheck_doomed::outcomes::Outcomes;
use focuscheck_ir::program::Original;
use focuscheck_report::doomed::model::{Counts, DoomedReport, Skipped};
use focuscheck_report::doubts;
use focuscheck_syntax::error::Severity;
use focuscheck_vc::condition::escape::in_memory;

use super::front::Read;
use ground::Ground;
pub use ground::Habits;

/// What to look at, and how.
#[derive(Clone, Debug)]
pub struct Request {
    /// Only these functions; none: all.
    pub functions: Vec<String>,
    /// How many calls deep functions are inlined.
    pub depth: u32,
    /// How points are asked about.
    pub mode: Mode,
    /// What is told.
    pub habits: Habits,
}

impl Default for Request {
    fn default() -> Self {
        Request { functions: Vec::new(), depth: 1, mode: Mode::Covering, habits: Habits::Silent }
    }
}

/// Looks at all functions of one file.
pub fn doomed(source: &SourceFile, options: &Options, request: &Request) -> DoomedReport {
    let mut report = DoomedReport { path: source.path().to_owned(), ..DoomedReport::default() };
    let whole = Deadline::begin(options.timeout, options.memory, options.interrupt);
    let part = |parts: usize| whole.part(parts, options.memory).with_steps(options.steps);
    let mut typed = None;
    // Comments that only look like annotations are comments.
    for annotations in [Annotations::Read, Annotations::Comments] {
        let options = Options { annotations, ..options.clone() };
        match within(part(1), || Read::without_conditions(source, &options).unsettled(&options)) {
            Ok((found, diagnostics)) => {
                report.diagnostics = diagnostics;
                typed = found;
            }
            Err(spent) => {
                report.failed = Some(doubts::text(&Doubt::Spent(spent), source.parts()));
                return report;
            }
        }
        if typed.is_some() {
            break;
        }
    }
    let Some(original) = typed.map(Original::in_any_order) else {
        let first = report.diagnostics.iter().find(|diagnostic| diagnostic.severity == Severity::Error);
        report.failed = first.map(|first| focuscheck_report::diagnostic::one_line(source, first));
        return report;
    };
    let (tree, graph) = (original.tree(), original.graph());
    let memory = in_memory(tree, graph);
    let outcomes = Outcomes::of(tree, graph, &memory);
    let settings = Settings { checks: options.checks_of(source.path()), depth: request.depth };
    let ground = Ground {
        source,
        program: Program { tree, graph, memory: &memory, outcomes: &outcomes },
        settings: &settings,
        volatile: names_volatile(source),
        mode: request.mode,
        habits: request.habits,
    };
    let definition = |function: &'_ Function| {
        let wanted = request.functions.is_empty() || request.functions.contains(&function.name);
        wanted && function.definition.as_ref().is_some_and(|definition| !definition.model)
    };
    let mut parts = tree.functions.iter().filter(|function| definition(function)).count();
    for (number, function) in tree.functions.iter().enumerate() {
        let Some(definition) = function.definition.as_ref().filter(|_| definition(function)) else {
            continue;
        };
        let id = FunctionId(number as u32);
        let own = part(parts);
        parts -= 1;
        match within(own, || function::asked(&ground, id, definition)) {
            Ok(mut found) => {
                report.warnings.append(&mut found.warnings);
                report.skipped.extend(found.skipped);
                report.counts.push(found.counts);
            }
            Err(spent) => {
                let line = source.position(definition.span.start).line;
                let reason = doubts::text(&Doubt::Spent(spent), source.parts());
                let function = function.name.clone();
                report.counts.push(Counts { function: function.clone(), undecided: 1, ..Counts::default() });
                report.skipped.push(Skipped { function, line, reason, partly: false });
            }
        }
    }
    report.warnings.sort_by_key(|warning| (warning.line, warning.column));
    report
}

/// Whether the text of a file has pointers to `volatile` objects, or may have: nobody keeps what they point to apart.
fn names_volatile(source: &SourceFile) -> bool {
    let words: BTreeSet<&str> = source
        .text()
        .split(|c: char| !(c.is_alphanumeric() || c == '_'))
        .filter(|word| word.len() == 8)
        .collect();
    words.contains("volatile")
}
