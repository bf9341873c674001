//! `verify` on generated functions without loops, against four oracles: the weakest precondition of the paper, tried on all
//! values and decided by the prover; the same functions compiled and run on all inputs with all results that contracts
//! allow; `check`. Labels switched off, or written into formulas, change nothing.

// The counts of the long run have to be seen beside the result of the test.
#![allow(clippy::print_stderr)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use focuscheck_base::options::{CheckKind, Options};
use focuscheck_base::source::SourceFile;
use focuscheck_cells::facts::cfg::ErrorKind;
use focuscheck_driver::analyse;
use focuscheck_driver::verify::twin::{self, Decided, Form, WeakestOf};
use focuscheck_driver::verify::{Request, verify};
use focuscheck_report::model::Status;
use focuscheck_report::verify::model::{FunctionReport, ObligationReport, ObligationVerdict};
use focuscheck_vc::condition::passive::Labels;
use focuscheck_vc::guarded::graph::Property;
use rayon::prelude::*;

use crate::support::brute::holds;
use crate::support::loopfree::{LoopFree, generate};

/// What fails: the kind of check, as a letter, and the line.
type Key = (char, u32);

/// What a compiled program says: for each function and mode (results by contract; functions that are called are run;
/// the same, and nobody looks at contracts) what fails.
type Failures = BTreeMap<String, [BTreeSet<Key>; 3]>;

/// Values outside of this box satisfy no precondition of a generated program, and no contract of a result.
const BOX: (i128, i128) = (-4, 4);

#[derive(Clone, Debug, Default)]
struct Tally {
    /// Obligations that are valid, fail in a run, fail in a step, are open.
    verdicts: [u64; 4],
    /// Weakest preconditions that were tried on all values, and obligations that they decide.
    tried: [u64; 2],
    /// Obligations that each form leaves open.
    open: BTreeMap<Form, u64>,
    /// Errors of `check`: reachable, not reachable, open.
    checked: [u64; 3],
    /// Traces whose labels were shown to be what the failure needs.
    traces: u64,
    wrong: Vec<String>,
}

impl Tally {
    fn plus(mut self, other: Tally) -> Tally {
        let add = |to: &mut [u64], from: &[u64]| to.iter_mut().zip(from).for_each(|(to, from)| *to += from);
        add(&mut self.verdicts, &other.verdicts);
        add(&mut self.tried, &other.tried);
        add(&mut self.checked, &other.checked);
        self.traces += other.traces;
        for (form, open) in other.open {
            *self.open.entry(form).or_default() += open;
        }
        self.wrong.extend(other.wrong);
        self
    }
}

/// What a compiled program says; nothing without a compiler.
fn failures(folder: &Path, program: &LoopFree) -> Option<Failures> {
    let (source, binary) = (folder.join("program.c"), folder.join("program"));
    std::fs::write(&source, &program.instrumented).ok()?;
    let compiled =
        Command::new("cc").args(["-std=gnu11", "-w", "-O0", "-o"]).args([&binary, &source]).output().ok()?;
    assert!(
        compiled.status.success(),
        "{}\n{}",
        String::from_utf8_lossy(&compiled.stderr),
        program.instrumented
    );
    let output = Command::new(&binary).output().ok()?;
    assert!(output.status.success(), "{:?}\n{}", output.status, program.instrumented);
    let mut failures = Failures::new();
    let mut function = String::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            [mode, kind, line] => {
                let mode: usize = mode.parse().expect("a mode");
                let key = (kind.chars().next().expect("a kind"), line.parse().expect("a line"));
                failures.entry(function.clone()).or_default()[mode].insert(key);
            }
            _ => {
                function = line.to_owned();
                failures.entry(function.clone()).or_default();
            }
        }
    }
    Some(failures)
}

/// What an obligation is called in the compiled program; what has no name there cannot fail.
fn key(property: Property, line: u32, declared: Option<u32>) -> Option<Key> {
    match property {
        Property::Assert => Some(('A', line)),
        Property::ArrayAccess => Some(('I', line)),
        Property::ZeroDiv => Some(('D', line)),
        Property::Null => Some(('N', line)),
        Property::Pre => Some(('R', line)),
        Property::Post => Some(('E', declared.unwrap_or(line))),
        _ => None,
    }
}

fn key_of(found: &ObligationReport) -> Option<Key> {
    key(found.property, found.place.line, found.declared.as_ref().map(|place| place.line))
}

fn key_of_error(error: &twin::Error) -> Option<Key> {
    key(error.property, error.place.line, error.declared.as_ref().map(|place| place.line))
}

fn options() -> Options {
    Options { timeout: None, checks: Some(CheckKind::OF_FUNCTIONS.into()), ..Options::default() }
}

/// Everything about one program.
fn compared(name: &str, program: &LoopFree) -> Tally {
    let folder = tempfile::tempdir().expect("a folder");
    let mut tally = Tally::default();
    let Some(failures) = failures(folder.path(), program) else { return tally };
    let source = SourceFile::new(format!("{name}.c"), program.text.clone());
    let request = Request {
        functions: program.functions.iter().map(|name| (*name).to_owned()).collect(),
        ..Request::default()
    };
    let report = verify(&source, &options(), &request);
    let silent = verify(&source, &options(), &Request { labels: Labels::Off, ..request.clone() });
    assert_eq!(
        report.functions.len(),
        program.functions.len(),
        "{name}: {:?}\n{}",
        report.diagnostics,
        program.text
    );
    let weakest = twin::weakest_of(&source, &options(), &request);
    for (function, without) in report.functions.iter().zip(&silent.functions) {
        let expected = &failures[&function.name];
        reported(function, expected, &mut tally);
        for (found, other) in function.obligations.iter().zip(&without.obligations) {
            // Which model is found first, and with that whether it can be run, may differ.
            let class = |verdict: &ObligationVerdict| match verdict {
                ObligationVerdict::Run | ObligationVerdict::Step => Some(false),
                ObligationVerdict::Valid => Some(true),
                ObligationVerdict::Unknown(_) => None,
            };
            let both = class(&found.verdict).zip(class(&other.verdict));
            if both.is_some_and(|(one, other)| one != other) {
                let label = (found.property, found.place.line);
                tally
                    .wrong
                    .push(format!("{label:?}: {:?} with labels, {:?} without", found.verdict, other.verdict));
            }
        }
        if let Some(weakest) = weakest.iter().find(|weakest| weakest.function == function.name) {
            tried(weakest, &expected[0], &mut tally);
            if !program.is_modular || function.name != "asked" {
                traced(weakest, function, &mut tally);
            }
        }
    }
    for form in [Form::Unlabelled, Form::Labelled, Form::Expanded, Form::Tree] {
        for mut questions in twin::questions(&source, &options(), &request, form) {
            let expected = &failures[&questions.function];
            decided(form, questions.answers(), &expected[0], &mut tally);
        }
    }
    checked(&source, program, &failures["asked"][2], &mut tally);
    tally.wrong.iter_mut().for_each(|wrong| *wrong = format!("{name}: {wrong}\n{}", program.text));
    tally.wrong.truncate(1);
    tally
}

/// The report of `verify` against the compiled program.
fn reported(function: &FunctionReport, expected: &[BTreeSet<Key>; 3], tally: &mut Tally) {
    let [modular, real, _] = expected;
    let mut failing: BTreeSet<Key> = BTreeSet::new();
    let mut named: BTreeSet<Key> = BTreeSet::new();
    for found in &function.obligations {
        let key = key_of(found);
        named.extend(key);
        let in_set = |set: &BTreeSet<Key>| key.is_some_and(|key| set.contains(&key));
        let (place, wrong) = match found.verdict {
            ObligationVerdict::Valid => (0, false),
            ObligationVerdict::Run => (1, !in_set(real)),
            ObligationVerdict::Step => (2, !in_set(modular)),
            ObligationVerdict::Unknown(_) => (3, false),
        };
        tally.verdicts[place] += 1;
        if found.verdict != ObligationVerdict::Valid {
            failing.extend(key);
        }
        if wrong {
            let label = (found.property, found.place.line);
            tally.wrong.push(format!("{}: {label:?} is not {:?}", function.name, found.verdict));
        }
    }
    for key in modular {
        if !failing.contains(key) {
            let all = || function.obligations.iter().map(|found| (found.property, &found.verdict));
            let what = match named.contains(key) {
                true => "valid".to_owned(),
                false => format!("no obligation of {:?}", all().collect::<Vec<_>>()),
            };
            tally.wrong.push(format!("{}: {key:?} fails, but is {what}", function.name));
        }
    }
}

/// The weakest precondition, tried on all values, against the compiled program.
fn tried(found: &WeakestOf, expected: &BTreeSet<Key>, tally: &mut Tally) {
    let weakest = &found.weakest;
    if !weakest.is_whole {
        tally.wrong.push(format!("{}: not all of it is followed", found.function));
    }
    tally.tried[0] += 1;
    let mut failing = BTreeSet::new();
    for (error, own) in &found.errors {
        let labels = weakest.errors.values().map(|label| (*label, label != own));
        let traces = weakest.traces.values().map(|label| (*label, false));
        let atoms = labels.chain(traces).collect();
        match holds(&weakest.terms, weakest.formula, &atoms, &BTreeMap::new(), BOX) {
            Some(true) => tally.tried[1] += 1,
            Some(false) => {
                tally.tried[1] += 1;
                match key_of_error(error) {
                    Some(key) => _ = failing.insert(key),
                    None => tally.wrong.push(format!("{}: {error:?} cannot fail", found.function)),
                }
            }
            None => tally.wrong.push(format!("{}: {error:?} was not tried", found.function)),
        }
    }
    if failing != *expected {
        let what = format!("by the weakest precondition {failing:?} fail, run {expected:?}");
        tally.wrong.push(format!("{}: {what}", found.function));
    }
}

/// With the inputs of a run, the labels of its trace are exactly those that the failure needs.
fn traced(found: &WeakestOf, function: &FunctionReport, tally: &mut Tally) {
    let weakest = &found.weakest;
    let failing = function.obligations.iter().filter(|found| found.verdict == ObligationVerdict::Run);
    for obligation in failing {
        let own = found.errors.iter().find(|(error, _)| {
            (error.property, &error.place, &error.declared)
                == (obligation.property, &obligation.place, &obligation.declared)
        });
        let Some((_, own)) = own else { continue };
        let value = |name: &str| obligation.inputs.iter().find(|(known, _)| known == name);
        let given = weakest.entry.iter().map(|(name, variable)| {
            let value = value(name).and_then(|(_, value)| value.parse().ok());
            (*variable, value.unwrap_or_default())
        });
        // What a pointer points to is told in another way.
        if function.name == "put" {
            continue;
        }
        let given = given.collect();
        let passed: BTreeSet<u32> = obligation.trace.iter().map(|step| step.sequence).collect();
        let fails = |spared: Option<u32>| {
            let errors = weakest.errors.values().map(|label| (*label, label != own));
            let traces = found
                .traces
                .iter()
                .map(|(number, label)| (*label, !passed.contains(number) || spared == Some(*number)));
            let atoms = errors.chain(traces).collect();
            holds(&weakest.terms, weakest.formula, &atoms, &given, BOX) == Some(false)
        };
        let labelled = passed.iter().filter(|number| found.traces.iter().any(|(known, _)| known == *number));
        if !fails(None) || labelled.into_iter().any(|number| fails(Some(*number))) {
            let label = (obligation.property, obligation.place.line);
            tally.wrong.push(format!(
                "{}: {label:?} does not fail by its trace {:?}",
                function.name, obligation.trace
            ));
        }
        tally.traces += 1;
    }
}

/// What the prover says of one form against the compiled program.
fn decided(form: Form, answers: Vec<(twin::Error, Decided)>, expected: &BTreeSet<Key>, tally: &mut Tally) {
    let mut failing = BTreeSet::new();
    let mut open = BTreeSet::new();
    for (error, told) in answers {
        match told {
            Decided::Never => {}
            Decided::Happens => failing.extend(key_of_error(&error)),
            Decided::Open => {
                *tally.open.entry(form).or_default() += 1;
                open.extend(key_of_error(&error));
            }
        }
    }
    let wrong: Vec<&Key> = failing.symmetric_difference(expected).filter(|key| !open.contains(key)).collect();
    if !wrong.is_empty() {
        tally.wrong.push(format!("{form:?}: {wrong:?} are wrong"));
    }
}

/// `check` against the compiled program.
fn checked(source: &SourceFile, program: &LoopFree, expected: &BTreeSet<Key>, tally: &mut Tally) {
    let report = analyse(source, &options());
    for error in &report.errors {
        let key = match error.kind {
            ErrorKind::Assertion => match program.clauses.get(&error.line) {
                Some(clause) => ('E', *clause),
                None => ('A', error.line),
            },
            ErrorKind::Check(CheckKind::Bounds) => ('I', error.line),
            ErrorKind::Check(CheckKind::Div) => ('D', error.line),
            // The compiled program says of a null argument where it is passed.
            ErrorKind::Check(CheckKind::Pointer) if error.function == "put" => continue,
            ErrorKind::Check(CheckKind::Pointer) => ('N', error.line),
            _ => continue,
        };
        let fails = expected.contains(&key);
        let (place, wrong) = match error.status {
            Status::Reachable => (0, !fails),
            Status::Unreachable => (1, fails),
            Status::Unknown => (2, false),
        };
        tally.checked[place] += 1;
        if wrong {
            tally.wrong.push(format!("check: {key:?} is not {:?}", error.status));
        }
    }
}

fn all(first: u64, count: u64) -> Tally {
    let of = |seed| compared(&format!("loop-free-{seed}"), &generate(seed));
    (first..first + count).into_par_iter().map(of).reduce(Tally::default, Tally::plus)
}

#[test]
fn verify_agrees_with_weakest_preconditions_and_runs() {
    let found = all(0, 12);
    assert!(found.wrong.is_empty(), "{}", found.wrong.join("\n"));
    let [valid, run, step, _] = found.verdicts;
    let no_compiler = found.tried[0] == 0;
    assert!(no_compiler || valid > 50 && run > 10 && step > 2 && found.traces > 5, "{found:?}");
}

/// The long run of `scripts/oracle.sh`: FOCUSCHECK_COUNT programs from FOCUSCHECK_FIRST_SEED on.
#[test]
#[ignore = "takes long; run by scripts/oracle.sh"]
fn many_agree_with_weakest_preconditions_and_runs() {
    let number =
        |name: &str, default| std::env::var(name).map_or(default, |text| text.parse().expect("a number"));
    let (count, first) = (number("FOCUSCHECK_COUNT", 2_000), number("FOCUSCHECK_FIRST_SEED", 0));
    let found = all(first, count);
    let Tally { verdicts: [valid, run, step, open], tried, checked, traces, .. } = &found;
    eprintln!("{count} programs from seed {first}");
    eprintln!("verify: {valid} valid, {run} runs, {step} steps, {open} open; {traces} traces compared");
    eprintln!("weakest preconditions: {} tried on all values, {} obligations", tried[0], tried[1]);
    eprintln!("open by form: {:?}", found.open);
    eprintln!("check: {} reachable, {} unreachable, {} open", checked[0], checked[1], checked[2]);
    eprintln!("{} wrong", found.wrong.len());
    assert!(found.wrong.is_empty(), "{}", found.wrong.join("\n"));
}

/// Writes a program to standard error, to look at what a seed stands for.
#[test]
#[ignore = "a tool"]
fn show_loop_free_program() {
    let seed: u64 = std::env::var("FOCUSCHECK_FIRST_SEED").map_or(0, |text| text.parse().expect("a number"));
    let program = generate(seed);
    eprintln!("{}\n----\n{}", program.text, program.instrumented);
}
