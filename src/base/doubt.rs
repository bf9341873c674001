//! Why a question stays open, and what a verdict rests on, as values. The words for them, and what gets further, are the
//! report's.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::limit::Spent;
use crate::options::CheckKind;

/// Why an error is neither reached nor excluded, or why there may be more ways to reach it. Lines are counted through
/// all files of the program, as in reports.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Doubt {
    /// A limit has ended the work.
    Spent(Spent),
    /// A value on a path that matters, or what a statement there does, is not modelled.
    NotModelled {
        /// What is not modelled.
        what: Unmodelled,
        /// Where it is.
        line: u32,
    },
    /// Control may go somewhere that is not followed, so that nothing is proved.
    Leaves {
        /// What leads away.
        what: Unmodelled,
        /// Where it is.
        line: u32,
    },
    /// A proof would rest on something that some run does not do.
    Violated {
        /// The kind of undefined behaviour, by its check.
        kind: CheckKind,
        /// Where it happens.
        line: u32,
        /// The first inputs of such a run, with their values.
        inputs: Vec<(String, String)>,
        /// Whether it reads more than these.
        more: bool,
    },
    /// A proof would rest on a check that no run passes: it would be about no run.
    AlwaysViolated {
        /// The kind of the check.
        kind: CheckKind,
        /// What it asks.
        text: String,
        /// Where it happens.
        line: u32,
    },
    /// The solver gave up.
    Unsolved {
        /// On which conditions.
        conditions: Conditions,
        /// What it lacked.
        lack: Lack,
    },
    /// A run that was to reach the error took more steps or deeper calls than it may.
    EndlessRun,
    /// A run that was to reach the error did something undefined before.
    UndefinedRun {
        /// What was undefined.
        what: String,
        /// Where.
        line: u32,
    },
    /// A run that was to reach the error came to another one first.
    OtherError,
    /// A run reaches the error in cells, but not on the memory of C.
    Contradicted,
    /// A block that was to be lost is not, in a run: something still leads to it.
    StillReached {
        /// Where it is allocated.
        line: u32,
        /// What leads there.
        through: String,
    },
    /// A run that was to reach the error ended before.
    StoppedRun,
    /// No run takes the way that a sequence describes, and nothing says that none can.
    NoRun,
    /// Runs reach the error, but none in the way that a sequence describes.
    OtherWay,
    /// More points than the walk back may visit.
    Points,
    /// More sequences were tried that cannot happen than may be.
    Refuted,
    /// As many explanations as were asked for.
    Explanations,
    /// More states than the forward run may visit.
    States,
    /// Calls are nested too deeply to be inlined.
    Depth,
    /// There is no function to start at.
    NoStart {
        /// The one that was asked for instead of `main`.
        entry: Option<String>,
        /// The functions that there are.
        functions: Vec<String>,
    },
    /// Nobody asked for this check by name, and little work does not decide it.
    LittleWork {
        /// The check; `None` stands for all.
        check: Option<CheckKind>,
    },
    /// No run satisfies what annotations make it assume, so that nothing is proved.
    Contradictory {
        /// Where that stands.
        line: u32,
    },
    /// A function has more nodes than are analysed in one.
    TooLarge {
        /// Its name.
        function: String,
        /// Its nodes.
        size: u32,
        /// The most that are analysed.
        most: u32,
    },
    /// No explanation failed when it was compiled.
    NotReproduced {
        /// The compiler.
        compiler: String,
    },
}

/// What a verdict rests on besides the text of the program: what is assumed and not checked.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Premise {
    /// Undefined behaviour of a kind that is not looked for does not happen.
    Unchecked(CheckKind),
    /// What is not modelled accesses no memory but what it may.
    Access(Unmodelled),
    /// A function does what its model says.
    Model {
        /// Its name.
        function: String,
    },
    /// No other file defines a function that is weak, so that its body is the one that runs.
    Weak {
        /// Its name.
        function: String,
    },
    /// A function that nobody defines changes only variables whose address is taken, and calls no function of the
    /// program whose address is not.
    Contained {
        /// Its name.
        function: String,
    },
    /// Global and static variables have their initial values when a function that is no `main` starts.
    InitialGlobals {
        /// The function.
        function: String,
    },
    /// There is memory left for each block that is allocated.
    Allocated,
    /// A comparison function that a library function calls gives consistent results: it puts the elements in one order.
    Consistent,
    /// A text that is copied does not overlap with the place that it is copied to.
    Apart,
    /// A call that reads, and whose result nobody looks at, reads all that it is asked for.
    Filled,
    /// The program is started with its name as the first argument, so that there is one.
    Named,
    /// A variable that is `volatile` changes only where the program stores to it.
    Settled {
        /// Its name.
        variable: String,
    },
    /// What a person has answered, or what that answer rests on, in words.
    Answered {
        /// The words.
        claim: String,
    },
}

/// What is not modelled: a value from the place where it is met to the report.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Unmodelled {
    /// A function that nobody defines.
    Body {
        /// Its name.
        function: String,
    },
    /// A pointer that is passed together with others into the same object.
    Overlapping,
    /// A pointer that is passed, into an object with too many elements.
    ManyElements,
    /// A store through a pointer that hides `const`.
    ConstantObject,
    /// What a null pointer points to.
    NullPointer,
    /// A function inside of a function: what is in it is no part of the graph.
    NestedFunction,
    /// More of something than a bound allows.
    Beyond(Most),
    /// Values that no one text on the standard input gives.
    NoText,
    /// Something else, by its name: "pointer dereference". No decision depends on which.
    Construct(String),
}

/// So many of something are told apart, and runs with more are not followed: what is proved holds for the runs within it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Most {
    /// Blocks that one place allocates.
    Blocks(u32),
    /// Elements of a block whose size is no constant.
    Elements(u32),
    /// Arguments of the command line, besides the name of the program.
    Arguments(u32),
    /// Letters of an argument of the command line.
    Letters(u32),
}

impl Most {
    /// Its name and its number: `blocks:4`.
    pub fn name(self) -> String {
        let (what, most) = match self {
            Most::Blocks(most) => ("blocks", most),
            Most::Elements(most) => ("elements", most),
            Most::Arguments(most) => ("arguments", most),
            Most::Letters(most) => ("letters", most),
        };
        format!("{what}:{most}")
    }

    /// What a run does that does not keep it.
    fn beyond(self) -> String {
        match self {
            Most::Blocks(most) => format!("allocation of more than {most} blocks"),
            Most::Elements(most) => format!("block of more than {most} elements"),
            Most::Arguments(most) => format!("reading more than {most} arguments"),
            Most::Letters(most) => format!("reading more than {most} letters of an argument"),
        }
    }
}

impl From<&str> for Unmodelled {
    fn from(name: &str) -> Self {
        Unmodelled::Construct(name.to_owned())
    }
}

impl From<String> for Unmodelled {
    fn from(name: String) -> Self {
        Unmodelled::Construct(name)
    }
}

impl Unmodelled {
    /// Whether it is anything but a function without a body, and by which name it goes.
    fn named(&self) -> (bool, Cow<'_, str>) {
        let name = match self {
            Unmodelled::Body { function } => return (false, Cow::Borrowed(function)),
            Unmodelled::Overlapping => "pointers into overlapping objects",
            Unmodelled::ManyElements => "pointer into an object with too many elements",
            Unmodelled::ConstantObject => "write to a constant object",
            Unmodelled::NullPointer => "null pointer dereference",
            Unmodelled::NestedFunction => "nested function",
            Unmodelled::NoText => "values that no text on the standard input gives",
            Unmodelled::Beyond(bound) => return (true, Cow::Owned(bound.beyond())),
            Unmodelled::Construct(name) => name,
        };
        (true, Cow::Borrowed(name))
    }
}

/// Its name: reports have it, and texts of the program where it stands for an expression.
impl fmt::Display for Unmodelled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.named() {
            (false, function) => write!(f, "call of undefined function '{function}'"),
            (true, name) => f.write_str(&name),
        }
    }
}

/// The order in which reports list what they rest on: functions first, each kind by its names.
impl Ord for Unmodelled {
    fn cmp(&self, other: &Self) -> Ordering {
        let is_construct = |what: &Unmodelled| matches!(what, Unmodelled::Construct(_));
        self.named().cmp(&other.named()).then_with(|| is_construct(self).cmp(&is_construct(other)))
    }
}

impl PartialOrd for Unmodelled {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The conditions that the solver was asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Conditions {
    /// Those of a focus-statement sequence.
    Sequence,
    /// Those of a whole path.
    Path,
}

/// What the solver lacked for an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Lack {
    /// A refutation that its checker accepts.
    Evidence,
    /// Steps in its search for integer values.
    Steps,
    /// The same, for operations that are not linear.
    NonLinearSteps,
}

impl Doubt {
    /// The line that it is about, if it is about one.
    pub fn line(&self) -> Option<u32> {
        match self {
            Doubt::NotModelled { line, .. }
            | Doubt::Leaves { line, .. }
            | Doubt::Violated { line, .. }
            | Doubt::AlwaysViolated { line, .. }
            | Doubt::Contradictory { line }
            | Doubt::StillReached { line, .. }
            | Doubt::UndefinedRun { line, .. } => Some(*line),
            Doubt::Spent(_)
            | Doubt::Unsolved { .. }
            | Doubt::EndlessRun
            | Doubt::OtherError
            | Doubt::Contradicted
            | Doubt::StoppedRun
            | Doubt::NoRun
            | Doubt::OtherWay
            | Doubt::Points
            | Doubt::Refuted
            | Doubt::Explanations
            | Doubt::States
            | Doubt::Depth
            | Doubt::NoStart { .. }
            | Doubt::LittleWork { .. }
            | Doubt::TooLarge { .. }
            | Doubt::NotReproduced { .. } => None,
        }
    }

    /// Whether more work may settle the question: nothing is known to be in the way.
    pub fn is_of_work(&self) -> bool {
        match self {
            Doubt::Spent(_)
            | Doubt::Unsolved { .. }
            | Doubt::EndlessRun
            | Doubt::NoRun
            | Doubt::OtherWay
            | Doubt::Points
            | Doubt::Refuted
            | Doubt::Explanations
            | Doubt::States
            | Doubt::Depth
            | Doubt::LittleWork { .. } => true,
            Doubt::NotModelled { .. }
            | Doubt::Leaves { .. }
            | Doubt::Violated { .. }
            | Doubt::AlwaysViolated { .. }
            | Doubt::UndefinedRun { .. }
            | Doubt::OtherError
            | Doubt::Contradicted
            | Doubt::StillReached { .. }
            | Doubt::StoppedRun
            | Doubt::NoStart { .. }
            | Doubt::Contradictory { .. }
            | Doubt::TooLarge { .. }
            | Doubt::NotReproduced { .. } => false,
        }
    }
}
