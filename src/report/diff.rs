//! What has changed between two reports of `check --format json` or `verify --format json`: an obligation of `verify` that
//! fails is an error.
//!
//! An error is the same in both if file, function, kind and text are. Where several errors agree in these, those belong
//! together that have explanations in common, then those on the same line, then those in the same order; so moved lines
//! change nothing.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::model::{Status, Verdict};
use super::schema::READ;
use super::style::{Role, Style};
use super::words;

/// A report, as far as it is compared.
#[derive(Clone, Debug, Deserialize)]
pub struct Report {
    schema: String,
    files: Vec<File>,
}

#[derive(Clone, Debug, Deserialize)]
struct File {
    path: String,
    /// The function that was started by itself.
    #[serde(default)]
    entry: Option<String>,
    verdict: Verdict,
    #[serde(default)]
    errors: Vec<Error>,
    /// Of `verify`.
    #[serde(default)]
    functions: Vec<Function>,
}

#[derive(Clone, Debug, Deserialize)]
struct Function {
    #[serde(default)]
    name: String,
    #[serde(default)]
    obligations: Vec<Obligation>,
}

#[derive(Clone, Debug, Deserialize)]
struct Obligation {
    property: String,
    line: u32,
    clause: Option<String>,
    callee: Option<String>,
    verdict: String,
    #[serde(default)]
    fingerprint: String,
}

impl Obligation {
    /// The error that it is if it fails.
    fn error(self, function: &str) -> Error {
        let text = self.clause.or(self.callee).unwrap_or_else(|| self.property.clone());
        let status = match self.verdict.as_str() {
            "invalid" => Status::Reachable,
            "valid" => Status::Unreachable,
            _ => Status::Unknown,
        };
        let (function, line, kind) = (function.to_owned(), self.line, self.property);
        let counterexamples = vec![Explanation { fingerprint: self.fingerprint }];
        Error { kind, function, line, file: None, text, status, counterexamples }
    }
}

#[derive(Clone, Debug, Deserialize)]
struct Error {
    kind: String,
    function: String,
    line: u32,
    /// The file that the line is in, if it is a header.
    #[serde(default)]
    file: Option<String>,
    text: String,
    status: Status,
    #[serde(default)]
    counterexamples: Vec<Explanation>,
}

#[derive(Clone, Debug, Deserialize)]
struct Explanation {
    #[serde(default)]
    fingerprint: String,
}

/// Reads a report.
pub fn parse(text: &str) -> Result<Report, String> {
    let mut report: Report = serde_json::from_str(text).map_err(|error| {
        format!("this is no report of `check --format json` or `verify --format json`: {error}")
    })?;
    for file in &mut report.files {
        for Function { name, obligations } in std::mem::take(&mut file.functions) {
            file.errors.extend(obligations.into_iter().map(|obligation| obligation.error(&name)));
        }
    }
    match READ.contains(&report.schema.as_str()) {
        true => Ok(report),
        false => Err(format!(
            "reports of schema {} are not read, only those of {}",
            report.schema,
            READ.join(" and ")
        )),
    }
}

/// What became of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    /// It can be reached now and could not before, as far as was known.
    Introduced,
    /// It could be reached and cannot any more, or is gone from the file.
    Fixed,
    /// It could be reached, and now that is not known.
    Unclear,
    /// It can still be reached.
    Still,
}

/// An error that can be reached in one of the reports.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[allow(missing_docs)]
pub struct Changed {
    pub change: Change,
    pub path: String,
    /// The function that was started by itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry: Option<String>,
    /// In the newer report, if the error is in it.
    pub line: u32,
    /// The header that the line is in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    pub function: String,
    pub kind: String,
    pub text: String,
    /// What was known of it before; `None` if it was not there.
    pub before: Option<Status>,
    /// What is known of it now.
    pub now: Option<Status>,
}

/// A file with another verdict than before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[allow(missing_docs)]
pub struct Verdicts {
    pub path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry: Option<String>,
    pub before: Option<Verdict>,
    pub now: Option<Verdict>,
}

/// The difference of two reports.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[allow(missing_docs)]
pub struct Difference {
    pub errors: Vec<Changed>,
    pub verdicts: Vec<Verdicts>,
}

impl Difference {
    /// How many errors have changed so.
    pub fn count(&self, change: Change) -> usize {
        self.errors.iter().filter(|error| error.change == change).count()
    }
}

/// Compares two reports.
pub fn compare(old: &Report, new: &Report) -> Difference {
    let name = |file: &File| (file.path.clone(), file.entry.clone());
    let files = |report: &Report| -> BTreeMap<(String, Option<String>), File> {
        report.files.iter().map(|file| (name(file), file.clone())).collect()
    };
    let (old, new) = (files(old), files(new));
    let names: BTreeSet<_> = old.keys().chain(new.keys()).collect();
    let mut difference = Difference { errors: Vec::new(), verdicts: Vec::new() };
    for name in names {
        let (before, now) = (old.get(name), new.get(name));
        let verdict = |file: Option<&File>| file.map(|file| file.verdict);
        if verdict(before) != verdict(now) {
            difference.verdicts.push(Verdicts {
                path: name.0.clone(),
                entry: name.1.clone(),
                before: verdict(before),
                now: verdict(now),
            });
        }
        let errors = |file: Option<&File>| file.map_or(Vec::new(), |file| file.errors.clone());
        let undecided = now.is_none_or(|file| matches!(file.verdict, Verdict::Unknown | Verdict::Failed));
        for (before, now) in paired(errors(before), errors(now)) {
            difference.errors.extend(changed(name, before, now, undecided));
        }
    }
    difference
        .errors
        .sort_by(|a, b| (a.change, &a.path, a.line, &a.entry).cmp(&(b.change, &b.path, b.line, &b.entry)));
    difference
}

fn changed(
    (path, entry): &(String, Option<String>),
    before: Option<Error>,
    now: Option<Error>,
    undecided: bool,
) -> Option<Changed> {
    let status = |error: &Option<Error>| error.as_ref().map(|error| error.status);
    let reachable = |error: &Option<Error>| status(error) == Some(Status::Reachable);
    let change = match (reachable(&before), reachable(&now)) {
        (false, false) => return None,
        (false, true) => Change::Introduced,
        (true, true) => Change::Still,
        // A file that could not be read, or was not checked, has no errors, and that repairs nothing.
        (true, false) if status(&now) == Some(Status::Unknown) => Change::Unclear,
        (true, false) if now.is_none() && undecided => Change::Unclear,
        (true, false) => Change::Fixed,
    };
    let (old, new) = (status(&before), status(&now));
    let shown = now.or(before)?;
    Some(Changed {
        change,
        path: path.clone(),
        entry: entry.clone(),
        line: shown.line,
        file: shown.file,
        function: shown.function,
        kind: shown.kind,
        text: shown.text,
        before: old,
        now: new,
    })
}

/// Whether an error of the old report is one of the new report.
type Rule<'a> = &'a dyn Fn(&Error, &Error) -> bool;

/// Puts together what is the same error.
fn paired(old: Vec<Error>, new: Vec<Error>) -> Vec<(Option<Error>, Option<Error>)> {
    let key = |error: &Error| {
        let text = error.text.split_whitespace().collect::<Vec<_>>().join(" ");
        (error.file.clone(), error.kind.clone(), error.function.clone(), text)
    };
    let mut groups: BTreeMap<_, (Vec<Error>, Vec<Error>)> = BTreeMap::new();
    old.into_iter().for_each(|error| groups.entry(key(&error)).or_default().0.push(error));
    new.into_iter().for_each(|error| groups.entry(key(&error)).or_default().1.push(error));
    let explained_alike = |a: &Error, b: &Error| {
        let prints = |error: &Error| -> BTreeSet<String> {
            error
                .counterexamples
                .iter()
                .map(|way| way.fingerprint.clone())
                .filter(|p| !p.is_empty())
                .collect()
        };
        !prints(a).is_disjoint(&prints(b))
    };
    let same_line = |a: &Error, b: &Error| a.line == b.line;
    let rules: [Rule<'_>; 3] = [&explained_alike, &same_line, &|_, _| true];
    let mut pairs = Vec::new();
    for (mut old, mut new) in groups.into_values() {
        for rule in rules {
            let mut left = Vec::new();
            for error in old {
                match new.iter().position(|other| rule(&error, other)) {
                    Some(index) => pairs.push((Some(error), Some(new.remove(index)))),
                    None => left.push(error),
                }
            }
            old = left;
        }
        pairs.extend(old.into_iter().map(|error| (Some(error), None)));
        pairs.extend(new.into_iter().map(|error| (None, Some(error))));
    }
    pairs
}

/// The difference for people.
pub fn text(difference: &Difference, style: &Style) -> String {
    let mut text = String::new();
    for (change, title, role) in [
        (Change::Introduced, "introduced", Role::Failure),
        (Change::Fixed, "fixed", Role::Success),
        (Change::Unclear, "not known any more", Role::Doubt),
        (Change::Still, "still there", Role::Title),
    ] {
        let errors: Vec<&Changed> = difference.errors.iter().filter(|error| error.change == change).collect();
        if errors.is_empty() {
            continue;
        }
        let title = format!("{title}: {}", words::count(errors.len(), "error", "errors"));
        text.push_str(&format!("{}\n", style.paint(role, &title)));
        errors.iter().for_each(|error| text.push_str(&format!("  {}\n", line(error, style))));
    }
    if !difference.verdicts.is_empty() {
        text.push_str(&format!("{}\n", style.paint(Role::Title, "other verdicts:")));
        for file in &difference.verdicts {
            let shown = |verdict: Option<Verdict>| verdict.map_or("not there", words::verdict);
            let path = style.clean(&words::of_file(&file.path, file.entry.as_deref()));
            text.push_str(&format!("  {path}: {}, before {}\n", shown(file.now), shown(file.before)));
        }
    }
    match text.is_empty() {
        true => "nothing has changed\n".to_owned(),
        false => text,
    }
}

fn line(error: &Changed, style: &Style) -> String {
    let place = match (error.line, &error.file) {
        (0, _) => error.path.clone(),
        (line, None) => format!("{}:{line}", error.path),
        (line, Some(file)) => format!("{}: {file}:{line}", error.path),
    };
    let text = style.phrase(&error.text, 80);
    let function = match error.function.as_str() {
        "" => String::new(),
        function => format!(" in {}", style.clean(function)),
    };
    let entry = error.entry.as_ref().filter(|entry| **entry != error.function);
    let entry = entry.map_or_else(String::new, |entry| format!(", from {}()", style.clean(entry)));
    format!("{}: {} `{text}`{function}{entry}", style.clean(&place), style.clean(&error.kind))
}

/// The difference for programs.
pub fn json(difference: &Difference) -> String {
    let value = serde_json::json!({
        "schema": "focuscheck-diff/1",
        "summary": {
            "introduced": difference.count(Change::Introduced),
            "fixed": difference.count(Change::Fixed),
            "unclear": difference.count(Change::Unclear),
            "still": difference.count(Change::Still),
            "verdicts": difference.verdicts.len(),
        },
        "errors": difference.errors,
        "verdicts": difference.verdicts,
    });
    format!("{value:#}\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::render;
    use crate::model::{FileReport, Status, Verdict};
    use crate::text::samples;

    fn read(files: &[FileReport]) -> Report {
        parse(&render(files)).expect("a report")
    }

    fn moved(report: &FileReport, lines: u32) -> FileReport {
        let mut report = report.clone();
        for error in &mut report.errors {
            error.line += lines;
            error.counterexamples.iter_mut().flat_map(|c| &mut c.slice).for_each(|step| step.line += lines);
        }
        report
    }

    #[test]
    fn moved_lines_are_no_change() {
        let old = samples::min_max();
        let difference = compare(&read(std::slice::from_ref(&old)), &read(&[moved(&old, 5)]));
        assert_eq!(difference.errors.iter().map(|e| e.change).collect::<Vec<_>>(), [Change::Still]);
        assert!(difference.verdicts.is_empty());
    }

    #[test]
    fn obligations_that_fail_are_errors() {
        let report = |verdict: &str| {
            let obligation = |line: u32, verdict: &str| {
                format!(
                    r#"{{"property": "Post", "line": {line}, "clause": "x == 1", "callee": null, "verdict": "{verdict}"}}"#
                )
            };
            let obligations = [obligation(3, verdict), obligation(9, "invalid")].join(", ");
            let functions = format!(r#"[{{"name": "f", "obligations": [{obligations}]}}]"#);
            let files = format!(r#"[{{"path": "a.c", "verdict": "unsafe", "functions": {functions}}}]"#);
            parse(&format!(r#"{{"schema": "focuscheck/2", "files": {files}}}"#)).unwrap()
        };
        let changes = |old: &str, new: &str| {
            let difference = compare(&report(old), &report(new));
            difference.errors.iter().map(|error| (error.change, error.line)).collect::<Vec<_>>()
        };
        assert_eq!(changes("valid", "invalid"), [(Change::Introduced, 3), (Change::Still, 9)]);
        assert_eq!(changes("invalid", "valid"), [(Change::Fixed, 3), (Change::Still, 9)]);
        assert_eq!(changes("invalid", "unknown"), [(Change::Unclear, 3), (Change::Still, 9)]);
    }

    #[test]
    fn every_kind_of_change() {
        let fixed = samples::min_max();
        let mut repaired = fixed.clone();
        repaired.verdict = Verdict::Safe;
        repaired.errors[0].status = Status::Unreachable;
        repaired.errors[0].counterexamples.clear();
        let named = |report: &FileReport, path: &str| FileReport { path: path.to_owned(), ..report.clone() };
        let broken = samples::file("c.c", Verdict::Failed, Vec::new());
        let old = [named(&fixed, "a.c"), named(&repaired, "b.c"), named(&fixed, "c.c"), named(&fixed, "d.c")];
        let new = [named(&repaired, "a.c"), named(&fixed, "b.c"), broken, named(&fixed, "e.c")];
        let difference = compare(&read(&old), &read(&new));
        insta::assert_snapshot!(text(&difference, &Style::default()), @r#"
        introduced: 2 errors
          b.c:10: condition `error` in main
          e.c:10: condition `error` in main
        fixed: 1 error
          a.c:10: condition `error` in main
        not known any more: 2 errors
          c.c:10: condition `error` in main
          d.c:10: condition `error` in main
        other verdicts:
          a.c: safe, before unsafe
          b.c: unsafe, before safe
          c.c: failed, before unsafe
          d.c: not there, before unsafe
          e.c: unsafe, before not there
        "#);
        let value: serde_json::Value = serde_json::from_str(&json(&difference)).expect("JSON");
        assert_eq!(value["summary"]["introduced"], 2);
        assert_eq!(value["errors"][0]["change"], "introduced");
    }

    #[test]
    fn a_new_error_that_reads_like_an_old_one_is_new() {
        let old = samples::min_max();
        let mut new = moved(&old, 4);
        let mut another = old.errors[0].clone();
        another.counterexamples.truncate(1);
        another.counterexamples[0].slice.remove(0);
        new.errors.insert(0, another);
        let difference = compare(&read(std::slice::from_ref(&old)), &read(&[new]));
        let found: Vec<(Change, u32)> = difference.errors.iter().map(|e| (e.change, e.line)).collect();
        assert_eq!(
            found,
            [(Change::Introduced, old.errors[0].line), (Change::Still, old.errors[0].line + 4)]
        );
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "{}", "[]", "{\"schema\": \"focuscheck/3\", \"files\": []}"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
