//! `focuscheck check`: programs and their errors.

use std::io::Write;
use std::path::Path;

use super::args::CheckArguments;
use super::batch::{self, Analysis, Job, progress_bar, scaled};
use super::cache::Cache;
use super::folder;
use super::formats::{self, Wanted};
use super::output::Output;
use super::stack::thread_pool;
use super::{CliError, Environment, ExitCode, read, replay, show};
use focuscheck_report::ignore::Baseline;
use focuscheck_report::shell::shell_quoted;
use focuscheck_report::style::Style;
use focuscheck_report::text::{Commands, Settings};

/// Checks the files and writes what is found.
pub fn run(
    arguments: &CheckArguments,
    environment: &Environment,
    stdout: &mut dyn Write,
    stderr: &mut dyn Write,
) -> Result<ExitCode, CliError> {
    run_with(&focuscheck_driver::analyse, arguments, environment, stdout, stderr)
}

/// Reads the report of an earlier run.
fn baseline(path: &Path) -> Result<Baseline, CliError> {
    let wrong = |reason: String| CliError::Usage(format!("--baseline {}: {reason}", path.display()));
    Baseline::parse(&read::report(path).map_err(wrong)?).map_err(wrong)
}

/// The form that was asked for, in a style; the reports of a large batch are kept in a file.
fn wanted<'a>(arguments: &'a CheckArguments, (style, kept): (&Style, Option<&'a Path>)) -> Wanted<'a> {
    let quoted: Vec<String> = arguments.repeated_options().iter().map(|word| shell_quoted(word)).collect();
    Wanted {
        format: arguments.format,
        settings: Settings {
            level: arguments.level,
            explain_reduce: arguments.explain_reduce,
            commands: Commands::Check { options: quoted.join(" ") },
            style: style.clone(),
        },
        proofs: arguments.proof || arguments.statistics,
        svcomp: arguments.svcomp,
        strict: arguments.strict_entry,
        may_be_brief: arguments.wants_no_detail(),
        output: arguments.batch.output.as_deref(),
        kept,
    }
}

/// [`run`] with another analysis.
pub(super) fn run_with(
    analysis: &Analysis<'_>,
    arguments: &CheckArguments,
    environment: &Environment,
    stdout: &mut dyn Write,
    stderr: &mut dyn Write,
) -> Result<ExitCode, CliError> {
    // What an exporter writes to a folder is its own affair.
    let file = arguments.batch.output.as_deref().filter(|_| !arguments.format.has_folder());
    let output = Output::open(file, stdout)?;
    if let Some(folder) = &arguments.certificates {
        folder::prepare(folder)?;
    }
    let options = arguments.options();
    let joining = Some((&arguments.joining, &options, arguments.entries()));
    let inputs = batch::inputs(&arguments.paths, &arguments.batch, &arguments.language, joining)?;
    let style = batch::style(&arguments.batch, environment, &output);
    let kept = environment.lasting.as_deref().map(|folder| folder.join(show::LAST));
    let wanted = wanted(arguments, (&style, kept.as_deref()));
    let exporter = formats::chosen(wanted, environment, inputs.len())?;
    let (pool, megabytes) = thread_pool(arguments.batch.jobs)?;
    let compiler = arguments.replay.then(|| replay::compiler(&arguments.compiler, &arguments.language));
    let cache = match &arguments.batch.cache {
        Some(folder) => Some(Cache::open(folder, &format!("{compiler:?}"), environment)?),
        None => None,
    };
    let job = Job {
        analysis,
        options: scaled(options.clone(), megabytes, environment),
        function_timeout: arguments.function_timeout(),
        includes: &arguments.language.include_folders,
        models: read::models(&arguments.language.models)?,
        certificates: arguments.certificates.as_deref(),
        conditions: None,
        compiler,
        cache,
        answers: arguments.answers.as_deref().map_or(Ok(Vec::new()), super::ask::recorded)?,
        baseline: arguments.baseline.as_deref().map(baseline).transpose()?,
        tasks: true,
        exporter: exporter.as_ref(),
        stderr_style: batch::stderr_style(&arguments.batch, environment, &style),
        progress: progress_bar(inputs.len(), environment),
        says_times: environment.stderr_terminal,
        functions: false,
        exit_zero: arguments.batch.exit_zero,
        accept_unknown: arguments.batch.accept_unknown,
        preconditions: !arguments.strict_entry,
    };
    job.run(&inputs, &pool, output, stderr)
}
