//! What `ask` reports, as values.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

pub use crate::model::By;
use crate::model::{ErrorReport, Verdict};
use focuscheck_machine::Property;
use focuscheck_syntax::error::Diagnostic;

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
pub enum AnswerKind {
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
    /// Each time before the condition of a loop is looked at, by its line.
    AtLoop(u32),
}

impl Point {
    /// Which moment of its place it is.
    pub fn moment(self) -> Moment {
        match self {
            Point::Start | Point::Line(_) => Moment::There,
            Point::AfterLoop(_) => Moment::After,
            Point::InLoop(_) => Moment::Round,
            Point::AtLoop(_) => Moment::Condition,
        }
    }
}

/// Which moment of a place is meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Moment {
    /// What stands there has just been done.
    There,
    /// After the loop.
    #[default]
    After,
    /// At the start of a round of the loop.
    Round,
    /// Before the condition of the loop is looked at.
    Condition,
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
    /// Which moment there.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub moment: Moment,
    /// The lines of the calls that it is in, the innermost first, if several would be possible.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<u32>,
    /// What is given of the runs.
    #[serde(default)]
    pub given: Vec<String>,
    /// Whether only runs are meant that reach the line of the error.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reaching: bool,
    /// The line that runs reach, where that is a part of the question: of two errors both may be asked whether a run comes there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reached: Option<u32>,
    /// What it is about; none: whether a run comes to the error.
    pub text: Option<String>,
    /// The answer.
    pub answer: AnswerKind,
}

fn first() -> u32 {
    1
}

/// Whether a moment is not written down: it follows from the place.
fn is_usual(moment: &Moment) -> bool {
    matches!(moment, Moment::There | Moment::After)
}

impl Answered {
    /// Whether it is the answer to the same question.
    pub fn is_about(&self, other: &Answered) -> bool {
        let key = |answered: &Answered| {
            let moment = if is_usual(&answered.moment) { Moment::default() } else { answered.moment };
            Answered { answer: AnswerKind::Unknown, moment, ..answered.clone() }
        };
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
    /// The line that runs reach of which it is asked, if not all are meant.
    pub reached: u32,
    /// Whether a run of which it says yes has left all loops.
    pub ends: bool,
    /// Whether such a run may fail somewhere else before.
    pub fails_elsewhere: bool,
    /// Who answered.
    pub by: Option<By>,
    /// Inputs of a run that answers it.
    pub inputs: Vec<(String, String)>,
    /// What the person had said instead, if a run contradicts that.
    pub refused: Option<AnswerKind>,
}

/// Of which runs something is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Extent {
    /// Of all: whenever a run comes to the place.
    All,
    /// Of those that reach the line of the error, at their only passage of the place.
    Reaching,
}

/// What is known at a place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Known {
    /// The place.
    pub at: Point,
    /// The lines of the calls that it is in, the innermost first, if there are several.
    pub calls: Vec<u32>,
    /// In which runs.
    pub runs: Extent,
    /// What holds there, each by itself.
    pub holds: Vec<String>,
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
    /// What has to hold.
    pub property: Property,
    /// The function.
    pub function: String,
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
    /// What is known, by place.
    pub known: Vec<Known>,
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
    /// The lines of other errors of which nobody knows whether the run that is said to fail fails there instead.
    pub instead: BTreeSet<u32>,
    /// Whether the end holds only of runs in which no value wraps.
    pub wraps: bool,
    /// Why it cannot be asked about.
    pub reason: Option<String>,
}

impl AskedError {
    /// How it ended for this error by itself: that some run fails, here or there, does not settle it.
    pub fn own_end(&self) -> Ended {
        if self.instead.is_empty() { self.ended } else { Ended::Open }
    }

    /// Whether an error of `check` may be this one: where several of a kind stand in a line, columns tell them apart.
    pub fn may_be(&self, error: &ErrorReport) -> bool {
        self.line == error.line && self.property.is_violated_by(error.kind)
    }

    /// Those of `asked` that an error of `check` is about: it cannot happen if none of them can.
    pub fn of<'a>(asked: &'a [AskedError], error: &ErrorReport) -> Vec<&'a AskedError> {
        let near: Vec<&AskedError> = asked.iter().filter(|asked| asked.may_be(error)).collect();
        let here: Vec<&AskedError> =
            near.iter().copied().filter(|asked| asked.column == error.column).collect();
        if here.is_empty() { near } else { here }
    }
}

/// An error that is not asked about, because `check` decides it or because no question can be put to it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Besides {
    /// Its line.
    pub line: u32,
    /// What it is, in words.
    pub what: String,
    /// Whether `check` found that it happens; else it is open.
    pub happens: bool,
}

/// What a dialogue says, as it goes on.
#[derive(Clone, Debug)]
pub enum DialogueEvent {
    /// Questions about an error begin.
    Error(AskedError),
    /// This was settled without asking: the question, its number, the line of the error.
    Settled(QuestionReport, usize, u32),
    /// A question; an answer is waited for.
    Question(QuestionReport, usize, u32),
    /// The end.
    Done(Box<AskReport>),
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
    /// The errors that are not asked about and that nobody has excluded, by line.
    pub besides: Vec<Besides>,
    /// What is taken for granted besides.
    pub assumed: Vec<String>,
    /// Answers of a file that no question asked for.
    pub unmatched: Vec<Answered>,
    /// What the front end has to say.
    pub diagnostics: Vec<Diagnostic>,
}

impl AskReport {
    /// Draws the conclusion from the errors, also from those that are not asked about.
    pub fn settle(&mut self) {
        let has = |ended: Ended| self.errors.iter().any(|error| error.ended == ended);
        self.verdict = if has(Ended::Validated) || self.besides.iter().any(|error| error.happens) {
            Verdict::Unsafe
        } else if self.errors.iter().any(|error| error.ended != Ended::Discharged) || !self.besides.is_empty()
        {
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
        let happens = self.besides.iter().any(|error| error.happens);
        self.by = match happens {
            true => None,
            false => self.errors.iter().filter(counts).filter_map(|error| error.by).max(),
        };
    }
}
