//! Annotations with their types: what contracts, loop annotations and assertions say, in the scope of their places.
//!
//! Mathematical integers everywhere: nothing wraps but where a conversion is written. What is not modelled is kept as such.

pub mod tree;
