//! Where places are, what is there, and what comes there.

use crate::guarded::graph::FrameId;
use focuscheck_base::arith::{BinaryOperator, IntegerType};
use focuscheck_base::doubt::Unmodelled;
use focuscheck_base::limit::spend;
use focuscheck_base::source::Span;
use focuscheck_check::tree::Storage;
use focuscheck_check::types::Type;
use focuscheck_ir::program::graph::{Base, Bits, Place, Step};
use focuscheck_smt::term::{MapId, Region, TermId};

use super::encoder::{Encoder, MemoryModel, Origin};
use super::state::{Cell, Sort, State, Value, WIDE};

/// So many scalars of an object are copied one by one.
const MOST_SCALARS: usize = 64;

/// Where a place is.
#[derive(Clone, Debug)]
pub enum Located {
    /// In a cell.
    Cell(Cell),
    /// In memory.
    Memory {
        /// The block.
        block: TermId,
        /// The offset.
        offset: TermId,
        /// The bits of a bit-field.
        bits: Option<Bits>,
    },
    /// Nobody knows, for this reason.
    Nowhere(Unmodelled),
}

/// A scalar in an object.
#[derive(Clone, Debug)]
pub struct Leaf {
    /// Its offset.
    pub offset: u64,
    /// Its type.
    pub ty: Type,
    /// Its bits.
    pub bits: Option<Bits>,
}

/// Whether a value is of the kind that objects of a type hold.
fn value_sorts(ty: &Type, value: Value) -> bool {
    matches!((ty, value), (Type::Integer(_), Value::Integer(_)) | (Type::Pointer(..), Value::Pointer { .. }))
}

impl Encoder<'_> {
    /// Where a place is.
    pub fn locate(&mut self, state: &State, frame: FrameId, place: &Place) -> Located {
        let (block, mut offset) = match &place.base {
            Base::Object(object) => {
                let cell = self.cell(frame, *object);
                if !self.memory.contains(object) {
                    return Located::Cell(cell);
                }
                match state.cells.get(&cell) {
                    Some(&Value::Pointer { block, offset }) => (block, offset),
                    Some(Value::Integer(_)) | None => {
                        return Located::Nowhere("object whose declaration was jumped over".into());
                    }
                }
            }
            Base::Pointer(pointer) => match self.value(state, frame, pointer) {
                Value::Pointer { block, offset } => (block, offset),
                Value::Integer(_) => return Located::Nowhere("address that is a number".into()),
            },
            Base::Outside(name) => {
                return Located::Nowhere(format!("object '{name}' of a library").as_str().into());
            }
            Base::Within(_, what) | Base::Unmodelled(what) => return Located::Nowhere(what.clone()),
        };
        for step in &place.steps {
            match step {
                Step::Member { shared: true, .. } => {
                    return Located::Nowhere("member of a union".into());
                }
                Step::Member { offset: Some(by), .. } => {
                    offset = self.terms.sum(&[(1, offset)], i128::from(*by));
                }
                Step::Element { index, size: Some(size), .. } => {
                    let Value::Integer(index) = self.value(state, frame, index) else {
                        return Located::Nowhere("index that is an address".into());
                    };
                    offset = self.terms.sum(&[(1, offset), (i128::from(*size), index)], 0);
                }
                Step::Member { offset: None, .. } | Step::Element { size: None, .. } => {
                    return Located::Nowhere("member or element whose place is not known".into());
                }
            }
        }
        Located::Memory { block, offset, bits: place.bits }
    }

    /// What a scalar place holds.
    pub fn read(&mut self, state: &State, frame: FrameId, place: &Place) -> Value {
        match self.locate(state, frame, place) {
            Located::Cell(cell) => self.read_cell(state, cell, &place.ty, place.span),
            Located::Memory { block, offset, bits } => {
                self.read_memory(state, (block, offset, bits), &place.ty, place.span)
            }
            Located::Nowhere(why) => self.not_modelled(why, &place.ty, place.span),
        }
    }

    /// Notes a variable of which other files may have pointers, although its address is not taken here.
    pub fn mentioned(&mut self, cell: Cell) {
        if let Cell::Object(None, object) = cell
            && let Some(entry) = self.tree.objects.get(object.index())
            && matches!(entry.storage, Storage::File { internal: false, .. })
        {
            self.apart.insert(object);
        }
    }

    /// What a cell holds; one without a value any.
    pub fn read_cell(&mut self, state: &State, cell: Cell, ty: &Type, span: Span) -> Value {
        self.mentioned(cell);
        match state.cells.get(&cell) {
            Some(&value) => value,
            None => self.not_modelled(Self::missing(cell), ty, span),
        }
    }

    /// Why a cell has nothing that could be read.
    fn missing(cell: Cell) -> &'static str {
        match cell {
            Cell::Object(..) | Cell::HasValue(..) => "value of an object whose declaration was jumped over",
            Cell::Temporary(..) => "value that not all ways to here compute",
            Cell::Result(_) => "result of a function that may end without one",
        }
    }

    /// What memory holds.
    pub fn read_memory(
        &mut self,
        state: &State,
        (block, offset, bits): (TermId, TermId, Option<Bits>),
        ty: &Type,
        span: Span,
    ) -> Value {
        if self.caution == MemoryModel::UnknownReads {
            return self.not_modelled("value in memory", ty, span);
        }
        match (ty, bits) {
            (Type::Integer(ty), Some(bits)) => {
                let map = self.map(state, Sort::of_bits(*ty, bits.width));
                let place = self.terms.sum(&[(8, offset)], i128::from(bits.first));
                Value::Integer(self.terms.read(map, block, place))
            }
            (Type::Integer(ty), None) => {
                let map = self.map(state, Sort::Integer(*ty));
                Value::Integer(self.terms.read(map, block, offset))
            }
            (Type::Pointer(..), _) => {
                let (blocks, offsets) = (self.map(state, Sort::Block), self.map(state, Sort::Offset));
                Value::Pointer {
                    block: self.terms.read(blocks, block, offset),
                    offset: self.terms.read(offsets, block, offset),
                }
            }
            (
                Type::Void
                | Type::Float(_)
                | Type::Array(..)
                | Type::VariableArray(_)
                | Type::Record(_)
                | Type::Function(_)
                | Type::Opaque(_),
                _,
            ) => self.not_modelled("value of a type that is not modelled", ty, span),
        }
    }

    /// Gives a scalar place a value.
    pub fn write(&mut self, state: &mut State, frame: FrameId, place: &Place, value: Value) {
        match self.locate(state, frame, place) {
            Located::Cell(cell) => {
                state.cells.insert(cell, value);
                self.set_cell_known(state, cell, true);
            }
            Located::Memory { block, offset, bits } => {
                self.write_memory(state, (block, offset, bits), &place.ty, value);
            }
            Located::Nowhere(why) => {
                self.unmodelled.push((why, place.span));
                self.forget_memory(state);
            }
        }
    }

    /// Gives memory a scalar.
    pub fn write_memory(
        &mut self,
        state: &mut State,
        (block, offset, bits): (TermId, TermId, Option<Bits>),
        ty: &Type,
        value: Value,
    ) {
        if self.caution != MemoryModel::Typed {
            let size = match bits {
                Some(bits) => super::location::bytes(bits),
                None => self.size(ty).map_or(1 << 40, i128::from),
            };
            let own = match value_sorts(ty, value) {
                true => self.sorts_of(ty, bits),
                false => Vec::new(),
            };
            self.overlapped(state, (block, offset, size), &own);
        }
        if self.tracks_values {
            let one = self.terms.integer(1);
            self.set_known(state, (block, offset, bits), one);
        }
        let mut store = |encoder: &mut Self, sort, offset, value| {
            let map = encoder.map(state, sort);
            let map = encoder.terms.store(map, block, offset, value);
            state.maps.insert(sort, map);
        };
        match (ty, bits, value) {
            (Type::Integer(ty), Some(bits), Value::Integer(value)) => {
                let place = self.terms.sum(&[(8, offset)], i128::from(bits.first));
                let narrow = IntegerType { width: bits.width as u8, signed: ty.signed, float: false };
                let value = match (ty.is_bool(), bits.width) {
                    (true, _) => value,
                    // No `_Bool`: the lowest bit remains.
                    (false, 1) => {
                        let one = self.terms.integer(1);
                        let bit = self.exact(BinaryOperator::BitAnd, WIDE, value, one);
                        if ty.signed { self.terms.sum(&[(-1, bit)], 0) } else { bit }
                    }
                    (false, _) => self.wrapped(value, narrow),
                };
                store(self, Sort::of_bits(*ty, bits.width), place, value);
            }
            (Type::Integer(ty), None, Value::Integer(value)) => {
                store(self, Sort::Integer(*ty), offset, value);
            }
            (Type::Pointer(..), _, Value::Pointer { block: to, offset: at }) => {
                store(self, Sort::Block, offset, to);
                store(self, Sort::Offset, offset, at);
            }
            // What has no map is not read either.
            _ => {}
        }
    }

    /// Bytes were written: what reads of other sorts find there is not known any more.
    pub fn overlapped(
        &mut self,
        state: &mut State,
        (block, offset, size): (TermId, TermId, i128),
        own: &[Sort],
    ) {
        let others: Vec<Sort> = self.in_use.iter().copied().collect();
        let others = others.into_iter().filter(|sort| !own.contains(sort));
        for sort in others {
            let (scale, behind) = match sort {
                Sort::Integer(ty) => (1, i128::from(ty.width.div_ceil(8)) - 1),
                Sort::Bits(ty) => (8, i128::from(ty.width) - 1),
                Sort::Block | Sort::Offset => (1, i128::from(self.graph.word) - 1),
                // What is there is not what it was, but something is.
                Sort::HasValue => continue,
            };
            let fresh = self.unknown_map(sort);
            let first = self.terms.sum(&[(scale, offset)], -behind);
            let end = self.terms.sum(&[(scale, offset)], scale * size);
            self.overwrite_region(state, sort, Region { block, first, end }, fresh);
        }
    }

    /// The scalars of a type, if there are not too many and all are modelled.
    pub fn leaves(&self, ty: &Type) -> Option<Vec<Leaf>> {
        let mut leaves = Vec::new();
        self.add_leaves(ty, 0, &mut leaves)?;
        Some(leaves)
    }

    fn add_leaves(&self, ty: &Type, base: u64, leaves: &mut Vec<Leaf>) -> Option<()> {
        spend(1);
        if leaves.len() > MOST_SCALARS {
            return None;
        }
        match ty {
            Type::Integer(_) | Type::Pointer(..) => {
                leaves.push(Leaf { offset: base, ty: ty.clone(), bits: None });
            }
            Type::Array(element, Some(length)) => {
                let size = self.size(element)?;
                if *length > MOST_SCALARS as u64 {
                    return None;
                }
                for number in 0..*length {
                    self.add_leaves(element, base + number * size, leaves)?;
                }
            }
            Type::Record(id) => {
                let record = &self.tree.types.records[*id];
                if record.union {
                    return None;
                }
                let positions = self.tree.types.positions(*id)?;
                for (field, (first, _)) in record.fields.as_ref()?.iter().zip(positions) {
                    match field.bits {
                        None => self.add_leaves(&field.ty, base + first / 8, leaves)?,
                        Some(width) => {
                            let bits = Some(Bits { first: first % 8, width });
                            leaves.push(Leaf { offset: base + first / 8, ty: field.ty.clone(), bits });
                        }
                    }
                }
            }
            Type::Void
            | Type::Float(_)
            | Type::Array(_, None)
            | Type::VariableArray(_)
            | Type::Function(_)
            | Type::Opaque(_) => return None,
        }
        Some(())
    }

    /// The sorts in which an object of a type has values.
    pub fn sorts(&self, ty: &Type) -> Vec<Sort> {
        match ty {
            Type::Integer(ty) => vec![Sort::Integer(*ty)],
            Type::Pointer(..) => vec![Sort::Block, Sort::Offset],
            Type::Array(element, _) | Type::VariableArray(element) => self.sorts(element),
            Type::Record(id) => {
                let mut sorts = Vec::new();
                for field in self.tree.types.records[*id].fields.iter().flatten() {
                    match (&field.ty, field.bits) {
                        (Type::Integer(ty), Some(width)) => sorts.push(Sort::of_bits(*ty, width)),
                        (ty, _) => sorts.extend(self.sorts(ty)),
                    }
                }
                sorts.sort();
                sorts.dedup();
                sorts
            }
            Type::Void | Type::Float(_) | Type::Function(_) | Type::Opaque(_) => Vec::new(),
        }
    }

    /// The sorts in which a place of a type, or a bit-field that is declared with it, has values.
    pub fn sorts_of(&self, ty: &Type, bits: Option<Bits>) -> Vec<Sort> {
        match (ty, bits) {
            (Type::Integer(ty), Some(bits)) => vec![Sort::of_bits(*ty, bits.width)],
            _ => self.sorts(ty),
        }
    }

    /// Copies an object of a type in memory.
    pub fn copy(
        &mut self,
        state: &mut State,
        to: (TermId, TermId),
        from: (TermId, TermId),
        ty: &Type,
        span: Span,
    ) {
        let Some(leaves) = self.leaves(ty) else {
            self.unmodelled.push(("copy of an object of many parts".into(), span));
            return self.forget(state, to.0, to.1, ty);
        };
        let mut values = Vec::with_capacity(leaves.len());
        for leaf in &leaves {
            let offset = self.terms.sum(&[(1, from.1)], i128::from(leaf.offset));
            let known = self.tracks_values.then(|| self.known_at(state, (from.0, offset, leaf.bits)));
            values.push((self.read_memory(state, (from.0, offset, leaf.bits), &leaf.ty, span), known));
        }
        for (leaf, (value, known)) in leaves.iter().zip(values) {
            let offset = self.terms.sum(&[(1, to.1)], i128::from(leaf.offset));
            self.write_memory(state, (to.0, offset, leaf.bits), &leaf.ty, value);
            if let Some(known) = known {
                self.set_known(state, (to.0, offset, leaf.bits), known);
            }
        }
    }

    /// Makes an object of a type in memory zero.
    pub fn clear(&mut self, state: &mut State, block: TermId, offset: TermId, ty: &Type) {
        self.overlapped_object(state, (block, offset), ty);
        self.set_all_known(state, (block, offset), self.size(ty), true);
        for sort in self.sorts(ty) {
            let zero = self.terms.bounded_map_variable("zero", (0, 0));
            self.overwrite(state, sort, (block, offset), ty, zero);
        }
    }

    /// Nothing is known any more of an object of a type in memory.
    pub fn forget(&mut self, state: &mut State, block: TermId, offset: TermId, ty: &Type) {
        self.overlapped_object(state, (block, offset), ty);
        let end = self.terms.sum(&[(1, offset)], self.size(ty).map_or(1 << 40, i128::from));
        self.may_be_known(state, (block, offset, end));
        for sort in self.sorts(ty) {
            let fresh = self.unknown_map(sort);
            self.overwrite(state, sort, (block, offset), ty, fresh);
        }
    }

    fn overlapped_object(&mut self, state: &mut State, (block, offset): (TermId, TermId), ty: &Type) {
        if self.caution != MemoryModel::Typed {
            let size = self.size(ty).map_or(1 << 40, i128::from);
            let own = self.sorts(ty);
            self.overlapped(state, (block, offset, size), &own);
        }
    }

    fn overwrite(
        &mut self,
        state: &mut State,
        sort: Sort,
        (block, offset): (TermId, TermId),
        ty: &Type,
        fresh: MapId,
    ) {
        let scale = if matches!(sort, Sort::Bits(_)) { 8 } else { 1 };
        let size = i128::from(self.size(ty).unwrap_or(1 << 40));
        let first = self.terms.sum(&[(scale, offset)], 0);
        let end = self.terms.sum(&[(scale, offset)], scale * size);
        self.overwrite_region(state, sort, Region { block, first, end }, fresh);
    }

    /// The values of one map in a region, those of another outside.
    pub fn overwrite_region(&mut self, state: &mut State, sort: Sort, region: Region, fresh: MapId) {
        let map = self.map(state, sort);
        let map = self.terms.forgotten(map, fresh, vec![region]);
        state.maps.insert(sort, map);
    }

    /// Nothing is known any more of all memory.
    pub fn forget_memory(&mut self, state: &mut State) {
        self.all_may_be_known(state);
        let known = state.maps.get(&Sort::HasValue).copied();
        state.maps.clear();
        state.maps.extend(known.map(|known| (Sort::HasValue, known)));
        state.epoch = self.unknown_epoch();
    }

    /// Nothing is known any more of memory and of what other functions can name.
    pub fn forget_all(&mut self, state: &mut State) {
        self.forget_memory(state);
        for (number, object) in self.graph.objects.iter().enumerate().filter(|(_, object)| object.fixed) {
            let id = focuscheck_check::tree::ObjectId(number as u32);
            if self.memory.contains(&id) {
                continue;
            }
            if let Some(value) = self.unknown(&object.name, &object.ty, Origin::Arbitrary(id), false) {
                state.cells.insert(Cell::Object(None, id), value);
            }
        }
    }
}
