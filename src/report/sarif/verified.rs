//! Obligations of `verify` as results, and their labels as rules.

use serde_json::{Value, json};

use super::flow;
use super::object::{FUNCTION, capital, message, physical};
use crate::fingerprint;
use crate::kinds::{PROPERTIES, PropertyWords};
use crate::model::{ErrorReport, FileReport, StepsKind};
use crate::verify::model::{ObligationReport, ObligationVerdict};
use crate::verify::words::{self, label};

/// How to read any result; the end of every help text.
const READING: &str = "A result of level error was run: the function was started in the state that the message gives, \
and failed there. A result of level warning is a step: it fails from a state that the annotations allow, such as a loop \
invariant that says too little. The first code flow is the way to the failure; with --level slice a second one holds what \
a run depends on. `focuscheck verify --explain FILE` tells the verification conditions in words.";

/// The descriptors of all labels.
pub(super) fn rules() -> Vec<Value> {
    PROPERTIES.iter().map(descriptor).collect()
}

fn descriptor(words: &PropertyWords) -> Value {
    let PropertyWords { label, sentence, asks, advice, weakness, .. } = words;
    let mut tags = vec!["correctness".to_owned(), "contract".to_owned()];
    tags.extend(weakness.map(|number| format!("external/cwe/cwe-{number}")));
    json!({
        "id": label,
        "name": label,
        "shortDescription": { "text": format!("{sentence}.") },
        "fullDescription": { "text": asks },
        "help": {
            "text": format!("{asks} {advice} {READING}"),
            "markdown": format!("{asks}\n\n{advice}\n\n{READING}"),
        },
        "defaultConfiguration": { "level": "error" },
        "properties": { "tags": tags, "precision": "very-high", "problem.severity": "error" },
    })
}

/// An obligation that fails, with how it does.
pub(super) fn result(
    report: &FileReport,
    error: &ErrorReport,
    (obligation, fails): (&ObligationReport, &str),
    fingerprint: &str,
    trace: bool,
) -> Value {
    let property = obligation.property;
    let index = PROPERTIES.iter().position(|words| words.property == property);
    let mut flows = Vec::new();
    for way in &error.counterexamples {
        match way.told {
            Some(StepsKind::Trace) => flows.push(flow::titled(report, &way.slice, "The way to the failure")),
            Some(StepsKind::Run) => {
                flows.push(flow::slice(report, &way.slice));
                if trace && !way.trace.is_empty() {
                    flows.push(flow::trace(report, &way.trace));
                }
            }
            Some(StepsKind::Condition(_)) | None => {}
        }
    }
    let mut related = Vec::new();
    if let Some(declared) = &obligation.declared {
        related.push(json!({
            "id": 1,
            "physicalLocation": physical(report, declared.overall, declared.column),
            "message": message(&format!("declared here: {}", words::text(obligation))),
        }));
    }
    let explanations = fingerprint::explanations(&error.counterexamples);
    let explanation = explanations.first().map_or("", String::as_str);
    let (level, by) = match obligation.verdict {
        ObligationVerdict::Step => ("warning", "step"),
        ObligationVerdict::Run | ObligationVerdict::Valid | ObligationVerdict::Unknown(_) => ("error", "run"),
    };
    json!({
        "ruleId": label(property),
        "ruleIndex": index.map_or(json!(-1), |index| json!(index)),
        "kind": "fail",
        "level": level,
        "message": message(&sentences(error, obligation, fails)),
        "locations": [{
            "physicalLocation": physical(report, error.line.max(1), error.column),
            "logicalLocations": [{ "name": error.function, "kind": FUNCTION }],
        }],
        "relatedLocations": related,
        "codeFlows": flows,
        "partialFingerprints": {
            "primaryLocationLineHash": format!("{fingerprint}:{explanation}"),
            format!("error/{}", fingerprint::VERSION): fingerprint,
            format!("explanation/{}", fingerprint::VERSION): explanation,
        },
        "properties": { "label": words::full_label(obligation), "by": by },
    })
}

/// What fails and how; the first sentence says it all.
fn sentences(error: &ErrorReport, obligation: &ObligationReport, fails: &str) -> String {
    let subject = capital(&words::subject(obligation));
    let fails = match obligation.verdict {
        ObligationVerdict::Step => format!("{subject} in {} is not proved: {fails}.", error.function),
        ObligationVerdict::Run | ObligationVerdict::Valid | ObligationVerdict::Unknown(_) => {
            format!("{subject} in {} fails: {fails}.", error.function)
        }
    };
    let why = obligation.why.as_ref().map_or_else(String::new, |why| format!(" There, {why}."));
    format!("{fails}{why} {}.", words::sentence(obligation.property))
}
