//! FocusCheck, started on single files.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

/// The binary that is judged.
#[derive(Clone, Debug)]
pub struct Tool {
    binary: PathBuf,
    seconds: u32,
    /// The only command that is judged, if not all are.
    only: Option<String>,
}

impl Tool {
    /// A binary, and how long it may take for a command.
    pub fn new(binary: PathBuf, seconds: u32) -> Tool {
        Tool { binary, seconds, only: None }
    }

    /// The same with one command: `check`, `inputs`, `doomed`, `verify` or `ask`.
    pub fn only(self, command: Option<String>) -> Tool {
        Tool { only: command, ..self }
    }

    /// Whether a command is judged.
    pub fn judges(&self, command: &str) -> bool {
        self.only.as_ref().is_none_or(|only| only == command)
    }

    /// The standard output of a command.
    pub fn text(&self, folder: &Path, words: &[String]) -> Result<String, String> {
        let mut command = Command::new(&self.binary);
        command.current_dir(folder).args(&words[..1]).args(["--no-config", "--memory", "1G"]);
        command.args(["--timeout", &self.seconds.to_string()]).args(&words[1..]).stdin(Stdio::null());
        let output = command.output().map_err(|e| e.to_string())?;
        match output.status.code() {
            Some(0 | 5 | 10) => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
            _ => {
                let said = String::from_utf8_lossy(&output.stderr);
                let first = said.lines().find(|l| l.contains("error")).or(said.lines().next());
                Err(format!("{}: {}", words.join(" "), first.unwrap_or("no message")))
            }
        }
    }

    /// The report of a command with `--format json`.
    pub fn json(&self, folder: &Path, words: &[String]) -> Result<Value, String> {
        let mut words = words.to_vec();
        words.extend(["--format".to_owned(), "json".to_owned()]);
        serde_json::from_str(&self.text(folder, &words)?).map_err(|e| format!("{}: {e}", words.join(" ")))
    }
}
