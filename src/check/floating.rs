//! Floating-point values that are known before the program runs: `(int)(0.5 * 65536)`.
//!
//! They are those of IEEE 754, as the target computes them where each operation is one of its own type.

use super::tree::{Binary, Expression, ExpressionKind as Kind};
use super::types::Type;
use focuscheck_base::arith::{IntegerType, UnaryOperator};

/// Constant expressions that are nested deeper are not evaluated.
const MOST_NESTED: u32 = 64;

/// A number of one of the two types.
#[derive(Clone, Copy)]
enum Number {
    Single(f32),
    Double(f64),
}

/// The integer that a floating constant is converted to: C counts that as a constant, too.
pub(super) fn immediate(expression: &Expression, ty: IntegerType) -> Option<i128> {
    match expression.kind {
        Kind::Float(_) => converted(expression, ty),
        _ => None,
    }
}

/// The integer that a constant floating-point expression is converted to; `None` if it is no such expression, or the
/// conversion has no defined result.
pub fn converted(expression: &Expression, ty: IntegerType) -> Option<i128> {
    let value = match value(expression, MOST_NESTED)? {
        Number::Single(value) => f64::from(value),
        Number::Double(value) => value,
    };
    if ty.is_bool() {
        return Some(i128::from(value != 0.0));
    }
    let whole = value.trunc();
    // What does not fit `i128` does not fit the type either.
    let known = whole.is_finite() && whole.abs() < 2f64.powi(100);
    known.then_some(whole as i128).filter(|number| ty.contains(*number))
}

/// The bits of a constant floating-point expression; `None` if it is no such expression, or no number: of that nobody says
/// which bits it has.
pub fn bits(expression: &Expression) -> Option<i128> {
    match value(expression, MOST_NESTED)? {
        Number::Single(value) => (!value.is_nan()).then(|| i128::from(value.to_bits())),
        Number::Double(value) => (!value.is_nan()).then(|| i128::from(value.to_bits())),
    }
}

/// The value of an expression that is nested so deep at most.
fn value(expression: &Expression, depth: u32) -> Option<Number> {
    let depth = depth.checked_sub(1)?;
    let single = match expression.ty {
        Type::Float(4) => true,
        Type::Float(8) => false,
        _ => return None,
    };
    match &expression.kind {
        Kind::Float(text) => {
            // A `long double` is not read.
            let digits = text.trim_end_matches(['f', 'F']);
            match single {
                true => digits.parse().ok().map(Number::Single),
                false => digits.parse().ok().map(Number::Double),
            }
        }
        Kind::Convert(operand) | Kind::Cast(operand) => value_as(operand, single, depth),
        Kind::Unary(UnaryOperator::Negate, operand) => Some(match value(operand, depth)? {
            Number::Single(value) => Number::Single(-value),
            Number::Double(value) => Number::Double(-value),
        }),
        Kind::Binary(operator, left, right) => {
            match (value_as(left, single, depth)?, value_as(right, single, depth)?) {
                (Number::Single(left), Number::Single(right)) => {
                    computed(*operator, left, right).map(Number::Single)
                }
                (Number::Double(left), Number::Double(right)) => {
                    computed(*operator, left, right).map(Number::Double)
                }
                _ => None,
            }
        }
        _ => None,
    }
}

/// The value of an operand, in one of the two types.
fn value_as(operand: &Expression, single: bool, depth: u32) -> Option<Number> {
    if let (Type::Integer(_), Some(number)) = (&operand.ty, operand.constant) {
        return Some(match single {
            true => Number::Single(number as f32),
            false => Number::Double(number as f64),
        });
    }
    Some(match (value(operand, depth)?, single) {
        (Number::Double(value), true) => Number::Single(value as f32),
        (Number::Single(value), false) => Number::Double(f64::from(value)),
        (same, _) => same,
    })
}

fn computed<T>(operator: Binary, left: T, right: T) -> Option<T>
where
    T: std::ops::Add<Output = T>
        + std::ops::Sub<Output = T>
        + std::ops::Mul<Output = T>
        + std::ops::Div<Output = T>,
{
    match operator {
        Binary::Add => Some(left + right),
        Binary::Subtract => Some(left - right),
        Binary::Multiply => Some(left * right),
        Binary::Divide => Some(left / right),
        _ => None,
    }
}
