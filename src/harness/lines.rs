//! The lines that a compiler names: line markers and `#line` give other numbers than counting does.

use crate::source::SourceFile;

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

/// The line of a part of the program (counted from 1) as the compiler names it.
pub fn presumed(source: &SourceFile, part: usize, number: u32) -> Line {
    let path = match part.checked_sub(1) {
        None => source.path(),
        Some(_) => source.path_of(source.part_start(part)),
    };
    let mut line = Line::new(path, number);
    // The line after a marker, and the number it has.
    let before = source.part_text(part).lines().zip(1..number);
    let Some((marker, at, file)) =
        before.filter_map(|(text, at)| marker(text).map(|(to, file)| (to, at, file))).last()
    else {
        return line;
    };
    line.number = marker + (number - at - 1);
    let named = source.part_text(part).lines().take(number as usize - 1).filter_map(self::marker);
    if let Some(file) = file.or_else(|| named.filter_map(|(_, file)| file).last()) {
        line.file = file_name(file).to_owned();
    }
    line
}

/// What `# 12 "file.h"` and `#line 12 "file.h"` say: the number of the next line, and its file if it is named.
fn marker(text: &str) -> Option<(u32, Option<&str>)> {
    let rest = text.trim_start().strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("line").unwrap_or(rest).trim_start();
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let number = rest[..end].parse().ok()?;
    let file = rest[end..].trim_start().strip_prefix('"').and_then(|rest| rest.split_once('"'));
    Some((number, file.map(|(file, _)| file)))
}

/// The files that markers name.
pub(super) fn named(source: &SourceFile) -> impl Iterator<Item = String> {
    let texts = (0..source.part_count()).map(|part| source.part_text(part));
    let files = texts.flat_map(str::lines).filter_map(|line| marker(line)?.1);
    files.map(|path| file_name(path).to_owned())
}
