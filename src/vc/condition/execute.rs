//! What commands do to a state.

use std::rc::Rc;

use crate::guarded::graph::{Command, FrameId, Moment};
use focuscheck_base::doubt::Unmodelled;
use focuscheck_base::source::Span;
use focuscheck_check::tree::{FunctionId, ObjectId};
use focuscheck_check::types::Type;
use focuscheck_ir::program::graph::{Action, Argument, Place, ProcedureId, Receiver};

use super::encoder::{Encoder, Origin};
use super::memory::Located;
use super::state::{Cell, State, Value};

impl Encoder<'_> {
    /// What a command does; assertions and assumptions do nothing here.
    pub fn execute(&mut self, state: &mut State, command: &Command<'_>) {
        match command {
            Command::Run { frame, action, span } => self.run(state, *frame, action, *span),
            Command::Assume(..) | Command::Assert(..) | Command::Cut(_) => {}
            Command::Remember(frame, moment) => {
                let mut kept = state.clone();
                // What was remembered is not asked for in the past.
                kept.moments.clear();
                state.moments.insert((*frame, *moment), Rc::new(kept));
            }
            Command::Bind { frame, caller, procedure, function, arguments } => {
                self.bind_arguments(state, (*frame, *caller), *procedure, *function, arguments);
            }
            Command::Leave { frame, caller, result } => self.leave(state, *frame, *caller, *result),
            Command::AnyResult(frame, ty, span) => self.any_result(state, *frame, ty, *span),
            Command::Forget(frame, frontier) => self.forget_assigned(state, *frame, frontier),
            Command::ForgetOne(forgotten) => self.forget_one(state, forgotten),
            Command::ForgetAll => self.forget_reached(state),
            Command::ForgetLives => self.forget_lives(state),
            Command::End(frame, objects) => {
                for &object in objects {
                    let cell = self.cell(*frame, object);
                    let block = match state.cells.get(&cell) {
                        Some(&Value::Pointer { block, .. }) if self.memory.contains(&object) => block,
                        Some(Value::Pointer { .. } | Value::Integer(_)) | None => continue,
                    };
                    self.end(state, block);
                    state.cells.remove(&cell);
                }
            }
            Command::Havoc { frame, targets, assigns, labels, .. } => {
                self.havoc(state, *frame, targets, assigns);
                for label in labels {
                    state.moments.remove(&(*frame, Moment::Label(*label)));
                }
            }
        }
    }

    fn run(&mut self, state: &mut State, frame: FrameId, action: &Action, span: Span) {
        self.at = span;
        match action {
            Action::Assign { target, value } => {
                let value = self.value(state, frame, value);
                state.cells.insert(Cell::Temporary(frame, *target), value);
            }
            Action::Load { target, place } => {
                let value = self.read(state, frame, place);
                state.cells.insert(Cell::Temporary(frame, *target), value);
            }
            Action::Store { place, value } => {
                let value = self.value(state, frame, value);
                self.write(state, frame, place, value);
            }
            Action::Declare(object) => self.declare(state, frame, *object),
            Action::Input { target, site } => {
                let site = &self.graph.sites[site.index()];
                let variable = self.terms.variable(&site.name, Some(site.range));
                let origin = Origin::Read(site.span);
                self.input(variable, origin);
                let value = Value::Integer(self.terms.variable_term(variable));
                state.cells.insert(Cell::Temporary(frame, *target), value);
            }
            Action::Library { function, arguments, result } if function.manages_heap() => {
                let value = self.manage(state, frame, function, arguments, span);
                if let Some((result, value)) = result.as_ref().zip(value) {
                    state.cells.insert(Cell::Temporary(frame, *result), value);
                }
            }
            Action::Library { function, result, .. } => {
                // Those that touch memory were cut off; what the others compute nobody knows.
                if let Some((result, ty)) = result.as_ref().zip(function.computed()) {
                    let ty = Type::Integer(ty);
                    let value = self.not_modelled("value of a library function", &ty, span);
                    state.cells.insert(Cell::Temporary(frame, *result), value);
                }
            }
            Action::Return(Argument::Value(value)) => {
                let value = self.value(state, frame, value);
                state.cells.insert(Cell::Result(frame), value);
            }
            Action::Return(Argument::Record(place)) => {
                if let Some(value) = self.copied(state, frame, place) {
                    state.cells.insert(Cell::Result(frame), value);
                }
            }
            Action::Unknown { reason, .. } => match reason {
                // Where questions are asked it is taken to change nothing, which is said.
                Unmodelled::Body { .. } if self.ideal.is_some() => {}
                Unmodelled::Body { .. } => {
                    self.forget_reached(state);
                    self.forget_lives(state);
                }
                reason => {
                    self.unmodelled.push((reason.clone(), span));
                    self.forget_all(state);
                }
            },
            Action::Copy { .. } | Action::Clear { .. } | Action::Forget { .. } => {
                self.run_whole(state, frame, action, span);
            }
            Action::Skip
            | Action::Mark(_)
            | Action::Branch(_)
            | Action::Call { .. }
            | Action::Exit
            | Action::Error(_)
            | Action::Stop(_)
            | Action::Inspect { .. }
            | Action::Cut(_)
            | Action::Stated(_) => {}
        }
    }

    /// What is done to an object as a whole.
    fn run_whole(&mut self, state: &mut State, frame: FrameId, action: &Action, span: Span) {
        match action {
            Action::Copy { to, from, .. } => {
                let (to_place, from) = (self.locate(state, frame, to), self.locate(state, frame, from));
                match (to_place, from) {
                    (
                        Located::Memory { block, offset, .. },
                        Located::Memory { block: from_block, offset: from, .. },
                    ) => self.copy(state, (block, offset), (from_block, from), &to.ty, span),
                    _ => {
                        self.unmodelled.push(("copy of an object".into(), span));
                        self.forget_all(state);
                    }
                }
            }
            Action::Clear { place, .. } => match self.locate(state, frame, place) {
                Located::Memory { block, offset, .. } => self.clear(state, block, offset, &place.ty),
                Located::Cell(cell) => {
                    let zero = self.zero(&place.ty, span);
                    state.cells.insert(cell, zero);
                }
                Located::Nowhere(why) => {
                    self.unmodelled.push((why, span));
                    self.forget_memory(state);
                }
            },
            Action::Forget { place, reason, .. } => {
                self.unmodelled.push((reason.clone(), span));
                match self.locate(state, frame, place) {
                    Located::Memory { block, offset, .. } => self.forget(state, block, offset, &place.ty),
                    Located::Cell(cell) => {
                        let value = self.not_modelled(reason.clone(), &place.ty, span);
                        state.cells.insert(cell, value);
                    }
                    Located::Nowhere(_) => self.forget_memory(state),
                }
            }
            Action::Skip
            | Action::Mark(_)
            | Action::Assign { .. }
            | Action::Load { .. }
            | Action::Store { .. }
            | Action::Declare(_)
            | Action::Input { .. }
            | Action::Branch(_)
            | Action::Call { .. }
            | Action::Library { .. }
            | Action::Return(_)
            | Action::Exit
            | Action::Error(_)
            | Action::Stop(_)
            | Action::Unknown { .. }
            | Action::Inspect { .. }
            | Action::Cut(_)
            | Action::Stated(_) => {}
        }
    }

    fn zero(&mut self, ty: &Type, span: Span) -> Value {
        match ty {
            Type::Integer(_) => Value::Integer(self.terms.integer(0)),
            Type::Pointer(..) => self.null(),
            Type::Void
            | Type::Float(_)
            | Type::Array(..)
            | Type::VariableArray(_)
            | Type::Record(_)
            | Type::Function(_)
            | Type::Opaque(_) => self.not_modelled("value of a type that is not modelled", ty, span),
        }
    }

    /// A new object without a value; one of before is no more.
    pub(super) fn declare(&mut self, state: &mut State, frame: FrameId, object: ObjectId) {
        let graph = self.graph;
        let entry = &graph.objects[object.index()];
        let cell = self.cell(frame, object);
        if !self.memory.contains(&object) {
            match self.unknown(&entry.name, &entry.ty, Origin::Declared(object, entry.span), false) {
                Some(value) => _ = state.cells.insert(cell, value),
                None => _ = state.cells.remove(&cell),
            }
            self.set_cell_known(state, cell, false);
            return;
        }
        if entry.fixed {
            return;
        }
        if let Some(&Value::Pointer { block, .. }) = state.cells.get(&cell) {
            self.end(state, block);
        }
        let block = self.new_object(state, entry.size);
        self.set_object_known(state, block, entry.size, false);
        state.cells.insert(cell, block);
        if let Some(number) = self.own_block(state, cell) {
            let block = self.block;
            self.made.push(super::encoder::Made { object, number, block });
        }
    }

    pub(super) fn end(&mut self, state: &mut State, block: focuscheck_smt::term::TermId) {
        let (zero, none) = (self.terms.integer(0), self.terms.integer(-1));
        state.lengths = self.terms.store(state.lengths, block, zero, none);
    }

    /// A new block.
    fn new_object(&mut self, state: &mut State, size: Option<u64>) -> Value {
        let block = self.new_block();
        let zero = self.terms.integer(0);
        let length = match size {
            Some(size) => self.terms.integer(i128::from(size)),
            None => {
                let variable = self.terms.variable("size", Some((0, 1 << 40)));
                self.terms.variable_term(variable)
            }
        };
        state.lengths = self.terms.store(state.lengths, block, zero, length);
        state.lengths = self.not_allocated(state.lengths, block);
        Value::Pointer { block, offset: zero }
    }

    /// A copy of a structure in a block of its own.
    fn copied(&mut self, state: &mut State, frame: FrameId, place: &Place) -> Option<Value> {
        let Located::Memory { block, offset, .. } = self.locate(state, frame, place) else { return None };
        let value = self.new_object(state, self.size(&place.ty));
        if let Value::Pointer { block: to, offset: at } = value {
            self.copy(state, (to, at), (block, offset), &place.ty, place.span);
        }
        Some(value)
    }

    fn bind_arguments(
        &mut self,
        state: &mut State,
        (frame, caller): (FrameId, FrameId),
        procedure: Option<ProcedureId>,
        function: FunctionId,
        arguments: &[Argument],
    ) {
        let (tree, graph) = (self.tree, self.graph);
        let contract = tree.functions[function.index()].contract.as_deref();
        let parameters = match (procedure, contract) {
            (Some(procedure), _) => &graph.procedures[procedure.index()].parameters,
            (None, Some(contract)) => &contract.parameters,
            (None, None) => return,
        };
        for (&object, argument) in parameters.iter().zip(arguments) {
            let value = match argument {
                Argument::Value(value) => Some(self.value(state, caller, value)),
                Argument::Record(place) => self.copied(state, caller, place),
            };
            let Some(value) = value else { continue };
            self.set_parameter(state, frame, object, value);
        }
    }

    /// Gives a parameter its value.
    pub fn set_parameter(&mut self, state: &mut State, frame: FrameId, object: ObjectId, value: Value) {
        let entry = &self.tree.objects[object.index()];
        let cell = Cell::Object(Some(frame), object);
        let scalar = Self::is_scalar(&entry.ty);
        if !self.memory.contains(&object) || !scalar {
            state.cells.insert(cell, value);
            return;
        }
        let place = self.new_object(state, self.size(&entry.ty));
        if let Value::Pointer { block, offset } = place {
            self.write_memory(state, (block, offset, None), &entry.ty, value);
        }
        state.cells.insert(cell, place);
    }

    /// The objects of an execution are no more.
    fn end_objects(&mut self, state: &mut State, frame: FrameId) {
        let own = state.cells.iter().filter_map(|(cell, value)| match (cell, value) {
            (Cell::Object(Some(owner), object), Value::Pointer { block, .. }) => {
                (*owner == frame && self.memory.contains(object)).then_some(*block)
            }
            _ => None,
        });
        for block in own.collect::<Vec<_>>() {
            self.end(state, block);
        }
    }

    /// The end of an execution: its objects are no more, and its result goes to the caller.
    fn leave(&mut self, state: &mut State, frame: FrameId, caller: FrameId, result: Option<&Receiver>) {
        let value = state.cells.get(&Cell::Result(frame)).copied();
        match (result, value) {
            (Some(Receiver::Temporary(target)), Some(value)) => {
                state.cells.insert(Cell::Temporary(caller, *target), value);
            }
            (Some(Receiver::Object(object)), Some(Value::Pointer { block, offset })) => {
                let graph = self.graph;
                let entry = &graph.objects[object.index()];
                let place = self.new_object(state, entry.size);
                if let Value::Pointer { block: to, offset: at } = place {
                    self.copy(state, (to, at), (block, offset), &entry.ty, entry.span);
                }
                state.cells.insert(Cell::Object(Some(caller), *object), place);
            }
            (Some(Receiver::Object(object)), _) => {
                let graph = self.graph;
                let size = graph.objects[object.index()].size;
                let place = self.new_object(state, size);
                self.set_object_known(state, place, size, false);
                state.cells.insert(Cell::Object(Some(caller), *object), place);
            }
            (Some(Receiver::Temporary(_)) | None, _) => {}
        }
        let own: Vec<(Cell, Value)> = state
            .cells
            .iter()
            .filter(|(cell, _)| match cell {
                Cell::Object(owner, _) => *owner == Some(frame),
                Cell::HasValue(owner, _) | Cell::Temporary(owner, _) | Cell::Result(owner) => *owner == frame,
            })
            .map(|(cell, value)| (*cell, *value))
            .collect();
        self.end_objects(state, frame);
        for (cell, _) in own {
            state.cells.remove(&cell);
        }
    }

    fn any_result(&mut self, state: &mut State, frame: FrameId, ty: &Type, span: Span) {
        self.at = span;
        let function = self.frames[frame.index()].function;
        if let Type::Record(_) = ty {
            let size = self.size(ty);
            let value = self.new_object(state, size);
            self.set_object_known(state, value, size, true);
            state.cells.insert(Cell::Result(frame), value);
            return;
        }
        let name = self.tree.functions[function.index()].name.clone();
        match self.unknown(&name, ty, Origin::Returned(span, function), false) {
            Some(value) => _ = state.cells.insert(Cell::Result(frame), value),
            None => _ = state.cells.remove(&Cell::Result(frame)),
        }
    }
}
