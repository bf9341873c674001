//! Floating-point numbers by their bits: these are moved, compared and negated as IEEE 754 says; what else is computed is not known.
//!
//! Two numbers compare as their *keys* do, integers in whose order the numbers stand: the bits of a positive one, and what is left
//! of a negative one without its sign, negated. Both zeros have the key 0, and what is no number a key beyond those of the infinities.

use focuscheck_base::arith::{BinaryOperator, IntegerType, Relation, UnaryOperator};
use focuscheck_base::doubt::Unmodelled;
use focuscheck_base::source::Span;
use focuscheck_cells::facts::cfg::{Condition, Expr, NodeId};
use focuscheck_check::types::Type;
use focuscheck_ir::program::graph::{self, ExprKind};

use super::build::Stage;
use super::copy::Bound;
use super::gap::Gap;
use super::target::Target;

/// The bit of the sign.
fn sign(ty: IntegerType) -> i128 {
    (ty.max() >> 1) + 1
}

/// The key of infinity: its bits.
fn infinity(ty: IntegerType) -> i128 {
    if ty.width == 32 { 0x7f80_0000 } else { 0x7ff0_0000_0000_0000 }
}

fn key_of(ty: IntegerType, bits: i128) -> i128 {
    if bits < sign(ty) { bits } else { sign(ty) - bits }
}

fn binary(operator: BinaryOperator, ty: IntegerType, left: Expr, right: i128) -> Expr {
    Expr::Binary(operator, ty, Box::new(left), Box::new(Expr::Constant(right, ty)))
}

impl Stage<'_> {
    /// The bits of a floating-point value, if it is only moved or negated; what is computed is not known.
    pub fn float(&mut self, value: &graph::Expr, ty: IntegerType) -> Result<Expr, Gap> {
        let reason: Unmodelled = match &value.kind {
            ExprKind::Integer(bits) => return Ok(Expr::Constant(*bits, ty)),
            ExprKind::Temporary(temporary) => match self.copy().bound.get(temporary) {
                Some(Bound::Value(bits)) if self.type_of(bits) == ty => return Ok(bits.clone()),
                Some(Bound::Scalar(scalar)) if self.out.scalars[scalar.index()].ty == ty => {
                    return Ok(Expr::Scalar(*scalar));
                }
                Some(Bound::Unknown(reason)) => reason.clone(),
                _ => self.reason_of_type(&value.ty),
            },
            ExprKind::Read(place) => {
                let target = self.target(place)?;
                if let Target::Unknown(reason, reach) = target {
                    return Ok(self.load_unknown(reason, &reach, ty, value.span));
                }
                let name = self.place_text(place);
                self.check_value(&target, &name, place.span);
                return Ok(self.load(&target, &name, ty, place.span));
            }
            ExprKind::Unary(UnaryOperator::Negate, own, operand) if *own == ty => {
                let plain = ty.plain();
                return Ok(match self.value(operand)? {
                    Expr::Constant(bits, _) => Expr::Constant(bits ^ sign(ty), ty),
                    // The carry is lost.
                    bits => {
                        let bits = self.convert(plain, bits);
                        let other = binary(BinaryOperator::Add, plain, bits, sign(ty));
                        self.convert(ty, other)
                    }
                });
            }
            ExprKind::Unmodelled(reason) => {
                self.obtained(reason, value.span);
                reason.clone()
            }
            _ => {
                self.used(value)?;
                self.reason_of(value)
            }
        };
        Ok(self.unknown_of(reason, ty, value.span))
    }

    /// The bits of a floating-point number but that of its sign: there are two zeros.
    pub fn magnitude(&self, bits: Expr) -> Expr {
        let ty = self.type_of(&bits).plain();
        match self.convert(ty, bits) {
            Expr::Constant(bits, _) => Expr::Constant(bits % sign(ty), ty),
            bits => binary(BinaryOperator::Remainder, ty, bits, sign(ty)),
        }
    }

    /// Whether a value is a comparison of floating-point numbers with each other.
    pub fn compares_floats<'e>(
        &self,
        value: &'e graph::Expr,
    ) -> Option<(Relation, &'e graph::Expr, &'e graph::Expr, IntegerType)> {
        let ExprKind::Compare(relation, left, right) = &value.kind else { return None };
        let both = matches!((&left.ty, &right.ty), (Type::Float(left), Type::Float(right)) if left == right);
        let ty =
            self.shapes.float_bits(&left.ty).filter(|_| both && super::value::negated(value).is_none())?;
        Some((*relation, left, right, ty))
    }

    /// Goes to one of two labels, as two floating-point numbers compare; what is no number is unlike all, itself included.
    pub fn compare_floats(
        &mut self,
        (relation, left, right, ty): (Relation, &graph::Expr, &graph::Expr, IntegerType),
        span: Span,
        holds: NodeId,
        fails: NodeId,
    ) -> Result<(), Gap> {
        let operands = [left, right];
        let mut values = Vec::with_capacity(2);
        for operand in operands {
            let bits = self.float(operand, ty)?;
            values.push(if let Expr::Constant(..) = bits { bits } else { self.held_now(bits, operand.span) });
        }
        let unordered = if relation == Relation::NotEqual { holds } else { fails };
        let mut keys = Vec::with_capacity(2);
        for (operand, bits) in operands.into_iter().zip(values) {
            let key = self.float_key(operand, bits, ty);
            let limit = infinity(ty);
            let wide = self.type_of(&key);
            match key {
                Expr::Constant(number, _) if number.abs() > limit => {
                    self.jump(unordered);
                    return Ok(());
                }
                Expr::Constant(..) => {}
                _ => {
                    let beyond = [(Relation::Greater, limit), (Relation::Less, -limit)];
                    for (relation, limit) in beyond {
                        let number = self.new_label(span);
                        let right = Expr::Constant(limit, wide);
                        let beyond = Condition { relation, left: key.clone(), right };
                        self.branch(beyond, operand.span, unordered, number);
                        self.place_label(number);
                    }
                }
            }
            keys.push(key);
        }
        let (Some(right), Some(left)) = (keys.pop(), keys.pop()) else {
            return Err(Gap::Shape("comparison"));
        };
        let atom = Condition { relation, left, right };
        match super::check::decided(&atom) {
            Some(known) => self.jump(if known { holds } else { fails }),
            None => self.branch(atom, span, holds, fails),
        }
        Ok(())
    }

    /// The key of a number with these bits.
    fn float_key(&mut self, operand: &graph::Expr, bits: Expr, ty: IntegerType) -> Expr {
        let wide = ty.key();
        if let Expr::Constant(bits, _) = bits {
            return Expr::Constant(key_of(ty, bits), wide);
        }
        let (name, span) = (self.text(operand), operand.span);
        let key = self.temporary(wide, name, span);
        let [positive, negative, join] = [(); 3].map(|()| self.new_label(span));
        let plain = self.convert(ty.plain(), bits);
        let right = Expr::Constant(sign(ty), ty.plain());
        let test = Condition { relation: Relation::Less, left: plain.clone(), right };
        let number = self.convert(wide, plain);
        self.branch(test, span, positive, negative);
        self.place_label(positive);
        self.assign(key, number.clone(), span);
        self.jump(join);
        self.place_label(negative);
        let left = Box::new(Expr::Constant(sign(ty), wide));
        let below = Expr::Binary(BinaryOperator::Subtract, wide, left, Box::new(number));
        self.assign(key, below, span);
        self.jump(join);
        self.place_label(join);
        Expr::Scalar(key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_stand_in_the_order_of_the_numbers() {
        let numbers = [f64::NEG_INFINITY, -2.5, -5e-324, -0.0, 0.0, 5e-324, 1.0, 1e300, f64::INFINITY];
        let key = |number: f64| key_of(IntegerType::DOUBLE, number.to_bits().into());
        for (one, other) in numbers.into_iter().flat_map(|one| numbers.map(|other| (one, other))) {
            assert_eq!(key(one).cmp(&key(other)), one.partial_cmp(&other).unwrap(), "{one} and {other}");
        }
        assert_eq!(key(f64::INFINITY), infinity(IntegerType::DOUBLE));
        assert!(key(f64::NAN).abs() > infinity(IntegerType::DOUBLE));
        assert_eq!(key_of(IntegerType::FLOAT, f32::INFINITY.to_bits().into()), infinity(IntegerType::FLOAT));
    }
}
