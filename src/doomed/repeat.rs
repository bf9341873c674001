//! What a loop changes, and whether a run that never leaves it counts as one.

use std::collections::BTreeSet;

use focuscheck_ir::program::access::{Accessed, effects_of};
use focuscheck_ir::program::graph::{
    Action, Base, Expr, ExprKind, Graph, NodeId, Step as PlaceStep, TemporaryId,
};
use focuscheck_ir::program::loops::Loops;
use focuscheck_ir::program::visit::target;
use focuscheck_vc::guarded::graph::{Command, Forgotten, FrameId};

use super::graph::Step;
use focuscheck_check::tree::ObjectId;

/// What is forgotten where a loop has gone round any number of times.
pub(super) fn forgotten<'g>(
    graph: &'g Graph,
    loops: &Loops,
    head: NodeId,
    frame: FrameId,
    memory: &BTreeSet<ObjectId>,
) -> Vec<Step<'g>> {
    let (mut everything, mut in_memory) = (false, false);
    let mut objects = BTreeSet::new();
    let mut temporaries = BTreeSet::new();
    for node in loops.body(head) {
        let action = &graph.nodes[node.index()].action;
        temporaries.extend(target(action));
        let effects = effects_of(action);
        in_memory |= effects.allocates || effects.frees;
        for written in effects.writes {
            match (written, written.object().filter(|object| !memory.contains(object))) {
                (_, Some(object)) => _ = objects.insert(object),
                (Accessed::Place(_) | Accessed::Object(_) | Accessed::Behind(_), None) => in_memory = true,
                (Accessed::Callee(_) | Accessed::Outside, None) => everything = true,
            }
        }
    }
    let mut steps = Vec::new();
    if everything {
        steps.push(Command::ForgetAll);
    } else if in_memory {
        steps.push(Command::ForgetOne(Forgotten::Memory));
    }
    steps.extend(objects.into_iter().map(|object| Command::ForgetOne(Forgotten::Object(frame, object))));
    let temporaries = temporaries.into_iter();
    steps.extend(temporaries.map(|target| Command::ForgetOne(Forgotten::Temporary(frame, target))));
    steps.into_iter().map(Step::Run).collect()
}

/// Whether a run that never leaves a loop is one that nobody wants: the loop can be left, and whether it is depends on
/// variables alone that nothing else can change.
pub(super) fn divergence_counts(
    graph: &Graph,
    loops: &Loops,
    head: NodeId,
    memory: &BTreeSet<ObjectId>,
) -> bool {
    let mut exits = 0;
    for node in loops.body(head) {
        let entry = &graph.nodes[node.index()];
        let leaves = entry.successors.iter().any(|next| !loops.contains(head, *next));
        if !leaves {
            continue;
        }
        exits += 1;
        let Action::Branch(condition) = &entry.action else { return false };
        if !is_own(graph, loops, head, memory, condition, &mut BTreeSet::new()) {
            return false;
        }
    }
    exits > 0
}

/// Whether a value is computed from variables alone that nothing else can change.
fn is_own(
    graph: &Graph,
    loops: &Loops,
    head: NodeId,
    memory: &BTreeSet<ObjectId>,
    expression: &Expr,
    seen: &mut BTreeSet<TemporaryId>,
) -> bool {
    let mut own = |operand: &Expr| is_own(graph, loops, head, memory, operand, seen);
    match &expression.kind {
        ExprKind::Integer(_) => true,
        ExprKind::Temporary(id) => {
            if !seen.insert(*id) {
                return true;
            }
            loops.body(head).all(|node| {
                let action = &graph.nodes[node.index()].action;
                if let Action::Assign { target: assigned, value } = action
                    && assigned == id
                {
                    return is_own(graph, loops, head, memory, value, seen);
                }
                target(action) != Some(*id)
            })
        }
        ExprKind::Read(place) => match place.base {
            Base::Object(object) => {
                let entry = &graph.objects[object.index()];
                !memory.contains(&object)
                    && !entry.fixed
                    && !entry.volatile
                    && place.steps.iter().all(|step| match step {
                        PlaceStep::Member { .. } => true,
                        PlaceStep::Element { index, .. } => own(index),
                    })
            }
            Base::Pointer(_) | Base::Outside(_) | Base::Within(..) | Base::Unmodelled(_) => false,
        },
        ExprKind::Address(..) | ExprKind::Function(_) | ExprKind::Unmodelled(_) => false,
        ExprKind::Unary(_, _, operand) | ExprKind::Convert(operand) => own(operand),
        ExprKind::Binary(_, _, left, right)
        | ExprKind::Compare(_, left, right)
        | ExprKind::Distance(left, right, _)
        | ExprKind::Moved { pointer: left, by: right, .. } => own(left) && own(right),
    }
}
