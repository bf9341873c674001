//! Asks for every error of a program, and puts together what is reported of each.
//!
//! Most errors are asked for in the graph of the program. A block that is left is asked for where no other one is an error. An error
//! that only runs reach that no text on the standard input leads to is asked for where that text is followed.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::Instant;

use focuscheck_base::doubt::Doubt;
use focuscheck_base::limit::{self, within};
use focuscheck_cells::facts::cfg::{ErrorId, Graph, NodeId};
use focuscheck_certificate::text::Writer;
use focuscheck_engine::focus::replay::contradiction;
use focuscheck_engine::focus::simplest::simplest;
use focuscheck_lia::record::Decisions;
use focuscheck_report::model::{Effort, ErrorReport, FileReport, InputValue, Proof, Status};

use super::assemble::{Assembled, Assembler};
use super::engine::{self, Engine};
use super::method::findings::Findings;
use super::method::knowledge::Knowledge;
use super::pictures::Sketch;
use super::proof::proof_of;
use super::{doubt, front, leaks};

/// What is known besides the reports when every error was asked for.
#[derive(Default)]
pub(super) struct Answers {
    /// Forward states.
    pub states: u64,
    /// Points of the walks back.
    pub points: u64,
    /// The places that nobody can judge and that the run of some explanation passes, by their number in the graph.
    pub rest_on: BTreeSet<usize>,
    /// What is needed to draw memory, for each error.
    pub sketches: Vec<Vec<Option<Sketch>>>,
}

/// Steps of all that nobody asked for by name and that little work has left open, and fewer where another error is known to
/// happen: the verdict is settled, and whoever waits for it wants to read that one.
const FURTHER_STEPS: u64 = 80_000_000;
const FURTHER_STEPS_BESIDE: u64 = 10_000_000;

/// How much work is done for an error the next time.
#[derive(Clone, Copy)]
enum Work {
    /// A little, though it was asked for by name.
    Little,
    /// As much as it is worth by itself.
    Whole,
    /// More, out of what there is for all of its kind.
    Further,
}

/// The answer to an error.
struct Answer {
    found: Findings,
    assembled: Assembled,
    proof: Option<Proof>,
    /// The places that nobody can judge and that the run of some explanation passes.
    rest_on: BTreeSet<usize>,
    began: Instant,
}

impl Answer {
    fn of(
        (engine, assembler): (&Engine<'_>, &Assembler<'_>),
        error: ErrorId,
        (found, knowledge): (Findings, &Knowledge),
        began: Instant,
    ) -> Answer {
        let prove = || proof_of(engine, error, &found.tracked, knowledge.invariants(error));
        let proof = (engine.options.proof && found.status == Status::Unreachable)
            .then(|| within(engine.deadline, prove).ok())
            .flatten();
        let assembled = reported(engine, assembler, error, &found);
        let places = engine.graph.obligations.iter().enumerate();
        let places: BTreeMap<NodeId, usize> = places.map(|(number, place)| (place.node, number)).collect();
        let steps = found.explanations.iter().flat_map(|explanation| &explanation.run.trace);
        let rest_on = steps.filter_map(|step| places.get(&step.node)).copied().collect();
        Answer { found, assembled, proof, rest_on, began }
    }

    /// The answer to an error in another graph of the same program, and whether runs reached it there that no text leads to.
    fn in_graph(graph: &Graph, engine: &Engine<'_>, error: ErrorId) -> (Answer, bool) {
        let began = Instant::now();
        let own = Engine::new(graph, engine.original, engine.source, engine.options);
        let own = Engine { deadline: engine.deadline, ..own };
        let mut knowledge = Knowledge::about(graph, vec![error], Vec::new(), None);
        let found = own.answer(error, &mut knowledge);
        let misses = own.misses_text.get();
        let assembler = Assembler::new(graph, &own.statics, own.source, own.options);
        (Answer::of((&own, &assembler), error, (found, &knowledge), began), misses)
    }
}

/// Everything that has been answered by now.
struct Asking<'e, 'a> {
    engine: &'e Engine<'a>,
    /// The graph in which the standard input is followed, if there is one.
    following: OnceCell<Option<Graph>>,
    certificate: Option<Writer>,
    reports: Vec<Option<ErrorReport>>,
    happen_before: Vec<Vec<BTreeSet<ErrorId>>>,
    answers: Answers,
}

/// Asks for every error.
pub(super) fn of_all(engine: &Engine<'_>, mut knowledge: Knowledge, report: &mut FileReport) -> Answers {
    let (source, options) = (engine.source, engine.options);
    let order = knowledge.order().to_vec();
    let mut asking = Asking {
        engine,
        following: OnceCell::new(),
        certificate: options.certificates.then(|| Writer::new(&[("program", source.path())])),
        reports: vec![None; order.len()],
        happen_before: vec![Vec::new(); order.len()],
        answers: Answers::default(),
    };
    asking.answers.sketches.resize_with(order.len(), Vec::new);
    asking.ask(&order, &mut knowledge);
    report.errors = std::mem::take(&mut asking.reports).into_iter().flatten().collect();
    for error in leaks::to_ask_again(&report.errors) {
        match asking.asked_alone(error) {
            Some(answer) => report.errors[error.index()] = asking.take(error, answer),
            None => doubt(report, source, &[error], &Doubt::OtherError),
        }
    }
    qualify(&mut report.errors, &asking.happen_before);
    report.certificate = asking.certificate.map(Writer::finish);
    asking.answers
}

impl Asking<'_, '_> {
    /// Asks for errors, in this order.
    fn ask(&mut self, order: &[ErrorId], knowledge: &mut Knowledge) {
        let engine = self.engine;
        let assembler = Assembler::new(engine.graph, &engine.statics, engine.source, engine.options);
        // Little work first for all that is looked for: what one check takes is not taken from the others.
        let by_name = |error: &ErrorId| engine.is_check(*error) && !engine.is_extra(*error);
        let first = |error: &ErrorId| if by_name(error) { Work::Little } else { Work::Whole };
        let mut work: VecDeque<(ErrorId, Work)> = order.iter().map(|error| (*error, first(error))).collect();
        let mut further: Option<Engine<'_>> = None;
        // Where the standard input is followed an answer may be near.
        let hurried = Engine { leaves_without_text: true, ..engine.clone() };
        let mut followed = BTreeSet::new();
        while let Some((error, extent)) = work.pop_front() {
            let began = Instant::now();
            engine.misses_text.set(false);
            let asked = if followed.contains(&error) { engine } else { &hurried };
            let found = match extent {
                Work::Little => asked.glance_at(error, knowledge),
                Work::Whole => asked.answer(error, knowledge),
                Work::Further => {
                    let is_reached = |report: &ErrorReport| report.status == Status::Reachable;
                    let is_settled = self.reports.iter().flatten().any(is_reached);
                    let steps = if is_settled { FURTHER_STEPS_BESIDE } else { FURTHER_STEPS };
                    let limited =
                        || Engine { deadline: engine.deadline.within_steps(steps), ..engine.clone() };
                    further.get_or_insert_with(limited).answer_further(error, knowledge)
                }
            };
            if engine.misses_text.get() && !found.complete && followed.insert(error) {
                if self.ask_following(error) {
                    continue;
                }
                if found.status == Status::Unknown {
                    work.push_front((error, extent));
                    continue;
                }
            }
            let next = match extent {
                Work::Little => Some(Work::Whole),
                Work::Whole => engine.is_extra(error).then_some(Work::Further),
                Work::Further => None,
            };
            let is_open = found.status == Status::Unknown && found.goes_on() && !engine.is_late();
            if let Some(next) = next.filter(|_| is_open) {
                work.push_back((error, next));
                continue;
            }
            let answer = Answer::of((engine, &assembler), error, (found, knowledge), began);
            let report = self.take(error, answer);
            self.reports[error.index()] = Some(report);
        }
    }

    /// The graph in which the standard input is followed.
    fn following(&self) -> Option<&Graph> {
        self.following.get_or_init(|| front::in_cells_following(self.engine)).as_ref()
    }

    /// Asks for an error where the standard input is followed; whether that gives an answer.
    fn ask_following(&mut self, error: ErrorId) -> bool {
        let Some(graph) = self.following() else { return false };
        let (answer, _) = Answer::in_graph(graph, self.engine, error);
        if answer.found.status == Status::Unknown {
            return false;
        }
        let report = self.take(error, answer);
        self.reports[error.index()] = Some(report);
        true
    }

    /// Asks for a block that is left where no other one is an error.
    fn asked_alone(&self, error: ErrorId) -> Option<Answer> {
        let graph = leaks::alone(self.engine.graph, error)?;
        let (answer, misses) = Answer::in_graph(&graph, self.engine, error);
        if misses
            && !answer.found.complete
            && let Some(following) = self.following()
        {
            let graph = leaks::alone(following, error)?;
            let (again, _) = Answer::in_graph(&graph, self.engine, error);
            return Some(if again.found.status == Status::Unknown { answer } else { again });
        }
        Some(answer)
    }

    /// Takes the answer to an error; what is reported of it.
    fn take(&mut self, error: ErrorId, answer: Answer) -> ErrorReport {
        let Answer { found, assembled, proof, rest_on, began } = answer;
        let answers = &mut self.answers;
        answers.states += found.states;
        answers.points += found.points;
        answers.rest_on.extend(rest_on);
        let Assembled { report, before, sketches } = assembled;
        answers.sketches[error.index()] = sketches;
        self.happen_before[error.index()] = before;
        let effort = self.engine.options.statistics.then(|| effort(&found, began));
        let report = ErrorReport { proof, effort, ..report };
        if let Some(certificate) = &mut self.certificate {
            certify(certificate, &report, &found.decisions);
        }
        report
    }
}

/// What an answer took.
fn effort(found: &Findings, began: Instant) -> Effort {
    Effort {
        states: found.states,
        points: found.points,
        milliseconds: u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX),
    }
}

/// Says of each explanation which errors that can be reached, or may be, happen before for some inputs that satisfy its
/// conditions.
fn qualify(errors: &mut [ErrorReport], before: &[Vec<BTreeSet<ErrorId>>]) {
    let open: Vec<Option<u32>> =
        errors.iter().map(|error| (error.status != Status::Unreachable).then_some(error.line)).collect();
    for (error, before) in errors.iter_mut().zip(before) {
        for (explanation, before) in error.counterexamples.iter_mut().zip(before) {
            // What reads nothing has one run, and that is seen to fail here.
            if !explanation.inputs.iter().any(InputValue::is_read) {
                explanation.claim.if_reached = false;
                continue;
            }
            let lines: BTreeSet<u32> = before.iter().filter_map(|error| open[error.index()]).collect();
            explanation.claim.unless = lines.into_iter().collect();
        }
    }
}

/// What is reported of an error. If there is no time left for all explanations, the first one has to do.
fn reported(engine: &Engine<'_>, assembler: &Assembler<'_>, error: ErrorId, found: &Findings) -> Assembled {
    let report = || {
        let mut found = found.clone();
        for explanation in &mut found.explanations {
            let run = simplest(engine.graph, &explanation.run);
            if run.inputs == explanation.run.inputs {
                continue;
            }
            // What is shown has happened on the program's own memory, too.
            if contradiction(engine.graph, engine.original, &run, engine::REPLAY).is_none() {
                explanation.run = run;
            }
        }
        assembler.error(error, &found)
    };
    within(limit::current(), report).unwrap_or_else(|spent| {
        let mut found = found.clone();
        found.explanations.truncate(1);
        found.complete = false;
        found.cut = Some(Doubt::Spent(spent));
        limit::without(|| assembler.error_in_brief(error, &found))
    })
}

/// Adds what the answer to an error rests on. The abstract run, which excludes many errors alone, and replays
/// are no decisions of the solver.
fn certify(certificate: &mut Writer, error: &ErrorReport, decisions: &Decisions) {
    let status = match error.status {
        Status::Reachable => "can be reached",
        Status::Unreachable => "cannot be reached",
        Status::Unknown => "is undecided",
    };
    let (models, refutations) = decisions.counts();
    let place = format!("{}:{}", error.line, error.column);
    certificate.note(&format!(
        "error at {place}: {}: {status}; models: {models}, refutations: {refutations}",
        error.text
    ));
    decisions.write(certificate);
}
