//! `focuscheck facts`: the relations of a file as a folder.

use std::io::Write;

use super::args::FactsArguments;
use super::link;
use super::{CliError, Environment, ExitCode};
use focuscheck_base::source::SourceFile;
use focuscheck_report::style::Style;

/// Writes the relations of one file.
pub fn run(
    arguments: &FactsArguments,
    environment: &Environment,
    stdout: &mut dyn Write,
    _stderr: &mut dyn Write,
) -> Result<ExitCode, CliError> {
    let style = Style { ascii: !environment.unicode, ..Style::default() };
    let source = link::load(&arguments.files, &arguments.language)?;
    let path = style.clean(source.path());
    let written = run_facts(&source, arguments)?;
    let directory = style.clean(&arguments.directory.to_string_lossy());
    writeln!(stdout, "{path}: {written} tuples written to {directory}")
        .map_err(|cause| CliError::output("to standard output", cause))?;
    Ok(ExitCode::Safe)
}

/// How many tuples were written to the folder, which is made if it does not exist.
fn run_facts(source: &SourceFile, arguments: &FactsArguments) -> Result<usize, CliError> {
    let directory = &arguments.directory;
    std::fs::create_dir_all(directory)
        .map_err(|cause| CliError::Output { what: directory.display().to_string(), cause })?;
    focuscheck_driver::write_facts(source, &arguments.language.options(), directory, arguments.derived)
        .map_err(|reason| CliError::Input(format!("{}: {reason}", source.path())))
}
