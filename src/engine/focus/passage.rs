//! Whether a run that satisfies what a sequence assumes comes to its end.
//!
//! A sequence holds what decides about the violation for runs that get there (Basu, Saha, Smolka, Section 2). A run may
//! also end before, where nothing of the sequence decides: at an `exit` in a function that is only stepped over, at an
//! `assume`, at another error, or in a loop that it does not leave. Each of these is an [`Obstruction`], unless its
//! conditional is a part of the sequence.
//!
//! Over-approximates: an obstruction that is listed may not be met.

use std::collections::{BTreeMap, BTreeSet};

use crate::summary::statics::Statics;
use focuscheck_base::limit::spend;
use focuscheck_cells::facts::cfg::{
    Action, Condition, ErrorId, ErrorKind, Expr, Graph, NodeId, ProcedureId, UnitId,
};
use focuscheck_cells::simulation::interpreter::TraceStep;

use super::termination::{Edges, Termination};

/// What may keep a run from coming to a violation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Obstruction {
    /// Another error happens before, as the unit decides.
    Error(ErrorId, UnitId),
    /// The run may end before, as the unit decides.
    Ends(UnitId),
    /// The run may stay in a loop or a recursion.
    Stays,
    /// The run may stay in a loop that is left by a choice at `*`.
    Choices,
}

/// From which nodes runs go on to an error, or back to the caller.
pub struct Outlook<'a> {
    graph: &'a Graph,
    statics: &'a Statics,
    /// By node: whether the error, or the end of its procedure, can be reached.
    goes_on: Vec<bool>,
    /// By procedure: whether its end can be reached.
    returns: Vec<bool>,
    recursive: &'a BTreeSet<ProcedureId>,
    /// Conditions that are choices at `*`.
    choices: BTreeSet<UnitId>,
}

/// What the run of a sequence says of a node.
#[derive(Clone, Copy, Debug)]
struct Passage {
    /// Every passage is a part of the sequence.
    fixed: bool,
    /// It was passed with the outcome false, true.
    outcomes: [bool; 2],
}

impl<'a> Outlook<'a> {
    /// The outlook on one error; `recursive` are the procedures that call themselves, through others too.
    pub fn of(
        graph: &'a Graph,
        statics: &'a Statics,
        recursive: &'a BTreeSet<ProcedureId>,
        error: ErrorId,
    ) -> Self {
        let mut before: Vec<Vec<NodeId>> = vec![Vec::new(); graph.nodes.len()];
        let mut callers: Vec<Vec<NodeId>> = vec![Vec::new(); graph.procedures.len()];
        let mut exits = Vec::new();
        for (number, node) in graph.nodes.iter().enumerate() {
            spend(1 + node.successors.len());
            let id = NodeId(number as u32);
            node.successors.iter().for_each(|next| before[next.index()].push(id));
            match node.action {
                Action::Call { callee, .. } => callers[callee.index()].push(id),
                Action::Exit => exits.push(id),
                _ => {}
            }
        }
        let mut outlook = Outlook {
            graph,
            statics,
            goes_on: Vec::new(),
            returns: vec![false; graph.procedures.len()],
            recursive,
            choices: choices(graph),
        };
        let ends = outlook.leading(&before, &callers, exits, true);
        let there = outlook.leading(&before, &callers, graph.errors[error.index()].nodes.clone(), false);
        outlook.goes_on = ends.into_iter().zip(there).map(|(one, other)| one || other).collect();
        outlook
    }

    /// Whether a run may come from a node to the error, or to the end of its procedure.
    pub fn leads_on(&self, node: NodeId) -> bool {
        self.goes_on[node.index()]
    }

    /// The nodes from which one of the targets is reached. `ends`: the targets are the ends of the procedures, which become
    /// known to return; else it counts where a call leads, not that it comes back.
    fn leading(
        &mut self,
        before: &[Vec<NodeId>],
        callers: &[Vec<NodeId>],
        targets: Vec<NodeId>,
        ends: bool,
    ) -> Vec<bool> {
        let graph = self.graph;
        let mut leads = vec![false; graph.nodes.len()];
        let mut work = targets;
        while let Some(node) = work.pop() {
            spend(1);
            if std::mem::replace(&mut leads[node.index()], true) {
                continue;
            }
            let procedure = graph.nodes[node.index()].procedure;
            if graph.procedures[procedure.index()].entry == node {
                let calls = &callers[procedure.index()];
                if ends {
                    self.returns[procedure.index()] = true;
                    let after = |call: &&NodeId| {
                        graph.nodes[call.index()].successors.iter().any(|next| leads[next.index()])
                    };
                    work.extend(calls.iter().filter(after));
                } else {
                    work.extend(calls);
                }
            }
            let comes = |earlier: &&NodeId| match graph.nodes[earlier.index()].action {
                Action::Call { callee, .. } => self.returns[callee.index()],
                _ => true,
            };
            work.extend(before[node.index()].iter().filter(comes));
        }
        leads
    }

    /// What may keep a run from the violation, in order: one that takes the outcomes of the sequence where it is at a
    /// conditional of the sequence, and any outcome elsewhere. `is_focus` says which steps of the trace are in the sequence.
    pub fn obstructions(
        &self,
        trace: &[TraceStep],
        is_focus: impl Fn(usize) -> bool,
    ) -> BTreeSet<Obstruction> {
        let mut passed: BTreeMap<NodeId, Passage> = BTreeMap::new();
        for (position, step) in trace.iter().enumerate() {
            spend(1);
            let known = passed.entry(step.node).or_insert(Passage { fixed: true, outcomes: [false; 2] });
            known.fixed &= is_focus(position);
            if let Some(outcome) = step.outcome {
                known.outcomes[usize::from(outcome)] = true;
            }
        }
        self.loosen(&mut passed);
        let mut walk = Walk { outlook: self, passed: &passed, seen: BTreeMap::new(), found: BTreeSet::new() };
        walk.everywhere();
        let Walk { seen, mut found, .. } = walk;
        for fresh in [false, true] {
            let nodes = seen.iter().filter(|((_, context), _)| *context == fresh);
            let edges: Edges = nodes.map(|((node, _), next)| (*node, next.clone())).collect();
            let fixed = |node: NodeId| !fresh && passed.get(&node).is_some_and(|passed| passed.fixed);
            let chosen = |node: NodeId| {
                let node_of = &self.graph.nodes[node.index()];
                fixed(node)
                    || matches!(node_of.action, Action::Branch(_)) && self.choices.contains(&node_of.unit)
            };
            let ends = |fixed: &dyn Fn(NodeId) -> bool| {
                Termination { graph: self.graph, statics: self.statics, fixed }.ends(&edges)
            };
            let is_followed = |node: &NodeId| passed.get(node).is_some_and(|passed| passed.fixed);
            let again = edges.keys().any(|node| match self.graph.nodes[node.index()].action {
                Action::Call { callee, .. } => {
                    self.recursive.contains(&callee) && (fresh || !is_followed(node))
                }
                _ => false,
            });
            if again || !ends(&chosen) {
                found.insert(Obstruction::Stays);
            } else if !ends(&fixed) {
                found.insert(Obstruction::Choices);
            }
        }
        found
    }

    /// What a conditional decides that may come out otherwise may be passed more often than the run of the sequence passes it,
    /// so that no outcome there is fixed.
    fn loosen(&self, passed: &mut BTreeMap<NodeId, Passage>) {
        let graph = self.graph;
        let mut units: BTreeSet<UnitId> = BTreeSet::new();
        let mut procedures: BTreeSet<ProcedureId> = BTreeSet::new();
        loop {
            let before = (units.len(), procedures.len());
            for (&id, known) in passed.iter_mut() {
                spend(1);
                let node = &graph.nodes[id.index()];
                let decides = |unit: UnitId| unit != node.unit && units.contains(&unit);
                let is_loose = procedures.contains(&node.procedure) || self.statics.controls(id).any(decides);
                known.fixed &= !is_loose;
                match &node.action {
                    Action::Branch(condition) if !known.fixed && constant(condition).is_none() => {
                        units.insert(node.unit);
                    }
                    Action::Call { callee, .. } if is_loose => _ = procedures.insert(*callee),
                    _ => {}
                }
            }
            if (units.len(), procedures.len()) == before {
                return;
            }
        }
    }

    /// The errors that C lets happen before the one that a run ends with, because it leaves open in which order they are
    /// looked for: the checks behind it that the run comes to without a decision, inside of the same statement.
    pub fn unsequenced(&self, trace: &[TraceStep]) -> BTreeSet<Obstruction> {
        /// So many nodes are looked at.
        const MOST: usize = 1_000;
        let graph = self.graph;
        let statement = |node: NodeId| graph.units[graph.nodes[node.index()].unit.index()].statement;
        let mut found = BTreeSet::new();
        let decides = |step: &&TraceStep| graph.nodes[step.node.index()].successors.len() > 1;
        let Some(own) = trace.iter().rev().find(decides).map(|step| step.node) else { return found };
        let error = trace.last().and_then(|step| self.failing(step.node));
        let mut node = own;
        for _ in 0..MOST {
            spend(1);
            let mut on = graph.nodes[node.index()].successors.iter().copied().collect::<BTreeSet<_>>();
            let failing: BTreeSet<ErrorId> = on.iter().filter_map(|&next| self.failing(next)).collect();
            on.retain(|&next| self.failing(next).is_none());
            if node != own {
                let unit = graph.nodes[node.index()].unit;
                let others = failing.into_iter().filter(|&other| Some(other) != error);
                found.extend(others.map(|other| Obstruction::Error(other, unit)));
            }
            match on.into_iter().collect::<Vec<_>>()[..] {
                [next] if statement(next) == statement(own) => node = next,
                _ => break,
            }
        }
        found
    }

    /// The check that fails at a node.
    fn failing(&self, node: NodeId) -> Option<ErrorId> {
        match self.graph.nodes[node.index()].action {
            Action::Error(error) => {
                let kind = self.graph.errors[error.index()].kind;
                matches!(kind, ErrorKind::Check(_)).then_some(error)
            }
            _ => None,
        }
    }

    /// Where a way leads from which nothing goes on: errors, else an end or a loop.
    fn dead_end(&self, from: NodeId, unit: UnitId, found: &mut BTreeSet<Obstruction>) {
        /// So many nodes are looked at.
        const MOST: usize = 1_000;
        let mut seen = BTreeSet::from([from]);
        let mut work = vec![from];
        let (mut errors, mut ends) = (BTreeSet::new(), false);
        while let Some(node) = work.pop() {
            spend(1);
            let action = &self.graph.nodes[node.index()].action;
            match action {
                Action::Error(error) => {
                    errors.insert(Obstruction::Error(*error, unit));
                }
                Action::Call { callee, .. } => {
                    let entry = self.graph.procedures[callee.index()].entry;
                    work.extend(seen.insert(entry).then_some(entry));
                }
                Action::Stop(_) | Action::Cut { .. } | Action::Assume(_) => ends = true,
                // The end of a function that is called on the way: nothing leads to the end of the own one.
                Action::Exit
                | Action::Skip
                | Action::UnitStart
                | Action::Assign { .. }
                | Action::Load { .. }
                | Action::Store { .. }
                | Action::Bounds { .. }
                | Action::Input { .. }
                | Action::Unsupported { .. }
                | Action::Branch(_) => {}
            }
            let next = &self.graph.nodes[node.index()].successors;
            work.extend(next.iter().filter(|next| seen.insert(**next)));
            if seen.len() > MOST {
                ends = true;
                break;
            }
        }
        if errors.is_empty() && !ends {
            found.insert(Obstruction::Stays);
        }
        if ends {
            found.insert(Obstruction::Ends(unit));
        }
        found.extend(errors);
    }
}

/// A walk over all that a run may pass.
struct Walk<'a, 'g> {
    outlook: &'a Outlook<'g>,
    passed: &'a BTreeMap<NodeId, Passage>,
    /// What was come to, in a call that the run of the sequence does not make (`true`) or not, and where it goes on inside
    /// of its procedure.
    seen: BTreeMap<(NodeId, bool), Vec<NodeId>>,
    found: BTreeSet<Obstruction>,
}

impl Walk<'_, '_> {
    fn everywhere(&mut self) {
        let graph = self.outlook.graph;
        let Some(main) = graph.main else { return };
        let mut work = vec![(graph.procedures[main.index()].entry, false)];
        while let Some((node, fresh)) = work.pop() {
            spend(1);
            if self.seen.contains_key(&(node, fresh)) {
                continue;
            }
            let (next, entered) = self.next(node, fresh);
            work.extend(next.iter().map(|&next| (next, fresh)));
            work.extend(entered);
            self.seen.insert((node, fresh), next);
        }
    }

    /// Where a run goes on from a node inside of its procedure, and into which callee.
    fn next(&mut self, node: NodeId, fresh: bool) -> (Vec<NodeId>, Option<(NodeId, bool)>) {
        let Outlook { graph, goes_on, returns, .. } = self.outlook;
        let definition = &graph.nodes[node.index()];
        let passed = self.passed.get(&node);
        let fixed = passed.filter(|passed| passed.fixed && !fresh);
        let mut next = definition.successors.clone();
        match &definition.action {
            Action::Branch(condition) => {
                let outcomes = match (fixed, constant(condition)) {
                    (Some(passed), _) => passed.outcomes,
                    (None, Some(outcome)) => [!outcome, outcome],
                    (None, None) => [true, true],
                };
                if let [yes, no] = next[..] {
                    next = [(yes, outcomes[1]), (no, outcomes[0])]
                        .iter()
                        .filter(|(_, taken)| *taken)
                        .map(|&(to, _)| to)
                        .collect();
                }
                if fixed.is_none() {
                    let ends = next.iter().filter(|to| !goes_on[to.index()]);
                    for &end in ends {
                        self.outlook.dead_end(end, definition.unit, &mut self.found);
                    }
                }
                next.retain(|to| goes_on[to.index()]);
            }
            Action::Assume(condition) if fixed.is_none() && constant(condition) != Some(true) => {
                self.found.insert(Obstruction::Ends(definition.unit));
            }
            Action::Call { callee, .. } => {
                if !returns[callee.index()] {
                    next.clear();
                }
                let entry = graph.procedures[callee.index()].entry;
                return (next, Some((entry, fresh || passed.is_none())));
            }
            _ => {}
        }
        (next, None)
    }
}

/// The conditions that are choices at `*`.
fn choices(graph: &Graph) -> BTreeSet<UnitId> {
    let chosen = graph.nodes.iter().filter(|node| match node.action {
        Action::Input { site, .. } => graph.sites[site.index()].choice,
        _ => false,
    });
    chosen.map(|node| node.unit).filter(|unit| graph.units[unit.index()].star).collect()
}

/// The outcome of a condition over constants.
fn constant(condition: &Condition) -> Option<bool> {
    match (&condition.left, &condition.right) {
        (Expr::Constant(left, _), Expr::Constant(right, _)) => Some(condition.relation.holds(*left, *right)),
        _ => None,
    }
}
