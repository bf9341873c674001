//! The forms that go to one stream, and which one was asked for.

use super::args::CheckArguments;
use super::exit::{CliError, ExitCode};
use super::exporter::{Batch, End, Exporter, Part, summary_table};
use super::pages::Pages;
use super::witness::Witnesses;
use super::{Environment, folder, task};
use focuscheck_base::options::{Format, Level, Options};
use focuscheck_base::source::SourceFile;
use focuscheck_report::model::{ErrorReport, FileReport, Status, Verdict};
use focuscheck_report::style::Style;
use focuscheck_report::text::brief::{self, Brief};
use focuscheck_report::text::{self, Settings};
use focuscheck_report::{json, junit, sarif};

/// The form that was asked for.
pub(super) fn chosen(
    arguments: &CheckArguments,
    style: &Style,
    environment: &Environment,
    inputs: usize,
) -> Result<Box<dyn Exporter>, CliError> {
    if arguments.svcomp && !matches!(arguments.format, Format::Text | Format::Witness) {
        return Err(CliError::Usage("--svcomp goes with --format text and --format witness".to_owned()));
    }
    let quoted: Vec<String> =
        arguments.repeated_options().iter().map(|word| text::shell_quoted(word)).collect();
    let settings = Settings {
        level: arguments.level,
        explain_reduce: arguments.explain_reduce,
        repeated_options: quoted.join(" "),
        style: style.clone(),
    };
    Ok(match arguments.format {
        Format::Json => Box::new(Json { functions: false }),
        Format::Sarif => Box::new(Sarif { functions: false }),
        Format::Junit => Box::new(Junit {
            settings: Settings { style: Style { color: false, ..style.clone() }, ..settings },
        }),
        Format::Text => Box::new(Text {
            proofs: arguments.proof || arguments.statistics,
            svcomp: arguments.svcomp,
            is_brief: inputs > MOST_IN_FULL && arguments.wants_no_detail(),
            settings,
        }),
        Format::Witness => {
            let Some(folder) = arguments.batch.output.clone() else {
                let message =
                    "--format witness writes a file for each unsafe file: give a folder with -o DIR";
                return Err(CliError::Usage(message.to_owned()));
            };
            folder::prepare(&folder)?;
            let style = style.clone();
            Box::new(Witnesses { folder, style, svcomp: arguments.svcomp, time: environment.time })
        }
        Format::Html => Box::new(Pages::open(arguments.batch.output.as_deref(), style)?),
    })
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
            return Ok(Some(Part::Brief(brief::of(report, source, &self.settings))));
        }
        Ok(self.wants_page(report).then(|| Part::Text(text::render(report, source, &self.settings))))
    }

    fn batch(&self, inputs: usize) -> Box<dyn Batch> {
        Box::new(TextBatch {
            style: self.settings.style.clone(),
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

struct TextBatch {
    style: Style,
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
        match part {
            Some(Part::Text(page)) => {
                self.pages.push('\n');
                self.pages.push_str(&page);
            }
            Some(Part::Brief(errors)) => self.errors.extend(errors),
            Some(Part::Page(_) | Part::Suite(_)) | None => {}
        }
        self.functions += usize::from(report.entry.is_some());
        self.given |= !report.given.is_empty();
        let line = if self.is_brief { text::brief_line } else { text::verdict_line };
        let mut lines = format!("{}\n", line(report, &self.style));
        if self.svcomp {
            lines.push_str(&format!("{}\n", task::verdict_line(report)));
        }
        Ok(lines)
    }

    fn finish(&mut self, end: &End) -> Result<String, CliError> {
        self.pages.push_str(&brief::listing(std::mem::take(&mut self.errors), &self.style));
        if self.is_brief && self.given {
            let note = "Pointers that functions get lead to objects of their own, with a few elements, letters or \
                        structures; the report of a function (--entry FUNC) says with how many.";
            self.pages.push('\n');
            let lines = self.style.wrap("", "", note, None);
            lines.iter().for_each(|line| self.pages.push_str(&format!("{line}\n")));
        }
        if self.inputs > 1 {
            self.pages.push('\n');
            let words = match self.functions {
                0 => ("files", "unsafe"),
                all if all == end.summary.files => ("functions", "fail"),
                _ => ("files and functions", "unsafe or fail"),
            };
            self.pages.push_str(&summary_table(&end.summary, words, &self.style));
        }
        Ok(std::mem::take(&mut self.pages))
    }
}

/// The report for programs.
pub(super) struct Json {
    /// Whether it is one of `verify`.
    pub functions: bool,
}

impl Exporter for Json {
    fn batch(&self, _inputs: usize) -> Box<dyn Batch> {
        Box::new(if self.functions { json::Batch::of_functions() } else { json::Batch::new() })
    }
}

impl Batch for json::Batch {
    fn add(&mut self, report: &FileReport, _part: Option<Part>) -> Result<String, CliError> {
        Ok(json::Batch::add(self, report))
    }

    fn finish(&mut self, _end: &End) -> Result<String, CliError> {
        Ok(json::Batch::finish(std::mem::take(self)))
    }
}

/// The report for code-scanning services.
pub(super) struct Sarif {
    /// Whether it is one of `verify`.
    pub functions: bool,
}

impl Exporter for Sarif {
    fn batch(&self, _inputs: usize) -> Box<dyn Batch> {
        Box::new(if self.functions { sarif::Batch::of_functions() } else { sarif::Batch::new() })
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
}

impl Exporter for Junit {
    fn part(
        &self,
        report: &FileReport,
        source: &SourceFile,
        _options: &Options,
    ) -> Result<Option<Part>, CliError> {
        Ok(Some(Part::Suite(junit::suite(report, Some(source), &self.settings))))
    }

    fn batch(&self, _inputs: usize) -> Box<dyn Batch> {
        Box::new(JunitBatch { settings: self.settings.clone(), batch: junit::Batch::default() })
    }
}

struct JunitBatch {
    settings: Settings,
    batch: junit::Batch,
}

impl Batch for JunitBatch {
    fn add(&mut self, report: &FileReport, part: Option<Part>) -> Result<String, CliError> {
        match part {
            Some(Part::Suite(suite)) => self.batch.add(&suite),
            // The file could not be read.
            _ => self.batch.add(&junit::suite(report, None, &self.settings)),
        }
        Ok(String::new())
    }

    fn finish(&mut self, _end: &End) -> Result<String, CliError> {
        Ok(std::mem::take(&mut self.batch).finish())
    }
}
