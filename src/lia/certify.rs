//! Certificates of answers, to be kept or handed out.

use super::ExactSolver;
use super::evidence;
use super::labels::{Labels, NoLabels};
use super::outcome::{Model, Outcome};
use super::problem::Problem;
use focuscheck_certificate::Decision;
use focuscheck_certificate::check::check;

impl ExactSolver {
    /// A checked certificate of an answer; what is missing, if there is none.
    pub fn certify(&self, problem: &Problem, answer: &Outcome) -> Result<Decision, String> {
        match answer {
            Outcome::Infeasible(core) => self.prove(problem, core, &NoLabels),
            Outcome::Feasible(model) => {
                let decision =
                    evidence::satisfied(problem, model, &NoLabels).ok_or("a number is too large")?;
                check(&decision).map(|()| decision).map_err(|flaw| flaw.reason)
            }
            Outcome::Undecided(lack) => Err(format!("there is no answer: {lack:?}")),
        }
    }

    /// Keeps that a problem has no model, if decisions are kept.
    pub fn keep_refuted(&self, problem: &Problem, labels: &dyn Labels) {
        if let Some(recorder) = &self.recorder {
            let everything: Vec<usize> = (0..problem.constraints.len()).collect();
            recorder.keep(self.prove(problem, &everything, labels).ok());
        }
    }

    /// Keeps a model, if decisions are kept.
    pub fn keep_model(&self, problem: &Problem, model: &Model, labels: &dyn Labels) {
        if let Some(recorder) = &self.recorder {
            let decision = evidence::satisfied(problem, model, labels);
            recorder.keep(decision.filter(|decision| check(decision).is_ok()));
        }
    }
}
