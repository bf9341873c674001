//! Code that can only fail, as values.

use serde::{Deserialize, Serialize};

use focuscheck_syntax::error::Diagnostic;

/// Why no run through a place ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DoomedKind {
    /// Each one fails.
    Fails,
    /// There is none.
    Unreached,
    /// None leaves a loop.
    Endless,
}

/// How bad it is ("Severity Levels of Inconsistent Code", Schäf and Tiwari).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// Runs may come to the place, and each that does fails or stays.
    A,
    /// No run comes there, because each would have failed before.
    B,
    /// No run comes there, even if nothing failed.
    C,
}

/// A warning: no run through a place ends. Lines are counted through all files of the program, as in reports.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Doomed {
    /// Where.
    pub line: u32,
    /// The column.
    pub column: u32,
    /// The function.
    pub function: String,
    /// Why.
    pub kind: DoomedKind,
    /// How bad that is.
    pub grade: Grade,
    /// The lines that make it so; none can be left out.
    pub because: Vec<u32>,
    /// What the place is: the condition that holds there, or the text of it.
    pub text: String,
    /// The outcome that is meant where both outcomes of a condition are the same place.
    #[serde(default)]
    pub outcome: Option<String>,
    /// What is taken for granted.
    pub assumed: Vec<String>,
    /// What lines say, for people.
    pub told: Vec<CauseLine>,
}

/// A line and what it says.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CauseLine {
    /// The line.
    pub line: u32,
    /// Its text.
    pub text: String,
    /// What holds there or is needed there.
    pub notes: Vec<Note>,
}

/// What a line says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Note {
    /// This holds.
    Holds(String),
    /// The pointer with this text may not be null.
    NotNull(String),
    /// The place with this text has to exist.
    Exists(String),
    /// The divisor with this text may not be zero.
    NotZero(String),
    /// The shift with this text has to be by less than the width.
    Shift(String),
    /// The result of the arithmetic with this text has to fit.
    Fits(String),
    /// This has to hold.
    Stated(String),
    /// Whoever comes there has failed.
    Never,
}

/// A function that was not asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// The function.
    pub function: String,
    /// Its line.
    pub line: u32,
    /// Why.
    pub reason: String,
    /// Whether it was asked about as far as it goes.
    pub partly: bool,
}

/// What was counted for one function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The function.
    pub function: String,
    /// Its points.
    pub points: u64,
    /// Those that were asked about.
    pub asked: u64,
    /// Questions to the prover.
    pub queries: u64,
    /// Those of which nothing was found out.
    pub undecided: u64,
    /// All points that are doomed, also those that share their cause with another one or are not worth saying: lines, and
    /// what holds there.
    pub doomed: Vec<(u32, String)>,
    /// Milliseconds to make the formulas.
    pub building: u64,
    /// Milliseconds for the first question.
    pub first: u64,
    /// Milliseconds for all others.
    pub others: u64,
}

/// What was found in one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DoomedReport {
    /// The file.
    pub path: String,
    /// Why it could not be read, if so.
    pub failed: Option<String>,
    /// Messages of the front end.
    pub diagnostics: Vec<Diagnostic>,
    /// The warnings, in the order of the source.
    pub warnings: Vec<Doomed>,
    /// Functions that were not asked about, or only in part.
    pub skipped: Vec<Skipped>,
    /// What was counted, function by function.
    pub counts: Vec<Counts>,
}

impl DoomedReport {
    /// Points of which nothing was found out.
    pub fn undecided(&self) -> u64 {
        self.counts.iter().map(|counts| counts.undecided).sum()
    }
}

/// A warning as it is written in JSON.
#[derive(Serialize)]
pub struct Warning<'r> {
    line: u32,
    column: u32,
    function: &'r str,
    kind: DoomedKind,
    grade: Grade,
    because: &'r [u32],
    text: &'r str,
    assumed: &'r [String],
}

/// Warnings as they are written.
pub fn warnings(warnings: &[Doomed]) -> Vec<Warning<'_>> {
    warnings
        .iter()
        .map(|warning| Warning {
            line: warning.line,
            column: warning.column,
            function: &warning.function,
            kind: warning.kind,
            grade: warning.grade,
            because: &warning.because,
            text: &warning.text,
            assumed: &warning.assumed,
        })
        .collect()
}
