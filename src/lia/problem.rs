//! The question put to the solver: constraints, bounds, and definitions that need not be linear.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::constraint::{Constraint, Linear, Symbol};
use super::outcome::Model;
use focuscheck_base::arith::{self, BinaryOperator, Exact, IntegerType};

/// An operation that a [`Definition`] applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Operation {
    /// The exact product, of any size.
    Multiply,
    /// The quotient, truncated toward zero; undefined for a zero divisor and for the smallest signed
    /// value divided by -1.
    Divide,
    /// The remainder that belongs to [`Operation::Divide`], undefined in the same cases.
    Remainder,
    /// Bitwise and of the operands in two's complement.
    BitAnd,
    /// Bitwise or of the operands in two's complement.
    BitOr,
    /// Bitwise exclusive or of the operands in two's complement.
    BitXor,
    /// The exact value `left * 2^right`, of any size; undefined unless `0 <= right < width`.
    ShiftLeft,
    /// `left / 2^right` rounded down (an arithmetic shift); undefined unless `0 <= right < width`.
    ShiftRight,
    /// The left operand converted to the type; the right operand is ignored.
    Wrap,
}

/// What an operation yields for given operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// This number.
    Known(i128),
    /// Nothing: the behaviour is undefined in C.
    Undefined,
    /// A number that does not fit into 128 bits.
    TooLarge,
}

impl Operation {
    /// Applies the operation to exact operand values, for a type of the given width and signedness.
    pub fn apply(self, width: u8, signed: bool, left: i128, right: i128) -> Value {
        let ty = IntegerType { width, signed, float: false };
        let exact = |operator| match arith::exact(operator, left, right) {
            Exact::Number(value) => Value::Known(value),
            Exact::TooLarge => Value::TooLarge,
            Exact::None => Value::Undefined,
        };
        let shift_defined = 0 <= right && right < i128::from(width);
        let bits = |operator| match arith::exact(operator, ty.truncate(left), ty.truncate(right)) {
            Exact::Number(value) => Value::Known(value),
            Exact::TooLarge | Exact::None => Value::TooLarge,
        };
        match self {
            Operation::Multiply => exact(BinaryOperator::Multiply),
            Operation::Divide | Operation::Remainder if !arith::is_defined_division(ty, left, right) => {
                Value::Undefined
            }
            Operation::Divide => exact(BinaryOperator::Divide),
            Operation::Remainder => exact(BinaryOperator::Remainder),
            Operation::BitAnd => bits(BinaryOperator::BitAnd),
            Operation::BitOr => bits(BinaryOperator::BitOr),
            Operation::BitXor => bits(BinaryOperator::BitXor),
            Operation::ShiftLeft | Operation::ShiftRight if !shift_defined => Value::Undefined,
            Operation::ShiftLeft => exact(BinaryOperator::ShiftLeft),
            Operation::ShiftRight => exact(BinaryOperator::ShiftRight),
            Operation::Wrap => Value::Known(ty.convert(left)),
        }
    }
}

/// `symbol == left operation right`, exactly as C computes it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Definition {
    /// The defined symbol.
    pub symbol: Symbol,
    /// The operation.
    pub operation: Operation,
    /// Width of the type in which it computes, in bits: 1 to 64 in programs, 100 for the integers of annotations.
    pub width: u8,
    /// Whether that type is signed.
    pub signed: bool,
    /// The left operand.
    pub left: Linear,
    /// The right operand (ignored by [`Operation::Wrap`]).
    pub right: Linear,
}

impl Definition {
    /// Whether the definition is defined and holds under a model.
    pub fn holds(&self, model: &Model) -> bool {
        let right = match self.operation {
            Operation::Wrap => Some(0),
            _ => self.right.evaluate(model),
        };
        match (self.left.evaluate(model), right, model.get(&self.symbol)) {
            (Some(left), Some(right), Some(&value)) => {
                self.operation.apply(self.width, self.signed, left, right) == Value::Known(value)
            }
            _ => false,
        }
    }
}

/// A conjunction of constraints over bounded and defined symbols.
///
/// Bounds and definitions are background facts: they never appear in a reason for infeasibility.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// The constraints, which an infeasibility is blamed on.
    pub constraints: Vec<Constraint>,
    /// Smallest and largest value of a symbol; a symbol that is not listed is any integer.
    pub bounds: BTreeMap<Symbol, (i128, i128)>,
    /// Symbols whose values are computed from others.
    pub definitions: Vec<Definition>,
}

impl Problem {
    /// All symbols of the problem.
    pub fn symbols(&self) -> BTreeSet<Symbol> {
        let mut symbols: BTreeSet<Symbol> = self.bounds.keys().copied().collect();
        for constraint in &self.constraints {
            symbols.extend(constraint.expression.symbols());
        }
        for definition in &self.definitions {
            symbols.insert(definition.symbol);
            symbols.extend(definition.left.symbols());
            if definition.operation != Operation::Wrap {
                symbols.extend(definition.right.symbols());
            }
        }
        symbols
    }

    /// Whether a model satisfies every bound, constraint and definition, checked with exact integers.
    pub fn accepts(&self, model: &Model) -> bool {
        let within = self.bounds.iter().all(|(symbol, (low, high))| {
            model.get(symbol).is_some_and(|value| low <= value && value <= high)
        });
        within
            && self.constraints.iter().all(|constraint| constraint.evaluate(model) == Some(true))
            && self.definitions.iter().all(|definition| definition.holds(model))
    }

    /// The problem with only the constraints at some positions; bounds and definitions stay.
    pub(super) fn restricted(&self, positions: &[usize]) -> Problem {
        Problem {
            constraints: positions.iter().map(|&position| self.constraints[position].clone()).collect(),
            bounds: self.bounds.clone(),
            definitions: self.definitions.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_follow_c() {
        use Operation::*;
        let int = |operation: Operation, left, right| operation.apply(32, true, left, right);
        assert_eq!(int(Divide, -7, 2), Value::Known(-3));
        assert_eq!(int(Remainder, -7, 2), Value::Known(-1));
        assert_eq!(int(Remainder, 7, -2), Value::Known(1));
        assert_eq!(int(Divide, 1, 0), Value::Undefined);
        assert_eq!(int(Remainder, -(1 << 31), -1), Value::Undefined);
        assert_eq!(int(BitAnd, -1, 255), Value::Known(255));
        assert_eq!(int(BitOr, -8, 1), Value::Known(-7));
        assert_eq!(int(BitXor, -1, 0), Value::Known(-1));
        assert_eq!(BitXor.apply(8, false, 255, 1), Value::Known(254));
        assert_eq!(int(ShiftLeft, 3, 4), Value::Known(48));
        assert_eq!(int(ShiftLeft, 3, 32), Value::Undefined);
        assert_eq!(int(ShiftRight, -3, 1), Value::Known(-2));
        assert_eq!(Wrap.apply(8, false, -1, 0), Value::Known(255));
        assert_eq!(Wrap.apply(8, true, 200, 0), Value::Known(-56));
        assert_eq!(Wrap.apply(1, false, 6, 0), Value::Known(1));
        assert_eq!(Multiply.apply(64, false, i128::MAX, 2), Value::TooLarge);
    }
}
