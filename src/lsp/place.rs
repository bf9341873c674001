//! Places of a program as editors count them: lines from 0, columns in UTF-16 units.

use std::path::{Path, PathBuf};

use gen_lsp_types::{Position, Range};

use focuscheck_base::source::SourceFile;

/// The file of a line, which is counted through all files of the program, by its absolute path.
pub(crate) fn file(source: &SourceFile, line: u32) -> PathBuf {
    let path = source.parts().place(line).0.unwrap_or(source.path());
    absolute(Path::new(path))
}

/// A path that all names of its file share; one that does not exist stays what it is.
pub(crate) fn absolute(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// What a line has from a column on (from 1, in characters), or all of its text; without the comment behind.
pub(crate) fn range(source: &SourceFile, line: u32, column: u32) -> Range {
    let text = source.line(line);
    let units = |text: &str| text.encode_utf16().count() as u32;
    let code = text.find("//").map_or(text, |comment| &text[..comment]).trim_end();
    let begin = code.len() - code.trim_start().len();
    let from = match column.checked_sub(1) {
        Some(column) => code.char_indices().nth(column as usize).map_or(begin, |(at, _)| at),
        None => begin,
    };
    let own = source.parts().place(line).1.saturating_sub(1);
    let at = |character: u32| Position { line: own, character };
    Range { start: at(units(&code[..from])), end: at(units(code)) }
}

/// The place behind the text of a line.
pub(crate) fn end(source: &SourceFile, line: u32) -> Position {
    let character = source.line(line).trim_end().encode_utf16().count() as u32;
    Position { line: source.parts().place(line).1.saturating_sub(1), character }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_counted_in_utf_16() {
        let source = SourceFile::new("a.c", "int x;\n  s = \"𝄞ä\"; f(s);  // why\n");
        let numbers = |range: Range| (range.start.line, range.start.character, range.end.character);
        assert_eq!(numbers(range(&source, 2, 0)), (1, 2, 18));
        assert_eq!(numbers(range(&source, 2, 13)), (1, 13, 18));
        assert_eq!(numbers(range(&source, 2, 99)), (1, 2, 18), "a column that is not there is none");
        assert_eq!(end(&source, 2), Position { line: 1, character: 26 });
    }
}
