//! What a verdict about a graph rests on: that nothing undefined happens where it could.
//!
//! Intervals of the types rule out what cannot happen at all: `(int)c + 1` of a `char` does not overflow.

use std::collections::BTreeSet;

use crate::check::typed::{BinaryOperator, IntegerType, Program, UnaryOperator};
use crate::facts::cfg::{Action, Assumed, ErrorKind, Expr, Graph, NodeId, UnitId};
use crate::options::CheckKind;

use super::finish::operands;

const BOUNDS: &str = "index in bounds";
const DIVISOR: &str = "divisor not zero";
const SHIFT: &str = "shift amount in range";
const OVERFLOW: &str = "no signed overflow";

/// The values an expression can have, as far as the types tell.
type Interval = (i128, i128);

/// The assumptions in the order of the nodes, then those on undefined functions. What is checked is not
/// assumed, but in the error conditions of the user.
pub(super) fn assumptions(program: &Program, graph: &Graph, checks: &BTreeSet<CheckKind>) -> Vec<Assumed> {
    let conditions: BTreeSet<UnitId> = graph
        .errors
        .iter()
        .filter(|error| error.kind == ErrorKind::Condition)
        .flat_map(|error| error.nodes.iter().map(|node| graph.nodes[node.index()].unit))
        .collect();
    let mut assumed = Vec::new();
    for (number, node) in graph.nodes.iter().enumerate() {
        let mut scan = Scan::new(graph);
        let intervals: Vec<_> = operands(node).into_iter().map(|operand| scan.interval(operand)).collect();
        let length = match &node.action {
            Action::Load { range, .. } | Action::Store { range, .. } => Some(range.length),
            Action::Bounds { length, .. } => Some(*length),
            _ => None,
        };
        if let (Some(length), Some(&(low, high))) = (length, intervals.first())
            && (low < 0 || high >= length as i128)
        {
            scan.found.push(BOUNDS);
        }
        for (text, kind) in [
            (BOUNDS, CheckKind::Bounds),
            (DIVISOR, CheckKind::Div),
            (SHIFT, CheckKind::Shift),
            (OVERFLOW, CheckKind::Overflow),
        ] {
            let checked = checks.contains(&kind) && !conditions.contains(&node.unit);
            if scan.found.contains(&text) && !checked {
                let node_id = Some(NodeId(number as u32));
                assumed.push(Assumed { node: node_id, text: text.to_owned(), span: node.span });
            }
        }
    }
    for &function in &program.models {
        let procedure = &graph.procedures[function.index()];
        let text = format!("{}() does what its model says", procedure.name);
        assumed.push(Assumed { node: Some(procedure.entry), text, span: procedure.span });
    }
    for (name, span) in &program.assumed_pure {
        let what = if name.ends_with("longjmp") { "is not followed" } else { "changes no variable" };
        assumed.push(Assumed { node: None, text: format!("{name}() {what}"), span: *span });
    }
    assumed
}

/// Computes intervals and notes what may be undefined.
pub(super) struct Scan<'g> {
    graph: &'g Graph,
    found: Vec<&'static str>,
}

impl<'g> Scan<'g> {
    pub(super) fn new(graph: &'g Graph) -> Self {
        Scan { graph, found: Vec::new() }
    }

    pub(super) fn interval(&mut self, expression: &Expr) -> Interval {
        match expression {
            Expr::Constant(value, _) => (*value, *value),
            Expr::Scalar(scalar) => range(self.graph.scalars[scalar.index()].ty),
            Expr::Convert(ty, operand) => {
                let (low, high) = self.interval(operand);
                if ty.contains(low) && ty.contains(high) { (low, high) } else { range(*ty) }
            }
            Expr::Unary(operator, ty, operand) => {
                let (low, high) = self.interval(operand);
                match operator {
                    UnaryOperator::Negate => self.result((-high, -low), *ty),
                    UnaryOperator::BitNot if ty.signed => (!high, !low),
                    UnaryOperator::BitNot => range(*ty),
                }
            }
            Expr::Binary(operator, ty, left, right) => {
                let left = self.interval(left);
                let right = self.interval(right);
                self.binary(*operator, *ty, left, right)
            }
        }
    }

    fn binary(&mut self, operator: BinaryOperator, ty: IntegerType, a: Interval, b: Interval) -> Interval {
        use BinaryOperator::*;
        match operator {
            Add | Subtract | Multiply => self.result(exact_range(operator, a, b).unwrap_or(range(ty)), ty),
            Divide | Remainder => {
                if b.0 <= 0 && 0 <= b.1 {
                    self.found.push(DIVISOR);
                }
                if ty.signed && a.0 == ty.min() && b.0 <= -1 && -1 <= b.1 {
                    self.found.push(OVERFLOW);
                }
                match operator {
                    Remainder if a.0 >= 0 => (0, a.1.min((b.1.max(-b.0) - 1).max(0))),
                    Divide if a.0 >= 0 && b.0 > 0 => (a.0 / b.1, a.1 / b.0),
                    _ => range(ty),
                }
            }
            ShiftLeft | ShiftRight => {
                if b.0 < 0 || b.1 >= ty.width as i128 {
                    self.found.push(SHIFT);
                    if operator == ShiftLeft && ty.signed {
                        self.found.push(OVERFLOW);
                    }
                    return range(ty);
                }
                if operator == ShiftRight {
                    return (a.0 >> if a.0 < 0 { b.0 } else { b.1 }, a.1 >> if a.1 < 0 { b.1 } else { b.0 });
                }
                if ty.signed && a.0 < 0 {
                    self.found.push(OVERFLOW);
                    return range(ty);
                }
                self.result((0, a.1.saturating_mul(1 << b.1)), ty)
            }
            BitAnd if a.0 >= 0 || b.0 >= 0 => {
                let bound = |interval: Interval| if interval.0 >= 0 { interval.1 } else { ty.max() };
                (0, bound(a).min(bound(b)))
            }
            BitAnd | BitOr | BitXor => range(ty),
        }
    }

    fn result(&mut self, interval: Interval, ty: IntegerType) -> Interval {
        if ty.contains(interval.0) && ty.contains(interval.1) {
            return interval;
        }
        if ty.signed {
            self.found.push(OVERFLOW);
        }
        range(ty)
    }
}

/// The mathematical values of a sum, difference or product.
pub(super) fn exact_range(operator: BinaryOperator, a: Interval, b: Interval) -> Option<Interval> {
    match operator {
        BinaryOperator::Add => Some((a.0.saturating_add(b.0), a.1.saturating_add(b.1))),
        BinaryOperator::Subtract => Some((a.0.saturating_sub(b.1), a.1.saturating_sub(b.0))),
        BinaryOperator::Multiply => {
            // Two unsigned 64-bit values leave the range of i128.
            let corners = [(a.0, b.0), (a.0, b.1), (a.1, b.0), (a.1, b.1)].map(|(a, b)| a.saturating_mul(b));
            Some((corners.into_iter().min()?, corners.into_iter().max()?))
        }
        _ => None,
    }
}

fn range(ty: IntegerType) -> Interval {
    (ty.min(), ty.max())
}
