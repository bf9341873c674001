//! The types of lowered expressions, and conversions between these.

use focuscheck_base::arith::IntegerType;
use focuscheck_cells::facts::cfg::{Expr, Graph};

/// The type of a lowered expression.
pub(super) fn type_of(graph: &Graph, value: &Expr) -> IntegerType {
    match value {
        Expr::Constant(_, ty) | Expr::Unary(_, ty, _) | Expr::Binary(_, ty, _, _) | Expr::Convert(ty, _) => {
            *ty
        }
        Expr::Scalar(scalar) => graph.scalars[scalar.index()].ty,
    }
}

/// Whether every value of one type is a value of the other.
pub(super) fn preserves(from: IntegerType, to: IntegerType) -> bool {
    to.contains(from.min()) && to.contains(from.max())
}

/// A conversion without needless steps.
pub(super) fn convert(graph: &Graph, ty: IntegerType, mut value: Expr) -> Expr {
    loop {
        if type_of(graph, &value) == ty {
            return value;
        }
        match value {
            Expr::Constant(number, _) => return Expr::Constant(ty.convert(number), ty),
            Expr::Convert(middle, inner) if preserves(type_of(graph, &inner), middle) => value = *inner,
            value => return Expr::Convert(ty, Box::new(value)),
        }
    }
}
