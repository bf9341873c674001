//! Objects of the format that occur in several places.

use serde_json::{Value, json};

use crate::model::FileReport;
use crate::place;

/// The kind of a logical location that is a function.
pub(super) const FUNCTION: &str = "function";

/// The name of the folder that relative paths start from.
pub(super) const ROOT: &str = "%SRCROOT%";

/// A message; braces and brackets that stand for themselves are told apart from those of the format.
pub(super) fn message(text: &str) -> Value {
    json!({ "text": text.replace('{', "{{").replace('}', "}}").replace("](", "] (") })
}

pub(super) fn location(path: &str) -> Value {
    match place::is_relative(path) {
        true => json!({ "uri": place::uri(path), "uriBaseId": ROOT }),
        false => json!({ "uri": place::uri(path) }),
    }
}

/// A place in the file that a line belongs to; column 0 means the whole line.
pub(super) fn physical(report: &FileReport, line: u32, column: u32) -> Value {
    let (file, line) = report.parts.presumed(line);
    let region = match column {
        0 => json!({ "startLine": line }),
        _ => json!({ "startLine": line, "startColumn": column }),
    };
    json!({ "artifactLocation": location(file.unwrap_or(&report.path)), "region": region })
}

/// A sentence with a capital letter at its beginning.
pub(super) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}
