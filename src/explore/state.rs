//! What the explorer knows and shows.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use focuscheck_abduce::Answer;
use focuscheck_base::options::Level;
use focuscheck_base::source::SourceFile;
use focuscheck_report::ask::model::QuestionReport;
use focuscheck_report::doomed::model::Doomed;
use focuscheck_report::model::{Counterexample, ErrorReport, FileReport, Step};
use focuscheck_report::style;

use super::assumptions::Choices;

/// A file that was analysed.
#[derive(Debug)]
pub struct Analysed {
    /// What was found.
    pub report: FileReport,
    /// Its text; `None` if it could not be read.
    pub source: Option<SourceFile>,
    /// Names of variables that are the same in all functions.
    pub globals: BTreeSet<String>,
}

/// How far a file is.
#[derive(Debug, Default)]
pub enum Progress {
    /// Nothing is known yet.
    #[default]
    Waiting,
    /// It is being analysed.
    Running,
    /// Everything is known.
    Done(Box<Analysed>),
}

/// One of the files.
#[derive(Debug)]
pub(super) struct File {
    pub path: String,
    pub progress: Progress,
}

/// The pane that the arrow keys act on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Focus {
    List,
    Source,
    Details,
    Assumptions,
}

/// A line of the list, by positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Row {
    File(usize),
    Error(usize, usize),
    Explanation(usize, usize, usize),
    /// A warning about code that can only fail.
    Doomed(usize, usize),
}

impl Row {
    pub fn file(self) -> usize {
        match self {
            Row::File(file) | Row::Error(file, _) | Row::Explanation(file, ..) | Row::Doomed(file, _) => file,
        }
    }

    pub fn error(self) -> Option<usize> {
        match self {
            Row::File(_) | Row::Doomed(..) => None,
            Row::Error(_, error) | Row::Explanation(_, error, _) => Some(error),
        }
    }
}

/// What covers the panes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Overlay {
    Help,
    Inputs,
    Reduction,
    Questions,
}

/// What is being typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Prompt {
    Search(String),
    Line(String),
}

/// What the driver is to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Begin the questions about the errors at a line of a file, by its number.
    Questions {
        /// The file.
        file: usize,
        /// The line.
        line: u32,
    },
    /// Pass this answer on; nothing: the person stops.
    Answer(Option<Answer>),
}

/// A dialogue.
#[derive(Debug)]
pub(super) struct Asking {
    pub path: String,
    /// All that was told.
    pub told: String,
    /// The question that is open, and the line of its error.
    pub open: Option<(QuestionReport, u32)>,
    pub is_over: bool,
}

/// Files with their reports, and what of them is on the screen.
#[derive(Debug)]
pub struct Explorer {
    pub(super) look: style::Style,
    /// Columns and rows.
    pub(super) size: (u16, u16),
    pub(super) files: Vec<File>,
    /// Files whose errors are listed.
    pub(super) expanded: BTreeSet<usize>,
    pub(super) selected: Row,
    pub(super) level: Level,
    pub(super) focus: Focus,
    /// Position in the slice or the trace, whichever the level shows.
    pub(super) step: usize,
    /// Which of the step's reasons is chosen.
    pub(super) reason: usize,
    /// Steps of the slice that jumps started from.
    pub(super) jumps: Vec<usize>,
    /// Rows of the source that are out of sight above.
    pub(super) scroll: usize,
    /// The row of the source that was found last.
    pub(super) found: Option<usize>,
    /// Columns of the source that are out of sight on the left.
    pub(super) shift: usize,
    /// Lines of the details or of the overlay that are out of sight above.
    pub(super) details_scroll: usize,
    pub(super) overlay: Option<Overlay>,
    pub(super) overlay_scroll: usize,
    pub(super) prompt: Option<Prompt>,
    /// What was searched for last.
    pub(super) search: String,
    /// Said once, in the last row.
    pub(super) message: Option<String>,
    /// What assumptions are taken to be, by file and error.
    pub(super) choices: BTreeMap<(usize, usize), Choices>,
    /// Which assumption the cursor is at.
    pub(super) cursor: usize,
    /// The questions about an error.
    pub(super) asking: Option<Asking>,
    /// What the driver is to do.
    pub(super) wanted: VecDeque<Wanted>,
    pub(super) quit: bool,
}

impl Explorer {
    /// An explorer of files whose analysis has not begun, on a screen of some columns and rows.
    pub fn new(paths: Vec<String>, look: style::Style, size: (u16, u16)) -> Self {
        Explorer {
            look,
            size,
            files: paths.into_iter().map(|path| File { path, progress: Progress::default() }).collect(),
            expanded: BTreeSet::new(),
            selected: Row::File(0),
            level: Level::Reduced,
            focus: Focus::List,
            step: 0,
            reason: 0,
            jumps: Vec::new(),
            scroll: 0,
            found: None,
            shift: 0,
            details_scroll: 0,
            overlay: None,
            overlay_scroll: 0,
            prompt: None,
            search: String::new(),
            message: None,
            choices: BTreeMap::new(),
            cursor: 0,
            asking: None,
            wanted: VecDeque::new(),
            quit: false,
        }
    }

    /// Whether the user wants to leave.
    pub fn is_over(&self) -> bool {
        self.quit
    }

    /// The file that is selected, which a driver may analyse before others.
    pub fn selected_file(&self) -> usize {
        self.selected.file()
    }

    pub(super) fn analysed(&self, file: usize) -> Option<&Analysed> {
        match &self.files.get(file)?.progress {
            Progress::Done(analysed) => Some(analysed),
            _ => None,
        }
    }

    /// The selected file, if it is analysed.
    pub(super) fn file(&self) -> Option<&Analysed> {
        self.analysed(self.selected.file())
    }

    /// The selected error.
    pub(super) fn error(&self) -> Option<&ErrorReport> {
        self.file()?.report.errors.get(self.selected.error()?)
    }

    /// The selected warning about code that can only fail.
    pub(super) fn doomed(&self) -> Option<&Doomed> {
        match self.selected {
            Row::Doomed(_, number) => self.file()?.report.doomed.get(number),
            Row::File(_) | Row::Error(..) | Row::Explanation(..) => None,
        }
    }

    /// The selected explanation.
    pub(super) fn explanation(&self) -> Option<&Counterexample> {
        match self.selected {
            Row::Explanation(_, _, explanation) => self.error()?.counterexamples.get(explanation),
            _ => None,
        }
    }

    /// The steps that the level shows; none at the reduced level.
    pub(super) fn steps(&self) -> &[Step] {
        match (self.level, self.explanation()) {
            (Level::Slice, Some(explanation)) => &explanation.slice,
            (Level::Trace, Some(explanation)) => &explanation.trace,
            _ => &[],
        }
    }

    /// Whether there is a run to the selected explanation.
    pub(super) fn has_run(&self) -> bool {
        self.explanation().is_some_and(|explanation| !explanation.trace.is_empty())
    }

    /// The step of the level that is selected.
    pub(super) fn current(&self) -> Option<&Step> {
        self.steps().get(self.step)
    }

    /// The step of the slice that the selected step is, or is a part of.
    pub(super) fn slice_step(&self) -> Option<usize> {
        match self.level {
            Level::Trace => self.current()?.slice_step.map(|step| step as usize),
            _ => self.current().map(|_| self.step),
        }
    }

    /// Where the level shows a step of the slice.
    pub(super) fn position_of(&self, slice_step: usize) -> Option<usize> {
        match self.level {
            Level::Trace => self.steps().iter().position(|step| step.slice_step == Some(slice_step as u32)),
            _ => (slice_step < self.steps().len()).then_some(slice_step),
        }
    }
}
