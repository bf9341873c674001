//! Comparisons and signs of floating-point numbers, which are decided by their bits.

use crate::program::graph::{Expr, ExprKind};
use focuscheck_base::arith::{Relation, UnaryOperator};
use focuscheck_base::source::Span;
use focuscheck_check::types::Type;

use super::build::Lowering;

impl Lowering<'_> {
    /// A comparison of two numbers one of which is a floating-point number, in the smallest type that has both as they are;
    /// `None` if it would have to convert one whose value is not constant.
    pub(super) fn compared(
        &self,
        relation: Relation,
        (left, right): (&Expr, &Expr),
        ty: &Type,
        span: Span,
    ) -> Option<Expr> {
        let floating = |value: &Expr| matches!(value.ty, Type::Float(_));
        if !floating(left) && !floating(right) {
            return None;
        }
        self.types.float_bits(&Type::Float(4))?;
        let both = |size| Some((as_float(left, size)?, as_float(right, size)?));
        let (left, right) = both(4).or_else(|| both(8))?;
        let kind = ExprKind::Compare(relation, Box::new(left), Box::new(right));
        Some(Expr { kind, ty: ty.clone(), span })
    }

    /// `-e` of a floating-point number: another sign.
    pub(super) fn opposite(&self, value: &Expr, ty: &Type, span: Span) -> Option<Expr> {
        let bits = self.types.float_bits(ty).filter(|_| value.ty == *ty)?;
        let kind = ExprKind::Unary(UnaryOperator::Negate, bits, Box::new(value.clone()));
        Some(Expr { kind, ty: ty.clone(), span })
    }
}

/// A value as a floating-point number of so many bytes, if it is exactly one.
fn as_float(value: &Expr, size: u64) -> Option<Expr> {
    if value.ty == Type::Float(size) && !matches!(value.kind, ExprKind::Convert(_)) {
        return Some(value.clone());
    }
    let constant =
        |bits: i128| Some(Expr { kind: ExprKind::Integer(bits), ty: Type::Float(size), span: value.span });
    match (&value.kind, &value.ty, size) {
        (ExprKind::Integer(number), Type::Integer(_), 8) => constant((*number as f64).to_bits().into()),
        (ExprKind::Integer(number), Type::Integer(_), 4) => constant((*number as f32).to_bits().into()),
        (ExprKind::Integer(bits), Type::Float(4), 8) => {
            constant(f64::from(f32::from_bits(*bits as u32)).to_bits().into())
        }
        (ExprKind::Integer(bits), Type::Float(8), 4) => {
            let (double, single) = (f64::from_bits(*bits as u64), f64::from_bits(*bits as u64) as f32);
            (f64::from(single).to_bits() == double.to_bits()).then(|| constant(single.to_bits().into()))?
        }
        // Every `float` is a `double`.
        (ExprKind::Convert(operand), Type::Float(8), 4) if operand.ty == Type::Float(4) => {
            as_float(operand, 4)
        }
        (ExprKind::Convert(operand), Type::Float(own), _)
            if *own == size
                && matches!(operand.kind, ExprKind::Integer(_))
                && operand.ty.integer().is_some() =>
        {
            as_float(operand, size)
        }
        _ => None,
    }
}
