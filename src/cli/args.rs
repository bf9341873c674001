//! The raw arguments of the command line.

mod ask;
mod check;
mod doomed;
mod explore;
mod kinds;
mod shared;
mod show;
mod verify;

use std::path::PathBuf;

use clap::builder::RangedU64ValueParser;
use clap::{Args, Parser, Subcommand};

use focuscheck_base::options::PlainFormat;

use ask::ASK_NOTES;
pub use ask::AskArguments;
pub use check::CheckArguments;
use doomed::DOOMED_NOTES;
pub use doomed::DoomedArguments;
use explore::EXPLORE_NOTES;
pub use explore::ExploreArguments;
use shared::memory_size;
pub use shared::{
    BatchArguments, ColorChoice, CompilerArguments, JoiningArguments, LanguageArguments, ProjectArguments,
};
pub use show::{ShowArguments, ShowFormat};
use verify::VERIFY_NOTES;
pub use verify::{VerifyArguments, VerifyFormat};

/// Decides whether errors of C programs can be reached, and explains every way in which they can.
#[derive(Debug, Parser)]
#[command(name = "focuscheck", version = env!("FOCUSCHECK_VERSION"), about, max_term_width = 100)]
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
    /// Verify functions against their ACSL contracts, with the way to each error
    #[command(after_help = VERIFY_NOTES, args_override_self = true)]
    Verify(VerifyArguments),
    /// Ask the smallest questions whose answers settle what check leaves open
    #[command(after_help = ASK_NOTES, args_override_self = true)]
    Ask(AskArguments),
    /// Find code that can only fail, function by function, without annotations
    #[command(after_help = DOOMED_NOTES, args_override_self = true)]
    Doomed(DoomedArguments),
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
    /// Show errors in an editor: a language server on standard input and output
    #[command(after_help = LSP_NOTES)]
    Lsp(LspArguments),
    /// Show a saved report, or the last batch, without analysing again: one file, function or line at any level
    #[command(after_help = SHOW_NOTES)]
    Show(ShowArguments),
    /// Put outputs of `check --format json --shard K/N` together: what a single run would have written
    #[command(after_help = MERGE_NOTES)]
    Merge(MergeArguments),
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
the harness is kept, and harness.c says how to compile it. The program is run, with your rights, in a folder of its
own with limits on time, memory, output, processes and files; that is no sandbox.

Exit codes:
  10  every explanation fails as it is claimed to
   5  some explanation does not or cannot be shown, or there is none
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

const MERGE_NOTES: &str = "\
Exit codes are those of check.";

const DIFF_NOTES: &str = "\
Errors are matched by file, function, kind, text and explanations, not by lines.

Exit codes:
   0  no error was introduced
  10  some error was introduced
   1  the command line is wrong
   2  a report could not be read";

const SHOW_NOTES: &str = "\
A batch of more than three programs that `check` tells in brief is kept until the next one; `check --format json -o REPORT` keeps a
report for good. PLACE is a file or a folder, FILE:LINE, or FILE:FUNCTION of a file whose functions were started by themselves.
For example:
  focuscheck show                                the last batch
  focuscheck show src/ring.c:41                  its errors at a line
  focuscheck show --level trace src/ring.c:41    with the whole run
  focuscheck show report.json                    a report that was saved, of this or another machine
  focuscheck show report.json --format html -o pages

Exit codes:
   0  it was shown
   1  the command line is wrong
   2  there is no such report, or nothing at that place";

const LSP_NOTES: &str = "\
A file is checked when it is opened and when it is saved, as it is on disk, with those of its folder that make a program with it;
compile_commands.json is looked for in its folder and above, also in a folder build.
For example: focuscheck lsp -- --strict --timeout 20";

/// Arguments of `lsp`.
#[derive(Clone, Debug, Args)]
pub struct LspArguments {
    /// Options of `check`, behind `--`
    #[arg(last = true, value_name = "OPTION")]
    pub options: Vec<String>,
}

/// Arguments of `run`.
#[derive(Clone, Debug, Args)]
pub struct RunArguments {
    /// The file, or all files of one program
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,

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
    /// The file, or all files of one program
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// Replay only the explanation of this rank
    #[arg(long, value_name = "N")]
    pub rank: Option<u64>,

    /// Replay only the explanations of the error at this line
    #[arg(long, value_name = "LINE")]
    pub error_line: Option<u64>,

    /// Keep the harness in DIR, with a script and the standard input for each explanation that the program shows as it is
    #[arg(short = 'o', long, visible_alias = "write", value_name = "DIR")]
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

    /// Give up after this many seconds, the compiler and the runs included; 0 means never
    #[arg(long, default_value_t = 60, value_name = "SECONDS")]
    pub timeout: u64,

    /// Use colours
    #[arg(long, value_enum, default_value = "auto", value_name = "WHEN")]
    pub color: ColorChoice,

    /// Write only ASCII characters [default: if the locale is not UTF-8]
    #[arg(long)]
    pub ascii: bool,
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

/// Arguments of `merge`.
#[derive(Clone, Debug, Args)]
pub struct MergeArguments {
    /// Outputs of `check --format json`
    #[arg(required = true, value_name = "REPORT")]
    pub reports: Vec<PathBuf>,

    /// Write the report to FILE instead of standard output
    #[arg(short = 'o', long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// End with 0 whatever the reports say, if all programs could be read
    #[arg(long)]
    pub exit_zero: bool,
}

/// Arguments of `facts`.
#[derive(Clone, Debug, Args)]
pub struct FactsArguments {
    /// The file, or all files of one program
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,

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
