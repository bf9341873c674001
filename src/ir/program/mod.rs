//! Typed program to control-flow graph, with its memory as C has it: one atomic action per node, accesses through pointers.
//!
//! Here the order of evaluation is decided and nothing else: what is evaluated before what, where a short-circuit operator
//! goes on, what a library function is. Which object a pointer means is not asked: an lvalue is an address that is computed
//! when it is reached. So what runs this graph (the crate `focuscheck-machine`) shares no decision with the layout in cells.
//!
//! Each function is lowered in one walk: one atomic action per node, with its span. An expression is computed from
//! temporaries and memory and changes nothing; what changes something is a node of its own, in the order of evaluation
//! (`lower/expression.rs`: an operand that a later one may change is kept before). An lvalue is a `Place`: an object or
//! a pointer, and the way from there in bytes; reading one whose address has to be computed is a node (`Load`).
//! Structures are values with a place (`lower/record.rs`). Library functions are actions of their own where they are
//! modelled (`Library`), code that nobody knows is one (`Unknown`) with the values that it gets and what it may do with
//! them. The errors in it are those that the program or the user says are ones; what is undefined a run meets by
//! itself. A procedure of its own comes before `main`: it initialises static objects and reads what comes from outside
//! at the start.
//!
//! What the source says of nodes besides stands apart from them (`outline.rs`): which ones are one unit and one
//! statement, where a place is found that is read or written later, why a value is held in a temporary and what that
//! stands for (`text.rs`). Who runs the graph or asks what a run may do steps over it.
//!
//! This graph is the only reading of the language: `check`, `verify`, `ask` and `doomed` start from it, the machine
//! below runs it, and the layout turns it into the graph over cells node by node. `coverage.rs` (a test) walks the
//! syntax tree and the typed tree without a default arm and holds that each part of the one with an effect has its node
//! in the other, and each node its actions here.
//!
//! What an action reads and writes is said in `access.rs` alone.

#[cfg(test)]
mod coverage;
mod ends;
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
pub use start::{Arguments, Start};
