//! Programs with pointers, the heap and strings: the machine against the system's C compiler and its sanitizers, and verdicts
//! against all runs of the machine.

// The counts of the long runs have to be seen beside the result of the test.
#![allow(clippy::print_stderr)]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::panic::catch_unwind;
use std::process::Command;
use std::time::Duration;

use focuscheck_base::options::Options;
use focuscheck_base::source::SourceFile;
use focuscheck_driver::{analyse, original};
use focuscheck_machine as machine;
use focuscheck_report::model::{Status, Verdict};
use rayon::prelude::*;

use crate::support::compiler;
use crate::support::generate::Generated;
use crate::support::heap::{HEAD, as_function, generate, with_values};

/// Programs in one file.
const BATCH: u64 = 25;

const LIMITS: machine::Limits = machine::Limits { steps: 1_000_000, depth: 1_000 };

/// How a run ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Ends {
    Well,
    /// An assertion fails at a line.
    Assertion(u32),
    /// What is done at a line is undefined.
    Undefined(u32),
    /// That is not known.
    Open,
}

fn ends_in_machine(text: String) -> Ends {
    let source = SourceFile::new("heap.c", text);
    let original = original(&source, &Options::default()).expect("a program that is accepted");
    let mut machine = machine::Machine::new(original.graph(), machine::RunInputs::default(), LIMITS);
    match machine.run() {
        machine::End::Finished | machine::End::Stopped | machine::End::Kept { .. } => Ends::Well,
        machine::End::Error(error) => {
            let span = original.graph().errors[error.index()].span.expect("an assertion has a place");
            Ends::Assertion(source.position(span.start).line)
        }
        machine::End::Undefined { what, span } => match what.kind() {
            Some(_) => Ends::Undefined(source.position(span.start).line),
            // No sanitizer tells more of copies that overlap than that.
            None => Ends::Open,
        },
        machine::End::Unsupported { .. } | machine::End::Limit => Ends::Open,
    }
}

/// How all runs of a program end, by the values of the inputs.
fn all_ends(program: &Generated) -> BTreeMap<Vec<i64>, Ends> {
    let vectors = program.input_vectors().into_iter();
    vectors
        .map(|vector| {
            let text = with_values(program, |number| vector[number].to_string());
            (vector, ends_in_machine(text))
        })
        .collect()
}

/// How the compiled runs of some programs end, by the number of the program and the values of the inputs.
fn compiled_ends(programs: &[Generated]) -> Result<BTreeMap<(usize, Vec<i64>), Ends>, String> {
    let directory = tempfile::tempdir().map_err(|error| error.to_string())?;
    let (path, binary) = (directory.path().join("batch.c"), directory.path().join("batch"));
    let mut text = format!("{HEAD}#include <unistd.h>\n#include <sys/wait.h>\n");
    let mut starts = Vec::new();
    for (number, program) in programs.iter().enumerate() {
        starts.push(text.lines().count() as u32 + 1);
        text.push_str(&as_function(program, &format!("run_{number}")));
    }
    text.push_str("int main(void)\n{\n");
    for (number, program) in programs.iter().enumerate() {
        for vector in program.input_vectors() {
            let values: Vec<String> = vector.iter().map(i64::to_string).collect();
            let values = values.join(",");
            let _ = writeln!(
                text,
                "    fprintf(stderr, \"\\n== {number} {values}\\n\"); if (fork() == 0) {{ run_{number}((int[]){{{values}}}); \
                 fprintf(stderr, \"\\n++\\n\"); _exit(0); }} wait(0);"
            );
        }
    }
    text.push_str("    return 0;\n}\n");
    std::fs::write(&path, &text).map_err(|error| error.to_string())?;
    let compiled = Command::new("cc")
        .args([
            "-std=gnu11",
            "-w",
            "-O0",
            "-g",
            "-fsanitize=address,undefined",
            "-fno-sanitize-recover=all",
            "-o",
        ])
        .args([&binary, &path])
        .output()
        .map_err(|error| error.to_string())?;
    if !compiled.status.success() {
        return Err(String::from_utf8_lossy(&compiled.stderr).chars().take(4000).collect());
    }
    let options = "detect_leaks=0:detect_stack_use_after_return=1";
    let output = Command::new(&binary).env("ASAN_OPTIONS", options).output();
    let output = output.map_err(|error| error.to_string())?;
    let said = String::from_utf8_lossy(&output.stderr);
    let head = HEAD.lines().count() as u32;
    let mut found = BTreeMap::new();
    for run in said.split("\n== ").skip(1) {
        let (title, run) = run.split_once('\n').unwrap_or((run, ""));
        let (number, values) = title.split_once(' ').ok_or("a run without a number")?;
        let number: usize = number.parse().map_err(|_| "a number of a program")?;
        let values = values.split(',').filter_map(|value| value.parse().ok()).collect();
        // Each program is one function, which takes the place of `main`.
        let own = |line: u32| if line <= head { line } else { head + 1 + line - starts[number] };
        let ends = complaint(run).map_or(Ends::Open, |complaint| match complaint {
            Ends::Assertion(line) => Ends::Assertion(own(line)),
            Ends::Undefined(line) => Ends::Undefined(own(line)),
            Ends::Well | Ends::Open => complaint,
        });
        found.insert((number, values), ends);
    }
    Ok(found)
}

/// What a sanitizer or an assertion says of a run: at which line of `batch.c`.
fn complaint(run: &str) -> Option<Ends> {
    let line_behind = |text: &str| -> Option<u32> {
        let (_, rest) = text.split_once("batch.c:")?;
        rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
    };
    let assertion = run.lines().find(|line| line.contains("Assertion `"));
    let undefined = run.lines().find(|line| line.contains(": runtime error: "));
    if let Some(line) = assertion {
        return line_behind(line).map(Ends::Assertion);
    }
    if let Some(line) = undefined {
        return line_behind(line).map(Ends::Undefined);
    }
    if let Some((_, told)) = run.split_once("ERROR: AddressSanitizer") {
        return line_behind(told).map(Ends::Undefined);
    }
    run.contains("++").then_some(Ends::Well)
}

/// Where the machine and the compiler differ on the programs of some seeds; how many runs were compared, and of how many of
/// these the machine says nothing.
fn differences(first: u64, count: u64) -> (Vec<String>, [usize; 3]) {
    let programs: Vec<Generated> = (first..first + count).map(generate).collect();
    let theirs = match compiled_ends(&programs) {
        Ok(theirs) => theirs,
        Err(message) => return (vec![format!("seeds from {first}: not compiled: {message}")], [0; 3]),
    };
    let (mut found, mut counts) = (Vec::new(), [0; 3]);
    for (number, program) in programs.iter().enumerate() {
        for (vector, ours) in all_ends(program) {
            counts[0] += 1;
            counts[1] += usize::from(ours == Ends::Open);
            let theirs = theirs.get(&(number, vector.clone())).copied();
            counts[2] += usize::from(matches!(theirs, Some(Ends::Undefined(_))));
            if ours != Ends::Open && theirs != Some(ours) {
                found.push(format!(
                    "seed {}, inputs {vector:?}: {theirs:?}, but here {ours:?}",
                    first + number as u64
                ));
            }
        }
    }
    (found, counts)
}

/// What is said of one program, in numbers: errors that are reachable, unreachable, unknown.
#[derive(Clone, Debug, Default)]
struct Tally {
    counts: [u64; 3],
    wrong: Vec<String>,
}

/// Compares the verdict of a program with all its runs.
fn judged(seed: u64, seconds: u64) -> Tally {
    let program = generate(seed);
    let ends = all_ends(&program);
    let exact = !ends.values().any(|ends| *ends == Ends::Open);
    let fails: BTreeSet<(u32, bool)> = ends
        .values()
        .filter_map(|ends| match ends {
            Ends::Assertion(line) => Some((*line, true)),
            Ends::Undefined(line) => Some((*line, false)),
            Ends::Well | Ends::Open => None,
        })
        .collect();
    let source = SourceFile::new(format!("heap-{seed}.c"), program.text.clone());
    let options = Options {
        checks: None,
        timeout: Some(Duration::from_secs(seconds)),
        memory: Some(1 << 30),
        ..Options::default()
    };
    let mut tally = Tally::default();
    let mut wrong = |text: String| tally.wrong.push(format!("seed {seed}: {text}"));
    let Ok(report) = catch_unwind(|| analyse(&source, &options)) else {
        wrong("broken down".to_owned());
        return tally;
    };
    if report.verdict == Verdict::Safe && !fails.is_empty() {
        wrong(format!("safe, but {fails:?} fail"));
    }
    // More than one check may stand in a line.
    let mut said: BTreeMap<(u32, bool), BTreeSet<Status>> = BTreeMap::new();
    for error in &report.errors {
        let place = (error.line, error.kind == focuscheck_cells::facts::cfg::ErrorKind::Assertion);
        said.entry(place).or_default().insert(error.status);
    }
    for (place, status) in &said {
        if status.contains(&Status::Reachable) && exact && !fails.contains(place) {
            wrong(format!("line {} can fail, but does not", place.0));
        }
        if status.iter().all(|status| *status == Status::Unreachable) && fails.contains(place) {
            wrong(format!("line {} cannot fail, but does", place.0));
        }
    }
    for error in &report.errors {
        let number = match error.status {
            Status::Reachable => 0,
            Status::Unreachable => 1,
            Status::Unknown => 2,
        };
        tally.counts[number] += 1;
    }
    tally
}

fn expect_none(found: &[String]) {
    let some: Vec<String> = found.iter().take(40).cloned().collect();
    assert!(found.is_empty(), "{} wrong:\n{}", found.len(), some.join("\n"));
}

/// The machine against the compiler on the programs of some seeds.
fn compare(first: u64, count: u64) -> (Vec<String>, [usize; 3]) {
    let batches: Vec<u64> = (0..count.div_ceil(BATCH)).collect();
    let of = |batch: &u64| differences(first + batch * BATCH, BATCH.min(count - batch * BATCH));
    let found: Vec<_> = batches.par_iter().map(of).collect();
    let counts = found.iter().fold([0; 3], |sum, (_, counts)| std::array::from_fn(|at| sum[at] + counts[at]));
    (found.into_iter().flat_map(|(found, _)| found).collect(), counts)
}

/// Verdicts against all runs of the machine on the programs of some seeds.
fn verdicts(first: u64, count: u64, seconds: u64) -> (Vec<String>, [u64; 3]) {
    let found: Vec<Tally> =
        (first..first + count).into_par_iter().map(|seed| judged(seed, seconds)).collect();
    let counts = found.iter().fold([0; 3], |sum, tally| std::array::from_fn(|at| sum[at] + tally.counts[at]));
    (found.into_iter().flat_map(|tally| tally.wrong).collect(), counts)
}

#[test]
fn the_machine_ends_where_sanitizers_complain() {
    if !compiler::exists() {
        eprintln!("there is no C compiler: nothing was compared");
        return;
    }
    let (found, [runs, open, undefined]) = compare(0, 25);
    expect_none(&found);
    assert!(runs > 100 && open * 10 < runs && undefined * 10 > runs, "{runs} {open} {undefined}");
}

#[test]
fn verdicts_on_memory_agree_with_all_runs() {
    let (found, [reachable, unreachable, unknown]) = verdicts(0, 8, 5);
    expect_none(&found);
    assert!(reachable > 1 && unreachable > 50, "{reachable} {unreachable} {unknown}");
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().expect("a number"))
}

/// The long run of `scripts/differential.sh`: a quarter of FOCUSCHECK_COUNT programs from FOCUSCHECK_FIRST_SEED on.
#[test]
#[ignore = "takes minutes; run by scripts/differential.sh"]
fn many_runs_in_memory_end_as_sanitizers_say() {
    let (count, first) = (number("FOCUSCHECK_COUNT", 20_000) / 4, number("FOCUSCHECK_FIRST_SEED", 0));
    let (found, [runs, open, undefined]) = compare(first, count);
    eprintln!(
        "{count} programs with memory from seed {first}: {runs} runs, {undefined} undefined, {open} not told, {} differences",
        found.len()
    );
    expect_none(&found);
}

/// The long run of `scripts/brute-force.sh`: FOCUSCHECK_COUNT programs from FOCUSCHECK_FIRST_SEED on.
#[test]
#[ignore = "takes long; run by scripts/brute-force.sh"]
fn many_verdicts_on_memory_agree_with_all_runs() {
    let (count, first) = (number("FOCUSCHECK_COUNT", 5_000), number("FOCUSCHECK_FIRST_SEED", 0));
    let (found, [reachable, unreachable, unknown]) = verdicts(first, count, number("FOCUSCHECK_SECONDS", 5));
    eprintln!(
        "{count} programs with memory from seed {first}: {reachable} reachable, {unreachable} unreachable, \
         {unknown} unknown, {} wrong",
        found.len()
    );
    expect_none(&found);
}

/// Writes a program to standard error, to look at what a seed stands for.
#[test]
#[ignore = "a tool"]
fn show_program_with_memory() {
    eprintln!("{}", generate(number("FOCUSCHECK_SEED", 0)).text);
}
