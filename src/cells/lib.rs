//! The graph over cells, the relations that the rules read, and its interpreter.

pub mod facts;
pub mod prefixes;
pub mod relations;
pub mod simulation;
