//! The state in which a function begins.

use crate::guarded::graph::{Command, FrameId};
use focuscheck_check::tree::{Object, ObjectId};
use focuscheck_check::types::Type;
use focuscheck_ir::program::graph::{Action, Base, Callee, Node, NodeId};

use super::encoder::{Encoder, Origin};
use super::state::{Cell, State, Value};
use focuscheck_ir::program::addresses::starts;

/// The state in which a function may begin: any.
pub fn any_state(encoder: &mut Encoder<'_>) -> State {
    let mut state = encoder.entry_state();
    parameters(encoder, &mut state);
    state
}

/// The state in which the function begins.
pub(super) fn begin(encoder: &mut Encoder<'_>) -> State {
    let mut state = encoder.entry_state();
    let function = encoder.frames[0].function;
    let tree = encoder.tree;
    if tree.functions[function.index()].definition.is_none() {
        return state;
    }
    // Where the whole program is asked about, it starts here.
    match starts(tree, encoder.graph, function) || encoder.ideal.is_some() {
        true => initialise(encoder, &mut state, None),
        false => {
            let constant = |id: ObjectId| tree.objects.get(id.index()).is_some_and(Object::is_fixed_value);
            initialise(encoder, &mut state, Some(&constant));
        }
    }
    literals(encoder, &mut state);
    parameters(encoder, &mut state);
    state
}

/// Gives the parameters of the function any values.
fn parameters(encoder: &mut Encoder<'_>, state: &mut State) {
    let tree = encoder.tree;
    let definition = tree.functions[encoder.frames[0].function.index()].definition.as_ref();
    for &object in definition.iter().flat_map(|definition| &definition.parameters) {
        let entry = &tree.objects[object.index()];
        let value = encoder.unknown(&entry.name, &entry.ty, Origin::Declared(object, entry.span), true);
        match value {
            Some(value) => encoder.set_parameter(state, FrameId(0), object, value),
            None => {
                let action = Action::Declare(object);
                let command = Command::Run { frame: FrameId(0), action: &action, span: entry.span };
                encoder.execute(state, &command);
                if let Some(&block) = state.cells.get(&Cell::Object(Some(FrameId(0)), object)) {
                    encoder.set_object_known(state, block, encoder.size(&entry.ty), true);
                }
            }
        }
    }
}

/// Longer literals have characters that are not known.
const MOST_CHARACTERS: usize = 256;

/// Gives string literals their characters.
fn literals(encoder: &mut Encoder<'_>, state: &mut State) {
    let graph = encoder.graph;
    for (object, units) in graph.literals.iter().filter(|(_, units)| units.len() < MOST_CHARACTERS) {
        let Type::Array(element, Some(length)) = &graph.objects[object.index()].ty else { continue };
        let Some(&Value::Pointer { block, offset }) = state.cells.get(&Cell::Object(None, *object)) else {
            continue;
        };
        let (Some(ty), Some(size)) = (element.integer(), encoder.size(element)) else { continue };
        for number in 0..*length {
            let unit = units.get(number as usize).copied().unwrap_or(0);
            let value = Value::Integer(encoder.terms.integer(ty.convert(unit.into())));
            let at = encoder.terms.sum(&[(1, offset)], i128::from(number * size));
            encoder.write_memory(state, (block, at, None), element, value);
        }
    }
}

/// Gives all static objects, or only some, the values that they have when the program starts.
fn initialise(encoder: &mut Encoder<'_>, state: &mut State, only: Option<&dyn Fn(ObjectId) -> bool>) {
    let wanted = |object: ObjectId| only.is_none_or(|only| only(object));
    let graph = encoder.graph;
    let Some(start) = graph.statics else { return };
    for (number, object) in graph.objects.iter().enumerate().filter(|(_, object)| object.fixed) {
        let id = ObjectId(number as u32);
        if !wanted(id) {
            continue;
        }
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
    let own = graph.bodies.get(encoder.frames[0].function.index()).copied().flatten();
    let mut node = graph.procedures[start.index()].entry;
    loop {
        let entry: &Node = &graph.nodes[node.index()];
        let next: Option<NodeId> = match (&entry.action, &entry.successors[..]) {
            // The call of the function at which the program starts is the last one; constructors come before.
            (Action::Call { callee: Callee::Procedure(called), .. }, _) if Some(*called) == own => None,
            (Action::Call { .. } | Action::Cut(_), _) => {
                if only.is_none() {
                    encoder.forget_all(state);
                }
                None
            }
            (Action::Exit, _) => None,
            (_, &[next]) => Some(next),
            // What initialises by branches is not followed.
            _ => {
                encoder.forget_all(state);
                None
            }
        };
        let Some(next) = next else { return };
        let other = match &entry.action {
            Action::Store { place, .. } | Action::Copy { to: place, .. } | Action::Clear { place, .. } => {
                matches!(place.base, Base::Object(object) if !wanted(object))
            }
            _ => false,
        };
        if !other {
            let command = Command::Run { frame: FrameId(u32::MAX), action: &entry.action, span: entry.span };
            encoder.execute(state, &command);
        }
        node = next;
    }
}
