//! Results of earlier runs, found again by what they depend on.
//!
//! An entry is one file, named by a hash of everything that its result depends on: the program (its own file as it
//! was built), the options, the path as reports show it, and every text that was read. Entries are written to a
//! temporary file and renamed, so that a run that is killed leaves whole entries only; one that cannot be read is
//! made anew.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::output::Output;
use super::{CliError, folder};
use crate::options::Options;
use crate::report::model::FileReport;
use crate::report::verify::model::FunctionReport;
use crate::source::SourceFile;
use crate::syntax::error::Diagnostic;

/// A folder of results.
#[derive(Debug)]
pub(super) struct Cache {
    folder: PathBuf,
    /// What all results depend on.
    base: String,
}

/// The result for one file.
#[derive(Debug, Serialize, Deserialize)]
struct Entry {
    report: FileReport,
    diagnostics: Vec<Diagnostic>,
}

impl Cache {
    /// Opens or makes the folder; `others` says in words on what else than the options results depend.
    pub fn open(path: &Path, others: &str) -> Result<Self, CliError> {
        folder::prepare(path)?;
        // Without its own file the program is known by its version only.
        let built = std::env::current_exe().and_then(std::fs::metadata).ok();
        let changed = built.as_ref().and_then(|file| file.modified().ok());
        let size = built.map(|file| file.len());
        let base = format!("{} {size:?} {changed:?} {others}", env!("CARGO_PKG_VERSION"));
        Ok(Cache { folder: path.to_owned(), base })
    }

    /// Where the result for a source is.
    fn place(&self, source: &SourceFile, options: &Options) -> PathBuf {
        let mut hash = Sha256::new();
        let mut add = |bytes: &[u8]| {
            hash.update((bytes.len() as u64).to_le_bytes());
            hash.update(bytes);
        };
        add(self.base.as_bytes());
        add(format!("{:?}", Options { interrupt: None, ..options.clone() }).as_bytes());
        add(source.path().as_bytes());
        for part in 0..source.part_count() {
            add(source.path_of(source.part_start(part)).as_bytes());
            add(source.part_text(part).as_bytes());
        }
        add(format!("{:?} {:?}", source.inclusions(), source.models()).as_bytes());
        let mut name = String::with_capacity(64);
        for byte in hash.finalize() {
            // Writing to a string cannot fail.
            let _ = write!(name, "{byte:02x}");
        }
        self.folder.join(name + ".json")
    }

    /// The result for a source, if it is known.
    pub fn load(&self, source: &SourceFile, options: &Options) -> Option<FileReport> {
        let bytes = std::fs::read(self.place(source, options)).ok()?;
        let Entry { mut report, diagnostics } = serde_json::from_slice(&bytes).ok()?;
        report.parts = source.parts().clone();
        report.diagnostics = diagnostics;
        Some(report)
    }

    /// Keeps a result, unless another run might come to another one: the clock ended the analysis, which is when the
    /// counts of the states, or the obligations of a function, are missing.
    pub fn store(&self, source: &SourceFile, options: &Options, report: &FileReport) -> Result<(), CliError> {
        let cut = match report.functions.is_empty() {
            true => !report.errors.is_empty() && !report.statistics.contains_key("states"),
            false => report.functions.iter().any(FunctionReport::is_cut),
        };
        if cut {
            return Ok(());
        }
        let entry = Entry { report: report.clone(), diagnostics: report.diagnostics.clone() };
        let text = serde_json::to_string(&entry).map_err(|error| CliError::Internal(error.to_string()))?;
        let mut nobody = std::io::sink();
        let mut output = Output::open(Some(&self.place(source, options)), &mut nobody)?;
        output.write(&text)?;
        output.finish()
    }
}
