//! Proofs by invariants: which errors no run can reach because of ranges that hold at every node, or at every
//! state of a forward run.

use std::collections::BTreeSet;

use focuscheck_rules::fsum;

use crate::facts::cfg::{ErrorId, ScalarId};
use crate::options::Procedures;
use crate::summary::fact::NodeInvariants;
use crate::summary::invariant::{InvariantLimits, Plan, find};
use crate::summary::state::Precision;
use crate::summary::step::{ForwardLimits, Stepper};

use super::engine::Engine;

/// What is done for the invariants of nodes.
const STEPS: usize = 400_000;
/// Most states of a forward run whose invariants are looked for.
const STATES: usize = 20_000;

/// The invariants of a program, as far as they were found.
pub(super) struct Proof {
    plan: Plan,
    nodes: Option<NodeInvariants>,
}

impl Proof {
    /// What holds at each node, if that was found.
    pub(super) fn nodes(&self) -> Option<&NodeInvariants> {
        self.nodes.as_ref()
    }
}

impl Engine<'_> {
    /// The invariants of all nodes; they are found when they are first asked for, and used from then on.
    pub(super) fn proof(&self) -> &Proof {
        self.invariants.get_or_init(|| {
            let plan = Plan::new(self.graph);
            let nodes = self.node_invariants(&plan);
            Proof { plan, nodes }
        })
    }

    fn limits(&self) -> InvariantLimits {
        InvariantLimits { steps: STEPS, deadline: self.deadline }
    }

    fn node_invariants(&self, plan: &Plan) -> Option<NodeInvariants> {
        let nothing = Precision::Tracked(BTreeSet::new());
        let limits =
            ForwardLimits { states: usize::MAX, values: 1, depth: u32::MAX, deadline: self.deadline };
        let procedures = Procedures::Summaries;
        let stepper = Stepper::new(self.graph, &self.statics, &self.liveness, &nothing, procedures, limits);
        let start = stepper.start()?;
        let forward = fsum::forward(&stepper, start);
        if stepper.cut().is_some() {
            return None;
        }
        let run = (&stepper, &forward, start);
        let found = find(self.graph, &self.statics, &self.liveness, plan, run, self.limits())?;
        Some(found.by_node(self.graph, plan, &stepper))
    }

    /// Whether the invariants of nodes exclude an error.
    pub(super) fn is_excluded_by_invariants(&self, error: ErrorId) -> bool {
        let nodes = &self.graph.errors[error.index()].nodes;
        self.proof().nodes().is_some_and(|known| nodes.iter().all(|&node| !known.is_reached(node)))
    }

    /// Whether invariants exclude an error when some scalars are tracked: what holds then may differ between
    /// their values. The number of states, if so.
    pub(super) fn excluded_when_tracked(&self, error: ErrorId, tracked: &BTreeSet<ScalarId>) -> Option<u64> {
        if tracked.is_empty() || self.options.procedures == Procedures::Inline {
            return None;
        }
        let precision = Precision::Tracked(tracked.clone());
        let limits = ForwardLimits {
            states: STATES,
            values: self.options.max_values,
            depth: u32::MAX,
            deadline: self.deadline,
        };
        let proof = self.proof();
        let stepper = self.stepper(&precision, limits);
        let (forward, start) = self.forward(&stepper)?;
        if stepper.cut().is_some() {
            return None;
        }
        let run = (&stepper, &forward, start);
        let found = find(self.graph, &self.statics, &self.liveness, &proof.plan, run, self.limits())?;
        let mut violations = self.violations(error, &stepper, &forward).into_iter();
        violations.all(|state| !found.is_reached(state)).then(|| stepper.state_count() as u64)
    }
}
