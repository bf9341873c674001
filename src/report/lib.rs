//! What a reader sees: the report model and its writers.
//!
//! Each writer is a pure function from the model (and, for excerpts, the source) to a string.

mod claim;
mod suppression;

mod behind;
mod given;
mod ways;
pub mod shell;
pub mod typed;
mod input;

pub mod memory;

pub mod model;

pub mod style;

pub mod doubts;

mod spent;
pub mod kinds;

mod premises;

pub mod words;

pub mod grade;
pub mod precondition;
pub mod verdict;

pub mod constraints;

pub mod ranges;

pub mod diagnostic;

pub mod text;

pub mod fingerprint;

pub mod schema;
pub mod saved;

pub mod json;

pub mod place;

pub mod sarif;

pub mod junit;

pub mod witness;
pub mod html;

pub mod diff;
pub mod ignore;
pub mod merge;

pub mod execution;

pub mod ask;
pub mod verify;

pub mod doomed;
