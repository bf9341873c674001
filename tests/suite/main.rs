//! The suite: one binary for all tests that look at the whole tool.

mod bad_inputs;
mod cli;
mod compiled;
mod corpus;
mod crashes;
mod differential;
mod layers;
mod machines;
mod paper;
mod programs;
mod run;
mod solver;
mod support;
