//! What is found out about errors with little work, before they are answered: an error that one forward run does not come to
//! needs no run of its own.

use crate::engine::Engine;
use crate::invariants::find_invariants;
use focuscheck_base::limit::{Spent, within};
use focuscheck_base::options::PrecisionMode;
use focuscheck_cells::facts::cfg::ErrorId;
use focuscheck_cells::simulation::interpreter::InputRead;
use focuscheck_engine::summary::fact::NodeInvariants;
use focuscheck_report::model::SettledBy;

use super::findings::Findings;
use super::knowledge::{Glance, Knowledge, Missed};
use super::question::{Lesson, Method, Outcome, Question};
use super::refinement::{Means, Refined};

/// Forward states of a first refinement.
const FEW_STATES: usize = 5_000;

/// Learns what is to be known before an error is answered: looks at all errors up to it.
pub(super) fn learn(engine: &Engine<'_>, knowledge: &mut Knowledge, error: ErrorId) {
    if engine.options.precision == PrecisionMode::Full {
        return;
    }
    while let Some(next) = knowledge.next_before(error) {
        if knowledge.exclusion(next).is_some() {
            continue;
        }
        let mut missed = Missed::new();
        let glance = match engine.deadline.passed() {
            Some(spent @ (Spent::Time | Spent::Interrupted)) => Glance::Ended(spent),
            Some(Spent::Memory) | None => {
                within(engine.deadline, || glance(engine, knowledge, next, &mut missed))
                    .unwrap_or_else(Glance::Ended)
            }
        };
        knowledge.learn(next, glance, missed);
    }
}

/// A few rounds of refinement, and if they leave the question open once more with what holds at every node.
fn glance(engine: &Engine<'_>, knowledge: &mut Knowledge, error: ErrorId, missed: &mut Missed) -> Glance {
    let mut refined = engine.refine(error, few(knowledge.facts(error)), missed);
    let seen = knowledge.early.as_ref().and_then(|runs| runs.found(error)).map(<[InputRead]>::to_vec);
    if matches!(refined, Refined::Open(_)) && knowledge.invariants(error).is_none() {
        // They serve the walk back, too, where there is no need to look for a proof.
        knowledge.hold(error, find_invariants(engine));
        if let (Some(facts), None) = (knowledge.facts(error), &seen) {
            refined = engine.refine(error, few(Some(facts)), missed);
        }
    }
    if let (Refined::Open(_), Some(inputs)) = (&refined, seen) {
        // Not the shortest run.
        return Glance::Reached(inputs);
    }
    match refined {
        Refined::Unreachable(exclusion) => {
            // Its own run says more than one for another error.
            missed.insert(error, exclusion);
            Glance::Open
        }
        Refined::Reached(explanation) => Glance::Reached(explanation.run.inputs),
        Refined::Unmodelled(doubt) => Glance::Unmodelled(doubt),
        Refined::Open(_) => Glance::Open,
    }
}

fn few(facts: Option<&NodeInvariants>) -> Means<'_> {
    Means { states: FEW_STATES, facts }
}

/// What is known already.
pub(super) struct Bulk;

impl Method for Bulk {
    fn name(&self) -> SettledBy {
        SettledBy::Bulk
    }

    fn helps(&self, question: &Question, knowledge: &Knowledge) -> bool {
        let told = |glance: &Glance| matches!(glance, Glance::Unmodelled(_) | Glance::Ended(_));
        knowledge.exclusion(question.error).is_some() || told(knowledge.glance(question.error))
    }

    fn attempt(&self, engine: &Engine<'_>, question: &Question, knowledge: &Knowledge) -> Outcome {
        if let Some(exclusion) = knowledge.exclusion(question.error) {
            // Of a check that was proved with others nothing more is shown.
            return match engine.is_check(question.error) && exclusion.is_by_the_way() {
                true => Outcome::Settled(Box::new(Findings::excluded(exclusion))),
                false => Outcome::Learned(Lesson::Excluded(exclusion.clone())),
            };
        }
        match knowledge.glance(question.error) {
            Glance::Unmodelled(doubt) => Outcome::Learned(Lesson::Unmodelled(doubt.clone())),
            Glance::Ended(spent) => Outcome::Cut(*spent),
            Glance::Open | Glance::Reached(_) => Outcome::Open,
        }
    }
}
