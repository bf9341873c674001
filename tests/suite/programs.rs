//! The corpus itself: where it is, and that it is fit to be one.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use focuscheck_cli::{self as cli, Environment};

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

/// What several tests look at in programs of the corpus: they are analysed once, in one batch, and found in a cache by all
/// that ask with the same words.
pub struct Sampled {
    folder: tempfile::TempDir,
    /// Paths of the programs.
    pub files: Vec<String>,
    /// The report of the batch, in JSON.
    pub report: serde_json::Value,
}

/// Shared by the tests of reports, witnesses, replays and threads.
pub static SAMPLED: LazyLock<Sampled> = LazyLock::new(|| {
    let files = sample(90).map(|(name, _)| format!("{PROGRAMS}/{name}")).collect();
    let mut sampled = Sampled {
        folder: tempfile::tempdir().expect("a folder"),
        files,
        report: serde_json::Value::default(),
    };
    let files: Vec<&str> = sampled.files.iter().map(String::as_str).collect();
    let (_, stdout, stderr) = sampled.check(&[&["--format", "json", "-j", "2"], &files[..]].concat());
    sampled.report = serde_json::from_str(&stdout).unwrap_or_else(|_| panic!("{stdout}{stderr}"));
    sampled
});

impl Sampled {
    /// What decides about a result. No compiled program tells whether a variable has a value, so that is no error here.
    pub const WORDS: [&str; 6] =
        ["check", "--explain-reduce", "--inputs", "x,y", "--check", "bounds,pointer,div,shift"];

    /// Exit code, stdout and stderr of `check` with more words, such as the files; results come from the cache.
    pub fn check(&self, words: &[&str]) -> (u8, String, String) {
        let folder = self.folder.path().to_str().expect("a UTF-8 path");
        run(&[&["focuscheck"], &Self::WORDS[..], &["--cache", folder], words].concat())
    }

    /// The same without the cache.
    pub fn check_again(&self, words: &[&str]) -> (u8, String, String) {
        run(&[&["focuscheck"], &Self::WORDS[..], words].concat())
    }
}

/// Exit code, stdout and stderr of a command, with a key for caches and a time of its own.
pub fn run(words: &[&str]) -> (u8, String, String) {
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let cache_key = Some("a key of these tests".to_owned());
    let environment = Environment { time: Some(1_700_000_000), cache_key, ..Environment::default() };
    let code = cli::run(words, &environment, &mut stdout, &mut stderr);
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8 output");
    (code.number(), text(stdout), text(stderr))
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
