//! The report for continuous integration: JUnit XML.
//!
//! Each file is a suite and each error a test: passed if the error cannot be reached, failed if it can, skipped if that
//! is not known, since a test that was not decided must look neither passed nor failed. A file that could not be read
//! is a test with an error. Names hold no line numbers, so that the history of a test survives edits; the same text
//! comes out of every run, so no time is measured.

use std::collections::BTreeMap;

use super::grade::{Grade, grade};
use super::model::{ErrorReport, FileReport, Status, Verdict};
use super::text::explanation::when;
use super::text::{self, Settings};
use super::verify::text::{self as functions, failure};
use super::{doubts, verdict, words};
use focuscheck_base::source::SourceFile;

/// The name of the one test of a file without errors.
const WHOLE_FILE: &str = "verdict";

/// The output of a batch: finished suites and their totals.
#[derive(Debug, Default)]
pub struct Batch {
    suites: String,
    total: Counts,
}

#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    tests: usize,
    failures: usize,
    errors: usize,
    skipped: usize,
}

/// A file's tests as XML.
#[derive(Debug)]
pub struct Suite {
    text: String,
    counts: Counts,
}

/// How a test ended, with what is to be said about it.
enum Outcome {
    Passed,
    Failed { kind: String, message: String, text: String },
    Broken { message: String },
    Skipped { message: String },
}

impl Batch {
    /// Adds the next suite.
    pub fn add(&mut self, suite: &Suite) {
        self.suites.push_str(&suite.text);
        self.total.tests += suite.counts.tests;
        self.total.failures += suite.counts.failures;
        self.total.errors += suite.counts.errors;
        self.total.skipped += suite.counts.skipped;
    }

    /// The whole text.
    pub fn finish(self) -> String {
        let Counts { tests, failures, errors, .. } = self.total;
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"focuscheck\" tests=\"{tests}\" \
             failures=\"{failures}\" errors=\"{errors}\" time=\"0\">\n{}</testsuites>\n",
            self.suites
        )
    }
}

/// The tests of one file; the reports of failures need its text, and are short without it.
pub fn suite(
    report: &FileReport,
    source: Option<&SourceFile>,
    (settings, strict): (&Settings, bool),
) -> Suite {
    let mut counts = Counts::default();
    let mut cases = String::new();
    let mut names: BTreeMap<String, u32> = BTreeMap::new();
    let mut add = |name: String, line: u32, outcome: Outcome| {
        let count = names.entry(name.clone()).or_default();
        *count += 1;
        let name = if *count == 1 { name } else { format!("{name} ({count})") };
        cases.push_str(&case(report, &name, line, &outcome));
        counts.tests += 1;
        match outcome {
            Outcome::Passed => {}
            Outcome::Failed { .. } => counts.failures += 1,
            Outcome::Broken { .. } => counts.errors += 1,
            Outcome::Skipped { .. } => counts.skipped += 1,
        }
    };
    for error in &report.errors {
        add(title(error), words::error_line(error), outcome(report, error, source, (settings, strict)));
    }
    let shown = report.errors.iter().any(|error| error.status == Status::Unknown);
    match report.verdict {
        Verdict::Failed => {
            add(WHOLE_FILE.to_owned(), 0, Outcome::Broken { message: verdict::reason(report) });
        }
        Verdict::Unknown if !shown => {
            add(WHOLE_FILE.to_owned(), 0, Outcome::Skipped { message: verdict::reason(report) });
        }
        Verdict::Safe | Verdict::Nothing if report.errors.is_empty() => {
            add(WHOLE_FILE.to_owned(), 0, Outcome::Passed)
        }
        _ => {}
    }
    let Counts { tests, failures, errors, skipped } = counts;
    let text = format!(
        "  <testsuite name=\"{}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" \
         skipped=\"{skipped}\" time=\"0\">\n    <properties>\n      <property name=\"verdict\" value=\"{}\"/>\n\
         {}    </properties>\n{cases}  </testsuite>\n",
        escaped(&words::started(report)),
        words::verdict(report.verdict),
        words::assumed(report)
            .iter()
            .map(|text| format!("      <property name=\"assumed\" value=\"{}\"/>\n", escaped(text)))
            .collect::<String>(),
    );
    Suite { text, counts }
}

fn outcome(
    report: &FileReport,
    error: &ErrorReport,
    source: Option<&SourceFile>,
    (settings, strict): (&Settings, bool),
) -> Outcome {
    if let Some(ignored) = words::ignored(error) {
        return Outcome::Skipped { message: format!("{} ({ignored})", words::headline(error)) };
    }
    match error.status {
        Status::Unreachable => Outcome::Passed,
        Status::Unknown => {
            let reason = doubts::reason(error, &report.parts).unwrap_or_else(|| verdict::reason(report));
            let mut message = format!("{}: {reason}", words::headline(error));
            if let Some(obstacle) = &error.obstacle {
                message.push_str(&format!("; {}: {}", report.parts.phrase(obstacle.line), obstacle.text));
            }
            if let Some(further) = error.doubt.as_ref().and_then(doubts::further) {
                message.push_str(&format!("; what gets further: {further}"));
            }
            Outcome::Skipped { message }
        }
        // What a function needs of its arguments is no failure of the program.
        Status::Reachable if !strict && grade(report, error) == Grade::ForArguments => {
            let when = words::kept(error).first().map(|way| when(way, None, "", &settings.style));
            let when = when.map_or_else(String::new, |when| format!(" {when}"));
            Outcome::Skipped { message: format!("{}{when}", words::headline(error)) }
        }
        Status::Reachable => {
            let alone = FileReport {
                errors: vec![error.clone()],
                parts: report.parts.clone(),
                ..FileReport::new(report.path.clone(), report.verdict, None)
            };
            let text = match (&error.obligation, source) {
                (Some(_), _) => failure(report, error, &told(settings)),
                (None, Some(source)) => text::render(&alone, source, settings),
                (None, None) => String::new(),
            };
            Outcome::Failed { kind: words::kind(error).to_owned(), message: words::headline(error), text }
        }
    }
}

/// How an obligation that fails is told.
fn told(settings: &Settings) -> functions::Settings {
    let style = settings.style.clone();
    functions::Settings { style, all: true, explain: false, needed: false, level: settings.level }
}

/// The name of a test: what must not happen, and in which function.
fn title(error: &ErrorReport) -> String {
    let text = words::error(error, "cannot");
    if error.function.is_empty() { text } else { format!("{text} in {}", error.function) }
}

fn case(report: &FileReport, name: &str, line: u32, outcome: &Outcome) -> String {
    let (file, line) = report.parts.presumed(line);
    let line = if line == 0 { String::new() } else { format!(" line=\"{line}\"") };
    let head = format!(
        "    <testcase name=\"{}\" classname=\"{}\" file=\"{}\"{line} time=\"0\"",
        escaped(name),
        escaped(&words::started(report)),
        escaped(file.unwrap_or(&report.path)),
    );
    let body = match outcome {
        Outcome::Passed => return format!("{head}/>\n"),
        Outcome::Failed { kind, message, text } => format!(
            "<failure type=\"{}\" message=\"{}\">{}</failure>",
            escaped(kind),
            escaped(message),
            escaped_text(text)
        ),
        Outcome::Broken { message } => format!("<error type=\"failed\" message=\"{}\"/>", escaped(message)),
        Outcome::Skipped { message } => format!("<skipped message=\"{}\"/>", escaped(message)),
    };
    format!("{head}>\n      {body}\n    </testcase>\n")
}

/// Text for an attribute; what XML cannot hold becomes the replacement character.
fn escaped(text: &str) -> String {
    escaped_text(text).replace('\n', "&#10;").replace('\t', "&#9;")
}

/// Text between tags.
fn escaped_text(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' | '\t' => escaped.push(c),
            '\0'..='\x1f' | '\x7f'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{Commands, samples};

    fn whole(suites: &[Suite]) -> String {
        let mut batch = Batch::default();
        suites.iter().for_each(|suite| batch.add(suite));
        batch.finish()
    }

    #[test]
    fn every_status_has_its_outcome() {
        let settings = Settings {
            level: focuscheck_base::options::Level::Reduced,
            explain_reduce: false,
            commands: Commands::default(),
            style: crate::style::Style::default(),
        };
        let unknown = || ErrorReport {
            doubt: Some(focuscheck_base::doubt::Doubt::OtherError),
            ..samples::error(Status::Unknown)
        };
        let mixed = samples::file(
            "a<b>.c",
            Verdict::Unknown,
            vec![samples::error(Status::Unreachable), unknown(), unknown()],
        );
        let mut failed = samples::file("x.c", Verdict::Failed, Vec::new());
        failed.reason = Some("expected \"}\" & more\u{1b}".to_owned());
        let source = samples::min_max_source();
        let text = whole(&[
            suite(&samples::min_max(), Some(&source), (&settings, false)),
            suite(&mixed, None, (&settings, false)),
            suite(&failed, None, (&settings, false)),
            suite(&samples::file("s.c", Verdict::Safe, Vec::new()), None, (&settings, false)),
        ]);
        let document = roxmltree::Document::parse(&text).expect("well-formed XML");
        assert_eq!(document.root_element().attribute("tests"), Some("6"));
        insta::assert_snapshot!(text, @r#"
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="focuscheck" tests="6" failures="1" errors="1" time="0">
          <testsuite name="programs/min_max.cimple" tests="1" failures="1" errors="0" skipped="0" time="0">
            <properties>
              <property name="verdict" value="unsafe"/>
            </properties>
            <testcase name="error condition `error` cannot become true in main" classname="programs/min_max.cimple" file="programs/min_max.cimple" line="9" time="0">
              <failure type="condition" message="error condition `error` can become true">programs/min_max.cimple:9: error condition `error` can become true in main
          3 explanations, 2 after reduction; these are all ways

          inputs that fail   #1   #2
            x (line 2)        1    2
            y (line 2)        0    0
            z (line 2)        1    1

          #1 when x &gt; y
            look at line 6:
            ▶ 6 │ if (min &gt; y) max = y;   is true
              …
            ✗ 9 │   error = true; }
            steps 3 6T 6 7F 8T 9

          #2 when x &gt; y
            look at the same line
            steps that differ from #1:
              -   7 │ min &gt; z   is false
              +   7 │ min &gt; z   is true
              +   7 │ min = z

          every relevant step: focuscheck check --level slice programs/min_max.cimple
        </failure>
            </testcase>
          </testsuite>
          <testsuite name="a&lt;b&gt;.c" tests="3" failures="0" errors="0" skipped="2" time="0">
            <properties>
              <property name="verdict" value="unknown"/>
            </properties>
            <testcase name="assertion `x &gt; 0` cannot fail in main" classname="a&lt;b&gt;.c" file="a&lt;b&gt;.c" line="12" time="0"/>
            <testcase name="assertion `x &gt; 0` cannot fail in main (2)" classname="a&lt;b&gt;.c" file="a&lt;b&gt;.c" line="12" time="0">
              <skipped message="assertion `x &gt; 0` may or may not fail: a replay reached another error first"/>
            </testcase>
            <testcase name="assertion `x &gt; 0` cannot fail in main (3)" classname="a&lt;b&gt;.c" file="a&lt;b&gt;.c" line="12" time="0">
              <skipped message="assertion `x &gt; 0` may or may not fail: a replay reached another error first"/>
            </testcase>
          </testsuite>
          <testsuite name="x.c" tests="1" failures="0" errors="1" skipped="0" time="0">
            <properties>
              <property name="verdict" value="failed"/>
            </properties>
            <testcase name="verdict" classname="x.c" file="x.c" time="0">
              <error type="failed" message="expected &quot;}&quot; &amp; more�"/>
            </testcase>
          </testsuite>
          <testsuite name="s.c" tests="1" failures="0" errors="0" skipped="0" time="0">
            <properties>
              <property name="verdict" value="safe"/>
            </properties>
            <testcase name="verdict" classname="s.c" file="s.c" time="0"/>
          </testsuite>
        </testsuites>
        "#);
    }
}
