//! Certificates as files: written by `check --certificates`, checked by `check-certificate`.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::args::CertificateArguments;
use super::{CliError, Environment, ExitCode, read};
use focuscheck_certificate::parse::verify;
use focuscheck_report::style::Style;

/// How the names of certificates end.
pub(super) const ENDING: &str = ".certificate";

/// Checks certificates.
pub fn run(
    arguments: &CertificateArguments,
    environment: &Environment,
    stdout: &mut dyn Write,
    stderr: &mut dyn Write,
) -> Result<ExitCode, CliError> {
    let style = Style { ascii: !environment.unicode, ..Style::default() };
    let mut code = ExitCode::Safe;
    for path in &arguments.paths {
        let shown = style.clean(&path.to_string_lossy());
        let files = match files(path) {
            Ok(files) if files.is_empty() => Err(format!("there is no file called *{ENDING} in it")),
            Ok(files) => Ok(files),
            Err(cause) => Err(read::reason(&cause)),
        };
        let files = match files {
            Ok(files) => files,
            Err(reason) => {
                code = ExitCode::Failed;
                // A diagnostic that cannot be written is lost; the exit code says the same.
                let _ = writeln!(stderr, "{shown}: error: {reason}");
                continue;
            }
        };
        for file in files {
            let shown = style.clean(&file.to_string_lossy());
            if read::is_named_pipe(&file) {
                code = ExitCode::Failed;
                let _ = writeln!(stderr, "{shown}: error: this is a pipe, not a file");
                continue;
            }
            let line = match std::fs::read_to_string(&file) {
                Ok(text) => match verify(&text) {
                    Ok(1) => "valid (1 decision)".to_owned(),
                    Ok(decisions) => format!("valid ({decisions} decisions)"),
                    Err(invalid) => {
                        if code == ExitCode::Safe {
                            code = ExitCode::Unsafe;
                        }
                        format!("invalid: line {}: {}", invalid.line, style.clean(&invalid.reason))
                    }
                },
                Err(cause) => {
                    code = ExitCode::Failed;
                    let _ = writeln!(stderr, "{shown}: error: {}", read::reason(&cause));
                    continue;
                }
            };
            writeln!(stdout, "{shown}: {line}")
                .map_err(|cause| CliError::output("to standard output", cause))?;
        }
    }
    Ok(code)
}

/// A file, or the certificates of a folder, in order.
fn files(path: &Path) -> std::io::Result<Vec<PathBuf>> {
    if !std::fs::metadata(path)?.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut files = Vec::new();
    for entry in std::fs::read_dir(path)? {
        let path = entry?.path();
        if path.to_string_lossy().ends_with(ENDING) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
