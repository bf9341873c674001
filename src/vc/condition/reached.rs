//! What code that nobody knows may change, and where pointers from outside may lead.

use std::collections::BTreeSet;
use std::rc::Rc;

use focuscheck_check::tree::ObjectId;
use focuscheck_check::types::Type;
use focuscheck_ir::program::addresses::{Addressed, addresses};
use focuscheck_smt::term::{Region, TermId};

use super::encoder::{Encoder, MemoryModel};
use super::state::{Cell, Sort, State, Value};

/// Of more constants than this the values are not kept.
const MOST_CONSTANTS: usize = 16;

impl Encoder<'_> {
    /// A pointer from outside leads to a place where an object of its type may be: that it is one to something misaligned is
    /// undefined where it is made (C11 6.3.2.3p7).
    pub(super) fn aligned(&mut self, offset: TermId, ty: &Type) {
        let Type::Pointer(to, _) = ty else { return };
        let alignment = self.tree.types.layout(to).map_or(1, |(_, alignment)| i128::from(alignment));
        if alignment <= 1 || self.caution != MemoryModel::Typed || ty.is_function_pointer() {
            return;
        }
        let number = self.terms.variable("alignment", None);
        let number = self.terms.variable_term(number);
        let multiple = self.terms.sum(&[(alignment, number)], 0);
        let holds = self.terms.equal(offset, multiple);
        self.alignments.push(holds);
    }

    /// Code that nobody knows has run: it has changed what it may reach. Objects of the function's own whose address is
    /// nowhere taken, and constants, keep what they hold.
    pub(super) fn forget_reached(&mut self, state: &mut State) {
        let before = state.clone();
        self.forget_all(state);
        let taken = self.taken();
        let mut kept = Vec::new();
        for (cell, value) in &before.cells {
            if let (Cell::Object(Some(_), object), Value::Pointer { block, .. }) = (cell, value)
                && self.memory.contains(object)
                && !taken.contains(object)
            {
                kept.push((*object, *block));
            }
        }
        let constants = self.fixed.iter().filter(|(_, block)| **block <= self.constants);
        let constants: Vec<(ObjectId, i128)> = constants.map(|(object, block)| (*object, *block)).collect();
        for (object, block) in constants.into_iter().take(MOST_CONSTANTS) {
            kept.push((object, self.terms.integer(block)));
        }
        for (object, block) in kept {
            self.keep(&before, state, object, block);
        }
    }

    /// An object in memory holds what it held before.
    fn keep(&mut self, before: &State, state: &mut State, object: ObjectId, block: TermId) {
        let graph = self.graph;
        let entry = &graph.objects[object.index()];
        let Some(size) = entry.size else { return };
        let first = self.terms.integer(0);
        let mut sorts = self.sorts(&entry.ty);
        if self.tracks_values {
            sorts.push(Sort::HasValue);
        }
        for sort in sorts {
            let bits = matches!(sort, Sort::Bits(_) | Sort::HasValue);
            let end = self.terms.integer(i128::from(size) * if bits { 8 } else { 1 });
            let old = self.map(before, sort);
            self.overwrite_region(state, sort, Region { block, first, end }, old);
        }
    }

    /// The objects whose address is taken anywhere.
    fn taken(&mut self) -> Rc<BTreeSet<ObjectId>> {
        if let Some(taken) = &self.taken {
            return Rc::clone(taken);
        }
        let mut found = BTreeSet::new();
        for node in &self.graph.nodes {
            addresses(&node.action, &mut |addressed| match addressed {
                Addressed::Object(object) => _ = found.insert(object),
                Addressed::Function(_) => {}
            });
        }
        let found = Rc::new(found);
        self.taken = Some(Rc::clone(&found));
        found
    }
}
