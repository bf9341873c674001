//! Typed program to control-flow graph and relations.

pub mod cfg;
pub mod dump;
pub mod lower;

#[cfg(test)]
pub(crate) mod sample;
