//! Values: pure expressions over scalars, and nodes for what is none.

use super::conversion;
use focuscheck_base::arith::{IntegerType, Relation};
use focuscheck_base::doubt::Unmodelled;
use focuscheck_base::source::Span;
use focuscheck_cells::facts::cfg::{Action, Condition, Expr};
use focuscheck_check::types::Type;
use focuscheck_ir::program::graph::{self, ExprKind};

use super::build::Stage;
use super::check::decided;
use super::copy::Bound;
use super::function::CODE;
use super::gap::Gap;

/// Why the next argument of a list has no value.
const VARIABLE_ARGUMENT: &str = "variable argument";

/// The operand of `!e` that the graph computes as `e == 0`: the zero stands where the whole does.
pub(super) fn negated(value: &graph::Expr) -> Option<&graph::Expr> {
    match &value.kind {
        ExprKind::Compare(Relation::Equal, operand, zero) => {
            let is_zero = matches!(zero.kind, ExprKind::Integer(0)) && zero.span == value.span;
            is_zero.then_some(&**operand)
        }
        _ => None,
    }
}

/// What is converted, through all conversions.
pub(super) fn unconverted(mut value: &graph::Expr) -> &graph::Expr {
    while let ExprKind::Convert(operand) = &value.kind {
        value = operand;
    }
    value
}

impl Stage<'_> {
    /// The value of an expression, inside the current unit.
    pub fn value(&mut self, value: &graph::Expr) -> Result<Expr, Gap> {
        if value.ty.is_function_pointer() {
            return self.code(value);
        }
        if let Some(ty) = self.shapes.float_bits(&value.ty) {
            return self.float(value, ty);
        }
        let Type::Integer(ty) = value.ty else { return self.unknown_number(value) };
        Ok(match &value.kind {
            ExprKind::Integer(number) => Expr::Constant(*number, ty),
            ExprKind::Temporary(temporary) => match self.copy().bound.get(temporary) {
                Some(Bound::Value(value)) => value.clone(),
                Some(Bound::Scalar(scalar)) => Expr::Scalar(*scalar),
                Some(Bound::Unknown(reason)) => self.unknown_of(reason.clone(), ty, value.span),
                Some(Bound::Unused | Bound::Pointer(_)) | None => return Err(Gap::Shape("temporary")),
            },
            ExprKind::Read(place) => {
                let target = self.target(place)?;
                let name = self.place_text(place);
                self.check_value(&target, &name, place.span);
                let value = self.load(&target, &name, ty, place.span);
                if place.bits.is_some() { self.convert(ty, value) } else { value }
            }
            ExprKind::Unary(operator, ty, operand) => {
                let operand = self.value(operand)?;
                self.check_unary(*operator, *ty, &operand, value);
                Expr::Unary(*operator, *ty, Box::new(operand))
            }
            ExprKind::Binary(operator, ty, left, right) => {
                let whole = self.whole.take();
                let (a, b) = (self.value(left)?, self.value(right)?);
                self.check_binary((*operator, *ty), (&a, &b), whole, (value, right));
                Expr::Binary(*operator, *ty, Box::new(a), Box::new(b))
            }
            ExprKind::Compare(..) => self.truth(value)?,
            ExprKind::Convert(operand) => match &unconverted(operand).kind {
                // An unknown value is unknown in any type.
                ExprKind::Unmodelled(reason) => self.unknown(reason.clone(), value)?,
                _ => match operand.ty {
                    Type::Integer(_) => {
                        let value = self.value(operand)?;
                        self.convert(ty, value)
                    }
                    Type::Pointer(..) => self.number_of(operand, ty, value.span)?,
                    Type::Float(_) if ty.is_bool() && self.shapes.float_bits(&operand.ty).is_some() => {
                        let bits = self.value(operand)?;
                        self.convert(ty, self.magnitude(bits))
                    }
                    _ => {
                        self.used(operand)?;
                        self.unknown(self.reason_of(operand), value)?
                    }
                },
            },
            ExprKind::Unmodelled(reason) => self.unknown(reason.clone(), value)?,
            ExprKind::Distance(left, right, _) => self.distance((left, right), value)?,
            ExprKind::Address(..) | ExprKind::Function(_) | ExprKind::Moved { .. } => {
                return Err(Gap::Pointer);
            }
        })
    }

    /// What stands for a number is none: nobody knows it.
    fn unknown_number(&mut self, value: &graph::Expr) -> Result<Expr, Gap> {
        if let Type::Pointer(..) = value.ty {
            return self.number_of(value, IntegerType::INT, value.span);
        }
        self.used(value)?;
        let reason = self.reason_of(value);
        Ok(self.unknown_of(reason, IntegerType::INT, value.span))
    }

    pub fn unknown(&mut self, reason: Unmodelled, value: &graph::Expr) -> Result<Expr, Gap> {
        let Type::Integer(ty) = value.ty else { return Err(Gap::Pointer) };
        self.obtained(&reason, value.span);
        Ok(self.unknown_of(reason, ty, value.span))
    }

    /// A value is obtained that is not modelled: of the next argument of a list nobody can tell whether there is one.
    pub fn obtained(&mut self, reason: &Unmodelled, span: Span) {
        if *reason == VARIABLE_ARGUMENT.into() {
            self.unjudged(reason, span);
        }
    }

    /// A value that is not modelled, in a temporary.
    pub fn unknown_of(&mut self, reason: Unmodelled, ty: IntegerType, span: Span) -> Expr {
        let target = self.temporary(ty, reason.to_string(), span);
        self.emit(Action::Unsupported { target, reason }, span);
        Expr::Scalar(target)
    }

    /// A comparison as 1 or 0.
    fn truth(&mut self, value: &graph::Expr) -> Result<Expr, Gap> {
        let Type::Integer(ty) = value.ty else { return Err(Gap::Pointer) };
        let span = value.span;
        let text = self.text(value);
        let (holds, fails, join) = (self.new_label(span), self.new_label(span), self.new_label(span));
        match negated(value) {
            Some(operand) => self.condition(operand, fails, holds)?,
            None => self.condition(value, holds, fails)?,
        }
        let temporary = self.temporary(ty, text, span);
        for (label, value) in [(holds, 1), (fails, 0)] {
            self.place_label(label);
            self.assign(temporary, Expr::Constant(value, ty), span);
            self.jump(join);
        }
        self.place_label(join);
        Ok(Expr::Scalar(temporary))
    }

    /// Goes to one of two labels; nothing is open after it.
    pub fn condition(
        &mut self,
        value: &graph::Expr,
        holds: focuscheck_cells::facts::cfg::NodeId,
        fails: focuscheck_cells::facts::cfg::NodeId,
    ) -> Result<(), Gap> {
        if let Some(compared) = self.compares_floats(value) {
            return self.compare_floats(compared, value.span, holds, fails);
        }
        let atom = self.atom(value)?;
        match decided(&atom) {
            Some(known) => self.jump(if known { holds } else { fails }),
            None => self.branch(atom, value.span, holds, fails),
        }
        Ok(())
    }

    /// The atomic condition of a value.
    pub fn atom(&mut self, value: &graph::Expr) -> Result<Condition, Gap> {
        if value.ty.is_function_pointer() {
            let (left, right) = (self.code(value)?, Expr::Constant(0, CODE));
            return Ok(Condition { relation: Relation::NotEqual, left, right });
        }
        if let Type::Pointer(..) = value.ty {
            return self.null_test(value);
        }
        if let ExprKind::Compare(relation, left, right) = &value.kind {
            if let Some(test) = self.function_test(*relation, (left, right))? {
                return Ok(test);
            }
            if let Type::Pointer(..) = left.ty {
                return self.pointer_test(*relation, (left, right), value);
            }
            if negated(value).is_some() {
                let left = self.tested(left)?;
                let right = Expr::Constant(0, self.type_of(&left));
                return Ok(Condition { relation: *relation, left, right });
            }
            if self.compares_floats(value).is_some() {
                let left = self.truth(value)?;
                let right = Expr::Constant(0, self.type_of(&left));
                return Ok(Condition { relation: Relation::NotEqual, left, right });
            }
            let (left, right) = (self.value(left)?, self.value(right)?);
            return Ok(Condition { relation: *relation, left, right });
        }
        let left = self.tested(value)?;
        // An input that is tested by itself stands for `*`.
        if let ExprKind::Temporary(_) = value.kind
            && let Some(Action::Input { target, site }) = self.last_action()
            && left == Expr::Scalar(target)
        {
            self.out.sites[site.index()].star = true;
        }
        let ty = self.type_of(&left);
        Ok(Condition { relation: Relation::NotEqual, left, right: Expr::Constant(0, ty) })
    }

    /// A value that is compared with zero: that of a bit-field as it is.
    fn tested(&mut self, value: &graph::Expr) -> Result<Expr, Gap> {
        let narrow = match &unconverted(value).kind {
            ExprKind::Read(place) => place.bits.is_some(),
            ExprKind::Temporary(_) => matches!(value.kind, ExprKind::Temporary(_)),
            _ => false,
        };
        Ok(match self.value(value)? {
            Expr::Convert(ty, inner) if narrow && conversion::preserves(self.type_of(&inner), ty) => *inner,
            computed if self.type_of(&computed).float => self.magnitude(computed),
            computed => computed,
        })
    }

    /// What was emitted last, labels apart.
    fn last_action(&self) -> Option<Action> {
        self.out.nodes.iter().rev().map(|node| &node.action).find(|action| **action != Action::Skip).cloned()
    }
}
