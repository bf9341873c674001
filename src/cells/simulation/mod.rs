//! Runs of the program over cells, on given inputs: they give traces, and what they find is confirmed by the machine.

pub mod directed;
pub mod evaluate;
pub mod fault;
pub mod flow;
pub mod given;
pub mod interpreter;
pub mod probe;
mod run;
