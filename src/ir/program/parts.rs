//! Values and places of a graph: making simple ones, and what they are like.

use super::graph::{Base, Expr, ExprKind, Place, Step};
use focuscheck_base::arith::IntegerType;
use focuscheck_base::source::Span;
use focuscheck_check::tree::ObjectId;
use focuscheck_check::types::Type;

impl Expr {
    /// A number of a type.
    pub fn integer(value: i128, ty: IntegerType, span: Span) -> Self {
        Expr { kind: ExprKind::Integer(value), ty: Type::Integer(ty), span }
    }
}

impl Place {
    /// An object as a whole.
    pub fn object(id: ObjectId, ty: Type, span: Span) -> Self {
        Place { base: Base::Object(id), steps: Vec::new(), ty, bits: None, span }
    }

    /// Whether its address is the same whenever it is reached, and within its object.
    pub fn is_fixed(&self) -> bool {
        let inside = |step: &Step| match step {
            Step::Member { offset, .. } => offset.is_some(),
            Step::Element { index: Expr { kind: ExprKind::Integer(index), .. }, size, length, .. } => {
                let within = |length: u64| (0..i128::from(length)).contains(index);
                size.is_some() && length.is_some_and(within)
            }
            Step::Element { .. } => false,
        };
        matches!(self.base, Base::Object(_)) && self.steps.iter().all(inside)
    }
}
