//! Integer types, and the operators that compute in them.

use serde::{Deserialize, Serialize};

use crate::syntax::ast::Binary;

/// An integer type of C: a width in bits and a signedness.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct IntegerType {
    /// Width in bits, 1 (`_Bool`) to 64. Checks for overflow compute in signed types of up to 128 bits.
    pub width: u8,
    /// Whether negative values exist.
    pub signed: bool,
}

impl IntegerType {
    /// `_Bool`: conversion to it yields 0 or 1.
    pub const BOOL: Self = IntegerType { width: 1, signed: false };
    /// `int`.
    pub const INT: Self = IntegerType { width: 32, signed: true };
    /// The numbers that stand for functions in pointers to them, from 1; null is 0. No integer of C is that wide.
    pub const FUNCTION: Self = IntegerType { width: 63, signed: false };
    /// `unsigned int`.
    pub const UNSIGNED: Self = IntegerType { width: 32, signed: false };

    /// Whether this is `_Bool`.
    pub fn is_bool(self) -> bool {
        self.width == 1
    }

    /// The smallest value.
    pub fn min(self) -> i128 {
        if self.signed { i128::MIN >> (128 - u32::from(self.width)) } else { 0 }
    }

    /// The largest value.
    pub fn max(self) -> i128 {
        i128::MAX >> (127 + u32::from(self.signed) - u32::from(self.width))
    }

    /// Whether a value is representable.
    pub fn contains(self, value: i128) -> bool {
        self.min() <= value && value <= self.max()
    }

    /// Conversion of a mathematical value to this type: modulo 2^width (gcc's choice for signed types),
    /// and 0 or 1 for `_Bool`.
    pub fn convert(self, value: i128) -> i128 {
        if self.is_bool() {
            return (value != 0) as i128;
        }
        let unused = 128 - u32::from(self.width);
        if self.signed { value << unused >> unused } else { value & self.max() }
    }
}

/// The relation of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Relation {
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
}

impl Relation {
    /// The relation that holds exactly when this one does not.
    pub fn negate(self) -> Self {
        match self {
            Relation::Less => Relation::GreaterEqual,
            Relation::LessEqual => Relation::Greater,
            Relation::Greater => Relation::LessEqual,
            Relation::GreaterEqual => Relation::Less,
            Relation::Equal => Relation::NotEqual,
            Relation::NotEqual => Relation::Equal,
        }
    }

    /// Whether it holds between two values.
    pub fn holds(self, left: i128, right: i128) -> bool {
        match self {
            Relation::Less => left < right,
            Relation::LessEqual => left <= right,
            Relation::Greater => left > right,
            Relation::GreaterEqual => left >= right,
            Relation::Equal => left == right,
            Relation::NotEqual => left != right,
        }
    }

    /// Its spelling in C.
    pub fn symbol(self) -> &'static str {
        match self {
            Relation::Less => "<",
            Relation::LessEqual => "<=",
            Relation::Greater => ">",
            Relation::GreaterEqual => ">=",
            Relation::Equal => "==",
            Relation::NotEqual => "!=",
        }
    }
}

/// An arithmetic or bitwise operator on two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum BinaryOperator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    ShiftLeft,
    ShiftRight,
    BitAnd,
    BitOr,
    BitXor,
}

/// An arithmetic operator on one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum UnaryOperator {
    Negate,
    BitNot,
}

impl UnaryOperator {
    /// The value of the operation in a type; `None` if it overflows.
    pub fn apply(self, value: i128, ty: IntegerType) -> Option<i128> {
        let result = match self {
            UnaryOperator::Negate => -value,
            UnaryOperator::BitNot => !value,
        };
        (!ty.signed || ty.contains(result)).then(|| ty.convert(result))
    }
}

impl BinaryOperator {
    /// The value of the operation on two values of the type (the right one of a shift has its own); `None` where gcc
    /// warns that there is none. It does not of `1 << 31`, which keeps the bits that fit.
    pub fn apply(self, left: i128, right: i128, ty: IntegerType) -> Option<i128> {
        let in_range = (0..i128::from(ty.width)).contains(&right);
        let exact = match self {
            BinaryOperator::Add => left + right,
            BinaryOperator::Subtract => left - right,
            BinaryOperator::Multiply => left.checked_mul(right)?,
            BinaryOperator::Divide => left.checked_div(right)?,
            BinaryOperator::Remainder => left.checked_rem(right)?,
            BinaryOperator::ShiftLeft if in_range => return Some(ty.convert(left << right)),
            BinaryOperator::ShiftRight if in_range => left >> right,
            BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight => return None,
            BinaryOperator::BitAnd => left & right,
            BinaryOperator::BitOr => left | right,
            BinaryOperator::BitXor => left ^ right,
        };
        (!ty.signed || ty.contains(exact)).then(|| ty.convert(exact))
    }

    /// The same in an expression that has to be constant: where it overflows, gcc warns and wraps.
    pub fn wrapped(self, left: i128, right: i128, ty: IntegerType) -> Option<i128> {
        self.apply(left, right, ty).or_else(|| {
            let unsigned = IntegerType { signed: false, ..ty };
            self.apply(left, right, unsigned).map(|value| ty.convert(value))
        })
    }

    /// The same where folding must not hide what is undefined: `None` also of what gcc is silent about, `1 << 31` and
    /// `INT_MIN % -1`.
    pub fn folded(self, left: i128, right: i128, ty: IntegerType) -> Option<i128> {
        let silent = match self {
            BinaryOperator::ShiftLeft if ty.signed && (0..i128::from(ty.width)).contains(&right) => {
                left < 0 || !ty.contains(left << right)
            }
            BinaryOperator::Remainder if ty.signed => {
                left.checked_div(right).is_some_and(|quotient| !ty.contains(quotient))
            }
            BinaryOperator::ShiftLeft
            | BinaryOperator::Remainder
            | BinaryOperator::Add
            | BinaryOperator::Subtract
            | BinaryOperator::Multiply
            | BinaryOperator::Divide
            | BinaryOperator::ShiftRight
            | BinaryOperator::BitAnd
            | BinaryOperator::BitOr
            | BinaryOperator::BitXor => false,
        };
        if silent { None } else { self.apply(left, right, ty) }
    }
}

/// The relation that an operator compares by.
pub fn relation(operator: Binary) -> Option<Relation> {
    Some(match operator {
        Binary::Less => Relation::Less,
        Binary::LessEqual => Relation::LessEqual,
        Binary::Greater => Relation::Greater,
        Binary::GreaterEqual => Relation::GreaterEqual,
        Binary::Equal => Relation::Equal,
        Binary::NotEqual => Relation::NotEqual,
        Binary::Multiply
        | Binary::Divide
        | Binary::Remainder
        | Binary::Add
        | Binary::Subtract
        | Binary::ShiftLeft
        | Binary::ShiftRight
        | Binary::BitAnd
        | Binary::BitXor
        | Binary::BitOr
        | Binary::And
        | Binary::Or => return None,
    })
}

/// The arithmetic of an operator.
pub fn arithmetic(operator: Binary) -> Option<BinaryOperator> {
    Some(match operator {
        Binary::Add => BinaryOperator::Add,
        Binary::Subtract => BinaryOperator::Subtract,
        Binary::Multiply => BinaryOperator::Multiply,
        Binary::Divide => BinaryOperator::Divide,
        Binary::Remainder => BinaryOperator::Remainder,
        Binary::ShiftLeft => BinaryOperator::ShiftLeft,
        Binary::ShiftRight => BinaryOperator::ShiftRight,
        Binary::BitAnd => BinaryOperator::BitAnd,
        Binary::BitOr => BinaryOperator::BitOr,
        Binary::BitXor => BinaryOperator::BitXor,
        Binary::Less
        | Binary::LessEqual
        | Binary::Greater
        | Binary::GreaterEqual
        | Binary::Equal
        | Binary::NotEqual
        | Binary::And
        | Binary::Or => return None,
    })
}
