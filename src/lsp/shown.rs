//! What is shown of a report: diagnostics, code lenses, and what can be done about an error.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use gen_lsp_types::{
    Code, CodeLens, Command, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, Message,
    Range,
};
use serde_json::json;

use focuscheck_base::source::SourceFile;
use focuscheck_report::grade::{Grade, grade};
use focuscheck_report::model::{Counterexample, ErrorReport, FileReport, Status, Step, Verdict};
use focuscheck_report::shell::shell_quoted;
use focuscheck_report::style::Style;
use focuscheck_report::text::explanation;
use focuscheck_report::{verdict, words};
use focuscheck_syntax::error::Severity;

use super::{place, uri};

/// What diagnostics are said to come from.
pub(crate) const NAME: &str = "focuscheck";

/// So many steps are shown beside an error: its last ones.
const MOST_STEPS: usize = 40;

/// Inputs that a message shows.
const MOST_INPUTS: usize = 4;

/// A program that was checked.
#[derive(Clone, Debug)]
pub struct Checked {
    /// What was found.
    pub report: FileReport,
    /// Its text.
    pub source: SourceFile,
}

impl Checked {
    /// The diagnostics, by the absolute paths of their files; each file of the program that has none has an empty list.
    pub(crate) fn diagnostics(&self) -> BTreeMap<PathBuf, Vec<Diagnostic>> {
        let units = std::iter::once(self.report.path.as_str()).chain(self.report.parts.units());
        let mut found: BTreeMap<PathBuf, Vec<Diagnostic>> =
            units.map(|path| (place::absolute(Path::new(path)), Vec::new())).collect();
        for error in &self.report.errors {
            if error.status == Status::Reachable && error.suppressed.is_none() {
                let file = place::file(&self.source, words::error_line(error).max(1));
                found.entry(file).or_default().push(self.diagnostic(error));
            }
        }
        for diagnostic in &self.report.diagnostics {
            let position = diagnostic.span.map(|span| self.source.position(span.start)).unwrap_or_default();
            let file = place::file(&self.source, position.line.max(1));
            let range = place::range(&self.source, position.line.max(1), position.column);
            let severity = match diagnostic.severity {
                Severity::Error => DiagnosticSeverity::Error,
                Severity::Warning => DiagnosticSeverity::Warning,
                Severity::Note => DiagnosticSeverity::Information,
            };
            found.entry(file).or_default().push(Diagnostic {
                severity: Some(severity),
                source: Some(NAME.to_owned()),
                ..plain(range, diagnostic.message.clone())
            });
        }
        found
    }

    fn style(&self) -> Style {
        Style { parts: self.report.parts.clone(), ..Style::default() }
    }

    fn diagnostic(&self, error: &ErrorReport) -> Diagnostic {
        let line = words::error_line(error).max(1);
        let column = if line == error.line { error.column } else { 0 };
        let severity = match grade(&self.report, error) {
            Grade::Certain => DiagnosticSeverity::Error,
            Grade::ForArguments => DiagnosticSeverity::Warning,
        };
        let style = self.style();
        let mut text = words::headline(error);
        if let Some(entry) = self.report.entry.as_ref().filter(|entry| **entry != error.function) {
            text.push_str(&format!(", from {entry}()"));
        }
        let way = words::kept(error).first().copied();
        if let Some(way) = way {
            text.push_str(&format!("\n{}", explanation::when(way, None, "", &style)));
            if let Some(inputs) = words::inputs(way, MOST_INPUTS) {
                text.push_str(&format!("\nfor example {inputs}"));
            }
        }
        let steps = way.map_or(Vec::new(), |way| self.steps(way));
        Diagnostic {
            severity: Some(severity),
            code: Some(Code::String(words::kind(error).to_owned())),
            source: Some(NAME.to_owned()),
            related_information: (!steps.is_empty()).then_some(steps),
            ..plain(place::range(&self.source, line, column), text)
        }
    }

    /// The steps of the slice.
    fn steps(&self, way: &Counterexample) -> Vec<DiagnosticRelatedInformation> {
        // The last step is the error itself.
        let before = &way.slice[..way.slice.len().saturating_sub(1)];
        let shown = &before[before.len().saturating_sub(MOST_STEPS)..];
        let related = |step: &Step| DiagnosticRelatedInformation {
            location: Location {
                uri: uri::of(&place::file(&self.source, step.line)),
                range: place::range(&self.source, step.line, step.column),
            },
            message: told(step),
        };
        shown.iter().filter(|step| step.line > 0).map(related).collect()
    }

    /// The verdict over the function that runs start at, with the file that it stands in.
    pub(crate) fn lenses(&self) -> Option<(PathBuf, Vec<CodeLens>)> {
        let line = self.report.start.filter(|line| *line > 0)?;
        let range = place::range(&self.source, line, 0);
        let reason = match self.report.verdict {
            Verdict::Unknown => {
                self.report.reason.as_ref().map_or_else(String::new, |reason| format!(" ({reason})"))
            }
            Verdict::Safe | Verdict::Nothing | Verdict::Unsafe | Verdict::Failed => String::new(),
        };
        let title = format!("{NAME}: {}{reason}", verdict::verdict(&self.report));
        let mut lenses = vec![lens(range, title, "explore", self.arguments(true))];
        // A compiled program starts at main.
        if self.report.verdict == Verdict::Unsafe && self.report.entry.is_none() {
            lenses.push(lens(range, "replay".to_owned(), "replay", self.arguments(false)));
        }
        Some((place::file(&self.source, line), lenses))
    }

    /// The words that name the program for a command, as a shell must read them.
    fn arguments(&self, entries: bool) -> String {
        let entry = self.report.entry.as_ref().filter(|_| entries);
        let entry = entry.map(|entry| format!("--entry {}", shell_quoted(entry)));
        let paths =
            std::iter::once(self.report.path.as_str()).chain(self.report.parts.units()).map(shell_quoted);
        entry.into_iter().chain(paths).collect::<Vec<_>>().join(" ")
    }

    /// The kinds of errors on a line of a file (from 0), and where a comment goes that suppresses them.
    pub(crate) fn suppressible(
        &self,
        file: &Path,
        line: u32,
    ) -> Option<(BTreeSet<&'static str>, gen_lsp_types::Position)> {
        let mut found: Option<(BTreeSet<&'static str>, gen_lsp_types::Position)> = None;
        for error in self.report.errors.iter().filter(|error| error.status == Status::Reachable) {
            let at = words::error_line(error).max(1);
            if error.suppressed.is_some() || place::file(&self.source, at) != file {
                continue;
            }
            let end = place::end(&self.source, at);
            // A line that goes on has no room behind it.
            if end.line == line && !self.source.line(at).trim_end().ends_with('\\') {
                found.get_or_insert_with(|| (BTreeSet::new(), end)).0.insert(words::kind(error));
            }
        }
        found
    }
}

/// A diagnostic that is no more than a text.
fn plain(range: Range, text: String) -> Diagnostic {
    Diagnostic::new(range, None, None, None, None, Message::String(text), None, None, None)
}

fn lens(range: Range, title: String, command: &str, arguments: String) -> CodeLens {
    let arguments = Some(vec![json!(arguments)]);
    let command = Command { title, command: format!("{NAME}.{command}"), arguments, tooltip: None };
    CodeLens { range, command: Some(command), data: None }
}

/// A step in a line: what is executed, how it comes out, and the values.
fn told(step: &Step) -> String {
    let outcome = step.outcome.map_or_else(String::new, |outcome| format!(" is {outcome}"));
    let values: Vec<String> = step.values.iter().map(words::shown).collect();
    let values = if values.is_empty() { String::new() } else { format!("   {}", values.join(", ")) };
    let nest = if step.nest { "look here: " } else { "" };
    format!("{nest}{}{outcome}{values}", step.text)
}
