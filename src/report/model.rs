//! The report model: the only input of every writer.
//!
//! Its serialised form is the JSON output (`"schema": "focuscheck/2"`); field order is output order.

use serde::{Deserialize, Serialize};

use focuscheck_base::doubt::{Doubt, Most, Premise};
use focuscheck_base::options::CheckKind;
use focuscheck_base::source::Parts;
use focuscheck_cells::facts::cfg::ErrorKind;

use super::memory::Memory;
use super::typed::Typed;
use super::verify::model::{Explained, FunctionReport, ObligationReport, Place};

pub use super::behind::{Behind, GivenPointer, Inner};
pub use super::claim::{Basis, Claim};
pub use super::input::{
    Assumption, InputCondition, InputValue, Projected, called, gathered, numbered, text_of,
};
pub use super::suppression::Suppression;

/// What is known about a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// No error is reachable, and there was one to look for.
    Safe,
    /// There is no error to look for.
    Nothing,
    /// A replayed counterexample exists.
    Unsafe,
    /// Neither could be shown.
    Unknown,
    /// The file could not be read or parsed.
    Failed,
}

/// What is known about one error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// A replayed counterexample exists.
    Reachable,
    /// Proved unreachable.
    Unreachable,
    /// Neither.
    Unknown,
}

/// The way in which it was found out whether an error can be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SettledBy {
    /// One forward run under invariants, for all checks at once.
    Bulk,
    /// A forward run under a refined precision misses it, or its counterexample was replayed.
    Refinement,
    /// The walk back explains it, or refutes every way to it.
    Walk,
    /// A run on guessed inputs reaches it.
    Probing,
    /// A search directed at it found a run.
    Directed,
    /// Invariants of the states under a refined precision exclude it.
    Invariants,
    /// A forward run under invariants, in which what has few values is known by cases, misses it.
    Cases,
}

/// Who answered, or what a verdict rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum By {
    /// A person, here or in a file of answers.
    User,
    /// A run.
    Run,
    /// A proof.
    Proof,
    /// Of a verdict: answers of a person.
    Answers,
}

/// What kind of step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StepKind {
    /// An assignment (also a declaration with initialiser).
    Assign,
    /// A conditional.
    Branch,
    /// A call.
    Call,
    /// An explicit return.
    Return,
    /// The last statement: the violation.
    Error,
    /// An `assume` that holds.
    Assume,
    /// No statement: a sentence about an obligation of `verify`, which says it all.
    Sentence,
}

/// How a step of a slice bears on a later one: the cases of the paper's `update` (section 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Bearing {
    /// It gives a variable the value that the later step uses.
    Data,
    /// It decides whether the later step is executed.
    Control,
    /// It could have changed a variable that the later step uses, had it gone the other way.
    Potential,
    /// It is the call that the later step is inside of, or the return that leads to it.
    Call,
}

/// One reason why a step is in a slice.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Reason {
    pub kind: Bearing,
    /// The later step of the slice that needs it, as an index from 0.
    pub step: u32,
    /// The variable through which, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variable: Option<String>,
}

/// A step of a slice or a trace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Step {
    pub line: u32,
    pub column: u32,
    pub function: String,
    /// Call depth; `main` is 0.
    pub depth: u32,
    pub kind: StepKind,
    /// Of a two-way conditional.
    pub outcome: Option<bool>,
    pub text: String,
    /// Whether it is in the NEST.
    pub nest: bool,
    /// The number of the occurrence, among those of this statement with this outcome in the sequence, from 1.
    pub occurrence: u32,
    /// Values assigned or compared at this step in the replayed run (`name`, value); of a slice only
    /// variables of the slice.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<(String, String)>,
    /// Of a step of a slice: why it is in, one reason for each later step that needs it, nearest first. Of a
    /// variable that a conditional could have changed only the first use counts. The violation has none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<Reason>,
    /// In a trace: whether it is a focus statement. Absent in slices.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub focus: Option<bool>,
    /// In a trace: the step of the slice that this is, or is a part of, as an index from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slice_step: Option<u32>,
}

/// A comparison that decides that a run fails, with the values that it compares.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Compared {
    /// With values instead of variables: `100 + 151 == 150`.
    pub text: String,
    /// How it comes out.
    pub holds: bool,
}

/// One way in which the error happens.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Counterexample {
    /// From 1, easiest first.
    pub rank: u32,
    /// Whether Reduce dropped it as identical with a better-ranked one.
    pub eliminated: bool,
    /// Values that were replayed and fail.
    pub inputs: Vec<InputValue>,
    pub assumptions: Vec<Assumption>,
    /// What it claims of the inputs that satisfy what is left of the assumptions.
    #[serde(default)]
    pub claim: Claim,
    /// `--inputs`: what it says about these inputs alone, the others eliminated. Absent if not asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub projected: Option<Projected>,
    /// What decides that the run fails, in the order of evaluation; empty if no comparison does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fails: Vec<Compared>,
    pub slice: Vec<Step>,
    pub trace: Vec<Step>,
    /// What came of compiling the program and running it on the inputs, if that was asked for: "fails at line 9".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replayed: Option<String>,
    /// What a person types to see it fail, where the run reads nothing but the standard input and the command line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub typed: Option<Typed>,
    /// Of an obligation of `verify`: what its steps are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub told: Option<StepsKind>,
    /// What memory holds along its run, if that was asked for and there is more to draw than numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<Box<Memory>>,
}

/// What the steps are that tell of an obligation of `verify`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StepsKind {
    /// The trace labels of the path on which it fails.
    Trace,
    /// The focus statements of a run that fails there.
    Run,
    /// What a verification condition says, a sentence a step; the last one is what is to be shown.
    Condition(Box<Explained>),
}

impl Counterexample {
    /// Whether this says the same about the chosen inputs as another one, as far as that is known.
    pub fn says_the_same(&self, other: &Counterexample) -> bool {
        let both = self.projected.as_ref().zip(other.projected.as_ref());
        both.is_some_and(|(one, other)| one.is_same(other)) && self.claim.is_qualified_like(&other.claim)
    }

    /// Whether the assumptions that are left, and what else decides, are the same.
    pub fn assumes_the_same(&self, other: &Counterexample) -> bool {
        if !self.claim.is_qualified_like(&other.claim) {
            return false;
        }
        let kept = |way: &Counterexample| {
            way.assumptions.iter().filter(|assumption| !assumption.eliminated).cloned().collect::<Vec<_>>()
        };
        let (one, other) = (kept(self), kept(other));
        let within = |some: &[Assumption], all: &[Assumption]| {
            some.iter().all(|assumption| all.iter().any(|known| known.is_same(assumption)))
        };
        within(&one, &other) && within(&other, &one)
    }
}

/// A sequence that would be an explanation if it were feasible.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct InfeasibleSlice {
    pub slice: Vec<Step>,
    /// The conditions that contradict each other.
    pub clash: Vec<Assumption>,
}

/// What is left after Reduce.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Reduced {
    /// The rank of the counterexample that is kept.
    pub rank: u32,
    /// Lines of the NEST, in order, each once.
    pub nest: Vec<u32>,
}

/// One step of algorithm Reduce, for `--explain-reduce`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "step")]
#[allow(missing_docs)]
pub enum ReduceStep {
    /// A complementary pair was deleted.
    Complementary { line: u32, first_rank: u32, first: String, second_rank: u32, second: String },
    /// An identical explanation was dropped.
    Identical { kept_rank: u32, dropped_rank: u32 },
}

/// What holds whenever a run comes to a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Invariant {
    pub line: u32,
    pub function: String,
    /// Each as a C programmer writes it: `0 <= i <= 10`.
    pub holds: Vec<String>,
}

/// Why an error cannot be reached, for `--proof`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Proof {
    /// The variables whose known values were tracked.
    pub tracked: Vec<String>,
    /// What was known besides, at loops and where the error is decided; empty if it was not needed.
    pub invariants: Vec<Invariant>,
}

/// What an answer took.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Effort {
    /// Forward states of the last run.
    pub states: u64,
    /// Points of the last walk back.
    pub points: u64,
    /// From the question to its report. It differs from run to run.
    pub milliseconds: u64,
}

/// What holds for the chosen inputs in some of an error's explanations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[allow(missing_docs)]
pub struct Projection<'a> {
    pub conditions: Vec<&'a str>,
    /// The explanations for which these are the conditions.
    pub ranks: Vec<u32>,
}

/// The place that stands in the way of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Obstacle {
    pub line: u32,
    /// The line as it is in the file, without what is around it.
    pub text: String,
}

/// What was found about one error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct ErrorReport {
    /// What kind of error.
    pub kind: ErrorKind,
    /// The function it is in; empty for a condition that is checked everywhere.
    pub function: String,
    /// 0 for a condition from the command line.
    pub line: u32,
    pub column: u32,
    pub text: String,
    /// The function whose call it is, or the label, as it is written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subject: Option<String>,
    pub status: Status,
    /// How that was found out; nothing if it is unknown.
    #[serde(default)]
    pub settled_by: Option<SettledBy>,
    /// Why it is not to be acted on, if something says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suppressed: Option<Suppression>,
    /// That the status is what follows from answers of a person; absent otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<By>,
    /// Why the status is unknown.
    pub doubt: Option<Doubt>,
    /// Of an unknown status: the place that the reason is about, else that of the error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub obstacle: Option<Obstacle>,
    /// Whether no call leads from the start of the run to its function.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub uncalled: bool,
    /// Whether the counterexamples are all there are, up to subsumption.
    pub complete: bool,
    /// Whether all steps that lead to the error are known, and what is said of the inputs does not hold for all runs with
    /// these steps.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub narrowed: bool,
    /// What cut the enumeration, if not complete.
    pub cut: Option<Doubt>,
    /// How many further explanations a better-ranked one subsumes.
    pub subsumed: u32,
    pub reduced: Vec<Reduced>,
    pub reduce_steps: Vec<ReduceStep>,
    pub counterexamples: Vec<Counterexample>,
    /// Sequences that were refuted, best rank first (a few).
    pub infeasible: Vec<InfeasibleSlice>,
    /// Of an error that cannot be reached, if it was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof: Option<Proof>,
    /// If it was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effort: Option<Effort>,
    /// What it is if it is an obligation of `verify`; its kind is then the nearest that errors have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub obligation: Option<Box<ObligationReport>>,
}

impl Counterexample {
    /// Whether it rests on results of functions that nobody defines.
    pub fn is_invented(&self) -> bool {
        self.inputs.iter().any(|input| input.undefined.is_some())
    }
}

impl ErrorReport {
    /// Whether it is left open, or found only by results that were invented for functions that nobody defines.
    pub fn is_open(&self) -> bool {
        match self.status {
            Status::Unknown => true,
            Status::Unreachable => false,
            Status::Reachable => self.counterexamples.iter().all(Counterexample::is_invented),
        }
    }

    /// Whether it is undefined behaviour that was looked for, and not said to be an error by the program or the
    /// user.
    pub fn is_check(&self) -> bool {
        self.kind.check().is_some()
    }

    /// What the explanations that the reduction has left say about the chosen inputs, each only once; nothing if none were
    /// chosen.
    pub fn projections(&self) -> Vec<Projection<'_>> {
        let mut projections: Vec<Projection<'_>> = Vec::new();
        let mut firsts: Vec<&Counterexample> = Vec::new();
        for counterexample in self.counterexamples.iter().filter(|c| !c.eliminated) {
            let Some(projected) = &counterexample.projected else { continue };
            match firsts.iter().position(|first| counterexample.says_the_same(first)) {
                Some(known) => projections[known].ranks.push(counterexample.rank),
                None => {
                    firsts.push(counterexample);
                    let (conditions, ranks) = (projected.texts(), vec![counterexample.rank]);
                    projections.push(Projection { conditions, ranks });
                }
            }
        }
        projections
    }
}

/// A place that an enabled check cannot judge and that a run may come to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Unjudged {
    /// The check: `pointer`.
    pub kind: CheckKind,
    pub function: String,
    pub line: u32,
    pub column: u32,
    /// What is not modelled there.
    pub reason: String,
}

/// A run that does what the verdict would have taken for granted that no run does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Violation {
    /// The kind of undefined behaviour: `overflow`.
    pub kind: CheckKind,
    pub line: u32,
    pub column: u32,
    /// What does not hold: "no signed overflow in x + 1".
    pub text: String,
    /// The inputs of the run.
    pub inputs: Vec<InputValue>,
}

/// What a verdict rests on, with the lines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Assumed {
    pub premise: Premise,
    /// In order, each once.
    pub lines: Vec<u32>,
}

/// A bound that a proof is limited to, with the lines where runs may not keep it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Within {
    pub bound: Most,
    /// In order, each once.
    pub lines: Vec<u32>,
}

/// What was found about one file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct FileReport {
    /// The solver's decisions that the verdict rests on, as a certificate, if it was asked for.
    pub certificate: Option<String>,
    pub path: String,
    /// The function that was started instead of `main`: the verdict is one on its arguments.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry: Option<String>,
    /// What lies behind the pointer parameters of that function.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<GivenPointer>,
    /// What a contract of that function can name: its parameters, and the variables at file scope.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub visible: Vec<String>,
    /// The line of the function that runs start at, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<u32>,
    pub verdict: Verdict,
    pub reason: Option<String>,
    /// What the verdict rests on.
    pub assumed: Vec<Assumed>,
    /// The kinds of undefined behaviour that the question leaves out and that were not proved impossible: the
    /// verdict is one on the runs without them.
    #[serde(default)]
    pub under: Vec<CheckKind>,
    /// Of a verdict that is unknown: nothing but these bounds stands in the way, and no run that keeps all of them comes
    /// to an error. In order.
    #[serde(default)]
    pub within: Vec<Within>,
    /// The kinds of undefined behaviour that were not looked for and not proved impossible.
    #[serde(default)]
    pub unchecked: Vec<CheckKind>,
    #[serde(default)]
    pub unjudged: Vec<Unjudged>,
    #[serde(default)]
    pub violated: Vec<Violation>,
    pub errors: Vec<ErrorReport>,
    /// Of `verify`: the functions with bodies, in order; their obligations are the errors.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub functions: Vec<FunctionReport>,
    /// Of `verify`: annotations that are not modelled, with their places.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<(String, Place)>,
    /// Those of them that state something which has to hold, and which nobody asks then.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unasked: Vec<(String, Place)>,
    /// Code that can only fail, if it was asked for; no verdict rests on it.
    #[serde(default)]
    pub doomed: Vec<super::doomed::model::Doomed>,
    /// The files besides the main one; all lines of the report are counted through them.
    #[serde(skip)]
    pub parts: Parts,
    /// Rendered diagnostics (errors and warnings of the front end), for stderr.
    #[serde(skip)]
    pub diagnostics: Vec<focuscheck_syntax::error::Diagnostic>,
    /// Counters; absent from text output. No times: output is the same on every run.
    pub statistics: std::collections::BTreeMap<String, u64>,
}

impl FileReport {
    /// A verdict with its reason, and nothing else yet.
    pub fn new(path: impl Into<String>, verdict: Verdict, reason: Option<String>) -> FileReport {
        FileReport {
            certificate: None,
            path: path.into(),
            entry: None,
            given: Vec::new(),
            visible: Vec::new(),
            start: None,
            verdict,
            reason,
            assumed: Vec::new(),
            under: Vec::new(),
            within: Vec::new(),
            unchecked: Vec::new(),
            unjudged: Vec::new(),
            violated: Vec::new(),
            errors: Vec::new(),
            functions: Vec::new(),
            left_out: Vec::new(),
            unasked: Vec::new(),
            doomed: Vec::new(),
            parts: Parts::default(),
            diagnostics: Vec::new(),
            statistics: std::collections::BTreeMap::new(),
        }
    }
}
