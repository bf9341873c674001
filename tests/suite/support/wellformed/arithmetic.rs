//! Binary operations, with operands changed until the operation is defined for all values that they can have.

use super::Generator;
use super::expression::{Value, level};
use super::types::{INT, Ty, UNSIGNED, WIDEST};

/// The operands of a binary operation, with its type and values.
type Defined = (Value, Value, Ty, (i128, i128));

pub(super) fn arithmetic_level(operator: &str) -> u8 {
    match operator {
        "|" => 6,
        "^" => 7,
        "&" => 8,
        "==" | "!=" => 9,
        "<" | "<=" | ">" | ">=" => 10,
        "<<" | ">>" => 11,
        "+" | "-" => 12,
        _ => 13,
    }
}

impl Generator {
    /// A value whose absolute value is below a bound.
    pub(super) fn small(&mut self, value: Value, bound: i128) -> Value {
        if -bound < value.range.0 && value.range.1 < bound {
            return value;
        }
        let mask = self.random.chance(50) && bound & (bound - 1) == 0;
        let number = if mask { bound - 1 } else { bound };
        let right = Value { range: (number, number), ..Value::primary(number.to_string(), INT) };
        let ty = value.ty.common(INT);
        if mask {
            let low = if value.range.0 < 0 || !ty.signed { 0 } else { value.range.0.min(number) };
            return Value::binary("&", 8, &value, &right, ty, (low.min(0), number));
        }
        let low = if ty.signed && value.range.0 < 0 { 1 - bound } else { 0 };
        Value::binary("%", 13, &value, &right, ty, (low, bound - 1))
    }

    /// A binary operation, with its operands changed until it is defined.
    pub(super) fn arithmetic(&mut self, operator: &str, left: Value, right: Value) -> Value {
        let (left, right, ty, range) = self.defined(operator, left, right);
        Value::binary(operator, arithmetic_level(operator), &left, &right, ty, range)
    }

    /// The operands of a binary operation, changed until it is defined, with its type and values.
    pub(super) fn defined(&mut self, operator: &str, left: Value, right: Value) -> Defined {
        match operator {
            "<<" | ">>" => self.shift(operator, left, right),
            "/" | "%" => self.division(operator, left, right),
            "&" | "|" | "^" => bits(operator, left, right),
            _ => self.sum(operator, left, right),
        }
    }

    fn shift(&mut self, operator: &str, mut left: Value, mut right: Value) -> Defined {
        let ty = left.ty.promoted();
        let most = ty.width as i128 - 1;
        if right.range.0 < 0 || right.range.1 > most {
            let bound = if self.random.chance(60) { most + 1 } else { 8 };
            right = self.small(right, bound);
        }
        if right.range.0 < 0 {
            let seven = Value { range: (7, 7), ..Value::primary("7".to_owned(), INT) };
            let ty = right.ty.common(INT);
            right = Value::binary("&", 8, &right, &seven, ty, (0, 7));
        }
        if operator == "<<"
            && ty.signed
            && (left.range.0 < 0 || !ty.holds((0, left.range.1 << right.range.1)))
        {
            let unsigned = if ty.rank > 3 { ("unsigned long long", WIDEST) } else { ("unsigned", UNSIGNED) };
            left = left.cast(unsigned.0, unsigned.1);
            // The amount still fits: the type has not become narrower.
        }
        let ty = left.ty.promoted();
        let range = match operator {
            ">>" if left.range.0 >= 0 => (0, left.range.1),
            ">>" => left.range,
            _ if left.range.0 >= 0 => (0, left.range.1 << right.range.1.min(63)),
            _ => (ty.min(), ty.max()),
        };
        (left, right, ty, range)
    }

    fn division(&mut self, operator: &str, mut left: Value, mut right: Value) -> Defined {
        right = self.divisor(right);
        let ty = left.ty.common(right.ty);
        let converted = ty.convert(right.range);
        let crosses = converted.0 <= 0 && converted.1 >= 0;
        if crosses {
            // The guard was lost in a conversion.
            right = Value { range: (13, 13), ..Value::primary("13".to_owned(), INT) };
        }
        let ty = left.ty.common(right.ty);
        if ty.signed && left.range.0 == ty.min() && right.range.0 <= -1 {
            left = self.small(left, 1 << 20);
        }
        let ty = left.ty.common(right.ty);
        let (low, high) = ty.convert(left.range);
        let most = low.abs().max(high.abs());
        let range = match (operator, low >= 0 && right.range.0 > 0) {
            ("/", true) => (0, high),
            ("%", true) => (0, high.min(right.range.1 - 1)),
            _ => (-most, most),
        };
        (left, right, ty, range)
    }

    /// A sum, a difference, a product or a comparison.
    fn sum(&mut self, operator: &str, mut left: Value, mut right: Value) -> Defined {
        let ty = left.ty.common(right.ty);
        let range = bounds(operator, ty.convert(left.range), ty.convert(right.range));
        if !ty.signed || ty.holds(range) {
            return (left, right, ty, range);
        }
        if self.random.chance(50) {
            let (name, unsigned) =
                if ty.rank > 3 { ("unsigned long long", WIDEST) } else { ("unsigned", UNSIGNED) };
            left = left.cast(name, unsigned);
        } else {
            (left, right) = (self.small(left, 1 << 15), self.small(right, 1 << 15));
        }
        let ty = left.ty.common(right.ty);
        let range = bounds(operator, ty.convert(left.range), ty.convert(right.range));
        (left, right, ty, range)
    }

    /// A divisor that is not zero.
    fn divisor(&mut self, value: Value) -> Value {
        if value.range.0 > 0 || value.range.1 < 0 {
            return value;
        }
        let one = Value { range: (1, 1), ..Value::primary("1".to_owned(), INT) };
        match self.random.below(5) {
            0 => {
                let small = self.small(value, 64);
                let ty = small.ty.promoted();
                let low = small.range.0;
                let shift = Value { range: (1 - low, 1 - low), ..Value::primary((1 - low).to_string(), INT) };
                let range = (1, small.range.1 + 1 - low);
                Value::binary("+", 12, &small, &shift, ty.common(INT), range)
            }
            1 if !value.ty.signed => {
                let ty = value.ty.common(INT);
                let high = value.range.1 | 1;
                Value::binary("|", 6, &value, &one, ty, (1, high))
            }
            2 => match self.place(false).filter(|place| place.range.0 >= 0) {
                Some(place) => {
                    let name = place.text.clone();
                    let ty = place.ty.common(INT);
                    let text = format!("({name} == 0 ? 1 : {name})");
                    Value { text, ty, range: (1, place.range.1.max(1)), level: level::PRIMARY }
                }
                None => one,
            },
            3 => {
                let number = 1 + self.random.below(9) as i128;
                Value { text: format!("-{number}"), ty: INT, range: (-number, -number), level: level::UNARY }
            }
            _ => {
                let number = 1 + self.random.below(300) as i128;
                Value { range: (number, number), ..Value::primary(number.to_string(), INT) }
            }
        }
    }
}

fn bits(operator: &str, left: Value, right: Value) -> Defined {
    let ty = left.ty.common(right.ty);
    let (a, b) = (ty.convert(left.range), ty.convert(right.range));
    let range = match operator {
        "&" if a.0 >= 0 && b.0 >= 0 => (0, a.1.min(b.1)),
        "&" if a.0 >= 0 => (0, a.1),
        "&" if b.0 >= 0 => (0, b.1),
        _ if a.0 >= 0 && b.0 >= 0 => (0, (a.1 | b.1).max(1).ilog2().min(126).pow_mask()),
        _ => (ty.min(), ty.max()),
    };
    (left, right, ty, range)
}

/// The interval of a sum, difference or product.
fn bounds(operator: &str, a: (i128, i128), b: (i128, i128)) -> (i128, i128) {
    match operator {
        "+" => (a.0 + b.0, a.1 + b.1),
        "-" => (a.0 - b.1, a.1 - b.0),
        _ => {
            let corners = [(a.0, b.0), (a.0, b.1), (a.1, b.0), (a.1, b.1)].map(|(x, y)| x.saturating_mul(y));
            let low = corners.iter().copied().min().unwrap_or(0);
            (low, corners.iter().copied().max().unwrap_or(0))
        }
    }
}

trait PowMask {
    fn pow_mask(self) -> i128;
}

impl PowMask for u32 {
    /// All bits up to this one.
    fn pow_mask(self) -> i128 {
        (1i128 << (self + 1)) - 1
    }
}
