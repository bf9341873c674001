//! `focuscheck diff`: what has changed between two reports.

use std::io::Write;
use std::path::Path;

use super::args::DiffArguments;
use super::{CliError, Environment, ExitCode, read};
use focuscheck_base::options::PlainFormat;
use focuscheck_base::source::Parts;
use focuscheck_report::diff::{self, Change};
use focuscheck_report::style::Style;

/// Compares two reports and writes the difference.
pub(super) fn run(
    arguments: &DiffArguments,
    environment: &Environment,
    stdout: &mut dyn Write,
) -> Result<ExitCode, CliError> {
    let style = Style {
        color: arguments.color.decide(environment.stdout_color),
        ascii: !environment.unicode,
        width: environment.width,
        parts: Parts::default(),
    };
    let report = |path: &Path| {
        let report = read::report(path).and_then(|text| diff::parse(&text));
        report
            .map_err(|reason| CliError::Input(format!("{}: {reason}", style.clean(&path.to_string_lossy()))))
    };
    let difference = diff::compare(&report(&arguments.old)?, &report(&arguments.new)?);
    let text = match arguments.format {
        PlainFormat::Text => diff::text(&difference, &style),
        PlainFormat::Json => diff::json(&difference),
    };
    let written = |cause| CliError::output("to standard output", cause);
    stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()).map_err(written)?;
    match difference.count(Change::Introduced) {
        0 => Ok(ExitCode::Safe),
        _ => Ok(ExitCode::Unsafe),
    }
}
