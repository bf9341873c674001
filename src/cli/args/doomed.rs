//! Arguments of `doomed`.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::RangedU64ValueParser;
use clap::{Args, ValueEnum};

use super::shared::{ColorChoice, LanguageArguments, ProjectArguments, memory_size};
use focuscheck_base::options::{Options, PlainFormat};
use focuscheck_doomed::cover::Mode;
use focuscheck_driver::doomed::{Habits, Request};

/// What `doomed` means, for its help.
pub(super) const DOOMED_NOTES: &str = "\
A warning says that no run through a place of a function ends, in whatever state the function is called: each one fails,
none leaves a loop, or there is none. exit, abort and calls of functions that nobody defines count as ends. A warning names
the lines that make it so, none of which can be left out.

Exit codes:
   0  nothing was found to be doomed
  10  there are warnings
   5  there are none, but of some points it is not known
   1  the command line is wrong
   2  some input could not be read or parsed";

/// How points are asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PointChoice {
    /// A run that ends removes all points that it passes.
    Covering,
    /// Each by itself, in one context.
    Each,
    /// Each by itself, in a context of its own: to measure.
    Fresh,
}

impl PointChoice {
    fn mode(self) -> Mode {
        match self {
            PointChoice::Covering => Mode::Covering,
            PointChoice::Each => Mode::Each,
            PointChoice::Fresh => Mode::Fresh,
        }
    }
}

/// Arguments of `doomed`.
#[derive(Clone, Debug, Args)]
pub struct DoomedArguments {
    /// Files, directories (searched for .c and .i, respecting .gitignore) and globs
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,

    /// Form of the output
    #[arg(long, value_enum, default_value = "text")]
    pub format: PlainFormat,

    /// Look only at function FUNC. Can be given several times
    #[arg(long = "function", value_name = "FUNC")]
    pub functions: Vec<String>,

    /// Warn also of what no run comes to although nothing fails before, where that is a habit: a `default`, an `else` for what
    /// cannot be, a condition that was tested before
    #[arg(long)]
    pub all: bool,

    /// How many calls deep functions are inlined; beyond that a call may change everything that it can reach
    #[arg(long = "inline-depth", default_value_t = 1, value_name = "N", value_parser = RangedU64ValueParser::<u64>::new().range(0..=20))]
    pub depth: u64,

    /// How points are asked about
    #[arg(long, value_enum, default_value = "covering")]
    pub points: PointChoice,

    /// Say how many points and questions there were, and how long they took
    #[arg(long)]
    pub statistics: bool,

    /// The project's settings.
    #[command(flatten)]
    pub project: ProjectArguments,

    /// The language.
    #[command(flatten)]
    pub language: LanguageArguments,

    /// Give up on a file after this many seconds; a function gets half of what is left, the last one all of it; 0 means never
    #[arg(long, default_value_t = 60, value_name = "SECONDS")]
    pub timeout: u64,

    /// Give up on a function when its analysis needs more memory than this: bytes, or with K, M or G as in 512M; 0 means
    /// no limit
    #[arg(long, default_value = "4G", value_name = "SIZE", value_parser = memory_size)]
    pub memory: u64,

    /// Files looked at at the same time [default: number of processors]
    #[arg(short = 'j', long = "jobs", value_name = "N", value_parser = RangedU64ValueParser::<u64>::new().range(1..=1024))]
    pub jobs: Option<u64>,

    /// Use plain characters only
    #[arg(long)]
    pub ascii: bool,

    /// Use colours
    #[arg(long, value_enum, default_value = "auto", value_name = "WHEN")]
    pub color: ColorChoice,
}

impl DoomedArguments {
    /// The options of the front end, and the limits of one function.
    pub fn options(&self) -> Options {
        Options {
            timeout: (self.timeout > 0).then(|| Duration::from_secs(self.timeout)),
            memory: (self.memory > 0).then_some(self.memory),
            ..self.language.options()
        }
    }

    /// What to look at.
    pub fn request(&self) -> Request {
        Request {
            functions: self.functions.clone(),
            depth: self.depth as u32,
            mode: self.points.mode(),
            habits: if self.all { Habits::Told } else { Habits::Silent },
        }
    }
}
