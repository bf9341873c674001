//! Running the program on guessed inputs: all errors are looked for at once, or the search is directed at one.

use std::collections::{BTreeMap, BTreeSet};

use crate::engine::Engine;
use focuscheck_base::source::Span;
use focuscheck_cells::facts::cfg::{ErrorId, NodeId, SiteId};
use focuscheck_cells::facts::memory::Meaning;
use focuscheck_cells::simulation::interpreter::InputRead;
use focuscheck_engine::focus::explain::Explanation;
use focuscheck_engine::summary::error_set::Required;
use focuscheck_guess::directed::{DirectedLimits, directed};
use focuscheck_guess::probing::{ProbeLimits, Probing as Runs};
use focuscheck_report::model::{SettledBy, Status};

use super::findings::Findings;
use super::knowledge::{Glance, Knowledge};
use super::question::{Lesson, Method, Outcome, Question};

/// How long errors are looked for by running the program on guessed inputs before anything is proved.
const EARLY: ProbeLimits = ProbeLimits { steps: 10_000_000, run: 50_000, futile: (1_000, 500_000) };
/// The same in a program without memory, which proofs mostly settle at once.
const EARLY_OF_SCALARS: ProbeLimits = ProbeLimits { steps: 20_000, run: 10_000, futile: (4, 10_000) };
/// How long they are looked for when proofs have left one open.
const PROBE: ProbeLimits = ProbeLimits { steps: 60_000_000, run: 200_000, futile: (4_000, 10_000_000) };
/// How long one error is looked for; how many steps in all says who asks.
const DIRECTED: DirectedLimits = DirectedLimits { steps: 0, futile: 20_000_000, further: 20_000 };
/// Steps of a directed search for an error of which nothing is proved any more.
const UNMODELLED_STEPS: u64 = 500_000;

/// A few runs on guessed inputs; none where steps are counted, which are for proofs.
pub(crate) fn early(engine: &Engine<'_>) -> Runs {
    let mut runs = Runs::new(engine.graph);
    let is_of_memory = |meaning: &Meaning| match meaning {
        Meaning::There(_) | Meaning::Leads(_) | Meaning::Part(_) => true,
        Meaning::Kept | Meaning::Filled(_) => false,
    };
    let has_memory = engine.graph.memory.meanings.values().any(is_of_memory);
    if engine.options.steps.is_none() {
        let limits = if has_memory { EARLY } else { EARLY_OF_SCALARS };
        runs.go_on(engine.graph, limits, &|| engine.is_late());
    }
    runs
}

/// The places that runs on guessed inputs pass which come to their end.
pub(crate) fn ended(engine: &Engine<'_>) -> BTreeSet<Span> {
    let mut runs = Runs::new(engine.graph);
    runs.go_on(engine.graph, EARLY, &|| false);
    let nodes = engine.graph.nodes.iter().zip(0..);
    nodes.filter(|&(_, number)| runs.has_ended_behind(NodeId(number))).map(|(node, _)| node.span).collect()
}

/// What running the program on guessed inputs has found; it is done when it is first asked for.
fn probed<'k>(engine: &Engine<'_>, knowledge: &'k Knowledge) -> &'k Runs {
    knowledge.probed.get_or_init(|| {
        let mut runs = knowledge.early.clone().unwrap_or_else(|| Runs::new(engine.graph));
        runs.go_on(engine.graph, PROBE.within(engine.deadline.steps_left()), &|| engine.is_late());
        runs
    })
}

/// The explanation of an error by a run on guessed inputs that somebody has made before.
pub(super) fn seen(engine: &Engine<'_>, knowledge: &Knowledge, error: ErrorId) -> Option<Explanation> {
    let runs = knowledge.probed.get().or(knowledge.early.as_ref())?;
    explained(engine, error, runs.found(error)?)
}

/// The explanation that a run with some inputs gives.
pub(crate) fn explained(engine: &Engine<'_>, error: ErrorId, inputs: &[InputRead]) -> Option<Explanation> {
    let values: BTreeMap<(SiteId, u32), i128> =
        inputs.iter().map(|input| ((input.site, input.occurrence), input.value)).collect();
    let required = Required::default();
    engine.confirm(engine.dependence(&required), error).replayed(values)
}

fn reached(explanation: Option<Explanation>) -> Outcome {
    match explanation {
        Some(explanation) => Outcome::Learned(Lesson::Reached(Box::new(explanation))),
        None => Outcome::Open,
    }
}

/// A search directed at an error, which goes on from where guessing at large has led.
fn sought(
    engine: &Engine<'_>,
    question: &Question,
    knowledge: &Knowledge,
    steps: u64,
) -> Option<Explanation> {
    let limits = DirectedLimits { steps, ..DIRECTED };
    let runs = probed(engine, knowledge);
    let inputs = directed(engine.graph, question.error, runs, limits, &|| engine.is_late())?;
    explained(engine, question.error, &inputs)
}

/// A run that was seen when the error was looked at.
pub(super) struct Recalled;

impl Method for Recalled {
    fn name(&self) -> SettledBy {
        SettledBy::Refinement
    }

    fn helps(&self, question: &Question, knowledge: &Knowledge) -> bool {
        question.is_open() && matches!(knowledge.glance(question.error), Glance::Reached(_))
    }

    fn attempt(&self, engine: &Engine<'_>, question: &Question, knowledge: &Knowledge) -> Outcome {
        match knowledge.glance(question.error) {
            Glance::Reached(inputs) => reached(explained(engine, question.error, inputs)),
            Glance::Open | Glance::Unmodelled(_) | Glance::Ended(_) => Outcome::Open,
        }
    }
}

/// Runs on guessed inputs, for all errors at once.
pub(super) struct Probing;

impl Method for Probing {
    fn name(&self) -> SettledBy {
        SettledBy::Probing
    }

    fn helps(&self, question: &Question, _: &Knowledge) -> bool {
        question.is_open()
    }

    fn attempt(&self, engine: &Engine<'_>, question: &Question, knowledge: &Knowledge) -> Outcome {
        let inputs = probed(engine, knowledge).found(question.error);
        reached(inputs.and_then(|inputs| explained(engine, question.error, inputs)))
    }
}

/// A search directed at the error, of so many steps.
pub(super) struct Directed {
    pub steps: u64,
}

impl Method for Directed {
    fn name(&self) -> SettledBy {
        SettledBy::Directed
    }

    fn helps(&self, question: &Question, _: &Knowledge) -> bool {
        question.is_provable()
    }

    fn attempt(&self, engine: &Engine<'_>, question: &Question, knowledge: &Knowledge) -> Outcome {
        reached(sought(engine, question, knowledge, self.steps))
    }
}

/// The last word on an error of which nothing is proved because of something that is not modelled: it may still
/// happen in another way, which a short search has to find.
pub(super) struct Unmodelled;

impl Method for Unmodelled {
    fn name(&self) -> SettledBy {
        SettledBy::Directed
    }

    fn helps(&self, question: &Question, _: &Knowledge) -> bool {
        question.is_open() && question.unmodelled.is_some() && question.best.is_some()
    }

    fn attempt(&self, engine: &Engine<'_>, question: &Question, knowledge: &Knowledge) -> Outcome {
        let explanation = sought(engine, question, knowledge, UNMODELLED_STEPS);
        let known = question.best.clone().unwrap_or_else(Findings::unreachable);
        let open = Findings {
            status: Status::Unknown,
            doubt: question.unmodelled.clone(),
            is_final: explanation.is_none(),
            ..known
        };
        Outcome::Settled(Box::new(open.or_reached(explanation)))
    }
}
