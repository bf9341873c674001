//! Results of earlier runs, found again by what they depend on.
//!
//! An entry is one file, named by a hash of everything that its result depends on: the program (its own file as it
//! was built), the options, the path as reports show it, and every text that was read. Its first line is a keyed digest
//! (HMAC-SHA-256) of that name and of the result. The key is the user's own ([`Key`]), so an entry that somebody else has
//! written or changed, such as one that came with a project, is not believed: it is made anew.

use super::environment::VARIABLE;
use std::fmt::Write;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{CliError, Environment, folder, read};
use focuscheck_base::options::Options;
use focuscheck_base::source::SourceFile;
use focuscheck_report::model::FileReport;
use focuscheck_report::verify::model::FunctionReport;
use focuscheck_syntax::error::Diagnostic;

/// The file of the key in the folder of what is the user's own.
const NAME: &str = "cache-key";

/// So many bytes of a key are drawn; its file has them in hexadecimal.
const KEY_BYTES: usize = 32;

/// What entries are signed with.
struct Key(Vec<u8>);

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Key")
    }
}

impl Key {
    /// The user's key, which is drawn when it is first needed.
    fn of(environment: &Environment) -> Result<Self, String> {
        if let Some(text) = environment.cache_key.as_ref().filter(|text| !text.is_empty()) {
            return Ok(Key(text.as_bytes().to_vec()));
        }
        let Some(folder) = &environment.own else {
            return Err(format!("neither HOME nor {VARIABLE} says where the key is that signs its entries"));
        };
        let file = folder.join(NAME);
        let failed = |reason: String| format!("the key that signs its entries, {}: {reason}", file.display());
        if std::fs::symlink_metadata(&file).is_err() {
            std::fs::create_dir_all(folder).map_err(|cause| failed(read::reason(&cause)))?;
            draw(&file).map_err(|cause| failed(read::reason(&cause)))?;
        }
        let text = read::read(&file).map_err(failed)?;
        match text.trim() {
            text if text.len() == 2 * KEY_BYTES => Ok(Key(text.as_bytes().to_vec())),
            _ => Err(failed("this is no key; remove the file to get a new one".to_owned())),
        }
    }

    /// HMAC-SHA-256 (RFC 2104) of the name of an entry and its text, in hexadecimal.
    fn digest(&self, name: &str, text: &str) -> String {
        const BLOCK: usize = 64;
        let mut key = if self.0.len() > BLOCK { Sha256::digest(&self.0).to_vec() } else { self.0.clone() };
        key.resize(BLOCK, 0);
        let padded = |pad: u8| key.iter().map(|byte| byte ^ pad).collect::<Vec<u8>>();
        let inner = Sha256::new().chain_update(padded(0x36)).chain_update(name).chain_update("\n");
        let inner = inner.chain_update(text).finalize();
        hexadecimal(&Sha256::new().chain_update(padded(0x5c)).chain_update(inner).finalize())
    }
}

/// Draws a key; another process may be quicker, then the key is that one's.
fn draw(file: &Path) -> std::io::Result<()> {
    let mut key = [0; KEY_BYTES];
    getrandom::fill(&mut key).map_err(std::io::Error::from)?;
    // Nobody else may read it, as the system makes temporary files.
    let folder = file.parent().unwrap_or(Path::new("."));
    let mut temporary = tempfile::NamedTempFile::new_in(folder)?;
    writeln!(temporary, "{}", hexadecimal(&key))?;
    match temporary.persist_noclobber(file) {
        Err(error) if error.error.kind() != std::io::ErrorKind::AlreadyExists => Err(error.error),
        Ok(_) | Err(_) => Ok(()),
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// A folder of results.
#[derive(Debug)]
pub(super) struct Cache {
    folder: PathBuf,
    key: Key,
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
    ///
    /// # Errors
    /// If the folder cannot be made, or there is no key.
    pub fn open(path: &Path, others: &str, environment: &Environment) -> Result<Self, CliError> {
        folder::prepare(path)?;
        let key = Key::of(environment)
            .map_err(|reason| CliError::Usage(format!("--cache {}: {reason}", path.display())))?;
        // Without its own file the program is known by its version only.
        let built = std::env::current_exe().and_then(std::fs::metadata).ok();
        let changed = built.as_ref().and_then(|file| file.modified().ok());
        let size = built.map(|file| file.len());
        let base = format!("{} {size:?} {changed:?} {others}", env!("CARGO_PKG_VERSION"));
        Ok(Cache { folder: path.to_owned(), key, base })
    }

    /// The name of the result for a source.
    fn name(&self, source: &SourceFile, options: &Options) -> String {
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
        let guessed = (0..source.part_count()).map(|part| source.guessed(part));
        add(format!("{:?}", guessed.collect::<Vec<_>>()).as_bytes());
        let units = source.units();
        let settings = (0..=units.len()).map(|unit| source.settings(unit));
        add(format!("{units:?} {:?}", settings.collect::<Vec<_>>()).as_bytes());
        hexadecimal(&hash.finalize())
    }

    /// Where the entry of this name is.
    fn place(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.json"))
    }

    /// The result for a source, if it is known and was signed with this key.
    pub fn load(&self, source: &SourceFile, options: &Options) -> Option<FileReport> {
        let name = self.name(source, options);
        let text = read::read(&self.place(&name)).ok()?;
        let (digest, text) = text.split_once('\n')?;
        if digest != self.key.digest(&name, text) {
            return None;
        }
        let Entry { mut report, diagnostics } = serde_json::from_str(text).ok()?;
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
        let name = self.name(source, options);
        folder::put(&self.place(&name), &format!("{}\n{text}", self.key.digest(&name, &text)))
    }
}
