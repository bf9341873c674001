//! The page that lists the files of a batch.

use serde::Serialize;

use super::code::sentence;
use crate::model::{FileReport, Status, Verdict};
use crate::style::Style;
use crate::words;

/// What the index says about one file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Entry {
    path: String,
    /// The address of its page, relative to the index.
    link: Option<String>,
    verdict: &'static str,
    /// HTML.
    reason: String,
    assumed: Vec<String>,
    /// Errors that can be reached.
    errors: usize,
    /// Errors that were looked for.
    sought: usize,
    explanations: usize,
}

impl Entry {
    /// The entry of a file whose page is called `link`, if it has one.
    pub fn new(report: &FileReport, link: Option<&str>) -> Self {
        let style = Style { parts: report.parts.clone(), ..Style::default() };
        let reachable = report.errors.iter().filter(|error| error.status == Status::Reachable);
        Entry {
            path: style.clean(&words::started(report)),
            link: link.map(address),
            verdict: words::verdict(report.verdict),
            // The assumptions are listed by themselves.
            reason: sentence(&style.phrase(&words::bare_reason(report), 400)),
            assumed: words::assumed(report).iter().map(|assumption| style.clean(assumption)).collect(),
            errors: reachable.clone().count(),
            sought: report.errors.len(),
            explanations: reachable.map(|error| words::kept(error).len()).sum(),
        }
    }
}

/// A file name as a relative address.
fn address(name: &str) -> String {
    let mut address = String::new();
    for &byte in name.as_bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'.' | b'-' | b'_' | b'+' | b'=' => {
                address.push(char::from(byte));
            }
            byte => address.push_str(&format!("%{byte:02X}")),
        }
    }
    address
}

/// All files of a batch.
#[derive(Serialize)]
pub struct Index<'a> {
    files: &'a [Entry],
    /// How many files have each verdict, in the order in which a reader wants them.
    counts: Vec<(&'static str, usize)>,
}

impl<'a> Index<'a> {
    /// The index of these files.
    pub fn new(files: &'a [Entry]) -> Self {
        let all = [Verdict::Unsafe, Verdict::Unknown, Verdict::Failed, Verdict::Nothing, Verdict::Safe];
        let count = |verdict| files.iter().filter(|file| file.verdict == verdict).count();
        Index {
            files,
            counts: all
                .iter()
                .map(|&verdict| (verdict, count(words::verdict(verdict))))
                .filter(|&(verdict, number)| number > 0 || verdict != Verdict::Nothing)
                .map(|(verdict, number)| (words::verdict(verdict), number))
                .collect(),
        }
    }
}
