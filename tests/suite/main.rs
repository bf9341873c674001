//! The suite: one binary for all tests that look at the whole tool.

mod bad_inputs;
mod cli;
mod compiled;
mod corpus;
mod crashes;
mod differential;
mod invariants;
mod layers;
mod paper;
mod programs;
mod run;
mod support;
