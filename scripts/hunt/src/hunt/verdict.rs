//! What FocusCheck says of programs.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use super::compose::Program;

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// No error can be reached.
    Safe,
    /// These kinds of errors can be reached.
    Unsafe(Vec<String>),
    /// Undecided, with the reason.
    Unknown(String),
    /// There is no error to look for.
    Nothing,
    /// It broke down or refused the program.
    Failed(String),
}

/// The tool that is tried.
#[derive(Clone, Debug)]
pub struct Tool {
    binary: PathBuf,
    seconds: u32,
    /// Whether `--check none` exists and the usual checks are on without a word.
    checks_by_default: bool,
}

impl Tool {
    /// A binary, and how long it may take for a program.
    pub fn new(binary: PathBuf, seconds: u32) -> Tool {
        let help = Command::new(&binary).args(["check", "--help"]).output();
        let help = help.map_or(String::new(), |o| String::from_utf8_lossy(&o.stdout).into_owned());
        let checks_by_default = help.lines().any(|l| l.trim_start().starts_with("- none:"));
        Tool { binary, seconds, checks_by_default }
    }

    fn options(&self, program: &Program) -> Vec<String> {
        let mut options = program.options.clone();
        let extra: &[&str] = match (program.checks, self.checks_by_default) {
            _ if options.iter().any(|o| o == "--check") => &[],
            (true, false) => &["--check", "bounds,div,shift"],
            (false, true) => &["--check", "none"],
            _ => &[],
        };
        options.extend(extra.iter().map(|&o| o.to_owned()));
        options
    }

    /// The options by which a person gets the same answer.
    pub fn command_line(&self, program: &Program) -> String {
        self.options(program).join(" ")
    }

    /// The answers for programs whose files are in a folder.
    pub fn verdicts(&self, folder: &Path, programs: &[Program]) -> BTreeMap<u64, Verdict> {
        let mut groups: BTreeMap<Vec<String>, Vec<&Program>> = BTreeMap::new();
        for program in programs {
            groups.entry(self.options(program)).or_default().push(program);
        }
        let mut found = BTreeMap::new();
        for (options, group) in groups {
            match self.answers(folder, &options, &group) {
                Ok(answers) => found.extend(answers),
                // One program breaks the batch: which one is seen when each is given alone.
                Err(_) => {
                    for program in group {
                        let answer = self.answers(folder, &options, &[program]);
                        let answer = answer.map(|mut a| a.remove(&program.seed));
                        let missing = || Verdict::Failed("no answer".into());
                        let verdict = answer.map_or_else(Verdict::Failed, |v| v.unwrap_or_else(missing));
                        found.insert(program.seed, verdict);
                    }
                }
            }
        }
        found
    }

    fn answers(
        &self,
        folder: &Path,
        options: &[String],
        programs: &[&Program],
    ) -> Result<BTreeMap<u64, Verdict>, String> {
        let files = programs.iter().map(|p| format!("p{}.c", p.seed));
        let output = Command::new(&self.binary)
            .current_dir(folder)
            .args([
                "check",
                "--no-config",
                "--format",
                "json",
                "-j",
                "1",
                "--max-slices",
                "1",
                "--memory",
                "1G",
            ])
            .args(["--timeout", &self.seconds.to_string()])
            .args(options)
            .args(files)
            .output()
            .map_err(|e| e.to_string())?;
        let messages = String::from_utf8_lossy(&output.stderr);
        let complaint = |path: &str| {
            let error = messages.lines().find(|l| l.starts_with(path) && l.contains(": error: "));
            error.or(messages.lines().next()).unwrap_or("no output").to_owned()
        };
        let json: Value = serde_json::from_slice(&output.stdout).map_err(|_| complaint(""))?;
        let files = json["files"].as_array().ok_or_else(|| complaint(""))?;
        let mut answers = BTreeMap::new();
        for file in files {
            let path = file["path"].as_str().unwrap_or("").rsplit('/').next().unwrap_or("");
            let seed = path.trim_start_matches('p').trim_end_matches(".c").parse();
            answers
                .insert(seed.map_err(|_| format!("an answer for {path}"))?, verdict(file, &complaint(path)));
        }
        Ok(answers)
    }
}

fn verdict(file: &Value, complaint: &str) -> Verdict {
    let reason = || {
        let own = file["reason"].as_str().map(str::to_owned);
        let errors = file["errors"].as_array().into_iter().flatten();
        let of_error = errors.filter_map(|e| e["reason"].as_str()).map(str::to_owned).next();
        own.or(of_error).unwrap_or_else(|| file["verdict"].as_str().unwrap_or("?").replace('_', " "))
    };
    match file["verdict"].as_str() {
        Some("safe") => Verdict::Safe,
        Some("unsafe") => {
            let errors = file["errors"].as_array().into_iter().flatten();
            let reached = errors.filter(|e| e["status"] == "reachable");
            Verdict::Unsafe(reached.filter_map(|e| e["kind"].as_str()).map(str::to_owned).collect())
        }
        Some("nothing") => Verdict::Nothing,
        Some("failed") => Verdict::Failed(complaint.to_owned()),
        _ => Verdict::Unknown(reason()),
    }
}
