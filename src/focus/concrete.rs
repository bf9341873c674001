//! The slice of a concrete run: the same walk back as the enumeration's, over a trace.

use std::rc::Rc;

use crate::facts::cfg::{Action, NodeId};
use crate::replay::interpreter::TraceStep;
use crate::summary::error_set::{Access, Dependence, ErrorSet, Reason};

use super::path::{Element, Passage};

struct Open {
    after: ErrorSet,
    touched: bool,
}

/// Slices a trace that ends with an error node. The path has an element for every step outside calls whose
/// inside does not matter; `positions` has the trace position of each.
pub fn slice_trace(dependence: &Dependence<'_>, trace: &[TraceStep]) -> (Vec<Element>, Vec<usize>) {
    let graph = dependence.graph;
    let (mut path, mut positions) = (Vec::new(), Vec::new());
    let Some(last) = trace.last() else { return (path, positions) };
    let mut set = dependence.initial(last.node);
    let mut touched = true;
    let mut open: Vec<Open> = Vec::new();
    let plain = |node: NodeId, passage, reason, after: &ErrorSet| Element {
        node,
        passage,
        outcome: None,
        access: Access::Plain,
        reason,
        after: Rc::new(after.clone()),
    };
    path.push(plain(last.node, Passage::Violation, Some(Reason::Data), &set));
    positions.push(trace.len() - 1);
    let mut position = trace.len() - 1;
    while position > 0 {
        position -= 1;
        let step = &trace[position];
        match &graph.nodes[step.node.index()].action {
            Action::Exit => {
                let call = (0..position).rev().find(|&p| trace[p].depth < step.depth);
                let Some(call) = call else { break };
                match dependence.demand(trace[call].node, &set) {
                    None => {
                        path.push(plain(trace[call].node, Passage::Over, None, &set));
                        positions.push(call);
                        position = call;
                    }
                    Some(inside) => {
                        path.push(plain(step.node, Passage::Leave, None, &set));
                        positions.push(position);
                        open.push(Open { after: std::mem::replace(&mut set, inside), touched });
                        touched = false;
                    }
                }
            }
            Action::Call { .. } => {
                let (passage, reason, before) = match open.pop() {
                    Some(frame) => {
                        let before = dependence.leave(step.node, &frame.after, &set, touched);
                        let reason = touched.then_some(Reason::Control);
                        touched |= frame.touched;
                        (Passage::Enter { returns: true }, reason, before)
                    }
                    None => {
                        let before = dependence.pending_call(step.node, &set);
                        (Passage::Enter { returns: false }, Some(Reason::Control), before)
                    }
                };
                path.push(plain(step.node, passage, reason, &set));
                positions.push(position);
                set = before;
            }
            action => {
                let access = match (action, step.cell) {
                    (Action::Load { target, .. }, Some(cell)) if set.has_scalar(*target) => {
                        Access::Cell(cell)
                    }
                    (Action::Load { .. }, _) => Access::Any,
                    (Action::Store { .. }, Some(cell)) if set.has_scalar(cell) => Access::Cell(cell),
                    (Action::Store { .. }, _) => Access::Elsewhere,
                    _ => Access::Plain,
                };
                let outcome = match action {
                    // Where both outcomes lead to the same node, nothing depends on which it was.
                    Action::Branch(_) if !graph.nodes[step.node.index()].leads_one_way() => step.outcome,
                    _ => None,
                };
                let (before, reason) = dependence.step_back(step.node, outcome, access, &set);
                touched |= reason.is_some();
                path.push(Element {
                    node: step.node,
                    passage: Passage::Action,
                    outcome,
                    access,
                    reason,
                    after: Rc::new(std::mem::replace(&mut set, before)),
                });
                positions.push(position);
            }
        }
    }
    path.reverse();
    positions.reverse();
    (path, positions)
}
