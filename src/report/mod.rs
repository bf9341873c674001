//! What a reader sees: the report model and its writers.

pub mod model;
