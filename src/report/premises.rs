//! What a verdict rests on, in words.

use super::model::FileReport;
use crate::doubt::Premise;
use crate::options::CheckKind;

/// What a verdict rests on, in words.
fn premise(premise: &Premise) -> String {
    match premise {
        Premise::Unchecked(kind) => taken_for_granted(*kind).to_owned(),
        Premise::Access(what) => format!("{what} accesses what it may"),
        Premise::Model { function } => format!("{function}() does what its model says"),
        Premise::Contained { function } => {
            format!("{function}() changes only variables whose address is taken")
        }
        Premise::InitialGlobals { function } => {
            format!("global and static variables have their initial values when {function}() starts")
        }
        Premise::Settled { variable } => {
            format!("{variable}, which is volatile, changes only where the program stores to it")
        }
        Premise::Answered { claim } => claim.clone(),
        Premise::Initialised { variable } => format!("{variable} is initialised"),
    }
}

/// All that the verdict on a file rests on, in order: `index in bounds at lines 3, 7`.
pub fn assumed(report: &FileReport) -> Vec<String> {
    let mut texts: Vec<(String, &[u32])> =
        report.assumed.iter().map(|assumed| (premise(&assumed.premise), &assumed.lines[..])).collect();
    texts.sort_unstable();
    let parts = &report.parts;
    let text = |(text, numbers): (String, &[u32])| {
        if numbers.is_empty() {
            return text;
        }
        let elsewhere = numbers.first().is_some_and(|&line| parts.place(line).0.is_some());
        let word = match numbers.len() {
            _ if elsewhere => "",
            1 => "line ",
            _ => "lines ",
        };
        let names: Vec<String> = numbers.iter().map(|&line| parts.name(line)).collect();
        format!("{text} at {word}{}", names.join(", "))
    };
    texts.into_iter().map(text).collect()
}

/// What is taken for granted where a kind of undefined behaviour is not looked for.
pub fn taken_for_granted(kind: CheckKind) -> &'static str {
    match kind {
        CheckKind::Bounds => "index in bounds",
        CheckKind::Pointer => "pointer not null",
        CheckKind::Div => "divisor not zero",
        CheckKind::Overflow => "no signed overflow",
        CheckKind::Shift => "shift amount in range",
        CheckKind::Uninit => "variable has a value",
    }
}
