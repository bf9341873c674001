//! Slice graph to focus-statement sequences (Basu, Saha, Smolka, Section 2), confirmed by replay.

pub mod symbolic;
pub mod labels;
pub mod store;
pub mod precondition;
pub mod distance;
pub mod origin;
pub mod path;
pub mod walk;
pub mod search;
pub mod execution;
pub mod sequence;
pub mod needs;
pub mod concrete;
pub mod clash;
pub mod termination;
pub mod passage;
pub mod replay;
pub mod explain;
pub mod simplest;
pub mod trial;
