//! `focuscheck merge`: the reports of the shards of a batch as one.

use std::io::Write;

use super::args::MergeArguments;
use super::output::Output;
use super::{CliError, ExitCode, read};
use focuscheck_report::merge::merge;

/// Merges the reports and writes the result.
pub(super) fn run(arguments: &MergeArguments, stdout: &mut dyn Write) -> Result<ExitCode, CliError> {
    let mut output = Output::open(arguments.output.as_deref(), stdout)?;
    let mut reports = Vec::new();
    for path in &arguments.reports {
        let name = path.display().to_string();
        let text = read::read(path).map_err(|reason| CliError::Input(format!("{name}: {reason}")))?;
        reports.push((name, text));
    }
    let merged = merge(&reports).map_err(CliError::Input)?;
    output.write(&merged.text)?;
    output.finish()?;
    Ok(match () {
        () if merged.failed => ExitCode::Failed,
        () if arguments.exit_zero => ExitCode::Safe,
        () if merged.is_unsafe => ExitCode::Unsafe,
        () if merged.is_unknown => ExitCode::Unknown,
        () => ExitCode::Safe,
    })
}
