//! The Datalog rules of FocusCheck: static relations, forward and backward procedure summaries.
//!
//! The rules read relations that are extracted from a program ([`schema::Program`]) and see numbers only. What a state or
//! an error set is belongs to the host, which hands in functors on them ([`fsum::Forward`], [`edges::ErrorSets`]).
//! See `rules/README.md` for the map.

#![warn(missing_docs)]
// The code that the rule macros generate names unused columns so.
#![allow(clippy::just_underscores_and_digits)]

pub mod relation;
pub mod schema;
pub mod range;
mod table;
pub mod statics;
pub mod update;
pub mod fsum;
pub mod states;
pub mod edges;
pub mod bsum;
pub mod distance;
pub mod elements;
pub mod naive;
pub mod reach;
pub mod copies;
pub mod doomed;
pub mod unroll;
pub mod invariants;
pub mod points_to;
