//! Keeping the decisions that a verdict rests on, to be written as certificates.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use super::ExactSolver;
use super::evidence::{self, Labels, NoLabels};
use super::outcome::{Model, Outcome};
use super::problem::Problem;
use crate::certificate::check::check;
use crate::certificate::text::Writer;
use crate::certificate::{Answer, Decision};

/// More decisions than this are only counted.
const MOST: usize = 20_000;

/// Decisions in the order in which they were made, without repetition.
#[derive(Clone, Debug, Default)]
pub struct Decisions {
    /// Those that are kept.
    pub kept: Vec<Decision>,
    /// How many more there were than may be kept, or that could not be shown.
    pub omitted: usize,
    texts: BTreeSet<String>,
}

/// Where decisions are kept; clones share it.
#[derive(Clone, Debug, Default)]
pub struct Recorder {
    decisions: Rc<RefCell<Decisions>>,
}

impl Recorder {
    /// Takes out what was kept so far.
    pub fn take(&self) -> Decisions {
        std::mem::take(&mut self.decisions.borrow_mut())
    }

    fn keep(&self, decision: Option<Decision>) {
        let mut decisions = self.decisions.borrow_mut();
        let Some(decision) = decision.filter(|_| decisions.kept.len() < MOST) else {
            decisions.omitted += 1;
            return;
        };
        let mut writer = Writer::new(&[]);
        writer.add(&decision);
        if decisions.texts.insert(writer.finish()) {
            decisions.kept.push(decision);
        }
    }
}

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

impl Decisions {
    /// Adds the decisions to a certificate.
    pub fn write(&self, writer: &mut Writer) {
        self.kept.iter().for_each(|decision| writer.add(decision));
        if self.omitted > 0 {
            writer.note(&format!("{} more decisions are not shown", self.omitted));
        }
    }

    /// How many decisions there are of each answer: models, then refutations.
    pub fn counts(&self) -> (usize, usize) {
        let models = self.kept.iter().filter(|d| matches!(d.answer, Answer::Feasible(_))).count();
        (models, self.kept.len() - models)
    }
}
