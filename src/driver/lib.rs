//! One line per stage: from source text to report.

mod answers;
mod trace;
mod values;
mod claims;
mod vacuous;
mod start;
mod given;

mod reads;
mod front;

mod relations;

mod failing;
mod apart;
mod leaks;
mod fixed;
mod pictures;

pub mod engine;
mod invariants;
pub mod method;
mod obligations;
mod proof;
pub mod assemble;
pub mod execute;
pub mod witness;
pub mod harness;
pub mod verify;
pub mod ask;
pub mod doomed;

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Instant;

use focuscheck_rules::reach;
use focuscheck_rules::schema::Procedure;

use focuscheck_base::doubt::{Doubt, Most, Premise, Unmodelled};
use focuscheck_base::limit::{self, Deadline, Spent, within};
use focuscheck_base::options::{Annotations, CheckKind, Options};
use focuscheck_base::source::{SourceFile, Span, is_cimple};
use focuscheck_cells::facts::cfg::{Action, ErrorId, Graph, NodeId, ObligationKind, ProcedureId, UnitKind};
use focuscheck_cells::relations::calls;
use focuscheck_ir::program::{Arguments, Original};
use focuscheck_report::model::{Assumed, ErrorReport, FileReport, Status, Verdict, Violation, Within};
use focuscheck_report::{doubts, verdict, words};
use focuscheck_syntax::error::{Diagnostic, Severity};

pub use front::{lowered, original};

use front::{Change, Read};

use assemble::obstacle;
use engine::Engine;
use method::guessing::{early, ended};
use method::knowledge::Knowledge;
use obligations::{Certain, Ground, Obligations};

/// So many inputs are named to somebody who asked for one that is not there.
const MOST_NAMES: usize = 10;

/// Analyses one file.
pub fn analyse(source: &SourceFile, options: &Options) -> FileReport {
    // Annotations may have to be looked at again; otherwise one reading serves one analysis, and large trees are not copied.
    let read = OnceCell::new();
    let read = || match options.annotations {
        Annotations::Read => read.get_or_init(|| Read::of(source, options)).clone(),
        Annotations::Comments => Read::of(source, options),
    };
    analyse_changed(source, options, &read, &|_| {})
}

/// The same of a file that is read by the caller, with a change of its typed program.
fn analyse_changed(
    source: &SourceFile,
    options: &Options,
    read: &dyn Fn() -> Read,
    change: Change<'_>,
) -> FileReport {
    let begun = Instant::now();
    let deadline =
        Deadline::begin(options.timeout, options.memory, options.interrupt).with_steps(options.steps);
    let prepared = |is_probing: bool| read().prepared(source, options, is_probing, change);
    let mut report =
        within(deadline, || analysed(source, options, prepared(false))).unwrap_or_else(|spent| {
            let report = FileReport::new(source.path(), Verdict::Unknown, None);
            let reason = doubts::text(&Doubt::Spent(spent), source.parts());
            FileReport { parts: source.parts().clone(), reason: Some(reason), ..report }
        });
    if report.verdict == Verdict::Safe && options.annotations == Annotations::Read {
        // Both together keep to the limit.
        let timeout = options.timeout.map(|timeout| timeout.saturating_sub(begun.elapsed()));
        let checks = Some(BTreeSet::new());
        let options = Options { timeout, checks, proof: false, doomed: None, ..options.clone() };
        let deadline =
            Deadline::begin(options.timeout, options.memory, options.interrupt).with_steps(options.steps);
        if let Ok(probed) = within(deadline, || analysed(source, &options, prepared(true)))
            && vacuous::refuse(&mut report, &probed)
        {
            (report.verdict, report.reason) = settled(&report);
        }
    }
    if let Some(depth) = options.doomed.filter(|_| report.verdict != Verdict::Failed) {
        // Other functions are started by themselves.
        let functions = options.started().map(str::to_owned).into_iter().collect();
        let request = doomed::Request { depth, functions, ..doomed::Request::default() };
        // Both together keep to the limit.
        let timeout = options.timeout.map(|timeout| timeout.saturating_sub(begun.elapsed()));
        let options = Options { timeout, ..options.clone() };
        report.doomed = doomed::doomed(source, &options, &request).warnings;
    }
    report
}

/// The same, within the limits of the thread.
fn analysed(
    source: &SourceFile,
    options: &Options,
    (original, diagnostics): (Option<Original>, Vec<Diagnostic>),
) -> FileReport {
    let mut report = FileReport {
        parts: source.parts().clone(),
        diagnostics,
        entry: options.started().map(str::to_owned),
        ..FileReport::new(source.path(), Verdict::Failed, None)
    };
    let Some(original) = original else {
        report.reason = Some(first_error(source, &report.diagnostics));
        return report;
    };
    report.given = given::given(&original, options);
    report.visible = given::visible(&original, options);
    report.start = given::start(&original, source, options);
    let both = front::in_cells(&original, source, options)
        .and_then(|laid| Ok((Obligations::of(&laid, &original, source, options)?, laid)));
    let (mut obligations, mut laid) = match both {
        Ok(both) => both,
        Err(doubt) => {
            report.verdict = Verdict::Unknown;
            report.reason = Some(doubts::text(&doubt, source.parts()));
            return report;
        }
    };
    let ideal = is_cimple(source.path()) && options.assumed_of(source.path()).contains(&CheckKind::Overflow);
    if ideal {
        apart::wrap(&mut laid.graph);
        obligations.leave_overflow();
    }
    let graph = &laid.graph;
    report.diagnostics.extend(unknown_inputs(graph, &options.inputs));
    let engine = Engine::new(graph, &original, source, options);
    // What running the program shows needs no proof, and proofs may take all the time.
    let runs = early(&engine);
    let ground_options = Obligations::options(options);
    let new =
        |obligations, original| Ground::new(obligations, original, source, &ground_options, engine.deadline);
    // What a proof rests on is shown for the graph that the report is about.
    let follows_one = !options.proof
        && obligations.may_leave_by_arguments()
        && engine.errors().all(|error| runs.found(error).is_none());
    let whichever = follows_one.then(|| original.with_arguments(Arguments::Whichever));
    let whichever = whichever.as_ref().and_then(|whichever| {
        Some((Obligations::of_whichever(&laid, whichever, source, options)?, whichever))
    });
    let whichever = whichever.as_ref().map(|(obligations, whichever)| new(obligations, *whichever));
    let whichever = whichever.filter(|ground| ground.proves_all(graph));
    let is_all = whichever.as_ref().is_some_and(Ground::leaves_nothing);
    let exact = (!is_all).then(|| new(&obligations, &original));
    let proved = match (&whichever, &exact) {
        (Some(_), _) => engine.errors().collect(),
        (None, Some(exact)) if !options.proof => exact.proved(graph),
        (None, _) => Vec::new(),
    };
    let mut grounds = Grounds { exact, whichever };
    let answers = answers::of_all(&engine, Knowledge::of(graph, proved, runs), &mut report);
    pictures::draw(&original, source, &mut report.errors, &answers.sketches);
    // What was found is told, whatever the time is.
    limit::without(|| settle(&engine, source, options, (&mut grounds, &answers.rest_on), &mut report));
    // Counts of a run that the clock ended differ from run to run.
    let counts = (!engine.is_late()).then_some((answers.states, answers.points));
    report.statistics = statistics(graph, counts);
    report
}

/// What the verdict rests on.
struct Grounds<'a> {
    /// Nothing where the other one leaves nothing open.
    exact: Option<Ground<'a>>,
    /// Where all errors are proved of the program one of whose arguments is followed, whichever.
    whichever: Option<Ground<'a>>,
}

impl<'a> Grounds<'a> {
    /// The one that proofs rest on.
    fn of_proofs(&mut self) -> Option<&mut Ground<'a>> {
        self.whichever.as_mut().or(self.exact.as_mut())
    }

    /// The same, once signed overflow that does not hang on the inputs is reported.
    fn with_overflow(
        &mut self,
        engine: &Engine<'_>,
        options: &Options,
        report: &mut FileReport,
    ) -> Option<&mut Ground<'a>> {
        if let Some(exact) = &mut self.exact {
            report_overflow(engine, options, exact, report);
            if let Some(whichever) = &mut self.whichever {
                whichever.leave_out_reported(exact);
            }
        }
        self.of_proofs()
    }
}

/// Draws the conclusions: what the answers rest on, and what they amount to.
fn settle(
    engine: &Engine<'_>,
    source: &SourceFile,
    options: &Options,
    (grounds, rest_on): (&mut Grounds<'_>, &BTreeSet<usize>),
    report: &mut FileReport,
) {
    let graph = engine.graph;
    let Some(ground) = grounds.of_proofs() else { return };
    let assume = options.assumed_of(source.path());
    let proved = proved_errors(report);
    if !proved.is_empty() || report.errors.iter().any(|error| error.complete) {
        // Places that are not asked about in time stay open.
        let _ = within(engine.deadline, || ground.ask_unjudged());
    }
    let leaves = [ObligationKind::Jump, ObligationKind::Limit].map(|kind| ground.unjudged(kind));
    let leaves: Vec<_> = leaves.into_iter().flatten().map(|(s, w)| (s, w.clone())).collect();
    say_hidden(ground, graph, source, report);
    // What is proved within bounds rests on the same as what is proved without.
    let all = proved.len() == report.errors.len();
    let kept = if all { bounds(engine, &leaves, source) } else { Vec::new() };
    let exact = grounds.exact.as_mut().filter(|_| leaves.is_empty() || !kept.is_empty());
    if let Some(exact) = exact {
        look_for_violations(engine, options, exact, &proved, report);
    }
    if !proved.is_empty() && proved_errors(report).len() == proved.len() {
        report.within = kept;
    }
    if let Some(place) = leaves.first() {
        doubt(report, source, &proved_errors(report), &left_at(place, source));
    }
    let Some(ground) = grounds.with_overflow(engine, options, report) else { return };
    leave_out(report, options.tells_overflow(source.path()));
    let checks = options.checks_of(source.path());
    let judges = judges_accesses(&checks);
    if judges {
        report.unjudged = ground.unjudged_accesses();
    }
    let access = |reason: &Unmodelled| Premise::Access(reason.clone());
    let mut assumed: Vec<(Premise, Span)> = Vec::new();
    if !proved.is_empty() {
        let places = ground.assumptions(graph, &proved);
        assumed.extend(places.iter().map(|&(kind, span)| (Premise::Unchecked(kind), span)));
        let accesses = if judges { Vec::new() } else { ground.unjudged(ObligationKind::Access) };
        assumed.extend(accesses.iter().map(|&(span, reason)| (access(reason), span)));
        let left_out = assume.iter().filter(|&kind| {
            let pointer = *kind == CheckKind::Pointer && !accesses.is_empty();
            pointer || places.iter().any(|(assumed, _)| assumed == kind)
        });
        report.under.extend(left_out);
        report.under.sort_unstable();
        report.under.dedup();
    }
    say_unchecked(engine, options, ground, report);
    if !judges {
        // A run that was found goes on behind what nobody can judge as if nothing were wrong there.
        let places = rest_on.iter().map(|&number| &graph.obligations[number]);
        let places = places.filter(|place| place.kind == ObligationKind::Access);
        assumed.extend(places.map(|place| (access(&place.reason), place.span)));
    }
    let called = called(graph);
    let in_use = |node: NodeId| called.contains(&graph.nodes[node.index()].procedure);
    // A run that was found is one of those that are left.
    let of_proofs =
        |premise: &Premise| matches!(premise, Premise::Apart | Premise::Consistent | Premise::Filled);
    let others = graph.assumed.iter().filter(|assumed| {
        assumed.node.is_none_or(in_use) && (!proved.is_empty() || !of_proofs(&assumed.premise))
    });
    assumed.extend(others.map(|assumed| (assumed.premise.clone(), assumed.span)));
    report.assumed = gathered(source, assumed);
    let why_not = match graph.main {
        None => Some(start::missing(graph, options)),
        Some(_) => hiding(&leaves, &checks).map(|place| left_at(place, source)),
    };
    if options.started().is_some() {
        // The errors of functions that it does not call are theirs.
        report.errors.retain(|error| !error.uncalled);
    }
    conclude(report, source, graph.main.is_some(), why_not);
}

/// Of errors to which there may be ways that are not followed it is not said that all are known.
fn say_hidden(ground: &Ground<'_>, graph: &Graph, source: &SourceFile, report: &mut FileReport) {
    for (number, error) in (0..).zip(&mut report.errors).filter(|(_, error)| error.complete) {
        if let Some((span, what)) = ground.hidden(graph, ErrorId(number)) {
            error.complete = false;
            error.cut = Some(left_at(&(span, what.clone()), source));
        }
    }
}

/// Says the verdict; the doubt is why it cannot be that there is nothing to check.
fn conclude(report: &mut FileReport, source: &SourceFile, starts: bool, doubt: Option<Doubt>) {
    let open = |doubt: Doubt| (Verdict::Unknown, Some(doubts::text(&doubt, source.parts())));
    let is_empty =
        |doubt: &Doubt| matches!(doubt, Doubt::NoStart { entry: None, functions } if functions.is_empty());
    // Data for other files has no errors of its own.
    let doubt = doubt.filter(|doubt| !is_empty(doubt) || !report.errors.is_empty());
    let starts = starts || doubt.is_none();
    (report.verdict, report.reason) = match (summed_up(report), doubt) {
        ((verdict, _), Some(doubt)) if !starts || verdict == Verdict::Nothing => open(doubt),
        (found, _) => found,
    };
    if report.verdict != Verdict::Unknown || !report.unjudged.is_empty() {
        report.within.clear();
    }
}

/// The errors that no run comes to.
fn proved_errors(report: &FileReport) -> Vec<ErrorId> {
    let errors = report.errors.iter().zip(0..).filter(|(error, _)| error.status == Status::Unreachable);
    errors.map(|(_, number)| ErrorId(number)).collect()
}

/// The bounds that keep a run from where it is not followed; none if something else does as well, or if no run is seen that
/// keeps one of them: what is said of the runs within it would be said of none.
fn bounds(engine: &Engine<'_>, leaves: &[(Span, Unmodelled)], source: &SourceFile) -> Vec<Within> {
    let mut found: BTreeMap<Most, BTreeSet<u32>> = BTreeMap::new();
    for (span, what) in leaves {
        let Unmodelled::Beyond(bound) = what else { return Vec::new() };
        found.entry(*bound).or_default().insert(source.position(span.start).line);
    }
    if !found.is_empty() {
        let ended = ended(engine);
        if leaves.iter().any(|(span, _)| !ended.contains(span)) {
            return Vec::new();
        }
    }
    let lines = |lines: BTreeSet<u32>| lines.into_iter().collect();
    found.into_iter().map(|(bound, places)| Within { bound, lines: lines(places) }).collect()
}

/// Looks for runs that do what the proofs of these errors would take for granted.
fn look_for_violations(
    engine: &Engine<'_>,
    options: &Options,
    ground: &mut Ground<'_>,
    proved: &[ErrorId],
    report: &mut FileReport,
) {
    let (graph, source) = (engine.graph, engine.source);
    let assume = options.assumed_of(source.path());
    // It has time of its own; what is not found then stays assumed, and the report says so.
    report.violated = ground.violations(graph, proved);
    if engine.deadline.passed() == Some(Spent::Interrupted) && !ground.assumptions(graph, proved).is_empty() {
        doubt(report, source, proved, &Doubt::Spent(Spent::Interrupted));
    }
    // What the question leaves out is nothing to be shown.
    report.violated.retain(|violation| !assume.contains(&violation.kind));
    let tells = |kind: CheckKind| kind == CheckKind::Overflow && options.tells_overflow(source.path());
    let (told, refuting): (Vec<_>, Vec<_>) =
        report.violated.iter().cloned().partition(|violation| tells(violation.kind));
    if let Some(violation) = refuting.first() {
        let why = violated(violation);
        let doubtful = ground.doubtful(graph, proved, &refuting);
        doubt(report, source, &doubtful, &why);
    }
    for (why, resting) in ground.broken(graph, &proved_errors(report), &assume) {
        doubt(report, source, &resting, &why);
    }
    report.violated = told.into_iter().chain(refuting).collect();
    if !judges_accesses(&options.checks_of(source.path())) && !proved_errors(report).is_empty() {
        look_for_undefined_accesses(engine, &assume, ground, report);
    }
    report.violated.sort_by_key(|violation| (violation.line, violation.column));
}

/// The same for accesses that no check can judge: a guessed run may show one that is undefined, and to write a `const` object
/// always is.
fn look_for_undefined_accesses(
    engine: &Engine<'_>,
    assume: &BTreeSet<CheckKind>,
    ground: &Ground<'_>,
    report: &mut FileReport,
) {
    let find = || ground.undefined_access(engine.original, assume);
    if let Some(violation) = within(engine.deadline, find).ok().flatten() {
        doubt(report, engine.source, &proved_errors(report), &violated(&violation));
        report.violated.push(violation);
    }
    let mut places = ground.unjudged(ObligationKind::Access).into_iter();
    let written = places.find(|(_, what)| **what == Unmodelled::ConstantObject);
    if let Some((span, what)) = written.filter(|_| !assume.contains(&CheckKind::Pointer)) {
        doubt(report, engine.source, &proved_errors(report), &left_at(&(span, what.clone()), engine.source));
    }
}

/// Whether accesses to memory that no check can judge count as open themselves.
fn judges_accesses(checks: &BTreeSet<CheckKind>) -> bool {
    [CheckKind::Pointer, CheckKind::Bounds, CheckKind::Uninit, CheckKind::Memory, CheckKind::Cleanup]
        .iter()
        .any(|kind| checks.contains(kind))
}

/// What is an error is not assumed not to happen, and no run with it is left out.
fn leave_out(report: &mut FileReport, tells: bool) {
    let errors = &report.errors;
    let is_error = |violation: &Violation| {
        let same = |error: &&ErrorReport| {
            let place = (error.kind.check(), error.line, error.column);
            place == (Some(violation.kind), violation.line, violation.column)
        };
        errors.iter().filter(same).any(|error| error.status == Status::Reachable)
    };
    report.violated.retain(|violation| !is_error(violation));
    let told = report.violated.iter().map(|violation| violation.kind);
    report.under.extend(told.filter(|kind| tells && *kind == CheckKind::Overflow));
}

/// Adds signed overflow that does not hang on the inputs to the errors.
fn report_overflow(engine: &Engine<'_>, options: &Options, ground: &mut Ground<'_>, report: &mut FileReport) {
    let path = engine.source.path();
    if options.looks_for_certain_overflow(path) {
        let certain = ground.certain_overflow(options);
        let errors: Vec<ErrorId> = certain.iter().map(|certain| certain.error).collect();
        let line = |error: ErrorId| match errors.iter().position(|&certain| certain == error) {
            Some(place) => Some(certain[place].assembled.report.line),
            None => {
                let own = &report.errors[ground.in_program(engine.graph, error)?.index()];
                (own.status != Status::Unreachable).then_some(own.line)
            }
        };
        let mut found = Vec::new();
        for Certain { assembled, .. } in &certain {
            let mut error = assembled.report.clone();
            for (explanation, before) in error.counterexamples.iter_mut().zip(&assembled.before) {
                let lines: BTreeSet<u32> = before.iter().filter_map(|&error| line(error)).collect();
                explanation.claim.unless = lines.into_iter().collect();
            }
            let (own, sketches) =
                (std::slice::from_mut(&mut error), std::slice::from_ref(&assembled.sketches));
            pictures::draw(engine.original, engine.source, own, sketches);
            found.push(error);
        }
        report.errors.extend(found);
    }
}

/// Says what was not looked for.
fn say_unchecked(engine: &Engine<'_>, options: &Options, ground: &Ground<'_>, report: &mut FileReport) {
    let path = engine.source.path();
    let (checks, assume) = (options.checks_of(path), options.assumed_of(path));
    report.unchecked = ground.unchecked(&checks);
    let unset = engine.graph.nodes.iter().any(|node| {
        let unit = &engine.graph.units[node.unit.index()];
        unit.kind == UnitKind::Havoc && matches!(node.action, Action::Input { .. })
    });
    if unset && !is_cimple(path) && !checks.contains(&CheckKind::Uninit) {
        report.unchecked.push(CheckKind::Uninit);
    }
    // Where a function ends the program goes on.
    if engine.original.start().entry.is_some() {
        let left = [CheckKind::Memory, CheckKind::Cleanup].into_iter();
        report.unchecked.extend(left.filter(|kind| checks.contains(kind)));
    }
    report.unchecked.retain(|kind| !report.under.contains(kind) && !assume.contains(kind));
}

/// A place where control may go on somewhere that is not followed, if there may be errors behind it that nobody looks at:
/// what is undefined there is not looked at, and the errors in code that is not read nobody knows.
fn hiding<'p>(
    leaves: &'p [(Span, Unmodelled)],
    checks: &BTreeSet<CheckKind>,
) -> Option<&'p (Span, Unmodelled)> {
    leaves.iter().find(|(_, what)| !checks.is_empty() || *what == Unmodelled::NestedFunction)
}

/// Control may go on somewhere that is not followed.
fn left_at((span, what): &(Span, Unmodelled), source: &SourceFile) -> Doubt {
    Doubt::Leaves { what: what.clone(), line: source.position(span.start).line }
}

/// What was proved of these errors is not, for a reason that does not lie in them.
fn doubt(report: &mut FileReport, source: &SourceFile, errors: &[ErrorId], why: &Doubt) {
    for &error in errors {
        let error = &mut report.errors[error.index()];
        error.status = Status::Unknown;
        error.settled_by = None;
        error.doubt = Some(why.clone());
        error.obstacle = obstacle(source, why, error.line);
        error.complete = false;
        error.proof = None;
    }
}

/// That a run does what a proof would take for granted.
fn violated(violation: &Violation) -> Doubt {
    let (inputs, more) = doubts::first_inputs(&violation.inputs);
    Doubt::Violated { kind: violation.kind, line: violation.line, inputs, more }
}

/// Writes the relations of a file to a folder; how many tuples they have.
pub fn write_facts(
    source: &SourceFile,
    options: &Options,
    directory: &Path,
    derived: bool,
) -> Result<usize, String> {
    let (graph, diagnostics) = lowered(source, options);
    let graph = graph.ok_or_else(|| first_error(source, &diagnostics))?;
    relations::write(&graph, directory, derived).map_err(|error| error.to_string())
}

/// Names of chosen inputs that no input has, with those that there are.
fn unknown_inputs(graph: &Graph, chosen: &[String]) -> Option<Diagnostic> {
    let names: BTreeSet<&str> = graph.sites.iter().map(|site| site.name.as_str()).collect();
    let unknown: Vec<String> =
        chosen.iter().filter(|name| !names.contains(name.as_str())).map(|name| format!("'{name}'")).collect();
    if unknown.is_empty() {
        return None;
    }
    let shown: Vec<&str> = names.iter().take(MOST_NAMES).copied().collect();
    let more = if names.len() > MOST_NAMES { ", …" } else { "" };
    let known = match shown.is_empty() {
        true => "there are none".to_owned(),
        false => format!("there are {}{more}", shown.join(", ")),
    };
    let message = format!("no input is called {}; {known}", unknown.join(" or "));
    Some(Diagnostic { severity: Severity::Warning, message, span: None, label: None })
}

fn first_error(source: &SourceFile, diagnostics: &[Diagnostic]) -> String {
    let error = diagnostics.iter().find(|d| d.severity == Severity::Error);
    match error {
        Some(Diagnostic { message, span: Some(span), .. }) => {
            let position = source.position(span.start);
            format!("{}:{}: {message}", source.parts().phrase(position.line), position.column)
        }
        Some(error) => error.message.clone(),
        None => "the file could not be read as C".to_owned(),
    }
}

/// The verdict on a file whose errors have changed after [`analyse`], with its reason.
pub fn settled(report: &FileReport) -> (Verdict, Option<String>) {
    match report.verdict {
        Verdict::Failed => (report.verdict, report.reason.clone()),
        _ if report.errors.is_empty() => (report.verdict, report.reason.clone()),
        _ => summed_up(report),
    }
}

fn summed_up(report: &FileReport) -> (Verdict, Option<String>) {
    let has = |status| report.errors.iter().any(|error| error.status == status);
    if has(Status::Reachable) {
        return (Verdict::Unsafe, None);
    }
    if !report.within.is_empty() && report.unjudged.is_empty() {
        return (Verdict::Unknown, Some(verdict::bounded(report)));
    }
    if has(Status::Unknown) || !report.unjudged.is_empty() {
        return (Verdict::Unknown, words::undecided(report));
    }
    (if report.errors.is_empty() { Verdict::Nothing } else { Verdict::Safe }, None)
}

/// What is assumed, each premise with its lines.
fn gathered(source: &SourceFile, assumed: Vec<(Premise, Span)>) -> Vec<Assumed> {
    let mut lines: BTreeMap<Premise, BTreeSet<u32>> = BTreeMap::new();
    for (premise, span) in assumed {
        lines.entry(premise).or_default().insert(source.position(span.start).line);
    }
    lines
        .into_iter()
        .map(|(premise, lines)| Assumed { premise, lines: lines.into_iter().collect() })
        .collect()
}

/// The procedures that can be called from `main`.
fn called(graph: &Graph) -> BTreeSet<ProcedureId> {
    let main = graph.main.into_iter().map(|main| Procedure(main.0));
    let entered = reach::entered(calls(graph), main);
    entered.into_iter().map(|procedure| ProcedureId(procedure.0)).collect()
}

fn statistics(graph: &Graph, counts: Option<(u64, u64)>) -> BTreeMap<String, u64> {
    let sizes = [
        ("procedures", graph.procedures.len() as u64),
        ("nodes", graph.nodes.len() as u64),
        ("scalars", graph.scalars.len() as u64),
    ];
    let counts = counts.map(|(states, points)| [("states", states), ("points", points)]);
    sizes
        .into_iter()
        .chain(counts.into_iter().flatten())
        .map(|(name, count)| (name.to_owned(), count))
        .collect()
}
