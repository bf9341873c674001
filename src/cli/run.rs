//! `focuscheck run`: a program on given inputs.

use std::collections::{BTreeMap, VecDeque};
use std::io::Write;
use std::path::Path;
use std::sync::mpsc;

use super::args::RunArguments;
use super::link;
use super::{CliError, Environment, ExitCode, read};
use focuscheck_base::options::{CheckKind, Options, PlainFormat};
use focuscheck_base::source::{Parts, SourceFile};
use focuscheck_cells::simulation::given::{Default, InputName};
use focuscheck_cells::simulation::interpreter::Limits;
use focuscheck_driver::{self, execute};
use focuscheck_report::execution::{self, EndKind, Execution};
use focuscheck_report::model::Step;
use focuscheck_report::schema::READ;
use focuscheck_report::style::Style;
use focuscheck_report::{diagnostic, text};
use focuscheck_syntax::error::Diagnostic;

/// How many calls may be open at once.
const MOST_CALLS: u32 = 1_000_000;

/// Steps that wait to be written.
const QUEUE: usize = 4096;

/// Runs one file and writes how it ended.
pub fn run(
    arguments: &RunArguments,
    environment: &Environment,
    stdout: &mut dyn Write,
    stderr: &mut dyn Write,
) -> Result<ExitCode, CliError> {
    let mut style = Style {
        color: arguments.color.decide(environment.stdout_color),
        ascii: arguments.ascii || !environment.unicode,
        width: environment.width,
        parts: Parts::default(),
    };
    let source = link::load(&arguments.files, &arguments.language)?;
    style.parts = source.parts().clone();
    let request = execute::Request {
        values: values(arguments, &source)?,
        default: arguments.seed.map_or(Default::Zero, Default::Random),
        limits: Limits { steps: arguments.max_steps, depth: MOST_CALLS },
    };
    let stderr_style = Style { color: arguments.color.decide(environment.stderr_color), ..style.clone() };
    let mut shown = Shown { format: arguments.format, style, source: &source, steps: Vec::new(), stdout };

    // Unless it is asked for as an error, what is undefined ends a run by itself.
    let options = arguments.language.options();
    let mut checks = options.checks.clone().unwrap_or_default();
    // Which pointers lead to a block where the run ends is not asked there.
    checks.retain(|kind| !matches!(kind, CheckKind::Memory | CheckKind::Cleanup));
    let options = Options { checks: Some(checks), ..options };
    let finished = on_deep_stack(&source, &options, request, arguments.trace, &mut shown)?;
    let written = |cause| CliError::output("to standard error", cause);
    write!(stderr, "{}", diagnostic::render(&source, &finished.diagnostics, &stderr_style))
        .map_err(written)?;
    let Some(execution) = finished.execution else { return Ok(ExitCode::Failed) };
    let execution = execution.map_err(CliError::Usage)?;
    shown.end(&execution, arguments.trace)?;
    Ok(match execution.end.how.kind() {
        EndKind::Finished | EndKind::Stopped => ExitCode::Safe,
        EndKind::Error => ExitCode::Unsafe,
        EndKind::Undefined => ExitCode::Undefined,
        EndKind::Assumption | EndKind::Unsupported | EndKind::Limit => ExitCode::Unknown,
    })
}

/// What is known when the run is over.
struct Finished {
    diagnostics: Vec<Diagnostic>,
    /// `None` if the file is not a program; else the run, or why it was not possible.
    execution: Option<Result<Execution, String>>,
}

/// Reads and runs the program on a thread with a deep stack; steps are written while it runs.
fn on_deep_stack(
    source: &SourceFile,
    options: &Options,
    request: execute::Request,
    trace: bool,
    shown: &mut Shown<'_>,
) -> Result<Finished, CliError> {
    let (sender, receiver) = mpsc::sync_channel(QUEUE);
    std::thread::scope(|scope| {
        let work = move || {
            let (graph, diagnostics) = execute::prepared(source, options, &request);
            let Some(graph) = graph else { return Finished { diagnostics, execution: None } };
            // When nobody reads the steps any more, the run goes on to its end or limit unseen.
            let mut send = |step: Step| drop(sender.send(step));
            let sink: Option<&mut dyn FnMut(Step)> = if trace { Some(&mut send) } else { None };
            let execution = execute::execute(&graph, source, options, request, sink);
            Finished { diagnostics, execution: Some(execution.map_err(|error| error.to_string())) }
        };
        let thread = std::thread::Builder::new()
            .stack_size(super::stack::STACK_MEGABYTES[0] << 20)
            .spawn_scoped(scope, work)
            .map_err(|error| CliError::Internal(format!("cannot start a thread: {error}")))?;
        let written = receiver.iter().try_for_each(|step| shown.step(step));
        drop(receiver);
        let finished = thread.join().map_err(|_| CliError::Internal("the run broke down".to_owned()))?;
        written.map(|()| finished)
    })
}

/// Where the run is shown.
struct Shown<'a> {
    format: PlainFormat,
    style: Style,
    source: &'a SourceFile,
    steps: Vec<Step>,
    stdout: &'a mut dyn Write,
}

impl Shown<'_> {
    fn step(&mut self, step: Step) -> Result<(), CliError> {
        match self.format {
            PlainFormat::Json => {
                self.steps.push(step);
                Ok(())
            }
            PlainFormat::Text => {
                let digits = text::steps::digits(self.source.line_count(), &self.style);
                self.write(&execution::step(&step, digits, &self.style))
            }
        }
    }

    fn end(&mut self, execution: &Execution, trace: bool) -> Result<(), CliError> {
        let text = match self.format {
            PlainFormat::Json => {
                execution::json(execution, trace.then_some(&self.steps), self.source.parts())
            }
            PlainFormat::Text if trace => {
                format!("\n{}", execution::text(execution, self.source, &self.style))
            }
            PlainFormat::Text => execution::text(execution, self.source, &self.style),
        };
        self.write(&text)?;
        self.stdout.flush().map_err(|cause| CliError::output("to standard output", cause))
    }

    fn write(&mut self, text: &str) -> Result<(), CliError> {
        self.stdout.write_all(text.as_bytes()).map_err(|cause| CliError::output("to standard output", cause))
    }
}

/// The values given on the command line and in a report; those of the command line come first.
fn values(
    arguments: &RunArguments,
    source: &SourceFile,
) -> Result<BTreeMap<InputName, VecDeque<i128>>, CliError> {
    let mut values = BTreeMap::new();
    if let Some(path) = &arguments.inputs_from {
        let line = arguments.error_line;
        let started = arguments.language.entry.as_deref();
        let reported = reported(path, source, line, arguments.rank, started)
            .map_err(|reason| CliError::Usage(format!("{}: {reason}", path.display())))?;
        for (name, value) in reported {
            values.entry(name).or_insert_with(VecDeque::new).push_back(value);
        }
    }
    let mut given: BTreeMap<InputName, VecDeque<i128>> = BTreeMap::new();
    for argument in &arguments.inputs {
        let (name, list) = parse(argument).map_err(CliError::Usage)?;
        given.entry(name).or_default().extend(list);
    }
    values.extend(given);
    Ok(values)
}

/// `x=1,2` or `x@12=3`.
fn parse(argument: &str) -> Result<(InputName, Vec<i128>), String> {
    let wrong = |what: &str| format!("--input '{argument}': {what}; write NAME=VALUE or NAME@LINE=VALUE,...");
    // A name may hold any character, as that of `atoi(argv[1])` does; a value never has a `=`.
    let (name, list) = argument.rsplit_once('=').ok_or_else(|| wrong("there is no `=`"))?;
    let values = list.split(',').map(|value| value.trim().parse::<i128>());
    let values = values.collect::<Result<Vec<_>, _>>().map_err(|_| wrong("a value is not an integer"))?;
    let name = match name.rsplit_once('@').map(|(name, line)| (name, line.parse())) {
        Some((name, Ok(line))) => InputName { name: name.trim().to_owned(), line: Some(line) },
        _ => InputName { name: name.trim().to_owned(), line: None },
    };
    if name.name.is_empty() { Err(wrong("there is no name")) } else { Ok((name, values)) }
}

/// The inputs of a counterexample in the output of `check --format json`, in the order of the reads.
fn reported(
    report: &Path,
    source: &SourceFile,
    line: Option<u64>,
    rank: u64,
    started: Option<&str>,
) -> Result<Vec<(InputName, i128)>, String> {
    let file = source.path();
    let text = read::report(report)?;
    let report: serde_json::Value =
        serde_json::from_str(&text).map_err(|error| format!("this is not JSON: {error}"))?;
    match report["schema"].as_str() {
        Some(schema) if !READ.contains(&schema) => {
            let known = READ.join(" and ");
            return Err(format!("reports of schema {schema} are not read, only those of {known}"));
        }
        _ => {}
    }
    let files = report["files"].as_array().ok_or("this is not a report of `check --format json`")?;
    // A file may be there once for each of its functions.
    let is_named = |entry: &&serde_json::Value| entry["path"].as_str() == Some(file);
    let is_started = |entry: &&serde_json::Value| entry["entry"].as_str() == started;
    let named = files.iter().filter(is_named).find(is_started);
    let named = named.or_else(|| files.iter().find(is_named));
    let entry = match (named, &files[..]) {
        (Some(entry), _) => entry,
        (None, [one]) => one,
        (None, _) => return Err(format!("the report has nothing about {file}")),
    };
    if let Some(other) = entry["entry"].as_str().filter(|other| Some(*other) != started) {
        return Err(format!("the counterexample starts at {other}(): --entry {other} runs it"));
    }
    let errors = entry["errors"].as_array().map_or(&[][..], Vec::as_slice);
    let ways = |error: &serde_json::Value| error["counterexamples"].as_array().cloned().unwrap_or_default();
    let here = |error: &&serde_json::Value| line.is_none() || error["line"].as_u64() == line;
    // Of several errors on a line the one that can be reached is meant.
    let explained = errors.iter().filter(here).find(|error| !ways(error).is_empty());
    let error = explained.or_else(|| errors.iter().filter(here).find(|_| line.is_some())).ok_or_else(
        || match line {
            Some(line) => format!("the report has no error at line {line}"),
            None => "the report has no counterexample".to_owned(),
        },
    )?;
    let way = ways(error).into_iter().find(|way| way["rank"].as_u64() == Some(rank));
    let way = way.ok_or_else(|| format!("the error has no counterexample with rank {rank}"))?;
    let inputs = way["inputs"].as_array().ok_or("the counterexample has no list of inputs")?;
    let read = |input| reported_input(input, source).ok_or_else(|| format!("bad input {input}"));
    inputs.iter().map(read).collect()
}

fn reported_input(input: &serde_json::Value, source: &SourceFile) -> Option<(InputName, i128)> {
    let name = input["name"].as_str()?;
    // `x#2` is the second read of `x`; the order says so too.
    let name = match name.rsplit_once('#') {
        Some((name, count)) if count.parse::<u32>().is_ok() => name,
        _ => name,
    };
    let line = u32::try_from(input["line"].as_u64()?).ok()?;
    let line = source.presumed_line(input["file"].as_str(), line)?;
    let value = match &input["value"] {
        serde_json::Value::String(text) => text.parse().ok()?,
        value => i128::from(value.as_i64()?),
    };
    Some((InputName { name: name.to_owned(), line: Some(line) }, value))
}
