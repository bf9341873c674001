//! What a verdict rests on, in words.

use std::collections::BTreeSet;

use super::model::FileReport;
use super::verify::words as obligations;
use super::{given, kinds};
use focuscheck_base::doubt::Premise;
use focuscheck_base::options::CheckKind;

/// What a verdict rests on, in words.
fn premise(premise: &Premise) -> String {
    match premise {
        Premise::Unchecked(kind) => kinds::check(*kind).holds.to_owned(),
        Premise::Access(what) => format!("{what} accesses what it may"),
        Premise::Model { function } => format!("{function}() does what its model says"),
        Premise::Weak { function } => format!("no other file defines {function}(), which is weak"),
        Premise::Contained { function } => {
            format!(
                "{function}() changes only variables whose address is taken and calls only functions whose address \
                 is taken"
            )
        }
        Premise::InitialGlobals { function } => {
            format!("global and static variables have their initial values when {function}() starts")
        }
        Premise::Allocated => "there is memory for what is allocated".to_owned(),
        Premise::Consistent => "comparison functions put elements in one order".to_owned(),
        Premise::Apart => "texts do not overlap with the places that they are copied to".to_owned(),
        Premise::Filled => "the input has what is asked for".to_owned(),
        Premise::Named => "the program is started with its name as argument 0".to_owned(),
        Premise::Settled { variable } => {
            format!("{variable}, which is volatile, changes only where the program stores to it")
        }
        Premise::Answered { claim } => claim.clone(),
    }
}

/// All that the verdict on a file rests on, in order: `index in bounds at lines 3, 7`.
pub fn assumed(report: &FileReport) -> Vec<String> {
    let given = given::requires(report).into_iter().chain(given::inner(report));
    given.chain(assumed_but(report, &[])).collect()
}

/// The same without what is assumed of pointer parameters, and without kinds of undefined behaviour that are said otherwise.
pub fn assumed_but(report: &FileReport, told: &[CheckKind]) -> Vec<String> {
    let is_told = |premise: &Premise| matches!(premise, Premise::Unchecked(kind) if told.contains(kind));
    let left = report.assumed.iter().filter(|assumed| !is_told(&assumed.premise));
    let mut texts: Vec<(String, &[u32])> =
        left.map(|assumed| (premise(&assumed.premise), &assumed.lines[..])).collect();
    texts.sort_unstable();
    let parts = &report.parts;
    let text = |(text, numbers): (String, &[u32])| {
        if numbers.is_empty() {
            return text;
        }
        let elsewhere = numbers.first().is_some_and(|&line| parts.presumed(line).0.is_some());
        let word = match numbers.len() {
            _ if elsewhere => "",
            1 => "line ",
            _ => "lines ",
        };
        let names: Vec<String> = numbers.iter().map(|&line| parts.name(line)).collect();
        format!("{text} at {word}{}", names.join(", "))
    };
    let mut all: Vec<String> = texts.into_iter().map(text).collect();
    // What proofs of functions take for granted, each once.
    let granted = report.functions.iter().flat_map(|function| &function.premises);
    let granted: BTreeSet<String> = granted.map(obligations::premise).collect();
    all.extend(granted);
    all
}
