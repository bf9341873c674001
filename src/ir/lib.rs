//! The graph of a typed program with its memory, and statements inserted into programs.

pub mod program;
pub mod monitor;
