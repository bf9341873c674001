//! What has to hold for expressions and places to be defined.

use crate::arith::{BinaryOperator, UnaryOperator};
use crate::program::graph::{Base, Expr, ExprKind, Place, Step};

use super::build::Builder;
use super::graph::{Access, At, BlockId, Fact, FrameId, Given, Property, Taken};

impl<'g> Builder<'g> {
    /// What evaluating an expression needs, in the order of evaluation.
    pub(super) fn check_expression(&mut self, block: BlockId, frame: FrameId, expression: &'g Expr) {
        match &expression.kind {
            ExprKind::Integer(_)
            | ExprKind::Temporary(_)
            | ExprKind::Function(_)
            | ExprKind::Unmodelled(_) => {}
            ExprKind::Read(place) => self.check_read(block, frame, place),
            ExprKind::Address(place, _) => self.check_parts(block, frame, place),
            ExprKind::Unary(operator, ty, operand) => {
                self.check_expression(block, frame, operand);
                if *operator == UnaryOperator::Negate && ty.signed {
                    let at = At::Here(expression.span.start);
                    self.require(block, Property::Overflow, at, Fact::Fits(frame, expression));
                }
            }
            ExprKind::Binary(operator, ty, left, right) => {
                self.check_expression(block, frame, left);
                self.check_expression(block, frame, right);
                let at = At::Behind(left.span.end);
                let fits = Fact::Fits(frame, expression);
                match operator {
                    BinaryOperator::Divide | BinaryOperator::Remainder => {
                        self.require(block, Property::ZeroDiv, at, Fact::Divisible(frame, expression));
                        if ty.signed {
                            self.require(block, Property::Overflow, at, fits);
                        }
                    }
                    BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight => {
                        self.require(block, Property::Shift, at, Fact::Shiftable(frame, expression));
                        if ty.signed && *operator == BinaryOperator::ShiftLeft {
                            self.require(block, Property::Overflow, at, fits);
                        }
                    }
                    BinaryOperator::Add | BinaryOperator::Subtract | BinaryOperator::Multiply => {
                        if ty.signed {
                            self.require(block, Property::Overflow, at, fits);
                        }
                    }
                    BinaryOperator::BitAnd | BinaryOperator::BitOr | BinaryOperator::BitXor => {}
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

    /// What finding a place needs.
    pub(super) fn check_parts(&mut self, block: BlockId, frame: FrameId, place: &'g Place) {
        if let Base::Pointer(pointer) = &place.base {
            self.check_expression(block, frame, pointer);
        }
        for step in &place.steps {
            match step {
                Step::Element { index, .. } => self.check_expression(block, frame, index),
                Step::Member { .. } => {}
            }
        }
    }

    /// What reading or writing a place needs.
    pub(super) fn check_access(&mut self, block: BlockId, frame: FrameId, place: &'g Place) {
        self.check_parts(block, frame, place);
        if let Base::Pointer(pointer) = &place.base {
            let (at, inside) = match &pointer.kind {
                ExprKind::Moved { pointer: start, .. } if place.span.start <= start.span.start => {
                    (At::Behind(start.span.end), Property::ArrayAccess)
                }
                _ if place.span.start < pointer.span.start => {
                    (At::Here(place.span.start), Property::Dangling)
                }
                _ => (At::Behind(pointer.span.end), Property::Dangling),
            };
            self.require(block, Property::Null, at, Fact::Access(frame, Access::NotNull(place)));
            self.require(block, inside, at, Fact::Access(frame, Access::Inside(place)));
        }
        for (number, step) in place.steps.iter().enumerate() {
            match step {
                Step::Element { at, .. } => {
                    let fact = Fact::Access(frame, Access::Index(place, number));
                    self.require(block, Property::ArrayAccess, At::Behind(*at), fact);
                }
                Step::Member { .. } => {}
            }
        }
    }

    /// Checks something, or takes it for granted if it is not looked for.
    pub(super) fn require(&mut self, block: BlockId, property: Property, at: At, fact: Fact<'g>) {
        match property.check().filter(|kind| !self.settings.checks.contains(kind)) {
            None => self.assert(block, property, at, 1, fact),
            Some(kind) => {
                self.assume(block, fact, Given::Defined);
                self.take(Taken::Unchecked(kind));
            }
        }
    }
}
