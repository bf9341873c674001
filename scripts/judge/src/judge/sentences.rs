//! Sentences of the text report that belong to no explanation: headlines, and what can happen.

use std::collections::BTreeMap;

use super::check::{Report, refuting};
use super::condition::{Expression, all_hold, parse};
use super::headings::split;
use super::program::Program;
use super::tally::{Finding, Tally};
use super::truth::{Outcome, Run};

/// Judges them.
pub fn judge(
    program: &Program,
    report: &Report,
    runs: &[&Run],
    names: &BTreeMap<String, usize>,
    tally: &mut Tally,
) {
    let whole = joined(&report.text);
    let finding = |kind, claim: &str| Finding {
        kind,
        seed: program.seed,
        command: report.command.clone(),
        claim: claim.to_owned(),
        refuted: String::new(),
        how: "",
        text: program.tool_text(),
    };
    for sentence in &whole {
        if let Some((_, when)) = sentence.split_once("() fails ").filter(|_| !sentence.starts_with(' ')) {
            headline(program, runs, names, tally, &finding("f() fails when", sentence), when);
        }
        if let Some((before, values)) = sentence.split_once("can happen: ") {
            let finding = finding("can happen", sentence);
            match overflow_inputs(program, values) {
                Some(given) => {
                    let line: Option<u32> = before.rsplit("line ").next().and_then(|n| n.trim().parse().ok());
                    let agrees = |r: &&&Run| given.iter().all(|(index, value)| r.vector[*index] == *value);
                    let bearing: Vec<&&Run> = runs.iter().filter(agrees).collect();
                    let happens = |r: &Run| matches!(r.outcome, Outcome::Overflow(at) | Outcome::Fails(_, at) if line.is_none_or(|l: u32| l == at));
                    // The other inputs are some that lead there.
                    let refuted = match bearing.iter().any(|r| happens(r)) {
                        true => None,
                        false => refuting(program, bearing.iter().map(|r| **r)),
                    };
                    tally.claim(finding, !bearing.is_empty(), refuted);
                }
                None => tally.unreadable("can happen", "inputs of `can happen`".into(), program.seed),
            }
        }
    }
}

/// Lines that are wrapped, joined again: what begins with more blanks goes on.
fn joined(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for line in text.lines() {
        let indent = line.len() - line.trim_start().len();
        match found.last_mut() {
            Some(last)
                if indent > 0 && indent <= 4 && !last.is_empty() && !line.trim_start().starts_with('#') =>
            {
                last.push(' ');
                last.push_str(line.trim());
            }
            _ => found.push(line.to_owned()),
        }
    }
    found
}

fn overflow_inputs(program: &Program, values: &str) -> Option<Vec<(usize, i64)>> {
    let values = values.split([';', '(']).next()?;
    let mut given = Vec::new();
    for pair in values.split(", ") {
        let Some((name, value)) = pair.split_once(" = ") else { continue };
        let index = program.inputs.iter().position(|i| i.name == name.trim())?;
        given.push((index, value.trim().trim_end_matches(['.', ',']).parse().ok()?));
    }
    (!given.is_empty()).then_some(given)
}

fn headline(
    program: &Program,
    runs: &[&Run],
    names: &BTreeMap<String, usize>,
    tally: &mut Tally,
    finding: &Finding,
    when: &str,
) {
    let when = when.rsplit_once(" (line ").map_or(when, |(before, _)| before);
    let ways: Result<Vec<Way>, String> = match when.strip_prefix("when ") {
        _ if when.starts_with("whatever") => Ok(vec![Way { conditions: Vec::new(), line: None }]),
        None => Err(format!("headline `{when}`")),
        Some(when) => {
            when.split(", or ").filter(|way| !way.starts_with("in ")).map(|text| way(text, names)).collect()
        }
    };
    match ways {
        Err(why) => tally.unreadable("f() fails when", why, program.seed),
        Ok(ways) => {
            let applies = |way: &Way, r: &Run| {
                all_hold(&way.conditions, &r.vector) && way.line.is_none_or(|line| r.reached(line))
            };
            let bears = |r: &&&Run| ways.iter().any(|way| applies(way, r));
            let bearing: Vec<&&Run> = runs.iter().filter(bears).collect();
            let fails =
                |r: &Run| matches!(r.outcome, Outcome::Fails(..) | Outcome::Overflow(_) | Outcome::Slow);
            let refuted = refuting(program, bearing.iter().map(|r| **r).filter(|r| !fails(r)));
            tally.claim(finding.clone(), !bearing.is_empty(), refuted);
        }
    }
}

/// One way in which a function fails.
struct Way {
    conditions: Vec<Expression>,
    /// Of `(if line 25 is reached)`.
    line: Option<u32>,
}

fn way(text: &str, names: &BTreeMap<String, usize>) -> Result<Way, String> {
    let (conditions, line) = match text.split_once(" (if line ") {
        Some((before, behind)) => (before, behind.split(' ').next().and_then(|n| n.parse().ok())),
        None => (text, None),
    };
    let conditions: Result<Vec<_>, _> = split(conditions).iter().map(|t| parse(t, names)).collect();
    Ok(Way { conditions: conditions?, line })
}
