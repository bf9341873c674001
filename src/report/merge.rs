//! The reports of the shards of a batch as one: what a single run of the batch would have written.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::{Map, Value, json};

use super::json::SCHEMA;

/// The merged report, and what its programs amount to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merged {
    /// The report, as `check --format json` writes it.
    pub text: String,
    /// Whether something could not be read or parsed.
    pub failed: bool,
    /// Whether an error of a program can be reached that nothing suppresses; what functions need of their arguments is none.
    pub is_unsafe: bool,
    /// Whether something is unknown.
    pub is_unknown: bool,
}

/// Merges reports of `check --format json` by the same program, given by their names and texts.
///
/// # Errors
/// If one is no such report, if they come from different versions, or if two are about the same program.
pub fn merge(reports: &[(String, String)]) -> Result<Merged, String> {
    let mut files: Vec<Value> = Vec::new();
    let mut statistics: Map<String, Value> = Map::new();
    let mut tool: Option<Value> = None;
    for (name, text) in reports {
        let mut report: Value =
            serde_json::from_str(text).map_err(|error| format!("{name}: this is no JSON: {error}"))?;
        if report["schema"] != SCHEMA {
            return Err(format!("{name}: this is no report of schema {SCHEMA}"));
        }
        let own = report["tool"].take();
        if *tool.get_or_insert_with(|| own.clone()) != own {
            return Err(format!("{name}: this report comes from another version"));
        }
        let Value::Array(some) = report["files"].take() else {
            return Err(format!("{name}: this report has no list of files"));
        };
        files.extend(some);
        for (counter, value) in report["statistics"].as_object().into_iter().flatten() {
            let before = statistics.get(counter).and_then(Value::as_u64).unwrap_or(0);
            let sum = before.saturating_add(value.as_u64().unwrap_or(0));
            statistics.insert(counter.clone(), sum.into());
        }
    }
    // As batches are sorted; the functions of a file stay in their order, since a file is never divided.
    let path = |file: &Value| Path::new(file["path"].as_str().unwrap_or_default()).to_owned();
    files.sort_by_key(path);
    let mut known: BTreeSet<(String, Option<String>)> = BTreeSet::new();
    for file in &files {
        let text = |key: &str| file[key].as_str().map(str::to_owned);
        let name = text("path").unwrap_or_default();
        if !known.insert((name.clone(), text("entry"))) {
            return Err(format!("{name} is in two of the reports"));
        }
    }
    let mut statistics: Vec<(String, Value)> = statistics.into_iter().collect();
    statistics.sort_by(|a, b| a.0.cmp(&b.0));
    let count = |verdict: &str| files.iter().filter(|file| file["verdict"] == verdict).count();
    let mut summary = Map::new();
    summary.insert("files".to_owned(), files.len().into());
    for verdict in ["safe", "unsafe", "unknown", "nothing", "failed"] {
        summary.insert(verdict.to_owned(), count(verdict).into());
    }
    let (is_unsafe, is_unknown) = (files.iter().any(is_failing), files.iter().any(is_open));
    let failed = count("failed") > 0;
    let tool = tool.unwrap_or(Value::Null);
    let statistics: Map<String, Value> = statistics.into_iter().collect();
    let all =
        json!({"schema": SCHEMA, "tool": tool, "files": files, "summary": summary, "statistics": statistics});
    // A value with string keys can be written.
    let text = serde_json::to_string_pretty(&all).unwrap_or_default() + "\n";
    Ok(Merged { text, failed, is_unsafe, is_unknown })
}

/// Whether a program has errors with a status that nothing suppresses.
fn has(file: &Value, status: &str) -> bool {
    let errors = file["errors"].as_array().into_iter().flatten();
    errors.into_iter().any(|error| error["status"] == status && error["suppressed"].is_null())
}

fn is_failing(file: &Value) -> bool {
    file["verdict"] == "unsafe" && file["entry"].is_null() && has(file, "reachable")
}

fn is_open(file: &Value) -> bool {
    let is_empty = |key: &str| file[key].as_array().is_none_or(Vec::is_empty);
    let suppressed =
        file["errors"].as_array().into_iter().flatten().any(|error| !error["suppressed"].is_null());
    match file["verdict"].as_str() {
        Some("unknown") => !suppressed || has(file, "unknown") || !is_empty("unjudged"),
        Some("unsafe") => {
            suppressed && !has(file, "reachable") && (has(file, "unknown") || !is_empty("unjudged"))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json;
    use crate::model::{FileReport, Verdict};
    use crate::text::samples;

    fn report(path: &str, entry: Option<&str>) -> FileReport {
        let mut report = FileReport { path: path.to_owned(), ..samples::min_max() };
        report.entry = entry.map(str::to_owned);
        report.statistics.insert("points".to_owned(), path.len() as u64);
        report
    }

    fn named(parts: &[&[FileReport]]) -> Vec<(String, String)> {
        parts
            .iter()
            .enumerate()
            .map(|(number, part)| (format!("{number}.json"), json::render(part)))
            .collect()
    }

    #[test]
    fn shards_together_are_the_single_run() {
        let all = [
            report("a.c", None),
            report("a/b.c", Some("g")),
            report("a/b.c", Some("f")),
            report("a-b.c", None),
            FileReport {
                errors: Vec::new(),
                ..FileReport::new("z.c", Verdict::Failed, Some("gone".to_owned()))
            },
        ];
        let shards = [&all[3..5], &all[0..1], &[], &all[1..3]];
        let single = json::render(&{
            let mut sorted = all.to_vec();
            sorted.sort_by_key(|report| Path::new(&report.path).to_owned());
            sorted
        });
        let merged = merge(&named(&shards)).expect("a report");
        assert_eq!(merged.text, single);
        assert!(merged.failed && merged.is_unsafe && !merged.is_unknown);
        assert!(
            !merge(&named(&[&all[1..3]])).expect("a report").is_unsafe,
            "what functions need is no failure"
        );
    }

    #[test]
    fn what_does_not_belong_together_is_refused() {
        let one = [report("a.c", None)];
        let error = merge(&named(&[&one, &one])).expect_err("twice");
        assert_eq!(error, "a.c is in two of the reports");
        let mut parts = named(&[&one, &[report("b.c", None)]]);
        parts[1].1 = parts[1].1.replacen("\"version\": \"", "\"version\": \"9.", 1);
        assert!(merge(&parts).expect_err("versions").contains("another version"));
        let other = |text: &str| merge(&[("x".to_owned(), text.to_owned())]).expect_err("none");
        assert!(other("{}").starts_with("x: ") && other("{").starts_with("x: this is no JSON"));
    }
}
