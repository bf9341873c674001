//! What the search knows of the question that it is about.

use super::clause::{ClauseId, Literal};
use super::model::Model;
use super::stride::Stride;
use focuscheck_lia::constraint;

/// One question under way.
#[derive(Default)]
pub(super) struct Question {
    pub cases: usize,
    pub conjunctions: usize,
    /// The last model of the solver.
    pub integers: constraint::Model,
    /// The same with the truth values at that point.
    pub model: Model,
    /// The level at which the solver did not decide what was assigned.
    pub undecided: Option<u32>,
    /// Instances that there were before.
    pub instances: usize,
    /// Clauses about maps and the like that the last model contradicts.
    pub pending: Vec<ClauseId>,
    /// Literals that hold in it, and are to be decided.
    pub wanted: Vec<Literal>,
    /// How often the values of a sum were halved.
    pub halved: usize,
    /// When the solver is asked on the way.
    pub stride: Stride,
}
