//! What is said about obligations of `verify`, and about the sentences that tell of them.

use focuscheck_base::source::Parts;
use focuscheck_report::model::{Counterexample, ErrorReport, StepsKind};
use focuscheck_report::style::Role;
use focuscheck_report::verify::model::{Explained, Hypothesis};
use focuscheck_report::verify::{explanation, view, words};
use focuscheck_report::words::{count, lines, nest};

use super::state::Analysed;
use super::writer::Writer;

/// What is known of an obligation.
pub(super) fn describe_error(writer: &mut Writer<'_>, error: &ErrorReport, parts: &Parts) {
    let Some(obligation) = &error.obligation else { return };
    writer.plain(&words::full_label(obligation));
    if let Some(declared) = &obligation.declared {
        writer.plain(&format!("declared at {}", parts.phrase(declared.overall)));
    }
    if let Some(fails) = words::failure(obligation) {
        writer.plain(&format!("{}: {fails}", words::sentence(obligation.property)));
    }
    let conditions =
        error.counterexamples.iter().filter(|way| matches!(way.told, Some(StepsKind::Condition(_))));
    writer.plain(&count(conditions.count(), "verification condition", "verification conditions"));
}

/// One explanation of an obligation.
pub(super) fn describe(writer: &mut Writer<'_>, file: &Analysed, error: &ErrorReport, way: &Counterexample) {
    let parts = &file.report.parts;
    let title = view::title(way, error, parts).unwrap_or_default();
    writer.words("", "   ", &format!("#{} {title}", way.rank), Some(Role::Title));
    let marked = nest(error, way);
    if !marked.is_empty() {
        writer.words("  ", "    ", &format!("look at {}", lines(&marked, parts)), Some(Role::Nest));
    }
    match &way.told {
        Some(StepsKind::Condition(condition)) => describe_condition(writer, condition, parts),
        Some(StepsKind::Trace | StepsKind::Run) | None => {
            if let Some(last) = way.slice.last() {
                let text = format!("fails at {}: {}", parts.phrase(last.line), last.text);
                writer.words("  ", "    ", &text, Some(Role::Failure));
            }
            writer.gap();
            writer.title("values that fail");
            for input in &way.inputs {
                writer.plain(&format!("{} = {}", input.numbered(), input.value));
            }
            if way.inputs.is_empty() {
                writer.plain("any");
            }
        }
    }
    writer.gap();
    let (steps, run) = (way.slice.len(), way.trace.len());
    let what = if way.told == Some(StepsKind::Run) { ("step", "steps") } else { ("sentence", "sentences") };
    let whole = if run > 0 { format!(", {run} steps in the whole run") } else { String::new() };
    writer.plain(&format!("{}{whole}; Enter goes through them", count(steps, what.0, what.1)));
}

fn describe_condition(writer: &mut Writer<'_>, condition: &Explained, parts: &Parts) {
    writer.plain(&format!("Its purpose is to {}.", explanation::purpose(condition, parts)));
    writer.gap();
    writer.title("given");
    for given in &condition.given {
        let role = match (given.mark, given.needed) {
            (true, _) => Some(Role::Nest),
            (false, Some(false)) => Some(Role::Faint),
            (false, _) => None,
        };
        writer.words("  ", "    ", &explanation::premise(given, parts), role);
    }
    writer.title("show that");
    writer.plain(&explanation::conclusion(&condition.show, parts));
    writer.gap();
    writer.plain(&explanation::outcome(condition));
}

/// One sentence of those that tell of an obligation.
pub(super) fn describe_sentence(writer: &mut Writer<'_>, way: &Counterexample, at: usize) {
    let Some(StepsKind::Condition(condition)) = &way.told else {
        if at + 1 == way.slice.len() {
            writer.title("this is what fails");
        }
        return;
    };
    let Some(Hypothesis { needed, mark, .. }) = condition.given.get(at) else {
        writer.title("this is to be shown");
        writer.plain(&explanation::outcome(condition));
        return;
    };
    match needed {
        Some(true) => writer.plain("the proof needs it"),
        Some(false) => writer.plain("the proof does not need it"),
        None => {}
    }
    if *mark {
        writer.words("  ", "    ", "the mistake may be here", Some(Role::Nest));
    }
}
