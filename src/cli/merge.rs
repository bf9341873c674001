//! `focuscheck merge`: the reports of the shards of a batch as one.

use std::io::Write;

use super::args::MergeArguments;
use super::output::Output;
use super::{CliError, ExitCode, read};
use focuscheck_report::ignore;
use focuscheck_report::json::Batch;
use focuscheck_report::merge::merge;
use focuscheck_report::model::Verdict;

/// Merges the reports and writes the result.
pub(super) fn run(arguments: &MergeArguments, stdout: &mut dyn Write) -> Result<ExitCode, CliError> {
    let mut output = Output::open(arguments.output.as_deref(), stdout)?;
    let mut reports = Vec::new();
    for path in &arguments.reports {
        let name = path.display().to_string();
        let text = read::report(path).map_err(|reason| CliError::Input(format!("{name}: {reason}")))?;
        reports.push((name, text));
    }
    let mut batch = Batch::new();
    let mut code = ExitCode::Safe;
    for program in merge(&reports).map_err(CliError::Input)? {
        let report = &program.report;
        code = match (ignore::counted(report), code) {
            (Verdict::Failed, _) | (_, ExitCode::Failed) => ExitCode::Failed,
            (_, code) if arguments.exit_zero => code,
            // What a function needs of its arguments is no failure.
            (Verdict::Unsafe, _) if report.entry.is_none() => ExitCode::Unsafe,
            (Verdict::Unknown, ExitCode::Safe) => ExitCode::Unknown,
            (Verdict::Safe | Verdict::Nothing | Verdict::Unsafe | Verdict::Unknown, code) => code,
        };
        output.write(&batch.add(report, Some(program.texts)))?;
    }
    output.write(&batch.finish())?;
    output.finish()?;
    Ok(code)
}
