//! `focuscheck verify`: functions against their contracts.

use std::collections::BTreeSet;
use std::io::Write;
use std::sync::{Mutex, PoisonError};

use super::args::{VerifyArguments, VerifyFormat};
use super::batch::{self, Job, progress_bar, scaled};
use super::cache::Cache;
use super::exporter::{Batch, End, Exporter, Part, summary_table};
use super::formats::{Json, Junit, Sarif};
use super::output::Output;
use super::pages::Pages;
use super::stack::thread_pool;
use super::{CliError, Environment, ExitCode, folder, read};
use focuscheck_base::options::Options;
use focuscheck_base::source::SourceFile;
use focuscheck_driver::verify::watched;
use focuscheck_report::model::FileReport;
use focuscheck_report::style::Style;
use focuscheck_report::text;
use focuscheck_report::verify::text::{self as functions, Settings};
use focuscheck_report::verify::words;

/// Verifies the files and writes what is found.
pub fn run(
    arguments: &VerifyArguments,
    environment: &Environment,
    stdout: &mut dyn Write,
    stderr: &mut dyn Write,
) -> Result<ExitCode, CliError> {
    let in_folder = arguments.format == VerifyFormat::Html;
    let file = arguments.batch.output.as_deref().filter(|_| !in_folder);
    let output = Output::open(file, stdout)?;
    for folder in arguments.certificates.iter().chain(&arguments.vcs) {
        folder::prepare(folder)?;
    }
    let inputs = batch::inputs(&arguments.paths, &arguments.batch, &arguments.language, None)?;
    let style = batch::style(&arguments.batch, environment, &output);
    let exporter = Named::new(chosen(arguments, &style, inputs.len())?, arguments);
    let (pool, megabytes) = thread_pool(arguments.batch.jobs)?;
    let request = arguments.request();
    let cache = match &arguments.batch.cache {
        Some(folder) => Some(Cache::open(folder, &format!("{request:?}"), environment)?),
        None => None,
    };
    let progress = progress_bar(inputs.len(), environment);
    let stderr_style = batch::stderr_style(&arguments.batch, environment, &style);
    let analysis = |source: &SourceFile, options: &Options| {
        let path = stderr_style.clean(source.path());
        watched(source, options, &request, &|function, done, all| {
            let name = stderr_style.clean(function);
            progress.set_message(format!("{path}: {name}, {done} of {all} obligations"));
        })
    };
    let job = Job {
        analysis: &analysis,
        options: scaled(arguments.options(), megabytes, environment),
        function_timeout: None,
        includes: &arguments.language.include_folders,
        models: read::models(&arguments.language.models)?,
        certificates: arguments.certificates.as_deref(),
        conditions: arguments.vcs.as_deref(),
        compiler: None,
        cache,
        answers: Vec::new(),
        baseline: None,
        tasks: false,
        exporter: &exporter,
        stderr_style: stderr_style.clone(),
        progress: progress.clone(),
        says_times: environment.stderr_terminal,
        functions: true,
        exit_zero: arguments.batch.exit_zero,
        accept_unknown: arguments.batch.accept_unknown,
        preconditions: false,
    };
    let code = job.run(&inputs, &pool, output, stderr)?;
    match exporter.missing() {
        // Of what could not be read nobody knows whether it has them.
        Some(missing) if code != ExitCode::Failed => Err(CliError::Usage(missing)),
        Some(_) | None => Ok(code),
    }
}

/// Remembers which of the names that were asked for some file has.
struct Named<'a> {
    exporter: Box<dyn Exporter>,
    functions: &'a [String],
    properties: &'a [String],
    met: Mutex<BTreeSet<String>>,
}

impl<'a> Named<'a> {
    fn new(exporter: Box<dyn Exporter>, arguments: &'a VerifyArguments) -> Self {
        let (functions, properties) = (&arguments.functions[..], &arguments.properties[..]);
        Named { exporter, functions, properties, met: Mutex::default() }
    }

    /// What was asked for and no file has.
    fn missing(&self) -> Option<String> {
        let met = self.met.lock().unwrap_or_else(PoisonError::into_inner);
        let unmet = |name: &&String| !met.contains(*name);
        let function = self.functions.iter().find(unmet);
        let function = function.map(|name| format!("--function: no function '{name}' has a body here"));
        let property = self.properties.iter().filter(|name| !words::is_property(name)).find(unmet);
        function.or_else(|| {
            property.map(|name| format!("--property: no obligation has the label or the name '{name}'"))
        })
    }
}

impl Exporter for Named<'_> {
    fn part(
        &self,
        report: &FileReport,
        source: &SourceFile,
        options: &Options,
    ) -> Result<Option<Part>, CliError> {
        let mut met = self.met.lock().unwrap_or_else(PoisonError::into_inner);
        for function in &report.functions {
            // Of what is not followed nobody knows what there is.
            if function.not_followed.is_some() && function.obligations.is_empty() {
                met.extend(self.properties.iter().cloned());
            }
            met.extend(self.functions.iter().filter(|name| **name == function.name).cloned());
            for found in &function.obligations {
                let named = |name: &&String| words::is_called(found, name);
                met.extend(self.properties.iter().filter(named).cloned());
            }
        }
        drop(met);
        self.exporter.part(report, source, options)
    }

    fn batch(&self, inputs: usize) -> Box<dyn Batch> {
        self.exporter.batch(inputs)
    }
}

/// The form that was asked for, of a batch of this many files.
fn chosen(arguments: &VerifyArguments, style: &Style, inputs: usize) -> Result<Box<dyn Exporter>, CliError> {
    let settings = |style: &Style| Settings {
        style: style.clone(),
        all: inputs <= 1,
        explain: arguments.explain,
        needed: arguments.needed,
        level: arguments.level,
    };
    Ok(match arguments.format {
        VerifyFormat::Text => Box::new(Text { settings: settings(style) }),
        VerifyFormat::Json => Box::new(Json { functions: true }),
        VerifyFormat::Sarif => Box::new(Sarif { functions: true, strict: false }),
        VerifyFormat::Junit => {
            let settings = text::Settings {
                level: arguments.level,
                explain_reduce: false,
                commands: text::Commands::default(),
                style: Style { color: false, ..style.clone() },
            };
            Box::new(Junit { settings, strict: false })
        }
        VerifyFormat::Html => Box::new(Pages::open(arguments.batch.output.as_deref(), style)?),
    })
}

/// The report for people, file by file.
struct Text {
    settings: Settings,
}

impl Exporter for Text {
    fn part(
        &self,
        report: &FileReport,
        _source: &SourceFile,
        _options: &Options,
    ) -> Result<Option<Part>, CliError> {
        Ok(Some(Part::Text(functions::render(report, &self.settings))))
    }

    fn batch(&self, inputs: usize) -> Box<dyn Batch> {
        let explain = self.settings.explain;
        let style = self.settings.style.clone();
        Box::new(TextBatch { style, inputs, explain, counts: Vec::new() })
    }
}

struct TextBatch {
    style: Style,
    inputs: usize,
    /// Whether conditions are told and nothing else.
    explain: bool,
    /// The obligations of each file.
    counts: Vec<functions::Counts>,
}

impl Batch for TextBatch {
    fn add(&mut self, report: &FileReport, part: Option<Part>) -> Result<String, CliError> {
        self.counts.push(functions::counts(report));
        let mut text = match part {
            Some(Part::Text(text)) => text,
            // It could not be read.
            _ => format!("{}\n", functions::verdict_line(report, &self.style)),
        };
        if self.inputs > 1 && !self.explain {
            text.push('\n');
        }
        Ok(text)
    }

    fn finish(&mut self, end: &End) -> Result<String, CliError> {
        if self.inputs < 2 || self.explain {
            return Ok(String::new());
        }
        let obligations = functions::summary(&self.counts, &self.style);
        Ok(format!("{}\n{obligations}", summary_table(&end.summary, ("files", "unsafe"), &self.style)))
    }
}
