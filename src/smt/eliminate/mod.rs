//! Exact elimination of integer unknowns: what a conjunction says about some of its symbols alone.
//!
//! `conjunction` gives a conjunction again where that is possible; `cooper` always knows an answer (up to its limits), as a
//! union of conjunctions with divisibility (Cooper, "Theorem proving in arithmetic without multiplication").
//!
//! An equality, or pairs of bounds, is used where a coefficient is a unit; else Cooper's cases with divisibility. What
//! several inputs say about some of them (`engine/reduce/project.rs`) wants a conjunction again, or nothing.

pub mod atom;
mod conjunction;
mod cooper;

#[cfg(test)]
mod tests;

pub use conjunction::project;
pub use cooper::{Cube, eliminated};
