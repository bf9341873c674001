//! Code that can only fail, for machines: schema `focuscheck/2`, files with `doomed`.

use serde::Serialize;

use crate::schema::SCHEMA;

use super::model::{DoomedReport, Warning, warnings};

#[derive(Serialize)]
struct Batch<'r> {
    schema: &'static str,
    tool: Tool,
    files: Vec<File<'r>>,
}

#[derive(Serialize)]
struct Tool {
    name: &'static str,
    version: &'static str,
}

#[derive(Serialize)]
struct File<'r> {
    path: &'r str,
    reason: Option<&'r str>,
    doomed: Vec<Warning<'r>>,
    undecided: u64,
    skipped: Vec<Skipped<'r>>,
    statistics: Vec<Counts<'r>>,
}

#[derive(Serialize)]
struct Skipped<'r> {
    function: &'r str,
    line: u32,
    reason: &'r str,
    partly: bool,
}

#[derive(Serialize)]
struct Counts<'r> {
    function: &'r str,
    points: u64,
    asked: u64,
    queries: u64,
    undecided: u64,
}

/// The reports as JSON.
pub fn render(reports: &[DoomedReport]) -> String {
    let tool = Tool { name: "focuscheck", version: env!("CARGO_PKG_VERSION") };
    let files = reports.iter().map(|report| File {
        path: &report.path,
        reason: report.failed.as_deref(),
        doomed: warnings(&report.warnings),
        undecided: report.undecided(),
        skipped: report
            .skipped
            .iter()
            .map(|skipped| Skipped {
                function: &skipped.function,
                line: skipped.line,
                reason: &skipped.reason,
                partly: skipped.partly,
            })
            .collect(),
        statistics: report
            .counts
            .iter()
            .map(|counts| Counts {
                function: &counts.function,
                points: counts.points,
                asked: counts.asked,
                queries: counts.queries,
                undecided: counts.undecided,
            })
            .collect(),
    });
    let batch = Batch { schema: SCHEMA, tool, files: files.collect() };
    // Nothing in the model can fail to be written.
    serde_json::to_string_pretty(&batch).map_or_else(|_| String::new(), |text| text + "\n")
}
