//! Verdicts against brute force: generated programs are run on all their inputs by the interpreter.

// The counts of the long run have to be seen beside the result of the test.
#![allow(clippy::print_stderr)]

use std::collections::{BTreeMap, BTreeSet};
use std::panic::catch_unwind;
use std::process::Command;
use std::time::Duration;

use focuscheck_base::options::{Options, PrecisionMode, Procedures};
use focuscheck_base::source::SourceFile;
use focuscheck_cells::facts::cfg::{Graph, SiteId};
use focuscheck_cells::simulation::interpreter::{End, Limits, Oracle, run};
use focuscheck_driver::verify::{Request, verify};
use focuscheck_driver::{analyse, lowered};
use focuscheck_report::doubts;
use focuscheck_report::model::{Counterexample, Status};
use focuscheck_report::verify::model::ObligationVerdict;
use focuscheck_vc::guarded::LoopMode;
use focuscheck_vc::guarded::graph::Property;
use rayon::prelude::*;

use crate::support::generate::{Generated, compiled, generate};
use crate::support::{references, varied};

const PROGRAMS: u64 = 24;

/// One error in so many programs may stay undecided.
const MOST_UNDECIDED: u64 = 8;

/// Gives the values of a vector in the order in which inputs are read.
struct Vector<'a> {
    graph: &'a Graph,
    values: std::slice::Iter<'a, i64>,
    /// Whether more was read than the vector has.
    short: bool,
}

impl Oracle for Vector<'_> {
    fn input(&mut self, site: SiteId, _occurrence: u32) -> i128 {
        let (low, high) = self.graph.sites[site.index()].range;
        let next = self.values.next();
        self.short |= next.is_none();
        next.map_or(0.clamp(low, high), |&v| v.into())
    }
}

/// The line of the assertion that a run violates, if it does; `None` if the run says too little: it depends on
/// something that is not modelled, does not end, or reads more than the vector has.
fn outcome(source: &SourceFile, graph: &Graph, vector: &[i64]) -> Option<Option<u32>> {
    let mut oracle = Vector { graph, values: vector.iter(), short: false };
    let found = run(graph, &mut oracle, Limits { steps: 1_000_000, depth: 1_000 });
    if oracle.short {
        return None;
    }
    match found.end {
        End::Error(error) => {
            let span = graph.errors[error.index()].span.expect("an assertion has a place");
            Some(Some(source.position(span.start).line))
        }
        // What is undefined ends a run, for the verdict too.
        End::Finished | End::Stopped | End::Undefined { .. } => Some(None),
        End::Unsupported { .. } | End::StepLimit | End::DepthLimit => None,
        other => panic!("{}: {other:?}", source.path()),
    }
}

/// How a program is analysed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Mode {
    Usual,
    Full,
    Inline,
}

const MODES: [Mode; 3] = [Mode::Usual, Mode::Full, Mode::Inline];

impl Mode {
    fn options(self, seconds: u64) -> Options {
        let timeout = Some(Duration::from_secs(seconds));
        let options = Options { timeout, memory: Some(1 << 30), ..Options::default() };
        match self {
            Mode::Usual => options,
            Mode::Full => Options { precision: PrecisionMode::Full, ..options },
            Mode::Inline => Options { procedures: Procedures::Inline, ..options },
        }
    }
}

/// What was decided, in one mode or several.
#[derive(Clone, Debug, Default)]
struct Tally {
    /// Errors that can be reached and that cannot.
    decided: [u64; 2],
    /// The others, by reason: the programs and lines.
    unknown: BTreeMap<String, BTreeSet<String>>,
    /// What is not as it should be.
    wrong: Vec<String>,
}

impl Tally {
    /// How many errors are undecided for a reason other than that the machine is slow.
    fn undecided(&self) -> u64 {
        let in_time = self.unknown.iter().filter(|(reason, _)| !reason.starts_with("the time limit"));
        in_time.map(|(_, places)| places.len() as u64).sum()
    }

    fn plus(mut self, other: Tally) -> Tally {
        self.decided[0] += other.decided[0];
        self.decided[1] += other.decided[1];
        for (reason, places) in other.unknown {
            self.unknown.entry(reason).or_default().extend(places);
        }
        self.wrong.extend(other.wrong);
        self
    }
}

/// The reason without what differs from program to program.
fn kind_of(reason: &str) -> String {
    let text: String = reason.chars().filter(|c| !c.is_ascii_digit()).collect();
    match text.find('`') {
        Some(at) => text[..at].to_owned(),
        None => text,
    }
}

/// Compares the verdicts of a program with all its runs.
fn compared(name: &str, program: &Generated, modes: &[Mode], seconds: u64) -> BTreeMap<Mode, Tally> {
    let source = SourceFile::new(format!("{name}.c"), program.text.clone());
    let (graph, diagnostics) = lowered(&source, &Options::default());
    let graph = graph.unwrap_or_else(|| panic!("{name}: {diagnostics:?}\n{}", program.text));
    let outcomes: Vec<_> = program.input_vectors().iter().map(|v| outcome(&source, &graph, v)).collect();
    let exact = outcomes.iter().all(Option::is_some);
    let expected: BTreeSet<u32> = outcomes.into_iter().flatten().flatten().collect();
    modes
        .iter()
        .map(|&mode| (mode, judged(name, program, &source, mode.options(seconds), &expected, exact)))
        .collect()
}

fn judged(
    name: &str,
    program: &Generated,
    source: &SourceFile,
    options: Options,
    expected: &BTreeSet<u32>,
    exact: bool,
) -> Tally {
    let mut tally = Tally::default();
    let report = match catch_unwind(|| analyse(source, &options)) {
        Ok(report) => report,
        Err(_) => {
            tally.wrong.push(format!("{name}: broken down\n{}", program.text));
            return tally;
        }
    };
    for error in &report.errors {
        let fails = expected.contains(&error.line);
        let wrong = match error.status {
            Status::Unknown => {
                let reason = kind_of(&doubts::reason(error, &report.parts).unwrap_or_default());
                let place = format!("{name}:{}", error.line);
                tally.unknown.entry(reason).or_default().insert(place);
                false
            }
            Status::Reachable => {
                tally.decided[0] += 1;
                !fails && exact
            }
            Status::Unreachable => {
                tally.decided[1] += 1;
                fails
            }
        };
        let ends_there = |found: &Counterexample| found.trace.last().is_some_and(|s| s.line == error.line);
        if wrong || !error.counterexamples.iter().all(ends_there) {
            tally.wrong.push(format!(
                "{name}, {:?}, {:?}, line {}: {} is not {:?}\n{}",
                options.precision, options.procedures, error.line, error.text, error.status, program.text
            ));
        }
    }
    tally
}

/// All programs of some seeds, of both generators of the language without pointers.
fn tallies(
    first: u64,
    count: u64,
    seconds: u64,
    modes: impl Fn(u64) -> Vec<Mode> + Sync,
) -> BTreeMap<Mode, Tally> {
    let of = |seed: u64| match seed % 2 {
        0 => compared(&format!("varied-{seed}"), &varied::generate(seed), &modes(seed), seconds),
        _ => compared(&format!("plain-{seed}"), &generate(seed), &modes(seed), seconds),
    };
    let merge = |mut left: BTreeMap<Mode, Tally>, right: BTreeMap<Mode, Tally>| {
        for (mode, tally) in right {
            let known = left.remove(&mode).unwrap_or_default();
            left.insert(mode, known.plus(tally));
        }
        left
    };
    (first..first + count).into_par_iter().map(of).reduce(BTreeMap::new, merge)
}

/// What `verify` says of the assertions of a program with all calls inlined and all loops unrolled, against all runs: what
/// is wrong, and how many assertions it decided and left open.
fn verified(name: &str, program: &Generated) -> (Vec<String>, [u64; 3]) {
    let source = SourceFile::new(format!("{name}.c"), program.text.clone());
    let (graph, diagnostics) = lowered(&source, &Options::default());
    let graph = graph.unwrap_or_else(|| panic!("{name}: {diagnostics:?}\n{}", program.text));
    let outcomes: Vec<_> = program.input_vectors().iter().map(|v| outcome(&source, &graph, v)).collect();
    let exact = outcomes.iter().all(Option::is_some);
    let expected: BTreeSet<u32> = outcomes.into_iter().flatten().flatten().collect();
    let request = Request {
        functions: vec!["main".to_owned()],
        loops: Some(LoopMode::AllUnrolled),
        unroll: 8,
        ..Request::default()
    };
    let options = Options {
        timeout: Some(Duration::from_secs(2)),
        checks: Some(BTreeSet::new()),
        ..Options::default()
    };
    let report = verify(&source, &options, &request);
    let obligations = report.functions.iter().flat_map(|function| &function.obligations);
    let (mut wrong, mut counts) = (Vec::new(), [0; 3]);
    for found in obligations.filter(|found| found.property == Property::Assert) {
        let fails = expected.contains(&found.place.line);
        let (place, is_wrong) = match found.verdict {
            ObligationVerdict::Valid => (0, fails),
            ObligationVerdict::Run => (1, !fails && exact),
            ObligationVerdict::Step => (1, true),
            ObligationVerdict::Unknown(_) => (2, false),
        };
        counts[place] += 1;
        if is_wrong {
            wrong.push(format!("{name}, line {}: {:?}\n{}", found.place.line, found.verdict, program.text));
        }
    }
    (wrong, counts)
}

/// Compares `verify` with brute force on the programs of some seeds; how many assertions are valid, invalid, and open.
fn all_verified(first: u64, count: u64) -> [u64; 3] {
    let of = |seed: u64| match seed % 3 {
        0 => verified(&format!("varied-{seed}"), &varied::generate(seed)),
        1 => verified(&format!("plain-{seed}"), &generate(seed)),
        _ => verified(&format!("references-{seed}"), &references::generate(seed)),
    };
    let found: Vec<_> = (first..first + count).into_par_iter().map(of).collect();
    let wrong: Vec<&str> = found.iter().flat_map(|(wrong, _)| wrong).map(String::as_str).collect();
    assert!(wrong.is_empty(), "{} wrong verdicts:\n{}", wrong.len(), wrong.join("\n"));
    found.iter().fold([0; 3], |sum, (_, counts)| std::array::from_fn(|place| sum[place] + counts[place]))
}

#[test]
fn verify_agrees_with_brute_force() {
    let [valid, invalid, open] = all_verified(0, PROGRAMS / 2);
    assert!(valid > 5 && invalid > 2, "{valid} {invalid} {open}");
}

/// The long run: FOCUSCHECK_COUNT programs from FOCUSCHECK_FIRST_SEED on.
#[test]
#[ignore = "takes long"]
fn many_programs_verified_agree_with_brute_force() {
    let number =
        |name: &str, default| std::env::var(name).map_or(default, |text| text.parse().expect("a number"));
    let [valid, invalid, open] =
        all_verified(number("FOCUSCHECK_FIRST_SEED", 0), number("FOCUSCHECK_COUNT", 1_000));
    eprintln!("{valid} valid, {invalid} invalid, {open} open, 0 wrong");
}

fn expect_right(tallies: &BTreeMap<Mode, Tally>) {
    let wrong: Vec<_> = tallies.values().flat_map(|tally| tally.wrong.iter().map(String::as_str)).collect();
    assert!(wrong.is_empty(), "{} wrong verdicts:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn verdicts_agree_with_brute_force() {
    // The modes other than the usual one are slower.
    let found =
        tallies(0, PROGRAMS, 2, |seed| if seed % 10 < 2 { MODES.to_vec() } else { vec![Mode::Usual] });
    expect_right(&found);
    let undecided = found[&Mode::Usual].undecided();
    assert!(
        undecided <= PROGRAMS / MOST_UNDECIDED,
        "{undecided} errors of {PROGRAMS} programs are undecided"
    );
}

/// The long run of `scripts/brute-force.sh`: FOCUSCHECK_COUNT programs from FOCUSCHECK_FIRST_SEED on.
#[test]
#[ignore = "takes long; run by scripts/brute-force.sh"]
fn many_verdicts_agree_with_brute_force() {
    let number =
        |name: &str, default| std::env::var(name).map_or(default, |text| text.parse().expect("a number"));
    let (count, first) = (number("FOCUSCHECK_COUNT", 5_000), number("FOCUSCHECK_FIRST_SEED", 0));
    let found = tallies(first, count, 5, |_| MODES.to_vec());
    eprintln!("{count} programs from seed {first}");
    for (mode, tally) in &found {
        let [reachable, unreachable] = tally.decided;
        let unknown: usize = tally.unknown.values().map(BTreeSet::len).sum();
        let wrong = tally.wrong.len();
        eprintln!(
            "{mode:?}: {reachable} reachable, {unreachable} unreachable, {unknown} unknown, {wrong} wrong"
        );
        for (reason, places) in &tally.unknown {
            let some: Vec<&str> = places.iter().take(3).map(String::as_str).collect();
            eprintln!("  {:>6}  {reason}, as in {}", places.len(), some.join(", "));
        }
    }
    expect_right(&found);
}

/// Writes a program to standard error, to look at what a seed stands for.
#[test]
#[ignore = "a tool"]
fn show_brute_force_program() {
    let seed: u64 = std::env::var("FOCUSCHECK_FIRST_SEED").map_or(0, |text| text.parse().expect("a number"));
    let program = if seed.is_multiple_of(2) { varied::generate(seed) } else { generate(seed) };
    eprintln!("{}", program.text);
}

/// Some of these programs pass pointers into overlapping objects, which is not modelled.
#[test]
fn verdicts_on_references_agree_with_brute_force() {
    let count = PROGRAMS / 5;
    let of = |seed| compared(&format!("references-{seed}"), &references::generate(seed), &[Mode::Usual], 5);
    let found: Vec<BTreeMap<Mode, Tally>> = (0..count).into_par_iter().map(of).collect();
    found.iter().for_each(expect_right);
    let undecided: u64 = found.iter().flat_map(BTreeMap::values).map(Tally::undecided).sum();
    assert!(undecided <= count / 2, "{undecided} errors of {count} programs are undecided");
}

/// Where a C compiler is installed: its programs end like the interpreter's runs.
#[test]
fn references_mean_what_the_compiler_means() {
    let Ok(folder) = tempfile::tempdir() else { return };
    for seed in 0..20 {
        let program = references::generate(seed);
        let Some(binary) = compiled(folder.path(), &program.text) else { return };
        let source = SourceFile::new("program.c", program.text.clone());
        let (graph, diagnostics) = lowered(&source, &Options::default());
        let graph = graph.unwrap_or_else(|| panic!("seed {seed}: {diagnostics:?}"));
        for vector in program.input_vectors() {
            let Some(ours) = outcome(&source, &graph, &vector) else { continue };
            let arguments = vector.iter().map(i64::to_string);
            let output = Command::new(&binary).args(arguments).output().expect("the program runs");
            let messages = String::from_utf8_lossy(&output.stderr);
            let mut lines = program.assertion_lines().into_iter();
            let theirs = lines.find(|line| messages.contains(&format!("program.c:{line}: ")));
            assert_eq!(ours, theirs, "seed {seed}, inputs {vector:?}: {messages}\n{}", program.text);
        }
    }
}
