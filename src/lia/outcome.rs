//! Answers of the solver.

use focuscheck_base::doubt::Lack;

pub use super::constraint::Model;

/// The answer to a feasibility question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A model that was checked on every constraint, bound and definition with exact integers.
    Feasible(Model),
    /// No model exists; this was confirmed exactly. The clashing constraints, as sorted positions in the
    /// problem, irredundant.
    Infeasible(Vec<usize>),
    /// There is no answer for lack of this.
    Undecided(Lack),
}
