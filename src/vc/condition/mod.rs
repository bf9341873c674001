//! Verification conditions: guarded commands as terms and formulas, one question for each assertion.
//!
//! One walk over the blocks keeps a state: the values of variables without addresses as terms, one map for each scalar
//! type of memory (two for pointers: blocks and offsets), and one for the lengths of blocks, -1 where there is none
//! (`state.rs`, `encoder.rs`). Objects of different scalar types are taken not to overlap, which is said. Where ways
//! come together a variable gets the value of the edge that is taken, a map is a choice of maps (`join.rs`). Each
//! assertion is one question: an atom that implies that its block is reached, that what stands before holds, and that
//! it does not. Labels are edges, decisions of the search, and never parts of formulas; the size is linear. A block
//! that no path comes to gives no state to what follows. A function of the logic is an unknown map for each state in
//! which it is read (`function.rs`); its definition, and axioms, are supposed for the arguments that occur.
//!
//! What this is held to is `naive.rs`: the weakest precondition of the paper, one formula for a function, which doubles
//! with each choice and joins nothing, with labels in it as (2) expands them. `driver/verify/twin.rs` puts the same
//! questions without labels, with labels, with labels in formulas, and as that formula; tests and benches ask
//! (`scripts/bench.sh labels` says what labels cost). `scripts/oracle.sh` compares `verify` on generated functions
//! without loops with that formula, tried on all values by an evaluator of its own (`tests/suite/support/brute.rs`),
//! with compiled runs in which a function with a contract gives any result that its contract allows, and with `check`;
//! on changed copies of the functions in `tests/annotated` with runs on all small inputs by a small interpreter that
//! reads C and ACSL for itself (`tests/suite/support/annotated/`); and tries the checker on certificates with each
//! line, number and literal wrong in turn.

pub mod state;
pub mod escape;
pub mod ideal;
pub mod encoder;
mod memory;
mod retype;
mod touch;
mod expression;
mod env;
mod term;
mod function;
mod predicate;
mod location;
mod values;
mod fact;
mod heap;
mod havoc;
mod reached;
mod execute;
pub mod reads;
pub mod entry;
mod join;
pub mod hypotheses;
mod query;
pub mod passive;
pub mod naive;

pub use location::bytes;
