//! The report for machines: JSON, schema `focuscheck/2`.
//!
//! The field order is fixed. What the schema adds to the shape that scripts rely on (why something is
//! unknown, occurrences and values of steps, refuted sequences) stands after the fields of that shape.

pub mod explanation;

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use focuscheck_base::listing::Listing;
use focuscheck_base::options::CheckKind;
use focuscheck_base::source::Parts;

use super::model::{
    By, Effort, ErrorReport, FileReport, InfeasibleSlice, Projection, Proof, ReduceStep, Reduced, SettledBy,
    Status, Suppression, Unjudged, Verdict, Violation,
};
use super::saved::Saver;
use super::schema::SCHEMA;
use super::verify::json::{Function, LeftOut};
use super::{doubts, fingerprint, given, precondition, words};
use explanation::{AssumptionView, Explanation, Input, StepView};

/// The whole report of a batch, pretty-printed, with a line break at the end.
pub fn render(files: &[FileReport]) -> String {
    let mut batch = Batch::new();
    let mut text: String = files.iter().map(|file| batch.add(file, None)).collect();
    text.push_str(&batch.finish());
    text
}

/// Writes a report file by file, so that a batch need keep neither reports nor their text.
#[derive(Debug, Default)]
pub struct Batch {
    summary: Summary,
    statistics: BTreeMap<String, u64>,
    /// Whether it is one of `verify`: functions instead of errors.
    functions: bool,
    saver: Saver,
}

impl Batch {
    /// A batch without files.
    pub fn new() -> Self {
        Batch::default()
    }

    /// A batch of `verify` without files.
    pub fn of_functions() -> Self {
        Batch { functions: true, ..Batch::default() }
    }

    /// What to write for the report of the next file, with its texts if it could be read; the first one begins the text.
    pub fn add(&mut self, report: &FileReport, texts: Option<Listing>) -> String {
        let mut text = if self.summary.files == 0 { beginning() + "\n" } else { ",\n".to_owned() };
        self.summary.add(report.verdict);
        for (name, value) in &report.statistics {
            let total = self.statistics.entry(name.clone()).or_default();
            *total = total.saturating_add(*value);
        }
        let saved = (!self.functions).then(|| self.saver.save(report, texts));
        let file = File::of(report, self.functions, saved);
        if report.parts.is_empty() {
            text.push_str(&indented(&file, 2));
        } else {
            // Serialising plain structs with string keys into memory cannot fail.
            let mut file = serde_json::to_value(file).unwrap_or_default();
            name_files(&mut file, &report.parts);
            text.push_str(&indented(&file, 2));
        }
        text
    }

    /// What to write after the last file.
    pub fn finish(self) -> String {
        let before = if self.summary.files == 0 { beginning() } else { "\n  ".to_owned() };
        format!(
            "{before}],\n  \"summary\": {},\n  \"statistics\": {}\n}}\n",
            indented(&self.summary, 1).trim_start(),
            indented(&self.statistics, 1).trim_start(),
        )
    }
}

/// Everything before the first file.
fn beginning() -> String {
    let tool = Tool { name: "focuscheck", version: env!("CARGO_PKG_VERSION") };
    let tool = indented(&tool, 1);
    format!("{{\n  \"schema\": \"{SCHEMA}\",\n  \"tool\": {},\n  \"files\": [", tool.trim_start())
}

/// Gives what lies in another file than the main one, by line markers too, the line there, and a field that names the file. The
/// lines of a NEST, and of errors that happen before, that lie in other files become such objects.
pub(super) fn name_files(value: &mut Value, parts: &Parts) {
    let place = |value: &Value| {
        let line = u32::try_from(value.as_u64()?).ok()?;
        let (file, line) = parts.presumed(line);
        Some((file.map(str::to_owned), line))
    };
    match value {
        Value::Array(values) => values.iter_mut().for_each(|value| name_files(value, parts)),
        Value::Object(fields) => {
            let found = fields.get("line").and_then(place);
            for list in ["nest", "unless"] {
                let Some(Value::Array(lines)) = fields.get_mut(list) else { continue };
                for line in lines {
                    match place(line) {
                        Some((Some(file), number)) => {
                            *line = serde_json::json!({ "line": number, "file": file });
                        }
                        Some((None, number)) => *line = number.into(),
                        None => {}
                    }
                }
            }
            fields.values_mut().filter(|v| v.is_array() || v.is_object()).for_each(|v| name_files(v, parts));
            if let Some((file, line)) = found {
                fields.insert("line".to_owned(), line.into());
                if let Some(file) = file {
                    fields.insert("file".to_owned(), file.into());
                }
            }
        }
        _ => {}
    }
}

/// Pretty-printed JSON with every line moved right by `depth` levels.
fn indented<T: Serialize>(value: &T, depth: usize) -> String {
    // Serialising plain structs with string keys into memory cannot fail.
    let text = serde_json::to_string_pretty(value).unwrap_or_else(|_| "null".to_owned());
    let indent = "  ".repeat(depth);
    // Line breaks inside strings are escaped, so each line break here is one of the layout.
    text.lines().map(|line| format!("{indent}{line}")).collect::<Vec<_>>().join("\n")
}

#[derive(Serialize)]
struct Tool {
    name: &'static str,
    version: &'static str,
}

/// How many files have which verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// All files.
    pub files: usize,
    /// Files without a reachable error.
    pub safe: usize,
    /// Files with a replayed counterexample.
    pub r#unsafe: usize,
    /// Files for which neither could be shown.
    pub unknown: usize,
    /// Files without an error to look for.
    pub nothing: usize,
    /// Files that could not be read or parsed.
    pub failed: usize,
}

impl Summary {
    /// Counts one more file.
    pub fn add(&mut self, verdict: Verdict) {
        self.files += 1;
        match verdict {
            Verdict::Safe => self.safe += 1,
            Verdict::Unsafe => self.r#unsafe += 1,
            Verdict::Unknown => self.unknown += 1,
            Verdict::Nothing => self.nothing += 1,
            Verdict::Failed => self.failed += 1,
        }
    }
}

#[derive(Serialize)]
struct File<'a> {
    path: &'a str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    units: Vec<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    entry: Option<&'a str>,
    verdict: Verdict,
    reason: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    requires: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    precondition: Option<Missing>,
    assumed: Vec<String>,
    errors: Vec<Error<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    doomed: Vec<super::doomed::model::Warning<'a>>,
    under: Vec<String>,
    unchecked: &'a [CheckKind],
    unjudged: &'a [Unjudged],
    violated: Vec<Violated<'a>>,
    statistics: &'a BTreeMap<String, u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    functions: Option<Vec<Function<'a>>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left_out: Vec<LeftOut<'a>>,
    /// For `report/saved.rs`.
    #[serde(skip_serializing_if = "Option::is_none")]
    saved: Option<String>,
}

impl<'a> File<'a> {
    fn of(report: &'a FileReport, functions: bool, saved: Option<String>) -> Self {
        // The obligations of functions are errors to other writers.
        let errors: &[ErrorReport] = if functions { &[] } else { &report.errors };
        File {
            path: &report.path,
            units: report.parts.units().collect(),
            verdict: report.verdict,
            reason: report.reason.as_deref(),
            requires: given::requires(report),
            precondition: Missing::of(report),
            assumed: words::assumed(report),
            errors: errors
                .iter()
                .zip(fingerprint::errors(&report.path, errors))
                .map(|(error, fingerprint)| Error::of(error, fingerprint, &report.parts))
                .collect(),
            doomed: super::doomed::model::warnings(&report.doomed),
            entry: report.entry.as_deref(),
            under: under(report),
            unchecked: &report.unchecked,
            unjudged: &report.unjudged,
            violated: report.violated.iter().map(Violated::of).collect(),
            statistics: &report.statistics,
            functions: functions.then(|| Function::all(report)),
            left_out: LeftOut::all(report),
            saved,
        }
    }
}

/// What a function that was started by itself needs besides of its arguments.
#[derive(Serialize)]
struct Missing {
    clauses: Vec<String>,
    complete: bool,
}

impl Missing {
    fn of(report: &FileReport) -> Option<Self> {
        report.entry.as_ref().filter(|_| report.verdict == Verdict::Unsafe)?;
        let missing = precondition::missing(report)?;
        Some(Missing { clauses: missing.clauses, complete: missing.is_complete })
    }
}

/// What the verdict leaves out: kinds of undefined behaviour, and what is beyond bounds.
fn under(report: &FileReport) -> Vec<String> {
    let kinds = report.under.iter().map(|kind| kind.name().to_owned());
    kinds.chain(report.within.iter().map(|within| within.bound.name())).collect()
}

#[derive(Serialize)]
struct Violated<'a> {
    kind: &'a str,
    line: u32,
    column: u32,
    text: &'a str,
    inputs: Vec<Input<'a>>,
}

impl<'a> Violated<'a> {
    fn of(violation: &'a Violation) -> Self {
        Violated {
            kind: violation.kind.name(),
            line: violation.line,
            column: violation.column,
            text: &violation.text,
            inputs: violation.inputs.iter().map(Input::of).collect(),
        }
    }
}

#[derive(Serialize)]
struct Error<'a> {
    kind: &'a str,
    function: &'a str,
    line: u32,
    column: u32,
    text: &'a str,
    status: Status,
    #[serde(skip_serializing_if = "Option::is_none")]
    suppressed: Option<&'a Suppression>,
    #[serde(skip_serializing_if = "Option::is_none")]
    settled_by: Option<SettledBy>,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<By>,
    complete: bool,
    reduced: &'a [Reduced],
    counterexamples: Vec<Explanation<'a>>,
    reason: Option<String>,
    cut: Option<String>,
    subsumed: u32,
    reduce_steps: &'a [ReduceStep],
    infeasible: Vec<Infeasible<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<&'a Proof>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    projections: Vec<Projection<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    statistics: Option<Effort>,
    fingerprint: String,
}

impl<'a> Error<'a> {
    fn of(error: &'a ErrorReport, fingerprint: String, parts: &Parts) -> Self {
        Error {
            kind: error.kind.name(),
            function: &error.function,
            line: error.line,
            column: error.column,
            text: &error.text,
            status: error.status,
            suppressed: error.suppressed.as_ref(),
            settled_by: error.settled_by,
            by: error.by,
            complete: error.complete,
            reduced: &error.reduced,
            counterexamples: error
                .counterexamples
                .iter()
                .zip(fingerprint::explanations(&error.counterexamples))
                .map(Explanation::of)
                .collect(),
            reason: doubts::reason(error, parts),
            cut: error.cut.as_ref().map(|cut| doubts::text(cut, parts)),
            subsumed: error.subsumed,
            reduce_steps: &error.reduce_steps,
            infeasible: error.infeasible.iter().map(Infeasible::of).collect(),
            proof: error.proof.as_ref(),
            projections: error.projections(),
            statistics: error.effort,
            fingerprint,
        }
    }
}

#[derive(Serialize)]
struct Infeasible<'a> {
    slice: Vec<StepView<'a>>,
    clash: Vec<AssumptionView<'a>>,
}

impl<'a> Infeasible<'a> {
    fn of(infeasible: &'a InfeasibleSlice) -> Self {
        Infeasible {
            slice: infeasible.slice.iter().map(|step| StepView::of(step, None)).collect(),
            clash: infeasible.clash.iter().map(AssumptionView::of).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::samples;
    use focuscheck_base::source::{PartText, SourceFile, Texts};

    fn keys(value: &serde_json::Value) -> Vec<&str> {
        value.as_object().expect("an object").keys().map(String::as_str).collect()
    }

    #[test]
    fn the_shape_scripts_rely_on() {
        let mut report = samples::min_max();
        report.statistics.insert("points".to_owned(), 7);
        report.errors[0].counterexamples[0].inputs[0].value = "18446744073709551615".to_owned();
        let text = render(&[report.clone(), report]);
        let value: serde_json::Value = serde_json::from_str(&text).expect("valid JSON");
        assert_eq!(keys(&value), ["schema", "tool", "files", "summary", "statistics"]);
        assert_eq!(value["schema"], "focuscheck/2");
        assert_eq!(keys(&value["tool"]), ["name", "version"]);
        assert_eq!(keys(&value["summary"]), ["files", "safe", "unsafe", "unknown", "nothing", "failed"]);
        assert_eq!(value["summary"]["unsafe"], 2);
        assert_eq!(value["statistics"]["points"], 14);
        let file = &value["files"][1];
        assert_eq!(keys(file)[..5], ["path", "verdict", "reason", "assumed", "errors"]);
        let error = &file["errors"][0];
        let expected = [
            "kind",
            "function",
            "line",
            "column",
            "text",
            "status",
            "complete",
            "reduced",
            "counterexamples",
        ];
        assert_eq!(keys(error)[..9], expected);
        assert_eq!(error["reduced"][0], serde_json::json!({"rank": 1, "nest": [6]}));
        let explanation = &error["counterexamples"][0];
        let expected = ["rank", "eliminated", "inputs", "assumptions", "slice", "trace"];
        assert_eq!(keys(explanation)[..6], expected);
        assert_eq!(keys(&explanation["inputs"][0]), ["name", "line", "value", "matters"]);
        assert_eq!(explanation["inputs"][0]["value"], "18446744073709551615");
        assert_eq!(explanation["inputs"][1]["value"], 0);
        assert_eq!(keys(&explanation["assumptions"][0]), ["text", "line", "column", "eliminated"]);
        let step = ["line", "column", "function", "depth", "kind", "outcome", "text", "nest"];
        assert_eq!(keys(&explanation["slice"][0])[..8], step);
        assert_eq!(explanation["slice"][0]["outcome"], serde_json::Value::Null);
        assert_eq!(explanation["slice"][1]["outcome"], true);
        assert_eq!(explanation["slice"][1]["kind"], "branch");
        assert_eq!(keys(&explanation["trace"][0])[..9], [&step[..], &["focus"]].concat());
        assert_eq!(explanation["trace"][1]["focus"], false);
    }

    #[test]
    fn the_layout_is_that_of_a_pretty_printer() {
        for files in [vec![], vec![samples::min_max()], vec![samples::min_max(), samples::long_loop(2)]] {
            let text = render(&files);
            let value: serde_json::Value = serde_json::from_str(&text).expect("valid JSON");
            assert_eq!(text, serde_json::to_string_pretty(&value).expect("serialisable") + "\n");
        }
    }

    #[test]
    fn what_lies_in_another_file_names_it() {
        let mut report = samples::min_max();
        let part = PartText { path: "low.h".to_owned(), text: "int x;\n".to_owned() };
        let source =
            SourceFile::with_parts("m.c", "\n\n\n\n", Texts { headers: &[part], ..Texts::default() });
        report.parts = source.parts().clone();
        let value: Value = serde_json::from_str(&render(&[report])).expect("valid JSON");
        let error = &value["files"][0]["errors"][0];
        assert_eq!(error["reduced"][0]["nest"], serde_json::json!([{ "line": 1, "file": "low.h" }]));
        let step = &error["counterexamples"][0]["slice"][0];
        assert_eq!((&step["line"], &step["file"]), (&3.into(), &Value::Null));
    }
}
