//! C's abstract machine: runs a program on blocks of memory, exactly as C prescribes, and stops where C prescribes nothing.
//!
//! It runs the graph with its pointers ([`focuscheck_ir::program`]), so it shares no decision with the layout in cells, nor with
//! anything that was concluded from it: what it confirms happens. A pointer is a block and an offset; a block is a
//! sequence of bytes, each of which has a value, has none yet, is a piece of a pointer, or is not known.
//!
//! A byte is a number, a piece of a pointer, unset, partly set (bit-fields), or unknown for a reason (`memory.rs`). A
//! block keeps those bytes that are not like the rest (`store.rs`), so it may have any size, and is copied or filled as
//! a whole; a part of it that is moved at once has to be small, else the run ends undecided. So unions, `memcpy`, casts
//! of pointers and allocated memory are what they are in C. It ends a run where C prescribes nothing: arithmetic, null
//! and dangling pointers, accesses outside of a block, writes to literals, bad `free`, reads of what has no value. An
//! access that leaves the array or member of which its pointer was made, but not the block, is undefined in C and used
//! by programs: only a run that is said to end there does (`Machine::watch`). What is not modelled (floating-point
//! values, texts of the command line, results of unknown code) has an unknown value; a run that depends on one ends
//! undecided.
//!
//! The engine gives it the inputs of a run over cells, by their places in the source (`given.rs`). An explanation
//! counts only if the machine comes to the same error at the same place (`confirm.rs`); else the run is contradicted,
//! and the error stays `unknown` unless another run shows it. The machine imports nothing of the layout, so that a
//! mistake of the layout cannot confirm itself.
//!
//! Who draws a run is told of each node, and reads memory then (`seen.rs`).
//!
//! For `verify` it starts any function in a state that is given (`beginning.rs`) and runs it until the first thing
//! fails that has to hold (`obligation.rs`): annotations are evaluated on its memory, exactly and with three truth
//! values (`annotation.rs`, `term.rs`, `location.rs`, `quantifier.rs`), in the order in which `guarded` asserts them
//! (`call.rs`, `round.rs`); states that `\at` names are remembered if some annotation names them (`states.rs`). What is
//! undefined is traced to its operator (`diagnosis.rs`). What is not known ends the run undecided, also where it stands
//! before what fails. It reads neither guarded commands nor formulas, so what it confirms does not rest on them.

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
mod leaks;
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
mod seen;
mod states;
mod store;
mod term;
mod unknown;
mod value;

pub use assigned::is_moved;
pub use beginning::{Beginning, Content, GivenBlock, NoBeginning, Scalar, Target};
pub use confirm::{Expected, confirm, expecting};
pub use ending::{Asked, At, Ending, Goal, Property};
pub use execution::named_labels;
pub use given::RunInputs;
pub use instance::{Instance, Shown, Side};
pub use run::{End, Limits, Machine};
pub use seen::{BlockSeen, OpenCall, Passed, Seen};
pub use value::{BlockId, Undefined};

#[cfg(test)]
mod tests;
