//! FocusCheck decides whether an error of a C program can be reached, and explains every way in which it can.
//!
//! [`analyse`] takes a text and [`Options`] and gives a [`FileReport`]: a [`Verdict`] on the whole, and for each error that
//! was looked for its [`Status`] and its explanations. An `unsafe` was replayed by an interpreter that shares no decision
//! with what it confirms; a `safe` holds under the assumptions that the report lists; everything else is `unknown`, with
//! its reason.
//!
//! ```
//! use focuscheck::{Options, SourceFile, Status, Verdict, analyse};
//!
//! let source = SourceFile::new(
//!     "largest.c",
//!     "int main(void) {
//!         int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
//!         int largest = 0;
//!         if (a > largest) largest = a;
//!         if (b > largest) largest = b;
//!         assert(largest >= a);
//!         assert(largest > 0);
//!     }",
//! );
//! let report = analyse(&source, &Options::default());
//! assert_eq!(report.verdict, Verdict::Unsafe);
//!
//! // One of the two assertions always holds.
//! let statuses: Vec<Status> = report.errors.iter().map(|error| error.status).collect();
//! assert_eq!(statuses, [Status::Unreachable, Status::Reachable]);
//! ```
//!
//! # An explanation
//!
//! An explanation ([`Counterexample`]) is a *focus-statement sequence*: the steps of a run without which it would not fail
//! as it does. Each step says whom it serves ([`Step::reasons`]); `assumptions` says which inputs take this way, `inputs`
//! gives values that were replayed, and the steps marked `nest` are those among which to look for the mistake.
//!
//! ```
//! # use focuscheck::{Bearing, Options, SourceFile, analyse};
//! let source = SourceFile::new(
//!     "counter.c",
//!     "int unrelated, count;
//! int main(void) {
//!     int n = __VERIFIER_nondet_int();
//!     unrelated = n;
//!     count = 1;
//!     if (n > 9)
//!         count = 0;
//!     assert(count > 0);
//! }",
//! );
//! let report = analyse(&source, &Options::default());
//! let explanation = &report.errors[0].counterexamples[0];
//!
//! // Line 4 has nothing to do with it, nor has line 5, whose value is overwritten.
//! let lines: Vec<u32> = explanation.slice.iter().map(|step| step.line).collect();
//! assert_eq!(lines, [3, 6, 7, 8]);
//! assert_eq!(explanation.assumptions[0].text, "n > 9");
//!
//! // The condition is there because it controls line 7, which gives `count` its value in line 8.
//! let condition = &explanation.slice[1];
//! assert_eq!(condition.reasons[0].kind, Bearing::Control);
//! let controlled = &explanation.slice[condition.reasons[0].step as usize];
//! assert_eq!((controlled.line, controlled.reasons[0].kind), (7, Bearing::Data));
//! ```
//!
//! # Text for people, and for programs
//!
//! ```
//! # use focuscheck::{Options, SourceFile, analyse};
//! use focuscheck::{Commands, Level, Settings, Style, render_text};
//!
//! # let source = SourceFile::new("a.c", "int main(void) { int x = __VERIFIER_nondet_int(); assert(x != 7); }");
//! # let report = analyse(&source, &Options::default());
//! let settings = Settings {
//!     level: Level::Slice,
//!     explain_reduce: false,
//!     commands: Commands::default(),
//!     style: Style::default(),
//! };
//! println!("{}", render_text(&report, &source, &settings));
//!
//! // The format of `focuscheck check --format json`.
//! assert!(focuscheck::render_json(&[report]).contains("\"verdict\": \"unsafe\""));
//! ```
//!
//! Recursion over a program is as deep as the program: an analysis of files that others wrote belongs on a thread with a
//! deep stack (the command gives 256 MB). A memory limit ([`Options::memory`]) holds where the allocator of the crate
//! `focuscheck-allocator` is installed.

pub use focuscheck_base::options::{
    Annotations, CheckKind, DataModel, Globals, Interrupt, Level, MacroOption, NestBlock, Options,
    PrecisionMode, Procedures,
};
pub use focuscheck_base::source::{Parts, SourceFile};
pub use focuscheck_cells::facts::cfg::ErrorKind;
pub use focuscheck_driver::analyse;
pub use focuscheck_report::json::render as render_json;
pub use focuscheck_report::model::{
    Assumption, Bearing, By, Compared, Counterexample, ErrorReport, FileReport, InfeasibleSlice,
    InputCondition, InputValue, Invariant, Obstacle, Projected, Proof, Reason, ReduceStep, Reduced, Status,
    Step, StepKind, Unjudged, Verdict, Violation,
};
pub use focuscheck_report::style::Style;
pub use focuscheck_report::text::{Commands, Settings, render as render_text};
pub use focuscheck_syntax::error::{Diagnostic, Severity};
