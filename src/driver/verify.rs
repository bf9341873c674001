//! `verify`: every function against its contract.

mod ground;
mod place;
mod start;
mod work;
mod shown;
mod asked;
mod confirm;
mod context;
mod items;
mod explain;
mod focus;
mod script;

mod function;
pub mod twin;

use std::cell::RefCell;
use std::time::Instant;

use focuscheck_base::doubt::Doubt;
use focuscheck_base::limit::{Deadline, within};
use focuscheck_base::options::{Annotations, Interrupt, Options};
use focuscheck_base::source::SourceFile;
use focuscheck_certificate::text::Writer;
use focuscheck_check::tree::FunctionId;
use focuscheck_ir::program::Original;
use focuscheck_report::doubts;
use focuscheck_report::model::{FileReport, Verdict};
use focuscheck_report::verify::model::{FunctionReport, ObligationVerdict, Place};
use focuscheck_report::verify::unasked::unasked;
use focuscheck_report::verify::view;
use focuscheck_smt::Limits;
use focuscheck_syntax::error::Severity;

use super::front;

use ground::Ground;
pub use ground::{DEFAULT_STEPS, Request, Watch};
pub(super) use place::offset;

/// Verifies one file.
pub fn verify(source: &SourceFile, options: &Options, request: &Request) -> FileReport {
    watched(source, options, request, &|_, _, _| {})
}

/// [`verify`], which tells how far it is.
pub fn watched(source: &SourceFile, options: &Options, request: &Request, watch: &Watch<'_>) -> FileReport {
    let options = Options { annotations: Annotations::Read, ..options.clone() };
    let mut report = FileReport::new(source.path(), Verdict::Failed, None);
    report.parts = source.parts().clone();
    let whole = Deadline::begin(options.timeout, options.memory, options.interrupt);
    let part = |parts: usize| whole.part(parts, options.memory).with_steps(options.steps);
    let (original, diagnostics) = match within(part(1), || front::typed(source, &options)) {
        Ok(found) => found,
        Err(spent) => {
            report.verdict = Verdict::Unknown;
            report.reason = Some(doubts::text(&Doubt::Spent(spent), source.parts()));
            return report;
        }
    };
    report.diagnostics = diagnostics;
    let Some(original) = original.map(Original::in_any_order) else {
        let first = report.diagnostics.iter().find(|diagnostic| diagnostic.severity == Severity::Error);
        report.reason = first.map(|first| focuscheck_report::diagnostic::one_line(source, first));
        return report;
    };
    let (tree, graph) = (original.tree(), original.graph());
    for what in &tree.logic.unmodelled {
        report.left_out.push((what.what.clone(), place::place(source, what.span.start)));
    }
    let ground = Ground {
        source,
        tree,
        graph,
        request,
        invariant: tree.logic.invariants.first(),
        checks: options.checks_of_functions(source.path()),
        certificate: request.certificates.then(|| RefCell::new(Writer::new(&[("program", source.path())]))),
        limits: Limits::default(),
        watch,
    };
    let definition = |number: usize| {
        let function = &tree.functions[number];
        let wanted = request.functions.is_empty() || request.functions.contains(&function.name);
        function.definition.as_ref().filter(|definition| wanted && !definition.model)
    };
    let mut parts = (0..tree.functions.len()).filter(|&number| definition(number).is_some()).count();
    for number in 0..tree.functions.len() {
        let id = FunctionId(number as u32);
        let Some(definition) = definition(number) else { continue };
        let began = Instant::now();
        let place = place::place(source, definition.span.start);
        let mut found = function::verified(&ground, id, part(parts));
        parts -= 1;
        found.milliseconds = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
        if options.interrupt.is_some_and(Interrupt::is_wanted) {
            // Of what an interruption has cut short nothing is told but that it was.
            report.functions.push(FunctionReport { place, ..function::interrupted(&ground, id) });
            break;
        }
        report.functions.push(FunctionReport { place, ..found });
    }
    let stated = tree.logic.stated.iter();
    report.unasked = stated.map(|what| (what.what.clone(), place::place(source, what.span.start))).collect();
    report.verdict = verdict(&report.functions, &report.unasked);
    if report.verdict == Verdict::Unknown {
        let own = report.functions.iter().flat_map(|function| &function.unasked);
        report.reason = unasked(report.unasked.iter().chain(own), source.parts());
    }
    report.errors = view::errors(&report.functions, &report.parts);
    if request.focus {
        // What is not explained in time is told without.
        let explained = within(part(1), || {
            let mut explained = report.clone();
            focus::explain(&ground, &options, &mut explained);
            explained.errors
        });
        report.errors = explained.unwrap_or(report.errors);
    }
    report.certificate = ground.certificate.map(|writer| writer.into_inner().finish());
    report
}

/// A file is unsafe only by a run, and safe if all is valid and nothing else is stated.
fn verdict(functions: &[FunctionReport], stated: &[(String, Place)]) -> Verdict {
    let verdicts = || functions.iter().flat_map(|function| &function.obligations).map(|found| &found.verdict);
    if verdicts().any(|verdict| *verdict == ObligationVerdict::Run) {
        Verdict::Unsafe
    } else if verdicts().any(|verdict| *verdict != ObligationVerdict::Valid)
        || functions.iter().any(|function| function.not_followed.is_some() || !function.unasked.is_empty())
        || !stated.is_empty()
    {
        Verdict::Unknown
    } else if verdicts().next().is_none() {
        Verdict::Nothing
    } else {
        Verdict::Safe
    }
}
