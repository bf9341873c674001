//! The suite: one binary for all tests that look at the whole tool.

mod corpus;
mod programs;
mod support;
