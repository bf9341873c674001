//! The report for code-scanning services: SARIF 2.1.0.
//!
//! A batch is one run. Each explanation that is left after the reduction is a result, with the slice and the trace as
//! code flows. Services refuse or cut what is too large, so a run keeps within their limits and says in a notification
//! what was left out for that.

mod flow;
mod object;
mod rules;
mod verified;

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use super::doomed::text as doomed;
use super::grade::{Grade, grade};
use super::model::{Counterexample, ErrorReport, FileReport, Status, StepsKind, Suppression, Verdict};
use super::style::Style;
use super::text::branches::{self, Group};
use super::verify::model::{FunctionReport, ObligationReport, ObligationVerdict};
use super::verify::words as obligations;
use super::{doubts, fingerprint, text, verdict, words};
use focuscheck_cells::facts::cfg::ErrorKind;
use object::{FUNCTION, ROOT, capital, location, message, physical};

/// Services take this many results of a run.
const MAX_RESULTS: usize = 25_000;

/// When the results have so many bytes, whole runs are left out of those that follow: packed, a report of this size
/// is within the ten megabytes that services take.
const MAX_BYTES_WITH_TRACES: usize = 64 << 20;

/// Inputs that a message lists.
const MAX_INPUTS: usize = 12;

/// How the run of the tool ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// What the process ends with.
    pub exit_code: u8,
    /// What that means.
    pub description: &'static str,
    /// Whether every file could be read and the tool did not break down.
    pub successful: bool,
}

/// Writes a report file by file; keeps finished results and no reports.
#[derive(Debug)]
pub struct Batch {
    /// By the place of the explanation among those of its error, and in order of arrival.
    results: BTreeMap<(usize, usize), String>,
    /// How many results there were, kept or not.
    arrived: usize,
    bytes: usize,
    without_trace: usize,
    artifacts: Vec<String>,
    named: BTreeSet<String>,
    notifications: Vec<String>,
    /// Whether there is code that can only fail.
    warned: bool,
    max_results: usize,
    max_bytes: usize,
    /// Whether it is one of `verify`.
    functions: bool,
    /// Whether what a function needs of its arguments is a failure.
    strict: bool,
}

impl Default for Batch {
    fn default() -> Self {
        Batch::new()
    }
}

impl Batch {
    /// A batch without files.
    pub fn new() -> Self {
        Batch {
            results: BTreeMap::new(),
            arrived: 0,
            bytes: 0,
            without_trace: 0,
            artifacts: Vec::new(),
            named: BTreeSet::new(),
            notifications: Vec::new(),
            warned: false,
            max_results: MAX_RESULTS,
            max_bytes: MAX_BYTES_WITH_TRACES,
            functions: false,
            strict: false,
        }
    }

    /// The same where what a function needs of its arguments is a failure.
    pub fn strict(self, strict: bool) -> Self {
        Batch { strict, ..self }
    }

    /// A batch of `verify` without files.
    pub fn of_functions() -> Self {
        Batch { functions: true, ..Batch::new() }
    }

    /// Adds the report of the next file.
    pub fn add(&mut self, report: &FileReport) {
        self.artifact(&report.path, Some(report));
        self.notify(report);
        self.doomed(report);
        let fingerprints = fingerprint::errors(&report.path, &report.errors);
        for (error, fingerprint) in report.errors.iter().zip(&fingerprints) {
            if let Some(obligation) = &error.obligation {
                self.obligation(report, error, obligation, fingerprint);
                continue;
            }
            let explanations = fingerprint::explanations(&error.counterexamples);
            let by_rank = |rank: u32| error.counterexamples.iter().find(|c| c.rank == rank);
            let kept: Vec<_> = error.reduced.iter().filter_map(|reduced| by_rank(reduced.rank)).collect();
            let groups = branches::groups(&kept);
            for (position, group) in groups.iter().enumerate() {
                let counterexample = group.first();
                let Some(index) = error.counterexamples.iter().position(|c| c.rank == counterexample.rank)
                else {
                    continue;
                };
                let nest = words::nest(error, counterexample);
                let way = Way {
                    report,
                    error,
                    fingerprint,
                    explanation: &explanations[index],
                    counterexample,
                    group,
                    ways: groups.len(),
                    position,
                    nest: &nest,
                    strict: self.strict,
                };
                self.result(&way);
            }
        }
    }

    /// Code that can only fail, as warnings.
    fn doomed(&mut self, report: &FileReport) {
        for warning in &report.doomed {
            self.warned = true;
            let because: Vec<Value> = warning
                .because
                .iter()
                .enumerate()
                .map(|(index, &line)| {
                    json!({
                        "id": index + 1,
                        "physicalLocation": physical(report, line, 0),
                        "message": message("because of this line"),
                    })
                })
                .collect();
            let sentence = capital(&doomed::sentence(warning));
            let result = json!({
                "ruleId": rules::DOOMED,
                "ruleIndex": rules::count(),
                "kind": "fail",
                "level": "warning",
                "message": message(&format!("{sentence}, in {}.", warning.function)),
                "locations": [{
                    "physicalLocation": physical(report, warning.line, warning.column),
                    "logicalLocations": [{ "name": warning.function, "kind": FUNCTION }],
                }],
                "relatedLocations": because,
            });
            let text = result.to_string();
            self.bytes += text.len();
            self.results.insert((0, self.arrived), text);
            self.arrived += 1;
        }
    }

    fn result(&mut self, way: &Way<'_>) {
        self.files(way.report, way.counterexample);
        let trace = self.has_room();
        self.keep(way.position, way.result(trace).to_string());
    }

    /// An obligation that fails is one result.
    fn obligation(
        &mut self,
        report: &FileReport,
        error: &ErrorReport,
        obligation: &ObligationReport,
        fingerprint: &str,
    ) {
        let Some(fails) = obligations::failure(obligation) else { return };
        let ways =
            || error.counterexamples.iter().filter(|way| !matches!(way.told, Some(StepsKind::Condition(_))));
        ways().for_each(|way| self.files(report, way));
        let trace = self.has_room();
        let result = verified::result(report, error, (obligation, &fails), fingerprint, trace);
        self.keep(0, result.to_string());
    }

    fn has_room(&mut self) -> bool {
        let trace = self.bytes < self.max_bytes;
        self.without_trace += usize::from(!trace);
        trace
    }

    /// Names the files besides the main one that an explanation passes.
    fn files(&mut self, report: &FileReport, counterexample: &Counterexample) {
        for step in counterexample.slice.iter().chain(&counterexample.trace) {
            if let (Some(path), _) = report.parts.presumed(step.line)
                && !self.named.contains(path)
            {
                self.artifact(path, None);
            }
        }
    }

    /// Keeps a result, by its place among those of its error.
    fn keep(&mut self, position: usize, text: String) {
        self.bytes += text.len();
        self.results.insert((position, self.arrived), text);
        self.arrived += 1;
        if self.results.len() > self.max_results
            && let Some((_, dropped)) = self.results.pop_last()
        {
            self.bytes -= dropped.len();
        }
    }

    fn artifact(&mut self, path: &str, target: Option<&FileReport>) {
        if !self.named.insert(path.to_owned()) {
            return;
        }
        let mut artifact = Map::new();
        artifact.insert("location".to_owned(), location(path));
        if let Some(report) = target {
            artifact.insert("roles".to_owned(), json!(["analysisTarget"]));
            let mut properties = json!({ "verdict": report.verdict });
            if !report.assumed.is_empty() {
                properties["assumed"] = json!(words::assumed(report));
            }
            let rests = |function: &&FunctionReport| !function.premises.is_empty();
            let granted = report.functions.iter().filter(rests).map(|function| {
                let premises: Vec<String> = function.premises.iter().map(obligations::premise).collect();
                (function.name.clone(), json!(premises))
            });
            let granted: Map<String, Value> = granted.collect();
            if !granted.is_empty() {
                properties["granted"] = Value::Object(granted);
            }
            artifact.insert("properties".to_owned(), properties);
        }
        artifact.insert("sourceLanguage".to_owned(), "c".into());
        self.artifacts.push(Value::Object(artifact).to_string());
    }

    /// What a file's verdict leaves open.
    fn notify(&mut self, report: &FileReport) {
        let path = &report.path;
        let reason = verdict::reason(report);
        match report.verdict {
            Verdict::Failed => self.notification("failed", "error", path, None, &format!("{path}: {reason}")),
            // Each open error says why; if there is none, the file does.
            Verdict::Unknown
                if !report.within.is_empty()
                    || report.errors.iter().all(|error| error.status != Status::Unknown) =>
            {
                self.notification("unknown", "warning", path, None, &format!("{path}: {reason}"));
            }
            _ => {}
        }
        let is_step = |error: &ErrorReport| {
            error.obligation.as_ref().is_some_and(|found| found.verdict == ObligationVerdict::Step)
        };
        let open = report.errors.iter().filter(|error| error.status == Status::Unknown);
        for error in open.filter(|error| !is_step(error)) {
            let why = doubts::reason(error, &report.parts).unwrap_or_else(|| reason.clone());
            let mut text = format!("{}: {why}.", capital(&words::headline(error)));
            if let Some(obstacle) = &error.obstacle {
                let place = report.parts.phrase(obstacle.line);
                text.push_str(&format!(" {} is `{}`.", capital(&place), obstacle.text));
            }
            if let Some(further) = error.doubt.as_ref().and_then(doubts::further) {
                text.push_str(&format!(" What gets further: {further}."));
            }
            let line = words::error_line(error);
            let place = (line > 0).then(|| physical(report, line, error.column));
            self.notification("unknown", "warning", path, place, &text);
        }
    }

    fn notification(&mut self, id: &str, level: &str, path: &str, place: Option<Value>, text: &str) {
        let place = place.unwrap_or_else(|| json!({ "artifactLocation": location(path) }));
        let notification = json!({
            "descriptor": { "id": id },
            "level": level,
            "message": message(text),
            "locations": [{ "physicalLocation": place }],
        });
        self.notifications.push(notification.to_string());
    }

    /// The whole text.
    pub fn finish(self, ending: &Ending) -> String {
        let mut results: Vec<(usize, String)> =
            self.results.into_iter().map(|((_, arrival), text)| (arrival, text)).collect();
        results.sort_unstable_by_key(|&(arrival, _)| arrival);
        let mut notifications = self.notifications;
        let mut limit = |text: String| {
            let notification =
                json!({ "descriptor": { "id": "limit" }, "level": "warning", "message": message(&text) });
            notifications.push(notification.to_string());
        };
        if self.arrived > results.len() {
            limit(format!(
                "{} of {} results were left out, those of the lowest rank: services take {} of a run.",
                self.arrived - results.len(),
                self.arrived,
                self.max_results
            ));
        }
        if self.without_trace > 0 {
            limit(format!(
                "{} results have no code flow for the whole run, because the report would be too large.",
                self.without_trace
            ));
        }
        let driver = json!({
            "name": "FocusCheck",
            "semanticVersion": env!("CARGO_PKG_VERSION"),
            "rules": if self.functions { verified::rules() } else { rules::all(self.warned) },
            "notifications": rules::notifications(),
        });
        let root = json!({
            ROOT: { "description": { "text": "The folder in which the check was started." } },
        });
        let results: Vec<String> = results.into_iter().map(|(_, text)| text).collect();
        format!(
            concat!(
                "{{\n",
                "\"$schema\": \"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json\",\n",
                "\"version\": \"2.1.0\",\n",
                "\"runs\": [{{\n",
                "\"tool\": {{ \"driver\": {} }},\n",
                "\"invocations\": [{{\n",
                "\"executionSuccessful\": {},\n\"exitCode\": {},\n\"exitCodeDescription\": {},\n",
                "\"toolExecutionNotifications\": {}\n}}],\n",
                "\"columnKind\": \"unicodeCodePoints\",\n",
                "\"originalUriBaseIds\": {},\n",
                "\"artifacts\": {},\n",
                "\"results\": {}\n",
                "}}]\n}}\n"
            ),
            driver,
            ending.successful,
            ending.exit_code,
            Value::from(ending.description),
            list(&notifications),
            root,
            list(&self.artifacts),
            list(&results),
        )
    }
}

/// Texts of JSON values as an array, one a line.
fn list(items: &[String]) -> String {
    match items {
        [] => "[]".to_owned(),
        _ => format!("[\n{}\n]", items.join(",\n")),
    }
}

/// One way in which an error happens.
struct Way<'a> {
    report: &'a FileReport,
    error: &'a ErrorReport,
    /// Of the error.
    fingerprint: &'a str,
    /// The fingerprint of the explanation.
    explanation: &'a str,
    counterexample: &'a Counterexample,
    /// Those that say the same on other branches, this one first.
    group: &'a Group<'a>,
    /// How many explanations there are.
    ways: usize,
    /// The place among the explanations, from 0.
    position: usize,
    nest: &'a [u32],
    /// Whether what a function needs of its arguments is a failure.
    strict: bool,
}

/// Why a result is not to be acted on: services close it.
fn suppressed(suppression: &Suppression) -> Value {
    match suppression {
        Suppression::Comment { why: Some(why) } => json!({ "kind": "inSource", "justification": why }),
        Suppression::Comment { why: None } => json!({ "kind": "inSource" }),
        Suppression::Baseline => {
            json!({ "kind": "external", "justification": "It is in the report that was given as the baseline." })
        }
    }
}

impl Way<'_> {
    fn result(&self, trace: bool) -> Value {
        let Way { report, error, counterexample, .. } = self;
        let last = counterexample.slice.last();
        let (line, column) = match last {
            Some(last) if error.line == 0 || error.kind == ErrorKind::Condition => (last.line, last.column),
            _ => (error.line, error.column),
        };
        let function = match (&*error.function, last) {
            ("", Some(last)) => &last.function,
            (function, _) => function,
        };
        let explanation = self.explanation;
        let members = self.group.members.iter();
        let mut flows: Vec<Value> = members.map(|member| flow::slice(report, &member.slice)).collect();
        if trace && !counterexample.trace.is_empty() {
            flows.push(flow::trace(report, &counterexample.trace));
        }
        let look = |(index, &line): (usize, &u32)| {
            json!({
                "id": index + 1,
                "physicalLocation": physical(report, line, 0),
                "message": message("look here"),
            })
        };
        // What a function needs of its arguments is no failure of the program.
        let level = match grade(report, error) {
            Grade::Certain => "error",
            Grade::ForArguments if self.strict => "error",
            Grade::ForArguments => "note",
        };
        let mut result = json!({
            "ruleId": error.kind.name(),
            "ruleIndex": rules::index(error.kind).map_or(json!(-1), |index| json!(index)),
            "kind": "fail",
            "level": level,
            "message": message(&self.sentences()),
            "locations": [{
                "physicalLocation": physical(report, line.max(1), column),
                "logicalLocations": [{ "name": function, "kind": FUNCTION }],
            }],
            "relatedLocations": self.nest.iter().enumerate().map(look).collect::<Vec<_>>(),
            "codeFlows": flows,
            "partialFingerprints": {
                "primaryLocationLineHash": format!("{}:{explanation}", self.fingerprint),
                format!("error/{}", fingerprint::VERSION): self.fingerprint,
                format!("explanation/{}", fingerprint::VERSION): explanation,
            },
            "rank": 100 / (self.position + 1),
        });
        if let Some(suppression) = &error.suppressed {
            result["suppressions"] = json!([suppressed(suppression)]);
        }
        result
    }

    /// What fails and when; the first sentence says it all.
    fn sentences(&self) -> String {
        let Way { report, error, counterexample, .. } = self;
        let style = Style { parts: report.parts.clone(), ..Style::default() };
        let mut text = capital(&words::headline(error));
        if !error.function.is_empty() {
            text.push_str(&format!(" in {}", error.function));
        }
        text.push_str(&format!(
            " {}{}.",
            text::explanation::when(counterexample, None, "", &style),
            self.group.phrase(&report.parts)
        ));
        if let Some(inputs) = words::inputs(counterexample, MAX_INPUTS) {
            text.push_str(&format!(" It fails for {inputs}."));
        }
        if let Some(functions) = words::undefined_functions(error) {
            text.push_str(&format!(" {}.", capital(&functions)));
        }
        if !counterexample.fails.is_empty() {
            text.push_str(&format!(" There, {}.", words::failing(&counterexample.fails)));
        }
        if !self.nest.is_empty() {
            text.push_str(&format!(" Look at {}.", words::lines(self.nest, &report.parts)));
        }
        let ways = self.ways;
        let complete = words::completeness(error, &report.parts);
        text.push_str(&match ways {
            1 if error.complete && error.subsumed == 0 => " This is the only explanation.".to_owned(),
            _ => format!(" This is explanation {} of {ways}; {complete}.", self.position + 1),
        });
        text
    }
}
