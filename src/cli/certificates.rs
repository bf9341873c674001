//! Certificates as files: written by `check --certificates`, checked by `check-certificate`.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::args::CertificateArguments;
use super::output::Output;
use super::{CliError, Environment, ExitCode, read};
use crate::certificate::parse::verify;
use crate::report::style::Style;

/// How the names of certificates end.
const ENDING: &str = ".certificate";

/// So many bytes of a path are part of its certificate's name; file systems allow 255.
const LONGEST: usize = 200;

/// Makes the folder for certificates.
pub fn prepare(folder: Option<&Path>) -> Result<Option<PathBuf>, CliError> {
    let Some(folder) = folder else { return Ok(None) };
    std::fs::create_dir_all(folder).map_err(|cause| {
        CliError::Usage(format!("cannot write to {}: {}", folder.display(), read::reason(&cause)))
    })?;
    Ok(Some(folder.to_owned()))
}

/// Writes the certificate of a file.
pub fn write(folder: &Path, path: &str, text: &str) -> Result<(), CliError> {
    let mut nobody = std::io::sink();
    let mut output = Output::open(Some(&folder.join(name(path))), &mut nobody)?;
    output.write(text)?;
    output.finish()
}

/// The name of a file's certificate. Different paths have different names: what separates folders, and what
/// stands for that, is written in hexadecimal.
fn name(path: &str) -> String {
    let mut name = String::new();
    for c in path.chars() {
        match c {
            '/' | '\\' | '%' | ':' => name.push_str(&format!("%{:02X}", c as u32)),
            c if c.is_control() => name.push_str(&format!("%{:02X}", c as u32)),
            c => name.push(c),
        }
    }
    if name.len() > LONGEST {
        let keep = (0..=LONGEST).rev().find(|&end| name.is_char_boundary(end)).unwrap_or(0);
        let sum = crate::certificate::checksum(path.as_bytes());
        name.truncate(keep);
        name.push_str(&format!("%{sum:016X}"));
    }
    name + ENDING
}

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

#[cfg(test)]
mod tests {
    use super::name;

    #[test]
    fn names_tell_paths_apart() {
        assert_eq!(name("programs/a.c"), "programs%2Fa.c.certificate");
        assert_ne!(name("a/b"), name("a%2Fb"));
        let long = |last: char| name(&format!("{}{last}", "/ä".repeat(200)));
        assert!(long('a').len() < 255);
        assert_ne!(long('a'), long('b'));
    }
}
