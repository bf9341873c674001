//! The table of inputs: one row per input, one column per explanation.

use std::collections::{BTreeMap, BTreeSet};

use super::Settings;
use crate::options::Level;
use crate::report::model::Counterexample;
use crate::report::style::{Role, Style, Symbol};

/// Rows that the reduced level shows.
const MAX_ROWS: usize = 12;

/// Columns that one value may take.
const MAX_CELL: usize = 28;

/// Readings of one input that get a row each; more are gathered in one row.
const MAX_READINGS: usize = 4;

/// An input: its name and line.
type Row<'a> = (&'a str, u32);

/// The name without the number of the reading: `read` for `read#7`.
fn base(name: &str) -> &str {
    match name.rsplit_once('#') {
        Some((base, number)) if !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()) => base,
        _ => name,
    }
}

/// Inputs that some explanation reads so often that their values are gathered.
fn gathered<'a>(shown: &[&'a Counterexample]) -> BTreeSet<Row<'a>> {
    let mut gathered = BTreeSet::new();
    for counterexample in shown {
        let mut readings: BTreeMap<Row<'a>, usize> = BTreeMap::new();
        for input in &counterexample.inputs {
            *readings.entry((base(&input.name), input.line)).or_default() += 1;
        }
        gathered.extend(readings.into_iter().filter(|&(_, times)| times > MAX_READINGS).map(|(row, _)| row));
    }
    gathered
}

/// The inputs of some explanations side by side.
pub struct Grid {
    /// The name of each input, with its line if it has one.
    pub labels: Vec<String>,
    /// For each explanation the values of each input.
    pub columns: Vec<Vec<String>>,
}

/// Lays out the inputs of these explanations; values are cut to `width` characters.
pub fn grid(shown: &[&Counterexample], width: usize, style: &Style) -> Grid {
    let mut rows: Vec<Row<'_>> = Vec::new();
    let mut columns: Vec<BTreeMap<Row<'_>, Vec<&str>>> = Vec::new();
    let mut known: BTreeSet<Row<'_>> = BTreeSet::new();
    let gathered = gathered(shown);
    for counterexample in shown {
        let mut column: BTreeMap<Row<'_>, Vec<&str>> = BTreeMap::new();
        for input in &counterexample.inputs {
            let all = (base(&input.name), input.line);
            let row = if gathered.contains(&all) { all } else { (input.name.as_str(), input.line) };
            if known.insert(row) {
                rows.push(row);
            }
            column.entry(row).or_default().push(&input.value);
        }
        columns.push(column);
    }
    let labels = rows.iter().map(|&(name, line)| match line {
        0 => style.phrase(name, 40),
        line => format!("{} ({})", style.phrase(name, 40), style.line_phrase(line)),
    });
    let values = |column: &BTreeMap<Row<'_>, Vec<&str>>| {
        rows.iter().map(|row| cell(column.get(row).map_or(&[], Vec::as_slice), width, style)).collect()
    };
    Grid { labels: labels.collect(), columns: columns.iter().map(values).collect() }
}

/// What came of replaying these explanations, those of one outcome on a line.
pub fn replayed(shown: &[&Counterexample], settings: &Settings) -> Vec<String> {
    let mut outcomes: Vec<(&str, Vec<String>)> = Vec::new();
    for way in shown {
        let Some(outcome) = way.replayed.as_deref() else { continue };
        let rank = format!("#{}", way.rank);
        match outcomes.iter_mut().find(|(known, _)| *known == outcome) {
            Some((_, ranks)) => ranks.push(rank),
            None => outcomes.push((outcome, vec![rank])),
        }
    }
    let all = outcomes.len() == 1;
    let style = &settings.style;
    outcomes
        .into_iter()
        .flat_map(|(outcome, ranks)| {
            let which = if all { String::new() } else { format!(" ({})", super::super::words::list(&ranks)) };
            style.wrap("  ", "  ", &style.clean(&format!("{outcome}{which}")), None)
        })
        .collect()
}

/// The tables for these explanations; more than one if the columns do not fit side by side.
pub fn tables(shown: &[&Counterexample], settings: &Settings) -> Vec<String> {
    let style = &settings.style;
    let Grid { mut labels, columns } = grid(shown, MAX_CELL, style);
    if labels.is_empty() {
        return vec![format!("  {}", style.paint(Role::Title, "inputs: none, every run is the same"))];
    }
    let hidden = if settings.level == Level::Reduced { labels.len().saturating_sub(MAX_ROWS) } else { 0 };
    labels.truncate(labels.len() - hidden);
    let title = "inputs that fail";
    let label_width =
        labels.iter().map(|label| label.chars().count()).max().unwrap_or(0).max(title.len() - 2);
    let cells: Vec<Vec<String>> = columns
        .iter()
        .zip(shown)
        .map(|(column, counterexample)| {
            let mut cells = vec![format!("#{}", counterexample.rank)];
            cells.extend(column.iter().take(labels.len()).cloned());
            let width = cells.iter().map(|cell| cell.chars().count()).max().unwrap_or(0);
            cells.iter().map(|cell| format!("{cell:>width$}")).collect()
        })
        .collect();

    let mut lines = Vec::new();
    let mut next = 0;
    while next < cells.len() {
        let mut end = next;
        let mut used = label_width + 4;
        while end < cells.len() && (end == next || used + cells[end][0].chars().count() + 3 <= style.width) {
            used += cells[end][0].chars().count() + 3;
            end += 1;
        }
        // The reduced level shows the best explanations only, as far as they fit.
        if next > 0 && settings.level == Level::Reduced {
            break;
        }
        let mut heading =
            format!("  {}{}", style.paint(Role::Title, title), " ".repeat(label_width + 2 - title.len()));
        for column in &cells[next..end] {
            heading.push_str(&format!("   {}", style.paint(Role::Title, &column[0])));
        }
        lines.push(heading);
        for (index, label) in labels.iter().enumerate() {
            let mut line = format!("    {label:<label_width$}");
            for column in &cells[next..end] {
                line.push_str(&format!("   {}", style.paint(Role::Fact, &column[index + 1])));
            }
            lines.push(line);
        }
        next = end;
    }
    if hidden > 0 {
        lines.push(format!("    and {hidden} more inputs (--level slice lists them)"));
    }
    lines
}

/// The values of an input in the order in which they are read: `1`, `1 ×199, 0`; `-` if it is not read.
fn cell(values: &[&str], width: usize, style: &Style) -> String {
    let mut runs: Vec<(&str, usize)> = Vec::new();
    for &value in values {
        match runs.last_mut() {
            Some((last, times)) if *last == value => *times += 1,
            _ => runs.push((value, 1)),
        }
    }
    if runs.is_empty() {
        return "-".to_owned();
    }
    let texts: Vec<String> = runs
        .iter()
        .map(|&(value, times)| match times {
            1 => value.to_owned(),
            _ => format!("{value} {}{times}", style.symbol(Symbol::Times)),
        })
        .collect();
    style.phrase(&texts.join(", "), width)
}
