//! Where results go.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::CliError;
use focuscheck_base::files;

/// The place results are written to.
pub enum Output<'a> {
    /// Standard output.
    Stream(&'a mut dyn Write),
    /// A file that appears when it is complete.
    Replacing {
        /// What is written to, in the same directory.
        temporary: BufWriter<NamedTempFile>,
        /// What it becomes.
        target: PathBuf,
    },
    /// A device or pipe that is written to directly.
    Device(BufWriter<File>, PathBuf),
}

impl<'a> Output<'a> {
    /// Standard output, or the file that was asked for. A file that cannot be written is found out here,
    /// before any work is done.
    pub fn open(path: Option<&Path>, stdout: &'a mut dyn Write) -> Result<Self, CliError> {
        let Some(path) = path else { return Ok(Output::Stream(stdout)) };
        let refuse = |cause: std::io::Error| {
            CliError::Usage(format!("cannot write {}: {}", path.display(), super::read::reason(&cause)))
        };
        let refused = |what: &str| CliError::Usage(format!("cannot write {}: {what}", path.display()));
        match std::fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => return Err(refused("it is a directory")),
            // Through `/dev/stdout`, which is a link, results go to what is open already.
            Ok(metadata) if !metadata.is_file() => {
                let file = File::options().write(true).open(path).map_err(refuse)?;
                return Ok(Output::Device(BufWriter::new(file), path.to_owned()));
            }
            _ if std::fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_symlink()) => {
                return Err(refused("it is a symbolic link, which is not followed"));
            }
            _ => {}
        }
        Output::replacing(path).map_err(refuse)
    }

    /// A file that appears, instead of whatever has its name, when it is complete.
    pub fn replacing(path: &Path) -> std::io::Result<Self> {
        let temporary = BufWriter::new(files::beside(path)?);
        Ok(Output::Replacing { temporary, target: path.to_owned() })
    }

    /// Whether this is standard output.
    pub fn is_stream(&self) -> bool {
        matches!(self, Output::Stream(_))
    }

    /// Writes a piece of the results.
    pub fn write(&mut self, text: &str) -> Result<(), CliError> {
        let name = self.name();
        let writer: &mut dyn Write = match self {
            Output::Stream(stream) => stream,
            Output::Replacing { temporary, .. } => temporary,
            Output::Device(file, _) => file,
        };
        writer.write_all(text.as_bytes()).map_err(|cause| CliError::output(&name, cause))
    }

    /// Makes sure that everything is where it belongs.
    pub fn finish(self) -> Result<(), CliError> {
        let name = self.name();
        let failed = |cause| CliError::output(&name, cause);
        match self {
            Output::Stream(stream) => stream.flush().map_err(failed),
            Output::Device(mut file, _) => file.flush().map_err(failed),
            Output::Replacing { temporary, target } => {
                let temporary = temporary.into_inner().map_err(|error| failed(error.into_error()))?;
                temporary.persist(&target).map(drop).map_err(|error| failed(error.error))
            }
        }
    }

    fn name(&self) -> String {
        match self {
            Output::Stream(_) => "to standard output".to_owned(),
            Output::Replacing { target: path, .. } | Output::Device(_, path) => path.display().to_string(),
        }
    }
}
