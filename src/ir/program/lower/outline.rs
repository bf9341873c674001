//! What the source says of nodes: units, statements, and the texts of values.

use crate::program::graph::{Action, Expr, ExprKind, NodeId, Place};
use crate::program::outline::{Held, Statement, StatementId, Unit, UnitId, UnitKind};
use crate::program::text::{PRIMARY, Title, title};
use focuscheck_base::source::Span;
use focuscheck_check::errno::sets_errno;
use focuscheck_check::scalar::relation;
use focuscheck_check::tree::{Binary, Expression, FunctionId};
use focuscheck_check::types::Type;
use focuscheck_check::vocabulary;

use super::build::Lowering;

impl<'t> Lowering<'t> {
    /// A statement, which the units that are made next may belong to.
    pub(super) fn new_statement(&mut self, span: Span) -> StatementId {
        if let Some((statement, _)) = self.model {
            return statement;
        }
        self.graph.outline.statements.push(Statement { span, guard: self.guard });
        StatementId(self.graph.outline.statements.len() as u32 - 1)
    }

    /// A statement begins.
    pub(super) fn begin_statement(&mut self, span: Span) {
        self.current = self.new_statement(span);
    }

    /// What a library function does begins: it belongs to the statement that calls it. Gives what goes on afterwards.
    pub(super) fn begin_model(&mut self, function: FunctionId) -> Option<(StatementId, FunctionId)> {
        let outer = self.model;
        self.model = outer.or(Some((self.current, function)));
        outer
    }

    /// What a library function does ends, and what went on before goes on. It may have changed `errno` if it does not say that
    /// it has.
    pub(super) fn end_model(
        &mut self,
        function: FunctionId,
        outer: Option<(StatementId, FunctionId)>,
        span: Span,
    ) {
        let name = &*self.tree.functions[function.index()].name;
        if !vocabulary::keeps_errno(name) && !sets_errno(name) {
            self.change_errno(span);
        }
        self.model = outer;
    }

    /// Makes a unit current and gives the one to go back to.
    pub(super) fn enter(&mut self, kind: UnitKind) -> Option<UnitId> {
        let units = &mut self.graph.outline.units;
        let model = self.model.map(|(_, function)| function);
        units.push(Unit { kind, statement: self.current, exits: None, model });
        self.unit.replace(UnitId(units.len() as u32 - 1))
    }

    /// Goes back to a unit.
    pub(super) fn leave(&mut self, outer: Option<UnitId>) {
        self.unit = outer;
    }

    /// Where the condition of the current unit leads.
    pub(super) fn mark_exits(&mut self, holds: NodeId, fails: NodeId) {
        if let Some(unit) = self.unit {
            self.graph.outline.units[unit.index()].exits = Some((holds, fails));
        }
    }

    /// A value stands for an expression, unless it does for one inside that.
    pub(super) fn entitle(&mut self, value: &Expr, expression: &Expression) {
        let mut value = value;
        while let ExprKind::Convert(operand) = &value.kind {
            value = operand;
        }
        let ExprKind::Temporary(temporary) = value.kind else { return };
        let tree = self.tree;
        self.titles.entry(temporary).or_insert_with(|| (title(tree, expression), expression.span));
    }

    /// A value stands for a text.
    pub(super) fn entitled(&mut self, value: &Expr, text: String, span: Span) {
        if let ExprKind::Temporary(temporary) = value.kind {
            self.titles.insert(temporary, (Title { text, level: PRIMARY }, span));
        }
    }

    /// A value in a temporary, for a reason.
    pub(super) fn held_as(&mut self, value: Expr, why: Held) -> Expr {
        let before = self.temporaries();
        let value = self.kept(value);
        if let ExprKind::Temporary(temporary) = value.kind
            && temporary.0 >= before
        {
            self.held.insert(temporary, why);
        }
        value
    }

    /// A value in a temporary of its own that stands for an expression.
    pub(super) fn computed(&mut self, value: Expr, expression: &Expression) -> Expr {
        let before = self.temporaries();
        let value = self.kept(value);
        if let ExprKind::Temporary(temporary) = value.kind
            && temporary.0 >= before
        {
            self.entitle(&value, expression);
        }
        value
    }

    /// Nothing more is known of where this value goes.
    pub(super) fn drop_value(&mut self, value: Expr) {
        let node = self.emit(Action::Skip, value.span);
        self.graph.dropped.insert(node, value);
    }

    /// A value, of an expression or of a part of it, of which nothing is needed: to compute it may be undefined all the same,
    /// and what it reads may have no value.
    pub(super) fn discarded(&mut self, value: Expr, expression: &Expression) {
        let mut pending = vec![value];
        while let Some(value) = pending.pop() {
            match value.kind {
                ExprKind::Unary(..) | ExprKind::Binary(..) | ExprKind::Distance(..) => {
                    self.computed(value, expression);
                }
                ExprKind::Convert(operand) => pending.push(*operand),
                ExprKind::Compare(_, left, right) => pending.extend([*right, *left]),
                ExprKind::Moved { pointer, by, .. } => pending.extend([*by, *pointer]),
                // A pointer that is read goes nowhere.
                ExprKind::Read(_) if !matches!(value.ty, Type::Pointer(..)) => {
                    self.drop_value(value);
                }
                ExprKind::Read(_)
                | ExprKind::Integer(_)
                | ExprKind::Temporary(_)
                | ExprKind::Address(..)
                | ExprKind::Function(_)
                | ExprKind::Unmodelled(_) => {}
            }
        }
    }

    /// A place is found here that is read or written later; `None` if that takes nothing.
    pub(super) fn find(&mut self, place: &Place) -> Option<NodeId> {
        if place.is_fixed() {
            return None;
        }
        let node = self.emit(Action::Skip, place.span);
        self.graph.finds.insert(node, place.clone());
        Some(node)
    }

    /// A node reads or writes a place that was found before.
    pub(super) fn uses(&mut self, node: NodeId, found: Option<NodeId>) {
        if let Some(found) = found {
            self.graph.outline.found.insert(node, found);
        }
    }

    /// The tables of a procedure that ends.
    pub(super) fn end_outline(&mut self) {
        let (held, titles) = (std::mem::take(&mut self.held), std::mem::take(&mut self.titles));
        self.graph.outline.held.push(held);
        self.graph.outline.titles.push(titles);
    }
}

/// Whether a value is neither an integer nor a pointer.
pub(super) fn is_no_scalar(value: &Expr) -> bool {
    !matches!(value.ty, Type::Integer(_) | Type::Pointer(..))
}

/// What an operation on such values is called.
pub(super) fn no_scalar(operator: Binary, left: &Expr, right: &Expr) -> String {
    match (&left.ty, &right.ty, relation(operator)) {
        (Type::Opaque(reason), ..) | (_, Type::Opaque(reason), _) => reason.clone(),
        (_, _, Some(_)) => "floating-point comparison".to_owned(),
        (_, _, None) => "floating-point arithmetic".to_owned(),
    }
}
