//! The kinds of errors as SARIF rules, each with help for a person who sees it for the first time.

use focuscheck_base::options::CheckKind;
use focuscheck_cells::facts::cfg::ErrorKind;
use serde_json::{Value, json};

/// A kind of error.
struct Rule {
    kind: ErrorKind,
    name: &'static str,
    short: &'static str,
    full: &'static str,
    help: &'static str,
    /// The entry of the Common Weakness Enumeration that it is a case of.
    weakness: Option<u32>,
}

/// How to read any result; the end of every help text.
const READING: &str = "Each result is one way in which the error happens, with values of the inputs that were run \
and do fail. Its first code flow holds the relevant steps only, the ones to look at first marked as essential; its \
second code flow is the whole run. `focuscheck check --level slice FILE` shows the same in a terminal.";

const RULES: [Rule; 11] = [
    Rule {
        kind: ErrorKind::Assertion,
        name: "AssertionCanFail",
        short: "An assertion can fail.",
        full: "There are inputs for which the program evaluates the condition of this assertion to false.",
        help: "Either the assertion demands too much, or the program does something that its author did not expect.",
        weakness: Some(617),
    },
    Rule {
        kind: ErrorKind::Annotation,
        name: "AnnotationCanFail",
        short: "What an annotation states can fail to hold.",
        full: "There are inputs for which what an ACSL annotation states does not hold when control comes to it.",
        help: "Either the annotation demands too much, or the program does something that its author did not expect.",
        weakness: Some(617),
    },
    Rule {
        kind: ErrorKind::ErrorCall,
        name: "ErrorFunctionCanBeCalled",
        short: "A function that marks an error can be called.",
        full: "There are inputs for which the program calls a function that stands for an error, such as reach_error.",
        help: "The condition that guards the call can become true.",
        weakness: None,
    },
    Rule {
        kind: ErrorKind::ErrorLabel,
        name: "ErrorLabelCanBeReached",
        short: "A label that marks an error can be reached.",
        full: "There are inputs for which the program reaches a label that stands for an error.",
        help: "The way to the label is not blocked as its author expected.",
        weakness: None,
    },
    Rule {
        kind: ErrorKind::Condition,
        name: "ErrorConditionCanBecomeTrue",
        short: "A condition that must never hold can become true.",
        full: "There are inputs for which a condition that was declared to be an error becomes true.",
        help: "The result stands at the first assignment after which the condition holds.",
        weakness: None,
    },
    Rule {
        kind: ErrorKind::Check(CheckKind::Bounds),
        name: "IndexOutOfBounds",
        short: "An index can be out of the bounds of its array.",
        full: "There are inputs for which an array is accessed at an index that it does not have; this is undefined \
behaviour.",
        help: "Compare the index with the size of the array before the access, or correct what computes the index.",
        weakness: Some(119),
    },
    Rule {
        kind: ErrorKind::Check(CheckKind::Pointer),
        name: "NullPointerAccess",
        short: "Memory can be accessed through a null pointer.",
        full: "There are inputs for which the program accesses memory through a pointer that is null; this is undefined \
behaviour.",
        help: "Compare the pointer with NULL before the access, or make sure that it points to an object.",
        weakness: Some(476),
    },
    Rule {
        kind: ErrorKind::Check(CheckKind::Div),
        name: "DivisionByZero",
        short: "A divisor can be zero.",
        full: "There are inputs for which the program divides by zero; this is undefined behaviour.",
        help: "Exclude zero before the division.",
        weakness: Some(369),
    },
    Rule {
        kind: ErrorKind::Check(CheckKind::Overflow),
        name: "SignedOverflow",
        short: "Signed arithmetic can overflow.",
        full: "There are inputs for which the result of signed arithmetic does not fit its type; this is undefined \
behaviour.",
        help: "Limit the operands, or compute in a wider or an unsigned type.",
        weakness: Some(190),
    },
    Rule {
        kind: ErrorKind::Check(CheckKind::Shift),
        name: "InvalidShift",
        short: "A shift can be by a wrong amount.",
        full: "There are inputs for which the program shifts by a negative amount, or by the width of the type or \
more; this is undefined behaviour.",
        help: "Limit the amount of the shift.",
        weakness: Some(1335),
    },
    Rule {
        kind: ErrorKind::Check(CheckKind::Uninit),
        name: "UninitialisedRead",
        short: "A local variable can be read before it has a value.",
        full: "There are inputs for which the program reads a local variable that was not assigned.",
        help: "Give the variable a value where it is declared, or on the way that the result shows.",
        weakness: Some(457),
    },
];

/// The number of the rule for a kind of error.
pub(super) fn index(kind: ErrorKind) -> Option<usize> {
    RULES.iter().position(|rule| rule.kind == kind)
}

/// The rule of code that can only fail.
pub(super) const DOOMED: &str = "doomed";

/// How many rules there are for kinds of errors.
pub(super) fn count() -> usize {
    RULES.len()
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
    RULES.iter().map(descriptor).chain(last).collect()
}

fn descriptor(rule: &Rule) -> Value {
    let mut tags = vec!["correctness".to_owned(), "reachability".to_owned()];
    if let Some(number) = rule.weakness {
        tags.push(format!("external/cwe/cwe-{number}"));
    }
    json!({
        "id": rule.kind.name(),
        "name": rule.name,
        "shortDescription": { "text": rule.short },
        "fullDescription": { "text": rule.full },
        "help": {
            "text": format!("{} {} {READING}", rule.full, rule.help),
            "markdown": format!("{}\n\n{}\n\n{READING}", rule.full, rule.help),
        },
        "defaultConfiguration": { "level": "error" },
        "properties": { "tags": tags, "precision": "very-high", "problem.severity": "error" },
    })
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
