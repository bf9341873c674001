//! Invariants of the states of a forward run: what holds at a node may differ between the known values there.

use crate::engine::Engine;
use crate::invariants::excluded_when_tracked;
use focuscheck_report::model::SettledBy;

use super::findings::Findings;
use super::knowledge::{Exclusion, Knowledge};
use super::question::{Method, Outcome, Question};

/// Invariants of the states that the last precision gives.
pub(super) struct Tracked;

impl Method for Tracked {
    fn name(&self) -> SettledBy {
        SettledBy::Invariants
    }

    fn helps(&self, question: &Question, knowledge: &Knowledge) -> bool {
        question.is_provable()
            && !question.tracked.is_empty()
            && knowledge.invariants(question.error).is_some()
    }

    fn attempt(&self, engine: &Engine<'_>, question: &Question, knowledge: &Knowledge) -> Outcome {
        let Some(proof) = knowledge.invariants(question.error) else { return Outcome::Open };
        let tracked = &question.tracked;
        match excluded_when_tracked(engine, proof, question.error, tracked) {
            Some(states) => {
                let exclusion = Exclusion { by: self.name(), tracked: tracked.clone(), states };
                Outcome::Settled(Box::new(Findings::excluded(&exclusion)))
            }
            None => Outcome::Open,
        }
    }
}
