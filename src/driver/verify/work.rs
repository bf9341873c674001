//! The questions about one function, each within its limits.

use focuscheck_base::limit::{Deadline, within};
use focuscheck_report::verify::model::Hindrance;
use focuscheck_smt::{Limits, Prover};
use focuscheck_vc::condition::passive::Condition;

/// A function may take the steps of so many obligations.
const MOST_OBLIGATIONS: u64 = 10;

/// What the work on one function may take.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// What the user allows for a function.
    deadline: Deadline,
    /// The same, and so many steps of all obligations together.
    function: Deadline,
    /// How many small steps one obligation may take.
    steps: u64,
}

impl Budget {
    /// Counts from now on; `steps` are those of one obligation.
    pub fn begin(deadline: Deadline, steps: u64) -> Self {
        Budget { deadline, function: deadline.within_steps(steps.saturating_mul(MOST_OBLIGATIONS)), steps }
    }

    /// Does what belongs to no obligation. Nothing is begun when a limit is passed.
    pub fn prepare<T>(&self, work: impl FnOnce() -> T) -> Result<T, Hindrance> {
        if self.function.passed().is_some() {
            return Err(self.hindrance());
        }
        within(self.function, work).map_err(|_| self.hindrance())
    }

    /// Why work was ended: what the user allows is used up, or else the steps are, which no clock decides.
    fn hindrance(&self) -> Hindrance {
        self.deadline.passed().map_or(Hindrance::Steps, Hindrance::Spent)
    }
}

/// A prover that is asked within limits.
pub struct Work<'w, 'g> {
    budget: &'w Budget,
    condition: &'w Condition<'g>,
    limits: Limits,
    /// The prover; none after a question that was ended, which leaves it half-done.
    prover: Option<Prover>,
}

impl<'w, 'g> Work<'w, 'g> {
    /// Nothing is asked yet.
    pub fn new(budget: &'w Budget, condition: &'w Condition<'g>, limits: Limits) -> Self {
        Work { budget, condition, limits, prover: None }
    }

    /// Asks something; if it takes too much, why.
    pub fn ask<T>(&mut self, question: impl FnOnce(&mut Prover) -> T) -> Result<T, Hindrance> {
        self.budget.prepare(|| ())?;
        let mut prover = match self.prover.take() {
            Some(prover) => prover,
            None => self.budget.prepare(|| self.condition.prover(self.limits))?,
        };
        let one = self.budget.function.within_steps(self.budget.steps);
        let answer = within(one, || question(&mut prover)).map_err(|_| self.budget.hindrance())?;
        self.prover = Some(prover);
        Ok(answer)
    }
}
