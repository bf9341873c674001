//! Runs and proofs that answer questions before anybody is asked: the question is an error of the program at its place.

use std::collections::BTreeSet;

use crate::abduce::{Kind, Reply};
use crate::doubt::Premise;
use crate::facts::cfg::ErrorKind;
use crate::options::{CheckKind, Options};
use crate::report::ask::model::By;
use crate::report::model::{Counterexample, ErrorReport, FileReport, Status};
use crate::source::{SourceFile, Span};

/// Small steps that one question may take.
const STEPS: u64 = 1_500_000;

/// Functions whose calls are errors: one that the program does not mention stands for the question.
const ERRORS: [&str; 2] = ["reach_error", "__VERIFIER_error"];

/// A place that questions are about.
#[derive(Clone, Debug)]
pub(super) struct Spot {
    /// Where it begins.
    pub start: u32,
    /// Where the statement ends.
    pub end: u32,
    /// Its text.
    pub heading: String,
    /// The function.
    pub function: String,
    /// Which of several with that text there, from 1 on.
    pub occurrence: u32,
    /// Whether it is a loop.
    pub is_loop: bool,
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
}

impl Probe {
    pub(super) fn new(source: &SourceFile, options: &Options) -> Probe {
        let options = Options {
            checks: Some(BTreeSet::new()),
            certificates: false,
            proof: false,
            steps: Some(STEPS),
            max_slices: 1,
            ..options.clone()
        };
        Probe { source: source.clone(), options }
    }

    /// The answer to a question behind a loop, if a run or a proof gives it.
    pub(super) fn settle(&self, kind: Kind, given: &[String], about: &str, spot: &Spot) -> Option<Evidence> {
        let error = ERRORS.into_iter().find(|name| !self.source.text().contains(name))?;
        let about = match kind {
            Kind::Always => format!("!({about})"),
            Kind::Possible => format!("({about})"),
        };
        let condition = conjunction(given, &about);
        let asked = format!("extern void {error}(void); if ({condition}) {error}();");
        let report = self.analysed(spot, &asked)?;
        let found = report.errors.iter().find(|found| is_asked(found, error))?;
        Probe::evidence(kind, found, &report)
    }

    /// The inputs of a run that fails at a line, behind a loop after which something holds.
    pub(super) fn failing(
        &self,
        kind: Kind,
        given: &[String],
        about: &str,
        spot: &Spot,
        line: u32,
    ) -> Option<Vec<(String, String)>> {
        let about = match kind {
            Kind::Always => format!("!({about})"),
            Kind::Possible => format!("({about})"),
        };
        let condition = conjunction(given, &about);
        let asked = format!("extern void exit(int); if (!({condition})) exit(0);");
        let report = self.analysed(spot, &asked)?;
        let mut found = report.errors.iter().filter(|found| found.line == line);
        let run = found.find(|found| found.status == Status::Reachable)?.counterexamples.first()?;
        (!is_invented(run)).then(|| inputs(run))
    }

    /// The report on the program with something behind a loop.
    fn analysed(&self, spot: &Spot, asked: &str) -> Option<FileReport> {
        if !spot.is_loop || self.source.part_of(spot.start) != 0 || self.source.part_count() > 1 {
            return None;
        }
        let (text, statement) = (self.source.text(), self.source.slice(Span::new(spot.start, spot.end)));
        let whole = ["while", "for", "do"].iter().any(|keyword| statement.starts_with(keyword))
            && (statement.ends_with('}') || statement.ends_with(';'));
        if !whole {
            return None;
        }
        let (start, end) = (spot.start as usize, spot.end as usize);
        let asked = format!("{}{{ {statement} {{ {asked} }} }}{}", &text[..start], &text[end..]);
        Some(crate::pipeline::analyse(&SourceFile::new(self.source.path(), asked), &self.options))
    }

    fn evidence(kind: Kind, found: &ErrorReport, report: &FileReport) -> Option<Evidence> {
        match found.status {
            Status::Reachable => {
                let run = found.counterexamples.first()?;
                if is_invented(run) {
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

fn is_asked(found: &ErrorReport, error: &str) -> bool {
    found.kind == ErrorKind::ErrorCall && found.subject.as_deref() == Some(error)
}

fn conjunction(given: &[String], about: &str) -> String {
    let conditions = given.iter().map(|given| format!("({given})")).chain([about.to_owned()]);
    conditions.collect::<Vec<_>>().join(" && ")
}

fn inputs(run: &Counterexample) -> Vec<(String, String)> {
    run.inputs.iter().map(|input| (input.name.clone(), input.value.clone())).collect()
}

/// Whether a run rests on results of functions that nobody defines.
pub(super) fn is_invented(run: &Counterexample) -> bool {
    run.inputs.iter().any(|input| input.undefined.is_some())
}
