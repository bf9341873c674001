//! The files that have changed since a revision, as git tells.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::CliError;
use super::input::Input;
use focuscheck_base::source::SourceFile;

/// Files that differ from a revision, and files that git does not know.
#[derive(Debug)]
pub(super) struct Changed {
    files: BTreeSet<PathBuf>,
}

impl Changed {
    /// Asks git about the repositories that the inputs lie in.
    pub fn since(revision: &str, inputs: &[Input]) -> Result<Self, CliError> {
        let mut files = BTreeSet::new();
        let mut asked: BTreeSet<PathBuf> = BTreeSet::new();
        for input in inputs.iter().filter(|input| input.problem.is_none()) {
            let folder = input.path.parent().filter(|folder| !folder.as_os_str().is_empty());
            let folder = folder.unwrap_or(Path::new("."));
            // Most files lie below a folder that was asked about.
            let real = std::fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
            if asked.iter().any(|root| real.starts_with(root)) {
                continue;
            }
            let root = git(folder, &["rev-parse", "--show-toplevel"])?;
            let root = PathBuf::from(root.trim_end_matches(['\n', '\r']));
            let lists: [&[&str]; 2] = [
                &[
                    "diff",
                    "--no-ext-diff",
                    "--no-textconv",
                    "--name-only",
                    "-z",
                    "--end-of-options",
                    revision,
                    "--",
                ],
                &["ls-files", "--others", "--exclude-standard", "-z"],
            ];
            for list in lists {
                let names = git(&root, list)?;
                let paths = names.split('\0').filter(|name| !name.is_empty()).map(|name| root.join(name));
                files.extend(paths.map(|path| std::fs::canonicalize(&path).unwrap_or(path)));
            }
            asked.insert(std::fs::canonicalize(&root).unwrap_or(root));
        }
        Ok(Changed { files })
    }

    /// Whether this file is one of them.
    pub fn has(&self, path: &Path) -> bool {
        std::fs::canonicalize(path).is_ok_and(|path| self.files.contains(&path))
    }

    /// Whether a header or model of the program is.
    pub fn touches(&self, source: &SourceFile) -> bool {
        (1..source.part_count()).any(|part| self.has(Path::new(source.path_of(source.part_start(part)))))
    }
}

/// What git says in a folder.
fn git(folder: &Path, arguments: &[&str]) -> Result<String, CliError> {
    let mut command = Command::new("git");
    // What a repository's own settings name is not run.
    let calm = ["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "--no-pager"];
    command.args(calm).arg("-C").arg(folder).args(arguments).stdin(Stdio::null());
    let output = command.output().map_err(|error| {
        CliError::Usage(format!("--changed-since needs git, which cannot be run: {error}"))
    })?;
    if !output.status.success() {
        let messages = String::from_utf8_lossy(&output.stderr);
        let first = messages.lines().next().unwrap_or("no message");
        return Err(CliError::Usage(format!("--changed-since: git says: {first}")));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
