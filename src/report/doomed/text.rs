//! Code that can only fail, for people.

use std::fmt::Write;

use crate::style::{Role, Style};

use super::model::{Doomed, DoomedKind, DoomedReport, Grade, Note};

/// Columns at which what a line says may stand at the latest.
const FARTHEST: usize = 60;

/// What no run does, in a sentence that the function ends.
pub fn sentence(warning: &Doomed) -> String {
    let with = warning.outcome.as_ref().map_or_else(String::new, |outcome| format!(" with {outcome}"));
    match (warning.kind, warning.grade) {
        (DoomedKind::Fails, _) => format!("every run through here{with} fails"),
        (DoomedKind::Unreached, Grade::B) => format!("no run comes here{with} without failing before"),
        (DoomedKind::Unreached, Grade::A | Grade::C) => format!("no run comes here{with}"),
        (DoomedKind::Endless, _) => format!("no run through here{with} leaves the loop"),
    }
}

/// The report as text.
pub fn render(report: &DoomedReport, statistics: bool, style: &Style) -> String {
    let mut text = String::new();
    for warning in &report.warnings {
        text.push_str(&one(&report.path, warning, style));
    }
    for skipped in &report.skipped {
        let (path, line) = place(&report.path, skipped.line, style);
        let what = if skipped.partly { "asked only in part" } else { "not asked" };
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{path}:{line}: {}: {what}, {}",
            style.clean(&skipped.function),
            style.clean(&skipped.reason)
        );
    }
    let undecided = report.undecided();
    let asked: u64 = report.counts.iter().map(|counts| counts.asked).sum();
    let what = match (report.warnings.len(), undecided) {
        _ if report.failed.is_some() => style.paint(Role::Failure, "could not be read"),
        (0, 0) => style.paint(Role::Success, "nothing is doomed"),
        (0, _) => style.paint(Role::Doubt, "nothing was found to be doomed"),
        (1, _) => style.paint(Role::Failure, "1 warning"),
        (many, _) => style.paint(Role::Failure, &format!("{many} warnings")),
    };
    let open = if undecided > 0 { format!(", {undecided} undecided") } else { String::new() };
    let _ = writeln!(text, "{}: {what} ({asked} points asked{open})", style.clean(&report.path));
    if statistics {
        table(&mut text, report);
    }
    text
}

/// One warning.
pub fn one(path: &str, warning: &Doomed, style: &Style) -> String {
    let mut text = String::new();
    let (path, line) = place(path, warning.line, style);
    let sentence = style.paint(Role::Failure, &style.clean(&sentence(warning)));
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{path}:{line}: {sentence}, in {}", style.clean(&warning.function));
    let width = |text: &str| text.chars().count();
    let column =
        warning.told.iter().map(|told| width(&told.text)).max().unwrap_or_default().min(FARTHEST) + 4;
    let numbers: Vec<String> =
        warning.told.iter().map(|told| style.parts.presumed(told.line).1.to_string()).collect();
    let digits = numbers.iter().map(String::len).max().unwrap_or_default();
    let bar = if style.ascii { "|" } else { "│" };
    for (told, number) in warning.told.iter().zip(&numbers) {
        let notes: Vec<String> = told.notes.iter().map(note).collect();
        let code = style.clean(&told.text);
        let margin = style.paint(Role::Faint, &format!("{number:>digits$} {bar}"));
        let line = match notes.is_empty() {
            true => format!("   {margin} {code}"),
            false => {
                let gap = " ".repeat(column.saturating_sub(width(&told.text)).max(2));
                format!("   {margin} {code}{gap}{}", style.paint(Role::Fact, &style.clean(&notes.join(", "))))
            }
        };
        let _ = writeln!(text, "{line}");
    }
    let _ = writeln!(text, "  because of {}", lines(&warning.because, style));
    for assumed in &warning.assumed {
        let _ = writeln!(text, "  assumed: {}", style.clean(assumed));
    }
    text
}

/// `line 5`, `lines 5, 6`.
fn lines(lines: &[u32], style: &Style) -> String {
    let names: Vec<String> = lines.iter().map(|line| style.clean(&style.parts.name(*line))).collect();
    let word = if lines.len() == 1 { "line" } else { "lines" };
    format!("{word} {}", names.join(", "))
}

fn place(path: &str, line: u32, style: &Style) -> (String, u32) {
    let (file, line) = style.parts.presumed(line);
    (style.clean(file.unwrap_or(path)), line)
}

/// What a line says, in words.
pub fn note(note: &Note) -> String {
    match note {
        Note::Holds(text) => text.clone(),
        Note::NotNull(text) => format!("needs {text} != 0"),
        Note::Exists(text) => format!("needs {text} to exist"),
        Note::NotZero(text) => format!("needs {text} != 0"),
        Note::Shift(text) => format!("needs a shift by less than the width: {text}"),
        Note::Fits(text) => format!("needs {text} to fit"),
        Note::Stated(text) => format!("needs {text}"),
        Note::Never => "fails".to_owned(),
    }
}

/// The columns of the paper's Table 4, function by function.
fn table(text: &mut String, report: &DoomedReport) {
    let names = report.counts.iter().map(|counts| counts.function.chars().count());
    let width = names.max().unwrap_or_default().max("function".len());
    let _ = writeln!(
        text,
        "{:width$}  {:>7}  {:>7}  {:>17}  {:>14}  {:>12}",
        "function", "points", "queries", "construction (ms)", "1st query (ms)", "avg ms/query"
    );
    for counts in &report.counts {
        let average = counts.others as f64 / counts.queries.saturating_sub(1).max(1) as f64;
        let _ = writeln!(
            text,
            "{:width$}  {:>7}  {:>7}  {:>17}  {:>14}  {:>12.1}",
            counts.function, counts.asked, counts.queries, counts.building, counts.first, average
        );
    }
}
