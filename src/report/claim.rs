//! What an explanation claims: every input that satisfies its printed conditions fails at the error.
//!
//! A claim is made where it is decided (`driver/claims.rs`), with what it rests on, and its words are made of nothing
//! else (`words.rs`).

use serde::{Deserialize, Serialize};

/// What the printed conditions rest on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Basis {
    /// They are all that the sequence assumes: who satisfies them takes it.
    #[default]
    Sequence,
    /// The solver refuted that they hold and that the conditions of none of the explanations do.
    Refutation,
}

/// What an explanation says of the inputs besides its conditions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claim {
    /// What the conditions rest on.
    pub basis: Basis,
    /// Lines of other errors that may happen before, for inputs that satisfy the conditions; in order, each once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unless: Vec<u32>,
    /// Whether a run that satisfies the conditions may end before the error, or stay in a loop.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub if_reached: bool,
    /// Whether it happens for some choices at `*` only.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub some_choices: bool,
}

impl Claim {
    /// Whether two claims leave the same open, whatever their conditions rest on.
    pub fn is_qualified_like(&self, other: &Claim) -> bool {
        let own = |claim: &Claim| (claim.unless.clone(), claim.if_reached, claim.some_choices);
        own(self) == own(other)
    }

    /// Whether every run that satisfies the conditions, with the right choices, comes to the error.
    pub fn is_settled(&self) -> bool {
        self.unless.is_empty() && !self.if_reached
    }
}
