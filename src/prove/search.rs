//! The search.

use super::answer::{Answer, Lack, Limits, Statistics};
use super::term::{BoolId, FormulaId, HypothesisId, Terms};

/// Decides questions about what is supposed.
#[derive(Clone, Debug)]
pub struct Prover {
    /// The arena of all terms and formulas.
    pub terms: Terms,
    limits: Limits,
    supposed: Vec<FormulaId>,
    order: Vec<(BoolId, bool)>,
}

impl Prover {
    /// Nothing supposed.
    pub fn new(limits: Limits) -> Self {
        Prover { terms: Terms::default(), limits, supposed: Vec::new(), order: Vec::new() }
    }

    /// A formula holds from now on in all questions.
    pub fn suppose(&mut self, formula: FormulaId) -> HypothesisId {
        self.supposed.push(formula);
        HypothesisId(self.supposed.len() as u32 - 1)
    }

    /// What is decided first where a choice between open truth values is left, and which way.
    pub fn order(&mut self, decisions: &[(BoolId, bool)]) {
        self.order = decisions.to_vec();
    }

    /// Whether something satisfies all that is supposed and the assumptions. What is learned is kept.
    pub fn solve(&mut self, _assumptions: &[(BoolId, bool)]) -> Answer {
        let _ = self.limits;
        Answer::Open(Lack::Cases)
    }

    /// What the questions so far took.
    pub fn statistics(&self) -> Statistics {
        Statistics::default()
    }
}
