//! The table of inputs: one row per input, one column per explanation.

use std::collections::{BTreeMap, BTreeSet};

use super::Settings;
use crate::model::{Counterexample, InputValue, gathered, numbered};
use crate::style::{Role, Style, Symbol};
use crate::typed::PROGRAM;
use crate::words;
use focuscheck_base::options::Level;
use focuscheck_cells::facts::cfg::ErrorKind;

/// Rows that the reduced level shows.
const MAX_ROWS: usize = 12;

/// Columns that one value may take.
const MAX_CELL: usize = 28;

/// Readings of one input that get a row each; more are gathered in one row.
const MAX_READINGS: usize = 4;

/// A row: the name, the number of the read unless several are gathered, and the line unless the name is read on several
/// lines.
type Row<'a> = (&'a str, Option<u32>, Option<u32>);

/// The inputs that matter in some explanation.
#[derive(Default)]
struct Readings<'a> {
    /// For each name the lines on which it is read.
    lines: BTreeMap<&'a str, BTreeSet<u32>>,
    /// Places at which some explanation reads so often that the values are gathered.
    often: BTreeSet<(&'a str, u32)>,
    /// For each name the functions without a body that give the value.
    undefined: BTreeMap<&'a str, BTreeSet<&'a str>>,
    /// Places whose values do not matter.
    others: BTreeSet<(&'a str, u32)>,
}

impl<'a> Readings<'a> {
    fn of(shown: &'a [Vec<InputValue>]) -> Self {
        let mut readings = Readings::default();
        for inputs in shown {
            let mut times: BTreeMap<(&str, u32), usize> = BTreeMap::new();
            for input in inputs.iter().filter(|input| input.is_read()) {
                let name = input.name.as_str();
                if !input.matters {
                    if input.is_read() {
                        readings.others.insert((name, input.line));
                    }
                    continue;
                }
                *times.entry((name, input.line)).or_default() += 1;
                readings.lines.entry(name).or_default().insert(input.line);
                readings.undefined.entry(name).or_default().extend(input.undefined.as_deref());
            }
            readings
                .often
                .extend(times.into_iter().filter(|&(_, n)| n > MAX_READINGS).map(|(place, _)| place));
        }
        let lines = &readings.lines;
        readings.others.retain(|(name, line)| lines.get(name).is_none_or(|lines| !lines.contains(line)));
        readings
    }

    /// The row of an input: readings of one name in several places, and many readings, have one row.
    fn row(&self, input: &'a InputValue) -> Row<'a> {
        let name = input.name.as_str();
        // Choices at different places have nothing in common but their sign.
        let alone = input.is_choice || self.lines.get(name).is_none_or(|lines| lines.len() == 1);
        let gathered = !alone || self.often.contains(&(name, input.line));
        (name, (!gathered).then_some(input.number), alone.then_some(input.line))
    }

    fn label(&self, (name, number, line): Row<'_>, style: &Style) -> String {
        let lines: Vec<u32> = match line {
            Some(line) => vec![line],
            None => self.lines.get(name).into_iter().flatten().copied().collect(),
        };
        let name = &numbered(name, number.unwrap_or(1));
        match lines[..] {
            [] | [0] => style.phrase(name, 40),
            _ => {
                let lines = style.clean(&words::lines(&lines, &style.parts));
                format!("{} ({lines})", style.phrase(name, 40))
            }
        }
    }

    fn note(&self, (name, ..): Row<'_>, style: &Style) -> String {
        let functions: Vec<String> =
            self.undefined.get(name).into_iter().flatten().map(|name| format!("`{name}()`")).collect();
        match functions.is_empty() {
            true => String::new(),
            false => style.phrase(&format!("{}: no body, any value", words::list(&functions)), 60),
        }
    }
}

/// The inputs of some explanations side by side, those that matter.
pub struct Grid {
    /// The name of each input, with its line if it has one.
    pub labels: Vec<String>,
    /// What is to be said about it, or nothing.
    pub notes: Vec<String>,
    /// For each explanation the values of each input.
    pub columns: Vec<Vec<String>>,
    /// How many other inputs are read.
    pub others: usize,
}

/// Lays out the inputs of these explanations; values are cut to `width` characters.
pub fn grid(shown: &[&Counterexample], width: usize, style: &Style) -> Grid {
    let shown: Vec<Vec<InputValue>> = shown.iter().map(|way| gathered(&way.inputs)).collect();
    let readings = Readings::of(&shown);
    let mut rows: Vec<Row<'_>> = Vec::new();
    let mut columns: Vec<BTreeMap<Row<'_>, Vec<&str>>> = Vec::new();
    let mut known: BTreeSet<Row<'_>> = BTreeSet::new();
    for inputs in &shown {
        let mut column: BTreeMap<Row<'_>, Vec<&str>> = BTreeMap::new();
        for input in inputs.iter().filter(|input| input.is_read()) {
            // What matters in one explanation is shown of all.
            let matters = |lines: &BTreeSet<u32>| lines.contains(&input.line);
            if !readings.lines.get(input.name.as_str()).is_some_and(matters) {
                continue;
            }
            let row = readings.row(input);
            if known.insert(row) {
                rows.push(row);
            }
            column.entry(row).or_default().push(&input.value);
        }
        columns.push(column);
    }
    let values = |column: &BTreeMap<Row<'_>, Vec<&str>>| {
        rows.iter().map(|row| cell(column.get(row).map_or(&[], Vec::as_slice), width, style)).collect()
    };
    Grid {
        labels: rows.iter().map(|&row| readings.label(row, style)).collect(),
        notes: rows.iter().map(|&row| readings.note(row, style)).collect(),
        columns: columns.iter().map(values).collect(),
        others: readings.others.len(),
    }
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
            let which = if all { String::new() } else { format!(" ({})", words::list(&ranks)) };
            style.wrap("  ", "  ", &style.clean(&format!("{outcome}{which}")), None)
        })
        .collect()
}

/// The longest command that is shown.
const MOST_TYPED: usize = 160;

/// How the first of these explanations is seen with a binary of the program.
pub fn typed(kind: ErrorKind, shown: &[&Counterexample], settings: &Settings) -> Vec<String> {
    let style = &settings.style;
    let found = shown.iter().find_map(|way| Some((way.rank, way.typed.as_ref()?)));
    let Some((rank, typed)) = found.filter(|(_, typed)| !typed.is_empty()) else { return Vec::new() };
    let command = style.clean(&typed.command(PROGRAM));
    if command.len() > MOST_TYPED {
        return Vec::new();
    }
    let which = if rank == shown[0].rank { String::new() } else { format!(" #{rank}") };
    let built = match kind.check() {
        Some(_) => " (built with -fsanitize=address,undefined)",
        None => "",
    };
    vec![format!("  see it{which} fail{built}: {}", style.paint(Role::Fact, &command))]
}

/// Inputs that are read where none is shown: "2, none of which matters"; only how many, where it is not known that they do
/// not matter.
pub fn none_matters(number: usize, shown: &[&Counterexample]) -> String {
    match (shown.iter().all(|counterexample| counterexample.claim.is_settled()), number) {
        (true, 1) => "1, which does not matter".to_owned(),
        (true, _) => format!("{number}, none of which matters"),
        (false, _) => format!("{number}, not shown"),
    }
}

/// The tables for these explanations; more than one if the columns do not fit side by side.
pub fn tables(shown: &[&Counterexample], settings: &Settings) -> Vec<String> {
    let style = &settings.style;
    let Grid { mut labels, notes, columns, others } = grid(shown, MAX_CELL, style);
    if labels.is_empty() {
        let none = match others {
            0 => "inputs: none, every run is the same".to_owned(),
            _ => format!("inputs: {}", none_matters(others, shown)),
        };
        return vec![format!("  {}", style.paint(Role::Title, &none))];
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
            if !notes[index].is_empty() {
                line.push_str(&format!("   {}", style.paint(Role::Faint, &notes[index])));
            }
            lines.push(line);
        }
        next = end;
    }
    if hidden > 0 {
        lines.push(format!("    and {hidden} more inputs (--level slice lists them)"));
    }
    if others > 0 {
        lines.push(style.paint(Role::Faint, &format!("    and {}", words::others(others, shown))));
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
