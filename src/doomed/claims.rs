//! What warnings say of runs: which way all of them go at a branch. Only what was refuted otherwise is said.

use std::collections::BTreeMap;

use focuscheck_base::source::Span;
use focuscheck_ir::program::graph::NodeId;
use focuscheck_smt::term::{BoolId, FormulaId};

use super::graph::{Ends, Guard};

/// Why no run through a point ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Each one fails.
    Fails,
    /// There is none.
    Unreached,
    /// None leaves a loop.
    Endless,
}

/// The branches and checks of a function, with the formulas of their copies.
#[derive(Debug, Default)]
pub struct Branches<'g> {
    /// For each outcome of a branch its condition, and that a copy is taken.
    outcomes: BTreeMap<(NodeId, bool), (Guard<'g>, Vec<FormulaId>)>,
    /// For each branch that a copy of it is decided.
    decided: BTreeMap<NodeId, Vec<FormulaId>>,
    /// For each place of a check that a path comes to the block of a copy.
    checked: BTreeMap<u32, Vec<FormulaId>>,
}

impl<'g> Branches<'g> {
    /// A copy of an outcome: that the branch is decided there, and that it goes this way.
    pub(super) fn add(&mut self, guard: &Guard<'g>, decided: FormulaId, taken: FormulaId) {
        self.decided.entry(guard.node).or_default().push(decided);
        let outcome = self.outcomes.entry((guard.node, guard.holds)).or_insert((*guard, Vec::new()));
        outcome.1.push(taken);
    }

    /// A copy of a check: that a path comes to its block.
    pub(super) fn check(&mut self, place: u32, comes: FormulaId) {
        self.checked.entry(place).or_default().push(comes);
    }

    /// The outcome of a branch.
    pub fn outcome(&self, node: NodeId, holds: bool) -> Option<Guard<'g>> {
        self.outcomes.get(&(node, holds)).map(|(guard, _)| *guard)
    }

    /// The branch that is decided first of those in a text.
    pub fn first_in(&self, span: Span) -> Option<NodeId> {
        let inside = self.outcomes.iter().filter(|(_, (guard, _))| {
            span.start <= guard.condition.span.start && guard.condition.span.end <= span.end
        });
        let first = inside.min_by_key(|((node, _), (guard, _))| (guard.condition.span.start, *node));
        first.map(|((node, _), _)| *node)
    }

    /// Whether some way out of a branch ends its loop.
    pub(super) fn ends_loop(&self, node: NodeId) -> bool {
        let ends = |holds| self.outcome(node, holds).is_some_and(|guard| guard.ends == Ends::Loop);
        ends(true) || ends(false)
    }

    /// All that can be said of paths: for a new truth value each, what follows from it.
    pub(super) fn facts(&self, mut new: impl FnMut() -> BoolId) -> (PathFacts, Vec<Fact>) {
        let (mut said, mut facts) = (PathFacts::default(), Vec::new());
        for (&outcome, (_, taken)) in &self.outcomes {
            let (takes, avoids) = (new(), new());
            facts.push(Fact::Any(takes, taken.clone()));
            facts.push(Fact::None(avoids, taken.clone()));
            said.takes.insert(outcome, takes);
            said.avoids.insert(outcome, avoids);
        }
        for (&node, decided) in &self.decided {
            let decides = new();
            facts.push(Fact::Any(decides, decided.clone()));
            said.decides.insert(node, decides);
        }
        for (&place, comes) in &self.checked {
            let checks = new();
            facts.push(Fact::Any(checks, comes.clone()));
            said.checks.insert(place, checks);
        }
        (said, facts)
    }
}

/// What follows from a truth value.
pub(super) enum Fact {
    /// One of these.
    Any(BoolId, Vec<FormulaId>),
    /// None of these.
    None(BoolId, Vec<FormulaId>),
}

/// Truth values for what can be said of a path.
#[derive(Clone, Debug, Default)]
pub struct PathFacts {
    /// It takes an outcome somewhere.
    takes: BTreeMap<(NodeId, bool), BoolId>,
    /// It never takes an outcome.
    avoids: BTreeMap<(NodeId, bool), BoolId>,
    /// It comes to a branch.
    decides: BTreeMap<NodeId, BoolId>,
    /// It comes to what is checked at a place.
    checks: BTreeMap<u32, BoolId>,
}

/// Of which runs something is said.
#[derive(Clone, Debug)]
pub struct Runs {
    /// What they pass.
    through: BoolId,
    /// Where they fail; empty if that is not said.
    fail: Vec<BoolId>,
    /// Why none of them ends.
    kind: Kind,
}

impl PathFacts {
    /// The runs through a point that is doomed, and that fail at one of these places.
    pub(super) fn runs(&self, point: BoolId, kind: Kind, checks: &[u32]) -> Runs {
        let fail = match kind {
            Kind::Fails => checks.iter().filter_map(|place| self.checks.get(place).copied()).collect(),
            Kind::Unreached | Kind::Endless => Vec::new(),
        };
        Runs { through: point, fail, kind }
    }

    /// The runs that come to a branch, one outcome of which is a point that no run comes to.
    pub(super) fn before(&self, node: NodeId) -> Option<Runs> {
        let through = *self.decides.get(&node)?;
        Some(Runs { through, fail: Vec::new(), kind: Kind::Unreached })
    }

    /// What has to be impossible so that all these runs go this way at a branch: each of the questions.
    pub(super) fn questions(
        &self,
        branches: &Branches<'_>,
        runs: &Runs,
        node: NodeId,
        holds: bool,
    ) -> Option<Vec<Vec<BoolId>>> {
        let avoids = *self.avoids.get(&(node, holds))?;
        let mut questions = runs.questions();
        questions.iter_mut().for_each(|question| question.push(avoids));
        // Who leaves a loop by its condition has passed it with the other outcome before.
        if branches.ends_loop(node) && runs.kind != Kind::Endless {
            let guard = branches.outcome(node, holds)?;
            return (guard.ends == Ends::Loop).then_some(questions);
        }
        if let Some(&other) = self.takes.get(&(node, !holds)) {
            questions.push(vec![runs.through, other]);
        }
        Some(questions)
    }
}

impl Runs {
    /// What all of them pass.
    pub(super) fn through(&self) -> BoolId {
        self.through
    }

    /// What has to be impossible if there are none: each of the questions.
    pub(super) fn questions(&self) -> Vec<Vec<BoolId>> {
        match self.fail[..] {
            [] => vec![vec![self.through]],
            _ => self.fail.iter().map(|&place| vec![self.through, place]).collect(),
        }
    }
}
