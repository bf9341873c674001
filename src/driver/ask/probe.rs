//! Runs and proofs that answer questions before anybody is asked: the question is an error of the program at its place.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::time::Duration;

use crate::front::Read;
use focuscheck_abduce::{Kind, Reply};
use focuscheck_base::doubt::Premise;
use focuscheck_base::options::{CheckKind, Options};
use focuscheck_base::source::SourceFile;
use focuscheck_cells::facts::cfg::ErrorKind;
use focuscheck_check::tree::{ObjectId, Program};
use focuscheck_ir::monitor::probe::{self, Condition, Moment};
use focuscheck_report::ask::model::{AskedError, By, Point};
use focuscheck_report::model::{Counterexample, ErrorReport, FileReport, Status};

use super::names::Variable;

/// Small steps that one question may take.
const STEPS: u64 = 1_500_000;

/// A place that questions are about.
#[derive(Clone, Debug)]
pub(super) struct Spot {
    /// Where it begins.
    pub start: u32,
    /// Its text.
    pub heading: String,
    /// The function.
    pub function: String,
    /// Which of several with that text there, from 1 on.
    pub occurrence: u32,
    /// Whether it is a loop.
    pub is_loop: bool,
}

/// A question at its place.
pub(super) struct Probed<'a> {
    pub kind: Kind,
    /// What is given of the runs, and then what it is about.
    pub given: Vec<Condition>,
    pub about: Condition,
    /// The moment.
    pub point: Point,
    pub spot: &'a Spot,
}

impl Probed<'_> {
    /// What holds in a run that answers: no if something is always to hold, else yes.
    fn condition(&self) -> Condition {
        let about = match self.kind {
            Kind::Always => Condition::Not(Box::new(self.about.clone())),
            Kind::Possible => self.about.clone(),
        };
        Condition::All(self.given.iter().cloned().chain([about]).collect())
    }
}

/// What was found.
pub(super) struct Evidence {
    pub reply: Reply,
    pub by: By,
    /// The inputs of the run.
    pub inputs: Vec<(String, String)>,
}

/// The program, to be looked at again.
pub(super) struct Probe {
    source: SourceFile,
    options: Options,
    /// As the file is analysed.
    original: Options,
    read: Rc<Read>,
}

impl Probe {
    pub(super) fn new(source: &SourceFile, options: &Options, read: Rc<Read>) -> Probe {
        let original = options.clone();
        let options = Options {
            checks: Some(BTreeSet::new()),
            certificates: false,
            proof: false,
            steps: Some(STEPS),
            max_slices: 1,
            ..options.clone()
        };
        Probe { source: source.clone(), options, original, read }
    }

    /// A variable of the program.
    pub(super) fn object(&self, variable: &Variable) -> Option<ObjectId> {
        self.read.object(&variable.name, variable.declared)
    }

    /// The program itself.
    pub(super) fn source(&self) -> &SourceFile {
        &self.source
    }

    /// How it is analysed, with all that is checked.
    pub(super) fn original(&self) -> &Options {
        &self.original
    }

    /// What its text says.
    pub(super) fn read(&self) -> &Read {
        &self.read
    }

    /// The answer to a question, if a run or a proof gives it.
    pub(super) fn settle(&self, question: &Probed<'_>, left: Option<Duration>) -> Option<Evidence> {
        let condition = Condition::Not(Box::new(question.condition()));
        let report = self.analysed(question, condition, false, left)?;
        let place = self.source.position(question.spot.start);
        let is_asked = |found: &&ErrorReport| {
            found.kind == ErrorKind::Annotation && (found.line, found.column) == (place.line, place.column)
        };
        let found = report.errors.iter().find(is_asked)?;
        Probe::evidence(question.kind, found, &report)
    }

    /// The inputs of a run that fails there after something has happened. What has to happen after a loop happens when
    /// the run leaves it; what has to happen in one of several rounds is not looked for.
    pub(super) fn failing(
        &self,
        question: &Probed<'_>,
        error: &AskedError,
        left: Option<Duration>,
    ) -> Option<Vec<(String, String)>> {
        if !matches!(question.point, Point::AfterLoop(_)) {
            return None;
        }
        let report = self.analysed(question, question.condition(), true, left)?;
        let is_it = |found: &&ErrorReport| error.may_be(found) && found.column == error.column;
        let mut found = report.errors.iter().filter(is_it);
        let run = found.find(|found| found.status == Status::Reachable)?.counterexamples.first()?;
        (!run.is_invented()).then(|| inputs(run))
    }

    /// The report on the program with something at the moment of a question.
    fn analysed(
        &self,
        question: &Probed<'_>,
        condition: Condition,
        is_assumed: bool,
        left: Option<Duration>,
    ) -> Option<FileReport> {
        let moment = match question.point {
            Point::AfterLoop(_) => Moment::Behind,
            Point::InLoop(_) => Moment::InRound,
            Point::AtLoop(_) => Moment::BeforeCondition,
            Point::Start | Point::Line(_) => return None,
        };
        if !question.spot.is_loop {
            return None;
        }
        let probe = probe::Probe { start: question.spot.start, moment, condition, is_assumed };
        let is_inserted = Cell::new(true);
        let change = |program: &mut Program| is_inserted.set(probe::insert(program, &probe));
        let options = Options { timeout: left, ..self.options.clone() };
        let report = crate::analyse_changed(&self.source, &options, &|| Read::clone(&self.read), &change);
        is_inserted.get().then_some(report)
    }

    fn evidence(kind: Kind, found: &ErrorReport, report: &FileReport) -> Option<Evidence> {
        match found.status {
            Status::Reachable => {
                let run = found.counterexamples.first()?;
                if run.is_invented() {
                    return None;
                }
                let reply = if kind == Kind::Always { Reply::No } else { Reply::Yes };
                Some(Evidence { reply, by: By::Run, inputs: inputs(run) })
            }
            Status::Unreachable => {
                let plain = |premise: &Premise| {
                    matches!(
                        premise,
                        Premise::Unchecked(CheckKind::Overflow) | Premise::InitialGlobals { .. }
                    )
                };
                if !report.assumed.iter().all(|assumed| plain(&assumed.premise)) {
                    return None;
                }
                let reply = if kind == Kind::Always { Reply::Yes } else { Reply::No };
                Some(Evidence { reply, by: By::Proof, inputs: Vec::new() })
            }
            Status::Unknown => None,
        }
    }
}

fn inputs(run: &Counterexample) -> Vec<(String, String)> {
    run.inputs.iter().map(|input| (input.name.clone(), input.value.clone())).collect()
}
