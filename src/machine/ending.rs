//! What has to hold on a run, and how a run ended that was judged by that.

use serde::{Deserialize, Serialize};

use std::collections::BTreeSet;

use focuscheck_base::arith;
use focuscheck_base::doubt::Unmodelled;
use focuscheck_base::options::CheckKind;
use focuscheck_base::source::Span;
use focuscheck_check::tree::{FunctionId, Program};
use focuscheck_ir::program::error_kind::ErrorKind;
use focuscheck_ir::program::graph::{Base, ExprKind, Place, Step};

use super::instance::Instance;
use super::value::Undefined;

/// What is run, and by which annotations it is judged.
#[derive(Clone, Copy, Debug)]
pub struct Goal<'g> {
    /// The typed program, with its contracts.
    pub tree: &'g Program,
    /// The function that was started.
    pub function: FunctionId,
    /// Functions whose contracts say nothing here.
    pub inlined: &'g BTreeSet<FunctionId>,
    /// What is asked about, if something is: it is looked at before what else is evaluated together with it, and a run
    /// passes by other clauses that are only checked. `None`: by none.
    pub asked: Option<Asked>,
}

/// What a run is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// What has to hold.
    pub property: Property,
    /// Where.
    pub at: At,
    /// The clause that says so.
    pub clause: Option<Span>,
}

/// How a run ended that is judged by annotations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The state in which it began does not satisfy this precondition.
    NoState(Span),
    /// Something that is assumed (`admit`, the postcondition of a function without a body) does not hold on it.
    NoRun(Span),
    /// Something that has to hold does not, and all before did.
    Fails(Box<Failure>),
    /// The function returned, and all held.
    Finished,
    /// It ended silently: `abort`, `exit`, an assumption that does not hold.
    Stopped,
    /// It took too many steps, or too many calls were open.
    Limit,
    /// It hangs on something that is not known.
    Unknown {
        /// What that is.
        reason: Unmodelled,
        /// Where.
        span: Span,
    },
}

/// What fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// What does not hold.
    pub property: Property,
    /// Where it would have to: at the operator of an access or of arithmetic, at the call of a function, at the keyword of a
    /// loop, at the end of a body, at an assertion.
    pub at: At,
    /// The text around that.
    pub span: Span,
    /// The clause that says so.
    pub clause: Option<Span>,
    /// The function in which it happens; of a precondition the one that calls.
    pub function: Option<FunctionId>,
    /// How many calls are open; 0 in the function that was started.
    pub depth: u32,
    /// Whether no function was called on the way there that has a contract of its own: then what fails is the business of
    /// the function that was started.
    pub own: bool,
    /// What makes it false, if that can be told in a few words.
    pub instance: Option<Instance>,
}

/// A place in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum At {
    /// Exactly here.
    Here(u32),
    /// At the first operator or bracket after the operand that ends here.
    Behind(u32),
}

impl At {
    /// Where the read of a place stands: at its last operator, of a variable at its name.
    pub fn read(place: &Place) -> At {
        match (place.steps.last(), &place.base) {
            (Some(Step::Member { at, .. } | Step::Element { at, .. }), _) => At::Behind(*at),
            (None, Base::Pointer(pointer)) => match &pointer.kind {
                ExprKind::Moved { pointer: start, .. } if place.span.start <= start.span.start => {
                    At::Behind(start.span.end)
                }
                _ => At::Here(place.span.start),
            },
            (None, Base::Object(_) | Base::Outside(_) | Base::Within(..) | Base::Unmodelled(_)) => {
                At::Here(place.span.start)
            }
        }
    }
}

/// Something that has to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Property {
    /// A pointer that is dereferenced is not null.
    Null,
    /// An element of an array or block exists.
    ArrayAccess,
    /// What a pointer points to is alive and as large as it is taken for.
    Dangling,
    /// What is freed was allocated and not freed before, or is null.
    Free,
    /// A divisor is not zero.
    ZeroDiv,
    /// A shift is defined.
    Shift,
    /// Signed arithmetic does not overflow.
    Overflow,
    /// What is used has a value.
    Uninit,
    /// Other behaviour that C leaves undefined.
    Undefined,
    /// An assertion holds.
    Assert,
    /// A call that is an error is not reached.
    Error,
    /// The precondition of a function that is called.
    Pre,
    /// A postcondition.
    Post,
    /// A loop invariant at the entry of the loop.
    LoopInvInit,
    /// A loop invariant after a round.
    LoopInvMaintained,
    /// The invariant of a label.
    LabelInvariant,
    /// Nothing else is assigned.
    Assigns,
    /// A variant decreases and is not negative.
    Variant,
    /// The measure of a function decreases with a call of itself, and is not negative.
    Decreases,
    /// Behaviours are complete.
    Complete,
    /// Behaviours are disjoint.
    Disjoint,
}

impl Property {
    /// All of them, in order.
    pub const ALL: [Property; 21] = [
        Property::Null,
        Property::ArrayAccess,
        Property::Dangling,
        Property::Free,
        Property::ZeroDiv,
        Property::Shift,
        Property::Overflow,
        Property::Uninit,
        Property::Undefined,
        Property::Assert,
        Property::Error,
        Property::Pre,
        Property::Post,
        Property::LoopInvInit,
        Property::LoopInvMaintained,
        Property::LabelInvariant,
        Property::Assigns,
        Property::Variant,
        Property::Decreases,
        Property::Complete,
        Property::Disjoint,
    ];

    /// The kind of undefined behaviour that violates it, if it is one that is looked for.
    pub fn check(self) -> Option<CheckKind> {
        match self {
            Property::ArrayAccess => Some(CheckKind::Bounds),
            Property::Null | Property::Dangling | Property::Free => Some(CheckKind::Pointer),
            Property::ZeroDiv => Some(CheckKind::Div),
            Property::Shift => Some(CheckKind::Shift),
            Property::Overflow => Some(CheckKind::Overflow),
            Property::Uninit => Some(CheckKind::Uninit),
            Property::Undefined
            | Property::Assert
            | Property::Error
            | Property::Pre
            | Property::Post
            | Property::LoopInvInit
            | Property::LoopInvMaintained
            | Property::LabelInvariant
            | Property::Assigns
            | Property::Variant
            | Property::Decreases
            | Property::Complete
            | Property::Disjoint => None,
        }
    }

    /// Whether an error of this kind is one that violates it.
    pub fn is_violated_by(self, kind: ErrorKind) -> bool {
        match kind {
            ErrorKind::Assertion => self == Property::Assert,
            ErrorKind::ErrorCall | ErrorKind::ErrorLabel | ErrorKind::Condition => self == Property::Error,
            // Where memory ends is one question to those who look for either.
            ErrorKind::Check(CheckKind::Bounds | CheckKind::Pointer) => {
                matches!(self.check(), Some(CheckKind::Bounds | CheckKind::Pointer))
            }
            ErrorKind::Check(check) => self.check() == Some(check),
            ErrorKind::Annotation => false,
        }
    }

    /// What undefined behaviour violates.
    pub(super) fn of(what: Undefined) -> Self {
        match what {
            Undefined::Arithmetic(arith::Undefined::SignedOverflow | arith::Undefined::ShiftOverflow) => {
                Property::Overflow
            }
            Undefined::Arithmetic(arith::Undefined::DivisionByZero) => Property::ZeroDiv,
            Undefined::Arithmetic(arith::Undefined::ShiftAmount) => Property::Shift,
            Undefined::Uninitialised => Property::Uninit,
            Undefined::Null => Property::Null,
            Undefined::Dangling | Undefined::NoObject => Property::Dangling,
            Undefined::OutOfBounds => Property::ArrayAccess,
            Undefined::BadFree => Property::Free,
            Undefined::Literal | Undefined::Overlap | Undefined::Lost | Undefined::Left => {
                Property::Undefined
            }
        }
    }
}
