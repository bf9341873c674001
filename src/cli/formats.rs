//! The forms that go to one stream, and which one was asked for.

use std::path::{Path, PathBuf};

use super::exit::{CliError, ExitCode};
use super::exporter::{Batch, End, Exporter, Part, summary_table};
use super::output::Output;
use super::pages::Pages;
use super::witness::Witnesses;
use super::{Environment, folder, task};
use focuscheck_base::listing::Listing;
use focuscheck_base::options::{Format, Level, Options};
use focuscheck_base::source::SourceFile;
use focuscheck_report::model::{ErrorReport, FileReport, Status, Verdict};
use focuscheck_report::style::Style;
use focuscheck_report::text::brief::{self, Brief};
use focuscheck_report::text::{self, Commands, Settings};
use focuscheck_report::{json, junit, sarif};

/// What was asked for.
pub(super) struct Wanted<'a> {
    /// The form.
    pub format: Format,
    /// How text looks.
    pub settings: Settings,
    /// Whether there is something to show of what is safe.
    pub proofs: bool,
    /// Whether the line that the competition reads is printed.
    pub svcomp: bool,
    /// Whether many programs are told in brief, because nothing was asked for that only the report of one shows.
    pub may_be_brief: bool,
    /// Whether what a function needs of its arguments is a failure.
    pub strict: bool,
    /// Where the output goes, if that is not standard output.
    pub output: Option<&'a Path>,
    /// Where the reports of a batch that is told in brief are kept.
    pub kept: Option<&'a Path>,
}

/// The form that was asked for, for this many programs.
pub(super) fn chosen(
    wanted: Wanted<'_>,
    environment: &Environment,
    inputs: usize,
) -> Result<Box<dyn Exporter>, CliError> {
    let Wanted { format, settings, proofs, svcomp, may_be_brief, strict, output, kept } = wanted;
    if svcomp && !matches!(format, Format::Text | Format::Witness) {
        return Err(CliError::Usage("--svcomp goes with --format text and --format witness".to_owned()));
    }
    Ok(match format {
        Format::Json => Box::new(Json { functions: false }),
        Format::Sarif => Box::new(Sarif { functions: false, strict }),
        Format::Junit => Box::new(Junit {
            strict,
            settings: Settings { style: Style { color: false, ..settings.style.clone() }, ..settings },
        }),
        Format::Text => {
            let is_brief = inputs > MOST_IN_FULL && may_be_brief;
            let kept = kept.filter(|file| is_brief && can_be_kept(file)).map(Path::to_owned);
            let settings = match kept {
                Some(_) => Settings { commands: Commands::Show { report: None }, ..settings },
                None => settings,
            };
            Box::new(Text { proofs, svcomp, is_brief, settings, kept })
        }
        Format::Witness => {
            let Some(folder) = output.map(Path::to_owned) else {
                let message =
                    "--format witness writes a file for each unsafe file: give a folder with -o DIR";
                return Err(CliError::Usage(message.to_owned()));
            };
            folder::prepare(&folder)?;
            let style = settings.style;
            Box::new(Witnesses { folder, style, svcomp, time: environment.time })
        }
        Format::Html => Box::new(Pages::open(output, &settings.style)?),
    })
}

/// Whether reports can be kept in a file; a batch is not worth less if they cannot.
fn can_be_kept(file: &Path) -> bool {
    file.parent().is_some_and(|folder| folder::prepare(folder).is_ok()) && Output::replacing(file).is_ok()
}

/// So many programs are explained in full, if nothing else was asked for.
const MOST_IN_FULL: usize = 3;

/// The report for people: a line for each file, then pages, then a count. Of many files each error gets a few lines instead of
/// the page of its file.
struct Text {
    settings: Settings,
    /// Whether there is something to show of what is safe.
    proofs: bool,
    /// Whether the line that the competition reads is printed.
    svcomp: bool,
    /// Whether errors get a few lines each.
    is_brief: bool,
    /// Where the reports are kept.
    kept: Option<PathBuf>,
}

impl Text {
    /// Whether a file gets more than its line.
    fn wants_page(&self, report: &FileReport) -> bool {
        if !report.doomed.is_empty() {
            return true;
        }
        let own = |error: &&ErrorReport| !error.is_check() || error.status == Status::Unknown;
        let open = || report.errors.iter().any(|error| error.status == Status::Unknown);
        let several = || report.errors.iter().filter(own).count() > 1;
        !report.errors.is_empty()
            && match report.verdict {
                Verdict::Failed | Verdict::Nothing => false,
                Verdict::Unsafe => true,
                Verdict::Unknown => open() || several() || self.settings.level != Level::Reduced,
                Verdict::Safe => {
                    self.settings.level != Level::Reduced || self.proofs || !report.given.is_empty()
                }
            }
    }
}

impl Exporter for Text {
    fn part(
        &self,
        report: &FileReport,
        source: &SourceFile,
        _options: &Options,
    ) -> Result<Option<Part>, CliError> {
        if self.is_brief {
            let texts = self.kept.as_ref().map(|_| Listing::of(source));
            return Ok(Some(Part::Brief(brief::of(report, source, &self.settings), texts)));
        }
        Ok(self.wants_page(report).then(|| Part::Text(text::render(report, source, &self.settings))))
    }

    fn batch(&self, inputs: usize) -> Box<dyn Batch> {
        Box::new(TextBatch {
            settings: self.settings.clone(),
            kept: self.kept.as_deref().and_then(Kept::open),
            svcomp: self.svcomp,
            inputs,
            is_brief: self.is_brief,
            functions: 0,
            given: false,
            pages: String::new(),
            errors: Vec::new(),
        })
    }
}

/// Where the reports of a batch are kept, for `focuscheck show`.
struct Kept {
    output: Output<'static>,
    batch: json::Batch,
}

impl Kept {
    /// Nothing if it cannot be written: a batch is not worth less then.
    fn open(file: &Path) -> Option<Self> {
        // Whatever happens, an older batch is not shown as the last one; there may be none.
        let _ = std::fs::remove_file(file);
        let output = Output::replacing(file).ok()?;
        Some(Kept { output, batch: json::Batch::new() })
    }

    fn add(&mut self, report: &FileReport, texts: Option<Listing>) -> Option<()> {
        let text = self.batch.add(report, texts);
        self.output.write(&text).ok()
    }

    fn finish(mut self) -> Option<()> {
        self.output.write(&self.batch.finish()).ok()?;
        self.output.finish().ok()
    }
}

struct TextBatch {
    settings: Settings,
    kept: Option<Kept>,
    svcomp: bool,
    inputs: usize,
    is_brief: bool,
    /// How many of the programs are functions that were started by themselves.
    functions: usize,
    /// Whether something is assumed of pointers that some of them get.
    given: bool,
    /// They come after all lines.
    pages: String,
    /// They come after all lines, too.
    errors: Vec<Brief>,
}

impl Batch for TextBatch {
    fn add(&mut self, report: &FileReport, part: Option<Part>) -> Result<String, CliError> {
        let mut texts = None;
        match part {
            Some(Part::Text(page)) => {
                self.pages.push('\n');
                self.pages.push_str(&page);
            }
            Some(Part::Brief(errors, own)) => {
                self.errors.extend(errors);
                texts = own;
            }
            Some(Part::Page(_) | Part::Suite(_) | Part::Texts(_)) | None => {}
        }
        if self.kept.as_mut().is_some_and(|kept| kept.add(report, texts).is_none()) {
            self.kept = None;
        }
        self.functions += usize::from(report.entry.is_some());
        self.given |= !report.given.is_empty();
        let line = if self.is_brief { text::brief_line } else { text::verdict_line };
        let mut lines = format!("{}\n", line(report, &self.settings.style));
        if self.svcomp {
            lines.push_str(&format!("{}\n", task::verdict_line(report)));
        }
        Ok(lines)
    }

    fn finish(&mut self, end: &End) -> Result<String, CliError> {
        self.pages.push_str(&brief::listing(std::mem::take(&mut self.errors), &self.settings));
        if self.is_brief && self.given {
            let note = "Pointers that functions get lead to objects of their own, with a few elements, letters or \
                        structures; the report of a function (--entry FUNC) says with how many.";
            self.pages.push('\n');
            let lines = self.settings.style.wrap("", "", note, None);
            lines.iter().for_each(|line| self.pages.push_str(&format!("{line}\n")));
        }
        if self.inputs > 1 {
            self.pages.push('\n');
            let words = match self.functions {
                0 => ("files", "unsafe"),
                all if all == end.summary.files => ("functions", "fail"),
                _ => ("files and functions", "unsafe or fail"),
            };
            self.pages.push_str(&summary_table(&end.summary, words, &self.settings.style));
        }
        // Whoever asks for more of it is told what is missing.
        let _ = self.kept.take().map(Kept::finish);
        Ok(std::mem::take(&mut self.pages))
    }
}

/// The report for programs.
pub(super) struct Json {
    /// Whether it is one of `verify`.
    pub functions: bool,
}

impl Exporter for Json {
    fn part(
        &self,
        _report: &FileReport,
        source: &SourceFile,
        _options: &Options,
    ) -> Result<Option<Part>, CliError> {
        Ok((!self.functions).then(|| Part::Texts(Listing::of(source))))
    }

    fn batch(&self, _inputs: usize) -> Box<dyn Batch> {
        Box::new(if self.functions { json::Batch::of_functions() } else { json::Batch::new() })
    }
}

impl Batch for json::Batch {
    fn add(&mut self, report: &FileReport, part: Option<Part>) -> Result<String, CliError> {
        let texts = match part {
            Some(Part::Texts(texts)) => Some(texts),
            Some(Part::Text(_) | Part::Brief(..) | Part::Page(_) | Part::Suite(_)) | None => None,
        };
        Ok(json::Batch::add(self, report, texts))
    }

    fn finish(&mut self, _end: &End) -> Result<String, CliError> {
        Ok(json::Batch::finish(std::mem::take(self)))
    }
}

/// The report for code-scanning services.
pub(super) struct Sarif {
    /// Whether it is one of `verify`.
    pub functions: bool,
    /// Whether what a function needs of its arguments is a failure.
    pub strict: bool,
}

impl Exporter for Sarif {
    fn batch(&self, _inputs: usize) -> Box<dyn Batch> {
        let batch = if self.functions { sarif::Batch::of_functions() } else { sarif::Batch::new() };
        Box::new(batch.strict(self.strict))
    }
}

impl Batch for sarif::Batch {
    fn add(&mut self, report: &FileReport, _part: Option<Part>) -> Result<String, CliError> {
        sarif::Batch::add(self, report);
        Ok(String::new())
    }

    fn finish(&mut self, end: &End) -> Result<String, CliError> {
        let ending = sarif::Ending {
            exit_code: end.code.number(),
            description: end.description(),
            successful: !matches!(end.code, ExitCode::Failed | ExitCode::Internal),
        };
        Ok(sarif::Batch::finish(std::mem::take(self), &ending))
    }
}

/// The report for continuous integration.
pub(super) struct Junit {
    /// How failures are told.
    pub settings: Settings,
    /// Whether what a function needs of its arguments is a failure.
    pub strict: bool,
}

impl Exporter for Junit {
    fn part(
        &self,
        report: &FileReport,
        source: &SourceFile,
        _options: &Options,
    ) -> Result<Option<Part>, CliError> {
        Ok(Some(Part::Suite(junit::suite(report, Some(source), (&self.settings, self.strict)))))
    }

    fn batch(&self, _inputs: usize) -> Box<dyn Batch> {
        let (settings, strict) = (self.settings.clone(), self.strict);
        Box::new(JunitBatch { settings, strict, batch: junit::Batch::default() })
    }
}

struct JunitBatch {
    settings: Settings,
    strict: bool,
    batch: junit::Batch,
}

impl Batch for JunitBatch {
    fn add(&mut self, report: &FileReport, part: Option<Part>) -> Result<String, CliError> {
        match part {
            Some(Part::Suite(suite)) => self.batch.add(&suite),
            // The file could not be read.
            _ => self.batch.add(&junit::suite(report, None, (&self.settings, self.strict))),
        }
        Ok(String::new())
    }

    fn finish(&mut self, _end: &End) -> Result<String, CliError> {
        Ok(std::mem::take(&mut self.batch).finish())
    }
}
