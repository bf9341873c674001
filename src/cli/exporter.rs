//! The forms of output: what a batch makes of the reports of its files.
//!
//! An exporter has two halves. Its [`Exporter::part`] is asked for on the thread that has analysed a file, while the text of
//! the file is at hand. Its [`Batch`] is given the reports in the order of the inputs, each with its part, and says
//! what to write at once and at the end; it keeps what it needs of a report, and no report.
//!
//! The writers in `report/` are pure; `fingerprint.rs` names errors and explanations by their texts, which is part of the formats.
//!
//! What `verify` finds is in the same model: `FileReport` has its functions, and `report/verify/view.rs` makes an error
//! of each obligation, with the trace and the verification conditions as sequences of sentences (`StepKind::Sentence`),
//! so that SARIF, JUnit, pages and the explorer take it as it is; the few words that differ ask
//! `ErrorReport::obligation`. A run that breaks an obligation is explained by the engine of `check` started on the same
//! values (`driver/verify/focus.rs`). `report/verify/script.rs` writes conditions for SMT solvers;
//! `scripts/verify-against-smt.sh` compares their answers.
//!
//! Witnesses need places that the report does not hold, such as the parenthesis that ends a call. `driver/witness/`
//! therefore runs the counterexample again: `moments.rs` tells what happens in a run at which place of the source, the
//! writer makes waypoints of that, and `follow.rs` goes the other way, from waypoints to inputs and a run that passes
//! them.

use super::exit::{CliError, ExitCode};
use focuscheck_base::listing::Listing;
use focuscheck_base::options::Options;
use focuscheck_base::source::SourceFile;
use focuscheck_report::json::Summary;
use focuscheck_report::junit;
use focuscheck_report::model::FileReport;
use focuscheck_report::style::{Role, Style};
use focuscheck_report::text::brief::Brief;

/// One form of output.
pub(super) trait Exporter: Sync {
    /// What is made of one file with its text and the options of its check; asked for in no particular order.
    fn part(
        &self,
        report: &FileReport,
        source: &SourceFile,
        options: &Options,
    ) -> Result<Option<Part>, CliError> {
        let _ = (report, source, options);
        Ok(None)
    }

    /// Starts the output of a batch of this many files.
    fn batch(&self, inputs: usize) -> Box<dyn Batch>;
}

/// What an exporter makes of one file.
#[derive(Debug)]
pub(super) enum Part {
    /// Text that goes into the output.
    Text(String),
    /// Errors in a few lines each, and the texts if the report is kept.
    Brief(Vec<Brief>, Option<Listing>),
    /// What a report that is read back is shown with.
    Texts(Listing),
    /// The name of the page that was written.
    Page(String),
    /// Tests.
    Suite(junit::Suite),
}

/// How a batch has ended.
#[derive(Clone, Copy, Debug)]
pub(super) struct End {
    /// The verdicts, counted.
    pub summary: Summary,
    /// What the process will end with.
    pub code: ExitCode,
    /// Whether functions were verified.
    pub functions: bool,
}

impl End {
    /// What the code says of the batch.
    pub(super) fn description(&self) -> &'static str {
        match (self.functions, self.code) {
            (true, ExitCode::Safe) => "all obligations are valid, or there is none",
            (true, ExitCode::Unsafe) => "some run breaks an obligation",
            (true, ExitCode::Unknown) => "some obligation is open",
            (_, code) => code.description(),
        }
    }
}

/// The output of one batch.
pub(super) trait Batch {
    /// Takes the report of the next file, with its part if its text could be read; returns what to write now.
    fn add(&mut self, report: &FileReport, part: Option<Part>) -> Result<String, CliError>;

    /// The batch is complete; returns what to write last.
    fn finish(&mut self, end: &End) -> Result<String, CliError>;
}

/// The verdicts of a batch, counted, with the words for what was checked and for those in which errors were found.
pub(super) fn summary_table(summary: &Summary, (all, failing): (&str, &str), style: &Style) -> String {
    let mut columns = vec![
        (all, summary.files, Role::Title),
        ("safe", summary.safe, Role::Success),
        (failing, summary.r#unsafe, Role::Failure),
        ("unknown", summary.unknown, Role::Doubt),
    ];
    // What is rare is a column of its own only where it occurs.
    if summary.nothing > 0 {
        columns.push(("nothing to check", summary.nothing, Role::Doubt));
    }
    columns.push(("failed", summary.failed, Role::Failure));
    let (mut head, mut numbers) = (String::new(), String::new());
    for (name, number, role) in columns {
        let width = name.len().max(number.to_string().len());
        head.push_str(&format!("  {name:>width$}"));
        let shown = format!("{number:>width$}");
        let shown = if number == 0 { style.paint(Role::Faint, &shown) } else { style.paint(role, &shown) };
        numbers.push_str(&format!("  {shown}"));
    }
    format!("{}\n{numbers}\n", style.paint(Role::Title, &head))
}
