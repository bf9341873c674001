//! The paper's examples as scripts see them: every row of the table, read from the JSON output.

use focuscheck_cli::{self as cli, Environment};
use serde_json::Value;

use crate::sampled::SAMPLED;

/// The JSON output of a check.
fn check(arguments: &[&str]) -> Value {
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let root = env!("CARGO_MANIFEST_DIR");
    let mut words: Vec<String> = ["focuscheck", "check", "--format", "json"].map(str::to_owned).to_vec();
    words.extend(
        arguments.iter().map(
            |a| {
                if a.starts_with("programs") { format!("{root}/{a}") } else { (*a).to_owned() }
            },
        ),
    );
    cli::run(words, &Environment::default(), &mut stdout, &mut stderr);
    serde_json::from_slice(&stdout).expect("valid JSON")
}

/// The error of a file that is reachable (or not), if there is exactly one such.
fn error<'a>(report: &'a Value, status: &str) -> &'a Value {
    let errors = report["files"][0]["errors"].as_array().expect("errors");
    let found: Vec<_> = errors.iter().filter(|e| e["status"] == status).collect();
    assert_eq!(found.len(), 1, "{errors:?}");
    found[0]
}

/// `4 5T 6T … | gotlock == 1`, with assumptions that Reduce deleted in brackets.
fn row(counterexample: &Value) -> String {
    let assumptions: Vec<String> = counterexample["assumptions"]
        .as_array()
        .expect("assumptions")
        .iter()
        .map(|a| {
            let text = a["text"].as_str().expect("a text");
            if a["reduced"] == true { format!("[{text}]") } else { text.to_owned() }
        })
        .collect();
    format!("{} | {}", steps(&counterexample["slice"]), assumptions.join(", "))
}

fn steps(slice: &Value) -> String {
    let step = |s: &Value| {
        let outcome = match s["outcome"].as_bool() {
            Some(true) => "T",
            Some(false) => "F",
            None => "",
        };
        format!("{}{outcome}", s["line"])
    };
    slice.as_array().expect("steps").iter().map(step).collect::<Vec<_>>().join(" ")
}

/// Rank and NEST lines of what Reduce leaves.
fn reduced(error: &Value) -> Vec<(u64, Vec<u64>)> {
    let lines = |r: &Value| r["nest"].as_array().expect("lines").iter().filter_map(Value::as_u64).collect();
    let entries = error["reduced"].as_array().expect("reduced");
    entries.iter().map(|r| (r["rank"].as_u64().expect("a rank"), lines(r))).collect()
}

fn rows(error: &Value) -> Vec<String> {
    assert_eq!(error["complete"], true);
    error["counterexamples"].as_array().expect("counterexamples").iter().map(row).collect()
}

#[test]
fn figure_1_fails_in_the_two_ways_of_the_paper_and_in_longer_ones() {
    let report = check(&["programs/paper/fig1.cimple"]);
    let found = rows(error(&report, "reachable"));
    assert_eq!(found[0], "4 5T 6T 11T 12 18F 20 | gotlock == 1");
    assert_eq!(found[1], "4 5T 6T 7T 8 14T 15 9 11F 6T 7T 8 14F 16 | gotlock != 0");
    assert!(found[2..].iter().all(|r| r.ends_with("| gotlock == 0")), "{found:?}");
    assert!(!found[2..].is_empty());
}

#[test]
fn figure_2_reduces_to_the_block_with_the_typing_error() {
    let report = check(&["programs/paper/fig2.cimple"]);
    let error = error(&report, "reachable");
    assert_eq!(
        rows(error),
        [
            "3 6T 6 7F 8T 9 | x > y, [x <= z]",
            "3 6T 6 7T 7 8T 9 | x > y, [x > z], [z > y]",
            "3 6T 6 7T 7 8T 9 | x > y, x > z, [z <= y]",
        ]
    );
    assert_eq!(reduced(error), [(1, vec![6]), (2, vec![6])]);
    let eliminated: Vec<_> =
        error["counterexamples"].as_array().unwrap().iter().map(|c| c["eliminated"] == true).collect();
    assert_eq!(eliminated, [false, false, true]);
}

#[test]
fn figure_4_fails_in_one_procedure_and_is_refuted_in_the_other() {
    // Invariants would exclude it before any sequence is refuted.
    let report = check(&["--precision", "full", "--assume", "overflow", "programs/paper/fig4.cimple"]);
    assert_eq!(rows(error(&report, "reachable")), ["16 18F 26 38F 40 | new == old"]);
    let refuted = error(&report, "unreachable")["infeasible"].as_array().expect("infeasible").clone();
    let expected = refuted.iter().find(|r| steps(&r["slice"]) == "16 18T 19 31T 32 34 20 18T 19 31F 33");
    let clash = expected.unwrap_or_else(|| panic!("{refuted:?}"))["clash"].as_array().expect("clash");
    let lines: Vec<_> = clash.iter().filter_map(|c| c["line"].as_u64()).collect();
    assert_eq!(lines, [20, 18]);
}

#[test]
fn figure_7_points_at_the_wrong_comparison() {
    assert_eq!(check(&["--check", "none", "programs/paper/fig7_sound.c"])["files"][0]["verdict"], "safe");
    let report = check(&["--check", "none", "programs/paper/fig7_bug14.c"]);
    let error = error(&report, "reachable");
    let shared = "a1 > a2, a3 > a4, a1 > a3, a3 > a5, a4 > a5, a2 > a4";
    assert_eq!(
        rows(error),
        [
            format!("6F 9T 10 11T 12T 13 14T 15 62T 63 | {shared}, [a2 < a3]"),
            format!("6F 9T 10 11T 12T 13 14F 17 62T 63 | {shared}, [a2 >= a3], a3 < a2"),
        ]
    );
    assert_eq!(reduced(error), [(1, vec![13, 14, 15]), (2, vec![13, 14, 17])]);
}

#[test]
fn figure_7_with_a_second_mistake_has_a_third_way() {
    let report = check(&["--check", "none", "programs/paper/fig7_bug14_bug48.c"]);
    let error = error(&report, "reachable");
    let found = rows(error);
    assert_eq!(found.len(), 3);
    let third = found.iter().position(|r| r.starts_with("6F 9F 41T 42 43T 44 45F 48 62T 63 | ")).expect("F3");
    for assumption in ["a3 <= a5", "a2 > a3", "a5 > a2", "a5 <= a1"] {
        assert!(found[third].contains(assumption), "{}", found[third]);
    }
    let reduced = reduced(error);
    assert_eq!(reduced[third].1, [6, 9, 41, 42, 43, 44, 45, 48, 62, 63], "the whole sequence");
    let others: Vec<_> = reduced.iter().map(|r| r.1.clone()).filter(|n| n.len() == 3).collect();
    assert_eq!(others, [vec![13, 14, 15], vec![13, 14, 17]]);
}

#[test]
fn one_and_two_threads_print_the_same_bytes() {
    // Every third one of those that two threads have analysed.
    let files: Vec<&str> = SAMPLED.files.iter().map(String::as_str).step_by(3).collect();
    let (_, stdout, _) = SAMPLED.check_again(&[&["--format", "json", "-j", "1"], &files[..]].concat());
    let report: Value = serde_json::from_str(&stdout).expect("JSON");
    let entries = |report: &Value| report["files"].as_array().expect("files").clone();
    let path = |entry: &Value| entry["path"].as_str().expect("a path").to_owned();
    let of_two = entries(&SAMPLED.report).into_iter().filter(|entry| files.contains(&path(entry).as_str()));
    for (one, two) in entries(&report).into_iter().zip(of_two) {
        assert_eq!(one.to_string(), two.to_string(), "{}", one["path"]);
    }
    assert_eq!(entries(&report).len(), files.len());
}
