//! `ask`: the questions that settle errors which `check` leaves open.
//!
//! `driver/ask/program.rs` and `runs.rs` take the block graph of a program, cut at the heads of its loops, with ideal
//! arithmetic (`vc/condition/ideal.rs`): every unknown is an input or a value that the analysis does not know. Two
//! truth values tell the runs that fail at a check from those that end (`world.rs`). A model of either is a conjunction
//! (`implicant.rs`: values of the structure stay, comparisons are left), and blocked for the next one (`paths.rs`);
//! types' ranges are known to the prover and to no conjunction. A condition over some unknowns that excludes all runs
//! of a kind is a projection of these (`obligation.rs`); which unknowns is a search by cost (`subsets.rs`), and what
//! the context says anyway is left out, each step only if the prover still refutes what it has to (`simplify.rs`). A
//! condition is asked as small questions (`plan.rs`), and what is said becomes a fact or a witness (`dialogue.rs`). A
//! verdict rests on refutations whose proofs the checker of certificates has read, and on the answers that these need.
//!
//! `driver/ask/arrival.rs` says where runs are just before a check: the ways into its lines, on which nothing of it has
//! been evaluated. What is known there is told of the runs that reach the line, and only of places that a run passes
//! once.
//!
//! `driver/ask/probe.rs` puts a question behind its loop as an error of the program, and looks at what `check` says of
//! it: a run that answers it, or a proof.

mod arrival;
mod facts;
mod limits;
mod names;
mod heads;
mod runs;
mod program;
mod request;
mod probe;
mod search;
mod subject;

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use focuscheck_base::doubt::{Doubt, Premise};
use focuscheck_base::limit::spend;
use focuscheck_base::options::{Annotations, CheckKind, Options};
use focuscheck_base::source::SourceFile;
use focuscheck_check::tree::FunctionId;
use focuscheck_ir::program::Original;
use focuscheck_ir::program::graph::{Action, Callee, Graph, ProcedureId};
use focuscheck_report::ask::model::{Answered, AskReport, AskedError, Besides, By, Ended, Point};
use focuscheck_report::ask::text;
use focuscheck_report::doubts;
use focuscheck_report::model::{Assumed, ErrorReport, FileReport, Status, Verdict};
use focuscheck_syntax::error::Severity;
use focuscheck_vc::condition::state::Wraps;
use focuscheck_vc::guarded::{LoopMode, Settings, guarded};

use super::front::Read;

use limits::Limits;
use probe::Probe;
use program::Asked;
pub use request::{Facts, Request};
pub use subject::{Proceeded, Subject};

/// The errors of a file that are asked about.
pub struct Inquiry {
    /// What is found so far.
    pub report: AskReport,
    /// The errors with their dialogues, in the order of the report.
    pub subjects: Vec<Subject>,
    /// The lines of the loops that are cut.
    loops: BTreeSet<u32>,
    /// That no value wraps, in words, as far as that is taken for granted.
    wraps: Option<String>,
    /// What `check` says of the file: a verdict rests on all that it has to decide.
    checked: Option<FileReport>,
}

/// What there is to ask about a file.
pub fn inquire(source: &SourceFile, options: &Options, request: &Request) -> Inquiry {
    let limits = Limits::of(options);
    // A check that decides everything needs no questions; one that does not leaves half of the time for them.
    let half = Options { timeout: options.timeout.map(|timeout| timeout / 2), ..options.clone() };
    let text = Text { source, options, read: OnceCell::new() };
    let checked = match request.facts {
        Facts::Found => {
            let checked = || super::analyse_changed(source, &half, &|| Read::clone(text.read()), &|_| {});
            limits.within(checked).ok()
        }
        Facts::Annotated => None,
    };
    inquire_after(&text, options, request, checked, &limits)
}

/// A file whose text is read once, when somebody asks for it.
struct Text<'s> {
    source: &'s SourceFile,
    options: &'s Options,
    read: OnceCell<Rc<Read>>,
}

impl Text<'_> {
    fn read(&self) -> &Rc<Read> {
        self.read.get_or_init(|| Rc::new(Read::of(self.source, self.options)))
    }
}

/// The same after a check.
fn inquire_after(
    text: &Text<'_>,
    options: &Options,
    request: &Request,
    checked: Option<FileReport>,
    limits: &Limits,
) -> Inquiry {
    let mut report = AskReport {
        path: text.source.path().to_owned(),
        verdict: Verdict::Failed,
        by: None,
        reason: None,
        errors: Vec::new(),
        besides: Vec::new(),
        assumed: Vec::new(),
        unmatched: Vec::new(),
        diagnostics: Vec::new(),
    };
    let found = limits.within(|| {
        let options = Options { timeout: limits.left(), ..options.clone() };
        subjects(text, &options, request, (checked.as_ref(), limits), &mut report)
    });
    let (subjects, loops, wraps) = found.unwrap_or_else(|_| {
        report.verdict = Verdict::Unknown;
        report.reason = Some(limits::LIMIT.to_owned());
        <_>::default()
    });
    Inquiry { report, subjects, loops, wraps, checked }
}

fn subjects(
    text: &Text<'_>,
    options: &Options,
    request: &Request,
    (checked, limits): (Option<&FileReport>, &Limits),
    report: &mut AskReport,
) -> (Vec<Subject>, BTreeSet<u32>, Option<String>) {
    let source = text.source;
    let read = Options { annotations: Annotations::Read, ..options.clone() };
    let (original, diagnostics) = Read::of(source, &read).stored(&read);
    report.diagnostics = diagnostics;
    let Some(original) = original.map(Original::in_any_order) else {
        let first = report.diagnostics.iter().find(|diagnostic| diagnostic.severity == Severity::Error);
        report.reason = first.map(|first| focuscheck_report::diagnostic::one_line(source, first));
        return <_>::default();
    };
    let (tree, graph) = (original.tree(), original.graph());
    let entry = options.entry.as_deref().unwrap_or("main");
    let Some(function) = tree.function(entry).map(|id| tree.resolved(id)) else {
        report.verdict = Verdict::Unknown;
        let functions = tree.functions.iter().filter(|function| function.definition.is_some());
        let functions = functions.map(|function| function.name.clone()).collect();
        let missing = Doubt::NoStart { entry: options.entry.clone(), functions };
        report.reason = Some(doubts::text(&missing, source.parts()));
        return <_>::default();
    };
    let settings = Settings {
        checks: options.checks_of(source.path()),
        loops: LoopMode::Safe,
        unroll: 0,
        inlined: inlined(graph),
    };
    let Some(guarded) = guarded(tree, graph, function, &settings) else {
        report.verdict = Verdict::Unknown;
        report.reason = Some(format!("{entry} has no body"));
        return <_>::default();
    };
    let found = match request.facts {
        Facts::Found => facts::found(source, options, text.read()),
        Facts::Annotated => Vec::new(),
    };
    let asked = Asked::new(source, &original, &guarded, entry, &found, Wraps::Excluded);
    let wraps = asked.wraps();
    let wrapping = || Asked::new(source, &original, &guarded, entry, &found, Wraps::Any);
    let wrapping = wraps.is_some().then(wrapping);
    report.assumed = asked.wraps().into_iter().chain(asked.assumed()).collect();
    let mut subjects = Vec::new();
    for place in asked.errors() {
        let about = asked.about(&place);
        let open = |checked: &FileReport| {
            let near = || checked.errors.iter().filter(|error| about.may_be(error));
            let is_here = |error: &&ErrorReport| error.column == about.column;
            match near().any(|error| is_here(&error)) {
                true => near().filter(is_here).any(ErrorReport::is_open),
                false => near().any(ErrorReport::is_open),
            }
        };
        if checked.is_some_and(|checked| !open(checked)) {
            continue;
        }
        if request.line.is_some_and(|wanted| wanted != about.line) {
            report.besides.push(Besides { line: about.line, what: about.what, happens: false });
            continue;
        }
        let probe = request.tries.then(|| Probe::new(source, options, Rc::clone(text.read())));
        let subject =
            Subject::new((&asked, wrapping.as_ref()), &place, about, request, probe, limits.clone());
        report.errors.push(subject.error());
        subjects.push(subject);
    }
    if let Some(checked) = checked {
        besides(report, checked);
    }
    settle(report, &asked);
    if let Some(checked) = checked {
        also(report, checked);
    }
    (subjects, asked.loops(), wraps)
}

/// What is known before anything is asked: what stands where nobody follows a run is not nothing.
fn settle(report: &mut AskReport, asked: &Asked<'_>) {
    report.settle();
    if report.verdict == Verdict::Nothing
        && let Some(reason) = asked.cut_off()
    {
        (report.verdict, report.reason) = (Verdict::Unknown, Some(reason));
    }
}

/// The errors that `check` has not excluded and that are not asked about.
fn besides(report: &mut AskReport, checked: &FileReport) {
    for error in checked.errors.iter().filter(|error| error.status != Status::Unreachable) {
        let open = error.is_open();
        if !open || AskedError::of(&report.errors, error).is_empty() {
            report.besides.push(Besides { line: error.line, what: text::named(error), happens: !open });
        }
    }
    report.besides.sort_unstable();
    report.besides.dedup();
}

/// The functions whose calls are followed: all with bodies that do not call themselves.
fn inlined(graph: &Graph) -> BTreeSet<FunctionId> {
    let bodies: Vec<Option<ProcedureId>> = graph.bodies.clone();
    let calls = |procedure: ProcedureId| -> Vec<ProcedureId> {
        let nodes = graph.nodes_of(procedure);
        let called = nodes.filter_map(|node| match &graph.nodes[node.index()].action {
            Action::Call { callee: Callee::Procedure(callee), .. } => Some(*callee),
            _ => None,
        });
        called.collect()
    };
    let is_recursive = |procedure: ProcedureId| {
        let (mut open, mut seen) = (calls(procedure), BTreeSet::new());
        while let Some(next) = open.pop() {
            spend(1);
            if seen.insert(next) {
                open.extend(calls(next));
            }
        }
        seen.contains(&procedure)
    };
    let functions =
        bodies.iter().zip(0u32..).filter_map(|(body, number)| Some(((*body)?, FunctionId(number))));
    functions.filter(|(body, _)| !is_recursive(*body)).map(|(_, function)| function).collect()
}

/// What `check` found besides.
fn also(report: &mut AskReport, checked: &FileReport) {
    if report.errors.is_empty() {
        report.besides.clear();
        report.verdict = checked.verdict;
        report.reason = checked.reason.clone().or_else(|| match checked.verdict {
            Verdict::Safe | Verdict::Unsafe => Some("check decides it, there is nothing to ask".to_owned()),
            Verdict::Nothing | Verdict::Unknown | Verdict::Failed => None,
        });
        report.assumed.clear();
    }
}

impl Inquiry {
    /// Draws the conclusion.
    pub fn conclude(&mut self, request: &Request) {
        if self.subjects.is_empty() {
            return;
        }
        self.report.errors = self.subjects.iter().map(Subject::error).collect();
        self.report.settle();
        self.rest_on_check();
        let asked = self.report.errors.iter().flat_map(|error| &error.questions);
        let asked: Vec<&Answered> = asked.map(|question| &question.asked).collect();
        let unmatched = request.answers.iter().filter(|answer| !asked.iter().any(|a| a.is_about(answer)));
        self.report.unmatched = unmatched.cloned().collect();
        let is_exact =
            |error: &AskedError| !error.wraps && matches!(error.ended, Ended::Discharged | Ended::Validated);
        if self.report.errors.iter().all(is_exact) {
            self.report.assumed.retain(|assumed| Some(assumed) != self.wraps.as_ref());
        }
        let loops = self.taken_to_end();
        self.report.assumed.extend(loops.iter().map(|line| format!("the loop at line {line} ends")));
        if self.report.errors.iter().all(|error| error.ended == Ended::Undecided) {
            self.report.assumed.clear();
        }
    }
}

impl Inquiry {
    /// A file is safe only if nothing is left that `check` has to decide, and if no run does what is taken for granted.
    fn rest_on_check(&mut self) {
        let Some(checked) = &self.checked else { return };
        if self.report.verdict == Verdict::Safe {
            let mut after = checked.clone();
            for error in after.errors.iter_mut().filter(|error| error.is_open()) {
                let asked = AskedError::of(&self.report.errors, error);
                if !asked.is_empty() && asked.iter().all(|asked| asked.ended == Ended::Discharged) {
                    error.status = Status::Unreachable;
                }
            }
            let (verdict, reason) = super::settled(&after);
            let broken = checked.violated.iter().find(|violation| violation.kind != CheckKind::Overflow);
            match (verdict, broken) {
                (Verdict::Unknown | Verdict::Failed, _) => {
                    (self.report.verdict, self.report.reason) = (verdict, reason)
                }
                (_, Some(broken)) => {
                    self.report.verdict = Verdict::Unknown;
                    self.report.reason = Some(text::broken(broken));
                }
                (Verdict::Safe | Verdict::Unsafe | Verdict::Nothing, None) => {}
            }
        }
        if self.report.verdict != Verdict::Nothing {
            let overflows = checked.violated.iter().filter(|violation| violation.kind == CheckKind::Overflow);
            self.report.assumed.extend(overflows.map(text::broken));
        }
    }

    /// The loops that are taken to end by a run of which it was said that it can happen, and that does not pass: an
    /// endless one would not fail. Those that it has left where it was seen have ended.
    fn taken_to_end(&self) -> BTreeSet<u32> {
        let rests = |error: &&AskedError| {
            error.ended == Ended::Validated && error.by != Some(By::Proof) && !error.basis.is_empty()
        };
        let mut taken = BTreeSet::new();
        for error in self.report.errors.iter().filter(rests) {
            let left: BTreeSet<u32> = error
                .basis
                .iter()
                .filter_map(|&number| match error.questions.get(number)?.point {
                    Point::AfterLoop(line) => Some(line),
                    Point::Start | Point::Line(_) | Point::InLoop(_) | Point::AtLoop(_) => None,
                })
                .collect();
            taken.extend(self.loops.difference(&left));
        }
        taken
    }
}

/// What answers say of an error: it cannot happen if none of those can that it may be; it happens if it is this one.
fn answered(asked: &[&AskedError]) -> Option<Status> {
    let ended = |ended: Ended| asked.iter().filter(|asked| asked.ended == ended).count();
    let by_answers = asked.iter().any(|asked| asked.by == Some(By::Answers));
    match asked.len() {
        0 => None,
        _ if !by_answers => None,
        all if ended(Ended::Discharged) == all => Some(Status::Unreachable),
        1 if asked[0].own_end() == Ended::Validated => Some(Status::Reachable),
        _ => None,
    }
}

/// Applies recorded answers to the report of a check: errors that they settle get that status, and the report says that it
/// rests on them. Gives the answers that no question asked for.
pub fn apply(
    source: &SourceFile,
    options: &Options,
    answers: &[Answered],
    report: &mut FileReport,
) -> Vec<Answered> {
    let request = Request { answers: answers.to_vec(), tries: false, ..Request::default() };
    let limits = Limits::of(options);
    let text = Text { source, options, read: OnceCell::new() };
    let mut inquiry = inquire_after(&text, options, &request, Some(report.clone()), &limits);
    for subject in &mut inquiry.subjects {
        while let Proceeded::Settled(_) = subject.proceed() {}
    }
    inquiry.conclude(&request);
    let mut claims = BTreeSet::new();
    for error in report.errors.iter_mut().filter(|error| error.is_open()) {
        let asked = AskedError::of(&inquiry.report.errors, error);
        let Some(status) = answered(&asked) else { continue };
        error.status = status;
        error.by = Some(By::Answers);
        error.settled_by = None;
        error.doubt = None;
        error.obstacle = None;
        error.complete = false;
        for asked in asked {
            claims.extend(asked.basis.iter().map(|&number| text::claim(&asked.questions[number])));
        }
        claims.extend(inquiry.report.assumed.iter().cloned());
    }
    if !claims.is_empty() {
        let assumed = |claim| Assumed { premise: Premise::Answered { claim }, lines: Vec::new() };
        report.assumed.extend(claims.into_iter().map(assumed));
        (report.verdict, report.reason) = super::settled(report);
    }
    match inquiry.subjects.is_empty() {
        true => answers.to_vec(),
        false => inquiry.report.unmatched,
    }
}
