//! The walk back from an error: the backward rules on the states of a forward run, and an enumeration of the sequences,
//! each of which is confirmed or refuted.

use std::collections::BTreeSet;

use focuscheck_rules::bsum;
use focuscheck_rules::edges::Edges;

use crate::engine::{Engine, tracking};
use crate::start;
use focuscheck_base::doubt::Doubt;
use focuscheck_base::options::Procedures;
use focuscheck_cells::facts::cfg::{ScalarId, UnitId};
use focuscheck_engine::focus::clash::feeding;
use focuscheck_engine::focus::explain::{Confirmation, Explanation, Refutation};
use focuscheck_engine::focus::path::same_sequence;
use focuscheck_engine::focus::search::{Search, SearchCut, SearchLimits};
use focuscheck_engine::rank;
use focuscheck_engine::summary::backward::{BackwardLimits, Walker};
use focuscheck_engine::summary::error_set::{Dependence, Required};
use focuscheck_engine::summary::fact::NodeInvariants;
use focuscheck_engine::summary::state::Precision;
use focuscheck_engine::summary::step::Cut;
use focuscheck_lia::record::Recorder;
use focuscheck_report::model::{SettledBy, Status};

use super::findings::Findings;
use super::knowledge::Knowledge;
use super::question::{Lesson, Method, Outcome, Question, Walked};

/// How much may be done for an answer.
#[derive(Clone, Copy, Debug)]
struct Effort {
    /// Steps of the backward rules; beyond, the enumeration goes on without an estimate.
    updates: usize,
    /// Work of the walk back: points, weighed by their preconditions.
    work: usize,
    /// Forward states.
    states: usize,
    /// Whether sequences that cannot happen are looked for, to be shown, even if the question stays open.
    shows: bool,
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
const FIRST: Effort = Effort { updates: 100_000, work: 20_000, states: 1_000_000, shows: true };
/// What is done for showing sequences that are known to be impossible.
const LEAST: Effort = Effort { updates: 20_000, work: 4_000, ..FIRST };
/// What is done for showing them better.
const BETTER: Effort = Effort { states: 5_000, ..FIRST };
/// What is done before anything that takes longer: many questions are of this size.
const BEFORE: Effort = Effort { updates: 400_000, work: 300_000, states: 20_000, shows: false };
/// The most that is done for one question.
const MOST: Effort = Effort { updates: 4_000_000, work: 2_000_000, states: 1_000_000, shows: true };
/// What is done for completing a list of explanations.
const SOME: Effort = Effort { updates: 4_000_000, work: 500_000, states: 50_000, shows: true };

/// How far a walk goes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    /// Not far, with nothing tracked: weakest preconditions alone refute or explain much. If it is known that no run reaches
    /// the error, it only shows what excludes it.
    First,
    /// Farther, with all tracked that the first walk found to matter.
    Before,
    /// As far as can be, with the same tracked.
    Last,
    /// The same, but only for more explanations of what is reached.
    IfReached,
    /// As far as can be, with everything tracked.
    Everything,
}

/// A walk back.
pub(super) struct Walk {
    pub reach: Reach,
}

impl Method for Walk {
    fn name(&self) -> SettledBy {
        SettledBy::Walk
    }

    fn helps(&self, question: &Question, _: &Knowledge) -> bool {
        let is_explained = question.best.as_ref().is_some_and(|best| best.status == Status::Reachable);
        match self.reach {
            Reach::First | Reach::Everything => true,
            Reach::Before => question.is_provable(),
            // Where something is not modelled, one run is all that is looked for.
            Reach::Last => is_explained || question.unmodelled.is_none(),
            Reach::IfReached => is_explained || question.unmodelled.is_none() && question.is_reached(),
        }
    }

    fn attempt(&self, engine: &Engine<'_>, question: &Question, knowledge: &Knowledge) -> Outcome {
        let facts = knowledge.facts(question.error);
        let back = WalkBack { engine, question, facts };
        match self.reach {
            Reach::First => back.first(),
            Reach::Everything => Outcome::Settled(Box::new(back.walk(&Precision::Full, MOST).0)),
            Reach::Before | Reach::Last | Reach::IfReached => {
                // Without all states of the first run it is not known what matters.
                let precision = question.matters.as_ref().map_or(Precision::Full, tracking);
                let effort = match self.reach {
                    Reach::Before => BEFORE,
                    // Once the error is known to be reachable, only the list of explanations is at stake.
                    _ if question.is_reached() => SOME,
                    _ => MOST,
                };
                let (found, _) = back.walk(&precision, effort);
                let is_last = self.reach != Reach::Before;
                if !is_last && found.is_settled(engine.options) {
                    return Outcome::Settled(Box::new(found));
                }
                Outcome::Learned(Lesson::Walked(Box::new(Walked { found, matters: None })))
            }
        }
    }
}

/// A walk back from an error.
#[derive(Clone, Copy)]
struct WalkBack<'a> {
    engine: &'a Engine<'a>,
    question: &'a Question,
    facts: Option<&'a NodeInvariants>,
}

impl WalkBack<'_> {
    /// The walk with nothing tracked.
    fn first(self) -> Outcome {
        let excluded = self.question.excluded.as_ref();
        // What is open after this walk is walked again, except where this is the last word.
        let is_last = self.engine.is_extra(self.question.error) || self.question.unmodelled.is_some();
        let effort = match excluded {
            Some(_) => LEAST,
            None => Effort { shows: is_last, ..FIRST },
        };
        let (mut found, matters) = self.walk(&Precision::Tracked(BTreeSet::new()), effort);
        if let (Some(exclusion), Status::Unknown) = (excluded, found.status) {
            found = Findings { refutations: found.refutations, ..Findings::excluded(exclusion) };
        }
        if let (Some(exclusion), Status::Unreachable) = (excluded, found.status) {
            found.tracked.clone_from(&exclusion.tracked);
        }
        if found.status == Status::Unreachable && !found.refutations.is_empty() {
            return Outcome::Settled(Box::new(self.with_better_refutations(found, matters)));
        }
        if found.is_settled(self.engine.options) {
            return Outcome::Settled(Box::new(found));
        }
        let matters = Some(matters).filter(|_| found.saw_all);
        Outcome::Learned(Lesson::Walked(Box::new(Walked { found, matters })))
    }

    /// Shows what refutes an error beyond the known values: the same question with these tracked. Only the
    /// sequences that are shown are taken from its answer.
    fn with_better_refutations(self, mut found: Findings, matters: BTreeSet<ScalarId>) -> Findings {
        let (second, _) = self.walk(&Precision::Tracked(matters), BETTER);
        if second.status == Status::Unreachable && !second.refutations.is_empty() {
            found.refutations = second.refutations;
        }
        found
    }

    /// Walks back with a precision; also what was found to matter.
    fn walk(self, precision: &Precision, effort: Effort) -> (Findings, BTreeSet<ScalarId>) {
        let engine = self.engine;
        let stepper = engine.stepper(precision, self.facts, engine.forward_limits(effort.states));
        // What was decided for another answer is not part of this one.
        engine.solver.recorder.as_ref().map(Recorder::take);
        let mut matters = BTreeSet::new();
        let Some((states, start)) = engine.forward(&stepper) else {
            return (Findings::without_start(start::missing(engine.graph, engine.options)), matters);
        };
        let inline = engine.options.procedures == Procedures::Inline;
        let violations = engine.violations(self.question.error, &stepper, &states);
        let mut required = Required::default();
        let mut found = Findings::unreachable();
        // What the forward run left unfinished when the time was over is not walked back.
        let late = if violations.is_empty() { None } else { engine.deadline.passed() };
        let mut again = !violations.is_empty() && late.is_none();
        while again {
            let dependence = engine.dependence(&required);
            let limits = BackwardLimits { updates: effort.updates, deadline: engine.deadline };
            let walker = Walker::new(dependence, &stepper, !inline, limits);
            let edges = Edges::new(&walker, &states);
            let slices = bsum::backward(&edges, &violations);
            matters.extend(walker.mentioned());
            let limits = SearchLimits { work: effort.work, deadline: engine.deadline };
            let solver = (&engine.light, engine.source);
            let mut search = Search::new(&walker, &edges, &slices, start, &violations, solver, limits);
            found = Findings::unreachable();
            let blame = self.enumerate(dependence, &mut search, effort, &mut found);
            again = false;
            for unit in blame {
                again |= required.insert(engine.graph, unit);
            }
        }
        found.decisions = engine.solver.recorder.as_ref().map(Recorder::take).unwrap_or_default();
        found.states = stepper.state_count() as u64;
        if let Some(cut) = stepper.cut().or(late.map(Cut::Spent)) {
            found.cut_short(forward_cut(cut));
        }
        (found, matters)
    }

    /// Enumerates and confirms. Returns the conditions at which replays ended too early: sequences have to
    /// take them along.
    fn enumerate(
        self,
        dependence: Dependence<'_>,
        search: &mut Search<'_>,
        effort: Effort,
        found: &mut Findings,
    ) -> Vec<UnitId> {
        let confirm = self.engine.confirm(dependence, self.question.error);
        let mut tried = Tried::default();
        let most_slices = self.engine.options.max_slices;
        while found.explanations.len() < most_slices
            && tried.failed < if found.is_final { MOST_UNMODELLED } else { MOST_FAILED }
        {
            let Some(path) = search.next_path() else {
                tried.all = true;
                break;
            };
            match confirm.confirm(&path) {
                Confirmation::Confirmed(explanation) => {
                    self.question.keep(&explanation);
                    add(&mut found.explanations, *explanation);
                }
                Confirmation::Otherwise(explanation) => {
                    tried.failed += 1;
                    tried.doubts.push(Doubt::OtherWay);
                    self.question.keep(&explanation);
                    add(&mut tried.others, *explanation);
                }
                Confirmation::Refuted(refutation) => {
                    tried.failed += 1;
                    self.show(found, *refutation);
                }
                Confirmation::Unconfirmed(setback) => {
                    tried.failed += 1;
                    if let Some(unit) = setback.blame.filter(|u| !dependence.required.contains(*u)) {
                        return vec![unit];
                    }
                    found.is_final |= setback.would_reach;
                    tried.doubts.push(setback.doubt);
                }
            }
            if found.explanations.len() + 1 >= most_slices {
                self.tidy(found);
            }
        }
        for other in std::mem::take(&mut tried.others) {
            add(&mut found.explanations, other);
        }
        self.tidy(found);
        conclude(search, found, &tried);
        let shows = effort.shows || found.is_final || found.status == Status::Unreachable;
        if found.explanations.is_empty() && shows {
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

    /// Keeps a refuted sequence for the report, unless it says no more than that a statement's own value does
    /// not make the error condition true.
    fn show(self, found: &mut Findings, refutation: Refutation) {
        let graph = self.engine.graph;
        let statement = |element: usize| {
            let unit = graph.nodes[refutation.path[element].node.index()].unit;
            graph.units[unit.index()].statement
        };
        let last = refutation.path.len() - 1;
        let trivial = refutation.clash.iter().all(|&atom| {
            let element = refutation.execution.atoms[atom].element;
            let fed = feeding(graph, &refutation.path, element);
            statement(element) == statement(last) && fed.iter().all(|&e| statement(e) == statement(last))
        });
        let known = found.refutations.iter().any(|r| same_sequence(&r.path, &refutation.path));
        if !trivial && !known && found.refutations.len() < KEPT_REFUTED {
            found.refutations.push(refutation);
        }
    }

    fn tidy(self, found: &mut Findings) {
        rank::sort(self.engine.graph, &mut found.explanations);
        found.subsumed += rank::drop_subsumed(&mut found.explanations, &self.engine.solver) as u64;
    }
}

/// How an enumeration went.
#[derive(Default)]
struct Tried {
    /// Whether it came to its end.
    all: bool,
    /// How many sequences were not confirmed.
    failed: usize,
    /// Why, of those that were not refuted either.
    doubts: Vec<Doubt>,
    /// Runs that reach the error in another way than the sequence that led to them.
    others: Vec<Explanation>,
}

/// What an enumeration says when it has ended.
fn conclude(search: &Search<'_>, found: &mut Findings, tried: &Tried) {
    found.subsumed += search.subsumed_count();
    found.points = search.point_count() as u64;
    let exhausted = tried.all && search.cut().is_none() && tried.doubts.is_empty();
    found.complete = exhausted;
    if !exhausted {
        found.cut = Some(match (search.cut(), tried.doubts.first()) {
            (Some(SearchCut::Points), _) => Doubt::Points,
            (Some(SearchCut::Spent(spent)), _) => Doubt::Spent(spent),
            (None, Some(doubt)) if tried.all => doubt.clone(),
            _ if tried.failed >= MOST_FAILED || found.is_final => Doubt::Refuted,
            _ => Doubt::Explanations,
        });
    }
    found.status = match (found.explanations.is_empty(), exhausted) {
        (false, _) => Status::Reachable,
        (true, true) => Status::Unreachable,
        (true, false) => Status::Unknown,
    };
    if found.status == Status::Unknown {
        found.doubt = tried.doubts.first().cloned().or_else(|| found.cut.clone());
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
