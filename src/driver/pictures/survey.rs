//! What there is to draw of a run: which objects lead to which, of which types they are, and which of their parts matter.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use focuscheck_base::limit::spend;
use focuscheck_base::source::Span;
use focuscheck_check::tree::{FunctionId, ObjectId, Storage};
use focuscheck_check::types::{Type, Types};
use focuscheck_ir::program::Original;
use focuscheck_ir::program::graph::{Base, ProcedureId};
use focuscheck_ir::program::visit;
use focuscheck_machine::{BlockId, Machine, OpenCall, Passed};

use super::shape::{Shape, fitness, pointee, repeated};

/// So many calls are drawn from the first one on, and so many of the innermost ones.
const FIRST_CALLS: usize = 1;
const LAST_CALLS: usize = 7;

/// So many variables of one call are drawn, and so many that live for the whole run.
const MOST_VARIABLES: usize = 24;

/// So many objects are drawn that are no variables of calls that are drawn.
const MOST_OBJECTS: usize = 48;

/// So many of the others are counted.
const MOST_COUNTED: usize = 1_000;

/// So many of the bytes of a block that were written or pointed to last matter.
const MOST_MARKS: usize = 64;

/// What is drawn at a moment.
pub struct View {
    /// The calls that are open.
    pub calls: Vec<DrawnCall>,
    /// The variables that live for the whole run.
    pub globals: Vec<BlockId>,
    /// All blocks: variables, what pointers lead to in the order of their distance, and what nothing leads to.
    pub blocks: Vec<BlockId>,
    /// Those of them that nothing leads to.
    pub lost: Vec<BlockId>,
    /// How many further ones there are.
    pub hidden: u32,
}

/// A call that is drawn, or how many are not.
pub enum DrawnCall {
    /// One with the variables that are drawn.
    Drawn { function: Option<FunctionId>, call: Option<Span>, variables: Vec<BlockId>, hidden: u32 },
    /// So many.
    Skipped(u32),
}

/// What is known of the blocks of a run.
pub struct Survey<'a> {
    original: &'a Original,
    /// For each procedure its function.
    functions: BTreeMap<ProcedureId, FunctionId>,
    /// Whether nodes were passed, and the objects that they name.
    passed: Vec<bool>,
    used: BTreeSet<ObjectId>,
    /// The objects that blocks are.
    objects: BTreeMap<BlockId, ObjectId>,
    /// What blocks are taken for that are no objects with types of their own.
    types: BTreeMap<BlockId, ((u8, bool, u64), Type)>,
    /// The bytes of blocks that matter, the last ones most.
    marks: BTreeMap<BlockId, VecDeque<u64>>,
}

impl<'a> Survey<'a> {
    pub fn new(original: &'a Original) -> Self {
        let graph = original.graph();
        let functions = (0..).map(FunctionId).zip(&graph.bodies);
        Survey {
            original,
            functions: functions.filter_map(|(id, procedure)| Some(((*procedure)?, id))).collect(),
            passed: vec![false; graph.nodes.len()],
            used: BTreeSet::new(),
            objects: BTreeMap::new(),
            types: BTreeMap::new(),
            marks: BTreeMap::new(),
        }
    }

    fn known_types(&self) -> &'a Types {
        &self.original.tree().types
    }

    /// Notes what a node of the run writes, and what it names.
    pub fn note(&mut self, passed: Passed, machine: &Machine<'_>) {
        for (block, at) in machine.written() {
            self.mark(block, at);
        }
        if passed.depth.is_none() || std::mem::replace(&mut self.passed[passed.node.index()], true) {
            return;
        }
        visit::places(
            &self.original.graph().nodes[passed.node.index()].action,
            &mut |place| match &place.base {
                Base::Object(object) | Base::Within(object, _) => _ = self.used.insert(*object),
                Base::Pointer(_) | Base::Outside(_) | Base::Unmodelled(_) => {}
            },
        );
    }

    fn mark(&mut self, block: BlockId, at: u64) {
        let marks = self.marks.entry(block).or_default();
        if marks.back() != Some(&at) {
            marks.push_back(at);
        }
        if marks.len() > MOST_MARKS {
            marks.pop_front();
        }
    }

    /// Looks at a moment that is drawn: of which types blocks are, and where pointers lead.
    pub fn look(&mut self, passed: Passed, machine: &Machine<'_>) {
        if self.objects.is_empty() {
            self.objects.extend(machine.fixed_objects().map(|(object, block)| (block, object)));
        }
        for (object, block) in machine.calls(passed).into_iter().flat_map(|call| call.objects) {
            self.objects.insert(block, object);
        }
        for block in self.view(passed, machine).blocks {
            let Some(ty) = self.ty(block, machine) else { continue };
            for (at, to, offset) in machine.pointers(block) {
                spend(1);
                let Ok(offset) = u64::try_from(offset) else { continue };
                self.mark(to, offset);
                if let Some(pointee) = pointee(self.known_types(), &ty, at) {
                    self.take(to, offset, &pointee, machine);
                }
            }
        }
    }

    /// A pointer to things of a type leads so far into a block.
    fn take(&mut self, block: BlockId, offset: u64, ty: &Type, machine: &Machine<'_>) {
        if self.objects.contains_key(&block) {
            return;
        }
        let room = machine.block_seen(block).size.unwrap_or(0);
        let Some(fitness) = fitness(self.known_types(), ty, room) else { return };
        let is_start = offset.is_multiple_of(fitness.2);
        if is_start && self.types.get(&block).is_none_or(|(known, _)| *known < fitness) {
            self.types.insert(block, (fitness, ty.clone()));
        }
    }

    /// The object that a block is.
    pub fn object(&self, block: BlockId) -> Option<ObjectId> {
        self.objects.get(&block).copied()
    }

    fn ty(&self, block: BlockId, machine: &Machine<'_>) -> Option<Type> {
        match self.object(block) {
            Some(object) => Some(self.original.graph().objects[object.index()].ty.clone()),
            None => {
                let (_, ty) = self.types.get(&block)?;
                Some(repeated(self.known_types(), ty, machine.block_seen(block).size.unwrap_or(0)))
            }
        }
    }

    /// How a block is drawn.
    pub fn shape(&self, block: BlockId, machine: &Machine<'_>) -> Shape {
        let types = self.known_types();
        let ty = self.ty(block, machine).unwrap_or(Type::Void);
        let size = machine.block_seen(block).size;
        let size = size.or_else(|| types.layout(&ty).map(|(size, _)| size)).unwrap_or(0);
        let marks: Vec<u64> = self.marks.get(&block).into_iter().flatten().copied().collect();
        Shape::of(types, &ty, size, &marks)
    }

    /// What is drawn at a moment.
    pub fn view(&self, passed: Passed, machine: &Machine<'_>) -> View {
        let open = machine.calls(passed);
        let mut blocks = Vec::new();
        let calls = self.calls(&open, &mut blocks);
        let is_used = |object: &ObjectId| self.used.contains(object) && self.is_variable(*object);
        let fixed = machine.fixed_objects().filter(|(object, _)| is_used(object));
        let globals: Vec<BlockId> = fixed.map(|(_, block)| block).take(MOST_VARIABLES).collect();
        blocks.extend(globals.iter().copied());
        let mut known: BTreeSet<BlockId> = blocks.iter().copied().collect();
        let most = blocks.len() + MOST_OBJECTS;
        let mut next = 0;
        while next < blocks.len() && blocks.len() < most + MOST_COUNTED {
            let leads = machine.pointers(blocks[next]);
            blocks.extend(leads.into_iter().map(|(_, to, _)| to).filter(|to| known.insert(*to)));
            next += 1;
        }
        blocks.extend(machine.allocated().into_iter().filter(|block| known.insert(*block)));
        let hidden = blocks.len().saturating_sub(most).min(MOST_COUNTED) as u32;
        blocks.truncate(most);
        View { calls, globals, blocks, lost: machine.lost(), hidden }
    }

    fn calls(&self, open: &[OpenCall], blocks: &mut Vec<BlockId>) -> Vec<DrawnCall> {
        let skipped = FIRST_CALLS..open.len().saturating_sub(LAST_CALLS).max(FIRST_CALLS);
        let mut calls = Vec::new();
        for (number, call) in open.iter().enumerate() {
            if skipped.contains(&number) {
                if number == skipped.start {
                    calls.push(DrawnCall::Skipped(skipped.len() as u32));
                }
                continue;
            }
            let mut variables: Vec<BlockId> = Vec::new();
            let own = call.objects.iter().filter(|(object, _)| self.is_variable(*object));
            variables.extend(own.map(|(_, block)| *block));
            let hidden = variables.len().saturating_sub(MOST_VARIABLES) as u32;
            variables.truncate(MOST_VARIABLES);
            blocks.extend(variables.iter().copied());
            let span = call.call.map(|node| self.original.graph().nodes[node.index()].span);
            let function = self.functions.get(&call.procedure).copied();
            calls.push(DrawnCall::Drawn { function, call: span, variables, hidden });
        }
        calls
    }

    /// Whether an object is one that the source gives a name.
    fn is_variable(&self, object: ObjectId) -> bool {
        let declared = self.original.tree().objects.get(object.index());
        declared.is_some_and(|declared| !declared.name.is_empty() && declared.storage != Storage::Result)
    }
}
