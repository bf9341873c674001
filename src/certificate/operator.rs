//! What operations that are not linear mean, and whether they leave a box of values empty.

use dashu_int::ops::{BitTest, DivRem, UnsignedAbs};

use super::{Number, Operation, Operator};

/// A number or an infinity.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum End {
    /// Minus infinity.
    Below,
    /// A number.
    At(Number),
    /// Infinity.
    Above,
}

use End::{Above, At, Below};

/// The integers from `low` to `high`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Range {
    /// The smallest.
    pub low: End,
    /// The largest.
    pub high: End,
}

/// Two to some power.
fn power(exponent: usize) -> Number {
    Number::ONE << exponent
}

impl End {
    fn sign(&self) -> i8 {
        match self {
            Below => -1,
            Above => 1,
            At(value) if *value == Number::ZERO => 0,
            At(value) if *value < Number::ZERO => -1,
            At(_) => 1,
        }
    }

    fn of_sign(sign: i8) -> End {
        match sign {
            0 => At(Number::ZERO),
            1.. => Above,
            _ => Below,
        }
    }

    /// The product; nothing times infinity is nothing, which is right for corners of boxes.
    fn times(&self, other: &End) -> End {
        match (self, other) {
            (At(left), At(right)) => At(left * right),
            _ => End::of_sign(self.sign() * other.sign()),
        }
    }

    /// The truncated quotient by a positive divisor.
    fn over(&self, divisor: &End) -> End {
        match (self, divisor) {
            (At(left), At(right)) => At(left / right),
            (_, Above | Below) => At(Number::ZERO),
            (infinite, At(_)) => infinite.clone(),
        }
    }

    /// Divided by a power of two, rounded down.
    fn shifted(&self, amount: usize) -> End {
        match self {
            At(value) => At(value >> amount),
            infinite => infinite.clone(),
        }
    }

    fn negated(&self) -> End {
        match self {
            At(value) => At(-value),
            Below => Above,
            Above => Below,
        }
    }

    fn plus(&self, value: &Number) -> End {
        match self {
            At(own) => At(own + value),
            infinite => infinite.clone(),
        }
    }
}

impl Range {
    /// All integers.
    pub fn all() -> Self {
        Range { low: Below, high: Above }
    }

    fn of(low: impl Into<Number>, high: impl Into<Number>) -> Self {
        Range { low: At(low.into()), high: At(high.into()) }
    }

    fn and(&self, other: &Range) -> Range {
        Range {
            low: self.low.clone().max(other.low.clone()),
            high: self.high.clone().min(other.high.clone()),
        }
    }

    /// Whether it has no values.
    pub fn is_empty(&self) -> bool {
        self.low > self.high || self.low == Above || self.high == Below
    }

    fn meets(&self, other: &Range) -> bool {
        !self.and(other).is_empty()
    }

    fn within(&self, other: &Range) -> bool {
        other.low <= self.low && self.high <= other.high
    }

    /// The only value.
    pub fn fixed(&self) -> Option<&Number> {
        match &self.low {
            At(value) if self.low == self.high => Some(value),
            _ => None,
        }
    }

    fn negated(&self) -> Range {
        Range { low: self.high.negated(), high: self.low.negated() }
    }

    /// What a function that is monotone in each operand can yield.
    fn corners(&self, other: &Range, function: impl Fn(&End, &End) -> End) -> Range {
        let [a, b, c, d] = [
            (&self.low, &other.low),
            (&self.low, &other.high),
            (&self.high, &other.low),
            (&self.high, &other.high),
        ]
        .map(|(left, right)| function(left, right));
        let low = a.clone().min(b.clone()).min(c.clone()).min(d.clone());
        Range { low, high: a.max(b).max(c).max(d) }
    }

    /// The largest absolute value.
    fn size(&self) -> End {
        let size = |end: &End| if end.sign() < 0 { end.negated() } else { end.clone() };
        size(&self.low).max(size(&self.high))
    }
}

/// The greatest width of a type: of those in which the integers of annotations are computed, more than C has.
pub(super) const WIDEST: usize = 128;

pub(super) const TOO_WIDE: &str = "types have between 1 and 128 bits";

/// The values of a type.
pub(super) fn type_range(width: usize, signed: bool) -> Range {
    match (width, signed) {
        (1, _) => Range::of(0, 1),
        (_, true) => Range::of(-power(width - 1), power(width - 1) - Number::ONE),
        _ => Range::of(0, power(width) - Number::ONE),
    }
}

/// The value in a type that is the same modulo two to the width.
fn wrapped(value: &Number, width: usize, signed: bool) -> Number {
    let offset = if signed { power(width - 1) } else { Number::ZERO };
    let shifted = value + &offset;
    &shifted - ((&shifted >> width) << width) - offset
}

/// The value that the operation has; nothing if it is undefined.
pub(super) fn apply(operator: &Operator, left: &Number, right: &Number) -> Option<Number> {
    let &Operator { operation, width, signed, .. } = operator;
    let shift = || usize::try_from(right).ok().filter(|&shift| shift < width);
    let bits = |value: &Number| wrapped(value, width, false);
    match operation {
        Operation::Multiply => Some(left * right),
        Operation::Divide | Operation::Remainder => {
            let overflows = signed && *right == Number::NEG_ONE && *left == -power(width - 1);
            if *right == Number::ZERO || overflows {
                return None;
            }
            let (quotient, remainder) = left.div_rem(right);
            Some(if operation == Operation::Divide { quotient } else { remainder })
        }
        Operation::And => Some(wrapped(&(bits(left) & bits(right)), width, signed)),
        Operation::Or => Some(wrapped(&(bits(left) | bits(right)), width, signed)),
        Operation::Xor => Some(wrapped(&(bits(left) ^ bits(right)), width, signed)),
        Operation::ShiftLeft => Some(left << shift()?),
        Operation::ShiftRight => Some(left >> shift()?),
        Operation::Convert if width == 1 => Some(Number::from(u8::from(*left != Number::ZERO))),
        Operation::Convert => Some(wrapped(left, width, signed)),
    }
}

/// Whether the operation may have a solution in a box; `false` is certain.
pub(super) fn possible(operator: &Operator, result: &Range, left: &Range, right: &Range) -> bool {
    if result.is_empty() || left.is_empty() || right.is_empty() {
        return false;
    }
    if let (Some(left), Some(right)) = (left.fixed(), right.fixed()) {
        let value = apply(operator, left, right);
        return value.is_some_and(|value| result.meets(&Range::of(value.clone(), value)));
    }
    let &Operator { operation, width, signed, .. } = operator;
    let ty = type_range(width, signed);
    match operation {
        Operation::Multiply => {
            let product = left.corners(right, End::times);
            let square = Range { low: At(Number::ZERO), high: Above };
            result.meets(&if operator.left == operator.right { product.and(&square) } else { product })
        }
        Operation::Divide | Operation::Remainder => {
            // A negative divisor is a positive one with the quotient's sign changed.
            let positive = Range { low: At(Number::ONE), high: Above };
            let remainder = operation == Operation::Remainder;
            let changed = if remainder { result.clone() } else { result.negated() };
            [(right.clone(), result.clone()), (right.negated(), changed)].into_iter().any(
                |(divisor, result)| {
                    let divisor = divisor.and(&positive);
                    !divisor.is_empty()
                        && if remainder {
                            remainder_possible(operator, &result, left, &divisor)
                        } else {
                            result.meets(&left.corners(&divisor, End::over))
                        }
                },
            )
        }
        Operation::And | Operation::Or | Operation::Xor => {
            result.meets(&ty) && bits_possible(operator, &ty, [result, left, right])
        }
        Operation::ShiftLeft | Operation::ShiftRight => {
            let amount = right.and(&Range::of(0, width - 1));
            let (At(low), At(high)) = (&amount.low, &amount.high) else { return false };
            let (Ok(low), Ok(high)) = (usize::try_from(low), usize::try_from(high)) else { return false };
            if low > high {
                return false;
            }
            if operation == Operation::ShiftLeft {
                return result.meets(&left.corners(&Range::of(power(low), power(high)), End::times));
            }
            let [a, b] = [low, high].map(|amount| (left.low.shifted(amount), left.high.shifted(amount)));
            result.meets(&Range { low: a.0.min(b.0), high: a.1.max(b.1) })
        }
        Operation::Convert if width == 1 => {
            let zero = left.fixed() == Some(&Number::ZERO);
            let nonzero = left.low.sign() * left.high.sign() > 0;
            result.meets(&Range::of(u8::from(nonzero), u8::from(!zero)))
        }
        Operation::Convert => {
            // Values between two multiples of the modulus keep their distance.
            let base = match &ty.low {
                At(low) => low.clone(),
                _ => Number::ZERO,
            };
            let window = |end: &End| match end {
                At(value) => Some((value - &base) >> width),
                _ => None,
            };
            let moved = match (window(&left.low), window(&left.high)) {
                (Some(low), Some(high)) if low == high => {
                    let back = -(low << width);
                    Range { low: left.low.plus(&back), high: left.high.plus(&back) }
                }
                _ => Range::all(),
            };
            result.and(&ty).meets(&moved)
        }
    }
}

/// A remainder by a positive divisor: it lies between zero and the dividend and is smaller than the divisor.
fn remainder_possible(operator: &Operator, result: &Range, left: &Range, divisor: &Range) -> bool {
    let zero = || At(Number::ZERO);
    let most = divisor.high.plus(&Number::NEG_ONE);
    let low = if left.low.sign() >= 0 { zero() } else { left.low.clone().max(most.negated()) };
    let high = if left.high.sign() <= 0 { zero() } else { left.high.clone().min(most) };
    if let (Some(dividend), Some(by)) = (left.fixed(), divisor.fixed()) {
        // The sign of the divisor does not matter, unless the quotient overflows.
        return apply(operator, dividend, by)
            .is_none_or(|value| result.meets(&Range::of(value.clone(), value)));
    }
    let small = left.size() < divisor.low;
    result.meets(&Range { low, high }) && (!small || result.meets(left))
}

/// Bit operations on operands within their type.
fn bits_possible(operator: &Operator, ty: &Range, [result, left, right]: [&Range; 3]) -> bool {
    if !left.within(ty) || !right.within(ty) {
        return true;
    }
    let is_positive = |range: &Range| range.low.sign() >= 0;
    let is_negative = |range: &Range| range.high.sign() < 0;
    let both_positive = is_positive(left) && is_positive(right);
    // The values with no more bits than the larger of two bounds, and no larger than their sum.
    let joined = |low: End| {
        let (At(one), At(other)) = (&left.high, &right.high) else { return Range::all() };
        let bits = one.max(other).unsigned_abs().bit_len();
        Range { low, high: At((power(bits) - Number::ONE).min(one + other)) }
    };
    let zero = At(Number::ZERO);
    match operator.operation {
        Operation::And => [left, right]
            .into_iter()
            .filter(|range| is_positive(range))
            .all(|range| result.meets(&Range { low: zero.clone(), high: range.high.clone() })),
        Operation::Or if both_positive => result.meets(&joined(left.low.clone().max(right.low.clone()))),
        Operation::Or if is_negative(left) || is_negative(right) => {
            result.meets(&Range { low: Below, high: At(Number::NEG_ONE) })
        }
        Operation::Xor => {
            // Within the type each of the three is the exclusive or of the others.
            let ways = [(result, left, right), (left, result, right), (right, left, result)];
            let agree = ways.into_iter().all(|(value, one, other)| match (one.fixed(), other.fixed()) {
                (Some(one), Some(other)) => apply(operator, one, other)
                    .is_some_and(|exact| value.meets(&Range::of(exact.clone(), exact))),
                _ => true,
            });
            agree && (!both_positive || result.meets(&joined(zero)))
        }
        _ => true,
    }
}

/// A run of equal bits of a mask.
pub(super) struct Run {
    /// The position of its lowest bit.
    pub start: usize,
    /// What it can be as a number; that with the sign bit is signed.
    pub range: (Number, Number),
    /// Its factor in the result.
    pub factor: Number,
    /// What it adds to the result besides.
    pub constant: Number,
}

/// The runs of a known mask: the operation keeps, clears, sets or flips each as a whole.
pub(super) fn runs(operator: &Operator, mask: &Number) -> Vec<Run> {
    let &Operator { operation, width, signed, .. } = operator;
    let bits = wrapped(mask, width, false);
    let bit = |position: usize| bits.bit(position);
    let mut runs = Vec::new();
    let mut start = 0;
    while start < width {
        let end = (start + 1..width).find(|&position| bit(position) != bit(start)).unwrap_or(width);
        let size = power(end - start);
        let range = match end == width && signed {
            true => (-(&size >> 1), (&size >> 1) - Number::ONE),
            false => (Number::ZERO, size - Number::ONE),
        };
        let ones = (&range.0 + &range.1) << start;
        let (factor, constant) = match (operation, bit(start)) {
            (Operation::And, true) | (Operation::Or | Operation::Xor, false) => (power(start), Number::ZERO),
            (Operation::Or, true) => (Number::ZERO, ones),
            (Operation::Xor, true) => (-power(start), ones),
            _ => (Number::ZERO, Number::ZERO),
        };
        runs.push(Run { start, range, factor, constant });
        start = end;
    }
    runs
}
