//! Programs that are large in one way each keep to the limits that they are given.

// What each program takes is seen beside a failure.
#![allow(clippy::print_stderr)]

use std::fs;
use std::thread;

use focuscheck_base::limit;
use focuscheck_base::options::{CheckKind, Options};
use focuscheck_base::source::SourceFile;
use focuscheck_driver::analyse;
use focuscheck_driver::verify::{Request, verify};
use focuscheck_report::model::Verdict;

use crate::support::stress::{Large, programs};

/// As much as the threads of the tool have.
const STACK: usize = 256 << 20;

/// What an analysis took.
struct Cost {
    verdict: Verdict,
    reason: String,
    /// Small steps, the same on every machine.
    steps: u64,
    memory: u64,
}

fn cost(program: &Large, options: &Options) -> Cost {
    let source = SourceFile::new(format!("{}.c", program.name), program.text.clone());
    let measured = move || {
        let before = (focuscheck_allocator::held(), limit::done());
        focuscheck_allocator::restart_peak();
        let report = analyse(&source, options);
        let memory = focuscheck_allocator::peak() - before.0;
        Cost {
            verdict: report.verdict,
            reason: report.reason.unwrap_or_default(),
            steps: limit::done() - before.1,
            memory: u64::try_from(memory).unwrap_or(0),
        }
    };
    thread::scope(|scope| {
        let worker = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, measured);
        worker.expect("a thread").join().expect("an analysis without panic")
    })
}

/// Analyses the programs; those that took more than they may, with what they took.
fn offenders(programs: &[Large], options: &Options, exceeds: impl Fn(&Cost) -> bool) -> Vec<String> {
    let mut found = Vec::new();
    for program in programs {
        let cost = cost(program, options);
        let line = format!(
            "{}: {} steps, {} MB: {:?} {}",
            program.name,
            cost.steps,
            cost.memory >> 20,
            cost.verdict,
            cost.reason
        );
        eprintln!("{line}");
        if exceeds(&cost) || options.memory.is_some_and(|memory| cost.memory > memory / 4 * 5) {
            found.push(line);
        }
    }
    found
}

/// Steps are counted, so that this depends on no machine and no load; a loop that does not count its steps would run on
/// for minutes. How closely the clock is kept is measured with optimised code, on an idle machine.
#[test]
fn large_programs_keep_to_their_limits() {
    const STEPS: u64 = 100_000;
    let options = Options {
        timeout: None,
        steps: Some(STEPS),
        memory: Some(100 << 20),
        checks: None,
        ..Options::default()
    };
    let found = offenders(&programs(5), &options, |cost| cost.steps > STEPS / 10 * 11 + 50_000);
    assert!(found.is_empty(), "{found:#?}");
}

/// When the limit of a function is reached, what is left of it is not begun, however many obligations there are. The limit
/// is raised until it is reached among the questions and not before them.
#[test]
fn obligations_behind_a_limit_cost_nothing() {
    let stores: String = (0..300).map(|i| format!("a[(n + {i}) % 500] = {i};\n")).collect();
    let text = format!("int a[500];\n/*@ requires 0 <= n < 500; */ void f(int n) {{\n{stores}}}\n");
    let source = SourceFile::new("stores.c", text);
    let measured = |limit: u64| {
        let checks = Some(CheckKind::DEFAULT.into());
        let options = Options { timeout: None, steps: Some(limit), checks, ..Options::default() };
        let before = limit::done();
        let report = verify(&source, &options, &Request::default());
        (report.functions.first().map_or(0, |function| function.obligations.len()), limit::done() - before)
    };
    let mut limit = 25_000;
    let (mut obligations, mut steps) = measured(limit);
    while obligations < 100 {
        limit *= 2;
        assert!(limit < 10_000_000, "{obligations} obligations");
        (obligations, steps) = measured(limit);
    }
    // The front end has a limit of its own.
    assert!(steps < 3 * limit, "{steps} steps of {limit} for {obligations} obligations");
}

/// Writes the largest programs to the folder that `FOCUSCHECK_FOLDER` names, for `scripts/stress.sh`.
#[test]
#[ignore = "writes files"]
fn the_largest_programs_as_files() {
    let folder = std::env::var("FOCUSCHECK_FOLDER").expect("a folder");
    for program in programs(1000) {
        fs::write(format!("{folder}/{}.c", program.name), program.text).expect("a file");
    }
}
