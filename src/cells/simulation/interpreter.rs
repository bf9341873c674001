//! Runs a program on given inputs, exactly as C prescribes, and stops where C prescribes nothing.
//!
//! The frames lie on a stack of the interpreter's own, so that deep recursion of the program is no deep
//! recursion here. The trace tells frames by depth: the step of a call has the depth of the caller, and
//! the step of the callee's exit the depth of the callee.

use crate::facts::cfg::{
    Action, CellRange, Condition, Expr, Graph, NodeId, ProcedureId, ScalarId, ScalarKind, SiteId, UnitKind,
};
use focuscheck_base::limit::spend;

use super::evaluate::{Fault, Undefined, Value, evaluate};

pub use super::run::{End, InputRead, Limits, Oracle, Run, TraceStep};

/// Is told what happens during a run. `()` keeps nothing.
pub trait Observer {
    /// A node was run, or the run ended at it; the machine is in the state after it.
    fn step(&mut self, _step: TraceStep, _machine: &Machine<'_>) {}

    /// A value was read from outside.
    fn input(&mut self, _read: InputRead) {}
}

impl Observer for () {}

/// Keeps everything.
#[derive(Default)]
struct Recording {
    trace: Vec<TraceStep>,
    inputs: Vec<InputRead>,
}

impl Observer for Recording {
    fn step(&mut self, step: TraceStep, _machine: &Machine<'_>) {
        self.trace.push(step);
    }

    fn input(&mut self, read: InputRead) {
        self.inputs.push(read);
    }
}

/// Runs a program from `main` and keeps everything that happens.
pub fn run(graph: &Graph, oracle: &mut dyn Oracle, limits: Limits) -> Run {
    let mut recording = Recording::default();
    let end = Machine::new(graph, limits).run(oracle, &mut recording);
    Run { end, trace: recording.trace, inputs: recording.inputs }
}

/// Where the value of a scalar lies.
#[derive(Clone, Copy)]
struct Slot {
    global: bool,
    position: u32,
}

struct Frame {
    base: usize,
    procedure: ProcedureId,
    /// The call to go back to; `None` in the procedure that was started.
    call: Option<NodeId>,
}

/// A program that is being run, or that has ended: then its memory can be looked at.
pub struct Machine<'g> {
    graph: &'g Graph,
    limits: Limits,
    slots: Vec<Slot>,
    /// How many slots a frame of each procedure has.
    sizes: Vec<usize>,
    globals: Vec<Value>,
    stack: Vec<Value>,
    frames: Vec<Frame>,
    base: usize,
    node: NodeId,
    occurrences: Vec<u32>,
    steps: u64,
    status: Option<Value>,
    current: TraceStep,
}

impl<'g> Machine<'g> {
    /// A program before its start.
    pub fn new(graph: &'g Graph, limits: Limits) -> Self {
        spend(graph.scalars.len());
        let mut sizes = vec![0; graph.procedures.len()];
        let mut globals = 0;
        let mut slots = Vec::with_capacity(graph.scalars.len());
        for scalar in &graph.scalars {
            let count = match scalar.procedure {
                Some(procedure) => &mut sizes[procedure.index()],
                None => &mut globals,
            };
            slots.push(Slot { global: scalar.procedure.is_none(), position: *count as u32 });
            *count += 1;
        }
        Machine {
            graph,
            limits,
            slots,
            sizes,
            globals: vec![Value::Unset; globals],
            stack: Vec::new(),
            frames: Vec::new(),
            base: 0,
            node: NodeId(0),
            occurrences: vec![0; graph.sites.len()],
            steps: 0,
            status: None,
            current: blank(NodeId(0), 0),
        }
    }

    /// A program that stands at the begin of a procedure, as if it had just been called, with these values of globals
    /// and formals; what is not among them has no value, and reading it is undefined. [`Machine::go_on`] runs it.
    pub fn starting_at(
        graph: &'g Graph,
        limits: Limits,
        procedure: ProcedureId,
        values: impl IntoIterator<Item = (ScalarId, Value)>,
    ) -> Self {
        let mut machine = Machine::new(graph, limits);
        machine.push_frame(procedure, None);
        for (scalar, value) in values {
            if graph.scalars[scalar.index()].procedure.is_none_or(|owner| owner == procedure) {
                machine.set(scalar, value);
            }
        }
        machine
    }

    /// Runs the program from `main` to its end.
    pub fn run(&mut self, oracle: &mut dyn Oracle, observer: &mut impl Observer) -> End {
        let Some(main) = self.graph.main else { return End::Finished };
        if let Err(end) = self.start(main, oracle, observer) {
            return end;
        }
        self.go_on(oracle, observer)
    }

    /// Runs a program that has been started to its end.
    pub fn go_on(&mut self, oracle: &mut dyn Oracle, observer: &mut impl Observer) -> End {
        if self.frames.is_empty() {
            return End::Finished;
        }
        loop {
            if self.steps >= self.limits.steps {
                return End::StepLimit;
            }
            self.steps += 1;
            spend(1);
            self.current = blank(self.node, self.depth());
            let result = self.step(oracle, observer);
            observer.step(self.current, self);
            if let Err(end) = result {
                return end;
            }
        }
    }

    /// The node that is run next, or at which the run ended.
    pub fn node(&self) -> NodeId {
        self.node
    }

    /// How many nodes were run.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// What the procedure that was started returned, or `exit` was given; `None` if the program did not end so.
    pub fn status(&self) -> Option<Value> {
        self.status
    }

    /// The value of a global, or of a variable of the procedure in which the run is.
    pub fn value_of(&self, scalar: ScalarId) -> Value {
        let slot = self.slots[scalar.index()];
        let memory = if slot.global { &self.globals } else { &self.stack[self.base..] };
        memory.get(slot.position as usize).copied().unwrap_or(Value::Unset)
    }

    /// How many calls are open, not counting the start.
    pub fn depth(&self) -> u32 {
        (self.frames.len() as u32).saturating_sub(1)
    }

    fn start(
        &mut self,
        main: ProcedureId,
        oracle: &mut dyn Oracle,
        observer: &mut impl Observer,
    ) -> Result<(), End> {
        self.push_frame(main, None);
        let graph = self.graph;
        let scalars = graph.scalars.iter().enumerate().map(|(number, s)| (ScalarId(number as u32), s));
        for (id, scalar) in scalars.clone().filter(|(_, scalar)| scalar.kind == ScalarKind::Global) {
            let value = match scalar.initial {
                Some(Ok(value)) => value,
                Some(Err(site)) => self.read(site, oracle, observer)?,
                None => continue,
            };
            self.set(id, Value::Known(value));
        }
        for &formal in &graph.procedures[main.index()].formals {
            if let Some(Err(site)) = graph.scalars[formal.index()].initial {
                let value = self.read(site, oracle, observer)?;
                self.set(formal, Value::Known(value));
            }
        }
        Ok(())
    }

    fn push_frame(&mut self, procedure: ProcedureId, call: Option<NodeId>) {
        self.base = self.stack.len();
        spend(self.sizes[procedure.index()] / 8);
        self.stack.resize(self.base + self.sizes[procedure.index()], Value::Unset);
        self.frames.push(Frame { base: self.base, procedure, call });
        self.node = self.graph.procedures[procedure.index()].entry;
    }

    fn get(&self, scalar: ScalarId) -> Value {
        let slot = self.slots[scalar.index()];
        let position = slot.position as usize;
        if slot.global { self.globals[position] } else { self.stack[self.base + position] }
    }

    fn set(&mut self, scalar: ScalarId, value: Value) {
        let slot = self.slots[scalar.index()];
        let position = slot.position as usize;
        if slot.global {
            self.globals[position] = value;
        } else {
            self.stack[self.base + position] = value;
        }
    }

    fn occurrence(&mut self, site: SiteId) -> u32 {
        let occurrence = self.occurrences[site.index()];
        self.occurrences[site.index()] += 1;
        occurrence
    }

    fn read(
        &mut self,
        site: SiteId,
        oracle: &mut dyn Oracle,
        observer: &mut impl Observer,
    ) -> Result<i128, End> {
        let occurrence = self.occurrence(site);
        let value = oracle.input(site, occurrence);
        self.take(InputRead { site, occurrence, value }, observer)
    }

    fn take(&mut self, read: InputRead, observer: &mut impl Observer) -> Result<i128, End> {
        observer.input(read);
        let InputRead { site, value, .. } = read;
        let described = &self.graph.sites[site.index()];
        let (low, high) = described.range;
        if low <= value && value <= high && described.ty.contains(value) {
            Ok(value)
        } else {
            Err(End::BadInput { site, value })
        }
    }

    fn value(&self, expression: &Expr) -> Result<Value, End> {
        evaluate(expression, &|scalar| self.get(scalar)).map_err(|fault| match fault {
            Fault::Undefined(what) => self.undefined(what),
            Fault::Poison(origin) => self.unsupported(origin),
        })
    }

    /// A value that the run depends on.
    fn decided(&self, expression: &Expr) -> Result<i128, End> {
        match self.value(expression)? {
            Value::Known(value) => Ok(value),
            Value::Poison(origin) => Err(self.unsupported(origin)),
            Value::Unset => Err(self.undefined(Undefined::Uninitialised)),
        }
    }

    fn undefined(&self, what: Undefined) -> End {
        End::Undefined { node: self.node, what }
    }

    fn unsupported(&self, origin: u32) -> End {
        let reason = match self.graph.nodes.get(origin as usize).map(|node| &node.action) {
            Some(Action::Unsupported { reason, .. }) => reason.clone(),
            _ => "not modelled".into(),
        };
        End::Unsupported { node: self.node, reason }
    }

    fn cell(&mut self, range: &CellRange, index: &Expr) -> Result<ScalarId, End> {
        let index = self.decided(index)?;
        let cell = range.cell(index).ok_or_else(|| self.undefined(Undefined::OutOfBounds))?;
        self.current.cell = Some(cell);
        Ok(cell)
    }

    fn holds(&mut self, condition: &Condition) -> Result<bool, End> {
        let left = self.decided(&condition.left)?;
        let right = self.decided(&condition.right)?;
        let outcome = condition.relation.holds(left, right);
        self.current.outcome = Some(outcome);
        self.current.value = Some(left);
        self.current.right = Some(right);
        Ok(outcome)
    }

    fn assign(&mut self, target: ScalarId, value: Value) {
        if let Value::Known(number) = value {
            self.current.value = Some(number);
            let beside = self.graph.memory.number_beside(target).map(|number| self.get(number));
            if let Some(Value::Known(number)) = beside {
                self.current.right = Some(number);
            }
        }
        self.set(target, value);
    }

    /// The value to be assigned to a scalar. Copying a structure whose members have no values yet is
    /// defined, so a cell without a value may be copied to another.
    fn assigned(&self, target: ScalarId, value: &Expr) -> Result<Value, End> {
        match value {
            Expr::Scalar(source) if self.get(*source) == Value::Unset => {
                if self.is_cell(*source) && self.is_cell(target) {
                    Ok(Value::Unset)
                } else {
                    Err(self.undefined(Undefined::Uninitialised))
                }
            }
            value => self.value(value),
        }
    }

    /// Whether a scalar is, or stands for, a part of an array or structure, or an object that a pointer
    /// points to: the name of such a one is not an identifier.
    fn is_cell(&self, scalar: ScalarId) -> bool {
        self.graph.scalars[scalar.index()].name.contains(['.', '[', '*', '>'])
    }

    /// Runs one node; an end is an error here.
    fn step(&mut self, oracle: &mut dyn Oracle, observer: &mut impl Observer) -> Result<(), End> {
        let graph = self.graph;
        let node = &graph.nodes[self.node.index()];
        let mut next = 0;
        match &node.action {
            Action::Skip | Action::UnitStart => {}
            Action::Assign { target, value } => {
                let value = self.assigned(*target, value)?;
                self.assign(*target, value);
            }
            Action::Load { target, range, index } => {
                let cell = self.cell(range, index)?;
                let value = self.assigned(*target, &Expr::Scalar(cell))?;
                self.assign(*target, value);
            }
            Action::Store { range, index, value } => {
                let cell = self.cell(range, index)?;
                let value = self.assigned(cell, value)?;
                self.assign(cell, value);
            }
            Action::Bounds { index, length } => {
                let index = self.decided(index)?;
                self.current.value = Some(index);
                if !(0..*length as i128).contains(&index) {
                    return Err(self.undefined(Undefined::OutOfBounds));
                }
            }
            Action::Input { target, site } if graph.units[node.unit.index()].kind == UnitKind::Havoc => {
                let occurrence = self.occurrence(*site);
                let value = match oracle.local(*site, occurrence) {
                    Some(value) => {
                        Value::Known(self.take(InputRead { site: *site, occurrence, value }, observer)?)
                    }
                    None => Value::Unset,
                };
                self.assign(*target, value);
            }
            Action::Input { target, site } => {
                let value = self.read(*site, oracle, observer)?;
                self.assign(*target, Value::Known(value));
            }
            Action::Unsupported { target, .. } => {
                let value = oracle.unmodelled().map(|value| graph.scalars[target.index()].ty.convert(value));
                self.set(*target, value.map_or(Value::Poison(self.node.0), Value::Known));
            }
            Action::Branch(condition) => next = !self.holds(condition)? as usize,
            Action::Assume(condition) => {
                if !self.holds(condition)? {
                    return Err(End::Stopped);
                }
            }
            Action::Call { callee, arguments, .. } => return self.call(*callee, arguments),
            Action::Exit => return self.exit(),
            Action::Error(error) => return Err(End::Error(*error)),
            Action::Cut { reason } => {
                return Err(End::Unsupported { node: self.node, reason: reason.clone() });
            }
            Action::Stop(status) => {
                self.status = status.as_ref().map(|status| self.value(status)).transpose()?;
                return Err(End::Stopped);
            }
        }
        self.node = node.successors[next];
        Ok(())
    }

    fn call(&mut self, callee: ProcedureId, arguments: &[Expr]) -> Result<(), End> {
        if self.frames.len() as u64 > self.limits.depth as u64 {
            return Err(End::DepthLimit);
        }
        let graph = self.graph;
        let formals = &graph.procedures[callee.index()].formals;
        let results = &graph.procedures[callee.index()].results;
        let mut values = Vec::with_capacity(arguments.len());
        for (&formal, argument) in formals.iter().zip(arguments) {
            values.push(match argument {
                // An object that is passed by reference, or as part of a structure, need not have a value.
                Expr::Scalar(source)
                    if self.get(*source) == Value::Unset
                        && (self.is_cell(formal) || results.contains(&formal)) =>
                {
                    Value::Unset
                }
                argument => self.assigned(formal, argument)?,
            });
        }
        self.push_frame(callee, Some(self.node));
        for (&formal, value) in formals.iter().zip(values) {
            self.set(formal, value);
        }
        Ok(())
    }

    fn exit(&mut self) -> Result<(), End> {
        let Some(frame) = self.frames.last() else { return Err(End::Finished) };
        let graph = self.graph;
        let (base, call) = (frame.base, frame.call);
        let is_result = |scalar: &ScalarId| graph.scalars[scalar.index()].kind == ScalarKind::Result;
        let results = &graph.procedures[frame.procedure.index()].results;
        let own = results.iter().find(|scalar| is_result(scalar)).map_or(Value::Unset, |&r| self.get(r));
        let returned: Vec<(ScalarId, Value)> = match call.map(|call| &graph.nodes[call.index()].action) {
            Some(Action::Call { results, .. }) => {
                let mut returned = Vec::with_capacity(results.len());
                for &(from, to) in results {
                    let value = self.get(from);
                    // Members of a structure and objects may well have no values.
                    if is_result(&from) && value == Value::Unset {
                        return Err(self.undefined(Undefined::NoResult));
                    }
                    returned.push((to, value));
                }
                returned
            }
            _ => Vec::new(),
        };
        if let Value::Known(number) = own {
            self.current.value = Some(number);
        }
        let (Some(call), 2..) = (call, self.frames.len()) else {
            // Reaching the end of `main` is like returning 0 from it.
            self.status = Some(if own == Value::Unset { Value::Known(0) } else { own });
            return Err(End::Finished);
        };
        self.frames.pop();
        self.stack.truncate(base);
        self.base = self.frames.last().map_or(0, |caller| caller.base);
        for (target, value) in returned {
            self.set(target, value);
        }
        self.node = graph.nodes[call.index()].successors[0];
        Ok(())
    }
}

fn blank(node: NodeId, depth: u32) -> TraceStep {
    TraceStep { node, depth, outcome: None, cell: None, value: None, right: None }
}
