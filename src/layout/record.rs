//! Structures as values: results of calls, choices, compound literals.

use super::effects::place_has_effects;
use super::expression::as_int;
use super::program::{Expression, ExpressionKind, May, Place, Storage};
use super::state::Layout;
use super::value::{Target, TargetKind, Value, ValueKind};
use crate::arith::IntegerType;
use crate::check::tree;
use crate::check::types::Type;
use crate::source::Span;

impl Layout<'_> {
    /// A place for a structure that has no name; `None` outside functions.
    pub fn temporary_place(&mut self, name: &str, ty: &Type, span: Span) -> Option<Place> {
        let id = self.current.as_ref()?.id;
        if self.types.unmodelled(ty).is_some() {
            return None;
        }
        let variable = self.new_variable(name, Storage::Local(id), ty, span);
        self.temporaries.insert(variable);
        Some(Place { variable, offset: 0, indices: Vec::new(), ty: self.types.first_cell(ty), span })
    }

    /// Where the function leaves the structure that it returns.
    pub fn result_place(&self, ty: &Type, span: Span) -> Option<Place> {
        let id = self.current.as_ref()?.id;
        let variable = *self.program.functions[id.index()].outputs.first()?;
        (self.passed_cells(ty) > 0).then(|| Place {
            variable,
            offset: 0,
            indices: Vec::new(),
            ty: self.types.first_cell(ty),
            span,
        })
    }

    /// A structure value whose place can be read again and again.
    pub fn settled(&mut self, value: Value) -> Value {
        let (ty, span) = (value.ty.clone(), value.span);
        match value.kind {
            ValueKind::Record { place, effects } if place_has_effects(&place) => {
                let text = self.source.slice(span).to_owned();
                let Some(whole) = self.temporary_place(&text, &ty, span) else {
                    return Value { ty, kind: ValueKind::Record { place, effects }, span };
                };
                let value = Value { ty: ty.clone(), kind: ValueKind::Record { place, effects }, span };
                self.copied(whole, value)
            }
            kind => Value { ty, kind, span },
        }
    }

    /// Stores a structure at a place, which is then its place.
    fn copied(&mut self, place: Place, value: Value) -> Value {
        let (ty, span) = (value.ty.clone(), value.span);
        let target = Target { ty, kind: TargetKind::Place(place), span, constant: false, within: None };
        self.store(target, value, span)
    }

    /// `f().x`: a member of a structure that is no lvalue; `place` is the member.
    pub fn member_of_value(
        &mut self,
        record: Value,
        member: (&[usize], Option<u64>),
        place: &tree::Place,
    ) -> Value {
        let span = place.span;
        let (target, effects) = match record.kind {
            ValueKind::Record { place: whole, effects } if !effects.is_empty() => {
                let kind = TargetKind::Place(whole);
                let (ty, span) = (record.ty, record.span);
                (Target { ty, kind, span, constant: false, within: None }, effects)
            }
            kind => (self.target_of_value(Value { kind, ..record }), Vec::new()),
        };
        let member = self.member(target, member, &place.ty, span);
        let value = self.load(member);
        if effects.is_empty() { value } else { self.prefixed(effects, value, span) }
    }

    /// `condition ? then : otherwise` of two structures.
    pub fn chosen_record(
        &mut self,
        condition: Expression,
        then: Value,
        otherwise: Value,
        span: Span,
    ) -> Value {
        let ty = then.ty.clone();
        let text = self.source.slice(span).to_owned();
        let Some(place) = self.temporary_place(&text, &ty, span) else {
            return Value::other(ty, "structure value", vec![condition], May::NOTHING, span);
        };
        let arms = [then, otherwise].map(|arm| as_int(self.copied(place.clone(), arm).into_statement()));
        let [then, otherwise] = arms.map(Box::new);
        let kind = ExpressionKind::Conditional(Box::new(condition), then, otherwise);
        let effects = vec![Expression { kind, ty: IntegerType::INT, span }];
        Value { ty, kind: ValueKind::Record { place, effects }, span }
    }

    /// `(type){ … }` as a value.
    pub fn compound(&mut self, ty: &Type, initializer: &tree::Initializer, span: Span) -> Value {
        let ty = ty.clone();
        if let Type::Integer(_) = ty {
            let mut cells = Vec::new();
            self.types.cells(&ty, "", &mut cells);
            let mut values = self.local_initializers(&ty, initializer, cells);
            if let (Some((_, value)), true) = (values.pop(), values.is_empty()) {
                return Value::integer(Expression { span, ..value });
            }
        }
        let text = self.source.slice(span).to_owned();
        let place = match &ty {
            Type::Record(_) | Type::Array(..) => self.temporary_place(&text, &ty, span),
            _ => None,
        };
        let Some(place) = place else {
            let effects = self.initializer_effects(initializer);
            return Value::other(ty.into_decayed(), "compound literal", effects, May::NOTHING, span);
        };
        let mut cells = Vec::new();
        self.types.cells(&ty, "", &mut cells);
        let effects = self
            .local_initializers(&ty, initializer, cells)
            .into_iter()
            .map(|(cell, value)| {
                let ty = value.ty;
                let place = Place { offset: cell, ty, ..place.clone() };
                Expression { kind: ExpressionKind::Assign(place, Box::new(value)), ty, span }
            })
            .collect();
        let target = Target { ty, kind: TargetKind::Place(place), span, constant: false, within: None };
        let value = self.load(target);
        self.prefixed(effects, value, span)
    }

    /// `(type){ … }` where an object is wanted: its value is put before the statement, if that can be.
    pub fn compound_target(
        &mut self,
        ty: &Type,
        initializer: &tree::Initializer,
        span: Span,
    ) -> Option<Target> {
        self.current.as_ref().filter(|c| c.hoisted.is_some())?;
        let ty = ty.clone();
        let text = self.source.slice(span).to_owned();
        let place = self.temporary_place(&text, &ty, span)?;
        let mut cells = Vec::new();
        self.types.cells(&ty, "", &mut cells);
        let initializers = self.local_initializers(&ty, initializer, cells);
        let declaration = super::program::LocalDeclaration { variable: place.variable, span, initializers };
        let kind = super::program::StatementKind::Declaration(vec![declaration]);
        if let Some(hoisted) = self.current.as_mut().and_then(|c| c.hoisted.as_mut()) {
            hoisted.push(super::program::Statement { kind, span });
        }
        Some(Target { ty, kind: TargetKind::Place(place), span, constant: false, within: None })
    }
}
