//! Typed program to control-flow graph and relations.

pub mod cfg;
pub mod dump;
mod id;
pub mod memory;
pub mod reads;
mod role;
