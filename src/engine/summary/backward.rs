//! The host of the backward rules: error sets over the states of a forward run.
//!
//! The backward rules compute the slice graph: error sets (scalars that still matter, control sets that a later focus
//! statement waits for, units the walk is inside of) at the states of the forward run. A *control set* holds the
//! conditionals that a node is control-dependent on; where control flow is not nested (loops, `goto`, `&&`) they are
//! several, and on a path the nearest earlier instance of any of them decides.
//!
//! The paper's `update` is relations that rules derive once for a program (`rules/update.rs`, U1 to U13): for which
//! members of an error set a node is a focus statement and why, what it takes out of the set, what it puts in.
//! `Dependence::step_back` only applies them to a whole set, for the rules, for the enumeration and the slicing of
//! concrete runs, which are one walk, and for the reasons of steps (`engine/focus/needs.rs` keeps who uses each
//! member). The edges of the slice graph are kept with their weights (`rules/edges.rs`), the least distances over them
//! are a lattice (`rules/distance.rs`), and the enumeration walks these edges: every sequence is a path of the graph,
//! which debug builds assert. Only where a subscript is not known it takes a case of an edge, one cell instead of all.
//!
//! What rules decide, and what search decides, stands in `rules/README.md`.
//!
//! Dependence relations come from the Crepe rules; for procedures of more than 150 basic blocks
//! `engine/summary/dependence.rs` computes the same relations from bit sets (a property test compares the two).

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;

use focuscheck_rules::edges::{Back, ErrorSets};
use focuscheck_rules::elements::Passed;
use focuscheck_rules::schema::{ErrorSet as ErrorSetId, Goal, State};

use focuscheck_base::limit::Deadline;
use focuscheck_cells::facts::cfg::{Action, NodeId, ScalarId};

use super::error_set::{Access, Dependence, ErrorSet};
use super::state::{Interner, Valuation};
use super::step::{Stepper, known};

/// What the walk back sees of the states of a run.
pub trait States {
    /// The node that is about to be executed.
    fn node(&self, state: State) -> NodeId;
    /// What is known of the scalars.
    fn valuation(&self, state: State) -> Rc<Valuation>;
    /// Which cell the access at the node denotes, as far as it is known.
    fn access(&self, state: State) -> Access;
}

impl States for Stepper<'_> {
    fn node(&self, state: State) -> NodeId {
        Stepper::node(self, state)
    }

    fn valuation(&self, state: State) -> Rc<Valuation> {
        Stepper::valuation(self, state)
    }

    fn access(&self, state: State) -> Access {
        let action = &self.graph().nodes[Stepper::node(self, state).index()].action;
        let (Action::Load { range, index, .. } | Action::Store { range, index, .. }) = action else {
            return Access::Plain;
        };
        let valuation = Stepper::valuation(self, state);
        known(index, |scalar| valuation.get(scalar))
            .ok()
            .flatten()
            .and_then(|i| range.cell(i))
            .map_or(Access::Any, Access::Cell)
    }
}

/// Error sets and goals by number.
#[derive(Debug)]
struct Tables {
    sets: Interner<ErrorSet>,
    goals: Interner<Option<(State, u32)>>,
}

/// The host of the backward rules.
pub struct Walker<'a> {
    dependence: Dependence<'a>,
    states: &'a dyn States,
    /// Whether calls that assign nothing of the error set are stepped over (not in the naive mode).
    steps_over: bool,
    limits: BackwardLimits,
    updates: Cell<usize>,
    cut: Cell<bool>,
    counts: Cell<bool>,
    tables: RefCell<Tables>,
}

/// When a backward run gives up.
#[derive(Clone, Copy, Debug)]
pub struct BackwardLimits {
    /// Most steps back.
    pub updates: usize,
    /// When time or memory is over.
    pub deadline: Deadline,
}

impl<'a> Walker<'a> {
    /// A walker over the states of a run.
    pub fn new(
        dependence: Dependence<'a>,
        states: &'a dyn States,
        steps_over: bool,
        limits: BackwardLimits,
    ) -> Self {
        let mut goals = Interner::default();
        // Goal::OPEN has number 0.
        goals.intern(None);
        let tables = RefCell::new(Tables { sets: Interner::default(), goals });
        Walker {
            dependence,
            states,
            steps_over,
            limits,
            updates: Cell::new(0),
            cut: Cell::new(false),
            counts: Cell::new(true),
            tables,
        }
    }

    /// Whether the rules were cancelled, so that the slice graph lacks points.
    pub fn is_cut(&self) -> bool {
        self.cut.get()
    }

    /// From here on steps back are not counted any more, so that also those are taken that the rules were
    /// cancelled before.
    pub fn end_of_rules(&self) {
        self.counts.set(false);
    }

    /// The dependence relations in use.
    pub fn dependence(&self) -> Dependence<'a> {
        self.dependence
    }

    /// The states in use.
    pub fn states(&self) -> &'a dyn States {
        self.states
    }

    /// The node of a state.
    pub fn node(&self, state: State) -> NodeId {
        self.states.node(state)
    }

    /// The error set with a number.
    pub fn set(&self, id: ErrorSetId) -> Rc<ErrorSet> {
        Rc::clone(self.tables.borrow().sets.get(id.0))
    }

    /// How the step from the first state to the second passes its node, for the rules that go member by member.
    pub fn passed(&self, from: State, to: State) -> Passed {
        let (node, next) = (self.node(from), self.node(to));
        let cell = match self.states.access(from) {
            Access::Cell(cell) => Some(cell.into()),
            Access::Plain | Access::Elsewhere | Access::Any => None,
        };
        Passed { node: node.into(), outcome: self.outcome(node, next), cell }
    }

    /// How many error sets have a number.
    pub fn set_count(&self) -> u32 {
        self.tables.borrow().sets.count() as u32
    }

    /// How many goals have a number, the open one included.
    pub fn goal_count(&self) -> u32 {
        self.tables.borrow().goals.count() as u32
    }

    /// All scalars that some error set has.
    pub fn mentioned(&self) -> BTreeSet<ScalarId> {
        let tables = self.tables.borrow();
        (0..tables.sets.count() as u32)
            .flat_map(|n| tables.sets.get(n).scalars().collect::<Vec<_>>())
            .collect()
    }

    /// The number of an error set.
    pub fn intern(&self, set: ErrorSet) -> ErrorSetId {
        ErrorSetId(self.tables.borrow_mut().sets.intern(set))
    }

    /// Which branch outcome leads from the first node to the second; `None` if both do, so that nothing is
    /// known of the condition.
    pub fn outcome(&self, from: NodeId, to: NodeId) -> Option<bool> {
        let node = &self.dependence.graph.nodes[from.index()];
        match (&node.action, node.successors.as_slice()) {
            (Action::Branch(_), [holds, fails]) if holds != fails => Some(*holds == to),
            _ => None,
        }
    }
}

impl ErrorSets for Walker<'_> {
    fn initial(&self, violation: State) -> ErrorSetId {
        self.intern(self.dependence.initial(self.node(violation)))
    }

    fn goes_on(&self, steps: usize) -> bool {
        if !self.counts.get() {
            return true;
        }
        for _ in 0..steps {
            let updates = self.updates.get() + 1;
            self.updates.set(updates);
            if updates > self.limits.updates || self.limits.deadline.passed_at(updates).is_some() {
                self.cut.set(true);
            }
        }
        !self.cut.get()
    }

    fn back(&self, from: State, to: State, after: ErrorSetId) -> Back {
        let (node, next) = (self.node(from), self.node(to));
        let (outcome, access) = (self.outcome(node, next), self.states.access(from));
        let (before, reason) = self.dependence.step_back(node, outcome, access, &self.set(after));
        let begins = reason.is_some_and(|reason| self.dependence.grouping().surely_begins(node, reason));
        Back { before: from, set: self.intern(before), reason, weight: begins.into() }
    }

    fn demand(&self, call: State, exit: State, after: ErrorSetId) -> Option<Goal> {
        let demanded = self.dependence.demand(self.node(call), &self.set(after));
        let inside = if self.steps_over { demanded? } else { demanded.unwrap_or_default() };
        let set = self.intern(inside);
        Some(Goal(self.tables.borrow_mut().goals.intern(Some((exit, set.0)))))
    }

    fn asks(&self, goal: Goal) -> (State, ErrorSetId) {
        match **self.tables.borrow().goals.get(goal.0) {
            Some((exit, set)) => (exit, ErrorSetId(set)),
            // The open goal is never asked; any answer will do.
            None => (State(0), ErrorSetId(0)),
        }
    }

    fn leave(&self, call: State, after: ErrorSetId, entry: ErrorSetId, touched: bool) -> ErrorSetId {
        let (after, entry) = (self.set(after), self.set(entry));
        self.intern(self.dependence.leave(self.node(call), &after, &entry, touched))
    }

    fn pending_call(&self, call: State, entry: ErrorSetId) -> ErrorSetId {
        let entry = self.set(entry);
        self.intern(self.dependence.pending_call(self.node(call), &entry))
    }
}
