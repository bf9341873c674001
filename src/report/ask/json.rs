//! The report of `ask` for machines: schema `focuscheck-ask/1`.

use std::collections::BTreeSet;

use serde::Serialize;

use super::model::{AnswerKind, Answered, AskKind, AskReport, Besides, By, Ended, Known, Point};
use crate::model::Verdict;

#[derive(Serialize)]
struct Batch<'r> {
    schema: &'static str,
    path: &'r str,
    verdict: Verdict,
    by: Option<By>,
    reason: Option<&'r str>,
    errors: Vec<Error<'r>>,
    besides: &'r [Besides],
    assumed: &'r [String],
    unmatched: &'r [Answered],
}

#[derive(Serialize)]
struct Error<'r> {
    what: &'r str,
    function: &'r str,
    line: u32,
    column: u32,
    known: &'r [Known],
    questions: Vec<Question<'r>>,
    ended: Ended,
    by: Option<By>,
    rests_on: &'r [usize],
    inputs: &'r [(String, String)],
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    instead: &'r BTreeSet<u32>,
    reason: Option<&'r str>,
}

#[derive(Serialize)]
struct Question<'r> {
    kind: AskKind,
    point: Point,
    calls: &'r [u32],
    line: Option<u32>,
    function: &'r str,
    at: &'r str,
    occurrence: u32,
    given: &'r [String],
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    reaching: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    reached: Option<u32>,
    text: Option<&'r str>,
    also: &'r [String],
    cost: u64,
    answer: Option<AnswerKind>,
    by: Option<By>,
    inputs: &'r [(String, String)],
    refused: Option<AnswerKind>,
}

/// The report as JSON.
pub fn render(report: &AskReport) -> String {
    let errors = report.errors.iter().map(|error| Error {
        what: &error.what,
        function: &error.function,
        line: error.line,
        column: error.column,
        // Of runs that cannot fail anything is known.
        known: if error.own_end() == Ended::Discharged { &[] } else { &error.known },
        questions: error
            .questions
            .iter()
            .map(|question| Question {
                kind: question.asked.kind,
                point: question.point,
                calls: &question.asked.calls,
                line: match question.point {
                    Point::Start => None,
                    Point::Line(line)
                    | Point::AfterLoop(line)
                    | Point::InLoop(line)
                    | Point::AtLoop(line) => Some(line),
                },
                function: &question.asked.function,
                at: &question.asked.at,
                occurrence: question.asked.occurrence,
                given: &question.asked.given,
                reaching: question.asked.reaching,
                reached: question.asked.reached,
                text: question.asked.text.as_deref(),
                also: &question.also,
                cost: question.cost,
                answer: question.by.map(|_| question.asked.answer),
                by: question.by,
                inputs: &question.inputs,
                refused: question.refused,
            })
            .collect(),
        ended: error.own_end(),
        by: error.by,
        rests_on: &error.basis,
        inputs: &error.inputs,
        instead: &error.instead,
        reason: error.reason.as_deref(),
    });
    let batch = Batch {
        schema: "focuscheck-ask/1",
        path: &report.path,
        verdict: report.verdict,
        by: report.by,
        reason: report.reason.as_deref(),
        errors: errors.collect(),
        besides: &report.besides,
        assumed: &report.assumed,
        unmatched: &report.unmatched,
    };
    // Values of these types always have a text.
    let mut text = serde_json::to_string_pretty(&batch).unwrap_or_default();
    text.push('\n');
    text
}
