//! Annotated functions over numbers and small arrays: an evaluator of its own for them, and changes to them.

pub mod mutate;
pub mod parse;
pub mod run;
pub mod tree;
