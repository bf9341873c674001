//! Excerpts of the source with marked lines.

use std::collections::BTreeMap;

use super::steps;
use crate::model::{Counterexample, Step};
use crate::style::{Role, Style, Symbol};
use crate::words;
use focuscheck_base::source::SourceFile;

/// Fewest and most lines of source that an excerpt shows; the statement that fails is shown in any case.
const LINES: (usize, usize) = (6, 16);

/// The lines of the NEST and the line that fails, with the outcomes of their conditionals. Of more than `room`
/// lines those are shown that come last in the sequence.
/// Under the line that fails stand the values that do.
pub fn render(
    source: &SourceFile,
    explanation: &Counterexample,
    nest: &[u32],
    room: usize,
    style: &Style,
) -> Vec<String> {
    let slice = &explanation.slice;
    let room = room.clamp(LINES.0, LINES.1);
    let failing = slice.last().map(|step| step.line).filter(|&line| line != 0);
    let mut marks: BTreeMap<u32, Option<Symbol>> = BTreeMap::new();
    let backwards = slice.iter().rev().map(|step| step.line).filter(|line| nest.contains(line));
    for line in backwards.chain(nest.iter().copied()) {
        if marks.len() < room {
            marks.insert(line, Some(Symbol::Nest));
        }
    }
    let hidden = nest.len().saturating_sub(marks.len());
    if let Some(line) = failing {
        marks.insert(line, Some(Symbol::Failure));
    }
    let marked: Vec<u32> = marks.keys().copied().collect();
    for pair in marked.windows(2) {
        // A single line between two marked ones costs no more than the sign that it was left out.
        if pair[0] + 2 == pair[1] {
            marks.insert(pair[0] + 1, None);
        }
    }
    let texts: BTreeMap<u32, String> =
        marks.keys().map(|&line| (line, line_text(source, slice, line, style))).collect();
    let blank = |text: &&String| !text.trim().is_empty();
    let indent =
        texts.values().filter(blank).map(|text| text.len() - text.trim_start().len()).min().unwrap_or(0);
    let width = marks.keys().map(|&line| steps::digits(line, style)).max().unwrap_or(1);
    let room = style.width.saturating_sub(width + 12).max(20);
    let mut lines = Vec::new();
    let mut before: Option<u32> = None;
    for (&line, mark) in &marks {
        if before.is_some_and(|before| before + 1 < line) {
            lines.push(format!("      {}", style.paint(Role::Faint, style.symbol(Symbol::Ellipsis))));
        }
        before = Some(line);
        let role = match mark {
            Some(Symbol::Failure) => Role::Failure,
            Some(_) => Role::Nest,
            None => Role::Faint,
        };
        let sign = mark.map_or(" ".to_owned(), |mark| style.paint(role, style.symbol(mark)));
        let number = style
            .paint(Role::Faint, &format!("{:>width$} {}", style.line(line), style.symbol(Symbol::Ruler)));
        let text = style.shorten(texts[&line].get(indent..).unwrap_or("").trim_end(), room);
        let text = if mark.is_none() { style.paint(Role::Faint, &text) } else { text };
        let outcomes = if mark.is_some() { outcomes(slice, line, style) } else { String::new() };
        lines.push(format!("    {sign} {number} {text}{outcomes}"));
        if *mark == Some(Symbol::Failure) {
            lines.extend(steps::failing(&explanation.fails, width, style));
        }
    }
    if hidden > 0 {
        lines.push(format!(
            "      {} {}",
            style.symbol(Symbol::Ellipsis),
            words::count(hidden, "more line", "more lines")
        ));
    }
    lines
}

/// The line as it is in the file, else what the steps on it say.
fn line_text(source: &SourceFile, slice: &[Step], line: u32, style: &Style) -> String {
    let text = style.clean(source.line(line));
    if !text.trim().is_empty() {
        return text;
    }
    slice.iter().find(|step| step.line == line).map_or(String::new(), |step| style.phrase(&step.text, 80))
}

/// `true`, `true ×199, then false`: how the conditionals on a line came out.
fn outcomes(slice: &[Step], line: u32, style: &Style) -> String {
    let here = slice.iter().filter(|step| step.line == line).filter_map(|step| step.outcome);
    let words = words::outcomes(here, style.symbol(Symbol::Times), style.symbol(Symbol::Ellipsis));
    if words.is_empty() {
        return words;
    }
    format!("   {}", style.paint(Role::Fact, &format!("is {words}")))
}
