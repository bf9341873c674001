//! `focuscheck show`: a report that was saved, in any form and at any level, without analysing again.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::args::ShowArguments;
use super::exporter::End;
use super::formats::{self, Wanted};
use super::output::Output;
use super::{CliError, Environment, ExitCode, read};
use focuscheck_base::options::{Level, Options};
use focuscheck_base::source::Parts;
use focuscheck_report::json::Summary;
use focuscheck_report::model::FileReport;
use focuscheck_report::saved::{self, Program};
use focuscheck_report::shell::shell_quoted;
use focuscheck_report::style::Style;
use focuscheck_report::text::{Commands, Settings};
use focuscheck_report::words;

/// The file of the last batch, in the folder of what may be lost.
pub(super) const LAST: &str = "last-batch.json";

/// How the names of reports end.
const ENDING: &str = ".json";

/// Shows what was asked for.
pub(super) fn run(
    arguments: &ShowArguments,
    environment: &Environment,
    stdout: &mut dyn Write,
) -> Result<ExitCode, CliError> {
    let format = arguments.format.format();
    let mut output = Output::open(arguments.output.as_deref().filter(|_| !format.has_folder()), stdout)?;
    let (report, place) = match &arguments.words[..] {
        [] => (None, None),
        [word] if word.ends_with(ENDING) => (Some(word), None),
        [word] => (None, Some(word)),
        [report, place, ..] => (Some(report), Some(place)),
    };
    let mut programs = read_report(report, environment)?;
    if let Some(place) = place {
        programs = chosen(programs, place).map_err(|reason| CliError::Input(format!("{place}: {reason}")))?;
    }
    let settings = Settings {
        level: arguments.level,
        explain_reduce: arguments.explain_reduce,
        commands: Commands::Show { report: report.map(|report| shell_quoted(report)) },
        style: Style {
            color: arguments.color.decide(environment.stdout_color && output.is_stream()),
            ascii: arguments.ascii || !environment.unicode,
            width: environment.width,
            parts: Parts::default(),
        },
    };
    let wanted = Wanted {
        format,
        settings,
        proofs: true,
        svcomp: false,
        strict: false,
        may_be_brief: arguments.level == Level::Reduced && !arguments.explain_reduce,
        output: arguments.output.as_deref(),
        kept: None,
    };
    let exporter = formats::chosen(wanted, environment, programs.len())?;
    let mut batch = exporter.batch(programs.len());
    let mut summary = Summary::default();
    for program in &programs {
        summary.add(program.report.verdict);
        // Of a file that could not be read there are no texts.
        let source = (!program.texts.main.text.is_empty()).then(|| program.source());
        let part = match &source {
            Some(source) => exporter.part(&program.report, source, &Options::default())?,
            None => None,
        };
        output.write(&batch.add(&program.report, part)?)?;
    }
    output.write(&batch.finish(&End { summary, code: ExitCode::Safe, functions: false })?)?;
    output.finish()?;
    Ok(ExitCode::Safe)
}

/// Reads a report, or the last batch.
fn read_report(report: Option<&String>, environment: &Environment) -> Result<Vec<Program>, CliError> {
    let last = || environment.lasting.as_ref().map(|folder| folder.join(LAST));
    let Some(path) = report.map(PathBuf::from).or_else(last) else {
        return Err(CliError::Input("no batch is kept here: there is no folder for it".to_owned()));
    };
    if report.is_none() && !path.exists() {
        let none = "no batch is kept yet: `focuscheck check` keeps one of more than three programs, and \
                    `check --format json -o REPORT` writes a report to show";
        return Err(CliError::Input(none.to_owned()));
    }
    let wrong = |reason: String| CliError::Input(format!("{}: {reason}", path.display()));
    saved::read(&read::report(&path).map_err(wrong)?).map_err(wrong)
}

/// What of its programs a place means.
enum Place<'p> {
    /// A file, or all in a folder.
    Path(&'p str),
    /// A line of a file.
    Line(&'p str, u32),
    /// A function of a file that was started by itself.
    Function(&'p str, &'p str),
}

impl<'p> Place<'p> {
    fn parse(text: &'p str) -> Self {
        match text.rsplit_once(':') {
            Some((file, last)) => match last.parse() {
                Ok(line) => Place::Line(file, line),
                Err(_) => Place::Function(file, last),
            },
            None => Place::Path(text),
        }
    }
}

/// Whether a path is meant by a name: it is the same, ends with it, or lies in the folder of this name.
fn is_meant(path: &str, name: &str) -> bool {
    let plain = |path: &str| Path::new(path).components().collect::<PathBuf>();
    let (path, name) = (plain(path), plain(name));
    path.ends_with(&name) || path.starts_with(&name)
}

/// The programs that a place means, with the errors that it means.
fn chosen(programs: Vec<Program>, place: &str) -> Result<Vec<Program>, String> {
    let has_file = |report: &FileReport, file: &str| {
        let mut files = std::iter::once(report.path.as_str()).chain(report.parts.units());
        files.any(|path| is_meant(path, file))
    };
    let names: BTreeSet<String> = programs.iter().map(|program| program.report.path.clone()).collect();
    // A name may have a colon.
    let is_whole = programs.iter().any(|program| has_file(&program.report, place));
    let parsed = if is_whole { Place::Path(place) } else { Place::parse(place) };
    let mut found = programs;
    match parsed {
        Place::Path(file) => found.retain(|program| has_file(&program.report, file)),
        Place::Function(file, function) => found.retain(|Program { report, .. }| {
            has_file(report, file) && report.entry.as_deref() == Some(function.trim_end_matches("()"))
        }),
        Place::Line(file, line) => {
            for Program { report, .. } in &mut found {
                let FileReport { errors, parts, path, .. } = report;
                errors.retain(|error| {
                    let (part, own) = parts.presumed(words::error_line(error));
                    own == line && is_meant(part.unwrap_or(path), file)
                });
            }
            found.retain(|program| !program.report.errors.is_empty());
        }
    }
    match found.is_empty() {
        false => Ok(found),
        true => Err(format!(
            "the report has nothing there; it is about {}",
            few(&names.into_iter().collect::<Vec<_>>())
        )),
    }
}

/// A list that is short enough to be read.
fn few(names: &[String]) -> String {
    const MOST: usize = 5;
    let shown = names.iter().take(MOST).map(String::as_str).collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(MOST) {
        0 => shown,
        more => format!("{shown} and {}", words::count(more, "other", "others")),
    }
}
