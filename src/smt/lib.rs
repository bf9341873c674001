//! Formulas over integers, maps and quantifiers, decided by clause learning; the project's own solver decides conjunctions.
//!
//! 1. What is supposed becomes clauses (`encode`), over truth values, comparisons and formulas with parts.
//! 2. The search (`search` on `core`) decides only what an unsatisfied clause needs, in the order that it was given.
//! 3. The comparisons that are assigned are a problem of the solver (`theory`): a refuted part of it becomes a clause
//!    (`widen`), a model is looked at; where the solver gives up, sums with few values are halved (`thin`).
//! 4. What the model gets wrong about maps, conditionals and operations becomes a clause (`memory`), then what it gets wrong
//!    about quantified formulas (`instances`).
//! 5. A model that nothing contradicts is the answer, with a flag that says whether all that is supposed was found to hold
//!    in it (`model`). A refutation says which hypotheses it needs, and has a proof for the checker of certificates
//!    (`proof`).
//!
//! What the caller answers for: several conditions of a `Choice` that hold together have maps that agree. What is not
//! assumed: that operations are defined. A quotient by zero is some number, of which nothing is known.
//!
//! `term` is an arena in which equal things have equal ids, `build` brings comparisons into the solver's normal form
//! and reads over writes where positions show what is read. `core` is clause learning that knows nothing of formulas;
//! `encode` makes clauses by polarity, so that what stands for a formula is decided only where something needs it to
//! hold: truth values (edges, labels) that no choice needs stay open, and are false. `search` decides first what it was
//! told to (`order`), asks the exact solver about the comparisons that are assigned (`theory`), and lets its model
//! choose further; where that model contradicts what a read, a conditional or an operation is, `memory` adds the clause
//! that says so, and where it contradicts a quantified formula, `instances` adds that instance. A refuted conjunction
//! is `widen`ed: equalities that only differ in a constant give a clause for all ways through a branch. A model counts
//! as complete only if evaluation (`model`), which shares nothing with the encoding, finds that everything supposed
//! holds in it.
//!
//! Every clause has its origin: a hypothesis, a schema with its terms, the solver, or other clauses. `proof` writes
//! those that a refutation rests on as lines; `certificate/refutation.rs` builds their terms and formulas in a normal
//! form of its own and checks each clause by the rule that it names. A verdict rests on that (`Prover::proof`), not on
//! the search. Damaged proofs whose hypotheses have a model are refused (`smt/tests/faults.rs`).

pub mod term;

mod build;
mod substitute;

pub mod model;

pub mod answer;

mod clause;
mod required;
mod core;
mod encode;
mod theory;
mod widen;
mod thin;

mod instances;
mod memory;
mod laws;

mod proof;
mod stride;
mod question;
mod search;

pub mod eliminate;

#[doc(hidden)]
pub mod cases;
#[cfg(test)]
mod tests;

pub use answer::{Answer, Lack, Limits, Statistics};
pub use model::Model;
pub use search::Prover;
pub use substitute::Item;
pub use term::{BoolId, FormulaId, FormulaNode, MapId, MapNode, TermId, TermNode, Terms, VariableId};
