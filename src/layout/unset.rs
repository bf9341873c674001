//! Which local variables may be read before they have a value.

use std::collections::{BTreeMap, BTreeSet};

use crate::facts::cfg::{Action, Expr, Graph, NodeId, Procedure, Scalar, ScalarId, ScalarKind, UnitKind};
use crate::facts::reads::{each_read, node_assigns, operands, surely_assigns};
use crate::limit::spend;

/// Variables with more cells are not followed.
pub(super) const MOST_CELLS: usize = 1024;

/// The variables that need shadows.
#[derive(Clone, Debug)]
pub(super) struct Doubtful<V> {
    /// All of them.
    pub(super) variables: BTreeSet<V>,
    /// Those that a jump past their declaration leaves without a value, too.
    pub(super) from_entry: BTreeSet<V>,
}

impl<V> Default for Doubtful<V> {
    fn default() -> Self {
        Doubtful { variables: BTreeSet::new(), from_entry: BTreeSet::new() }
    }
}

/// What may have no value at a node.
#[derive(Clone, Default, PartialEq, Eq)]
struct Unset {
    /// Since the procedure began.
    entry: BTreeSet<ScalarId>,
    /// Since the declaration.
    declared: BTreeSet<ScalarId>,
}

/// Finds the variables that may be read before they are assigned, in a graph without shadows: of each scalar of one that
/// is followed it is told which one that is.
pub(super) fn doubtful<V: Copy + Ord>(
    graph: &Graph,
    variable_of: impl Fn(ScalarId) -> Option<V>,
) -> Doubtful<V> {
    let mut found = Doubtful::default();
    for (number, procedure) in graph.procedures.iter().enumerate() {
        let own = |scalar: &Scalar| {
            scalar.kind == ScalarKind::Local && scalar.procedure.is_some_and(|p| p.index() == number)
        };
        let locals: BTreeSet<ScalarId> = (0..graph.scalars.len() as u32)
            .map(ScalarId)
            .filter(|s| own(&graph.scalars[s.index()]) && variable_of(*s).is_some())
            .collect();
        if locals.is_empty() {
            continue;
        }
        let mut note = |scalar: ScalarId, unset: &Unset| {
            let Some(variable) = variable_of(scalar) else { return };
            if unset.entry.contains(&scalar) {
                found.from_entry.insert(variable);
                found.variables.insert(variable);
            } else if unset.declared.contains(&scalar) {
                found.variables.insert(variable);
            }
        };
        for (node, unset) in flow(graph, procedure, locals) {
            let node = &graph.nodes[node.index()];
            for operand in operands(&node.action) {
                each_read(operand, &mut |scalar| note(scalar, &unset));
            }
            if let Action::Load { range, .. } = &node.action {
                range.cells().for_each(|cell| note(cell, &unset));
            }
        }
    }
    found
}

/// What may have no value before each node of a procedure.
fn flow(graph: &Graph, procedure: &Procedure, locals: BTreeSet<ScalarId>) -> BTreeMap<NodeId, Unset> {
    let start = Unset { entry: locals.clone(), declared: BTreeSet::new() };
    let mut before = BTreeMap::from([(procedure.entry, start)]);
    let mut work = BTreeSet::from([procedure.entry]);
    while let Some(id) = work.pop_first() {
        let node = &graph.nodes[id.index()];
        let mut after = before.get(&id).cloned().unwrap_or_default();
        spend(1 + after.entry.len() + after.declared.len());
        let copies = copies_unset(&node.action, &after);
        for target in surely_assigns(&node.action) {
            after.entry.remove(&target);
            after.declared.remove(&target);
            if graph.units[node.unit.index()].kind == UnitKind::Havoc && locals.contains(&target) {
                after.declared.insert(target);
            }
        }
        if copies {
            after.declared.extend(node_assigns(&node.action));
        }
        for &next in &node.successors {
            let known = before.entry(next);
            let new = matches!(known, std::collections::btree_map::Entry::Vacant(_));
            let known = known.or_default();
            let size = known.entry.len() + known.declared.len();
            known.entry.extend(after.entry.iter().copied());
            known.declared.extend(after.declared.iter().copied());
            if new || known.entry.len() + known.declared.len() > size {
                work.insert(next);
            }
        }
    }
    before
}

/// Whether a node copies what may have no value, as the copy of a structure does.
fn copies_unset(action: &Action, unset: &Unset) -> bool {
    let is_unset = |scalar: ScalarId| unset.entry.contains(&scalar) || unset.declared.contains(&scalar);
    match action {
        Action::Assign { value, .. } | Action::Store { value, .. } => {
            let mut value = value;
            while let Expr::Convert(_, operand) = value {
                value = operand;
            }
            matches!(value, Expr::Scalar(scalar) if is_unset(*scalar))
        }
        Action::Load { range, .. } => range.cells().any(is_unset),
        _ => false,
    }
}
