//! One run of a program: the model and its writers.

use crate::kinds;
use serde::Serialize;

use super::diagnostic;
use super::json::name_files;
use super::model::Step;
use super::style::{Role, Style, Symbol};
use super::text::steps::remark;
use super::words;
use focuscheck_base::doubt::Unmodelled;
use focuscheck_base::source::{Parts, SourceFile, Span};
use focuscheck_cells::facts::cfg::ErrorKind;
use focuscheck_syntax::error::{Diagnostic, Severity};

/// The name and version of the format.
pub const SCHEMA: &str = "focuscheck-run/1";

/// Columns that the text of a step may take before its values.
const STEP_TEXT: usize = 44;

/// At most this many inputs are listed for people.
const MOST_LISTED: usize = 20;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum EndKind {
    /// `main` returned, or `exit` was called.
    Finished,
    /// The program ended itself otherwise: `abort()`.
    Stopped,
    /// An error was reached.
    Error,
    /// The behaviour is undefined.
    Undefined,
    /// An assumption of the program does not hold.
    Assumption,
    /// The run hangs on something that is not modelled.
    Unsupported,
    /// A limit was reached.
    Limit,
}

/// How a run ended, as a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// There is no `main` to run.
    NoMain,
    /// `main` returned.
    Returned {
        /// What, if that is modelled.
        status: Option<i128>,
        /// Whether it returns anything.
        has_result: bool,
    },
    /// `exit` was called with a status, if that is modelled.
    Exited(Option<i128>),
    /// The program ended itself otherwise, by the statement with this text.
    Stopped(String),
    /// The assumption with this text does not hold.
    Assumption(String),
    /// The error of this kind, with this text, was reached.
    Error(ErrorKind, String),
    /// What was undefined.
    Undefined(String),
    /// What is not modelled.
    Unsupported(Unmodelled),
    /// So many steps were taken.
    Steps(u64),
    /// So many calls were open.
    Depth(u32),
    /// An input cannot have this value.
    Input(i128),
}

impl Ended {
    /// What kind of end it is.
    pub fn kind(&self) -> EndKind {
        match self {
            Ended::Returned { .. } | Ended::Exited(_) => EndKind::Finished,
            Ended::Stopped(_) => EndKind::Stopped,
            Ended::Assumption(_) => EndKind::Assumption,
            Ended::Error(..) => EndKind::Error,
            Ended::Undefined(_) => EndKind::Undefined,
            Ended::Unsupported(_) => EndKind::Unsupported,
            Ended::NoMain | Ended::Steps(_) | Ended::Depth(_) | Ended::Input(_) => EndKind::Limit,
        }
    }

    /// In words: "assertion `x > 0` fails".
    pub fn message(&self) -> String {
        match self {
            Ended::NoMain => "there is no function main to run".to_owned(),
            Ended::Returned { has_result: false, .. } => "finished".to_owned(),
            Ended::Returned { status: Some(value), .. } => format!("finished with result {value}"),
            Ended::Returned { status: None, .. } => "finished with a result that is not modelled".to_owned(),
            Ended::Exited(Some(value)) => format!("ended with exit status {value}"),
            Ended::Exited(None) => "ended with an exit status that is not modelled".to_owned(),
            Ended::Stopped(by) => format!("ended by `{by}`"),
            Ended::Assumption(text) => format!("assumption `{text}` does not hold"),
            Ended::Error(kind, text) => {
                let words = kinds::error(*kind);
                format!("{}`{text}` {}", words.noun, words.does)
            }
            Ended::Undefined(what) => format!("undefined behaviour: {what}"),
            Ended::Unsupported(what) => format!("not modelled: {what}"),
            Ended::Steps(most) => format!("the limit of {most} steps was reached; raise --max-steps"),
            Ended::Depth(most) => format!("more than {most} calls are open"),
            Ended::Input(value) => format!("{value} is no possible input"),
        }
    }

    /// What `main` returned or `exit` was given.
    pub fn status(&self) -> Option<i128> {
        match self {
            Ended::Returned { status, .. } | Ended::Exited(status) => *status,
            _ => None,
        }
    }
}

/// How and where a run ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(into = "EndView")]
#[allow(missing_docs)]
pub struct Ending {
    pub how: Ended,
    pub line: Option<u32>,
    pub column: Option<u32>,
    /// The text in the source; absent where no place matters.
    pub span: Option<Span>,
}

/// An end as it is written.
#[derive(Serialize)]
struct EndView {
    kind: EndKind,
    message: String,
    line: Option<u32>,
    column: Option<u32>,
    /// Decimal.
    status: Option<String>,
}

impl From<Ending> for EndView {
    fn from(end: Ending) -> Self {
        EndView {
            kind: end.how.kind(),
            message: end.how.message(),
            line: end.line,
            column: end.column,
            status: end.how.status().map(|status| status.to_string()),
        }
    }
}

/// A value that was read from outside.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[allow(missing_docs)]
pub struct ReadValue {
    pub name: String,
    pub line: u32,
    /// Decimal.
    pub value: String,
    /// Whether the user gave it.
    pub given: bool,
}

/// A global at the end of the run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[allow(missing_docs)]
pub struct FinalValue {
    pub name: String,
    /// Decimal; absent if it is not known.
    pub value: Option<String>,
}

/// A run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[allow(missing_docs)]
pub struct Execution {
    pub path: String,
    pub end: Ending,
    /// In the order of the reads.
    pub inputs: Vec<ReadValue>,
    /// How many further reads are not listed.
    pub inputs_omitted: u64,
    /// Values that were given and never read: the name, how many.
    pub unused: Vec<(String, usize)>,
    pub globals: Vec<FinalValue>,
    /// How many nodes of the control-flow graph were run.
    pub steps: u64,
}

#[derive(Serialize)]
struct Document<'a> {
    schema: &'static str,
    #[serde(flatten)]
    execution: &'a Execution,
    #[serde(skip_serializing_if = "Option::is_none")]
    trace: Option<&'a [Step]>,
}

/// The run for machines, with a line break at the end.
pub fn json(execution: &Execution, trace: Option<&[Step]>, parts: &Parts) -> String {
    let document = Document { schema: SCHEMA, execution, trace };
    // Serialising plain structs with string keys into memory cannot fail.
    let mut document = serde_json::to_value(&document).unwrap_or_default();
    name_files(&mut document, parts);
    serde_json::to_string_pretty(&document).unwrap_or_else(|_| "null".to_owned()) + "\n"
}

/// The run for people: how it ended, what it read, what it left behind.
pub fn text(execution: &Execution, source: &SourceFile, style: &Style) -> String {
    let end = &execution.end;
    let mut output = match end.span {
        Some(span) => {
            let severity = match end.how.kind() {
                EndKind::Finished | EndKind::Stopped => Severity::Note,
                EndKind::Error | EndKind::Undefined => Severity::Error,
                EndKind::Assumption | EndKind::Unsupported | EndKind::Limit => Severity::Warning,
            };
            let mut diagnostic = Diagnostic::error(span, end.how.message());
            diagnostic.severity = severity;
            diagnostic::render(source, &[diagnostic], style)
        }
        None => {
            format!("{}: {}\n", style.clean(&execution.path), style.paint(Role::Title, &end.how.message()))
        }
    };
    if !execution.inputs.is_empty() {
        output.push_str("\n  inputs in the order of the reads\n");
        for read in execution.inputs.iter().take(MOST_LISTED) {
            let note = if read.given { "" } else { "   (not given)" };
            let name = style.phrase(&read.name, 40);
            let fact = style.paint(Role::Fact, &format!("{name} = {}", read.value));
            output.push_str(&format!(
                "    {fact} {}{note}\n",
                style.paint(Role::Faint, &format!("({})", style.line_phrase(read.line)))
            ));
        }
        let more = execution.inputs.len().saturating_sub(MOST_LISTED) as u64 + execution.inputs_omitted;
        if more > 0 {
            output.push_str(&format!("    and {more} more\n"));
        }
    }
    for (name, count) in &execution.unused {
        let values = words::count(*count, "value", "values");
        output.push_str(&format!("\n  {values} given for {} were not read\n", style.phrase(name, 40)));
    }
    if !execution.globals.is_empty() {
        output.push_str("\n  globals at the end\n");
        for line in globals(&execution.globals) {
            output.push_str(&format!("    {}\n", style.shorten(&style.clean(&line), style.width - 4)));
        }
    }
    let steps = words::count(execution.steps as usize, "step", "steps");
    output.push_str(&style.paint(Role::Faint, &format!("\n  {steps}")));
    output.push('\n');
    output
}

/// The globals, the parts of an array or structure on one line.
fn globals(values: &[FinalValue]) -> Vec<String> {
    let base = |name: &str| name.split(['[', '.']).next().unwrap_or(name).to_owned();
    let shown = |value: &FinalValue| value.value.clone().unwrap_or_else(|| "?".to_owned());
    let mut lines = Vec::new();
    for group in values.chunk_by(|a, b| a.name != base(&a.name) && base(&a.name) == base(&b.name)) {
        match group {
            [one] => lines.push(words::shown(&(one.name.clone(), shown(one)))),
            parts => {
                let parts: Vec<String> = parts.iter().map(shown).collect();
                lines.push(format!("{} = {{{}}}", base(&group[0].name), parts.join(", ")));
            }
        }
    }
    lines
}

/// One step of the run: line, text indented by call depth, what happened.
pub fn step(step: &Step, line_digits: usize, style: &Style) -> String {
    let indent = "  ".repeat(step.depth.min(10) as usize);
    let text = style.shorten(&format!("{indent}{}", style.phrase(&step.text, STEP_TEXT)), STEP_TEXT);
    let mut remarks = Vec::new();
    let word = remark(step);
    if !word.is_empty() {
        remarks.push(style.paint(Role::Faint, word));
    }
    if !step.values.is_empty() {
        let values: Vec<String> = step.values.iter().map(words::shown).collect();
        remarks.push(style.paint(Role::Fact, &style.phrase(&values.join(", "), 80)));
    }
    let padding = " ".repeat(STEP_TEXT - text.chars().count());
    let number = format!("{:>line_digits$} {}", style.line(step.line), style.symbol(Symbol::Ruler));
    format!("{} {text}{padding}  {}", style.paint(Role::Faint, &number), remarks.join("; "))
        .trim_end()
        .to_owned()
        + "\n"
}
