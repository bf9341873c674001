//! What all ways to settle an error work with: the program, and what is derived from it once.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::rc::Rc;

use focuscheck_rules::schema::State;
use focuscheck_rules::states::StateGraph;

use focuscheck_base::limit::{self, Deadline};
use focuscheck_base::options::Options;
use focuscheck_base::source::{SourceFile, Span};
use focuscheck_cells::facts::cfg::{ErrorId, Graph, ScalarId};
use focuscheck_cells::simulation::interpreter::Limits;
use focuscheck_engine::focus::explain::Confirm;
use focuscheck_engine::summary::error_set::{Dependence, Required};
use focuscheck_engine::summary::fact::NodeInvariants;
use focuscheck_engine::summary::liveness::Liveness;
use focuscheck_engine::summary::state::Precision;
use focuscheck_engine::summary::statics::Statics;
use focuscheck_engine::summary::step::{ForwardLimits, Stepper};
use focuscheck_ir::program::Original;
use focuscheck_lia::record::Recorder;
use focuscheck_lia::{Budget, ExactSolver};

/// Limits of the runs that confirm what is found.
pub const REPLAY: Limits = Limits { steps: 1_000_000, depth: 10_000 };

/// A program with what is derived from it once. Nothing in here changes while errors are answered.
#[derive(Clone)]
pub struct Engine<'a> {
    pub(super) graph: &'a Graph,
    /// The program with its pointers, which confirms what is found.
    pub(super) original: &'a Original,
    pub(super) source: &'a SourceFile,
    pub(super) statics: Statics,
    pub(super) liveness: Liveness,
    pub(super) solver: ExactSolver,
    /// For the many questions of the walks back: what it does not refute is looked at again later.
    pub(super) light: ExactSolver,
    pub(super) options: &'a Options,
    pub(super) deadline: Deadline,
    /// Set where a run is not confirmed since no text on the standard input gives what it reads.
    pub(super) misses_text: Rc<Cell<bool>>,
    /// Whether an error is left open as soon as that is so.
    pub(super) leaves_without_text: bool,
}

impl<'a> Engine<'a> {
    /// Derives what all errors share; the limits are those of the thread.
    pub fn new(
        graph: &'a Graph,
        original: &'a Original,
        source: &'a SourceFile,
        options: &'a Options,
    ) -> Self {
        let recorder = options.certificates.then(Recorder::default);
        Engine {
            graph,
            original,
            source,
            statics: Statics::derive(graph),
            liveness: Liveness::derive(graph),
            solver: ExactSolver { recorder: recorder.clone(), ..ExactSolver::default() },
            light: ExactSolver {
                budget: Budget {
                    near_cases: 8,
                    cases: 16,
                    work: 50_000,
                    last_cases: 0,
                    core_cases: 0,
                    proposals: false,
                },
                recorder,
            },
            options,
            deadline: limit::current(),
            misses_text: Rc::default(),
            leaves_without_text: false,
        }
    }

    /// Whether time or memory is over.
    pub fn is_late(&self) -> bool {
        self.deadline.passed().is_some()
    }

    /// The line on which something begins.
    pub(super) fn line(&self, span: Span) -> u32 {
        self.source.position(span.start).line
    }

    /// All errors.
    pub(super) fn errors(&self) -> impl Iterator<Item = ErrorId> + use<> {
        (0..self.graph.errors.len()).map(|number| ErrorId(number as u32))
    }

    /// Whether an error is undefined behaviour that was looked for.
    pub(super) fn is_check(&self, error: ErrorId) -> bool {
        self.graph.errors[error.index()].kind.check().is_some()
    }

    /// Whether an error is a check that is made because nothing else was said.
    pub(super) fn is_extra(&self, error: ErrorId) -> bool {
        self.options.checks.is_none() && self.is_check(error)
    }

    /// The limits of a forward run that may visit so many states.
    pub(super) fn forward_limits(&self, states: usize) -> ForwardLimits {
        ForwardLimits {
            states,
            values: self.options.max_values,
            kept: usize::MAX,
            depth: 200,
            deadline: self.deadline,
        }
    }

    /// A host of the forward rules for a precision, which takes no branch that invariants exclude.
    pub(super) fn stepper<'p>(
        &'p self,
        precision: &'p Precision,
        invariants: Option<&'p NodeInvariants>,
        limits: ForwardLimits,
    ) -> Stepper<'p> {
        let procedures = self.options.procedures;
        Stepper::new(self.graph, &self.statics, &self.liveness, precision, procedures, limits)
            .with_invariants(invariants)
    }

    /// The graph of what the forward rules reach, and where it begins; nothing without `main`.
    pub(super) fn forward(&self, stepper: &Stepper<'_>) -> Option<(StateGraph, State)> {
        loop {
            let start = stepper.start()?;
            let forward = stepper.forward(start);
            if !stepper.starts_again() {
                return Some((StateGraph::of(&forward), start));
            }
        }
    }

    /// The states in which an error happens, in order.
    pub(super) fn violations(
        &self,
        error: ErrorId,
        stepper: &Stepper<'_>,
        states: &StateGraph,
    ) -> Vec<State> {
        let nodes = &self.graph.errors[error.index()].nodes;
        let mut reached: Vec<State> = states.inside().iter().map(|&(state, _)| state).collect();
        reached.dedup();
        reached.retain(|&state| nodes.contains(&stepper.node(state)));
        reached
    }

    /// The errors that a complete forward run did not come to.
    pub(super) fn missed(&self, stepper: &Stepper<'_>, states: &StateGraph) -> Vec<ErrorId> {
        let nodes: BTreeSet<_> = states.inside().iter().map(|&(state, _)| stepper.node(state)).collect();
        let is_missed = |error: &ErrorId| {
            let mut own = self.graph.errors[error.index()].nodes.iter();
            !own.any(|node| nodes.contains(node))
        };
        self.errors().filter(is_missed).collect()
    }

    /// The dependence relations of the program.
    pub(super) fn dependence<'p>(&'p self, required: &'p Required) -> Dependence<'p> {
        Dependence { graph: self.graph, statics: &self.statics, required }
    }

    /// What confirming sequences of an error needs.
    pub(super) fn confirm<'p>(&'p self, dependence: Dependence<'p>, error: ErrorId) -> Confirm<'p> {
        Confirm {
            dependence,
            solver: &self.solver,
            error,
            original: self.original,
            source: self.source,
            limits: REPLAY,
            misses_text: &self.misses_text,
        }
    }
}

/// A precision that tracks these scalars.
pub(super) fn tracking(scalars: &BTreeSet<ScalarId>) -> Precision {
    Precision::Tracked(scalars.clone())
}
