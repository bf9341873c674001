//! What a run is judged by: the calls that are open with what their annotations say.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;

use focuscheck_base::source::Span;
use focuscheck_check::logic::tree::{Checked, Clause};
use focuscheck_check::tree::{FunctionId, ObjectId};
use focuscheck_ir::program::error_kind::ErrorKind;
use focuscheck_ir::program::graph::ProcedureId;

use super::assigned::Allowed;
use super::ending::{Asked, At, Ending, Failure, Goal, Property};
use super::execution::{Execution, Plan, Under};
use super::instance::Instance;
use super::location::Extent;
use super::reading::{Doubtful, Snapshot};
use super::run::{End, Machine};
use super::value::BlockId;

impl From<Doubtful> for Ending {
    fn from(doubt: Doubtful) -> Self {
        Ending::Unknown { reason: doubt.reason, span: doubt.span }
    }
}

/// What goes on, or how the run ended.
pub(super) type Goes = Result<(), Ending>;

/// A run that is judged by annotations.
pub(super) struct Judge<'m, 'g> {
    pub machine: &'m mut Machine<'g>,
    pub goal: Goal<'g>,
    pub functions: BTreeMap<ProcedureId, FunctionId>,
    pub plans: BTreeMap<ProcedureId, Rc<Plan<'g>>>,
    /// The open calls; the first one is that of the function that was started.
    pub stack: Vec<Execution<'g>>,
    /// How many calls are open on the machine when one is here.
    pub base: usize,
    /// What the contract of the function that was started does not allow to be assigned, where that ended the run.
    pub forbidden: Cell<Option<Extent>>,
}

/// Where something has to hold, and which clause says so.
#[derive(Clone, Copy)]
pub(super) struct Spot {
    pub property: Property,
    pub at: At,
    pub span: Span,
    pub clause: Option<Span>,
}

impl<'g> Judge<'_, 'g> {
    /// What the end of a run means.
    pub(super) fn ending(&mut self, end: End) -> Ending {
        let node = self.machine.node().span;
        let (property, at, span) = match end {
            End::Finished => return Ending::Finished,
            End::Stopped => return Ending::Stopped,
            // Nobody looks for that here.
            End::Kept { .. } => return Ending::Finished,
            End::Limit => return Ending::Limit,
            End::Unsupported { reason, span } => return Ending::Unknown { reason, span },
            End::Undefined { what, span } => {
                let found = self.machine.diagnose(what);
                found.unwrap_or((Property::of(what), At::Here(span.start), span))
            }
            End::Error(error) => {
                let property = match self.machine.graph.errors[error.index()].kind {
                    ErrorKind::Assertion | ErrorKind::Annotation => Property::Assert,
                    ErrorKind::Condition
                    | ErrorKind::ErrorCall
                    | ErrorKind::ErrorLabel
                    | ErrorKind::Check(_) => Property::Error,
                };
                (property, At::Here(node.start), node)
            }
        };
        let last = self.stack.len().saturating_sub(1);
        self.fails(Spot { property, at, span, clause: None }, last, None)
    }

    /// The end at something that does not hold in a call.
    pub(super) fn fails(&self, spot: Spot, call: usize, instance: Option<Instance>) -> Ending {
        let Spot { property, at, span, clause } = spot;
        let own = self.stack.iter().take(call + 1).skip(1).all(|execution| !execution.by_contract);
        let function = self.stack.get(call).and_then(|execution| execution.function);
        let depth = call as u32;
        Ending::Fails(Box::new(Failure { property, at, span, clause, function, depth, own, instance }))
    }

    pub(super) fn last(&self) -> (usize, &Execution<'g>) {
        let number = self.stack.len() - 1;
        (number, &self.stack[number])
    }

    /// The objects of a call.
    pub(super) fn objects(&self, call: usize) -> &BTreeMap<ObjectId, BlockId> {
        &self.machine.frames[self.base - 1 + call].objects
    }

    pub(super) fn snapshot(&self) -> Snapshot {
        let (call, _) = self.last();
        Snapshot { memory: self.machine.memory.remembered(), objects: self.objects(call).clone() }
    }

    /// What makes a clause of the innermost call false, if anything does.
    pub(super) fn fault(&self, clause: Under<'g>) -> Result<Option<Instance>, Doubtful> {
        let (number, execution) = self.last();
        let mut reader = execution.reader(self.machine, self.goal.tree, self.objects(number));
        execution.fault(&mut reader, clause)
    }

    /// Whether a run goes on where a clause does not hold: it is only checked, and another one is asked about.
    pub(super) fn passes_by(&self, clause: &Clause) -> bool {
        let asked = |asked: Asked| asked.clause == Some(clause.span);
        clause.kind == Checked::CheckOnly && !self.goal.asked.is_none_or(asked)
    }

    /// Whether this is what is asked about.
    pub(super) fn is_asked(&self, property: Property, at: At, clause: Option<Span>) -> bool {
        self.goal.asked == Some(Asked { property, at, clause })
    }

    /// Clauses that are evaluated together, the one that is asked about first: each is judged by itself.
    pub(super) fn asked_first(
        &self,
        property: Property,
        at: At,
        mut clauses: Vec<Under<'g>>,
    ) -> Vec<Under<'g>> {
        clauses.sort_by_key(|(clause, _)| {
            let admitted = clause.kind == Checked::AdmitOnly;
            (!admitted, !self.is_asked(property, at, Some(clause.span)))
        });
        clauses
    }

    /// Whether the first calls allow assignments that are looked at together.
    pub(super) fn assignable(&self, calls: usize, extents: &[Extent], span: Span) -> Goes {
        let (property, at) = (Property::Assigns, At::Here(span.start));
        let mut around = Vec::new();
        for (number, execution) in self.stack[..calls].iter().enumerate().rev() {
            let loops = execution.loops.iter().rev().flat_map(|round| &round.allowed);
            around.extend(loops.map(|allowed| (allowed, number, true)));
            around.extend(execution.allowed.iter().map(|allowed| (allowed, number, false)));
        }
        around.sort_by_key(|(allowed, ..)| !self.is_asked(property, at, Some(allowed.assigns.span)));
        let around = around.into_iter().filter(|(allowed, ..)| allowed.assigns.unmodelled.is_empty());
        for (allowed, number, is_loop) in around {
            for extent in extents {
                if !allowed.allows(extent)? {
                    if is_loop && !self.read_now(allowed, number).is_same(allowed) {
                        return Err(allowed.moves().into());
                    }
                    if !is_loop && number == 0 {
                        self.forbidden.set(Some(*extent));
                    }
                    let clause = Some(allowed.assigns.span);
                    return Err(self.fails(Spot { property, at, span, clause }, calls - 1, None));
                }
            }
        }
        Ok(())
    }

    /// What a clause of a call allows where its places are found now.
    fn read_now(&self, allowed: &Allowed<'g>, call: usize) -> Allowed<'g> {
        let execution = &self.stack[call];
        let mut reader = execution.reader(self.machine, self.goal.tree, self.objects(call));
        reader.allowed(
            allowed.assigns,
            execution.applies(&allowed.assigns.behaviors),
            self.machine.memory.next(),
        )
    }

    /// Looks at what the last node has written.
    pub(super) fn written(&mut self) -> Goes {
        let all = self.machine.written.as_mut().map(std::mem::take).unwrap_or_default();
        for written in all {
            let extent = Extent { block: Some(written.block), first: written.first, end: written.end };
            self.assignable(self.stack.len(), &[extent], written.span)?;
        }
        Ok(())
    }
}
