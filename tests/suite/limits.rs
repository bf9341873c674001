//! Limits of the whole tool.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use focuscheck_base::options::{Options, Procedures};
use focuscheck_base::source::SourceFile;
use focuscheck_driver::analyse;
use focuscheck_report::doubts;
use focuscheck_report::model::Verdict;

/// Four counters in a loop, which have millions of values together; no sum of three squares is 7 modulo 8.
const MANY_STATES: &str = "
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void);
int main(void) {
  unsigned a = 0, b = 0, c = 0, d = 0;
  while (__VERIFIER_nondet_uint()) {
    unsigned x = __VERIFIER_nondet_uint();
    if (x == 1) { a = (a + 1) % 60; }
    if (x == 2) { b = (b + a) % 61; }
    if (x == 3) { c = (c + b) % 59; }
    if (x == 4) { d = (d + c) % 53; }
    if ((a * a + b * b + c * c) % 8 == 7 && d < 60) reach_error();
  }
  return 0;
}
";

/// Every level calls the next one twice, so that a run has 2 to the power of `depth` calls.
fn chain(depth: usize) -> String {
    let mut text = format!("int calls;\nvoid f{depth}(void) {{ if (calls < 5) calls = calls + 1; }}\n");
    for level in (0..depth).rev() {
        let next = level + 1;
        text += &format!("void f{level}(void) {{ f{next}(); f{next}(); }}\n");
    }
    text + "int main(void) { f0(); if (calls > 5) reach_error(); return 0; }\n"
}

#[test]
fn runs_longer_than_numbers_are_not_followed() {
    let report = analyse(&SourceFile::new("chain.c", chain(70)), &Options::default());
    assert_eq!((report.verdict, report.reason), (Verdict::Safe, None));
}

/// The least numbers of focus statements double from level to level, beyond what a number holds; no walk goes that far.
#[test]
fn sequences_longer_than_numbers_are_not_walked() {
    let text = chain(40).replace("if (calls < 5) calls = calls + 1;", "calls = calls + by;");
    let text = format!("int by;\n{text}").replace("f0();", "by = __VERIFIER_nondet_int(); f0();");
    let options = Options { timeout: Some(Duration::from_secs(60)), ..Options::default() };
    let report = analyse(&SourceFile::new("chain.c", text), &options);
    assert_eq!(report.verdict, Verdict::Unknown);
}

/// Each value uses the one before twice: written out, the last one would have a million operands.
#[test]
fn expressions_that_double_are_not_written_out() {
    let steps: String = (0..20).map(|n| format!("  x = (x & {}) * (x | {n});\n", n + 1)).collect();
    let text = format!(
        "extern unsigned __VERIFIER_nondet_uint(void);\nint main(void) {{\n\
         unsigned x = __VERIFIER_nondet_uint();\n{steps}  if (x != 77) reach_error();\n  return 0;\n}}\n"
    );
    let options = Options { timeout: Some(Duration::from_secs(60)), ..Options::default() };
    let report = analyse(&SourceFile::new("doubling.c", text), &options);
    let texts = report.errors.iter().flat_map(|error| &error.counterexamples).flat_map(|c| &c.assumptions);
    let longest = texts.map(|assumption| assumption.text.len()).max();
    assert!(longest.is_some_and(|length| length < 10_000), "{longest:?}, {:?}", report.verdict);
}

/// Exit code and stdout of the binary, whose allocator counts.
fn focuscheck(folder: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_focuscheck"));
    let output = command.arg("check").args(arguments).arg(".").current_dir(folder).output();
    let output = output.expect("the binary runs");
    (output.status.code(), String::from_utf8(output.stdout).expect("UTF-8 output"))
}

#[test]
fn the_memory_limit_gives_unknown_and_is_each_files_own() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    for name in ["a.c", "b.c"] {
        fs::write(directory.path().join(name), MANY_STATES).expect("a file");
    }
    let small = "extern int __VERIFIER_nondet_int(void);\nvoid reach_error(void);\n\
        int main(void) { if (__VERIFIER_nondet_int() == 7) reach_error(); return 0; }\n";
    fs::write(directory.path().join("c.c"), small).expect("a file");
    for options in [&["--memory", "4M"][..], &["--memory", "4M", "--inline"]] {
        let (code, one) = focuscheck(directory.path(), &[options, &["-j", "1", "--format", "json"]].concat());
        let (_, three) = focuscheck(directory.path(), &[options, &["-j", "3", "--format", "json"]].concat());
        assert_eq!(code, Some(10), "{one}");
        assert_eq!(one, three, "the limit is met at the same point on any number of threads");
        assert_eq!(one.matches(r#""verdict": "unknown""#).count(), 2, "{one}");
        assert!(one.contains("the memory limit (raise --memory)"), "{one}");
    }
}

/// What follows a jump is not reached, what follows the place it leads to may be.
#[test]
fn jumps_out_of_functions_prove_nothing() {
    let text = "#include <setjmp.h>\njmp_buf buffer;\nint seen;\nvoid reach_error(void);\nint main(void) {\n\
        setjmp(buffer);\nif (seen == 0) {\nseen = 1;\nlongjmp(buffer, 1);\nreach_error();\n}\n\
        if (seen == 1) reach_error();\nreturn 0;\n}\n";
    let report = analyse(&SourceFile::new("jump.c", text), &Options::default());
    assert_eq!(report.verdict, Verdict::Unknown);
    for error in &report.errors {
        assert!(
            doubts::reason(error, &report.parts).is_some_and(|reason| reason.contains("'longjmp' at line 9")),
            "{error:?}"
        );
    }
}

/// `calls` calls of one procedure with ten branches that all matter, whichever way they go.
fn relevant_calls(calls: usize) -> String {
    let branches = "  if (*) a = a + 1; else a = a + 2;\n".repeat(10);
    let calls = "  x = f(x);\n".repeat(calls);
    format!(
        "int f(int a) {{\n{branches}  return a;\n}}\n\
         int main(void) {{\n  int x;\n  x = 0;\n{calls}  if (x > 5) reach_error();\n  return 0;\n}}\n"
    )
}

/// The way back through a callee knows what coming out of it costs, so it does not try all ways through it first.
#[test]
fn an_explanation_visits_the_points_of_a_callee_once_for_each_call() {
    for procedures in [Procedures::Summaries, Procedures::Inline] {
        let count = |calls: usize| {
            let options = Options { procedures, max_slices: 1, ..Options::default() };
            let report = analyse(&SourceFile::new("calls.cimple", relevant_calls(calls)), &options);
            assert_eq!(report.verdict, Verdict::Unsafe, "{calls} calls, {procedures:?}");
            (report.statistics["points"], report.statistics["nodes"])
        };
        let (_, nodes) = count(1);
        for calls in [1, 2, 4, 8, 16, 32] {
            let (points, _) = count(calls as usize);
            assert!(points <= calls * nodes, "{points} points, {calls} calls, {procedures:?}: {nodes} nodes");
        }
    }
}
