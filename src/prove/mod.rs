//! Formulas over integers, maps and quantifiers, decided by clause learning; the project's own solver decides conjunctions.

pub mod term;

mod build;
mod substitute;

pub mod model;

pub mod answer;

mod clause;
mod core;
mod encode;
mod theory;
mod widen;

mod instances;
mod memory;

mod proof;
mod search;

#[cfg(test)]
mod tests;

pub use answer::{Answer, Lack, Limits, Statistics};
pub use model::Model;
pub use search::Prover;
pub use substitute::Item;
pub use term::{
    BoolId, FormulaId, FormulaNode, HypothesisId, MapId, MapNode, Region, TermId, TermNode, Terms, VariableId,
};
