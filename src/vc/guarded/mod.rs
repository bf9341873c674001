//! Functions as guarded commands: graphs without cycles, in which loops are cut or unrolled and calls go by contract or
//! are inlined ("Generating error traces from verification-condition counterexamples", sections 1.1 and 4).
//!
//! `verify` takes one function of the program as a graph without cycles. A node has a block for each way in which it is
//! run: for each execution of its function (calls without contract are inlined) and each round of the loops around it
//! (`build.rs`). A loop is cut at its head (assert the invariant, forget what the body assigns, assume the invariant,
//! one round, assert it again) or unrolled (`cycle.rs`); a call goes by contract (`contract.rs`); what evaluating an
//! expression needs is asserted before it, or assumed where nobody checks it (`checks.rs`). Exits are edges. Blocks
//! carry the trace labels of the paper, and stand in an order in which edges lead forward, so that their numbers ascend
//! on every execution.

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
