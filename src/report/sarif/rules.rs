//! The kinds of errors as SARIF rules, each with help for a person who sees it for the first time.

use crate::kinds::{KINDS, KindWords};
use focuscheck_base::options::CheckKind;
use focuscheck_cells::facts::cfg::ErrorKind;
use serde_json::{Value, json};

/// How to read any result; the end of every help text.
const READING: &str = "Each result is one way in which the error happens, with values of the inputs that were run \
and do fail. Its first code flow holds the relevant steps only, the ones to look at first marked as essential; its \
second code flow is the whole run. `focuscheck check --level slice FILE` shows the same in a terminal.";

/// The number of the rule for a kind of error.
pub(super) fn index(kind: ErrorKind) -> Option<usize> {
    KINDS.iter().position(|words| words.kind == kind)
}

/// The rule of code that can only fail.
pub(super) const DOOMED: &str = "doomed";

/// How many rules there are for kinds of errors.
pub(super) fn count() -> usize {
    KINDS.len()
}

/// The descriptors of all rules, with that of code that can only fail behind them if it is needed.
pub(super) fn all(doomed: bool) -> Vec<Value> {
    let text = "No run through a place of a function ends as it should.";
    let help = "The lines that make it so are named; none of them can be left out.";
    let last = doomed.then(|| {
        json!({
            "id": DOOMED,
            "name": "DoomedCode",
            "shortDescription": { "text": text },
            "fullDescription": { "text": text },
            "help": { "text": format!("{text} {help}"), "markdown": format!("{text}\n\n{help}") },
            "defaultConfiguration": { "level": "warning" },
            "properties": { "tags": ["correctness"], "precision": "very-high", "problem.severity": "warning" },
        })
    });
    KINDS.iter().map(descriptor).chain(last).collect()
}

fn descriptor(rule: &KindWords) -> Value {
    let mut tags = vec!["correctness".to_owned(), "reachability".to_owned()];
    if let Some(number) = rule.weakness {
        tags.push(format!("external/cwe/cwe-{number}"));
    }
    let severity = rule.kind.check().map(severity);
    if severity.is_some() {
        tags.push("security".to_owned());
    }
    let mut properties = json!({ "tags": tags, "precision": "very-high", "problem.severity": "error" });
    if let Some(severity) = severity {
        properties["security-severity"] = severity.into();
    }
    json!({
        "id": rule.kind.name(),
        "name": rule.rule,
        "shortDescription": { "text": rule.short },
        "fullDescription": { "text": rule.full },
        "help": {
            "text": format!("{} {} {READING}", rule.full, rule.help),
            "markdown": format!("{}\n\n{}\n\n{READING}", rule.full, rule.help),
        },
        "defaultConfiguration": { "level": "error" },
        "properties": properties,
    })
}

/// What undefined behaviour may do, as services grade it: a score from 0 to 10, as a text.
fn severity(kind: CheckKind) -> &'static str {
    match kind {
        CheckKind::Bounds => "8.8",
        CheckKind::Pointer => "7.5",
        CheckKind::Uninit => "6.5",
        CheckKind::Overflow | CheckKind::Shift | CheckKind::Div => "5.5",
        CheckKind::Memory | CheckKind::Cleanup => "4.0",
    }
}

/// The descriptors of the notifications.
pub(super) fn notifications() -> Vec<Value> {
    let descriptor = |id: &str, name: &str, text: &str, level: &str| {
        json!({
            "id": id,
            "name": name,
            "shortDescription": { "text": text },
            "defaultConfiguration": { "level": level },
        })
    };
    vec![
        descriptor("unknown", "VerdictIsUnknown", "Whether an error can be reached is not known.", "warning"),
        descriptor("failed", "FileCouldNotBeRead", "A file could not be read or parsed.", "error"),
        descriptor("limit", "ResultsLeftOut", "The report would be larger than services accept.", "warning"),
    ]
}
