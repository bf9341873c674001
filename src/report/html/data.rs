//! The steps of a page for its script: compact, since a run may have many thousands of them.
//!
//! A statement that occurs again with the same outcome at the same depth is a number; what differs is its
//! values. The script that reads this is `page.js`.

use std::collections::BTreeMap;

use serde::Serialize;

use super::code::clean;
use super::pictures::Picture;
use crate::model::{Bearing, Counterexample, ErrorReport, FileReport, Step, StepKind, StepsKind};
use crate::style::Style;
use crate::verify::model::ObligationVerdict;
use crate::words;

/// Steps of traces that a page holds; explanations beyond have no trace on it.
const MAX_TRACE_STEPS: usize = 200_000;

/// The largest number that a script computes with exactly.
const MAX_EXACT: u64 = (1 << 53) - 1;

/// Everything on a page that is not text in the page itself.
#[derive(Serialize)]
pub struct Data {
    /// Names of functions and of variables.
    names: Vec<String>,
    statements: Vec<Statement>,
    errors: Vec<Vec<Explanation>>,
}

/// Line, column, function, depth, kind, outcome, text, whether it is in the NEST, and the variables whose
/// values are known.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
struct Statement(u32, u32, u32, u32, char, Option<u8>, String, u8, Vec<u32>);

#[derive(Serialize)]
struct Explanation {
    rank: u32,
    slice: Sequence,
    /// For each step of the slice: kind, later step, variable.
    reasons: Vec<Vec<(char, u32, Option<u32>)>>,
    trace: Option<Sequence>,
    /// How many steps the trace has.
    steps: usize,
    /// What the last step is, if it does not fail.
    #[serde(skip_serializing_if = "End::is_failure")]
    end: End,
    #[serde(skip_serializing_if = "Option::is_none")]
    memory: Option<Picture>,
}

/// What the last step of an explanation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum End {
    /// What fails.
    Fails,
    /// A conclusion that holds.
    Holds,
    /// One of which nobody knows.
    Open,
}

impl End {
    /// That of an explanation.
    pub fn of(counterexample: &Counterexample) -> Self {
        match &counterexample.told {
            Some(StepsKind::Condition(condition)) => match condition.verdict {
                ObligationVerdict::Valid => End::Holds,
                ObligationVerdict::Run | ObligationVerdict::Step => End::Fails,
                ObligationVerdict::Unknown(_) => End::Open,
            },
            Some(StepsKind::Trace | StepsKind::Run) | None => End::Fails,
        }
    }

    /// The class of its row.
    pub fn class(self) -> &'static str {
        match self {
            End::Fails => "fails",
            End::Holds => "holds",
            End::Open => "open",
        }
    }

    fn is_failure(&self) -> bool {
        *self == End::Fails
    }
}

#[derive(Serialize)]
struct Sequence {
    /// Statements by number.
    s: Vec<u32>,
    /// The values of their variables in order.
    v: Vec<Value>,
    /// Of a trace: the step of the slice from 1, 0 for none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    f: Vec<u32>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Value {
    Number(i64),
    Text(String),
}

impl Data {
    /// The steps of all explanations of a file.
    pub fn new(report: &FileReport, style: &Style) -> Self {
        let mut collector = Collector { style, room: MAX_TRACE_STEPS, ..Collector::new(style) };
        let errors = report.errors.iter().map(|error| collector.error(error)).collect();
        Data { names: collector.names, statements: collector.statements, errors }
    }
}

struct Collector<'a> {
    style: &'a Style,
    names: Vec<String>,
    name_numbers: BTreeMap<String, u32>,
    statements: Vec<Statement>,
    statement_numbers: BTreeMap<Statement, u32>,
    /// Steps of traces that there is still room for.
    room: usize,
}

impl<'a> Collector<'a> {
    fn new(style: &'a Style) -> Self {
        Collector {
            style,
            names: Vec::new(),
            name_numbers: BTreeMap::new(),
            statements: Vec::new(),
            statement_numbers: BTreeMap::new(),
            room: 0,
        }
    }

    /// The explanations that Reduce left, then the others.
    fn error(&mut self, error: &ErrorReport) -> Vec<Explanation> {
        ordered(error).into_iter().map(|counterexample| self.explanation(counterexample)).collect()
    }

    fn explanation(&mut self, counterexample: &Counterexample) -> Explanation {
        let steps = counterexample.trace.len();
        let fits = steps > 0 && steps <= self.room;
        if fits {
            self.room -= steps;
        }
        let reasons = counterexample.slice.iter().map(|step| {
            let entry = |reason: &crate::model::Reason| {
                let variable = reason.variable.as_deref().map(|variable| self.name(variable));
                (letter(reason.kind), reason.step, variable)
            };
            step.reasons.iter().map(entry).collect()
        });
        Explanation {
            rank: counterexample.rank,
            reasons: reasons.collect(),
            slice: self.sequence(&counterexample.slice),
            trace: fits.then(|| self.sequence(&counterexample.trace)),
            steps,
            end: End::of(counterexample),
            memory: counterexample.memory.as_ref().map(|memory| Picture::new(memory, self.style)),
        }
    }

    fn sequence(&mut self, steps: &[Step]) -> Sequence {
        let mut sequence = Sequence { s: Vec::new(), v: Vec::new(), f: Vec::new() };
        for step in steps {
            sequence.s.push(self.statement(step));
            sequence.v.extend(step.values.iter().map(|(_, text)| value(text, self.style)));
            if step.focus.is_some() {
                sequence.f.push(step.slice_step.map_or(0, |index| index + 1));
            }
        }
        sequence
    }

    fn statement(&mut self, step: &Step) -> u32 {
        let variables = step.values.iter().map(|(name, _)| self.name(name)).collect();
        let statement = Statement(
            step.line,
            step.column,
            self.name(&step.function),
            step.depth,
            kind(step.kind),
            step.outcome.map(u8::from),
            clean(&step.text, self.style),
            u8::from(step.nest),
            variables,
        );
        let next = self.statements.len() as u32;
        *self.statement_numbers.entry(statement).or_insert_with_key(|statement| {
            self.statements.push(statement.clone());
            next
        })
    }

    fn name(&mut self, name: &str) -> u32 {
        if let Some(&number) = self.name_numbers.get(name) {
            return number;
        }
        let number = self.names.len() as u32;
        self.names.push(self.style.clean(name));
        self.name_numbers.insert(name.to_owned(), number);
        number
    }
}

/// All explanations in the order of the page: what Reduce left first, then what it dropped.
pub fn ordered(error: &ErrorReport) -> Vec<&Counterexample> {
    let mut all = words::kept(error);
    let kept: Vec<u32> = all.iter().map(|counterexample| counterexample.rank).collect();
    all.extend(error.counterexamples.iter().filter(|counterexample| !kept.contains(&counterexample.rank)));
    all
}

fn value(text: &str, style: &Style) -> Value {
    match text.parse::<i64>() {
        Ok(number) if number.unsigned_abs() <= MAX_EXACT && number.to_string() == text => {
            Value::Number(number)
        }
        _ => Value::Text(style.clean(text)),
    }
}

fn kind(kind: StepKind) -> char {
    match kind {
        StepKind::Assign => 'a',
        StepKind::Branch => 'b',
        StepKind::Call => 'c',
        StepKind::Return => 'r',
        StepKind::Error => 'e',
        StepKind::Assume => 'h',
        StepKind::Sentence => 't',
    }
}

fn letter(bearing: Bearing) -> char {
    match bearing {
        Bearing::Data => 'd',
        Bearing::Control => 'c',
        Bearing::Potential => 'p',
        Bearing::Call => 'l',
    }
}

/// JSON that can stand in a script element whatever is in it: nothing in it can close the element, open a
/// comment, or be a line break to a script.
pub fn embedded(data: &impl Serialize) -> Result<String, serde_json::Error> {
    let json = serde_json::to_string(data)?;
    let mut safe = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => safe.push_str(&format!("\\u{:04x}", c as u32)),
            c => safe.push(c),
        }
    }
    Ok(safe)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::samples;

    #[test]
    fn nothing_in_the_data_can_leave_its_element() {
        let hostile = "</script><!-- & \u{2028}\u{2029} \"\\";
        let text = embedded(&hostile).expect("JSON");
        assert_eq!(text, r#""\u003c/script\u003e\u003c!-- \u0026 \u2028\u2029 \"\\""#);
        assert_eq!(serde_json::from_str::<String>(&text).expect("the same"), hostile);
    }

    #[test]
    fn numbers_stay_exact() {
        let shown = |text: &str| serde_json::to_string(&value(text, &Style::default())).expect("JSON");
        assert_eq!(shown("-12"), "-12");
        assert_eq!(shown("9007199254740992"), "\"9007199254740992\"");
        assert_eq!(shown("007"), "\"007\"");
    }

    #[test]
    fn repeated_steps_take_little_room() {
        let size = |rounds| {
            let data = Data::new(&samples::long_loop(rounds), &Style::default());
            embedded(&data).expect("JSON").len()
        };
        let (small, large) = (size(1_000), size(2_000));
        // 1,000 rounds more are 5,000 steps more, each in the slice and in the trace.
        assert!(large - small < 12 * 5_000, "{small} {large}");
    }
}
