//! The suite: one binary for all tests that look at the whole tool.

mod cli;
mod compiled;
mod corpus;
mod crashes;
mod differential;
mod layers;
mod paper;
mod programs;
mod run;
mod support;
