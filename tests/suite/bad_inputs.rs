//! What is said about files that are not C, and about those that a compiler would warn about.
//!
//! `tests/bad` holds the first, `tests/warned` the second, one kind of mistake a file. The part of a file's name
//! before the first `_` is its class; each class has one snapshot, with a line for each message.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::process::Command;

use focuscheck_cli::{self as cli, Environment};

/// Files about which there is nothing to compare: C compilers know no error conditions, look for headers, and
/// have other limits.
const NOT_FOR_GCC: [&str; 3] = ["conditions_", "preprocess_missing_header", "syntax_deep_nesting"];

/// Exit code, stdout and stderr of `focuscheck check`.
fn check(paths: &[String]) -> (u8, String, String) {
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let words = ["focuscheck", "check"].into_iter().chain(paths.iter().map(String::as_str));
    let code = cli::run(words, &Environment::default(), &mut stdout, &mut stderr);
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8 output");
    (code.number(), text(stdout), text(stderr))
}

/// The C files of a folder, as paths from the root of the package, where tests run.
fn files(folder: &str) -> Vec<String> {
    let listing = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder}: {error}"));
    let names = listing.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let sorted: BTreeSet<String> = names.filter(|name| name.ends_with(".c")).collect();
    sorted.into_iter().map(|name| format!("{folder}/{name}")).collect()
}

/// The messages in stderr without the path and the excerpts.
fn messages(stderr: &str, path: &str) -> Vec<String> {
    let prefix = format!("{path}:");
    stderr.lines().filter_map(|line| line.strip_prefix(&prefix)).map(|l| l.trim_start().to_owned()).collect()
}

/// One snapshot for each class of files in the folder.
fn snapshots(folder: &str, code_is_right: impl Fn(u8) -> bool, with_verdict: bool) {
    let mut classes: BTreeMap<String, String> = BTreeMap::new();
    for path in files(folder) {
        let (code, stdout, stderr) = check(std::slice::from_ref(&path));
        assert!(code_is_right(code), "{path}: {code}\n{stdout}{stderr}");
        let name = path.trim_start_matches(folder).trim_start_matches('/');
        let class = name.split('_').next().unwrap_or(name);
        let text = classes.entry(format!("{}_{class}", folder.trim_start_matches("tests/"))).or_default();
        let _ = writeln!(text, "{name}");
        for message in messages(&stderr, &path) {
            let _ = writeln!(text, "  {message}");
        }
        if with_verdict {
            let verdict = stdout.lines().next().unwrap_or_default().trim_start_matches(&path);
            let _ = writeln!(text, "  {}", verdict.trim_start_matches(": "));
        }
    }
    for (class, text) in classes {
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!(class, text);
        });
    }
}

#[test]
fn bad_inputs_are_told_where_they_are_bad() {
    assert!(files("tests/bad").len() >= 100);
    snapshots("tests/bad", |code| code == 2, false);
}

#[test]
fn warnings_do_not_stop_the_analysis() {
    snapshots("tests/warned", |code| matches!(code, 0 | 5 | 10), true);
}

/// Two good programs and what is said about them must be the same among all the bad ones.
#[test]
fn the_rest_of_a_batch_is_not_affected() {
    let good = ["programs/paper/fig2.cimple".to_owned(), "programs/paper/fig2_repaired.cimple".to_owned()];
    let options = ["--level".to_owned(), "slice".to_owned()];
    let (_, alone, _) = check(&[&options[..], &good].concat());
    let report = |stdout: &str| stdout.split("\n  files").next().unwrap_or_default().to_owned();
    let bad = files("tests/bad");
    let (code, stdout, stderr) = check(&[&options[..], &bad, &good].concat());
    assert_eq!(code, 2);
    let about_good: String = report(&stdout)
        .lines()
        .filter(|line| !line.starts_with("tests/bad/"))
        .fold(String::new(), |text, line| text + line + "\n");
    assert_eq!(about_good.trim(), report(&alone).trim());
    let failed = stdout.lines().filter(|line| line.starts_with("tests/bad/") && line.contains(": failed"));
    assert_eq!(failed.count(), bad.len());
    for path in &bad {
        let (_, _, own) = check(std::slice::from_ref(path));
        assert!(stderr.contains(&own), "{path}");
    }
}

/// Where gcc is installed: it finds the files bad too, and has something to say wherever we have.
#[test]
fn nothing_is_said_that_gcc_would_not_say() {
    let mut problems = String::new();
    for path in files("tests/bad") {
        if NOT_FOR_GCC.iter().any(|prefix| path.starts_with(&format!("tests/bad/{prefix}"))) {
            continue;
        }
        let output = Command::new("gcc").args(["-fsyntax-only", "-Wall", "-std=gnu11", &path]).output();
        let Ok(output) = output else { return };
        if output.status.success() {
            let _ = writeln!(problems, "{path}: accepted by gcc");
        }
        let line_of = |message: &str| message.split(':').next().and_then(|n| n.parse::<u32>().ok());
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        let theirs: BTreeSet<u32> =
            text.lines().filter_map(|line| line_of(line.strip_prefix(&format!("{path}:"))?)).collect();
        let (_, _, stderr) = check(std::slice::from_ref(&path));
        for message in messages(&stderr, &path) {
            // What is missing is reported where it is missing, not at what follows it.
            let known =
                line_of(&message).is_some_and(|line| theirs.contains(&line) || theirs.contains(&(line + 1)));
            if !known {
                let _ = writeln!(problems, "{path}: {message}");
            }
        }
    }
    assert!(problems.is_empty(), "\n{problems}");
}
