//! The report of `verify` for people.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::model::{ErrorReport, FileReport, StepsKind, Verdict};
use crate::style::{Role, Style};
use crate::text::steps;
use focuscheck_base::options::Level;

use super::explanation::{self, painted};
use super::model::{FunctionReport, ObligationReport, ObligationVerdict, Place};
use super::table::table;
use super::unasked::unasked;
use super::words;

pub use super::table::Counts;

/// Said where the steps of a run were asked for and are not known.
const NO_STEPS: &str = "What it depends on is not told: an annotation decides that is no condition on the result, or \
memory from outside matters.";

/// What of a report is shown.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How.
    pub style: Style,
    /// Whether obligations that hold are listed, too.
    pub all: bool,
    /// Whether every verification condition is told in words, and nothing else.
    pub explain: bool,
    /// Of these, whether only what the proof uses is told.
    pub needed: bool,
    /// Whether the steps of runs are shown, and which.
    pub level: Level,
}

/// The report as text.
pub fn render(report: &FileReport, settings: &Settings) -> String {
    let style = Style { parts: report.parts.clone(), ..settings.style.clone() };
    let settings = &Settings { style, ..settings.clone() };
    if settings.explain {
        let functions = report.functions.iter();
        return functions
            .map(|function| {
                explanation::render(&function.name, &function.conditions, settings.needed, &settings.style)
            })
            .collect();
    }
    let mut text = String::new();
    for error in &report.errors {
        text.push_str(&failure(report, error, settings));
    }
    let several = report.functions.len() > 1;
    for function in &report.functions {
        // The table says it of those of which there is nothing else to say.
        let Counts { invalid, unknown, .. } = Counts::of(function);
        let dull = invalid + unknown == 0
            && !function.contradictory
            && function.not_followed.is_none()
            && function.unasked.is_empty();
        if settings.all || !several || !dull {
            listing(&mut text, function, settings);
        }
    }
    if several {
        let rows: Vec<(String, Counts)> =
            report.functions.iter().map(|function| (function.name.clone(), Counts::of(function))).collect();
        text.push_str(&table(&rows, &settings.style));
        text.push('\n');
    }
    left_out(&mut text, report, &settings.style);
    text.push_str(&verdict_line(report, &settings.style));
    text.push('\n');
    text
}

/// The obligations of several files, counted.
pub fn summary(counts: &[Counts], style: &Style) -> String {
    let mut total = Counts::default();
    counts.iter().for_each(|known| total.add(*known));
    let all = total.valid + total.invalid + total.unknown;
    let count = crate::words::count(all, "obligation", "obligations");
    let Counts { valid, invalid, unknown, .. } = total;
    style.clean(&format!("{count}: {valid} proved, {invalid} failed, {unknown} unknown")) + "\n"
}

/// The obligations of a file, counted.
pub fn counts(report: &FileReport) -> Counts {
    let mut counts = Counts::default();
    report.functions.iter().for_each(|function| counts.add(Counts::of(function)));
    counts.unknown += report.unasked.len();
    counts
}

/// What is known about the file, on one line.
pub fn verdict_line(report: &FileReport, style: &Style) -> String {
    let (what, role) = match report.verdict {
        Verdict::Safe => ("all obligations are valid", Role::Success),
        Verdict::Unsafe => ("some run breaks an obligation", Role::Failure),
        Verdict::Unknown => ("some obligations are open", Role::Doubt),
        Verdict::Nothing => ("nothing to verify", Role::Success),
        Verdict::Failed => ("failed", Role::Failure),
    };
    let reason = report.reason.as_deref().map_or_else(String::new, |reason| format!(" ({reason})"));
    format!("{}: {}{}", style.clean(&report.path), style.paint(role, what), style.clean(&reason))
}

fn place_name(path: &str, place: &Place) -> String {
    place.file.clone().unwrap_or_else(|| path.to_owned())
}

/// One message with its trace, as in Fig. 0 of the paper; nothing of an obligation that does not fail.
pub fn failure(report: &FileReport, error: &ErrorReport, settings: &Settings) -> String {
    let mut text = String::new();
    let Some(obligation) = &error.obligation else { return text };
    let Some(fails) = words::failure(obligation) else { return text };
    let style = &settings.style;
    let path = place_name(&report.path, &obligation.place);
    let name = words::label(obligation.property);
    let sentence = words::sentence(obligation.property);
    let warning = style.paint(Role::Failure, "Warning:");
    let place = &obligation.place;
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{}:{}: {warning} {sentence} ({name})", style.clean(&path), place.line);
    let _ = writeln!(text, "{}", style.clean(&place.text));
    let before: String = place.text.chars().take(place.column as usize - 1).collect();
    let indent = style.clean(&before).chars().count();
    let _ = writeln!(text, "{:indent$}{}", "", style.paint(Role::Failure, "^"));
    if let Some(declared) = &obligation.declared {
        let file = place_name(&report.path, declared);
        let (line, column) = (declared.line, declared.column);
        let clause = obligation.clause.as_deref().unwrap_or_default();
        let sentence = format!("Associated declaration is \"{file}\", line {line}, col {column}: {clause}");
        let _ = writeln!(text, "{}", style.clean(&sentence));
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
    for line in painted(&format!("invalid: {fails}"), Role::Failure, style) {
        let _ = writeln!(text, "{line}");
    }
    if let [condition] = &obligation.context[..] {
        wrapped(&mut text, &format!("invalid when {condition}"), style);
    }
    let runs = || error.counterexamples.iter().filter(|way| way.told == Some(StepsKind::Run));
    let is_run = obligation.verdict == ObligationVerdict::Run;
    if settings.level != Level::Reduced && is_run && runs().next().is_none() {
        wrapped(&mut text, NO_STEPS, style);
    }
    for way in runs() {
        let (title, shown) = match settings.level {
            Level::Reduced => continue,
            Level::Trace if !way.trace.is_empty() => ("The whole run:", &way.trace),
            Level::Slice | Level::Trace => ("What it depends on:", &way.slice),
        };
        let _ = writeln!(text, "{title}");
        for line in steps::listing(shown, &way.fails, style) {
            let _ = writeln!(text, "{line}");
        }
    }
    text.push('\n');
    text
}

fn wrapped(text: &mut String, sentence: &str, style: &Style) {
    for line in style.wrap("", "  ", &style.clean(sentence), None) {
        text.push_str(&line);
        text.push('\n');
    }
}

/// The obligations of a function.
fn listing(text: &mut String, function: &FunctionReport, settings: &Settings) {
    let style = &settings.style;
    let Counts { valid, invalid, unknown, .. } = Counts::of(function);
    let name = style.paint(Role::Title, &style.clean(&function.name));
    let _ = writeln!(text, "{name}: {valid} valid, {invalid} invalid, {unknown} unknown");
    if function.contradictory {
        let _ = writeln!(text, "  no state satisfies its precondition: whatever is said of it holds");
    }
    if let Some(why) = function.not_followed.as_ref().filter(|_| function.obligations.is_empty()) {
        let _ = writeln!(
            text,
            "  {}: {}",
            style.paint(Role::Doubt, "unknown"),
            style.clean(&words::hindrance(why))
        );
    }
    let shown: Vec<&ObligationReport> = function
        .obligations
        .iter()
        .filter(|obligation| settings.all || obligation.verdict != ObligationVerdict::Valid)
        .collect();
    let mut reasons: Vec<(String, Vec<String>)> = Vec::new();
    let labels = shown.iter().map(|obligation| words::full_label(obligation).len()).max().unwrap_or(0);
    let verdicts = shown.iter().map(|obligation| verdict(obligation).0.len()).max().unwrap_or(0);
    for obligation in shown {
        let (word, role) = verdict(obligation);
        let label = format!("{:labels$}", words::full_label(obligation));
        let padding = " ".repeat(verdicts - word.len());
        let room = style.width.saturating_sub(labels + verdicts + 6);
        let clause =
            obligation.clause.as_deref().map_or_else(String::new, |clause| style.phrase(clause, room));
        let line = format!("  {label}  {}{padding}  {clause}", style.paint(role, word));
        let _ = writeln!(text, "{}", line.trim_end());
        if let ObligationVerdict::Unknown(why) = &obligation.verdict {
            let (why, label) = (words::hindrance(why), words::full_label(obligation));
            match reasons.iter_mut().find(|(known, _)| *known == why) {
                Some((_, labels)) => labels.push(label),
                None => reasons.push((why, vec![label])),
            }
        }
    }
    for (why, labels) in &reasons {
        let sentence = format!("{why} ({})", labels.join(", "));
        for line in style.wrap("  unknown: ", "    ", &style.clean(&sentence), None) {
            let _ = writeln!(text, "{line}");
        }
    }
    if let Some(unasked) = unasked(function.unasked.iter(), &style.parts) {
        for line in style.wrap("  ", "    ", &style.clean(&unasked), None) {
            let _ = writeln!(text, "{line}");
        }
    }
    if valid > 0 && settings.all && !function.premises.is_empty() {
        let _ = writeln!(text, "  taken for granted:");
        for premise in &function.premises {
            for line in style.wrap("    ", "      ", &style.clean(&words::premise(premise)), None) {
                let _ = writeln!(text, "{line}");
            }
        }
    }
    text.push('\n');
}

fn verdict(obligation: &ObligationReport) -> (&'static str, Role) {
    match obligation.verdict {
        ObligationVerdict::Valid => ("valid", Role::Success),
        ObligationVerdict::Run => ("invalid", Role::Failure),
        ObligationVerdict::Step => ("invalid (step)", Role::Failure),
        ObligationVerdict::Unknown(_) => ("unknown", Role::Doubt),
    }
}

/// Annotations that nothing was made of.
fn left_out(text: &mut String, report: &FileReport, style: &Style) {
    if report.left_out.is_empty() {
        return;
    }
    let _ = writeln!(text, "not modelled, and left out:");
    let mut places: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
    for (what, place) in &report.left_out {
        places.entry(what).or_default().push(place.overall);
    }
    for (what, lines) in places {
        let sentence = format!("{what}: {}", crate::words::lines(&lines, &report.parts));
        for line in style.wrap("  ", "    ", &style.clean(&sentence), None) {
            let _ = writeln!(text, "{line}");
        }
    }
    text.push('\n');
}
