//! The report of `ask`: questions, answers, and what a verdict rests on.

pub mod json;
pub mod model;
pub mod text;
