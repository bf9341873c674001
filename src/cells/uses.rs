//! Where the temporaries of a procedure get their values and are used.

use std::collections::BTreeMap;

use crate::program::graph::{
    Action, Argument, Base, Callee, Expr, ExprKind, Graph, NodeId, Place, ProcedureId, Receiver, Step,
    TemporaryId,
};

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
            if let Some(target) = defined(action) {
                found.definitions.entry(target).or_default().push(node);
            }
            each_operand(action, &mut |value| {
                each_temporary(value, &mut |temporary| found.uses.entry(temporary).or_default().push(node));
            });
            if let Some(place) = graph.finds.get(&node) {
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

/// The temporary that an action gives a value.
pub(super) fn defined(action: &Action) -> Option<TemporaryId> {
    match action {
        Action::Assign { target, .. } | Action::Load { target, .. } | Action::Input { target, .. } => {
            Some(*target)
        }
        Action::Call { result: Some(Receiver::Temporary(target)), .. } => Some(*target),
        Action::Library { result, .. } => *result,
        Action::Call { .. }
        | Action::Skip
        | Action::Mark(_)
        | Action::Store { .. }
        | Action::Copy { .. }
        | Action::Clear { .. }
        | Action::Declare(_)
        | Action::Branch(_)
        | Action::Return(_)
        | Action::Exit
        | Action::Error(_)
        | Action::Stop(_)
        | Action::Unknown { .. }
        | Action::Forget { .. }
        | Action::Cut(_)
        | Action::Stated(_) => None,
    }
}

/// Tells the values that an action evaluates, those in its places among them.
pub(super) fn each_operand<'g>(action: &'g Action, tell: &mut dyn FnMut(&'g Expr)) {
    match action {
        Action::Assign { value, .. } | Action::Branch(value) => tell(value),
        Action::Load { place, .. } | Action::Clear { place, .. } | Action::Forget { place, .. } => {
            each_of_place(place, tell);
        }
        Action::Store { place, value } => {
            each_of_place(place, tell);
            tell(value);
        }
        Action::Copy { to, from, .. } => {
            each_of_place(to, tell);
            each_of_place(from, tell);
        }
        Action::Call { callee, arguments, .. } => {
            if let Callee::Pointer(pointer) = callee {
                tell(pointer);
            }
            arguments.iter().for_each(|argument| each_of_argument(argument, tell));
        }
        Action::Library { arguments, .. } => arguments.iter().for_each(tell),
        Action::Return(argument) => each_of_argument(argument, tell),
        Action::Stop(status) => status.iter().for_each(tell),
        Action::Unknown { reached, .. } => reached.iter().for_each(tell),
        Action::Skip
        | Action::Mark(_)
        | Action::Declare(_)
        | Action::Input { .. }
        | Action::Exit
        | Action::Error(_)
        | Action::Cut(_)
        | Action::Stated(_) => {}
    }
}

fn each_of_argument<'g>(argument: &'g Argument, tell: &mut dyn FnMut(&'g Expr)) {
    match argument {
        Argument::Value(value) => tell(value),
        Argument::Record(place) => each_of_place(place, tell),
    }
}

/// Tells the values that finding a place evaluates.
pub(super) fn each_of_place<'g>(place: &'g Place, tell: &mut dyn FnMut(&'g Expr)) {
    if let Base::Pointer(pointer) = &place.base {
        tell(pointer);
    }
    for step in &place.steps {
        if let Step::Element { index, .. } = step {
            tell(index);
        }
    }
}

/// Tells the temporaries in a value.
pub(super) fn each_temporary(value: &Expr, tell: &mut dyn FnMut(TemporaryId)) {
    match &value.kind {
        ExprKind::Integer(_) | ExprKind::Function(_) | ExprKind::Unmodelled(_) => {}
        ExprKind::Temporary(temporary) => tell(*temporary),
        ExprKind::Read(place) | ExprKind::Address(place, _) => {
            each_of_place(place, &mut |value| each_temporary(value, tell));
        }
        ExprKind::Unary(_, _, operand) | ExprKind::Convert(operand) => each_temporary(operand, tell),
        ExprKind::Binary(_, _, left, right)
        | ExprKind::Compare(_, left, right)
        | ExprKind::Distance(left, right, _)
        | ExprKind::Moved { pointer: left, by: right, .. } => {
            each_temporary(left, tell);
            each_temporary(right, tell);
        }
    }
}

/// Whether a value reads memory.
pub(super) fn reads_memory(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Integer(_) | ExprKind::Function(_) | ExprKind::Unmodelled(_) | ExprKind::Temporary(_) => {
            false
        }
        ExprKind::Read(_) => true,
        ExprKind::Address(place, _) => {
            let mut found = false;
            each_of_place(place, &mut |value| found |= reads_memory(value));
            found
        }
        ExprKind::Unary(_, _, operand) | ExprKind::Convert(operand) => reads_memory(operand),
        ExprKind::Binary(_, _, left, right)
        | ExprKind::Compare(_, left, right)
        | ExprKind::Distance(left, right, _)
        | ExprKind::Moved { pointer: left, by: right, .. } => reads_memory(left) || reads_memory(right),
    }
}
