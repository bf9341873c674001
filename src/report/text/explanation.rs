//! One explanation: when it happens, where to look, and its steps.

use super::branches::Group;
use super::{Settings, difference, excerpt, implied, steps};
use crate::model::{Assumption, Counterexample, ErrorReport, Projected, ReduceStep};
use crate::style::{Role, Style, Symbol};
use crate::words;
use focuscheck_base::options::Level;
use focuscheck_base::source::SourceFile;
use std::borrow::Cow;

/// Conditions that the reduced level lists.
const MAX_CONDITIONS: usize = 8;

/// What shows the conditions that the reduced level does not list.
const ALL_CONDITIONS: &str = " (--level slice lists them)";

/// Lines that the sequence of line numbers may take at the reduced level.
const MAX_PATH_LINES: usize = 3;

/// Characters that the numbers of the lines to look at may take.
const MAX_PLACES_LENGTH: usize = 72;

/// An explanation at the reduced level.
pub struct ReducedView<'a> {
    /// The explanation, with those that say the same on other branches.
    pub group: &'a Group<'a>,
    /// Lines of its NEST.
    pub nest: &'a [u32],
    /// The first explanation of the same error and its NEST, if this is a later one.
    pub first: Option<(&'a Counterexample, &'a [u32])>,
    /// The file.
    pub source: &'a SourceFile,
    /// Whether an explanation before this one has the same NEST.
    pub seen: bool,
    /// Lines that the excerpt may take.
    pub excerpt: usize,
    /// How the text looks.
    pub style: &'a Style,
}

impl ReducedView<'_> {
    /// The whole explanation.
    pub fn block(&self) -> Vec<String> {
        let mut lines = self.heading();
        let explanation = self.group.first();
        let slice = &explanation.slice;
        if let Some((first, first_nest)) = self.first {
            let difference = difference::compare(&steps::keys(&first.slice), &steps::keys(slice));
            if difference.common * 2 >= slice.len() {
                let same_place = first_nest == self.nest;
                lines.push(match same_place {
                    true => format!("    look at the same {}", plural_lines(self.nest)),
                    false => format!("    look at {}", places(self.nest, self.style)),
                });
                if difference.hunks.is_empty() {
                    lines.push(format!("    same steps as #{}", first.rank));
                } else {
                    lines.push(format!("    steps that differ from #{}:", first.rank));
                    lines.extend(difference::listing(&first.slice, slice, &difference, self.style));
                }
                if !explanation.fails.is_empty() && explanation.fails != first.fails {
                    let values = self.style.clean(&words::failing(&explanation.fails));
                    let sign = format!("    {} ", self.style.symbol(Symbol::Failure));
                    lines.extend(self.style.wrap(&sign, "      ", &values, Some(Role::Failure)));
                }
                return lines;
            }
        }
        if self.seen {
            lines.push(format!("    look at {}", places(self.nest, self.style)));
        } else {
            let title = format!("look at {}:", places(self.nest, self.style));
            lines.push(format!("    {}", self.style.paint(Role::Title, &title)));
            lines.extend(excerpt::render(self.source, explanation, self.nest, self.excerpt, self.style));
        }
        let mut paths: Vec<String> = Vec::new();
        for member in &self.group.members {
            let path = steps::path(&member.slice, self.style);
            if !paths.contains(&path) {
                paths.push(path);
            }
        }
        for (index, path) in paths.iter().enumerate() {
            if index == MAX_PATH_LINES {
                lines.push(format!("       or {}", self.style.symbol(Symbol::Ellipsis)));
                break;
            }
            let lead = if index == 0 { "    steps " } else { "       or " };
            let mut path = self.style.wrap(lead, "          ", path, Some(Role::Faint));
            if path.len() > MAX_PATH_LINES {
                path.truncate(MAX_PATH_LINES);
                path.push(format!("          {}", self.style.symbol(Symbol::Ellipsis)));
            }
            lines.extend(path);
        }
        lines
    }

    /// Only when it happens and where to look.
    pub fn short(&self) -> Vec<String> {
        let mut lines = self.heading();
        lines.push(format!("    look at {}", places(self.nest, self.style)));
        lines
    }

    fn heading(&self) -> Vec<String> {
        let style = self.style;
        let first = self.first.map(|(first, _)| first);
        let mut conditions = when(self.group.first(), first, ALL_CONDITIONS, style);
        conditions.push_str(&style.clean(&self.group.phrase(&style.parts)));
        title(&self.group.ranks(), &conditions, style)
    }
}

/// When an explanation applies: `when x > y and z > 0`. Many conditions that the first explanation of the same
/// error has too are counted, and so are those beyond the most that are listed; `hint` says where these are.
pub fn when(
    counterexample: &Counterexample,
    first: Option<&Counterexample>,
    hint: &str,
    style: &Style,
) -> String {
    let conditions = match &counterexample.projected {
        Some(projected) => projected_words(projected, Some(hint), style),
        None => conditions(counterexample, first, hint, style),
    };
    format!("{conditions}{}", style.clean(&words::qualification(counterexample, &style.parts)))
}

/// Texts of conditions, joined: at most so many, with the number of the others and where they are.
fn joined(mut texts: Vec<String>, hint: &str) -> String {
    let hidden = texts.len().saturating_sub(MAX_CONDITIONS);
    texts.truncate(texts.len() - hidden);
    match hidden {
        0 => texts.join(" and "),
        _ => {
            let others = words::count(hidden, "other condition", "other conditions");
            format!("{} and {others}{hint}", texts.join(" and "))
        }
    }
}

/// `line` or `lines` without numbers.
fn plural_lines(numbers: &[u32]) -> &'static str {
    if numbers.len() == 1 { "line" } else { "lines" }
}

/// The numbers of the lines, or only how many there are if the numbers are too many to be read.
pub fn places(numbers: &[u32], style: &Style) -> String {
    let text = words::lines(numbers, &style.parts);
    match text.len() > MAX_PLACES_LENGTH {
        true => format!("{} lines, above all those nearest to the failure", numbers.len()),
        false => text,
    }
}

/// An explanation with every step.
pub fn in_full(
    counterexample: &Counterexample,
    error: &ErrorReport,
    settings: &Settings,
    lines: &mut Vec<String>,
) {
    let style = &settings.style;
    let (kept, deleted): (Vec<_>, Vec<_>) =
        counterexample.assumptions.iter().partition(|assumption| !assumption.eliminated);
    let located = |assumptions: &[&Assumption]| {
        let texts: Vec<String> = assumptions.iter().map(|assumption| located(assumption, style)).collect();
        words::list(&texts)
    };
    let conditions = match kept.is_empty() {
        true => words::without_condition(counterexample),
        false => format!("when {}", located(&kept)),
    };
    let qualified = style.clean(&words::qualification(counterexample, &style.parts));
    let conditions = format!("{conditions}{qualified}");
    lines.extend(title(&format!("#{}", counterexample.rank), &conditions, style));
    if let Some(projected) = &counterexample.projected {
        lines.extend(style.wrap(
            "    ",
            "      ",
            &projected_words(projected, None, style),
            Some(Role::Fact),
        ));
    }
    if !deleted.is_empty() {
        let sentence = format!("does not matter: {}", located(&deleted));
        lines.extend(style.wrap("    ", "      ", &sentence, Some(Role::Faint)));
    }
    if counterexample.eliminated {
        let kept = error.reduce_steps.iter().find_map(|step| match step {
            ReduceStep::Identical { kept_rank, dropped_rank } if *dropped_rank == counterexample.rank => {
                Some(*kept_rank)
            }
            _ => None,
        });
        let same = kept.map_or(String::new(), |rank| format!(" as #{rank}"));
        lines.push(format!("    dropped by the reduction: same statements and conditions{same}"));
    }
    let trace = settings.level == Level::Trace && !counterexample.trace.is_empty();
    let shown = if trace { &counterexample.trace } else { &counterexample.slice };
    lines.push(legend(shown.len(), trace, style));
    lines.extend(steps::listing(shown, &counterexample.fails, style));
}

/// What the signs in the margin mean.
fn legend(number: usize, trace: bool, style: &Style) -> String {
    let steps = words::count(number, "step", "steps");
    let nest = format!("{} where to look", style.symbol(Symbol::Nest));
    let failure = format!("{} what fails", style.symbol(Symbol::Failure));
    let focus = if trace { format!("{} relevant, ", style.symbol(Symbol::Focus)) } else { String::new() };
    style.paint(Role::Faint, &format!("    {steps} ({focus}{nest}, {failure}):"))
}

/// `#1 when …`, `#1 and #2 when …`.
fn title(ranks: &str, conditions: &str, style: &Style) -> Vec<String> {
    style.wrap(&format!("  {ranks} "), "     ", conditions, Some(Role::Title))
}

fn located(assumption: &Assumption, style: &Style) -> String {
    format!("{} ({})", style.phrase(&assumption.text, 80), style.line_phrase(assumption.line))
}

/// The conditions over the chosen inputs; all of them without a `hint` to where those beyond the most are.
fn projected_words(projected: &Projected, hint: Option<&str>, style: &Style) -> String {
    let texts: Vec<String> = projected.texts().into_iter().map(|text| style.phrase(text, 80)).collect();
    match (texts.is_empty(), hint) {
        (true, _) => "whatever the chosen inputs are".to_owned(),
        (false, None) => format!("for the chosen inputs: when {}", texts.join(" and ")),
        (false, Some(hint)) => format!("for the chosen inputs: when {}", joined(texts, hint)),
    }
}

/// The conditions under which an explanation applies, without those that do not matter. Many conditions
/// that the first explanation has too are counted, not repeated.
fn conditions(
    counterexample: &Counterexample,
    first: Option<&Counterexample>,
    hint: &str,
    style: &Style,
) -> String {
    fn kept(counterexample: &Counterexample) -> Vec<Cow<'_, Assumption>> {
        implied::without_implied(
            counterexample.assumptions.iter().filter(|assumption| !assumption.eliminated),
        )
    }
    let mut left = kept(counterexample);
    if left.is_empty() {
        return words::without_condition(counterexample);
    }
    let total = left.len();
    let mut ending = String::new();
    if let Some(first) = first {
        let before = kept(first);
        let is_before = |assumption: &Assumption| before.iter().any(|other| other.is_same(assumption));
        let shared = left.iter().filter(|assumption| is_before(assumption)).count();
        if shared > 2 {
            if shared == total {
                let which = match before.len() {
                    all if all == shared => format!("the {all} conditions"),
                    all => format!("{shared} of the {all} conditions"),
                };
                return format!("when {which} of #{} hold", first.rank);
            }
            left.retain(|assumption| !is_before(assumption));
            ending = format!(", and {shared} conditions as in #{}", first.rank);
        }
    }
    let texts: Vec<String> = left.iter().map(|assumption| style.phrase(&assumption.text, 80)).collect();
    format!("when {}{ending}", joined(texts, hint))
}
