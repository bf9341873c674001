//! What `verify` found out about functions.

use serde::{Deserialize, Serialize};

use focuscheck_base::limit::Spent;
use focuscheck_base::options::CheckKind;
use focuscheck_smt::Lack;
use focuscheck_vc::guarded::graph::{Property, TraceKind};

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Place {
    /// The file, if it is not the main one.
    pub file: Option<String>,
    /// The line, from 1 on.
    pub line: u32,
    /// The column in characters, from 1 on.
    pub column: u32,
    /// The text of the line.
    pub text: String,
    /// The line counted through all files.
    pub overall: u32,
}

/// The report on one function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FunctionReport {
    /// Its name.
    pub name: String,
    /// Where it is defined.
    pub place: Place,
    /// What has to hold, in the order of the source.
    pub obligations: Vec<ObligationReport>,
    /// What the proofs take for granted.
    pub premises: Vec<Premise>,
    /// What is stated at these places and not modelled: nobody asks whether it holds.
    #[serde(default)]
    pub unasked: Vec<(String, Place)>,
    /// Its verification conditions, if they are asked for.
    pub conditions: Vec<Explained>,
    /// The conditions of its obligations as scripts for SMT solvers, in the same order, if they are asked for.
    pub scripts: Vec<String>,
    /// Why not all of its paths are followed, if so.
    pub not_followed: Option<Hindrance>,
    /// Whether no state satisfies its precondition.
    pub contradictory: bool,
    /// Milliseconds that it took.
    pub milliseconds: u64,
}

impl FunctionReport {
    /// Whether an interruption ended its verification.
    pub fn is_interrupted(&self) -> bool {
        matches!(self.not_followed, Some(Hindrance::Spent(Spent::Interrupted)))
    }

    /// Whether a limit of time or memory ended its verification.
    pub fn is_cut(&self) -> bool {
        let spent = |obligation: &ObligationReport| {
            matches!(obligation.verdict, ObligationVerdict::Unknown(Hindrance::Spent(_)))
        };
        matches!(self.not_followed, Some(Hindrance::Spent(_))) || self.obligations.iter().any(spent)
    }
}

/// What a proof takes for granted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Premise {
    /// An `admit` annotation.
    Admitted(Place),
    /// An axiom of this name, which the user states without proof.
    Axiom(String, Place),
    /// The body of a weak function is the one that runs: no other file defines it.
    Weak(String),
    /// A property that is not checked holds.
    Unchecked(CheckKind),
    /// Pointers of other files do not lead to a variable whose address is not taken here.
    Apart(String),
    /// Objects are accessed with one scalar type each.
    Typed,
    /// What existed before the function began, and what functions without body return, has values.
    Initialised,
    /// A variable that is `volatile` changes only where the program stores to it.
    Settled(String),
}

/// The report on one obligation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ObligationReport {
    /// What it is about.
    pub property: Property,
    /// Which of several of that property at that place, from 1 on.
    pub number: u32,
    /// The name that its clause has.
    pub name: Option<String>,
    /// Where it is asserted.
    pub place: Place,
    /// What its clause says.
    pub clause: Option<String>,
    /// Where its clause stands.
    pub declared: Option<Place>,
    /// The function that is called.
    pub callee: Option<String>,
    /// Whether it holds.
    pub verdict: ObligationVerdict,
    /// Whether the run that fails was found where loops were unrolled that are cut otherwise.
    #[serde(default)]
    pub unrolled: bool,
    /// How a path gets to where it fails.
    pub trace: Vec<TraceStep>,
    /// The state in which the function begins: names with their values, those that matter.
    pub inputs: Vec<(String, String)>,
    /// For a step: what annotations do not exclude, at this line.
    pub middle: Vec<(String, String)>,
    /// For a step: where that is.
    pub from: Option<Place>,
    /// What is wrong in a run: `ia[0] should be 1, is -1`.
    pub why: Option<String>,
    /// Of one that a run breaks: the conjuncts over what the function gets under which it fails, if that is known.
    #[serde(default)]
    pub context: Vec<String>,
}

/// Whether an obligation holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ObligationVerdict {
    /// On all paths.
    Valid,
    /// A run was made that fails there.
    Run,
    /// It fails from a state that annotations allow; nobody knows whether a run gets there.
    Step,
    /// Nobody knows, for this reason.
    Unknown(Hindrance),
}

/// Why nobody knows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Hindrance {
    /// The prover lacks something.
    Lack(Lack),
    /// A loop was followed for some rounds only.
    Unrolled(Place),
    /// Something is not modelled.
    Unmodelled(String, Place),
    /// The state that was found does not fail when it is run, or could not be run, for this reason.
    NotRun(String),
    /// The checker of certificates does not accept the proof, for this reason.
    Unproved(String),
    /// The prover's state may not satisfy all annotations.
    Incomplete,
    /// A limit of time or memory.
    Spent(Spent),
    /// More small steps than one obligation may take, or ten times as many on one function.
    Steps,
}

/// What a path does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TraceStep {
    /// What.
    pub kind: TraceKind,
    /// Where.
    pub place: Place,
    /// Ascending on every execution.
    pub sequence: u32,
}

/// The role of a formula in a verification condition ("A formal approach to the error localization", section 1.1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Concept {
    /// The function's precondition is assumed.
    Precondition,
    /// The postcondition of a function after its call.
    CalleePostcondition(String),
    /// The precondition of a function that was called, which was shown before.
    CalleePrecondition(String),
    /// An assertion that was shown before.
    Assertion,
    /// A loop invariant at the head.
    Invariant,
    /// The invariant of a label.
    LabelInvariant(String),
    /// A loop invariant where the loop is left.
    InvariantExit,
    /// A then branch.
    Then,
    /// An else branch.
    Else,
    /// The condition of a loop holds.
    LoopTrue,
    /// It does not.
    LoopFalse,
    /// A case of a `switch`.
    Case,
    /// Objects are allocated.
    Allocation(Vec<String>),
    /// The life of an allocated object ends.
    Deallocation(String),
    /// Objects are initialised, or left without a value.
    Initialization(Vec<String>),
    /// An assignment.
    Assignment(String),
    /// An assignment to an element.
    ArrayUpdate(String),
    /// A call by contract.
    Call(String),
    /// To show: a loop invariant at the entry of the loop.
    ShowInvariant,
    /// To show: the invariant of a label.
    ShowLabelInvariant(String),
    /// To show: a loop invariant after a round.
    ShowInvariantAgain,
    /// To show: a postcondition.
    ShowPostcondition,
    /// To show: the precondition of a function that is called.
    ShowPrecondition(String),
    /// To show: the precondition of the function at which the program starts.
    ShowStart,
    /// To show: an assertion.
    ShowAssertion,
    /// To show: only what may be assigned is.
    ShowAssigns,
    /// To show: a variant decreases.
    ShowVariant,
    /// To show: the measure of a function decreases with a call of itself.
    ShowMeasure,
    /// To show: a check.
    ShowCheck(Property),
}

/// A formula of a verification condition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hypothesis {
    /// Its role.
    pub concept: Concept,
    /// Where it stands; lines count through all files.
    pub line: u32,
    /// The line of the clause that it is about, if that is another.
    pub clause: Option<u32>,
    /// Whether the proof uses it; `None` where there is no proof.
    pub needed: Option<bool>,
    /// Whether the mistake may be here.
    pub mark: bool,
}

/// A verification condition in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Explained {
    /// The obligation of its function that it belongs to, from 0.
    pub obligation: usize,
    /// The first and the last line of its labels that stand in the main file.
    pub lines: (u32, u32),
    /// Whether it contributes to the preservation of a loop invariant.
    pub preserves: bool,
    /// What is given, in the order of execution.
    pub given: Vec<Hypothesis>,
    /// What is to be shown.
    pub show: Hypothesis,
    /// Whether it holds.
    pub verdict: ObligationVerdict,
    /// The state of a counterexample.
    pub state: Vec<(String, String)>,
    /// What is wrong in it: `ia[0] should be 1, is -1`.
    pub why: Option<String>,
}
