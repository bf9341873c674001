//! Where pages for browsers go: a folder with a page for each file that has something to report, and an index.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::exporter::{self, Batch, End, Exporter, Part};
use super::{CliError, folder};
use focuscheck_base::options::Options;
use focuscheck_base::source::SourceFile;
use focuscheck_report::html::{Entry, HtmlError, Renderer};
use focuscheck_report::model::{FileReport, Verdict};
use focuscheck_report::style::Style;
use focuscheck_report::text;

/// The page that lists the others.
const INDEX: &str = "index.html";

/// How the names of pages end.
const ENDING: &str = ".html";

/// So many bytes of a path are part of its page's name; file systems allow 255.
const LONGEST: usize = 180;

/// Names that mean devices on some systems, whatever follows after a dot.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "com", "lpt"];

/// The form for browsers.
pub(super) struct Pages {
    folder: Arc<Folder>,
    style: Style,
}

struct Folder {
    path: PathBuf,
    renderer: Renderer,
}

impl Folder {
    fn put(&self, name: &str, text: &str) -> Result<(), CliError> {
        folder::put(&self.path.join(name), text)
    }
}

impl Pages {
    /// Makes the folder; `style` is that of standard output.
    pub(super) fn open(folder: Option<&Path>, style: &Style) -> Result<Self, CliError> {
        let Some(path) = folder else {
            let needed = "--format html writes a folder of pages: say where with -o DIR";
            return Err(CliError::Usage(needed.to_owned()));
        };
        if std::fs::metadata(path).is_ok_and(|metadata| !metadata.is_dir()) {
            return Err(CliError::Usage(format!("cannot write to {}: it is not a folder", path.display())));
        }
        folder::prepare(path)?;
        let renderer = Renderer::new().map_err(internal)?;
        Ok(Pages { folder: Arc::new(Folder { path: path.to_owned(), renderer }), style: style.clone() })
    }
}

impl Exporter for Pages {
    /// Writes the page of a file at once, so that no page is kept; the part is its name.
    fn part(
        &self,
        report: &FileReport,
        source: &SourceFile,
        _options: &Options,
    ) -> Result<Option<Part>, CliError> {
        let wanted = match report.verdict {
            Verdict::Unsafe => true,
            Verdict::Unknown => !report.errors.is_empty(),
            Verdict::Safe => {
                !report.functions.is_empty() || report.errors.iter().any(|error| error.proof.is_some())
            }
            Verdict::Failed | Verdict::Nothing => false,
        };
        if !wanted {
            return Ok(None);
        }
        let name = name(&match &report.entry {
            Some(entry) => format!("{}.{entry}", report.path),
            None => report.path.clone(),
        });
        self.folder.put(&name, &self.folder.renderer.page(report, source).map_err(internal)?)?;
        Ok(Some(Part::Page(name)))
    }

    fn batch(&self, _inputs: usize) -> Box<dyn Batch> {
        let (folder, style) = (self.folder.clone(), self.style.clone());
        Box::new(PagesBatch { folder, style, files: Vec::new() })
    }
}

struct PagesBatch {
    folder: Arc<Folder>,
    style: Style,
    files: Vec<Entry>,
}

impl Batch for PagesBatch {
    fn add(&mut self, report: &FileReport, part: Option<Part>) -> Result<String, CliError> {
        let page = match &part {
            Some(Part::Page(name)) => Some(name.as_str()),
            _ => None,
        };
        self.files.push(Entry::new(report, page));
        Ok(format!("{}\n", text::verdict_line(report, &self.style)))
    }

    fn finish(&mut self, end: &End) -> Result<String, CliError> {
        self.folder.put(INDEX, &self.folder.renderer.index(&self.files).map_err(internal)?)?;
        let table = match self.files.len() {
            0 | 1 => String::new(),
            _ => format!("\n{}", exporter::summary_table(&end.summary, ("files", "unsafe"), &self.style)),
        };
        let index = self.folder.path.join(INDEX);
        Ok(format!("{table}\nThe report is in {}\n", self.style.clean(&index.to_string_lossy())))
    }
}

fn internal(error: HtmlError) -> CliError {
    CliError::Internal(error.to_string())
}

/// The name of a file's page. Different paths have different names, also where case is ignored: a path of
/// small letters, digits, `_`, `-` and `.` has `+` for what separates folders; any other path has a sum of all
/// its bytes besides.
fn name(path: &str) -> String {
    let mut exact = true;
    let mut name = String::new();
    for c in path.chars() {
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
        name.push_str(&format!("={:016x}", focuscheck_certificate::checksum(path.as_bytes())));
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

    use super::name;

    #[test]
    fn names_are_readable_and_tell_paths_apart() {
        assert_eq!(name("programs/paper/fig1.cimple"), "programs+paper+fig1.cimple.html");
        let long = |last: &str| format!("{}{last}", "/ä".repeat(200));
        let (long_a, long_b) = (long("a"), long("b"));
        let paths = [
            "a/b.c", "a_b.c", "a+b.c", "a\\b.c", "A/b.c", "a/B.c", "a b.c", "a<b.c", "a=b.c", "../a.c",
            "ä.c", "ö.c", "aux.c", "AUX.c", "com1", "index", "=index", "a.c", "a.c.html", &long_a, &long_b,
        ];
        let names: BTreeSet<String> = paths.iter().map(|path| name(path)).collect();
        assert_eq!(names.len(), paths.len(), "{names:?}");
        for name in &names {
            assert!(name.len() < 255 && !name.starts_with('.') && name != "index.html", "{name}");
            assert!(
                name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b"+=_-.".contains(&b))
            );
        }
        assert_eq!(name("aux.c"), "=aux.c.html");
    }
}
