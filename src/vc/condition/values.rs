//! Which objects have a value: for each variable without an address 0 or 1, for memory a map from bits to these.
//!
//! Only kept where reads of what may have no value are asked about. What existed before the function began is taken to have
//! values, as what functions without body return.

use crate::guarded::graph::FrameId;
use focuscheck_base::arith::Relation;
use focuscheck_base::source::Span;
use focuscheck_check::logic::tree::Location;
use focuscheck_check::types::Type;
use focuscheck_ir::program::graph::{Bits, Place};
use focuscheck_smt::term::{FormulaId, MapId, Region, TermId, TermNode};

use super::encoder::{Encoder, MemoryModel};
use super::env::{Env, Set};
use super::memory::Located;
use super::state::{Cell, Sort, State, Value};

/// That a variable of an execution has a value.
fn mark(cell: Cell) -> Option<Cell> {
    match cell {
        Cell::Object(Some(frame), object) => Some(Cell::HasValue(frame, object)),
        Cell::Object(None, _) | Cell::HasValue(..) | Cell::Temporary(..) | Cell::Result(_) => None,
    }
}

impl Encoder<'_> {
    /// Whether a place that is read has a value.
    pub(super) fn has_value(&mut self, state: &State, frame: FrameId, place: &Place) -> FormulaId {
        let located = self.locate(state, frame, place);
        match located {
            Located::Cell(cell) => self.cell_has_value(state, cell, place.span),
            Located::Memory { block, offset, bits } => {
                self.memory_has_value(state, (block, offset, bits), place.span)
            }
            Located::Nowhere(why) => self.undecided(why, place.span),
        }
    }

    fn undecided(&mut self, why: impl Into<focuscheck_base::doubt::Unmodelled>, span: Span) -> FormulaId {
        self.unmodelled.push((why.into(), span));
        self.any_truth("value")
    }

    fn cell_has_value(&mut self, state: &State, cell: Cell, span: Span) -> FormulaId {
        if !state.cells.contains_key(&cell) {
            return self.undecided("value of an object whose declaration was jumped over", span);
        }
        match mark(cell).and_then(|mark| state.cells.get(&mark)) {
            Some(&Value::Integer(known)) => {
                let one = self.terms.integer(1);
                self.terms.equal(known, one)
            }
            Some(Value::Pointer { .. }) | None => self.terms.constant(true),
        }
    }

    fn memory_has_value(
        &mut self,
        state: &State,
        at: (TermId, TermId, Option<Bits>),
        span: Span,
    ) -> FormulaId {
        if self.caution == MemoryModel::UnknownReads {
            return self.undecided("value in memory", span);
        }
        let known = self.known_at(state, at);
        let one = self.terms.integer(1);
        self.terms.equal(known, one)
    }

    /// 1 if there is a value at a place in memory, else 0.
    pub(super) fn known_at(
        &mut self,
        state: &State,
        (block, offset, bits): (TermId, TermId, Option<Bits>),
    ) -> TermId {
        let place = self.terms.sum(&[(8, offset)], bits.map_or(0, |bits| i128::from(bits.first)));
        let map = self.map(state, Sort::HasValue);
        let known = self.terms.select(map, block, place);
        if let Some((low, high)) = self.terms.range(known)
            && low == high
        {
            self.noted(known, low);
            return self.terms.integer(low);
        }
        self.takes_values = true;
        // What had a value keeps one, whatever is assigned.
        for (after, before) in self.growing.clone() {
            focuscheck_base::limit::spend(1);
            let (before, after) =
                (self.terms.select(before, block, place), self.terms.select(after, block, place));
            let grows = self.terms.compare(Relation::LessEqual, before, after);
            self.supposed.push(grows);
        }
        known
    }

    /// Notes that something is taken to have a value as it existed before.
    fn noted(&mut self, known: TermId, value: i128) {
        let entry = self.entry_map(Sort::HasValue);
        let before = match self.terms.term(known) {
            TermNode::Select(map, ..) => entry == Some(*map),
            _ => false,
        };
        self.takes_values |= before && value == 1;
    }

    /// A place in memory has a value from now on, or one if it is 1.
    pub(super) fn set_known(
        &mut self,
        state: &mut State,
        (block, offset, bits): (TermId, TermId, Option<Bits>),
        known: TermId,
    ) {
        if self.tracks_values {
            let place = self.terms.sum(&[(8, offset)], bits.map_or(0, |bits| i128::from(bits.first)));
            let map = self.map(state, Sort::HasValue);
            let map = self.terms.store(map, block, place, known);
            state.maps.insert(Sort::HasValue, map);
        }
    }

    /// All parts of an object in memory have values from now on, or none has.
    pub(super) fn set_all_known(
        &mut self,
        state: &mut State,
        (block, offset): (TermId, TermId),
        size: Option<u64>,
        known: bool,
    ) {
        if self.tracks_values {
            let same = self.terms.bounded_map_variable("known", (i128::from(known), i128::from(known)));
            let end = self.terms.sum(&[(1, offset)], size.map_or(1 << 40, i128::from));
            self.fill_known(state, (block, offset, end), same);
        }
    }

    /// All parts of a new object have values, or none has.
    pub(super) fn set_object_known(
        &mut self,
        state: &mut State,
        object: Value,
        size: Option<u64>,
        known: bool,
    ) {
        if let Value::Pointer { block, offset } = object {
            self.set_all_known(state, (block, offset), size, known);
        }
    }

    /// Parts of a block may have got values.
    pub(super) fn may_be_known(&mut self, state: &mut State, (block, first, end): (TermId, TermId, TermId)) {
        if self.tracks_values {
            let fresh = self.growing_map(state);
            self.fill_known(state, (block, first, end), fresh);
        }
    }

    /// Anything in memory may have got a value.
    pub(super) fn all_may_be_known(&mut self, state: &mut State) {
        if self.tracks_values {
            let fresh = self.growing_map(state);
            state.maps.insert(Sort::HasValue, fresh);
        }
    }

    /// A map that has values at least where that of the state has them.
    fn growing_map(&mut self, state: &State) -> MapId {
        let before = self.map(state, Sort::HasValue);
        let fresh = self.unknown_map(Sort::HasValue);
        self.growing.push((fresh, before));
        fresh
    }

    fn fill_known(&mut self, state: &mut State, (block, first, end): (TermId, TermId, TermId), map: MapId) {
        let (first, end) = (self.terms.sum(&[(8, first)], 0), self.terms.sum(&[(8, end)], 0));
        self.overwrite_region(state, Sort::HasValue, Region { block, first, end }, map);
    }

    /// A variable that is declared has no value, one that is stored to has one.
    pub(super) fn set_cell_known(&mut self, state: &mut State, cell: Cell, known: bool) {
        if let Some(mark) = mark(cell).filter(|_| self.tracks_values) {
            let known = Value::Integer(self.terms.integer(i128::from(known)));
            state.cells.insert(mark, known);
        }
    }

    /// A variable may have got a value.
    pub(super) fn cell_may_be_known(&mut self, state: &mut State, cell: Cell) {
        let Some(mark) = mark(cell).filter(|_| self.tracks_values) else { return };
        let Some(&Value::Integer(before)) = state.cells.get(&mark) else { return };
        let one = self.terms.integer(1);
        let variable = self.terms.variable("known", Some((0, 1)));
        let any = self.terms.variable_term(variable);
        let known = self.terms.equal(before, one);
        let after = self.terms.conditional(known, one, any);
        state.cells.insert(mark, Value::Integer(after));
    }

    /// `\initialized`: all these places have values.
    pub(super) fn all_initialized(
        &mut self,
        env: &mut Env<'_>,
        places: &[Location],
        span: Span,
    ) -> FormulaId {
        let mut parts = Vec::with_capacity(places.len());
        for place in places {
            parts.push(match self.initialized(env, place) {
                Some(known) => known,
                None if self.tracks_values => self.undecided("\\initialized of places like these", span),
                None => self.undecided("\\initialized without --check uninit", span),
            });
        }
        self.terms.and(parts)
    }

    /// That places have values, if that can be told.
    fn initialized(&mut self, env: &mut Env<'_>, location: &Location) -> Option<FormulaId> {
        if !self.tracks_values || self.caution == MemoryModel::UnknownReads {
            return None;
        }
        let set = self.set(env, location);
        let ty = self.declared(&location.place);
        let state = env.state().clone();
        match set {
            Set::Cell(cell) => Some(self.cell_has_value(&state, cell, location.span)),
            Set::Extent(extent) => {
                let leaves = match (&ty, extent.bits) {
                    (Type::Integer(_) | Type::Pointer(..), bits) => vec![(0, bits)],
                    (ty, None) => {
                        let leaves = self.leaves(ty)?.into_iter();
                        leaves.map(|leaf| (i128::from(leaf.offset), leaf.bits)).collect()
                    }
                    (_, Some(_)) => return None,
                };
                let size = i128::from(self.size(&ty)?);
                let mut parts = Vec::with_capacity(leaves.len());
                for (behind, bits) in leaves {
                    parts.push(match extent.single {
                        true => {
                            let offset = self.terms.sum(&[(1, extent.first)], behind);
                            self.memory_has_value(&state, (extent.block, offset, bits), location.span)
                        }
                        false if extent.every.is_none() => {
                            let number = self.terms.variable("k", None);
                            let index = self.terms.variable_term(number);
                            let element = self.terms.sum(&[(1, extent.first), (size, index)], 0);
                            let offset = self.terms.sum(&[(1, element)], behind);
                            let place = (extent.block, offset, bits);
                            let holds = self.binding(&[number], |encoder| {
                                encoder.memory_has_value(&state, place, location.span)
                            });
                            let zero = self.terms.integer(0);
                            let from = self.terms.compare(Relation::LessEqual, zero, index);
                            let to = self.terms.compare(Relation::Less, element, extent.end);
                            let inside = self.terms.and([from, to, extent.inhabited]);
                            let holds = self.terms.implies(inside, holds);
                            self.terms.forall(&[number], holds)
                        }
                        false => return None,
                    });
                }
                Some(self.terms.and(parts))
            }
            Set::Unknown => None,
        }
    }
}
