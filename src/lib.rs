//! FocusCheck explains why C programs fail.
//!
//! The modules stand in pipeline order; each imports only from those above it.

pub mod source;

mod index;

pub mod options;

pub mod arith;

pub mod limit;

pub mod doubt;

pub mod syntax;

pub mod check;

pub mod layout;

pub mod facts;

pub mod relations;

pub mod replay;

pub mod summary;

pub mod certificate;

pub mod solver;

pub mod focus;

pub mod rank;

pub mod reduce;

pub mod report;

pub mod explore;

pub mod harness;

pub mod pipeline;

pub mod cli;
