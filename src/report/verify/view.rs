//! Obligations as errors, so that every writer and the explorer can take them: traces are slices, what is given are
//! assumptions, and a verification condition is a sequence of sentences that each have a line.

use crate::model::{
    Assumption, Claim, Counterexample, ErrorReport, InputValue, Reduced, Status, Step, StepKind, StepsKind,
};
use focuscheck_base::source::Parts;
use focuscheck_cells::facts::cfg::ErrorKind;
use focuscheck_vc::guarded::graph::Property;

use super::explanation;
use super::model::{Explained, FunctionReport, Hypothesis, ObligationReport, ObligationVerdict};
use super::words;

/// The obligations of all functions, in their order.
pub fn errors(functions: &[FunctionReport], parts: &Parts) -> Vec<ErrorReport> {
    let mut errors = Vec::new();
    for function in functions {
        for (number, obligation) in function.obligations.iter().enumerate() {
            let conditions = function.conditions.iter().filter(|condition| condition.obligation == number);
            errors.push(error(function, obligation, &conditions.collect::<Vec<_>>(), parts));
        }
    }
    errors
}

/// The rank that an error's next explanation has.
fn next_rank(ways: &[Counterexample]) -> u32 {
    u32::try_from(ways.len()).unwrap_or(u32::MAX).saturating_add(1)
}

/// Puts the focus statements of a run that fails before what else is told of an obligation.
pub fn explain_by(error: &mut ErrorReport, run: Counterexample) {
    let run = Counterexample { told: Some(StepsKind::Run), eliminated: false, ..run };
    // The trace comes first: it is what the message says.
    let place = usize::from(!error.counterexamples.is_empty());
    error.counterexamples.insert(place, run);
    for (rank, way) in (1..).zip(&mut error.counterexamples) {
        way.rank = rank;
    }
    // What the path says of where to look stays.
    let first = error.reduced.first().filter(|_| place == 1).map(|first| first.nest.clone());
    error.reduced = error.counterexamples.iter().map(reduced).collect();
    if let (Some(known), Some(lines)) = (error.reduced.first_mut(), first) {
        known.nest = lines;
    }
}

/// What an explanation of an obligation is, in a few words; nothing of one of another error.
pub fn title(way: &Counterexample, error: &ErrorReport, parts: &Parts) -> Option<String> {
    Some(match way.told.as_ref()? {
        StepsKind::Trace => {
            let obligation = error.obligation.as_ref()?;
            let why = obligation.why.as_ref().map_or_else(String::new, |why| format!("; {why}"));
            format!("{}{why}", words::failure(obligation)?)
        }
        StepsKind::Run => "what the run depends on".to_owned(),
        StepsKind::Condition(condition) => {
            let verdict = words::verdict(&condition.verdict);
            let (first, last) = condition.lines;
            let lines = if first == last { format!("line {first}") } else { format!("lines {first}-{last}") };
            format!("VC, {lines}, {verdict}: {}", explanation::conclusion(&condition.show, parts))
        }
    })
}

fn reduced(way: &Counterexample) -> Reduced {
    let mut nest: Vec<u32> = way.slice.iter().filter(|step| step.nest).map(|step| step.line).collect();
    nest.sort_unstable();
    nest.dedup();
    Reduced { rank: way.rank, nest }
}

fn error(
    function: &FunctionReport,
    obligation: &ObligationReport,
    conditions: &[&Explained],
    parts: &Parts,
) -> ErrorReport {
    let status = match obligation.verdict {
        ObligationVerdict::Valid => Status::Unreachable,
        ObligationVerdict::Run => Status::Reachable,
        ObligationVerdict::Step | ObligationVerdict::Unknown(_) => Status::Unknown,
    };
    let mut ways = Vec::new();
    if words::failure(obligation).is_some() {
        ways.push(trace(function, obligation, conditions, parts));
    }
    let marked = failing(obligation, conditions).map(|condition| marked_lines(&condition.given));
    for condition in conditions {
        let rank = next_rank(&ways);
        ways.push(sentences(function, obligation, condition, rank, parts));
    }
    let mut known: Vec<Reduced> = ways.iter().map(reduced).collect();
    // Where the mistake may be is said of the path, too, whether it comes by there or not.
    if let (Some(first), Some(lines), Some(StepsKind::Trace)) =
        (known.first_mut(), marked, ways.first().and_then(|way| way.told.as_ref()))
    {
        first.nest = lines;
    }
    ErrorReport {
        kind: kind(obligation.property),
        function: function.name.clone(),
        line: obligation.place.overall,
        column: obligation.place.column,
        text: words::text(obligation),
        subject: None,
        status,
        settled_by: None,
        suppressed: None,
        by: None,
        doubt: None,
        obstacle: None,
        uncalled: false,
        complete: true,
        narrowed: false,
        cut: None,
        subsumed: 0,
        reduced: known,
        reduce_steps: Vec::new(),
        counterexamples: ways,
        infeasible: Vec::new(),
        proof: None,
        effort: None,
        obligation: Some(Box::new(obligation.clone())),
    }
}

/// The nearest kind that errors have.
fn kind(property: Property) -> ErrorKind {
    match (property, property.check()) {
        (_, Some(check)) => ErrorKind::Check(check),
        (Property::Error, None) => ErrorKind::ErrorCall,
        (_, None) => ErrorKind::Assertion,
    }
}

fn step(function: &FunctionReport, line: u32, column: u32, text: String) -> Step {
    Step {
        line,
        column,
        function: function.name.clone(),
        depth: 0,
        kind: StepKind::Sentence,
        outcome: None,
        text,
        nest: false,
        occurrence: 1,
        values: Vec::new(),
        reasons: Vec::new(),
        focus: None,
        slice_step: None,
    }
}

/// The condition that a counterexample breaks.
fn failing<'c>(obligation: &ObligationReport, conditions: &[&'c Explained]) -> Option<&'c Explained> {
    let fails = |condition: &&&Explained| {
        words::failure(obligation).is_some() && condition.verdict == obligation.verdict
    };
    conditions.iter().find(fails).copied()
}

fn marked_lines(given: &[Hypothesis]) -> Vec<u32> {
    let mut lines: Vec<u32> = given.iter().filter(|given| given.mark).map(|given| given.line).collect();
    lines.sort_unstable();
    lines.dedup();
    lines
}

/// The path on which an obligation fails, with what was given on it.
fn trace(
    function: &FunctionReport,
    obligation: &ObligationReport,
    conditions: &[&Explained],
    parts: &Parts,
) -> Counterexample {
    let mut slice: Vec<Step> = obligation
        .trace
        .iter()
        .map(|label| {
            let text = words::trace_event(label.kind);
            step(function, label.place.overall, label.place.column, text)
        })
        .collect();
    let given = failing(obligation, conditions).map_or(&[][..], |condition| &condition.given);
    let text = words::sentence(obligation.property).to_owned();
    let place = &obligation.place;
    slice.push(step(function, place.overall, place.column, text));
    // Where the mistake may be is a place on the way, if the way comes by there.
    for step in &mut slice {
        step.nest = given.iter().any(|given| given.mark && given.line == step.line);
    }
    let at = function.place.overall;
    let inputs = obligation.middle.iter().chain(&obligation.inputs);
    Counterexample {
        rank: 1,
        eliminated: false,
        inputs: inputs.map(|(name, value)| InputValue::new(name, at, value)).collect(),
        assumptions: given.iter().map(|given| assumption(given, parts)).collect(),
        claim: Claim::default(),
        projected: None,
        fails: Vec::new(),
        slice,
        trace: Vec::new(),
        replayed: None,
        told: Some(StepsKind::Trace),
        memory: None,
        typed: None,
    }
}

fn assumption(given: &Hypothesis, parts: &Parts) -> Assumption {
    let eliminated = given.needed == Some(false);
    Assumption { eliminated, ..Assumption::new(explanation::premise(given, parts), given.line, 0) }
}

/// A verification condition, a sentence a step.
fn sentences(
    function: &FunctionReport,
    obligation: &ObligationReport,
    condition: &Explained,
    rank: u32,
    parts: &Parts,
) -> Counterexample {
    let sentence = |given: &Hypothesis| {
        let text = explanation::premise(given, parts);
        Step { nest: given.mark, ..step(function, given.line, 1, text) }
    };
    let mut slice: Vec<Step> = condition.given.iter().map(sentence).collect();
    let show = &condition.show;
    let text = format!("show that {}", explanation::conclusion(show, parts));
    let column = if show.line == obligation.place.overall { obligation.place.column } else { 1 };
    slice.push(step(function, show.line, column, text));
    Counterexample {
        rank,
        eliminated: false,
        inputs: Vec::new(),
        assumptions: condition.given.iter().map(|given| assumption(given, parts)).collect(),
        claim: Claim::default(),
        projected: None,
        fails: Vec::new(),
        slice,
        trace: Vec::new(),
        replayed: None,
        told: Some(StepsKind::Condition(Box::new(condition.clone()))),
        memory: None,
        typed: None,
    }
}
