//! Questions and verdicts of `ask` for people.

use std::fmt::Write as _;

use super::model::{AnswerKind, AskKind, AskReport, AskedError, By, Ended, Extent, Point, QuestionReport};
use crate::kinds;
use crate::model::{ErrorReport, Verdict, Violation};
use focuscheck_ir::program::error_kind::ErrorKind;
use focuscheck_machine::Property;

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

/// Where something happens in some run.
fn some_place(point: Point) -> String {
    match point {
        Point::AtLoop(line) => {
            format!("at the loop at line {line}, at some time before its condition is looked at")
        }
        Point::InLoop(line) => format!("in the loop at line {line}, at the start of some round"),
        Point::Start | Point::Line(_) | Point::AfterLoop(_) => place(point),
    }
}

/// Where a question is about, with the call that is meant if there are several; `sometimes`: of something that happens in
/// some run.
fn place_of(question: &QuestionReport, sometimes: bool) -> String {
    let place = if sometimes { some_place } else { place };
    format!("{}{}", place(question.point), in_calls(&question.asked.calls))
}

/// Which call is meant if there are several.
fn in_calls(calls: &[u32]) -> String {
    let calls: Vec<String> = calls.iter().map(u32::to_string).collect();
    match calls.len() {
        0 => String::new(),
        1 => format!(", in the call at line {}", calls[0]),
        _ => format!(", in the call at lines {}", calls.join(" of ")),
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
    for (runs, heading) in [
        (Extent::All, "known".to_owned()),
        (Extent::Reaching, format!("known in every run that reaches line {}", error.line)),
    ] {
        let known = error.known.iter().filter(|known| known.runs == runs);
        let known: Vec<String> = known
            .map(|known| match known.at {
                Point::Start => known.holds.join("; "),
                Point::Line(_) | Point::AfterLoop(_) | Point::InLoop(_) | Point::AtLoop(_) => {
                    format!("{} {}{}", listed(&known.holds), place(known.at), in_calls(&known.calls))
                }
            })
            .collect();
        if !known.is_empty() {
            let _ = writeln!(text, "  {heading}: {}", known.join("; "));
        }
    }
    text
}

/// A question in one sentence, without its alternatives.
pub fn sentence(question: &QuestionReport, line: u32) -> String {
    let asked = &question.asked;
    let at = place_of(question, asked.kind == AskKind::Possible);
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
            let reaching = match asked.reaching {
                true => format!(" that reaches line {}", question.reached),
                false => String::new(),
            };
            let given = match (asked.given.is_empty(), asked.reaching) {
                (true, false) => String::new(),
                (true, true) => format!(" in some run{reaching}"),
                (false, _) => format!(" in some run{reaching} with `{}`", asked.given.join(" && ")),
            };
            let at = if at.is_empty() { at } else { format!("{at}{} ", comma(&at)) };
            let hint = match question.settles {
                true => format!(" (yes: line {line} fails in that run{})", provided(question)),
                false => String::new(),
            };
            format!("can it happen{given} that {at}`{about}`?{hint}")
        }
    }
}

/// What a run has to do besides so that it fails where a question is about.
fn provided(question: &QuestionReport) -> &'static str {
    match (question.ends, question.fails_elsewhere) {
        (true, false) => "",
        (false, false) => " if its loops end",
        (true, true) => " if it fails nowhere else",
        (false, true) => " if its loops end and it fails nowhere else",
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

/// That something is no answer, and what is one.
pub fn refused(words: &str, question: &QuestionReport) -> String {
    let choices = 1 + question.also.len();
    let words = words.trim();
    let what = match words.parse::<u128>() {
        Ok(_) => format!("there is no choice {words}"),
        Err(_) if words.is_empty() => "nothing was answered".to_owned(),
        Err(_) => format!("`{words}` is no answer"),
    };
    let yes = match choices {
        1 => "y".to_owned(),
        _ => format!("a number from 1 to {choices}"),
    };
    format!("  {what}: answer {yes}, n, ?, w or q\n")
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
        (AskKind::Possible, true) => {
            format!("  a run in which it happens fails at line {line}{}\n", provided(question))
        }
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
        AnswerKind::Yes => "yes",
        AnswerKind::No => "no",
        AnswerKind::Unknown => "not known",
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
    // Of what never happens every time is meant, and so it is of what does not always hold.
    let at = place_of(question, asked.kind == AskKind::Possible && asked.answer == AnswerKind::Yes);
    let at = if at.is_empty() { at } else { format!("{at}{} ", comma(&at)) };
    let reaching = match asked.reaching {
        true => format!(" that reach line {}", question.reached),
        false => String::new(),
    };
    let given = match (asked.given.is_empty(), asked.reaching) {
        (true, false) => String::new(),
        (true, true) => format!("in runs{reaching} "),
        (false, _) => format!("in runs{reaching} with {} ", asked.given.join(" && ")),
    };
    let holds = match (asked.kind, asked.answer) {
        (AskKind::Always, AnswerKind::Yes) => "always",
        (AskKind::Always, AnswerKind::No | AnswerKind::Unknown) => "not always",
        (AskKind::Possible, AnswerKind::Yes) => "sometimes",
        (AskKind::Possible, AnswerKind::No | AnswerKind::Unknown) => "never",
    };
    let by = match question.by {
        Some(By::Run) => "a run",
        Some(By::Proof) => "proved",
        Some(By::User | By::Answers) | None => "your answer",
    };
    format!("{given}{at}{holds} {about} ({by})")
}

/// What is taken for granted, and a run that does not do it.
pub fn broken(violation: &Violation) -> String {
    let inputs: Vec<String> =
        violation.inputs.iter().map(|input| format!("{} = {}", input.name, input.value)).collect();
    let with =
        if inputs.is_empty() { "a run".to_owned() } else { format!("a run with {}", inputs.join(", ")) };
    format!("{} at line {}, which {with} breaks", violation.text, violation.line)
}

/// What kind of error something is where no text of the program says it.
pub fn kind(property: Property) -> &'static str {
    kinds::property(property).failure
}

/// What an error of `check` is, in words.
pub fn named(error: &ErrorReport) -> String {
    let text = error.text.split_whitespace().collect::<Vec<_>>().join(" ");
    match error.kind {
        ErrorKind::Assertion => format!("assertion `{text}`"),
        ErrorKind::Annotation => format!("annotation `{text}`"),
        ErrorKind::ErrorCall | ErrorKind::ErrorLabel => format!("error `{text}`"),
        ErrorKind::Condition => format!("error condition `{text}`"),
        ErrorKind::Check(_) => format!("check `{text}`"),
    }
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
    // What was settled without a question goes without saying beside what was not.
    let is_asked = |error: &&AskedError| error.ended != Ended::Discharged || !error.questions.is_empty();
    let any_asked = report.errors.iter().any(|error| is_asked(&error));
    let shown: Vec<&AskedError> =
        report.errors.iter().filter(|error| !any_asked || is_asked(error)).collect();
    let of_line = |line: u32| {
        let own = shown.iter().filter(|error| error.line == line).count();
        own + report.besides.iter().filter(|error| error.line == line).count()
    };
    let besides = report.besides.iter().map(|error| match (error.happens, of_line(error.line) > 1) {
        (true, false) => format!("line {} fails", error.line),
        (true, true) => format!("{} at line {} fails", error.what, error.line),
        (false, true) => format!("{} at line {} is open and not asked about", error.what, error.line),
        (false, false) => format!("an error at line {} is open and not asked about", error.line),
    });
    let ends = shown.iter().map(|error| ended(error, of_line(error.line) > 1));
    let mut ends: Vec<String> = ends.chain(besides).collect();
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

/// How the questions about an error ended; with what it is if there are several in its line.
fn ended(error: &AskedError, several: bool) -> String {
    let line = match several {
        true => format!("{} at line {}", error.what, error.line),
        false => format!("line {}", error.line),
    };
    match error.ended {
        Ended::Discharged if several && error.property != Property::Assert => {
            format!("{line} cannot happen")
        }
        Ended::Validated if !error.instead.is_empty() => {
            let others: Vec<String> = error.instead.iter().map(u32::to_string).collect();
            match error.by {
                Some(By::Run) => format!("line {} fails{}", others.join(" or "), with(&error.inputs)),
                _ => format!("{line} fails, or another error at line {} does", others.join(" or ")),
            }
        }
        Ended::Validated if several && error.property != Property::Assert => {
            format!("{line} happens{}", with(&error.inputs))
        }
        Ended::Discharged => format!("{line} cannot fail"),
        Ended::Validated => format!("{line} fails{}", with(&error.inputs)),
        Ended::Open => match &error.reason {
            Some(reason) => format!("{line} is open: {reason}"),
            None => format!("{line} is open"),
        },
        Ended::Contradiction => format!("{line}: the answers contradict each other"),
        Ended::Undecided => {
            format!("{line}: {}", error.reason.as_deref().unwrap_or("cannot be asked about"))
        }
    }
}
