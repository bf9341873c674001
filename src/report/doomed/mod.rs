//! What is told of code that can only fail.

pub mod model;

pub mod text;

pub mod json;
