//! Summaries, the walk back, focus-statement sequences, their rank and Reduce.

pub mod summary;
pub mod focus;
pub mod rank;
pub mod reduce;
