//! Operators on intervals.

use super::{BinaryOperator, Exact, IntegerType, UnaryOperator, exact};

/// The numbers from `low` to `high`; there is at least one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    /// The smallest.
    pub low: i128,
    /// The largest.
    pub high: i128,
}

impl Interval {
    /// The numbers between two.
    pub fn new(low: i128, high: i128) -> Option<Self> {
        (low <= high).then_some(Interval { low, high })
    }

    /// One number.
    pub fn single(value: i128) -> Self {
        Interval { low: value, high: value }
    }

    /// All values of a type.
    pub fn of(ty: IntegerType) -> Self {
        Interval { low: ty.min(), high: ty.max() }
    }

    /// Whether all of it are values of a type.
    pub fn is_within(self, ty: IntegerType) -> bool {
        ty.contains(self.low) && ty.contains(self.high)
    }

    /// Whether it contains a number.
    pub fn contains(self, value: i128) -> bool {
        self.low <= value && value <= self.high
    }

    /// The number, if it is one.
    pub fn value(self) -> Option<i128> {
        (self.low == self.high).then_some(self.low)
    }

    /// What both contain.
    pub fn meet(self, other: Interval) -> Option<Interval> {
        Interval::new(self.low.max(other.low), self.high.min(other.high))
    }

    fn join(self, other: Interval) -> Interval {
        Interval { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    /// The largest absolute value.
    fn magnitude(self) -> i128 {
        self.low.saturating_abs().max(self.high.saturating_abs())
    }

    /// The hull of an operation that is monotone in each operand on the corners; `None` if some corner has no result in
    /// 128 bits.
    fn corners(self, operator: BinaryOperator, other: Interval) -> Option<Interval> {
        let mut hull: Option<Interval> = None;
        for (a, b) in
            [(self.low, other.low), (self.low, other.high), (self.high, other.low), (self.high, other.high)]
        {
            let Exact::Number(value) = exact(operator, a, b) else { return None };
            let corner = Interval::single(value);
            hull = Some(hull.map_or(corner, |hull| hull.join(corner)));
        }
        hull
    }

    /// The mathematical sums, differences or products; `None` for other operators, and where they do not fit into 128 bits.
    pub fn linear(self, operator: BinaryOperator, other: Interval) -> Option<Interval> {
        match operator {
            BinaryOperator::Add => {
                Interval::new(self.low.checked_add(other.low)?, self.high.checked_add(other.high)?)
            }
            BinaryOperator::Subtract => {
                Interval::new(self.low.checked_sub(other.high)?, self.high.checked_sub(other.low)?)
            }
            BinaryOperator::Multiply => self.corners(operator, other),
            BinaryOperator::Divide
            | BinaryOperator::Remainder
            | BinaryOperator::ShiftLeft
            | BinaryOperator::ShiftRight
            | BinaryOperator::BitAnd
            | BinaryOperator::BitOr
            | BinaryOperator::BitXor => None,
        }
    }

    /// The values after conversion to a type.
    pub fn convert(self, ty: IntegerType) -> Interval {
        match self.is_within(ty) {
            true => self,
            false => self.value().map_or(Interval::of(ty), |value| Interval::single(ty.convert(value))),
        }
    }

    /// The defined results of `-a` or `~a` in a type.
    pub fn unary(self, operator: UnaryOperator, ty: IntegerType) -> Interval {
        let exact = match operator {
            UnaryOperator::Negate => self.low.checked_neg().zip(self.high.checked_neg()),
            UnaryOperator::BitNot => Some((!self.low, !self.high)),
        };
        exact
            .and_then(|(high, low)| Interval::new(low, high))
            .map_or(Interval::of(ty), |exact| exact.in_type(ty))
    }

    /// The defined results of `a op b` in a type; both operands are values of it (of a shift the right one of its own
    /// type). All values of the type where no more is known.
    pub fn binary(self, operator: BinaryOperator, ty: IntegerType, other: Interval) -> Interval {
        self.defined(operator, ty, other).unwrap_or(Interval::of(ty))
    }

    fn defined(self, operator: BinaryOperator, ty: IntegerType, other: Interval) -> Option<Interval> {
        let all = Interval::of(ty);
        let result = match operator {
            BinaryOperator::Add | BinaryOperator::Subtract | BinaryOperator::Multiply => {
                self.linear(operator, other)?.in_type(ty)
            }
            BinaryOperator::Divide => {
                let negative = Interval::new(other.low, other.high.min(-1));
                let positive = Interval::new(other.low.max(1), other.high);
                let parts =
                    [negative, positive].into_iter().flatten().map(|part| self.corners(operator, part));
                parts.reduce(|a, b| Some(a?.join(b?)))??.in_type(ty)
            }
            BinaryOperator::Remainder => self.remainder(other)?,
            BinaryOperator::ShiftLeft => {
                let amounts = other.meet(Interval { low: 0, high: i128::from(ty.width) - 1 })?;
                let shifted = if ty.signed { self.meet(Interval { low: 0, high: all.high })? } else { self };
                shifted.corners(operator, amounts)?.in_type(ty)
            }
            BinaryOperator::ShiftRight => {
                let amounts = other.meet(Interval { low: 0, high: i128::from(ty.width) - 1 })?;
                self.corners(operator, amounts)?
            }
            BinaryOperator::BitAnd => self.bit_and(other)?,
            BinaryOperator::BitOr => self.bit_or(other),
            BinaryOperator::BitXor => self.bit_xor(other)?,
        };
        result.meet(all)
    }

    /// Results of signed operations are values of the type or undefined, others wrap.
    fn in_type(self, ty: IntegerType) -> Interval {
        let all = Interval::of(ty);
        match ty.signed {
            true => self.meet(all).unwrap_or(all),
            false => self.convert(ty),
        }
    }

    /// The remainder has the sign of the dividend, and is no larger than it.
    fn remainder(self, other: Interval) -> Option<Interval> {
        let most = other.magnitude().checked_sub(1).filter(|most| *most >= 0)?;
        if other.low > 0 || other.high < 0 {
            let least = other.low.saturating_abs().min(other.high.saturating_abs());
            if self.magnitude() < least {
                return Some(self);
            }
        }
        if let (Some(a), Some(b)) = (self.value(), other.value())
            && let Exact::Number(value) = exact(BinaryOperator::Remainder, a, b)
        {
            return Some(Interval::single(value));
        }
        let low = if self.low >= 0 { 0 } else { self.low.max(-most) };
        let high = if self.high <= 0 { 0 } else { self.high.min(most) };
        Interval::new(low, high)
    }

    fn bit_and(self, other: Interval) -> Option<Interval> {
        match (self.low >= 0, other.low >= 0) {
            (true, true) => Interval::new(0, self.high.min(other.high)),
            (true, false) => Interval::new(0, self.high),
            (false, true) => Interval::new(0, other.high),
            (false, false) => None,
        }
    }

    fn bit_or(self, other: Interval) -> Interval {
        let high = match self.high < 0 || other.high < 0 {
            true => -1,
            false => all_ones(self.high | other.high),
        };
        // Bits that are added make a number larger unless they add the sign.
        let low = match (self.low >= 0) == (other.low >= 0) && (self.high >= 0) == (other.high >= 0) {
            true if self.low >= 0 || self.high < 0 => self.low.max(other.low),
            _ => self.low.min(other.low),
        };
        Interval { low, high }
    }

    fn bit_xor(self, other: Interval) -> Option<Interval> {
        match self.low >= 0 && other.low >= 0 {
            true => Interval::new(0, all_ones(self.high | other.high)),
            false => None,
        }
    }
}

/// The smallest number of the form `2^k - 1` that is no smaller.
fn all_ones(value: i128) -> i128 {
    match value {
        ..=0 => 0,
        _ => i128::MAX >> (value.leading_zeros() - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arith::{binary, unary};

    const OPERATORS: [BinaryOperator; 10] = [
        BinaryOperator::Add,
        BinaryOperator::Subtract,
        BinaryOperator::Multiply,
        BinaryOperator::Divide,
        BinaryOperator::Remainder,
        BinaryOperator::ShiftLeft,
        BinaryOperator::ShiftRight,
        BinaryOperator::BitAnd,
        BinaryOperator::BitOr,
        BinaryOperator::BitXor,
    ];

    fn intervals(ty: IntegerType) -> Vec<Interval> {
        let values = ty.min()..=ty.max();
        values.clone().flat_map(|low| (low..=ty.max()).map(move |high| Interval { low, high })).collect()
    }

    /// All pairs of intervals of a small type: every defined result lies in the interval of the results.
    #[test]
    fn intervals_contain_every_defined_result() {
        for signed in [false, true] {
            let ty = IntegerType { width: 3, signed, float: false };
            for a in intervals(ty) {
                for operator in [UnaryOperator::Negate, UnaryOperator::BitNot] {
                    let found = a.unary(operator, ty);
                    let results = (a.low..=a.high).filter_map(|a| unary(operator, ty, a).ok());
                    results.for_each(|r| {
                        assert!(found.contains(r), "{operator:?} {a:?} is {r}, not in {found:?}")
                    });
                }
                for b in intervals(ty) {
                    for operator in OPERATORS {
                        let found = a.binary(operator, ty, b);
                        for (x, y) in (a.low..=a.high).flat_map(|x| (b.low..=b.high).map(move |y| (x, y))) {
                            if let Ok(r) = binary(operator, ty, x, y) {
                                assert!(
                                    found.contains(r),
                                    "{a:?} {operator:?} {b:?}: {r} is not in {found:?}"
                                );
                            }
                        }
                    }
                }
            }
        }
    }

    /// Single values give single results.
    #[test]
    fn single_values_are_computed_exactly() {
        for signed in [false, true] {
            let ty = IntegerType { width: 4, signed, float: false };
            for (a, b) in (ty.min()..=ty.max()).flat_map(|a| (ty.min()..=ty.max()).map(move |b| (a, b))) {
                use BinaryOperator::{Add, Divide, Multiply, Remainder, ShiftLeft, ShiftRight, Subtract};
                for operator in [Add, Subtract, Multiply, Divide, Remainder, ShiftLeft, ShiftRight] {
                    if let Ok(r) = binary(operator, ty, a, b) {
                        let found = Interval::single(a).binary(operator, ty, Interval::single(b));
                        assert_eq!(found, Interval::single(r), "{a} {operator:?} {b}");
                    }
                }
            }
        }
    }

    #[test]
    fn conversions_keep_what_fits() {
        let char = IntegerType { width: 8, signed: true, float: false };
        assert_eq!(Interval { low: -3, high: 90 }.convert(char), Interval { low: -3, high: 90 });
        assert_eq!(Interval { low: 100, high: 200 }.convert(char), Interval::of(char));
        assert_eq!(Interval::single(200).convert(char), Interval::single(-56));
    }
}
