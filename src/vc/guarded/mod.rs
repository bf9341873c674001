//! Functions as guarded commands: graphs without cycles, in which loops are cut or unrolled and calls go by contract or
//! are inlined ("Generating error traces from verification-condition counterexamples", sections 1.1 and 4).

pub mod graph;
pub mod order;
pub mod demand;
pub mod build;
mod checks;
mod reads;
mod contract;
mod cycle;
mod assigns;

pub use build::{LoopMode, Settings, guarded};
pub use contract::spread;
