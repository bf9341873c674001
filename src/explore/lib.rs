//! The reports of one or more files to walk through: from the reduced view of an explanation to its slice, to
//! the whole run, and back.
//!
//! The view is a pure model: an [`Explorer`] is the state, [`Explorer::update`] takes an [`event::Event`], and
//! [`view::draw`] puts the state on a frame. It reads and prints nothing; the command line's driver does.
//!
//! The state knows the size of the screen, so where the panes are (`layout.rs`) is a function of it, too.
//! `cli/explore.rs` is the driver: keys and results of analyses in, frames out, and the terminal restored on every way
//! out. Assumptions that the user takes to hold are put to the exact solver as constraints (`assumptions.rs`).

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
