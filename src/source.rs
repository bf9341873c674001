//! Source files and positions in them.

use serde::{Deserialize, Serialize};

/// A half-open range of byte offsets in the text of one source file.
///
/// Tokens that come out of a macro carry the span of the outermost macro invocation, so that every
/// span points at text the user can see.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset after the last byte; at least `start`.
    pub end: u32,
}

impl Span {
    /// The span from `start` to before `end`.
    pub fn new(start: u32, end: u32) -> Self {
        Span { start, end: end.max(start) }
    }

    /// The smallest span that covers both.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// A position a person reads: both numbers count from 1, columns in characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Position {
    /// Line in the file as it is on disk.
    pub line: u32,
    /// Column in characters.
    pub column: u32,
}

/// The text of one file together with what is needed to name positions in it.
#[derive(Clone, Debug)]
pub struct SourceFile {
    path: String,
    text: String,
    line_starts: Vec<u32>,
}

impl SourceFile {
    /// Takes the path as it is to be shown and the text.
    pub fn new(path: impl Into<String>, text: impl Into<String>) -> Self {
        let text = text.into();
        let mut line_starts = vec![0];
        line_starts.extend(text.bytes().enumerate().filter(|&(_, b)| b == b'\n').map(|(i, _)| i as u32 + 1));
        SourceFile { path: path.into(), text, line_starts }
    }

    /// The path as it is shown to the user.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text that a span covers; empty if the span is not in the file.
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// Line and column of a byte offset; an offset past the end names the end.
    pub fn position(&self, offset: u32) -> Position {
        let offset = offset.min(self.text.len() as u32);
        let line = self.line_starts.partition_point(|&s| s <= offset) - 1;
        let start = self.line_starts[line] as usize;
        let column =
            self.text.as_bytes()[start..offset as usize].iter().filter(|&&b| b & 0xC0 != 0x80).count();
        Position { line: line as u32 + 1, column: column as u32 + 1 }
    }

    /// The text of a line (counted from 1) without its line break; empty past the end.
    pub fn line(&self, line: u32) -> &str {
        let Some(&start) = self.line_starts.get((line as usize).wrapping_sub(1)) else { return "" };
        let end = self.line_starts.get(line as usize).map_or(self.text.len(), |&e| e as usize - 1);
        self.text.get(start as usize..end).unwrap_or("").trim_end_matches('\r')
    }

    /// How many lines the file has.
    pub fn line_count(&self) -> u32 {
        self.line_starts.len() as u32
    }
}
