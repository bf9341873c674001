//! Bounds of variables, and what stands for none.

/// Stands for "no lower bound".
pub(super) const NO_LOWER: i128 = i128::MIN;
/// Stands for "no upper bound".
pub(super) const NO_UPPER: i128 = i128::MAX;
/// Bounds beyond this size are not recorded, which only weakens what is known.
pub(super) const LARGEST: i128 = 1 << 120;

/// Which bound of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// The smallest value.
    Lower,
    /// The largest value.
    Upper,
}
