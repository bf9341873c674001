//! One batch of programs of the corpus for all tests that look at what comes of it.

use std::sync::LazyLock;

use focuscheck_cli::Environment;

use crate::programs::sample;
use crate::support::command::{focuscheck, focuscheck_in};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

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
    let files = sample(90).map(|(name, _)| format!("{ROOT}/programs/{name}")).collect();
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
    /// What decides about a result. No compiled program tells whether a variable has a value, so that is no error here;
    /// and on a slow machine no time limit ends what is looked at.
    pub const WORDS: [&str; 8] = [
        "check",
        "--explain-reduce",
        "--inputs",
        "x,y",
        "--check",
        "bounds,pointer,div,shift",
        "--timeout",
        "0",
    ];

    /// Exit code, stdout and stderr of `check` with more words, such as the files; results come from the cache.
    pub fn check(&self, words: &[&str]) -> (u8, String, String) {
        let folder = self.folder.path().to_str().expect("a UTF-8 path");
        with_key(&[&Self::WORDS[..], &["--cache", folder], words].concat())
    }

    /// The same without the cache.
    pub fn check_again(&self, words: &[&str]) -> (u8, String, String) {
        focuscheck(&[&Self::WORDS[..], words].concat())
    }
}

/// Exit code, stdout and stderr of a command, with a key for caches and a time of its own.
pub fn with_key(arguments: &[&str]) -> (u8, String, String) {
    let cache_key = Some("a key of these tests".to_owned());
    let environment = Environment { time: Some(1_700_000_000), cache_key, ..Environment::default() };
    focuscheck_in(&environment, arguments)
}
