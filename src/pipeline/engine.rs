//! One error of a program: forward, backward, enumerate, confirm, rank, reduce.

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

use focuscheck_rules::bsum;
use focuscheck_rules::edges::Edges;

use crate::doubt::Doubt;
use crate::facts::cfg::{ErrorId, Graph, ScalarId, UnitId};
use crate::focus::clash::feeding;
use crate::focus::explain::{Confirm, Confirmation, Explanation, Refutation};
use crate::focus::path::same_sequence;
use crate::focus::search::{Search, SearchCut, SearchLimits};
use crate::limit::{self, Deadline, Spent, within};
use crate::options::{Options, PrecisionMode, Procedures};
use crate::rank;
use crate::replay::directed::{DirectedLimits, directed};
use crate::replay::interpreter::{InputRead, Limits};
use crate::replay::probe::{ProbeLimits, Probed, probe};
use crate::report::model::Status;
use crate::solver::record::{Decisions, Recorder};
use crate::solver::{Budget, ExactSolver};
use crate::source::{SourceFile, Span};
use crate::summary::backward::{BackwardLimits, Walker};
use crate::summary::error_set::{Dependence, Required};
use crate::summary::liveness::Liveness;
use crate::summary::state::Precision;
use crate::summary::statics::Statics;
use crate::summary::step::{Cut, ForwardLimits, Stepper};

use super::invariants::Proof;
use super::refine::Refined;

/// What was found about one error.
#[derive(Clone, Debug)]
pub struct Findings {
    /// Reachable, unreachable or unknown.
    pub status: Status,
    /// Why it is unknown.
    pub doubt: Option<Doubt>,
    /// Confirmed explanations, best rank first.
    pub explanations: Vec<Explanation>,
    /// Some sequences that were refuted.
    pub refutations: Vec<Refutation>,
    /// Whether the explanations are all there are, up to subsumption.
    pub complete: bool,
    /// What cut the enumeration.
    pub cut: Option<Doubt>,
    /// How many sequences a better-ranked one subsumes.
    pub subsumed: u64,
    /// Forward states of the last run.
    pub states: u64,
    /// Points of the walks back.
    pub points: u64,
    /// What was decided by the solver on the way, if that is kept.
    pub decisions: Decisions,
    /// Whether the forward run visited everything.
    saw_all: bool,
    /// Whether no further work would change an unknown answer.
    is_final: bool,
}

/// Everything about a program that all its errors share.
pub struct Engine<'a> {
    pub(super) graph: &'a Graph,
    source: &'a SourceFile,
    pub(super) statics: Statics,
    pub(super) liveness: Liveness,
    pub(super) solver: ExactSolver,
    /// For the many questions of the walks back: what it does not refute is looked at again later.
    pub(super) light: ExactSolver,
    pub(super) options: &'a Options,
    pub(super) deadline: Deadline,
    /// A way in which an error happens, kept in case that a limit ends the search for others.
    confirmed: RefCell<BTreeMap<ErrorId, Explanation>>,
    /// Errors that a forward run did not reach, also one for another error, and what it tracked.
    pub(super) unreached: RefCell<BTreeMap<ErrorId, BTreeSet<ScalarId>>>,
    /// What probing found, once it was asked for.
    probe: OnceCell<Probed>,
    /// Invariants, once they were asked for.
    pub(super) invariants: OnceCell<Proof>,
}

/// How much may be done for an answer.
#[derive(Clone, Copy, Debug)]
struct Effort {
    /// Steps of the backward rules; beyond, the enumeration goes on without an estimate.
    updates: usize,
    /// Work of the walk back: points, weighed by their preconditions.
    work: usize,
    /// Forward states.
    states: usize,
}

/// At most this many sequences that turn out not to be confirmed are tried for one error.
const MOST_FAILED: usize = 2_000;
/// The same once nothing is proved any more because of something that is not modelled.
const MOST_UNMODELLED: usize = 100;
/// So many refuted sequences are shown.
const SHOWN_REFUTED: usize = 4;
/// So many are kept to choose from.
const KEPT_REFUTED: usize = 64;
/// So many refuted suffixes are looked at for that.
const LOOKED_AT_REFUTED: usize = 64;
/// What is done while nothing is tracked.
const FIRST: Effort = Effort { updates: 100_000, work: 20_000, states: 1_000_000 };
/// What is done for showing sequences that are known to be impossible.
const LEAST: Effort = Effort { updates: 20_000, work: 4_000, states: FEW_STATES };
/// The most that is done for one question.
const MOST: Effort = Effort { updates: 4_000_000, work: 2_000_000, states: 1_000_000 };
/// What is done for completing a list of explanations.
const SOME: Effort = Effort { updates: 4_000_000, work: 200_000, states: 50_000 };
/// How long errors are looked for by running the program on guessed inputs.
const PROBE: ProbeLimits = ProbeLimits { steps: 20_000_000, run: 200_000, futile: 400 };
/// How long one error is looked for; how many steps in all says the stage.
const DIRECTED: DirectedLimits = DirectedLimits { steps: 0, futile: 20_000_000, further: 20_000 };
/// Forward states of one round of refinement, and before it steps of a directed search. What is unreachable is
/// mostly seen soon, what is reachable sometimes late.
const STAGES: [(usize, u64); 2] = [(20_000, 2_000_000), (200_000, 100_000_000)];
/// Steps of a directed search for an error of which nothing is proved any more.
const UNMODELLED_STEPS: u64 = 500_000;
/// The same for what nobody asked for by name; there may be many of these.
const EXTRA: [(usize, u64); 1] = [(FEW_STATES, 500_000)];
/// Forward states for showing better what was refuted already, and for a first refinement.
const FEW_STATES: usize = 5_000;

impl<'a> Engine<'a> {
    /// Derives what all errors share; the limits are those of the thread.
    pub fn new(graph: &'a Graph, source: &'a SourceFile, options: &'a Options) -> Self {
        let recorder = options.certificates.then(Recorder::default);
        Engine {
            graph,
            source,
            statics: Statics::derive(graph),
            liveness: Liveness::derive(graph),
            solver: ExactSolver { recorder: recorder.clone(), ..ExactSolver::default() },
            light: ExactSolver {
                budget: Budget { near_cases: 8, cases: 16, work: 50_000, last_cases: 0, proposals: false },
                recorder,
            },
            options,
            deadline: limit::current(),
            confirmed: RefCell::default(),
            unreached: RefCell::default(),
            probe: OnceCell::new(),
            invariants: OnceCell::new(),
        }
    }

    /// Inputs that lead to the error, if running the program on guessed inputs finds some.
    pub(super) fn guessed(&self, error: ErrorId, steps: u64) -> Option<Vec<InputRead>> {
        let probed = self.probe.get_or_init(|| probe(self.graph, PROBE, &|| self.is_late()));
        let found = probed.found.get(&error).cloned();
        let limits = DirectedLimits { steps, ..DIRECTED };
        found.or_else(|| directed(self.graph, error, &probed.kept, limits, &|| self.is_late()))
    }

    /// Answers one error. The precision starts with nothing tracked; when neither that nor refinement settles
    /// the question, everything is tracked that the walks back found to matter for this error, and nothing else.
    pub fn answer(&self, error: ErrorId) -> Findings {
        limit::take_cut();
        let known = || self.unreached.borrow().contains_key(&error);
        let mut found = match self.deadline.passed() {
            Some(spent @ (Spent::Time | Spent::Interrupted)) if !known() => Findings::ended(spent),
            _ => within(self.deadline, || self.answered(error)).unwrap_or_else(|spent| {
                let confirmed = self.confirmed.borrow().get(&error).cloned();
                Findings::ended(spent).with(confirmed)
            }),
        };
        // What the clock has cut short may look like anything else.
        let late = limit::take_cut() || self.deadline.passed() == Some(Spent::Time);
        if found.status == Status::Unknown && !found.is_final && late {
            found.doubt = Some(Doubt::Spent(Spent::Time));
        }
        if found.status == Status::Unreachable {
            // Where refinement tells nothing, the walk back was exhaustive whatever is tracked.
            self.unreached.borrow_mut().entry(error).or_default();
        }
        found
    }

    fn answered(&self, error: ErrorId) -> Findings {
        // Of a check that was proved with others nothing more is shown.
        if self.graph.errors[error.index()].kind.check().is_some()
            && self.unreached.borrow().contains_key(&error)
        {
            return Findings::unreachable();
        }
        if self.options.precision == PrecisionMode::Full {
            return self.answer_with(error, &Precision::Full, MOST).0;
        }
        // What a few rounds of refinement exclude needs no walk back, except for showing what excludes it.
        let known = self.unreached.borrow().contains_key(&error);
        let mut unmodelled = None;
        let excluded = match known {
            true => Some(0),
            false => match self.refine_twice(error) {
                Refined::Unreachable { states } => Some(states),
                Refined::Unmodelled(doubt) => {
                    unmodelled = Some(doubt);
                    None
                }
                Refined::Reached(_) | Refined::Open => None,
            },
        };
        let effort = Effort { states: MOST.states, ..if excluded.is_some() { LEAST } else { FIRST } };
        let (mut first, matters) = self.answer_with(error, &Precision::Tracked(BTreeSet::new()), effort);
        if let (Some(states), Status::Unknown) = (excluded, first.status) {
            first = Findings { refutations: first.refutations, ..Findings::unreachable() };
            first.states = states;
        }
        if first.status == Status::Unreachable && !first.refutations.is_empty() {
            return self.with_better_refutations(error, first, matters);
        }
        if first.is_settled(self.options) || self.is_late() {
            return first;
        }
        let unmodelled = unmodelled.or_else(|| first.doubt.clone().filter(|_| first.is_final));
        if let (Status::Unknown, Some(doubt)) = (first.status, unmodelled) {
            return self.unmodelled(error, first, doubt);
        }
        let mut known = None;
        let extra = self.is_extra(error);
        if first.status == Status::Unknown {
            for &(states, steps) in if extra { &EXTRA[..] } else { &STAGES[..] } {
                known = self.probed(error, steps);
                if known.is_some() {
                    break;
                }
                let mut tracked = BTreeSet::new();
                match self.refine_from(error, states, &mut tracked) {
                    Refined::Unreachable { states } => {
                        return Findings { states, ..Findings::unreachable() };
                    }
                    Refined::Reached(explanation) => {
                        known = Some(*explanation);
                        break;
                    }
                    Refined::Unmodelled(doubt) => return self.unmodelled(error, first, doubt),
                    Refined::Open => {
                        if let Some(states) = self.excluded_when_tracked(error, &tracked) {
                            self.unreached.borrow_mut().insert(error, tracked);
                            return Findings { states, ..Findings::unreachable() };
                        }
                    }
                }
            }
        }
        if extra && known.is_none() && first.status == Status::Unknown && !self.is_late() {
            let check = self.graph.errors[error.index()].kind.check();
            first.doubt = Some(Doubt::LittleWork { check });
            return first;
        }
        // Without all states of the first run it is not known what matters.
        let precision = if first.saw_all { Precision::Tracked(matters) } else { Precision::Full };
        // Once the error is known to be reachable, only the list of explanations is at stake.
        let reachable = first.status == Status::Reachable || known.is_some();
        let mut best = if let Some(spent) = self.deadline.passed() {
            first.doubt = Some(Doubt::Spent(spent)).filter(|_| !reachable);
            first
        } else {
            let (second, _) = self.answer_with(error, &precision, if reachable { SOME } else { MOST });
            if second.worth() >= first.worth() { second } else { first }
        };
        if let (Status::Unknown, Some(explanation)) = (best.status, known) {
            best.status = Status::Reachable;
            best.doubt = None;
            best.explanations.push(explanation);
        }
        best
    }

    /// A few rounds of refinement, and if they leave the question open once more with what holds at every node.
    fn refine_twice(&self, error: ErrorId) -> Refined {
        match self.refine(error, FEW_STATES) {
            Refined::Open if self.proof().nodes().is_some() => self.refine(error, FEW_STATES),
            refined => refined,
        }
    }

    /// The answer where nothing is proved because of something that is not modelled: the error may still happen
    /// in another way, which a short search has to find.
    fn unmodelled(&self, error: ErrorId, found: Findings, doubt: Doubt) -> Findings {
        match self.probed(error, UNMODELLED_STEPS) {
            Some(explanation) => Findings {
                status: Status::Reachable,
                doubt: None,
                complete: false,
                explanations: vec![explanation],
                ..found
            },
            None => Findings { status: Status::Unknown, doubt: Some(doubt), is_final: true, ..found },
        }
    }

    /// Whether an error is a check that is made because nothing else was said.
    fn is_extra(&self, error: ErrorId) -> bool {
        self.options.checks.is_none() && self.graph.errors[error.index()].kind.check().is_some()
    }

    /// Shows what refutes an error beyond the known values: the same question with these tracked. Only the
    /// sequences that are shown are taken from its answer.
    fn with_better_refutations(
        &self,
        error: ErrorId,
        mut first: Findings,
        matters: BTreeSet<ScalarId>,
    ) -> Findings {
        let limits = Effort { states: FEW_STATES, ..FIRST };
        let (second, _) = self.answer_with(error, &Precision::Tracked(matters), limits);
        if second.status == Status::Unreachable && !second.refutations.is_empty() {
            first.refutations = second.refutations;
        }
        first
    }

    /// A host of the forward rules for a precision.
    pub(super) fn stepper<'p>(&'p self, precision: &'p Precision, limits: ForwardLimits) -> Stepper<'p> {
        let procedures = self.options.procedures;
        Stepper::new(self.graph, &self.statics, &self.liveness, precision, procedures, limits)
            .with_invariants(self.invariants.get().and_then(Proof::nodes))
    }

    /// What confirming sequences of an error needs.
    pub(super) fn confirm<'p>(&'p self, dependence: Dependence<'p>, error: ErrorId) -> Confirm<'p> {
        Confirm {
            dependence,
            solver: &self.solver,
            error,
            source: self.source,
            limits: Limits { steps: 1_000_000, depth: 10_000 },
        }
    }

    /// The line on which something begins.
    pub(super) fn line(&self, span: Span) -> u32 {
        self.source.position(span.start).line
    }

    /// Whether time or memory is over.
    pub fn is_late(&self) -> bool {
        self.deadline.passed().is_some()
    }

    /// Answers one error with a precision; also what the walks back found to matter.
    fn answer_with(
        &self,
        error: ErrorId,
        precision: &Precision,
        effort: Effort,
    ) -> (Findings, BTreeSet<ScalarId>) {
        let limits = ForwardLimits {
            states: effort.states,
            values: self.options.max_values,
            depth: 200,
            deadline: self.deadline,
        };
        let stepper = self.stepper(precision, limits);
        // What was decided for another answer is not part of this one.
        self.solver.recorder.as_ref().map(Recorder::take);
        let mut matters = BTreeSet::new();
        let Some((forward, start)) = self.forward(&stepper) else {
            return (Findings::without_start(super::no_start(self.graph, self.options)), matters);
        };
        let inline = self.options.procedures == Procedures::Inline;
        let violations = self.violations(error, &stepper, &forward);
        let mut required = Required::default();
        let mut found = Findings::unreachable();
        // What the forward run left unfinished when the time was over is not walked back.
        let late = if violations.is_empty() { None } else { self.deadline.passed() };
        if !violations.is_empty() && late.is_none() {
            loop {
                let dependence =
                    Dependence { graph: self.graph, statics: &self.statics, required: &required };
                let limits = BackwardLimits { updates: effort.updates, deadline: self.deadline };
                let walker = Walker::new(dependence, &stepper, !inline, limits);
                let edges = Edges::new(&walker, &forward);
                let slices = bsum::backward(&edges, &violations);
                matters.extend(walker.mentioned());
                let limits = SearchLimits { work: effort.work, deadline: self.deadline };
                let mut search = Search::new(
                    &walker,
                    &edges,
                    &slices,
                    start,
                    &violations,
                    (&self.light, self.source),
                    limits,
                );
                found = Findings::unreachable();
                let blame = self.enumerate(error, dependence, &mut search, &mut found);
                let mut again = false;
                for unit in blame {
                    again |= required.insert(self.graph, unit);
                }
                if !again {
                    break;
                }
            }
        }
        found.decisions = self.solver.recorder.as_ref().map(Recorder::take).unwrap_or_default();
        found.states = stepper.state_count() as u64;
        if let Some(cut) = stepper.cut().or(late.map(Cut::Spent)) {
            found.cut_short(forward_cut(cut));
        }
        (found, matters)
    }

    /// Enumerates and confirms. Returns the conditions at which replays ended too early: sequences have to
    /// take them along.
    fn enumerate(
        &self,
        error: ErrorId,
        dependence: Dependence<'_>,
        search: &mut Search<'_>,
        found: &mut Findings,
    ) -> Vec<UnitId> {
        let confirm = self.confirm(dependence, error);
        let mut others: Vec<Explanation> = Vec::new();
        let mut doubts: Vec<Doubt> = Vec::new();
        let mut failed = 0;
        let mut ended = false;
        while found.explanations.len() < self.options.max_slices
            && failed < if found.is_final { MOST_UNMODELLED } else { MOST_FAILED }
        {
            let Some(path) = search.next_path() else {
                ended = true;
                break;
            };
            match confirm.confirm(&path) {
                Confirmation::Confirmed(explanation) => {
                    self.keep(error, &explanation);
                    add(&mut found.explanations, *explanation);
                }
                Confirmation::Otherwise(explanation) => {
                    failed += 1;
                    doubts.push(Doubt::OtherWay);
                    self.keep(error, &explanation);
                    add(&mut others, *explanation);
                }
                Confirmation::Refuted(refutation) => {
                    failed += 1;
                    self.show(found, *refutation);
                }
                Confirmation::Unconfirmed(setback) => {
                    failed += 1;
                    if let Some(unit) = setback.blame.filter(|u| !dependence.required.contains(*u)) {
                        return vec![unit];
                    }
                    found.is_final |= setback.would_reach;
                    doubts.push(setback.doubt);
                }
            }
            if found.explanations.len() + 1 >= self.options.max_slices {
                self.tidy(found);
            }
        }
        for other in others {
            add(&mut found.explanations, other);
        }
        self.tidy(found);
        self.conclude(search, found, ended, failed, &doubts);
        if found.explanations.is_empty() {
            for path in search.refuted_paths(LOOKED_AT_REFUTED) {
                if let Some(refutation) = confirm.refutation(&path) {
                    self.show(found, refutation);
                }
            }
        }
        // A clash of known values says little; one that needs a relation between inputs says more.
        found.refutations.sort_by_key(|r| !r.clash.iter().any(|&a| r.execution.atoms[a].mentions_inputs()));
        found.refutations.truncate(SHOWN_REFUTED);
        Vec::new()
    }

    /// Keeps the first way in which an error happens.
    pub(super) fn keep(&self, error: ErrorId, explanation: &Explanation) {
        self.confirmed.borrow_mut().entry(error).or_insert_with(|| explanation.clone());
    }

    /// Keeps a refuted sequence for the report, unless it says no more than that a statement's own value does
    /// not make the error condition true.
    fn show(&self, found: &mut Findings, refutation: Refutation) {
        let statement = |element: usize| {
            let unit = self.graph.nodes[refutation.path[element].node.index()].unit;
            self.graph.units[unit.index()].statement
        };
        let last = refutation.path.len() - 1;
        let trivial = refutation.clash.iter().all(|&atom| {
            let element = refutation.execution.atoms[atom].element;
            let fed = feeding(self.graph, &refutation.path, element);
            statement(element) == statement(last) && fed.iter().all(|&e| statement(e) == statement(last))
        });
        let known = found.refutations.iter().any(|r| same_sequence(&r.path, &refutation.path));
        if !trivial && !known && found.refutations.len() < KEPT_REFUTED {
            found.refutations.push(refutation);
        }
    }

    /// What an ended enumeration says.
    fn conclude(
        &self,
        search: &Search<'_>,
        found: &mut Findings,
        ended: bool,
        failed: usize,
        doubts: &[Doubt],
    ) {
        found.subsumed += search.subsumed_count();
        found.points = search.point_count() as u64;
        let exhausted = ended && search.cut().is_none() && doubts.is_empty();
        found.complete = exhausted;
        if !exhausted {
            found.cut = Some(match (search.cut(), doubts.first()) {
                (Some(SearchCut::Points), _) => Doubt::Points,
                (Some(SearchCut::Spent(spent)), _) => Doubt::Spent(spent),
                (None, Some(doubt)) if ended => doubt.clone(),
                _ if failed >= MOST_FAILED || found.is_final => Doubt::Refuted,
                _ => Doubt::Explanations,
            });
        }
        found.status = match (found.explanations.is_empty(), exhausted) {
            (false, _) => Status::Reachable,
            (true, true) => Status::Unreachable,
            (true, false) => Status::Unknown,
        };
        if found.status == Status::Unknown {
            found.doubt = doubts.first().cloned().or_else(|| found.cut.clone());
        }
    }

    fn tidy(&self, found: &mut Findings) {
        rank::sort(self.graph, &mut found.explanations);
        found.subsumed += rank::drop_subsumed(&mut found.explanations, &self.solver) as u64;
    }
}

/// Adds an explanation unless its sequence is known.
fn add(list: &mut Vec<Explanation>, explanation: Explanation) {
    if !list.iter().any(|known| same_sequence(&known.path, &explanation.path)) {
        list.push(explanation);
    }
}

fn forward_cut(cut: Cut) -> Doubt {
    match cut {
        Cut::States => Doubt::States,
        Cut::Depth => Doubt::Depth,
        Cut::Spent(spent) => Doubt::Spent(spent),
    }
}

impl Findings {
    fn unreachable() -> Self {
        Findings {
            status: Status::Unreachable,
            doubt: None,
            explanations: Vec::new(),
            refutations: Vec::new(),
            complete: true,
            cut: None,
            subsumed: 0,
            states: 0,
            points: 0,
            decisions: Decisions::default(),
            saw_all: true,
            is_final: false,
        }
    }

    /// A limit has ended the work before there was an answer.
    fn ended(spent: Spent) -> Self {
        let doubt = Some(Doubt::Spent(spent));
        Findings {
            status: Status::Unknown,
            cut: doubt.clone(),
            doubt,
            complete: false,
            saw_all: false,
            ..Self::unreachable()
        }
    }

    /// The same with what was found until then.
    fn with(self, explanation: Option<Explanation>) -> Self {
        match explanation {
            Some(explanation) => {
                Findings { status: Status::Reachable, doubt: None, explanations: vec![explanation], ..self }
            }
            None => self,
        }
    }

    fn without_start(doubt: Doubt) -> Self {
        Findings { status: Status::Unknown, doubt: Some(doubt), complete: false, ..Self::unreachable() }
    }

    /// Whether a larger precision could add nothing.
    fn is_settled(&self, options: &Options) -> bool {
        self.complete || self.explanations.len() >= options.max_slices
    }

    /// For comparing two answers to one question.
    fn worth(&self) -> (bool, bool, usize) {
        (self.status != Status::Unknown, self.complete, self.explanations.len())
    }

    /// The forward run did not see everything.
    fn cut_short(&mut self, why: Doubt) {
        self.complete = false;
        self.saw_all = false;
        self.cut.get_or_insert_with(|| why.clone());
        if self.status == Status::Unreachable {
            self.status = Status::Unknown;
            self.doubt = Some(why);
        }
    }
}
