//! The interpreter against the system's C compiler: what well-defined programs compute, and where the
//! behaviour of others is undefined.

// What was compared, and what could not be, has to be seen beside the result of the test.
#![allow(clippy::print_stderr)]

use focuscheck_base::arith;
use focuscheck_base::options::{DataModel, Options};
use focuscheck_base::source::SourceFile;
use focuscheck_cells::facts::cfg::{Graph, ScalarId, SiteId};
use focuscheck_cells::simulation::evaluate::{Undefined, Value};
use focuscheck_cells::simulation::interpreter::{End, Limits, Machine, Oracle};
use focuscheck_driver::{lowered, original};
use focuscheck_machine as machine;
use rayon::prelude::*;

use crate::support::compiler::{self, Batch, Outcome};
use crate::support::wellformed::types::Model;
use crate::support::wellformed::undefined::{self, HERE, Kind};
use crate::support::wellformed::{Features, WellFormed, generate};

const FEATURES: Features = Features { model: Model::Lp64, struct_values: true, pointer_parameters: true };

/// Programs in one file.
const BATCH: u64 = 50;

/// One in so many files is compiled with the sanitizer, too.
const SANITIZED: u64 = 8;

const LIMITS: Limits = Limits { steps: 50_000_000, depth: 10_000 };

/// The programs read nothing, and a local without a value must not be read.
struct Nothing;

impl Oracle for Nothing {
    fn input(&mut self, _: SiteId, _: u32) -> i128 {
        0
    }

    fn local(&mut self, _: SiteId, _: u32) -> Option<i128> {
        None
    }
}

/// The graph of a program, which must be free of errors.
fn graph(program: &WellFormed, data_model: DataModel) -> Result<(SourceFile, Graph), String> {
    let source = SourceFile::new(format!("{}.c", program.prefix), program.program());
    let (graph, diagnostics) = lowered(&source, &Options { data_model, ..Options::default() });
    match graph {
        Some(graph) => Ok((source, graph)),
        None => Err(format!("{}: refused: {diagnostics:?}", program.prefix)),
    }
}

fn known(value: Option<Value>) -> Option<i128> {
    match value {
        Some(Value::Known(value)) => Some(value),
        _ => None,
    }
}

/// Whether a run ends where its result depends on the order of evaluation: the compiler may choose another one.
fn depends_on_order(end: &End) -> bool {
    matches!(end, End::Unsupported { reason, .. } if *reason == "order of evaluation".into())
}

/// What the interpreter makes of a program; nothing if that depends on the order of evaluation.
fn interpreted(program: &WellFormed, data_model: DataModel) -> Result<Option<Outcome>, String> {
    let (source, graph) = graph(program, data_model)?;
    let mut machine = Machine::new(&graph, LIMITS);
    let end = machine.run(&mut Nothing, &mut ());
    let line = source.position(graph.nodes[machine.node().index()].span.start).line;
    let checksum = graph.scalars.iter().position(|scalar| scalar.name == program.checksum());
    let checksum = checksum.map(|number| machine.value_of(ScalarId(number as u32)));
    match (&end, known(machine.status()), known(checksum)) {
        (End::Finished, Some(result), Some(checksum)) => {
            let outcome = Outcome { result, checksum };
            on_blocks(program, data_model, &outcome).map(|()| Some(outcome))
        }
        (end, ..) if depends_on_order(end) => Ok(None),
        _ => Err(format!("{}: line {line}: {end:?}", program.prefix)),
    }
}

/// Whether the machine that runs the program on blocks of memory comes to the same.
fn on_blocks(program: &WellFormed, data_model: DataModel, expected: &Outcome) -> Result<(), String> {
    let source = SourceFile::new(format!("{}.c", program.prefix), program.program());
    let original = original(&source, &Options { data_model, ..Options::default() });
    let original = original.ok_or_else(|| format!("{}: refused", program.prefix))?;
    let limits = machine::Limits { steps: 8 * LIMITS.steps, depth: LIMITS.depth };
    let mut given = machine::RunInputs::default();
    given.uninitialised = true;
    let mut machine = machine::Machine::new(original.graph(), given, limits);
    let end = machine.run();
    let found = (machine.status(), machine.global(&program.checksum()));
    match end {
        machine::End::Finished if found == (Some(expected.result), Some(expected.checksum)) => Ok(()),
        end => Err(format!("{}: on blocks {end:?} {found:?}, expected {expected:?}", program.prefix)),
    }
}

/// Where and why a program is undefined, as the interpreter sees it; nothing if that depends on the order of evaluation.
fn fault(program: &WellFormed) -> Result<Option<(u32, Kind)>, String> {
    let (source, graph) = graph(program, DataModel::Lp64)?;
    let mut machine = Machine::new(&graph, LIMITS);
    let end = machine.run(&mut Nothing, &mut ());
    let line = source.position(graph.nodes[machine.node().index()].span.start).line;
    let kind = match end {
        End::Undefined { what, .. } => match what {
            Undefined::Arithmetic(arith::Undefined::SignedOverflow) => Kind::Overflow,
            Undefined::Arithmetic(arith::Undefined::DivisionByZero) => Kind::Division,
            Undefined::Arithmetic(arith::Undefined::ShiftAmount) => Kind::ShiftAmount,
            Undefined::Arithmetic(arith::Undefined::ShiftOverflow) => Kind::ShiftBase,
            Undefined::OutOfBounds => Kind::Bounds,
            other => return Err(format!("{}: line {line}: {other}", program.prefix)),
        },
        end if depends_on_order(&end) => return Ok(None),
        other => return Err(format!("{}: line {line}: {other:?}", program.prefix)),
    };
    Ok(Some((line, kind)))
}

/// The kind that a message of the sanitizer names.
fn complaint_kind(message: &str) -> Option<Kind> {
    let kinds = [
        ("signed integer overflow", Kind::Overflow),
        ("negation of", Kind::Overflow),
        ("division of", Kind::Overflow),
        ("division by zero", Kind::Division),
        ("shift exponent", Kind::ShiftAmount),
        ("left shift of", Kind::ShiftBase),
        ("out of bounds", Kind::Bounds),
    ];
    kinds.into_iter().find(|(text, _)| message.contains(text)).map(|(_, kind)| kind)
}

const SANITIZE: [&str; 2] = ["-O0", "-fsanitize=undefined,bounds"];

/// The differences among the programs of these seeds that are well defined.
fn differences(first: u64, count: u64) -> Vec<String> {
    let programs: Vec<WellFormed> = (first..first + count).map(|seed| generate(seed, FEATURES)).collect();
    let ours: Vec<_> = programs.iter().map(|program| interpreted(program, DataModel::Lp64)).collect();
    let mut modes = vec![&["-O0"][..], &["-O2"]];
    // The sanitizer takes as long as both; a part is enough to see that nothing defined is complained of.
    if (first / BATCH).is_multiple_of(SANITIZED) {
        modes.push(&SANITIZE);
    }
    let mut found = Vec::new();
    for options in modes {
        found.extend(judged(&programs, &ours, compiler::run(&programs, options), &format!("{options:?}")));
    }
    found
}

/// The same with 32-bit `long`; the compiler must be able to build such programs.
fn narrow_differences(first: u64, count: u64) -> Vec<String> {
    let features = Features { model: Model::Ilp32, ..FEATURES };
    let programs: Vec<WellFormed> = (first..first + count).map(|seed| generate(seed, features)).collect();
    let ours: Vec<_> = programs.iter().map(|program| interpreted(program, DataModel::Ilp32)).collect();
    let of =
        |level| judged(&programs, &ours, compiler::run_narrow(&programs, level), &format!("{level} -m32"));
    [of("-O0"), of("-O2")].concat()
}

/// Where the compiler's programs and the interpreter differ.
fn judged(
    programs: &[WellFormed],
    ours: &[Result<Option<Outcome>, String>],
    theirs: Result<Batch, String>,
    mode: &str,
) -> Vec<String> {
    let theirs = match theirs {
        Ok(batch) => batch,
        Err(message) => return vec![format!("{}: {mode}: not compiled: {message}", programs[0].prefix)],
    };
    let mut found = Vec::new();
    // Whoever leaves out everything finds no difference.
    if ours.iter().filter(|ours| matches!(ours, Ok(None))).count() * 2 > programs.len() {
        found.push(format!("{}: {mode}: the order of evaluation decides most programs", programs[0].prefix));
    }
    for (number, (program, ours)) in programs.iter().zip(ours).enumerate() {
        let name = &program.prefix;
        if let Some((line, message)) = theirs.complaints.get(&number) {
            found.push(format!("{name}: {mode}: line {line}: {message}"));
        }
        match (ours, theirs.outcomes.get(&number)) {
            (Ok(None), _) => {}
            (Ok(Some(ours)), Some(theirs)) if ours == theirs => {}
            (Ok(Some(ours)), theirs) => found.push(format!("{name}: {mode}: {theirs:?}, but here {ours:?}")),
            (Err(message), _) => found.push(message.clone()),
        }
    }
    found
}

/// The differences among the programs of these seeds that are undefined at one place.
fn undefined_differences(first: u64, count: u64) -> Vec<String> {
    let planted: Vec<_> = (first..first + count).map(|seed| undefined::generate(seed, FEATURES)).collect();
    let programs: Vec<WellFormed> = planted.iter().map(|(program, _)| program.clone()).collect();
    let theirs = match compiler::run(&programs, &SANITIZE) {
        Ok(batch) => batch,
        Err(message) => return vec![format!("{}: not compiled: {message}", programs[0].prefix)],
    };
    let mut found = Vec::new();
    for (number, (program, kind)) in planted.iter().enumerate() {
        let line = program.text.lines().position(|line| line.contains(HERE)).map_or(0, |at| at as u32 + 1);
        let ours = match fault(program) {
            Ok(Some(ours)) => Ok(ours),
            Ok(None) => continue,
            Err(message) => Err(message),
        };
        let complaint = theirs.complaints.get(&number);
        let kinds = complaint.map(|(line, message)| (*line, complaint_kind(message)));
        if ours != Ok((line, *kind)) || kinds != Some((line, Some(*kind))) {
            found
                .push(format!("{}: line {line}, {kind:?}: {complaint:?}, but here {ours:?}", program.prefix));
        }
    }
    found
}

/// Compares in batches, in parallel.
fn compare(first: u64, count: u64, differences: fn(u64, u64) -> Vec<String>) -> Vec<String> {
    let batches: Vec<u64> = (0..count.div_ceil(BATCH)).collect();
    let of = |batch: &u64| differences(first + batch * BATCH, BATCH.min(count - batch * BATCH));
    batches.par_iter().flat_map_iter(of).collect()
}

fn expect_none(found: &[String]) {
    assert!(
        found.is_empty(),
        "{} differences:\n{}",
        found.len(),
        found.iter().take(20).cloned().collect::<Vec<_>>().join("\n")
    );
}

#[test]
fn programs_mean_what_the_compiler_means() {
    if !compiler::exists() {
        eprintln!("there is no C compiler: nothing was compared");
        return;
    }
    expect_none(&compare(0, 60, differences));
    expect_none(&compare(0, 30, undefined_differences));
    match compiler::run_narrow(&[], "-O0") {
        Ok(_) => expect_none(&compare(0, 25, narrow_differences)),
        Err(_) => eprintln!("there are no 32-bit programs here: the model ilp32 was not compared"),
    }
}

/// The long run of `scripts/differential.sh`: FOCUSCHECK_COUNT programs from FOCUSCHECK_FIRST_SEED on.
#[test]
#[ignore = "takes minutes; run by scripts/differential.sh"]
fn many_programs_mean_what_the_compiler_means() {
    let number =
        |name: &str, default| std::env::var(name).map_or(default, |text| text.parse().expect("a number"));
    let (count, first) = (number("FOCUSCHECK_COUNT", 20_000), number("FOCUSCHECK_FIRST_SEED", 0));
    let found = compare(first, count, differences);
    eprintln!("{count} well-defined programs from seed {first}: {} differences", found.len());
    let undefined = compare(first, count / 10, undefined_differences);
    eprintln!("{} undefined programs: {} differences", count / 10, undefined.len());
    let mut narrow = Vec::new();
    if compiler::run_narrow(&[], "-O0").is_ok() {
        narrow = compare(first, count / 10, narrow_differences);
        eprintln!("{} programs with 32-bit long: {} differences", count / 10, narrow.len());
    }
    expect_none(&[found, undefined, narrow].concat());
}

/// Writes a program to standard error, to look at what a seed stands for.
/// Prints how each program of `FOCUSCHECK_FILES` ends on blocks of memory.
#[test]
#[ignore = "a tool"]
fn run_files_on_blocks() {
    let files = std::env::var("FOCUSCHECK_FILES").unwrap_or_default();
    for file in files.split_whitespace() {
        let text = std::fs::read(file).unwrap_or_default();
        let source = SourceFile::new(file, String::from_utf8_lossy(&text).into_owned());
        let Some(original) = original(&source, &Options::default()) else {
            eprintln!("{file}: refused");
            continue;
        };
        let mut given = machine::RunInputs::default();
        given.uninitialised = true;
        let limits = machine::Limits { steps: 20_000_000, depth: 10_000 };
        let mut machine = machine::Machine::new(original.graph(), given, limits);
        let end = machine.run();
        let place = match &end {
            machine::End::Undefined { span, .. } | machine::End::Unsupported { span, .. } => Some(*span),
            _ => None,
        };
        let line = place.map(|span| source.position(span.start).line);
        eprintln!("{file}: {end:?} {:?} line {line:?}", machine.status());
    }
}

#[test]
#[ignore = "a tool"]
fn show_program() {
    let seed = std::env::var("FOCUSCHECK_FIRST_SEED").map_or(0, |text| text.parse().expect("a number"));
    let program = match std::env::var("FOCUSCHECK_UNDEFINED") {
        Ok(_) => undefined::generate(seed, FEATURES).0,
        Err(_) => generate(seed, FEATURES),
    };
    eprintln!("{}", program.program());
}
