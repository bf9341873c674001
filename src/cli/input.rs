//! What a command is given: programs, each with its translation units, or what stands for files that could not be found.

use std::path::{Path, PathBuf};

use focuscheck_base::compilation::Settings;
use focuscheck_report::words::of_file;

/// Of which files each function is a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entries {
    /// Of none.
    None,
    /// Of those that belong to no program with `main`.
    Libraries,
    /// Of all.
    All,
}

/// A translation unit besides the main one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// The file.
    pub path: PathBuf,
    /// How it is compiled.
    pub settings: Settings,
}

/// A program of the batch, or what stands for files that could not be found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// The main file, as it is shown.
    pub path: PathBuf,
    /// How it is compiled.
    pub settings: Settings,
    /// The other translation units.
    pub others: Vec<Unit>,
    /// The function that is started, if that is not what the command line says.
    pub entry: Option<String>,
    /// The folder that was given, if the file itself was not.
    pub within: Option<PathBuf>,
    /// What is to be said of how the files of the program were found.
    pub notes: Vec<String>,
    /// Why there is nothing to read.
    pub problem: Option<String>,
}

impl Input {
    /// A program of one file.
    pub fn file(path: impl Into<PathBuf>) -> Self {
        Input {
            path: path.into(),
            settings: Settings::default(),
            others: Vec::new(),
            entry: None,
            within: None,
            notes: Vec::new(),
            problem: None,
        }
    }

    /// How it is called where each function of a file is a program: by both.
    pub fn name(&self) -> String {
        of_file(&self.path.to_string_lossy(), self.entry.as_deref())
    }

    /// Nothing to read.
    pub fn problem(path: &Path, problem: impl Into<String>) -> Self {
        Input { problem: Some(problem.into()), ..Input::file(path) }
    }
}
