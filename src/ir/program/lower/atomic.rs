//! Atomic operations: in a program with one thread they are the plain ones, computed modulo the width.

use crate::program::graph::{Action, Base, Expr, ExprKind, Place};
use focuscheck_base::arith::{IntegerType, Relation};
use focuscheck_base::source::Span;
use focuscheck_check::atomic::{Atomic, atomic};
use focuscheck_check::tree::Expression;
use focuscheck_check::types::Type;

use super::build::Lowering;
use super::call::Outcome;

impl<'t> Lowering<'t> {
    /// A call of such a function; `None` if it is none, or on something out of the ordinary.
    pub(super) fn atomic_call(
        &mut self,
        name: &str,
        arguments: &'t [Expression],
        ty: &Type,
        span: Span,
    ) -> Option<Outcome> {
        let operation = atomic(name)?;
        let Type::Pointer(pointee, _) = arguments.first()?.unconverted_type() else { return None };
        let integer = pointee.integer().filter(|ty| !ty.is_bool())?;
        let wanted = match operation {
            Atomic::Load => 0,
            Atomic::Store | Atomic::Exchange | Atomic::Update(..) => 1,
            Atomic::CompareSwap(_) => 2,
        };
        if arguments.len() <= wanted {
            return None;
        }
        let operands: Vec<&Expression> = arguments.iter().collect();
        let object = Type::Integer(integer);
        let mut values = Vec::new();
        for (number, value) in self.operands(&operands).into_iter().enumerate() {
            let value = if number == 0 { value } else { Self::converted(value, &object) };
            values.push(self.kept(value));
        }
        let mut values = values.into_iter();
        let base = Base::Pointer(Box::new(values.next()?));
        let place = Place { base, steps: Vec::new(), ty: object.clone(), bits: None, span };
        if let Atomic::Store = operation {
            self.emit(Action::Store { place, value: values.next()? }, span);
            return Some(Outcome::Nothing);
        }
        let old = self.read(place.clone(), false, &object, span);
        let old = self.kept(old);
        let value = match operation {
            Atomic::Load | Atomic::Store => old,
            Atomic::Exchange => {
                self.emit(Action::Store { place, value: values.next()? }, span);
                old
            }
            Atomic::Update(operator, before) => {
                let wide = IntegerType { width: integer.width.max(32), signed: false, float: false };
                let [left, right] = [old.clone(), values.next()?]
                    .map(|value| Box::new(Self::converted(value, &Type::Integer(wide))));
                let kind = ExprKind::Binary(operator, wide, left, right);
                let new = Expr { kind, ty: Type::Integer(wide), span };
                let new = self.kept(Self::converted(new, &object));
                self.emit(Action::Store { place, value: new.clone() }, span);
                if before { old } else { new }
            }
            Atomic::CompareSwap(success) => {
                let (expected, new) = (values.next()?, values.next()?);
                let kind = ExprKind::Compare(Relation::Equal, Box::new(old.clone()), Box::new(expected));
                let same = Expr { kind, ty: Type::Integer(IntegerType::INT), span };
                let same = self.kept(same);
                let (swaps, join) = (self.new_label(span), self.new_label(span));
                self.branch(same.clone(), span, swaps, join);
                self.place_label(swaps);
                self.emit(Action::Store { place, value: new }, span);
                self.place_label(join);
                if success { same } else { old }
            }
        };
        Some(Outcome::Scalar(Self::converted(value, ty)))
    }
}
