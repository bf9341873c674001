//! Questions and verdicts of `ask` for people.

use std::fmt::Write as _;

use super::model::{AskKind, AskReport, AskedError, By, Ended, Point, QuestionReport, Said};
use crate::report::model::Verdict;

/// Where something holds, after a comma or before one.
pub fn place(point: Point) -> String {
    match point {
        Point::Start => String::new(),
        Point::Line(line) => format!("at line {line}"),
        Point::AfterLoop(line) => format!("after the loop at line {line}"),
        Point::InLoop(line) => format!("in the loop at line {line}, at the start of a round"),
        Point::AtLoop(line) => {
            format!("at the loop at line {line}, each time before its condition is looked at")
        }
    }
}

/// Where a question is about, with the call that is meant if there are several.
fn place_of(question: &QuestionReport) -> String {
    let calls: Vec<String> = question.asked.calls.iter().map(u32::to_string).collect();
    match calls.len() {
        0 => place(question.point),
        1 => format!("{}, in the call at line {}", place(question.point), calls[0]),
        _ => format!("{}, in the call at lines {}", place(question.point), calls.join(" of ")),
    }
}

/// A place that has a comma inside gets one behind.
fn comma(at: &str) -> &'static str {
    if at.contains(',') { "," } else { "" }
}

/// A list with commas.
fn listed(texts: &[String]) -> String {
    texts.join(" and ")
}

/// The error and what is known of it.
pub fn header(path: &str, error: &AskedError) -> String {
    let mut text = format!("{path}:{}: {} in {} is not decided\n", error.line, error.what, error.function);
    let known: Vec<String> = error
        .known
        .iter()
        .map(|(point, facts)| match point {
            Point::Start => facts.join("; "),
            Point::Line(_) | Point::AfterLoop(_) | Point::InLoop(_) | Point::AtLoop(_) => {
                format!("{} {}", listed(facts), place(*point))
            }
        })
        .collect();
    if !known.is_empty() {
        let _ = writeln!(text, "  known: {}", known.join("; "));
    }
    text
}

/// A question in one sentence, without its alternatives.
pub fn sentence(question: &QuestionReport, line: u32) -> String {
    let asked = &question.asked;
    let at = place_of(question);
    let Some(about) = &asked.text else { return format!("is line {line} ever reached?") };
    match asked.kind {
        AskKind::Always => {
            let at = if at.is_empty() { at } else { format!("{at}, ") };
            match question.also.is_empty() {
                true => format!("{at}does `{about}` always hold?"),
                false => format!("{at}does one of these always hold?"),
            }
        }
        AskKind::Possible => {
            let given = match asked.given.is_empty() {
                true => String::new(),
                false => format!(" in some run with `{}`", asked.given.join(" && ")),
            };
            let at = if at.is_empty() { at } else { format!("{at}{} ", comma(&at)) };
            let hint = match question.settles {
                true => format!(" (yes: line {line} fails in that run)"),
                false => String::new(),
            };
            format!("can it happen{given} that {at}`{about}`?{hint}")
        }
    }
}

/// A question with what can be answered.
pub fn question(question: &QuestionReport, number: usize, line: u32) -> String {
    let mut text = format!("  question {number}: {}\n", sentence(question, line));
    let choices = question.asked.text.iter().chain(&question.also);
    if !question.also.is_empty() {
        for (number, choice) in choices.enumerate() {
            let _ = writeln!(text, "    {}  {choice}", number + 1);
        }
    }
    text
}

/// What a person is asked for.
pub fn prompt(question: &QuestionReport) -> String {
    if question.also.is_empty() {
        return "  [y]es  [n]o  [?] don't know  [w]hy  [q]uit > ".to_owned();
    }
    let numbers: Vec<String> = (1..=question.also.len() + 1).map(|number| format!("[{number}]")).collect();
    format!("  {} yes  [n]o, none  [?] don't know  [w]hy  [q]uit > ", numbers.join(" "))
}

/// What an answer would mean.
pub fn why(question: &QuestionReport, line: u32) -> String {
    match (question.asked.kind, question.settles) {
        (AskKind::Always, true) => {
            format!("  if it always holds, line {line} cannot fail: with what is known no other value does\n")
        }
        (AskKind::Always, false) => {
            format!("  it is one part of what has to hold always so that line {line} cannot fail\n")
        }
        (AskKind::Possible, true) => format!("  a run in which it happens fails at line {line}\n"),
        (AskKind::Possible, false) => {
            format!("  it tells which values decide whether line {line} fails\n")
        }
    }
}

/// The inputs of a run.
fn with(inputs: &[(String, String)]) -> String {
    let inputs: Vec<String> = inputs.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    if inputs.is_empty() { String::new() } else { format!(", with {}", inputs.join(", ")) }
}

/// What was found without asking, or what was said.
pub fn settled(question: &QuestionReport, number: usize, line: u32) -> String {
    let said = match question.asked.answer {
        Said::Yes => "yes",
        Said::No => "no",
        Said::Unknown => "not known",
    };
    let inputs: Vec<String> =
        question.inputs.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    let with = if inputs.is_empty() { String::new() } else { format!(", with {}", inputs.join(", ")) };
    let mut one = question.clone();
    one.also.clear();
    one.settles = false;
    let text = sentence(&one, line);
    match (question.refused, question.by) {
        (Some(_), _) => format!("  refused: {text} A run says {said}{with}\n"),
        (None, Some(By::Run)) => format!("  question {number}: {text} found: {said}{with}\n"),
        (None, Some(By::Proof)) => format!("  question {number}: {text} found: {said}, by proof\n"),
        (None, _) => format!("  question {number}: {text} {said}\n"),
    }
}

/// What an answer says, and who gave it.
pub fn claim(question: &QuestionReport) -> String {
    let asked = &question.asked;
    let about = asked.text.as_deref().unwrap_or("the error is reached");
    let at = place_of(question);
    let at = if at.is_empty() { at } else { format!("{at}{} ", comma(&at)) };
    let given = match asked.given.is_empty() {
        true => String::new(),
        false => format!("in runs with {} ", asked.given.join(" && ")),
    };
    let holds = match (asked.kind, asked.answer) {
        (AskKind::Always, Said::Yes) => "always",
        (AskKind::Always, Said::No | Said::Unknown) => "not always",
        (AskKind::Possible, Said::Yes) => "sometimes",
        (AskKind::Possible, Said::No | Said::Unknown) => "never",
    };
    let by = match question.by {
        Some(By::Run) => "a run",
        Some(By::Proof) => "proved",
        Some(By::User | By::Answers) | None => "your answer",
    };
    format!("{given}{at}{holds} {about} ({by})")
}

/// The verdict, and what it rests on.
pub fn verdict(report: &AskReport) -> String {
    let verdict = match report.verdict {
        Verdict::Safe => "safe",
        Verdict::Nothing => "nothing to ask",
        Verdict::Unsafe => "unsafe",
        Verdict::Unknown => "unknown",
        Verdict::Failed => "failed",
    };
    let counted: usize = report.errors.iter().map(answers).sum();
    let by = match (report.by, counted) {
        (Some(By::Answers), 1) => ", by 1 answer".to_owned(),
        (Some(By::Answers), count) => format!(", by {count} answers"),
        (Some(_) | None, _) => String::new(),
    };
    let besides = report.besides.iter().map(|error| match error.happens {
        true => format!("line {} fails", error.line),
        false => format!("line {} is open and not asked about", error.line),
    });
    let mut ends: Vec<String> = report.errors.iter().filter_map(ended).chain(besides).collect();
    // Several errors of one line.
    ends.dedup();
    let ends = if ends.is_empty() { String::new() } else { format!(" ({})", ends.join("; ")) };
    let reason = report.reason.as_ref().map_or(String::new(), |reason| format!(": {reason}"));
    let mut text = format!("{}: {verdict}{by}{ends}{reason}\n", report.path);
    for error in &report.errors {
        for &number in &error.basis {
            if let Some(question) = error.questions.get(number) {
                let _ = writeln!(text, "  rests on: {}", claim(question));
            }
        }
    }
    if !report.assumed.is_empty() && report.verdict != Verdict::Nothing {
        let _ = writeln!(text, "  assumed: {}", report.assumed.join("; "));
    }
    for answer in &report.unmatched {
        let about = answer.text.as_deref().unwrap_or("reached");
        let _ = writeln!(text, "  no question asked for the recorded answer: {about} at `{}`", answer.at);
    }
    text
}

/// How many answers of a person the end of an error rests on.
fn answers(error: &AskedError) -> usize {
    let own = |number: &&usize| error.questions.get(**number).is_some_and(|q| q.by == Some(By::User));
    error.basis.iter().filter(own).count()
}

fn ended(error: &AskedError) -> Option<String> {
    Some(match error.ended {
        Ended::Discharged => format!("line {} cannot fail", error.line),
        Ended::Validated => format!("line {} fails{}", error.line, with(&error.inputs)),
        Ended::Open => match &error.reason {
            Some(reason) => format!("line {} is open: {reason}", error.line),
            None => format!("line {} is open", error.line),
        },
        Ended::Contradiction => format!("line {}: the answers contradict each other", error.line),
        Ended::Undecided => {
            format!("line {}: {}", error.line, error.reason.as_deref().unwrap_or("cannot be asked about"))
        }
    })
}
