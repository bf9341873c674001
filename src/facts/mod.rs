//! Typed program to control-flow graph and relations.

pub mod cfg;
// dump
pub mod lower;
