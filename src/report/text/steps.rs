//! Steps of a slice or a trace: as one line of numbers, and as a listing.

use super::fold::{self, Part};
use crate::model::{Compared, Step, StepKind};
use crate::style::{Role, Style, Symbol};
use crate::words;

/// Columns that the text of a step may take before its remarks.
const MAX_TEXT: usize = 52;

/// The sequence in the notation of line numbers with outcomes: `4 5T 6T 11T 12 18F 20`; rounds are folded:
/// `(6T 7T 8)×199`. Words are separated by single spaces.
pub fn path(steps: &[Step], style: &Style) -> String {
    let tokens: Vec<String> = steps.iter().map(|step| token(step, style)).collect();
    folded_path(&tokens, style)
}

fn token(step: &Step, style: &Style) -> String {
    let outcome = match step.outcome {
        Some(true) => "T",
        Some(false) => "F",
        None => "",
    };
    format!("{}{outcome}", style.line(step.line))
}

fn folded_path(tokens: &[String], style: &Style) -> String {
    let parts = fold::fold(tokens);
    let texts: Vec<String> = parts
        .iter()
        .map(|part| match *part {
            Part::One(index) => tokens[index].clone(),
            Part::Repeat { start, length, times } => {
                let block = folded_path(&tokens[start..start + length], style);
                let times = format!("{}{times}", style.symbol(Symbol::Times));
                if length == 1 { format!("{block}{times}") } else { format!("({block}){times}") }
            }
        })
        .collect();
    texts.join(" ")
}

/// Everything a reader needs to recognise a step, apart from the values it had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key<'a> {
    line: u32,
    column: u32,
    kind: StepKind,
    outcome: Option<bool>,
    text: &'a str,
}

/// The keys of a sequence.
pub fn keys(steps: &[Step]) -> Vec<Key<'_>> {
    steps
        .iter()
        .map(|step| Key {
            line: step.line,
            column: step.column,
            kind: step.kind,
            outcome: step.outcome,
            text: &step.text,
        })
        .collect()
}

/// The sign in the margin of a step.
pub fn mark(step: &Step, last: bool, style: &Style) -> String {
    if last {
        style.paint(Role::Failure, style.symbol(Symbol::Failure))
    } else if step.nest {
        style.paint(Role::Nest, style.symbol(Symbol::Nest))
    } else if step.focus == Some(true) {
        style.paint(Role::Fact, style.symbol(Symbol::Focus))
    } else {
        " ".to_owned()
    }
}

/// The outcome of a conditional or the effect of a step, in a word or two.
pub fn remark(step: &Step) -> &'static str {
    match (step.kind, step.outcome) {
        (_, Some(true)) => "is true",
        (_, Some(false)) => "is false",
        (StepKind::Branch, None) => "decides",
        (StepKind::Call, None) => "call",
        (StepKind::Return, None) => "return",
        (StepKind::Assume, None) => "holds",
        (StepKind::Error, None) => "fails",
        (StepKind::Assign | StepKind::Sentence, None) => "",
    }
}

/// All steps, one per line: margin, line number, text indented by call depth, then what happened. In a
/// trace the steps that are no focus statements are faint. Last come the values that fail.
pub fn listing(steps: &[Step], fails: &[Compared], style: &Style) -> Vec<String> {
    let number_width = steps.iter().map(|step| digits(step.line, style)).max().unwrap_or(1);
    let texts: Vec<String> = steps
        .iter()
        .map(|step| {
            let indent = "  ".repeat(step.depth.min(20) as usize);
            style.shorten(&format!("{indent}{}", style.phrase(&step.text, MAX_TEXT)), MAX_TEXT)
        })
        .collect();
    let text_width = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
    let mut place: Option<(&str, u32)> = None;
    let mut lines = Vec::new();
    for (index, (step, text)) in steps.iter().zip(&texts).enumerate() {
        let last = index + 1 == steps.len();
        let faint = step.focus == Some(false) && !last;
        let number = format!("{:>number_width$} {}", style.line(step.line), style.symbol(Symbol::Ruler));
        let mut remarks = Vec::new();
        let word = remark(step);
        if !word.is_empty() {
            let role = match step.outcome {
                Some(_) => Role::Fact,
                None if step.kind == StepKind::Error => Role::Failure,
                None => Role::Faint,
            };
            remarks.push(style.paint(role, word));
        }
        if step.occurrence > 1 {
            remarks.push(style.paint(Role::Faint, &format!("{} time", words::ordinal(step.occurrence))));
        }
        let here = (step.function.as_str(), step.depth);
        if place.is_some_and(|before| before != here) {
            remarks.push(style.paint(Role::Faint, &format!("in {}", style.clean(&step.function))));
        }
        place = Some(here);
        if !step.values.is_empty() {
            let values: Vec<String> = step.values.iter().map(words::shown).collect();
            remarks.push(style.paint(Role::Fact, &style.phrase(&values.join(", "), 80)));
        }
        let shown = match (faint, last) {
            (true, _) => style.paint(Role::Faint, text),
            (_, true) => style.paint(Role::Failure, text),
            _ => text.clone(),
        };
        let padding = " ".repeat(text_width - text.chars().count());
        let mark = mark(step, last, style);
        let number = style.paint(Role::Faint, &number);
        lines.push(
            format!("    {mark} {number} {shown}{padding}   {}", remarks.join("; ")).trim_end().to_owned(),
        );
    }
    lines.extend(failing(fails, number_width, style));
    lines
}

/// What stands under the line that fails, beside numbers of this width.
pub fn failing(fails: &[Compared], number_width: usize, style: &Style) -> Vec<String> {
    if fails.is_empty() {
        return Vec::new();
    }
    let margin = format!("      {:number_width$} {} ", "", style.symbol(Symbol::Ruler));
    style.wrap(&margin, &margin, &style.clean(&words::failing(fails)), Some(Role::Failure))
}

/// Columns that a number takes.
pub fn digits(number: u32, style: &Style) -> usize {
    style.line(number).chars().count()
}
