//! The values of the slice's variables along a slice or a trace.

use std::collections::{BTreeMap, BTreeSet};

use focuscheck_report::model::{Counterexample, Step};

/// A variable's value at a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shown {
    pub name: String,
    /// The function whose variable it is, if it is one of a caller.
    pub owner: Option<String>,
    pub value: String,
    /// The value before, if the step changed it.
    pub before: Option<String>,
    /// Whether the step made it known or changed it.
    pub new: bool,
}

/// A call that is open, with what is known of its variables.
struct Frame<'a> {
    function: &'a str,
    values: BTreeMap<&'a str, &'a str>,
}

/// The names of the variables that the slice shows, those of a function with its name.
fn chosen<'a>(slice: &'a [Step], globals: &BTreeSet<String>) -> BTreeSet<(&'a str, &'a str)> {
    let named =
        |step: &'a Step| step.values.iter().map(move |(name, _)| (step.function.as_str(), name.as_str()));
    let global = |name: &str| globals.contains(name);
    slice
        .iter()
        .flat_map(named)
        .map(|(function, name)| if global(name) { ("", name) } else { (function, name) })
        .collect()
}

/// What is known after a step of `steps`, which are the slice or the trace of the explanation. Innermost call
/// first, then globals, then callers.
pub(super) fn values(
    explanation: &Counterexample,
    globals: &BTreeSet<String>,
    steps: &[Step],
    at: usize,
) -> Vec<Shown> {
    let chosen = chosen(&explanation.slice, globals);
    let mut frames: Vec<Frame> = Vec::new();
    let mut shared: BTreeMap<&str, &str> = BTreeMap::new();
    let mut changes: BTreeMap<(&str, &str), Option<&str>> = BTreeMap::new();
    for (number, step) in steps.iter().enumerate().take(at + 1) {
        let depth = step.depth as usize;
        frames.truncate(depth + 1);
        if frames.last().is_some_and(|frame| frames.len() == depth + 1 && frame.function != step.function) {
            frames.pop();
        }
        while frames.len() <= depth {
            frames.push(Frame { function: &step.function, values: BTreeMap::new() });
        }
        for (name, value) in &step.values {
            let global = globals.contains(name);
            let owner = if global { "" } else { step.function.as_str() };
            if !chosen.contains(&(owner, name.as_str())) {
                continue;
            }
            let known = if global { &mut shared } else { &mut frames[depth].values };
            let before = known.insert(name, value);
            if number == at && before != Some(value) {
                changes.insert((owner, name), before);
            }
        }
    }
    let mut result = Vec::new();
    let mut show = |owner: Option<&str>, scope: &str, values: &BTreeMap<&str, &str>| {
        for (&name, &value) in values {
            let change = if owner.is_none() { changes.get(&(scope, name)) } else { None };
            result.push(Shown {
                name: name.to_owned(),
                owner: owner.map(str::to_owned),
                value: value.to_owned(),
                before: change.copied().flatten().map(str::to_owned),
                new: change.is_some(),
            });
        }
    };
    if let Some((innermost, callers)) = frames.split_last() {
        show(None, innermost.function, &innermost.values);
        show(None, "", &shared);
        callers.iter().rev().for_each(|frame| show(Some(frame.function), frame.function, &frame.values));
    }
    result
}

/// The earlier steps of the slice that give a step the values it uses, nearest first.
pub(super) fn uses(slice: &[Step], step: usize) -> Vec<(usize, Option<&str>)> {
    let mut found: Vec<(usize, Option<&str>)> = Vec::new();
    for (number, earlier) in slice.iter().enumerate().take(step).rev() {
        let data = earlier.reasons.iter().filter(|reason| {
            reason.step as usize == step && reason.kind == focuscheck_report::model::Bearing::Data
        });
        found.extend(data.map(|reason| (number, reason.variable.as_deref())));
    }
    found
}
