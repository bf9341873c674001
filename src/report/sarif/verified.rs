//! Obligations of `verify` as results, and their labels as rules.

use serde_json::{Value, json};

use super::flow;
use super::object::{FUNCTION, capital, message, physical};
use crate::fingerprint;
use crate::model::{ErrorReport, FileReport, Told};
use crate::verify::model::{ObligationReport, ObligationVerdict};
use crate::verify::words::{self, label};
use focuscheck_vc::guarded::graph::Property;

/// All labels, in the order of the rules.
const PROPERTIES: [Property; 21] = [
    Property::ArrayAccess,
    Property::Null,
    Property::Dangling,
    Property::Free,
    Property::ZeroDiv,
    Property::Shift,
    Property::Overflow,
    Property::Uninit,
    Property::Undefined,
    Property::Assert,
    Property::Error,
    Property::Pre,
    Property::Post,
    Property::LoopInvInit,
    Property::LoopInvMaintained,
    Property::LabelInvariant,
    Property::Assigns,
    Property::Variant,
    Property::Decreases,
    Property::Complete,
    Property::Disjoint,
];

/// How to read any result; the end of every help text.
const READING: &str = "A result of level error was run: the function was started in the state that the message gives, \
and failed there. A result of level warning is a step: it fails from a state that the annotations allow, such as a loop \
invariant that says too little. The first code flow is the way to the failure; with --level slice a second one holds what \
a run depends on. `focuscheck verify --explain FILE` tells the verification conditions in words.";

/// What an obligation asks for, what to do if it fails, and the entry of the Common Weakness Enumeration.
fn help(property: Property) -> (&'static str, &'static str, Option<u32>) {
    match property {
        Property::ArrayAccess => (
            "An access must lie inside of its array or block.",
            "Promise the bounds in `requires`, or state in the loop invariant which values the index has.",
            Some(119),
        ),
        Property::Null => (
            "A pointer that is dereferenced must not be null.",
            "Promise `\\valid(p)` in `requires`, or compare the pointer with NULL before.",
            Some(476),
        ),
        Property::Dangling => (
            "An access must lie inside of an object that lives.",
            "Promise `\\valid` for all that is accessed, and use no object after its end.",
            Some(825),
        ),
        Property::Free => (
            "Only what was allocated and not yet freed may be freed, or a null pointer.",
            "Promise `\\freeable(p)` in `requires`, and free nothing twice.",
            Some(415),
        ),
        Property::ZeroDiv => {
            ("A divisor must not be zero.", "Exclude zero before, or in `requires`.", Some(369))
        }
        Property::Shift => (
            "A shift must be by a defined amount.",
            "Limit the amount, or promise its range in `requires`.",
            Some(1335),
        ),
        Property::Overflow => (
            "The result of signed arithmetic must fit its type.",
            "Limit the operands in `requires` or in a loop invariant.",
            Some(190),
        ),
        Property::Uninit => (
            "A variable must have a value where it is used.",
            "Give it a value on every way to the use.",
            Some(457),
        ),
        Property::Undefined => {
            ("The behaviour must be defined.", "Avoid the operation for these values.", Some(758))
        }
        Property::Error => ("The error must not be reached.", "Block the way to it.", None),
        Property::Assert
        | Property::Pre
        | Property::Post
        | Property::LoopInvInit
        | Property::LoopInvMaintained
        | Property::LabelInvariant
        | Property::Assigns
        | Property::Variant
        | Property::Decreases
        | Property::Complete
        | Property::Disjoint => annotated(property),
    }
}

/// The same of what annotations say.
fn annotated(property: Property) -> (&'static str, &'static str, Option<u32>) {
    match property {
        Property::Assert => (
            "The assertion must hold where it stands.",
            "Correct the program or the assertion, or state more before it.",
            Some(617),
        ),
        Property::Pre => (
            "The precondition of a function must hold where it is called.",
            "Establish it before the call, or ask for it in the caller's own `requires`.",
            Some(628),
        ),
        Property::Post => (
            "The postcondition must hold where the function returns.",
            "Correct the function or `ensures`; after a loop only its invariant is known.",
            None,
        ),
        Property::LoopInvInit => (
            "A loop invariant must hold where the loop is entered.",
            "Establish it before the loop, or weaken it.",
            None,
        ),
        Property::LoopInvMaintained => (
            "A round of the loop must keep the loop invariant.",
            "Correct the body, or add to the invariant what the round relies on.",
            None,
        ),
        Property::LabelInvariant => (
            "The invariant of a label must hold wherever control comes to it.",
            "Establish it on every way to the label.",
            None,
        ),
        Property::Assigns => (
            "Only what the assigns clause lists may be assigned.",
            "List the location, or do not assign it.",
            None,
        ),
        Property::Variant => (
            "The loop variant must decrease in every round and not be negative.",
            "Choose an expression that does.",
            Some(835),
        ),
        Property::Decreases => (
            "The measure of a recursive function must decrease with each call of itself and not be negative.",
            "Choose an expression that does, or bound the arguments in `requires`.",
            Some(674),
        ),
        Property::Complete => ("Some behavior must apply.", "Add the case that is missing.", None),
        Property::Disjoint => {
            ("No two behaviors may apply together.", "Tell their `assumes` clauses apart.", None)
        }
        Property::ArrayAccess
        | Property::Null
        | Property::Dangling
        | Property::Free
        | Property::ZeroDiv
        | Property::Shift
        | Property::Overflow
        | Property::Uninit
        | Property::Undefined
        | Property::Error => help(property),
    }
}

/// The descriptors of all labels.
pub(super) fn rules() -> Vec<Value> {
    PROPERTIES.into_iter().map(descriptor).collect()
}

fn descriptor(property: Property) -> Value {
    let (asks, advice, weakness) = help(property);
    let mut tags = vec!["correctness".to_owned(), "contract".to_owned()];
    tags.extend(weakness.map(|number| format!("external/cwe/cwe-{number}")));
    json!({
        "id": label(property),
        "name": label(property),
        "shortDescription": { "text": format!("{}.", words::sentence(property)) },
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
    let index = PROPERTIES.iter().position(|&known| known == property);
    let mut flows = Vec::new();
    for way in &error.counterexamples {
        match way.told {
            Some(Told::Trace) => flows.push(flow::titled(report, &way.slice, "The way to the failure")),
            Some(Told::Run) => {
                flows.push(flow::slice(report, &way.slice));
                if trace && !way.trace.is_empty() {
                    flows.push(flow::trace(report, &way.trace));
                }
            }
            Some(Told::Condition(_)) | None => {}
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_label_is_one_rule() {
        let mut names: Vec<&str> = PROPERTIES.into_iter().map(label).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), PROPERTIES.len());
    }
}
