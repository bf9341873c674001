//! Objects that are allocated and freed.
//!
//! An allocation may fail: then it gives null. What is freed lives no longer, and whether a pointer to it equals another one
//! nobody knows. A block that is allocated is another one than all that the function has made before.

use std::collections::BTreeSet;

use crate::guarded::graph::FrameId;
use focuscheck_base::arith::{BinaryOperator, Relation};
use focuscheck_base::source::Span;
use focuscheck_check::logic::tree::Term;
use focuscheck_ir::program::graph::{Action, Expr, Library};
use focuscheck_smt::term::{FormulaId, MapId, Region, TermId};

use super::encoder::{Encoder, FIRST_OWN, Origin};
use super::env::Env;
use super::state::{Cell, Sort, State, Value, WIDE};

impl Encoder<'_> {
    /// What a function does that makes objects, or ends their life; gives its result.
    pub(super) fn manage(
        &mut self,
        state: &mut State,
        frame: FrameId,
        function: &Library,
        arguments: &[Expr],
        span: Span,
    ) -> Option<Value> {
        let values: Vec<Value> =
            arguments.iter().map(|argument| self.value(state, frame, argument)).collect();
        match (function, &values[..]) {
            (Library::Allocate | Library::Open, &[Value::Integer(size)]) => {
                Some(self.allocate(state, size, false, span))
            }
            (Library::AllocateCleared, &[Value::Integer(count), Value::Integer(size)]) => {
                let size = self.exact(BinaryOperator::Multiply, WIDE, count, size);
                Some(self.allocate(state, size, true, span))
            }
            (Library::Free, &[Value::Pointer { block, .. }]) => {
                self.end(state, block);
                None
            }
            (Library::Reallocate, _) => {
                self.unmodelled.push(("call of 'realloc'".into(), span));
                self.forget_lives(state);
                None
            }
            _ => {
                self.unmodelled.push(("allocation with an address for a number".into(), span));
                self.forget_lives(state);
                None
            }
        }
    }

    fn allocate(&mut self, state: &mut State, size: TermId, cleared: bool, span: Span) -> Value {
        let (zero, one) = (self.terms.integer(0), self.terms.integer(1));
        let variable = self.terms.variable("fails", Some((0, 1)));
        self.input(variable, Origin::Allocated(span));
        let fails = self.terms.variable_term(variable);
        let succeeds = self.terms.equal(fails, zero);
        let block = self.new_block();
        let none = self.terms.integer(-1);
        let length = self.terms.conditional(succeeds, size, none);
        state.lengths = self.terms.store(state.lengths, block, zero, length);
        state.lengths = self.terms.store(state.lengths, block, one, one);
        self.set_all_known(state, (block, zero), None, cleared);
        if cleared {
            for sort in self.all_sorts() {
                let zeros = self.terms.bounded_map_variable("zero", (0, 0));
                let scale = if matches!(sort, Sort::Bits(_)) { 8 } else { 1 };
                let end = self.terms.sum(&[(scale, size)], 0);
                self.overwrite_region(state, sort, Region { block, first: zero, end }, zeros);
            }
        }
        Value::Pointer { block: self.terms.conditional(succeeds, block, zero), offset: zero }
    }

    /// The sorts of scalars that the program declares, or accesses by themselves. What else is read of cleared memory is any
    /// value.
    fn all_sorts(&self) -> BTreeSet<Sort> {
        let graph = self.graph;
        let mut sorts: BTreeSet<Sort> =
            self.in_use.iter().copied().filter(|sort| *sort != Sort::HasValue).collect();
        for object in &graph.objects {
            sorts.extend(self.sorts(&object.ty));
        }
        for node in &graph.nodes {
            if let Action::Load { place, .. } | Action::Store { place, .. } = &node.action {
                sorts.extend(self.sorts_of(&place.ty, place.bits));
            }
        }
        sorts
    }

    /// A block was not allocated, where that is kept.
    pub(super) fn not_allocated(&mut self, lengths: MapId, block: TermId) -> MapId {
        if !self.tracks_heap {
            return lengths;
        }
        let (zero, one) = (self.terms.integer(0), self.terms.integer(1));
        self.terms.store(lengths, block, one, zero)
    }

    /// A pointer leads to the start of an object that was allocated and lives. Unknown where that is not kept.
    pub(super) fn is_freeable(&mut self, state: &State, pointer: Value) -> Option<FormulaId> {
        let Value::Pointer { block, offset } = pointer else { return None };
        if !self.tracks_heap {
            return None;
        }
        let (zero, one) = (self.terms.integer(0), self.terms.integer(1));
        let length = self.length(state, block);
        let lives = self.terms.compare(Relation::LessEqual, zero, length);
        let kept = self.terms.select(state.lengths, block, one);
        let allocated = self.terms.equal(kept, one);
        let starts = self.terms.equal(offset, zero);
        Some(self.terms.and([lives, allocated, starts]))
    }

    /// What `free` asks of its argument.
    pub(super) fn may_be_freed(&mut self, state: &State, frame: FrameId, pointer: &Expr) -> FormulaId {
        let value = self.value(state, frame, pointer);
        let Some(freeable) = self.is_freeable(state, value) else {
            self.unmodelled.push(("free of what is no pointer".into(), pointer.span));
            return self.any_truth("freeable");
        };
        let Value::Pointer { block, .. } = value else { return freeable };
        let zero = self.terms.integer(0);
        let null = self.terms.equal(block, zero);
        self.terms.or([null, freeable])
    }

    /// `\freeable(p)`.
    pub(super) fn freeable(&mut self, env: &mut Env<'_>, pointer: &Term, span: Span) -> FormulaId {
        let pointer = self.term(env, pointer);
        let state = env.state().clone();
        match self.is_freeable(&state, pointer) {
            Some(freeable) => freeable,
            None => self.unknown_formula("\\freeable where nothing is allocated or freed", span),
        }
    }

    /// `\fresh(p, n)`: an object of so many bytes that was allocated since the function began.
    pub(super) fn fresh(&mut self, env: &mut Env<'_>, pointer: &Term, size: &Term, span: Span) -> FormulaId {
        let (pointer, size) = (self.term(env, pointer), self.integer_term(env, size));
        let state = env.state().clone();
        let (Some(freeable), Value::Pointer { block, .. }) = (self.is_freeable(&state, pointer), pointer)
        else {
            return self.unknown_formula("\\fresh where nothing is allocated or freed", span);
        };
        let first = self.terms.integer(FIRST_OWN);
        let own = self.terms.compare(Relation::LessEqual, first, block);
        let length = self.length(&state, block);
        let whole = self.terms.equal(length, size);
        self.terms.and([freeable, own, whole])
    }

    /// Whether a pointer leads to an object whose life has ended since the function began; nothing where none is freed.
    pub(super) fn is_dangling(&mut self, state: &State, value: Value) -> Option<FormulaId> {
        let Value::Pointer { block, .. } = value else { return None };
        if !self.tracks_heap {
            return None;
        }
        let zero = self.terms.integer(0);
        let length = self.length(state, block);
        let ended = self.terms.compare(Relation::Less, length, zero);
        let first = self.terms.integer(FIRST_OWN);
        let own = self.terms.compare(Relation::LessEqual, first, block);
        let before = self.terms.select(self.initial_lengths, block, zero);
        let lived = self.terms.compare(Relation::LessEqual, zero, before);
        let lived = self.terms.or([own, lived]);
        let null = self.terms.equal(block, zero);
        let other = self.terms.not(null);
        Some(self.terms.and([ended, lived, other]))
    }

    /// All that was allocated may have been freed, and more may have been allocated.
    pub(super) fn forget_lives(&mut self, state: &mut State) {
        if !self.tracks_heap {
            return;
        }
        let before = state.lengths;
        let zero = self.terms.integer(0);
        let mut lengths = self.terms.bounded_map_variable("length", (-1, 1 << 40));
        let none = self.terms.integer(-1);
        lengths = self.terms.store(lengths, zero, zero, none);
        let own = state.cells.iter().filter_map(|(cell, value)| match (cell, value) {
            (Cell::Object(_, object), Value::Pointer { block, .. }) if self.memory.contains(object) => {
                Some(*block)
            }
            _ => None,
        });
        for block in own.collect::<Vec<TermId>>() {
            let length = self.terms.select(before, block, zero);
            lengths = self.terms.store(lengths, block, zero, length);
            lengths = self.not_allocated(lengths, block);
        }
        state.lengths = lengths;
    }
}
