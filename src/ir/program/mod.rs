//! Typed program to control-flow graph, with its memory as C has it: one atomic action per node, accesses through pointers.
//!
//! Here the order of evaluation is decided and nothing else: what is evaluated before what, where a short-circuit operator
//! goes on, what a library function is. Which object a pointer means is not asked: an lvalue is an address that is computed
//! when it is reached. So what runs this graph (the crate `focuscheck-machine`) shares no decision with the layout in cells.

#[cfg(test)]
mod coverage;
pub mod access;
pub mod error_kind;
pub mod graph;
mod id;
pub mod turn;
pub mod visit;
pub mod addresses;
pub mod given;
pub mod loops;
mod library;
mod constant;
mod lower;
mod original;
pub mod outline;
mod parts;
pub mod role;
mod start;
pub mod text;
mod unsequenced;

pub use original::Original;
pub use start::Start;
