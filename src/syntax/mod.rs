//! Source text to abstract syntax tree.

pub mod error;
