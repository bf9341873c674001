//! Structures as values: each has a place.

use crate::program::graph::{Action, Base, Place};
use crate::program::outline::UnitKind;
use crate::program::text::title;
use focuscheck_base::source::Span;
use focuscheck_check::effects::has_effects;
use focuscheck_check::tree::{Expression, ExpressionKind as Kind};
use focuscheck_check::types::Type;

use super::build::Lowering;
use super::call::Outcome;

impl<'t> Lowering<'t> {
    /// Where the value of a structure expression is.
    pub(super) fn record(&mut self, expression: &'t Expression) -> Place {
        let (span, ty) = (expression.span, &expression.ty);
        match &expression.kind {
            Kind::Load(place) => {
                if self.is_volatile(place) || self.tree.types.has_volatile_member(&place.ty) {
                    self.cut("copy of a volatile object", span);
                }
                self.place(place)
            }
            Kind::Assign(target, value) => {
                let mut to = self.place(target);
                if has_effects(value) {
                    to = self.steady(to);
                }
                let from = self.record(value);
                self.copy(&to, from, span);
                to
            }
            Kind::Call(callee, arguments) => match self.call(callee, arguments, true, ty, span) {
                Outcome::Record(place) => place,
                Outcome::Nothing | Outcome::Scalar(_) => Self::nowhere("structure of a call", ty, span),
            },
            Kind::Conditional(condition, Some(then), otherwise) => {
                let name = title(self.tree, expression).text;
                let whole = self.object_without_name(&name, ty, span);
                let sides = [then, otherwise].map(|value| Some((value.span, value.span)));
                self.either_way(condition, sides, |lowering, side| {
                    let from = lowering.record(if side { then } else { otherwise });
                    lowering.copy(&whole, from, span);
                });
                whole
            }
            Kind::Comma(first, second) => {
                self.effect(first);
                self.record(second)
            }
            Kind::Statement(statements, Some(value), _) => {
                self.nested_statements(statements);
                self.record(value)
            }
            Kind::Cast(inner) | Kind::Convert(inner) if inner.ty == *ty => self.record(inner),
            Kind::Integer(_)
            | Kind::Float(_)
            | Kind::Any
            | Kind::Function(_)
            | Kind::Undeclared(_)
            | Kind::Decay(_)
            | Kind::AddressOf(_)
            | Kind::LabelAddress(_)
            | Kind::Unary(..)
            | Kind::Not(_)
            | Kind::ComplexPart(_)
            | Kind::Binary(..)
            | Kind::And(..)
            | Kind::Or(..)
            | Kind::Conditional(..)
            | Kind::Cast(_)
            | Kind::Convert(_)
            | Kind::Update { .. }
            | Kind::Statement(..)
            | Kind::VariableArgument(_)
            | Kind::OneOf(_)
            | Kind::Unknown(..) => {
                // What is evaluated in it may do anything; only its value is not known.
                focuscheck_check::visit::operands(expression, &mut |part| self.given_away(part, None));
                Self::nowhere("structure value", ty, span)
            }
        }
    }

    /// An object for a structure that has no name.
    pub(super) fn unnamed(&mut self, ty: &Type, span: Span) -> Place {
        self.object_without_name("structure", ty, span)
    }

    /// The same, and how a person calls it.
    fn object_without_name(&mut self, name: &str, ty: &Type, span: Span) -> Place {
        let object = self.new_object(name, ty.clone(), false, span);
        self.emit(Action::Declare(object), span);
        Place::object(object, ty.clone(), span)
    }

    fn nowhere(reason: &str, ty: &Type, span: Span) -> Place {
        let base = Base::Unmodelled(reason.into());
        Place { base, steps: Vec::new(), ty: ty.clone(), bits: None, span }
    }

    /// Copies a structure.
    pub(super) fn copy(&mut self, to: &Place, from: Place, span: Span) {
        match self.size(&to.ty) {
            Some(size) => {
                let outer = self.enter(UnitKind::Assign);
                self.emit(Action::Copy { to: to.clone(), from, size }, span);
                self.leave(outer);
            }
            None => self.cut("structure of an unknown size", span),
        }
    }
}
