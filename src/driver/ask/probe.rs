//! Runs and proofs that answer questions before anybody is asked: the question is an error of the program at its place.

use std::collections::BTreeSet;
use std::time::Duration;

use crate::front;
use focuscheck_abduce::{Kind, Reply};
use focuscheck_base::doubt::Premise;
use focuscheck_base::options::{CheckKind, Options};
use focuscheck_base::source::{SourceFile, Span};
use focuscheck_cells::facts::cfg::ErrorKind;
use focuscheck_ir::program::graph::Base;
use focuscheck_ir::program::visit::places;
use focuscheck_report::ask::model::{AskedError, By, Point};
use focuscheck_report::model::{Counterexample, ErrorReport, FileReport, Status};

use super::names::Variable;

/// Small steps that one question may take.
const STEPS: u64 = 1_500_000;

/// Functions whose calls are errors: one that the program does not mention stands for the question.
const ERRORS: [&str; 2] = ["reach_error", "__VERIFIER_error"];

/// What comes before a statement that is looked at again.
const BEFORE: &str = "{ ";

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

/// A question as C at its place.
pub(super) struct Probed<'a> {
    pub kind: Kind,
    /// What is given of the runs.
    pub given: Vec<String>,
    pub about: String,
    /// The variables in both.
    pub variables: BTreeSet<Variable>,
    /// The moment.
    pub point: Point,
    pub spot: &'a Spot,
}

impl Probed<'_> {
    /// What holds in a run that answers: no if something is always to hold, else yes.
    fn condition(&self) -> String {
        let about = match self.kind {
            Kind::Always => format!("!({})", self.about),
            Kind::Possible => format!("({})", self.about),
        };
        let conditions = self.given.iter().map(|given| format!("({given})")).chain([about]);
        conditions.collect::<Vec<_>>().join(" && ")
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
}

impl Probe {
    pub(super) fn new(source: &SourceFile, options: &Options) -> Probe {
        let original = options.clone();
        let options = Options {
            checks: Some(BTreeSet::new()),
            certificates: false,
            proof: false,
            steps: Some(STEPS),
            max_slices: 1,
            ..options.clone()
        };
        Probe { source: source.clone(), options, original }
    }

    /// The program itself.
    pub(super) fn source(&self) -> &SourceFile {
        &self.source
    }

    /// How it is analysed, with all that is checked.
    pub(super) fn original(&self) -> &Options {
        &self.original
    }

    /// The answer to a question, if a run or a proof gives it.
    pub(super) fn settle(&self, question: &Probed<'_>, left: Option<Duration>) -> Option<Evidence> {
        let error = ERRORS.into_iter().find(|name| !self.source.text().contains(name))?;
        let asked = format!("extern void {error}(void); if ({}) {error}();", question.condition());
        let report = self.analysed(question, &asked, left)?;
        let found = report.errors.iter().find(|found| is_asked(found, error))?;
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
        let asked = format!("extern void exit(int); if (!({})) exit(0);", question.condition());
        let report = self.analysed(question, &asked, left)?;
        let is_it = |found: &&ErrorReport| error.may_be(found) && found.column == error.column;
        let mut found = report.errors.iter().filter(is_it);
        let run = found.find(|found| found.status == Status::Reachable)?.counterexamples.first()?;
        (!run.is_invented()).then(|| inputs(run))
    }

    /// The report on the program with something at the moment of a question.
    fn analysed(&self, question: &Probed<'_>, asked: &str, left: Option<Duration>) -> Option<FileReport> {
        let spot = question.spot;
        if !spot.is_loop || self.source.part_of(spot.start) != 0 || self.source.part_count() > 1 {
            return None;
        }
        let (text, statement) = (self.source.text(), self.source.slice(Span::new(spot.start, spot.end)));
        let statement = with(statement, question.point, asked)?;
        let (start, end) = (spot.start as usize, spot.end as usize);
        let inserted = start + BEFORE.len() + statement.find(asked)?;
        let changed = format!("{}{BEFORE}{statement} }}{}", &text[..start], &text[end..]);
        let source = SourceFile::new(self.source.path(), changed);
        let inserted = Span::new(inserted as u32, (inserted + asked.len()) as u32);
        let options = Options { timeout: left, ..self.options.clone() };
        self.is_meant(question, &source, inserted).then(|| crate::analyse(&source, &options))
    }

    /// Whether the names in what was inserted mean the variables of the question: a loop's own are gone behind it, and others
    /// may hide one.
    fn is_meant(&self, question: &Probed<'_>, source: &SourceFile, inserted: Span) -> bool {
        let Some(program) = front::typed(source, &self.options).0 else { return false };
        let graph = program.graph();
        let mut meant = BTreeSet::new();
        for node in graph
            .nodes
            .iter()
            .filter(|node| inserted.start <= node.span.start && node.span.end <= inserted.end)
        {
            places(&node.action, &mut |place| {
                if let Base::Object(object) = place.base {
                    let entry = &graph.objects[object.index()];
                    meant.insert(Variable { name: entry.name.clone(), declared: entry.span });
                }
            });
        }
        let spot = question.spot;
        let moved = question.variables.iter().map(|variable| {
            let by = if variable.declared.start < spot.start { 0 } else { BEFORE.len() as u32 };
            let declared = Span::new(variable.declared.start + by, variable.declared.end + by);
            Variable { name: variable.name.clone(), declared }
        });
        moved.collect::<BTreeSet<_>>() == meant
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

fn is_asked(found: &ErrorReport, error: &str) -> bool {
    found.kind == ErrorKind::ErrorCall && found.subject.as_deref() == Some(error)
}

/// A loop with something at a moment; `None` if its text does not say where that is.
fn with(statement: &str, point: Point, asked: &str) -> Option<String> {
    let keyword = ["while", "for", "do"].into_iter().find(|keyword| {
        let rest = statement.strip_prefix(keyword);
        rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    })?;
    if !statement.ends_with('}') && !statement.ends_with(';') {
        return None;
    }
    match (point, keyword) {
        (Point::AfterLoop(_), _) => Some(format!("{statement} {{ {asked} }}")),
        (Point::InLoop(_), "do") => {
            let body = statement.strip_prefix("do")?.trim_start().strip_prefix('{')?;
            Some(format!("do {{ {{ {asked} }} {body}"))
        }
        (Point::InLoop(_), _) => {
            let (heading, body) = statement.split_at(closing(statement)?);
            Some(format!("{heading} {{ {{ {asked} }} {body} }}"))
        }
        (Point::AtLoop(_), "while") => {
            let (heading, body) = statement.split_at(closing(statement)?);
            let condition = heading.strip_prefix("while")?;
            Some(format!("while (1) {{ {{ {asked} }} if (!{condition}) break; {body} }}"))
        }
        (Point::AtLoop(_) | Point::Start | Point::Line(_), _) => None,
    }
}

/// Behind the bracket that closes the first one; `None` if comments or literals could hold brackets of their own.
fn closing(statement: &str) -> Option<usize> {
    let mut depth = 0i32;
    for (position, character) in statement.char_indices() {
        match character {
            '(' => depth += 1,
            ')' => depth -= 1,
            '"' | '\'' | '/' | '\\' | '#' => return None,
            _ => {}
        }
        if character == ')' && depth == 0 {
            return Some(position + 1);
        }
    }
    None
}

fn inputs(run: &Counterexample) -> Vec<(String, String)> {
    run.inputs.iter().map(|input| (input.name.clone(), input.value.clone())).collect()
}
