//! Lvalues: where they are.

use crate::program::graph::{Action, Base, Bits, Expr, ExprKind, Place, Step};
use crate::program::outline::Held;
use focuscheck_base::source::Span;
use focuscheck_check::effects::{has_effects, place_has_effects};
use focuscheck_check::tree::{ObjectId, Place as Lvalue, PlaceKind};
use focuscheck_check::types::Type;

use super::build::Lowering;

impl<'t> Lowering<'t> {
    /// Where an lvalue is.
    pub(super) fn place(&mut self, place: &'t Lvalue) -> Place {
        let span = place.span;
        let at = |base, steps| Place { base, steps, ty: place.ty.clone(), bits: None, span };
        match &place.kind {
            PlaceKind::Object(object) => at(Base::Object(*object), Vec::new()),
            PlaceKind::Dereference(pointer) => {
                let pointer = self.value(pointer);
                at(Base::Pointer(Box::new(pointer)), Vec::new())
            }
            PlaceKind::Behind(pointer, index) => {
                let mut values = self.operands(&[pointer, index]).into_iter();
                let (Some(pointer), Some(by)) = (values.next(), values.next()) else {
                    return at(Base::Unmodelled("element".into()), Vec::new());
                };
                let (ty, size) = (pointer.ty.clone(), self.size(&place.ty));
                let kind =
                    ExprKind::Moved { pointer: Box::new(pointer), by: Box::new(by), back: false, size };
                at(Base::Pointer(Box::new(Expr { kind, ty, span })), Vec::new())
            }
            PlaceKind::Element(whole, index) => {
                let effects = has_effects(index);
                self.order_of_place(whole, index);
                let order = self.begin_order(!self.quiet && (effects || place_has_effects(whole)));
                self.next_operand(order, whole.span);
                let mut outer = self.place(whole);
                self.gives(order, Self::values_of(&outer), None);
                if effects {
                    outer = self.steady(outer);
                }
                self.next_operand(order, index.span);
                let last = index.span;
                let index = self.value(index);
                self.gives(order, vec![index.clone()], None);
                self.next_operand(order, last);
                let length = match &whole.ty {
                    Type::Array(_, length) => *length,
                    _ => None,
                };
                let mut steps = outer.steps;
                steps.push(Step::Element { index, size: self.size(&place.ty), length, at: whole.span.end });
                at(outer.base, steps)
            }
            PlaceKind::Member(whole, fields, _) => {
                let outer = self.place(whole);
                self.member(outer, fields, &place.ty, span)
            }
            PlaceKind::Text(units) => {
                let object = self.literal(units, &place.ty, span);
                at(Base::Object(object), Vec::new())
            }
            PlaceKind::Compound(initializer) => {
                let fixed = self.function.is_none();
                let object = self.new_object("compound literal", place.ty.clone(), fixed, span);
                self.emit(Action::Declare(object), span);
                self.in_scope(object);
                let whole = at(Base::Object(object), Vec::new());
                self.initialize(&whole, initializer, span);
                whole
            }
            PlaceKind::Value(value) if matches!(value.ty, Type::Record(_)) => self.record(value),
            PlaceKind::Value(value) => {
                self.effect(value);
                at(Base::Unmodelled("value that is no place".into()), Vec::new())
            }
            PlaceKind::Undeclared(name) => at(Base::Outside(name.clone()), Vec::new()),
        }
    }

    /// A member of a structure, by the numbers of the fields from the outside to the inside.
    pub(super) fn member(&self, outer: Place, fields: &[usize], ty: &Type, span: Span) -> Place {
        let unknown = |outer: Place| {
            let reason = || "member of an unknown type".into();
            let (base, steps) = match outer.base {
                Base::Object(object) => (Base::Within(object, reason()), outer.steps),
                base @ (Base::Outside(_) | Base::Within(..)) => (base, outer.steps),
                Base::Pointer(_) | Base::Unmodelled(_) => (Base::Unmodelled(reason()), Vec::new()),
            };
            Place { base, steps, ty: ty.clone(), bits: None, span }
        };
        if fields.is_empty() {
            return unknown(outer);
        }
        let mut place = outer;
        for &number in fields {
            let Type::Record(id) = place.ty else { return unknown(place) };
            let record = &self.types.records[id];
            let Some(field) = record.fields.as_ref().and_then(|fields| fields.get(number)) else {
                return unknown(place);
            };
            let position = self.types.positions(id).and_then(|positions| positions.get(number).copied());
            let offset = position.map(|(first, _)| first / 8);
            let size = self.size(&field.ty).filter(|_| field.bits.is_none());
            let at = place.span.end;
            let shared = record.union;
            place.steps.push(Step::Member { record: id, field: number, offset, size, shared, at });
            place.bits =
                field.bits.map(|width| Bits { first: position.map_or(0, |(first, _)| first % 8), width });
            place.ty = field.ty.clone();
        }
        Place { span, ..place }
    }

    /// An object for a string literal.
    pub(super) fn literal(&mut self, units: &[u32], ty: &Type, span: Span) -> ObjectId {
        let object = self.new_object("string literal", ty.clone(), true, span);
        self.graph.literals.push((object, units.to_vec()));
        object
    }

    /// The address of a place.
    pub(super) fn address(place: Place) -> Expr {
        let (ty, span) = (place.ty.clone().pointer_to(), place.span);
        match place.base {
            Base::Pointer(pointer) if place.steps.is_empty() => Expr { ty, span, ..*pointer },
            _ => Expr { kind: ExprKind::Address(Box::new(place), None), ty, span },
        }
    }

    /// The same place, which nothing that is evaluated from now on changes.
    pub(super) fn steady(&mut self, mut place: Place) -> Place {
        if let Base::Pointer(pointer) = place.base {
            place.base = Base::Pointer(Box::new(self.held_as(*pointer, Held::Steady)));
        }
        let mut steps = Vec::with_capacity(place.steps.len());
        for step in place.steps {
            steps.push(match step {
                Step::Element { index, size, length, at } => {
                    Step::Element { index: self.held_as(index, Held::Index), size, length, at }
                }
                step @ Step::Member { .. } => step,
            });
        }
        Place { steps, ..place }
    }

    /// Whether what is read of an lvalue is not what was stored there.
    pub(super) fn is_volatile(&self, place: &Lvalue) -> bool {
        match &place.kind {
            PlaceKind::Object(object) => self.tree.objects[object.index()].volatile,
            PlaceKind::Element(whole, _) => self.is_volatile(whole),
            PlaceKind::Member(whole, fields, _) => {
                let mut ty = &whole.ty;
                let volatile = fields.iter().any(|&number| {
                    let Type::Record(id) = ty else { return false };
                    let record = &self.types.records[*id];
                    let Some(field) = record.fields.as_ref().and_then(|fields| fields.get(number)) else {
                        return false;
                    };
                    ty = &field.ty;
                    // The members of a union share their memory.
                    let shared = record.union && record.fields.iter().flatten().any(|field| field.volatile);
                    field.volatile || shared
                });
                volatile || self.is_volatile(whole)
            }
            PlaceKind::Dereference(_)
            | PlaceKind::Behind(..)
            | PlaceKind::Text(_)
            | PlaceKind::Compound(_)
            | PlaceKind::Value(_)
            | PlaceKind::Undeclared(_) => false,
        }
    }
}
