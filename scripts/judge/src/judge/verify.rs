//! The answers of `verify`.

use serde_json::Value;

use super::check::refuting;
use super::condition::{all_hold, parse};
use super::names;
use super::program::Program;
use super::tally::{Finding, Tally};
use super::truth::{Kind, Outcome, Run};

/// What `verify` said of a program.
#[derive(Clone, Debug)]
pub struct Report {
    /// The command line.
    pub command: String,
    /// The file's entry in the JSON report.
    pub file: Value,
    /// The text report.
    pub text: String,
}

impl Report {
    /// The inputs of runs that the report shows; they are run besides the box.
    pub fn vectors(&self, program: &Program) -> Vec<Vec<i64>> {
        let obligations = obligations(program, &self.file);
        obligations.into_iter().filter_map(|o| vector(program, o)).collect()
    }
}

/// The obligations of the function that is run.
fn obligations<'f>(program: &Program, file: &'f Value) -> Vec<&'f Value> {
    let functions = file["functions"].as_array().into_iter().flatten();
    let own = functions.filter(|f| f["name"].as_str() == program.entry.as_deref());
    own.flat_map(|f| f["obligations"].as_array().into_iter().flatten()).collect()
}

fn vector(program: &Program, obligation: &Value) -> Option<Vec<i64>> {
    if obligation["verdict"] != "invalid" || obligation["by"] != "run" {
        return None;
    }
    let mut vector = names::vector(program, &[]);
    for entry in obligation["state"].as_array()? {
        let index = program.inputs.iter().position(|i| entry["name"].as_str() == Some(&i.name))?;
        vector[index] = entry["value"].as_str()?.parse().ok()?;
    }
    Some(vector)
}

/// What an obligation is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Subject {
    Error(Kind, u32),
    Clause(usize),
}

impl Subject {
    fn of(program: &Program, obligation: &Value) -> Option<Subject> {
        let line = obligation["line"].as_u64()? as u32;
        let kind = match obligation["property"].as_str()? {
            "Assert" => Kind::Assertion,
            "ArrayAccess" => Kind::Bounds,
            "ZeroDiv" => Kind::Div,
            "Shift" => Kind::Shift,
            "Null" => Kind::Pointer,
            "Post" => {
                let declared = obligation["declared"]["line"].as_u64()? as u32;
                return program.ensures.iter().position(|(l, ..)| *l == declared).map(Subject::Clause);
            }
            _ => return None,
        };
        Some(Subject::Error(kind, line))
    }

    /// Whether a run breaks it. A clause is asked where the function ends.
    fn broken(self, run: &Run) -> bool {
        match self {
            Subject::Error(kind, line) => run.outcome == Outcome::Fails(kind, line),
            Subject::Clause(index) => run.outcome == Outcome::Ended && run.broken >> index & 1 == 1,
        }
    }
}

/// Whether nothing is said of a run: it overflows, or reads what has no value, which is any value there.
fn is_excepted(run: &Run) -> bool {
    matches!(run.outcome, Outcome::Overflow(_) | Outcome::Slow | Outcome::Fails(Kind::Uninit, _))
}

/// Judges all obligations.
pub fn judge(program: &Program, report: &Report, runs: &[Run], tally: &mut Tally) {
    let finding = |kind, claim: String| Finding {
        kind,
        seed: program.seed,
        command: report.command.clone(),
        claim,
        refuted: String::new(),
        how: "",
        text: program.tool_text(),
    };
    let all = obligations(program, &report.file);
    let names = names::names(program);
    let mut subjects: std::collections::BTreeMap<Subject, Vec<&Value>> = std::collections::BTreeMap::new();
    for obligation in all {
        if let Some(subject) = Subject::of(program, obligation) {
            subjects.entry(subject).or_default().push(obligation);
        }
    }
    for (subject, obligations) in subjects {
        let label = obligations[0]["label"].as_str().unwrap_or("").to_owned();
        if obligations.iter().all(|o| o["verdict"] == "valid") {
            let refuted = refuting(program, runs.iter().filter(|r| subject.broken(r)));
            tally.claim(finding("verify: valid", format!("{label} is valid")), true, refuted);
        }
        for obligation in obligations {
            if obligation["verdict"] == "unknown" {
                tally.row("verify: valid").silent += 1;
            }
            if let Some(vector) = vector(program, obligation) {
                let shown = runs.iter().filter(|r| r.vector == vector);
                let bears = shown.clone().next().is_some();
                let refuted = refuting(program, shown.filter(|r| !subject.broken(r) && !is_excepted(r)));
                let claim = format!("{label} invalid: run with {}", names::shown(program, &vector));
                tally.claim(finding("verify: invalid: run", claim), bears, refuted);
            }
            let Some(when) = obligation["when"].as_array() else { continue };
            let texts: Vec<&str> = when.iter().filter_map(Value::as_str).collect();
            match texts.iter().map(|t| parse(t, &names)).collect::<Result<Vec<_>, _>>() {
                Err(why) => tally.unreadable("verify: invalid when", why, program.seed),
                Ok(conditions) => {
                    let bearing = runs.iter().filter(|r| all_hold(&conditions, &r.vector));
                    let bears = bearing.clone().next().is_some();
                    let wrong = |r: &&Run| !subject.broken(r) && !is_excepted(r);
                    let refuted = refuting(program, bearing.filter(wrong));
                    let claim = format!("{label} invalid when {}", texts.join(" && "));
                    tally.claim(finding("verify: invalid when", claim), bears, refuted);
                }
            }
        }
    }
    whole(program, report, runs, tally, &finding);
}

/// The last line.
fn whole(
    program: &Program,
    report: &Report,
    runs: &[Run],
    tally: &mut Tally,
    finding: &dyn Fn(&'static str, String) -> Finding,
) {
    let last = report.text.lines().rev().find(|l| !l.is_empty()).unwrap_or_default();
    if last.contains("all obligations are valid") {
        let wrong = |r: &&Run| {
            let checked = |kind: Kind| kind != Kind::Uninit;
            matches!(r.outcome, Outcome::Fails(kind, _) if checked(kind))
                || r.outcome == Outcome::Ended && r.broken != 0
        };
        let refuted = refuting(program, runs.iter().filter(wrong));
        tally.claim(finding("verify: all are valid", last.to_owned()), true, refuted);
    }
}
