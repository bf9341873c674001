//! The whole tool, as it is called: programs of growing size, one thread and two on a folder, and every
//! program of the corpus beside ESBMC where that is installed.
//!
//! `cargo bench --bench whole`, or `scripts/bench.sh`. Every figure is the median of several runs.
#![allow(clippy::print_stdout, missing_docs)]

mod families;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const RUNS: usize = 3;
/// Seconds that a tool may take for one program.
const PATIENCE: u64 = 20;

/// The median time of a command in seconds, and the exit code of its last run; `None` if it cannot be started.
fn timed(command: &mut Command, runs: usize) -> Option<(f64, Option<i32>)> {
    let mut times = Vec::new();
    let mut code = None;
    let begin = Instant::now();
    while times.len() < runs && (times.is_empty() || begin.elapsed() < Duration::from_secs(PATIENCE)) {
        let start = Instant::now();
        code = command.stdout(Stdio::null()).stderr(Stdio::null()).status().ok()?.code();
        times.push(start.elapsed().as_secs_f64());
    }
    times.sort_by(f64::total_cmp);
    Some((times[times.len() / 2], code))
}

fn focuscheck(arguments: &[&str], path: &Path) -> Option<(f64, Option<i32>)> {
    let timeout = PATIENCE.to_string();
    let mut command = Command::new(env!("CARGO_BIN_EXE_focuscheck"));
    timed(command.args(["check", "--timeout", &timeout]).args(arguments).arg(path), RUNS)
}

fn verdict(code: Option<i32>) -> &'static str {
    match code {
        Some(0) => "safe",
        Some(10) => "unsafe",
        Some(5) => "unknown",
        _ => "failed",
    }
}

fn growing(folder: &Path) {
    println!("\nthe whole tool on programs of growing size");
    println!("{:<34} {:>8} {:>10} {:>10}", "", "verdict", "ms", "to before");
    type Family = (&'static str, fn(usize) -> String, &'static [usize]);
    let families: [Family; 6] = [
        ("calls of 8 branches, irrelevant", |k| families::many_calls(k, 8, false), &[10, 100, 1000]),
        ("calls of 8 branches, relevant", |k| families::many_calls(k, 8, true), &[10, 100, 1000]),
        ("chain of two calls per level", families::chain, &[4, 50, 200]),
        ("counting chain", families::counting_chain, &[4, 50, 200]),
        ("locks", families::locks, &[5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]),
        ("machine", families::machine, &[20, 40, 60]),
    ];
    for (name, program, sizes) in families {
        let mut before: Option<f64> = None;
        for &size in sizes {
            let path = folder.join("program.cimple");
            if fs::write(&path, program(size)).is_err() {
                continue;
            }
            let Some((seconds, code)) = focuscheck(&[], &path) else { continue };
            let ratio = before.map_or(String::from("-"), |before| format!("{:.2}", seconds / before));
            println!(
                "{:<34} {:>8} {:>10.1} {ratio:>10}",
                format!("{name} {size}"),
                verdict(code),
                seconds * 1e3
            );
            before = Some(seconds);
        }
    }
}

fn threads(corpus: &Path) {
    println!("\none thread and two on {}", corpus.display());
    let (Some(one), Some(two)) = (focuscheck(&["-j1"], corpus), focuscheck(&["-j2"], corpus)) else { return };
    println!("-j1 {:.0} ms, -j2 {:.0} ms, ratio {:.2}", one.0 * 1e3, two.0 * 1e3, one.0 / two.0);
}

fn programs(folder: &Path, into: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            programs(&path, into);
        } else if path.extension().is_some_and(|extension| extension == "c") {
            into.push(path);
        }
    }
}

/// Beside ESBMC, which unwinds loops incrementally here; it reads C, so the `.cimple` files are left out.
fn beside_esbmc(corpus: &Path) {
    println!("\nevery C program of the corpus beside ESBMC");
    if timed(Command::new("esbmc").arg("--version"), 1).is_none() {
        println!("esbmc is not installed: nothing to compare with");
        return;
    }
    println!("{:<46} {:>8} {:>10} {:>8} {:>10} {:>8}", "", "ours", "ms", "esbmc", "ms", "ratio");
    let mut files = Vec::new();
    programs(corpus, &mut files);
    let mut ratios = Vec::new();
    for path in files {
        let limit = format!("{PATIENCE}s");
        let mut esbmc = Command::new("esbmc");
        esbmc.args([
            "--incremental-bmc",
            "--no-bounds-check",
            "--no-div-by-zero-check",
            "--no-pointer-check",
        ]);
        esbmc.args(["--timeout", &limit]).arg(&path);
        let (Some(ours), Some(theirs)) = (focuscheck(&[], &path), timed(&mut esbmc, 1)) else { continue };
        let their_verdict = match theirs.1 {
            Some(0) => "safe",
            Some(1) => "unsafe",
            _ => "unknown",
        };
        let ratio = theirs.0 / ours.0;
        ratios.push(ratio);
        let name = path.strip_prefix(corpus).unwrap_or(&path).display().to_string();
        let (ours_ms, theirs_ms) = (ours.0 * 1e3, theirs.0 * 1e3);
        println!(
            "{name:<46} {:>8} {ours_ms:>10.1} {their_verdict:>8} {theirs_ms:>10.1} {ratio:>8.1}",
            verdict(ours.1)
        );
    }
    ratios.sort_by(f64::total_cmp);
    if let Some(median) = ratios.get(ratios.len() / 2) {
        println!("median ratio {median:.1}");
    }
}

fn main() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs");
    match tempfile::tempdir() {
        Ok(folder) => growing(folder.path()),
        Err(error) => println!("no temporary folder: {error}"),
    }
    threads(&corpus);
    beside_esbmc(&corpus);
}
