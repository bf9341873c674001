//! The checks of `--check`: before a node that would be undefined, a branch to an error.
//!
//! A check stands where the operands have just been evaluated, so that it sees the values that the operation
//! sees, and short-circuit operators guard it as they guard the operation. What the intervals of the types
//! rule out is not checked.

use crate::arith::{BinaryOperator, IntegerType, Interval, Relation, UnaryOperator};
use crate::facts::cfg::{Condition, ErrorId, ErrorKind, ErrorSite, Expr, UnitKind};
use crate::layout::program::{Expression, Function, FunctionId, NULL_OFFSET, Place};
use crate::options::CheckKind;
use crate::source::Span;

use super::build::Lowering;
use super::conversion::convert;
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
        use BinaryOperator::*;
        if self.checks.is_empty() || self.in_condition && !self.everywhere {
            return;
        }
        let (a, b) = (interval(&self.graph, left), interval(&self.graph, right));
        let span = whole.span;
        let right_type = self.type_of(right);
        let number = |value| Expr::Constant(value, right_type);
        let is = |relation, left: &Expr, right: Expr| Condition { relation, left: left.clone(), right };
        match operator {
            Divide | Remainder => {
                if self.checks(CheckKind::Div) && b.contains(0) {
                    let text = format!("divisor {} not zero", text::expression(self.program, operand));
                    let zero = is(Relation::Equal, right, number(0));
                    self.check(ErrorKind::Check(CheckKind::Div), text, span, &[zero]);
                }
                let overflows = ty.signed && a.low <= ty.min() && b.contains(-1);
                if self.checks(CheckKind::Overflow) && overflows {
                    let error = self.overflow(whole);
                    let least = is(Relation::Equal, left, Expr::Constant(ty.min(), ty));
                    let minus_one = is(Relation::Equal, right, number(-1));
                    self.check_all(error, span, [least, minus_one]);
                }
            }
            ShiftLeft | ShiftRight => {
                let width = i128::from(ty.width);
                if self.checks(CheckKind::Shift) && (b.low < 0 || b.high >= width) {
                    let operand = text::expression(self.program, operand);
                    let text = format!("shift amount {operand} in 0..{}", width - 1);
                    let mut tests = Vec::new();
                    if b.low < 0 {
                        tests.push(is(Relation::Less, right, number(0)));
                    }
                    if b.high >= width {
                        tests.push(is(Relation::GreaterEqual, right, number(width)));
                    }
                    self.check(ErrorKind::Check(CheckKind::Shift), text, span, &tests);
                }
                if operator == ShiftLeft && ty.signed && self.checks(CheckKind::Overflow) {
                    self.check_left_shift(ty, (left, a), (right, b), whole);
                }
            }
            Add | Subtract | Multiply if ty.signed && self.checks(CheckKind::Overflow) => {
                let Some(Interval { low, high }) = a.linear(operator, b) else { return };
                // What is wider than the types of C computes with their values, so that it always fits.
                if ty.contains(low) && ty.contains(high) || ty.width > 64 {
                    return;
                }
                // Wide enough for the exact result.
                let wide = IntegerType { width: 2 * ty.width, signed: true };
                let sides = [left, right].map(|side| Box::new(convert(&self.graph, wide, side.clone())));
                let [left, right] = sides;
                let exact = Expr::Binary(operator, wide, left, right);
                let mut tests = Vec::new();
                if high > ty.max() {
                    tests.push(is(Relation::Greater, &exact, Expr::Constant(ty.max(), wide)));
                }
                if low < ty.min() {
                    tests.push(is(Relation::Less, &exact, Expr::Constant(ty.min(), wide)));
                }
                if !tests.is_empty() {
                    let text = overflow_text(self, whole);
                    self.check(ErrorKind::Check(CheckKind::Overflow), text, span, &tests);
                }
            }
            _ => {}
        }
    }

    /// A signed left shift must not shift a negative value, and its result must fit.
    fn check_left_shift(
        &mut self,
        ty: IntegerType,
        (left, a): (&Expr, Interval),
        (right, b): (&Expr, Interval),
        whole: &Expression,
    ) {
        if let &Expr::Constant(value, _) = left
            && value > 0
        {
            // `1 << n`: what n must not be says more than which values fit.
            let (most, width) = (i128::from((ty.max() / value).ilog2()), i128::from(ty.width));
            if b.high > most {
                let amount_type = self.type_of(right);
                let test = |relation, bound| Condition {
                    relation,
                    left: right.clone(),
                    right: Expr::Constant(bound, amount_type),
                };
                let error = self.overflow(whole);
                let tests = [test(Relation::Greater, most), test(Relation::Less, width)];
                self.check_all(error, whole.span, tests);
            }
            return;
        }
        let amount = b.high.min(i128::from(ty.width) - 1);
        let most = if amount < 0 { ty.max() } else { ty.max() >> amount };
        let mut tests = Vec::new();
        if a.low < 0 {
            let zero = Expr::Constant(0, ty);
            tests.push(Condition { relation: Relation::Less, left: left.clone(), right: zero });
        }
        if a.high > most {
            // The largest value that still fits; an amount out of range is undefined in this test, too.
            let largest = match right {
                Expr::Constant(amount, _) if (0..i128::from(ty.width)).contains(amount) => {
                    Expr::Constant(ty.max() >> amount, ty)
                }
                _ => Expr::Binary(
                    BinaryOperator::ShiftRight,
                    ty,
                    Box::new(Expr::Constant(ty.max(), ty)),
                    Box::new(right.clone()),
                ),
            };
            tests.push(Condition { relation: Relation::Greater, left: left.clone(), right: largest });
        }
        if !tests.is_empty() {
            let text = overflow_text(self, whole);
            self.check(ErrorKind::Check(CheckKind::Overflow), text, whole.span, &tests);
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
        if operator != UnaryOperator::Negate || !ty.signed || !self.checks(CheckKind::Overflow) {
            return;
        }
        if interval(&self.graph, operand).low <= ty.min() {
            let text = overflow_text(self, whole);
            let right = Expr::Constant(ty.min(), ty);
            let least = Condition { relation: Relation::Equal, left: operand.clone(), right };
            self.check(ErrorKind::Check(CheckKind::Overflow), text, whole.span, &[least]);
        }
    }

    /// The checks of the subscript with this number of a place.
    pub(super) fn check_subscript(&mut self, place: &Place, number: usize, value: &Expr) {
        if !self.checks(CheckKind::Bounds) && !self.checks(CheckKind::Pointer) {
            return;
        }
        let index = &place.indices[number];
        let Interval { low, high } = interval(&self.graph, value);
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
        let mut tests = Vec::new();
        if low < 0 {
            tests.push(test(Relation::Less, 0));
        }
        if high >= i128::from(index.length) {
            tests.push(test(Relation::GreaterEqual, i128::from(index.length)));
        }
        if !tests.is_empty() {
            let subscript = text::expression(self.program, &index.value);
            let array = text::dimension(self.program, place, number);
            let text = format!("index {subscript} in bounds of {array}");
            self.check(ErrorKind::Check(CheckKind::Bounds), text, place.span, &tests);
        }
        self.place_label(passes);
    }

    fn overflow(&mut self, whole: &Expression) -> ErrorId {
        let text = overflow_text(self, whole);
        self.undefined_error(ErrorKind::Check(CheckKind::Overflow), text, whole.span)
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

    /// An error where both conditions hold.
    fn check_all(&mut self, error: ErrorId, span: Span, all: [Condition; 2]) {
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

fn overflow_text(lowering: &Lowering<'_>, whole: &Expression) -> String {
    format!("no signed overflow in {}", text::expression(lowering.program, whole))
}
