//! What a command is given: programs, each with its translation units, or what stands for files that could not be found.

use std::path::{Path, PathBuf};

use focuscheck_base::compilation::Settings;

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
            within: None,
            notes: Vec::new(),
            problem: None,
        }
    }

    /// Nothing to read.
    pub fn problem(path: &Path, problem: impl Into<String>) -> Self {
        Input { problem: Some(problem.into()), ..Input::file(path) }
    }
}
