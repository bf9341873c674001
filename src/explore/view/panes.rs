//! The list, the steps, the details and the assumptions.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use focuscheck_base::options::Level;
use focuscheck_report::doomed::text;
use focuscheck_report::model::{ErrorReport, ReduceStep, Status, Step, StepKind, Verdict};
use focuscheck_report::style::{Role, Symbol};
use focuscheck_report::verify::view as obligations;
use focuscheck_report::words;

use super::super::assumptions::{self, Presumed};
use super::super::state::Row;
use super::super::state::{Explorer, Focus, Progress};

/// The first of so many rows that keeps a row in sight, about in the middle.
fn top_for(row: usize, count: usize, height: usize) -> usize {
    row.saturating_sub(height / 2).min(count.saturating_sub(height))
}

impl Explorer {
    pub(super) fn draw_list(&self, frame: &mut Frame<'_>, area: Rect, framed: bool) {
        let inside = self.pane(frame, area, framed, "Explanations", self.focus == Focus::List);
        let rows = self.rows();
        let at = self.selected_row(&rows);
        let top = top_for(at, rows.len(), inside.height as usize);
        let lines: Vec<Line<'static>> = rows
            .iter()
            .enumerate()
            .skip(top)
            .take(inside.height as usize)
            .map(|(number, &row)| self.list_row(row, number == at, inside.width as usize))
            .collect();
        frame.render_widget(ratatui::widgets::Paragraph::new(lines), inside);
    }

    fn list_row(&self, row: Row, selected: bool, width: usize) -> Line<'static> {
        let (text, style) = match row {
            Row::File(file) => self.file_row(file),
            Row::Error(file, error) => self.error_row(file, error),
            Row::Explanation(file, error, explanation) => self.explanation_row(file, error, explanation),
            Row::Doomed(file, number) => self.doomed_row(file, number),
        };
        let text = self.look.shorten(&self.look.clean(&text), width);
        if !selected {
            return Line::styled(text, style);
        }
        let style = style.remove_modifier(Modifier::DIM).add_modifier(Modifier::REVERSED);
        Line::styled(format!("{text:width$}"), style)
    }

    fn file_row(&self, file: usize) -> (String, Style) {
        let known = &self.files[file];
        let fold = match (self.look.ascii, self.expanded.contains(&file)) {
            (false, true) => "▾",
            (false, false) => "▸",
            (true, true) => "-",
            (true, false) => "+",
        };
        let (verdict, style) = match &known.progress {
            Progress::Waiting => ("", self.paint(Role::Faint)),
            Progress::Running => ("analysing", self.paint(Role::Doubt)),
            Progress::Done(done) => (
                words::verdict(done.report.verdict),
                self.paint(match done.report.verdict {
                    Verdict::Safe => Role::Success,
                    Verdict::Unsafe | Verdict::Failed => Role::Failure,
                    Verdict::Unknown | Verdict::Nothing => Role::Doubt,
                }),
            ),
        };
        let verdict = if verdict.is_empty() { String::new() } else { format!("{verdict}  ") };
        (format!("{fold} {verdict}{}", known.path), style)
    }

    fn doomed_row(&self, file: usize, number: usize) -> (String, Style) {
        let Some(known) = self.analysed(file) else { return Default::default() };
        let Some(doomed) = known.report.doomed.get(number) else { return Default::default() };
        let sign = self.look.symbol(Symbol::Failure);
        let place = known.report.parts.phrase(doomed.line);
        let indent = if self.files.len() > 1 { "  " } else { "" };
        (format!("{indent}{sign} {place}: {}", text::sentence(doomed)), self.paint(Role::Doubt))
    }

    fn error_row(&self, file: usize, error: usize) -> (String, Style) {
        let Some(error) = self.analysed(file).and_then(|file| file.report.errors.get(error)) else {
            return Default::default();
        };
        let (sign, role) = match (error.status, self.look.ascii) {
            (Status::Reachable, _) => (self.look.symbol(Symbol::Failure), Role::Failure),
            (Status::Unknown, _) => ("?", Role::Doubt),
            (Status::Unreachable, false) => ("✓", Role::Success),
            (Status::Unreachable, true) => ("=", Role::Success),
        };
        let place = match words::error_line(error) {
            0 => String::new(),
            line => {
                let parts = self.analysed(file).map(|file| &file.report.parts);
                format!("{} ", parts.map_or(line.to_string(), |parts| parts.name(line)))
            }
        };
        let indent = if self.files.len() > 1 { " " } else { "" };
        (format!("{indent}{sign} {place}{}", words::headline(error)), self.paint(role))
    }

    fn explanation_row(&self, file: usize, error: usize, explanation: usize) -> (String, Style) {
        let report = self.analysed(file).and_then(|file| file.report.errors.get(error));
        let Some((report, example)) = report.and_then(|r| Some((r, r.counterexamples.get(explanation)?)))
        else {
            return Default::default();
        };
        let left: Vec<&str> =
            example.assumptions.iter().filter(|a| !a.eliminated).map(|a| a.text.as_str()).collect();
        let parts = self.analysed(file).map(|file| &file.report.parts);
        let told = parts.and_then(|parts| obligations::title(example, report, parts));
        let when = match (told, left.is_empty()) {
            (Some(title), _) => title,
            (None, true) => words::without_condition(example),
            (None, false) => left.join(", "),
        };
        let mut text = format!("#{} {when}", example.rank);
        let mut style = Style::default();
        if example.eliminated {
            if let Some(kept) = kept_for(report, example.rank) {
                text = format!("#{} same as #{kept}", example.rank);
            }
            style = self.paint(Role::Faint);
        }
        let mut mark = " ";
        if self.choices.get(&(file, error)).is_some_and(|choices| !choices.leaves(explanation)) {
            style = self.paint(Role::Faint).add_modifier(Modifier::CROSSED_OUT);
            mark = "-";
        }
        let indent = if self.files.len() > 1 { "  " } else { " " };
        (format!("{indent}{mark}{text}"), style)
    }

    pub(super) fn draw_steps(&self, frame: &mut Frame<'_>, area: Rect, framed: bool) {
        let steps = self.steps();
        let sentences = self.current().is_some_and(|step| step.kind == StepKind::Sentence);
        let what = match self.level {
            Level::Trace => "Trace",
            _ if sentences => "Sentence",
            _ => "Slice",
        };
        let title = format!("{what} {}/{}", self.step + 1, steps.len());
        let inside = self.pane(frame, area, framed, &title, self.focus == Focus::Source);
        let (width, height) = (inside.width as usize, inside.height as usize);
        let top = top_for(self.step, steps.len(), height);
        let needed = self.needing();
        let lines: Vec<Line<'static>> = steps
            .iter()
            .enumerate()
            .skip(top)
            .take(height)
            .map(|(at, step)| {
                let needs = step_number(self.level, at, step).is_some_and(|number| needed.contains(&number));
                self.step_row(at, step, at + 1 == steps.len(), needs, width)
            })
            .collect();
        frame.render_widget(ratatui::widgets::Paragraph::new(lines), inside);
    }

    /// The steps of the slice that need the selected one.
    fn needing(&self) -> Vec<usize> {
        let step = self.slice_step().zip(self.explanation());
        step.and_then(|(step, explanation)| explanation.slice.get(step))
            .map(|step| step.reasons.iter().map(|reason| reason.step as usize).collect())
            .unwrap_or_default()
    }

    fn step_row(&self, at: usize, step: &Step, last: bool, needs: bool, width: usize) -> Line<'static> {
        let (sign, role) = match () {
            () if last => (self.look.symbol(Symbol::Failure), Some(Role::Failure)),
            () if step.nest => (self.look.symbol(Symbol::Nest), Some(Role::Nest)),
            () if step.focus == Some(true) => (self.look.symbol(Symbol::Focus), Some(Role::Fact)),
            () if step.focus == Some(false) => (" ", Some(Role::Faint)),
            () => (" ", Some(Role::Fact)),
        };
        let style = role.map(|role| self.paint(role)).unwrap_or_default();
        let arrow = match (needs, self.look.ascii) {
            (true, false) => "←",
            (true, true) => "<",
            (false, _) => " ",
        };
        let place = self.file().map_or(String::new(), |file| file.report.parts.name(step.line));
        // There is no room for the folder of a header.
        let place = place.rsplit('/').next().unwrap_or_default();
        let outcome = match step.outcome {
            Some(true) => " T",
            Some(false) => " F",
            None => "",
        };
        let indent = "  ".repeat(step.depth.min(6) as usize);
        let lead = format!("{sign}{arrow}{place:>3} {indent}");
        let room = width.saturating_sub(lead.chars().count() + outcome.len());
        let text = format!("{lead}{}{outcome}", self.look.phrase(&step.text, room));
        if at == self.step {
            let style = style.remove_modifier(Modifier::DIM).add_modifier(Modifier::REVERSED);
            return Line::styled(format!("{text:width$}"), style);
        }
        Line::styled(text, style)
    }

    pub(super) fn draw_details(&self, frame: &mut Frame<'_>, area: Rect, framed: bool) {
        let title = match (self.level, self.selected) {
            (Level::Reduced, Row::Explanation(..)) => "Explanation",
            (Level::Reduced, Row::Error(..)) => "Error",
            (Level::Reduced, Row::Doomed(..)) => "Code that can only fail",
            (Level::Reduced, Row::File(_)) => "File",
            _ => "Step",
        };
        let inside = self.pane(frame, area, framed, title, self.focus == Focus::Details);
        let lines = self.details(inside.width as usize);
        let top = self.details_scroll.min(lines.len().saturating_sub(inside.height as usize));
        self.render_lines(frame, inside, &lines, top);
    }

    pub(super) fn draw_assumptions(&self, frame: &mut Frame<'_>, area: Rect, framed: bool) {
        let error = self.error();
        let choices =
            self.selected.error().and_then(|error| self.choices.get(&(self.selected.file(), error)));
        let title = match (error, choices) {
            (Some(error), Some(choices)) if !choices.taken.is_empty() => {
                let all = error.counterexamples.len();
                let left = (0..all).filter(|&explanation| choices.leaves(explanation)).count();
                format!("Assumptions: {left} of {all} left")
            }
            (Some(error), _) if error.obligation.is_some() => "Given".to_owned(),
            _ => "Assumptions".to_owned(),
        };
        let focused = self.focus == Focus::Assumptions;
        let inside = self.pane(frame, area, framed, &title, focused);
        let rows = error.map(|error| assumptions::listed(error, self.explanation())).unwrap_or_default();
        let (width, height) = (inside.width as usize, inside.height as usize);
        let mut lines = Vec::new();
        for (number, (assumption, eliminated)) in rows.iter().enumerate() {
            let taken = choices.and_then(|choices| choices.taken.get(&number));
            let sign = match taken {
                // What is given is no choice.
                None if error.is_some_and(|error| error.obligation.is_some()) => " - ",
                None => "[ ]",
                Some(Presumed::Holds) => "[+]",
                Some(Presumed::Fails) => "[-]",
            };
            let own = self.explanation().is_some_and(|e| e.assumptions.iter().any(|a| a.is_same(assumption)));
            let mut style = match (own, eliminated) {
                (_, true) => self.paint(Role::Faint),
                (true, _) => self.paint(Role::Fact),
                (false, _) => Style::default(),
            };
            let note = match (*eliminated, error.is_some_and(|error| error.obligation.is_some())) {
                (true, true) => "  not needed",
                (true, false) => "  does not matter",
                (false, _) => "",
            };
            let text = self.look.phrase(&assumption.text, width.saturating_sub(4 + note.len()));
            let mut row = format!("{sign} {text}{note}");
            if focused && number == self.cursor {
                style = style.remove_modifier(Modifier::DIM).add_modifier(Modifier::REVERSED);
                row = format!("{row:width$}");
            }
            lines.push(Line::from(Span::styled(row, style)));
        }
        if lines.is_empty() {
            lines.push(Line::styled("none", self.paint(Role::Faint)));
        }
        let top = top_for(if focused { self.cursor } else { 0 }, lines.len(), height);
        self.render_lines(frame, inside, &lines, top);
    }
}

/// The number in the slice of a step at some position of what the level shows.
fn step_number(level: Level, at: usize, step: &Step) -> Option<usize> {
    match level {
        Level::Trace => step.slice_step.map(|number| number as usize),
        _ => Some(at),
    }
}

/// The explanation that a dropped one is the same as.
fn kept_for(error: &ErrorReport, rank: u32) -> Option<u32> {
    error.reduce_steps.iter().find_map(|step| match step {
        ReduceStep::Identical { kept_rank, dropped_rank } if *dropped_rank == rank => Some(*kept_rank),
        _ => None,
    })
}
