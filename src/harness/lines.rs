//! The lines that a compiler names: line markers and `#line` give other numbers than counting does.

use focuscheck_base::source::{SourceFile, marker};

/// A line as compilers name it: the last part of the file's path, and the number.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Line {
    /// The file's name, without folders.
    pub file: String,
    /// The number.
    pub number: u32,
}

impl Line {
    /// A line of a file given by its path.
    pub fn new(path: &str, number: u32) -> Self {
        Line { file: file_name(path).to_owned(), number }
    }
}

/// The last part of a path.
fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// The files that markers name.
pub(super) fn named(source: &SourceFile) -> impl Iterator<Item = String> {
    let texts = (0..source.part_count()).map(|part| source.part_text(part));
    let files = texts.flat_map(str::lines).filter_map(|line| marker(line)?.1);
    files.map(|path| file_name(path).to_owned())
}
