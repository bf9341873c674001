//! What the types say about values: `(int)c + 1` of a `char` does not overflow.

use focuscheck_base::arith::Interval;
use focuscheck_base::limit::spend;
use focuscheck_cells::facts::cfg::{Expr, Graph};

/// The values an expression can have, as far as the types tell; where it is undefined, it has none.
pub(super) fn interval(graph: &Graph, expression: &Expr) -> Interval {
    spend(1);
    match expression {
        Expr::Constant(value, _) => Interval::single(*value),
        Expr::Scalar(scalar) => Interval::of(graph.scalars[scalar.index()].ty),
        Expr::Convert(ty, operand) => interval(graph, operand).convert(*ty),
        Expr::Unary(operator, ty, operand) => interval(graph, operand).unary(*operator, *ty),
        Expr::Binary(operator, ty, left, right) => {
            interval(graph, left).binary(*operator, *ty, interval(graph, right))
        }
    }
}
