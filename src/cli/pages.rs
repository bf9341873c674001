//! Where pages for browsers go: a folder with a page for each file that has something to report, and an index.

use std::path::{Path, PathBuf};

use super::output::Output;
use super::{CliError, read};
use crate::report::html::{Entry, HtmlError, Renderer};
use crate::report::model::{FileReport, Verdict};
use crate::source::SourceFile;

/// The page that lists the others.
const INDEX: &str = "index.html";

/// How the names of pages end.
const ENDING: &str = ".html";

/// So many bytes of a path are part of its page's name; file systems allow 255.
const LONGEST: usize = 180;

/// Names that mean devices on some systems, whatever follows after a dot.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "com", "lpt"];

/// A folder of pages.
pub struct Pages {
    folder: PathBuf,
    renderer: Renderer,
}

impl Pages {
    /// Makes the folder.
    pub fn open(folder: Option<&Path>) -> Result<Self, CliError> {
        let Some(folder) = folder else {
            return Err(CliError::Usage(
                "--format html writes a folder of pages: say where with -o DIR".to_owned(),
            ));
        };
        if std::fs::metadata(folder).is_ok_and(|metadata| !metadata.is_dir()) {
            return Err(CliError::Usage(format!("cannot write to {}: it is not a folder", folder.display())));
        }
        std::fs::create_dir_all(folder).map_err(|cause| {
            CliError::Usage(format!("cannot write to {}: {}", folder.display(), read::reason(&cause)))
        })?;
        Ok(Pages { folder: folder.to_owned(), renderer: Renderer::new().map_err(internal)? })
    }

    /// Writes the page of a file, if there is enough to report; gives its name.
    pub fn write(
        &self,
        path: &Path,
        report: &FileReport,
        source: &SourceFile,
    ) -> Result<Option<String>, CliError> {
        let proof = report.errors.iter().any(|error| error.proof.is_some());
        let wanted = match report.verdict {
            Verdict::Unsafe => true,
            Verdict::Unknown => !report.errors.is_empty(),
            Verdict::Safe => proof,
            Verdict::Failed => false,
        };
        if !wanted {
            return Ok(None);
        }
        let name = name(path);
        self.put(&name, &self.renderer.page(report, source).map_err(internal)?)?;
        Ok(Some(name))
    }

    /// Writes the index, and gives its path.
    pub fn finish(&self, files: &[Entry]) -> Result<String, CliError> {
        self.put(INDEX, &self.renderer.index(files).map_err(internal)?)?;
        Ok(self.folder.join(INDEX).to_string_lossy().into_owned())
    }

    fn put(&self, name: &str, text: &str) -> Result<(), CliError> {
        let mut nobody = std::io::sink();
        let mut output = Output::open(Some(&self.folder.join(name)), &mut nobody)?;
        output.write(text)?;
        output.finish()
    }
}

fn internal(error: HtmlError) -> CliError {
    CliError::Internal(error.to_string())
}

/// The name of a file's page. Different paths have different names, also where case is ignored: a path of
/// small letters, digits, `_`, `-` and `.` has `+` for what separates folders; any other path has a sum of all
/// its bytes besides.
fn name(path: &Path) -> String {
    let bytes = path.as_os_str().as_encoded_bytes();
    let mut exact = true;
    let mut name = String::new();
    for c in path.to_string_lossy().chars() {
        let shown = match c {
            'a'..='z' | '0'..='9' | '_' | '-' | '.' => c,
            '/' => '+',
            'A'..='Z' => c.to_ascii_lowercase(),
            '\\' => '+',
            _ => '_',
        };
        exact &= shown == c || c == '/';
        name.push(shown);
    }
    if name.len() > LONGEST {
        name.truncate(LONGEST);
        exact = false;
    }
    if !exact {
        name.push_str(&format!("={:016x}", crate::certificate::checksum(bytes)));
    }
    let stem = name.split('.').next().unwrap_or_default();
    let device = DEVICES.contains(&stem.trim_end_matches(|c: char| c.is_ascii_digit()));
    // A name that begins with a dot is hidden, and `index` is taken.
    if device || stem.is_empty() || name == "index" {
        name.insert(0, '=');
    }
    name + ENDING
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::name;

    #[test]
    fn names_are_readable_and_tell_paths_apart() {
        assert_eq!(name(Path::new("programs/paper/fig1.cimple")), "programs+paper+fig1.cimple.html");
        let long = |last: &str| format!("{}{last}", "/ä".repeat(200));
        let (long_a, long_b) = (long("a"), long("b"));
        let paths = [
            "a/b.c", "a_b.c", "a+b.c", "a\\b.c", "A/b.c", "a/B.c", "a b.c", "a<b.c", "a=b.c", "../a.c",
            "ä.c", "ö.c", "aux.c", "AUX.c", "com1", "index", "=index", "a.c", "a.c.html", &long_a, &long_b,
        ];
        let names: BTreeSet<String> = paths.iter().map(|path| name(Path::new(path))).collect();
        assert_eq!(names.len(), paths.len(), "{names:?}");
        for name in &names {
            assert!(name.len() < 255 && !name.starts_with('.') && name != "index.html", "{name}");
            assert!(
                name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b"+=_-.".contains(&b))
            );
        }
        assert_eq!(name(Path::new("aux.c")), "=aux.c.html");
    }
}
