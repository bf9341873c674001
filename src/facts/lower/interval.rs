//! What the types say about values: `(int)c + 1` of a `char` does not overflow.

use crate::facts::cfg::{Expr, Graph};
use crate::layout::program::{BinaryOperator, IntegerType, UnaryOperator};
use crate::limit::spend;

/// The values an expression can have, as far as the types tell.
type Interval = (i128, i128);

/// The interval of an expression.
pub(super) fn interval(graph: &Graph, expression: &Expr) -> Interval {
    spend(1);
    match expression {
        Expr::Constant(value, _) => (*value, *value),
        Expr::Scalar(scalar) => range(graph.scalars[scalar.index()].ty),
        Expr::Convert(ty, operand) => {
            let (low, high) = interval(graph, operand);
            if ty.contains(low) && ty.contains(high) { (low, high) } else { range(*ty) }
        }
        Expr::Unary(operator, ty, operand) => {
            let (low, high) = interval(graph, operand);
            match operator {
                UnaryOperator::Negate => result((-high, -low), *ty),
                UnaryOperator::BitNot if ty.signed => (!high, !low),
                UnaryOperator::BitNot => range(*ty),
            }
        }
        Expr::Binary(operator, ty, left, right) => {
            binary(*operator, *ty, interval(graph, left), interval(graph, right))
        }
    }
}

fn binary(operator: BinaryOperator, ty: IntegerType, a: Interval, b: Interval) -> Interval {
    use BinaryOperator::*;
    match operator {
        Add | Subtract | Multiply => result(exact_range(operator, a, b).unwrap_or(range(ty)), ty),
        Remainder if a.0 >= 0 => (0, a.1.min((b.1.max(-b.0) - 1).max(0))),
        Divide if a.0 >= 0 && b.0 > 0 => (a.0 / b.1, a.1 / b.0),
        Divide | Remainder => range(ty),
        ShiftLeft | ShiftRight if b.0 < 0 || b.1 >= ty.width as i128 => range(ty),
        ShiftRight => (a.0 >> if a.0 < 0 { b.0 } else { b.1 }, a.1 >> if a.1 < 0 { b.1 } else { b.0 }),
        ShiftLeft if ty.signed && a.0 < 0 => range(ty),
        ShiftLeft => result((0, a.1.saturating_mul(1 << b.1)), ty),
        BitAnd if a.0 >= 0 || b.0 >= 0 => {
            let bound = |interval: Interval| if interval.0 >= 0 { interval.1 } else { ty.max() };
            (0, bound(a).min(bound(b)))
        }
        BitAnd | BitOr | BitXor => range(ty),
    }
}

fn result(interval: Interval, ty: IntegerType) -> Interval {
    if ty.contains(interval.0) && ty.contains(interval.1) { interval } else { range(ty) }
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
