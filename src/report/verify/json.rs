//! The report of `verify` for machines: schema `focuscheck/2`, files with `functions`.

use serde::Serialize;

use crate::report::json::SCHEMA;
use crate::report::model::Verdict;

use super::explanation;
use super::model::{
    Explained, FunctionReport, Given, ObligationReport, ObligationVerdict, Place, TraceStep, VerifyReport,
};
use super::words;

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
    verdict: Verdict,
    reason: Option<&'r str>,
    functions: Vec<Function<'r>>,
}

#[derive(Serialize)]
struct Function<'r> {
    name: &'r str,
    line: u32,
    contradictory: bool,
    not_followed: Option<String>,
    premises: Vec<String>,
    obligations: Vec<Obligation<'r>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    vcs: Vec<Condition>,
}

/// A verification condition.
#[derive(Serialize)]
struct Condition {
    lines: (u32, u32),
    preserves: bool,
    given: Vec<Formula>,
    show: String,
    verdict: &'static str,
}

#[derive(Serialize)]
struct Formula {
    concept: String,
    line: u32,
    text: String,
    needed: Option<bool>,
    mark: bool,
}

#[derive(Serialize)]
struct Obligation<'r> {
    label: String,
    property: &'static str,
    name: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'r str>,
    line: u32,
    column: u32,
    clause: Option<&'r str>,
    declared: Option<At<'r>>,
    callee: Option<&'r str>,
    verdict: &'static str,
    by: Option<&'static str>,
    reason: Option<String>,
    trace: Vec<Step<'r>>,
    state: Vec<Value<'r>>,
    middle: Vec<Value<'r>>,
    from: Option<At<'r>>,
}

#[derive(Serialize)]
struct At<'r> {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'r str>,
    line: u32,
    column: u32,
}

#[derive(Serialize)]
struct Step<'r> {
    label: String,
    sequence: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'r str>,
    line: u32,
    column: u32,
    text: String,
}

#[derive(Serialize)]
struct Value<'r> {
    name: &'r str,
    value: &'r str,
}

/// The reports of a batch, pretty-printed, with a line break at the end.
pub fn render(reports: &[VerifyReport]) -> String {
    let tool = Tool { name: env!("CARGO_PKG_NAME"), version: env!("CARGO_PKG_VERSION") };
    let batch = Batch { schema: SCHEMA, tool, files: reports.iter().map(file).collect() };
    // Serialising plain structs into memory cannot fail.
    serde_json::to_string_pretty(&batch).unwrap_or_default() + "\n"
}

fn file(report: &VerifyReport) -> File<'_> {
    File {
        path: &report.path,
        verdict: report.verdict,
        reason: report.reason.as_deref(),
        functions: report.functions.iter().map(function).collect(),
    }
}

fn function(function: &FunctionReport) -> Function<'_> {
    Function {
        name: &function.name,
        line: function.place.line,
        contradictory: function.contradictory,
        not_followed: function.not_followed.as_ref().map(words::hindrance),
        premises: function.premises.iter().map(words::premise).collect(),
        obligations: function.obligations.iter().map(obligation).collect(),
        vcs: function.conditions.iter().map(condition).collect(),
    }
}

fn condition(condition: &Explained) -> Condition {
    let formula = |given: &Given| Formula {
        concept: explanation::concept(given),
        line: given.line,
        text: explanation::premise(given),
        needed: given.needed,
        mark: given.mark,
    };
    Condition {
        lines: condition.lines,
        preserves: condition.preserves,
        given: condition.given.iter().map(formula).collect(),
        show: explanation::concept(&condition.show),
        verdict: words::verdict(&condition.verdict),
    }
}

fn at(place: &Place) -> At<'_> {
    At { file: place.file.as_deref(), line: place.line, column: place.column }
}

fn obligation(obligation: &ObligationReport) -> Obligation<'_> {
    let (verdict, by, reason) = match &obligation.verdict {
        ObligationVerdict::Valid => ("valid", None, None),
        ObligationVerdict::Run => ("invalid", Some("run"), None),
        ObligationVerdict::Step => ("invalid", Some("step"), None),
        ObligationVerdict::Unknown(why) => ("unknown", None, Some(words::hindrance(why))),
    };
    Obligation {
        label: words::full_label(obligation),
        property: words::label(obligation.property),
        name: obligation.name.as_deref(),
        file: obligation.place.file.as_deref(),
        line: obligation.place.line,
        column: obligation.place.column,
        clause: obligation.clause.as_deref(),
        declared: obligation.declared.as_ref().map(at),
        callee: obligation.callee.as_deref(),
        verdict,
        by,
        reason,
        trace: obligation.trace.iter().map(step).collect(),
        state: values(&obligation.inputs),
        middle: values(&obligation.middle),
        from: obligation.from.as_ref().map(at),
    }
}

fn values(values: &[(String, String)]) -> Vec<Value<'_>> {
    values.iter().map(|(name, value)| Value { name, value }).collect()
}

fn step(step: &TraceStep) -> Step<'_> {
    let Place { line, column, .. } = step.place;
    Step {
        label: format!("{}@{line}.{column}", words::trace_label(step.kind)),
        sequence: step.sequence,
        file: step.place.file.as_deref(),
        line,
        column,
        text: words::trace_sentence(step.kind),
    }
}
