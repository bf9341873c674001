//! The warnings of `doomed`.

use serde_json::Value;

use super::check::refuting;
use super::headings::split;
use super::program::Program;
use super::tally::{Finding, Tally};
use super::truth::{Outcome, Run};

/// What `doomed` said of a program.
#[derive(Clone, Debug)]
pub struct Report {
    /// The command line.
    pub command: String,
    /// The file's entry in the JSON report.
    pub file: Value,
    /// The text report.
    pub text: String,
}

/// A warning of the text report: its line, and the reasons with their lines.
struct Told {
    line: u32,
    text: String,
    reasons: Vec<(u32, String)>,
}

/// Judges all warnings.
pub fn judge(program: &Program, report: &Report, runs: &[Run], tally: &mut Tally) {
    let told = told(&report.text);
    let mut before = std::collections::BTreeMap::new();
    for warning in report.file["doomed"].as_array().into_iter().flatten() {
        let (Some(line), Some(text)) = (warning["line"].as_u64(), warning["text"].as_str()) else { continue };
        let (line, kind) = (line as u32, warning["kind"].as_str().unwrap_or(""));
        let nth: &mut usize = before.entry(line).or_default();
        let own = told.iter().filter(|t| t.line == line).nth(*nth);
        *nth += 1;
        let Some((number, outcome)) = point(program, line, text) else {
            tally.unreadable("doomed: point", format!("{kind}: `{text}`"), program.seed);
            continue;
        };
        let finding = |kind, claim: String| Finding {
            kind,
            seed: program.seed,
            command: report.command.clone(),
            claim,
            refuted: String::new(),
            how: "",
            text: program.tool_text(),
        };
        let through = || runs.iter().filter(|r| r.passed(number, outcome));
        let claim = format!("line {line} `{text}` ({outcome}): {kind}");
        match kind {
            "fails" => {
                // What a contract ensures has to hold at the end.
                let ends = |r: &&Run| match r.outcome {
                    Outcome::Ended => r.broken == 0,
                    outcome => matches!(outcome, Outcome::Exited | Outcome::Assumed),
                };
                let refuted = refuting(program, through().filter(ends));
                tally.claim(finding("doomed: every run fails", claim), through().next().is_some(), refuted);
            }
            "unreached" => {
                tally.claim(finding("doomed: no run comes here", claim), true, refuting(program, through()));
            }
            _ => {
                let leaves = runs.iter().filter(|r| {
                    r.passed(number, true) && r.passed(number, false) && r.outcome == Outcome::Ended
                });
                tally.claim(finding("doomed: other", claim), true, refuting(program, leaves));
            }
        }
        // A reason is the outcome of some run that comes through the point.
        if let Some(told) = own {
            for (at, reason) in &told.reasons {
                for part in split(&reason.replace(", ", " and ")) {
                    let Some((number, outcome)) = point(program, *at, &part) else { continue };
                    // A loop is left in the way that is told, if at all; a run that overflows says nothing.
                    let (begin, end) = loop_at(program, *at);
                    let ends = |r: &&Run| match r.outcome {
                        Outcome::Endless | Outcome::Slow | Outcome::Overflow(_) => false,
                        Outcome::Fails(_, line) => !(begin..end).contains(&line),
                        Outcome::Ended | Outcome::Exited | Outcome::Assumed | Outcome::Other(_) => true,
                    };
                    let passes = |r: &&Run| r.passed(number, true) || r.passed(number, false);
                    let bears = || through().filter(ends).filter(passes);
                    let holds = bears().any(|r| r.passed(number, outcome));
                    let refuted = if holds { None } else { refuting(program, bears()) };
                    let claim = format!("{}: line {at}: `{part}`", told.text);
                    tally.claim(finding("doomed: reason", claim), bears().next().is_some(), refuted);
                }
            }
        }
    }
}

/// The lines of the loop that begins at a line, from the first on and without the one behind the last; none if there is no
/// loop.
fn loop_at(program: &Program, line: u32) -> (u32, u32) {
    let text = program.tool_text();
    let lines = || (1..).zip(text.lines()).skip((line as usize).saturating_sub(1));
    let is_loop =
        |text: &str| ["while ", "while(", "for ", "for(", "do "].iter().any(|w| text.starts_with(w));
    if !lines().next().is_some_and(|(_, first)| is_loop(first.trim_start())) {
        return (line, line);
    }
    let mut depth = 0i32;
    for (number, text) in lines() {
        depth += text.chars().map(|c| i32::from(c == '{') - i32::from(c == '}')).sum::<i32>();
        if depth <= 0 {
            return (line, number + 1);
        }
    }
    (line, line)
}

/// The condition at a line, with the outcome that a text means.
fn point(program: &Program, line: u32, text: &str) -> Option<(usize, bool)> {
    let plain = |text: &str| text.replace([' ', '(', ')'], "");
    let at_line = program.conditions.iter().enumerate().filter(|(_, c)| c.line == line);
    let at_line: Vec<(usize, String)> = at_line.map(|(n, c)| (n, plain(&c.text))).collect();
    let text = text.trim_end_matches(':');
    if let Some((number, _)) = at_line.iter().find(|(_, c)| *c == plain(text)) {
        return Some((*number, true));
    }
    let not = negated(text).map(|not| plain(&not));
    if let Some((number, _)) = at_line.iter().find(|(_, c)| Some(c) == not.as_ref()) {
        return Some((*number, false));
    }
    let denied = |c: &&(usize, String)| {
        negated(&program.conditions[c.0].text).is_some_and(|not| plain(&not) == plain(text))
    };
    if let Some((number, _)) = at_line.iter().find(denied) {
        return Some((*number, false));
    }
    // Of a number as a condition it is said whether it is zero.
    for (zero, outcome) in [(" != 0", true), (" == 0", false)] {
        let number = text.strip_suffix(zero).map(plain);
        if let Some((found, _)) = at_line.iter().find(|(_, c)| Some(c) == number.as_ref()) {
            return Some((*found, outcome));
        }
    }
    // An `else` stands at a line of its own.
    let shown = program.tool_text();
    let own = shown.lines().nth((line as usize).saturating_sub(1));
    let is_else = own.is_some_and(|own| own.contains("else"));
    let mut earlier = program.conditions.iter().enumerate().rev().filter(|(_, c)| is_else && c.line < line);
    if let Some((number, _)) = earlier.find(|(_, c)| Some(plain(&c.text)) == not) {
        return Some((number, false));
    }
    let entry = program.conditions.iter().position(|c| c.line == line && c.text == "entry");
    entry.filter(|n| program.conditions[*n].function == text).map(|n| (n, true))
}

/// The opposite of a text that is a comparison or a negation.
fn negated(text: &str) -> Option<String> {
    if let Some(inner) = text.strip_prefix("!(").and_then(|t| t.strip_suffix(')')) {
        return Some(inner.to_owned());
    }
    if let Some(inner) = text.strip_prefix('!') {
        return Some(inner.to_owned());
    }
    if text.contains("&&") || text.contains("||") {
        return None;
    }
    let pairs = [("<=", ">"), (">=", "<"), ("==", "!="), ("!=", "=="), ("<", ">="), (">", "<=")];
    let (at, (operator, opposite)) =
        pairs.iter().find_map(|p| text.find(&format!(" {} ", p.0)).map(|at| (at, *p)))?;
    Some(format!("{} {opposite} {}", &text[..at], &text[at + operator.len() + 2..]))
}

fn told(text: &str) -> Vec<Told> {
    let mut found: Vec<Told> = Vec::new();
    for line in text.lines() {
        if !line.starts_with(' ') {
            let number = line.split(':').nth(1).and_then(|n| n.parse().ok());
            if let Some(number) = number {
                found.push(Told { line: number, text: line.to_owned(), reasons: Vec::new() });
            }
            continue;
        }
        let Some((number, rest)) = line.split_once('│') else { continue };
        let reason = rest.trim_end().rsplit_once("   ").map(|(_, reason)| reason.trim().to_owned());
        let number = number.split_whitespace().next().and_then(|n| n.parse().ok());
        if let (Some(told), Some(number), Some(reason)) = (found.last_mut(), number, reason) {
            told.reasons.push((number, reason));
        }
    }
    found
}
