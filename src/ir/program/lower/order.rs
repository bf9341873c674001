//! Operands whose order of evaluation C leaves open: where each of them begins, and what it gives.
//!
//! The lowering takes them from left to right. What another order would change, who asks for it finds by these notes.

use crate::program::graph::{Action, Base, Expr, NodeId, Order, Place, Step};
use focuscheck_base::arith::IntegerType;
use focuscheck_base::source::Span;
use focuscheck_check::effects::place_has_effects;
use focuscheck_check::tree::{Expression, ExpressionKind as Kind, Place as Lvalue, PlaceKind};
use focuscheck_check::types::Type;
use focuscheck_check::visit::operands;

use super::build::Lowering;
use super::ending::RunEffect;

/// The number of an order that is being noted; none if there is nothing to note.
pub(super) type Noted = Option<usize>;

impl<'t> Lowering<'t> {
    /// Says that the run may go on in a way that is not followed if one of these operands, which are evaluated in this order,
    /// may end it, and a later one may fail.
    pub(super) fn order_of_failing(&mut self, operands: &[&'t Expression]) {
        let Some(first) = operands.first() else { return };
        self.order_after(RunEffect::default(), operands, first.span);
    }

    /// The same of a place and an operand behind it.
    pub(super) fn order_of_place(&mut self, place: &'t Lvalue, operand: &'t Expression) {
        if self.ending.is_needed() {
            let before = self.ending.fate_of_place(self.tree, place);
            self.order_after(before, &[operand], place.span);
        }
    }

    fn order_after(&mut self, mut before: RunEffect, operands: &[&'t Expression], span: Span) {
        if !self.ending.is_needed() {
            return;
        }
        let is_hidden = operands.iter().any(|operand| {
            let fate = self.ending.fate(self.tree, operand);
            let is_hidden = before.ends && fate.fails;
            before.and(fate);
            is_hidden
        });
        if is_hidden {
            let reason = "order of evaluation";
            let choice = Self::unmodelled(reason, &Type::Integer(IntegerType::INT), span);
            let (other, next) = (self.new_label(span), self.new_label(span));
            self.branch(choice, span, other, next);
            self.place_label(other);
            self.cut(reason, span);
            self.place_label(next);
        }
    }

    /// Operands follow, of which some have effects if that is said.
    pub(super) fn begin_order(&mut self, effects: bool) -> Noted {
        effects.then(|| {
            self.graph.orders.push(Order::default());
            self.graph.orders.len() - 1
        })
    }

    /// The next operand begins here, or what follows all of them.
    pub(super) fn next_operand(&mut self, order: Noted, span: Span) {
        let Some(number) = order else { return };
        let operand = self.graph.orders[number].operands.len();
        let node = self.emit(Action::Skip, span);
        self.graph.ordered.insert(node, (number, operand));
    }

    /// What the operand gives that began last.
    pub(super) fn gives(&mut self, order: Noted, values: Vec<Expr>, read: Option<&Place>) {
        if let Some(number) = order {
            self.graph.orders[number].operands.push((values, read.cloned()));
        }
    }

    /// The values that finding a place takes.
    pub(super) fn values_of(place: &Place) -> Vec<Expr> {
        let pointer = match &place.base {
            Base::Pointer(pointer) => Some((**pointer).clone()),
            Base::Object(_) | Base::Outside(_) | Base::Within(..) | Base::Unmodelled(_) => None,
        };
        let indices = place.steps.iter().filter_map(|step| match step {
            Step::Element { index, .. } => Some(index.clone()),
            Step::Member { .. } => None,
        });
        pointer.into_iter().chain(indices).collect()
    }

    /// The order of the operands of an assignment. Where the place is plain, what the value changes comes before the assignment,
    /// unless no sequence point is between them.
    pub(super) fn order_of_assignment(
        &mut self,
        target: &Lvalue,
        value: &Expression,
        effects: bool,
    ) -> Noted {
        let plain = matches!(target.kind, PlaceKind::Object(_));
        let matters = match plain {
            true => effects && is_late(value),
            false => effects || place_has_effects(target),
        };
        self.begin_order(matters && !self.quiet)
    }

    /// The operands are those of an assignment to a place.
    pub(super) fn assigned(&mut self, order: Noted, place: &Place, value: &Expression) {
        if let Some(number) = order {
            let mut spans = Vec::new();
            late(value, &mut spans);
            let behind = NodeId(self.graph.nodes.len() as u32);
            let order = &mut self.graph.orders[number];
            (order.assigned, order.evaluated) = (Some((place.clone(), spans)), Some(behind));
        }
    }
}

fn is_late(value: &Expression) -> bool {
    let mut spans = Vec::new();
    late(value, &mut spans);
    !spans.is_empty()
}

/// The assignments inside an operand that no sequence point separates from its value.
fn late(expression: &Expression, found: &mut Vec<Span>) {
    match &expression.kind {
        Kind::Call(..) | Kind::Statement(..) => {}
        Kind::And(_, last) | Kind::Or(_, last) | Kind::Comma(_, last) => late(last, found),
        Kind::Conditional(_, then, otherwise) => {
            then.iter().for_each(|then| late(then, found));
            late(otherwise, found);
        }
        Kind::Assign(..) | Kind::Update { .. } => {
            found.push(expression.span);
            operands(expression, &mut |part| late(part, found));
        }
        Kind::Integer(_)
        | Kind::Float(_)
        | Kind::Any
        | Kind::Function(_)
        | Kind::Undeclared(_)
        | Kind::LabelAddress(_)
        | Kind::Load(_)
        | Kind::Decay(_)
        | Kind::AddressOf(_)
        | Kind::Unary(..)
        | Kind::Not(_)
        | Kind::ComplexPart(_)
        | Kind::Binary(..)
        | Kind::Cast(_)
        | Kind::Convert(_)
        | Kind::VariableArgument(_)
        | Kind::OneOf(_)
        | Kind::Unknown(..) => operands(expression, &mut |part| late(part, found)),
    }
}
