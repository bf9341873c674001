//! What `ask` reports, as values.

use serde::{Deserialize, Serialize};

pub use crate::report::model::By;
use crate::report::model::Verdict;
use crate::syntax::error::Diagnostic;

/// Whether a question is about all runs or about some.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AskKind {
    /// All runs that come there.
    Always,
    /// Some run.
    Possible,
}

/// An answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Said {
    /// Yes.
    Yes,
    /// No.
    No,
    /// Nobody knows.
    Unknown,
}

/// Where something holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Point {
    /// At the start of a run: of its inputs.
    Start,
    /// At a line.
    Line(u32),
    /// After a loop, by its line.
    AfterLoop(u32),
    /// At the start of each round of a loop, by its line.
    InLoop(u32),
}

/// A question as files of answers have it: found again by text, not by line.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Answered {
    /// What is asked.
    pub kind: AskKind,
    /// The function that it is about.
    #[serde(default)]
    pub function: String,
    /// The text of the place.
    #[serde(default)]
    pub at: String,
    /// Which of several places with that text in the function, from 1 on.
    #[serde(default = "first")]
    pub occurrence: u32,
    /// What is given of the runs.
    #[serde(default)]
    pub given: Vec<String>,
    /// What it is about; none: whether a run comes to the error.
    pub text: Option<String>,
    /// The answer.
    pub answer: Said,
}

fn first() -> u32 {
    1
}

impl Answered {
    /// Whether it is the answer to the same question.
    pub fn is_about(&self, other: &Answered) -> bool {
        let key = |answered: &Answered| Answered { answer: Said::Unknown, ..answered.clone() };
        key(self) == key(other)
    }
}

/// A file of answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answers {
    /// `focuscheck-answers/1`
    pub schema: String,
    /// The answers.
    pub answers: Vec<Answered>,
}

/// The schema of files of answers.
pub const ANSWERS: &str = "focuscheck-answers/1";

/// A question with what was said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuestionReport {
    /// The question; the answer counts if `by` is there.
    pub asked: Answered,
    /// Where.
    pub point: Point,
    /// Alternatives that would do as well.
    pub also: Vec<String>,
    /// What it costs.
    pub cost: u64,
    /// Whether a yes settles the error.
    pub settles: bool,
    /// Who answered.
    pub by: Option<By>,
    /// Inputs of a run that answers it.
    pub inputs: Vec<(String, String)>,
    /// What the person had said instead, if a run contradicts that.
    pub refused: Option<Said>,
}

/// How the questions about an error end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Ended {
    /// It cannot happen.
    Discharged,
    /// It happens.
    Validated,
    /// A question is open, or none is left.
    Open,
    /// The answers contradict each other or what is known.
    Contradiction,
    /// It cannot be asked about.
    Undecided,
}

/// An error that is asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AskedError {
    /// What it is, in words: "assertion `x > 0`".
    pub what: String,
    /// The function.
    pub function: String,
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
    /// What is known, by place.
    pub known: Vec<(Point, Vec<String>)>,
    /// What was asked.
    pub questions: Vec<QuestionReport>,
    /// How that ended.
    pub ended: Ended,
    /// What the end rests on.
    pub by: Option<By>,
    /// The questions, by their number from 0, that the end rests on.
    pub basis: Vec<usize>,
    /// The inputs of a run that was found and fails.
    pub inputs: Vec<(String, String)>,
    /// Why it cannot be asked about.
    pub reason: Option<String>,
}

/// What was found about a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AskReport {
    /// The file.
    pub path: String,
    /// The verdict.
    pub verdict: Verdict,
    /// What it rests on.
    pub by: Option<By>,
    /// Why there is nothing to ask.
    pub reason: Option<String>,
    /// The errors.
    pub errors: Vec<AskedError>,
    /// What is taken for granted besides.
    pub assumed: Vec<String>,
    /// Answers of a file that no question asked for.
    pub unmatched: Vec<Answered>,
    /// What the front end has to say.
    pub diagnostics: Vec<Diagnostic>,
}

impl AskReport {
    /// Draws the conclusion from the errors.
    pub fn settle(&mut self) {
        let has = |ended: Ended| self.errors.iter().any(|error| error.ended == ended);
        self.verdict = if has(Ended::Validated) {
            Verdict::Unsafe
        } else if self.errors.iter().any(|error| error.ended != Ended::Discharged) {
            Verdict::Unknown
        } else if self.errors.is_empty() {
            Verdict::Nothing
        } else {
            Verdict::Safe
        };
        let counts = |error: &&AskedError| match self.verdict {
            Verdict::Unsafe => error.ended == Ended::Validated,
            Verdict::Safe => true,
            Verdict::Nothing | Verdict::Unknown | Verdict::Failed => false,
        };
        self.by = self.errors.iter().filter(counts).filter_map(|error| error.by).max();
    }
}
