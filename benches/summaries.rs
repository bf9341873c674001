//! Summaries against inlining, side by side in one run: the table of growing numbers of calls (k), growing
//! call depths (d), and the resolution-advisory module.
//!
//! `cargo bench --bench summaries`, or `scripts/bench.sh`.
#![allow(clippy::print_stdout, missing_docs, dead_code)]

mod families;

use std::fmt::Write;
use std::time::{Duration, Instant};

use focuscheck_base::options::{Options, PrecisionMode, Procedures};
use focuscheck_base::source::SourceFile;
use focuscheck_driver::analyse;

/// Runs of which the median counts; fewer if they take long.
const RUNS: usize = 5;

/// Inlining is not tried again once one run took longer than this.
const PATIENCE: Duration = Duration::from_secs(20);

struct Measured {
    verdict: String,
    states: u64,
    time: Duration,
}

fn measure(text: &str, procedures: Procedures) -> Measured {
    let source = SourceFile::new("bench.cimple", text);
    let options = Options {
        procedures,
        precision: PrecisionMode::Full,
        timeout: Some(Duration::from_secs(60)),
        ..Options::default()
    };
    let mut report = None;
    let mut times = Vec::new();
    let begin = Instant::now();
    while times.len() < RUNS && (times.is_empty() || begin.elapsed() < Duration::from_secs(2)) {
        let start = Instant::now();
        report = Some(analyse(&source, &options));
        times.push(start.elapsed());
    }
    times.sort_unstable();
    let time = times[times.len() / 2];
    let report = report.expect("there was a run");
    let states = report.statistics.get("states").copied().unwrap_or(0);
    Measured { verdict: format!("{:?}", report.verdict).to_lowercase(), states, time }
}

fn row(name: &str, text: &str, inline: &mut bool) {
    let summaries = measure(text, Procedures::Summaries);
    let mut line = format!(
        "{name:<34} {:>8} {:>9} {:>10.1}",
        summaries.verdict,
        summaries.states,
        summaries.time.as_secs_f64() * 1e3
    );
    if *inline {
        let inlined = measure(text, Procedures::Inline);
        let _ = write!(
            line,
            " {:>8} {:>9} {:>10.1} {:>8.1}",
            inlined.verdict,
            inlined.states,
            inlined.time.as_secs_f64() * 1e3,
            inlined.time.as_secs_f64() / summaries.time.as_secs_f64()
        );
        *inline = inlined.time < PATIENCE && inlined.verdict != "unknown";
    } else {
        let _ = write!(line, " {:>8}", "-");
    }
    println!("{line}");
}

fn header(title: &str) {
    println!("\n{title}");
    println!(
        "{:<34} {:>8} {:>9} {:>10} {:>8} {:>9} {:>10} {:>8}",
        "", "summary", "states", "ms", "inline", "states", "ms", "ratio"
    );
}

fn main() {
    for relevant in [false, true] {
        let kind = if relevant { "relevant to the error" } else { "irrelevant to the error" };
        header(&format!("k calls of one procedure with 8 branches, {kind}"));
        let mut inline = true;
        for calls in [1, 10, 100, 300, 1000] {
            row(&format!("k = {calls}"), &families::many_calls(calls, 8, relevant), &mut inline);
        }
    }
    header("chain of depth d, two calls per level");
    let mut inline = true;
    for depth in [2, 4, 8, 10, 12, 14, 16, 20, 50, 100, 200] {
        row(&format!("d = {depth}"), &families::chain(depth), &mut inline);
    }
    header("resolution-advisory module (three error conditions)");
    match std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/programs/tcas/ra.cimple")) {
        Ok(text) => row("programs/tcas/ra.cimple", &text, &mut true),
        Err(error) => println!("programs/tcas/ra.cimple: {error}"),
    }
}
