//! Functions with their obligations as JSON.

use serde::Serialize;

use crate::fingerprint;
use crate::json::explanation::Explanation;
use crate::model::{Counterexample, ErrorReport, FileReport, StepsKind};
use focuscheck_base::source::Parts;

use super::explanation;
use super::model::{
    Explained, FunctionReport, Hypothesis, ObligationReport, ObligationVerdict, Place, TraceStep,
};
use super::words;

/// A function with what has to hold in it. Lines count through all files.
#[derive(Serialize)]
pub struct Function<'r> {
    name: &'r str,
    line: u32,
    contradictory: bool,
    not_followed: Option<String>,
    premises: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unasked: Vec<LeftOut<'r>>,
    obligations: Vec<Obligation<'r>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    vcs: Vec<Condition>,
}

/// A verification condition.
#[derive(Serialize)]
struct Condition {
    obligation: String,
    lines: (u32, u32),
    preserves: bool,
    purpose: String,
    given: Vec<Formula>,
    show: String,
    show_text: String,
    verdict: &'static str,
    outcome: String,
}

#[derive(Serialize)]
struct Formula {
    concept: String,
    line: u32,
    text: String,
    needed: Option<bool>,
    mark: bool,
}

#[derive(Serialize)]
struct Obligation<'r> {
    label: String,
    property: &'static str,
    name: Option<&'r str>,
    line: u32,
    column: u32,
    clause: Option<&'r str>,
    declared: Option<At>,
    callee: Option<&'r str>,
    verdict: &'static str,
    by: Option<&'static str>,
    reason: Option<String>,
    why: Option<&'r str>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    when: &'r [String],
    trace: Vec<Step>,
    state: Vec<Value<'r>>,
    middle: Vec<Value<'r>>,
    from: Option<At>,
    #[serde(skip_serializing_if = "Option::is_none")]
    run: Option<Explanation<'r>>,
    fingerprint: String,
}

#[derive(Serialize)]
struct At {
    line: u32,
    column: u32,
}

#[derive(Serialize)]
struct Step {
    label: String,
    sequence: u32,
    line: u32,
    column: u32,
    text: String,
}

#[derive(Serialize)]
struct Value<'r> {
    name: &'r str,
    value: &'r str,
}

/// An annotation that is not modelled.
#[derive(Serialize)]
pub struct LeftOut<'r> {
    what: &'r str,
    line: u32,
    column: u32,
}

impl<'r> LeftOut<'r> {
    /// Those of a report.
    pub fn all(report: &'r FileReport) -> Vec<Self> {
        LeftOut::of(&report.left_out)
    }

    fn of(all: &'r [(String, Place)]) -> Vec<Self> {
        let of =
            |(what, place): &'r (String, Place)| LeftOut { what, line: place.overall, column: place.column };
        all.iter().map(of).collect()
    }
}

impl<'r> Function<'r> {
    /// Those of a report. Its errors are the obligations of its functions, in the same order.
    pub fn all(report: &'r FileReport) -> Vec<Self> {
        let mut errors = report.errors.iter().zip(fingerprint::errors(&report.path, &report.errors));
        let functions = report.functions.iter();
        functions
            .map(|function| {
                let own = errors.by_ref().take(function.obligations.len()).collect();
                Function::of(function, own, &report.parts)
            })
            .collect()
    }

    fn of(function: &'r FunctionReport, errors: Vec<(&'r ErrorReport, String)>, parts: &Parts) -> Self {
        let obligations = function.obligations.iter().zip(errors);
        Function {
            name: &function.name,
            line: function.place.overall,
            contradictory: function.contradictory,
            not_followed: function.not_followed.as_ref().map(words::hindrance),
            premises: function.premises.iter().map(words::premise).collect(),
            unasked: LeftOut::of(&function.unasked),
            obligations: obligations
                .map(|(obligation, (error, fingerprint))| Obligation::of(obligation, error, fingerprint))
                .collect(),
            vcs: function
                .conditions
                .iter()
                .map(|condition| Condition::of(condition, &function.obligations, parts))
                .collect(),
        }
    }
}

impl Condition {
    fn of(condition: &Explained, obligations: &[ObligationReport], parts: &Parts) -> Self {
        let formula = |given: &Hypothesis| Formula {
            concept: explanation::concept(given, parts),
            line: given.line,
            text: explanation::premise(given, parts),
            needed: given.needed,
            mark: given.mark,
        };
        Condition {
            obligation: obligations.get(condition.obligation).map(words::full_label).unwrap_or_default(),
            lines: condition.lines,
            preserves: condition.preserves,
            purpose: explanation::purpose(condition, parts),
            given: condition.given.iter().map(formula).collect(),
            show: explanation::concept(&condition.show, parts),
            show_text: explanation::conclusion(&condition.show, parts),
            verdict: words::verdict(&condition.verdict),
            outcome: explanation::outcome(condition),
        }
    }
}

impl<'r> Obligation<'r> {
    fn of(obligation: &'r ObligationReport, error: &'r ErrorReport, fingerprint: String) -> Self {
        let (verdict, by, reason) = match &obligation.verdict {
            ObligationVerdict::Valid => ("valid", None, None),
            ObligationVerdict::Run => ("invalid", Some("run"), None),
            ObligationVerdict::Step => ("invalid", Some("step"), None),
            ObligationVerdict::Unknown(why) => ("unknown", None, Some(words::hindrance(why))),
        };
        let is_run = |way: &&(&Counterexample, String)| way.0.told == Some(StepsKind::Run);
        let ways = error.counterexamples.iter().zip(fingerprint::explanations(&error.counterexamples));
        Obligation {
            label: words::full_label(obligation),
            property: words::label(obligation.property),
            name: obligation.name.as_deref(),
            line: obligation.place.overall,
            column: obligation.place.column,
            clause: obligation.clause.as_deref(),
            declared: obligation.declared.as_ref().map(At::of),
            callee: obligation.callee.as_deref(),
            verdict,
            by,
            reason,
            why: obligation.why.as_deref(),
            when: &obligation.context,
            trace: obligation.trace.iter().map(Step::of).collect(),
            state: Value::all(&obligation.inputs),
            middle: Value::all(&obligation.middle),
            from: obligation.from.as_ref().map(At::of),
            run: ways.into_iter().find(|way| is_run(&way)).map(Explanation::of),
            fingerprint,
        }
    }
}

impl<'r> Value<'r> {
    fn all(values: &'r [(String, String)]) -> Vec<Self> {
        values.iter().map(|(name, value)| Value { name, value }).collect()
    }
}

impl At {
    fn of(place: &Place) -> Self {
        At { line: place.overall, column: place.column }
    }
}

impl Step {
    fn of(step: &TraceStep) -> Self {
        let Place { line, column, overall, .. } = step.place;
        Step {
            label: format!("{}@{line}.{column}", words::trace_label(step.kind)),
            sequence: step.sequence,
            line: overall,
            column,
            text: words::trace_sentence(step.kind),
        }
    }
}
