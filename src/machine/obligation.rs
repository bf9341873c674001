//! Runs a function until the first thing fails that has to hold.

use std::collections::BTreeSet;

use crate::check::tree::{FunctionId, Program};
use crate::doubt::Unmodelled;
use crate::program::error_kind::ErrorKind;
use crate::source::Span;

use super::run::{End, Machine};
use super::value::Undefined;
use crate::arith;

/// What is run, and by which annotations it is judged.
#[derive(Clone, Copy, Debug)]
pub struct Goal<'g> {
    /// The typed program, with its contracts.
    pub tree: &'g Program,
    /// The function that was started.
    pub function: FunctionId,
    /// Functions whose contracts say nothing here.
    pub inlined: &'g BTreeSet<FunctionId>,
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

/// Something that has to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Property {
    /// An element of an array or block exists.
    ArrayAccess,
    /// A pointer that is dereferenced is not null.
    Null,
    /// What a pointer points to is alive and as large as it is taken for.
    Dangling,
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
    /// Behaviours are complete.
    Complete,
    /// Behaviours are disjoint.
    Disjoint,
}

/// Values for which a predicate is false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// The variables of quantifiers, from the outside to the inside.
    pub binders: Vec<(String, i128)>,
    /// The part that is false for them.
    pub span: Span,
    /// If that is a comparison its two sides.
    pub sides: Option<(Side, Side)>,
}

/// A side of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// Its text.
    pub span: Span,
    /// Its value.
    pub value: Shown,
}

/// A value for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// A number.
    Integer(i128),
    /// A null pointer.
    Null,
    /// Another pointer.
    Pointer,
}

impl Machine<'_> {
    /// Runs a function that was put at its beginning ([`Machine::begin`]) until the first thing fails.
    pub fn run_to(&mut self, goal: &Goal<'_>) -> Ending {
        for _ in 0..self.limits.steps {
            if let Err(end) = self.step() {
                return self.ending(end, goal);
            }
        }
        Ending::Limit
    }

    /// What the end of a run means.
    fn ending(&self, end: End, goal: &Goal<'_>) -> Ending {
        let (property, span) = match end {
            End::Finished => return Ending::Finished,
            End::Stopped => return Ending::Stopped,
            End::Limit => return Ending::Limit,
            End::Unsupported { reason, span } => return Ending::Unknown { reason, span },
            End::Undefined { what, span } => (Property::of(what), span),
            End::Error(error) => {
                let error = &self.graph.errors[error.index()];
                let property = match error.kind {
                    ErrorKind::Assertion => Property::Assert,
                    ErrorKind::Condition
                    | ErrorKind::ErrorCall
                    | ErrorKind::ErrorLabel
                    | ErrorKind::Check(_) => Property::Error,
                };
                (property, error.span.unwrap_or(self.node().span))
            }
        };
        let at = At::Here(span.start);
        let function = Some(goal.function);
        Ending::Fails(Box::new(Failure {
            property,
            at,
            span,
            clause: None,
            function,
            depth: 0,
            instance: None,
        }))
    }
}

impl Property {
    fn of(what: Undefined) -> Self {
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
            Undefined::Literal | Undefined::Overlap | Undefined::BadFree => Property::Undefined,
        }
    }
}
