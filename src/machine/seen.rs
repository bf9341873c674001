//! What somebody who watches a run is told of its memory: which calls are open, and what blocks hold.

use std::collections::BTreeSet;

use focuscheck_base::arith::IntegerType;
use focuscheck_base::limit::spend;
use focuscheck_base::source::Span;
use focuscheck_check::tree::{FunctionId, ObjectId};
use focuscheck_ir::program::graph::{Bits, NodeId, ProcedureId};

use super::memory::{field, touched};
use super::run::{End, Machine};
use super::store::Byte;
use super::value::{BlockId, ReasonId, Reference, Value};

/// A node that was run, or at which the run has ended.
#[derive(Clone, Copy, Debug)]
pub struct Passed {
    /// The node.
    pub node: NodeId,
    /// How many calls were open before it besides that of the function that is started; `None` before that is called.
    pub depth: Option<u32>,
}

/// A call that is open.
#[derive(Clone, Debug)]
pub struct OpenCall {
    /// What was called.
    pub procedure: ProcedureId,
    /// The call; `None` of the function that is started.
    pub call: Option<NodeId>,
    /// Its objects that are in scope, in the order in which they are declared.
    pub objects: Vec<(ObjectId, BlockId)>,
}

/// What is known of a block besides what it holds.
#[derive(Clone, Copy, Debug)]
pub struct BlockSeen {
    /// Its size in bytes; `None` if that is not known.
    pub size: Option<u64>,
    /// Whether its life has not ended.
    pub alive: bool,
    /// Whether it was allocated.
    pub heap: bool,
    /// Where, if it can be freed.
    pub made: Option<Span>,
}

/// What a scalar in memory is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// It has no value yet.
    Unset,
    /// A number.
    Number(i128),
    /// A pointer to so many bytes behind the start of a block; it may lie outside.
    Block(BlockId, i128),
    /// A pointer to a function.
    Function(FunctionId),
    /// The text of an argument of the command line.
    Argument(u64),
    /// Its value is not known.
    Unknown,
    /// It lies outside of its block.
    Outside,
}

impl Machine<'_> {
    /// Runs the program to its end; the observer is told of each node when it has been run.
    pub fn run_observed(&mut self, observer: &mut dyn FnMut(Passed, &Machine<'_>)) -> End {
        let Some(start) = self.graph.start else { return End::Finished };
        self.push_frame(start, None);
        self.written = Some(Vec::new());
        for _ in 0..self.limits.steps {
            let depth = (self.frames.len() as u32).checked_sub(2);
            let passed = Passed { node: self.node, depth };
            let done = self.step();
            observer(passed, self);
            self.written.iter_mut().for_each(Vec::clear);
            if let Err(end) = done {
                return end;
            }
        }
        End::Limit
    }

    /// The bytes that the node has written that the observer is told of: a block with the first byte, in order.
    pub fn written(&self) -> impl Iterator<Item = (BlockId, u64)> + '_ {
        let written = self.written.iter().flatten();
        written.filter_map(|written| Some((written.block, u64::try_from(written.first / 8).ok()?)))
    }

    /// The calls that are open, that of the function that was started first.
    pub fn calls(&self, passed: Passed) -> Vec<OpenCall> {
        spend(1 + self.graph.scopes.len() / 8 * self.frames.len());
        let same = passed.depth.is_some_and(|depth| depth as usize + 2 == self.frames.len());
        let mut node = if same { passed.node } else { self.node };
        let mut found = Vec::new();
        for frame in self.frames.iter().skip(1).rev() {
            let left = self.graph.scopes.iter().filter(|scope| !scope.contains(node));
            let left: BTreeSet<ObjectId> = left.flat_map(|scope| scope.objects.iter().copied()).collect();
            let is_seen =
                |object: &ObjectId| !left.contains(object) && !self.graph.of_library.contains(object);
            let objects = frame.objects.iter().filter(|(object, _)| is_seen(object));
            found.push(OpenCall {
                procedure: frame.procedure,
                call: frame.call(),
                objects: objects.map(|(object, block)| (*object, *block)).collect(),
            });
            node = frame.call().unwrap_or(node);
        }
        found.reverse();
        if let Some(first) = found.first_mut() {
            first.call = None;
        }
        found
    }

    /// The objects that live for the whole run.
    pub fn fixed_objects(&self) -> impl Iterator<Item = (ObjectId, BlockId)> + '_ {
        self.fixed.iter().map(|(object, block)| (*object, *block))
    }

    /// The blocks that were allocated and are not freed.
    pub fn allocated(&self) -> Vec<BlockId> {
        self.memory.blocks_where(|block| block.heap && block.alive && block.made.is_some())
    }

    /// How many blocks were allocated at the place of a block before it, and with it.
    pub fn ordinal(&self, id: BlockId) -> u32 {
        let made = self.memory.block(id).made;
        self.memory.blocks_where(|block| block.made == made).iter().filter(|other| **other <= id).count()
            as u32
    }

    /// What is known of a block.
    pub fn block_seen(&self, id: BlockId) -> BlockSeen {
        let block = self.memory.block(id);
        BlockSeen { size: block.size, alive: block.alive, heap: block.heap, made: block.made }
    }

    /// The pointers that a block holds: where each lies, to which block it leads, and how many bytes behind its start.
    pub fn pointers(&self, id: BlockId) -> Vec<(u64, BlockId, i128)> {
        self.memory.pointers(id)
    }

    /// An integer, a pointer or the bits of a floating-point number in a block.
    pub fn scalar_seen(&self, id: BlockId, at: u64, size: u64) -> Seen {
        if !self.has_room(id, at, size) {
            return Seen::Outside;
        }
        let bytes = self.memory.bytes(id, at, size);
        // Why something is not known is not told, so any reason does.
        seen(self.memory.scalar(&bytes, ReasonId(0)))
    }

    /// A bit-field in a block.
    pub fn bits_seen(&self, id: BlockId, at: u64, bits: Bits, ty: IntegerType) -> Seen {
        let size = touched(bits);
        match self.has_room(id, at, size) {
            true => seen(field(&self.memory.bytes(id, at, size), bits, ty)),
            false => Seen::Outside,
        }
    }

    /// Single bytes of a block, as far as it has room.
    pub fn bytes_seen(&self, id: BlockId, at: u64, size: u64) -> Vec<Seen> {
        let length = self.memory.block(id).size.unwrap_or(u64::MAX);
        let bytes = self.memory.bytes(id, at, length.saturating_sub(at).min(size));
        let seen = |byte: &Byte| match byte {
            Byte::Number(number) => Seen::Number(i128::from(*number)),
            Byte::Unset | Byte::Bits { rest: None, .. } => Seen::Unset,
            Byte::Piece { .. } | Byte::Bits { rest: Some(_), .. } | Byte::Unknown(_) => Seen::Unknown,
        };
        bytes.iter().map(seen).collect()
    }

    fn has_room(&self, id: BlockId, at: u64, size: u64) -> bool {
        let end = at.checked_add(size);
        end.is_some_and(|end| self.memory.block(id).size.is_none_or(|length| end <= length))
    }
}

fn seen(value: Value) -> Seen {
    match value {
        Value::Number(number) => Seen::Number(number),
        Value::Reference(Reference::Block(id, offset, _)) => Seen::Block(id, offset),
        Value::Reference(Reference::Function(function)) => Seen::Function(function),
        Value::Reference(Reference::Text(number)) => Seen::Argument(number),
        Value::Unknown(_) => Seen::Unknown,
        Value::Unset => Seen::Unset,
    }
}
