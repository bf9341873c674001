//! Why facts cannot be written or read.

use std::io;
use std::path::PathBuf;

/// Why facts could not be written or read.
#[derive(Debug, thiserror::Error)]
pub enum FactsError {
    /// A file or the folder could not be accessed.
    #[error("{}: {source}", path.display())]
    Io {
        /// Which.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A tuple does not have the form of its relation.
    #[error("{relation}.facts:{line}: {message}")]
    Malformed {
        /// The relation.
        relation: &'static str,
        /// The line in its file, from 1.
        line: usize,
        /// What is wrong.
        message: String,
    },
}
