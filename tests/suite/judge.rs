//! Every sentence of the reports against all runs of small programs: a sample of what `scripts/judge.sh` does with many.

// Skipping has to be seen.
#![allow(clippy::print_stderr)]

use std::path::Path;

// The long run uses the rest of it.
#[allow(dead_code)]
#[path = "../../scripts/judge/src/judge/mod.rs"]
mod claims;

use claims::check::{Judge, Report};
use claims::program::{Input, Program, Source};
use claims::tally::Tally;
use claims::tool::Tool;

/// The programs of the sample.
const SEEDS: std::ops::Range<u64> = 0..25;

fn judged(seeds: &[u64], folder: &Path) -> Tally {
    std::fs::create_dir_all(folder).expect("a folder can be made");
    claims::judged(seeds, &Tool::new(env!("CARGO_BIN_EXE_focuscheck").into(), 1), folder)
}

#[test]
fn every_sentence_about_small_programs_is_true() {
    let folder = tempfile::tempdir().expect("a folder for programs");
    if !claims::truth::available(folder.path()) {
        eprintln!("skipped: there is no gcc with an undefined-behaviour sanitizer");
        return;
    }
    let seeds: Vec<u64> = SEEDS.collect();
    let (left, right) = seeds.split_at(seeds.len() / 2);
    let mut tally = std::thread::scope(|scope| {
        let other = scope.spawn(|| judged(right, &folder.path().join("right")));
        let mut tally = judged(left, &folder.path().join("left"));
        tally.plus(other.join().expect("the other half"));
        tally
    });
    let wrong: Vec<String> = tally
        .wrong
        .iter()
        .map(|f| format!("{}\n{}: {}\nrefuted by {}\n{}", f.command, f.kind, f.claim, f.refuted, f.text))
        .collect();
    assert!(wrong.is_empty(), "{} false claims:\n{}", wrong.len(), wrong.join("\n"));
    assert!(tally.broken.is_empty(), "{:?}", tally.broken);
    for kind in ["when (JSON)", "when (text)", "these are all ways", "cannot fail", "verify: valid"] {
        assert!(tally.row(kind).right > 0, "nothing is judged: {kind}\n{}", tally.table());
    }
}

/// A function of two parameters, with a report of it in which something is claimed.
fn claimed(condition: &str, complete: bool) -> Tally {
    let input = |name: &str| Input {
        name: name.to_owned(),
        line: 1,
        source: Source::Parameter,
        values: (-3..=3).collect(),
    };
    let program = Program {
        seed: 1,
        marked: "int f(int a, int b) {\n  int area = 0;\n  if (a > 0 && b > 0)\n    area = 1;\n  assert(area > 0);\n  \
                 return area; }\n"
            .to_owned(),
        inputs: vec![input("a"), input("b")],
        entry: Some("f".to_owned()),
        conditions: Vec::new(),
        names: vec!["f".to_owned()],
        ensures: Vec::new(),
        globals: Vec::new(),
        arrays: Vec::new(),
        bounded: false,
    };
    let file = serde_json::json!({ "verdict": "unsafe", "errors": [ {
        "kind": "assertion", "line": 5, "text": "area > 0", "status": "reachable", "complete": complete,
        "counterexamples": [ { "rank": 1, "inputs": [ { "name": "a", "line": 1, "value": 0, "matters": true } ],
            "assumptions": [ { "text": condition, "eliminated": false } ] } ] } ] });
    let text = format!("p1.c:5: assertion `area > 0` can fail in f\n\n  #1 when {condition}\n");
    let report = Report { command: String::new(), file, text };
    let folder = tempfile::tempdir().expect("a folder for programs");
    let runs = claims::truth::runs(folder.path(), std::slice::from_ref(&program), &[Vec::new()], &[]);
    let mut tally = Tally::default();
    Judge::new(&program, &report, &runs.expect("the program is run")[0], &mut tally).all();
    tally
}

#[test]
fn false_claims_are_seen() {
    let folder = tempfile::tempdir().expect("a folder for a trial");
    if !claims::truth::available(folder.path()) {
        eprintln!("skipped: there is no gcc with an undefined-behaviour sanitizer");
        return;
    }
    let wrong = |tally: &Tally| tally.wrong.iter().map(|f| f.kind).collect::<Vec<_>>();
    assert_eq!(wrong(&claimed("a <= 0", false)), [""; 0]);
    assert_eq!(wrong(&claimed("a <= 1", false)), ["when (JSON)", "when (text)"]);
    assert_eq!(wrong(&claimed("a <= 0", true)), ["these are all ways"]);
}
