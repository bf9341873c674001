//! The machine: frames, and what each node does.

use std::collections::BTreeMap;

use focuscheck_base::doubt::Unmodelled;
use focuscheck_base::limit::spend;
use focuscheck_base::options::CheckKind;
use focuscheck_base::source::Span;
use focuscheck_check::tree::ObjectId;
use focuscheck_check::types::{Type, Types};
use focuscheck_ir::program::graph::{
    Action, Argument, Callee, ErrorId, Expr, ExprKind, Graph, Node, NodeId, Place, ProcedureId, Receiver,
    TemporaryId,
};

use super::given::RunInputs;
use super::memory::Memory;
use super::store::{Byte, Bytes};
use super::value::{BlockId, ReasonId, Reference, Undefined, Value, Written};

/// When to give up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How many nodes may be run.
    pub steps: u64,
    /// How many calls may be open at once.
    pub depth: u32,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The function that was started returned (or there is none).
    Finished,
    /// An error was reached.
    Error(ErrorId),
    /// The path ended silently: `abort`, `exit`, an assumption that does not hold.
    Stopped,
    /// The behaviour is undefined.
    Undefined {
        /// Why.
        what: Undefined,
        /// Where.
        span: Span,
    },
    /// The run hangs on something that is not modelled.
    Unsupported {
        /// What is not modelled.
        reason: Unmodelled,
        /// Where.
        span: Span,
    },
    /// The program has ended, and pointers still lead to all blocks that were looked for and not freed.
    Kept {
        /// What leads to the first one.
        through: String,
        /// Where these are allocated.
        span: Span,
    },
    /// [`Limits`] were reached.
    Limit,
}

/// What a procedure gives back.
pub(super) enum Returned {
    Value(Value),
    Record(Bytes),
}

/// A call that is open.
pub(super) struct Frame {
    pub(super) procedure: ProcedureId,
    pub(super) objects: BTreeMap<ObjectId, BlockId>,
    temporaries: Vec<Value>,
    /// The call to go back to; `None` in the procedure that was started.
    call: Option<NodeId>,
    pub(super) returned: Option<Returned>,
    /// Blocks from this one on were made since it began.
    pub(super) first: BlockId,
}

impl Frame {
    /// The call to go back to.
    pub(super) fn call(&self) -> Option<NodeId> {
        self.call
    }

    /// What its temporaries hold.
    pub(super) fn values(&self) -> impl Iterator<Item = Value> + '_ {
        self.temporaries.iter().copied()
    }
}

/// A program that is being run.
pub struct Machine<'g> {
    pub(super) graph: &'g Graph,
    pub(super) limits: Limits,
    pub(super) memory: Memory,
    /// The blocks of objects that live for the whole run.
    pub(super) fixed: BTreeMap<ObjectId, BlockId>,
    pub(super) command_line: Option<BlockId>,
    /// What the texts of the command line were read as.
    pub(super) texts: BTreeMap<u64, Value>,
    pub(super) frames: Vec<Frame>,
    pub(super) node: NodeId,
    status: Option<Value>,
    pub(super) reasons: Vec<Unmodelled>,
    numbers: BTreeMap<Unmodelled, ReasonId>,
    pub(super) given: RunInputs,
    /// What was written since somebody looked; `None` if nobody wants to know.
    pub(super) written: Option<Vec<Written>>,
    /// Where something is looked for that does not end other runs.
    pub(super) watched: Option<(CheckKind, Span)>,
    /// The types of the program, if a pointer that is misaligned for its type ends a run.
    pub(super) types: Option<&'g Types>,
}

impl<'g> Machine<'g> {
    /// A program before its start, with the values that it gets from outside.
    pub fn new(graph: &'g Graph, given: RunInputs, limits: Limits) -> Self {
        let mut machine = Machine {
            graph,
            limits,
            memory: Memory::new(graph.word),
            fixed: BTreeMap::new(),
            command_line: None,
            texts: BTreeMap::new(),
            frames: Vec::new(),
            node: NodeId(0),
            status: None,
            reasons: Vec::new(),
            numbers: BTreeMap::new(),
            given,
            written: None,
            watched: None,
            types: None,
        };
        for (number, object) in graph.objects.iter().enumerate().filter(|(_, object)| object.fixed) {
            let block = machine.memory.allocate(object.size, Byte::Number(0));
            machine.memory.block_mut(block).volatile = object.volatile;
            machine.fixed.insert(ObjectId(number as u32), block);
        }
        for (object, units) in &graph.literals {
            machine.literal(*object, units);
        }
        machine.command_line = graph.command_line.map(|list| machine.fixed[&list]);
        machine
    }

    fn literal(&mut self, object: ObjectId, units: &[u32]) {
        let Some(&block) = self.fixed.get(&object) else { return };
        let size = self.graph.objects[object.index()].size.unwrap_or(0);
        let each = (size / (units.len() as u64 + 1)).max(1);
        for (number, unit) in units.iter().enumerate() {
            let bytes = unit.to_le_bytes();
            let bytes: Vec<Byte> = bytes.iter().take(each as usize).map(|byte| Byte::Number(*byte)).collect();
            self.memory.set_bytes(block, number as u64 * each, &bytes);
        }
        self.memory.block_mut(block).literal = true;
    }

    /// What the function that was started returned, or `exit` was given, if that is a known number.
    pub fn status(&self) -> Option<i128> {
        match self.status {
            Some(Value::Number(number)) => Some(number),
            Some(Value::Reference(_) | Value::Unknown(_) | Value::Unset) | None => None,
        }
    }

    /// The value of an integer that lives for the whole run, by its name, if that is known.
    pub fn global(&mut self, name: &str) -> Option<i128> {
        let graph = self.graph;
        let number = graph.objects.iter().position(|object| object.fixed && object.name == name)?;
        let (id, object) = (ObjectId(number as u32), &graph.objects[number]);
        match self.read(&Place::object(id, object.ty.clone(), object.span)) {
            Ok(Value::Number(number)) => Some(number),
            Ok(Value::Reference(_) | Value::Unknown(_) | Value::Unset) | Err(_) => None,
        }
    }

    /// Looks at a place for what C leaves undefined there and programs do all the same, so that no run ends at it unless
    /// it is asked for: accesses that leave the array or member of which their pointer was made, but not the object around
    /// it, and copies of what has no value.
    pub fn watch(&mut self, kind: CheckKind, span: Span) {
        self.watched = Some((kind, span));
    }

    /// Whether something of this kind is looked for at a place.
    pub(super) fn watches(&self, values: bool, span: Span) -> bool {
        self.watched.is_some_and(|(kind, watched)| {
            let asked = match kind {
                CheckKind::Uninit => values,
                CheckKind::Memory | CheckKind::Cleanup => false,
                CheckKind::Bounds
                | CheckKind::Pointer
                | CheckKind::Div
                | CheckKind::Overflow
                | CheckKind::Shift => !values,
            };
            asked && watched.start < span.end && span.start < watched.end
        })
    }

    /// The node that is run.
    pub(super) fn node(&self) -> &'g Node {
        &self.graph.nodes[self.node.index()]
    }

    /// Runs the program to its end.
    pub fn run(&mut self) -> End {
        let Some(start) = self.graph.start else { return End::Finished };
        self.push_frame(start, None);
        let mut steps = 0;
        loop {
            if steps >= self.limits.steps {
                return End::Limit;
            }
            steps += 1;
            if let Err(end) = self.step() {
                return end;
            }
        }
    }

    /// Runs a function that was put at its beginning ([`Machine::begin`]) to its end; whether it passes a node of its own.
    pub fn run_past(&mut self, node: NodeId) -> (End, bool) {
        let open = self.frames.len();
        let mut passed = false;
        for _ in 0..self.limits.steps {
            passed |= self.frames.len() == open && self.node == node;
            if let Err(end) = self.step() {
                return (end, passed);
            }
            // What called the function is no business of its own.
            if self.frames.len() < open {
                return (End::Finished, passed);
            }
        }
        (End::Limit, passed)
    }

    /// Runs one node; an end is an error here.
    pub(super) fn step(&mut self) -> Result<(), End> {
        spend(1);
        let node = self.node();
        match (self.act(), node.without_value) {
            // A user's condition that has no value yet does not hold.
            (Err(End::Undefined { what: Undefined::Uninitialised, .. }), Some(passes)) => {
                self.node = passes;
                Ok(())
            }
            (done, _) => done,
        }
    }

    /// A value that is not known, for this reason.
    pub(super) fn unknown(&mut self, reason: impl Into<Unmodelled>) -> Value {
        Value::Unknown(self.because(reason))
    }

    pub(super) fn because(&mut self, reason: impl Into<Unmodelled>) -> ReasonId {
        let reason = reason.into();
        if let Some(&known) = self.numbers.get(&reason) {
            return known;
        }
        let id = ReasonId(self.reasons.len() as u32);
        self.reasons.push(reason.clone());
        self.numbers.insert(reason, id);
        id
    }

    pub(super) fn reason(&self, id: ReasonId) -> &Unmodelled {
        &self.reasons[id.index()]
    }

    pub(super) fn push_frame(&mut self, procedure: ProcedureId, call: Option<NodeId>) {
        let entry = &self.graph.procedures[procedure.index()];
        spend(entry.temporaries as usize / 8);
        self.frames.push(Frame {
            objects: BTreeMap::new(),
            temporaries: vec![Value::Unset; entry.temporaries as usize],
            call,
            returned: None,
            procedure,
            first: self.memory.next(),
        });
        self.node = entry.entry;
    }

    pub(super) fn temporary(&self, id: TemporaryId) -> Value {
        let frame = self.frames.last();
        frame.and_then(|frame| frame.temporaries.get(id.index())).copied().unwrap_or(Value::Unset)
    }

    pub(super) fn set_temporary(&mut self, id: TemporaryId, value: Value) {
        let slot = self.frames.last_mut().and_then(|frame| frame.temporaries.get_mut(id.index()));
        slot.into_iter().for_each(|slot| *slot = value);
    }

    /// The block of an object; one whose declaration was jumped over lives without a value.
    pub(super) fn block_of(&mut self, object: ObjectId) -> BlockId {
        if let Some(&block) = self.fixed.get(&object) {
            return block;
        }
        if let Some(&block) = self.frames.last().and_then(|frame| frame.objects.get(&object)) {
            return block;
        }
        self.new_block(object)
    }

    pub(super) fn new_block(&mut self, object: ObjectId) -> BlockId {
        let entry = &self.graph.objects[object.index()];
        let block = self.memory.allocate(entry.size, Byte::Unset);
        self.memory.block_mut(block).volatile = entry.volatile;
        let before = self.frames.last_mut().and_then(|frame| frame.objects.insert(object, block));
        before.into_iter().for_each(|before| self.memory.end(before));
        block
    }

    /// A value is read that goes nowhere: it has to be there, where that is looked for.
    fn pass_dropped(&mut self) -> Result<(), End> {
        let graph = self.graph;
        let dropped = graph.dropped.get(&self.node);
        if let Some(value) = dropped.filter(|value| self.watches(true, value.span)) {
            self.value(value)?;
        }
        Ok(())
    }

    /// Does what a node says.
    fn act(&mut self) -> Result<(), End> {
        let graph = self.graph;
        let node = &graph.nodes[self.node.index()];
        let mut next = 0;
        match &node.action {
            Action::Skip => self.pass_dropped()?,
            Action::Mark(_) | Action::Stated(_) => {}
            Action::Assign { target, value } => {
                let value = self.copied(value)?;
                self.set_temporary(*target, value);
            }
            Action::Load { target, place } => {
                let value = self.read(place)?;
                if value == Value::Unset && self.watches(true, place.span) {
                    return self.undefined(Undefined::Uninitialised, place.span);
                }
                self.set_temporary(*target, value);
            }
            Action::Store { place, value } => {
                let value = self.copied(value)?;
                self.write(place, value)?;
            }
            Action::Copy { to, from, size } => {
                let bytes = self.whole(from, *size)?;
                self.set_whole(to, bytes)?;
            }
            Action::Clear { place, size } => {
                self.set_whole(place, Bytes::same(Byte::Number(0), *size))?;
            }
            Action::Declare(object) => self.declare(*object, node.span)?,
            Action::Input { target, site } => {
                let site = &graph.sites[site.index()];
                let value = self.input(site.span, site.range, node.span)?;
                self.set_temporary(*target, value);
            }
            Action::Branch(condition) => match self.tested(condition)? {
                Value::Number(number) => next = usize::from(number == 0),
                Value::Reference(_) => {}
                Value::Unknown(reason) => return self.unsupported(reason, node.span),
                Value::Unset => return self.undefined(Undefined::Uninitialised, node.span),
            },
            Action::Call { callee, arguments, .. } => return self.call(callee, arguments, node.span),
            Action::Library { function, arguments, result } => {
                let value = self.library(function, arguments, node.span)?;
                result.iter().for_each(|result| self.set_temporary(*result, value));
            }
            Action::Return(value) => {
                let returned = match value {
                    Argument::Value(value) => Returned::Value(self.copied(value)?),
                    Argument::Record(place) => Returned::Record(self.record(place)?),
                };
                if let Some(frame) = self.frames.last_mut() {
                    frame.returned = Some(returned);
                }
            }
            Action::Exit => return self.exit(),
            Action::Error(error) => return Err(End::Error(*error)),
            Action::Stop(status) => {
                self.status = status.as_ref().map(|status| self.value(status)).transpose()?;
                let ends = graph.exits.contains(&self.node);
                return Err(if ends { self.ended(End::Stopped) } else { End::Stopped });
            }
            Action::Unknown { reason, reached, effect, calls_back } => {
                self.unknown_code(reason, reached, *effect, *calls_back, node.span)?;
            }
            Action::Inspect { reached, .. } => {
                reached.iter().try_for_each(|value| self.copied(value).map(drop))?;
            }
            Action::Forget { place, size, reason } => {
                let reason = self.because(reason.clone());
                self.set_whole(place, Bytes::same(Byte::Unknown(reason), *size))?;
            }
            Action::Cut(reason) => {
                return Err(End::Unsupported { reason: reason.clone(), span: node.span });
            }
        }
        self.go_on(node.successors[next]);
        Ok(())
    }

    /// Goes to the next node; the objects of blocks that are left there end.
    fn go_on(&mut self, next: NodeId) {
        for object in self.graph.ends.get(&(self.node, next)).into_iter().flatten() {
            let block = self.frames.last_mut().and_then(|frame| frame.objects.remove(object));
            block.into_iter().for_each(|block| self.memory.end(block));
        }
        self.node = next;
    }

    /// A value that is only copied: a part of an object or array need not have one.
    pub(super) fn copied(&mut self, value: &Expr) -> Result<Value, End> {
        let copied = match &value.kind {
            ExprKind::Read(place) if !place.steps.is_empty() => self.read(place)?,
            ExprKind::Temporary(id) => self.temporary(*id),
            _ => return self.value(value),
        };
        match copied {
            Value::Unset if self.watches(true, value.span) => {
                self.undefined(Undefined::Uninitialised, value.span)
            }
            copied => Ok(copied),
        }
    }

    pub(super) fn record(&mut self, place: &Place) -> Result<Bytes, End> {
        match self.record_size(place) {
            Some(size) => self.whole(place, size),
            None => {
                let reason = self.because("structure of an unknown size");
                self.unsupported(reason, place.span)
            }
        }
    }

    /// The size of a structure, which the graph says.
    pub(super) fn record_size(&self, place: &Place) -> Option<u64> {
        match &place.ty {
            Type::Record(id) => self.graph.record_sizes.get(*id).copied().flatten(),
            _ => None,
        }
    }

    fn call(&mut self, callee: &Callee, arguments: &[Argument], span: Span) -> Result<(), End> {
        let procedure = match callee {
            Callee::Procedure(procedure) => *procedure,
            Callee::Declared(_) => return self.declared_call(span),
            Callee::Missing(pointer) => return self.missing_call(pointer, span),
            Callee::Pointer(pointer) => match self.value(pointer)? {
                Value::Reference(Reference::Function(id)) => match self.graph.bodies[id.index()] {
                    Some(procedure) => procedure,
                    None => {
                        let reason = self.because("call of a function without a body through a pointer");
                        return self.unsupported(reason, span);
                    }
                },
                Value::Unknown(reason) => return self.unsupported(reason, span),
                Value::Number(0) => return self.undefined(Undefined::Null, span),
                Value::Number(_) | Value::Reference(_) | Value::Unset => {
                    return self.undefined(Undefined::NoObject, span);
                }
            },
        };
        if self.frames.len() as u32 > self.limits.depth {
            return Err(End::Limit);
        }
        let mut passed = Vec::with_capacity(arguments.len());
        for argument in arguments {
            passed.push(match argument {
                Argument::Value(value) => Returned::Value(self.value(value)?),
                Argument::Record(place) => Returned::Record(self.record(place)?),
            });
        }
        self.push_frame(procedure, Some(self.node));
        let graph = self.graph;
        let mut passed = passed.into_iter();
        for &object in &graph.procedures[procedure.index()].parameters {
            let block = self.new_block(object);
            let entry = &graph.objects[object.index()];
            let place = Place::object(object, entry.ty.clone(), entry.span);
            match passed.next() {
                Some(Returned::Value(value)) => self.write(&place, value)?,
                Some(Returned::Record(bytes)) if entry.size == Some(bytes.size()) => {
                    self.put(block, 0, bytes, span)?;
                }
                Some(Returned::Record(_)) | None => {
                    let reason = self.because("missing argument");
                    self.memory.flood(block, Byte::Unknown(reason));
                }
            }
        }
        Ok(())
    }

    /// A call through a pointer that leads to no function that it may be meant for.
    fn missing_call(&mut self, pointer: &Expr, span: Span) -> Result<(), End> {
        match self.value(pointer)? {
            Value::Number(0) => self.undefined(Undefined::Null, span),
            Value::Unknown(reason) => self.unsupported(reason, span),
            Value::Reference(Reference::Function(_)) => {
                let reason = self.because("call of a function of another type");
                self.unsupported(reason, span)
            }
            Value::Number(_) | Value::Reference(_) | Value::Unset => {
                self.undefined(Undefined::NoObject, span)
            }
        }
    }

    /// A call of a function that has a contract and no body: what it returns is given, and it changes nothing that matters.
    fn declared_call(&mut self, span: Span) -> Result<(), End> {
        let Some(value) = self.given.call(span) else {
            let reason = self.because("call of a function without a body");
            return self.unsupported(reason, span);
        };
        let node = self.node();
        if let Action::Call { result: Some(Receiver::Temporary(target)), .. } = &node.action {
            self.set_temporary(*target, Value::Number(value));
        }
        self.go_on(node.successors[0]);
        Ok(())
    }

    /// Goes back to the caller.
    fn exit(&mut self) -> Result<(), End> {
        let Some(frame) = self.frames.pop() else { return Err(End::Finished) };
        frame.objects.values().for_each(|block| self.memory.end(*block));
        let Some(call) = frame.call else { return Err(self.ended(End::Finished)) };
        let graph = self.graph;
        let node = &graph.nodes[call.index()];
        if let (1, Some(Returned::Value(value))) = (self.frames.len(), &frame.returned) {
            self.status = Some(*value);
        }
        if let Action::Call { result: Some(result), .. } = &node.action {
            match (result, frame.returned) {
                (Receiver::Temporary(target), Some(Returned::Value(value))) => {
                    self.set_temporary(*target, value);
                }
                (Receiver::Temporary(target), _) => self.set_temporary(*target, Value::Unset),
                (Receiver::Object(object), Some(Returned::Record(bytes))) => {
                    let block = self.new_block(*object);
                    let size = self.memory.block(block).size;
                    if size != Some(bytes.size()) {
                        let reason = self.because("structure of an unknown size");
                        return self.unsupported(reason, node.span);
                    }
                    self.put(block, 0, bytes, node.span)?;
                }
                (Receiver::Object(object), _) => _ = self.new_block(*object),
            }
        }
        // A call may be the last thing in a block.
        self.node = call;
        self.go_on(node.successors[0]);
        Ok(())
    }
}
