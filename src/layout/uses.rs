//! Where the temporaries of a procedure get their values and are used.

use std::collections::BTreeMap;

use focuscheck_ir::program::graph::{Action, Expr, ExprKind, Graph, NodeId, Place, ProcedureId, TemporaryId};
use focuscheck_ir::program::visit::{Part, inside, parts, target, within};

/// Where temporaries get values and are used, by nodes in order.
#[derive(Debug, Default)]
pub(super) struct Uses {
    definitions: BTreeMap<TemporaryId, Vec<NodeId>>,
    uses: BTreeMap<TemporaryId, Vec<NodeId>>,
}

impl Uses {
    pub fn of(graph: &Graph, procedure: ProcedureId) -> Self {
        let mut found = Uses::default();
        for node in graph.nodes_of(procedure) {
            let action = &graph.nodes[node.index()].action;
            if let Some(target) = target(action) {
                found.definitions.entry(target).or_default().push(node);
            }
            each_operand(action, &mut |value| {
                each_temporary(value, &mut |temporary| found.uses.entry(temporary).or_default().push(node));
            });
            let volatile = match action {
                Action::Input { site, .. } => graph.sites[site.index()].place.as_ref(),
                _ => None,
            };
            for place in graph.finds.get(&node).into_iter().chain(volatile) {
                each_of_place(place, &mut |value| {
                    each_temporary(value, &mut |temporary| {
                        found.uses.entry(temporary).or_default().push(node)
                    });
                });
            }
        }
        found
    }

    pub fn definitions(&self, temporary: TemporaryId) -> &[NodeId] {
        self.definitions.get(&temporary).map_or(&[], Vec::as_slice)
    }

    /// Whether a temporary is used at all.
    pub fn is_used(&self, temporary: TemporaryId) -> bool {
        self.uses.contains_key(&temporary)
    }

    /// The nodes that use a temporary.
    pub fn all(&self, temporary: TemporaryId) -> &[NodeId] {
        self.uses.get(&temporary).map_or(&[], Vec::as_slice)
    }

    /// The last node that uses a temporary.
    pub fn last(&self, temporary: TemporaryId) -> Option<NodeId> {
        self.uses.get(&temporary)?.last().copied()
    }
}

/// Tells the values that an action evaluates, those in its places among them.
pub(super) fn each_operand<'g>(action: &'g Action, tell: &mut dyn FnMut(&'g Expr)) {
    parts(action, &mut |part| match part {
        Part::Value(value) => tell(value),
        Part::Place(place) => each_of_place(place, tell),
    });
}

/// Tells the values that finding a place evaluates.
pub(super) fn each_of_place<'g>(place: &'g Place, tell: &mut dyn FnMut(&'g Expr)) {
    inside(Part::Place(place), &mut |part| match part {
        Part::Value(value) => tell(value),
        Part::Place(_) => {}
    });
}

/// Tells of a value and of all values within it.
fn each_value<'g>(value: &'g Expr, tell: &mut dyn FnMut(&'g Expr)) {
    within(Part::Value(value), &mut |part| match part {
        Part::Value(value) => tell(value),
        Part::Place(_) => {}
    });
}

/// Tells the temporaries in a value.
pub(super) fn each_temporary(value: &Expr, tell: &mut dyn FnMut(TemporaryId)) {
    each_value(value, &mut |value| {
        if let ExprKind::Temporary(temporary) = value.kind {
            tell(temporary);
        }
    });
}

/// Whether a value reads memory.
pub(super) fn reads_memory(value: &Expr) -> bool {
    let mut found = false;
    each_value(value, &mut |value| found |= matches!(value.kind, ExprKind::Read(_)));
    found
}
