//! What is assumed of the pointer parameters of a function that was started by itself, in words and as ACSL.

use super::doubts::count;
use super::model::{Behind, FileReport, GivenPointer};

/// How far the arguments go that a verdict is about: "with at most 8 elements behind `values`".
pub fn within(report: &FileReport) -> String {
    let mut texts: Vec<String> = Vec::new();
    let mut of = |what: String, names: Vec<String>| texts.push(format!("{what} {}", all(&names)));
    let mut told: Vec<String> = Vec::new();
    for given in &report.given {
        let what = extent(given);
        if what.is_empty() || told.contains(&what) {
            continue;
        }
        let same = report.given.iter().filter(|other| extent(other) == what);
        of(what.clone(), same.map(|given| format!("`{}`", given.name)).collect());
        told.push(what);
    }
    let known = report.given.iter().filter(|given| given.behind != Behind::Unmodelled).count();
    let apart = if known > 1 && report.given.iter().all(|given| given.same.is_empty()) {
        ", which do not overlap"
    } else {
        ""
    };
    match texts.is_empty() {
        true => String::new(),
        false => format!(" with {}{apart}", all(&texts)),
    }
}

/// Texts one after the other: "a, b and c".
fn all(texts: &[String]) -> String {
    match texts.split_last() {
        Some((last, before @ [_, ..])) => format!("{} and {last}", before.join(", ")),
        _ => texts.concat(),
    }
}

fn extent(given: &GivenPointer) -> String {
    match given.behind {
        Behind::Letters(most) => format!("at most {} in", count(most, "letter")),
        Behind::Elements(1) => "one element behind".to_owned(),
        Behind::Elements(most) => format!("at most {} behind", count(most, "element")),
        Behind::Structure if given.inner.structures > 1 => {
            format!("at most {} in a row from", count(given.inner.structures, "structure"))
        }
        Behind::Structure => "one structure behind".to_owned(),
        Behind::Unmodelled => String::new(),
    }
}

/// What is assumed of all pointer parameters, as clauses of ACSL.
pub fn requires(report: &FileReport) -> Vec<String> {
    let mut clauses: Vec<String> = report.given.iter().filter_map(clause).collect();
    for (number, given) in report.given.iter().enumerate() {
        for before in &report.given[..number] {
            let (Some(one), Some(other)) = (extents(before), extents(given)) else { continue };
            let apart = format!("\\separated({one}, {other})");
            let null = [before, given].into_iter().filter(|given| given.may_be_null);
            let null: Vec<String> = null.map(|given| format!("{} == \\null", given.name)).collect();
            let equal = given.same.contains(&before.name);
            let equal = equal.then(|| format!("{} == {}", before.name, given.name));
            let ways: Vec<String> = null.into_iter().chain(equal).chain([apart]).collect();
            clauses.push(format!("requires {};", ways.join(" || ")));
        }
    }
    clauses
}

/// What a parameter leads to, as a set of places.
fn extents(given: &GivenPointer) -> Option<String> {
    let name = &given.name;
    match given.behind {
        Behind::Unmodelled => None,
        Behind::Structure | Behind::Elements(1) => Some(name.clone()),
        Behind::Letters(most) => Some(format!("{name} + (0 .. {most})")),
        Behind::Elements(most) => Some(format!("{name} + (0 .. {})", most - 1)),
    }
}

fn clause(given: &GivenPointer) -> Option<String> {
    let name = &given.name;
    let (valid, text) = match given.constant {
        true => ("\\valid_read", "valid_read_string"),
        false => ("\\valid", "valid_string"),
    };
    let mut said = match given.behind {
        Behind::Unmodelled => return None,
        Behind::Letters(most) => format!("{text}({name}) && strlen({name}) <= {most}"),
        Behind::Elements(1) => format!("{valid}({name}) && \\block_length({name}) == sizeof(*{name})"),
        Behind::Elements(most) => format!(
            "{valid}({name}) && \\offset({name}) == 0 && \\block_length({name}) <= {most} * sizeof(*{name})"
        ),
        Behind::Structure => format!("{valid}({name})"),
    };
    if given.freed && !given.constant {
        said = format!("\\freeable({name}) && {said}");
    }
    Some(match given.may_be_null {
        true => format!("requires {name} == \\null || {said};"),
        false => format!("requires {said};"),
    })
}

/// What else is assumed of them, and of what pointers in them lead to, in words.
pub fn inner(report: &FileReport) -> Vec<String> {
    let mut said = Vec::new();
    let known = report.given.iter().filter(|given| given.behind != Behind::Unmodelled);
    let names: Vec<String> = known.map(|given| format!("`{}`", given.name)).collect();
    if !names.is_empty() {
        said.push(format!("what {} leads to is none of the program's variables", all(&names)));
    }
    for given in &report.given {
        let (name, inner) = (&given.name, given.inner);
        if inner.structures > 1 {
            said.push(format!(
                "behind `{name}` each pointer to a structure is null or leads to one of its own, at most {} in a row",
                inner.structures
            ));
        }
        if let Some(most) = inner.letters {
            said.push(format!(
                "behind `{name}` each pointer to letters leads to a text of its own with at most {}",
                count(most, "letter")
            ));
        }
        if let Some(most) = inner.elements {
            said.push(format!(
                "behind `{name}` each other pointer leads to a block of its own with 1 to {}",
                count(most, "element")
            ));
        }
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Inner, Verdict};
    use crate::text::samples;

    fn given(name: &str, behind: Behind) -> GivenPointer {
        let (inner, same) = (Inner::default(), Vec::new());
        let (name, constant) = (name.to_owned(), true);
        GivenPointer { name, constant, may_be_null: false, freed: false, behind, inner, same }
    }

    #[test]
    fn what_is_assumed_of_pointers_can_be_pasted() {
        let mut report = samples::file("a.c", Verdict::Safe, Vec::new());
        report.given = vec![given("a", Behind::Elements(8)), given("w", Behind::Letters(7))];
        report.given.push(GivenPointer { constant: false, freed: true, ..given("b", Behind::Elements(8)) });
        report.given.push(given("p", Behind::Unmodelled));
        assert_eq!(
            within(&report),
            " with at most 8 elements behind `a` and `b` and at most 7 letters in `w`, which do not overlap"
        );
        assert_eq!(
            requires(&report),
            [
                "requires \\valid_read(a) && \\offset(a) == 0 && \\block_length(a) <= 8 * sizeof(*a);",
                "requires valid_read_string(w) && strlen(w) <= 7;",
                "requires \\freeable(b) && \\valid(b) && \\offset(b) == 0 && \\block_length(b) <= 8 * sizeof(*b);",
                "requires \\separated(a + (0 .. 7), w + (0 .. 7));",
                "requires \\separated(a + (0 .. 7), b + (0 .. 7));",
                "requires \\separated(w + (0 .. 7), b + (0 .. 7));",
            ]
        );
        report.given.truncate(1);
        report.given[0].may_be_null = true;
        assert!(requires(&report)[0].starts_with("requires a == \\null || \\valid_read(a)"));
        report.given.push(GivenPointer { same: vec!["a".to_owned()], ..given("b", Behind::Structure) });
        assert_eq!(requires(&report)[2], "requires a == \\null || a == b || \\separated(a + (0 .. 7), b);");
    }
}
