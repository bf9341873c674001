//! Exact feasibility of conjunctions of integer constraints.

pub mod constraint;
pub mod outcome;
