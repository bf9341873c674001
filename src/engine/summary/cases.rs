//! Which scalars are told apart by their values, and where.
//!
//! A program that checks its inputs (`if (n < 1 || n > 20) return 1;`) has few of them, and the abstract step knows
//! exactly what each does. Invariants say how few values a scalar has at a node; a forward run may then go on from one state
//! for each.

use std::cell::RefCell;
use std::collections::BTreeSet;

use focuscheck_rules::range::Range;
use rustc_hash::FxHashMap;

use focuscheck_cells::facts::cfg::{Graph, NodeId, ScalarId};
use focuscheck_cells::facts::reads::node_assigns;

use super::fact::NodeInvariants;

/// How many numbers a range has.
pub(super) fn count(range: Range) -> i128 {
    let (modulus, _) = range.stride();
    (range.high - range.low) / modulus.max(1) + 1
}

/// What is told apart by cases.
#[derive(Debug)]
pub struct Telling<'a> {
    /// The forms of the invariants that are single scalars.
    pub single: FxHashMap<u32, ScalarId>,
    /// Formals that their procedure never assigns.
    pub constant: &'a BTreeSet<ScalarId>,
    /// At most so many values count as few.
    pub most: u32,
}

/// The ranges of scalars at nodes that have few numbers.
#[derive(Debug)]
pub(super) struct Cases<'a> {
    graph: &'a Graph,
    invariants: &'a NodeInvariants,
    told: Telling<'a>,
    /// By scalar: its value, if it has an initial one and nothing assigns it.
    constants: Vec<Option<i128>>,
    /// What was asked for: the single scalars with few values at a node.
    at: RefCell<FxHashMap<NodeId, FxHashMap<ScalarId, Range>>>,
    split: RefCell<BTreeSet<ScalarId>>,
}

impl<'a> Cases<'a> {
    /// Nothing is told apart yet.
    pub(super) fn new(graph: &'a Graph, invariants: &'a NodeInvariants, told: Telling<'a>) -> Self {
        let initial = graph.scalars.iter().map(|scalar| scalar.initial?.ok());
        let mut constants: Vec<Option<i128>> = initial.collect();
        for scalar in graph.nodes.iter().flat_map(|node| node_assigns(&node.action)) {
            constants[scalar.index()] = None;
        }
        Cases { graph, invariants, told, constants, at: RefCell::default(), split: RefCell::default() }
    }

    /// The values that a scalar has when a run comes to a node, if they are few.
    pub(super) fn of(&self, node: NodeId, scalar: ScalarId) -> Option<Range> {
        let range = self.range(node, scalar)?;
        (range.high.checked_sub(range.low)? < i128::from(u32::MAX)
            && count(range) <= i128::from(self.told.most))
        .then_some(range)
    }

    /// Whether a scalar is a formal that keeps its value.
    pub(super) fn is_constant(&self, scalar: ScalarId) -> bool {
        self.told.constant.contains(&scalar)
    }

    /// The values that a scalar has when a run comes to a node.
    pub(super) fn range(&self, node: NodeId, scalar: ScalarId) -> Option<Range> {
        let mut at = self.at.borrow_mut();
        let known = at.entry(node).or_insert_with(|| {
            let facts = self.invariants.at(node);
            facts.filter_map(|(number, range)| Some((*self.told.single.get(&number)?, range))).collect()
        });
        let ty = self.graph.scalars[scalar.index()].ty;
        known.get(&scalar).copied().or_else(|| Range::new(ty.min(), ty.max()))
    }

    /// The value that a scalar has throughout.
    pub(super) fn constant(&self, scalar: ScalarId) -> Option<i128> {
        self.constants[scalar.index()]
    }

    /// Notes that cases of a scalar are told apart.
    pub(super) fn note(&self, scalar: ScalarId) {
        self.split.borrow_mut().insert(scalar);
    }

    /// The scalars whose cases are told apart.
    pub(super) fn split(&self) -> BTreeSet<ScalarId> {
        self.split.borrow().clone()
    }
}
