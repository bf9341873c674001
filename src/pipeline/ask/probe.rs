//! Runs and proofs that answer questions before anybody is asked: the question is an error of the program at its place.

use std::collections::BTreeSet;

use crate::abduce::{Kind, Reply};
use crate::doubt::Premise;
use crate::facts::cfg::ErrorKind;
use crate::options::{CheckKind, Options};
use crate::report::ask::model::By;
use crate::report::model::{ErrorReport, FileReport, Status};
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
    /// Functions that nobody defines: a run on a result that was invented for them is none.
    undefined: BTreeSet<String>,
}

impl Probe {
    pub(super) fn new(source: &SourceFile, options: &Options, undefined: BTreeSet<String>) -> Probe {
        let options = Options {
            checks: Some(BTreeSet::new()),
            certificates: false,
            proof: false,
            steps: Some(STEPS),
            max_slices: 1,
            ..options.clone()
        };
        Probe { source: source.clone(), options, undefined }
    }

    /// The answer to a question behind a loop, if a run or a proof gives it.
    pub(super) fn settle(&self, kind: Kind, given: &[String], about: &str, spot: &Spot) -> Option<Evidence> {
        if !spot.is_loop || self.source.part_of(spot.start) != 0 || self.source.part_count() > 1 {
            return None;
        }
        let text = self.source.text();
        let error = ERRORS.into_iter().find(|name| !text.contains(name))?;
        let statement = self.source.slice(Span::new(spot.start, spot.end));
        let whole = ["while", "for", "do"].iter().any(|keyword| statement.starts_with(keyword))
            && (statement.ends_with('}') || statement.ends_with(';'));
        if !whole {
            return None;
        }
        let about = match kind {
            Kind::Always => format!("!({about})"),
            Kind::Possible => format!("({about})"),
        };
        let conditions: Vec<String> = given.iter().map(|given| format!("({given})")).chain([about]).collect();
        let (start, end) = (spot.start as usize, spot.end as usize);
        let asked = format!(
            "{}{{ extern void {error}(void); {statement} if ({}) {error}(); }}{}",
            &text[..start],
            conditions.join(" && "),
            &text[end..]
        );
        let source = SourceFile::new(self.source.path(), asked);
        let report = crate::pipeline::analyse(&source, &self.options);
        let found = report.errors.iter().find(|found| is_asked(found, error))?;
        self.evidence(kind, found, &report)
    }

    fn evidence(&self, kind: Kind, found: &ErrorReport, report: &FileReport) -> Option<Evidence> {
        match found.status {
            Status::Reachable => {
                let run = found.counterexamples.first()?;
                if run.inputs.iter().any(|input| self.undefined.contains(&input.name)) {
                    return None;
                }
                let inputs =
                    run.inputs.iter().map(|input| (input.name.clone(), input.value.clone())).collect();
                let reply = if kind == Kind::Always { Reply::No } else { Reply::Yes };
                Some(Evidence { reply, by: By::Run, inputs })
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
