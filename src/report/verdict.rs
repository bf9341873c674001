//! The headline of a file: its verdict, what that leaves out, and why.

use crate::kinds;
use focuscheck_base::doubt::Most;
use focuscheck_base::options::CheckKind;
use focuscheck_base::source::Parts;

use super::model::{FileReport, Verdict, Within};
use super::ways::{self, Way};
use super::{doubts, given, premises, words};

/// When a function fails that fails under no condition, where what its pointers lead to is assumed.
const OF_THE_FORM: &str = "for all arguments of the assumed form";

/// So many ways in which a function fails are told in its verdict.
const MOST_WAYS: usize = 3;

/// The verdict of a file where its errors, and what is assumed of pointers, are told beside it: of the ways in which a function
/// fails only the first one.
pub fn brief(report: &FileReport) -> String {
    match (report.verdict, &report.entry) {
        (Verdict::Unsafe, Some(entry)) => format!("{entry}() fails {}", fails_when(report, 1)),
        _ => worded(report, ""),
    }
}

/// The verdict of a file: `safe for runs without signed overflow`.
pub fn verdict(report: &FileReport) -> String {
    worded(report, &given::within(report))
}

/// The verdict, with what is assumed of pointer parameters.
fn worded(report: &FileReport, given: &str) -> String {
    let word = words::verdict(report.verdict);
    match (report.verdict, report.under.as_slice(), &report.entry) {
        (Verdict::Safe, [], Some(entry)) => {
            format!("{word} for all arguments of {entry}(){given}")
        }
        (Verdict::Safe, [_, ..], Some(entry)) => {
            let without = either(&report.under);
            let possible = possible(report);
            format!("{word} for all arguments of {entry}(){given}, for runs without {without}{possible}")
        }
        (Verdict::Safe, [_, ..], None) => {
            format!("{word} for runs without {}{}", either(&report.under), possible(report))
        }
        (Verdict::Unsafe, _, Some(entry)) => {
            let when = fails_when(report, MOST_WAYS);
            match (&*when, given) {
                (_, "") => format!("{entry}() fails {when}"),
                (OF_THE_FORM, given) => format!("{entry}() fails for all arguments{given}"),
                (_, given) => format!("{entry}() fails {when}, for arguments{given}"),
            }
        }
        (Verdict::Unknown, ..) if !report.within.is_empty() => bounded_for(report, given),
        (_, _, Some(entry)) => format!("{entry}(): {word}"),
        (_, _, None) => word.to_owned(),
    }
}

/// `no error with at most 4 blocks from line 12`: what is known of a file if only bounds stand in the way.
pub fn bounded(report: &FileReport) -> String {
    bounded_for(report, &given::within(report))
}

fn bounded_for(report: &FileReport, given: &str) -> String {
    let entry = report.entry.as_ref();
    let entry = entry.map_or_else(String::new, |e| format!(" for all arguments of {e}(){given}"));
    let without = match report.under.as_slice() {
        [] => String::new(),
        _ => format!(", for runs without {}{}", either(&report.under), possible(report)),
    };
    format!("no error with {}{entry}{without}", within(&report.within, &report.parts))
}

/// Which runs keep the bounds of a proof: "at most 4 blocks from line 12 and at most 7 letters in each argument".
fn within(within: &[Within], parts: &Parts) -> String {
    let texts: Vec<String> = within
        .iter()
        .map(|Within { bound, lines }| {
            let each = if lines.len() > 1 { "each of " } else { "" };
            let place = format!("{each}{}", words::lines(lines, parts));
            match *bound {
                Most::Blocks(most) => format!("at most {} from {place}", doubts::count(most, "block")),
                Most::Elements(most) => {
                    format!("at most {} in each block from {place}", doubts::count(most, "element"))
                }
                Most::Arguments(most) => format!("at most {}", doubts::count(most, "argument")),
                Most::Letters(most) => format!("at most {} in each argument", doubts::count(most, "letter")),
            }
        })
        .collect();
    words::list(&texts)
}

/// What gets further than bounds, as far as something does.
pub fn further(report: &FileReport) -> Option<&'static str> {
    let blocks = report.within.iter().any(|within| matches!(within.bound, Most::Blocks(_)));
    blocks.then_some("raise --blocks")
}

/// The conditions under which a function that was started by itself fails, as Reduce has left them: what it needs of its
/// arguments and does not say.
fn fails_when(report: &FileReport, most: usize) -> String {
    let mut ways: Vec<String> = Vec::new();
    for Way { conditions, besides } in ways::of(report) {
        let texts: Vec<&str> = conditions.iter().map(String::as_str).collect();
        ways.push(match (&texts[..], &*besides) {
            ([], "") if report.given.is_empty() => return "whatever its arguments are".to_owned(),
            ([], "") => return OF_THE_FORM.to_owned(),
            ([], _) => match besides.strip_prefix("if ") {
                Some(reached) => reached.to_owned(),
                None => "some choices at `*` are made".to_owned(),
            },
            (_, "") => conjunction(&texts),
            (_, _) => format!("{} ({besides})", conjunction(&texts)),
        });
    }
    ways.dedup();
    let more = ways.len().saturating_sub(most);
    ways.truncate(most);
    let others = words::count(more, "other way", "other ways");
    let rest = if more > 0 { format!(", or in {others}") } else { String::new() };
    format!("when {}{rest}", ways.join(", or "))
}

/// Conditions joined as C joins them: at most eight, and how many others there are.
fn conjunction(conditions: &[&str]) -> String {
    match conditions {
        [first @ .., _] if first.len() >= 8 => {
            let others = words::count(conditions.len() - 8, "other condition", "other conditions");
            format!("{} and {others} (--level slice lists them)", first[..8].join(" && "))
        }
        _ => conditions.join(" && "),
    }
}

/// Whether the verdict itself ends with something in parentheses: a run that it leaves out.
pub fn shows_run(report: &FileReport) -> bool {
    let limited = report.verdict == Verdict::Safe || !report.within.is_empty();
    limited && !possible(report).is_empty()
}

/// ` (possible at line 9: x = 2147483647, y = 1)`: a run that is left out of the question, if one is known.
fn possible(report: &FileReport) -> String {
    let Some(violation) = report.violated.iter().find(|v| report.under.contains(&v.kind)) else {
        return String::new();
    };
    let (shown, more) = doubts::first_inputs(&violation.inputs);
    let values: Vec<String> = shown.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    let more = if more { ", …" } else { "" };
    let with = if values.is_empty() { String::new() } else { format!(": {}{more}", values.join(", ")) };
    format!(" (possible at {}{with})", report.parts.phrase(violation.line))
}

/// `signed overflow or divisions by zero`.
fn either(kinds: &[CheckKind]) -> String {
    let words: Vec<&str> = kinds.iter().map(|&kind| kinds::check(kind).many).collect();
    match words.split_last() {
        Some((last, first @ [_, ..])) => format!("{} or {last}", first.join(", ")),
        _ => words.join(""),
    }
}

/// The reason of a file's verdict on one line, without what [`verdict`] says itself.
pub fn beside(report: &FileReport) -> String {
    if report.within.is_empty() {
        return reason(report);
    }
    let beyond =
        further(report).map_or_else(|| "unknown beyond".to_owned(), |f| format!("unknown beyond: {f}"));
    unchecked(report).map_or_else(|| beyond.clone(), |unchecked| format!("{beyond}; {unchecked}"))
}

/// The file's verdict with its reason on one line.
pub fn reason(report: &FileReport) -> String {
    // What the verdict says itself is not said again.
    let told: Vec<CheckKind> =
        report.violated.iter().map(|v| v.kind).filter(|k| report.under.contains(k)).collect();
    let reason = match (report.verdict, premises::assumed_but(report, &told).split_first()) {
        (Verdict::Safe, Some((first, []))) => format!("{}, assuming {first}", words::bare_reason(report)),
        (Verdict::Safe, Some((first, rest))) => {
            format!("{}, assuming {first} and {} more", words::bare_reason(report), rest.len())
        }
        _ => words::bare_reason(report),
    };
    match unchecked(report) {
        Some(unchecked) if reason.is_empty() => unchecked,
        Some(unchecked) => format!("{reason}; {unchecked}"),
        None => reason,
    }
}

/// What was not looked for: "not checked: overflow".
fn unchecked(report: &FileReport) -> Option<String> {
    let names: Vec<&str> = report.unchecked.iter().map(|kind| kind.name()).collect();
    (!names.is_empty()).then(|| format!("not checked: {}", names.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Within;
    use crate::text::samples;

    #[test]
    fn bounds_that_stand_in_the_way_are_the_verdict() {
        let mut report = samples::file("list.c", Verdict::Unknown, Vec::new());
        report.within = vec![
            Within { bound: Most::Blocks(4), lines: vec![12, 17] },
            Within { bound: Most::Elements(32), lines: vec![20] },
            Within { bound: Most::Letters(1), lines: vec![9, 10] },
        ];
        report.under = vec![CheckKind::Overflow];
        assert_eq!(
            verdict(&report),
            "no error with at most 4 blocks from each of lines 12 and 17, at most 32 elements in each block from \
             line 20 and at most 1 letter in each argument, for runs without signed overflow"
        );
        assert_eq!(beside(&report), "unknown beyond: raise --blocks");
        report.within.remove(0);
        report.unchecked = vec![CheckKind::Uninit];
        assert_eq!(beside(&report), "unknown beyond; not checked: uninit");
    }
}
