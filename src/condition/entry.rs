//! The state in which a function begins.

use crate::check::tree::ObjectId;
use crate::guarded::graph::{Command, FrameId};
use crate::program::graph::{Action, Node, NodeId};

use super::encoder::{Encoder, Origin};
use super::state::{Cell, State, Value};

/// The state in which the function begins.
pub(super) fn begin(encoder: &mut Encoder<'_>) -> State {
    let mut state = encoder.entry_state();
    let function = encoder.guarded.function;
    let tree = encoder.tree;
    let Some(definition) = &tree.functions[function.index()].definition else { return state };
    // Where the whole program is asked about, it starts here.
    if tree.functions[function.index()].name == "main" || encoder.ideal.is_some() {
        initialise(encoder, &mut state);
    }
    for &object in &definition.parameters {
        let entry = &tree.objects[object.index()];
        let value = encoder.unknown(&entry.name, &entry.ty, Origin::Declared(object, entry.span), true);
        match value {
            Some(value) => encoder.set_parameter(&mut state, FrameId(0), object, value),
            None => {
                let action = Action::Declare(object);
                let command = Command::Run { frame: FrameId(0), action: &action, span: entry.span };
                encoder.execute(&mut state, &command);
            }
        }
    }
    state
}

/// `main` starts from the values that static objects are given.
fn initialise(encoder: &mut Encoder<'_>, state: &mut State) {
    let graph = encoder.graph;
    let Some(start) = graph.start else { return };
    for (number, object) in graph.objects.iter().enumerate().filter(|(_, object)| object.fixed) {
        let id = ObjectId(number as u32);
        let cell = Cell::Object(None, id);
        match state.cells.get(&cell) {
            Some(&Value::Pointer { block, offset }) if encoder.fixed.contains_key(&id) => {
                encoder.clear(state, block, offset, &object.ty);
            }
            Some(Value::Pointer { .. }) => {
                let null = encoder.null();
                state.cells.insert(cell, null);
            }
            Some(Value::Integer(_)) => {
                let zero = Value::Integer(encoder.terms.integer(0));
                state.cells.insert(cell, zero);
            }
            None => {}
        }
    }
    let mut node = graph.procedures[start.index()].entry;
    loop {
        let entry: &Node = &graph.nodes[node.index()];
        let next: Option<NodeId> = match (&entry.action, &entry.successors[..]) {
            (Action::Call { .. } | Action::Exit | Action::Cut(_), _) => None,
            (_, &[next]) => Some(next),
            // What initialises by branches is not followed.
            _ => {
                encoder.forget_all(state);
                None
            }
        };
        let Some(next) = next else { return };
        let command = Command::Run { frame: FrameId(u32::MAX), action: &entry.action, span: entry.span };
        encoder.execute(state, &command);
        node = next;
    }
}
