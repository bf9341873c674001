//! Hand-made reports for the tests of the writers.

use std::collections::BTreeMap;

use crate::model::{
    Assumption, Claim, Counterexample, ErrorReport, FileReport, InfeasibleSlice, InputValue, ReduceStep,
    Reduced, Status, Step, StepKind, Verdict,
};
use focuscheck_base::source::{Parts, SourceFile};
use focuscheck_cells::facts::cfg::ErrorKind;

/// A program that computes the smallest and largest of three inputs, with a mistake in line 6.
pub fn min_max_source() -> SourceFile {
    SourceFile::new(
        "programs/min_max.cimple",
        "int main() {
  int x, y, z; bool error = false;
  int min = x, max = x;
  if (max < y) max = y;
  if (max < z) max = z;
  if (min > y) max = y;
  if (min > z) min = z;
  if (!(min <= x && min <= y && min <= z && max >= x && max >= y && max >= z))
    error = true; }
//@ error: error
",
    )
}

/// A step in the notation `6T` with the text of the statement.
pub fn step(place: &str, text: &str) -> Step {
    let (line, outcome) = match place.strip_suffix(['T', 'F']) {
        Some(line) => (line, Some(place.ends_with('T'))),
        None => (place, None),
    };
    Step {
        line: line.parse().expect("a place begins with a number"),
        column: 3,
        function: "main".to_owned(),
        depth: 0,
        kind: if outcome.is_some() { StepKind::Branch } else { StepKind::Assign },
        outcome,
        text: text.to_owned(),
        nest: false,
        occurrence: 1,
        reasons: Vec::new(),
        slice_step: None,
        values: Vec::new(),
        focus: None,
    }
}

/// A condition; `text (7)` with a `-` in front if Reduce deleted it.
pub fn assumption(text: &str, line: u32) -> Assumption {
    let (text, eliminated) = match text.strip_prefix('-') {
        Some(text) => (text, true),
        None => (text, false),
    };
    Assumption { eliminated, reduced: eliminated, ..Assumption::new(text, line, 7) }
}

/// Values of inputs.
pub fn inputs(values: &[(&str, u32, &str)]) -> Vec<InputValue> {
    let input = |&(name, line, value): &(&str, u32, &str)| InputValue::new(name, line, value);
    values.iter().map(input).collect()
}

/// An error without counterexamples.
pub fn error(status: Status) -> ErrorReport {
    ErrorReport {
        kind: ErrorKind::Assertion,
        function: "main".to_owned(),
        line: 12,
        column: 3,
        text: "x > 0".to_owned(),
        subject: None,
        status,
        doubt: None,
        obstacle: None,
        uncalled: false,
        complete: status != Status::Unknown,
        narrowed: false,
        cut: None,
        subsumed: 0,
        reduced: Vec::new(),
        reduce_steps: Vec::new(),
        counterexamples: Vec::new(),
        infeasible: Vec::new(),
        proof: None,
        settled_by: None,
        suppressed: None,
        by: None,
        effort: None,
        obligation: None,
    }
}

/// A report about these errors.
pub fn file(path: &str, verdict: Verdict, errors: Vec<ErrorReport>) -> FileReport {
    FileReport {
        certificate: None,
        parts: Parts::default(),
        path: path.to_owned(),
        entry: None,
        given: Vec::new(),
        visible: Vec::new(),
        start: None,
        verdict,
        reason: None,
        assumed: Vec::new(),
        under: Vec::new(),
        within: Vec::new(),
        unchecked: Vec::new(),
        unjudged: Vec::new(),
        violated: Vec::new(),
        errors,
        functions: Vec::new(),
        left_out: Vec::new(),
        unasked: Vec::new(),
        doomed: Vec::new(),
        diagnostics: Vec::new(),
        statistics: BTreeMap::new(),
    }
}

/// An explanation whose trace is its slice with one step more.
pub fn counterexample(
    rank: u32,
    inputs: Vec<InputValue>,
    assumptions: Vec<Assumption>,
    slice: Vec<Step>,
) -> Counterexample {
    let mut trace: Vec<Step> = slice.iter().map(|step| Step { focus: Some(true), ..step.clone() }).collect();
    trace.insert(1, Step { focus: Some(false), ..step("4F", "max < y") });
    Counterexample {
        rank,
        eliminated: false,
        inputs,
        assumptions,
        claim: Claim::default(),
        projected: None,
        fails: Vec::new(),
        slice,
        trace,
        replayed: None,
        told: None,
        memory: None,
        typed: None,
    }
}

/// The paper's MinMax: three explanations, the third dropped by Reduce.
pub fn min_max() -> FileReport {
    let condition = "!(min <= x && min <= y && min <= z && max >= x && max >= y && max >= z)";
    let mut start = [
        Step { values: vec![("min".to_owned(), "1".to_owned())], ..step("3", "min = x, max = x") },
        Step { nest: true, ..step("6T", "min > y") },
        Step { nest: true, ..step("6", "max = y") },
    ];
    start[1].values = vec![("min".to_owned(), "1".to_owned()), ("y".to_owned(), "0".to_owned())];
    let end = [step("8T", condition), Step { kind: StepKind::Error, ..step("9", "error = true") }];
    let with = |middle: &[Step]| start.iter().chain(middle).chain(&end).cloned().collect::<Vec<_>>();
    let short = with(&[step("7F", "min > z")]);
    let long = with(&[step("7T", "min > z"), step("7", "min = z")]);
    let values = |x, y, z| inputs(&[("x", 2, x), ("y", 2, y), ("z", 2, z)]);
    let first = counterexample(
        1,
        values("1", "0", "1"),
        vec![assumption("x > y", 6), assumption("-x <= z", 7)],
        short,
    );
    let second = counterexample(
        2,
        values("2", "0", "1"),
        vec![assumption("x > y", 6), assumption("-x > z", 7), assumption("-z > y", 8)],
        long.clone(),
    );
    let third = Counterexample {
        eliminated: true,
        ..counterexample(
            3,
            values("2", "0", "0"),
            vec![assumption("x > y", 6), assumption("-x > z", 7), assumption("-z <= y", 8)],
            long,
        )
    };
    let pair = |line, first_rank, first: &str, second_rank, second: &str| ReduceStep::Complementary {
        line,
        first_rank,
        first: first.to_owned(),
        second_rank,
        second: second.to_owned(),
    };
    let report = ErrorReport {
        kind: ErrorKind::Condition,
        line: 10,
        column: 1,
        text: "error".to_owned(),
        reduced: vec![Reduced { rank: 1, nest: vec![6] }, Reduced { rank: 2, nest: vec![6] }],
        reduce_steps: vec![
            pair(8, 2, "z > y", 3, "z <= y"),
            ReduceStep::Identical { kept_rank: 2, dropped_rank: 3 },
            pair(7, 1, "x <= z", 2, "x > z"),
        ],
        counterexamples: vec![first, second, third],
        proof: None,
        settled_by: None,
        suppressed: None,
        by: None,
        effort: None,
        obligation: None,
        infeasible: vec![InfeasibleSlice {
            slice: vec![step("3", "min = x, max = x"), step("6F", "min > y"), step("8T", condition)],
            clash: vec![assumption("x <= y", 6), assumption("x > y", 8)],
        }],
        ..error(Status::Reachable)
    };
    file("programs/min_max.cimple", Verdict::Unsafe, vec![report])
}

/// An error behind a loop of many rounds, each with its input, with two explanations.
pub fn long_loop(rounds: usize) -> FileReport {
    let looping = |rounds: usize, rank| {
        let mut slice = vec![step("3", "n = 0")];
        let mut values = Vec::new();
        let read = |reading: usize, value: &str| InputValue {
            number: reading as u32 + 1,
            ..InputValue::new("read", 4, value)
        };
        for round in 0..rounds {
            slice.push(Step { occurrence: round as u32 + 1, ..step("4T", "read()") });
            slice.push(Step { occurrence: round as u32 + 1, nest: true, ..step("5", "n = n + 1") });
            values.push(read(round, "1"));
        }
        slice.push(Step { nest: true, ..step("4F", "read()") });
        values.push(read(rounds, "0"));
        slice.push(Step { kind: StepKind::Error, ..step("6", "n != 200") });
        counterexample(rank, values, Vec::new(), slice)
    };
    let report = ErrorReport {
        line: 6,
        text: "n != 200".to_owned(),
        uncalled: false,
        complete: false,
        narrowed: false,
        cut: Some(focuscheck_base::doubt::Doubt::Explanations),
        subsumed: 3,
        reduced: vec![Reduced { rank: 1, nest: vec![4, 5] }, Reduced { rank: 2, nest: vec![4, 5] }],
        counterexamples: vec![looping(rounds, 1), looping(rounds + rounds / 2, 2)],
        ..error(Status::Reachable)
    };
    file("loop.c", Verdict::Unsafe, vec![report])
}
