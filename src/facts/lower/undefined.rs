//! The checks of `--check`: before a node that would be undefined, a branch to an error.
//!
//! A check stands where the operands have just been evaluated, so that it sees the values that the operation
//! sees, and short-circuit operators guard it as they guard the operation. What the intervals of the types
//! rule out is not checked.

use crate::arith::{BinaryOperator, IntegerType, Relation, UnaryOperator};
use crate::facts::cfg::{Condition, ErrorId, ErrorKind, ErrorSite, Expr, UnitKind};
use crate::layout::program::{Expression, Function, FunctionId, NULL_OFFSET, Place};
use crate::options::CheckKind;
use crate::source::Span;

use super::build::Lowering;
use super::hazard::{self, Hazard, Subject};
use super::interval::interval;
use super::text;
use super::truth::decided;

/// Offsets up to this one belong to the null pointer or to what was computed from it.
const NEAR_NULL: i128 = NULL_OFFSET / 2;

impl<'p> Lowering<'p> {
    /// Whether a kind of undefined behaviour is an error here. A user's error condition is no code of the
    /// program, so nothing in it is.
    pub(super) fn checks(&self, kind: CheckKind) -> bool {
        (self.everywhere || !self.in_condition) && self.checks.contains(&kind)
    }

    /// The checks of `left OP right`; `whole` and `operand` are what the user wrote of it.
    pub(super) fn check_binary(
        &mut self,
        operator: BinaryOperator,
        ty: IntegerType,
        (left, right): (&Expr, &Expr),
        whole: &Expression,
        operand: &Expression,
    ) {
        if self.checks.is_empty() || self.in_condition && !self.everywhere {
            return;
        }
        for hazard in hazard::of_binary(&self.graph, operator, ty, (left, right), |kind| self.checks(kind)) {
            self.check_hazard(hazard, whole, operand);
        }
    }

    fn check_hazard(&mut self, hazard: Hazard, whole: &Expression, operand: &Expression) {
        let Hazard { kind, subject, tests, all } = hazard;
        let text = match subject {
            Subject::Divisor => format!("divisor {} not zero", text::expression(self.program, operand)),
            Subject::Amount(most) => {
                format!("shift amount {} in 0..{most}", text::expression(self.program, operand))
            }
            Subject::Overflow => format!("no signed overflow in {}", text::expression(self.program, whole)),
        };
        match all {
            true => {
                let error = self.undefined_error(ErrorKind::Check(kind), text, whole.span);
                self.check_all(error, whole.span, tests);
            }
            false => self.check(ErrorKind::Check(kind), text, whole.span, &tests),
        }
    }

    /// The check of `-operand`.
    pub(super) fn check_unary(
        &mut self,
        operator: UnaryOperator,
        ty: IntegerType,
        operand: &Expr,
        whole: &Expression,
    ) {
        if !self.checks(CheckKind::Overflow) {
            return;
        }
        if let Some(hazard) = hazard::of_unary(&self.graph, operator, ty, operand) {
            self.check_hazard(hazard, whole, whole);
        }
    }

    /// The checks of the subscript with this number of a place.
    pub(super) fn check_subscript(&mut self, place: &Place, number: usize, value: &Expr) {
        if !self.checks(CheckKind::Bounds) && !self.checks(CheckKind::Pointer) {
            return;
        }
        let index = &place.indices[number];
        let low = interval(&self.graph, value).low;
        let ty = self.type_of(value);
        let test =
            |relation, bound| Condition { relation, left: value.clone(), right: Expr::Constant(bound, ty) };
        let null = index.nullable && low <= NEAR_NULL;
        if null && self.checks(CheckKind::Pointer) {
            // The offset of a pointer is called "p - object".
            let known = matches!(value, Expr::Constant(..));
            let offset = match known {
                true => self.program.variables[place.variable.index()].name.clone(),
                false => text::expression(self.program, &index.value),
            };
            let text = format!("pointer {} not null", offset.split(" - ").next().unwrap_or(&offset));
            self.check(
                ErrorKind::Check(CheckKind::Pointer),
                text,
                place.span,
                &[test(Relation::LessEqual, NEAR_NULL)],
            );
        }
        if !self.checks(CheckKind::Bounds) || (null && matches!(value, Expr::Constant(..))) {
            return;
        }
        let passes = self.new_label(place.span);
        if null && !self.checks(CheckKind::Pointer) {
            // That is another kind of error, which is not asked for.
            let (outer, inside) = (self.enter(UnitKind::Check), self.new_label(place.span));
            self.branch(test(Relation::LessEqual, NEAR_NULL), place.span, passes, inside);
            self.place_label(inside);
            self.leave(outer);
        }
        let tests = hazard::out_of_bounds(&self.graph, value, index.length);
        if !tests.is_empty() {
            let subscript = text::expression(self.program, &index.value);
            let array = text::dimension(self.program, place, number);
            let text = format!("index {subscript} in bounds of {array}");
            self.check(ErrorKind::Check(CheckKind::Bounds), text, place.span, &tests);
        }
        self.place_label(passes);
    }

    /// The error of a check; the parts of an expression that is lowered several times are one error, and so are
    /// those in versions of one function.
    fn undefined_error(&mut self, kind: ErrorKind, text: String, span: Span) -> ErrorId {
        let own = &self.program.functions[self.function.index()];
        let same = |f: &Function| f.name == own.name && f.span == own.span;
        let first = self.program.functions.iter().position(same).unwrap_or(self.function.index());
        let key = (kind, FunctionId(first as u32), span, text.clone());
        if let Some(&error) = self.undefined.get(&key) {
            return error;
        }
        let procedure = Some(self.procedure());
        let (subject, span) = (text.clone(), Some(span));
        let error = self.new_error(ErrorSite { kind, procedure, text, subject, span, nodes: Vec::new() });
        self.undefined.insert(key, error);
        error
    }

    /// An error where any of these conditions holds.
    pub(super) fn check(&mut self, kind: ErrorKind, text: String, span: Span, any: &[Condition]) {
        let error = self.undefined_error(kind, text, span);
        let (fails, passes) = (self.new_label(span), self.new_label(span));
        let outer = self.enter(UnitKind::Check);
        for condition in any {
            let next = self.new_label(span);
            match decided(condition) {
                Some(false) => self.jump(next),
                // What comes after it would be lost, and with it that it comes after something undefined.
                Some(true) if !self.everywhere => self.jump(fails),
                _ => self.branch(condition.clone(), span, fails, next),
            }
            self.place_label(next);
        }
        self.jump(passes);
        self.place_label(fails);
        self.emit_error(error, span);
        self.leave(outer);
        self.place_label(passes);
    }

    /// An error where all these conditions hold.
    fn check_all(&mut self, error: ErrorId, span: Span, all: Vec<Condition>) {
        let passes = self.new_label(span);
        let outer = self.enter(UnitKind::Check);
        for condition in all {
            let next = self.new_label(span);
            match decided(&condition) {
                Some(false) => self.jump(passes),
                Some(true) if !self.everywhere => self.jump(next),
                _ => self.branch(condition, span, next, passes),
            }
            self.place_label(next);
        }
        self.emit_error(error, span);
        self.leave(outer);
        self.place_label(passes);
    }
}
