//! Which errors are not to be acted on: those that comments of the source, or an earlier report, name.
//!
//! A comment `// focuscheck: ignore bounds, div -- why` is about the errors of these kinds on its line, or on the next one if it
//! stands alone; without kinds about all. An error stays in the report with its explanations, and the verdict stays what it is.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::fingerprint;
use super::model::{ErrorReport, FileReport, Status, Suppression, Verdict};
use super::schema::READ;
use super::words;
use focuscheck_base::source::SourceFile;

/// What a comment begins with.
const SIGN: &str = "focuscheck: ignore";

/// A comment that names errors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ignore {
    /// The file, as it is shown, and the line of the comment in it.
    pub place: (String, u32),
    /// Whether it names an error of this report.
    pub is_used: bool,
    /// The line of the program that it is about.
    line: u32,
    kinds: Vec<String>,
    why: Option<String>,
}

impl Ignore {
    /// The comment of a line, if it has one, in a program with that many lines.
    fn of(source: &SourceFile, line: u32) -> Option<Ignore> {
        let text = source.line(line);
        let (before, comment) = text.split_once(SIGN)?;
        let opening = before.rfind("//").max(before.rfind("/*"))?;
        let (kinds, why) = match comment.split_once("--") {
            Some((kinds, why)) => (kinds, Some(why)),
            None => (comment, None),
        };
        let clean = |text: &str| text.trim().trim_end_matches("*/").trim().to_owned();
        let kinds = clean(kinds);
        let kinds = kinds.split([',', ' ']).filter(|kind| !kind.is_empty()).map(str::to_owned).collect();
        let is_alone = before[..opening].trim().is_empty();
        let (file, own) = source.parts().place(line);
        Some(Ignore {
            place: (file.unwrap_or(source.path()).to_owned(), own),
            is_used: false,
            line: if is_alone { line + 1 } else { line },
            kinds,
            why: why.map(clean).filter(|why| !why.is_empty()),
        })
    }

    fn is_about(&self, error: &ErrorReport) -> bool {
        let kind = words::kind(error);
        words::error_line(error) == self.line
            && (self.kinds.is_empty() || self.kinds.iter().any(|k| k == kind))
    }
}

/// Marks the errors that comments of the source name; the comments, in order.
pub fn by_comments(report: &mut FileReport, source: &SourceFile) -> Vec<Ignore> {
    // Most programs have none.
    let is_told = (0..source.part_count()).any(|part| source.part_text(part).contains(SIGN));
    if !is_told {
        return Vec::new();
    }
    let last = source.position(u32::try_from(source.size()).unwrap_or(u32::MAX)).line;
    let mut comments: Vec<Ignore> = (1..=last).filter_map(|line| Ignore::of(source, line)).collect();
    for error in report.errors.iter_mut().filter(|error| error.status != Status::Unreachable) {
        for comment in &mut comments {
            if !comment.is_about(error) {
                continue;
            }
            comment.is_used = true;
            error.suppressed = Some(Suppression::Comment { why: comment.why.clone() });
        }
    }
    comments
}

/// The errors of an earlier report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Baseline {
    /// By what their programs are called: the fingerprints of those that could be reached, and of those that were open.
    known: BTreeMap<String, (BTreeSet<String>, BTreeSet<String>)>,
}

impl Baseline {
    /// Reads a report of `check --format json`.
    ///
    /// # Errors
    /// If it is none.
    pub fn parse(text: &str) -> Result<Self, String> {
        let report: Value =
            serde_json::from_str(text).map_err(|error| format!("this is no JSON: {error}"))?;
        let schema = report["schema"].as_str().unwrap_or_default();
        if !READ.contains(&schema) {
            return Err(format!("this is no report of `check --format json` ({})", READ.join(", ")));
        }
        let mut baseline = Baseline::default();
        for file in report["files"].as_array().into_iter().flatten() {
            let path = file["path"].as_str().unwrap_or_default();
            let name = words::of_file(path, file["entry"].as_str());
            let (reached, open) = baseline.known.entry(name).or_default();
            for error in file["errors"].as_array().into_iter().flatten() {
                let Some(fingerprint) = error["fingerprint"].as_str() else { continue };
                match error["status"].as_str() {
                    Some("reachable") => reached.insert(fingerprint.to_owned()),
                    Some("unknown") => open.insert(fingerprint.to_owned()),
                    _ => false,
                };
            }
        }
        Ok(baseline)
    }

    /// Marks the errors that were known; one that was open and can be reached now is new.
    pub fn mark(&self, report: &mut FileReport) {
        let Some((reached, open)) = self.known.get(&words::started(report)) else { return };
        let fingerprints = fingerprint::errors(&report.path, &report.errors);
        for (error, fingerprint) in report.errors.iter_mut().zip(fingerprints) {
            let is_known = match error.status {
                Status::Reachable => reached.contains(&fingerprint),
                Status::Unknown => reached.contains(&fingerprint) || open.contains(&fingerprint),
                Status::Unreachable => false,
            };
            if is_known {
                error.suppressed.get_or_insert(Suppression::Baseline);
            }
        }
    }
}

/// The verdict that is to be acted on: that of the errors that nothing suppresses.
pub fn counted(report: &FileReport) -> Verdict {
    let is_open = |status: Status| {
        report.errors.iter().any(|error| error.status == status && error.suppressed.is_none())
    };
    let is_suppressed = report.errors.iter().any(|error| error.suppressed.is_some());
    match report.verdict {
        Verdict::Unsafe if is_open(Status::Reachable) => Verdict::Unsafe,
        Verdict::Unsafe | Verdict::Unknown if is_suppressed => {
            let is_unknown = is_open(Status::Unknown) || !report.unjudged.is_empty();
            if is_unknown { Verdict::Unknown } else { Verdict::Safe }
        }
        verdict => verdict,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json;
    use crate::text::samples;

    fn report_and_source(comment: &str) -> (FileReport, SourceFile) {
        let mut report = samples::file("a.c", Verdict::Unsafe, vec![samples::error(Status::Unknown)]);
        report.errors[0].status = Status::Reachable;
        report.errors[0].line = 3;
        (report, SourceFile::new("a.c", format!("int x;\n{comment}\n")))
    }

    fn suppressed(comment: &str) -> Option<Suppression> {
        let (mut report, source) = report_and_source(comment);
        let comments = by_comments(&mut report, &source);
        let found = report.errors[0].suppressed.clone();
        assert_eq!(comments.iter().any(|comment| comment.is_used), found.is_some(), "{comment}");
        found
    }

    #[test]
    fn a_comment_is_about_its_line_or_the_next() {
        let plain = Some(Suppression::Comment { why: None });
        let why = Some(Suppression::Comment { why: Some("it is checked before".to_owned()) });
        assert_eq!(suppressed("// focuscheck: ignore\nassert(x > 0);"), plain);
        assert_eq!(suppressed("\nassert(x > 0); // focuscheck: ignore"), plain);
        assert_eq!(
            suppressed("\nassert(x > 0); /* focuscheck: ignore assertion -- it is checked before */"),
            why
        );
        assert_eq!(suppressed("  // focuscheck: ignore bounds, assertion\nassert(x > 0);"), plain);
        assert_eq!(suppressed("// focuscheck: ignore bounds\nassert(x > 0);"), None);
        assert_eq!(suppressed("int y; // focuscheck: ignore\nassert(x > 0);"), None);
        assert_eq!(suppressed("\"focuscheck: ignore\";\nassert(x > 0);"), None);
    }

    #[test]
    fn what_is_left_is_what_counts() {
        let (mut report, source) = report_and_source("// focuscheck: ignore\n");
        assert_eq!(counted(&report), Verdict::Unsafe);
        by_comments(&mut report, &source);
        assert_eq!((report.verdict, counted(&report)), (Verdict::Unsafe, Verdict::Safe));
        report.errors.push(samples::error(Status::Unknown));
        assert_eq!(counted(&report), Verdict::Unknown);
    }

    #[test]
    fn what_was_known_before_is_no_failure() {
        let (report, _) = report_and_source("");
        let baseline = Baseline::parse(&json::render(std::slice::from_ref(&report))).expect("a report");
        let mut again = report.clone();
        again.errors[0].line = 17;
        baseline.mark(&mut again);
        assert_eq!(again.errors[0].suppressed, Some(Suppression::Baseline));
        let mut other = report.clone();
        other.errors[0].text = "x > 1".to_owned();
        baseline.mark(&mut other);
        assert_eq!(counted(&other), Verdict::Unsafe);
        let mut open = report.clone();
        open.errors[0].status = Status::Unknown;
        let baseline = Baseline::parse(&json::render(&[open])).expect("a report");
        let mut now = report;
        baseline.mark(&mut now);
        assert_eq!(now.errors[0].suppressed, None, "it can be reached now");
        assert!(Baseline::parse("{}").is_err() && Baseline::parse("x").is_err());
    }
}
