//! What is found, in words; used by every writer for people.

pub use super::premises::assumed;
use crate::kinds;
use std::collections::BTreeSet;

use focuscheck_base::source::Parts;
use focuscheck_cells::facts::cfg::ErrorKind;

use super::doubts;
use super::model::gathered;
use super::model::{
    Compared, Counterexample, Effort, ErrorReport, FileReport, InputValue, ReduceStep, SettledBy, Status,
    Suppression, Verdict,
};
use super::verify::words as obligations;

/// What a step shows of something: `x = 1`, `p -> stock[2]`, `p is freed`.
pub fn shown((name, value): &(String, String)) -> String {
    let is_sentence = ["-> ", "is ", "has "].iter().any(|verb| value.starts_with(verb));
    if is_sentence { format!("{name} {value}") } else { format!("{name} = {value}") }
}

/// The files of a program as its name: `main.c with stack.c and queue.c`.
pub fn program(report: &FileReport) -> String {
    let units: Vec<&str> = report.parts.units().collect();
    match &units[..] {
        [] => report.path.clone(),
        all if all.len() <= 3 => format!("{} with {}", report.path, list(all)),
        all => format!("{} with {} other files", report.path, all.len()),
    }
}

/// A file, with the function of it that was started by itself: `ring.c: ring_push()`.
pub fn started(report: &FileReport) -> String {
    of_file(&report.path, report.entry.as_deref())
}

/// How what was started in a file is called.
pub fn of_file(path: &str, entry: Option<&str>) -> String {
    entry.map_or_else(|| path.to_owned(), |entry| format!("{path}: {entry}()"))
}

/// How an error was settled, in words.
pub fn settled_by(by: SettledBy) -> &'static str {
    match by {
        SettledBy::Bulk => "settled with all checks at once",
        SettledBy::Refinement => "settled by refinement",
        SettledBy::Walk => "settled by the walk back",
        SettledBy::Probing => "settled by runs on guessed inputs",
        SettledBy::Directed => "settled by a directed search",
        SettledBy::Invariants => "settled by invariants of the tracked states",
        SettledBy::Cases => "settled by cases",
    }
}

/// What an error took: `settled by the walk back; 12 states, 30 points, 0.004 s`.
pub fn effort(error: &ErrorReport, effort: &Effort) -> String {
    let by = error.settled_by.map_or("not settled", settled_by);
    let states = count(usize::try_from(effort.states).unwrap_or(usize::MAX), "state", "states");
    let points = count(usize::try_from(effort.points).unwrap_or(usize::MAX), "point", "points");
    let (seconds, rest) = (effort.milliseconds / 1000, effort.milliseconds % 1000);
    format!("{by}; {states}, {points}, {seconds}.{rest:03} s")
}

/// The verdict as it is printed.
pub fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Safe => "safe",
        Verdict::Unsafe => "unsafe",
        Verdict::Unknown => "unknown",
        Verdict::Nothing => "nothing to check",
        Verdict::Failed => "failed",
    }
}

/// What a file without errors and without places to check has.
const NOTHING: &str = "it contains no error to look for";

/// Why a file is unknown although no error is, or why an error is: "3 assertions hold; 4 pointer accesses could not be
/// judged, line 12 first (pointer dereference)".
pub fn undecided(report: &FileReport) -> Option<String> {
    let of = |status, checks| {
        let errors = report.errors.iter();
        errors.filter(|e| e.status == status && e.is_check() == checks).collect::<Vec<_>>()
    };
    // What the program itself says is an error comes first.
    if let Some(open) = of(Status::Unknown, false).first() {
        return doubts::reason(open, &report.parts);
    }
    let mut parts = Vec::new();
    let held = of(Status::Unreachable, false);
    match held.len() {
        0 => {}
        number if held.iter().all(|error| error.kind == ErrorKind::Assertion) => {
            parts.push(count(number, "assertion holds", "assertions hold"));
        }
        number => parts.push(count(number, "error cannot be reached", "errors cannot be reached")),
    }
    let before = parts.len();
    let open = of(Status::Unknown, true);
    if let Some(first) = open.first() {
        let number = count(open.len(), "check is", "checks are");
        let reason = doubts::reason(first, &report.parts).unwrap_or_else(|| doubts::UNRECORDED.to_owned());
        parts.push(format!("{number} undecided, {} first: {reason}", report.parts.phrase(first.line)));
    }
    if let Some(first) = report.unjudged.iter().min_by_key(|place| place.line) {
        let number = count(report.unjudged.len(), "pointer access", "pointer accesses");
        let place = report.parts.phrase(first.line);
        parts.push(format!("{number} could not be judged, {place} first ({})", first.reason));
    }
    (parts.len() > before).then(|| parts.join("; "))
}

/// `1 file`, `2 files`.
pub fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// `true ×199, then false`: how a condition came out, run by run; the first runs, if there are many.
pub fn outcomes(outcomes: impl Iterator<Item = bool>, times: &str, ellipsis: &str) -> String {
    const MOST_RUNS: usize = 4;
    let mut runs: Vec<(bool, usize)> = Vec::new();
    for outcome in outcomes {
        match runs.last_mut() {
            Some((last, length)) if *last == outcome => *length += 1,
            _ => runs.push((outcome, 1)),
        }
    }
    let run = |&(outcome, length): &(bool, usize)| match length {
        1 => outcome.to_string(),
        _ => format!("{outcome} {times}{length}"),
    };
    let mut words: Vec<String> = runs.iter().take(MOST_RUNS).map(run).collect();
    if runs.len() > MOST_RUNS {
        words.push(ellipsis.to_owned());
    }
    words.join(", then ")
}

/// `1st`, `2nd`, `3rd`, `4th`, `11th`.
pub fn ordinal(number: u32) -> String {
    let suffix = match (number % 100, number % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{number}{suffix}")
}

/// How a block of the heap is called: the how-manieth that was allocated on a line.
pub fn block(number: u32, line: u32) -> String {
    format!("{} block from line {line}", ordinal(number))
}

/// `a`, `a and b`, `a, b and c`.
pub fn list<T: AsRef<str>>(items: &[T]) -> String {
    match items {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [most @ .., last] => {
            let most: Vec<&str> = most.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", most.join(", "), last.as_ref())
        }
    }
}

/// `line 12` for `12`; `header.h:12` stays what it is.
pub fn at(place: &str) -> String {
    if place.contains(':') { place.to_owned() } else { format!("line {place}") }
}

/// `line 3`, `lines 3, 5 and 9`; neighbours are joined: `lines 3-6`; `line 3 and header.h:12`.
pub fn lines(numbers: &[u32], parts: &Parts) -> String {
    lines_up_to(usize::MAX, numbers, parts)
}

/// The same of at most so many places, with the number of the other lines: `lines 3, 5 and 87 more`.
pub fn lines_up_to(most: usize, numbers: &[u32], parts: &Parts) -> String {
    let elsewhere =
        numbers.iter().position(|&line| parts.presumed(line).0.is_some()).unwrap_or(numbers.len());
    let (numbers, elsewhere) = numbers.split_at(elsewhere);
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for &number in numbers {
        match ranges.last_mut() {
            Some((_, end)) if *end + 1 == number => *end = number,
            _ => ranges.push((number, number)),
        }
    }
    // Each text with the lines that it names.
    let own = ranges.iter().flat_map(|&(start, end)| match end - start {
        0 => vec![(start.to_string(), 1)],
        1 => vec![(start.to_string(), 1), (end.to_string(), 1)],
        lines => vec![(format!("{start}-{end}"), lines as usize + 1)],
    });
    let mut texts: Vec<(String, usize)> =
        own.chain(elsewhere.iter().map(|&line| (parts.name(line), 1))).collect();
    if texts.len() > most.saturating_add(1) {
        let more: usize = texts.drain(most..).map(|(_, lines)| lines).sum();
        texts.push((format!("{more} more"), more));
    }
    let texts: Vec<String> = texts.into_iter().map(|(text, _)| text).collect();
    match numbers.len() {
        0 => list(&texts),
        1 => format!("line {}", list(&texts)),
        _ => format!("lines {}", list(&texts)),
    }
}

/// What the error is, as the subject of a sentence, with the verb in the form that `can` asks for:
/// "assertion `x > 0` can fail" or "assertion `x > 0` cannot fail".
pub fn error(error: &ErrorReport, can: &str) -> String {
    if let Some(obligation) = &error.obligation {
        return format!("{} {can} fail", obligations::subject(obligation));
    }
    let text = error.text.split_whitespace().collect::<Vec<_>>().join(" ");
    let words = kinds::error(error.kind);
    format!("{}`{text}` {can} {}", words.noun, words.can)
}

/// Whether an error that cannot be reached is a check of a line of which another check may fail: C may leave open which one is
/// first, and a run that fails both is told as one of the other.
pub fn is_said_of_runs_that_pass(report: &FileReport, proved: &ErrorReport) -> bool {
    let is_check = |error: &ErrorReport| error.is_check() && error.obligation.is_none();
    let may_fail = |other: &ErrorReport| {
        is_check(other) && other.line == proved.line && other.status != Status::Unreachable
    };
    proved.status == Status::Unreachable && is_check(proved) && report.errors.iter().any(may_fail)
}

/// The name of the kind that an error has; an obligation has the name of its label.
pub fn kind(error: &ErrorReport) -> &'static str {
    match &error.obligation {
        Some(obligation) => obligations::label(obligation.property),
        None => error.kind.name(),
    }
}

/// What is known of an error, in a word.
pub fn status(error: &ErrorReport) -> &'static str {
    if let Some(obligation) = &error.obligation {
        return obligations::verdict(&obligation.verdict);
    }
    match error.status {
        Status::Reachable => "reachable",
        Status::Unreachable => "unreachable",
        Status::Unknown => "unknown",
    }
}

/// What decides that a run fails: "100 + 151 == 150 is false".
pub fn failing(fails: &[Compared]) -> String {
    let comparison = |compared: &Compared| format!("{} is {}", compared.text, compared.holds);
    list(&fails.iter().map(comparison).collect::<Vec<_>>())
}

/// The inputs of an explanation on one line, at most so many of those that matter: `x = 1, y = 0 and 3 others that do
/// not matter`; `None` if there are none.
pub fn inputs(counterexample: &Counterexample, most: usize) -> Option<String> {
    let inputs = gathered(&counterexample.inputs);
    let matter: Vec<_> = inputs.iter().filter(|input| input.matters).collect();
    let rest = inputs.iter().filter(|input| input.is_read() && !input.matters);
    let places: BTreeSet<(&str, u32)> = rest.map(|input| (input.name.as_str(), input.line)).collect();
    let shown = matter.iter().take(most).map(|input| format!("{} = {}", input.numbered(), input.value));
    let mut texts: Vec<String> = shown.collect();
    if matter.len() > most {
        texts.push(format!("{} more", matter.len() - most));
    }
    let shown = (!texts.is_empty()).then(|| texts.join(", "));
    match (shown, places.len()) {
        (None, 0) => None,
        (shown, 0) => shown,
        (None, number) if !counterexample.claim.is_settled() => Some(count(number, "input", "inputs")),
        (None, number) => Some(count(number, "input that does not matter", "inputs that do not matter")),
        (Some(shown), number) => Some(format!("{shown} and {}", others(number, &[counterexample]))),
    }
}

/// Inputs that are read and not shown: "3 others that do not matter". Where other errors, ends and loops decide whether a run
/// comes to the error, they are only counted: they may decide about these.
pub fn others(number: usize, shown: &[&Counterexample]) -> String {
    match shown.iter().all(|counterexample| counterexample.claim.is_settled()) {
        true => count(number, "other that does not matter", "others that do not matter"),
        false => count(number, "other", "others"),
    }
}

/// What to say of an explanation when no condition is left.
pub fn without_condition(counterexample: &Counterexample) -> String {
    let claim = &counterexample.claim;
    if !counterexample.inputs.iter().any(InputValue::is_read) {
        return "in every run".to_owned();
    }
    let mut others = counterexample.inputs.iter().filter(|input| input.matters && !input.is_choice);
    match (claim.some_choices, others.next()) {
        (false, _) => "whatever the inputs are".to_owned(),
        (true, None) => "for some choices at `*`".to_owned(),
        (true, Some(_)) => "for some choices at `*`, whatever the other inputs are".to_owned(),
    }
}

/// What decides, besides the conditions of an explanation, whether a run fails there: ", unless it fails at line 3 before",
/// ", if line 9 is reached"; empty if nothing does.
pub fn qualification(counterexample: &Counterexample, parts: &Parts) -> String {
    /// So many errors are named by their lines.
    const MOST: usize = 4;
    let claim = &counterexample.claim;
    let has_conditions = counterexample.assumptions.iter().any(|assumption| !assumption.eliminated);
    let mut said = String::new();
    if claim.some_choices && has_conditions {
        said.push_str(", for some choices at `*`");
    }
    let own = counterexample.slice.last().map(|step| step.line);
    if claim.if_reached {
        let line = own.map_or("it".to_owned(), |line| parts.phrase(line));
        said.push_str(&format!(", if {line} is reached"));
        // Whoever fails at another line before does not reach this one.
        if own.is_some_and(|own| claim.unless.contains(&own)) {
            said.push_str(", unless another check of the line fails before");
        }
    } else if !claim.unless.is_empty() {
        said.push_str(&match claim.unless[..] {
            [line] if Some(line) == own => ", unless another check of the line fails before".to_owned(),
            ref all if all.len() > MOST && own.is_some_and(|own| all.contains(&own)) => {
                format!(
                    ", unless another check of the line or one of {} lines before fails first",
                    all.len() - 1
                )
            }
            ref all if all.len() > MOST => format!(", unless one of {} lines before fails first", all.len()),
            ref all => format!(", unless it fails at {} before", lines(all, parts)),
        });
    }
    said
}

/// The functions without a body whose results matter for an error: "`twice()`: no body, any value".
pub fn undefined_functions(error: &ErrorReport) -> Option<String> {
    let inputs = error.counterexamples.iter().flat_map(|counterexample| &counterexample.inputs);
    let names: BTreeSet<&str> =
        inputs.filter(|input| input.matters).filter_map(|input| input.undefined.as_deref()).collect();
    let calls: Vec<String> = names.into_iter().map(|name| format!("`{name}()`")).collect();
    (!calls.is_empty()).then(|| format!("{}: no body, any value", list(&calls)))
}

/// The headline of an error.
pub fn headline(report: &ErrorReport) -> String {
    match report.status {
        Status::Reachable => error(report, "can"),
        Status::Unreachable => error(report, "cannot"),
        Status::Unknown => error(report, "may or may not"),
    }
}

/// Why an error is not to be acted on: "ignored: it is checked before", "as in the baseline".
pub fn ignored(error: &ErrorReport) -> Option<String> {
    Some(match error.suppressed.as_ref()? {
        Suppression::Comment { why: Some(why) } => format!("ignored: {why}"),
        Suppression::Comment { why: None } => "ignored".to_owned(),
        Suppression::Baseline => "as in the baseline".to_owned(),
    })
}

/// The line at which an error is shown: its own, but for a condition, which is violated by any statement that
/// makes it true, the one at which the best explanation ends.
pub fn error_line(error: &ErrorReport) -> u32 {
    let last = error.counterexamples.iter().find_map(|counterexample| counterexample.slice.last());
    match last {
        Some(last) if error.kind == ErrorKind::Condition || error.line == 0 => last.line,
        _ => error.line,
    }
}

/// Whether the explanations are all there are.
pub fn completeness(error: &ErrorReport, parts: &Parts) -> String {
    if error.complete {
        let variants = match error.subsumed {
            0 => return "these are all ways".to_owned(),
            1 => "1 longer variant".to_owned(),
            more => format!("{more} longer variants"),
        };
        let these = if kept(error).len() == 1 { "this" } else { "these" };
        return format!("{these} and {variants}, not listed, are all ways");
    }
    match &error.cut {
        Some(cut) => format!("there may be more: {}", doubts::text(cut, parts)),
        None if error.narrowed => "other inputs may lead to the same steps".to_owned(),
        None => "there may be more".to_owned(),
    }
}

/// The explanations that Reduce left, best first.
pub fn kept(error: &ErrorReport) -> Vec<&Counterexample> {
    let all = &error.counterexamples;
    let by_rank = |rank: u32| all.iter().find(|counterexample| counterexample.rank == rank);
    let kept: Vec<&Counterexample> =
        error.reduced.iter().filter_map(|reduced| by_rank(reduced.rank)).collect();
    if kept.is_empty() {
        all.iter().filter(|counterexample| !counterexample.eliminated).collect()
    } else {
        kept
    }
}

/// The lines of an explanation's NEST.
pub fn nest(error: &ErrorReport, counterexample: &Counterexample) -> Vec<u32> {
    if let Some(reduced) = error.reduced.iter().find(|reduced| reduced.rank == counterexample.rank) {
        return reduced.nest.clone();
    }
    let mut lines: Vec<u32> =
        counterexample.slice.iter().filter(|step| step.nest).map(|step| step.line).collect();
    lines.sort_unstable();
    lines.dedup();
    lines
}

/// How many explanations there are, and whether these are all.
pub fn overview(error: &ErrorReport, parts: &Parts) -> String {
    if let Some(obligation) = &error.obligation {
        return obligations::failure(obligation).unwrap_or_default();
    }
    let (found, kept) = (error.counterexamples.len(), kept(error).len());
    let number = count(found, "explanation", "explanations");
    let reduced = if kept == found { String::new() } else { format!(", {kept} after reduction") };
    let subsumed = match error.subsumed {
        _ if error.complete => String::new(),
        0 => String::new(),
        1 => ", 1 longer variant not listed".to_owned(),
        more => format!(", {more} longer variants not listed"),
    };
    format!("{number}{reduced}{subsumed}; {}", completeness(error, parts))
}

/// A step of Reduce as a sentence.
pub fn reduce_step(step: &ReduceStep, parts: &Parts) -> String {
    match step {
        ReduceStep::Complementary { line, first_rank, first, second_rank, second } => format!(
            "{} fails either way: `{first}` deleted from #{first_rank}, `{second}` from #{second_rank}",
            parts.phrase(*line)
        ),
        ReduceStep::Identical { kept_rank, dropped_rank } => {
            format!("#{dropped_rank} dropped: same statements and conditions as #{kept_rank}")
        }
    }
}

/// The reason of a verdict without what is assumed.
pub fn bare_reason(report: &FileReport) -> String {
    let reachable: Vec<&ErrorReport> =
        report.errors.iter().filter(|error| error.status == Status::Reachable).collect();
    match report.verdict {
        Verdict::Unsafe => {
            let Some(first) = reachable.first() else {
                return report.reason.clone().unwrap_or_default();
            };
            let place = match error_line(first) {
                0 => String::new(),
                line => format!("{}: ", report.parts.phrase(line)),
            };
            let more = match reachable.len() {
                1 => String::new(),
                number => format!(", and {}", count(number - 1, "more error", "more errors")),
            };
            format!("{place}{}{more}", error(first, "can"))
        }
        Verdict::Safe if !report.functions.is_empty() => {
            let all = count(report.errors.len(), "obligation", "obligations");
            format!("{all} proved")
        }
        Verdict::Safe => {
            let proved = match report.errors.len() {
                0 => NOTHING.to_owned(),
                1 => "its error cannot be reached".to_owned(),
                number => format!("none of its {number} errors can be reached"),
            };
            report.reason.clone().unwrap_or(proved)
        }
        Verdict::Nothing => report.reason.clone().unwrap_or_else(|| NOTHING.to_owned()),
        Verdict::Unknown | Verdict::Failed => report
            .reason
            .clone()
            .or_else(|| report.errors.iter().find_map(|error| doubts::reason(error, &report.parts)))
            .unwrap_or_else(|| doubts::UNRECORDED.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use focuscheck_base::options::CheckKind;

    use super::*;
    use crate::model::Unjudged;
    use crate::text::samples;

    #[test]
    fn numbers_and_lists_in_words() {
        assert_eq!(
            [1, 2, 3, 4, 11, 12, 13, 21, 112].map(ordinal).join(" "),
            "1st 2nd 3rd 4th 11th 12th 13th 21st 112th"
        );
        assert_eq!(list::<&str>(&[]), "");
        assert_eq!(list(&["a", "b", "c"]), "a, b and c");
        let lines = |numbers: &[u32]| super::lines(numbers, &Parts::default());
        assert_eq!(lines(&[6]), "line 6");
        assert_eq!(lines(&[6, 7]), "lines 6 and 7");
        assert_eq!(lines(&[3, 4, 5, 9]), "lines 3-5 and 9");
        let up_to = |most| lines_up_to(most, &[3, 4, 5, 9, 12, 14, 15, 16], &Parts::default());
        assert_eq!(up_to(2), "lines 3-5, 9 and 4 more");
        // What would be left out is not longer than to say so.
        assert_eq!(up_to(3), "lines 3-5, 9, 12 and 14-16");
        assert_eq!(count(1, "way", "ways"), "1 way");
    }

    #[test]
    fn places_that_could_not_be_judged_are_counted() {
        let place = |line| Unjudged {
            kind: CheckKind::Pointer,
            function: "main".to_owned(),
            line,
            column: 1,
            reason: "pointer dereference".to_owned(),
        };
        let held = vec![samples::error(Status::Unreachable); 3];
        let mut report = samples::file("a.c", Verdict::Unknown, held);
        assert_eq!(undecided(&report), None);
        report.unjudged = [14, 12, 30, 31].map(place).to_vec();
        assert_eq!(
            undecided(&report).as_deref(),
            Some(
                "3 assertions hold; 4 pointer accesses could not be judged, line 12 first (pointer dereference)"
            )
        );
        report.errors.truncate(1);
        report.unjudged.truncate(1);
        let check = ErrorReport { kind: ErrorKind::Check(CheckKind::Div), ..samples::error(Status::Unknown) };
        report.errors.push(ErrorReport {
            doubt: Some(focuscheck_base::doubt::Doubt::NoRun),
            line: 7,
            ..check
        });
        assert_eq!(
            undecided(&report).as_deref(),
            Some(
                "1 assertion holds; 1 check is undecided, line 7 first: no run that follows a sequence was found; 1 pointer access could not be \
                 judged, line 14 first (pointer dereference)"
            )
        );
    }
}
