//! Places: which cell an lvalue denotes.

use super::cells::{CODE, FLAG, MAX_CELLS, stored_type};
use super::constants;
use super::effects::{place_has_effects, sequence};
use super::opaque::{Opaque, Reach};
use super::program::{Cell, Expression, ExpressionKind, Index, May, Place};
use super::region::{NULL, OFFSET, Pointed, Region};
use super::state::{Binding, Layout};
use super::value::{Target, TargetKind, Value, ValueKind};
use crate::arith::{BinaryOperator, IntegerType};
use crate::check::tree::{self, ObjectId, PlaceKind, Storage};
use crate::check::types::Type;
use crate::doubt::Unmodelled;
use crate::source::Span;

impl Layout<'_> {
    /// What a place denotes.
    pub fn target(&mut self, place: &tree::Place) -> Target {
        let span = place.span;
        let target = match &place.kind {
            PlaceKind::Object(object) => self.object_target(*object, span),
            PlaceKind::Dereference(pointer) => {
                let value = self.value(pointer);
                self.dereference(value, span)
            }
            PlaceKind::Behind(pointer, index) => self.pointer_element(pointer, index, &place.ty, span),
            PlaceKind::Element(whole, index) => {
                let whole = self.target(whole);
                self.element(whole, index, &place.ty, span)
            }
            PlaceKind::Member(whole, path, bits) => {
                let whole = self.target(whole);
                self.member(whole, (path, *bits), &place.ty, span)
            }
            PlaceKind::Text(units) => {
                let kind = TargetKind::Text(units.clone());
                Target { ty: place.ty.clone(), kind, span, constant: false, within: None }
            }
            PlaceKind::Compound(initializer) => match self.compound_target(&place.ty, initializer, span) {
                Some(target) => target,
                None => {
                    let effects = self.initializer_effects(initializer);
                    other(place.ty.clone(), "compound literal", effects, Reach::Own, span)
                }
            },
            PlaceKind::Value(value) => {
                let value = self.value(value);
                self.target_of_value(value)
            }
            PlaceKind::Undeclared(name) => {
                let value = self.undeclared(name, place.ty.clone(), span);
                self.target_of_value(value)
            }
        };
        Target { constant: place.constant, ..target }
    }

    /// The variable of an object, if it has cells.
    pub fn variable(&self, object: ObjectId) -> Option<super::program::VariableId> {
        if let Some(Binding::Variable(variable)) = self.binding(object) {
            return *variable;
        }
        self.variables.get(&object).copied()
    }

    /// What an object is in the function that is being laid out.
    pub fn binding(&self, object: ObjectId) -> Option<&Binding> {
        self.current.as_ref().and_then(|c| c.bindings.get(&object))
    }

    fn object_target(&mut self, object: ObjectId, span: Span) -> Target {
        let entry = &self.tree.objects[object.index()];
        let ty = entry.ty.clone();
        self.given_away |= self.is_given(entry);
        if let Some(Binding::Pointer(symbol)) = self.binding(object) {
            let kind = TargetKind::Pointer(symbol.clone());
            return Target { ty, kind, span, constant: entry.constant, within: None };
        }
        let kind = match self.variable(object) {
            Some(variable) => TargetKind::Place(Place {
                variable,
                offset: 0,
                indices: Vec::new(),
                ty: ty.integer().unwrap_or(IntegerType::INT),
                span,
            }),
            None => {
                let reason = self.types.unmodelled(&ty).unwrap_or_else(|| "variable".to_owned());
                let shared = match entry.storage {
                    Storage::File { defined, .. } => self.tree.linkage.is_shared(&entry.name, defined),
                    Storage::Static | Storage::Automatic | Storage::Parameter | Storage::Result => false,
                };
                let reach = if shared { Reach::Escaped } else { Reach::Own };
                TargetKind::Other(Opaque::new(reason, Vec::new(), May::NOTHING), reach)
            }
        };
        Target { ty, kind, span, constant: entry.constant, within: None }
    }

    /// A value that stands where an lvalue is wanted.
    pub fn target_of_value(&mut self, value: Value) -> Target {
        let (ty, span) = (value.ty.clone(), value.span);
        if let ValueKind::Record { place, effects } = &value.kind
            && effects.is_empty()
        {
            let kind = TargetKind::Place(place.clone());
            return Target { ty, kind, span, constant: false, within: None };
        }
        let reason = value.reason().unwrap_or_else(|| "temporary value".into());
        let effects = self.escaping_effects(value);
        // A structure that is no lvalue is a copy; anything else may denote what it likes.
        let reach = if matches!(ty, Type::Record(_)) { Reach::Own } else { Reach::Escaped };
        other(ty, reason, effects, reach, span)
    }

    /// An element of an array.
    fn element(&mut self, whole: Target, index: &tree::Expression, ty: &Type, span: Span) -> Target {
        let length = match &whole.ty {
            Type::Array(_, length) => *length,
            _ => {
                let index = self.value(index);
                let effects = self.escaping_effects(index);
                let reason = "element of a variable-length array";
                return self.unmodelled_element(whole, ty.clone(), reason, effects, span);
            }
        };
        let index_value = self.value(index);
        let constant = whole.constant;
        let stride = self.types.cell_count(ty);
        match (whole.kind, length) {
            (TargetKind::Place(place), Some(length)) if stride > 0 && length <= MAX_CELLS => {
                let offset = self.integer_value(index_value);
                let region = Region { first: place, element: ty.clone(), length, constant };
                self.pointee(Pointed { region, offset, variable: false }, span)
            }
            (TargetKind::Text(units), _) => {
                let index = self.integer_value(index_value);
                let unit = constants::value(&index).and_then(|i| usize::try_from(i).ok());
                let unit = unit.filter(|&i| i <= units.len()).map(|i| units.get(i).copied().unwrap_or(0));
                let kind = match unit {
                    Some(unit) => TargetKind::Character(unit),
                    None => TargetKind::Other(
                        Opaque::new("character of a string literal", vec![index], May::NOTHING),
                        Reach::Escaped,
                    ),
                };
                Target { ty: ty.clone(), kind, span, constant, within: None }
            }
            (kind, _) => {
                let reason = self.types.unmodelled(ty).unwrap_or_else(|| "array element".to_owned());
                let whole = Target { kind, ..whole };
                let known = match &index_value.kind {
                    ValueKind::Integer(e) => constants::value(e),
                    _ => None,
                };
                let inside = known.zip(length).is_some_and(|(i, n)| 0 <= i && i < i128::from(n));
                let effects = self.escaping_effects(index_value);
                match inside {
                    true => self.unmodelled_part(whole, ty.clone(), reason, effects, span),
                    false => self.unmodelled_element(whole, ty.clone(), reason, effects, span),
                }
            }
        }
    }

    /// `p[i]`
    fn pointer_element(
        &mut self,
        pointer: &tree::Expression,
        index: &tree::Expression,
        ty: &Type,
        span: Span,
    ) -> Target {
        let (pointer, index) = (self.value(pointer), self.value(index));
        if Self::fitting(&pointer).is_some()
            && let ValueKind::Integer(by) = &index.kind
        {
            let moved = self.moved(BinaryOperator::Add, pointer, by.clone(), span);
            return self.dereference(moved, span);
        }
        let reason = Self::dereference_reason(&pointer);
        let reach = if Self::is_null(&pointer) { Reach::Null(pointer.span) } else { Reach::Escaped };
        let mut effects = self.escaping_effects(pointer);
        effects.extend(self.escaping_effects(index));
        other(ty.clone(), reason, effects, reach, span)
    }

    /// An element of an array that is not modelled: nobody can tell whether it has that element.
    fn unmodelled_element(
        &mut self,
        array: Target,
        ty: Type,
        reason: impl Into<Unmodelled>,
        effects: Vec<Expression>,
        span: Span,
    ) -> Target {
        let element = self.unmodelled_part(array, ty, reason, effects, span);
        match element.kind {
            TargetKind::Other(part, reach) => {
                let kind = TargetKind::Other(part.may(May::READ_MEMORY), reach);
                Target { kind, ..element }
            }
            TargetKind::Pointer(_)
            | TargetKind::Place(_)
            | TargetKind::Text(_)
            | TargetKind::Character(_) => element,
        }
    }

    /// A part of something that is not modelled as a whole, or of a modelled object that has no cells for it.
    fn unmodelled_part(
        &mut self,
        whole: Target,
        ty: Type,
        reason: impl Into<Unmodelled>,
        effects: Vec<Expression>,
        span: Span,
    ) -> Target {
        let (part, reach) = match whole.kind {
            TargetKind::Other(part, reach) => (part.because(reason), reach),
            TargetKind::Place(place) => {
                let found = self.found(place);
                // Memory behind the object is nobody's own.
                let unbounded = matches!(whole.ty, Type::Array(_, None));
                let reach = if unbounded { Reach::Escaped } else { Reach::Own };
                (Opaque::new(reason, found, May::NOTHING), reach)
            }
            TargetKind::Text(_) | TargetKind::Character(_) => {
                (Opaque::new(reason, Vec::new(), May::NOTHING), Reach::Escaped)
            }
            TargetKind::Pointer(symbol) => {
                self.refuse(symbol.key);
                (Opaque::new(reason, Vec::new(), May::NOTHING), Reach::Escaped)
            }
        };
        let kind = TargetKind::Other(part.with(effects), reach);
        Target { ty, kind, span, constant: false, within: None }
    }

    /// Why what a pointer points to is not modelled.
    fn dereference_reason(pointer: &Value) -> Unmodelled {
        let passed = |why: &Unmodelled| matches!(why, Unmodelled::Overlapping | Unmodelled::ManyElements);
        pointer.reason().filter(passed).unwrap_or_else(|| "pointer dereference".into())
    }

    /// What a pointer points to.
    pub fn dereference(&mut self, pointer: Value, span: Span) -> Target {
        let fits = Self::fitting(&pointer).is_some();
        let constant = matches!(pointer.ty, Type::Pointer(_, true));
        match (&pointer.ty, &pointer.kind) {
            (_, ValueKind::Address { pointer, effects }) if fits => {
                let mut pointed = (**pointer).clone();
                // What comes before the pointer is evaluated together with its offset.
                pointed.offset = sequence(effects.clone(), pointed.offset);
                Target { constant, ..self.pointee(pointed, span) }
            }
            (Type::Pointer(pointee, _), ValueKind::Null) => other(
                (**pointee).clone(),
                Unmodelled::NullPointer,
                Vec::new(),
                Reach::Null(pointer.span),
                span,
            ),
            (Type::Pointer(pointee, _), _) => {
                let ty = (**pointee).clone();
                let reason = Self::dereference_reason(&pointer);
                let effects = self.escaping_effects(pointer);
                Target { constant, ..other(ty, reason, effects, Reach::Escaped, span) }
            }
            (ty, _) => {
                let ty = ty.clone();
                let effects = self.escaping_effects(pointer);
                other(ty, "pointer dereference", effects, Reach::Escaped, span)
            }
        }
    }

    /// A member: the fields that lead to it, and the width of a bit-field. Its type is `ty`.
    pub fn member(
        &mut self,
        whole: Target,
        (path, bits): (&[usize], Option<u64>),
        ty: &Type,
        span: Span,
    ) -> Target {
        if path.is_empty() {
            let unknown = "member of an unknown type";
            // A structure that nobody defines may be anywhere.
            let undefined = matches!(whole.ty, Type::Record(_));
            let part = self.unmodelled_part(whole, ty.clone(), unknown, Vec::new(), span);
            return match part.kind {
                TargetKind::Other(inner, _) if undefined => {
                    Target { kind: TargetKind::Other(inner, Reach::Escaped), ..part }
                }
                kind => Target { kind, ..part },
            };
        }
        let (cell, shared, stored) = self.member_cell(&whole.ty, path);
        let stored = stored.filter(|_| bits.is_some());
        let special = match (shared, bits, &stored) {
            (true, ..) => Some("union member".to_owned()),
            (false, Some(_), None) => Some("bit-field".to_owned()),
            (false, ..) => None,
        };
        match (whole.kind, special.or_else(|| self.types.unmodelled(ty))) {
            (TargetKind::Place(mut place), None) => {
                place.offset += cell as u32;
                place.span = span;
                let ty = stored.unwrap_or_else(|| ty.clone());
                place.ty = self.types.first_cell(&ty);
                let kind = TargetKind::Place(place);
                Target { ty, kind, span, constant: whole.constant, within: None }
            }
            (TargetKind::Place(place), Some(reason)) => {
                // What is stored there changes the cells of other members.
                let shared = shared && self.types.cell_count(&whole.ty) > 0;
                if shared {
                    self.address_taken.insert(place.variable);
                }
                let reach = if shared { Reach::Shared } else { Reach::Own };
                let effects = self.found(place);
                other(ty.clone(), reason, effects, reach, span)
            }
            (kind @ TargetKind::Other(..), _) => {
                Target { ty: ty.clone(), kind, span, constant: whole.constant, within: None }
            }
            (TargetKind::Pointer(_) | TargetKind::Text(_) | TargetKind::Character(_), _) => {
                other(ty.clone(), "member of no structure", Vec::new(), Reach::Escaped, span)
            }
        }
    }

    /// The first cell of the member that the fields lead to, whether it lies where others of a union have cells, and what it
    /// is to the cells.
    fn member_cell(&self, whole: &Type, path: &[usize]) -> (u64, bool, Option<Type>) {
        let (mut ty, mut cell, mut union, mut stored) = (whole, 0u64, false, None);
        for &number in path {
            let Type::Record(id) = ty else { break };
            let record = &self.types.records[*id];
            union |= record.union && !self.types.in_cells(*id, number);
            cell += self.types.start(*id, number);
            match record.fields.as_ref().and_then(|fields| fields.get(number)) {
                Some(field) => {
                    ty = &field.ty;
                    stored = stored_type(field);
                }
                None => break,
            }
        }
        (cell, union, stored)
    }

    /// The value of an lvalue; arrays decay.
    pub fn load(&mut self, target: Target) -> Value {
        let Target { ty, kind, span, constant, .. } = target;
        match (kind, ty) {
            (TargetKind::Pointer(symbol), _) => self.load_pointer(&symbol, span),
            (TargetKind::Place(place), Type::Integer(ty)) => {
                let ty = if ty == FLAG { IntegerType::BOOL } else { ty };
                let place = Place { ty, span, ..place };
                Value::integer(self.read(place, span))
            }
            (TargetKind::Place(place), ty) if ty.is_function_pointer() => {
                let place = Place { ty: CODE, span, ..place };
                let kind = ValueKind::Code(self.read(place, span));
                Value { ty, kind, span }
            }
            (TargetKind::Place(place), ty @ Type::Record(_)) => {
                let kind = ValueKind::Record {
                    place: Place { ty: self.types.first_cell(&ty), span, ..place },
                    effects: Vec::new(),
                };
                Value { ty, kind, span }
            }
            (TargetKind::Place(place), Type::Array(element, length)) => {
                let first = Place { ty: self.types.first_cell(&element), ..place };
                let region =
                    Region { first, element: (*element).clone(), length: length.unwrap_or(1), constant };
                let offset = constants::constant(0, OFFSET, span);
                let pointer = Box::new(Pointed { region, offset, variable: false });
                let kind = ValueKind::Address { pointer, effects: Vec::new() };
                Value { ty: Type::Pointer(element, constant), kind, span }
            }
            (TargetKind::Text(_), ty) => Value { ty: ty.into_decayed(), kind: ValueKind::Harmless, span },
            (TargetKind::Character(unit), ty) => {
                let ty = ty.integer().unwrap_or(IntegerType::INT);
                Value::integer(constants::constant(ty.convert(i128::from(unit)), ty, span))
            }
            (TargetKind::Other(part, reach), ty) => {
                // An array is not read where it becomes a pointer.
                let array = matches!(ty, Type::Array(..) | Type::VariableArray(_));
                let part = if array { part } else { self.accessed(part, reach).may(reach.read()) };
                Value::unmodelled(ty.into_decayed(), part, span)
            }
            (TargetKind::Place(place), ty) => {
                let effects = self.found(place);
                let reason = self.types.unmodelled(&ty).unwrap_or_else(|| "value".to_owned());
                Value::other(ty.into_decayed(), reason, effects, May::NOTHING, span)
            }
        }
    }

    /// Finding an object of which a part is accessed that has no cells; the address of the part may lie behind an array.
    pub fn found(&self, place: Place) -> Vec<Expression> {
        if self.addressing {
            return place.indices.into_iter().map(|i| i.value).collect();
        }
        let (ty, span) = (IntegerType::INT, place.span);
        let touched = !place.indices.is_empty();
        let touch = Expression { kind: ExpressionKind::Touch(place), ty, span };
        touched.then_some(touch).into_iter().collect()
    }

    /// Something that is not modelled and accessed: through a null pointer, that is undefined for certain.
    pub fn accessed(&mut self, part: Opaque, reach: Reach) -> Opaque {
        match reach {
            Reach::Null(pointer) => part.with(self.null_access(pointer).into_iter().collect()),
            Reach::Own | Reach::Shared | Reach::Escaped => part,
        }
    }

    /// An access through a pointer that is null.
    pub fn null_access(&mut self, pointer: Span) -> Option<Expression> {
        let id = self.current.as_ref()?.id;
        let cells = vec![Cell::new("", IntegerType::INT)];
        let name = self.source.slice(pointer).to_owned();
        let variable = self.push_variable(&name, super::program::Storage::Local(id), cells, pointer);
        let value = constants::constant(NULL, OFFSET, pointer);
        let index = Index { value, length: 1, nullable: true, stride: 1 };
        let place = Place { variable, offset: 0, indices: vec![index], ty: IntegerType::INT, span: pointer };
        Some(Expression { kind: ExpressionKind::Touch(place), ty: IntegerType::INT, span: pointer })
    }

    /// `&target`.
    pub fn address_of(&mut self, target: Target, span: Span) -> Value {
        let ty = Type::Pointer(target.ty.clone().into(), target.constant);
        match target.kind {
            TargetKind::Pointer(symbol) => {
                self.refuse(symbol.key);
                Value::other(ty, "address of a pointer", Vec::new(), May::NOTHING, span)
            }
            TargetKind::Place(place) => {
                let pointed = match target.within {
                    Some(mut pointed) => {
                        pointed.offset = constants::convert(pointed.offset, OFFSET);
                        *pointed
                    }
                    None => self.single(place.clone(), target.ty, target.constant, span),
                };
                if place_has_effects(&pointed.region.first) {
                    let effects = pointed.effects();
                    self.address_taken.insert(place.variable);
                    return Value::other(ty, "address of a variable", effects, May::NOTHING, span);
                }
                let kind = ValueKind::Address { pointer: Box::new(pointed), effects: Vec::new() };
                Value { ty, kind, span }
            }
            TargetKind::Text(_) | TargetKind::Character(_) => Value { ty, kind: ValueKind::Harmless, span },
            TargetKind::Other(part, Reach::Own) => {
                let kind = ValueKind::Apart(part.because("address of a variable"));
                Value { ty, kind, span }
            }
            TargetKind::Other(part, Reach::Escaped | Reach::Shared | Reach::Null(_)) => {
                Value { ty, kind: ValueKind::Other(part.because("pointer value")), span }
            }
        }
    }

    /// Records that the addresses in a value may be kept; gives its effects.
    pub fn escaping_effects(&mut self, value: Value) -> Vec<Expression> {
        self.escape(&value);
        value.into_dropped()
    }

    /// Records that the addresses in a value may be kept.
    pub fn escape(&mut self, value: &Value) {
        match &value.kind {
            ValueKind::Address { pointer, .. } => {
                self.address_taken.insert(pointer.region.first.variable);
            }
            ValueKind::Function(id) => {
                self.function_values.insert(*id);
            }
            _ => {}
        }
    }
}

/// A target that is not modelled.
fn other(
    ty: Type,
    reason: impl Into<Unmodelled>,
    effects: Vec<Expression>,
    reach: Reach,
    span: Span,
) -> Target {
    let kind = TargetKind::Other(Opaque::new(reason, effects, May::NOTHING), reach);
    Target { ty, kind, span, constant: false, within: None }
}
