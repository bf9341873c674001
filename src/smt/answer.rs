//! Answers and limits.

use serde::{Deserialize, Serialize};

use super::model::Model;
use super::term::HypothesisId;
use focuscheck_base::doubt;

/// How much one question may take: counts, never time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Decisions and conflicts of the search.
    pub cases: usize,
    /// Conjunctions that the solver is asked about.
    pub conjunctions: usize,
    /// Instances of quantified formulas.
    pub instances: usize,
    /// How deeply instances may rest on terms of other instances.
    pub rounds: u32,
    /// Instances of one quantified formula for single values that a model contradicts.
    pub values: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { cases: 200_000, conjunctions: 4_000, instances: 2_000, rounds: 2, values: 16 }
    }
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Lack {
    /// The limit of cases.
    Cases,
    /// That of conjunctions.
    Conjunctions,
    /// That of instances.
    Instances,
    /// The arithmetic of a conjunction was not decided.
    Arithmetic(doubt::Lack),
    /// A number is too large.
    Number,
    /// What was found is no model of everything that is supposed.
    Model,
}

/// The answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Nothing satisfies what is supposed; these hypotheses were used to show it.
    Refuted {
        /// The hypotheses, in order.
        needed: Vec<HypothesisId>,
    },
    /// This does.
    Satisfied(Model),
    /// Neither was shown.
    Open(Lack),
}

/// What the questions so far took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Decisions of the search.
    pub decisions: usize,
    /// Conjunctions that the solver was asked about.
    pub conjunctions: usize,
    /// Instances of quantified formulas.
    pub instances: usize,
    /// Learned clauses.
    pub learned: usize,
}
