//! Places of labels in the text.

use focuscheck_base::source::{SourceFile, Span};
use focuscheck_report::verify::model::Place;
use focuscheck_vc::guarded::graph::At;

/// How far behind an operand its operator may stand.
const FAR: u32 = 400;

/// The place of an offset.
pub fn place(source: &SourceFile, offset: u32) -> Place {
    let position = source.position(offset);
    let (file, line) = source.parts().presumed(position.line);
    let text = source.line(position.line).to_owned();
    Place { file: file.map(str::to_owned), line, column: position.column, text, overall: position.line }
}

/// The place of a label.
pub fn place_of(source: &SourceFile, at: At) -> Place {
    place(source, offset(source, at))
}

/// The offset of a label: behind an operand come blanks and closing brackets, then the operator.
pub fn offset(source: &SourceFile, at: At) -> u32 {
    match at {
        At::Here(offset) => offset,
        At::Behind(end) => {
            let most = source.size().min(end as usize + FAR as usize) as u32;
            let behind = source.slice(Span::new(end, most));
            let found = behind.find(|c: char| !c.is_whitespace() && c != ')');
            end + found.unwrap_or(0) as u32
        }
    }
}
