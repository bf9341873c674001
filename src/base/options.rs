//! Options of a check, validated.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};

pub use super::compilation::MacroOption;

/// A kind of undefined behaviour that can be looked for.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, clap::ValueEnum, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum CheckKind {
    /// An index out of the bounds of its array.
    Bounds,
    /// An access through a pointer that is null, dangling, or outside of its object.
    Pointer,
    /// A division or remainder by zero.
    Div,
    /// Signed arithmetic whose result its type cannot represent.
    Overflow,
    /// A shift by a negative amount, or by the width or more.
    Shift,
    /// A read of a local variable that has no value yet.
    Uninit,
    /// A block that is not freed where the program ends, and that no pointer leads to. This is not undefined.
    Memory,
    /// A block that is not freed where the program ends. This is not undefined.
    Cleanup,
}

impl CheckKind {
    /// All of them, in order.
    pub const ALL: [CheckKind; 8] = [
        CheckKind::Bounds,
        CheckKind::Pointer,
        CheckKind::Div,
        CheckKind::Overflow,
        CheckKind::Shift,
        CheckKind::Uninit,
        CheckKind::Memory,
        CheckKind::Cleanup,
    ];

    /// What is looked for in C files if nothing else is asked for.
    pub const DEFAULT: [CheckKind; 5] =
        [CheckKind::Bounds, CheckKind::Pointer, CheckKind::Div, CheckKind::Shift, CheckKind::Uninit];

    /// What is looked for where functions are verified by themselves: whether what they get has values is their callers'.
    pub const OF_FUNCTIONS: [CheckKind; 4] =
        [CheckKind::Bounds, CheckKind::Pointer, CheckKind::Div, CheckKind::Shift];

    /// What a proof that does not look for it takes for granted; a local variable without a value may have any.
    pub const ASSUMED: [CheckKind; 5] =
        [CheckKind::Bounds, CheckKind::Pointer, CheckKind::Div, CheckKind::Overflow, CheckKind::Shift];

    /// Its name on the command line and in reports.
    pub fn name(self) -> &'static str {
        match self {
            CheckKind::Bounds => "bounds",
            CheckKind::Pointer => "pointer",
            CheckKind::Div => "div",
            CheckKind::Overflow => "overflow",
            CheckKind::Shift => "shift",
            CheckKind::Uninit => "uninit",
            CheckKind::Memory => "memory",
            CheckKind::Cleanup => "cleanup",
        }
    }
}

/// Widths of C's types.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum DataModel {
    /// `int`, `long` and pointers have 32 bits.
    Ilp32,
    /// `long` and pointers have 64 bits.
    #[default]
    Lp64,
}

/// What an uninitialised global is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Globals {
    /// An input in `.cimple` files, zero in C files.
    #[default]
    #[value(skip)]
    ByLanguage,
    /// An input (the paper's rule).
    Input,
    /// Zero (C's rule).
    Zero,
}

/// What annotation comments are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Annotations {
    /// Comments, kept with what they stand before.
    #[default]
    Comments,
    /// ACSL: they are read, and what is wrong with them is an error.
    Read,
}

/// What a read of a `volatile` object gives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Volatile {
    /// What was stored last: nothing but the program changes it, which a proof then rests on.
    #[default]
    Stored,
    /// Any value of its type, another one at each read.
    Any,
}

/// Whether there is memory for what a program allocates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Malloc {
    /// There is, which a proof then rests on.
    #[default]
    Succeeds,
    /// Each allocation gives memory or null: that comes from outside.
    MayFail,
}

/// Which variables the forward run tracks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum PrecisionMode {
    /// All of them (the paper's system).
    Full,
    /// As few as the refutations need.
    #[default]
    Auto,
}

/// How procedures are analysed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Procedures {
    /// By summaries.
    #[default]
    Summaries,
    /// By inlining every call (the paper's naive mode).
    Inline,
}

/// Which block the NEST marks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum NestBlock {
    /// The block guarded by the last conditional that was decided.
    #[default]
    Guarded,
    /// The block around it.
    Outer,
}

/// How much of an explanation is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Level {
    /// When it happens and where to look.
    #[default]
    Reduced,
    /// Every relevant step.
    Slice,
    /// Every step of the run.
    Trace,
}

/// The form of the output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// For people.
    #[default]
    Text,
    /// JSON, schema `focuscheck/2`.
    Json,
    /// SARIF 2.1.0, for code-scanning services.
    Sarif,
    /// JUnit XML, for continuous integration.
    Junit,
    /// A folder with a violation witness (YAML, format 2.0) for each unsafe file.
    Witness,
    /// For browsers: a folder with a page for each file and an index.
    Html,
}

impl Format {
    /// Whether it is a folder of files.
    pub fn has_folder(self) -> bool {
        matches!(self, Format::Witness | Format::Html)
    }
}

/// The form of the output of commands that know only these two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum PlainFormat {
    /// For people.
    #[default]
    Text,
    /// JSON.
    Json,
}

/// How high the tree of one expression may be on a thread with a stack of 256 MB.
pub const MAX_HEIGHT: u32 = 25_000;

/// A flag that asks every analysis to end soon.
#[derive(Clone, Copy, Debug)]
pub struct Interrupt(&'static AtomicBool);

impl Interrupt {
    /// One that is expressed by setting the flag.
    pub const fn new(flag: &'static AtomicBool) -> Self {
        Interrupt(flag)
    }

    /// Whether it was expressed.
    pub fn is_wanted(self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl PartialEq for Interrupt {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Interrupt {}

/// What a function that is started by itself is given where its parameters are pointers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointerArguments {
    /// At most so many elements lie behind each; a text has one letter less.
    pub elements: u32,
    /// Whether two of one type may be equal.
    pub may_alias: bool,
    /// Whether each may be null.
    pub may_be_null: bool,
}

impl PointerArguments {
    /// More elements than these are not told apart.
    pub const MOST: u32 = 64;
}

impl Default for PointerArguments {
    fn default() -> Self {
        PointerArguments { elements: 8, may_alias: false, may_be_null: false }
    }
}

/// Everything that influences the analysis of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Options {
    pub data_model: DataModel,
    pub globals: Globals,
    /// What a read of a `volatile` object gives.
    pub volatile: Volatile,
    /// Whether there is memory for what is allocated.
    pub malloc: Malloc,
    pub precision: PrecisionMode,
    pub procedures: Procedures,
    pub nest: NestBlock,
    /// The function to start at instead of `main`.
    pub entry: Option<String>,
    /// Whether variables that live as long as the program have their initial values where such a function starts;
    /// otherwise those that are not `const` are inputs.
    pub initial_globals: bool,
    /// What its pointer parameters lead to.
    pub pointer_arguments: PointerArguments,
    /// Error conditions `[FUNC:] EXPR` from the command line.
    pub errors: Vec<String>,
    /// Kinds of undefined behaviour that are errors; `None`: what the language of the file asks for.
    pub checks: Option<BTreeSet<CheckKind>>,
    /// Kinds of undefined behaviour that the question leaves out: a verdict is one on the runs without them.
    pub assume: BTreeSet<CheckKind>,
    /// Whether nothing is proved that rests on something that some run does not do, signed overflow included.
    pub strict: bool,
    /// Macros that are defined or undefined before the first line, in order.
    pub macros: Vec<MacroOption>,
    /// What annotation comments are.
    pub annotations: Annotations,
    /// Inputs to project the assumptions on; empty: no projection.
    pub inputs: Vec<String>,
    /// At most this many explanations per error.
    pub max_slices: usize,
    /// At most this many known values per variable and place.
    pub max_values: usize,
    /// So many blocks of the heap are told apart for each place that allocates.
    pub blocks: u32,
    /// How high the tree of one expression may be; walking it needs that much stack.
    pub max_height: u32,
    /// Whether the solver's decisions are kept as a certificate.
    pub certificates: bool,
    /// Whether code that can only fail is looked for, too; so many calls deep functions are then inlined.
    pub doomed: Option<u32>,
    /// Whether what a proof rests on is reported.
    pub proof: bool,
    /// Whether it is reported what each error took, also how long.
    pub statistics: bool,
    /// Whether what memory holds along the run of each explanation is reported, for who draws it.
    pub pictures: bool,
    /// Wall-clock limit for one file.
    pub timeout: Option<std::time::Duration>,
    /// Most small steps of the analysis of one file: a time limit that is the same on every machine; see
    /// `limit.rs`.
    pub steps: Option<u64>,
    /// Most bytes that the analysis of one file may hold; see `limit.rs`.
    pub memory: Option<u64>,
    /// What ends the analysis early.
    pub interrupt: Option<Interrupt>,
}

impl Options {
    /// The function to start at, if that is not the program's own start.
    pub fn started(&self) -> Option<&str> {
        self.entry.as_deref().filter(|name| *name != "main")
    }

    /// The kinds of undefined behaviour that are errors in a file. In C all are that tools of this kind look for;
    /// Cimple is the language of the paper, which looks for none.
    pub fn checks_of(&self, path: &str) -> BTreeSet<CheckKind> {
        let checks = match &self.checks {
            Some(checks) => checks.clone(),
            None if crate::source::is_cimple(path) => BTreeSet::new(),
            None => CheckKind::DEFAULT.into(),
        };
        checks.difference(&self.assume).copied().collect()
    }

    /// The same for `verify`.
    pub fn checks_of_functions(&self, path: &str) -> BTreeSet<CheckKind> {
        match &self.checks {
            None if !crate::source::is_cimple(path) => {
                BTreeSet::from(CheckKind::OF_FUNCTIONS).difference(&self.assume).copied().collect()
            }
            _ => self.checks_of(path),
        }
    }

    /// The kinds of undefined behaviour that the question leaves out in a file: the integers of Cimple are the paper's.
    pub fn assumed_of(&self, path: &str) -> BTreeSet<CheckKind> {
        let asked = self.checks.as_ref().is_some_and(|checks| checks.contains(&CheckKind::Overflow));
        let ideal = crate::source::is_cimple(path) && !asked && !self.strict;
        self.assume.iter().copied().chain(ideal.then_some(CheckKind::Overflow)).collect()
    }

    /// Whether signed overflow that hangs on the inputs is told with the verdict, which is one on the runs without it.
    pub fn tells_overflow(&self, path: &str) -> bool {
        !self.strict && !self.checks_of(path).contains(&CheckKind::Overflow)
    }

    /// Whether signed overflow that does not hang on the inputs is an error in a file.
    pub fn looks_for_certain_overflow(&self, path: &str) -> bool {
        self.checks.is_none()
            && !crate::source::is_cimple(path)
            && !self.assume.contains(&CheckKind::Overflow)
    }
}

impl Default for Options {
    fn default() -> Self {
        Options {
            data_model: DataModel::default(),
            globals: Globals::default(),
            volatile: Volatile::default(),
            malloc: Malloc::default(),
            precision: PrecisionMode::default(),
            procedures: Procedures::default(),
            nest: NestBlock::default(),
            entry: None,
            initial_globals: false,
            pointer_arguments: PointerArguments::default(),
            errors: Vec::new(),
            checks: Some(BTreeSet::new()),
            assume: BTreeSet::new(),
            strict: false,
            macros: Vec::new(),
            annotations: Annotations::default(),
            inputs: Vec::new(),
            max_slices: 20,
            max_values: 256,
            blocks: 4,
            max_height: MAX_HEIGHT,
            certificates: false,
            proof: false,
            statistics: false,
            pictures: false,
            doomed: None,
            timeout: Some(std::time::Duration::from_secs(60)),
            steps: None,
            memory: Some(4 << 30),
            interrupt: None,
        }
    }
}
