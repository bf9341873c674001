//! Errors in three lines each, for batches of many programs: where and what, when, and where to look.

use super::explanation::{places, when};
use super::{Commands, Page, Settings, command};
use crate::grade::{Grade, grade};
use crate::model::{Counterexample, FileReport, InputValue, Status, gathered};
use crate::style::{Role, Style};
use crate::words;
use focuscheck_base::source::SourceFile;

/// So many errors a person reads.
pub const MOST: usize = 40;

/// Inputs that are shown.
const MOST_INPUTS: usize = 3;

/// An error that can be reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Brief {
    /// What it says of its program.
    pub grade: Grade,
    /// Which one it is among those of its program, from 0.
    pub number: usize,
    /// Its lines.
    pub text: String,
}

/// The errors of a program that can be reached.
pub fn of(report: &FileReport, source: &SourceFile, settings: &Settings) -> Vec<Brief> {
    let style = Style { parts: report.parts.clone(), ..settings.style.clone() };
    let settings = &Settings { style, ..settings.clone() };
    let reachable =
        report.errors.iter().filter(|error| error.status == Status::Reachable && error.suppressed.is_none());
    let brief = |(number, error)| {
        let page = Page { report, source, error, settings };
        Brief { grade: grade(report, error), number, text: text(&page) }
    };
    reachable.enumerate().map(brief).collect()
}

fn text(page: &Page<'_>) -> String {
    let Page { report, error, settings, .. } = page;
    let style = &settings.style;
    let mut lines = page.headline();
    let ways = words::kept(error);
    if let Some(&way) = ways.first() {
        let conditions = when(way, None, "", style);
        let example = example(way, &conditions);
        let example =
            example.map_or_else(String::new, |inputs| format!("; for example {}", style.clean(&inputs)));
        let more = match ways.len() - 1 {
            0 => String::new(),
            more => format!("; and in {}", words::count(more, "other way", "other ways")),
        };
        lines.extend(style.wrap("  ", "    ", &format!("{conditions}{example}{more}"), None));
        let nest = words::nest(error, way);
        let look = match nest.is_empty() {
            true => String::new(),
            false => format!("look at {}: ", places(&nest, style)),
        };
        let more = command((report, words::error_line(error)), "", settings);
        lines.push(format!("  {look}{}", style.paint(Role::Fact, &more)));
    }
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// Values that fail: of the inputs that the conditions name, or of all that matter. Nothing where the conditions say them.
fn example(way: &Counterexample, conditions: &str) -> Option<String> {
    let inputs = gathered(&way.inputs);
    let all: Vec<&InputValue> = inputs.iter().filter(|input| input.matters).collect();
    let is_said =
        |input: &&InputValue| conditions.contains(&format!("{} == {}", input.numbered(), input.value));
    let named: Vec<&InputValue> =
        all.iter().copied().filter(|input| conditions.contains(&input.numbered())).collect();
    let left: Vec<&InputValue> = match named.is_empty() {
        true => all,
        false => named.into_iter().filter(|input| !is_said(input)).collect(),
    };
    let shown = left.iter().take(MOST_INPUTS).map(|input| format!("{} = {}", input.numbered(), input.value));
    let mut texts: Vec<String> = shown.collect();
    if left.len() > MOST_INPUTS {
        texts.push("…".to_owned());
    }
    (!texts.is_empty()).then(|| texts.join(", "))
}

/// The errors of a batch, each grade under its title. Of too many the first one of each program comes before the second one of
/// any; how many are left out is said.
pub fn listing(errors: Vec<Brief>, settings: &Settings) -> String {
    let style = &settings.style;
    let all = errors.len();
    let mut chosen: Vec<(usize, Brief)> = errors.into_iter().enumerate().collect();
    chosen.sort_by_key(|(place, brief)| (brief.grade, brief.number, *place));
    chosen.truncate(MOST);
    chosen.sort_by_key(|(place, brief)| (brief.grade, *place));
    let mut text = String::new();
    let mut before = None;
    for (_, brief) in chosen {
        let is_first = before.replace(brief.grade) != Some(brief.grade);
        if is_first && brief.grade == Grade::ForArguments {
            let title = "Errors for some arguments of a function, which its callers may have to avoid:";
            text.push_str(&format!("\n{}\n", style.paint(Role::Title, title)));
        }
        text.push_str(&format!("\n{}", brief.text));
    }
    if all > MOST {
        let more = words::count(all - MOST, "more error", "more errors");
        let how = match &settings.commands {
            Commands::Check { .. } => "look at one file, or folder, at a time".to_owned(),
            Commands::Show { report: None } => "focuscheck show FILE, or FOLDER, has all of it".to_owned(),
            Commands::Show { report: Some(report) } => {
                format!("focuscheck show {} FILE, or FOLDER, has all of it", style.clean(report))
            }
        };
        text.push_str(&format!("\n{more}: {how}\n"));
    }
    text
}
