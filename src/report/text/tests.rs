//! Snapshots of the text report on hand-made reports.

use focuscheck_base::doubt::{Doubt, Premise, Unmodelled};
use focuscheck_base::options::CheckKind;
use focuscheck_cells::facts::cfg::ErrorKind;

use super::*;
use crate::model::{Assumed, Obstacle, Step, StepKind};
use crate::text::samples::{self, assumption, step};
use focuscheck_base::source::{PartText, Texts};

fn settings(level: Level) -> Settings {
    Settings { level, explain_reduce: false, commands: Commands::default(), style: Style::default() }
}

#[test]
fn min_max_reduced() {
    let text = render(&samples::min_max(), &samples::min_max_source(), &settings(Level::Reduced));
    insta::assert_snapshot!(text, @r#"
    programs/min_max.cimple:9: error condition `error` can become true in main
      3 explanations, 2 after reduction; these are all ways

      inputs that fail   #1   #2
        x (line 2)        1    2
        y (line 2)        0    0
        z (line 2)        1    1

      #1 when x > y
        look at line 6:
        ▶ 6 │ if (min > y) max = y;   is true
          …
        ✗ 9 │   error = true; }
        steps 3 6T 6 7F 8T 9

      #2 when x > y
        look at the same line
        steps that differ from #1:
          -   7 │ min > z   is false
          +   7 │ min > z   is true
          +   7 │ min = z

      every relevant step: focuscheck check --level slice programs/min_max.cimple
    "#);
}

#[test]
fn min_max_slice_with_the_steps_of_reduce() {
    let settings = Settings { explain_reduce: true, ..settings(Level::Slice) };
    insta::assert_snapshot!(render(&samples::min_max(), &samples::min_max_source(), &settings), @r#"
    programs/min_max.cimple:9: error condition `error` can become true in main
      3 explanations, 2 after reduction; these are all ways

      inputs that fail   #1   #2   #3
        x (line 2)        1    2    2
        y (line 2)        0    0    0
        z (line 2)        1    1    0

      #1 when x > y (line 6)
        does not matter: x <= z (line 7)
        6 steps (▶ where to look, ✗ what fails):
          3 │ min = x, max = x                                      min = 1
        ▶ 6 │ min > y                                               is true; min = 1, y = 0
        ▶ 6 │ max = y
          7 │ min > z                                               is false
          8 │ !(min <= x && min <= y && min <= z && max >= x && …   is true
        ✗ 9 │ error = true                                          fails

      #2 when x > y (line 6)
        does not matter: x > z (line 7) and z > y (line 8)
        7 steps (▶ where to look, ✗ what fails):
          3 │ min = x, max = x                                      min = 1
        ▶ 6 │ min > y                                               is true; min = 1, y = 0
        ▶ 6 │ max = y
          7 │ min > z                                               is true
          7 │ min = z
          8 │ !(min <= x && min <= y && min <= z && max >= x && …   is true
        ✗ 9 │ error = true                                          fails

      #3 when x > y (line 6)
        does not matter: x > z (line 7) and z <= y (line 8)
        dropped by the reduction: same statements and conditions as #2
        7 steps (▶ where to look, ✗ what fails):
          3 │ min = x, max = x                                      min = 1
        ▶ 6 │ min > y                                               is true; min = 1, y = 0
        ▶ 6 │ max = y
          7 │ min > z                                               is true
          7 │ min = z
          8 │ !(min <= x && min <= y && min <= z && max >= x && …   is true
        ✗ 9 │ error = true                                          fails

      reduction:
        • line 8 fails either way: `z > y` deleted from #2, `z <= y` from #3
        • #3 dropped: same statements and conditions as #2
        • line 7 fails either way: `x <= z` deleted from #1, `x > z` from #2

      not possible:
        steps 3 6F 8T
          line 6 (x <= y) against line 8 (x > y)

      the whole run: focuscheck check --level trace programs/min_max.cimple
    "#);
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
    insta::assert_snapshot!(text, @r#"
    programs/min_max.cimple:9: error condition `error` can become true in main
      1 explanation; these are all ways

      inputs that fail   #1
        x (line 2)        1
        y (line 2)        0
        z (line 2)        1

      #1 when x > y (line 6)
        does not matter: x <= z (line 7)
        7 steps (* relevant, > where to look, X what fails):
        * 3 | min = x, max = x                                     min = 1
          4 | max < y                                              is false
        > 6 | min > y                                              is true; min = 1, y = 0
        > 6 | max = y
        * 7 | min > z                                              is false
        * 8 | !(min <= x && min <= y && min <= z && max >= x ...   is true
        X 9 | error = true                                         fails
    "#);
}

#[test]
fn an_error_that_is_not_decided() {
    let mut report = samples::file("u.c", Verdict::Unknown, vec![samples::error(Status::Unknown)]);
    let what = Unmodelled::Construct("pointer dereference".to_owned());
    report.errors[0].doubt = Some(Doubt::NotModelled { what, line: 9 });
    report.errors[0].obstacle = Some(Obstacle { line: 9, text: "*p = 3;".to_owned() });
    report.assumed = vec![Assumed { premise: Premise::Unchecked(CheckKind::Bounds), lines: vec![4] }];
    insta::assert_snapshot!(render(&report, &SourceFile::new("u.c", ""), &settings(Level::Reduced)), @r#"
    u.c:12: assertion `x > 0` may or may not fail in main
      not decided: not modelled and on a path that matters: pointer dereference at line 9
        ? 9 │ *p = 3;

    Assumed, not checked:
      • index in bounds at line 4
    "#);
}

#[test]
fn errors_that_cannot_happen() {
    let mut errors = vec![samples::error(Status::Unreachable); 2];
    errors[1].line = 20;
    errors[1].infeasible = samples::min_max().errors[0].infeasible.clone();
    let report = samples::file("s.c", Verdict::Safe, errors);
    let source = SourceFile::new("s.c", "");
    insta::assert_snapshot!(render(&report, &source, &settings(Level::Reduced)), @"s.c: 2 errors cannot be reached (lines 12 and 20)");
    insta::assert_snapshot!(render(&report, &source, &settings(Level::Slice)), @r#"
    s.c:12: assertion `x > 0` cannot fail in main

    s.c:20: assertion `x > 0` cannot fail in main

      not possible:
        steps 3 6F 8T
          line 6 (x <= y) against line 8 (x > y)
    "#);
}

#[test]
fn a_file_that_could_not_be_parsed() {
    let mut report = samples::file("f\u{1b}.c", Verdict::Failed, Vec::new());
    report.reason = Some("3:1: error: expected ';'".to_owned());
    insta::assert_snapshot!(render(&report, &SourceFile::new("f.c", ""), &settings(Level::Reduced)), @"f�.c: failed (3:1: error: expected ';')");
}

#[test]
fn a_long_failure_is_short_and_repeats_nothing() {
    let source = SourceFile::new(
        "loop.c",
        "extern int read(void);\nint main(void) {\n  int n = 0;\n  while (read())\n    n = n + 1;\n  assert(n != 200);\n}\n",
    );
    let text = render(&samples::long_loop(200), &source, &settings(Level::Reduced));
    assert!(text.lines().count() < 60);
    insta::assert_snapshot!(text, @r#"
    loop.c:6: assertion `n != 200` can fail in main
      2 explanations, 3 longer variants not listed; there may be more: the limit on explanations (raise
      --max-slices)

      inputs that fail          #1          #2
        read (line 4)    1 ×200, 0   1 ×300, 0

      #1 whatever the inputs are
        look at lines 4 and 5:
        ▶ 4 │ while (read())   is true ×200, then false
        ▶ 5 │   n = n + 1;
        ✗ 6 │ assert(n != 200);
        steps 3 (4T 5)×200 4F 6

      #2 whatever the inputs are
        look at the same lines
        steps that differ from #1:
          +   4 │ read()   is true
          + ▶ 5 │ n = n + 1
          +     these 2 steps 100 times

      every relevant step: focuscheck check --level slice loop.c
    "#);
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
    let settings = Settings {
        commands: Commands::Check { options: "--error 'x > 3'".to_owned() },
        ..settings(Level::Slice)
    };
    insta::assert_snapshot!(render(&report, &samples::min_max_source(), &settings), @r#"
    programs/min_max.cimple:12: error condition `error` can become true in main
      1 explanation; these are all ways

      inputs: none, every run is the same

      #1 when a > 0 (line 10)
        4 steps (▶ where to look, ✗ what fails):
           3 │ x = f(a)         call
          10 │   if (a > 0)     is true; in f
          11 │   return 1       return; 2nd time
        ✗ 12 │ assert(x == 0)   fails; in main

      the whole run: focuscheck check --level trace --error 'x > 3' programs/min_max.cimple
    "#);
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
fn of_many_errors_the_first_are_explained() {
    let mut report = samples::min_max();
    let error = report.errors[0].clone();
    report.errors = (0..11)
        .map(|line| ErrorReport { line, kind: ErrorKind::Check(CheckKind::Bounds), ..error.clone() })
        .collect();
    let text = render(&report, &samples::min_max_source(), &settings(Level::Reduced));
    assert_eq!(text.matches("every relevant step").count(), 8);
    let last: Vec<&str> = text.lines().rev().take(5).collect();
    insta::assert_snapshot!(last.into_iter().rev().collect::<Vec<_>>().join("\n"), @r"

    programs/min_max.cimple:8: check `error` can fail in main
    programs/min_max.cimple:9: check `error` can fail in main
    programs/min_max.cimple:10: check `error` can fail in main
      3 errors not explained here: see --level slice
    ");
    let all = render(&report, &samples::min_max_source(), &settings(Level::Slice));
    assert_eq!(all.matches("the whole run").count(), 11);
}

#[test]
fn steps_in_another_file_name_it() {
    let mut report = samples::min_max();
    let part = PartText { path: "lib/low.h".to_owned(), text: "if (min > y)\n  max = y;\n".to_owned() };
    let main = samples::min_max_source();
    let first = main.line_count() + 1;
    let source =
        SourceFile::with_parts(main.path(), main.text(), Texts { headers: &[part], ..Texts::default() });
    report.parts = source.parts().clone();
    let error = &mut report.errors[0];
    error.counterexamples.truncate(1);
    error.reduced.truncate(1);
    error.reduced[0].nest = vec![first];
    for step in error.counterexamples[0].slice.iter_mut().filter(|step| step.line == 6) {
        step.line = first;
    }
    insta::assert_snapshot!(render(&report, &source, &settings(Level::Reduced)), @r"
    programs/min_max.cimple:9: error condition `error` can become true in main
      1 explanation; these are all ways

      inputs that fail   #1
        x (line 2)        1
        y (line 2)        0
        z (line 2)        1

      #1 when x > y
        look at lib/low.h:1:
        ✗           9 │     error = true; }
          …
        ▶ lib/low.h:1 │ if (min > y)   is true
        steps 3 lib/low.h:1T lib/low.h:1 7F 8T 9

      every relevant step: focuscheck check --level slice programs/min_max.cimple
    ");
}

#[test]
fn what_is_not_decided_is_told_briefly() {
    let error = |line: u32, function: &str| ErrorReport {
        line,
        doubt: Some(Doubt::TooLarge { function: function.to_owned(), size: 9, most: 8 }),
        ..samples::error(Status::Unknown)
    };
    let mut errors: Vec<ErrorReport> = (1..=3).map(|line| error(line, "f")).collect();
    errors.extend((11..=20).map(|line| error(line, &format!("g{line}"))));
    let report = samples::file("u.c", Verdict::Unknown, errors);
    let source = SourceFile::new("u.c", "");
    let text = render(&report, &source, &settings(Level::Reduced));
    assert!(text.contains("u.c: 3 assertions may or may not fail (lines 1-3)\n"), "{text}");
    assert!(text.contains("u.c:18: ") && !text.contains("u.c:19: "), "{text}");
    assert!(
        text.contains("u.c: 2 more errors may or may not happen (lines 19 and 20): see --level slice\n"),
        "{text}"
    );
    assert!(render(&report, &source, &settings(Level::Slice)).contains("u.c:20: "));
}
