//! What to ask, and how.

use focuscheck_abduce::Cost;
use focuscheck_report::ask::model::Answered;

/// Which facts are known before anything is asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Facts {
    /// What annotations say, and the invariants that are found.
    #[default]
    Found,
    /// What annotations say; errors are asked about whatever else would prove them.
    Annotated,
}

/// What to ask, and how.
#[derive(Clone, Debug)]
pub struct Request {
    /// Only errors at this line.
    pub line: Option<u32>,
    /// Which facts are known.
    pub facts: Facts,
    /// How questions are priced.
    pub cost: Cost,
    /// Alternatives beside a question.
    pub alternatives: usize,
    /// Whether runs and proofs are tried before anybody is asked.
    pub tries: bool,
    /// Answers that were given before.
    pub answers: Vec<Answered>,
}

impl Default for Request {
    fn default() -> Self {
        Request {
            line: None,
            facts: Facts::Found,
            cost: Cost::Definition,
            alternatives: 2,
            tries: true,
            answers: Vec::new(),
        }
    }
}
