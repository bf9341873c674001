//! The report of `verify` for people.

use std::fmt::Write;

use crate::report::model::Verdict;
use crate::report::style::{Role, Style};

use super::model::{FunctionReport, ObligationReport, ObligationVerdict, Place, VerifyReport};
use super::words;

/// The report as text.
pub fn render(report: &VerifyReport, style: &Style) -> String {
    let mut text = String::new();
    for function in &report.functions {
        for obligation in &function.obligations {
            if matches!(obligation.verdict, ObligationVerdict::Run | ObligationVerdict::Step) {
                failure(&mut text, report, obligation, style);
            }
        }
    }
    for function in &report.functions {
        table(&mut text, function, style);
    }
    let what = match report.verdict {
        Verdict::Safe => ("all obligations are valid", Role::Success),
        Verdict::Unsafe => ("some run breaks an obligation", Role::Failure),
        Verdict::Unknown => ("some obligations are open", Role::Doubt),
        Verdict::Nothing => ("nothing to verify", Role::Success),
        Verdict::Failed => ("could not be read", Role::Failure),
    };
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{}: {}", style.clean(&report.path), style.paint(what.1, what.0));
    text
}

fn place_name(path: &str, place: &Place) -> String {
    place.file.clone().unwrap_or_else(|| path.to_owned())
}

/// One message with its trace, as in Fig. 0 of the paper.
fn failure(text: &mut String, report: &VerifyReport, obligation: &ObligationReport, style: &Style) {
    let path = place_name(&report.path, &obligation.place);
    let name = words::label(obligation.property);
    let sentence = words::sentence(obligation.property);
    let warning = style.paint(Role::Failure, "Warning:");
    let place = &obligation.place;
    let _ = writeln!(text, "{}:{}: {warning} {sentence} ({name})", style.clean(&path), place.line);
    let _ = writeln!(text, "{}", style.clean(&place.text));
    let before: String = place.text.chars().take(place.column as usize - 1).collect();
    let indent: String = before.chars().map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
    let _ = writeln!(text, "{indent}^");
    if let Some(declared) = &obligation.declared {
        let file = place_name(&report.path, declared);
        let clause = obligation.clause.as_deref().unwrap_or_default();
        let _ = writeln!(
            text,
            "Associated declaration is \"{}\", line {}, col {}: {}",
            style.clean(&file),
            declared.line,
            declared.column,
            style.clean(clause)
        );
    }
    if !obligation.trace.is_empty() {
        let _ = writeln!(text, "Execution trace information:");
        for step in &obligation.trace {
            let file = place_name(&report.path, &step.place);
            let sentence = words::trace_sentence(step.kind);
            let (line, column) = (step.place.line, step.place.column);
            let _ = writeln!(text, "  {sentence} \"{}\", line {line}, col {column}.", style.clean(&file));
        }
    }
    let listed = |values: &[(String, String)]| {
        values.iter().map(|(name, value)| format!("{name} = {value}")).collect::<Vec<_>>().join(", ")
    };
    let inputs = listed(&obligation.inputs);
    let invalid = style.paint(Role::Failure, "invalid:");
    match obligation.verdict {
        ObligationVerdict::Run if inputs.is_empty() => _ = writeln!(text, "{invalid} every run fails there"),
        ObligationVerdict::Run => _ = writeln!(text, "{invalid} run with {inputs}"),
        ObligationVerdict::Step | ObligationVerdict::Valid | ObligationVerdict::Unknown(_) => {
            let line = obligation.from.as_ref().map_or(0, |from| from.line);
            // Without a state in between, it is that of the beginning which nothing excludes.
            let (middle, with) = match (obligation.middle.is_empty(), inputs.is_empty()) {
                (true, _) => (inputs, String::new()),
                (false, true) => (listed(&obligation.middle), String::new()),
                (false, false) => (listed(&obligation.middle), format!(" (with {inputs})")),
            };
            let _ = writeln!(
                text,
                "{invalid} step: what is stated at line {line} does not exclude {middle}{with}"
            );
        }
    }
    text.push('\n');
}

/// The obligations of a function.
fn table(text: &mut String, function: &FunctionReport, style: &Style) {
    let count = |wanted: fn(&ObligationVerdict) -> bool| {
        function.obligations.iter().filter(|obligation| wanted(&obligation.verdict)).count()
    };
    let valid = count(|verdict| matches!(verdict, ObligationVerdict::Valid));
    let invalid = count(|verdict| matches!(verdict, ObligationVerdict::Run | ObligationVerdict::Step));
    let unknown = count(|verdict| matches!(verdict, ObligationVerdict::Unknown(_)));
    let _ = writeln!(
        text,
        "{}: {valid} valid, {invalid} invalid, {unknown} unknown",
        style.paint(Role::Title, &style.clean(&function.name))
    );
    if function.contradictory {
        let _ = writeln!(text, "  no state satisfies its precondition: whatever is said of it holds");
    }
    if let Some(why) = function.not_followed.as_ref().filter(|_| function.obligations.is_empty()) {
        let _ = writeln!(text, "  {}: {}", style.paint(Role::Doubt, "unknown"), words::hindrance(why));
    }
    for obligation in &function.obligations {
        let label = words::full_label(obligation);
        let clause = obligation.clause.as_deref().map_or_else(String::new, |clause| format!("  {clause}"));
        let verdict = match &obligation.verdict {
            ObligationVerdict::Valid => style.paint(Role::Success, "valid"),
            ObligationVerdict::Run => style.paint(Role::Failure, "invalid"),
            ObligationVerdict::Step => style.paint(Role::Failure, "invalid (step)"),
            ObligationVerdict::Unknown(why) => {
                format!("{}: {}", style.paint(Role::Doubt, "unknown"), words::hindrance(why))
            }
        };
        let _ = writeln!(text, "  {label}{}  {verdict}", style.clean(&clause));
    }
    if valid > 0 && !function.premises.is_empty() {
        let _ = writeln!(text, "  taken for granted:");
        for premise in &function.premises {
            let _ = writeln!(text, "    {}", style.clean(&words::premise(premise)));
        }
    }
    text.push('\n');
}
