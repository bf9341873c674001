//! Why each step of a slice is in, as people read it.

use std::path::Path;

use focuscheck_base::options::Options;
use focuscheck_base::source::SourceFile;
use focuscheck_cli::input::Input;
use focuscheck_cli::read;
use focuscheck_report::model::{FileReport, Step};

/// One step per line, with its number and its reasons: `data x -> 4`.
fn listing(report: &FileReport, rank: usize) -> String {
    let example = report.errors.iter().flat_map(|error| error.counterexamples.get(rank - 1)).next();
    let slice = &example.expect("an explanation of that rank").slice;
    slice.iter().enumerate().map(|(number, step)| format!("{}\n", line(number, step))).collect()
}

fn line(number: usize, step: &Step) -> String {
    let outcome = step.outcome.map_or("", |holds| if holds { "T" } else { "F" });
    let reasons: Vec<String> = step
        .reasons
        .iter()
        .map(|reason| {
            let kind = format!("{:?}", reason.kind).to_lowercase();
            let variable = reason.variable.as_ref().map_or(String::new(), |name| format!(" {name}"));
            format!("{kind}{variable} -> {}", reason.step)
        })
        .collect();
    format!("{number:2} | {:2}{outcome} {}: {}", step.line, step.text, reasons.join(", "))
}

fn program(name: &str) -> FileReport {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs").join(name);
    let source = read::load_as(&Input::file(&path), name, &[], &[]).expect("a program");
    focuscheck_driver::analyse(&source, &Options::default())
}

fn text(text: &str) -> FileReport {
    focuscheck_driver::analyse(&SourceFile::new("test.c", text), &Options::default())
}

#[test]
fn figure_1_takes_the_lock_twice() {
    insta::assert_snapshot!(listing(&program("paper/fig1.cimple"), 2));
}

#[test]
fn figure_2_could_have_changed_the_least() {
    insta::assert_snapshot!(listing(&program("paper/fig2.cimple"), 1));
}

#[test]
fn values_go_through_parameters_results_and_cells() {
    let report = text(
        "\
int __VERIFIER_nondet_int(void); void __assert_fail(void); void abort(void);
int a[3], seen;
void assume(int c) { if (!c) abort(); }
int twice(int n) { seen = n; return n + n; }
void mark(void) { if (seen > 4) { a[seen - 4] = 1; return; } }
int main(void) {
  int x = __VERIFIER_nondet_int();
  assume(x > 2 && x < 7);
  int y = twice(x);
  mark();
  int best = 0;
  if (y > 100) best = y;
  if (a[2] == 1 && best == 0) { __assert_fail(); }
}
",
    );
    insta::assert_snapshot!(listing(&report, 1));
}

#[test]
fn a_loop_decides_about_its_next_round() {
    let report = text(
        "\
extern void reach_error(void); extern int nondet(void);
int main(void) {
  int n = 3, sum = 0;
  for (int i = 0; i < n; i++) {
    if (i == 5) continue;
    sum += i;
  }
  if (sum == 3) reach_error();
}
",
    );
    insta::assert_snapshot!(listing(&report, 1));
}
