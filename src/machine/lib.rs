//! C's abstract machine: runs a program on blocks of memory, exactly as C prescribes, and stops where C prescribes nothing.
//!
//! It runs the graph with its pointers ([`focuscheck_ir::program`]), so it shares no decision with the layout in cells, nor with
//! anything that was concluded from it: what it confirms happens. A pointer is a block and an offset; a block is a
//! sequence of bytes, each of which has a value, has none yet, is a piece of a pointer, or is not known.
//!
//! What is not modelled has an unknown value. A run that depends on one ends undecided.

mod annotation;
mod assigned;
mod beginning;
mod call;
mod confirm;
mod diagnosis;
mod ending;
mod evaluate;
mod execution;
mod given;
mod instance;
mod judge;
mod library;
mod location;
mod memory;
mod obligation;
mod outside;
mod quantifier;
mod reading;
mod round;
mod run;
mod scope;
mod states;
mod store;
mod term;
mod unknown;
mod value;

pub use assigned::is_moved;
pub use beginning::{Beginning, Content, GivenBlock, NoBeginning, Scalar, Target};
pub use confirm::{Expected, confirm};
pub use ending::{Asked, At, Ending, Goal, Property};
pub use execution::named_labels;
pub use given::Given;
pub use instance::{Instance, Shown, Side};
pub use run::{End, Limits, Machine};
pub use value::Undefined;

#[cfg(test)]
mod tests;
