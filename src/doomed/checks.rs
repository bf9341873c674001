//! What a run needs where it evaluates something, else it fails there.

use crate::arith::{BinaryOperator, UnaryOperator};
use crate::guarded::graph::{Access, Fact, FrameId};
use crate::options::CheckKind;
use crate::program::graph::{Base, Expr, ExprKind, Place, Step as PlaceStep};

use super::copies::Builder;
use super::graph::{Needs, Step};
use crate::guarded::graph::BlockId;

impl<'g> Builder<'g> {
    /// What evaluating an expression needs, in the order of evaluation.
    pub(super) fn check_expression(&mut self, block: BlockId, frame: FrameId, expression: &'g Expr) {
        match &expression.kind {
            ExprKind::Integer(_)
            | ExprKind::Temporary(_)
            | ExprKind::Function(_)
            | ExprKind::Unmodelled(_) => {}
            ExprKind::Read(place) => self.check_access(block, frame, place),
            ExprKind::Address(place, _) => self.check_parts(block, frame, place),
            ExprKind::Unary(operator, ty, operand) => {
                self.check_expression(block, frame, operand);
                if *operator == UnaryOperator::Negate && ty.signed {
                    self.check_fits(block, frame, expression);
                }
            }
            ExprKind::Binary(operator, ty, left, right) => {
                self.check_expression(block, frame, left);
                self.check_expression(block, frame, right);
                match operator {
                    BinaryOperator::Divide | BinaryOperator::Remainder => {
                        let fact = Fact::Divisible(frame, expression);
                        self.check(block, CheckKind::Div, fact, Needs::NotZero(right.span), right.span.start);
                    }
                    BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight => {
                        let fact = Fact::Shiftable(frame, expression);
                        self.check(
                            block,
                            CheckKind::Shift,
                            fact,
                            Needs::Shift(expression.span),
                            right.span.start,
                        );
                    }
                    BinaryOperator::Add
                    | BinaryOperator::Subtract
                    | BinaryOperator::Multiply
                    | BinaryOperator::BitAnd
                    | BinaryOperator::BitOr
                    | BinaryOperator::BitXor => {}
                }
                let arithmetic = match operator {
                    BinaryOperator::Add
                    | BinaryOperator::Subtract
                    | BinaryOperator::Multiply
                    | BinaryOperator::Divide
                    | BinaryOperator::Remainder
                    | BinaryOperator::ShiftLeft => true,
                    BinaryOperator::ShiftRight
                    | BinaryOperator::BitAnd
                    | BinaryOperator::BitOr
                    | BinaryOperator::BitXor => false,
                };
                if ty.signed && arithmetic {
                    self.check_fits(block, frame, expression);
                }
            }
            ExprKind::Compare(_, left, right) | ExprKind::Distance(left, right, _) => {
                self.check_expression(block, frame, left);
                self.check_expression(block, frame, right);
            }
            ExprKind::Moved { pointer, by, .. } => {
                self.check_expression(block, frame, pointer);
                self.check_expression(block, frame, by);
            }
            ExprKind::Convert(operand) => self.check_expression(block, frame, operand),
        }
    }

    fn check_fits(&mut self, block: BlockId, frame: FrameId, expression: &'g Expr) {
        let needs = Needs::Fits(expression.span);
        self.check(block, CheckKind::Overflow, Fact::Fits(frame, expression), needs, expression.span.start);
    }

    /// What finding a place needs.
    fn check_parts(&mut self, block: BlockId, frame: FrameId, place: &'g Place) {
        if let Base::Pointer(pointer) = &place.base {
            self.check_expression(block, frame, pointer);
        }
        for step in &place.steps {
            match step {
                PlaceStep::Element { index, .. } => self.check_expression(block, frame, index),
                PlaceStep::Member { .. } => {}
            }
        }
    }

    /// What reading or writing a place needs. An access that leaves an array but not the object around it is no failure:
    /// programs do that.
    pub(super) fn check_access(&mut self, block: BlockId, frame: FrameId, place: &'g Place) {
        self.check_parts(block, frame, place);
        let pointer = match &place.base {
            Base::Pointer(pointer) => {
                let (span, at) = written(pointer, place);
                let fact = Fact::Access(frame, Access::NotNull(place));
                self.check(block, CheckKind::Pointer, fact, Needs::NotNull(span), at);
                true
            }
            Base::Object(_) => false,
            Base::Outside(_) | Base::Unmodelled(_) => return,
        };
        let moves = place.steps.iter().any(|step| matches!(step, PlaceStep::Element { .. }));
        if pointer || moves {
            let fact = Fact::Access(frame, Access::Inside(place));
            self.check(block, CheckKind::Bounds, fact, Needs::Exists(place.span), place.span.start);
        }
    }

    /// A run that goes on satisfies this, if it is looked for.
    fn check(&mut self, block: BlockId, kind: CheckKind, fact: Fact<'g>, needs: Needs<'g>, at: u32) {
        if self.settings.checks.contains(&kind) {
            self.step(block, Step::Check { fact, needs, at });
        }
    }
}

/// The pointer that a person sees, and where: `a` of `a[i]`.
fn written(pointer: &Expr, place: &Place) -> (crate::source::Span, u32) {
    match &pointer.kind {
        ExprKind::Moved { pointer: start, .. } if place.span.start <= start.span.start => {
            (start.span, start.span.start)
        }
        _ => (pointer.span, pointer.span.start),
    }
}
