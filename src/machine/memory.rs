//! Memory: blocks of bytes.

use std::collections::BTreeMap;

use crate::arith::IntegerType;
use crate::limit::spend;
use crate::program::graph::Bits;

use super::value::{BlockId, ReasonId, Reference, Undefined, Value};

/// How many bytes are kept together.
const CHUNK: usize = 8;

/// One byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Byte {
    /// It has no value yet.
    Unset,
    /// A number.
    Number(u8),
    /// The so many-th byte of a pointer.
    Piece(Reference, u8),
    /// Some bits have values, those of bit-fields.
    Bits {
        /// Which bits.
        known: u8,
        /// Their values.
        value: u8,
        /// Why the others are not known; `None` if they have no value yet.
        rest: Option<ReasonId>,
    },
    /// Its value is not known.
    Unknown(ReasonId),
}

/// A block: an object, or what was allocated.
pub(super) struct Block {
    /// Its size in bytes; `None` if that is not known.
    pub size: Option<u64>,
    /// Whether its life has not ended.
    pub alive: bool,
    /// Whether it was allocated.
    pub heap: bool,
    /// Whether it is a string literal.
    pub literal: bool,
    /// Whether what is read of it is not what was stored.
    pub volatile: bool,
    /// Whether code that nobody knows has got its address.
    pub leaked: bool,
    /// What bytes are that were never written.
    default: Byte,
    chunks: BTreeMap<u64, [Byte; CHUNK]>,
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
#[derive(Default)]
pub(super) struct Memory {
    blocks: Vec<Block>,
    /// The size of a pointer.
    pub word: u64,
}

impl Memory {
    /// No memory yet; pointers have so many bytes.
    pub fn new(word: u64) -> Self {
        Memory { word, ..Memory::default() }
    }

    /// A new block, all of whose bytes are the same.
    pub fn allocate(&mut self, size: Option<u64>, default: Byte) -> BlockId {
        spend(1);
        self.blocks.push(Block {
            size,
            alive: true,
            heap: false,
            literal: false,
            volatile: false,
            leaked: false,
            default,
            chunks: BTreeMap::new(),
        });
        BlockId(self.blocks.len() as u32 - 1)
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
        block.chunks.clear();
    }

    /// The blocks that unknown code has got the addresses of.
    pub fn leaked(&self) -> impl Iterator<Item = BlockId> + '_ {
        let leaked = self.blocks.iter().enumerate().filter(|(_, block)| block.leaked && block.alive);
        leaked.map(|(number, _)| BlockId(number as u32))
    }

    /// Makes all bytes of a block the same.
    pub fn flood(&mut self, id: BlockId, byte: Byte) {
        let block = &mut self.blocks[id.index()];
        spend(block.chunks.len());
        block.chunks.clear();
        block.default = byte;
    }

    /// The references that a block holds.
    pub fn references(&self, id: BlockId) -> Vec<Reference> {
        let block = &self.blocks[id.index()];
        spend(block.chunks.len());
        let bytes = block.chunks.values().flatten();
        bytes
            .filter_map(|byte| match byte {
                Byte::Piece(reference, 0) => Some(*reference),
                Byte::Piece(..) | Byte::Unset | Byte::Number(_) | Byte::Bits { .. } | Byte::Unknown(_) => {
                    None
                }
            })
            .collect()
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
        let block = self.block(id);
        if !block.alive {
            return Err(NoAccess::Undefined(Undefined::Dangling));
        }
        // One whose size is not known is taken to be large enough: whether it is, no check can judge.
        let behind = |length: u64| offset + i128::from(size) <= i128::from(length);
        let inside = 0 <= offset && block.size.is_none_or(behind);
        match u64::try_from(offset) {
            Ok(offset) if inside => Ok((id, offset)),
            _ => Err(NoAccess::Undefined(Undefined::OutOfBounds)),
        }
    }

    pub fn byte(&self, id: BlockId, at: u64) -> Byte {
        let block = self.block(id);
        let chunk = block.chunks.get(&(at / CHUNK as u64));
        chunk.map_or(block.default, |chunk| chunk[at as usize % CHUNK])
    }

    pub fn set_byte(&mut self, id: BlockId, at: u64, byte: Byte) {
        let block = &mut self.blocks[id.index()];
        let default = block.default;
        let chunk = block.chunks.entry(at / CHUNK as u64).or_insert([default; CHUNK]);
        chunk[at as usize % CHUNK] = byte;
    }

    /// The bytes of a place that may be accessed.
    pub fn bytes(&self, id: BlockId, at: u64, size: u64) -> Vec<Byte> {
        spend(1 + size as usize / 8);
        (at..at + size).map(|at| self.byte(id, at)).collect()
    }

    pub fn set_bytes(&mut self, id: BlockId, at: u64, bytes: &[Byte]) {
        spend(1 + bytes.len() / 8);
        for (at, byte) in (at..).zip(bytes) {
            self.set_byte(id, at, *byte);
        }
    }

    /// What a scalar of a size is, as an unsigned number or a pointer.
    pub fn scalar(&self, bytes: &[Byte], mixed: ReasonId) -> Value {
        let unknown = bytes.iter().find_map(|byte| match byte {
            Byte::Unknown(reason) | Byte::Bits { rest: Some(reason), .. } => Some(Value::Unknown(*reason)),
            Byte::Unset | Byte::Number(_) | Byte::Piece(..) | Byte::Bits { rest: None, .. } => None,
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
                    let Some(Byte::Piece(reference, 0)) = bytes.first() else { return Value::Unknown(mixed) };
                    let pieces = bytes.iter().zip(0..);
                    let whole = bytes.len() as u64 == self.word
                        && pieces.into_iter().all(|(byte, place)| *byte == Byte::Piece(*reference, place));
                    return if whole { Value::Reference(*reference) } else { Value::Unknown(mixed) };
                }
            }
        }
        Value::Number(number)
    }

    /// The bytes of a scalar.
    pub fn scalar_bytes(&self, value: Value, size: u64, cut: ReasonId) -> Vec<Byte> {
        let size = size as usize;
        match value {
            Value::Number(number) => {
                let bytes = number.to_le_bytes();
                let sign = if number < 0 { 255 } else { 0 };
                (0..size).map(|at| Byte::Number(bytes.get(at).copied().unwrap_or(sign))).collect()
            }
            Value::Reference(reference) if size as u64 == self.word => {
                (0..size).map(|at| Byte::Piece(reference, at as u8)).collect()
            }
            Value::Reference(_) => vec![Byte::Unknown(cut); size],
            Value::Unknown(reason) => vec![Byte::Unknown(reason); size],
            Value::Unset => vec![Byte::Unset; size],
        }
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
        Byte::Unset | Byte::Piece(..) => (0, 0, None),
    }
}

/// The value of a bit-field in the bytes that it touches.
pub(super) fn field(bytes: &[Byte], bits: Bits, ty: IntegerType) -> Value {
    let mask = ((1i128 << bits.width) - 1) << bits.first;
    let mut number = 0i128;
    for (place, byte) in bytes.iter().enumerate().take(16) {
        let (known, value, rest) = bits_of(*byte);
        if (mask >> (8 * place)) as u8 & !known != 0 {
            return rest.map_or(Value::Unset, Value::Unknown);
        }
        number |= i128::from(value) << (8 * place);
    }
    let ty = IntegerType { width: bits.width as u8, signed: ty.signed };
    Value::Number(ty.truncate((number & mask) >> bits.first))
}

/// Puts a value into a bit-field; nothing is known of one that is no number.
pub(super) fn set_field(bytes: &mut [Byte], bits: Bits, value: Value) {
    let mask = ((1i128 << bits.width) - 1) << bits.first;
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
