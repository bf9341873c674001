//! One explanation as JSON.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::model::{
    Assumption, Claim, Compared, Counterexample, InputValue, Projected, Reason, Step, StepKind,
};
use crate::typed::Typed;

/// One way in which an error happens.
#[derive(Serialize)]
pub struct Explanation<'a> {
    rank: u32,
    eliminated: bool,
    inputs: Vec<Input<'a>>,
    assumptions: Vec<AssumptionView<'a>>,
    slice: Vec<StepView<'a>>,
    trace: Vec<StepView<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    claim: Option<&'a Claim>,
    #[serde(skip_serializing_if = "Option::is_none")]
    projected: Option<Vec<&'a str>>,
    #[serde(skip_serializing_if = "<[Compared]>::is_empty")]
    fails: &'a [Compared],
    #[serde(skip_serializing_if = "Option::is_none")]
    replayed: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    typed: Option<&'a Typed>,
    fingerprint: String,
}

impl<'a> Explanation<'a> {
    /// An explanation with its fingerprint.
    pub fn of((counterexample, fingerprint): (&'a Counterexample, String)) -> Self {
        Explanation {
            rank: counterexample.rank,
            eliminated: counterexample.eliminated,
            inputs: counterexample.inputs.iter().filter(|input| input.is_read()).map(Input::of).collect(),
            assumptions: counterexample.assumptions.iter().map(AssumptionView::of).collect(),
            slice: counterexample.slice.iter().map(|step| StepView::of(step, None)).collect(),
            trace: counterexample
                .trace
                .iter()
                .map(|step| StepView::of(step, Some(step.focus.unwrap_or(false))))
                .collect(),
            claim: counterexample.told.is_none().then_some(&counterexample.claim),
            projected: counterexample.projected.as_ref().map(Projected::texts),
            fails: &counterexample.fails,
            replayed: counterexample.replayed.as_deref(),
            typed: counterexample.typed.as_ref(),
            fingerprint,
        }
    }
}

/// A condition, in words.
#[derive(Serialize)]
pub struct AssumptionView<'a> {
    text: &'a str,
    line: u32,
    column: u32,
    eliminated: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    reduced: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    choice: bool,
}

impl<'a> AssumptionView<'a> {
    /// A condition.
    pub fn of(assumption: &'a Assumption) -> Self {
        let &Assumption { ref text, line, column, eliminated, reduced, choice, constraint: _ } = assumption;
        AssumptionView { text, line, column, eliminated, reduced, choice }
    }
}

/// A value for an input.
#[derive(Serialize)]
pub struct Input<'a> {
    name: String,
    line: u32,
    value: Number<'a>,
    matters: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    undefined: Option<&'a str>,
}

impl<'a> Input<'a> {
    /// The value of an input.
    pub fn of(input: &'a InputValue) -> Self {
        Input {
            name: input.numbered(),
            line: input.line,
            value: Number::of(&input.value),
            matters: input.matters,
            undefined: input.undefined.as_deref(),
        }
    }
}

/// A number where readers of JSON keep it exactly as a 64-bit integer, else its decimal digits as a string.
#[derive(Serialize)]
#[serde(untagged)]
enum Number<'a> {
    Integer(i64),
    Digits(&'a str),
}

impl<'a> Number<'a> {
    fn of(decimal: &'a str) -> Self {
        decimal.parse().map_or(Number::Digits(decimal), Number::Integer)
    }
}

/// A step of a slice or a trace.
#[derive(Serialize)]
pub struct StepView<'a> {
    line: u32,
    column: u32,
    function: &'a str,
    depth: u32,
    kind: StepKind,
    outcome: Option<bool>,
    text: &'a str,
    nest: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    focus: Option<bool>,
    occurrence: u32,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    values: BTreeMap<&'a str, Number<'a>>,
    #[serde(skip_serializing_if = "<[Reason]>::is_empty")]
    reasons: &'a [Reason],
    #[serde(skip_serializing_if = "Option::is_none")]
    slice_step: Option<u32>,
}

impl<'a> StepView<'a> {
    /// A step, with whether it is a focus statement if it is one of a trace.
    pub fn of(step: &'a Step, focus: Option<bool>) -> Self {
        StepView {
            line: step.line,
            column: step.column,
            function: &step.function,
            depth: step.depth,
            kind: step.kind,
            outcome: step.outcome,
            text: &step.text,
            nest: step.nest,
            focus,
            occurrence: step.occurrence,
            values: step.values.iter().map(|(name, value)| (name.as_str(), Number::of(value))).collect(),
            reasons: &step.reasons,
            slice_step: step.slice_step,
        }
    }
}
