//! The page that lists the files of a batch.

use std::collections::BTreeMap;

use serde::Serialize;

use super::code::sentence;
use crate::model::{FileReport, Status, Verdict};
use crate::style::Style;
use crate::words;

/// What the index says about one file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Entry {
    path: String,
    /// The file alone, without the function that was started in it.
    #[serde(skip)]
    file: String,
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
            file: style.clean(&report.path),
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

/// The files of one folder, or the functions of one file, at a glance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct Group {
    /// The folder with the sign at its end, or the file.
    name: String,
    files: usize,
    /// How many have each verdict, in the order in which a reader wants them; none without any.
    counts: Vec<(&'static str, usize)>,
    /// How long its bar is, in hundredths of the longest.
    width: usize,
}

/// The order of verdicts in which a reader wants them.
const ORDER: [Verdict; 5] =
    [Verdict::Unsafe, Verdict::Unknown, Verdict::Failed, Verdict::Nothing, Verdict::Safe];

/// The files by their folders, or by themselves where one folder has all of them.
fn groups(files: &[Entry]) -> Vec<Group> {
    let folder = |file: &Entry| match file.file.rsplit_once('/') {
        Some((folder, _)) => format!("{folder}/"),
        None => "./".to_owned(),
    };
    let by = |name: &dyn Fn(&Entry) -> String| {
        let mut groups: BTreeMap<String, Vec<&Entry>> = BTreeMap::new();
        files.iter().for_each(|file| groups.entry(name(file)).or_default().push(file));
        groups
    };
    let mut groups = by(&folder);
    if groups.len() < 2 {
        groups = by(&|file: &Entry| file.file.clone());
    }
    // A list of files that have one line each says what the table says.
    if groups.len() < 2 || groups.values().all(|files| files.len() == 1) {
        return Vec::new();
    }
    let most = groups.values().map(Vec::len).max().unwrap_or(1);
    let group = |(name, files): (String, Vec<&Entry>)| {
        let count = |verdict| files.iter().filter(|file| file.verdict == words::verdict(verdict)).count();
        let counts = ORDER.iter().map(|&verdict| (words::verdict(verdict), count(verdict)));
        Group {
            name,
            files: files.len(),
            counts: counts.filter(|(_, number)| *number > 0).collect(),
            width: (100 * files.len()).div_ceil(most),
        }
    };
    groups.into_iter().map(group).collect()
}

/// All files of a batch.
#[derive(Serialize)]
pub struct Index<'a> {
    files: &'a [Entry],
    /// How many files have each verdict, in the order in which a reader wants them.
    counts: Vec<(&'static str, usize)>,
    groups: Vec<Group>,
}

impl<'a> Index<'a> {
    /// The index of these files.
    pub fn new(files: &'a [Entry]) -> Self {
        let count = |verdict| files.iter().filter(|file| file.verdict == verdict).count();
        Index {
            files,
            groups: groups(files),
            counts: ORDER
                .iter()
                .map(|&verdict| (verdict, count(words::verdict(verdict))))
                .filter(|&(verdict, number)| number > 0 || verdict != Verdict::Nothing)
                .map(|(verdict, number)| (words::verdict(verdict), number))
                .collect(),
        }
    }
}
