//! Operators on numbers.

use std::fmt;

use super::{BinaryOperator, IntegerType, UnaryOperator};

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
}

impl fmt::Display for Undefined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Undefined::SignedOverflow => "signed overflow",
            Undefined::DivisionByZero => "division by zero",
            Undefined::ShiftAmount => "shift amount out of range",
            Undefined::ShiftOverflow => "left shift of a negative value or out of range",
        })
    }
}

/// The result of an operation on mathematical integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exact {
    /// This number.
    Number(i128),
    /// A number that does not fit into 128 bits.
    TooLarge,
    /// There is none: a division by zero, or a shift by a negative amount.
    None,
}

/// `a op b` of mathematical integers: division truncates towards zero, shifts multiply and divide by powers of two, the bits
/// of negative numbers are those of two's complement.
pub fn exact(operator: BinaryOperator, a: i128, b: i128) -> Exact {
    let known = |result: Option<i128>| result.map_or(Exact::TooLarge, Exact::Number);
    match operator {
        BinaryOperator::Add => known(a.checked_add(b)),
        BinaryOperator::Subtract => known(a.checked_sub(b)),
        BinaryOperator::Multiply => known(a.checked_mul(b)),
        BinaryOperator::Divide | BinaryOperator::Remainder if b == 0 => Exact::None,
        BinaryOperator::Divide => known(a.checked_div(b)),
        BinaryOperator::Remainder => Exact::Number(a.checked_rem(b).unwrap_or(0)),
        BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight if b < 0 => Exact::None,
        BinaryOperator::ShiftLeft if a == 0 => Exact::Number(0),
        BinaryOperator::ShiftLeft if b >= 127 => Exact::TooLarge,
        BinaryOperator::ShiftLeft => known(a.checked_mul(1 << b)),
        BinaryOperator::ShiftRight => Exact::Number(a >> b.min(127)),
        BinaryOperator::BitAnd => Exact::Number(a & b),
        BinaryOperator::BitOr => Exact::Number(a | b),
        BinaryOperator::BitXor => Exact::Number(a ^ b),
    }
}

/// `-a` or `~a` in a type.
pub fn unary(operator: UnaryOperator, ty: IntegerType, a: i128) -> Result<i128, Undefined> {
    match operator {
        UnaryOperator::Negate => in_type(ty, a.checked_neg().ok_or(Undefined::SignedOverflow)?),
        UnaryOperator::BitNot => Ok(ty.convert(!a)),
    }
}

/// `a op b` in a type; both operands are values of it (of a shift the right one of its own type).
pub fn binary(operator: BinaryOperator, ty: IntegerType, a: i128, b: i128) -> Result<i128, Undefined> {
    match operator {
        // The product of two unsigned 64-bit values wraps in 128 bits, which keeps it right modulo 2^64.
        BinaryOperator::Multiply if !ty.signed => Ok(ty.convert(a.wrapping_mul(b))),
        BinaryOperator::Divide | BinaryOperator::Remainder if b == 0 => Err(Undefined::DivisionByZero),
        // `INT_MIN % -1` is undefined although 0 would be representable.
        BinaryOperator::Divide | BinaryOperator::Remainder if !is_defined_division(ty, a, b) => {
            Err(Undefined::SignedOverflow)
        }
        BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight if !(0..i128::from(ty.width)).contains(&b) => {
            Err(Undefined::ShiftAmount)
        }
        BinaryOperator::ShiftLeft if !ty.signed => Ok(ty.convert(((a as u128) << b) as i128)),
        BinaryOperator::ShiftLeft => {
            let shifted = a << b;
            if a < 0 || !ty.contains(shifted) { Err(Undefined::ShiftOverflow) } else { Ok(shifted) }
        }
        BinaryOperator::Add
        | BinaryOperator::Subtract
        | BinaryOperator::Multiply
        | BinaryOperator::Divide
        | BinaryOperator::Remainder
        | BinaryOperator::ShiftRight
        | BinaryOperator::BitAnd
        | BinaryOperator::BitOr
        | BinaryOperator::BitXor => match exact(operator, a, b) {
            Exact::Number(result) => in_type(ty, result),
            Exact::TooLarge | Exact::None => Err(Undefined::SignedOverflow),
        },
    }
}

/// Whether a quotient and its remainder are defined: `INT_MIN / -1` is not representable.
pub fn is_defined_division(ty: IntegerType, a: i128, b: i128) -> bool {
    b != 0 && !(ty.signed && b == -1 && a == ty.min())
}

/// `a op b` where C wants a constant: what overflows wraps, as it does for gcc, which warns. `None` where gcc has no value
/// either.
pub fn wrapped(operator: BinaryOperator, ty: IntegerType, a: i128, b: i128) -> Option<i128> {
    match binary(operator, ty, a, b) {
        Ok(value) => Some(value),
        Err(Undefined::SignedOverflow | Undefined::ShiftOverflow) => match exact(operator, a, b) {
            Exact::Number(value) => Some(ty.convert(value)),
            Exact::TooLarge | Exact::None => None,
        },
        Err(Undefined::DivisionByZero | Undefined::ShiftAmount) => None,
    }
}

fn in_type(ty: IntegerType, value: i128) -> Result<i128, Undefined> {
    match ty.signed && !ty.contains(value) {
        true => Err(Undefined::SignedOverflow),
        false if ty.contains(value) => Ok(value),
        false => Ok(ty.convert(value)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: IntegerType = IntegerType { width: 64, signed: true, float: false };
    const UNSIGNED_LONG: IntegerType = IntegerType { width: 64, signed: false, float: false };

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
    fn constants_wrap_where_gcc_warns() {
        let int = IntegerType::INT;
        assert_eq!(wrapped(BinaryOperator::Add, int, int.max(), 1), Some(int.min()));
        assert_eq!(wrapped(BinaryOperator::Divide, int, int.min(), -1), Some(int.min()));
        assert_eq!(wrapped(BinaryOperator::Remainder, int, int.min(), -1), Some(0));
        assert_eq!(wrapped(BinaryOperator::ShiftLeft, int, 3, 31), Some(int.min()));
        assert_eq!(wrapped(BinaryOperator::ShiftLeft, int, 1, 32), None);
        assert_eq!(wrapped(BinaryOperator::Remainder, int, 1, 0), None);
        assert_eq!(
            wrapped(BinaryOperator::Multiply, UNSIGNED_LONG, UNSIGNED_LONG.max(), 2),
            Some(UNSIGNED_LONG.max() - 1)
        );
    }
}
