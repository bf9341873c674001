//! A function in a state to start from.

use std::collections::BTreeMap;

use focuscheck_check::tree::{FunctionId, ObjectId};
use focuscheck_ir::program::graph::{Action, Bits, Callee, ProcedureId};

use super::library::LARGEST;
use super::memory::{MOST_BYTES, set_field, touched};
use super::run::{End, Machine};
use super::store::Byte;
use super::value::{BlockId, Reference, Value};

/// The state in which a function starts. What it does not say is zero, of pointers null. Of the function at which the
/// program starts static objects have their first values instead, and its parameters what they get at the start.
#[derive(Clone, Debug, Default)]
pub struct Beginning {
    /// What static objects hold.
    pub statics: BTreeMap<ObjectId, Vec<Scalar>>,
    /// Blocks that nothing else is.
    pub blocks: Vec<GivenBlock>,
    /// What the parameters hold, in order: a scalar at offset 0, or those of a structure.
    pub parameters: Vec<Vec<Scalar>>,
}

/// A block that is there when a function starts.
#[derive(Clone, Debug)]
pub struct GivenBlock {
    /// Its size in bytes.
    pub size: u64,
    /// Whether it was allocated.
    pub heap: bool,
    /// Whether its life has ended: pointers to it dangle.
    pub ended: bool,
    /// What it holds.
    pub scalars: Vec<Scalar>,
}

/// A scalar in an object.
#[derive(Clone, Debug)]
pub struct Scalar {
    /// How many bytes it lies behind the start of the object; of a bit-field the byte from which its bits are counted.
    pub offset: u64,
    /// What is there.
    pub content: Content,
}

/// What a scalar is.
#[derive(Clone, Debug)]
pub enum Content {
    /// An integer of so many bytes.
    Integer {
        /// Its value.
        value: i128,
        /// Its size.
        size: u64,
    },
    /// A bit-field.
    Bits {
        /// Its value.
        value: i128,
        /// Its bits.
        bits: Bits,
    },
    /// A pointer.
    Pointer(Target),
    /// So many bytes that have no value.
    Unset(u64),
}

/// What a pointer points to; offsets are in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// Nothing.
    Null,
    /// One of [`Beginning::blocks`].
    Block(usize, i128),
    /// A static object.
    Static(ObjectId, i128),
    /// A function.
    Function(FunctionId),
}

/// Why a function cannot start in a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoBeginning {
    /// A block or scalar has more bytes than the machine allocates.
    TooLarge(u64),
    /// A scalar does not lie in its object.
    Outside,
    /// A block, static object or parameter that there is not.
    Missing,
    /// What runs before the function does not get to it.
    NotReached(End),
}

impl Machine<'_> {
    /// Puts a state into memory and a procedure at its entry. This is done once, before anything is run. Static objects that
    /// are `constant` have their first values.
    pub fn begin(
        &mut self,
        procedure: ProcedureId,
        beginning: &Beginning,
        constant: &dyn Fn(ObjectId) -> bool,
    ) -> Result<(), NoBeginning> {
        let mut blocks = Vec::with_capacity(beginning.blocks.len());
        for block in &beginning.blocks {
            if i128::from(block.size) > LARGEST {
                return Err(NoBeginning::TooLarge(block.size));
            }
            let id = self.memory.allocate(Some(block.size), Byte::Number(0));
            self.memory.block_mut(id).heap = block.heap;
            blocks.push(id);
        }
        for (&id, block) in blocks.iter().zip(&beginning.blocks) {
            self.set_scalars(id, &block.scalars, &blocks)?;
            if block.ended {
                self.memory.end(id);
            }
        }
        let starts = self.starts_at(procedure);
        if starts {
            self.run_up_to(procedure)?;
        } else {
            self.initialise(constant)?;
            self.push_frame(procedure, None);
        }
        let fixed = self.fixed.iter().filter(|(object, _)| constant(**object)).map(|(_, block)| *block);
        let fixed: Vec<BlockId> = fixed.collect();
        fixed.into_iter().for_each(|block| self.memory.block_mut(block).literal = true);
        for (object, scalars) in &beginning.statics {
            let &block = self.fixed.get(object).ok_or(NoBeginning::Missing)?;
            self.set_scalars(block, scalars, &blocks)?;
        }
        let parameters = &self.graph.procedures[procedure.index()].parameters;
        if beginning.parameters.len() > parameters.len() {
            return Err(NoBeginning::Missing);
        }
        for (number, &object) in parameters.iter().enumerate() {
            let block = self.block_of(object);
            if !starts {
                self.memory.flood(block, Byte::Number(0));
            }
            if let Some(scalars) = beginning.parameters.get(number) {
                self.set_scalars(block, scalars, &blocks)?;
            }
        }
        Ok(())
    }

    /// Whether the program starts at a procedure.
    fn starts_at(&self, procedure: ProcedureId) -> bool {
        let graph = self.graph;
        let calls = |action: &Action| match action {
            Action::Call { callee: Callee::Procedure(called), .. } => *called == procedure,
            _ => false,
        };
        // Constructors are called before.
        let nodes = graph.start.into_iter().flat_map(|start| graph.nodes_of(start));
        let called = nodes.filter(|node| matches!(graph.nodes[node.index()].action, Action::Call { .. }));
        called.last().is_some_and(|node| calls(&graph.nodes[node.index()].action))
    }

    /// Gives static objects that are `constant` their first values; the others are zero.
    fn initialise(&mut self, constant: &dyn Fn(ObjectId) -> bool) -> Result<(), NoBeginning> {
        let Some(start) = self.graph.statics else { return Ok(()) };
        if !self.fixed.keys().any(|object| constant(*object)) {
            return Ok(());
        }
        self.push_frame(start, None);
        for _ in 0..self.limits.steps {
            let node = self.node();
            if matches!(node.action, Action::Call { .. } | Action::Exit | Action::Cut(_)) {
                break;
            }
            self.step().map_err(NoBeginning::NotReached)?;
        }
        self.frames.pop();
        let others: Vec<BlockId> =
            self.fixed.iter().filter(|(object, _)| !constant(**object)).map(|(_, block)| *block).collect();
        others.into_iter().for_each(|block| self.memory.flood(block, Byte::Number(0)));
        Ok(())
    }

    /// Runs what comes before a procedure at which the program starts.
    fn run_up_to(&mut self, procedure: ProcedureId) -> Result<(), NoBeginning> {
        let Some(start) = self.graph.start else { return Err(NoBeginning::NotReached(End::Finished)) };
        self.push_frame(start, None);
        let mut steps = 0;
        while self.frames.len() != 2 || self.frames[1].procedure != procedure {
            if steps >= self.limits.steps {
                return Err(NoBeginning::NotReached(End::Limit));
            }
            steps += 1;
            self.step().map_err(NoBeginning::NotReached)?;
        }
        Ok(())
    }

    fn set_scalars(
        &mut self,
        block: BlockId,
        scalars: &[Scalar],
        blocks: &[BlockId],
    ) -> Result<(), NoBeginning> {
        for scalar in scalars {
            let size = match &scalar.content {
                Content::Integer { size, .. } | Content::Unset(size) => *size,
                Content::Bits { bits, .. } => touched(*bits),
                Content::Pointer(_) => self.memory.word,
            };
            let end = scalar.offset.checked_add(size).ok_or(NoBeginning::Outside)?;
            if self.memory.block(block).size.is_none_or(|whole| end > whole) {
                return Err(NoBeginning::Outside);
            }
            if size > MOST_BYTES {
                return Err(NoBeginning::TooLarge(size));
            }
            let cut = self.because("part of an address");
            let bytes = match &scalar.content {
                Content::Integer { value, size } => {
                    self.memory.scalar_bytes(Value::Number(*value), *size, cut)
                }
                Content::Bits { value, bits } => {
                    let mut bytes = self.memory.bytes(block, scalar.offset, size);
                    set_field(&mut bytes, *bits, Value::Number(*value));
                    bytes
                }
                Content::Pointer(target) => {
                    let value = self.target(*target, blocks)?;
                    self.memory.scalar_bytes(value, size, cut)
                }
                Content::Unset(size) => self.memory.scalar_bytes(Value::Unset, *size, cut),
            };
            self.memory.set_bytes(block, scalar.offset, &bytes);
        }
        Ok(())
    }

    fn target(&self, target: Target, blocks: &[BlockId]) -> Result<Value, NoBeginning> {
        let (block, offset) = match target {
            Target::Null => return Ok(Value::Number(0)),
            Target::Function(id) => return Ok(Value::Reference(Reference::Function(id))),
            Target::Block(number, offset) => (blocks.get(number), offset),
            Target::Static(object, offset) => (self.fixed.get(&object), offset),
        };
        let &block = block.ok_or(NoBeginning::Missing)?;
        Ok(Value::Reference(Reference::Block(block, offset, None)))
    }
}
