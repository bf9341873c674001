//! Error sets and how one step back changes them: the paper's `update` (Section 2, Section 3.3).
//!
//! An error set belongs to one frame. It holds the scalars whose values still matter for the violation, the
//! conditionals that a later focus statement is control-dependent on, and the units the walk is inside of.

use std::collections::BTreeSet;

use crate::facts::cfg::{Action, Expr, Graph, NodeId, ProcedureId, ScalarId, ScalarKind, UnitId, UnitKind};

use super::statics::{ControlSet, Statics, node_reads, reads};

/// What matters for the violation from a point on; all three sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ErrorSet {
    /// Scalars: globals and those of the current frame.
    pub scalars: Vec<ScalarId>,
    /// Conditionals of the current frame that later focus statements are control-dependent on; of each set
    /// the nearest earlier instance.
    pub pending: Vec<ControlSet>,
    /// Units of several nodes that are focus statements and whose first node has not been met yet.
    pub open: Vec<UnitId>,
}

/// Why a node belongs to a focus statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reason {
    /// It assigns a scalar of the error set.
    Data,
    /// A later focus statement is control-dependent on it.
    Control,
    /// Its other outcome could have assigned a scalar of the error set.
    Potential,
    /// It is an inner part of a unit that is a focus statement.
    Part,
    /// It restricts what the slice depends on (`assume`).
    Restriction,
}

/// Which cell a subscripted access denotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Access {
    /// The node has no subscript.
    Plain,
    /// This cell.
    Cell(ScalarId),
    /// A store to some cell that is not in the error set.
    Elsewhere,
    /// Any cell.
    Any,
}

/// Adds to a sorted list.
pub fn insert<T: Ord>(list: &mut Vec<T>, item: T) {
    if let Err(position) = list.binary_search(&item) {
        list.insert(position, item);
    }
}

/// Removes from a sorted list; whether it was there.
pub fn remove<T: Ord>(list: &mut Vec<T>, item: &T) -> bool {
    match list.binary_search(item) {
        Ok(position) => {
            list.remove(position);
            true
        }
        Err(_) => false,
    }
}

/// Whether a sorted list has the item.
pub fn has<T: Ord>(list: &[T], item: &T) -> bool {
    list.binary_search(item).is_ok()
}

/// Conditions that a walk back has to take along although nothing depends on them: where a replay of a
/// sequence without them ended too early.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Required {
    units: BTreeSet<UnitId>,
    /// Procedures whose run may meet one of the units.
    procedures: BTreeSet<ProcedureId>,
}

impl Required {
    /// Whether the unit is there.
    pub fn contains(&self, unit: UnitId) -> bool {
        self.units.contains(&unit)
    }

    /// Adds a unit; whether it is new.
    pub fn insert(&mut self, graph: &Graph, unit: UnitId) -> bool {
        let new = self.units.insert(unit);
        if new {
            let statement = graph.units[unit.index()].statement;
            self.procedures.insert(graph.statements[statement.index()].procedure);
            let calls = graph.nodes.iter().filter_map(|n| match n.action {
                Action::Call { callee, .. } => Some((n.procedure, callee)),
                _ => None,
            });
            let calls: Vec<_> = calls.collect();
            loop {
                let before = self.procedures.len();
                for &(caller, callee) in &calls {
                    if self.procedures.contains(&callee) {
                        self.procedures.insert(caller);
                    }
                }
                if self.procedures.len() == before {
                    break;
                }
            }
        }
        new
    }
}

/// Dependence as the walk back needs it.
#[derive(Clone, Copy, Debug)]
pub struct Dependence<'a> {
    /// The program.
    pub graph: &'a Graph,
    /// Its static relations.
    pub statics: &'a Statics,
    /// What has to be taken along.
    pub required: &'a Required,
}

impl Dependence<'_> {
    /// The error set right before an error node: the conditionals that lead there.
    pub fn initial(&self, error: NodeId) -> ErrorSet {
        let pending = self.statics.control_set_of[error.index()][0].into_iter().collect();
        ErrorSet { pending, ..ErrorSet::default() }
    }

    /// One step back over a node that is no call. `outcome` is that of a branch.
    pub fn step_back(
        &self,
        node: NodeId,
        outcome: Option<bool>,
        access: Access,
        after: &ErrorSet,
    ) -> (ErrorSet, Option<Reason>) {
        let definition = &self.graph.nodes[node.index()];
        let unit = definition.unit;
        let mut before = after.clone();
        let reason = match &definition.action {
            Action::UnitStart => {
                if remove(&mut before.open, &unit) {
                    // Temporaries that are made later inside the unit were not made on this path.
                    for scalar in &self.graph.units[unit.index()].reads {
                        if self.statics.made_at[scalar.index()].is_some_and(|made| made > node) {
                            remove(&mut before.scalars, scalar);
                        }
                    }
                    self.add_controls(&mut before, node, unit);
                }
                None
            }
            Action::Assign { target, value } => remove(&mut before.scalars, target).then(|| {
                self.read(&mut before, value);
                self.open(&mut before, node)
            }),
            Action::Input { target, .. } | Action::Unsupported { target, .. } => {
                let assigned = remove(&mut before.scalars, target);
                let havoc = self.graph.units[unit.index()].kind == UnitKind::Havoc;
                (assigned && !havoc).then(|| self.open(&mut before, node))
            }
            Action::Load { target, range, index } => {
                let hit = remove(&mut before.scalars, target);
                (hit || self.required.contains(unit)).then(|| {
                    match access {
                        _ if !hit => {}
                        Access::Cell(cell) => insert(&mut before.scalars, cell),
                        _ => range.cells().for_each(|cell| insert(&mut before.scalars, cell)),
                    }
                    self.read(&mut before, index);
                    self.open(&mut before, node)
                })
            }
            Action::Bounds { index, .. } => self.required.contains(unit).then(|| {
                self.read(&mut before, index);
                self.open(&mut before, node)
            }),
            Action::Store { range, index, value } => {
                let hit = match access {
                    Access::Cell(cell) => remove(&mut before.scalars, &cell),
                    _ => false,
                };
                let concerned =
                    hit || self.required.contains(unit) || range.cells().any(|c| has(&after.scalars, &c));
                concerned.then(|| {
                    if hit || access == Access::Any {
                        self.read(&mut before, value);
                    }
                    self.read(&mut before, index);
                    self.open(&mut before, node)
                })
            }
            Action::Branch(condition) => {
                let reason = self.why_branch(node, outcome, after);
                if let Some(reason) = reason {
                    before.pending.retain(|&set| !self.statics.in_set(set, unit));
                    self.read(&mut before, &condition.left);
                    self.read(&mut before, &condition.right);
                    if reason != Reason::Part {
                        self.open(&mut before, node);
                    }
                }
                return (before, reason);
            }
            Action::Assume(_) => {
                let concerned =
                    self.is_pending(after, unit) || has(&after.open, &unit) || self.restricts(node, after);
                concerned.then(|| {
                    before.pending.retain(|&set| !self.statics.in_set(set, unit));
                    node_reads(&definition.action).into_iter().for_each(|s| insert(&mut before.scalars, s));
                    self.open(&mut before, node);
                    Reason::Restriction
                })
            }
            _ => None,
        };
        let inner = reason.filter(|_| has(&after.open, &unit));
        (before, inner.map(|_| Reason::Part).or(reason))
    }

    /// Whether a branch belongs to the slice, and why.
    fn why_branch(&self, node: NodeId, outcome: Option<bool>, after: &ErrorSet) -> Option<Reason> {
        let unit = self.graph.nodes[node.index()].unit;
        if has(&after.open, &unit) {
            return Some(Reason::Part);
        }
        if self.is_pending(after, unit) {
            return Some(Reason::Control);
        }
        if self.required.units.contains(&unit) {
            return Some(Reason::Restriction);
        }
        let definition = &self.graph.units[unit.index()];
        if definition.kind == UnitKind::Assume {
            return self.restricts(node, after).then_some(Reason::Restriction);
        }
        let other = !outcome?;
        let potential = &self.statics.potential[node.index()][other as usize];
        let concerned = !definition.star
            && !definition.reads.is_empty()
            && after.scalars.iter().any(|s| has(potential, s));
        concerned.then_some(Reason::Potential)
    }

    /// Whether an `assume` restricts a scalar that matters.
    fn restricts(&self, node: NodeId, after: &ErrorSet) -> bool {
        let unit = &self.graph.units[self.graph.nodes[node.index()].unit.index()];
        let required = self.required.units.contains(&self.graph.nodes[node.index()].unit);
        required || unit.reads.iter().any(|s| has(&after.scalars, s))
    }

    /// Makes the node's unit a focus statement: what it reads matters, and what controls it.
    fn open(&self, set: &mut ErrorSet, node: NodeId) -> Reason {
        let unit = self.graph.nodes[node.index()].unit;
        if has(&set.open, &unit) {
            return Reason::Part;
        }
        self.add_controls(set, node, unit);
        if self.statics.has_start[unit.index()] {
            insert(&mut set.open, unit);
            for scalar in &self.graph.units[unit.index()].reads {
                insert(&mut set.scalars, *scalar);
            }
        }
        Reason::Data
    }

    /// What controls the node is pending. Of a unit with inner branches its first node tells whether it
    /// controls itself (in a loop); its other nodes do not count for that.
    fn add_controls(&self, set: &mut ErrorSet, node: NodeId, unit: UnitId) {
        let start = self.graph.nodes[node.index()].action == Action::UnitStart;
        let inner = self.statics.has_start[unit.index()] && !start;
        if let Some(control) = self.statics.control_set_of[node.index()][inner as usize] {
            insert(&mut set.pending, control);
        }
    }

    fn is_pending(&self, set: &ErrorSet, unit: UnitId) -> bool {
        set.pending.iter().any(|&pending| self.statics.in_set(pending, unit))
    }

    fn read(&self, set: &mut ErrorSet, expression: &Expr) {
        let mut scalars = Vec::new();
        reads(expression, &mut scalars);
        scalars.into_iter().for_each(|s| insert(&mut set.scalars, s));
    }

    /// What a callee is asked at its exit: `None` if the call can be stepped over.
    pub fn demand(&self, call: NodeId, after: &ErrorSet) -> Option<ErrorSet> {
        let Action::Call { callee, results, arguments } = &self.graph.nodes[call.index()].action else {
            return None;
        };
        let mut inside = ErrorSet::default();
        inside.scalars.extend(after.scalars.iter().filter(|s| self.statics.may_modify(*callee, **s)));
        for (from, to) in results {
            if has(&after.scalars, to) {
                insert(&mut inside.scalars, *from);
            }
        }
        let guards = &self.statics.guard_sets[callee.index()];
        if !guards.is_empty() {
            let mut passed = Vec::new();
            arguments.iter().for_each(|a| reads(a, &mut passed));
            if !inside.scalars.is_empty() || passed.iter().any(|s| has(&after.scalars, s)) {
                guards.iter().for_each(|&guard| insert(&mut inside.pending, guard));
            }
        }
        let required = self.required.procedures.contains(callee);
        (required || !inside.scalars.is_empty() || !inside.pending.is_empty()).then_some(inside)
    }

    /// The error set before a call, from the one after it and the callee's at its entry.
    pub fn leave(&self, call: NodeId, after: &ErrorSet, entry: &ErrorSet, touched: bool) -> ErrorSet {
        let mut before = after.clone();
        if let Action::Call { callee, results, .. } = &self.graph.nodes[call.index()].action {
            before.scalars.retain(|s| !self.statics.may_modify(*callee, *s));
            for (_, to) in results {
                remove(&mut before.scalars, to);
            }
        }
        self.enter_caller(call, entry, touched, &mut before);
        before
    }

    /// The error set before a call that has not returned, from the callee's at its entry.
    pub fn pending_call(&self, call: NodeId, entry: &ErrorSet) -> ErrorSet {
        let mut before = ErrorSet::default();
        self.enter_caller(call, entry, true, &mut before);
        before
    }

    fn enter_caller(&self, call: NodeId, entry: &ErrorSet, touched: bool, before: &mut ErrorSet) {
        let Action::Call { callee, arguments, .. } = &self.graph.nodes[call.index()].action else { return };
        let formals = &self.graph.procedures[callee.index()].formals;
        for scalar in &entry.scalars {
            match self.graph.scalars[scalar.index()].kind {
                ScalarKind::Global => insert(&mut before.scalars, *scalar),
                ScalarKind::Formal(_) => {
                    if let Some(argument) =
                        formals.iter().position(|f| f == scalar).and_then(|i| arguments.get(i))
                    {
                        self.read(before, argument);
                    }
                }
                _ => {}
            }
        }
        if touched {
            let unit = self.graph.nodes[call.index()].unit;
            self.add_controls(before, call, unit);
        }
    }
}
