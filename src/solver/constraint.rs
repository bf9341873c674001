//! Linear constraints over integer symbols.

use serde::{Deserialize, Serialize};

/// An unknown integer: an input of the program or an auxiliary of its arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Symbol(pub u32);

/// `sum(coefficient * symbol) + constant`; terms sorted by symbol, no zero coefficients.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Linear {
    /// Symbols with their coefficients.
    pub terms: Vec<(Symbol, i128)>,
    /// The constant.
    pub constant: i128,
}

/// How a linear expression relates to zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Comparison {
    /// `expression <= 0`
    AtMostZero,
    /// `expression == 0`
    Zero,
    /// `expression != 0`
    NotZero,
}

/// A constraint; see [`Comparison`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Constraint {
    /// The expression.
    pub expression: Linear,
    /// Its relation to zero.
    pub comparison: Comparison,
}
