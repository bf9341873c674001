//! Annotations with their types: what contracts, loop annotations and assertions say, in the scope of their places.
//!
//! Mathematical integers everywhere: nothing wraps but where a conversion is written. What is not modelled is kept as such.

mod aggregate;
mod builtin;
mod clause;
pub(super) mod code;
mod contract;
mod conversion;
mod definition;
mod elaborate;
mod function;
mod location;
mod missing;
mod place;
mod predicate;
mod reads;
mod recursion;
pub(super) mod state;
mod term;
#[cfg(test)]
mod tests;
pub mod tree;
