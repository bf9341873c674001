//! Lattices of numbers: strided intervals, and vectors of them.
//!
//! Operations that would leave the range of `i128` say so (`None`) instead of wrapping.

use std::cmp::Ordering;
use std::rc::Rc;

use ascent::Lattice;

/// The numbers from `low` to `high` that leave `remainder` when divided by `modulus`; never empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Range {
    /// The smallest number.
    pub low: i128,
    /// The largest number.
    pub high: i128,
    /// At least 1, which says nothing; 0 if there is one number only.
    modulus: i128,
    /// In `0..modulus`; of one number, the number itself.
    remainder: i128,
}

/// Larger moduli are not kept, so that sums of products of them stay far from the limits of `i128`.
const LARGEST_MODULUS: i128 = 1 << 32;

impl Range {
    /// All numbers from one to another; `None` if there are none.
    pub fn new(low: i128, high: i128) -> Option<Range> {
        Range::strided(low, high, 1, 0)
    }

    /// One number.
    pub fn single(value: i128) -> Range {
        Range { low: value, high: value, modulus: 0, remainder: value }
    }

    /// The numbers of an interval that leave a remainder; `None` if there are none.
    pub fn strided(low: i128, high: i128, modulus: i128, remainder: i128) -> Option<Range> {
        let (mut low, mut high) = (low, high);
        let modulus = if (1..=LARGEST_MODULUS).contains(&modulus) { modulus } else { 1 };
        let mut remainder = remainder;
        if modulus > 1 {
            remainder = remainder.rem_euclid(modulus);
            low = low.checked_add((remainder - low.rem_euclid(modulus)).rem_euclid(modulus))?;
            high = high.checked_sub((high.rem_euclid(modulus) - remainder).rem_euclid(modulus))?;
        } else {
            remainder = 0;
        }
        match low.cmp(&high) {
            Ordering::Greater => None,
            Ordering::Equal => Some(Range::single(low)),
            Ordering::Less => Some(Range { low, high, modulus, remainder }),
        }
    }

    /// The only number, if there is one only.
    pub fn value(self) -> Option<i128> {
        (self.low == self.high).then_some(self.low)
    }

    /// The modulus and the remainder that all numbers leave; the modulus 1 says nothing, 0 one number.
    pub fn stride(self) -> (i128, i128) {
        (self.modulus, self.remainder)
    }

    /// Whether it has a number.
    pub fn contains(self, value: i128) -> bool {
        self.low <= value
            && value <= self.high
            && (self.modulus <= 1 || value.rem_euclid(self.modulus) == self.remainder)
    }

    /// Whether all its numbers are in another.
    pub fn is_within(self, other: Range) -> bool {
        other.low <= self.low && self.high <= other.high && self.join(other).modulus == other.modulus
    }

    /// The least range that has the numbers of both.
    pub fn join(self, other: Range) -> Range {
        let (low, high) = (self.low.min(other.low), self.high.max(other.high));
        if low == high {
            return Range::single(low);
        }
        let apart = self.remainder.checked_sub(other.remainder).unwrap_or(1);
        let modulus = divisor(divisor(self.modulus, other.modulus), apart);
        let modulus = if (2..=LARGEST_MODULUS).contains(&modulus) { modulus } else { 1 };
        let remainder = if modulus == 1 { 0 } else { self.remainder.rem_euclid(modulus) };
        Range { low, high, modulus, remainder }
    }

    /// A range that has all numbers that both have; `None` if it is known that there are none.
    pub fn meet(self, other: Range) -> Option<Range> {
        let (low, high) = (self.low.max(other.low), self.high.min(other.high));
        for (one, many) in [(self, other), (other, self)] {
            if let Some(value) = one.value() {
                return many.contains(value).then_some(one);
            }
        }
        let common = divisor(self.modulus, other.modulus);
        if common != 1 && self.remainder.rem_euclid(common) != other.remainder.rem_euclid(common) {
            return None;
        }
        let finer = if self.modulus >= other.modulus { self } else { other };
        Range::strided(low, high, finer.modulus, finer.remainder)
    }

    /// All sums.
    pub fn plus(self, other: Range) -> Option<Range> {
        let (low, high) = (self.low.checked_add(other.low)?, self.high.checked_add(other.high)?);
        if low == high {
            return Some(Range::single(low));
        }
        let remainder = self.remainder.checked_add(other.remainder)?;
        Range::strided(low, high, divisor(self.modulus, other.modulus), remainder)
    }

    fn negated(self) -> Option<Range> {
        let (low, high) = (self.high.checked_neg()?, self.low.checked_neg()?);
        if low == high {
            return Some(Range::single(low));
        }
        let remainder = if self.remainder == 0 { 0 } else { self.modulus - self.remainder };
        Some(Range { low, high, modulus: self.modulus, remainder })
    }

    /// All products with a number.
    pub fn scale(self, factor: i128) -> Option<Range> {
        // Most factors are these, and products of such long numbers are slow.
        match factor {
            1 => return Some(self),
            -1 => return self.negated(),
            _ => {}
        }
        let (a, b) = (self.low.checked_mul(factor)?, self.high.checked_mul(factor)?);
        if a == b {
            return Some(Range::single(a));
        }
        let modulus = self.modulus.checked_mul(factor.checked_abs()?).unwrap_or(1);
        Range::strided(a.min(b), a.max(b), modulus, self.remainder.checked_mul(factor)?)
    }
}

/// The greatest common divisor; of 0 and a number that number.
fn divisor(a: i128, b: i128) -> i128 {
    if a == 1 || b == 1 {
        return 1;
    }
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a.checked_rem(b).unwrap_or(0));
    }
    a.checked_abs().unwrap_or(1)
}

/// What is known of numbered quantities: a range for each, sorted; one that is missing is unknown.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ranges(pub Rc<Vec<(u32, Range)>>);

impl Ranges {
    /// The range of a quantity, if something is known.
    pub fn get(&self, quantity: u32) -> Option<Range> {
        self.0.binary_search_by_key(&quantity, |entry| entry.0).ok().map(|at| self.0[at].1)
    }

    /// Whether everything that the other one tells is told by this one.
    pub fn is_within(&self, other: &Ranges) -> bool {
        other.0.iter().all(|&(quantity, range)| self.get(quantity).is_some_and(|own| own.is_within(range)))
    }

    /// What is known if either holds.
    pub fn joined(&self, other: Ranges) -> Ranges {
        Ranges(Rc::new(self.combined(&other, false)))
    }

    /// Becomes what is known if either holds; whether that tells less.
    pub fn widen_to(&mut self, other: &Ranges) -> bool {
        if other.is_within(self) {
            return false;
        }
        let joined = self.combined(other, false);
        let changed = joined != *self.0;
        if changed {
            self.0 = Rc::new(joined);
        }
        changed
    }

    /// What is known if both hold; where they contradict each other, what this one tells.
    pub fn met(&self, other: Ranges) -> Ranges {
        Ranges(Rc::new(self.combined(&other, true)))
    }

    fn combined(&self, other: &Ranges, meet: bool) -> Vec<(u32, Range)> {
        let mut result = Vec::with_capacity(self.0.len());
        let (mut left, mut right) = (self.0.iter().peekable(), other.0.iter().peekable());
        loop {
            match (left.peek(), right.peek()) {
                (Some(&&(one, range)), Some(&&(other, more))) if one == other => {
                    // A contradiction is left to those who know what the quantities are.
                    let both = if meet { range.meet(more).unwrap_or(range) } else { range.join(more) };
                    result.push((one, both));
                    left.next();
                    right.next();
                }
                (Some(&&entry), Some(&&(other, _))) if entry.0 < other => {
                    result.extend(meet.then_some(entry));
                    left.next();
                }
                (Some(&&entry), None) => {
                    result.extend(meet.then_some(entry));
                    left.next();
                }
                (_, Some(&&entry)) => {
                    result.extend(meet.then_some(entry));
                    right.next();
                }
                (None, None) => return result,
            }
        }
    }
}

impl PartialOrd for Ranges {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        match (self.is_within(other), other.is_within(self)) {
            (true, true) => Some(Ordering::Equal),
            (true, false) => Some(Ordering::Less),
            (false, true) => Some(Ordering::Greater),
            (false, false) => None,
        }
    }
}

impl Lattice for Ranges {
    fn meet_mut(&mut self, other: Self) -> bool {
        let met = self.combined(&other, true);
        let changed = met != *self.0;
        if changed {
            self.0 = Rc::new(met);
        }
        changed
    }

    fn join_mut(&mut self, other: Self) -> bool {
        self.widen_to(&other)
    }
}

#[cfg(test)]
mod tests {
    use super::Range;

    /// Some ranges, and the numbers that they have.
    fn ranges() -> Vec<(Range, Vec<i128>)> {
        let mut all = Vec::new();
        for low in -6i128..=6 {
            for high in low..=6 {
                for modulus in 1..=4 {
                    for remainder in 0..modulus {
                        let numbers: Vec<i128> =
                            (low..=high).filter(|number| number.rem_euclid(modulus) == remainder).collect();
                        all.extend(
                            Range::strided(low, high, modulus, remainder).map(|range| (range, numbers)),
                        );
                    }
                }
            }
        }
        all
    }

    #[test]
    fn products_have_all_products() {
        for (range, numbers) in ranges() {
            for factor in -3..=3 {
                let product = range.scale(factor).expect("the numbers are small");
                let inside: Vec<i128> = (-20..=20).filter(|&number| product.contains(number)).collect();
                let mut products: Vec<i128> = numbers.iter().map(|number| number * factor).collect();
                products.sort_unstable();
                products.dedup();
                assert_eq!(inside, products, "{range:?} times {factor}");
            }
        }
    }
}
