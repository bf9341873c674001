//! Operands whose order of evaluation C leaves open.

use std::collections::BTreeSet;
use std::rc::Rc;

use crate::facts::cfg::{Action, ScalarId, UnitKind};
use crate::layout::program::Expression;
use crate::source::Span;

use super::build::Lowering;
use super::effects::{children, has_effects};
use super::order::Dispute;
use super::touch::{Part, WHOLE};

/// What is not modelled.
const REASON: &str = "order of evaluation";

impl<'p> Lowering<'p> {
    /// Lowers operands from left to right.
    pub(super) fn each(
        &mut self,
        operands: &[&'p Expression],
        mut lower: impl FnMut(&mut Self, usize, &'p Expression),
    ) {
        let quiet = self.order.quiet;
        let dispute = self.dispute(operands);
        for (number, &operand) in operands.iter().enumerate() {
            self.forget_before(dispute.as_ref(), operand.span);
            lower(self, number, operand);
        }
        if let Some(last) = operands.last() {
            self.forget_after(dispute.as_ref(), last.span);
        }
        self.order.quiet = quiet;
    }

    /// What depends on the order of some operands, if that is anything. [`Order::quiet`] is set if none of them has
    /// effects, which spares all that is inside.
    fn dispute(&mut self, operands: &[&'p Expression]) -> Option<Rc<Dispute>> {
        let first = operands.first()?;
        if self.order.quiet {
            return None;
        }
        if self.order.noted(first).is_none() {
            if !operands.iter().copied().any(has_effects) {
                self.order.quiet = true;
                return None;
            }
            let program = self.program;
            self.order.group_of(program, operands.iter().copied());
        }
        self.noted(first)
    }

    /// The same for an assignment.
    pub(super) fn assignment_dispute(
        &mut self,
        expression: &'p Expression,
        value: &'p Expression,
    ) -> Option<Rc<Dispute>> {
        if self.order.quiet {
            return None;
        }
        if self.order.noted(value).is_none() {
            let mut operands = Vec::new();
            children(expression, &mut operands);
            if !operands.into_iter().any(has_effects) {
                return None;
            }
            let program = self.program;
            self.order.survey(program, expression);
        }
        self.noted(value)
    }

    fn noted(&self, first: &Expression) -> Option<Rc<Dispute>> {
        let dispute = self.order.noted(first)?;
        (!dispute.before.is_empty()).then(|| Rc::clone(dispute))
    }

    /// Before each operand.
    pub(super) fn forget_before(&mut self, dispute: Option<&Rc<Dispute>>, span: Span) {
        if let Some(dispute) = dispute {
            self.forget_parts(&dispute.before, span);
        }
    }

    /// After all operands.
    pub(super) fn forget_after(&mut self, dispute: Option<&Rc<Dispute>>, span: Span) {
        if let Some(dispute) = dispute {
            self.forget_parts(&dispute.after, span);
        }
    }

    fn forget_parts(&mut self, parts: &BTreeSet<Part>, span: Span) {
        for &(variable, cell) in parts {
            let cells = self.cells_of(variable);
            let cells = if cell == WHOLE { cells } else { cells.start + cell..cells.start + cell + 1 };
            for cell in cells {
                let outer = self.enter(UnitKind::Assign);
                self.emit(Action::Unsupported { target: ScalarId(cell), reason: REASON.into() }, span);
                self.leave(outer);
            }
        }
    }
}
