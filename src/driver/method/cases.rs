//! A forward run that knows what has few values by cases, for all errors at once.
//!
//! Programs that check their inputs have few of them (`if (n < 1 || n > 199) return 1;`). What each does is known exactly, and
//! how that comes about (products, remainders, recursion, texts that are built) does not matter. The run tracks everything,
//! and goes on by cases where an unknown scalar decides something and the invariants leave it few values.

use crate::engine::Engine;
use crate::invariants::Proof;
use focuscheck_base::limit::Spent;
use focuscheck_base::options::Procedures;
use focuscheck_engine::summary::state::Precision;
use focuscheck_engine::summary::step::{Cut, ForwardLimits};
use focuscheck_report::model::SettledBy;

use super::findings::Findings;
use super::knowledge::{ByCases, Exclusion, Glance, Knowledge, Missed};
use super::question::{Method, Outcome, Question};

/// So many values are few.
const FEW: u32 = 256;
/// States of the short run and of the long one.
const STATES: [usize; 2] = [20_000, 1_000_000];
/// So many known values are kept for a state in the mean.
const KEPT: usize = 40;

/// What a run by cases with so many states misses; nothing if it comes to no end.
fn run(engine: &Engine<'_>, proof: &Proof, states: usize) -> ByCases {
    let limits = ForwardLimits { states, kept: KEPT * states, ..engine.forward_limits(states) };
    let stepper =
        engine.stepper(&Precision::Full, proof.nodes(), limits).with_cases(proof.plan().telling(FEW));
    let Some((reached, _)) = engine.forward(&stepper) else { return ByCases::default() };
    if let Some(cut) = stepper.cut() {
        return ByCases { missed: Missed::new(), is_cut_short: !matches!(cut, Cut::Spent(Spent::Time)) };
    }
    let (tracked, states) = (stepper.split(), stepper.state_count() as u64);
    let exclusion = Exclusion { by: SettledBy::Cases, tracked, states };
    let missed = engine.missed(&stepper, &reached).into_iter();
    ByCases { missed: missed.map(|error| (error, exclusion.clone())).collect(), is_cut_short: false }
}

/// The run by cases.
pub(super) struct Cases {
    /// Whether it may take long, once a short one came to no end.
    pub is_long: bool,
}

impl Method for Cases {
    fn name(&self) -> SettledBy {
        SettledBy::Cases
    }

    fn helps(&self, question: &Question, knowledge: &Knowledge) -> bool {
        let is_told = matches!(knowledge.glance(question.error), Glance::Reached(_) | Glance::Unmodelled(_));
        question.is_provable() && !is_told
    }

    fn attempt(&self, engine: &Engine<'_>, question: &Question, knowledge: &Knowledge) -> Outcome {
        let uses_summaries = engine.options.procedures == Procedures::Summaries;
        let Some(proof) = knowledge.invariants(question.error).filter(|_| uses_summaries) else {
            return Outcome::Open;
        };
        let [short, long] = &knowledge.by_cases;
        let mut found = short.get_or_init(|| run(engine, proof, STATES[0]));
        if self.is_long && found.is_cut_short {
            found = long.get_or_init(|| run(engine, proof, STATES[1]));
        }
        match found.missed.get(&question.error) {
            Some(exclusion) => Outcome::Settled(Box::new(Findings::excluded(exclusion))),
            None => Outcome::Open,
        }
    }
}
