//! Runs a program on given inputs, exactly as C prescribes, and stops where C prescribes nothing.
//!
//! The frames lie on a stack of the interpreter's own, so that deep recursion of the program is no deep
//! recursion here. The trace tells frames by depth: the step of a call has the depth of the caller, and
//! the step of the callee's exit the depth of the callee.

use crate::facts::cfg::{
    Action, CellRange, Condition, ErrorId, Expr, Graph, NodeId, ProcedureId, ScalarId, ScalarKind, SiteId,
};

use super::evaluate::{Fault, Undefined, Value, evaluate};

/// Where the values from outside come from.
pub trait Oracle {
    /// The value read at a site; `occurrence` counts the reads at this site from 0.
    fn input(&mut self, site: SiteId, occurrence: u32) -> i128;
}

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
    /// `main` returned (or there is none).
    Finished,
    /// An error was reached.
    Error(ErrorId),
    /// The path ended silently: `abort`, `exit`, an assumption that does not hold.
    Stopped,
    /// The behaviour is undefined.
    Undefined {
        /// Where.
        node: NodeId,
        /// Why.
        what: Undefined,
    },
    /// The run hangs on something that is not modelled.
    Unsupported {
        /// Where.
        node: NodeId,
        /// What is not modelled.
        reason: String,
    },
    /// The oracle gave a value that the site cannot have.
    BadInput {
        /// The site.
        site: SiteId,
        /// The value.
        value: i128,
    },
    /// [`Limits::steps`] was reached.
    StepLimit,
    /// [`Limits::depth`] was reached.
    DepthLimit,
}

/// One node that was run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceStep {
    /// The node.
    pub node: NodeId,
    /// How many calls are open, not counting `main`.
    pub depth: u32,
    /// Whether the condition of a branch or an assumption held.
    pub outcome: Option<bool>,
    /// The cell that a load or a store chose.
    pub cell: Option<ScalarId>,
    /// The value assigned, the left value compared, or the result at an exit; `None` if it is not known.
    pub value: Option<i128>,
    /// The right value compared.
    pub right: Option<i128>,
}

/// A value that was read from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct InputRead {
    /// Where.
    pub site: SiteId,
    /// The how-many-th read at this site, from 0.
    pub occurrence: u32,
    /// The value.
    pub value: i128,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// How it ended.
    pub end: End,
    /// The nodes in order; the last one is where it ended.
    pub trace: Vec<TraceStep>,
    /// All inputs in the order in which they were read; those of globals and of `main`'s parameters first.
    pub inputs: Vec<InputRead>,
}

/// Runs a program from `main`.
pub fn run(graph: &Graph, oracle: &mut dyn Oracle, limits: Limits) -> Run {
    let mut machine = Machine::new(graph, oracle, limits);
    let end = match graph.main {
        None => End::Finished,
        Some(main) => match machine.start(main) {
            Err(end) => end,
            Ok(()) => loop {
                if let Err(end) = machine.step() {
                    break end;
                }
            },
        },
    };
    Run { end, trace: machine.trace, inputs: machine.inputs }
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
    /// The call to go back to; `None` in `main`.
    call: Option<NodeId>,
}

struct Machine<'a> {
    graph: &'a Graph,
    oracle: &'a mut dyn Oracle,
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
    trace: Vec<TraceStep>,
    inputs: Vec<InputRead>,
}

impl<'a> Machine<'a> {
    fn new(graph: &'a Graph, oracle: &'a mut dyn Oracle, limits: Limits) -> Self {
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
            oracle,
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
            trace: Vec::new(),
            inputs: Vec::new(),
        }
    }

    fn start(&mut self, main: ProcedureId) -> Result<(), End> {
        self.push_frame(main, None);
        let graph = self.graph;
        let scalars = graph.scalars.iter().enumerate().map(|(number, s)| (ScalarId(number as u32), s));
        for (id, scalar) in scalars.clone().filter(|(_, scalar)| scalar.kind == ScalarKind::Global) {
            let value = match scalar.initial {
                Some(Ok(value)) => value,
                Some(Err(site)) => self.read(site)?,
                None => continue,
            };
            self.set(id, Value::Known(value));
        }
        for &formal in &graph.procedures[main.index()].formals {
            if let Some(Err(site)) = graph.scalars[formal.index()].initial {
                let value = self.read(site)?;
                self.set(formal, Value::Known(value));
            }
        }
        Ok(())
    }

    fn push_frame(&mut self, procedure: ProcedureId, call: Option<NodeId>) {
        self.base = self.stack.len();
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

    fn read(&mut self, site: SiteId) -> Result<i128, End> {
        let occurrence = self.occurrences[site.index()];
        self.occurrences[site.index()] += 1;
        let value = self.oracle.input(site, occurrence);
        self.inputs.push(InputRead { site, occurrence, value });
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
            _ => "not modelled".to_owned(),
        };
        End::Unsupported { node: self.node, reason }
    }

    fn cell(&self, range: &CellRange, index: &Expr) -> Result<ScalarId, End> {
        let index = self.decided(index)?;
        range.cell(index).ok_or_else(|| self.undefined(Undefined::OutOfBounds))
    }

    fn holds(&mut self, condition: &Condition) -> Result<bool, End> {
        let left = self.decided(&condition.left)?;
        let right = self.decided(&condition.right)?;
        let outcome = condition.relation.holds(left, right);
        self.record(|step| {
            step.outcome = Some(outcome);
            step.value = Some(left);
            step.right = Some(right);
        });
        Ok(outcome)
    }

    fn record(&mut self, change: impl FnOnce(&mut TraceStep)) {
        if let Some(step) = self.trace.last_mut() {
            change(step);
        }
    }

    fn assign(&mut self, target: ScalarId, value: Value) {
        if let Value::Known(number) = value {
            self.record(|step| step.value = Some(number));
        }
        self.set(target, value);
    }

    /// Runs one node; an end is an error here.
    fn step(&mut self) -> Result<(), End> {
        if self.steps >= self.limits.steps {
            return Err(End::StepLimit);
        }
        self.steps += 1;
        let graph = self.graph;
        let node = &graph.nodes[self.node.index()];
        let depth = self.frames.len() as u32 - 1;
        let blank = TraceStep { node: self.node, depth, outcome: None, cell: None, value: None, right: None };
        self.trace.push(blank);
        let mut next = 0;
        match &node.action {
            Action::Skip | Action::UnitStart => {}
            Action::Assign { target, value } => {
                let value = self.value(value)?;
                self.assign(*target, value);
            }
            Action::Load { target, range, index } => {
                let cell = self.cell(range, index)?;
                self.record(|step| step.cell = Some(cell));
                match self.get(cell) {
                    Value::Unset => return Err(self.undefined(Undefined::Uninitialised)),
                    value => self.assign(*target, value),
                }
            }
            Action::Store { range, index, value } => {
                let cell = self.cell(range, index)?;
                self.record(|step| step.cell = Some(cell));
                let value = self.value(value)?;
                self.assign(cell, value);
            }
            Action::Bounds { index, length } => {
                let index = self.decided(index)?;
                self.record(|step| step.value = Some(index));
                if !(0..*length as i128).contains(&index) {
                    return Err(self.undefined(Undefined::OutOfBounds));
                }
            }
            Action::Input { target, site } => {
                let value = self.read(*site)?;
                self.assign(*target, Value::Known(value));
            }
            Action::Unsupported { target, .. } => self.set(*target, Value::Poison(self.node.0)),
            Action::Branch(condition) => next = !self.holds(condition)? as usize,
            Action::Assume(condition) => {
                if !self.holds(condition)? {
                    return Err(End::Stopped);
                }
            }
            Action::Call { callee, arguments, .. } => return self.call(*callee, arguments),
            Action::Exit => return self.exit(),
            Action::Error(error) => return Err(End::Error(*error)),
            Action::Stop => return Err(End::Stopped),
        }
        self.node = node.successors[next];
        Ok(())
    }

    fn call(&mut self, callee: ProcedureId, arguments: &[Expr]) -> Result<(), End> {
        if self.frames.len() as u64 > self.limits.depth as u64 {
            return Err(End::DepthLimit);
        }
        let mut values = Vec::with_capacity(arguments.len());
        for argument in arguments {
            values.push(self.value(argument)?);
        }
        self.push_frame(callee, Some(self.node));
        for (&formal, value) in self.graph.procedures[callee.index()].formals.iter().zip(values) {
            self.set(formal, value);
        }
        Ok(())
    }

    fn exit(&mut self) -> Result<(), End> {
        let Some(frame) = self.frames.pop() else { return Err(End::Finished) };
        let graph = self.graph;
        let results = graph.procedures[frame.procedure.index()].results.iter();
        for &result in results.filter(|r| graph.scalars[r.index()].kind == ScalarKind::Result) {
            if let Value::Known(number) = self.get(result) {
                self.record(|step| step.value = Some(number));
            }
        }
        let call = frame.call.map(|call| &graph.nodes[call.index()]);
        let returned: Vec<(ScalarId, Value)> = match call.map(|node| &node.action) {
            Some(Action::Call { results, .. }) => {
                results.iter().map(|&(from, to)| (to, self.get(from))).collect()
            }
            _ => Vec::new(),
        };
        self.stack.truncate(frame.base);
        let (Some(call), Some(caller)) = (call, self.frames.last()) else { return Err(End::Finished) };
        self.base = caller.base;
        for (target, value) in returned {
            self.set(target, value);
        }
        self.node = call.successors[0];
        Ok(())
    }
}

#[cfg(test)]
mod tests;
