//! Arguments of `explore`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use clap::builder::RangedU64ValueParser;

use super::shared::{
    ColorChoice, JoiningArguments, LanguageArguments, ProjectArguments, at_least_one, memory_size,
};
use focuscheck_base::options::{MAX_HEIGHT, NestBlock, Options};
use focuscheck_driver::verify::Request;

/// What the keys are, for the help of the command.
pub(super) const EXPLORE_NOTES: &str = "\
Enter goes one level down (reduced view, slice, trace), Left one up; Up and Down move through rows or steps; w goes
to the step that needs the present one; ? shows all keys; q leaves.";

/// Arguments of `explore`.
#[derive(Clone, Debug, Args)]
pub struct ExploreArguments {
    /// Files, directories (searched for .c, .i and .cimple, respecting .gitignore) and globs
    #[arg(required_unless_present = "database", value_name = "PATH")]
    pub paths: Vec<PathBuf>,

    /// Walk through the obligations of functions and their verification conditions, as `verify` finds them
    #[arg(long)]
    pub verify: bool,

    /// Show code that can only fail, too, as `focuscheck doomed` finds it
    #[arg(long, conflicts_with = "verify")]
    pub doomed: bool,

    /// With --verify: verify only function FUNC. Can be given several times
    #[arg(long = "function", value_name = "FUNC", requires = "verify")]
    pub functions: Vec<String>,

    /// The project's settings.
    #[command(flatten)]
    pub project: ProjectArguments,

    /// The language.
    #[command(flatten)]
    pub language: LanguageArguments,

    /// Which files make a program.
    #[command(flatten)]
    pub joining: JoiningArguments,

    /// Find at most N explanations per error
    #[arg(long, default_value_t = 20, value_name = "N", value_parser = at_least_one())]
    pub max_slices: u64,

    /// Which block to point at: the one guarded by the last decided conditional, or the one around it
    #[arg(long, value_enum, default_value = "guarded")]
    pub nest: NestBlock,

    /// Files analysed at the same time [default: number of processors]
    #[arg(short = 'j', long = "jobs", value_name = "N", value_parser = RangedU64ValueParser::<u64>::new().range(1..=1024))]
    pub jobs: Option<u64>,

    /// Give up on a file after this many seconds; 0 means never
    #[arg(long, default_value_t = 60, value_name = "SECONDS")]
    pub timeout: u64,

    /// Give up on a file when its analysis needs more memory than this: bytes, or with K, M or G as in 512M; 0
    /// means no limit
    #[arg(long, default_value = "4G", value_name = "SIZE", value_parser = memory_size)]
    pub memory: u64,

    /// Scroll with the mouse wheel (the terminal then selects no text)
    #[arg(long)]
    pub mouse: bool,

    /// Use colours
    #[arg(long, value_enum, default_value = "auto", value_name = "WHEN")]
    pub color: ColorChoice,

    /// Draw with ASCII characters only [default: if the locale is not UTF-8]
    #[arg(long)]
    pub ascii: bool,
}

impl ExploreArguments {
    /// What to verify, if that was asked for.
    pub fn request(&self) -> Option<Request> {
        self.verify.then(|| Request {
            functions: self.functions.clone(),
            explain: true,
            focus: true,
            ..Request::default()
        })
    }

    /// The options of the analysis.
    pub fn options(&self) -> Options {
        Options {
            nest: self.nest,
            max_slices: self.max_slices as usize,
            proof: true,
            doomed: self.doomed.then_some(1),
            max_height: MAX_HEIGHT,
            memory: (self.memory > 0).then_some(self.memory),
            timeout: (self.timeout > 0).then(|| Duration::from_secs(self.timeout)),
            ..self.language.options()
        }
    }
}
