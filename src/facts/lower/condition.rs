//! Conditions: chains of atomic branches.

use crate::arith::Relation;
use crate::facts::cfg::{Action, Condition, ErrorKind, Expr, NodeId, Role, UnitKind};
use crate::layout::program::{Expression, ExpressionKind};
use crate::source::Span;

use super::build::Lowering;
use super::conversion::convert;
use super::truth::{decided, known, on_inputs, truth_of};

impl<'p> Lowering<'p> {
    /// A condition as a unit of the current statement.
    pub(super) fn condition_unit(&mut self, condition: &'p Expression, holds: NodeId, fails: NodeId) {
        let outer = self.enter(UnitKind::Condition);
        if on_inputs(condition) {
            self.mark_star();
        }
        self.mark_exits(holds, fails);
        self.condition(condition, holds, fails);
        self.leave(outer);
    }

    /// Goes to one of two labels, inside the current unit; nothing is open after it.
    pub(super) fn condition(&mut self, expression: &'p Expression, holds: NodeId, fails: NodeId) {
        let span = expression.span;
        if let ExpressionKind::Constant(value) = &expression.kind {
            self.jump(if *value != 0 { holds } else { fails });
            return;
        }
        if let Some((operand, same)) = truth_of(expression) {
            let (holds, fails) = if same { (holds, fails) } else { (fails, holds) };
            self.condition(operand, holds, fails);
            return;
        }
        match &expression.kind {
            ExpressionKind::And(left, right) => {
                let middle = self.new_label(span);
                self.condition(left, middle, fails);
                self.place_label(middle);
                self.condition(right, holds, fails);
            }
            ExpressionKind::Or(left, right) => {
                let middle = self.new_label(span);
                self.condition(left, holds, middle);
                self.place_label(middle);
                self.condition(right, holds, fails);
            }
            ExpressionKind::Comma(first, second) => {
                self.effect(first);
                self.condition(second, holds, fails);
            }
            ExpressionKind::Conditional(condition, then, otherwise) => {
                let (first, second) = (self.new_label(span), self.new_label(span));
                self.condition(condition, first, second);
                self.place_label(first);
                self.mark(Role::Then, then.span);
                self.condition(then, holds, fails);
                self.place_label(second);
                self.mark(Role::Else, otherwise.span);
                self.condition(otherwise, holds, fails);
            }
            _ => {
                let atom = self.atom(expression);
                match decided(&atom) {
                    Some(known) => self.jump(if known { holds } else { fails }),
                    None => self.branch(atom, span, holds, fails),
                }
            }
        }
    }

    /// The atomic condition of an expression that is not compound.
    fn atom(&mut self, expression: &'p Expression) -> Condition {
        if let ExpressionKind::Compare(relation, left, right) = &expression.kind {
            let mut values = self.values(&[left, right]).into_iter();
            if let (Some(left), Some(right)) = (values.next(), values.next()) {
                return Condition { relation: *relation, left, right };
            }
        }
        let direct = matches!(expression.kind, ExpressionKind::Input { .. });
        let left = self.value(expression);
        // An input that is tested by itself stands for `*`.
        if direct && let Some(Action::Input { site, .. }) = self.graph.nodes.last().map(|n| &n.action) {
            self.graph.sites[site.index()].star = true;
        }
        let ty = self.type_of(&left);
        Condition { relation: Relation::NotEqual, left, right: Expr::Constant(0, ty) }
    }

    pub(super) fn assertion(&mut self, expression: &Expression, condition: &'p Expression, kind: ErrorKind) {
        let span = expression.span;
        let program = self.program;
        let text = || {
            let text = super::text::expression(program, condition);
            (text.clone(), text)
        };
        let error = self.error_at(kind, text, span);
        let (passes, fails) = (self.new_label(span), self.new_label(span));
        let outer = self.enter(UnitKind::Assert);
        self.condition(condition, passes, fails);
        self.place_label(fails);
        self.emit_error(error, span);
        self.leave(outer);
        self.place_label(passes);
    }

    pub(super) fn assumption(&mut self, condition: &'p Expression, span: Span) {
        let outer = self.enter(UnitKind::Assume);
        let (mut atom, mut positive) = (condition, true);
        while let Some((operand, same)) = truth_of(atom) {
            (atom, positive) = (operand, positive == same);
        }
        let compound = matches!(
            atom.kind,
            ExpressionKind::And(..)
                | ExpressionKind::Or(..)
                | ExpressionKind::Comma(..)
                | ExpressionKind::Conditional(..)
        );
        if !compound && known(atom).is_none() {
            let mut test = self.atom(atom);
            if !positive {
                test.relation = test.relation.negate();
            }
            self.emit(Action::Assume(test), atom.span);
        } else {
            let (passes, fails) = (self.new_label(span), self.new_label(span));
            self.condition(condition, passes, fails);
            self.place_label(fails);
            self.emit(Action::Stop(None), span);
            self.place_label(passes);
        }
        self.leave(outer);
    }

    /// One test of a `switch`: equal to a value, or in a range.
    pub(super) fn case_test(
        &mut self,
        value: &Expr,
        (low, high): (i128, i128),
        span: Span,
        holds: NodeId,
        fails: NodeId,
    ) {
        let ty = self.type_of(value);
        let test = |relation, bound| Condition {
            relation,
            left: value.clone(),
            right: Expr::Constant(ty.convert(bound), ty),
        };
        let mut tests = vec![test(Relation::Equal, low)];
        if low != high {
            tests = vec![test(Relation::GreaterEqual, low), test(Relation::LessEqual, high)];
        }
        let last = tests.len() - 1;
        for (position, test) in tests.into_iter().enumerate() {
            let next = if position == last { holds } else { self.new_label(span) };
            match decided(&test) {
                Some(known) => self.jump(if known { next } else { fails }),
                None => self.branch(test, span, next, fails),
            }
            if position != last {
                self.place_label(next);
            }
        }
    }

    /// The value of a `switch`: as it is if it is simple, else in a temporary.
    pub(super) fn switch_value(&mut self, expression: &'p Expression) -> Expr {
        let value = self.value(expression);
        let value = convert(&self.graph, expression.ty, value);
        let simple = match &value {
            Expr::Constant(..) | Expr::Scalar(_) => true,
            Expr::Convert(_, operand) => matches!(**operand, Expr::Scalar(_)),
            _ => false,
        };
        if simple {
            return value;
        }
        let temporary = self.temporary(expression.ty, expression);
        self.assign(temporary, value, expression.span);
        Expr::Scalar(temporary)
    }
}
