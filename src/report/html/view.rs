//! What a page shows before any script runs, as a value for its template.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::assumed::assumed;
use super::code::{Highlighter, sentence};
use super::data;
use super::warned::{Warned, warned};
use crate::model::{Counterexample, ErrorReport, FileReport, ReduceStep, Status, StepKind, StepsKind};
use crate::style::Style;
use crate::text::{branches, difference, explanation, inputs, refuted, steps};
use crate::verify::view as obligations;
use crate::{doubts, verdict, words};
use focuscheck_base::source::SourceFile;

/// Lines of source that a page shows whole; of more, those near to what is reported.
const MAX_LINES: u32 = 5_000;

/// Lines that are shown around a line that is reported, of a long source.
const CONTEXT: u32 = 40;

/// Lines of the NEST that an excerpt shows, those that come last in the run.
const MAX_EXCERPT: usize = 16;

/// Characters of a cell of the inputs.
const MAX_CELL: usize = 60;

/// The page of a file.
#[derive(Serialize)]
pub struct Page {
    path: String,
    verdict: &'static str,
    reason: String,
    errors: Vec<Error>,
    assumed: Vec<String>,
    /// Code that can only fail.
    doomed: Vec<Warned>,
    /// Whether the errors are obligations.
    verified: bool,
    sources: Vec<Source>,
}

#[derive(Serialize)]
struct Error {
    /// From 1.
    number: usize,
    /// HTML, as all sentences with code in them.
    headline: String,
    place: String,
    line: u32,
    function: String,
    /// HTML: the functions without a body; may be empty.
    undefined: String,
    /// Its class.
    status: &'static str,
    status_word: &'static str,
    overview: String,
    reason: Option<String>,
    /// Line, place and text of what stands in the way.
    obstacle: Option<(u32, String, String)>,
    further: Option<&'static str>,
    explanations: Vec<Explanation>,
    /// How many of them Reduce left; these come first.
    kept: usize,
    inputs: Option<Inputs>,
    reduce_steps: Vec<String>,
    infeasible: Vec<(String, String)>,
    tracked: Option<Vec<String>>,
    invariants: Vec<(String, u32, Vec<String>)>,
}

#[derive(Serialize)]
struct Inputs {
    ranks: Vec<u32>,
    /// How many others there are, in words; empty if there are none.
    others: String,
    /// Label and a value for each explanation.
    rows: Vec<(String, Vec<String>)>,
}

#[derive(Serialize)]
struct Explanation {
    rank: u32,
    /// From 1, within its error.
    number: usize,
    kept: bool,
    same_as: Option<u32>,
    title: String,
    look: String,
    same_look: bool,
    conditions: Vec<Condition>,
    /// Label, value, and what is to be said about it.
    inputs: Vec<(String, String, String)>,
    /// How many other inputs there are, in words; empty if there are none.
    others: String,
    /// The same where no input matters.
    only_others: String,
    /// The values that fail; empty if no comparison decides.
    fails: String,
    excerpt: Vec<Row>,
    hidden: usize,
    path: String,
    differs_from: Option<u32>,
    difference: Vec<String>,
    replayed: Option<String>,
    /// Of an obligation: `trace`, `run` or `condition`.
    told: Option<&'static str>,
}

#[derive(Serialize)]
struct Condition {
    text: String,
    line: u32,
    place: String,
    matters: bool,
}

/// A line of source, or a gap.
#[derive(Serialize)]
struct Row {
    /// Counted through all files; 0 for a gap.
    line: u32,
    /// As it is shown.
    number: String,
    html: String,
    /// `nest`, `fails` or nothing.
    mark: &'static str,
    outcomes: String,
}

impl Row {
    fn gap(text: String) -> Row {
        Row { line: 0, number: String::new(), html: text, mark: "", outcomes: String::new() }
    }
}

#[derive(Serialize)]
struct Source {
    name: String,
    rows: Vec<Row>,
}

impl Page {
    /// The page of a report.
    pub fn new(report: &FileReport, source: &SourceFile) -> Self {
        let style = Style { parts: report.parts.clone(), width: 100, ..Style::default() };
        let text = Text::new(report, source, &style);
        let errors = report.errors.iter().enumerate();
        Page {
            path: style.clean(&words::started(report)),
            verdict: words::verdict(report.verdict),
            reason: sentence(&style.clean(&verdict::reason(report))),
            errors: errors.map(|(index, error)| text.error(index, error)).collect(),
            assumed: assumed(report, &style),
            verified: !report.functions.is_empty(),
            doomed: report.doomed.iter().map(|warning| warned(report, warning, &style)).collect(),
            sources: text.sources(),
        }
    }
}

/// The source with its colours.
struct Text<'a> {
    report: &'a FileReport,
    source: &'a SourceFile,
    style: &'a Style,
    /// Where each file begins, and where the last one ends; lines count through all of them.
    bounds: Vec<u32>,
    /// The lines as HTML.
    lines: Vec<String>,
}

impl<'a> Text<'a> {
    fn new(report: &'a FileReport, source: &'a SourceFile, style: &'a Style) -> Self {
        let last = source.position(source.size() as u32).line;
        let mut bounds = vec![1];
        bounds.extend((2..=last).filter(|&line| {
            let (part, number) = report.parts.place(line);
            part.is_some() && number == 1
        }));
        bounds.push(last + 1);
        let lines = bounds
            .windows(2)
            .flat_map(|bounds| Highlighter::lines(source, bounds[0], bounds[1] - 1, style))
            .collect();
        Text { report, source, style, bounds, lines }
    }

    fn html(&self, line: u32) -> String {
        self.lines.get((line as usize).wrapping_sub(1)).cloned().unwrap_or_default()
    }

    fn row(&self, line: u32, mark: &'static str, outcomes: String) -> Row {
        Row { line, number: self.style.line(line), html: self.html(line), mark, outcomes }
    }

    fn error(&self, index: usize, error: &ErrorReport) -> Error {
        let style = self.style;
        let kept = words::kept(error);
        let line = words::error_line(error);
        let place = match line {
            0 => style.clean(&self.report.path),
            line => style.line_phrase(line),
        };
        let (status, overview) = match error.status {
            Status::Reachable => ("reachable", style.clean(&words::overview(error, &self.report.parts))),
            Status::Unreachable => ("unreachable", String::new()),
            Status::Unknown => ("unknown", String::new()),
        };
        let reason = doubts::reason(error, &self.report.parts).map(|reason| sentence(&style.clean(&reason)));
        let invariants = error.proof.iter().flat_map(|proof| &proof.invariants).map(|invariant| {
            let holds = invariant.holds.iter().map(|fact| style.clean(fact)).collect();
            (style.line_phrase(invariant.line), invariant.line, holds)
        });
        Error {
            number: index + 1,
            headline: sentence(&style.phrase(&words::headline(error), 300)),
            place,
            line,
            function: style.clean(&error.function),
            undefined: sentence(&style.clean(&words::undefined_functions(error).unwrap_or_default())),
            status,
            status_word: words::status(error),
            overview,
            reason,
            obstacle: error.obstacle.as_ref().map(|obstacle| {
                let line = obstacle.line;
                (line, style.line_phrase(line), style.phrase(&obstacle.text, 200))
            }),
            further: error.doubt.as_ref().and_then(doubts::further),
            explanations: self.explanations(error, kept.len()),
            kept: kept.len(),
            inputs: self.inputs(&kept),
            reduce_steps: error
                .reduce_steps
                .iter()
                .map(|step| sentence(&style.clean(&words::reduce_step(step, &style.parts))))
                .collect(),
            infeasible: refuted::entries(&error.infeasible, style),
            tracked: error
                .proof
                .as_ref()
                .map(|proof| proof.tracked.iter().map(|name| style.clean(name)).collect()),
            invariants: invariants.collect(),
        }
    }

    fn inputs(&self, kept: &[&Counterexample]) -> Option<Inputs> {
        let grid = inputs::grid(kept, MAX_CELL, self.style);
        if kept.iter().any(|way| way.told.is_some()) {
            return None;
        }
        if kept.len() < 2 || grid.labels.is_empty() {
            return None;
        }
        let cells = |row: usize| grid.columns.iter().map(|column| column[row].clone()).collect();
        let rows = grid.labels.iter().enumerate().map(|(row, label)| (label.clone(), cells(row)));
        Some(Inputs {
            ranks: kept.iter().map(|counterexample| counterexample.rank).collect(),
            others: others(grid.others, kept),
            rows: rows.collect(),
        })
    }

    fn explanations(&self, error: &ErrorReport, kept: usize) -> Vec<Explanation> {
        let all = data::ordered(error);
        let mut seen: BTreeSet<Vec<u32>> = BTreeSet::new();
        let groups = branches::groups(&all[..kept.min(all.len())]);
        let branches = |rank: u32| {
            let group = groups.iter().find(|group| group.members.iter().any(|member| member.rank == rank));
            group.map_or(String::new(), |group| group.phrase(&self.style.parts))
        };
        let mut explanations = Vec::new();
        for (index, &counterexample) in all.iter().enumerate() {
            let nest = words::nest(error, counterexample);
            let first = all.first().copied().filter(|_| index > 0);
            let mut explanation =
                self.explanation(error, counterexample, first, (&nest, &branches(counterexample.rank)));
            explanation.number = index + 1;
            explanation.kept = index < kept;
            explanation.same_look = !seen.insert(nest);
            if explanation.same_look {
                explanation.excerpt.clear();
                explanation.hidden = 0;
            }
            explanations.push(explanation);
        }
        explanations
    }

    fn explanation(
        &self,
        error: &ErrorReport,
        counterexample: &Counterexample,
        first: Option<&Counterexample>,
        (nest, branches): (&[u32], &str),
    ) -> Explanation {
        let style = self.style;
        let slice = &counterexample.slice;
        let same_as = error.reduce_steps.iter().find_map(|step| match step {
            ReduceStep::Identical { kept_rank, dropped_rank } if *dropped_rank == counterexample.rank => {
                Some(*kept_rank)
            }
            _ => None,
        });
        let (excerpt, hidden) = self.excerpt(counterexample, nest);
        let inputs = inputs::grid(&[counterexample], MAX_CELL, style);
        let values = inputs.columns.into_iter().next().unwrap_or_default();
        let difference = first.filter(|_| counterexample.told.is_none()).and_then(|first| {
            let difference = difference::compare(&steps::keys(&first.slice), &steps::keys(slice));
            (difference.common * 2 >= slice.len() && !difference.hunks.is_empty()).then(|| {
                let lines = difference::listing(&first.slice, slice, &difference, style);
                let strip = |line: &String| line.strip_prefix("      ").unwrap_or(line).to_owned();
                (first.rank, lines.iter().map(strip).collect())
            })
        });
        let (differs_from, difference) = difference.unzip();
        Explanation {
            rank: counterexample.rank,
            number: 0,
            kept: true,
            same_as,
            title: match obligations::title(counterexample, error, &style.parts) {
                Some(title) => style.clean(&title),
                None => explanation::when(counterexample, first, "", style) + &style.clean(branches),
            },
            look: explanation::places(nest, style),
            same_look: false,
            conditions: self.conditions(counterexample),
            others: others(inputs.others, &[counterexample]),
            only_others: inputs::none_matters(inputs.others, &[counterexample]),
            inputs: inputs
                .labels
                .into_iter()
                .zip(values)
                .zip(inputs.notes)
                .map(|((l, v), n)| (l, v, n))
                .collect(),
            fails: style.clean(&words::failing(&counterexample.fails)),
            excerpt,
            hidden,
            path: steps::path(slice, style),
            differs_from,
            difference: difference.unwrap_or_default(),
            replayed: counterexample.replayed.as_deref().map(|result| style.clean(result)),
            told: counterexample.told.as_ref().map(|told| match told {
                StepsKind::Trace => "trace",
                StepsKind::Run => "run",
                StepsKind::Condition(_) => "condition",
            }),
        }
    }

    /// The conditions with their places, those that matter first; each once.
    fn conditions(&self, counterexample: &Counterexample) -> Vec<Condition> {
        let mut seen = BTreeSet::new();
        let (mut matter, mut other) = (Vec::new(), Vec::new());
        for assumption in &counterexample.assumptions {
            let text = self.style.phrase(&assumption.text, 200);
            if !seen.insert((text.clone(), assumption.line, assumption.eliminated)) {
                continue;
            }
            let matters = !assumption.eliminated;
            let place = self.style.line_phrase(assumption.line);
            let condition = Condition { text, line: assumption.line, place, matters };
            // What is given is told in the order of execution.
            let first = matters || counterexample.told.is_some();
            if first { &mut matter } else { &mut other }.push(condition);
        }
        matter.append(&mut other);
        matter
    }

    /// The lines to look at, with the one that fails, and how many were left out.
    fn excerpt(&self, counterexample: &Counterexample, nest: &[u32]) -> (Vec<Row>, usize) {
        let slice = &counterexample.slice;
        let mut marks: BTreeMap<u32, &'static str> = BTreeMap::new();
        let backwards = slice.iter().rev().map(|step| step.line).filter(|line| nest.contains(line));
        for line in backwards.chain(nest.iter().copied()) {
            if marks.len() < MAX_EXCERPT {
                marks.insert(line, "nest");
            }
        }
        let hidden = nest.len().saturating_sub(marks.len());
        if let Some(last) = slice.last().filter(|last| last.line != 0) {
            marks.insert(last.line, data::End::of(counterexample).class());
        }
        let mut rows = Vec::new();
        let mut before = None;
        for (&line, &mark) in &marks {
            match before {
                Some(before) if before + 2 == line => {
                    rows.push(self.row(line - 1, "", String::new()));
                }
                Some(before) if before + 2 < line => rows.push(Row::gap("…".to_owned())),
                _ => {}
            }
            before = Some(line);
            rows.push(self.row(line, mark, outcomes(counterexample, line)));
        }
        (rows, hidden)
    }

    /// The files with what the best explanation says of their lines; headers and models only if something is
    /// reported in them.
    fn sources(&self) -> Vec<Source> {
        let reported = self.reported();
        let marks = self.best_marks();
        let total: u32 = self.bounds.windows(2).map(|bounds| bounds[1] - bounds[0]).sum();
        let mut sources = Vec::new();
        for (part, bounds) in self.bounds.windows(2).enumerate() {
            let (first, last) = (bounds[0], bounds[1] - 1);
            if part > 0 && reported.range(first..=last).next().is_none() {
                continue;
            }
            let name = match self.report.parts.place(first) {
                (Some(name), _) => self.style.clean(name),
                (None, _) => self.style.clean(&self.report.path),
            };
            // The end of the last line begins no line.
            let last = if last > first && self.source.line(last).is_empty() { last - 1 } else { last };
            let near = |line: u32| {
                let from = line.saturating_sub(CONTEXT);
                total <= MAX_LINES
                    || line < first + CONTEXT
                    || reported.range(from..=line + CONTEXT).next().is_some()
            };
            let mut rows: Vec<Row> = Vec::new();
            let mut left_out = 0;
            for line in first..=last {
                if !near(line) {
                    left_out += 1;
                    continue;
                }
                if left_out > 0 {
                    rows.push(left_out_lines(left_out));
                    left_out = 0;
                }
                let number = self.report.parts.presumed(line).1.to_string();
                let mark = marks.get(&line).copied().unwrap_or_default();
                rows.push(Row { number, ..self.row(line, mark, String::new()) });
            }
            if left_out > 0 {
                rows.push(left_out_lines(left_out));
            }
            sources.push(Source { name, rows });
        }
        sources
    }

    /// All lines that something is said about.
    fn reported(&self) -> BTreeSet<u32> {
        let mut lines = BTreeSet::new();
        for error in &self.report.errors {
            lines.insert(error.line);
            lines.extend(error.obstacle.iter().map(|obstacle| obstacle.line));
            lines.extend(error.proof.iter().flat_map(|proof| &proof.invariants).map(|known| known.line));
            for counterexample in &error.counterexamples {
                let steps = counterexample.slice.iter().chain(&counterexample.trace);
                lines.extend(steps.map(|step| step.line));
                lines.extend(counterexample.assumptions.iter().map(|assumption| assumption.line));
            }
        }
        lines.remove(&0);
        lines
    }

    /// Where to look according to the best explanation of the first error.
    fn best_marks(&self) -> BTreeMap<u32, &'static str> {
        let mut marks = BTreeMap::new();
        let explained =
            self.report.errors.iter().find_map(|error| Some((error, *words::kept(error).first()?)));
        if let Some((error, best)) = explained {
            marks.extend(words::nest(error, best).into_iter().map(|line| (line, "nest")));
            if let Some(last) = best.slice.last() {
                marks.insert(last.line, data::End::of(best).class());
            }
        }
        marks
    }
}

/// How many inputs are not shown, in words; empty if there are none.
fn others(number: usize, shown: &[&Counterexample]) -> String {
    if number == 0 { String::new() } else { words::others(number, shown) }
}

fn left_out_lines(number: u32) -> Row {
    Row::gap(format!("{} not shown", words::count(number as usize, "line", "lines")))
}

/// How the conditionals on a line came out: `true ×199, then false`.
fn outcomes(counterexample: &Counterexample, line: u32) -> String {
    let here = counterexample.slice.iter().filter(|step| step.line == line && step.kind != StepKind::Error);
    words::outcomes(here.filter_map(|step| step.outcome), "×", "…")
}
