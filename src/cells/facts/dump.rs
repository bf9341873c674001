//! The graph as a file, and back: what the relations leave out (texts, spans, actions) in the form of its types, as JSON.

use std::fs;
use std::path::Path;

use focuscheck_base::files;

use crate::facts::cfg::Graph;
use crate::relations::dump::FactsError;

/// Writes a graph into a file.
pub fn write(graph: &Graph, path: &Path) -> Result<(), FactsError> {
    let text =
        serde_json::to_string(graph).map_err(|source| FactsError::Graph { path: path.to_owned(), source })?;
    files::write(path, &(text + "\n")).map_err(|source| FactsError::Io { path: path.to_owned(), source })
}

/// Reads what [`write()`] wrote.
pub fn read(path: &Path) -> Result<Graph, FactsError> {
    let text = fs::read_to_string(path).map_err(|source| FactsError::Io { path: path.to_owned(), source })?;
    serde_json::from_str(&text).map_err(|source| FactsError::Graph { path: path.to_owned(), source })
}
