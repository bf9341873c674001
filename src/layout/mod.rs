//! tmp
pub mod program;
