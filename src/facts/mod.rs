//! Typed program to control-flow graph and relations.

pub mod cfg;
pub mod dump;
mod id;
pub mod lower;
pub mod reads;
mod role;

#[cfg(test)]
pub(crate) mod sample;
