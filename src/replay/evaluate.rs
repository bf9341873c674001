//! Exact evaluation of expressions, with everything that C leaves undefined detected.

use std::fmt;

use crate::facts::cfg::{Expr, ScalarId};
use crate::layout::program::{BinaryOperator, IntegerType, UnaryOperator};

/// Why an operation has no defined result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Undefined {
    /// The result of signed arithmetic is not representable.
    SignedOverflow,
    /// Division or remainder by zero.
    DivisionByZero,
    /// A shift by a negative amount, or by the width or more.
    ShiftAmount,
    /// A left shift of a negative value, or one whose result is not representable.
    ShiftOverflow,
    /// An index outside its array.
    OutOfBounds,
    /// A value that was never assigned.
    Uninitialised,
    /// The value of a call that ended without `return` and a value.
    NoResult,
}

impl fmt::Display for Undefined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Undefined::SignedOverflow => "signed overflow",
            Undefined::DivisionByZero => "division by zero",
            Undefined::ShiftAmount => "shift amount out of range",
            Undefined::ShiftOverflow => "left shift of a negative value or out of range",
            Undefined::OutOfBounds => "index out of bounds",
            Undefined::Uninitialised => "uninitialised value",
            Undefined::NoResult => "no value returned",
        })
    }
}

/// `-a` or `~a` in a type.
pub fn unary(operator: UnaryOperator, ty: IntegerType, operand: i128) -> Result<i128, Undefined> {
    match operator {
        UnaryOperator::Negate => arithmetic(ty, -operand),
        UnaryOperator::BitNot => Ok(ty.convert(!operand)),
    }
}

/// `a op b` in a type; both operands are values of it (of a shift the right one of its own type).
pub fn binary(operator: BinaryOperator, ty: IntegerType, a: i128, b: i128) -> Result<i128, Undefined> {
    match operator {
        BinaryOperator::Add => arithmetic(ty, a + b),
        BinaryOperator::Subtract => arithmetic(ty, a - b),
        // The product of two unsigned 64-bit values wraps in i128, which keeps it right modulo 2^64;
        // that of signed ones does not.
        BinaryOperator::Multiply => arithmetic(ty, a.wrapping_mul(b)),
        BinaryOperator::Divide | BinaryOperator::Remainder => {
            if b == 0 {
                return Err(Undefined::DivisionByZero);
            }
            // INT_MIN % -1 is undefined although 0 would be representable.
            let quotient = arithmetic(ty, a / b)?;
            Ok(if operator == BinaryOperator::Divide { quotient } else { a % b })
        }
        BinaryOperator::ShiftLeft => {
            let amount = shift_amount(ty, b)?;
            if !ty.signed {
                return Ok(ty.convert(((a as u128) << amount) as i128));
            }
            let shifted = a << amount;
            if a < 0 || !ty.contains(shifted) { Err(Undefined::ShiftOverflow) } else { Ok(shifted) }
        }
        BinaryOperator::ShiftRight => Ok(a >> shift_amount(ty, b)?),
        BinaryOperator::BitAnd => Ok(a & b),
        BinaryOperator::BitOr => Ok(a | b),
        BinaryOperator::BitXor => Ok(a ^ b),
    }
}

fn shift_amount(ty: IntegerType, amount: i128) -> Result<u32, Undefined> {
    if 0 <= amount && amount < ty.width as i128 { Ok(amount as u32) } else { Err(Undefined::ShiftAmount) }
}

fn arithmetic(ty: IntegerType, value: i128) -> Result<i128, Undefined> {
    if ty.contains(value) {
        Ok(value)
    } else if ty.signed {
        Err(Undefined::SignedOverflow)
    } else {
        Ok(ty.convert(value))
    }
}

/// A value while a program runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// A number.
    Known(i128),
    /// Something that is not modelled, from the [`crate::facts::cfg::Action::Unsupported`] node with this
    /// number.
    Poison(u32),
    /// Never assigned.
    Unset,
}

/// Why an expression could not be evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The behaviour is undefined.
    Undefined(Undefined),
    /// Whether it is undefined hangs on something that is not modelled (the origin of that value).
    Poison(u32),
}

/// Evaluates an expression. What is not modelled spreads, except into a divisor, where it may trap.
pub fn evaluate(expression: &Expr, lookup: &impl Fn(ScalarId) -> Value) -> Result<Value, Fault> {
    match expression {
        Expr::Constant(value, _) => Ok(Value::Known(*value)),
        Expr::Scalar(scalar) => match lookup(*scalar) {
            Value::Unset => Err(Fault::Undefined(Undefined::Uninitialised)),
            value => Ok(value),
        },
        Expr::Unary(operator, ty, operand) => match evaluate(operand, lookup)? {
            Value::Known(value) => known(unary(*operator, *ty, value)),
            other => Ok(other),
        },
        Expr::Binary(operator, ty, left, right) => {
            let left = evaluate(left, lookup)?;
            let right = evaluate(right, lookup)?;
            match (left, right) {
                (Value::Known(a), Value::Known(b)) => known(binary(*operator, *ty, a, b)),
                (_, Value::Poison(origin))
                    if matches!(operator, BinaryOperator::Divide | BinaryOperator::Remainder) =>
                {
                    Err(Fault::Poison(origin))
                }
                (_, Value::Known(0))
                    if matches!(operator, BinaryOperator::Divide | BinaryOperator::Remainder) =>
                {
                    Err(Fault::Undefined(Undefined::DivisionByZero))
                }
                (Value::Known(_), other) | (other, _) => Ok(other),
            }
        }
        Expr::Convert(ty, operand) => match evaluate(operand, lookup)? {
            Value::Known(value) => Ok(Value::Known(ty.convert(value))),
            other => Ok(other),
        },
    }
}

fn known(result: Result<i128, Undefined>) -> Result<Value, Fault> {
    result.map(Value::Known).map_err(Fault::Undefined)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: IntegerType = IntegerType { width: 64, signed: true };
    const UNSIGNED_LONG: IntegerType = IntegerType { width: 64, signed: false };

    #[test]
    fn unsigned_arithmetic_wraps() {
        let max = UNSIGNED_LONG.max();
        assert_eq!(binary(BinaryOperator::Add, UNSIGNED_LONG, max, 1), Ok(0));
        assert_eq!(binary(BinaryOperator::Subtract, IntegerType::UNSIGNED, 0, 1), Ok(u32::MAX as i128));
        assert_eq!(binary(BinaryOperator::Multiply, UNSIGNED_LONG, max, max), Ok(1));
        assert_eq!(binary(BinaryOperator::Multiply, UNSIGNED_LONG, max, max - 1), Ok(2));
        assert_eq!(binary(BinaryOperator::ShiftLeft, UNSIGNED_LONG, max, 63), Ok(1 << 63));
        assert_eq!(unary(UnaryOperator::Negate, IntegerType::UNSIGNED, 1), Ok(u32::MAX as i128));
        assert_eq!(unary(UnaryOperator::BitNot, IntegerType::UNSIGNED, 0), Ok(u32::MAX as i128));
    }

    #[test]
    fn signed_overflow_is_undefined() {
        let int = IntegerType::INT;
        let overflow = Err(Undefined::SignedOverflow);
        assert_eq!(binary(BinaryOperator::Add, int, int.max(), 1), overflow);
        assert_eq!(binary(BinaryOperator::Multiply, LONG, LONG.min(), LONG.min()), overflow);
        assert_eq!(binary(BinaryOperator::Divide, int, int.min(), -1), overflow);
        assert_eq!(binary(BinaryOperator::Remainder, int, int.min(), -1), overflow);
        assert_eq!(unary(UnaryOperator::Negate, int, int.min()), overflow);
        assert_eq!(unary(UnaryOperator::BitNot, int, int.min()), Ok(int.max()));
    }

    #[test]
    fn division_truncates_towards_zero() {
        let int = IntegerType::INT;
        assert_eq!(binary(BinaryOperator::Divide, int, -7, 2), Ok(-3));
        assert_eq!(binary(BinaryOperator::Remainder, int, -7, 2), Ok(-1));
        assert_eq!(binary(BinaryOperator::Remainder, int, 7, -2), Ok(1));
        assert_eq!(binary(BinaryOperator::Divide, int, 7, 0), Err(Undefined::DivisionByZero));
    }

    #[test]
    fn shifts_stay_in_range() {
        let int = IntegerType::INT;
        assert_eq!(binary(BinaryOperator::ShiftLeft, int, 1, 30), Ok(1 << 30));
        assert_eq!(binary(BinaryOperator::ShiftLeft, int, 1, 31), Err(Undefined::ShiftOverflow));
        assert_eq!(binary(BinaryOperator::ShiftLeft, int, -1, 1), Err(Undefined::ShiftOverflow));
        assert_eq!(binary(BinaryOperator::ShiftLeft, int, 1, 32), Err(Undefined::ShiftAmount));
        assert_eq!(binary(BinaryOperator::ShiftRight, int, 1, -1), Err(Undefined::ShiftAmount));
        assert_eq!(binary(BinaryOperator::ShiftRight, int, -5, 1), Ok(-3));
    }

    #[test]
    fn poison_spreads_but_does_not_divide() {
        let int = IntegerType::INT;
        let poison = Box::new(Expr::Scalar(ScalarId(0)));
        let one = Box::new(Expr::Constant(1, int));
        let zero = Box::new(Expr::Constant(0, int));
        let lookup = |_| Value::Poison(3);
        let divide = |a: &Expr, b: &Expr| {
            evaluate(
                &Expr::Binary(BinaryOperator::Divide, int, Box::new(a.clone()), Box::new(b.clone())),
                &lookup,
            )
        };
        let sum = Expr::Binary(BinaryOperator::Add, int, one.clone(), poison.clone());
        assert_eq!(evaluate(&sum, &lookup), Ok(Value::Poison(3)));
        assert_eq!(divide(&poison, &one), Ok(Value::Poison(3)));
        assert_eq!(divide(&one, &poison), Err(Fault::Poison(3)));
        assert_eq!(divide(&poison, &zero), Err(Fault::Undefined(Undefined::DivisionByZero)));
    }
}
