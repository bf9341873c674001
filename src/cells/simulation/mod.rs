//! Runs of the program over cells, on given inputs: they give traces, and what they find is confirmed by the machine.
//!
//! The interpreter runs the control-flow graph over cells, node by node, with exact integers and frames on a stack of
//! its own. Who watches is up to the caller (`Observer`): the engine keeps every step to slice the run, `focuscheck
//! run` keeps nothing or prints statements as they complete. Values from outside come from an `Oracle`: the solver's
//! model, or what the user gave by name (`given.rs`). A local variable without a value is an input to the engine and
//! uninitialised in `focuscheck run`. What was undefined is worked out afterwards from the memory (`fault.rs`), so that
//! the loop carries no text.

pub mod draws;
pub mod evaluate;
pub mod fault;
pub mod flow;
pub mod given;
pub mod interpreter;
mod run;
