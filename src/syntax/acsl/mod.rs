//! ACSL, the language of annotation comments: text to syntax tree.
//!
//! Predicates and terms are one kind of expression here; which of them is meant, types say later. Whatever is not known is
//! read as far as it goes and kept as not modelled; an error gives up one clause.

mod clause;
mod expression;
mod global;
mod operators;
mod primary;
#[cfg(test)]
mod tests;
mod tokens;
pub mod tree;
mod types;
