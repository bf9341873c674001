//! The ways to settle an error, one file each, and the order in which they are tried.
//!
//! `question` says what a way is given and what it gives back, `knowledge` what is known about a program before one of its
//! errors is answered, `bulk` how that comes about, and `ladder` which way is tried when.

pub mod findings;
pub mod knowledge;
mod question;
pub mod refinement;
mod walk;
pub mod guessing;
mod tracked;
mod cases;
mod bulk;
pub mod ladder;
