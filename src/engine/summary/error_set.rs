//! Error sets, and the functors over them: what the update relations say, for a whole set at once.
//!
//! An error set belongs to one frame. It holds the scalars whose values still matter for the violation, the
//! conditionals that a later focus statement is control-dependent on, and the units the walk is inside of. Which
//! members a node takes and puts, and for which of them it is a focus statement, is what the rules derived
//! (`rules/update.rs`, the paper's `update`, Section 2 and Section 3.3).

use std::collections::BTreeSet;

use focuscheck_rules::reach;
use focuscheck_rules::relation::Relation;
use focuscheck_rules::schema::{Member, MemberKind, Node, Procedure, Unit};

pub use focuscheck_rules::schema::Reason;

use focuscheck_cells::facts::cfg::{Graph, NodeId, ProcedureId, ScalarId, UnitId};
use focuscheck_cells::relations::calls;

use super::grouping::Grouping;
use super::statics::Statics;

/// What matters for the violation from a point on: members in order, each once.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ErrorSet(Vec<Member>);

impl ErrorSet {
    /// Whether the member is there.
    pub fn has(&self, member: Member) -> bool {
        self.0.binary_search(&member).is_ok()
    }

    /// Whether the scalar matters.
    pub fn has_scalar(&self, scalar: ScalarId) -> bool {
        self.has(Member::scalar(scalar.into()))
    }

    /// Whether the walk is inside of the unit.
    pub fn is_open(&self, unit: UnitId) -> bool {
        self.has(Member::open(Unit(unit.0)))
    }

    /// All members, in order.
    pub fn members(&self) -> impl Iterator<Item = Member> + '_ {
        self.0.iter().copied()
    }

    /// The scalars, in order.
    pub fn scalars(&self) -> impl Iterator<Item = ScalarId> + '_ {
        self.0.iter().map_while(|member| member.as_scalar()).map(ScalarId::from)
    }

    fn insert(&mut self, member: Member) {
        insert(&mut self.0, member);
    }

    /// Adds members, in time that grows with both sets and not with their product.
    fn insert_all(&mut self, members: impl Iterator<Item = Member>) {
        let own = self.0.len();
        self.0.extend(members);
        if self.0.len() > own {
            self.0.sort();
            self.0.dedup();
        }
    }

    fn remove(&mut self, member: Member) -> bool {
        remove(&mut self.0, &member)
    }
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
            let own = self.procedures.iter().map(|procedure| Procedure(procedure.0));
            let entering = reach::entering(calls(graph), own);
            self.procedures = entering.into_iter().map(|procedure| ProcedureId(procedure.0)).collect();
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

impl<'a> Dependence<'a> {
    /// Which nodes are one step.
    pub fn grouping(&self) -> Grouping<'a> {
        Grouping { graph: self.graph, statics: self.statics }
    }

    /// The error set right before an error node: the conditionals that lead there.
    pub fn initial(&self, error: NodeId) -> ErrorSet {
        let pending = self.statics.known.decided_by.of(error).iter();
        ErrorSet(pending.map(|&(_, control)| Member::pending(control)).collect())
    }

    /// One step back over a node that is no call. `outcome` is that of a branch.
    pub fn step_back(
        &self,
        node: NodeId,
        outcome: Option<bool>,
        access: Access,
        after: &ErrorSet,
    ) -> (ErrorSet, Option<Reason>) {
        let unit = self.graph.nodes[node.index()].unit;
        let node = Node::from(node);
        let Some(reason) = self.why(node, unit, outcome, after) else { return (after.clone(), None) };
        let (program, update) = (&self.statics.program, &self.statics.update);
        let mut before = after.clone();
        let mut hit = false;
        for &(_, member) in update.takes.of(node) {
            hit |= before.remove(member);
        }
        if let (Access::Cell(cell), false) = (access, program.stores.of(node).is_empty()) {
            hit |= before.remove(Member::scalar(cell.into()));
        }
        put(&mut before, &update.puts, node);
        // A subscript narrows what is stored and loaded to one cell, where it is known.
        if hit || access == Access::Any {
            let given = program.gives.of(node).iter();
            before.insert_all(given.map(|&(_, scalar)| Member::scalar(scalar)));
        }
        for &(_, cells) in program.loads.of(node).iter().filter(|_| hit) {
            match access {
                Access::Cell(cell) => before.insert(Member::scalar(cell.into())),
                Access::Plain | Access::Elsewhere | Access::Any => {
                    before.insert_all(cells.scalars().map(Member::scalar));
                }
            }
        }
        if reason == Reason::Silent {
            return (before, None);
        }
        if after.is_open(unit) {
            return (before, Some(Reason::Part));
        }
        put(&mut before, &update.opening, node);
        (before, Some(reason))
    }

    /// Why a node wakes to an error set, if it does.
    fn why(&self, node: Node, unit: UnitId, outcome: Option<bool>, after: &ErrorSet) -> Option<Reason> {
        let update = &self.statics.update;
        let woken = update.wakes.of(node).iter();
        let member = woken.filter(|&&(_, member, _)| after.has(member)).map(|&(_, _, reason)| reason).min();
        let cells = update.wakes_to_some.of(node).iter();
        let cells =
            cells.filter(|&&(_, cells, _)| cells.scalars().any(|cell| after.has(Member::scalar(cell))));
        let needed = update.needed.of(node).iter().filter(|_| self.required.contains(unit));
        let needed = needed.map(|&(_, reason)| reason);
        let potential = || {
            let other = update.wakes_on.of(node);
            let from = other.partition_point(|&(_, on, _)| Some(on) < outcome);
            let to = other.partition_point(|&(_, on, _)| Some(on) <= outcome);
            let changed = &other[from..to];
            let concerned =
                outcome.is_some() && after.0.iter().any(|m| changed.binary_search_by_key(m, |t| t.2).is_ok());
            concerned.then_some(Reason::Potential)
        };
        let first = member.into_iter().chain(cells.map(|&(_, _, reason)| reason)).chain(needed).min();
        first.or_else(potential)
    }

    /// What a callee is asked at its exit: `None` if the call can be stepped over.
    pub fn demand(&self, call: NodeId, after: &ErrorSet) -> Option<ErrorSet> {
        let Statics { program, known, .. } = self.statics;
        let call = Node::from(call);
        let &(_, callee) = program.call.of(call).first()?;
        let mut inside = ErrorSet::default();
        for member in &after.0 {
            if let MemberKind::Scalar(scalar) = member.kind()
                && known.modifies.has((callee, scalar))
            {
                inside.0.push(*member);
            }
        }
        for &(_, from, to) in program.returned.of(call) {
            if after.has(Member::scalar(to)) {
                inside.insert(Member::scalar(from));
            }
        }
        // Whether the callee ends the run decides about what it gives, and about what comes of its arguments.
        let guards = known.guard.of(callee);
        if !guards.is_empty() {
            let mut passed = program.argument.of(call).iter();
            if !inside.0.is_empty() || passed.any(|&(_, _, read)| after.has(Member::scalar(read))) {
                inside.insert_all(guards.iter().map(|&(_, guard)| Member::pending(guard)));
            }
        }
        let required = self.required.procedures.contains(&ProcedureId(callee.0));
        (required || !inside.0.is_empty()).then_some(inside)
    }

    /// The error set before a call, from the one after it and the callee's at its entry.
    pub fn leave(&self, call: NodeId, after: &ErrorSet, entry: &ErrorSet, touched: bool) -> ErrorSet {
        let Statics { program, known, .. } = self.statics;
        let node = Node::from(call);
        let mut before = after.clone();
        if let Some(&(_, callee)) = program.call.of(node).first() {
            before.0.retain(|member| member.as_scalar().is_none_or(|s| !known.modifies.has((callee, s))));
            for &(_, _, to) in program.returned.of(node) {
                before.remove(Member::scalar(to));
            }
        }
        self.enter_caller(node, entry, touched, &mut before);
        before
    }

    /// The error set before a call that has not returned, from the callee's at its entry.
    pub fn pending_call(&self, call: NodeId, entry: &ErrorSet) -> ErrorSet {
        let mut before = ErrorSet::default();
        self.enter_caller(call.into(), entry, true, &mut before);
        before
    }

    /// Passing an actual to a formal is an assignment; a callee's other locals and its conditionals end with it.
    fn enter_caller(&self, call: Node, entry: &ErrorSet, touched: bool, before: &mut ErrorSet) {
        let Statics { program, known, .. } = self.statics;
        let arguments = program.argument.of(call);
        let mut needed = Vec::new();
        for scalar in entry.0.iter().filter_map(|member| member.as_scalar()) {
            if program.global.has((scalar,)) {
                needed.push(Member::scalar(scalar));
            }
            let from = arguments.partition_point(|&(_, formal, _)| formal < scalar);
            let of_formal = arguments[from..].iter().take_while(|&&(_, formal, _)| formal == scalar);
            needed.extend(of_formal.map(|&(_, _, read)| Member::scalar(read)));
        }
        before.insert_all(needed.into_iter());
        if touched {
            let controls = known.unit_decided_by.of(call).iter();
            before.insert_all(controls.map(|&(_, control)| Member::pending(control)));
        }
    }
}

fn put(set: &mut ErrorSet, relation: &Relation<(Node, Member)>, node: Node) {
    set.insert_all(relation.of(node).iter().map(|&(_, member)| member));
}
