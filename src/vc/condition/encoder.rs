//! What is the same for a whole function: terms, the blocks of objects, inputs.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use im::OrdMap;

use crate::guarded::graph::{BlockId, Command, Fact, Frame, FrameId, Guarded};
use focuscheck_base::arith::IntegerType;
use focuscheck_base::doubt::Unmodelled;
use focuscheck_base::source::Span;
use focuscheck_check::tree::{self, ObjectId};
use focuscheck_check::types::Type;
use focuscheck_ir::program::graph::{Action, Graph};
use focuscheck_smt::term::{FormulaId, MapId, Range, TermId, Terms, VariableId};

use super::escape::in_memory;
use super::state::{Applied, Cell, Ideal, Neighbours, Sort, State, Value};

/// Blocks below this number exist before the function begins.
pub const FIRST_OWN: i128 = 1_000_000;

/// Most bytes of a block.
const MOST_BYTES: i128 = 1 << 40;

/// Offsets of pointers lie in this range.
const OFFSETS: Range = (-(1 << 40), 1 << 40);

/// Where a value of a model goes to in a run.
#[derive(Clone, Debug)]
pub struct Input {
    /// The variable.
    pub variable: VariableId,
    /// What it is the value of.
    pub origin: Origin,
    /// The block of guarded commands that asks for it; `None`: the entry.
    pub block: Option<BlockId>,
    /// The text that asks for it.
    pub at: Span,
    /// Whether it is the second part of a pointer, which says where in its block it points.
    pub is_offset: bool,
}

/// What an unknown is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A value that a call or `*` gives, at this place.
    Read(Span),
    /// What a function without body returns, at this call.
    Returned(Span, tree::FunctionId),
    /// Whether an allocation at this place fails: 1 or 0.
    Allocated(Span),
    /// An object that is declared without a value.
    Declared(ObjectId, Span),
    /// An object after a loop's head, or that a call or other code has changed: no run gives it a value.
    Arbitrary(ObjectId),
    /// What is not modelled.
    Unmodelled,
    /// The result of an operation that is not linear, where arithmetic is ideal.
    Operation,
}

/// What the memory is of which a state says nothing.
#[derive(Clone, Debug)]
enum Epoch {
    /// That at the entry.
    Entry,
    /// Nobody knows.
    Unknown,
    /// That of the epoch whose condition holds.
    Join(Vec<(FormulaId, u32)>),
}

/// A block that was made for an object without a value.
#[derive(Clone, Copy, Debug)]
pub struct Made {
    /// The object.
    pub object: ObjectId,
    /// The number of its block.
    pub number: i128,
    /// Where it is made.
    pub block: Option<BlockId>,
}

/// The translation of one function.
pub struct Encoder<'g> {
    /// The typed program.
    pub tree: &'g tree::Program,
    /// Its graph.
    pub graph: &'g Graph,
    /// The execution of the function, then those of what it calls.
    pub frames: &'g [Frame],
    /// Terms.
    pub terms: Terms,
    /// The blocks of objects that live for the whole run.
    pub fixed: BTreeMap<ObjectId, i128>,
    /// The first so many of them are constants and string literals, which nobody may write.
    pub constants: i128,
    /// Which objects have addresses.
    pub memory: BTreeSet<ObjectId>,
    /// The next block of the function's own.
    next: i128,
    /// Unknowns, in the order of the walk.
    pub inputs: Vec<Input>,
    /// Blocks of objects without a value, in the order of the walk.
    pub made: Vec<Made>,
    /// What was pointed to by pointers that became `void *`, and by those that `void *` became.
    pub untyped: (Vec<Type>, Vec<Type>),
    /// Where a pointer becomes one to objects of another type, so that objects of different types may overlap.
    pub reinterpreted: Option<Span>,
    /// Variables without an address here that were read, and to which other files may make pointers.
    pub apart: BTreeSet<ObjectId>,
    /// The variables that stand for values where ways come together.
    pub joins: BTreeSet<VariableId>,
    /// The block that is walked.
    pub block: Option<BlockId>,
    /// The text that is translated.
    pub at: Span,
    /// What is taken for ideal arithmetic, if it is.
    pub ideal: Option<Ideal>,
    /// What was met that is not modelled, in the block that is walked.
    pub unmodelled: Vec<(Unmodelled, Span)>,
    /// What memory that a state says nothing of is.
    epochs: Vec<Epoch>,
    /// Its maps, as far as somebody asked for them.
    known: BTreeMap<(u32, Sort), MapId>,
    /// The lengths of blocks at the entry.
    pub initial_lengths: MapId,
    /// What is taken for granted.
    pub caution: MemoryModel,
    /// That arithmetic fits its type, where it is not taken for granted.
    pub fitting: Vec<FormulaId>,
    /// The sorts of which a map was asked for.
    pub(super) in_use: BTreeSet<Sort>,
    /// Whether it is asked what has a value.
    pub(super) tracks_values: bool,
    /// Whether it is kept which blocks were allocated.
    pub(super) tracks_heap: bool,
    /// Whether something was taken to have a value because it existed before.
    pub takes_values: bool,
    /// Maps of what has a value, each with one that it has at least the values of.
    pub(super) growing: Vec<(MapId, MapId)>,
    /// What holds of them, as far as they were read.
    pub(super) supposed: Vec<FormulaId>,
    /// Where pointers from outside lead.
    pub(super) alignments: Vec<FormulaId>,
    /// What is known of functions of the logic.
    pub applied: Applied,
    /// The objects whose address is taken anywhere, once that was asked.
    pub(super) taken: Option<Rc<BTreeSet<ObjectId>>>,
    /// Which blocks may lie side by side, as far as it was asked.
    pub(super) neighbours: Neighbours,
    /// What signed arithmetic gives that does not fit: by the exact result and the type.
    pub(super) overflowed: BTreeMap<(TermId, IntegerType), TermId>,
}

/// What is taken for granted of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemoryModel {
    /// That signed arithmetic fits, and objects of different scalar types do not overlap.
    Typed,
    /// Nothing: what does not fit is any value, a write of one type may change what other types read.
    Untyped,
    /// Nothing, and what is read of memory through pointers is any value.
    UnknownReads,
}

impl<'g> Encoder<'g> {
    /// Nothing is translated yet.
    pub fn new(tree: &'g tree::Program, graph: &'g Graph, guarded: &'g Guarded<'g>) -> Self {
        let mut encoder = Self::with_memory(tree, graph, &guarded.frames, in_memory(tree, graph));
        encoder.tracks_values = asks_for_values(guarded);
        encoder.tracks_heap = manages_heap(guarded);
        encoder
    }

    /// The same where these objects have addresses, and nobody asks what has a value or was allocated.
    pub fn with_memory(
        tree: &'g tree::Program,
        graph: &'g Graph,
        frames: &'g [Frame],
        memory: BTreeSet<ObjectId>,
    ) -> Self {
        let mut terms = Terms::default();
        let initial_lengths = terms.bounded_map_variable("length", (-1, MOST_BYTES));
        let fixed = graph.objects.iter().enumerate().filter(|(_, object)| object.fixed);
        let fixed = fixed.map(|(number, _)| ObjectId(number as u32)).filter(|object| memory.contains(object));
        let literals: BTreeSet<ObjectId> = graph.literals.iter().map(|(object, _)| *object).collect();
        let keeps = |object: &ObjectId| {
            let named = tree.objects.get(object.index()).is_some_and(tree::Object::is_fixed_value);
            named || literals.contains(object)
        };
        let (first, others): (Vec<ObjectId>, Vec<ObjectId>) = fixed.partition(keeps);
        let constants = first.len() as i128;
        let fixed = first.into_iter().chain(others).zip(1..).collect();
        Encoder {
            tree,
            graph,
            frames,
            terms,
            fixed,
            constants,
            memory,
            next: FIRST_OWN,
            inputs: Vec::new(),
            made: Vec::new(),
            apart: BTreeSet::new(),
            joins: BTreeSet::new(),
            untyped: Default::default(),
            reinterpreted: None,
            block: None,
            at: Span::default(),
            ideal: None,
            unmodelled: Vec::new(),
            epochs: vec![Epoch::Entry],
            known: BTreeMap::new(),
            initial_lengths,
            caution: MemoryModel::Typed,
            fitting: Vec::new(),
            tracks_values: false,
            tracks_heap: false,
            takes_values: false,
            growing: Vec::new(),
            supposed: Vec::new(),
            alignments: Vec::new(),
            in_use: BTreeSet::new(),
            applied: Applied::default(),
            taken: None,
            neighbours: Neighbours::default(),
            overflowed: BTreeMap::new(),
        }
    }

    /// Notes an unknown.
    pub fn input(&mut self, variable: VariableId, origin: Origin) {
        self.inputs.push(Input { variable, origin, block: self.block, at: self.at, is_offset: false });
    }

    /// A block that nothing else is.
    pub fn new_block(&mut self) -> TermId {
        self.next += 1;
        self.terms.integer(self.next - 1)
    }

    /// The block of an object of the function's own in a state.
    pub fn own_block(&self, state: &State, cell: Cell) -> Option<i128> {
        match state.cells.get(&cell) {
            Some(Value::Pointer { block, .. }) => self.terms.as_integer(*block),
            Some(Value::Integer(_)) | None => None,
        }
    }

    /// The state in which the function begins.
    pub fn entry_state(&mut self) -> State {
        let (zero, none) = (self.terms.integer(0), self.terms.integer(-1));
        let mut lengths = self.terms.store(self.initial_lengths, zero, zero, none);
        let mut cells = OrdMap::new();
        for (number, object) in self.graph.objects.iter().enumerate() {
            let id = ObjectId(number as u32);
            if !object.fixed {
                continue;
            }
            let value = match self.fixed.get(&id) {
                Some(&block) => {
                    let block = self.terms.integer(block);
                    if let Some(size) = object.size {
                        let size = self.terms.integer(i128::from(size));
                        lengths = self.terms.store(lengths, block, zero, size);
                    }
                    lengths = self.not_allocated(lengths, block);
                    Some(Value::Pointer { block, offset: zero })
                }
                None => self.unknown(&object.name, &object.ty, Origin::Declared(id, object.span), true),
            };
            if let Some(value) = value {
                cells.insert(Cell::Object(None, id), value);
            }
        }
        State { cells, maps: OrdMap::new(), epoch: 0, lengths, moments: OrdMap::new() }
    }

    /// The memory of a sort.
    pub fn map(&mut self, state: &State, sort: Sort) -> MapId {
        match state.maps.get(&sort) {
            Some(&map) => map,
            None => self.map_of(state.epoch, sort),
        }
    }

    fn map_of(&mut self, epoch: u32, sort: Sort) -> MapId {
        if let Some(&map) = self.known.get(&(epoch, sort)) {
            return map;
        }
        let map = match self.epochs[epoch as usize].clone() {
            Epoch::Entry => {
                let range = match sort {
                    Sort::Integer(ty) | Sort::Bits(ty) => (ty.min(), ty.max()),
                    Sort::Block => (self.first_function(), FIRST_OWN - 1),
                    Sort::Offset => OFFSETS,
                    // What existed before has values, which is said.
                    Sort::HasValue => (1, 1),
                };
                self.terms.bounded_map_variable(sort_name(sort), range)
            }
            Epoch::Unknown => self.unknown_map(sort),
            Epoch::Join(cases) => {
                let maps = cases.into_iter().map(|(condition, epoch)| (condition, self.map_of(epoch, sort)));
                let maps = maps.collect();
                self.terms.choice(maps)
            }
        };
        self.known.insert((epoch, sort), map);
        self.in_use.insert(sort);
        map
    }

    /// The sorts of which a map was asked for so far.
    pub fn sorts_in_use(&self) -> Vec<Sort> {
        self.in_use.iter().copied().collect()
    }

    /// An epoch of which nothing is known.
    pub fn unknown_epoch(&mut self) -> u32 {
        self.epochs.push(Epoch::Unknown);
        self.epochs.len() as u32 - 1
    }

    /// The epoch of the condition that holds.
    pub fn joined_epoch(&mut self, cases: Vec<(FormulaId, u32)>) -> u32 {
        match cases.first() {
            Some(&(_, first)) if cases.iter().all(|&(_, epoch)| epoch == first) => first,
            _ => {
                self.epochs.push(Epoch::Join(cases));
                self.epochs.len() as u32 - 1
            }
        }
    }

    /// The smallest block that stands for a function: that of function `n` is `-1 - n`.
    fn first_function(&self) -> i128 {
        -(self.tree.functions.len() as i128)
    }

    /// Whether memory is read or written.
    pub fn uses_memory(&self) -> bool {
        !self.known.is_empty()
    }

    /// The memory at the entry, as far as somebody asked for it.
    pub fn initial(&self) -> impl Iterator<Item = (Sort, MapId)> + '_ {
        self.known.iter().filter(|((epoch, _), _)| *epoch == 0).map(|((_, sort), map)| (*sort, *map))
    }

    /// The memory of a sort at the entry, if somebody asked for it.
    pub(super) fn entry_map(&self, sort: Sort) -> Option<MapId> {
        self.known.get(&(0, sort)).copied()
    }

    /// A memory of a sort of which nothing is known.
    pub fn unknown_map(&mut self, sort: Sort) -> MapId {
        let range = match sort {
            Sort::Integer(ty) | Sort::Bits(ty) => (ty.min(), ty.max()),
            Sort::Block => (self.first_function(), 1 << 31),
            Sort::Offset => OFFSETS,
            Sort::HasValue => (0, 1),
        };
        self.terms.bounded_map_variable(sort_name(sort), range)
    }

    /// An unknown scalar of a type; nothing for what is no scalar that is modelled. `before` says that it existed before
    /// the function began, so that it points to no block of the function's own.
    pub fn unknown(&mut self, name: &str, ty: &Type, origin: Origin, before: bool) -> Option<Value> {
        match ty {
            Type::Integer(ty) => Some(Value::Integer(self.unknown_integer(name, *ty, origin))),
            Type::Pointer(..) => {
                let most = if before { FIRST_OWN - 1 } else { 1 << 31 };
                let range = match (self.caution, ty.is_function_pointer()) {
                    (MemoryModel::Typed, true) => (self.first_function(), 0),
                    (MemoryModel::Typed, false) => (0, most),
                    (MemoryModel::Untyped | MemoryModel::UnknownReads, _) => (self.first_function(), most),
                };
                let block = self.terms.variable(name, Some(range));
                let offset = self.terms.variable(name, Some(OFFSETS));
                for (variable, is_offset) in [(block, false), (offset, true)] {
                    let origin = origin.clone();
                    self.inputs.push(Input { variable, origin, block: self.block, at: self.at, is_offset });
                }
                let block = self.terms.variable_term(block);
                let offset = self.terms.variable_term(offset);
                // What is declared without a value may hold anything.
                if before || !matches!(origin, Origin::Declared(..)) {
                    self.aligned(offset, ty);
                }
                Some(Value::Pointer { block, offset })
            }
            Type::Void
            | Type::Float(_)
            | Type::Array(..)
            | Type::VariableArray(_)
            | Type::Record(_)
            | Type::Function(_)
            | Type::Opaque(_) => None,
        }
    }

    /// An unknown integer of a type.
    pub fn unknown_integer(&mut self, name: &str, ty: IntegerType, origin: Origin) -> TermId {
        let variable = self.terms.variable(name, Some((ty.min(), ty.max())));
        self.input(variable, origin);
        self.terms.variable_term(variable)
    }

    /// The value of something that is not modelled.
    pub fn not_modelled(&mut self, what: impl Into<Unmodelled>, ty: &Type, span: Span) -> Value {
        self.unmodelled.push((what.into(), span));
        // Where something is bound around, there may be another value for each of its values.
        if !self.applied.bound.is_empty() {
            return match ty {
                Type::Integer(ty) => {
                    let range = (IntegerType::min(*ty), IntegerType::max(*ty));
                    Value::Integer(self.any_integer("?", Some(range)))
                }
                Type::Pointer(..) => {
                    let range = (self.first_function(), 1 << 31);
                    let block = self.any_integer("?", Some(range));
                    Value::Pointer { block, offset: self.any_integer("?", Some(OFFSETS)) }
                }
                Type::Void
                | Type::Float(_)
                | Type::Array(..)
                | Type::VariableArray(_)
                | Type::Record(_)
                | Type::Function(_)
                | Type::Opaque(_) => Value::Integer(self.any_integer("?", None)),
            };
        }
        match self.unknown("?", ty, Origin::Unmodelled, false) {
            Some(value) => value,
            None => {
                let variable = self.terms.variable("?", None);
                Value::Integer(self.terms.variable_term(variable))
            }
        }
    }

    /// The cell of an object in an execution.
    pub fn cell(&self, frame: FrameId, object: ObjectId) -> Cell {
        let fixed = self.graph.objects[object.index()].fixed;
        Cell::Object((!fixed).then_some(frame), object)
    }

    /// The length of a block in a state.
    pub fn length(&mut self, state: &State, block: TermId) -> TermId {
        let zero = self.terms.integer(0);
        self.terms.select(state.lengths, block, zero)
    }

    /// Null.
    pub fn null(&mut self) -> Value {
        let zero = self.terms.integer(0);
        Value::Pointer { block: zero, offset: zero }
    }

    /// The size of a type in bytes.
    pub fn size(&self, ty: &Type) -> Option<u64> {
        self.tree.types.layout(ty).map(|(size, _)| size)
    }
}

/// Whether objects are allocated or freed anywhere.
fn manages_heap(guarded: &Guarded<'_>) -> bool {
    let mut commands = guarded.blocks.iter().flat_map(|block| &block.commands);
    commands.any(|command| match command {
        Command::Run { action: Action::Library { function, .. }, .. } => function.manages_heap(),
        Command::ForgetLives => true,
        Command::Run { .. }
        | Command::Assume(..)
        | Command::Assert(..)
        | Command::Remember(..)
        | Command::Bind { .. }
        | Command::Leave { .. }
        | Command::AnyResult(..)
        | Command::Forget(..)
        | Command::ForgetOne(_)
        | Command::ForgetAll
        | Command::End(..)
        | Command::Havoc { .. }
        | Command::Cut(_) => false,
    })
}

/// Whether it is asked anywhere whether something has a value.
fn asks_for_values(guarded: &Guarded<'_>) -> bool {
    let commands = guarded.blocks.iter().flat_map(|block| &block.commands);
    commands.into_iter().any(|command| matches!(command, Command::Assert(_, Fact::HasValue(..), _)))
}

fn sort_name(sort: Sort) -> &'static str {
    match sort {
        Sort::Integer(_) => "memory",
        Sort::Bits(_) => "bits",
        Sort::Block => "blocks",
        Sort::Offset => "offsets",
        Sort::HasValue => "known",
    }
}
