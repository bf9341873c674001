//! What every stage needs: sources, options, limits, doubts, and what operators mean.

pub mod source;
pub mod listing;
pub mod files;
pub mod index;
pub mod options;
pub mod arith;
pub mod compilation;
pub mod limit;
pub mod doubt;
pub mod reading;
