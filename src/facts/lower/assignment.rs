//! Assignments: what gives a scalar or a place its value.

use crate::arith::{IntegerType, Relation};
use crate::doubt::Unmodelled;
use crate::facts::cfg::{
    Action, Condition, Expr, NodeId, Obligation, ObligationKind, Role, ScalarId, Site, UnitKind,
};
use crate::layout::program::{Expression, ExpressionKind, May, Place};
use crate::source::Span;

use super::build::Lowering;
use super::conversion::convert;
use super::effects::effects;
use super::place::Target;

/// The name of the value of a call that is not modelled further.
const CALL_RESULT: &str = "call";

/// That of a choice, as it is written.
const CHOICE: &str = "*";

impl<'p> Lowering<'p> {
    /// Gives a scalar the value of an expression that is no call, inside the current unit. A value from
    /// outside is named after the scalar if that is a variable.
    pub(super) fn define(&mut self, target: ScalarId, value: &'p Expression, span: Span, named: bool) {
        let ty = self.graph.scalars[target.index()].ty;
        let inner = strip_preserving(value);
        let fits = |range: (i128, i128)| ty.contains(range.0) && ty.contains(range.1);
        match &inner.kind {
            ExpressionKind::Input { name, operands, range } if inner.ty == ty || fits(*range) => {
                let name = name.as_ref().map(|name| match named {
                    true => self.graph.scalars[target.index()].name.clone(),
                    false => name.clone(),
                });
                self.input(target, inner, name, operands, *range, span);
            }
            ExpressionKind::NoOperation(operands)
                if inner.ty == ty || fits((inner.ty.min(), inner.ty.max())) =>
            {
                let name = if named {
                    self.graph.scalars[target.index()].name.clone()
                } else {
                    CALL_RESULT.to_owned()
                };
                self.input(target, inner, Some(name), operands, (inner.ty.min(), inner.ty.max()), span);
            }
            ExpressionKind::Unsupported { reason, operands, may } => {
                self.unsupported_effects(operands, *may, reason, span);
                self.emit(Action::Unsupported { target, reason: reason.clone() }, span);
            }
            _ => {
                let value = self.value(value);
                let value = convert(&self.graph, ty, value);
                self.assign(target, value, span);
            }
        }
    }

    fn input(
        &mut self,
        target: ScalarId,
        expression: &Expression,
        name: Option<String>,
        operands: &'p [Expression],
        range: (i128, i128),
        span: Span,
    ) {
        self.effects(operands);
        let choice = name.is_none();
        let name = name.unwrap_or_else(|| CHOICE.to_owned());
        let undefined = self.undefined_function(expression);
        let site = Site::new(name, expression.ty, expression.span);
        let site = self.new_site(Site { star: choice, choice, range, undefined, ..site });
        self.emit(Action::Input { target, site }, span);
    }

    /// The function that is called without anybody having given its body.
    fn undefined_function(&self, expression: &Expression) -> Option<String> {
        let ExpressionKind::Input { name: Some(name), .. } = &expression.kind else { return None };
        self.program.assumed_pure.iter().any(|(known, _)| known == name).then(|| name.clone())
    }

    /// What a part that is not modelled may do besides having a value.
    pub(super) fn unsupported_effects(
        &mut self,
        operands: &'p [Expression],
        may: May,
        reason: &Unmodelled,
        span: Span,
    ) {
        self.effects(operands);
        if may.access {
            self.unjudged(reason, span);
        }
        if may.jump {
            self.cut(reason, span);
        }
        if may.write {
            self.clobber(true, span);
        }
        if may.call {
            self.mark(Role::UnknownCode, span);
        }
    }

    /// Memory is accessed of which no check can tell whether it may be.
    pub(super) fn unjudged(&mut self, reason: &Unmodelled, span: Span) {
        let outer = self.enter(UnitKind::Check);
        let node = self.emit(Action::Skip, span);
        self.leave(outer);
        self.oblige(ObligationKind::Access, node, reason, span);
    }

    /// Control may go on somewhere else: beside what follows there is a path to a [`Action::Cut`].
    fn cut(&mut self, reason: &Unmodelled, span: Span) {
        let ty = IntegerType::INT;
        let (away, stays) = (self.new_label(span), self.new_label(span));
        let outer = self.enter(UnitKind::Check);
        let target = self.named_temporary(ty, reason.to_string(), span);
        self.emit(Action::Unsupported { target, reason: reason.clone() }, span);
        let (left, right) = (Expr::Scalar(target), Expr::Constant(0, ty));
        self.branch(Condition { relation: Relation::NotEqual, left, right }, span, away, stays);
        self.place_label(away);
        let node = self.emit(Action::Cut { reason: reason.clone() }, span);
        self.leave(outer);
        self.oblige(ObligationKind::Jump, node, reason, span);
        self.place_label(stays);
    }

    fn oblige(&mut self, kind: ObligationKind, node: NodeId, reason: &Unmodelled, span: Span) {
        self.graph.obligations.push(Obligation { kind, node, span, reason: reason.clone() });
    }

    /// `place = value` as a unit of its own; gives the value if it is used.
    pub(super) fn assignment(&mut self, expression: &'p Expression, kind: UnitKind, used: bool) -> Expr {
        let ExpressionKind::Assign(place, value) = &expression.kind else {
            return Expr::Constant(0, expression.ty);
        };
        let span = expression.span;
        let dispute = self.assignment_dispute(expression, value);
        if place.indices.is_empty() {
            let cell = ScalarId(self.cells_of(place.variable).start + place.offset);
            self.define_cell(cell, value, span, kind);
            self.forget_after(dispute.as_ref(), span);
            return Expr::Scalar(cell);
        }
        let outer = self.enter(kind);
        self.forget_before(dispute.as_ref(), span);
        let target = self.place(place);
        let target = self.steady(target, &effects(value), place);
        self.forget_before(dispute.as_ref(), span);
        let mut result = match target {
            Target::Cell(cell) => {
                self.define(cell, value, span, true);
                self.leave(outer);
                self.forget_after(dispute.as_ref(), span);
                return Expr::Scalar(cell);
            }
            Target::Cells(..) => self.value(value),
        };
        result = convert(&self.graph, place.ty, result);
        if used {
            let temporary = self.temporary(place.ty, value);
            self.assign(temporary, result, value.span);
            result = Expr::Scalar(temporary);
        }
        self.store(target, result.clone(), span);
        self.leave(outer);
        self.forget_after(dispute.as_ref(), span);
        result
    }

    /// Gives a cell a value as a unit of its own: a call directly, everything else as `kind`.
    pub(super) fn define_cell(&mut self, cell: ScalarId, value: &'p Expression, span: Span, kind: UnitKind) {
        if !self.direct_call(cell, value, span) {
            let outer = self.enter(kind);
            self.define(cell, value, span, true);
            self.leave(outer);
        }
    }

    /// Lowers a call whose result has the cell's type to a single node, if the value is one.
    pub(super) fn direct_call(&mut self, cell: ScalarId, value: &'p Expression, span: Span) -> bool {
        let ty = self.graph.scalars[cell.index()].ty;
        let inner = strip_identity(value);
        let ExpressionKind::Call(callee, _, places) = &inner.kind else { return false };
        if self.program.functions[callee.0 as usize].result != Some(ty) {
            return false;
        }
        let exposed = self.variable_of(cell).is_some_and(|v| self.program.address_taken.contains(&v));
        // The clobbering that follows such a call must not hide its result.
        if exposed && self.clobbering[callee.0 as usize] {
            return false;
        }
        // `x = f(&x)`: the result comes after what the call copies back.
        if places.iter().any(|place| Some(place.variable) == self.variable_of(cell)) {
            return false;
        }
        self.call(inner, Some(cell), span);
        true
    }

    /// `place op= value` as a unit of its own; gives the value if it is used.
    pub(super) fn update(&mut self, expression: &'p Expression, used: bool) -> Expr {
        let ExpressionKind::Update { place, operator, operation, value, postfix } = &expression.kind else {
            return Expr::Constant(0, expression.ty);
        };
        let span = expression.span;
        let dispute = self.assignment_dispute(expression, value);
        let outer = self.enter(UnitKind::Assign);
        self.forget_before(dispute.as_ref(), span);
        let target = self.place(place);
        // As in gcc the right operand comes before the old value.
        let target = self.steady(target, &effects(value), place);
        self.forget_before(dispute.as_ref(), span);
        let right = self.value(value);
        self.forget_before(dispute.as_ref(), span);
        let name = super::text::place(self.program, place);
        let mut old = self.load(&target, place, &name);
        if used && *postfix && matches!(target, Target::Cell(_)) {
            let temporary = self.temporary(place.ty, expression);
            self.assign(temporary, old, span);
            old = Expr::Scalar(temporary);
        }
        let left = convert(&self.graph, *operation, old.clone());
        self.check_binary(*operator, *operation, (&left, &right), expression, value);
        let combined = Expr::Binary(*operator, *operation, Box::new(left), Box::new(right));
        let mut new = convert(&self.graph, place.ty, combined);
        let result = match target {
            _ if *postfix => old,
            Target::Cell(cell) => Expr::Scalar(cell),
            Target::Cells(..) if used => {
                let temporary = self.temporary(place.ty, expression);
                self.assign(temporary, new, span);
                new = Expr::Scalar(temporary);
                new.clone()
            }
            Target::Cells(..) => Expr::Constant(0, place.ty),
        };
        self.store(target, new, span);
        self.leave(outer);
        self.forget_after(dispute.as_ref(), span);
        result
    }

    /// Copies a struct cell by cell. Places of one shape are the same or do not overlap, so that no cell
    /// is read after it was written.
    pub(super) fn copy(&mut self, target: &'p Place, source: &'p Place, count: u32, span: Span) {
        let outer = self.enter(UnitKind::Assign);
        let to = self.place(target);
        let from = self.place(source);
        // The copy itself may change what its subscripts read.
        let to = self.copied_index(to, target);
        let from = self.copied_index(from, source);
        self.leave(outer);
        for step in 0..count {
            let (to, from) = (to.moved(step), from.moved(step));
            let ty = self.cell_type(&to);
            let read = Place { ty: self.cell_type(&from), ..source.clone() };
            let outer = self.enter(UnitKind::Assign);
            let name = super::text::place(self.program, source);
            let value = self.load_unchecked(&from, &read, &name);
            let value = convert(&self.graph, ty, value);
            self.store(to.clone(), value, span);
            self.copy_value(&to, &from, &read, span);
            self.leave(outer);
        }
    }

    fn copied_index(&mut self, target: Target, place: &Place) -> Target {
        match target {
            Target::Cells(range, index) => Target::Cells(range, self.kept(index, place)),
            target => target,
        }
    }

    fn cell_type(&self, target: &Target) -> IntegerType {
        let cell = match target {
            Target::Cell(cell) => *cell,
            Target::Cells(range, _) => range.first,
        };
        self.graph.scalars[cell.index()].ty
    }
}

/// The operand of conversions that do not change the type.
fn strip_identity(mut expression: &Expression) -> &Expression {
    while let ExpressionKind::Convert(operand) = &expression.kind {
        if operand.ty != expression.ty {
            break;
        }
        expression = operand;
    }
    expression
}

/// The operand of conversions that do not change the value.
fn strip_preserving(mut expression: &Expression) -> &Expression {
    while let ExpressionKind::Convert(operand) = &expression.kind {
        let range = match &operand.kind {
            ExpressionKind::Input { range, .. } => *range,
            _ => (operand.ty.min(), operand.ty.max()),
        };
        let opaque = matches!(operand.kind, ExpressionKind::Unsupported { .. });
        let fits = expression.ty.contains(range.0) && expression.ty.contains(range.1);
        if !(opaque || fits) {
            break;
        }
        expression = operand;
    }
    expression
}
