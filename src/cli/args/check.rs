//! Arguments of `check`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use crate::input::Entries;

use super::shared::{
    BatchArguments, CompilerArguments, JoiningArguments, LanguageArguments, ProjectArguments, at_least_one,
    memory_size,
};
use focuscheck_base::options::{
    Annotations, CheckKind, Format, Level, MAX_HEIGHT, NestBlock, Options, PrecisionMode, Procedures,
};

/// Arguments of `check`.
#[derive(Clone, Debug, Args)]
pub struct CheckArguments {
    /// Files, directories (searched for .c, .i and .cimple, respecting .gitignore) and globs; task files (.yml) of
    /// the software-verification competition
    #[arg(required_unless_present = "database", value_name = "PATH")]
    pub paths: Vec<PathBuf>,

    /// How much of each explanation to show
    #[arg(long, value_enum, default_value = "reduced")]
    pub level: Level,

    /// Form of the output
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,

    /// The language.
    #[command(flatten)]
    pub language: LanguageArguments,

    /// Apply the answers that FILE has, as `ask --save` writes them; verdicts name those that they rest on
    #[arg(long, value_name = "FILE")]
    pub answers: Option<PathBuf>,

    /// Show conditions over these inputs only, the others eliminated
    #[arg(long, value_delimiter = ',', value_name = "NAME,...")]
    pub inputs: Vec<String>,

    /// Find at most N explanations per error
    #[arg(long, default_value_t = 20, value_name = "N", value_parser = at_least_one())]
    pub max_slices: u64,

    /// Track at most N known values per variable and place
    #[arg(long, default_value_t = 256, value_name = "N", value_parser = at_least_one())]
    pub max_values: u64,

    /// Tell N blocks of the heap apart for each place that allocates; a run that asks for more is not followed
    #[arg(long, default_value_t = 4, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=64))]
    pub blocks: u32,

    /// Which variables to track: all of them, or as few as the refutations need
    #[arg(long, value_enum, default_value = "auto")]
    pub precision: PrecisionMode,

    /// Inline every call instead of using summaries (slow; for comparison)
    #[arg(long)]
    pub inline: bool,

    /// Show each step of the reduction of explanations
    #[arg(long)]
    pub explain_reduce: bool,

    /// Show what the proof that an error cannot be reached rests on: the tracked variables and the invariants
    #[arg(long)]
    pub proof: bool,

    /// Warn of code that can only fail, function by function, as `focuscheck doomed` does; verdicts stay as they are
    #[arg(long)]
    pub doomed: bool,

    /// Show for each error how it was settled, how many states and points that took, and how long
    #[arg(long)]
    pub statistics: bool,

    /// Read ACSL annotations: `requires` of the function where runs start is assumed, all else that is stated has to hold
    #[arg(long)]
    pub acsl: bool,

    /// Which block to point at: the one guarded by the last decided conditional, or the one around it
    #[arg(long, value_enum, default_value = "guarded")]
    pub nest: NestBlock,

    /// The project's settings.
    #[command(flatten)]
    pub project: ProjectArguments,

    /// Give up on a program after this many seconds; 0 means never [default: 60, and 10 for each function of a library]
    #[arg(long, value_name = "SECONDS")]
    pub timeout: Option<u64>,

    /// Write the solver's decisions that the verdicts rest on as certificates to DIR, one for each file
    #[arg(long, value_name = "DIR")]
    pub certificates: Option<PathBuf>,

    /// Give up on a file when its analysis needs more memory than this (each of -j N files may have as much):
    /// bytes, or with K, M or G as in 512M; 0 means no limit
    #[arg(long, default_value = "4G", value_name = "SIZE", value_parser = memory_size)]
    pub memory: u64,

    /// Compile the program and run it (with limits, but with your rights) on the inputs of each explanation; one that does not fail is left out, and
    /// an error without another becomes unknown
    #[arg(long)]
    pub replay: bool,

    /// The compiler.
    #[command(flatten)]
    pub compiler: CompilerArguments,

    /// The batch.
    #[command(flatten)]
    pub batch: BatchArguments,

    /// Which files make a program.
    #[command(flatten)]
    pub joining: JoiningArguments,

    /// Errors of REPORT, as an earlier `check --format json` wrote it, are no failures: the exit code is that of the others
    #[arg(long, value_name = "REPORT")]
    pub baseline: Option<PathBuf>,

    /// What functions that are started by themselves need of their arguments is a failure, too: the exit code is 10, and SARIF and JUnit
    /// say so
    #[arg(long)]
    pub strict_entry: bool,

    /// Print the line that the software-verification competition reads for each file: `Verification result: …`
    #[arg(long, conflicts_with = "entry")]
    pub svcomp: bool,
}

/// Seconds that a program, and one of all functions of a file, gets if nothing else is said.
const OF_A_PROGRAM: u64 = 60;
const OF_A_FUNCTION: u64 = 10;

fn seconds(number: u64) -> Option<Duration> {
    (number > 0).then(|| Duration::from_secs(number))
}

impl CheckArguments {
    /// Whether nothing was asked for that only the report of one file shows.
    pub fn wants_no_detail(&self) -> bool {
        let more = self.proof || self.statistics || self.explain_reduce || self.doomed;
        self.level == Level::Reduced && self.inputs.is_empty() && !more
    }

    /// The time limit of each function where all functions are started.
    pub fn function_timeout(&self) -> Option<Duration> {
        seconds(self.timeout.unwrap_or(OF_A_FUNCTION))
    }

    /// Of which files each function is checked by itself.
    pub fn entries(&self) -> Entries {
        if self.svcomp { Entries::None } else { self.language.entries() }
    }

    /// The options of the analysis.
    pub fn options(&self) -> Options {
        Options {
            precision: self.precision,
            procedures: if self.inline { Procedures::Inline } else { Procedures::Summaries },
            nest: self.nest,
            inputs: self.inputs.clone(),
            max_slices: self.max_slices as usize,
            max_values: self.max_values as usize,
            blocks: self.blocks,
            proof: self.proof,
            statistics: self.statistics,
            pictures: self.format == Format::Html,
            doomed: self.doomed.then_some(1),
            max_height: MAX_HEIGHT,
            certificates: self.certificates.is_some(),
            annotations: if self.acsl { Annotations::Read } else { Annotations::Comments },
            memory: (self.memory > 0).then_some(self.memory),
            timeout: seconds(self.timeout.unwrap_or(OF_A_PROGRAM)),
            ..self.language.options()
        }
    }

    /// The options that influence what is found and are not at their defaults, as words for a command that
    /// finds the same.
    pub fn repeated_options(&self) -> Vec<String> {
        let defaults = Options::default();
        let mut words = Vec::new();
        let mut option = |name: &str, value: String| words.extend([name.to_owned(), value]);
        for error in &self.language.errors {
            option("--error", error.clone());
        }
        if let Some(checks) = self.language.checks() {
            let checks: Vec<&str> = checks.into_iter().map(CheckKind::name).collect();
            option("--check", if checks.is_empty() { "none".to_owned() } else { checks.join(",") });
        }
        if !self.language.assume.is_empty() {
            let assumed: Vec<&str> =
                self.language.options().assume.into_iter().map(CheckKind::name).collect();
            option("--assume", assumed.join(","));
        }
        for model in &self.language.models {
            option("--model", model.to_string_lossy().into_owned());
        }
        for folder in &self.language.include_folders {
            option("-I", folder.to_string_lossy().into_owned());
        }
        for (name, value) in &self.language.defined {
            option("-D", format!("{name}={value}"));
        }
        for name in &self.language.undefined {
            option("-U", name.clone());
        }
        if self.language.data_model != defaults.data_model {
            option("--data-model", value_name(self.language.data_model));
        }
        if let Some(globals) = self.language.globals {
            option("--globals", value_name(globals));
        }
        if self.language.volatile != defaults.volatile {
            option("--volatile", value_name(self.language.volatile));
        }
        if self.language.malloc != defaults.malloc {
            option("--malloc", value_name(self.language.malloc));
        }
        if !self.inputs.is_empty() {
            option("--inputs", self.inputs.join(","));
        }
        if self.max_slices as usize != defaults.max_slices {
            option("--max-slices", self.max_slices.to_string());
        }
        if self.max_values as usize != defaults.max_values {
            option("--max-values", self.max_values.to_string());
        }
        if self.blocks != defaults.blocks {
            option("--blocks", self.blocks.to_string());
        }
        if self.precision != defaults.precision {
            option("--precision", value_name(self.precision));
        }
        if self.nest != defaults.nest {
            option("--nest", value_name(self.nest));
        }
        if self.options().timeout != defaults.timeout {
            option("--timeout", self.timeout.unwrap_or(OF_A_PROGRAM).to_string());
        }
        if self.options().memory != defaults.memory {
            option("--memory", self.memory.to_string());
        }
        if self.doomed {
            words.push("--doomed".to_owned());
        }
        if self.acsl {
            words.push("--acsl".to_owned());
        }
        if self.inline {
            words.push("--inline".to_owned());
        }
        words.extend(self.language.of_pointers());
        words
    }
}

fn value_name(value: impl ValueEnum) -> String {
    value.to_possible_value().map_or(String::new(), |value| value.get_name().to_owned())
}
