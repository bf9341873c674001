//! Source files and positions in them.
//!
//! A `SourceFile` holds the main text, then those of the headers that it includes, then those of models; a span is an
//! offset in all of them together, and lines are counted through all of them. `Parts` turns such a line into
//! `header.h:12` where people read it, and the JSON writer into a line and a `file`. `cli/read.rs` finds the headers
//! before anything is parsed, so no later stage reads files.
//!
//! Names with internal linkage belong to their file: `syntax/statics.rs` renames, token by token, what the program and
//! its models both call by one name, so that no later stage has to know.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::compilation::Settings;

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
    /// Line in the file as it is on disk; see [`SourceFile::position`] where there are several files.
    pub line: u32,
    /// Column in characters.
    pub column: u32,
}

/// A file whose text follows that of the main file: a header that is included, or a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The path as it is shown.
    pub path: String,
    /// Its first line, counted through all texts.
    pub first_line: u32,
}

/// What a line marker says (`# 12 "file.c"`, `#line 12 "file.c"`): which line of which file the lines behind it are.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Marker {
    /// The line behind the marker, counted through all texts.
    first_line: u32,
    /// The file that the line comes from, if a marker of its text has named one other than that text's.
    path: Option<String>,
    /// The line there.
    line: u32,
}

/// The files besides the main one, and what line markers say. Lines are counted through all texts, so that one number says file
/// and line; this table gives such a number the name that a person reads.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    files: Arc<[Part]>,
    markers: Arc<[Marker]>,
    /// Those of the files that are translation units.
    units: Range<usize>,
}

impl Parts {
    /// Whether there is only the main file, as it is.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty() && self.markers.is_empty()
    }

    /// The paths of the translation units besides the main file.
    pub fn units(&self) -> impl Iterator<Item = &str> {
        self.files[self.units.clone()].iter().map(|part| part.path.as_str())
    }

    /// The file of a line, if it is not the main one, and the line in its file.
    pub fn place(&self, line: u32) -> (Option<&str>, u32) {
        match self.files.partition_point(|part| part.first_line <= line).checked_sub(1) {
            Some(part) => (Some(&self.files[part].path), line - self.files[part].first_line + 1),
            None => (None, line),
        }
    }

    /// The same as compilers name it: where line markers say that the line comes from another file or has another number, that
    /// file and that number.
    pub fn presumed(&self, line: u32) -> (Option<&str>, u32) {
        let (path, own) = self.place(line);
        let last = self.markers.partition_point(|marker| marker.first_line <= line).checked_sub(1);
        match last.map(|last| &self.markers[last]) {
            // One in the text of another file says nothing here.
            Some(marker) if own > line - marker.first_line => {
                (marker.path.as_deref().or(path), marker.line.saturating_add(line - marker.first_line))
            }
            Some(_) | None => (path, own),
        }
    }

    /// `12`, or `header.h:12` in another file.
    pub fn name(&self, line: u32) -> String {
        match self.presumed(line) {
            (None, line) => line.to_string(),
            (Some(path), line) => format!("{path}:{line}"),
        }
    }

    /// `line 12`, or `header.h:12` in another file.
    pub fn phrase(&self, line: u32) -> String {
        match self.presumed(line) {
            (None, line) => format!("line {line}"),
            (Some(path), line) => format!("{path}:{line}"),
        }
    }
}

/// A text besides the main one, as it is given to [`SourceFile::with_parts`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartText {
    /// The path as it is shown.
    pub path: String,
    /// The text.
    pub text: String,
}

/// What an `#include` stands for: the including file, the name as it is written, and whether it stands in
/// angle brackets. Files are numbered from 0, the main one.
pub type Inclusion = (usize, String, bool);

/// The texts of a program besides that of its main file.
#[derive(Clone, Debug, Default)]
pub struct Texts<'t> {
    /// Headers that are included.
    pub headers: &'t [PartText],
    /// What each `#include` stands for: numbers of `headers` from 1.
    pub inclusions: BTreeMap<Inclusion, usize>,
    /// What stands for functions that are not the program's own; read behind the main file, as one with it.
    pub models: &'t [PartText],
    /// The other translation units.
    pub units: &'t [PartText],
}

/// The text of a program's main file together with what is needed to name positions in it, and the texts of the local
/// headers, the models and the other translation units that belong to it.
#[derive(Clone, Debug)]
pub struct SourceFile {
    path: String,
    /// All texts, each after a line break.
    text: String,
    /// Where each file begins, the main one first, and where it ends.
    extents: Vec<(u32, u32)>,
    inclusions: BTreeMap<Inclusion, usize>,
    models: Range<usize>,
    units: Range<usize>,
    parts: Parts,
    line_starts: Vec<u32>,
    /// Whether each character stands for one byte of the file.
    bytes: bool,
    /// For each translation unit what holds for it alone.
    settings: Vec<Settings>,
    /// For each translation unit the headers that are read before its first line, by their numbers.
    forced: Vec<Vec<usize>>,
    /// Headers that were found where nobody said to look, by their numbers, each with that folder.
    guessed: BTreeMap<usize, String>,
}

/// Whether a file is of Cimple's own kind, by its name: local and global variables without values are inputs there, and
/// nothing undefined is checked unless that is asked for.
pub fn is_cimple(path: &str) -> bool {
    path.ends_with(".cimple")
}

impl SourceFile {
    /// Takes the path as it is to be shown and the text.
    pub fn new(path: impl Into<String>, text: impl Into<String>) -> Self {
        SourceFile::with_parts(path, text, Texts::default())
    }

    /// The same with other texts. They are numbered in the order in which [`Texts`] names them.
    pub fn with_parts(path: impl Into<String>, text: impl Into<String>, texts: Texts<'_>) -> Self {
        let Texts { headers, inclusions, models, units } = texts;
        let (path, mut text) = (path.into(), text.into());
        let mut extents = vec![(0, text.len() as u32)];
        let mut parts = Vec::new();
        let mut markers = markers(&path, &text, 1);
        let mut lines = count_lines(&text);
        for part in headers.iter().chain(models).chain(units) {
            text.push('\n');
            parts.push(Part { path: part.path.clone(), first_line: lines + 1 });
            markers.extend(self::markers(&part.path, &part.text, lines + 1));
            lines += count_lines(&part.text);
            let start = text.len() as u32;
            text.push_str(&part.text);
            extents.push((start, text.len() as u32));
        }
        let mut line_starts = vec![0];
        line_starts.extend(text.bytes().enumerate().filter(|&(_, b)| b == b'\n').map(|(i, _)| i as u32 + 1));
        let first = headers.len() + 1;
        let (models, units) = (first..first + models.len(), first + models.len()..extents.len());
        SourceFile {
            path,
            text,
            extents,
            inclusions,
            models,
            parts: Parts {
                files: parts.into(),
                markers: markers.into(),
                units: units.start - 1..units.end - 1,
            },
            units,
            line_starts,
            bytes: false,
            settings: Vec::new(),
            forced: Vec::new(),
            guessed: BTreeMap::new(),
        }
    }

    /// The same with what holds for each translation unit alone and the numbers of the headers that come before its first
    /// line, for the main file first.
    pub fn with_settings(self, settings: Vec<Settings>, forced: Vec<Vec<usize>>) -> Self {
        SourceFile { settings, forced, ..self }
    }

    /// The same with the folders of headers that were found where nobody said to look, by the numbers of the headers.
    pub fn with_guessed(self, guessed: BTreeMap<usize, String>) -> Self {
        SourceFile { guessed, ..self }
    }

    /// The folder in which a header was found, if nobody said to look there.
    pub fn guessed(&self, part: usize) -> Option<&str> {
        self.guessed.get(&part).map(String::as_str)
    }

    /// The headers that are read before the first line of a translation unit; units are numbered from 0, the main file.
    pub fn forced(&self, unit: usize) -> &[usize] {
        self.forced.get(unit).map_or(&[], Vec::as_slice)
    }

    /// What holds for a translation unit alone; units are numbered from 0, the main file.
    pub fn settings(&self, unit: usize) -> Settings {
        self.settings.get(unit).cloned().unwrap_or_default()
    }

    /// The same text, read from files that are not in UTF-8: each of its characters is one byte there.
    pub fn of_bytes(self) -> Self {
        SourceFile { bytes: true, ..self }
    }

    /// Whether each character stands for one byte of the file.
    pub fn is_of_bytes(&self) -> bool {
        self.bytes
    }

    /// The path of the main file as it is shown to the user.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The text of the main file.
    pub fn text(&self) -> &str {
        self.part_text(0)
    }

    /// How many lines the main file has.
    pub fn line_count(&self) -> u32 {
        self.position(self.extents[0].1).line
    }

    /// How many bytes all texts have together.
    pub fn size(&self) -> usize {
        self.text.len()
    }

    /// The files besides the main one.
    pub fn parts(&self) -> &Parts {
        &self.parts
    }

    /// The text of a file; 0 is the main one.
    pub fn part_text(&self, part: usize) -> &str {
        let (start, end) = self.extents.get(part).copied().unwrap_or_default();
        &self.text[start as usize..end as usize]
    }

    /// Where the text of a file begins in the numbering of spans.
    pub fn part_start(&self, part: usize) -> u32 {
        self.extents.get(part).map_or(0, |extent| extent.0)
    }

    /// The file that an offset lies in.
    pub fn part_of(&self, offset: u32) -> usize {
        self.extents.partition_point(|&(start, _)| start <= offset).saturating_sub(1)
    }

    /// The path of the file that an offset lies in.
    pub fn path_of(&self, offset: u32) -> &str {
        match self.part_of(offset).checked_sub(1) {
            Some(part) => &self.parts.files[part].path,
            None => &self.path,
        }
    }

    /// How many files there are, the main one included.
    pub fn part_count(&self) -> usize {
        self.extents.len()
    }

    /// All inclusions whose file was read, and which file that is.
    pub fn inclusions(&self) -> &BTreeMap<Inclusion, usize> {
        &self.inclusions
    }

    /// The file that an `#include` stands for, if it was read.
    pub fn included(&self, inclusion: &Inclusion) -> Option<usize> {
        self.inclusions.get(inclusion).copied()
    }

    /// The files that are models.
    pub fn models(&self) -> Range<usize> {
        self.models.clone()
    }

    /// The files that are translation units besides the main one.
    pub fn units(&self) -> Range<usize> {
        self.units.clone()
    }

    /// Whether an offset lies in a model.
    pub fn in_model(&self, offset: u32) -> bool {
        self.models.contains(&self.part_of(offset))
    }

    /// The text that a span covers; empty if the span is not in the file.
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// Line (counted through all texts) and column of a byte offset; an offset past the end names the end.
    pub fn position(&self, offset: u32) -> Position {
        let offset = offset.min(self.text.len() as u32);
        let line = self.line_starts.partition_point(|&s| s <= offset) - 1;
        let start = self.line_starts[line] as usize;
        let column =
            self.text.as_bytes()[start..offset as usize].iter().filter(|&&b| b & 0xC0 != 0x80).count();
        Position { line: line as u32 + 1, column: column as u32 + 1 }
    }

    /// The position of a byte offset in its own file.
    pub fn local_position(&self, offset: u32) -> Position {
        let position = self.position(offset);
        Position { line: self.parts.place(position.line).1, ..position }
    }

    /// The first line, counted through all texts, that has this name for compilers; see [`Parts::presumed`].
    pub fn presumed_line(&self, file: Option<&str>, line: u32) -> Option<u32> {
        let last = self.line_starts.len() as u32;
        match file {
            None if self.parts.is_empty() => Some(line),
            _ => (1..=last).find(|&number| self.parts.presumed(number) == (file, line)),
        }
    }

    /// The file and the position of a byte offset as compilers name it: see [`Parts::presumed`].
    pub fn presumed_position(&self, offset: u32) -> (&str, Position) {
        let position = self.position(offset);
        let (path, line) = self.parts.presumed(position.line);
        (path.unwrap_or(&self.path), Position { line, ..position })
    }

    /// The text of a line (counted from 1, through all texts) without its line break; empty past the end.
    pub fn line(&self, line: u32) -> &str {
        let Some(&start) = self.line_starts.get((line as usize).wrapping_sub(1)) else { return "" };
        let end = self.line_starts.get(line as usize).map_or(self.text.len(), |&e| e as usize - 1);
        self.text.get(start as usize..end).unwrap_or("").trim_end_matches('\r')
    }
}

/// What the line markers in the text of a file say, whose first line has a number.
fn markers(path: &str, text: &str, first_line: u32) -> Vec<Marker> {
    let mut found: Vec<Marker> = Vec::new();
    for (line, text) in (first_line..).zip(text.lines()) {
        let Some((number, file)) = marker(text) else { continue };
        let path = match file {
            Some(file) => (file != path).then(|| file.to_owned()),
            None => found.last().and_then(|marker| marker.path.clone()),
        };
        found.push(Marker { first_line: line + 1, path, line: number });
    }
    found
}

/// What `# 12 "file.h"` and `#line 12 "file.h"` say: the number of the next line, and its file if it is named.
pub fn marker(text: &str) -> Option<(u32, Option<&str>)> {
    let rest = text.trim_start().strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("line").unwrap_or(rest).trim_start();
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let number = rest[..end].parse().ok()?;
    let file = rest[end..].trim_start().strip_prefix('"').and_then(|rest| rest.split_once('"'));
    Some((number, file.map(|(file, _)| file)))
}

fn count_lines(text: &str) -> u32 {
    text.bytes().filter(|&b| b == b'\n').count() as u32 + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_those_that_markers_give() {
        let header = PartText { path: "h.h".to_owned(), text: "e\n#line 7\nf\n".to_owned() };
        let text = "a\n# 10 \"y/g.c\" 2\nb\nc\n#line 3\nd\n#line 9 \"x/f.i\"\nz\n";
        let source = SourceFile::with_parts("x/f.i", text, Texts { headers: &[header], ..Texts::default() });
        let line = |number| source.parts().name(number);
        assert_eq!([line(1), line(4), line(6), line(8)], ["1", "y/g.c:11", "y/g.c:3", "9"]);
        assert_eq!([line(10), line(12)], ["h.h:1", "h.h:7"]);
    }

    #[test]
    fn a_line_says_its_file() {
        let part = |path: &str, text: &str| PartText { path: path.to_owned(), text: text.to_owned() };
        let inclusions = BTreeMap::from([((0, "a.h".to_owned(), false), 1)]);
        let headers = [part("lib/a.h", "one\ntwo\n")];
        let (models, units) = ([part("m.model", "three")], [part("u.c", "four")]);
        let texts = Texts { headers: &headers, inclusions, models: &models, units: &units };
        let source = SourceFile::with_parts("m.c", "x\ny", texts);
        assert_eq!(source.text(), "x\ny");
        assert_eq!(source.included(&(0, "a.h".to_owned(), false)), Some(1));
        assert_eq!(source.part_text(1), "one\ntwo\n");
        let start = source.part_start(1);
        assert_eq!((source.part_of(start - 1), source.part_of(start), start), (0, 1, 4));
        let position = source.position(start + 4);
        assert_eq!((position.line, position.column), (4, 1));
        assert_eq!(source.line(4), "two");
        assert_eq!(source.parts().name(4), "lib/a.h:2");
        assert_eq!(source.parts().phrase(2), "line 2");
        assert_eq!(source.local_position(start + 4).line, 2);
        let model = source.part_start(2);
        assert!(source.in_model(model) && !source.in_model(start));
        assert_eq!(source.parts().name(source.position(model).line), "m.model:1");
        assert_eq!((source.models(), source.units()), (2..3, 3..4));
        assert_eq!(source.path_of(source.part_start(3)), "u.c");
        assert_eq!(source.path_of(0), "m.c");
    }
}
