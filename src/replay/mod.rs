//! Concrete execution of a program on given inputs.

pub mod directed;
pub mod evaluate;
pub mod fault;
pub mod given;
pub mod interpreter;
pub mod probe;
mod run;
