//! Arguments of `ask`.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::RangedU64ValueParser;
use clap::{Args, ValueEnum};

use super::shared::{LanguageArguments, ProjectArguments, memory_size};
use focuscheck_abduce::Cost;
use focuscheck_base::options::{Options, PlainFormat};
use focuscheck_driver::ask::{Facts, Request};

/// What `ask` means, for its help.
pub(super) const ASK_NOTES: &str = "\
Where an error is neither proved nor found, ask looks for the smallest fact that would settle it, and asks for it. What runs
or proofs can tell is not asked. An answer is trusted and named in the verdict. In a terminal: y, n, ? (don't know), w (why),
q; where several facts would do, the number of one that holds. Elsewhere the first question is printed.

Exit codes:
   0  no error can happen, by what is known and answered
  10  an error happens, by what is known and answered
   5  a question is open
   1  the command line is wrong
   2  the file could not be read or parsed";

/// Which facts are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FactsChoice {
    /// Annotations and the invariants that are found.
    Found,
    /// Annotations only; errors are asked about even if check decides them.
    Annotated,
}

/// How questions are priced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CostChoice {
    /// Values that the analysis does not know are cheap in obligations, inputs in witnesses.
    Definition,
    /// All unknowns cost the same; excluding an input value costs more.
    Overview,
}

/// Arguments of `ask`.
#[derive(Clone, Debug, Args)]
pub struct AskArguments {
    /// The C file, or all files of one program
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// Ask only about errors at this line
    #[arg(long, value_name = "LINE", value_parser = RangedU64ValueParser::<u64>::new().range(1..=u64::from(u32::MAX)))]
    pub error_line: Option<u64>,

    /// Take the answers that FILE has
    #[arg(long, value_name = "FILE")]
    pub answers: Option<PathBuf>,

    /// Write the answers to FILE
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,

    /// Ask at most N questions
    #[arg(long, default_value_t = 10, value_name = "N")]
    pub questions: u64,

    /// Which facts are known before anything is asked
    #[arg(long, value_enum, default_value = "found")]
    pub facts: FactsChoice,

    /// How questions are priced
    #[arg(long, value_enum, default_value = "definition")]
    pub cost: CostChoice,

    /// Offer up to N alternatives beside a question
    #[arg(long, default_value_t = 2, value_name = "N", value_parser = RangedU64ValueParser::<u64>::new().range(0..=8))]
    pub alternatives: u64,

    /// Ask at once: do not look for runs or proofs that answer
    #[arg(long)]
    pub no_try: bool,

    /// Form of the output
    #[arg(long, value_enum, default_value = "text")]
    pub format: PlainFormat,

    /// The project's settings.
    #[command(flatten)]
    pub project: ProjectArguments,

    /// The language.
    #[command(flatten)]
    pub language: LanguageArguments,

    /// Give up after this many seconds of work, the time that a person takes to answer apart; 0 means never
    #[arg(long, default_value_t = 60, value_name = "SECONDS")]
    pub timeout: u64,

    /// Give up when the analysis needs more memory than this: bytes, or with K, M or G as in 512M; 0 means no limit
    #[arg(long, default_value = "4G", value_name = "SIZE", value_parser = memory_size)]
    pub memory: u64,
}

impl AskArguments {
    /// The options of the analysis.
    pub fn options(&self) -> Options {
        Options {
            timeout: (self.timeout > 0).then(|| Duration::from_secs(self.timeout)),
            memory: (self.memory > 0).then_some(self.memory),
            ..self.language.options()
        }
    }

    /// What to ask, but for recorded answers.
    pub fn request(&self) -> Request {
        Request {
            line: self.error_line.and_then(|line| u32::try_from(line).ok()),
            facts: match self.facts {
                FactsChoice::Found => Facts::Found,
                FactsChoice::Annotated => Facts::Annotated,
            },
            cost: match self.cost {
                CostChoice::Definition => Cost::Definition,
                CostChoice::Overview => Cost::Overview,
            },
            alternatives: self.alternatives as usize,
            tries: !self.no_try,
            answers: Vec::new(),
        }
    }
}
