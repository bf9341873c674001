//! What decides that a run fails: comparisons with the values that they compare.

use std::collections::BTreeSet;

use focuscheck_base::arith::{BinaryOperator, IntegerType, Relation, UnaryOperator, float_text};
use focuscheck_base::options::CheckKind;
use focuscheck_base::source::SourceFile;
use focuscheck_cells::facts::cfg::{
    Action, Condition, ErrorKind, ErrorSite, Expr, Graph, Node, Site, UnitId, tested_float,
};
use focuscheck_cells::facts::cfg::{NULL_OFFSET, ScalarId};
use focuscheck_cells::simulation::evaluate::{Value, evaluate};
use focuscheck_cells::simulation::interpreter::{Limits, Machine, Observer, Run, TraceStep};
use focuscheck_engine::focus::explain::Inputs;
use focuscheck_engine::summary::statics::Statics;
use focuscheck_report::model::Compared;

/// At most this many comparisons are told.
const MOST: usize = 4;

/// Characters of a comparison beyond which only the values of its sides are told.
const LONGEST: usize = 80;

/// As deep as runs are that are looked at.
const DEEPEST: u32 = 10_000;

/// The comparisons that decide that a run ends with an error: those of the assertion, of the check, or of the condition
/// that leads to the call or the label. The run is repeated to look at its memory there.
pub(super) fn failing(
    graph: &Graph,
    statics: &Statics,
    source: &SourceFile,
    error: &ErrorSite,
    run: &Run,
) -> Vec<Compared> {
    let Some(last) = run.trace.last() else { return Vec::new() };
    let own = graph.nodes[last.node.index()].unit;
    // The comparisons inside a library function are nobody's.
    if graph.units[own.index()].of_library {
        return Vec::new();
    }
    let called = matches!(error.kind, ErrorKind::ErrorCall | ErrorKind::ErrorLabel);
    let (unit, is_check) = match error.kind {
        ErrorKind::Assertion | ErrorKind::Annotation | ErrorKind::Condition => (own, false),
        ErrorKind::ErrorCall | ErrorKind::ErrorLabel => {
            match statics.controls(last.node).rfind(|&control| control != own) {
                Some(control) => (control, false),
                None => return Vec::new(),
            }
        }
        ErrorKind::Check(CheckKind::Bounds)
        | ErrorKind::Check(CheckKind::Div)
        | ErrorKind::Check(CheckKind::Overflow)
        | ErrorKind::Check(CheckKind::Shift) => (own, true),
        // Whether a variable has a value is no comparison of the program.
        _ => return Vec::new(),
    };
    let mut wanted = deciding(graph, run, unit, called);
    wanted.reverse();
    let mut watch = Watch {
        told: Comparisons {
            graph,
            source,
            is_check,
            whole: matches!(error.kind, ErrorKind::Assertion | ErrorKind::Annotation),
        },
        wanted,
        at: 0,
        found: Vec::new(),
    };
    let mut inputs = Inputs {
        values: run.inputs.iter().map(|read| ((read.site, read.occurrence), read.value)).collect(),
        plainest: graph.sites.iter().map(Site::plainest).collect(),
        ..Inputs::default()
    };
    if !watch.wanted.is_empty() {
        let limits = Limits { steps: run.trace.len() as u64 + 1, depth: DEEPEST };
        Machine::new(graph, limits).run(&mut inputs, &mut watch);
    }
    watch.found
}

/// The positions in the trace of the branches of a unit, in its last execution, that decided where it led; the last one
/// first. With `called` the unit need not be what the run ended with.
fn deciding(graph: &Graph, run: &Run, unit: UnitId, called: bool) -> Vec<usize> {
    let Some(last) = run.trace.last() else { return Vec::new() };
    let statement = graph.units[unit.index()].statement;
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for (position, step) in run.trace.iter().enumerate().rev().skip(1) {
        if step.depth > last.depth {
            continue;
        }
        let node = &graph.nodes[step.node.index()];
        let here = graph.units[node.unit.index()].statement == statement;
        if !here && called && seen.is_empty() && step.depth == last.depth {
            continue;
        }
        if step.depth < last.depth || !here || !seen.insert(step.node) || found.len() == MOST {
            break;
        }
        let branch = matches!(node.action, Action::Branch(_)) && node.unit == unit;
        if branch && (found.is_empty() || leads_out(graph, node, unit, step)) {
            found.push(position);
        }
    }
    found
}

/// Whether the other outcome of a branch would have led out of the unit at once.
fn leads_out(graph: &Graph, node: &Node, unit: UnitId, step: &TraceStep) -> bool {
    let other = usize::from(step.outcome == Some(true));
    node.successors.get(other).is_some_and(|other| graph.nodes[other.index()].unit != unit)
}

/// Looks at some steps of a run.
struct Watch<'a> {
    told: Comparisons<'a>,
    /// Positions in the trace, in order.
    wanted: Vec<usize>,
    at: usize,
    found: Vec<Compared>,
}

impl Observer for Watch<'_> {
    fn step(&mut self, step: TraceStep, machine: &Machine<'_>) {
        if self.wanted.get(self.found.len()) == Some(&self.at) {
            match self.told.compared(&step, machine) {
                Some(compared) => self.found.push(compared),
                None => {
                    self.wanted.remove(self.found.len());
                }
            }
        }
        self.at += 1;
    }
}

/// How comparisons are told.
struct Comparisons<'a> {
    graph: &'a Graph,
    source: &'a SourceFile,
    /// Whether the comparison holds where something is undefined, so that its opposite is what should hold.
    is_check: bool,
    /// Whether the truth of a variable by itself is worth telling.
    whole: bool,
}

impl Comparisons<'_> {
    fn compared(&self, step: &TraceStep, machine: &Machine<'_>) -> Option<Compared> {
        let node = &self.graph.nodes[step.node.index()];
        let Action::Branch(Condition { relation, left, right }) = &node.action else { return None };
        let (Some(one), Some(other), Some(outcome)) = (step.value, step.right, step.outcome) else {
            return None;
        };
        if one == NULL_OFFSET || other == NULL_OFFSET {
            return None;
        }
        // Whether it is a number was asked first.
        if matches!(right, Expr::Constant(limit, ty) if ty.float && float_text(*ty, *limit).ends_with("inf"))
        {
            return None;
        }
        let is_zero = matches!(right, Expr::Constant(0, _));
        let truth = !self.is_check
            && *relation == Relation::NotEqual
            && is_zero
            && !self.source.slice(node.span).contains("!=");
        if truth {
            let text = self.side(left, one, machine);
            let simple = matches!(left, Expr::Scalar(_));
            return (self.whole || !simple).then_some(Compared { text, holds: outcome });
        }
        let (relation, holds) =
            if self.is_check { (relation.negate(), !outcome) } else { (*relation, outcome) };
        let (left, right) = (self.side(left, one, machine), self.side(right, other, machine));
        Some(Compared { text: format!("{left} {} {right}", relation.symbol()), holds })
    }

    /// A side of a comparison with this value.
    fn side(&self, expression: &Expr, value: i128, machine: &Machine<'_>) -> String {
        let type_of = |scalar: ScalarId| self.graph.scalars[scalar.index()].ty;
        if let Some(Expr::Scalar(scalar)) = tested_float(expression, &type_of) {
            return match machine.value_of(*scalar) {
                Value::Known(bits) => self.graph.written(type_of(*scalar), bits),
                Value::Poison(_) | Value::Unset => self.graph.scalars[scalar.index()].name.clone(),
            };
        }
        let ty = match expression {
            Expr::Constant(_, ty) => *ty,
            Expr::Scalar(scalar) => self.graph.scalars[scalar.index()].ty,
            Expr::Unary(..) | Expr::Binary(..) | Expr::Convert(..) => IntegerType::INT,
        };
        if ty == IntegerType::FUNCTION || ty.float {
            return self.graph.written(ty, value);
        }
        written(expression, machine)
            .map(|(text, _)| text)
            .filter(|text| text.len() <= LONGEST)
            .unwrap_or_else(|| value.to_string())
    }
}

/// How tightly the operator of a text binds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    /// Bit operations and shifts: always in parentheses inside others.
    Loose,
    Sum,
    Product,
    Tight,
}

/// An expression with values instead of variables; `None` if a value is not known.
fn written(expression: &Expr, machine: &Machine<'_>) -> Option<(String, Binding)> {
    let value = |expression: &Expr| match evaluate(expression, &|scalar| machine.value_of(scalar)) {
        Ok(Value::Known(value)) => Some(value),
        _ => None,
    };
    let number = |value: i128| {
        let binding = if value < 0 { Binding::Sum } else { Binding::Tight };
        (value.to_string(), binding)
    };
    match expression {
        Expr::Constant(value, _) => Some(number(*value)),
        Expr::Scalar(_) => value(expression).map(number),
        Expr::Convert(_, operand) => {
            let converted = value(expression)?;
            match value(operand) {
                Some(same) if same == converted => written(operand, machine),
                _ => Some(number(converted)),
            }
        }
        Expr::Unary(operator, _, operand) => {
            let (text, binding) = written(operand, machine)?;
            let sign = match operator {
                UnaryOperator::Negate => "-",
                UnaryOperator::BitNot => "~",
            };
            let text =
                if binding < Binding::Tight { format!("{sign}({text})") } else { format!("{sign}{text}") };
            Some((text, Binding::Sum))
        }
        Expr::Binary(operator, _, left, right) => {
            let own = binding(*operator);
            let (left, in_left) = written(left, machine)?;
            let (right, in_right) = written(right, machine)?;
            let left = if in_left < own || in_left == Binding::Loose { format!("({left})") } else { left };
            let right = if in_right <= own { format!("({right})") } else { right };
            Some((format!("{left} {} {right}", symbol(*operator)), own))
        }
    }
}

fn binding(operator: BinaryOperator) -> Binding {
    use BinaryOperator::*;
    match operator {
        Add | Subtract => Binding::Sum,
        Multiply | Divide | Remainder => Binding::Product,
        ShiftLeft | ShiftRight | BitAnd | BitOr | BitXor => Binding::Loose,
    }
}

fn symbol(operator: BinaryOperator) -> &'static str {
    use BinaryOperator::*;
    match operator {
        Add => "+",
        Subtract => "-",
        Multiply => "*",
        Divide => "/",
        Remainder => "%",
        ShiftLeft => "<<",
        ShiftRight => ">>",
        BitAnd => "&",
        BitOr => "|",
        BitXor => "^",
    }
}
