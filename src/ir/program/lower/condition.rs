//! Conditions: chains of branches.

use crate::program::graph::{Action, Expr, ExprKind, NodeId};
use crate::program::outline::{StatementId, UnitKind};
use crate::program::role::Role;
use focuscheck_base::arith::{IntegerType, Relation};
use focuscheck_base::source::Span;
use focuscheck_check::effects::has_effects;
use focuscheck_check::tree::{Expression, ExpressionKind as Kind};
use focuscheck_check::types::Type;

use super::build::Lowering;
use super::statement::stated;
use super::truth::{known, truth_of};

impl<'t> Lowering<'t> {
    /// Goes to one of two labels; nothing is open after it.
    pub(super) fn condition(&mut self, expression: &'t Expression, holds: NodeId, fails: NodeId) {
        let span = expression.span;
        if let (Some(value), false) = (expression.constant, has_effects(expression)) {
            return self.jump(if value != 0 { holds } else { fails });
        }
        if let Some((operand, same)) = truth_of(expression) {
            let (holds, fails) = if same { (holds, fails) } else { (fails, holds) };
            return self.condition(operand, holds, fails);
        }
        match &expression.kind {
            Kind::Conditional(condition, Some(then), otherwise) => {
                let (first, second) = (self.new_label(span), self.new_label(span));
                self.condition(condition, first, second);
                self.place_label(first);
                self.mark(Role::Then, then.span);
                self.condition(then, holds, fails);
                self.place_label(second);
                self.mark(Role::Else, otherwise.span);
                self.condition(otherwise, holds, fails);
            }
            Kind::And(left, right) => {
                let (middle, past) = (self.new_label(span), self.new_label(span));
                self.condition(left, middle, past);
                self.place_label(past);
                self.mark(Role::ShortAnd, between(left, right));
                self.jump(fails);
                self.place_label(middle);
                self.condition(right, holds, fails);
            }
            Kind::Or(left, right) => {
                let (middle, past) = (self.new_label(span), self.new_label(span));
                self.condition(left, past, middle);
                self.place_label(past);
                self.mark(Role::ShortOr, between(left, right));
                self.jump(holds);
                self.place_label(middle);
                self.condition(right, holds, fails);
            }
            Kind::Comma(first, second) => {
                self.effect(first);
                self.condition(second, holds, fails);
            }
            Kind::Integer(_)
            | Kind::Float(_)
            | Kind::Any
            | Kind::Function(_)
            | Kind::Undeclared(_)
            | Kind::Load(_)
            | Kind::Decay(_)
            | Kind::AddressOf(_)
            | Kind::LabelAddress(_)
            | Kind::Unary(..)
            | Kind::Not(_)
            | Kind::ComplexPart(_)
            | Kind::Binary(..)
            | Kind::Conditional(..)
            | Kind::Cast(_)
            | Kind::Convert(_)
            | Kind::Assign(..)
            | Kind::Update { .. }
            | Kind::Call(..)
            | Kind::Statement(..)
            | Kind::VariableArgument(_)
            | Kind::OneOf(_)
            | Kind::Unknown(..) => {
                let value = self.value(expression);
                self.branch(value, span, holds, fails);
            }
        }
    }

    /// A condition as a unit of the current statement.
    pub(super) fn condition_unit(&mut self, condition: &'t Expression, holds: NodeId, fails: NodeId) {
        let outer = self.enter(UnitKind::Condition);
        self.mark_exits(holds, fails);
        self.condition(condition, holds, fails);
        self.leave(outer);
    }

    /// A condition as a statement of its own; `None` if it is constant, so that nothing depends on it.
    pub(super) fn test(
        &mut self,
        condition: &'t Expression,
        holds: NodeId,
        fails: NodeId,
    ) -> Option<StatementId> {
        let statement = self.test_statement(condition);
        self.test_as(statement, condition, holds, fails);
        statement
    }

    pub(super) fn test_statement(&mut self, condition: &Expression) -> Option<StatementId> {
        known(condition).is_none().then(|| self.new_statement(condition.span))
    }

    pub(super) fn test_as(
        &mut self,
        statement: Option<StatementId>,
        condition: &'t Expression,
        holds: NodeId,
        fails: NodeId,
    ) {
        if let Some(statement) = statement {
            self.current = statement;
        }
        self.condition_unit(condition, holds, fails);
    }

    /// A condition as 1 or 0.
    pub(super) fn truth(&mut self, expression: &'t Expression) -> Expr {
        let (span, ty) = (expression.span, &expression.ty);
        let target = self.temporary();
        let (holds, fails, join) = (self.new_label(span), self.new_label(span), self.new_label(span));
        self.condition(expression, holds, fails);
        for (label, value) in [(holds, 1), (fails, 0)] {
            self.place_label(label);
            let value = Expr { kind: ExprKind::Integer(value), ty: ty.clone(), span };
            self.emit(Action::Assign { target, value }, span);
            self.jump(join);
        }
        self.place_label(join);
        Self::held(target, ty, span)
    }

    /// One test of a `switch`: equal to a value, or in a range; gives where it goes on if it is not.
    pub(super) fn case(
        &mut self,
        value: &Expr,
        (low, high): (i128, i128),
        label: NodeId,
        span: Span,
    ) -> NodeId {
        let next = self.new_label(span);
        let test = |relation, bound| {
            let bound = Expr { kind: ExprKind::Integer(bound), ty: value.ty.clone(), span };
            let kind = ExprKind::Compare(relation, Box::new(value.clone()), Box::new(bound));
            Expr { kind, ty: Type::Integer(IntegerType::INT), span }
        };
        if low == high {
            self.branch(test(Relation::Equal, low), span, label, next);
        } else {
            let middle = self.new_label(span);
            self.branch(test(Relation::GreaterEqual, low), span, middle, next);
            self.place_label(middle);
            self.branch(test(Relation::LessEqual, high), span, label, next);
        }
        next
    }

    /// `c ? a : b`, `c && a`, `c || b` for their effects.
    pub(super) fn either(
        &mut self,
        condition: &'t Expression,
        then: Option<&'t Expression>,
        otherwise: Option<&'t Expression>,
    ) {
        let spans =
            [then, otherwise].map(|operand| operand.map(|operand| (operand.span, stated(operand).span)));
        self.either_way(condition, spans, |lowering, side| {
            if let Some(operand) = if side { then } else { otherwise } {
                lowering.effect(operand);
            }
        });
    }

    /// The same for what is done on the sides that have places: that of the operand, and of its statement.
    pub(super) fn either_way(
        &mut self,
        condition: &'t Expression,
        sides: [Option<(Span, Span)>; 2],
        mut done: impl FnMut(&mut Self, bool),
    ) {
        let span = condition.span;
        let (holds, fails, join) = (self.new_label(span), self.new_label(span), self.new_label(span));
        let between = self.unit.is_none();
        let (outer, guard) = (self.current, self.guard);
        if between {
            self.begin_statement(span);
            self.condition_unit(condition, holds, fails);
        } else {
            self.condition(condition, holds, fails);
        }
        let statement = self.current;
        // What `&&` and `||` leave out is no branch of the source.
        let branches = sides.iter().all(Option::is_some);
        for (label, place, side) in [(holds, sides[0], true), (fails, sides[1], false)] {
            self.place_label(label);
            if let Some((operand, stated)) = place {
                if branches {
                    self.mark(if side { Role::Then } else { Role::Else }, operand);
                }
                if between {
                    self.guard = Some((statement, side));
                    self.begin_statement(stated);
                }
                done(self, side);
            }
            self.jump(join);
        }
        (self.current, self.guard) = (outer, guard);
        self.place_label(join);
    }

    /// The value of `c ? a : b`, or of `c ?: b`.
    pub(super) fn choice(
        &mut self,
        expression: &'t Expression,
        condition: &'t Expression,
        then: Option<&'t Expression>,
        otherwise: &'t Expression,
    ) -> Expr {
        let (span, ty) = (expression.span, &expression.ty);
        let target = self.temporary();
        let (holds, fails, join) = (self.new_label(span), self.new_label(span), self.new_label(span));
        let first = match then {
            Some(_) => {
                self.condition(condition, holds, fails);
                None
            }
            None => {
                let value = self.value(condition);
                let value = self.kept(value);
                self.branch(value.clone(), condition.span, holds, fails);
                Some(value)
            }
        };
        self.place_label(holds);
        if let Some(then) = then {
            self.mark(Role::Then, then.span);
        }
        let value = match (then, first) {
            (Some(then), _) => self.value(then),
            (None, Some(first)) => first,
            (None, None) => Self::unmodelled("choice", ty, span),
        };
        self.emit(Action::Assign { target, value: Self::converted(value, ty) }, span);
        self.jump(join);
        self.place_label(fails);
        if then.is_some() {
            self.mark(Role::Else, otherwise.span);
        }
        let value = self.value(otherwise);
        self.emit(Action::Assign { target, value: Self::converted(value, ty) }, span);
        self.jump(join);
        self.place_label(join);
        Self::held(target, ty, span)
    }
}

/// The text between two operands, where their operator stands.
fn between(left: &Expression, right: &Expression) -> Span {
    Span::new(left.span.end.min(right.span.start), right.span.start)
}
