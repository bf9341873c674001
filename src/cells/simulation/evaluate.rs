//! Exact evaluation of expressions, with everything that C leaves undefined detected.

use std::fmt;

use crate::facts::cfg::{Expr, ScalarId};
use focuscheck_base::arith::{self, BinaryOperator};

/// Why what is done has no defined result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Undefined {
    /// An operator has none for its operands.
    Arithmetic(arith::Undefined),
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
            Undefined::Arithmetic(what) => return what.fmt(f),
            Undefined::OutOfBounds => "index out of bounds",
            Undefined::Uninitialised => "uninitialised value",
            Undefined::NoResult => "no value returned",
        })
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
            Value::Known(value) => known(arith::unary(*operator, *ty, value)),
            other => Ok(other),
        },
        Expr::Binary(operator, ty, left, right) => {
            let left = evaluate(left, lookup)?;
            let right = evaluate(right, lookup)?;
            match (left, right) {
                (Value::Known(a), Value::Known(b)) => known(arith::binary(*operator, *ty, a, b)),
                (_, Value::Poison(origin))
                    if matches!(operator, BinaryOperator::Divide | BinaryOperator::Remainder) =>
                {
                    Err(Fault::Poison(origin))
                }
                (_, Value::Known(0))
                    if matches!(operator, BinaryOperator::Divide | BinaryOperator::Remainder) =>
                {
                    Err(Fault::Undefined(Undefined::Arithmetic(arith::Undefined::DivisionByZero)))
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

fn known(result: Result<i128, arith::Undefined>) -> Result<Value, Fault> {
    result.map(Value::Known).map_err(|undefined| Fault::Undefined(Undefined::Arithmetic(undefined)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use focuscheck_base::arith::IntegerType;

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
        assert_eq!(
            divide(&poison, &zero),
            Err(Fault::Undefined(Undefined::Arithmetic(arith::Undefined::DivisionByZero)))
        );
    }
}
