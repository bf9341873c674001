//! Counterexample-guided refinement of one error's precision (Basu, Saha, Smolka, Section 3.2; the loop is
//! that of lazy refinement for explicit values).
//!
//! The forward run under a small precision either misses the error, which proves that it cannot be reached,
//! or yields a shortest abstract counterexample. That is executed on symbolic inputs: if it can happen, a
//! replay confirms it; if not, the scalars through which the clashing values came about are tracked from then
//! on.

use std::collections::BTreeSet;

use crate::engine::{Engine, tracking};
use focuscheck_base::doubt::Doubt;
use focuscheck_cells::facts::cfg::{ErrorId, ScalarId};
use focuscheck_engine::focus::explain::{Attempt, Explanation};
use focuscheck_engine::focus::trial::{Trial, attempt, whole_path};
use focuscheck_engine::summary::error_set::Required;
use focuscheck_engine::summary::fact::NodeInvariants;
use focuscheck_engine::summary::route::Routes;
use focuscheck_report::model::SettledBy;

use super::findings::Findings;
use super::knowledge::{Exclusion, Knowledge, Missed};
use super::question::{Lesson, Method, Outcome, Question};

/// Rounds of refinement at most; each tracks at least one more scalar.
const ROUNDS: usize = 200;

/// What refinement found out.
pub enum Refined {
    /// The error is not reached when these scalars are tracked.
    Unreachable(Exclusion),
    /// A replay reaches the error.
    Reached(Box<Explanation>),
    /// A run would reach the error if something that is not modelled had the right value, so that nothing more
    /// is proved. What is not modelled.
    Unmodelled(Doubt),
    /// Refinement came to its end without an answer, with these scalars tracked.
    Open(BTreeSet<ScalarId>),
}

/// What refinement may use.
#[derive(Clone, Copy)]
pub struct Means<'a> {
    /// Most forward states in one round.
    pub states: usize,
    /// What holds at every node, as far as it is known.
    pub facts: Option<&'a NodeInvariants>,
}

impl Engine<'_> {
    /// Refines the precision for an error, starting with nothing tracked. What the forward runs miss besides is added to
    /// `missed`.
    pub(crate) fn refine(&self, error: ErrorId, means: Means<'_>, missed: &mut Missed) -> Refined {
        let mut tracked: BTreeSet<ScalarId> = BTreeSet::new();
        for _ in 0..ROUNDS {
            if self.is_late() {
                break;
            }
            match self.round(error, means, &tracked, missed) {
                Round::Ended(refined) => return refined,
                Round::Refuted(scalars) => {
                    let before = tracked.len();
                    tracked.extend(scalars);
                    if tracked.len() == before {
                        break;
                    }
                }
                Round::Open => break,
            }
        }
        Refined::Open(tracked)
    }

    fn round(
        &self,
        error: ErrorId,
        means: Means<'_>,
        tracked: &BTreeSet<ScalarId>,
        missed: &mut Missed,
    ) -> Round {
        let precision = tracking(tracked);
        let limits = self.forward_limits(means.states);
        let stepper = self.stepper(&precision, means.facts, limits).with_shortcuts();
        let Some((states, start)) = self.forward(&stepper) else { return Round::Open };
        if stepper.cut().is_some() {
            return Round::Open;
        }
        let excluded = |count| {
            let (by, tracked) = (SettledBy::Refinement, tracked.clone());
            Exclusion { by, tracked, states: count }
        };
        for other in self.missed(&stepper, &states) {
            missed.entry(other).or_insert_with(|| excluded(0));
        }
        let targets = self.violations(error, &stepper, &states);
        if targets.is_empty() {
            return Round::Ended(Refined::Unreachable(excluded(stepper.state_count() as u64)));
        }
        let Some(route) = Routes::measure(&states, start).shortest(&targets) else { return Round::Open };
        let path = whole_path(self.graph, &stepper, &route);
        let required = Required::default();
        let dependence = self.dependence(&required);
        match attempt(dependence, &path, tracked, &self.solver) {
            Trial::Open(execution, model) => {
                match self.confirm(dependence, error).tried(&execution, &model) {
                    Attempt::Reaches(explanation) => Round::Ended(Refined::Reached(explanation)),
                    Attempt::WouldReach(doubt) => Round::Ended(Refined::Unmodelled(doubt)),
                    Attempt::Fails => Round::Open,
                }
            }
            Trial::Refuted(scalars) => Round::Refuted(scalars),
            Trial::Undecided => Round::Open,
        }
    }
}

/// What came of one round.
enum Round {
    /// An answer.
    Ended(Refined),
    /// These scalars are to be tracked.
    Refuted(BTreeSet<ScalarId>),
    /// Neither.
    Open,
}

/// Refinement with so many states in a round.
pub(super) struct Refinement {
    pub states: usize,
}

impl Method for Refinement {
    fn name(&self) -> SettledBy {
        SettledBy::Refinement
    }

    fn helps(&self, question: &Question, _: &Knowledge) -> bool {
        question.is_provable()
    }

    fn attempt(&self, engine: &Engine<'_>, question: &Question, knowledge: &Knowledge) -> Outcome {
        let means = Means { states: self.states, facts: knowledge.facts(question.error) };
        match engine.refine(question.error, means, &mut Missed::new()) {
            Refined::Unreachable(exclusion) => Outcome::Settled(Box::new(Findings::excluded(&exclusion))),
            Refined::Reached(explanation) => Outcome::Learned(Lesson::Reached(explanation)),
            Refined::Unmodelled(doubt) => Outcome::Learned(Lesson::Unmodelled(doubt)),
            Refined::Open(tracked) => Outcome::Learned(Lesson::Tracked(tracked)),
        }
    }
}
