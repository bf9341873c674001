//! Programs without loops and the formulas of their runs.

pub mod guarded;
pub mod condition;
