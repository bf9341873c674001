//! Verdicts against brute force: generated programs are run on all their inputs by the interpreter.

use std::collections::BTreeSet;
use std::process::Command;

use focuscheck::facts::cfg::{Graph, SiteId};
use focuscheck::options::Options;
use focuscheck::pipeline::{analyse, lowered};
use focuscheck::replay::interpreter::{End, Limits, Oracle, run};
use focuscheck::report::model::Status;
use focuscheck::source::SourceFile;
use rayon::prelude::*;

use crate::support::generate::{Generated, compiled, generate};
use crate::support::references;

const PROGRAMS: u64 = 500;

/// Gives the values of a vector in the order in which inputs are read.
struct Vector<'a> {
    graph: &'a Graph,
    values: std::slice::Iter<'a, i64>,
}

impl Oracle for Vector<'_> {
    fn input(&mut self, site: SiteId, _occurrence: u32) -> i128 {
        let (low, high) = self.graph.sites[site.index()].range;
        self.values.next().map_or(0.clamp(low, high), |&v| v.into())
    }
}

/// The line of the assertion that a run violates, if it does; `None` if the run depends on something that is
/// not modelled.
fn outcome(source: &SourceFile, graph: &Graph, vector: &[i64]) -> Option<Option<u32>> {
    let mut oracle = Vector { graph, values: vector.iter() };
    let found = run(graph, &mut oracle, Limits { steps: 1_000_000, depth: 1_000 });
    match found.end {
        End::Error(error) => {
            let span = graph.errors[error.index()].span.expect("an assertion has a place");
            Some(Some(source.position(span.start).line))
        }
        End::Finished | End::Stopped => Some(None),
        End::Unsupported { .. } => None,
        other => panic!("{}: a generated program is well-defined, but: {other:?}", source.path()),
    }
}

/// Compares the verdicts of a program with all its runs; gives the number of undecided errors.
fn undecided(seed: u64, program: &Generated) -> u64 {
    let source = SourceFile::new(format!("seed-{seed}.c"), program.text.clone());
    let options = Options::default();
    let (graph, diagnostics) = lowered(&source, &options);
    let graph = graph.unwrap_or_else(|| panic!("seed {seed}: {diagnostics:?}"));
    let outcomes: Vec<_> = program.input_vectors().iter().map(|v| outcome(&source, &graph, v)).collect();
    let exact = outcomes.iter().all(Option::is_some);
    let expected: BTreeSet<u32> = outcomes.into_iter().flatten().flatten().collect();
    let report = analyse(&source, &options);
    let mut unknown = 0;
    for error in &report.errors {
        let fails = expected.contains(&error.line);
        let wrong = match error.status {
            Status::Unknown => {
                unknown += 1;
                false
            }
            Status::Reachable => !fails && exact,
            Status::Unreachable => fails,
        };
        assert!(
            !wrong,
            "seed {seed}, line {}: {} is not {:?}\n{}",
            error.line, error.text, error.status, program.text
        );
        for counterexample in &error.counterexamples {
            let last = counterexample.trace.last().expect("a trace has a step");
            assert_eq!(last.line, error.line, "seed {seed}: every counterexample was replayed to its error");
        }
    }
    unknown
}

fn programs(usual: u64) -> u64 {
    std::env::var("FOCUSCHECK_SEEDS").ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

#[test]
fn verdicts_agree_with_brute_force() {
    let count = programs(PROGRAMS);
    let unknown: u64 = (0..count).into_par_iter().map(|seed| undecided(seed, &generate(seed))).sum();
    assert!(unknown <= count / 100, "{unknown} errors of {count} programs are undecided");
}

/// Some of these programs pass pointers into overlapping objects, which is not modelled.
#[test]
fn verdicts_on_references_agree_with_brute_force() {
    let count = programs(PROGRAMS / 5);
    let unknown: u64 =
        (0..count).into_par_iter().map(|seed| undecided(seed, &references::generate(seed))).sum();
    assert!(unknown <= count / 2, "{unknown} errors of {count} programs are undecided");
}

/// Where a C compiler is installed: its programs end like the interpreter's runs.
#[test]
fn references_mean_what_the_compiler_means() {
    let Ok(folder) = tempfile::tempdir() else { return };
    for seed in 0..programs(PROGRAMS / 25) {
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
