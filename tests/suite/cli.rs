//! The command line as a library: arguments in, text and exit code out.

use std::fs;
use std::path::Path;

use crate::support::command::focuscheck;

fn name(path: &Path) -> &str {
    path.to_str().expect("a UTF-8 path")
}

#[test]
fn wrong_usage_ends_with_one() {
    let wrong: [&[&str]; 10] = [
        &[],
        &["check"],
        &["explode"],
        &["check", "x.c", "--no-such-option"],
        &["check", "x.c", "--level", "deep"],
        &["check", "x.c", "--max-slices", "0"],
        &["check", "x.c", "-j", "0"],
        &["check", "x.c", "--memory", "4X"],
        &["check", "x.c", "--memory", "99999999999G"],
        &["facts", "x.c"],
    ];
    for arguments in wrong {
        let (code, stdout, stderr) = focuscheck(arguments);
        assert_eq!((code, stdout.as_str()), (1, ""), "{arguments:?}");
        assert!(stderr.contains("--help") || stderr.contains("Usage:"), "{arguments:?}: {stderr}");
    }
}

#[test]
fn help_and_version_go_to_stdout() {
    let (code, stdout, stderr) = focuscheck(&["check", "--help"]);
    assert_eq!((code, stderr.as_str()), (0, ""));
    assert!(stdout.contains("--explain-reduce") && stdout.contains("Exit codes"), "{stdout}");
    let (code, stdout, _) = focuscheck(&["--version"]);
    let version = concat!("focuscheck ", env!("CARGO_PKG_VERSION"));
    assert!(code == 0 && stdout.starts_with(version), "{stdout}");
}

#[test]
fn inputs_that_cannot_be_read_do_not_stop_the_batch() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let root = directory.path();
    let (missing, empty, binary) = (root.join("missing.c"), root.join("empty"), root.join("binary.c"));
    fs::create_dir(&empty).expect("a directory");
    fs::write(&binary, b"\x7fELF\x02\x01\0\0").expect("a file");
    let good = root.join("good.c");
    fs::write(&good, "int main(void) { return 0; }\n").expect("a file");
    let paths = [name(&missing), name(&empty), name(&binary), name(&good)];
    let (code, stdout, stderr) = focuscheck(&[&["check"], &paths[..]].concat());
    assert_eq!(code, 2);
    let line = |path: &str| stdout.lines().find(|line| line.starts_with(path)).unwrap_or_default().to_owned();
    assert!(line(paths[0]).ends_with(": failed (no such file or directory)"), "{stdout}");
    assert!(line(paths[1]).contains(": failed (the directory contains no C files"), "{stdout}");
    assert!(line(paths[2]).contains(": failed (this is a binary file"), "{stdout}");
    assert!(!line(paths[3]).is_empty() && !line(paths[3]).contains(": failed"), "{stdout}");
    for path in &paths[..3] {
        assert!(stderr.contains(&format!("{path}: error: ")), "{stderr}");
    }
}

#[test]
fn certificates_are_written_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    let certificates = folder.path().join("certificates");
    let program = folder.path().join("sum.c");
    let text = "int main() { int x = __VERIFIER_nondet_int(), y = 0;\n  if (x > 3) y = 2 * x;\n  \
                assert(y != 9);\n  assert(y < 20 || x > 100); }\n";
    fs::write(&program, text).unwrap();
    let check = || focuscheck(&["check", name(&program), "--certificates", name(&certificates)]);
    let (code, stdout, stderr) = check();
    assert_eq!((code, stderr.as_str()), (10, ""), "{stdout}");
    let files: Vec<_> = fs::read_dir(&certificates).unwrap().map(|entry| entry.unwrap().path()).collect();
    let [file] = &files[..] else { panic!("{files:?}") };
    let written = fs::read_to_string(file).unwrap();
    assert!(written.contains("\ninfeasible\n") && written.contains("\nfeasible\n"), "{written}");
    assert!(written.contains("x (line 1)") && written.contains("; line 2: x > 3"), "{written}");
    let (code, stdout, _) = focuscheck(&["check-certificate", name(&certificates)]);
    assert!(code == 0 && stdout.ends_with(" decisions)\n"), "{stdout}");
    // The same again is the same; a changed one is refused, at its line.
    check();
    assert_eq!(fs::read_to_string(file).unwrap(), written);
    fs::write(file, written.replacen("2147483647", "2147483646", 1)).unwrap();
    let (code, stdout, _) = focuscheck(&["check-certificate", name(file)]);
    assert!(code == 10 && stdout.contains(": invalid: line "), "{stdout}");
    let empty = folder.path().join("empty");
    fs::create_dir(&empty).unwrap();
    let (code, stdout, stderr) = focuscheck(&["check-certificate", name(&empty), "no such file"]);
    assert_eq!((code, stdout.as_str(), stderr.lines().count()), (2, "", 2), "{stderr}");
}

#[test]
fn json_has_the_shape_that_scripts_rely_on() {
    let (code, stdout, _) = focuscheck(&["check", "--format", "json", "missing.c", "also-missing.c"]);
    assert_eq!(code, 2);
    let value: serde_json::Value = serde_json::from_str(&stdout).expect("valid JSON");
    let keys: Vec<&String> = value.as_object().expect("an object").keys().collect();
    assert_eq!(keys, ["schema", "tool", "files", "summary", "statistics"]);
    assert_eq!(value["files"][0]["path"], "also-missing.c");
    let summary =
        serde_json::json!({"files": 2, "safe": 0, "unsafe": 0, "unknown": 0, "nothing": 0, "failed": 2});
    assert_eq!(value["summary"], summary);
}

#[test]
fn an_output_that_cannot_be_written_is_found_out_first() {
    let (code, stdout, stderr) = focuscheck(&["check", "missing.c", "-o", "no/such/directory/report"]);
    assert_eq!((code, stdout.as_str()), (1, ""));
    assert_eq!(stderr, "focuscheck: cannot write no/such/directory/report: no such file or directory\n");
}

#[test]
fn facts_of_a_missing_file() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let (code, _, stderr) = focuscheck(&["facts", "missing.c", "-o", name(directory.path())]);
    assert_eq!((code, stderr.as_str()), (2, "focuscheck: missing.c: no such file or directory\n"));
}

#[test]
fn a_proof_lists_what_is_tracked_and_what_always_holds() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let file = directory.path().join("counters.c");
    let text = "#include <assert.h>\nint __VERIFIER_nondet_int(void);\nint main(void) {\n  \
        int n = __VERIFIER_nondet_int(), i = 0, twice = 0, lock = 0;\n  if (n < 0)\n    return 0;\n  \
        while (i < n) {\n    i++;\n    twice += 2;\n  }\n  assert(twice == 2 * n);\n  if (n > 5)\n    \
        lock = 1;\n  assert(lock < 2);\n}\n";
    fs::write(&file, text).expect("a file");
    let (code, stdout, _) = focuscheck(&["check", "--proof", name(&file)]);
    assert_eq!(code, 0, "{stdout}");
    let shown = stdout.replace(&format!("{}/", name(directory.path())), "");
    insta::assert_snapshot!(shown, @r"
    counters.c: safe (none of its 2 errors can be reached, assuming no signed overflow at line 9; not checked: overflow)

    counters.c:11: assertion `twice == 2 * n` cannot fail in main
      proof: no values need to be tracked; besides, always
        line 7: n >= i, 2 * n >= twice, 2 * i == twice, i <= twice, n >= 0, i >= 0, 0 <= twice <=
          2147483646, twice % 2 == 0, lock == 0
        line 11: 2 * n == twice, n <= twice, 0 <= n <= 1073741823, 0 <= twice <= 2147483646, twice % 2
          == 0, lock == 0

    counters.c:14: assertion `lock < 2` cannot fail in main
      proof: no values need to be tracked; besides, always
        line 7: n >= i, 2 * n >= twice, 2 * i == twice, i <= twice, n >= 0, i >= 0, 0 <= twice <=
          2147483646, twice % 2 == 0, lock == 0
        line 14: 0 <= lock <= 1

    Assumed, not checked:
      • no signed overflow at line 9
    ");
}

/// Line markers and `#line` give the places of messages, as compilers take them.
#[test]
fn line_markers_give_the_places_of_messages() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a.i");
    let text = "# 10 \"orig.c\"\nextern void assert(int);\nint main(int argc, char **argv) {\n  int a = 3;\n\
        #line 99\n  if (argc == 4) a = 7 / (argc - 4);\n  assert(argc != 5);\n  return a; }\n";
    fs::write(&file, text).expect("a file");
    let printed = |command: &str, more: &[&str]| {
        let (_, stdout, stderr) = focuscheck(&[&[command, "--no-config", name(&file)], more].concat());
        stdout + &stderr
    };
    let checked = printed("check", &[]);
    assert!(checked.contains("orig.c:100: assertion `argc != 5` can fail"), "{checked}");
    assert!(checked.contains("orig.c:99: "), "{checked}");
    let json: serde_json::Value =
        serde_json::from_str(&printed("check", &["--format", "json"])).expect("JSON");
    let errors = json["files"][0]["errors"].as_array().expect("errors");
    let places = |error: &serde_json::Value| (error["file"].clone(), error["line"].clone());
    let found: Vec<_> = errors.iter().map(places).collect();
    assert!(found.contains(&("orig.c".into(), 100.into())), "{found:?}");
    assert!(printed("verify", &[]).contains("orig.c:99: Warning: Possible division by zero"), "verify");
    assert!(printed("doomed", &[]).contains("orig.c:99: every run through here"), "doomed");
    assert!(printed("check", &["--format", "sarif"]).contains("\"uri\":\"orig.c\""), "sarif");
    fs::write(&file, "# 7 \"orig.c\"\nint main(void) { return ; + }\n").expect("a file");
    assert!(printed("check", &[]).contains("orig.c:7:"), "a message about the text");
    // The inputs of a report find their places again.
    fs::write(&file, text).expect("a file");
    let report = folder.path().join("report.json");
    fs::write(&report, json.to_string()).expect("a file");
    let (_, run, _) =
        focuscheck(&["run", "--inputs-from", name(&report), "--error-line", "100", name(&file)]);
    assert!(run.contains("orig.c:100"), "{run}");
}
