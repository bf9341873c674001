//! The suite: one binary for all tests that look at the whole tool.

mod bad_inputs;
mod batch;
mod browser;
mod claims;
mod cli;
mod compiled;
mod corpus;
mod crashes;
mod differential;
mod entry;
mod explore;
mod faults;
mod formats;
mod functions;
mod guesses;
mod hunt;
mod inputs;
mod invariants;
mod judge;
mod documented;
mod doomed;
mod editor;
mod labels;
mod layers;
mod layout;
mod machines;
mod limits;
mod linking;
mod memory;
mod metamorphic;
mod mutants;
mod oracle;
mod paper;
mod programs;
mod questions;
mod readers;
mod replay;
mod reasons;
mod rules;
mod run;
mod sampled;
mod solver;
mod standard_input;
mod stress;
mod support;
#[cfg(unix)]
mod terminal;
mod true_answers;
mod trust;
mod verdicts;
mod volatile;

/// As in the binary, so that the memory limit holds.
#[global_allocator]
static ALLOCATOR: focuscheck_allocator::Counting = focuscheck_allocator::Counting;

// The limit that the rules are compared with is measured in the benches.
#[path = "../../benches/worklist/mod.rs"]
mod worklist;
