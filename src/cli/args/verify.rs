//! Arguments of `verify`.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::RangedU64ValueParser;
use clap::{Args, ValueEnum};

use super::shared::{BatchArguments, LanguageArguments, ProjectArguments, memory_size};
use focuscheck_base::options::{Level, Options};
use focuscheck_driver::verify::{DEFAULT_STEPS, Request};
use focuscheck_vc::condition::passive::Labels;
use focuscheck_vc::guarded::LoopMode;

/// What `verify` means, for its help.
pub(super) const VERIFY_NOTES: &str = "\
Annotations are ACSL comments, as Frama-C takes them. A function that is called goes by its contract if it has one, and is
inlined otherwise. valid: on all paths. invalid: a run was made that fails there; invalid (step): it fails from a state that
the annotations allow, such as a loop invariant that says too little.

Exit codes:
   0  all obligations are valid, or there is none
  10  some run breaks an obligation
   5  some obligation is open
   1  the command line is wrong
   2  some input could not be read or parsed
   6  internal error
Of several that apply, the one that comes first in 6, 2, 10, 5, 0 is used.";

/// The form of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum VerifyFormat {
    /// For people.
    Text,
    /// JSON, schema `focuscheck/2`: files with functions.
    Json,
    /// SARIF 2.1.0, for code-scanning services.
    Sarif,
    /// JUnit XML, for continuous integration.
    Junit,
    /// For browsers: a folder with a page for each file and an index.
    Html,
}

/// What becomes of loops.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LoopChoice {
    /// Those with `loop invariant` or `loop assigns` are cut, others unrolled; where nothing fails, all are cut.
    Auto,
    /// All are cut at their heads.
    Safe,
    /// All are unrolled.
    Unroll,
}

/// Arguments of `verify`.
#[derive(Clone, Debug, Args)]
pub struct VerifyArguments {
    /// Files, directories (searched for .c and .i, respecting .gitignore) and globs
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,

    /// Form of the output
    #[arg(long, value_enum, default_value = "text")]
    pub format: VerifyFormat,

    /// How much to show of a run that fails: that it does, what it depends on, or every step
    #[arg(long, value_enum, default_value = "reduced")]
    pub level: Level,

    /// Verify only function FUNC. Can be given several times
    #[arg(long = "function", value_name = "FUNC")]
    pub functions: Vec<String>,

    /// Verify only obligations with this label (Post, Null@13.14) or clause name. Can be given several times
    #[arg(long = "property", value_name = "LABEL|NAME")]
    pub properties: Vec<String>,

    /// What becomes of loops
    #[arg(long, value_enum, default_value = "auto")]
    pub loops: LoopChoice,

    /// How many rounds of a loop are followed where it is unrolled
    #[arg(long, default_value_t = 3, value_name = "K", value_parser = RangedU64ValueParser::<u64>::new().range(1..=1000))]
    pub unroll: u64,

    /// Inline the calls of FUNC although it has a contract. Can be given several times
    #[arg(long = "inline-call", value_name = "FUNC")]
    pub inlined: Vec<String>,

    /// Leave out what all paths to an error do
    #[arg(long)]
    pub brief: bool,

    /// Tell every verification condition in words
    #[arg(long)]
    pub explain: bool,

    /// With --explain: leave out what the proof does not use
    #[arg(long, requires = "explain")]
    pub needed: bool,

    /// Write the proofs to DIR, to be checked again by check-certificate
    #[arg(long, value_name = "DIR")]
    pub certificates: Option<PathBuf>,

    /// Write each verification condition to DIR as a script for SMT solvers, its labels as names
    #[arg(long, value_name = "DIR")]
    pub vcs: Option<PathBuf>,

    /// The project's settings.
    #[command(flatten)]
    pub project: ProjectArguments,

    /// The language.
    #[command(flatten)]
    pub language: LanguageArguments,

    /// Give up on an obligation after this many steps of the search, and on a function after ten times as many: a limit
    /// that is the same on every machine
    #[arg(long, default_value_t = DEFAULT_STEPS, value_name = "N", value_parser = RangedU64ValueParser::<u64>::new().range(1..))]
    pub steps: u64,

    /// Give up on a file after this many seconds; 0 means never
    #[arg(long, default_value_t = 60, value_name = "SECONDS")]
    pub timeout: u64,

    /// Give up on a function when its analysis needs more memory than this: bytes, or with K, M or G as in 512M; 0 means
    /// no limit
    #[arg(long, default_value = "4G", value_name = "SIZE", value_parser = memory_size)]
    pub memory: u64,

    /// The batch.
    #[command(flatten)]
    pub batch: BatchArguments,
}

impl VerifyArguments {
    /// The options of the front end, and the limits of one function.
    pub fn options(&self) -> Options {
        Options {
            timeout: (self.timeout > 0).then(|| Duration::from_secs(self.timeout)),
            memory: (self.memory > 0).then_some(self.memory),
            ..self.language.options()
        }
    }

    /// What to verify.
    pub fn request(&self) -> Request {
        Request {
            functions: self.functions.clone(),
            properties: self.properties.clone(),
            loops: match self.loops {
                LoopChoice::Auto => None,
                LoopChoice::Safe => Some(LoopMode::Safe),
                LoopChoice::Unroll => Some(LoopMode::AllUnrolled),
            },
            unroll: self.unroll as u32,
            inlined: self.inlined.clone(),
            brief: self.brief,
            // Pages have the conditions beside the program.
            explain: self.explain || self.format == VerifyFormat::Html,
            scripts: self.vcs.is_some(),
            focus: self.level != Level::Reduced,
            steps: self.steps,
            certificates: self.certificates.is_some(),
            labels: Labels::Decided,
        }
    }
}
