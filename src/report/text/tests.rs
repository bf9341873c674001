//! Snapshots of the text report on hand-made reports.

use super::*;
use crate::report::model::{Step, StepKind};
use crate::report::text::samples::{self, assumption, step};

fn settings(level: Level) -> Settings {
    Settings { level, explain_reduce: false, repeated_options: String::new(), style: Style::default() }
}

#[test]
fn min_max_reduced() {
    let text = render(&samples::min_max(), &samples::min_max_source(), &settings(Level::Reduced));
    insta::assert_snapshot!(text, @"");
}

#[test]
fn min_max_slice_with_the_steps_of_reduce() {
    let settings = Settings { explain_reduce: true, ..settings(Level::Slice) };
    insta::assert_snapshot!(render(&samples::min_max(), &samples::min_max_source(), &settings), @"");
}

#[test]
fn min_max_trace_in_ascii() {
    let mut settings = settings(Level::Trace);
    settings.style.ascii = true;
    let mut report = samples::min_max();
    report.errors[0].counterexamples.truncate(1);
    report.errors[0].infeasible.clear();
    let text = render(&report, &samples::min_max_source(), &settings);
    assert!(text.is_ascii());
    insta::assert_snapshot!(text, @"");
}

#[test]
fn an_error_that_is_not_decided() {
    let mut report = samples::file("u.c", Verdict::Unknown, vec![samples::error(Status::Unknown)]);
    report.errors[0].reason =
        Some("`p` is used through a pointer at line 9, which is not modelled".to_owned());
    report.assumed = vec!["index in bounds at line 4".to_owned()];
    insta::assert_snapshot!(render(&report, &SourceFile::new("u.c", ""), &settings(Level::Reduced)), @"");
}

#[test]
fn errors_that_cannot_happen() {
    let mut errors = vec![samples::error(Status::Unreachable); 2];
    errors[1].line = 20;
    errors[1].infeasible = samples::min_max().errors[0].infeasible.clone();
    let report = samples::file("s.c", Verdict::Safe, errors);
    let source = SourceFile::new("s.c", "");
    insta::assert_snapshot!(render(&report, &source, &settings(Level::Reduced)), @"");
    insta::assert_snapshot!(render(&report, &source, &settings(Level::Slice)), @"");
}

#[test]
fn a_file_that_could_not_be_parsed() {
    let mut report = samples::file("f\u{1b}.c", Verdict::Failed, Vec::new());
    report.reason = Some("3:1: error: expected ';'".to_owned());
    insta::assert_snapshot!(render(&report, &SourceFile::new("f.c", ""), &settings(Level::Reduced)), @"");
}

#[test]
fn a_long_failure_is_short_and_repeats_nothing() {
    let source = SourceFile::new(
        "loop.c",
        "extern int read(void);\nint main(void) {\n  int n = 0;\n  while (read())\n    n = n + 1;\n  assert(n != 200);\n}\n",
    );
    let text = render(&samples::long_loop(200), &source, &settings(Level::Reduced));
    assert!(text.lines().count() < 60);
    insta::assert_snapshot!(text, @"");
}

#[test]
fn many_errors_and_explanations_stay_short() {
    let mut report = samples::min_max();
    let error = &mut report.errors[0];
    let sample = error.counterexamples[1].clone();
    error.counterexamples.clear();
    error.reduced.clear();
    for rank in 1..=20 {
        let mut explanation = sample.clone();
        explanation.rank = rank;
        for step in &mut explanation.slice {
            step.line += 10 * rank;
        }
        explanation.inputs =
            samples::inputs(&[("alpha", 2, "-2147483648"), ("beta", 2, "2147483647"), ("gamma", 2, "0")]);
        error.counterexamples.push(explanation);
    }
    let text = render(&report, &samples::min_max_source(), &settings(Level::Reduced));
    assert!(text.lines().count() < 60, "{text}");
    assert!(text.contains("more explanations: see --level slice"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");

    report.errors = vec![samples::min_max().errors[0].clone(); 3];
    let text = render(&report, &samples::min_max_source(), &settings(Level::Reduced));
    assert!(text.lines().count() < 60, "{text}");
}

#[test]
fn later_explanations_count_what_they_share() {
    let mut report = samples::min_max();
    let shared = ["a > 0", "b > 0", "c > 0"].map(|text| assumption(text, 4));
    for explanation in &mut report.errors[0].counterexamples {
        explanation.assumptions.extend(shared.clone());
    }
    report.errors[0].counterexamples[1].assumptions.push(assumption("d > 0", 5));
    let text = render(&report, &samples::min_max_source(), &settings(Level::Reduced));
    assert!(text.contains("#1 when x > y and a > 0 and b > 0 and c > 0\n"), "{text}");
    assert!(text.contains("#2 when d > 0, and 4 conditions as in #1\n"), "{text}");
}

#[test]
fn calls_are_indented_and_named() {
    let mut report = samples::min_max();
    let inside = |place: &str, text: &str| Step { depth: 1, function: "f".to_owned(), ..step(place, text) };
    let slice = vec![
        Step { kind: StepKind::Call, ..step("3", "x = f(a)") },
        inside("10T", "if (a > 0)"),
        Step { kind: StepKind::Return, occurrence: 2, ..inside("11", "return 1") },
        Step { kind: StepKind::Error, ..step("12", "assert(x == 0)") },
    ];
    report.errors[0].counterexamples =
        vec![samples::counterexample(1, Vec::new(), vec![assumption("a > 0", 10)], slice)];
    report.errors[0].infeasible.clear();
    let settings = Settings { repeated_options: "--error 'x > 3'".to_owned(), ..settings(Level::Slice) };
    insta::assert_snapshot!(render(&report, &samples::min_max_source(), &settings), @"");
}

#[test]
fn colours_do_not_change_the_text() {
    let mut coloured = settings(Level::Slice);
    coloured.style.color = true;
    let text = render(&samples::min_max(), &samples::min_max_source(), &coloured);
    let plain = render(&samples::min_max(), &samples::min_max_source(), &settings(Level::Slice));
    assert!(text.contains("\u{1b}["));
    assert_eq!(anstream::adapter::strip_str(&text).to_string(), plain);
}

#[test]
fn words_are_quoted_for_the_shell() {
    assert_eq!(shell_quoted("a/b.c"), "a/b.c");
    assert_eq!(shell_quoted("it's"), r"'it'\''s'");
    assert_eq!(shell_quoted(""), "''");
}
