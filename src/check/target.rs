//! Lvalues: which cell an expression denotes.

use super::constants;
use super::function_pointer::CODE;
use super::pointer::{NULL, NULL_POINTER, OFFSET, Pointed, Region};
use super::resolve::Symbol;
use super::typed::{
    BinaryOperator, Cell, Expression, ExpressionKind, Index, IntegerType, May, Place, Storage,
};
use super::types::{FLAG, Type};
use super::unsupported::{
    Reach, Target, TargetKind, Unmodelled, Value, ValueKind, place_has_effects, sequence,
};
use super::{Checker, types};
use crate::source::Span;
use crate::syntax::ast;

impl Checker<'_> {
    /// Whether an expression is an lvalue by its form.
    pub fn is_lvalue(&self, expression: &ast::Expression) -> bool {
        match &expression.kind {
            ast::ExpressionKind::Identifier(name) => {
                let header =
                    || matches!(&**name, "errno" | "optarg" | "optind" | "opterr" | "optopt" | "environ");
                match self.lookup(name) {
                    Some(symbol) => matches!(symbol, Symbol::Local(..) | Symbol::Global | Symbol::Pointer(_)),
                    None => header() || matches!(&**name, "stdin" | "stdout" | "stderr"),
                }
            }
            ast::ExpressionKind::Unary(ast::Unary::Real | ast::Unary::Imaginary, part) => {
                self.is_lvalue(part)
            }
            ast::ExpressionKind::Index(..)
            | ast::ExpressionKind::Unary(ast::Unary::Dereference, _)
            | ast::ExpressionKind::Compound(..)
            | ast::ExpressionKind::Member(_, _, true)
            | ast::ExpressionKind::String(_) => true,
            ast::ExpressionKind::Member(record, _, false) => self.is_lvalue(record),
            _ => false,
        }
    }

    /// What an lvalue denotes; expressions that are none give an unknown target.
    pub fn target(&mut self, expression: &ast::Expression) -> Target {
        let span = expression.span;
        match &expression.kind {
            ast::ExpressionKind::Identifier(name) => self.named_target(name, span),
            ast::ExpressionKind::Index(array, index) => self.element(array, index, span),
            ast::ExpressionKind::Member(record, name, false) => {
                let target = if self.is_lvalue(record) {
                    self.target(record)
                } else {
                    let value = self.value(record);
                    self.target_of_value(value)
                };
                let at = self.locus(expression);
                self.member(target, name, at, span)
            }
            ast::ExpressionKind::Member(pointer, name, true) => {
                let value = self.value(pointer);
                let at = self.locus(expression);
                if matches!(value.ty, Type::Integer(_) | Type::Float(_) | Type::Record(_) | Type::Void) {
                    let have = self.types.name(&value.ty);
                    self.error(at, format!("invalid type argument of '->' (have '{have}')"));
                    return other(Type::Opaque("error".to_owned()), "error", Vec::new(), Reach::Own, span);
                }
                let target = self.dereference(value, pointer.span);
                self.member(target, name, at, span)
            }
            ast::ExpressionKind::Unary(ast::Unary::Dereference, pointer) => {
                let value = self.value(pointer);
                self.dereference(value, span)
            }
            ast::ExpressionKind::Unary(ast::Unary::Real, whole)
                if matches!(self.type_of(whole), Type::Integer(_)) =>
            {
                self.target(whole)
            }
            ast::ExpressionKind::String(parts) => {
                let units = self.string_units(parts);
                let length = units.len() as u64 + 1;
                let element = if parts.iter().any(|p| !p.starts_with('"')) {
                    IntegerType::INT
                } else {
                    IntegerType { width: 8, signed: true }
                };
                let ty = Type::Array(Type::Integer(element).into(), Some(length));
                Target { ty, kind: TargetKind::Text(units), span, read_only: None, within: None }
            }
            ast::ExpressionKind::Compound(ty, value) => {
                if let Some(target) = self.compound_target(ty, value, span) {
                    return target;
                }
                let ty = self.type_name(ty);
                let effects = self.initializer_effects(value);
                other(ty, "compound literal", effects, Reach::Own, span)
            }
            _ => {
                let value = self.value(expression);
                self.target_of_value(value)
            }
        }
    }

    fn named_target(&mut self, name: &str, span: Span) -> Target {
        let parameter = self.current.as_ref().is_some_and(|c| c.parameters.contains(name));
        let (ty, variable, constant) = match self.lookup(name) {
            Some(Symbol::Local(ty, variable, constant)) => (ty, variable, constant),
            Some(Symbol::Pointer(symbol)) => {
                let ty = symbol.ty.clone();
                let constant = self.constant_pointers.contains(&symbol.key);
                let read_only = constant.then(|| format!("read-only variable '{name}'"));
                return Target { ty, kind: TargetKind::Pointer(symbol), span, read_only, within: None };
            }
            Some(Symbol::Global) => match self.globals.get(name) {
                Some(global) => (global.ty.clone(), global.variable, global.constant),
                None => (Type::Void, None, false),
            },
            _ => {
                let value = self.identifier(name, span);
                return self.target_of_value(value);
            }
        };
        let kind = if parameter { "parameter" } else { "variable" };
        let read_only = constant.then(|| format!("read-only {kind} '{name}'"));
        let kind = match variable {
            Some(variable) => TargetKind::Place(Place {
                variable,
                offset: 0,
                indices: Vec::new(),
                ty: ty.integer().unwrap_or(IntegerType::INT),
                span,
            }),
            None => {
                let reason = self.types.unmodelled(&ty).unwrap_or_else(|| "variable".to_owned());
                let global =
                    self.globals.get(name).filter(|_| matches!(self.lookup(name), Some(Symbol::Global)));
                let shared = global.is_some_and(|g| self.linkage.is_shared(name, g.defined));
                let reach = if shared { Reach::Escaped } else { Reach::Own };
                TargetKind::Other(Unmodelled::new(reason, Vec::new(), May::NOTHING), reach)
            }
        };
        Target { ty, kind, span, read_only, within: None }
    }

    /// A value that stands where an lvalue is wanted.
    pub fn target_of_value(&mut self, value: Value) -> Target {
        let (ty, span) = (value.ty.clone(), value.span);
        if let ValueKind::Record { place, effects } = &value.kind
            && effects.is_empty()
        {
            let kind = TargetKind::Place(place.clone());
            return Target { ty, kind, span, read_only: None, within: None };
        }
        let reason = value.reason().unwrap_or_else(|| "temporary value".to_owned());
        let effects = self.escaping_effects(value);
        // A structure that is no lvalue is a copy; anything else may denote what it likes.
        let reach = if matches!(ty, Type::Record(_)) { Reach::Own } else { Reach::Escaped };
        other(ty, &reason, effects, reach, span)
    }

    fn element(&mut self, array: &ast::Expression, index: &ast::Expression, span: Span) -> Target {
        if self.is_lvalue(array) {
            let target = self.target(array);
            match target.ty.clone() {
                Type::Array(element, length) => {
                    return self.array_element(target, &element, length, index, span);
                }
                Type::VariableArray(element) => {
                    let index = self.value(index);
                    let effects = self.escaping_effects(index);
                    let reason = "element of a variable-length array";
                    let element = (*element).clone();
                    return self.unmodelled_element(target, element, reason, effects, span);
                }
                _ => {
                    let pointer = self.load(target);
                    return self.pointer_element(pointer, index, span);
                }
            }
        }
        let pointer = self.value(array);
        self.pointer_element(pointer, index, span)
    }

    fn array_element(
        &mut self,
        target: Target,
        element: &Type,
        length: Option<u64>,
        index: &ast::Expression,
        span: Span,
    ) -> Target {
        let index_value = self.value(index);
        if index_value.ty.integer().is_none() && !matches!(index_value.ty, Type::Opaque(_)) {
            let at = self.between(target.span, index.span, "[", index.span);
            self.error(at, "array subscript is not an integer");
        }
        let read_only = target.read_only.is_some().then(|| self.read_only_location(span));
        let stride = self.types.cell_count(element);
        match (target.kind, length) {
            (TargetKind::Place(place), Some(length)) if stride > 0 && length <= types::MAX_CELLS => {
                let offset = self.integer_value(index_value);
                self.doubt_subscript(&offset, &target.ty, length, span);
                let region = Region { first: place, element: element.clone(), length, read_only };
                self.pointee(Pointed { region, offset, variable: false }, span)
            }
            (TargetKind::Text(units), _) => {
                let index = self.integer_value(index_value);
                let unit = constants::value(&index).and_then(|i| usize::try_from(i).ok());
                let unit = unit.filter(|&i| i <= units.len()).map(|i| units.get(i).copied().unwrap_or(0));
                let kind = match unit {
                    Some(unit) => TargetKind::Character(unit),
                    None => TargetKind::Other(
                        Unmodelled::new("character of a string literal", vec![index], May::NOTHING),
                        Reach::Escaped,
                    ),
                };
                Target { ty: element.clone(), kind, span, read_only, within: None }
            }
            (kind, _) => {
                let reason = self.types.unmodelled(element).unwrap_or_else(|| "array element".to_owned());
                let target = Target { ty: target.ty, kind, span: target.span, read_only: None, within: None };
                let known = match &index_value.kind {
                    ValueKind::Integer(e) => constants::value(e),
                    _ => None,
                };
                let inside = known.zip(length).is_some_and(|(i, n)| 0 <= i && i < i128::from(n));
                let effects = self.escaping_effects(index_value);
                let part = match inside {
                    true => self.unmodelled_part(target, element.clone(), &reason, effects, span),
                    false => self.unmodelled_element(target, element.clone(), &reason, effects, span),
                };
                Target { read_only, ..part }
            }
        }
    }

    /// Warns of a constant subscript outside the array. The address of the element behind the last one is fine.
    fn doubt_subscript(&mut self, index: &Expression, array: &Type, length: u64, span: Span) {
        let Some(value) = constants::value(index) else { return };
        let behind = i128::from(length) + i128::from(self.address_operand == Some(span));
        let side = match value {
            value if value < 0 => "below",
            value if value >= behind => "above",
            _ => return,
        };
        let name = self.types.name(array);
        self.warning(span, format!("array subscript {value} is {side} array bounds of '{name}'"));
    }

    /// How a place that is `const` is called in messages.
    fn read_only_location(&self, span: Span) -> String {
        format!("read-only location '{}'", self.source.slice(span))
    }

    fn pointer_element(&mut self, pointer: Value, index: &ast::Expression, span: Span) -> Target {
        let at = self.between(pointer.span, index.span, "[", span);
        let index_value = self.value(index);
        // C allows `i[a]`.
        let (pointer, index_value) = if pointer.ty.integer().is_some() && index_value.ty.is_pointer() {
            (index_value, pointer)
        } else {
            (pointer, index_value)
        };
        if Self::fitting(&pointer).is_some()
            && let ValueKind::Integer(by) = &index_value.kind
        {
            let moved = self.moved(BinaryOperator::Add, pointer, by.clone(), span);
            return self.dereference(moved, span);
        }
        let ty = match &pointer.ty {
            Type::Pointer(pointee, _) => (**pointee).clone(),
            Type::Opaque(_) => Type::Opaque("element of an unknown type".to_owned()),
            _ if matches!(index_value.ty, Type::Opaque(_)) => {
                Type::Opaque("element of an unknown type".to_owned())
            }
            _ => {
                self.error(at, "subscripted value is neither array nor pointer nor vector");
                Type::Opaque("error".to_owned())
            }
        };
        if !matches!(index_value.ty, Type::Integer(_) | Type::Opaque(_)) && !matches!(ty, Type::Opaque(_)) {
            self.error(at, "array subscript is not an integer");
        }
        let read_only = matches!(pointer.ty, Type::Pointer(_, true)).then(|| self.read_only_location(span));
        let reason = Self::dereference_reason(&pointer);
        let reach = if Self::is_null(&pointer) { Reach::Null(pointer.span) } else { Reach::Escaped };
        let mut effects = self.escaping_effects(pointer);
        effects.extend(self.escaping_effects(index_value));
        Target { read_only, ..other(ty, &reason, effects, reach, span) }
    }

    /// An element of an array that is not modelled: nobody can tell whether it has that element.
    fn unmodelled_element(
        &mut self,
        array: Target,
        ty: Type,
        reason: &str,
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
        reason: &str,
        effects: Vec<Expression>,
        span: Span,
    ) -> Target {
        let (part, reach) = match whole.kind {
            TargetKind::Other(part, reach) => (part.because(reason), reach),
            TargetKind::Place(place) => {
                let indices = place.indices.into_iter().map(|i| i.value).collect();
                // Memory behind the object is nobody's own.
                let unbounded = matches!(whole.ty, Type::Array(_, None));
                let reach = if unbounded { Reach::Escaped } else { Reach::Own };
                (Unmodelled::new(reason, indices, May::NOTHING), reach)
            }
            TargetKind::Text(_) | TargetKind::Character(_) => {
                (Unmodelled::new(reason, Vec::new(), May::NOTHING), Reach::Escaped)
            }
            TargetKind::Pointer(symbol) => {
                self.refuse(symbol.key);
                (Unmodelled::new(reason, Vec::new(), May::NOTHING), Reach::Escaped)
            }
        };
        let kind = TargetKind::Other(part.with(effects), reach);
        Target { ty, kind, span, read_only: None, within: None }
    }

    /// Why what a pointer points to is not modelled.
    fn dereference_reason(pointer: &Value) -> String {
        let refused = pointer.reason().filter(|r| super::reference::REASONS.contains(&&**r));
        refused.unwrap_or_else(|| "pointer dereference".to_owned())
    }

    /// What a pointer points to.
    pub fn dereference(&mut self, pointer: Value, span: Span) -> Target {
        let read_only = matches!(pointer.ty, Type::Pointer(_, true)).then(|| self.read_only_location(span));
        let fits = Self::fitting(&pointer).is_some();
        match (&pointer.ty, &pointer.kind) {
            (_, ValueKind::Address { pointer, effects }) if fits => {
                let mut pointed = (**pointer).clone();
                // What comes before the pointer is evaluated together with its offset.
                pointed.offset = sequence(effects.clone(), pointed.offset);
                let target = self.pointee(pointed, span);
                // Only what the pointer's type says makes a store an error; see `assignable` for the rest.
                let read_only = read_only.map(|location| target.read_only.clone().unwrap_or(location));
                Target { read_only, ..target }
            }
            (Type::Pointer(pointee, _), ValueKind::Null) => {
                other((**pointee).clone(), NULL_POINTER, Vec::new(), Reach::Null(pointer.span), span)
            }
            (Type::Pointer(pointee, _), _) => {
                let ty = (**pointee).clone();
                let reason = Self::dereference_reason(&pointer);
                let effects = self.escaping_effects(pointer);
                Target { read_only, ..other(ty, &reason, effects, Reach::Escaped, span) }
            }
            (Type::Function(_) | Type::Opaque(_), _) => {
                let ty = pointer.ty.clone();
                let effects = self.escaping_effects(pointer);
                other(ty, "pointer dereference", effects, Reach::Escaped, span)
            }
            (ty, _) => {
                let name = self.types.name(ty);
                self.error(span, format!("invalid type argument of unary '*' (have '{name}')"));
                other(Type::Opaque("error".to_owned()), "error", Vec::new(), Reach::Own, span)
            }
        }
    }

    /// A member; `at` is where its `.` or `->` stands.
    pub fn member(&mut self, target: Target, name: &ast::Name, at: Span, span: Span) -> Target {
        let id = match target.ty {
            Type::Record(id) => id,
            Type::Opaque(_) => {
                let unknown = "member of an unknown type";
                return self.unmodelled_part(
                    target,
                    Type::Opaque(unknown.to_owned()),
                    unknown,
                    Vec::new(),
                    span,
                );
            }
            _ => {
                let record = match &target.ty {
                    Type::Pointer(pointee, _) => matches!(**pointee, Type::Record(_)),
                    _ => false,
                };
                let message = if record {
                    let text = self.source.slice(target.span);
                    format!("'{text}' is a pointer; did you mean to use '->'?")
                } else {
                    format!("request for member '{}' in something not a structure or union", name.text)
                };
                self.error(at, message);
                return other(Type::Opaque("error".to_owned()), "error", Vec::new(), Reach::Own, span);
            }
        };
        let Some(member) = self.types.member(id, &name.text) else {
            let record = self.types.name(&target.ty);
            let message = if self.types.records[id].fields.is_some() {
                format!("'{record}' has no member named '{}'", name.text)
            } else {
                format!("invalid use of undefined type '{record}'")
            };
            if !(self.unread && self.types.records[id].fields.is_none()) {
                self.error(at, message);
            }
            return other(
                Type::Opaque("error".to_owned()),
                "member of an unknown type",
                Vec::new(),
                Reach::Escaped,
                span,
            );
        };
        let mut member = member;
        if let (Type::Integer(ty), Some(bits)) = (&member.ty, self.types.bit_field(id, &name.text)) {
            // An `int` can hold all values of a narrow one.
            member.ty = Type::Integer(types::promote_bit_field(*ty, bits));
        }
        let reason = member.unmodelled.map(str::to_owned).or_else(|| self.types.unmodelled(&member.ty));
        let read_only = match target.read_only {
            Some(_) => Some(format!("member '{}' in read-only object", name.text)),
            None => member.constant.then(|| format!("read-only member '{}'", name.text)),
        };
        match (target.kind, reason) {
            (TargetKind::Place(mut place), None) => {
                place.offset += member.cell as u32;
                place.span = span;
                let ty = member.stored.unwrap_or(member.ty);
                place.ty = self.first_cell(&ty);
                Target { ty, kind: TargetKind::Place(place), span, read_only, within: None }
            }
            (TargetKind::Place(place), Some(reason)) => {
                // What is stored there changes the cells of other members.
                let shared = member.shared && self.types.cell_count(&Type::Record(id)) > 0;
                if shared {
                    self.address_taken.insert(place.variable);
                }
                let reach = if shared { Reach::Shared } else { Reach::Own };
                let effects = self.found(place);
                Target { read_only, ..other(member.ty, &reason, effects, reach, span) }
            }
            (kind @ TargetKind::Other(..), _) => {
                Target { ty: member.ty, kind, span, read_only, within: None }
            }
            (TargetKind::Pointer(_) | TargetKind::Text(_) | TargetKind::Character(_), _) => {
                other(member.ty, "member of no structure", Vec::new(), Reach::Escaped, span)
            }
        }
    }

    /// The type of the first cell of an object.
    pub fn first_cell(&self, ty: &Type) -> IntegerType {
        match ty {
            Type::Integer(FLAG) => IntegerType::BOOL,
            Type::Integer(ty) => *ty,
            Type::Array(element, _) => self.first_cell(element),
            Type::Record(id) => {
                let fields = self.types.records[*id].fields.iter().flatten();
                let first = fields.filter(|field| field.in_cells).find_map(types::Field::stored_type);
                first.map_or(IntegerType::INT, |ty| self.first_cell(&ty))
            }
            ty if ty.is_function_pointer() => CODE,
            _ => IntegerType::INT,
        }
    }

    /// The value of an lvalue; arrays decay.
    pub fn load(&mut self, target: Target) -> Value {
        let Target { ty, kind, span, read_only, .. } = target;
        match (kind, ty) {
            (TargetKind::Pointer(symbol), _) => self.load_pointer(&symbol, span),
            (TargetKind::Place(place), Type::Integer(ty)) => {
                let ty = if ty == FLAG { IntegerType::BOOL } else { ty };
                let place = Place { ty, span, ..place };
                Value::integer(Expression { kind: ExpressionKind::Read(place), ty, span })
            }
            (TargetKind::Place(place), ty) if ty.is_function_pointer() => {
                let place = Place { ty: CODE, span, ..place };
                let kind = ValueKind::Code(Expression { kind: ExpressionKind::Read(place), ty: CODE, span });
                Value { ty, kind, span }
            }
            (TargetKind::Place(place), ty @ Type::Record(_)) => {
                let kind = ValueKind::Record {
                    place: Place { ty: self.first_cell(&ty), span, ..place },
                    effects: Vec::new(),
                };
                Value { ty, kind, span }
            }
            (TargetKind::Place(place), Type::Array(element, length)) => {
                let first = Place { ty: self.first_cell(&element), ..place };
                let constant = read_only.is_some();
                let region =
                    Region { first, element: (*element).clone(), length: length.unwrap_or(1), read_only };
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
                let effects = place.indices.into_iter().map(|i| i.value).collect();
                let reason = self.types.unmodelled(&ty).unwrap_or_else(|| "value".to_owned());
                Value::other(ty.into_decayed(), reason, effects, May::NOTHING, span)
            }
        }
    }

    /// Finding an object of which a part is accessed that has no cells; the address of the part may lie behind an array.
    fn found(&self, place: Place) -> Vec<Expression> {
        if self.address_operand.is_some() {
            return place.indices.into_iter().map(|i| i.value).collect();
        }
        let (ty, span) = (IntegerType::INT, place.span);
        let touched = !place.indices.is_empty();
        let touch = Expression { kind: ExpressionKind::Touch(place), ty, span };
        touched.then_some(touch).into_iter().collect()
    }

    /// Something that is not modelled and accessed: through a null pointer, that is undefined for certain.
    pub fn accessed(&mut self, part: Unmodelled, reach: Reach) -> Unmodelled {
        match reach {
            Reach::Null(pointer) => part.with(self.null_access(pointer).into_iter().collect()),
            Reach::Own | Reach::Shared | Reach::Escaped => part,
        }
    }

    /// An access through a pointer that is null.
    pub fn null_access(&mut self, pointer: Span) -> Option<Expression> {
        let id = self.current.as_ref()?.id;
        let cells = vec![Cell { suffix: String::new(), ty: IntegerType::INT }];
        let name = self.source.slice(pointer).to_owned();
        let variable = self.push_variable(&name, Storage::Local(id), cells, pointer);
        let value = constants::constant(NULL, OFFSET, pointer);
        let index = Index { value, length: 1, nullable: true, stride: 1 };
        let place = Place { variable, offset: 0, indices: vec![index], ty: IntegerType::INT, span: pointer };
        Some(Expression { kind: ExpressionKind::Touch(place), ty: IntegerType::INT, span: pointer })
    }

    /// `&target`.
    pub fn address_of(&mut self, target: Target, span: Span) -> Value {
        let ty = Type::Pointer(target.ty.clone().into(), target.read_only.is_some());
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
                    None => self.single(place.clone(), target.ty, target.read_only, span),
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
            ValueKind::Function(name) => {
                self.function_values.insert(name.clone());
            }
            _ => {}
        }
    }
}

/// A target that is not modelled.
fn other(ty: Type, reason: &str, effects: Vec<Expression>, reach: Reach, span: Span) -> Target {
    let kind = TargetKind::Other(Unmodelled::new(reason, effects, May::NOTHING), reach);
    Target { ty, kind, span, read_only: None, within: None }
}

impl Checker<'_> {
    /// The characters of adjacent string literals, without the final zero.
    pub fn string_units(&self, parts: &[String]) -> Vec<u32> {
        let wide =
            parts.iter().any(|p| p.starts_with(['L', 'U']) || (p.starts_with('u') && !p.starts_with("u8")));
        let mut units = Vec::new();
        for part in parts {
            if let (Some(start), Some(end)) = (part.find('"'), part.rfind('"'))
                && start < end
            {
                units.extend(crate::syntax::unescape(&part[start + 1..end], wide, self.source.is_of_bytes()));
            }
        }
        units
    }
}
