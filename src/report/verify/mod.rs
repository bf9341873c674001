//! What `verify` found out, for people and machines.

pub mod model;
pub mod words;
pub mod text;
pub mod json;
