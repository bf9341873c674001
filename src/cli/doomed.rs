//! `focuscheck doomed`: code that can only fail.

use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};

use rayon::prelude::*;

use super::args::DoomedArguments;
use super::collect;
use super::input::Input;
use super::stack::{scaled, thread_pool};
use super::{CliError, Environment, ExitCode, read};
use focuscheck_base::options::{Options, PlainFormat};
use focuscheck_base::source::{PartText, Parts};
use focuscheck_driver::doomed::doomed;
use focuscheck_report::diagnostic;
use focuscheck_report::doomed::model::DoomedReport;
use focuscheck_report::doomed::{json, text};
use focuscheck_report::style::Style;

/// What is written for one file.
struct Finished {
    report: Option<DoomedReport>,
    text: String,
    diagnostics: String,
    code: ExitCode,
}

/// Looks at the files and writes what is found.
pub fn run(
    arguments: &DoomedArguments,
    environment: &Environment,
    stdout: &mut dyn Write,
    stderr: &mut dyn Write,
) -> Result<ExitCode, CliError> {
    let style = Style {
        color: arguments.color.decide(environment.stdout_color),
        ascii: arguments.ascii || !environment.unicode,
        width: environment.width,
        parts: Parts::default(),
    };
    let inputs = collect::collect(&arguments.paths);
    let models = read::models(&arguments.language.models)?;
    let (pool, megabytes) = thread_pool(arguments.jobs)?;
    let mut options = scaled(arguments.options(), megabytes);
    options.interrupt = environment.interrupt;
    let stderr_style = Style { color: arguments.color.decide(environment.stderr_color), ..style.clone() };
    let finished: Vec<Finished> = pool.install(|| {
        let work = |input: &Input| {
            catch_unwind(AssertUnwindSafe(|| {
                file(arguments, input, &options, &models, (&style, &stderr_style))
            }))
            .unwrap_or_else(|_| broken(input, &stderr_style))
        };
        inputs.par_iter().map(work).collect()
    });
    let mut code = ExitCode::Safe;
    for found in &finished {
        // Diagnostics that cannot be written are lost, the results need not be.
        let _ = stderr.write_all(found.diagnostics.as_bytes());
        code = worse(code, found.code);
        write!(stdout, "{}", found.text).map_err(|cause| CliError::output("the report", cause))?;
    }
    if arguments.format == PlainFormat::Json {
        let reports: Vec<DoomedReport> = finished.into_iter().filter_map(|found| found.report).collect();
        write!(stdout, "{}", json::render(&reports))
            .map_err(|cause| CliError::output("the report", cause))?;
    }
    Ok(code)
}

/// The code that says more of a batch.
fn worse(one: ExitCode, other: ExitCode) -> ExitCode {
    let rank = |code: ExitCode| match code {
        ExitCode::Internal => 5,
        ExitCode::Failed => 4,
        ExitCode::Unsafe => 3,
        ExitCode::Unknown | ExitCode::Undefined => 2,
        ExitCode::Usage => 1,
        ExitCode::Safe => 0,
    };
    if rank(other) > rank(one) { other } else { one }
}

fn broken(input: &Input, style: &Style) -> Finished {
    let path = style.clean(&input.path.to_string_lossy());
    Finished {
        report: None,
        text: String::new(),
        diagnostics: format!("{path}: error: internal error; please report this with the file\n"),
        code: ExitCode::Internal,
    }
}

fn file(
    arguments: &DoomedArguments,
    input: &Input,
    options: &Options,
    models: &[PartText],
    (style, stderr_style): (&Style, &Style),
) -> Finished {
    let path = input.path.to_string_lossy().into_owned();
    let failed = |reason: &str| Finished {
        report: None,
        text: String::new(),
        diagnostics: format!("{}: error: {}\n", style.clean(&path), style.clean(reason)),
        code: ExitCode::Failed,
    };
    if let Some(problem) = &input.problem {
        return failed(problem);
    }
    let source = match read::load(input, &arguments.language.include_folders, models) {
        Ok(source) => source,
        Err(reason) => return failed(&reason),
    };
    let report = doomed(&source, options, &arguments.request());
    let style = Style { parts: source.parts().clone(), ..style.clone() };
    let diagnostics = diagnostic::render(&source, &report.diagnostics, stderr_style);
    let code = match (&report.failed, report.warnings.is_empty(), report.undecided()) {
        (Some(_), ..) => ExitCode::Failed,
        (None, false, _) => ExitCode::Unsafe,
        (None, true, 0) => ExitCode::Safe,
        (None, true, _) => ExitCode::Unknown,
    };
    let text = match arguments.format {
        PlainFormat::Text => text::render(&report, arguments.statistics, &style),
        PlainFormat::Json => String::new(),
    };
    Finished { report: Some(report), text, diagnostics, code }
}
