//! The corpus itself: where it is, and that it is fit to be one.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::support::expectations::{self, Expectation, ExpectedVerdict};

const PROGRAMS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/programs");

/// The folders of the corpus.
pub const FOLDERS: [&str; 5] = ["first", "paper", "tcas", "behaviour", "memory"];

/// Name (with its folder) and text of each program in a folder, in order.
pub fn programs(folder: &str) -> Vec<(String, String)> {
    entries(&Path::new(PROGRAMS).join(folder))
        .into_iter()
        .filter(|path| path.extension().is_some_and(|e| e == "c" || e == "cimple" || e == "i"))
        .map(|path| {
            let name = format!("{folder}/{}", path.file_name().unwrap_or_default().to_string_lossy());
            let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
            (name, text)
        })
        .collect()
}

/// So many of all programs, evenly spread, for what takes long with each; with `FOCUSCHECK_ALL`, as `scripts/all-programs.sh`
/// sets it, all.
pub fn sample(count: usize) -> impl Iterator<Item = (String, String)> {
    let all: Vec<_> = FOLDERS.into_iter().flat_map(programs).collect();
    let step = if std::env::var_os("FOCUSCHECK_ALL").is_some() { 1 } else { all.len().div_ceil(count) };
    all.into_iter().step_by(step)
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let listing = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = listing.filter_map(|entry| entry.ok().map(|e| e.path())).collect();
    paths.sort();
    paths
}

/// No folder of programs is forgotten, and every program says what is expected of it.
#[test]
fn every_program_has_expectations() {
    let mut problems = String::new();
    for folder in entries(Path::new(PROGRAMS)).into_iter().filter(|entry| entry.is_dir()) {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        // Those of the companions have expectations of their own (`labels.rs`, `questions.rs`, `doomed.rs`).
        if matches!(name.as_str(), "labels" | "questions" | "doomed") {
            continue;
        }
        // What the book shows is run by `documented.rs`.
        if name == "sessions" {
            continue;
        }
        if !FOLDERS.contains(&name.as_str()) {
            let _ = writeln!(problems, "{name}/ is not run");
        }
        for (name, text) in programs(&name) {
            match expectations::parse(&text) {
                Ok(list) if list.iter().any(|e| matches!(e, Expectation::Verdict(_))) => {}
                Ok(_) => _ = writeln!(problems, "{name}: no `expect`"),
                Err(why) => _ = writeln!(problems, "{name}: {why}"),
            }
        }
    }
    assert!(problems.is_empty(), "\n{problems}");
}

/// Where a C compiler is installed: it accepts exactly the programs that are not expected to fail.
#[test]
fn programs_are_c() {
    let mut problems = String::new();
    for (name, text) in FOLDERS.into_iter().flat_map(programs) {
        let expected = expectations::parse(&text).unwrap_or_default();
        let is_wrong = expected.contains(&Expectation::Verdict(ExpectedVerdict::Failed));
        let source = if name.ends_with(".cimple") {
            let stubs = "#include <assert.h>\n#include <stdbool.h>\nextern int outside(void);\n#line 1\n";
            format!("{stubs}{}", text.replace("(*)", "(outside())"))
        } else {
            text
        };
        let folder = Path::new(PROGRAMS).join(name.split('/').next().unwrap_or_default());
        let Some((accepted, messages)) = compile(&source, &folder) else { return };
        if accepted == is_wrong {
            let _ = writeln!(problems, "{name}: accepted: {accepted}\n{messages}");
        }
    }
    assert!(problems.is_empty(), "\n{problems}");
}

/// Whether the C compiler accepts a text, and what it says; `None` without a compiler.
fn compile(source: &str, folder: &Path) -> Option<(bool, String)> {
    let mut compiler = Command::new("cc")
        .args(["-std=gnu11", "-fsyntax-only", "-w", "-x", "c", "-"])
        .arg("-I")
        .arg(folder)
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .ok()?;
    // Dropping the pipe ends the compiler's input.
    compiler.stdin.take()?.write_all(source.as_bytes()).ok()?;
    let output = compiler.wait_with_output().ok()?;
    Some((output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned()))
}
