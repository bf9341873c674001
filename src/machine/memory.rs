//! Memory: blocks of bytes.

use std::collections::{BTreeMap, BTreeSet};

use focuscheck_base::arith::IntegerType;
use focuscheck_base::limit::spend;
use focuscheck_base::source::Span;
use focuscheck_ir::program::graph::Bits;

use super::store::{Byte, Bytes, OriginId, Store};
use super::value::{BlockId, ReasonId, Reference, Undefined, Value, meets};

/// More bytes than this are only moved at once if they are all those of a block.
pub(super) const MOST_BYTES: u64 = 1 << 20;

/// No object has more bytes: differences of pointers into it must be numbers.
const LARGEST: u64 = i64::MAX as u64;

/// A block: an object, or what was allocated.
#[derive(Clone)]
pub(super) struct Block {
    /// Its size in bytes; `None` if that is not known.
    pub size: Option<u64>,
    /// Whether its life has not ended.
    pub alive: bool,
    /// Whether control is outside of the block of the source that it was declared in: then perhaps it has ended.
    pub left: bool,
    /// Whether it was allocated.
    pub heap: bool,
    /// Where, if it can be freed.
    pub made: Option<Span>,
    /// Whether it is a string literal, or another object that nobody may write.
    pub literal: bool,
    /// Whether what is read of it is not what was stored.
    pub volatile: bool,
    store: Store,
}

/// Why an access is none.
pub(super) enum NoAccess {
    Undefined(Undefined),
    /// It hangs on a value that is not known.
    Unknown(ReasonId),
    /// It is not modelled, for this reason.
    Unmodelled(&'static str),
}

/// All blocks.
#[derive(Clone, Default)]
pub(super) struct Memory {
    blocks: Vec<Block>,
    /// Those that code that nobody knows has got the addresses of, and that are alive.
    leaked: BTreeSet<BlockId>,
    /// What the pointers in memory were made of: references, without the lowest 64 bits of their offsets.
    origins: Vec<Reference>,
    numbers: BTreeMap<Reference, OriginId>,
    /// The size of a pointer.
    pub word: u64,
}

impl Memory {
    /// No memory yet; pointers have so many bytes.
    pub fn new(word: u64) -> Self {
        Memory { word, ..Memory::default() }
    }

    /// A new block, all of whose bytes are the same.
    pub fn allocate(&mut self, size: Option<u64>, byte: Byte) -> BlockId {
        spend(1);
        self.blocks.push(Block {
            size,
            alive: true,
            left: false,
            heap: false,
            made: None,
            literal: false,
            volatile: false,
            store: Store::same(byte),
        });
        BlockId(self.blocks.len() as u32 - 1)
    }

    /// All of it as it is now.
    pub fn remembered(&self) -> Memory {
        spend(1 + self.blocks.iter().map(|block| 1 + block.store.weight()).sum::<usize>());
        self.clone()
    }

    /// The block that is made next; later ones have greater numbers.
    pub fn next(&self) -> BlockId {
        BlockId(self.blocks.len() as u32)
    }

    pub fn block(&self, id: BlockId) -> &Block {
        &self.blocks[id.index()]
    }

    pub fn block_mut(&mut self, id: BlockId) -> &mut Block {
        &mut self.blocks[id.index()]
    }

    /// The life of a block ends.
    pub fn end(&mut self, id: BlockId) {
        let block = &mut self.blocks[id.index()];
        block.alive = false;
        block.store = Store::same(Byte::Unset);
        self.leaked.remove(&id);
    }

    /// Code that nobody knows has got the address of a block.
    pub fn leak(&mut self, id: BlockId) {
        if self.block(id).alive {
            self.leaked.insert(id);
        }
    }

    /// The blocks that unknown code has got the addresses of.
    pub fn leaked(&self) -> impl Iterator<Item = BlockId> + '_ {
        self.leaked.iter().copied()
    }

    /// The blocks that were allocated at a place and are not freed.
    pub fn left(&self, place: Span) -> Vec<BlockId> {
        spend(self.blocks.len() / 8);
        let blocks = self.blocks.iter().zip(0..).filter(|(block, _)| block.alive);
        let here = blocks.filter(|(block, _)| block.made.is_some_and(|made| meets(made, place)));
        here.map(|(_, number)| BlockId(number)).collect()
    }

    /// Why some byte of a block is not known.
    pub fn unknown_in(&self, id: BlockId) -> Option<ReasonId> {
        let store = &self.blocks[id.index()].store;
        spend(1 + store.weight());
        store.unknown()
    }

    /// Makes all bytes of a block the same.
    pub fn flood(&mut self, id: BlockId, byte: Byte) {
        let block = &mut self.blocks[id.index()];
        spend(1 + block.store.weight());
        block.store = Store::same(byte);
    }

    /// The references that a block holds.
    pub fn references(&self, id: BlockId) -> Vec<Reference> {
        let store = &self.blocks[id.index()].store;
        spend(1 + store.weight());
        store.pointers().map(|(_, origin, offset)| self.reference(origin, offset)).collect()
    }

    /// Where a block holds pointers into blocks, with these and how many bytes behind their starts they lead.
    pub fn pointers(&self, id: BlockId) -> Vec<(u64, BlockId, i128)> {
        let store = &self.blocks[id.index()].store;
        spend(1 + store.weight());
        let into = |(at, origin, offset)| match self.reference(origin, offset) {
            Reference::Block(to, by, _) => Some((at, to, by)),
            Reference::Function(_) | Reference::Text(_) => None,
        };
        store.pointers().filter_map(into).collect()
    }

    /// The blocks of which something is true, in the order in which they were made.
    pub fn blocks_where(&self, is_wanted: impl Fn(&Block) -> bool) -> Vec<BlockId> {
        spend(1 + self.blocks.len() / 8);
        let blocks = self.blocks.iter().zip(0..).filter(|(block, _)| is_wanted(block));
        blocks.map(|(_, number)| BlockId(number)).collect()
    }

    fn reference(&self, origin: OriginId, by: i64) -> Reference {
        match self.origins[origin.index()] {
            Reference::Block(id, offset, part) => Reference::Block(id, offset + i128::from(by), part),
            other @ (Reference::Function(_) | Reference::Text(_)) => other,
        }
    }

    /// What a reference was made of, and how many bytes behind that it points. Pointers that walk through an object have one
    /// origin.
    fn origin(&mut self, reference: Reference) -> (OriginId, i64) {
        let (origin, by) = match reference {
            Reference::Block(id, offset, part) => {
                let by = offset as i64;
                (Reference::Block(id, offset - i128::from(by), part), by)
            }
            Reference::Function(_) | Reference::Text(_) => (reference, 0),
        };
        let next = OriginId(self.origins.len() as u32);
        let id = *self.numbers.entry(origin).or_insert(next);
        if id == next {
            spend(1);
            self.origins.push(origin);
        }
        (id, by)
    }

    /// Where an access through a pointer goes, if it may.
    pub fn access(&self, pointer: Value, size: u64) -> Result<(BlockId, u64), NoAccess> {
        let (id, offset) = match pointer {
            Value::Number(number) => {
                // What was computed from null, as a member of it, is no object either.
                let near = (0..4096).contains(&number);
                return Err(NoAccess::Undefined(if near { Undefined::Null } else { Undefined::NoObject }));
            }
            Value::Unset => return Err(NoAccess::Undefined(Undefined::Uninitialised)),
            Value::Unknown(reason) => return Err(NoAccess::Unknown(reason)),
            Value::Reference(Reference::Function(_)) => {
                return Err(NoAccess::Undefined(Undefined::NoObject));
            }
            Value::Reference(Reference::Text(_)) => {
                return Err(NoAccess::Unmodelled("text of the command line"));
            }
            Value::Reference(Reference::Block(id, offset, _)) => (id, offset),
        };
        // In a state that is remembered there is none of what was made later.
        let Some(block) = self.blocks.get(id.index()).filter(|block| block.alive) else {
            return Err(NoAccess::Undefined(Undefined::Dangling));
        };
        // One whose size is not known is taken to be large enough: whether it is, no check can judge.
        let length = i128::from(block.size.unwrap_or(LARGEST));
        let inside = 0 <= offset && offset + i128::from(size) <= length;
        match u64::try_from(offset) {
            Ok(offset) if inside => Ok((id, offset)),
            _ => Err(NoAccess::Undefined(Undefined::OutOfBounds)),
        }
    }

    pub fn byte(&self, id: BlockId, at: u64) -> Byte {
        self.block(id).store.byte(at)
    }

    /// The bytes of a scalar that may be accessed.
    pub fn bytes(&self, id: BlockId, at: u64, size: u64) -> Vec<Byte> {
        self.block(id).store.read(at, size)
    }

    /// Replaces those of a scalar, or of a short text.
    pub fn set_bytes(&mut self, id: BlockId, at: u64, bytes: &[Byte]) {
        self.blocks[id.index()].store.write(at, bytes);
    }

    /// The bytes of a place that may be accessed, however large.
    pub fn take(&self, id: BlockId, at: u64, size: u64) -> Result<Bytes, NoAccess> {
        let block = self.block(id);
        if at == 0 && block.size == Some(size) {
            spend(1 + block.store.weight());
            return Ok(Bytes::Whole(size, block.store.clone()));
        }
        few(size)?;
        Ok(Bytes::Listed(block.store.read(at, size)))
    }

    /// Replaces them.
    pub fn put(&mut self, id: BlockId, at: u64, bytes: Bytes) -> Result<(), NoAccess> {
        let block = &mut self.blocks[id.index()];
        match bytes {
            Bytes::Whole(size, store) if at == 0 && block.size == Some(size) => {
                spend(1 + block.store.weight() + store.weight());
                block.store = store;
            }
            Bytes::Whole(size, store) => {
                few(size)?;
                block.store.write(at, &store.read(0, size));
            }
            Bytes::Listed(bytes) => block.store.write(at, &bytes),
        }
        Ok(())
    }

    /// What a scalar of a size is, as an unsigned number or a pointer.
    pub fn scalar(&self, bytes: &[Byte], mixed: ReasonId) -> Value {
        let unknown = bytes.iter().find_map(|byte| match byte {
            Byte::Unknown(reason) | Byte::Bits { rest: Some(reason), .. } => Some(Value::Unknown(*reason)),
            Byte::Unset | Byte::Number(_) | Byte::Piece { .. } | Byte::Bits { rest: None, .. } => None,
        });
        if let Some(unknown) = unknown {
            return unknown;
        }
        if bytes.iter().any(|byte| matches!(byte, Byte::Unset | Byte::Bits { .. })) {
            return Value::Unset;
        }
        let mut number = 0i128;
        for (place, byte) in bytes.iter().enumerate() {
            match byte {
                Byte::Number(byte) if place < 16 => number |= i128::from(*byte) << (8 * place),
                _ => {
                    let Some(&Byte::Piece { origin, offset, number: 0 }) = bytes.first() else {
                        return Value::Unknown(mixed);
                    };
                    let mut pieces = bytes.iter().zip(0..);
                    let whole = bytes.len() as u64 == self.word
                        && pieces.all(|(byte, number)| *byte == Byte::Piece { origin, offset, number });
                    return match whole {
                        true => Value::Reference(self.reference(origin, offset)),
                        false => Value::Unknown(mixed),
                    };
                }
            }
        }
        Value::Number(number)
    }

    /// The bytes of a scalar.
    pub fn scalar_bytes(&mut self, value: Value, size: u64, cut: ReasonId) -> Vec<Byte> {
        let size = size as usize;
        match value {
            Value::Number(number) => {
                let bytes = number.to_le_bytes();
                let sign = if number < 0 { 255 } else { 0 };
                (0..size).map(|at| Byte::Number(bytes.get(at).copied().unwrap_or(sign))).collect()
            }
            Value::Reference(reference) if size as u64 == self.word => {
                let (origin, offset) = self.origin(reference);
                (0..size).map(|at| Byte::Piece { origin, offset, number: at as u8 }).collect()
            }
            Value::Reference(_) => vec![Byte::Unknown(cut); size],
            Value::Unknown(reason) => vec![Byte::Unknown(reason); size],
            Value::Unset => vec![Byte::Unset; size],
        }
    }
}

/// Whether so few bytes are moved that they can be listed.
pub(super) fn few(size: u64) -> Result<(), NoAccess> {
    match size <= MOST_BYTES {
        true => Ok(()),
        false => Err(NoAccess::Unmodelled("object of so many bytes")),
    }
}

/// How many bytes a bit-field touches.
pub(super) fn touched(bits: Bits) -> u64 {
    (bits.first + bits.width).div_ceil(8)
}

/// Which bits of a byte have which values, and why the others are not known.
fn bits_of(byte: Byte) -> (u8, u8, Option<ReasonId>) {
    match byte {
        Byte::Number(value) => (255, value, None),
        Byte::Bits { known, value, rest } => (known, value, rest),
        Byte::Unknown(reason) => (0, 0, Some(reason)),
        Byte::Unset | Byte::Piece { .. } => (0, 0, None),
    }
}

/// The value of a bit-field in the bytes that it touches.
pub(super) fn field(bytes: &[Byte], bits: Bits, ty: IntegerType) -> Value {
    let mask = mask(bits);
    let mut number = 0u128;
    for (place, byte) in bytes.iter().enumerate().take(16) {
        let (known, value, rest) = bits_of(*byte);
        if (mask >> (8 * place)) as u8 & !known != 0 {
            return rest.map_or(Value::Unset, Value::Unknown);
        }
        number |= u128::from(value) << (8 * place);
    }
    let ty = IntegerType { width: bits.width as u8, signed: ty.signed, float: false };
    Value::Number(ty.truncate(((number & mask) >> bits.first) as i128))
}

/// The bits of a bit-field in the bytes that it touches.
fn mask(bits: Bits) -> u128 {
    let all = 1u128.checked_shl(bits.width as u32).map_or(u128::MAX, |behind| behind - 1);
    all.checked_shl(bits.first as u32).unwrap_or(0)
}

/// Puts a value into a bit-field; nothing is known of one that is no number.
pub(super) fn set_field(bytes: &mut [Byte], bits: Bits, value: Value) {
    let mask = mask(bits);
    let (number, why) = match value {
        Value::Number(number) => (Some(number << bits.first), None),
        Value::Unknown(reason) => (None, Some(reason)),
        Value::Reference(_) | Value::Unset => (None, None),
    };
    for (place, byte) in bytes.iter_mut().enumerate().take(16) {
        let mask = (mask >> (8 * place)) as u8;
        let (known, value, rest) = bits_of(*byte);
        *byte = match number {
            Some(number) => {
                let new = (number >> (8 * place)) as u8 & mask;
                let (known, value) = (known | mask, (value & !mask) | new);
                if known == 255 { Byte::Number(value) } else { Byte::Bits { known, value, rest } }
            }
            None => Byte::Bits { known: known & !mask, value: value & !mask, rest: why.or(rest) },
        };
    }
}
