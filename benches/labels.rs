//! What labels cost: the questions of `verify` without labels, with labels as decisions of the search, with labels as parts
//! of formulas, and as one weakest precondition, side by side in one run; growing numbers of branches that have nothing to do
//! with what is asked; growing numbers of errors.
//!
//! `cargo bench --bench labels`, or `scripts/bench.sh labels`.
#![allow(clippy::print_stdout, missing_docs)]

use std::fmt::Write;
use std::path::Path;
use std::time::Instant;

use focuscheck_base::options::{CheckKind, Options};
use focuscheck_base::source::SourceFile;
use focuscheck_driver::verify::twin::{Decided, Form, questions};
use focuscheck_driver::verify::{Request, verify};
use focuscheck_report::verify::model::ObligationVerdict;

/// Runs of which the median counts.
const RUNS: usize = 5;

const FORMS: [Form; 4] = [Form::Unlabelled, Form::Labelled, Form::Expanded, Form::Tree];

/// One of the figures that were measured.
type Figure = fn(&Measured) -> f64;

/// What the questions about one function took.
#[derive(Clone, Debug, Default)]
struct Measured {
    function: String,
    /// Errors that cannot happen, that can, and that are open.
    told: [usize; 3],
    decisions: usize,
    conjunctions: usize,
    milliseconds: f64,
}

fn options() -> Options {
    Options { checks: Some(CheckKind::DEFAULT.into()), timeout: None, ..Options::default() }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// The questions about the functions of a file in one form.
fn measured(source: &SourceFile, form: Form) -> Vec<Measured> {
    let prepared = questions(source, &options(), &Request::default(), form);
    let measure = |prepared: &focuscheck_driver::verify::twin::Questions| {
        let mut found = Measured { function: prepared.function.clone(), ..Measured::default() };
        let mut times = Vec::new();
        for run in 0..RUNS {
            let mut asked = prepared.clone();
            let begin = Instant::now();
            let answers = asked.answers();
            times.push(begin.elapsed().as_secs_f64() * 1e3);
            if run == 0 {
                for (_, told) in answers {
                    let place = match told {
                        Decided::Never => 0,
                        Decided::Happens => 1,
                        Decided::Open => 2,
                    };
                    found.told[place] += 1;
                }
                let statistics = asked.statistics();
                (found.decisions, found.conjunctions) = (statistics.decisions, statistics.conjunctions);
            }
        }
        found.milliseconds = median(times);
        found
    };
    prepared.iter().map(measure).collect()
}

/// One function in all forms; a form that it does not have is missing.
struct Row {
    name: String,
    forms: Vec<Option<Measured>>,
}

fn rows(name: &str, text: String) -> Vec<Row> {
    let source = SourceFile::new(name, text);
    let found: Vec<Vec<Measured>> = FORMS.iter().map(|form| measured(&source, *form)).collect();
    let row = |one: &Measured| Row {
        name: format!("{} {}", name.trim_end_matches(".c"), one.function),
        forms: found
            .iter()
            .map(|of| of.iter().find(|other| other.function == one.function).cloned())
            .collect(),
    };
    found[0].iter().map(row).collect()
}

fn header() {
    println!(
        "{:<26} {:>30} {:>24} {:>24} {:>24}",
        "", "unlabelled", "labelled", "expanded by (2)", "weakest precondition"
    );
    println!(
        "{:<26} {:>9} {:>6} {:>6} {:>6} {:>9} {:>6} {:>7} {:>9} {:>6} {:>7} {:>9} {:>6} {:>7}",
        "",
        "told",
        "dec.",
        "conj.",
        "ms",
        "dec.",
        "conj.",
        "ms",
        "dec.",
        "conj.",
        "ms",
        "dec.",
        "conj.",
        "ms"
    );
}

fn print(row: &Row) {
    let told = row.forms[0].as_ref().map_or([0; 3], |found| found.told);
    let mut line = format!("{:<26} {:>9}", row.name, format!("{}/{}/{}", told[0], told[1], told[2]));
    for found in &row.forms {
        let _ = match found {
            Some(found) => {
                write!(line, " {:>6} {:>6} {:>8.2}", found.decisions, found.conjunctions, found.milliseconds)
            }
            None => write!(line, " {:>6} {:>6} {:>8}", "-", "-", "-"),
        };
    }
    println!("{line}");
}

/// The ratios of two forms: medians over all functions, and of the sums.
fn ratios(rows: &[Row], form: usize, name: &str) {
    let mut text = format!("{name} / unlabelled:");
    let ways: [(&str, Figure); 3] = [
        ("decisions", |found| found.decisions as f64),
        ("conjunctions", |found| found.conjunctions as f64),
        ("time", |found| found.milliseconds),
    ];
    for (what, value) in ways {
        let pairs: Vec<(f64, f64)> = rows
            .iter()
            .filter_map(|row| Some((value(row.forms[form].as_ref()?), value(row.forms[0].as_ref()?))))
            .collect();
        let (sum, base) =
            pairs.iter().fold((0.0, 0.0), |(sum, base), (one, other)| (sum + one, base + other));
        let quotients = pairs.iter().filter(|(_, base)| *base > 0.0).map(|(one, base)| one / base).collect();
        let _ = write!(text, "  {what} median {:.2}, sum {:.2}", median(quotients), sum / base);
    }
    println!("{text}");
}

fn folder(path: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let mut files: Vec<_> =
        std::fs::read_dir(folder).into_iter().flatten().flatten().map(|file| file.path()).collect();
    files.sort();
    let read = |path: &std::path::PathBuf| {
        Some((path.file_name()?.to_string_lossy().into_owned(), std::fs::read_to_string(path).ok()?))
    };
    files.iter().filter_map(read).collect()
}

/// Branches that have nothing to do with what is asserted behind them, which holds or not.
fn diamonds(count: usize, holds: bool) -> String {
    let parameters: String = (0..count).map(|number| format!(", int c{number}")).collect();
    let mut text =
        format!("/*@ requires 0 <= x <= 9; */ int diamonds(int x{parameters}) {{ int t = 0, y = x + 1;\n");
    for number in 0..count {
        let _ = writeln!(text, "  if (c{number} > t) t = c{number}; else t = t - 1;");
    }
    let _ = writeln!(text, "  //@ assert y < {};\n  return t; }}", if holds { 11 } else { 10 });
    text
}

/// So many assertions that fail, each behind a branch of its own.
fn errors(count: usize) -> String {
    let mut text = "int errors(int x, int y) { int t = 0;\n".to_owned();
    for number in 0..count {
        let _ = writeln!(
            text,
            "  if (x > {number}) t = t + y; else t = t - 1;\n  //@ assert t != {};",
            number + 3
        );
    }
    text + "  return t; }\n"
}

fn main() {
    println!(
        "questions of programs/labels and tests/annotated, median of {RUNS} runs; told: never/happens/open"
    );
    header();
    let mut all = Vec::new();
    for (name, text) in folder("programs/labels").into_iter().chain(folder("tests/annotated")) {
        for row in rows(&name, text) {
            print(&row);
            all.push(row);
        }
    }
    for (form, name) in [(1, "labelled"), (2, "expanded by (2)"), (3, "weakest precondition")] {
        ratios(&all, form, name);
    }
    for holds in [true, false] {
        println!("\nirrelevant branches, then an assertion that {}", if holds { "holds" } else { "fails" });
        header();
        for count in [5, 10, 20, 40, 80] {
            rows(&format!("K={count}"), diamonds(count, holds)).iter().for_each(print);
        }
    }
    println!("\nassertions that fail: how many traces there are");
    for count in [1, 2, 4, 8, 16, 32] {
        let source = SourceFile::new("errors.c", errors(count));
        let begin = Instant::now();
        let report = verify(&source, &options(), &Request::default());
        let found = report.functions.iter().flat_map(|function| &function.obligations);
        let traces = found.filter(|found| found.verdict == ObligationVerdict::Run && !found.trace.is_empty());
        println!(
            "N = {count:>3}: {:>3} traces {:>9.1} ms",
            traces.count(),
            begin.elapsed().as_secs_f64() * 1e3
        );
    }
}
