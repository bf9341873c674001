//! Names for errors and explanations that stay the same when lines move.
//!
//! A fingerprint is made of texts and never of line numbers, so that a result is known again after something was
//! inserted above it. It is part of the reports, which makes its definition part of the format: what is hashed
//! may only change together with [`VERSION`].

use std::collections::BTreeMap;

use sha2::{Digest, Sha256};

use super::model::{Counterexample, ErrorReport, StepKind};
use super::words;

/// The version of the definition.
pub const VERSION: &str = "v1";

/// Digits of a fingerprint.
const DIGITS: usize = 16;

/// The SHA-256 hash of a text, in hexadecimal digits.
pub fn sha256(text: &[u8]) -> String {
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A fingerprint of words; where one ends and the next begins makes a difference.
fn of<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let mut text = VERSION.to_owned();
    for word in words {
        text.push('\0');
        text.push_str(word);
    }
    let mut digits = sha256(text.as_bytes());
    digits.truncate(DIGITS);
    digits
}

/// The fingerprints of the errors of one file. Of several errors that read the same, each has its own.
pub fn errors(path: &str, errors: &[ErrorReport]) -> Vec<String> {
    let mut seen: BTreeMap<(&str, &str, String), u32> = BTreeMap::new();
    let fingerprint = |error: &ErrorReport, occurrence: u32| {
        let occurrence = occurrence.to_string();
        of([path, words::kind(error), &error.function, &one_line(&error.text), &occurrence])
    };
    errors
        .iter()
        .map(|error| {
            let count = seen.entry((words::kind(error), &error.function, one_line(&error.text))).or_default();
            *count += 1;
            fingerprint(error, *count)
        })
        .collect()
}

/// The fingerprints of the explanations of one error, which say what happens and not in which file or to which error.
/// Of several explanations that read the same, each has its own.
pub fn explanations(counterexamples: &[Counterexample]) -> Vec<String> {
    let mut seen: BTreeMap<Vec<String>, u32> = BTreeMap::new();
    counterexamples
        .iter()
        .map(|counterexample| {
            let mut words = steps(counterexample);
            let count = seen.entry(words.clone()).or_default();
            *count += 1;
            words.push(count.to_string());
            of(words.iter().map(String::as_str))
        })
        .collect()
}

fn steps(counterexample: &Counterexample) -> Vec<String> {
    let mut words = Vec::new();
    for step in &counterexample.slice {
        let kind = match (step.kind, step.outcome) {
            (StepKind::Assign, _) => "assign",
            (_, Some(true)) => "true",
            (_, Some(false)) => "false",
            (StepKind::Branch, None) => "branch",
            (StepKind::Call, _) => "call",
            (StepKind::Return, _) => "return",
            (StepKind::Error, _) => "error",
            (StepKind::Assume, _) => "assume",
            (StepKind::Sentence, None) => "sentence",
        };
        words.extend([step.function.clone(), kind.to_owned(), one_line(&step.text)]);
    }
    words
}

/// Layout makes no difference.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::samples;

    #[test]
    fn moved_lines_change_nothing_and_other_steps_do() {
        let report = samples::min_max();
        let mut moved = report.clone();
        for error in &mut moved.errors {
            error.line += 7;
            error.counterexamples.iter_mut().flat_map(|c| &mut c.slice).for_each(|step| step.line += 7);
        }
        assert_eq!(errors("a.c", &report.errors), errors("a.c", &moved.errors));
        assert_ne!(errors("a.c", &report.errors), errors("b.c", &report.errors));
        let ways = |report: &crate::model::FileReport| -> Vec<String> {
            explanations(&report.errors[0].counterexamples)
        };
        assert_eq!(ways(&report), ways(&moved));
        moved.errors[0].counterexamples[0].slice.pop();
        assert_ne!(ways(&report)[0], ways(&moved)[0]);
        assert_ne!(ways(&report)[0], ways(&report)[1]);
    }

    #[test]
    fn errors_that_read_the_same_are_told_apart() {
        let error = samples::min_max().errors.remove(0);
        let both = errors("a.c", &[error.clone(), error]);
        assert_ne!(both[0], both[1]);
        let way = samples::min_max().errors.remove(0).counterexamples.remove(0);
        let both = explanations(&[way.clone(), way]);
        assert_ne!(both[0], both[1]);
    }

    #[test]
    fn the_definition_is_part_of_the_format() {
        assert_eq!(of(["a.c", "assertion", "main", "x > 0", "1"]), "a46c25f95b926145");
        assert_eq!(sha256(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
