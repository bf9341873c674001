//! Integer types.

use serde::{Deserialize, Serialize};

/// An integer type of C: a width in bits and a signedness.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct IntegerType {
    /// Width in bits, 1 (`_Bool`) to 64. Checks for overflow compute in signed types of up to 128 bits.
    pub width: u8,
    /// Whether negative values exist.
    pub signed: bool,
    /// Whether its values are the bits of floating-point numbers: they are kept and passed on, and are no numbers to C.
    #[serde(default, skip_serializing_if = "is_no")]
    pub float: bool,
}

fn is_no(value: &bool) -> bool {
    !value
}

impl IntegerType {
    /// `_Bool`: conversion to it yields 0 or 1.
    pub const BOOL: Self = IntegerType { width: 1, signed: false, float: false };
    /// `int`.
    pub const INT: Self = IntegerType { width: 32, signed: true, float: false };
    /// The numbers that stand for functions in pointers to them, from 1; null is 0. No integer of C is that wide.
    pub const FUNCTION: Self = IntegerType { width: 63, signed: false, float: false };
    /// The bits of a `float`.
    pub const FLOAT: Self = IntegerType { width: 32, signed: false, float: true };
    /// The bits of a `double`.
    pub const DOUBLE: Self = IntegerType { width: 64, signed: false, float: true };
    /// `unsigned int`.
    pub const UNSIGNED: Self = IntegerType { width: 32, signed: false, float: false };

    /// The type of the bits of a floating type of so many bytes; `None` if they are not followed.
    pub fn of_float(bytes: u64) -> Option<Self> {
        match bytes {
            4 => Some(Self::FLOAT),
            8 => Some(Self::DOUBLE),
            _ => None,
        }
    }

    /// The type of integers that compare as the numbers do whose bits have this type: those of a positive one, and what is left of
    /// the bits of a negative one without its sign, negated.
    pub fn key(self) -> Self {
        IntegerType { width: 2 * self.width, signed: true, float: self.float }
    }

    /// The type without the mark of floating-point numbers.
    pub fn plain(self) -> Self {
        IntegerType { float: false, ..self }
    }

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
        self.truncate(value)
    }

    /// The value whose bits are the lowest ones of a mathematical value, for `_Bool`, too.
    pub fn truncate(self, value: i128) -> i128 {
        let unused = 128 - u32::from(self.width);
        if self.signed { value << unused >> unused } else { value & self.max() }
    }
}
