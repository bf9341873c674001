//! What an editor shows: a language server over the reports.
//!
//! A file is checked when it is opened and when it is saved. Errors that can be reached are diagnostics, with the steps of the
//! slice as related places; the verdict stands as a code lens over the function that runs start at. All that is shown is made of
//! a report and its source (`shown.rs`); [`serve`] speaks the protocol and asks a [`Checker`] for reports.

mod place;
mod server;
mod shown;
mod state;
mod uri;

pub use server::{ServerError, serve};
pub use shown::Checked;
pub use state::Checker;

/// The other side of the protocol, for clients in tests.
pub use lsp_server::{Connection, Message, Notification, Request, RequestId, Response};
