//! What a function that was started by itself needs of its arguments and does not say, as ACSL.
//!
//! Each way in which it fails is excluded by one clause: one of the conditions of the way does not hold.

use std::collections::{BTreeMap, BTreeSet};

use focuscheck_base::reading::{ELEMENTS_OF, LENGTH_OF};

use super::given;
use super::model::{FileReport, Status};
use super::ways::{self, words_of};

/// So many clauses a person reads.
const MOST: usize = 8;

/// What callers of a function have to see to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Precondition {
    /// Clauses of a contract, in the order of the ways that they exclude.
    pub clauses: Vec<String>,
    /// Whether these exclude all ways in which the function may fail, as far as objects behind its pointers go.
    pub is_complete: bool,
}

/// The clauses that are missing; nothing if there are none, or if the function fails whatever its arguments are.
pub fn missing(report: &FileReport) -> Option<Precondition> {
    let ways = ways::of(report);
    if ways.is_empty() || ways.iter().any(|way| way.conditions.is_empty()) {
        return None;
    }
    let mut clauses: Vec<String> = Vec::new();
    let names = names_of(report);
    // An access that nobody could judge may fail as well.
    let mut is_complete = report.unjudged.is_empty();
    is_complete &= report.errors.iter().all(|error| match error.status {
        Status::Reachable => error.complete,
        Status::Unreachable => true,
        Status::Unknown => false,
    });
    for way in &ways {
        match excluded(&way.conditions, &names) {
            Some(clause) if clauses.contains(&clause) => {}
            Some(clause) if clauses.len() < MOST => clauses.push(clause),
            Some(_) | None => is_complete = false,
        }
    }
    // A part of many clauses helps nobody.
    let helps = is_complete || clauses.len() < MOST;
    (!clauses.is_empty() && helps).then_some(Precondition { clauses, is_complete })
}

/// The contract of a function in lines: what was assumed of its pointers, and what is missing.
pub fn contract(report: &FileReport, missing: &Precondition) -> Vec<String> {
    let clauses: Vec<String> = given::requires(report).into_iter().chain(missing.clauses.clone()).collect();
    let last = clauses.len().saturating_sub(1);
    let line = |(number, clause): (usize, String)| {
        let begin = if number == 0 { "/*@ " } else { "    " };
        let end = if number == last { " */" } else { "" };
        format!("{begin}{clause}{end}")
    };
    clauses.into_iter().enumerate().map(line).collect()
}

/// A clause that excludes what satisfies all conditions; nothing if one is about something that a contract cannot name.
fn excluded(conditions: &[String], names: &BTreeSet<&str>) -> Option<String> {
    let terms: Option<Vec<String>> = conditions.iter().map(|condition| in_acsl(condition, names)).collect();
    let terms = terms?;
    let negated: Option<Vec<String>> = terms.iter().map(|term| ways::opposite(term)).collect();
    let body = match negated {
        Some(negated) => negated.join(" || "),
        None => format!("!({})", terms.join(" && ")),
    };
    Some(format!("requires {body};"))
}

/// A condition with what ACSL calls otherwise in its words, if it is about nothing but what a contract can name.
fn in_acsl(condition: &str, names: &BTreeSet<&str>) -> Option<String> {
    let text = renamed(condition, ELEMENTS_OF, &|name| format!("\\block_length({name}) / sizeof(*{name})"));
    let text = renamed(&text, LENGTH_OF, &|name| format!("strlen({name})"));
    // A name may only contain it.
    if words_of(&text).any(|(_, word)| word != "NULL" && word.contains("NULL")) {
        return None;
    }
    let text = text.replace("NULL", "\\null");
    let mut before = "";
    for (_, word) in words_of(&text) {
        let is_name = word.starts_with(|c: char| c.is_alphabetic() || c == '_');
        let is_member = matches!(before, "." | "->");
        let is_known = is_member || before == "\\" || KNOWN.contains(&word) || names.contains(word);
        if is_name && !is_known || word == "#" || word == "`" {
            return None;
        }
        before = word;
    }
    Some(text)
}

/// Words of ACSL and types of C.
const KNOWN: [&str; 18] = [
    "sizeof", "strlen", "int", "char", "short", "long", "unsigned", "signed", "int8_t", "int16_t", "int32_t",
    "int64_t", "uint8_t", "uint16_t", "uint32_t", "uint64_t", "size_t", "bool",
];

/// What a contract can name and what is one thing for all conditions: a name that something else is read into is not.
fn names_of(report: &FileReport) -> BTreeSet<&str> {
    let inputs = report.errors.iter().flat_map(|error| &error.counterexamples).flat_map(|way| &way.inputs);
    let mut lines: BTreeMap<&str, BTreeSet<(u32, u32)>> = BTreeMap::new();
    for input in inputs {
        let number = if input.text.is_some() { 1 } else { input.number };
        lines.entry(root(&input.name)).or_default().insert((input.line, number));
    }
    let is_one = |name: &&str| lines.get(name).is_none_or(|reads| reads.len() == 1);
    report.visible.iter().map(String::as_str).filter(is_one).collect()
}

/// What a name begins with: `r` of `elements of r->items`.
fn root(name: &str) -> &str {
    let name =
        [ELEMENTS_OF, LENGTH_OF].into_iter().find_map(|prefix| name.strip_prefix(prefix)).unwrap_or(name);
    words_of(name).next().map_or("", |(_, word)| word)
}

/// A text in which `PREFIX name` stands as something else.
fn renamed(text: &str, prefix: &str, to: &dyn Fn(&str) -> String) -> String {
    let mut rest = text;
    let mut made = String::new();
    while let Some((before, after)) = rest.split_once(prefix) {
        let end = after.find([' ', ')', ',']).unwrap_or(after.len());
        made.push_str(before);
        made.push_str(&to(&after[..end]));
        rest = &after[end..];
    }
    made + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Assumption, Behind, GivenPointer, Inner, InputValue, Verdict};
    use crate::text::samples;
    use focuscheck_base::options::CheckKind;

    /// A report on a function with a way to fail for each list of conditions.
    fn report(ways: &[&[&str]]) -> FileReport {
        let mut report = samples::min_max();
        report.entry = Some("f".to_owned());
        report.visible = ["n", "k", "s", "r", "top"].map(str::to_owned).into();
        let error = &mut report.errors[0];
        let way = error.counterexamples[0].clone();
        error.counterexamples.clear();
        error.reduced.clear();
        error.complete = true;
        for (number, conditions) in (1..).zip(ways) {
            let assumptions = conditions.iter().map(|text| Assumption::new(*text, 1, 1)).collect();
            error.counterexamples.push(crate::model::Counterexample {
                rank: number,
                assumptions,
                ..way.clone()
            });
        }
        report
    }

    fn clauses(ways: &[&[&str]]) -> Vec<String> {
        missing(&report(ways)).map_or(Vec::new(), |missing| missing.clauses)
    }

    #[test]
    fn each_way_is_excluded_by_one_of_its_conditions() {
        assert_eq!(clauses(&[&["n == 7", "k >= 3"]]), ["requires n != 7 || k < 3;"]);
        assert_eq!(clauses(&[&["r->n <= 3"], &["top < 0"]]), ["requires r->n > 3;", "requires top >= 0;"]);
        assert_eq!(clauses(&[&["n == 1 || k == 2", "k < 0"]]), ["requires !(n == 1 || k == 2 && k < 0);"]);
        assert_eq!(
            clauses(&[&["s[0] == 'a'", "s[(n > 1)] != '\\''"]]),
            ["requires s[0] != 'a' || s[(n > 1)] == '\\'';"]
        );
    }

    #[test]
    fn lengths_are_those_of_acsl() {
        assert_eq!(clauses(&[&["n > elements of r"]]), ["requires n <= \\block_length(r) / sizeof(*r);"]);
        assert_eq!(
            clauses(&[&["length of s == 3", "s != NULL"]]),
            ["requires strlen(s) != 3 || s == \\null;"]
        );
    }

    /// What a contract cannot name is no clause, and the others are not all then.
    #[test]
    fn what_a_contract_cannot_name_is_left_out() {
        let complete = |report: &FileReport| missing(report).map(|missing| missing.is_complete);
        assert_eq!(complete(&report(&[&["n > 1"]])), Some(true));
        assert_eq!(complete(&report(&[&["n > 1"], &["m[0] == 2"]])), Some(false));
        let mut vague = report(&[&["n > 1"]]);
        vague.unjudged.push(crate::model::Unjudged {
            kind: CheckKind::Pointer,
            function: "f".to_owned(),
            line: 3,
            column: 1,
            reason: "pointer dereference".to_owned(),
        });
        assert_eq!(complete(&vague), Some(false));
        assert_eq!(clauses(&[&["malloc() == NULL"]]), [""; 0]);
        assert_eq!(clauses(&[&[], &["n == 1"]]), [""; 0], "it fails whatever its arguments are");
        let mut again = report(&[&["n > 1"]]);
        let reads = [InputValue::new("n", 1, 2), InputValue::new("n", 9, 4)];
        again.errors[0].counterexamples[0].inputs.extend(reads);
        assert_eq!(missing(&again), None, "n is read again");
        let many: Vec<Vec<String>> = (0..12).map(|number| vec![format!("n == {number}")]).collect();
        let many: Vec<Vec<&str>> = many.iter().map(|way| way.iter().map(String::as_str).collect()).collect();
        let many: Vec<&[&str]> = many.iter().map(Vec::as_slice).collect();
        assert_eq!(clauses(&many[..MOST]).len(), MOST);
        assert_eq!(clauses(&many), [""; 0]);
    }

    #[test]
    fn a_contract_has_what_was_assumed_first() {
        let mut report = report(&[&["n == 0"]]);
        report.verdict = Verdict::Unsafe;
        report.given = vec![GivenPointer {
            name: "r".to_owned(),
            constant: false,
            may_be_null: false,
            freed: false,
            behind: Behind::Structure,
            inner: Inner::default(),
            same: Vec::new(),
        }];
        let missing = missing(&report).expect("clauses");
        assert_eq!(contract(&report, &missing), ["/*@ requires \\valid(r);", "    requires n != 0; */"]);
    }
}
