//! What a verdict rests on, proved as far as possible in bulk.
//!
//! The program is laid out a second time with everything undefined as an error, unless the first layout has all of it
//! (`Laid::is_whole`), and with the obligations as if they were errors. One forward run under that graph's invariants
//! settles most of them in bulk. What it misses is proved: checks of the first graph take that over and need no
//! question of their own, and what is not checked is assumed only where it is left and where it may happen before an
//! error that cannot be reached. For what is left a few rounds of refinement and some guessed runs look for a run that
//! violates it; then nothing is proved, and the run is shown.
//!
//! Signed overflow is graded here (`driver/obligations/certain.rs`): one of whose explanations has no condition on the
//! inputs is an error. Known runs are looked at first; what does not hang on what is read (`driver/fixed.rs`) is asked
//! about with little work. In Cimple files arithmetic on which no run depends wraps in both graphs (`driver/apart.rs`),
//! so nothing rests on it.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use focuscheck_rules::reach;
use focuscheck_rules::relation::Relation;
use focuscheck_rules::schema::Node;

use focuscheck_base::doubt::{Doubt, Most, Unmodelled};
use focuscheck_base::limit::{Deadline, within};
use focuscheck_base::options::{CheckKind, Options, PrecisionMode, Procedures};
use focuscheck_base::source::{SourceFile, Span};
use focuscheck_cells::facts::cfg::{
    Action, ErrorId, ErrorKind, ErrorSite, Graph, NodeId, ObligationKind, ProcedureId, SiteId,
};
use focuscheck_cells::simulation::interpreter::InputRead;
use focuscheck_engine::focus::explain::Explanation;
use focuscheck_engine::focus::replay::end_in_memory;
use focuscheck_engine::focus::simplest::simplest;
use focuscheck_engine::summary::state::Precision;
use focuscheck_engine::summary::step::ForwardLimits;
use focuscheck_guess::probing::{ProbeLimits, Probing};
use focuscheck_ir::program::Original;
use focuscheck_layout::{self as layout, Demands, Laid};
use focuscheck_machine::End as MemoryEnd;
use focuscheck_report::model::{InputValue, Status, Unjudged, Violation};

use super::apart;
use super::engine::{Engine, REPLAY};
use super::fixed::{fixed, reads_nothing};
use super::front::{too_large, unlaid_in};
use super::invariants::{Proof, find_invariants};
use super::method::guessing::explained;
use super::method::knowledge::{Knowledge, Missed};
use super::method::refinement::{Means, Refined};
use super::reads::Reads;

/// Forward states of a question about one assumption.
const FEW_STATES: usize = 2_000;
/// So many assumptions of one kind are asked about by themselves.
const MOST_ASKED: usize = 12;
/// So many errors are looked at one by one for what may happen before them.
const MOST_APART: usize = 500;
/// How long runs that violate an assumption are guessed.
const PROBE: ProbeLimits = ProbeLimits { steps: 400_000, run: 20_000, futile: (100, 0) };
/// How long the run of a program is that reads no inputs: there is only one. What is told of it takes some kilobytes a step.
const ONLY_RUN: ProbeLimits = ProbeLimits { steps: 400_000, run: 400_000, futile: (1, 0) };
/// Steps of all questions about assumptions together, and the part of the time that is left which they may take: a tenth, or
/// some seconds if that is more. They come when the time is over, too, so that nothing rests on what nobody asked about.
const ASKED_STEPS: u64 = 30_000_000;
const ASKED_PART: u32 = 10;
const ASKED_AT_LEAST: Duration = Duration::from_secs(3);
const ASKED_LATE: u32 = 50;

/// The part of the time that is left which the proof of all that is assumed may take, and the least of it: the questions are
/// still to be answered.
const PROOF_PART: u32 = 3;
const PROOF_AT_LEAST: Duration = Duration::from_secs(1);

/// A place, as it is the same in the program's graph and in the one of its obligations; its text says which of several of one
/// kind it is.
type Key<'g> = (ErrorKind, Option<ProcedureId>, Option<Span>, &'g str);

fn key(error: &ErrorSite) -> Key<'_> {
    (error.kind, error.procedure, error.span, &error.text)
}

/// The graph of a program in which everything is an error that a verdict may rest on.
pub(super) struct Obligations {
    graph: Graph,
    /// From this one on errors stand for the places that no check can judge, in their order.
    first_unjudged: usize,
    /// Whether its procedures are those of the program's graph, in the same order: places are compared by them.
    is_same_program: bool,
    /// Whether each of its runs is one of the program. In the other case errors have other texts, too.
    has_own_runs: bool,
}

impl Obligations {
    /// Lays the program out with everything as an error; or why that has no layout.
    pub fn of(
        laid: &Laid,
        original: &Original,
        source: &SourceFile,
        options: &Options,
    ) -> Result<Self, Doubt> {
        let (mut graph, is_same_program) = if laid.is_whole {
            (laid.graph.clone(), true)
        } else {
            let whole = Self::laid_everywhere(original, source, options)?;
            (whole.graph, whole.origins == laid.origins)
        };
        let first_unjudged = Self::with_unjudged(&mut graph);
        Ok(Obligations { graph, first_unjudged, is_same_program, has_own_runs: true })
    }

    /// The same for a program one of whose arguments is followed, whichever, of which the graph is laid out that the report is
    /// about.
    pub fn of_whichever(
        laid: &Laid,
        whichever: &Original,
        source: &SourceFile,
        options: &Options,
    ) -> Option<Self> {
        let Laid { mut graph, origins, .. } = Self::laid_everywhere(whichever, source, options).ok()?;
        let first_unjudged = Self::with_unjudged(&mut graph);
        let is_same_program = origins == laid.origins;
        is_same_program.then_some(Obligations { graph, first_unjudged, is_same_program, has_own_runs: false })
    }

    /// A program laid out with everything as an error.
    fn laid_everywhere(original: &Original, source: &SourceFile, options: &Options) -> Result<Laid, Doubt> {
        let all = options.checks_of(source.path()).into_iter().chain(CheckKind::ASSUMED).collect();
        let demands = Demands::new(&all, options.blocks);
        layout::lay_out_everywhere(original, demands).map_err(|unlaid| unlaid_in(unlaid, source))
    }

    /// Adds errors that stand for the places that no check can judge; which one is the first.
    fn with_unjudged(graph: &mut Graph) -> usize {
        let first_unjudged = graph.errors.len();
        for obligation in &graph.obligations {
            graph.errors.push(ErrorSite {
                kind: ErrorKind::ErrorCall,
                procedure: Some(graph.nodes[obligation.node.index()].procedure),
                text: obligation.reason.to_string(),
                subject: obligation.reason.to_string(),
                span: Some(obligation.span),
                nodes: vec![obligation.node],
            });
        }
        first_unjudged
    }

    /// Lets arithmetic on which no run depends wrap.
    pub fn leave_overflow(&mut self) {
        apart::wrap(&mut self.graph);
    }

    /// Whether there is anything to prove.
    fn is_empty(&self) -> bool {
        self.graph.errors.iter().enumerate().all(|(number, error)| {
            number < self.first_unjudged && error.kind.check().is_none() || error.nodes.is_empty()
        })
    }

    /// Whether a run may come to more of the arguments of the command line than is followed.
    pub fn may_leave_by_arguments(&self) -> bool {
        let is_of_arguments =
            |reason: &Unmodelled| matches!(reason, Unmodelled::Beyond(Most::Arguments(_) | Most::Letters(_)));
        self.graph.obligations.iter().any(|place| is_of_arguments(&place.reason))
    }

    /// The options under which obligations are proved, whatever the mode of the analysis is.
    pub fn options(options: &Options) -> Options {
        Options {
            precision: PrecisionMode::Auto,
            // Assumptions are asked about as the errors that they are where they are looked for.
            checks: Some(CheckKind::ALL.into()),
            procedures: Procedures::Summaries,
            certificates: false,
            ..options.clone()
        }
    }
}

/// What is left to prove.
pub(super) struct Ground<'a> {
    obligations: &'a Obligations,
    /// None if there is nothing to prove, or too much.
    engine: Option<Engine<'a>>,
    /// What holds at every node.
    invariants: Option<Proof>,
    source: &'a SourceFile,
    /// The errors that some run may come to, as far as is known.
    open: BTreeSet<ErrorId>,
    /// Those of them that happen in every run that comes to what they are about.
    always: BTreeSet<ErrorId>,
    /// By node where a run may come from.
    before: Relation<(Node, Node)>,
    /// Runs on guessed inputs, once somebody has asked.
    probed: OnceCell<Probing>,
    /// Runs that were found to come to something that is assumed.
    runs: BTreeMap<ErrorId, Box<Explanation>>,
    /// The errors that do not hang on what is read.
    fixed: BTreeSet<ErrorId>,
    /// Those of them that are reported as errors.
    reported: BTreeSet<ErrorId>,
}

impl<'a> Ground<'a> {
    /// Proves in bulk.
    pub fn new(
        obligations: &'a Obligations,
        original: &'a Original,
        source: &'a SourceFile,
        options: &'a Options,
        deadline: Deadline,
    ) -> Self {
        let (mut engine, mut invariants) = (None, None);
        let (mut open, mut always) = (BTreeSet::new(), BTreeSet::new());
        let before = predecessors(&obligations.graph);
        if !obligations.is_same_program || too_large(&obligations.graph).is_some() {
            open.extend((0..obligations.graph.errors.len()).map(|number| ErrorId(number as u32)));
        } else if !obligations.is_empty() {
            let engine = engine.insert(Engine::new(&obligations.graph, original, source, options));
            engine.deadline = deadline.some(PROOF_PART, PROOF_AT_LEAST, Duration::ZERO);
            let found = invariants.insert(find_invariants(engine));
            (open, always) = reached_in_bulk(engine, found, &before);
            engine.deadline = deadline;
        }
        let fixed = if engine.is_some() { fixed(&obligations.graph) } else { BTreeSet::new() };
        let (probed, runs) = (OnceCell::new(), BTreeMap::new());
        let reported = BTreeSet::new();
        Ground {
            obligations,
            engine,
            invariants,
            source,
            open,
            always,
            before,
            probed,
            runs,
            fixed,
            reported,
        }
    }

    /// The errors of the program's own graph that are checks and that no run comes to.
    pub fn proved(&self, graph: &Graph) -> Vec<ErrorId> {
        let mut known: BTreeMap<Key<'_>, Vec<ErrorId>> = BTreeMap::new();
        for (error, site) in self.undefined() {
            known.entry(self.key(site)).or_default().push(error);
        }
        let sites = graph.errors.iter().enumerate();
        sites
            .filter(|(_, site)| site.kind.check().is_some())
            .filter(|(_, site)| {
                known
                    .get(&self.key(site))
                    .is_some_and(|same| same.iter().all(|error| !self.open.contains(error)))
            })
            .map(|(number, _)| ErrorId(number as u32))
            .collect()
    }

    /// Whether no run comes to any error of the program's own graph, nor to where it is not followed.
    pub fn proves_all(&self, graph: &Graph) -> bool {
        let own = self.obligations.graph.errors[..self.obligations.first_unjudged].iter().enumerate();
        let mut known: BTreeMap<Key<'_>, bool> = BTreeMap::new();
        for (number, site) in own {
            *known.entry(self.key(site)).or_insert(true) &= !self.open.contains(&ErrorId(number as u32));
        }
        let leaves = self.obligations.graph.obligations.iter().enumerate().any(|(number, place)| {
            let error = ErrorId((self.obligations.first_unjudged + number) as u32);
            place.kind.leads_away() && self.open.contains(&error)
        });
        !leaves && graph.errors.iter().all(|site| known.get(&self.key(site)) == Some(&true))
    }

    /// Whether no run comes to anything undefined, nor to what is not modelled.
    pub fn leaves_nothing(&self) -> bool {
        let is_proved = |(error, _): (ErrorId, &ErrorSite)| !self.open.contains(&error);
        let unjudged = self.obligations.first_unjudged as u32;
        self.undefined().all(is_proved) && self.open.iter().all(|error| error.0 < unjudged)
    }

    /// Which place an error is: in a graph whose runs are not all those of the program errors have other texts.
    fn key<'g>(&self, error: &'g ErrorSite) -> Key<'g> {
        let (kind, procedure, span, text) = key(error);
        (kind, procedure, span, if self.obligations.has_own_runs { text } else { "" })
    }

    /// The errors of this graph that stand for something undefined.
    fn undefined(&self) -> impl Iterator<Item = (ErrorId, &ErrorSite)> {
        let sites = self.obligations.graph.errors[..self.obligations.first_unjudged].iter().enumerate();
        sites
            .filter(|(_, site)| site.kind.check().is_some())
            .map(|(number, site)| (ErrorId(number as u32), site))
    }

    /// What is not proved, not looked for in the program's own graph, and may happen before one of these errors of that
    /// graph.
    fn assumed(&self, graph: &Graph, before: &[ErrorId]) -> Vec<(ErrorId, CheckKind)> {
        let checked: BTreeSet<Key<'_>> = graph.errors.iter().map(|site| self.key(site)).collect();
        let wanted: BTreeSet<Key<'_>> =
            before.iter().map(|error| self.key(&graph.errors[error.index()])).collect();
        let own = &self.obligations.graph;
        let targets = own.errors[..self.obligations.first_unjudged].iter();
        let targets = targets
            .filter(|site| wanted.contains(&self.key(site)))
            .flat_map(|site| site.nodes.iter().copied());
        let leading = reach::leading(&self.before, targets.map(Node::from));
        // The branch before the error leads on if what it looks for does not happen.
        let is_before = |site: &ErrorSite| {
            let mut branches = site.nodes.iter().flat_map(|&node| self.before.of(node));
            branches.any(|(_, branch)| leading.binary_search(branch).is_ok())
        };
        self.undefined()
            .filter(|(error, site)| self.open.contains(error) && !checked.contains(&self.key(site)))
            .filter(|(error, _)| !self.reported.contains(error))
            .filter(|(_, site)| is_before(site))
            .filter_map(|(error, site)| Some((error, site.kind.check()?)))
            .collect()
    }

    /// Those of the errors before which a kind that some run violates may happen.
    pub fn doubtful(&self, graph: &Graph, errors: &[ErrorId], violated: &[Violation]) -> Vec<ErrorId> {
        let is_violated = |kind: CheckKind| violated.iter().any(|violation| violation.kind == kind);
        self.resting(graph, errors, |_, kind| is_violated(kind))
    }

    /// Those of the errors before which something of what is assumed may happen.
    fn resting(
        &self,
        graph: &Graph,
        errors: &[ErrorId],
        on: impl Fn(ErrorId, CheckKind) -> bool,
    ) -> Vec<ErrorId> {
        if errors.len() > MOST_APART {
            return errors.to_vec();
        }
        let rests =
            |error: &ErrorId| self.assumed(graph, &[*error]).iter().any(|&(assumed, kind)| on(assumed, kind));
        errors.iter().copied().filter(rests).collect()
    }

    /// What is assumed before these errors happen although every run that comes there does it, as why nothing is proved, and
    /// those of the errors that rest on it; but for these kinds.
    pub fn broken(
        &self,
        graph: &Graph,
        before: &[ErrorId],
        but: &BTreeSet<CheckKind>,
    ) -> Vec<(Doubt, Vec<ErrorId>)> {
        let why = |(error, kind): (ErrorId, CheckKind)| {
            let site = &self.obligations.graph.errors[error.index()];
            let line = self.source.position(site.span?.start).line;
            let doubt = Doubt::AlwaysViolated { kind, text: site.text.clone(), line };
            Some((doubt, self.resting(graph, before, |assumed, _| assumed == error)))
        };
        let assumed = self.assumed(graph, before).into_iter();
        let broken = assumed.filter(|(error, kind)| self.always.contains(error) && !but.contains(kind));
        broken.filter_map(why).collect()
    }

    /// The kinds of what is assumed before these errors happen, with the places, in order.
    pub fn assumptions(&self, graph: &Graph, before: &[ErrorId]) -> Vec<(CheckKind, Span)> {
        let errors = &self.obligations.graph.errors;
        let place = |(error, kind): (ErrorId, CheckKind)| Some((kind, errors[error.index()].span?));
        self.assumed(graph, before).into_iter().filter_map(place).collect()
    }

    /// The places of a kind that no check can judge and that a run may come to: span and reason.
    pub fn unjudged(&self, kind: ObligationKind) -> Vec<(Span, &Unmodelled)> {
        let graph = &self.obligations.graph;
        let places = graph.obligations.iter().enumerate();
        places
            .filter(|(number, place)| {
                let error = ErrorId((self.obligations.first_unjudged + number) as u32);
                place.kind == kind && self.open.contains(&error)
            })
            .map(|(_, place)| (place.span, &place.reason))
            .collect()
    }

    /// A place from which a run may go on to one of these errors of the program's graph although nobody follows it there:
    /// there may be more ways to the error than are known.
    pub fn hidden(&self, graph: &Graph, error: ErrorId) -> Option<(Span, &Unmodelled)> {
        let own = &self.obligations.graph;
        let wanted = self.key(&graph.errors[error.index()]);
        let same =
            own.errors[..self.obligations.first_unjudged].iter().filter(|site| self.key(site) == wanted);
        let nodes = same.flat_map(|site| site.nodes.iter().map(|&node| Node::from(node)));
        let leading = reach::leading(&self.before, nodes);
        let leads = |node: &Node| leading.binary_search(node).is_ok();
        let places = own.obligations.iter().enumerate().filter(|(number, place)| {
            let id = ErrorId((self.obligations.first_unjudged + number) as u32);
            place.kind.leads_away() && self.open.contains(&id)
        });
        let mut leading_on = places.filter(|(_, place)| {
            let mut near = self.before.of(place.node).iter().map(|(_, branch)| branch);
            leads(&place.node.into()) || near.any(leads)
        });
        leading_on.next().map(|(_, place)| (place.span, &place.reason))
    }

    /// The same as the report has them, as places that a check cannot judge; each once.
    pub fn unjudged_accesses(&self) -> Vec<Unjudged> {
        let graph = &self.obligations.graph;
        let mut places: Vec<Unjudged> = Vec::new();
        for (span, reason) in self.unjudged(ObligationKind::Access) {
            let position = self.source.position(span.start);
            let node = graph.obligations.iter().find(|o| o.span == span).map(|o| o.node);
            let procedure = node.map(|node| graph.nodes[node.index()].procedure);
            let place = Unjudged {
                kind: CheckKind::Pointer,
                function: procedure.map(|p| graph.procedures[p.index()].name.clone()).unwrap_or_default(),
                line: position.line,
                column: position.column,
                reason: reason.to_string(),
            };
            if !places.contains(&place) {
                places.push(place);
            }
        }
        places.sort_by_key(|place| (place.line, place.column));
        places
    }

    /// For each kind of what is assumed before these errors happen a run that violates it, if one is found; what turns out
    /// to be impossible on the way is assumed no more. Little work comes first, then guessed runs, then all ways that there
    /// are to settle an error, as far as there is time.
    pub fn violations(&mut self, graph: &Graph, before: &[ErrorId]) -> Vec<Violation> {
        let mut by_kind: BTreeMap<CheckKind, Vec<ErrorId>> = BTreeMap::new();
        for (error, kind) in self.assumed(graph, before) {
            by_kind.entry(kind).or_default().push(error);
        }
        self.in_part_of_the_time(|ground| {
            let mut found = Vec::new();
            for (kind, errors) in by_kind {
                let Some(deadline) = ground.engine.as_ref().map(|engine| engine.deadline) else { break };
                let quick = |ground: &mut Self| {
                    errors.iter().take(MOST_ASKED).find_map(|&error| Some((error, ground.asked(error)?)))
                };
                // What is not found in that time is not known.
                let run = within(deadline, || quick(ground)).ok().flatten();
                let run = run.or_else(|| within(deadline, || ground.guessed(&errors)).ok().flatten());
                let run = run.or_else(|| ground.decided(&errors));
                if let Some((error, run)) = run {
                    found.extend(ground.violation(error, kind, &run));
                    ground.runs.insert(error, run);
                }
            }
            found.sort_by_key(|violation: &Violation| (violation.line, violation.column));
            found
        })
    }

    /// A run on guessed inputs in which an access is undefined that no check can judge, in no way of these kinds: what rests on
    /// such accesses is not proved.
    pub fn undefined_access(&self, original: &Original, but: &BTreeSet<CheckKind>) -> Option<Violation> {
        let engine = self.engine.as_ref()?;
        let accesses = self.unjudged(ObligationKind::Access).into_iter();
        let accesses: Vec<Span> = accesses.map(|(span, _)| span).collect();
        if accesses.is_empty() {
            return None;
        }
        let graph = &self.obligations.graph;
        let is_access =
            |span: Span| accesses.iter().any(|access| access.start < span.end && span.start < access.end);
        self.probed(engine).first().iter().find_map(|inputs| {
            let MemoryEnd::Undefined { what, span } = end_in_memory(graph, original, inputs, REPLAY) else {
                return None;
            };
            let kind = what.kind().filter(|kind| is_access(span) && !but.contains(kind))?;
            let position = self.source.position(span.start);
            let mut occurrences: BTreeMap<SiteId, u32> = BTreeMap::new();
            let value = |read: &InputRead| {
                let number = occurrences.entry(read.site).or_default();
                *number += 1;
                self.input_value(read, *number, true)
            };
            Some(Violation {
                kind,
                line: position.line,
                column: position.column,
                text: what.to_string(),
                inputs: inputs.iter().map(value).collect(),
            })
        })
    }

    /// Asks something with a part of the time that is left.
    fn in_part_of_the_time<T>(&mut self, ask: impl FnOnce(&mut Self) -> T) -> T {
        let whole = self.engine.as_ref().map(|engine| engine.deadline);
        if let (Some(engine), Some(whole)) = (&mut self.engine, whole) {
            let late = engine.options.timeout.unwrap_or_default() / ASKED_LATE;
            engine.deadline = whole.some(ASKED_PART, ASKED_AT_LEAST, late).within_steps(ASKED_STEPS);
        }
        let answer = ask(self);
        if let (Some(engine), Some(whole)) = (&mut self.engine, whole) {
            engine.deadline = whole;
        }
        answer
    }

    /// Asks about errors by all ways that there are, one after the other, until a run comes to one.
    fn decided(&mut self, errors: &[ErrorId]) -> Option<(ErrorId, Box<Explanation>)> {
        let engine = self.engine.as_ref()?;
        let graph = &self.obligations.graph;
        let proved = engine.errors().filter(|error| !self.open.contains(error)).collect();
        let order: Vec<ErrorId> = errors.iter().copied().filter(|error| self.open.contains(error)).collect();
        let holds = self.invariants.take();
        let mut knowledge = Knowledge::about(graph, order.clone(), proved, holds);
        let mut found = None;
        for error in order {
            if engine.is_late() {
                break;
            }
            let answer = engine.decide(error, &mut knowledge);
            match answer.status {
                Status::Unreachable => _ = self.open.remove(&error),
                Status::Reachable => {
                    found = answer.explanations.into_iter().next().map(|run| (error, Box::new(run)));
                    break;
                }
                Status::Unknown => {}
            }
        }
        self.open.retain(|error| knowledge.exclusion(*error).is_none());
        self.invariants = knowledge.take_invariants();
        found
    }

    /// The kinds of undefined behaviour that are not looked for and that some run may do, as far as is known.
    pub fn unchecked(&self, checks: &BTreeSet<CheckKind>) -> Vec<CheckKind> {
        let is_left = |error: &ErrorId| self.open.contains(error) && !self.reported.contains(error);
        let open = self.undefined().filter(|(error, _)| is_left(error));
        let open: BTreeSet<CheckKind> = open.filter_map(|(_, site)| site.kind.check()).collect();
        open.difference(checks).copied().collect()
    }

    /// What is reported as an error out of another graph is one of this one as well.
    pub fn leave_out_reported(&mut self, other: &Ground<'_>) {
        let errors = &other.obligations.graph.errors;
        let reported: BTreeSet<Key<'_>> =
            other.reported.iter().map(|error| self.key(&errors[error.index()])).collect();
        let same = self.undefined().filter(|(_, site)| reported.contains(&self.key(site)));
        self.reported = same.map(|(error, _)| error).collect();
    }

    /// An error of this graph in the program's own one.
    pub fn in_program(&self, graph: &Graph, error: ErrorId) -> Option<ErrorId> {
        let own = self.key(&self.obligations.graph.errors[error.index()]);
        let same = graph.errors.iter().position(|site| self.key(site) == own)?;
        Some(ErrorId(same as u32))
    }

    /// Runs of the program on guessed inputs.
    fn probed(&self, engine: &Engine<'_>) -> &Probing {
        let graph = &self.obligations.graph;
        let limits = if reads_nothing(graph) { ONLY_RUN } else { PROBE };
        self.probed.get_or_init(|| {
            let mut runs = Probing::new(graph);
            runs.go_on(graph, limits, &|| engine.is_late());
            runs
        })
    }

    /// Asks about one error by itself; a run that comes to it, if one is found. What turns out to be impossible is open no
    /// more.
    fn asked(&mut self, error: ErrorId) -> Option<Box<Explanation>> {
        let engine = self.engine.as_ref()?;
        if !self.open.contains(&error) || engine.is_late() {
            return None;
        }
        let facts = self.invariants.as_ref().and_then(Proof::nodes);
        let mut missed = Missed::new();
        let found = engine.refine(error, Means { states: FEW_STATES, facts }, &mut missed);
        self.open.retain(|error| !missed.contains_key(error));
        match found {
            Refined::Reached(explanation) => Some(explanation),
            _ => None,
        }
    }

    /// Asks about places that no check can judge one by one, as far as that is little work; whether a limit is kept by all ways
    /// that there are, since nothing is proved of a program that may pass one. Nothing is asked where a run on guessed inputs
    /// comes.
    pub fn ask_unjudged(&mut self) {
        let open = |ground: &Self, limits: bool| -> Vec<(ErrorId, NodeId)> {
            let first = ground.obligations.first_unjudged;
            let places = ground.obligations.graph.obligations.iter().enumerate();
            let asked = places.filter(|(_, place)| !limits || place.kind == ObligationKind::Limit);
            let asked = asked.map(|(number, place)| (ErrorId((first + number) as u32), place.node));
            asked.filter(|(error, _)| ground.open.contains(error)).take(MOST_ASKED).collect()
        };
        let Some(engine) = &self.engine else { return };
        let runs = self.probed(engine);
        let is_reached = |&(_, node): &(ErrorId, NodeId)| runs.has_left_at(node);
        let is_passed = open(self, true).iter().any(is_reached);
        let asked: Vec<_> = open(self, false).into_iter().filter(|place| !is_reached(place)).collect();
        for (error, _) in asked {
            self.asked(error);
        }
        let limits: Vec<ErrorId> = open(self, true).into_iter().map(|(error, _)| error).collect();
        if !limits.is_empty() && !is_passed {
            self.in_part_of_the_time(|ground| _ = ground.decided(&limits));
        }
    }

    /// A run on guessed inputs that comes to one of these.
    fn guessed(&self, errors: &[ErrorId]) -> Option<(ErrorId, Box<Explanation>)> {
        let engine = self.engine.as_ref()?;
        let open = errors.iter().filter(|error| self.open.contains(error));
        let runs = self.probed(engine);
        open.filter_map(|&error| Some((error, runs.found(error)?)))
            .find_map(|(error, inputs)| Some((error, Box::new(explained(engine, error, inputs)?))))
    }

    /// What is told of a run: where it violates what is assumed, and the inputs that matter for that.
    fn violation(&self, error: ErrorId, kind: CheckKind, explanation: &Explanation) -> Option<Violation> {
        let graph = &self.obligations.graph;
        let site = &graph.errors[error.index()];
        let position = site.span.map(|span| self.source.position(span.start)).unwrap_or_default();
        let reads = Reads::of(graph, self.source, explanation.into());
        let run = simplest(graph, &explanation.run);
        let inputs = run.inputs.iter().zip(&reads.run).filter(|(_, (_, matters))| *matters);
        let value =
            |(read, &(number, matters)): (&InputRead, &(u32, bool))| self.input_value(read, number, matters);
        Some(Violation {
            kind,
            line: position.line,
            column: position.column,
            text: site.text.clone(),
            inputs: inputs.map(value).collect(),
        })
    }

    /// What is told of an input.
    fn input_value(&self, read: &InputRead, number: u32, matters: bool) -> InputValue {
        let graph = &self.obligations.graph;
        let site = &graph.sites[read.site.index()];
        InputValue {
            name: site.name.clone(),
            number,
            is_choice: site.choice,
            line: self.source.position(site.span.start).line,
            value: graph.input_text(site.ty, read.value),
            bits: site.ty.float.then(|| read.value.to_string()),
            matters,
            is_unset: false,
            undefined: site.undefined.clone(),
            text: site.text,
        }
    }
}

/// By node the nodes from which a run may come there, through calls and returns as well.
fn predecessors(graph: &Graph) -> Relation<(Node, Node)> {
    let mut before: Vec<(Node, Node)> = Vec::new();
    for (number, node) in graph.nodes.iter().enumerate() {
        let id = Node(number as u32);
        before.extend(node.successors.iter().map(|&next| (next.into(), id)));
        if let Action::Call { callee, .. } = node.action {
            let callee = &graph.procedures[callee.index()];
            before.push((callee.entry.into(), id));
            before.extend(node.successors.iter().map(|&next| (next.into(), callee.exit.into())));
        }
    }
    Relation::new(before)
}

/// The errors that a forward run with nothing tracked, which takes no branch that invariants exclude, comes to; all,
/// if it does not come to its end. And those of them that it never gets past.
fn reached_in_bulk(
    engine: &Engine<'_>,
    invariants: &Proof,
    before: &Relation<(Node, Node)>,
) -> (BTreeSet<ErrorId>, BTreeSet<ErrorId>) {
    let nothing = Precision::Tracked(BTreeSet::new());
    let limits = ForwardLimits { values: 1, depth: u32::MAX, ..engine.forward_limits(usize::MAX) };
    let stepper = engine.stepper(&nothing, invariants.nodes(), limits);
    let Some((states, _)) = engine.forward(&stepper) else { return Default::default() };
    let mut reached: BTreeSet<ErrorId> = engine.errors().collect();
    let mut always = BTreeSet::new();
    if stepper.cut().is_none() {
        let missed: BTreeSet<ErrorId> = engine.missed(&stepper, &states).into_iter().collect();
        reached.retain(|error| !missed.contains(error));
        let nodes: BTreeSet<Node> =
            states.inside().iter().map(|&(state, _)| stepper.node(state).into()).collect();
        let graph = engine.graph;
        let is_passed = |error: &ErrorId| past(graph, before, *error).iter().any(|node| nodes.contains(node));
        always = reached.iter().copied().filter(|error| !is_passed(error)).collect();
    }
    (reached, always)
}

/// Where a run goes on that comes to what an error is about without doing it.
fn past(graph: &Graph, before: &Relation<(Node, Node)>, error: ErrorId) -> BTreeSet<Node> {
    let own: BTreeSet<Node> = graph.errors[error.index()].nodes.iter().map(|&node| node.into()).collect();
    let branches: BTreeSet<Node> =
        own.iter().flat_map(|&node| before.of(node)).map(|&(_, branch)| branch).collect();
    let successors = |branch: &Node| graph.nodes[branch.0 as usize].successors.iter();
    let next = branches.iter().flat_map(successors).map(|&node| Node::from(node));
    next.filter(|node| !own.contains(node) && !branches.contains(node)).collect()
}

mod certain;
pub(super) use certain::Certain;
#[cfg(test)]
mod tests;
