//! Initialisers: what gets which value.

use crate::check::tree::{InitialValue, Initializer};
use crate::check::types::Type;
use crate::program::graph::{Action, Base, Expr, ExprKind, Place, Step};
use crate::source::Span;

use super::build::Lowering;

impl<'t> Lowering<'t> {
    /// Gives an object its initial value; what is not mentioned becomes zero.
    pub(super) fn initialize(&mut self, whole: &Place, initializer: &'t Initializer, span: Span) {
        let aggregate = matches!(whole.ty, Type::Record(_) | Type::Array(..) | Type::VariableArray(_));
        if let Some(value) = initializer.whole() {
            if matches!(whole.ty, Type::Record(_)) {
                let from = self.record(value);
                self.copy(whole, from, span);
            } else if !aggregate {
                let value = self.value(value);
                self.stored(whole.clone(), value, &whole.ty, false, span);
            }
            return;
        }
        match (aggregate, self.size(&whole.ty)) {
            (true, Some(size)) => {
                self.emit(Action::Clear { place: whole.clone(), size }, span);
            }
            (true, None) => self.cut("initialiser of an object of unknown size", span),
            (false, _) => {}
        }
        let mut before: Option<Expr> = None;
        for part in &initializer.parts {
            let place = part.path.as_ref().map(|path| self.part(whole, path));
            match (&part.value, place) {
                (InitialValue::Expression(value), Some(place)) if matches!(place.ty, Type::Record(_)) => {
                    let from = self.record(value);
                    self.copy(&place, from, span);
                }
                (InitialValue::Expression(value), Some(place)) => {
                    let value = match before.take().filter(|_| part.repeated) {
                        Some(value) => value,
                        None => {
                            let value = self.value(value);
                            self.kept(value)
                        }
                    };
                    before = Some(value.clone());
                    let ty = place.ty.clone();
                    self.stored(place, value, &ty, false, span);
                }
                (InitialValue::Expression(value), None) if !part.repeated => self.effect(value),
                (InitialValue::Text(units, text), Some(place)) => self.text(&place, units, *text),
                (InitialValue::Expression(_) | InitialValue::Text(..), None) => {}
            }
        }
    }

    /// Copies the characters of a literal to an array, as many as it holds.
    fn text(&mut self, place: &Place, units: &[u32], span: Span) {
        let Type::Array(element, _) = &place.ty else {
            return self.cut("text in an object of unknown size", span);
        };
        let element = (**element).clone();
        let (Some(each), Some(room)) = (self.size(&element), self.size(&place.ty)) else {
            return self.cut("text in an object of unknown size", span);
        };
        let length = units.len() as u64 + 1;
        let literal = self.literal(units, &Type::Array(element.into(), Some(length)), span);
        let ty = self.graph.objects[literal.index()].ty.clone();
        let from = Place::object(literal, ty, span);
        self.emit(Action::Copy { to: place.clone(), from, size: room.min(length * each) }, span);
    }

    /// The part of an object that a path of numbers leads to.
    fn part(&self, whole: &Place, path: &[u64]) -> Place {
        let mut place = whole.clone();
        for &number in path {
            match place.ty.clone() {
                Type::Array(element, length) => {
                    let index = Self::number(i128::from(number), place.span);
                    place.steps.push(Step::Element { index, size: self.size(&element), length });
                    place.ty = (*element).clone();
                }
                Type::Record(_) => {
                    let span = place.span;
                    let ty = Type::Opaque("member".to_owned());
                    place = self.member(place, &[number as usize], &ty, span);
                }
                _ => {
                    let base = Base::Unmodelled("part of an initialiser".to_owned());
                    return Place { base, steps: Vec::new(), ..place };
                }
            }
        }
        place
    }

    /// Zero of a type.
    pub(super) fn zero(ty: &Type, span: Span) -> Expr {
        Expr { kind: ExprKind::Integer(0), ty: ty.clone(), span }
    }
}
