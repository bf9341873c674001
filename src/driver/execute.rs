//! One run of a program on given inputs, and what a reader wants to know of it.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use focuscheck_base::options::{CheckKind, Globals, Options};
use focuscheck_base::source::{SourceFile, Span, is_cimple};
use focuscheck_cells::facts::cfg::{
    Action, ErrorKind, ErrorSite, Graph, NodeId, ProcedureId, ScalarId, ScalarKind, UnitKind,
};
use focuscheck_cells::facts::memory::{Leading, Meaning, Named};
use focuscheck_cells::simulation::evaluate::Value;
use focuscheck_cells::simulation::fault;
use focuscheck_cells::simulation::given::{Default, GivenError, InputName, Locals, NamedInputs};
use focuscheck_cells::simulation::interpreter::{End, InputRead, Limits, Machine, Observer, TraceStep};
use focuscheck_report::execution::{Ended, Ending, Execution, FinalValue, ReadValue};
use focuscheck_report::model::{Step, StepKind};
use focuscheck_syntax::error::Diagnostic;

use super::front::lowered;
use super::trace;
use super::values::{self, Values};

/// At most this many inputs are kept.
const MOST_INPUTS: usize = 10_000;

/// What a program is run on.
#[derive(Clone, Debug)]
pub struct Request {
    /// Values for inputs.
    pub values: BTreeMap<InputName, VecDeque<i128>>,
    /// What inputs without a value get.
    pub default: Default,
    /// When to give up.
    pub limits: Limits,
}

/// The graph that a program is run on. What is undefined ends a run by itself, but for accesses to what is freed, or behind a
/// block: these are checks of the graph where a run comes to one.
pub fn prepared(
    source: &SourceFile,
    options: &Options,
    request: &Request,
) -> (Option<Graph>, Vec<Diagnostic>) {
    let (graph, diagnostics) = lowered(source, options);
    let mut checks = options.checks_of(source.path());
    checks.extend([CheckKind::Pointer, CheckKind::Bounds]);
    let watching = Options { checks: Some(checks), ..options.clone() };
    let Some(graph) = graph else { return (None, diagnostics) };
    let Some(watched) = lowered(source, &watching).0 else { return (Some(graph), diagnostics) };
    let is_pointer = |error: &ErrorSite| error.kind == ErrorKind::Check(CheckKind::Pointer);
    let end = |graph: &Graph| execute(graph, source, options, request.clone(), None).map(|run| run.end.how);
    let is_undefined = |graph: &Graph| matches!(end(graph), Ok(Ended::Undefined(_)));
    let is_chosen = watched.errors.iter().any(is_pointer) && is_undefined(&watched) && !is_undefined(&graph);
    (Some(if is_chosen { watched } else { graph }), diagnostics)
}

/// Runs a program; `sink` is given each statement when it has been run.
pub fn execute(
    graph: &Graph,
    source: &SourceFile,
    options: &Options,
    request: Request,
    sink: Option<&mut dyn FnMut(Step)>,
) -> Result<Execution, GivenError> {
    let cimple = is_cimple(source.path());
    let locals = match options.globals {
        Globals::Input => Locals::Inputs,
        _ if cimple => Locals::Inputs,
        _ => Locals::Uninitialised,
    };
    let mut given = NamedInputs::new(graph, source, request.values, request.default, locals)?;
    let mut machine = Machine::new(graph, request.limits);
    let mut inputs = Inputs::default();
    let end = match sink {
        None => machine.run(&mut given, &mut inputs),
        Some(sink) => {
            let mut tracer =
                Tracer { graph, source, inputs: &mut inputs, sink, open: None, calls: Vec::new() };
            let end = machine.run(&mut given, &mut tracer);
            tracer.flush();
            end
        }
    };
    if let End::BadInput { site, value } = end {
        let site = &graph.sites[site.index()];
        let line = source.position(site.span.start).line;
        let name = InputName { name: site.name.clone(), line: Some(line) };
        return Err(GivenError::Range { name, value, low: site.range.0, high: site.range.1 });
    }
    let read = |read: &InputRead| {
        let site = &graph.sites[read.site.index()];
        ReadValue {
            name: site.name.clone(),
            line: source.position(site.span.start).line,
            value: graph.input_text(site.ty, read.value),
            given: !given.missing().contains(&(read.site, read.occurrence)),
        }
    };
    Ok(Execution {
        path: source.path().to_owned(),
        end: ending(graph, source, &machine, &end, (request.limits, &options.checks_of(source.path()))),
        inputs: inputs.kept.iter().map(read).collect(),
        inputs_omitted: inputs.omitted,
        unused: given.unused().into_iter().map(|(name, count)| (name.to_string(), count)).collect(),
        globals: globals(graph, source, &machine),
        steps: machine.steps(),
    })
}

fn globals(graph: &Graph, source: &SourceFile, machine: &Machine<'_>) -> Vec<FinalValue> {
    let scalars = (0..).map(ScalarId).zip(&graph.scalars);
    let named = scalars.filter(|(scalar, entry)| {
        let is_named = match graph.memory.meaning(*scalar) {
            // A text of the program is none of its variables.
            None | Some(Meaning::Leads(Leading { pointer: Named::Text(_), .. })) => {
                !entry.name.is_empty() && !entry.name.starts_with('"')
            }
            Some(_) => false,
        };
        entry.kind == ScalarKind::Global && is_named
    });
    named
        .map(|(scalar, _)| {
            let number = graph.memory.number_beside(scalar).and_then(|number| known(machine, number));
            let value = known(machine, scalar);
            FinalValue {
                name: values::called(graph, source, scalar),
                value: value.and_then(|value| values::written(graph, source, scalar, (number, value))),
            }
        })
        .collect()
}

/// Whether a procedure has an integer as its result.
fn has_result(graph: &Graph, procedure: ProcedureId) -> bool {
    let results = &graph.procedures[procedure.index()].results;
    results.iter().any(|r| graph.scalars[r.index()].kind == ScalarKind::Result)
}

fn ending(
    graph: &Graph,
    source: &SourceFile,
    machine: &Machine<'_>,
    end: &End,
    (limits, checks): (Limits, &BTreeSet<CheckKind>),
) -> Ending {
    let node = graph.nodes.get(machine.node().index());
    let here = node.map(|node| node.span);
    let (how, span) = match end {
        _ if graph.main.is_none() => (Ended::NoMain, None),
        End::Finished => {
            let has_result = graph.main.is_some_and(|main| has_result(graph, main));
            (Ended::Returned { status: status(machine), has_result }, None)
        }
        End::Stopped => (stopped(graph, source, machine), here),
        End::Error(error) => {
            let error = &graph.errors[error.index()];
            // A condition stands apart from the statement that violates it.
            let span = match error.kind {
                ErrorKind::Condition => {
                    node.map(|n| graph.statements[graph.units[n.unit.index()].statement.index()].span)
                }
                ErrorKind::Assertion
                | ErrorKind::Annotation
                | ErrorKind::ErrorCall
                | ErrorKind::ErrorLabel
                | ErrorKind::Check(_) => error.span.or(here),
            };
            let text = trace::one_line(&error.text);
            match error.kind.check() {
                Some(kind) if !checks.contains(&kind) => {
                    (Ended::Undefined(format!("`{text}` does not hold")), span)
                }
                _ => (Ended::Error(error.kind, text), span),
            }
        }
        End::Undefined { what, .. } => {
            let fault = fault::explain(graph, machine, *what);
            let span = here.map(|span| narrowed(source, span, &fault.operation));
            (Ended::Undefined(fault.message), span)
        }
        End::Unsupported { reason, .. } => (Ended::Unsupported(reason.clone()), here),
        End::StepLimit => (Ended::Steps(limits.steps), here),
        End::DepthLimit => (Ended::Depth(limits.depth), here),
        End::BadInput { value, .. } => (Ended::Input(*value), here),
    };
    let position = span.map(|span| source.position(span.start));
    Ending { how, line: position.map(|p| p.line), column: position.map(|p| p.column), span }
}

/// What `main` returned or `exit` was given, if that is modelled.
fn status(machine: &Machine<'_>) -> Option<i128> {
    match machine.status() {
        Some(Value::Known(value)) => Some(value),
        Some(Value::Poison(_) | Value::Unset) | None => None,
    }
}

/// How a program has ended itself.
fn stopped(graph: &Graph, source: &SourceFile, machine: &Machine<'_>) -> Ended {
    let Some(node) = graph.nodes.get(machine.node().index()) else { return Ended::Stopped(String::new()) };
    let text = trace::one_line(source.slice(node.span));
    match &node.action {
        _ if graph.units[node.unit.index()].kind == UnitKind::Assume => Ended::Assumption(text),
        Action::Stop(Some(_)) => Ended::Exited(status(machine)),
        _ => Ended::Stopped(text),
    }
}

/// The part of a statement that is the operation, if it stands there just once and spelled the same.
fn narrowed(source: &SourceFile, span: Span, operation: &str) -> Span {
    let text = source.slice(span);
    let mut places = text.match_indices(operation);
    match (places.next(), places.next()) {
        (Some((at, _)), None) if !operation.is_empty() => {
            let start = span.start + at as u32;
            Span::new(start, start + operation.len() as u32)
        }
        _ => span,
    }
}

/// Keeps the first inputs.
#[derive(Default)]
struct Inputs {
    kept: Vec<InputRead>,
    omitted: u64,
}

impl Observer for Inputs {
    fn input(&mut self, read: InputRead) {
        if self.kept.len() < MOST_INPUTS {
            self.kept.push(read);
        } else {
            self.omitted += 1;
        }
    }
}

/// Gathers the nodes of a statement and passes it on when it is complete.
struct Tracer<'a> {
    graph: &'a Graph,
    source: &'a SourceFile,
    inputs: &'a mut Inputs,
    sink: &'a mut dyn FnMut(Step),
    open: Option<Open>,
    /// The calls that have not returned.
    calls: Vec<NodeId>,
}

struct Open {
    gathered: trace::Gathered,
    step: Step,
    values: Values,
}

impl Tracer<'_> {
    fn flush(&mut self) {
        if let Some(open) = self.open.take() {
            (self.sink)(Step { values: open.values.shown(), ..open.step });
        }
    }

    /// A call has returned: what its result is, and where it goes.
    fn returned(&mut self, step: &TraceStep) {
        self.flush();
        let graph = self.graph;
        let Some(call) = self.calls.pop() else { return };
        let (node, Action::Call { callee, results, .. }) =
            (&graph.nodes[call.index()], &graph.nodes[call.index()].action)
        else {
            return;
        };
        let own = results.iter().find(|(from, _)| graph.scalars[from.index()].kind == ScalarKind::Result);
        let Some((&(result, target), value)) = own.zip(step.value) else { return };
        let name = match trace::visible(graph, target) {
            true => values::called(graph, self.source, target),
            false => format!("{}()", graph.procedures[callee.index()].name),
        };
        let depth = step.depth.saturating_sub(1);
        let mut shown = self.blank(node.unit, depth, StepKind::Assign);
        let written = values::written(graph, self.source, result, (None, value));
        shown.values.extend(written.map(|value| (name, value)));
        (self.sink)(shown);
    }

    fn blank(&self, unit: focuscheck_cells::facts::cfg::UnitId, depth: u32, kind: StepKind) -> Step {
        let statement = &self.graph.statements[self.graph.units[unit.index()].statement.index()];
        let place = self.source.position(statement.span.start);
        Step {
            line: place.line,
            column: place.column,
            function: self.graph.procedures[statement.procedure.index()].name.clone(),
            depth,
            kind,
            outcome: None,
            text: trace::one_line(self.source.slice(statement.span)),
            nest: false,
            occurrence: 1,
            reasons: Vec::new(),
            slice_step: None,
            values: Vec::new(),
            focus: None,
        }
    }
}

/// The value of a scalar, if it is known.
fn known(machine: &Machine<'_>, scalar: ScalarId) -> Option<i128> {
    match machine.value_of(scalar) {
        Value::Known(value) => Some(value),
        Value::Poison(_) | Value::Unset => None,
    }
}

impl Observer for Tracer<'_> {
    fn step(&mut self, step: TraceStep, machine: &Machine<'_>) {
        let graph = self.graph;
        let node = &graph.nodes[step.node.index()];
        if node.action == Action::Exit {
            return self.returned(&step);
        }
        let unit = &graph.units[node.unit.index()];
        let kind = match node.action {
            // An orderly end fails nothing.
            Action::Stop(_) => Some(StepKind::Assign),
            _ => trace::kind(unit, &node.action),
        };
        let Some(kind) = kind else { return };
        let again = |open: &Open| !open.gathered.goes_on(graph, &step) || open.step.kind == StepKind::Call;
        if self.open.as_ref().is_none_or(again) || kind == StepKind::Call {
            self.flush();
            let blank = self.blank(node.unit, step.depth, kind);
            let gathered = trace::Gathered::of(graph, &step);
            self.open = Some(Open { gathered, step: blank, values: Values::default() });
        }
        let Some(open) = &mut self.open else { return };
        open.values.take(graph, self.source, &step);
        if let Action::Call { callee, .. } = &node.action
            && machine.depth() > step.depth
        {
            self.calls.push(step.node);
            for &formal in &graph.procedures[callee.index()].formals {
                if let Some(value) = known(machine, formal) {
                    let number = graph.memory.number_beside(formal).and_then(|number| known(machine, number));
                    open.values.known(graph, self.source, formal, (number, value));
                }
            }
        }
        open.gathered.take(&step);
        if open.step.kind != StepKind::Error {
            open.step.kind = kind;
        }
        open.step.outcome = trace::outcome(graph, &step).or(open.step.outcome);
    }

    fn input(&mut self, read: InputRead) {
        self.inputs.input(read);
    }
}

#[cfg(test)]
mod tests;
