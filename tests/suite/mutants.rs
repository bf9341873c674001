//! `verify` on changed copies of annotated functions, against an evaluator of its own for them (`support/annotated`): what
//! fails on some small input is not valid, and what is said to fail in a run fails there.

// The counts of the long run have to be seen beside the result of the test.
#![allow(clippy::print_stderr)]

use std::collections::BTreeSet;
use std::path::Path;

use focuscheck_base::options::{CheckKind, Options};
use focuscheck_base::source::SourceFile;
use focuscheck_driver::verify::{Request, verify};
use focuscheck_report::verify::model::{ObligationReport, ObligationVerdict};
use focuscheck_vc::guarded::graph::Property;
use rayon::prelude::*;

use crate::support::annotated::mutate::mutated;
use crate::support::annotated::parse::parse;
use crate::support::annotated::run::{End, Input, Key, run};
use crate::support::annotated::tree::Function;
use crate::support::seeded::Random;

#[derive(Clone, Debug, Default)]
struct Tally {
    /// Mutants that were verified, and those that the front end refuses.
    mutants: [u64; 2],
    /// Obligations that are valid, fail in a run, fail in a step, are open.
    verdicts: [u64; 4],
    /// What fails on some small input.
    refuted: u64,
    /// Runs that fail on a small input too, or on the very inputs; those that could not be tried.
    confirmed: [u64; 2],
    untried: Vec<String>,
    wrong: Vec<String>,
}

impl Tally {
    fn plus(mut self, other: Tally) -> Tally {
        let add = |to: &mut [u64], from: &[u64]| to.iter_mut().zip(from).for_each(|(to, from)| *to += from);
        add(&mut self.mutants, &other.mutants);
        add(&mut self.verdicts, &other.verdicts);
        add(&mut self.confirmed, &other.confirmed);
        self.refuted += other.refuted;
        self.untried.extend(other.untried);
        self.wrong.extend(other.wrong);
        self
    }
}

/// What an obligation is called by the evaluator.
fn key(found: &ObligationReport) -> Option<Key> {
    let declared = found.declared.as_ref().map_or(found.place.line, |place| place.line);
    Some(match found.property {
        Property::Post => ('E', declared),
        Property::LoopInvInit => ('i', declared),
        Property::LoopInvMaintained => ('m', declared),
        Property::Variant => ('v', declared),
        Property::Assert => ('A', found.place.line),
        Property::ArrayAccess | Property::Dangling | Property::Null => ('I', found.place.line),
        Property::ZeroDiv => ('D', found.place.line),
        Property::Assigns => ('S', found.place.line),
        _ => return None,
    })
}

/// All lists of so many numbers of a range.
fn lists(length: usize, low: i64, high: i64) -> Vec<Vec<i64>> {
    let mut lists = vec![Vec::new()];
    for _ in 0..length {
        let longer = |list: Vec<i64>| {
            (low..=high).map(move |value| list.iter().copied().chain([value]).collect::<Vec<_>>())
        };
        lists = lists.into_iter().flat_map(longer).collect();
    }
    lists
}

/// Pointers, each an array and an element, and what the arrays contain.
type Memory = (Vec<(usize, i64)>, Vec<Vec<i64>>);

/// The ways in which so many pointers point into arrays with these contents: at their first element or at another one, into
/// arrays of their own or into one that they share.
fn memories(pointers: usize, contents: &[Vec<i64>], offsets: &[i64]) -> Vec<Memory> {
    let mut memories: Vec<Memory> = Vec::new();
    match pointers {
        0 => memories.push((Vec::new(), Vec::new())),
        1 => {
            for one in contents {
                memories.extend(offsets.iter().map(|at| (vec![(0, *at)], vec![one.clone()])));
            }
        }
        _ => {
            for one in contents {
                for at in offsets {
                    memories
                        .extend(offsets.iter().map(|other| (vec![(0, *at), (0, *other)], vec![one.clone()])));
                }
                memories.extend(
                    contents.iter().map(|other| (vec![(0, 0), (1, 0)], vec![one.clone(), other.clone()])),
                );
            }
        }
    }
    memories
}

/// How a run ends.
fn ended(function: &Function, (pointers, contents): &Memory, numbers: &[i64]) -> End {
    let (mut pointers, mut numbers) = (pointers.iter(), numbers.iter());
    let inputs = function.parameters.iter().map(|(_, is_array)| match is_array {
        true => {
            let (number, at) = pointers.next().expect("a pointer for each");
            Input::Pointer(*number, *at)
        }
        false => Input::Number(*numbers.next().expect("a number for each")),
    });
    run(function, &inputs.collect::<Vec<_>>(), contents)
}

/// What fails on small inputs: arrays of any length up to three (two, if there are two) with small numbers.
fn failures(function: &Function) -> BTreeSet<Key> {
    let arrays = function.parameters.iter().filter(|(_, is_array)| *is_array).count();
    let most = if arrays > 1 { 2 } else { 3 };
    let contents: Vec<Vec<i64>> = (0..=most).flat_map(|length| lists(length, -1, 1)).collect();
    let numbers = lists(function.parameters.len() - arrays, -1, 3);
    let mut failures = BTreeSet::new();
    for memory in memories(arrays, &contents, &[0, 1]) {
        for numbers in &numbers {
            if let End::Fails(keys) = ended(function, &memory, numbers) {
                failures.extend(keys);
            }
        }
    }
    failures
}

/// What is told of a pointer: the elements of its array that matter, how many there are if they do not, and where in it the
/// pointer points, in bytes.
fn pointed(text: &str) -> Option<(Vec<i64>, i64)> {
    let close = text.find(['}', ')'])?;
    let (inner, rest) = (&text[1..close], text[close + 1..].trim());
    let elements = match text.starts_with('{') {
        true => inner.split(", ").map(|value| value.parse().ok()).collect::<Option<Vec<i64>>>()?,
        false => {
            let bytes: i64 = inner.trim_end_matches(" bytes").parse().ok()?;
            vec![0; (bytes.div_euclid(4)).min(64) as usize]
        }
    };
    let number = |text: &str| text.trim_start_matches(['+', '-']).trim().parse::<i64>().ok();
    let by = match rest.strip_suffix(" bytes") {
        _ if rest.is_empty() => 0,
        Some(bytes) => number(bytes)?,
        None => number(rest)? * 4,
    };
    Some((elements, if rest.starts_with('-') { -by } else { by }))
}

/// Whether a run fails on the inputs that are told, with arrays that may be longer than what is told of them; nothing if these
/// cannot be read, or a pointer is not aligned, which the evaluator does not have.
fn fails_there(function: &Function, found: &ObligationReport, key: Key) -> Option<bool> {
    let told = |name: &str| found.inputs.iter().find(|(known, _)| known == name).map(|(_, value)| &value[..]);
    let (mut contents, mut offsets): (Vec<Vec<i64>>, Vec<i64>) = (Vec::new(), Vec::new());
    let mut numbers = Vec::new();
    for (name, is_array) in &function.parameters {
        if !is_array {
            numbers.push(told(name).map_or(Some(0), |value| value.parse().ok())?);
            continue;
        }
        let (elements, by) = match told(name) {
            Some("NULL") | None => (Vec::new(), 0),
            Some(text) => pointed(text)?,
        };
        if by % 4 != 0 {
            return None;
        }
        contents.push(elements);
        offsets.push(by / 4);
    }
    let padded = |list: &Vec<i64>, more: usize| {
        list.iter().copied().chain(std::iter::repeat_n(0, more)).collect::<Vec<i64>>()
    };
    let apart: Vec<(usize, i64)> = offsets.iter().copied().enumerate().collect();
    let shared: Vec<(usize, i64)> = offsets.iter().map(|at| (0, *at)).collect();
    let mut memories: Vec<Memory> = Vec::new();
    let more: Vec<Vec<usize>> = lists(contents.len(), 0, 3)
        .into_iter()
        .map(|list| list.iter().map(|n| *n as usize).collect())
        .collect();
    memories.extend(more.iter().map(|more| {
        (apart.clone(), contents.iter().zip(more).map(|(list, more)| padded(list, *more)).collect())
    }));
    for more in 0..4 {
        memories.extend(contents.iter().map(|list| (shared.clone(), vec![padded(list, more)])));
    }
    let fails = |memory: &Memory| match ended(function, memory, &numbers) {
        End::Fails(keys) => keys.contains(&key),
        End::Holds | End::NoRun | End::Unknown => false,
    };
    Some(memories.iter().any(fails))
}

/// Everything about one function.
fn compared(name: &str, function: &Function) -> Tally {
    let text = function.text();
    let function = parse(&text);
    assert_eq!(function.text(), text, "{name}");
    let mut tally = Tally::default();
    let source = SourceFile::new(format!("{name}.c"), text.clone());
    let options = Options { timeout: None, checks: Some(CheckKind::DEFAULT.into()), ..Options::default() };
    let report = verify(&source, &options, &Request::default());
    let Some(verified) = report.functions.first() else {
        tally.mutants[1] += 1;
        return tally;
    };
    tally.mutants[0] += 1;
    let failures = failures(&function);
    tally.refuted += failures.len() as u64;
    let mut open: BTreeSet<Key> = BTreeSet::new();
    let mut named: BTreeSet<Key> = BTreeSet::new();
    for found in &verified.obligations {
        let key = key(found);
        named.extend(key);
        if found.verdict != ObligationVerdict::Valid {
            open.extend(key);
        }
        match found.verdict {
            ObligationVerdict::Valid => tally.verdicts[0] += 1,
            ObligationVerdict::Run => {
                tally.verdicts[1] += 1;
                let told =
                    || format!("{name}: {:?} at {key:?} with {:?}\n{text}", found.property, found.inputs);
                let Some(key) = key else { continue };
                if failures.contains(&key) {
                    tally.confirmed[0] += 1;
                } else {
                    match fails_there(&function, found, key) {
                        Some(true) => tally.confirmed[1] += 1,
                        Some(false) => tally.wrong.push(format!("it does not fail there: {}", told())),
                        None => tally.untried.push(told()),
                    }
                }
            }
            ObligationVerdict::Step => tally.verdicts[2] += 1,
            ObligationVerdict::Unknown(_) => tally.verdicts[3] += 1,
        }
    }
    // A function that was not verified in time has none of its obligations.
    let spent =
        verified.obligations.len() == 1 && verified.obligations[0].verdict != ObligationVerdict::Valid;
    // Of a clause of a loop that means other places in each round nothing is asked, and the report says so.
    let is_moved = verified.unasked.iter().any(|(what, _)| what.starts_with("loop assigns"));
    let asked = |key: &&Key| !(spent || is_moved && key.0 == 'S');
    for key in failures.difference(&open).filter(asked) {
        let what = if named.contains(key) { "is valid" } else { "is no obligation" };
        tally.wrong.push(format!("{name}: {key:?} fails, but {what}\n{text}"));
    }
    tally
}

/// The functions of `tests/annotated`.
fn originals() -> Vec<(String, Function)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/annotated");
    let files = std::fs::read_dir(folder).expect("the folder is there");
    let mut paths: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
    paths.sort();
    let name =
        |path: &Path| path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    paths.iter().map(|path| (name(path), parse(&std::fs::read_to_string(path).expect("a text")))).collect()
}

/// Mutants by number, each of one or two changes.
fn all(first: u64, count: u64) -> Tally {
    let originals = originals();
    let of = |seed: u64| {
        let (name, original) = &originals[(seed % originals.len() as u64) as usize];
        let mut random = Random::new(seed);
        let mut mutant = mutated(original, &mut random);
        for _ in 0..20 {
            if mutant != *original {
                break;
            }
            mutant = mutated(original, &mut random);
        }
        if random.one_in(3) {
            mutant = mutated(&mutant, &mut random);
        }
        compared(&format!("{name}-{seed}"), &mutant)
    };
    (first..first + count).into_par_iter().map(of).reduce(Tally::default, Tally::plus)
}

/// The originals are as they should be: nothing of them fails, for neither.
#[test]
fn annotated_functions_hold() {
    let found = originals()
        .par_iter()
        .map(|(name, function)| compared(name, function))
        .reduce(Tally::default, Tally::plus);
    let [valid, run, step, open] = found.verdicts;
    assert!(found.wrong.is_empty(), "{}", found.wrong.join("\n"));
    assert_eq!((found.refuted, run, step), (0, 0, 0));
    assert!(open <= 2 && valid > 200, "{valid} {open}");
}

#[test]
fn mutants_agree_with_brute_force() {
    let found = all(0, 60);
    assert!(found.wrong.is_empty(), "{}", found.wrong.join("\n"));
    assert!(found.refuted > 30 && found.verdicts[1] > 20 && found.mutants[1] < 6, "{found:?}");
}

/// The long run of `scripts/oracle.sh`: FOCUSCHECK_COUNT mutants from FOCUSCHECK_FIRST_SEED on.
#[test]
#[ignore = "takes long; run by scripts/oracle.sh"]
fn many_mutants_agree_with_brute_force() {
    let number =
        |name: &str, default| std::env::var(name).map_or(default, |text| text.parse().expect("a number"));
    let (count, first) = (number("FOCUSCHECK_COUNT", 4_000), number("FOCUSCHECK_FIRST_SEED", 0));
    let found = all(first, count);
    let Tally { verdicts: [valid, run, step, open], mutants, refuted, confirmed, untried, wrong } = &found;
    eprintln!("{} mutants from {first} on, {} more that the front end refuses", mutants[0], mutants[1]);
    eprintln!("verify: {valid} valid, {run} runs, {step} steps, {open} open");
    eprintln!("brute force: {refuted} obligations fail on small inputs");
    eprintln!(
        "runs: {} fail on small inputs, {} on their own, {} were not tried",
        confirmed[0],
        confirmed[1],
        untried.len()
    );
    for one in untried.iter().take(3) {
        eprintln!("not tried: {one}");
    }
    eprintln!("{} wrong", wrong.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
