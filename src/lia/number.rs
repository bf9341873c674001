//! Exact rational numbers for the simplex: fast ones that say when they get too large, and unlimited ones.

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::constraint::divide_down;

/// A rational number whose operations are exact or fail.
pub(super) trait Number: Clone {
    /// The number zero.
    fn zero() -> Self;
    /// An integer.
    fn integer(value: i128) -> Self;
    /// The sum, unless it is too large.
    fn plus(&self, other: &Self) -> Option<Self>;
    /// The product, unless it is too large.
    fn times(&self, other: &Self) -> Option<Self>;
    /// The reciprocal, unless it does not exist or is too large.
    fn inverse(&self) -> Option<Self>;
    /// The number with its sign changed.
    fn negative(&self) -> Option<Self>;
    /// Its sign.
    fn sign(&self) -> Ordering;
    /// How it compares with an integer; fails like the arithmetic.
    fn compare(&self, value: i128) -> Option<Ordering>;
    /// The largest integer that is not larger, and whether it is the number itself.
    fn floor(&self) -> Option<(i128, bool)>;
    /// The number without any limit on its size.
    fn big(&self) -> BigRational;

    /// `self + factor * other`.
    fn plus_product(&self, factor: &Self, other: &Self) -> Option<Self> {
        self.plus(&factor.times(other)?)
    }
}

/// A fraction in lowest terms with a positive denominator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fraction {
    numerator: i128,
    denominator: i128,
}

impl Fraction {
    fn reduced(numerator: i128, denominator: i128) -> Option<Self> {
        // The smallest number has no absolute value; leaving it to the unlimited numbers is simplest.
        if numerator == i128::MIN || denominator == i128::MIN || denominator == 0 {
            return None;
        }
        let divisor = numerator.gcd(&denominator) * denominator.signum();
        Some(Fraction { numerator: numerator / divisor, denominator: denominator / divisor })
    }
}

impl Number for Fraction {
    fn zero() -> Self {
        Fraction { numerator: 0, denominator: 1 }
    }

    fn integer(value: i128) -> Self {
        Fraction { numerator: value, denominator: 1 }
    }

    fn plus(&self, other: &Self) -> Option<Self> {
        if self.denominator == other.denominator {
            let numerator = self.numerator.checked_add(other.numerator)?;
            if self.denominator == 1 {
                return Some(Fraction { numerator, denominator: 1 });
            }
            return Fraction::reduced(numerator, self.denominator);
        }
        let left = self.numerator.checked_mul(other.denominator)?;
        let right = other.numerator.checked_mul(self.denominator)?;
        Fraction::reduced(left.checked_add(right)?, self.denominator.checked_mul(other.denominator)?)
    }

    fn times(&self, other: &Self) -> Option<Self> {
        let numerator = self.numerator.checked_mul(other.numerator)?;
        let denominator = self.denominator.checked_mul(other.denominator)?;
        if denominator == 1 {
            return Some(Fraction { numerator, denominator });
        }
        Fraction::reduced(numerator, denominator)
    }

    fn inverse(&self) -> Option<Self> {
        Fraction::reduced(self.denominator, self.numerator)
    }

    fn negative(&self) -> Option<Self> {
        Some(Fraction { numerator: self.numerator.checked_neg()?, denominator: self.denominator })
    }

    fn sign(&self) -> Ordering {
        self.numerator.cmp(&0)
    }

    fn compare(&self, value: i128) -> Option<Ordering> {
        Some(self.numerator.cmp(&value.checked_mul(self.denominator)?))
    }

    fn floor(&self) -> Option<(i128, bool)> {
        Some((divide_down(self.numerator, self.denominator), self.denominator == 1))
    }

    fn big(&self) -> BigRational {
        BigRational::new(BigInt::from(self.numerator), BigInt::from(self.denominator))
    }
}

impl Number for BigRational {
    fn zero() -> Self {
        Zero::zero()
    }

    fn integer(value: i128) -> Self {
        BigRational::from_integer(BigInt::from(value))
    }

    fn plus(&self, other: &Self) -> Option<Self> {
        Some(self + other)
    }

    fn times(&self, other: &Self) -> Option<Self> {
        Some(self * other)
    }

    fn inverse(&self) -> Option<Self> {
        (!self.is_zero()).then(|| self.recip())
    }

    fn negative(&self) -> Option<Self> {
        Some(-self)
    }

    fn sign(&self) -> Ordering {
        if self.is_zero() {
            Ordering::Equal
        } else if self.is_positive() {
            Ordering::Greater
        } else {
            Ordering::Less
        }
    }

    fn compare(&self, value: i128) -> Option<Ordering> {
        Some(self.numer().cmp(&(self.denom() * BigInt::from(value))))
    }

    fn floor(&self) -> Option<(i128, bool)> {
        Some((self.numer().div_floor(self.denom()).to_i128()?, self.denom().is_one()))
    }

    fn big(&self) -> BigRational {
        self.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_stay_reduced_and_notice_overflow() {
        let half = Fraction::integer(2).inverse().unwrap();
        let third = Fraction::integer(-3).inverse().unwrap();
        let sum = half.plus(&third).unwrap();
        assert_eq!(sum, Fraction { numerator: 1, denominator: 6 });
        assert_eq!(third.floor(), Some((-1, false)));
        assert_eq!(half.times(&Fraction::integer(2)), Some(Fraction::integer(1)));
        assert_eq!(Fraction::integer(i128::MAX).plus(&Fraction::integer(1)), None);
        assert_eq!(Fraction::zero().inverse(), None);
    }
}
