//! What a run leaves behind where the program ends: blocks of the heap that were not freed.
//!
//! A block is reached if a pointer into it lies in an object that lives as long as the program, in one of a call that is still
//! open, or in a block that is reached. An integer that was made of a pointer counts as one, and so does every byte of it. Where a
//! value is not known that may be a pointer, nothing is said to be lost.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use focuscheck_base::limit::spend;
use focuscheck_base::options::CheckKind;
use focuscheck_check::tree::ObjectId;

use super::run::{End, Machine};
use super::value::{BlockId, ReasonId, Reference, Undefined, Value};

/// What pointers lead to.
#[derive(Default)]
struct Reached {
    /// Each block that is reached, with what leads there at first.
    blocks: BTreeMap<BlockId, String>,
    /// Those whose own pointers are not followed yet.
    pending: Vec<BlockId>,
    /// Why some value is not known that may be a pointer.
    hidden: Option<ReasonId>,
}

impl Reached {
    fn block(&mut self, id: BlockId, through: &str) {
        if let Entry::Vacant(place) = self.blocks.entry(id) {
            place.insert(through.to_owned());
            self.pending.push(id);
        }
    }

    fn value(&mut self, value: Value, through: &str) {
        match value {
            Value::Reference(Reference::Block(id, ..)) => self.block(id, through),
            Value::Unknown(reason) => _ = self.hidden.get_or_insert(reason),
            Value::Reference(Reference::Function(_) | Reference::Text(_))
            | Value::Number(_)
            | Value::Unset => {}
        }
    }
}

impl Machine<'_> {
    /// How a run ends that comes to the end of the program: with a block that is left, if that is looked for.
    pub(super) fn ended(&self, end: End) -> End {
        let Some((kind, span)) = self.watched else { return end };
        let left = match kind {
            CheckKind::Memory | CheckKind::Cleanup => self.memory.left(span),
            CheckKind::Bounds
            | CheckKind::Pointer
            | CheckKind::Div
            | CheckKind::Overflow
            | CheckKind::Shift
            | CheckKind::Uninit => return end,
        };
        let Some(first) = left.first() else { return end };
        if kind == CheckKind::Cleanup {
            return End::Undefined { what: Undefined::Left, span };
        }
        let reached = self.reached();
        match (left.iter().all(|block| reached.blocks.contains_key(block)), reached.hidden) {
            (true, _) => End::Kept { through: reached.blocks[first].clone(), span },
            (false, Some(reason)) => End::Unsupported { reason: self.reason(reason).clone(), span },
            (false, None) => End::Undefined { what: Undefined::Lost, span },
        }
    }

    /// The blocks that are not freed and that nothing leads to, a value in use included.
    pub fn lost(&self) -> Vec<BlockId> {
        let mut reached = self.reached();
        let values = self.frames.last().into_iter().flat_map(|frame| frame.values());
        values.for_each(|value| reached.value(value, "a value in use"));
        self.follow(&mut reached);
        let is_lost = |block: &BlockId| !reached.blocks.contains_key(block);
        match reached.hidden {
            Some(_) => Vec::new(),
            None => self.allocated().into_iter().filter(is_lost).collect(),
        }
    }

    fn reached(&self) -> Reached {
        let mut reached = Reached::default();
        let name = |object: usize| self.graph.objects[object].name.as_str();
        for (object, block) in &self.fixed {
            reached.block(*block, name(object.index()));
        }
        let mut node = self.node;
        for frame in self.frames.iter().rev() {
            let left = self.graph.scopes.iter().filter(|scope| !scope.contains(node));
            let left: BTreeSet<ObjectId> = left.flat_map(|scope| scope.objects.iter().copied()).collect();
            let is_gone = |object: &ObjectId| left.contains(object) || self.graph.of_library.contains(object);
            for (object, block) in frame.objects.iter().filter(|(object, _)| !is_gone(object)) {
                reached.block(*block, name(object.index()));
            }
            node = frame.call().unwrap_or(node);
        }
        for block in self.memory.leaked() {
            reached.block(block, "code that is not known");
        }
        self.follow(&mut reached);
        // What the innermost call has computed is not used any more.
        for frame in self.frames.iter().rev().skip(1) {
            frame.values().for_each(|value| reached.value(value, "a value in use"));
        }
        self.follow(&mut reached);
        reached
    }

    /// Follows the pointers in what is reached.
    fn follow(&self, reached: &mut Reached) {
        while let Some(block) = reached.pending.pop() {
            spend(1);
            if let Some(reason) = self.memory.unknown_in(block) {
                reached.hidden.get_or_insert(reason);
            }
            let through = reached.blocks[&block].clone();
            for reference in self.memory.references(block) {
                reached.value(Value::Reference(reference), &through);
            }
        }
    }
}
