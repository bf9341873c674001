//! What `verify` found out, for people and machines.

pub mod model;
pub mod words;
pub mod unasked;
pub mod explanation;
pub mod view;
pub mod script;
mod table;
pub mod text;
pub mod json;
