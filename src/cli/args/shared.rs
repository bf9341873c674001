//! Arguments that several commands take.

use std::collections::BTreeSet;
use std::path::PathBuf;

use clap::builder::RangedU64ValueParser;
use clap::{Args, ValueEnum};

use super::kinds::{AssumeChoice, CheckChoice};
use crate::input::Entries;
use crate::shard::Shard;
use focuscheck_base::options::{
    CheckKind, DataModel, Globals, MacroOption, Malloc, Options, PointerArguments, Volatile,
};

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
    /// Look for the first assignment in FUNC, or anywhere, to a variable of EXPR after which EXPR holds; names are
    /// resolved in FUNC or globally, and \result is FUNC's result. Can be given several times
    #[arg(long = "error", value_name = "[FUNC:] EXPR", allow_hyphen_values = true)]
    pub errors: Vec<String>,

    /// Treat these kinds of undefined behaviour as errors [default: bounds, pointer, div, shift and uninit in C
    /// files, none in .cimple files]. Signed overflow that does not hang on the inputs is an error by default, too; where
    /// it hangs on them the verdict is one on the runs without it, and says so
    #[arg(long = "check", value_enum, value_delimiter = ',', value_name = "KIND,...")]
    pub checks: Vec<CheckChoice>,

    /// Leave runs with these kinds of undefined behaviour out of the question, and say so with the verdict
    /// [default: overflow in .cimple files]
    #[arg(long = "assume", value_enum, value_delimiter = ',', value_name = "KIND,...")]
    pub assume: Vec<AssumeChoice>,

    /// Answer unknown where a proof rests on something that some run does not do: signed overflow, too
    #[arg(long)]
    pub strict: bool,

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

    /// Start at function FUNC instead of main, on any arguments and any values of globals that are not const; `check --entry all`
    /// starts at each function of each file, as `check` does by itself with files that belong to no program with main
    #[arg(long, value_name = "FUNC")]
    pub entry: Option<String>,

    /// Where a function is started: globals have their initial values
    #[arg(long)]
    pub initial_globals: bool,

    /// Where a function is started: at most N elements lie behind a pointer parameter, and one letter less in a text [default: 8]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(PointerArguments::MOST)))]
    pub elements: Option<u32>,

    /// Where a function is started: two pointer parameters of one type may be equal
    #[arg(long)]
    pub may_alias: bool,

    /// Where a function is started: pointer parameters may be null
    #[arg(long)]
    pub null_arguments: bool,

    /// What globals without initialiser are [default: inputs in .cimple files, zero in C files]
    #[arg(long, value_enum)]
    pub globals: Option<Globals>,

    /// What a read of a volatile object gives: what was stored last (a proof then says that it rests on that), or any value
    #[arg(long, value_enum, default_value = "stored")]
    pub volatile: Volatile,

    /// Whether there is memory for what is allocated: there is (a report says that it rests on that), or each allocation gives
    /// memory or null
    #[arg(long, value_enum, default_value = "succeeds", value_name = "HOW")]
    pub malloc: Malloc,
}

/// What a batch of files takes, whatever is done with them.
#[derive(Clone, Debug, Args)]
pub struct BatchArguments {
    /// Leave out files that match this pattern
    #[arg(long, value_name = "GLOB")]
    pub exclude: Vec<String>,

    /// Look only at files that differ from this git revision, or whose headers do
    #[arg(long, value_name = "REV")]
    pub changed_since: Option<String>,

    /// Look only at the K-th of N parts of the batch, which are about equally large; `merge` puts the JSON reports together
    #[arg(long, value_name = "K/N")]
    pub shard: Option<Shard>,

    /// Keep results in DIR, and take them from there when a file, its headers and the options are the same
    #[arg(long, value_name = "DIR")]
    pub cache: Option<PathBuf>,

    /// Files at the same time [default: number of processors]
    #[arg(short = 'j', long = "jobs", value_name = "N", value_parser = RangedU64ValueParser::<u64>::new().range(1..=1024))]
    pub jobs: Option<u64>,

    /// Use colours
    #[arg(long, value_enum, default_value = "auto", value_name = "WHEN")]
    pub color: ColorChoice,

    /// Write only ASCII characters [default: if the locale is not UTF-8]
    #[arg(long)]
    pub ascii: bool,

    /// End with 0 whatever is found, if all inputs could be read
    #[arg(long)]
    pub exit_zero: bool,

    /// End with 0 where something is unknown and nothing is unsafe
    #[arg(long)]
    pub accept_unknown: bool,

    /// Write the results to FILE instead of standard output; what is a folder of pages or witnesses, to the folder FILE
    #[arg(short = 'o', long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Which files make a program.
#[derive(Clone, Debug, Args)]
pub struct JoiningArguments {
    /// Each file is a program of its own; else files that are named are one program if one of them defines main, and in a
    /// folder each file with main is joined by those without it that define what it needs
    #[arg(long)]
    pub separate: bool,

    /// The project's files and how each is compiled: a compile_commands.json, or a folder with one, as CMake
    /// (-DCMAKE_EXPORT_COMPILE_COMMANDS=ON) and Bear write it. With PATHs only those of its files that they name are looked at
    #[arg(short = 'p', long = "database", value_name = "DIR")]
    pub database: Option<PathBuf>,
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

/// What stands for every function.
const EVERY: &str = "all";

impl LanguageArguments {
    fn macros(&self) -> Vec<MacroOption> {
        let defined = self.defined.iter().map(|(n, v)| MacroOption::Define(n.clone(), v.clone()));
        defined.chain(self.undefined.iter().cloned().map(MacroOption::Undefine)).collect()
    }

    /// Of which files each function is a program of its own.
    pub fn entries(&self) -> Entries {
        match &self.entry {
            None => Entries::Libraries,
            Some(_) if self.starts_everywhere() => Entries::All,
            Some(_) => Entries::None,
        }
    }

    /// Whether each function is started by itself.
    fn starts_everywhere(&self) -> bool {
        self.entry.as_deref() == Some(EVERY)
    }

    /// Nothing if the language of the file is to decide.
    pub(super) fn checks(&self) -> Option<BTreeSet<CheckKind>> {
        let chosen = self.checks.iter().flat_map(|choice| choice.kinds()).collect();
        (!self.checks.is_empty()).then_some(chosen)
    }

    /// What was chosen for pointer parameters, as options.
    pub(super) fn of_pointers(&self) -> Vec<String> {
        let elements = self.elements.map(|most| ["--elements".to_owned(), most.to_string()]);
        let chosen = [("--may-alias", self.may_alias), ("--null-arguments", self.null_arguments)];
        let chosen = chosen.into_iter().filter(|(_, chosen)| *chosen);
        elements.into_iter().flatten().chain(chosen.map(|(name, _)| name.to_owned())).collect()
    }

    /// Options with these and defaults for the rest.
    pub fn options(&self) -> Options {
        Options {
            data_model: self.data_model,
            globals: self.globals.unwrap_or_default(),
            volatile: self.volatile,
            malloc: self.malloc,
            entry: self.entry.clone().filter(|_| !self.starts_everywhere()),
            initial_globals: self.initial_globals,
            pointer_arguments: PointerArguments {
                elements: self.elements.unwrap_or(PointerArguments::default().elements),
                may_alias: self.may_alias,
                may_be_null: self.null_arguments,
            },
            errors: self.errors.clone(),
            checks: self.checks(),
            assume: self.assume.iter().map(|choice| choice.kind()).collect(),
            strict: self.strict,
            macros: self.macros(),
            ..Options::default()
        }
    }
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
pub(super) fn memory_size(text: &str) -> Result<u64, String> {
    let wrong = || "give a size such as 4G, 512M or 100000K".to_owned();
    let (digits, unit) = match text.char_indices().last() {
        Some((at, 'K' | 'k')) => (&text[..at], 1 << 10),
        Some((at, 'M' | 'm')) => (&text[..at], 1 << 20),
        Some((at, 'G' | 'g')) => (&text[..at], 1 << 30),
        _ => (text, 1),
    };
    digits.parse::<u64>().ok().and_then(|number| number.checked_mul(unit)).ok_or_else(wrong)
}

pub(super) fn at_least_one() -> RangedU64ValueParser<u64> {
    RangedU64ValueParser::new().range(1..=u64::from(u32::MAX))
}
