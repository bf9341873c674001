//! Counterexample-guided refinement of one error's precision (Basu, Saha, Smolka, Section 3.2; the loop is
//! that of lazy refinement for explicit values).
//!
//! The forward run under a small precision either misses the error, which proves that it cannot be reached,
//! or yields a shortest abstract counterexample. That is executed on symbolic inputs: if it can happen, a
//! replay confirms it; if not, the scalars through which the clashing values came about are tracked from then
//! on.

use std::collections::{BTreeMap, BTreeSet};

use focuscheck_rules::fsum::ForwardSummaries;
use focuscheck_rules::schema::State;

use crate::doubt::Doubt;
use crate::facts::cfg::{ErrorId, ScalarId, SiteId};
use crate::focus::explain::{Attempt, Explanation};
use crate::focus::trial::{Trial, attempt, whole_path};
use crate::summary::error_set::{Dependence, Required};
use crate::summary::route::Routes;
use crate::summary::state::Precision;
use crate::summary::step::{ForwardLimits, Stepper};

use super::engine::Engine;

/// Rounds of refinement at most; each tracks at least one more scalar.
const ROUNDS: usize = 200;
/// What refinement found out.
pub(super) enum Refined {
    /// The error is not reached when these scalars are tracked.
    Unreachable {
        /// The forward states of the last run.
        states: u64,
    },
    /// A replay reaches the error.
    Reached(Box<Explanation>),
    /// A run would reach the error if something that is not modelled had the right value, so that nothing more
    /// is proved. What is not modelled.
    Unmodelled(Doubt),
    /// Refinement came to its end without an answer.
    Open,
}

impl Engine<'_> {
    /// Refines the precision for an error, starting with nothing tracked; with so many forward states in one
    /// round at most.
    pub(super) fn refine(&self, error: ErrorId, states: usize) -> Refined {
        let mut tracked: BTreeSet<ScalarId> = BTreeSet::new();
        self.refine_from(error, states, &mut tracked)
    }

    /// The same, starting with something tracked, which what refinement tracked is added to.
    pub(super) fn refine_from(
        &self,
        error: ErrorId,
        states: usize,
        tracked: &mut BTreeSet<ScalarId>,
    ) -> Refined {
        let required = Required::default();
        for _ in 0..ROUNDS {
            if self.is_late() {
                return Refined::Open;
            }
            let precision = Precision::Tracked(tracked.clone());
            let limits = ForwardLimits {
                states,
                values: self.options.max_values,
                depth: 200,
                deadline: self.deadline,
            };
            let stepper = self.stepper(&precision, limits).with_shortcuts();
            let Some((forward, start)) = self.forward(&stepper) else { return Refined::Open };
            if stepper.cut().is_some() {
                return Refined::Open;
            }
            self.note_unreached(&stepper, &forward, tracked);
            let targets = self.violations(error, &stepper, &forward);
            if targets.is_empty() {
                return Refined::Unreachable { states: stepper.state_count() as u64 };
            }
            let Some(route) = Routes::measure(&forward, start).shortest(&targets) else {
                return Refined::Open;
            };
            let path = whole_path(self.graph, &stepper, &route);
            let dependence = Dependence { graph: self.graph, statics: &self.statics, required: &required };
            match attempt(dependence, &path, tracked, &self.solver) {
                Trial::Open(execution, model) => {
                    return match self.confirm(dependence, error).tried(&execution, &model) {
                        Attempt::Reaches(explanation) => Refined::Reached(explanation),
                        Attempt::WouldReach(doubt) => Refined::Unmodelled(doubt),
                        Attempt::Fails => Refined::Open,
                    };
                }
                Trial::Refuted(scalars) => {
                    let before = tracked.len();
                    tracked.extend(scalars);
                    if tracked.len() == before {
                        return Refined::Open;
                    }
                }
                Trial::Undecided => return Refined::Open,
            }
        }
        Refined::Open
    }

    /// A run that guessing finds for an error in so many steps, as an explanation.
    pub(super) fn probed(&self, error: ErrorId, steps: u64) -> Option<Explanation> {
        let inputs = self.guessed(error, steps)?;
        let values: BTreeMap<(SiteId, u32), i128> =
            inputs.iter().map(|input| ((input.site, input.occurrence), input.value)).collect();
        let required = Required::default();
        let dependence = Dependence { graph: self.graph, statics: &self.statics, required: &required };
        let explanation = self.confirm(dependence, error).replayed(values)?;
        self.keep(error, &explanation);
        Some(explanation)
    }

    /// Runs the forward rules; nothing without `main`.
    pub(super) fn forward(&self, stepper: &Stepper<'_>) -> Option<(ForwardSummaries, State)> {
        let start = stepper.start()?;
        Some((stepper.forward(start), start))
    }

    /// The states in which an error happens, in order.
    pub(super) fn violations(
        &self,
        error: ErrorId,
        stepper: &Stepper<'_>,
        forward: &ForwardSummaries,
    ) -> Vec<State> {
        let nodes = &self.graph.errors[error.index()].nodes;
        let reached: BTreeSet<State> = forward.path_edges.iter().map(|&(_, state)| state).collect();
        reached.into_iter().filter(|&state| nodes.contains(&stepper.node(state))).collect()
    }

    /// Remembers which errors a complete forward run did not reach: they are settled too.
    fn note_unreached(
        &self,
        stepper: &Stepper<'_>,
        forward: &ForwardSummaries,
        tracked: &BTreeSet<ScalarId>,
    ) {
        let nodes: BTreeSet<_> = forward.path_edges.iter().map(|&(_, state)| stepper.node(state)).collect();
        let mut unreached = self.unreached.borrow_mut();
        for (number, error) in self.graph.errors.iter().enumerate() {
            if !error.nodes.iter().any(|node| nodes.contains(node)) {
                unreached.entry(ErrorId(number as u32)).or_insert_with(|| tracked.clone());
            }
        }
    }
}
