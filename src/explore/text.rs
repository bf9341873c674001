//! The source as rows, and what of it the level marks.

use std::collections::BTreeMap;

use focuscheck_base::options::Level;
use focuscheck_report::model::{Status, StepsKind};
use focuscheck_report::verify::model::ObligationVerdict;
use focuscheck_report::words;

use super::state::Explorer;
use super::state::Row;

/// A row of the source pane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SourceRow {
    /// The name of a file besides the main one, whose lines follow.
    Heading(String),
    /// A line, counted through all files.
    Line(u32),
}

/// What a line is to the explanation, the strongest that applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Mark {
    /// It was run.
    Run,
    /// It has a step of the slice.
    Slice,
    /// It is in the NEST.
    Nest,
    /// It fails.
    Failure,
    /// It cannot fail.
    Holds,
    /// It is not known whether it can fail.
    Open,
}

impl Explorer {
    pub(super) fn source_rows(&self) -> Vec<SourceRow> {
        let Some(source) = self.file().and_then(|file| file.source.as_ref()) else { return Vec::new() };
        let last = source.position(u32::MAX).line;
        let mut rows = Vec::with_capacity(last as usize);
        let mut file = None;
        for line in 1..=last {
            let own = source.parts().place(line).0;
            if own != file {
                rows.push(SourceRow::Heading(own.unwrap_or_default().to_owned()));
                file = own;
            }
            rows.push(SourceRow::Line(line));
        }
        // The last line break begins no line that anybody would count.
        if last > 1 && source.line(last).is_empty() {
            rows.pop();
        }
        rows
    }

    pub(super) fn row_of_line(&self, line: u32) -> Option<usize> {
        self.source_rows().iter().position(|row| *row == SourceRow::Line(line))
    }

    /// The line that the selection is about.
    pub(super) fn target_line(&self) -> Option<u32> {
        if let Some(step) = self.current() {
            return Some(step.line);
        }
        if let Some(doomed) = self.doomed() {
            return Some(doomed.line);
        }
        let error = self.error()?;
        let nest = match self.selected {
            // The last line of the NEST is the nearest to the failure.
            Row::Explanation(..) => {
                self.explanation()?.slice.iter().filter(|step| step.nest).map(|step| step.line).next_back()
            }
            _ => None,
        };
        nest.or_else(|| Some(words::error_line(error)).filter(|&line| line > 0))
    }

    /// Columns in front of the text of a line: its sign, its number, a ruler.
    pub(super) fn gutter(&self) -> usize {
        self.number_width() + 5
    }

    pub(super) fn number_width(&self) -> usize {
        let source = self.file().and_then(|file| file.source.as_ref());
        source.map_or(1, |source| source.line_count().to_string().len())
    }

    /// The columns on the screen, from 0, of the selected step's statement.
    pub(super) fn statement_columns(&self) -> Option<(usize, usize)> {
        let step = self.current()?;
        let line = self.file()?.source.as_ref()?.line(step.line);
        let lead: String = line.chars().take((step.column as usize).saturating_sub(1)).collect();
        let start = self.look.clean(&lead).chars().count();
        let rest = self.look.clean(&line[lead.len()..]).chars().count();
        Some((start, start + rest.min(step.text.chars().count())))
    }

    /// The lines that the level marks.
    pub(super) fn marks(&self) -> BTreeMap<u32, Mark> {
        if let Some(doomed) = self.doomed() {
            let because = doomed.because.iter().map(|line| (*line, Mark::Nest));
            return because.chain([(doomed.line, Mark::Failure)]).collect();
        }
        let mut marks: BTreeMap<u32, Mark> = BTreeMap::new();
        let Some(explanation) = self.explanation() else {
            let line = self.error().map_or(0, words::error_line);
            let mark = match self.error().map(|error| error.status) {
                Some(Status::Unreachable) => Mark::Holds,
                Some(Status::Unknown) => Mark::Open,
                Some(Status::Reachable) | None => Mark::Failure,
            };
            return BTreeMap::from([(line, mark)]);
        };
        // What a condition asks for is where it ends, and may hold.
        let proved = match &explanation.told {
            Some(StepsKind::Condition(condition)) => condition.verdict == ObligationVerdict::Valid,
            Some(StepsKind::Trace | StepsKind::Run) | None => false,
        };
        let mut mark = |line: u32, as_what: Mark| {
            let known = marks.entry(line).or_insert(as_what);
            *known = (*known).max(as_what);
        };
        if self.level == Level::Trace {
            explanation.trace.iter().for_each(|step| mark(step.line, Mark::Run));
        }
        for step in &explanation.slice {
            if step.nest {
                mark(step.line, Mark::Nest);
            } else if self.level != Level::Reduced {
                mark(step.line, Mark::Slice);
            }
        }
        if let Some(last) = explanation.slice.last() {
            mark(last.line, if proved { Mark::Holds } else { Mark::Failure });
        }
        marks
    }

    /// Where a text has what was searched for; case counts if the search has capital letters.
    pub(super) fn places(&self, text: &str) -> Vec<std::ops::Range<usize>> {
        if self.search.is_empty() {
            return Vec::new();
        }
        let exact = self.search.chars().any(char::is_uppercase);
        // Lower case may be longer than upper case, so only ASCII letters are folded.
        let (text, wanted) = match exact {
            true => (text.to_owned(), self.search.clone()),
            false => (text.to_ascii_lowercase(), self.search.to_ascii_lowercase()),
        };
        text.match_indices(&wanted).map(|(at, found)| at..at + found.len()).collect()
    }

    /// The rows of the source that have what was searched for.
    pub(super) fn matches(&self) -> Vec<usize> {
        let Some(source) = self.file().and_then(|file| file.source.as_ref()) else { return Vec::new() };
        let has = |row: &SourceRow| match row {
            SourceRow::Line(line) => !self.places(source.line(*line)).is_empty(),
            SourceRow::Heading(name) => !self.places(name).is_empty(),
        };
        self.source_rows().iter().enumerate().filter(|(_, row)| has(row)).map(|(at, _)| at).collect()
    }
}
