//! The raw arguments of the command line.

mod checks;
mod explore;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::RangedU64ValueParser;
use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::options::{
    CheckKind, DataModel, Format, Globals, Level, MAX_HEIGHT, MacroOption, NestBlock, Options, PlainFormat,
    PrecisionMode, Procedures,
};

pub use checks::{AssumeChoice, CheckChoice};
use explore::EXPLORE_NOTES;
pub use explore::ExploreArguments;

/// Decides whether errors of C programs can be reached, and explains every way in which they can.
#[derive(Debug, Parser)]
#[command(name = "focuscheck", version, about, max_term_width = 100)]
#[command(subcommand_required = true, arg_required_else_help = true)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Check a small program that comes with FocusCheck: what a report looks like
    Example(ExampleArguments),
    /// Check C files and explain their errors
    #[command(after_help = EXIT_CODES, args_override_self = true)]
    Check(CheckArguments),
    /// Run a program on given inputs, exactly as C prescribes, and say how it ends
    #[command(after_help = RUN_NOTES)]
    Run(RunArguments),
    /// Walk through the explanations in the terminal: reduced view, slice, whole run
    #[command(after_help = EXPLORE_NOTES, args_override_self = true)]
    Explore(ExploreArguments),
    /// Compile a program with the system's C compiler and show that its explanations really fail
    #[command(after_help = REPLAY_NOTES, args_override_self = true)]
    Replay(ReplayArguments),
    /// Write the relations of a file as a folder of .facts files
    Facts(FactsArguments),
    /// Check certificates that `check --certificates` has written, independently of the solver
    #[command(after_help = CERTIFICATE_NOTES)]
    CheckCertificate(CertificateArguments),
    /// Write completions for a shell
    Completions(CompletionsArguments),
    /// Write the manual page
    Man(ManualArguments),
    /// Follow a violation witness (YAML, format 2.0): is there a run of the program that it describes?
    #[command(after_help = WITNESS_NOTES)]
    CheckWitness(WitnessArguments),
    /// Compare two outputs of `check --format json`: errors introduced, fixed and still there
    #[command(after_help = DIFF_NOTES)]
    Diff(DiffArguments),
}

/// What `example` takes.
#[derive(Debug, Args)]
pub struct ExampleArguments {
    /// When to use colours
    #[arg(long, value_enum, default_value = "auto", value_name = "WHEN")]
    pub color: ColorChoice,
}

const EXIT_CODES: &str = "\
Exit codes:
   0  no error can be reached in any file, or there is none to look for
  10  an error can be reached in some file
   5  no file is unsafe, but some verdict is unknown
   1  the command line is wrong
   2  some input could not be read or parsed
   6  internal error
Of several that apply, the one that comes first in 6, 2, 10, 5, 0 is used.";

const RUN_NOTES: &str = "\
An input that is not given is taken as the value nearest to zero, or as a random one with --seed. A local
variable that the program reads before it has a value is undefined behaviour, unless a value is given for it
(in .cimple files, and with --globals input, it is an input like any other). What the program prints is not
shown.

Exit codes:
   0  the program ended: main returned, or exit or abort was called
  10  an error was reached
   3  the behaviour is undefined
   5  the run cannot go on: something is not modelled, an assumption does not hold, a limit was reached
   1  the command line is wrong
   2  the file could not be read or parsed";

const REPLAY_NOTES: &str = "\
The harness is the program's own text, in which places that read inputs ask for their values and places that fail
say so; lines stay as they are, and the C library's functions are the library's own. What is provided is named. With -o
the harness is kept, and harness.c says how to compile it. The program runs in a folder of its own with limits on
time, memory and output.

Exit codes:
  10  every explanation fails as it is claimed to
   5  some explanation does not, or there is none
   0  the program is safe: there is nothing to replay
   1  the command line is wrong
   2  the file could not be read, or its harness not be compiled";

const CERTIFICATE_NOTES: &str = "\
Exit codes:
   0  every certificate is valid
  10  some certificate is not valid
   1  the command line is wrong
   2  some certificate could not be read, or there is none";

const WITNESS_NOTES: &str = "\
The program is the first input file that the witness names, looked for from here and beside the witness, unless
it is given. Inputs of which the witness tells nothing are taken from an analysis.

Exit codes:
   0  confirmed: a run passes all waypoints and fails at the target
  10  not confirmed
   1  the command line is wrong
   2  the witness or the program could not be read";

const DIFF_NOTES: &str = "\
Errors are matched by file, function, kind, text and explanations, not by lines.

Exit codes:
   0  no error was introduced
  10  some error was introduced
   1  the command line is wrong
   2  a report could not be read";

/// When to use colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ColorChoice {
    /// On a terminal, unless NO_COLOR is set.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl ColorChoice {
    /// Whether to use colours where `automatic` is the choice for the stream.
    pub fn decide(self, automatic: bool) -> bool {
        match self {
            ColorChoice::Auto => automatic,
            ColorChoice::Always => true,
            ColorChoice::Never => false,
        }
    }
}

/// How the language is read; the same for all commands.
#[derive(Clone, Debug, Args)]
pub struct LanguageArguments {
    /// Look for the first statement after which EXPR holds; names are resolved in FUNC or globally, and
    /// \result is FUNC's result. Can be given several times
    #[arg(long = "error", value_name = "[FUNC:] EXPR", allow_hyphen_values = true)]
    pub errors: Vec<String>,

    /// Treat these kinds of undefined behaviour as errors [default: bounds, pointer, div and shift in C files,
    /// none in .cimple files]; a proof for which another kind matters says so
    #[arg(long = "check", value_enum, value_delimiter = ',', value_name = "KIND,...")]
    pub checks: Vec<CheckChoice>,

    /// Leave runs with these kinds of undefined behaviour out of the question, and say so with the verdict
    #[arg(long = "assume", value_enum, value_delimiter = ',', value_name = "KIND,...")]
    pub assume: Vec<AssumeChoice>,

    /// A C file whose function definitions say what functions do that the program does not define
    #[arg(long = "model", value_name = "FILE")]
    pub models: Vec<PathBuf>,

    /// Look for headers in DIR, too
    #[arg(short = 'I', long = "include", value_name = "DIR")]
    pub include_folders: Vec<PathBuf>,

    /// Define a macro (as 1 if no value is given)
    #[arg(short = 'D', long = "define", value_name = "NAME[=VALUE]", value_parser = definition)]
    pub defined: Vec<(String, String)>,

    /// Undefine a macro that is predefined or given by -D
    #[arg(short = 'U', long = "undefine", value_name = "NAME", value_parser = macro_name)]
    pub undefined: Vec<String>,

    /// Widths of C's types
    #[arg(long, value_enum, default_value = "lp64", value_name = "MODEL")]
    pub data_model: DataModel,

    /// What globals without initialiser are [default: inputs in .cimple files, zero in C files]
    #[arg(long, value_enum)]
    pub globals: Option<Globals>,
}

/// Arguments of `check`.
#[derive(Clone, Debug, Args)]
pub struct CheckArguments {
    /// Files, directories (searched for .c, .i and .cimple, respecting .gitignore) and globs; task files (.yml) of
    /// the software-verification competition
    #[arg(required = true, value_name = "PATH")]
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

    /// Show conditions over these inputs only, the others eliminated
    #[arg(long, value_delimiter = ',', value_name = "NAME,...")]
    pub inputs: Vec<String>,

    /// Find at most N explanations per error
    #[arg(long, default_value_t = 20, value_name = "N", value_parser = at_least_one())]
    pub max_slices: u64,

    /// Track at most N known values per variable and place
    #[arg(long, default_value_t = 256, value_name = "N", value_parser = at_least_one())]
    pub max_values: u64,

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

    /// Show for each error how it was settled, how many states and points that took, and how long
    #[arg(long)]
    pub statistics: bool,

    /// Which block to point at: the one guarded by the last decided conditional, or the one around it
    #[arg(long, value_enum, default_value = "guarded")]
    pub nest: NestBlock,

    /// Leave out files that match this pattern
    #[arg(long, value_name = "GLOB")]
    pub exclude: Vec<String>,

    /// Check only files that differ from this git revision, or whose headers do
    #[arg(long, value_name = "REV")]
    pub changed_since: Option<String>,

    /// Keep results in DIR, and take them from there when a file, its headers and the options are the same
    #[arg(long, value_name = "DIR")]
    pub cache: Option<PathBuf>,

    /// The project's settings.
    #[command(flatten)]
    pub project: ProjectArguments,

    /// Files checked at the same time [default: number of processors]
    #[arg(short = 'j', long = "jobs", value_name = "N", value_parser = RangedU64ValueParser::<u64>::new().range(1..=1024))]
    pub jobs: Option<u64>,

    /// Give up on a file after this many seconds; 0 means never
    #[arg(long, default_value_t = 60, value_name = "SECONDS")]
    pub timeout: u64,

    /// Write the solver's decisions that the verdicts rest on as certificates to DIR, one for each file
    #[arg(long, value_name = "DIR")]
    pub certificates: Option<PathBuf>,
    /// Give up on a file when its analysis needs more memory than this (each of -j N files may have as much):
    /// bytes, or with K, M or G as in 512M; 0 means no limit
    #[arg(long, default_value = "4G", value_name = "SIZE", value_parser = memory_size)]
    pub memory: u64,

    /// Compile the program and run it on the inputs of each explanation; one that does not fail is left out, and
    /// an error without another becomes unknown
    #[arg(long)]
    pub replay: bool,

    /// The compiler.
    #[command(flatten)]
    pub compiler: CompilerArguments,

    /// Use colours
    #[arg(long, value_enum, default_value = "auto", value_name = "WHEN")]
    pub color: ColorChoice,

    /// Write only ASCII characters [default: if the locale is not UTF-8]
    #[arg(long)]
    pub ascii: bool,

    /// End with 0 also when errors can be reached or verdicts are unknown
    #[arg(long)]
    pub exit_zero: bool,

    /// Print the line that the software-verification competition reads for each file: `Verification result: …`
    #[arg(long)]
    pub svcomp: bool,

    /// Write the results to FILE instead of standard output; with --format html and witness, the
    /// pages or witnesses to the folder FILE
    #[arg(short = 'o', long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Arguments of `run`.
#[derive(Clone, Debug, Args)]
pub struct RunArguments {
    /// The file
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// Values for the inputs called NAME, in the order of the reads; NAME@LINE means those read at a line.
    /// Can be given several times
    #[arg(long = "input", value_name = "NAME=VALUE,...", allow_hyphen_values = true)]
    pub inputs: Vec<String>,

    /// Take the values of a counterexample from the output of `check --format json`
    #[arg(long, value_name = "REPORT")]
    pub inputs_from: Option<PathBuf>,

    /// Which counterexample of the report, by its rank
    #[arg(long, value_name = "N", default_value_t = 1, requires = "inputs_from")]
    pub rank: u64,

    /// Of which error in the report, by its line [default: the first that can be reached]
    #[arg(long, value_name = "LINE", requires = "inputs_from")]
    pub error_line: Option<u64>,

    /// Take random values for the inputs that are not given
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,

    /// Show every statement that is run
    #[arg(long)]
    pub trace: bool,

    /// Give up after this many steps
    #[arg(long, default_value_t = 1_000_000_000, value_name = "N", value_parser = RangedU64ValueParser::<u64>::new().range(1..))]
    pub max_steps: u64,

    /// Form of the output
    #[arg(long, value_enum, default_value = "text")]
    pub format: PlainFormat,

    /// The language.
    #[command(flatten)]
    pub language: LanguageArguments,

    /// Give up on a file when its analysis needs more memory than this (each of -j N files may have as much):
    /// bytes, or with K, M or G as in 512M; 0 means no limit
    #[arg(long, default_value = "4G", value_name = "SIZE", value_parser = memory_size)]
    pub memory: u64,

    /// Use colours
    #[arg(long, value_enum, default_value = "auto", value_name = "WHEN")]
    pub color: ColorChoice,

    /// Write only ASCII characters [default: if the locale is not UTF-8]
    #[arg(long)]
    pub ascii: bool,
}

/// Arguments of `replay`.
#[derive(Clone, Debug, Args)]
pub struct ReplayArguments {
    /// The file
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// Replay only the explanation of this rank
    #[arg(long, value_name = "N")]
    pub rank: Option<u64>,

    /// Replay only the explanations of the error at this line
    #[arg(long, value_name = "LINE")]
    pub error_line: Option<u64>,

    /// Keep the harness in DIR
    #[arg(short = 'o', long, value_name = "DIR")]
    pub output: Option<PathBuf>,

    /// The compiler.
    #[command(flatten)]
    pub compiler: CompilerArguments,

    /// The project's settings.
    #[command(flatten)]
    pub project: ProjectArguments,

    /// The language.
    #[command(flatten)]
    pub language: LanguageArguments,

    /// Give up the analysis after this many seconds; 0 means never
    #[arg(long, default_value_t = 60, value_name = "SECONDS")]
    pub timeout: u64,

    /// Use colours
    #[arg(long, value_enum, default_value = "auto", value_name = "WHEN")]
    pub color: ColorChoice,

    /// Write only ASCII characters [default: if the locale is not UTF-8]
    #[arg(long)]
    pub ascii: bool,
}

/// The system's C compiler.
#[derive(Clone, Debug, Args)]
pub struct CompilerArguments {
    /// The C compiler that replays explanations: gcc, clang, or one that takes their options
    #[arg(long, value_name = "COMMAND", env = "CC", default_value = "cc")]
    pub cc: String,

    /// Stop a compiled program after this many seconds
    #[arg(long, default_value_t = 10, value_name = "SECONDS", value_parser = at_least_one())]
    pub run_timeout: u64,
}

/// Where a project's settings come from; looked at before the rest of the command line.
#[derive(Clone, Debug, Args)]
pub struct ProjectArguments {
    /// Take settings from FILE [default: focuscheck.toml in this folder or above, up to the repository's root]
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,

    /// Take no settings from a file
    #[arg(long, conflicts_with = "config")]
    pub no_config: bool,
}

/// Arguments of `completions`.
#[derive(Clone, Debug, Args)]
pub struct CompletionsArguments {
    /// The shell
    #[arg(value_enum, value_name = "SHELL")]
    pub shell: clap_complete::Shell,
}

/// Arguments of `man`.
#[derive(Clone, Debug, Args)]
pub struct ManualArguments {
    /// Write a page for each command to DIR
    #[arg(short = 'o', long, value_name = "DIR")]
    pub output: Option<PathBuf>,
}

/// Arguments of `check-certificate`.
#[derive(Clone, Debug, Args)]
pub struct CertificateArguments {
    /// Certificates, and directories with files called *.certificate
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,
}

/// Arguments of `check-witness`.
#[derive(Clone, Debug, Args)]
pub struct WitnessArguments {
    /// The witness
    #[arg(value_name = "WITNESS")]
    pub witness: PathBuf,

    /// The program [default: as the witness names it]
    #[arg(value_name = "PROGRAM")]
    pub program: Option<PathBuf>,

    /// The language; the data model is that of the witness.
    #[command(flatten)]
    pub language: LanguageArguments,
}

/// Arguments of `diff`.
#[derive(Clone, Debug, Args)]
pub struct DiffArguments {
    /// The report of before
    #[arg(value_name = "OLD.json")]
    pub old: PathBuf,

    /// The report of now
    #[arg(value_name = "NEW.json")]
    pub new: PathBuf,

    /// Form of the output
    #[arg(long, value_enum, default_value = "text")]
    pub format: PlainFormat,

    /// Use colours
    #[arg(long, value_enum, default_value = "auto", value_name = "WHEN")]
    pub color: ColorChoice,
}

/// Arguments of `facts`.
#[derive(Clone, Debug, Args)]
pub struct FactsArguments {
    /// The file
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// The folder to write to; it is made if it does not exist
    #[arg(short = 'o', long = "output", value_name = "DIR")]
    pub directory: PathBuf,

    /// Also write what the rules derive from the relations, with nothing tracked
    #[arg(long)]
    pub derived: bool,

    /// The language.
    #[command(flatten)]
    pub language: LanguageArguments,
}

fn macro_name(text: &str) -> Result<String, String> {
    let word = text.chars().all(|c| c == '_' || c.is_alphanumeric());
    let valid = word && text.starts_with(|c: char| c == '_' || c.is_alphabetic()) && text != "defined";
    if valid { Ok(text.to_owned()) } else { Err("macro names must be identifiers".to_owned()) }
}

fn definition(text: &str) -> Result<(String, String), String> {
    let (head, value) = text.split_once('=').unwrap_or((text, "1"));
    // `-D 'f(x)=x + 1'` defines a macro with parameters.
    let name = head.split_once('(').map_or(head, |(name, _)| name);
    macro_name(name)?;
    if text.contains(['\n', '\r']) {
        return Err("a macro is defined on one line".to_owned());
    }
    Ok((head.to_owned(), value.to_owned()))
}

/// A number of bytes.
fn memory_size(text: &str) -> Result<u64, String> {
    let wrong = || "give a size such as 4G, 512M or 100000K".to_owned();
    let (digits, unit) = match text.char_indices().last() {
        Some((at, 'K' | 'k')) => (&text[..at], 1 << 10),
        Some((at, 'M' | 'm')) => (&text[..at], 1 << 20),
        Some((at, 'G' | 'g')) => (&text[..at], 1 << 30),
        _ => (text, 1),
    };
    digits.parse::<u64>().ok().and_then(|number| number.checked_mul(unit)).ok_or_else(wrong)
}

fn at_least_one() -> RangedU64ValueParser<u64> {
    RangedU64ValueParser::new().range(1..=u64::from(u32::MAX))
}

impl LanguageArguments {
    fn macros(&self) -> Vec<MacroOption> {
        let defined = self.defined.iter().map(|(n, v)| MacroOption::Define(n.clone(), v.clone()));
        defined.chain(self.undefined.iter().cloned().map(MacroOption::Undefine)).collect()
    }

    /// Nothing if the language of the file is to decide.
    fn checks(&self) -> Option<BTreeSet<CheckKind>> {
        let chosen = self.checks.iter().flat_map(|choice| choice.kinds()).collect();
        (!self.checks.is_empty()).then_some(chosen)
    }

    /// Options with these and defaults for the rest.
    pub fn options(&self) -> Options {
        Options {
            data_model: self.data_model,
            globals: self.globals.unwrap_or_default(),
            errors: self.errors.clone(),
            checks: self.checks(),
            assume: self.assume.iter().map(|choice| choice.kind()).collect(),
            macros: self.macros(),
            ..Options::default()
        }
    }
}

impl CheckArguments {
    /// The options of the analysis.
    pub fn options(&self) -> Options {
        Options {
            precision: self.precision,
            procedures: if self.inline { Procedures::Inline } else { Procedures::Summaries },
            nest: self.nest,
            inputs: self.inputs.clone(),
            max_slices: self.max_slices as usize,
            max_values: self.max_values as usize,
            proof: self.proof,
            statistics: self.statistics,
            max_height: MAX_HEIGHT,
            certificates: self.certificates.is_some(),
            memory: (self.memory > 0).then_some(self.memory),
            timeout: (self.timeout > 0).then(|| Duration::from_secs(self.timeout)),
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
        if !self.inputs.is_empty() {
            option("--inputs", self.inputs.join(","));
        }
        if self.max_slices as usize != defaults.max_slices {
            option("--max-slices", self.max_slices.to_string());
        }
        if self.max_values as usize != defaults.max_values {
            option("--max-values", self.max_values.to_string());
        }
        if self.precision != defaults.precision {
            option("--precision", value_name(self.precision));
        }
        if self.nest != defaults.nest {
            option("--nest", value_name(self.nest));
        }
        if self.options().timeout != defaults.timeout {
            option("--timeout", self.timeout.to_string());
        }
        if self.options().memory != defaults.memory {
            option("--memory", self.memory.to_string());
        }
        if self.inline {
            words.push("--inline".to_owned());
        }
        words
    }
}

fn value_name(value: impl ValueEnum) -> String {
    value.to_possible_value().map_or(String::new(), |value| value.get_name().to_owned())
}
