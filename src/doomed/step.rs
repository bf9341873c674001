//! What steps do to a state.

use focuscheck_check::tree::{FunctionId, ObjectId};
use focuscheck_ir::program::graph::{Action, Expr};
use focuscheck_smt::term::{FormulaId, Region};
use focuscheck_vc::condition::encoder::{Encoder, Origin};
use focuscheck_vc::condition::state::{Cell, State, Value};
use focuscheck_vc::guarded::graph::{Command, FrameId};

use super::graph::Step;

/// Offsets at which no byte of an object lies.
const FAR: i128 = 1 << 41;

/// The state in which a function may begin: any.
pub(super) fn begin(encoder: &mut Encoder<'_>, function: FunctionId) -> State {
    let mut state = encoder.entry_state();
    let tree = encoder.tree;
    let Some(definition) = &tree.functions[function.index()].definition else { return state };
    for &object in &definition.parameters {
        let entry = &tree.objects[object.index()];
        let value = encoder.unknown(&entry.name, &entry.ty, Origin::Declared(object, entry.span), true);
        match value {
            Some(value) => encoder.set_parameter(&mut state, FrameId(0), object, value),
            None => {
                let action = Action::Declare(object);
                encoder.execute(
                    &mut state,
                    &Command::Run { frame: FrameId(0), action: &action, span: entry.span },
                );
            }
        }
    }
    state
}

/// What a step does to the state; conditions and checks do nothing.
pub(super) fn perform(encoder: &mut Encoder<'_>, state: &mut State, step: &Step<'_>) {
    match step {
        Step::Run(command) => encoder.execute(state, command),
        Step::Store { frame, place, value, .. } => {
            let value = encoder.value(state, *frame, value);
            encoder.write(state, *frame, place, value);
        }
        Step::ForgetMemory => encoder.forget_memory(state),
        Step::ForgetObject(frame, object) => forget_object(encoder, state, *frame, *object),
        Step::ForgetTemporary(frame, target) => {
            state.cells.remove(&Cell::Temporary(*frame, *target));
        }
        Step::ForgetBehind(frame, pointer) => forget_behind(encoder, state, *frame, pointer),
        Step::Made(frame, object, span) => {
            let action = Action::Declare(*object);
            encoder.execute(state, &Command::Run { frame: *frame, action: &action, span: *span });
        }
        Step::Check { .. } | Step::Given { .. } => {}
    }
}

fn forget_object(encoder: &mut Encoder<'_>, state: &mut State, frame: FrameId, object: ObjectId) {
    let graph = encoder.graph;
    let entry = &graph.objects[object.index()];
    let cell = encoder.cell(frame, object);
    match encoder.unknown(&entry.name, &entry.ty, Origin::Arbitrary(object), false) {
        Some(value) => _ = state.cells.insert(cell, value),
        None => _ = state.cells.remove(&cell),
    }
}

fn forget_behind(encoder: &mut Encoder<'_>, state: &mut State, frame: FrameId, pointer: &Expr) {
    match encoder.value(state, frame, pointer) {
        Value::Pointer { block, .. } => {
            let (first, end) = (encoder.terms.integer(-FAR * 8), encoder.terms.integer(FAR * 8));
            for sort in encoder.sorts_in_use() {
                let fresh = encoder.unknown_map(sort);
                encoder.overwrite_region(state, sort, Region { block, first, end }, fresh);
            }
        }
        Value::Integer(_) => encoder.forget_memory(state),
    }
}

/// A value under a name of its own, so that what gives it can be left out.
pub(super) fn named(encoder: &mut Encoder<'_>, value: Value) -> (Value, Vec<FormulaId>) {
    let mut equal = Vec::new();
    let mut fresh = |encoder: &mut Encoder<'_>, term| {
        let range = encoder.terms.range(term).filter(|(low, high)| low < high);
        let variable = encoder.terms.variable("assigned", range);
        let name = encoder.terms.variable_term(variable);
        equal.push(encoder.terms.equal(name, term));
        name
    };
    let value = match value {
        Value::Integer(term) => Value::Integer(fresh(encoder, term)),
        Value::Pointer { block, offset } => {
            Value::Pointer { block: fresh(encoder, block), offset: fresh(encoder, offset) }
        }
    };
    (value, equal)
}
