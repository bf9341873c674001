//! The reports of one or more files to walk through: from the reduced view of an explanation to its slice, to
//! the whole run, and back.
//!
//! The view is a pure model: an [`Explorer`] is the state, [`Explorer::update`] takes an [`event::Event`], and
//! [`view::draw`] puts the state on a frame. It reads and prints nothing; the command line's driver does.

pub mod event;

mod asking;
mod assumptions;
mod details;
mod keys;
mod layout;
mod obligation;
mod rows;
mod state;
mod text;
mod timeline;
mod update;
mod writer;

pub mod view;

pub use state::{Analysed, Explorer, Wanted};
