//! What calls and loops leave without a value that is known.

use crate::guarded::graph::{Forgotten, FrameId, Frontier, Target};
use focuscheck_base::doubt::Unmodelled;
use focuscheck_base::source::Span;
use focuscheck_check::logic::tree::{Assigns, PlaceKind};
use focuscheck_check::types::Type;
use focuscheck_ir::program::access::{Accessed, effects_of, writes};
use focuscheck_ir::program::graph::{Action, Base, Bits, Place};
use focuscheck_ir::program::visit::target;
use focuscheck_smt::term::Region;

use super::encoder::{Encoder, Origin};
use super::env::Set;
use super::state::{Cell, Sort, State, Value};

/// Whether something may end the life of allocated objects.
fn may_free(target: &Target<'_>) -> bool {
    match target {
        Target::Action(_, action) => effects_of(action).frees,
        Target::Contract(_) => false,
        Target::Lives | Target::Anything => true,
    }
}

/// Whether an action is the call of a function of the program that has no body.
fn is_of_program(action: &Action) -> bool {
    matches!(action, Action::Unknown { reason: Unmodelled::Body { .. }, .. })
}

/// Offsets at which no byte of an object lies.
const FAR: i128 = 1 << 41;

impl Encoder<'_> {
    /// Something has any value.
    pub(super) fn forget_one(&mut self, state: &mut State, forgotten: &Forgotten<'_>) {
        match forgotten {
            Forgotten::Object(frame, object) => {
                let graph = self.graph;
                let entry = &graph.objects[object.index()];
                let cell = self.cell(*frame, *object);
                match self.unknown(&entry.name, &entry.ty, Origin::Arbitrary(*object), false) {
                    Some(value) => _ = state.cells.insert(cell, value),
                    None => _ = state.cells.remove(&cell),
                }
            }
            Forgotten::Returned(frame, object, span) => {
                self.at = *span;
                self.declare(state, *frame, *object);
            }
            Forgotten::Temporary(frame, target) => {
                state.cells.remove(&Cell::Temporary(*frame, *target));
            }
            Forgotten::Behind(frame, pointer) => match self.value(state, *frame, pointer) {
                Value::Pointer { block, .. } => {
                    let (first, end) = (self.terms.integer(-FAR * 8), self.terms.integer(FAR * 8));
                    for sort in self.sorts_in_use() {
                        let fresh = self.unknown_map(sort);
                        self.overwrite_region(state, sort, Region { block, first, end }, fresh);
                    }
                }
                Value::Integer(_) => self.forget_memory(state),
            },
            Forgotten::Memory => self.forget_memory(state),
        }
    }

    /// What a function may assign by its contract has any value.
    pub(super) fn forget_assigned(&mut self, state: &mut State, frame: FrameId, frontier: &Frontier<'_>) {
        let before = state.clone();
        for location in &frontier.assigns.locations {
            let mut env = self.env(&before, frame, None);
            let set = self.set(&mut env, location);
            let ty = self.declared(&location.place);
            self.forget_set(state, &set, &ty, location.span);
        }
    }

    fn forget_set(&mut self, state: &mut State, set: &Set, ty: &Type, span: Span) {
        match set {
            Set::Cell(cell) => {
                if let Cell::Object(_, object) = cell {
                    let entry = &self.tree.objects[object.index()];
                    let (name, ty) = (entry.name.clone(), entry.ty.clone());
                    if let Some(value) = self.unknown(&name, &ty, Origin::Arbitrary(*object), false) {
                        state.cells.insert(*cell, value);
                    }
                }
                self.cell_may_be_known(state, *cell);
            }
            Set::Extent(extent) => {
                self.may_be_known(state, (extent.block, extent.first, extent.end));
                if extent.every.is_some() {
                    // What lies between the elements keeps its values, which is not known any more.
                    self.unmodelled.push(("assigned places of this form".into(), span));
                }
                for sort in self.sorts_of(ty, extent.bits) {
                    let fresh = self.unknown_map(sort);
                    let scale = if matches!(sort, Sort::Bits(_)) { 8 } else { 1 };
                    // Of one scalar the map knows only where it begins.
                    let one = extent.single && Self::is_scalar(ty);
                    let behind = extent.bits.map_or(0, |bits| i128::from(bits.first));
                    let (first, end) = if one {
                        let first = self.terms.sum(&[(scale, extent.first)], behind);
                        (first, self.terms.sum(&[(1, first)], 1))
                    } else {
                        let first = self.terms.sum(&[(scale, extent.first)], 0);
                        (first, self.terms.sum(&[(scale, extent.end)], 0))
                    };
                    let region = Region { block: extent.block, first, end };
                    self.overwrite_region(state, sort, region, fresh);
                }
            }
            Set::Unknown => {
                self.unmodelled.push(("assigned places of this form".into(), span));
                self.forget_all(state);
            }
        }
    }

    /// What is assigned in a loop has any value at its head.
    pub(super) fn havoc(
        &mut self,
        state: &mut State,
        frame: FrameId,
        targets: &[Target<'_>],
        assigns: &[&Assigns],
    ) {
        let before = state.clone();
        // Code that nobody knows first: it keeps what only the rest changes.
        let unknown =
            |target: &&Target<'_>| matches!(target, Target::Action(_, action) if is_of_program(action));
        if self.ideal.is_none() && targets.iter().any(|target| unknown(&target)) {
            self.forget_reached(state);
        }
        for target in targets {
            match target {
                Target::Action(frame, action) => {
                    self.havoc_action(&before, state, *frame, action, assigns.is_empty());
                }
                Target::Contract(inner) => {
                    for location in &inner.locations {
                        match &location.place.kind {
                            PlaceKind::Object(object) if !self.memory.contains(object) => {
                                let cell = self.cell(frame, *object);
                                self.forget_set(state, &Set::Cell(cell), &location.place.ty, location.span);
                            }
                            PlaceKind::Member(_, _, bits) if assigns.is_empty() => {
                                let ty = self.declared(&location.place);
                                let bits = bits.map(|width| Bits { first: 0, width });
                                self.havoc_sorts(state, &ty, bits);
                            }
                            _ if assigns.is_empty() => self.havoc_sorts(state, &location.place.ty, None),
                            _ => {}
                        }
                    }
                }
                Target::Lives => {}
                Target::Anything => self.forget_all(state),
            }
        }
        if targets.iter().any(may_free) {
            self.forget_lives(state);
        }
        for assigns in assigns {
            for location in &assigns.locations {
                let mut env = self.env(&before, frame, None);
                let set = self.set(&mut env, location);
                let ty = self.declared(&location.place);
                self.forget_set(state, &set, &ty, location.span);
            }
            if !assigns.unmodelled.is_empty() {
                self.forget_all(state);
            }
        }
    }

    fn havoc_sorts(&mut self, state: &mut State, ty: &Type, bits: Option<Bits>) {
        self.all_may_be_known(state);
        for sort in self.sorts_of(ty, bits) {
            let fresh = self.unknown_map(sort);
            state.maps.insert(sort, fresh);
        }
    }

    fn havoc_action(
        &mut self,
        before: &State,
        state: &mut State,
        frame: FrameId,
        action: &Action,
        in_memory: bool,
    ) {
        if let Some(target) = target(action) {
            state.cells.remove(&Cell::Temporary(frame, target));
        }
        for written in writes(action) {
            match written {
                Accessed::Place(place) => self.havoc_place(before, state, frame, place, in_memory),
                Accessed::Object(object) if self.memory.contains(&object) => {}
                Accessed::Object(object) => {
                    let cell = self.cell(frame, object);
                    state.cells.remove(&cell);
                }
                // What is called is a target of its own, and library functions that write were cut off.
                Accessed::Callee(_) | Accessed::Behind(_) => {}
                // What the program can reach was forgotten before.
                Accessed::Outside if is_of_program(action) => {}
                Accessed::Outside => self.forget_all(state),
            }
        }
    }

    /// Forgets what was stored in a place.
    fn havoc_place(
        &mut self,
        before: &State,
        state: &mut State,
        frame: FrameId,
        place: &Place,
        in_memory: bool,
    ) {
        match &place.base {
            Base::Object(object) if !self.memory.contains(object) => {
                let cell = self.cell(frame, *object);
                let earlier = before.cells.get(&cell);
                // What is assigned several times is forgotten once.
                let is_forgotten = state.cells.get(&cell).is_some_and(|value| Some(value) != earlier);
                if earlier.is_some() && !is_forgotten {
                    let entry = &self.graph.objects[object.index()];
                    let origin = Origin::Arbitrary(*object);
                    if let Some(value) = self.unknown(&entry.name, &entry.ty, origin, false) {
                        state.cells.insert(cell, value);
                    }
                    self.cell_may_be_known(state, cell);
                }
            }
            Base::Object(object) if in_memory => {
                let cell = self.cell(frame, *object);
                if let Some(&Value::Pointer { block, offset }) = before.cells.get(&cell) {
                    let ty = self.graph.objects[object.index()].ty.clone();
                    self.forget(state, block, offset, &ty);
                } else {
                    self.havoc_sorts(state, &place.ty, place.bits);
                }
            }
            Base::Pointer(_) | Base::Within(..) | Base::Unmodelled(_) if in_memory => {
                self.havoc_sorts(state, &place.ty, place.bits)
            }
            Base::Object(_)
            | Base::Pointer(_)
            | Base::Within(..)
            | Base::Unmodelled(_)
            | Base::Outside(_) => {}
        }
    }
}
