//! Slices and traces as code flows.

use serde_json::{Map, Value, json};

use super::object::{FUNCTION, message, physical};
use crate::model::{FileReport, Step, StepKind};
use crate::words;

/// Services read this many locations of a thread flow.
pub(super) const MAX_LOCATIONS: usize = 1_000;

/// The slice, with the statements to look at first marked as essential.
pub(super) fn slice(report: &FileReport, steps: &[Step]) -> Value {
    let last = steps.len().saturating_sub(1);
    let importance = |index: usize, step: &Step| match step.nest || index == last {
        true => "essential",
        false => "important",
    };
    flow(report, steps, "The relevant steps", importance)
}

/// The whole run.
pub(super) fn trace(report: &FileReport, steps: &[Step]) -> Value {
    flow(report, steps, "The whole run", |_, _| "unimportant")
}

/// Steps of which all but the last are only passed.
pub(super) fn titled(report: &FileReport, steps: &[Step], title: &str) -> Value {
    let last = steps.len().saturating_sub(1);
    flow(report, steps, title, |index, _| if index == last { "essential" } else { "important" })
}

/// A code flow of one thread. Of too many steps, those before the failure are the ones that are kept.
fn flow(
    report: &FileReport,
    steps: &[Step],
    title: &str,
    importance: impl Fn(usize, &Step) -> &'static str,
) -> Value {
    let skipped = steps.len().saturating_sub(MAX_LOCATIONS);
    let title = match skipped {
        0 => title.to_owned(),
        _ => format!("{title}, from step {} of {}", skipped + 1, steps.len()),
    };
    let location = |(index, step): (usize, &Step)| location(report, step, index, importance(index, step));
    let locations: Vec<Value> = steps.iter().enumerate().skip(skipped).map(location).collect();
    json!({ "message": message(&title), "threadFlows": [{ "locations": locations }] })
}

fn location(report: &FileReport, step: &Step, index: usize, importance: &str) -> Value {
    let mut location = Map::new();
    location.insert(
        "location".to_owned(),
        json!({
            "physicalLocation": physical(report, step.line, step.column),
            "logicalLocations": [{ "name": step.function, "kind": FUNCTION }],
            "message": message(&sentence(step)),
        }),
    );
    let kinds = kinds(step);
    if !kinds.is_empty() {
        location.insert("kinds".to_owned(), kinds.into());
    }
    if !step.values.is_empty() {
        let value = |(name, value): &(String, String)| (name.clone(), message(value));
        location.insert("state".to_owned(), step.values.iter().map(value).collect::<Map<_, _>>().into());
    }
    location.insert("nestingLevel".to_owned(), step.depth.into());
    location.insert("executionOrder".to_owned(), (index + 1).into());
    location.insert("importance".to_owned(), importance.into());
    location.into()
}

/// What happens at a step, with its values.
fn sentence(step: &Step) -> String {
    let text = step.text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut sentence = match (step.kind, step.outcome) {
        (StepKind::Error, _) => format!("{text} fails"),
        (StepKind::Call, _) => format!("call {text}"),
        (_, Some(outcome)) => format!("{text} is {outcome}"),
        (_, None) => text,
    };
    if step.occurrence > 1 {
        sentence.push_str(&format!(" ({} time)", words::ordinal(step.occurrence)));
    }
    if !step.values.is_empty() {
        let values: Vec<String> = step.values.iter().map(words::shown).collect();
        sentence.push_str(&format!("; {}", values.join(", ")));
    }
    sentence
}

fn kinds(step: &Step) -> Vec<&'static str> {
    match (step.kind, step.outcome) {
        (StepKind::Error, _) => vec!["danger"],
        (StepKind::Call, _) => vec!["call", FUNCTION],
        (StepKind::Return, _) => vec!["return", FUNCTION],
        (_, Some(true)) => vec!["branch", "true"],
        (_, Some(false)) => vec!["branch", "false"],
        (StepKind::Branch, None) => vec!["branch"],
        (StepKind::Assign | StepKind::Assume, None) => vec!["value"],
        (StepKind::Sentence, None) => Vec::new(),
    }
}
