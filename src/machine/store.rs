//! What blocks hold: bytes, of which only those are kept that are not like all the others.

use std::collections::BTreeMap;
use std::iter::repeat_n;

use focuscheck_base::index;
use focuscheck_base::limit::spend;

use super::value::ReasonId;

index!(
    /// What a pointer was made of: index into the memory's table of origins.
    OriginId
);

/// One byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Byte {
    /// It has no value yet.
    Unset,
    /// A number.
    Number(u8),
    /// One of a pointer.
    Piece {
        /// What the pointer was made of.
        origin: OriginId,
        /// How many bytes behind that it points.
        offset: i64,
        /// Which of its bytes.
        number: u8,
    },
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

/// How many bytes are kept together.
const CHUNK: usize = 8;

/// Bytes that are kept together; numbers whenever all of them are.
#[derive(Clone)]
enum Chunk {
    Numbers([u8; CHUNK]),
    Others(Box<[Byte; CHUNK]>),
}

impl Chunk {
    fn new(bytes: [Byte; CHUNK]) -> Self {
        let mut numbers = [0; CHUNK];
        for (number, byte) in numbers.iter_mut().zip(&bytes) {
            let Byte::Number(value) = byte else { return Chunk::Others(Box::new(bytes)) };
            *number = *value;
        }
        Chunk::Numbers(numbers)
    }

    fn bytes(&self) -> [Byte; CHUNK] {
        match self {
            Chunk::Numbers(numbers) => numbers.map(Byte::Number),
            Chunk::Others(bytes) => **bytes,
        }
    }
}

/// The bytes of a block, however many.
#[derive(Clone)]
pub(super) struct Store {
    /// What those are that are not kept.
    default: Byte,
    chunks: BTreeMap<u64, Chunk>,
}

impl Store {
    /// Bytes that are all the same.
    pub fn same(byte: Byte) -> Self {
        Store { default: byte, chunks: BTreeMap::new() }
    }

    /// Why a byte is not known, if one is not.
    pub fn unknown(&self) -> Option<ReasonId> {
        let why = |byte: Byte| match byte {
            Byte::Unknown(reason) | Byte::Bits { rest: Some(reason), .. } => Some(reason),
            Byte::Unset | Byte::Number(_) | Byte::Piece { .. } | Byte::Bits { rest: None, .. } => None,
        };
        let kept = || self.chunks.values().flat_map(Chunk::bytes);
        why(self.default).or_else(|| kept().find_map(why))
    }

    /// How much is kept.
    pub fn weight(&self) -> usize {
        self.chunks.len()
    }

    pub fn byte(&self, at: u64) -> Byte {
        let chunk = self.chunks.get(&(at / CHUNK as u64));
        chunk.map_or(self.default, |chunk| chunk.bytes()[at as usize % CHUNK])
    }

    /// So many bytes from one on.
    pub fn read(&self, at: u64, size: u64) -> Vec<Byte> {
        spend(1 + size as usize / CHUNK);
        let mut bytes = Vec::with_capacity(size as usize);
        let mut chunk = at / CHUNK as u64;
        let mut first = at as usize % CHUNK;
        let mut kept = self.chunks.range(chunk..).peekable();
        while (bytes.len() as u64) < size {
            let count = (CHUNK - first).min(size as usize - bytes.len());
            match kept.next_if(|(number, _)| **number == chunk) {
                Some((_, found)) => bytes.extend_from_slice(&found.bytes()[first..first + count]),
                None => bytes.extend(repeat_n(self.default, count)),
            }
            (chunk, first) = (chunk + 1, 0);
        }
        bytes
    }

    /// Replaces the bytes from one on.
    pub fn write(&mut self, at: u64, bytes: &[Byte]) {
        spend(1 + bytes.len() / CHUNK);
        let mut chunk = at / CHUNK as u64;
        let mut first = at as usize % CHUNK;
        let mut rest = bytes;
        while !rest.is_empty() {
            let (now, later) = rest.split_at((CHUNK - first).min(rest.len()));
            let whole = match <[Byte; CHUNK]>::try_from(now) {
                Ok(whole) => whole,
                Err(_) => {
                    let mut whole = self.chunks.get(&chunk).map_or([self.default; CHUNK], Chunk::bytes);
                    whole[first..first + now.len()].copy_from_slice(now);
                    whole
                }
            };
            self.chunks.insert(chunk, Chunk::new(whole));
            (chunk, first, rest) = (chunk + 1, 0, later);
        }
    }

    /// The first bytes of pointers among those that are kept, with where they are.
    pub fn pointers(&self) -> impl Iterator<Item = (u64, OriginId, i64)> + '_ {
        let others = self.chunks.iter().filter_map(|(number, chunk)| match chunk {
            Chunk::Numbers(_) => None,
            Chunk::Others(bytes) => Some((number * CHUNK as u64..).zip(bytes.iter())),
        });
        others.flatten().filter_map(|(at, byte)| match byte {
            Byte::Piece { origin, offset, number: 0 } => Some((at, *origin, *offset)),
            Byte::Piece { .. } | Byte::Unset | Byte::Number(_) | Byte::Bits { .. } | Byte::Unknown(_) => None,
        })
    }
}

/// Bytes on their way from one place to another.
#[derive(Clone)]
pub(super) enum Bytes {
    /// One by one.
    Listed(Vec<Byte>),
    /// So many that they are kept as those of a whole block are.
    Whole(u64, Store),
}

impl Bytes {
    /// So many that are all the same.
    pub fn same(byte: Byte, size: u64) -> Self {
        Bytes::Whole(size, Store::same(byte))
    }

    /// How many.
    pub fn size(&self) -> u64 {
        match self {
            Bytes::Listed(bytes) => bytes.len() as u64,
            Bytes::Whole(size, _) => *size,
        }
    }
}
