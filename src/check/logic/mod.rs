//! Annotations with their types: what contracts, loop annotations and assertions say, in the scope of their places.
//!
//! Mathematical integers everywhere: nothing wraps but where a conversion is written. What is not modelled is kept as such.
//!
//! Annotation comments are read as ACSL where that is asked for (`Options::annotations`); otherwise they stay comments,
//! and nothing else changes. The preprocessor makes tokens of a comment where it passes it, so macros are those of the
//! place (`acsl/tokens.rs`); the parser reads them when a node of the tree gets the comment, with the types that are
//! known there, and keeps what it says in a table of its own: a comment has its number in it. Terms and predicates are
//! one kind of expression there. `check/logic/` gives them types in the scope of the place: loop annotations and
//! assertions while the body is checked, contracts afterwards, with the parameters of the definition. Integers are
//! mathematical ones, memory is read in one state that is told by the nearest `At` around, and a call of a predicate or
//! a function of the logic is its body, with its arguments bound by `Let` and its labels replaced
//! (`logic/definition.rs`); a definition is read again for each call. What is recursive or has no body stays a function
//! (`logic/function.rs`) if it is plain to see that its recursion ends (`logic/recursion.rs`). What is not known is a
//! node `Unmodelled` with its name, never left out; an error is one of the file.

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
