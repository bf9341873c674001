//! Places: what can be read, assigned, or have its address taken.

use super::Checker;
use super::expression::unknown;
use super::names::Symbol;
use super::tree::{Expression, ExpressionKind, ObjectId, Place, PlaceKind};
use super::types::{Type, promote_bit_field};
use super::vocabulary;
use focuscheck_base::arith::IntegerType;
use focuscheck_base::source::Span;
use focuscheck_syntax::Encoding;
use focuscheck_syntax::ast::{self, ExpressionKind as Kind};

impl Checker<'_> {
    /// Whether an expression is an lvalue by its form.
    pub fn is_lvalue(&self, expression: &ast::Expression) -> bool {
        match &expression.kind {
            Kind::Identifier(name) => match self.lookup(name) {
                Some(symbol) => matches!(symbol, Symbol::Object(_)),
                None => vocabulary::is_library_object(name),
            },
            Kind::Unary(ast::Unary::Real | ast::Unary::Imaginary, part) => self.is_lvalue(part),
            Kind::Index(..)
            | Kind::Unary(ast::Unary::Dereference, _)
            | Kind::Compound(..)
            | Kind::Member(_, _, true)
            | Kind::String(_) => true,
            Kind::Member(record, _, false) => self.is_lvalue(record),
            _ => false,
        }
    }

    /// What an lvalue denotes; of other expressions the value, where it stands for a place.
    pub fn place(&mut self, expression: &ast::Expression) -> Place {
        let span = expression.span;
        match &expression.kind {
            Kind::Identifier(name) => match self.lookup(name) {
                Some(Symbol::Object(object)) => self.object_place(object, span),
                _ => {
                    let value = self.expression(expression);
                    value_place(value)
                }
            },
            Kind::Index(array, index) => self.element(array, index, span),
            Kind::Member(record, name, false) => {
                let whole = if self.is_lvalue(record) {
                    self.place(record)
                } else {
                    let value = self.expression(record);
                    value_place(value)
                };
                let at = self.locus(expression);
                self.member(whole, name, at, span)
            }
            Kind::Member(pointer, name, true) => {
                let value = self.expression(pointer);
                let at = self.locus(expression);
                if matches!(value.ty, Type::Integer(_) | Type::Float(_) | Type::Record(_) | Type::Void) {
                    let have = self.types.name(&value.ty);
                    self.error(at, format!("invalid type argument of '->' (have '{have}')"));
                    return value_place(self.poison(span));
                }
                let whole = self.dereference(value, pointer.span);
                self.member(whole, name, at, span)
            }
            Kind::Unary(ast::Unary::Dereference, pointer) => {
                let value = self.expression(pointer);
                self.dereference(value, span)
            }
            // The real part of an integer is the integer.
            Kind::Unary(ast::Unary::Real, whole) if self.is_lvalue(whole) => {
                let place = self.place(whole);
                match place.ty {
                    Type::Integer(_) => place,
                    _ => {
                        let value = self.loaded(place);
                        let kind = ExpressionKind::ComplexPart(Box::new(value));
                        value_place(Expression::new(kind, Type::Float(8), span))
                    }
                }
            }
            Kind::String(parts) => {
                let units = self.string_units(parts);
                let length = units.len() as u64 + 1;
                let element = unit_type(focuscheck_syntax::encoding(parts));
                let ty = Type::Array(Type::Integer(element).into(), Some(length));
                Place { kind: PlaceKind::Text(units), ty, constant: false, span }
            }
            Kind::Compound(ty, list) => {
                let (ty, _) = self.evaluated_type(ty);
                let (ty, initializer) = self.initializer(ty, list);
                Place { kind: PlaceKind::Compound(initializer), ty, constant: false, span }
            }
            _ => {
                let value = self.expression(expression);
                value_place(value)
            }
        }
    }

    /// The place of an object.
    pub fn object_place(&self, object: ObjectId, span: Span) -> Place {
        let entry = &self.objects[object.index()];
        Place { kind: PlaceKind::Object(object), ty: entry.ty.clone(), constant: entry.constant, span }
    }

    fn element(&mut self, array: &ast::Expression, index: &ast::Expression, span: Span) -> Place {
        if self.is_lvalue(array) {
            let whole = self.place(array);
            match whole.ty.clone() {
                Type::Array(element, _) | Type::VariableArray(element) => {
                    return self.array_element(whole, (*element).clone(), index, span);
                }
                _ => {
                    let pointer = self.loaded(whole);
                    return self.pointer_element(pointer, index, span);
                }
            }
        }
        let pointer = self.expression(array);
        self.pointer_element(pointer, index, span)
    }

    fn array_element(&mut self, whole: Place, element: Type, index: &ast::Expression, span: Span) -> Place {
        let value = self.expression(index);
        if value.integer().is_none() && !matches!(value.ty, Type::Opaque(_)) {
            if value.ty == Type::Void {
                self.error(value.span, "void value not ignored as it ought to be");
            }
            let at = self.between(whole.span, index.span, "[", index.span);
            self.error(at, "array subscript is not an integer");
        }
        if let Type::Array(_, Some(length)) = whole.ty {
            self.doubt_subscript(&value, &whole, length, span);
        }
        let constant = whole.constant;
        Place { kind: PlaceKind::Element(Box::new(whole), Box::new(value)), ty: element, constant, span }
    }

    /// Warns of a constant subscript outside an array that has a name. The address of the element behind the last one
    /// is fine.
    fn doubt_subscript(&mut self, index: &Expression, whole: &Place, length: u64, span: Span) {
        let Some(value) = index.constant.filter(|_| is_named(whole) && length > 0) else { return };
        let behind = i128::from(length) + i128::from(self.address_operand == Some(span));
        let side = match value {
            value if value < 0 => "below",
            value if value >= behind => "above",
            _ => return,
        };
        let name = self.types.name(&whole.ty);
        self.warning(span, format!("array subscript {value} is {side} array bounds of '{name}'"));
    }

    fn pointer_element(&mut self, pointer: Expression, index: &ast::Expression, span: Span) -> Place {
        let at = self.between(pointer.span, index.span, "[", span);
        let index = self.expression(index);
        // C allows `i[a]`.
        let (pointer, index) = if pointer.integer().is_some() && index.ty.is_pointer() {
            (index, pointer)
        } else {
            (pointer, index)
        };
        let any = || Type::Opaque("element of an unknown type".to_owned());
        let ty = match &pointer.ty {
            Type::Pointer(pointee, _) => (**pointee).clone(),
            Type::Opaque(_) => any(),
            _ if matches!(index.ty, Type::Opaque(_)) => any(),
            _ => {
                self.error(at, "subscripted value is neither array nor pointer nor vector");
                Type::Opaque("error".to_owned())
            }
        };
        if !matches!(index.ty, Type::Integer(_) | Type::Opaque(_)) && !matches!(ty, Type::Opaque(_)) {
            self.error(at, "array subscript is not an integer");
        }
        let constant = matches!(pointer.ty, Type::Pointer(_, true));
        Place { kind: PlaceKind::Behind(Box::new(pointer), Box::new(index)), ty, constant, span }
    }

    /// What a pointer points to.
    pub fn dereference(&mut self, pointer: Expression, span: Span) -> Place {
        let (ty, constant) = match &pointer.ty {
            Type::Pointer(pointee, constant) => ((**pointee).clone(), *constant),
            Type::Opaque(_) => (pointer.ty.clone(), false),
            ty => {
                let name = self.types.name(ty);
                self.error(span, format!("invalid type argument of unary '*' (have '{name}')"));
                return value_place(self.poison(span));
            }
        };
        Place { kind: PlaceKind::Dereference(Box::new(pointer)), ty, constant, span }
    }

    /// A member; `at` is where its `.` or `->` stands.
    fn member(&mut self, whole: Place, name: &ast::Name, at: Span, span: Span) -> Place {
        let id = match whole.ty {
            Type::Record(id) => id,
            Type::Opaque(_) => {
                let ty = Type::Opaque("member of an unknown type".to_owned());
                let kind = PlaceKind::Member(Box::new(whole), Vec::new(), None);
                return Place { kind, ty, constant: false, span };
            }
            _ => {
                let record = matches!(&whole.ty, Type::Pointer(p, _) if matches!(**p, Type::Record(_)));
                let message = if record {
                    let text = self.source.slice(whole.span);
                    format!("'{text}' is a pointer; did you mean to use '->'?")
                } else {
                    format!("request for member '{}' in something not a structure or union", name.text)
                };
                self.error(at, message);
                return value_place(self.poison(span));
            }
        };
        let Some(member) = self.types.member(id, &name.text) else {
            let record = self.types.name(&whole.ty);
            let message = if self.types.records[id].fields.is_some() {
                format!("'{record}' has no member named '{}'", name.text)
            } else {
                format!("invalid use of undefined type '{record}'")
            };
            if !(self.unread && self.types.records[id].fields.is_none()) {
                self.error(at, message);
            }
            let ty = Type::Opaque("error".to_owned());
            return Place {
                kind: PlaceKind::Member(Box::new(whole), Vec::new(), None),
                ty,
                constant: false,
                span,
            };
        };
        let ty = match (member.ty, member.bits) {
            // An `int` can hold all values of a narrow one.
            (Type::Integer(ty), Some(bits)) => Type::Integer(promote_bit_field(ty, bits)),
            (ty, _) => ty,
        };
        let constant = whole.constant || member.constant;
        Place { kind: PlaceKind::Member(Box::new(whole), member.path, member.bits), ty, constant, span }
    }

    /// `&e`
    pub fn address_of(&mut self, operand: &ast::Expression, span: Span) -> Expression {
        if !self.is_lvalue(operand) {
            let value = self.expression(operand);
            return match value.kind {
                ExpressionKind::Function(_) => Expression { span, ..value },
                // Something unknown may well be an lvalue.
                _ if is_unknown(&value.ty) => {
                    unknown("pointer value", vec![value], Type::Void.pointer_to(), span)
                }
                _ => {
                    self.error(span, "lvalue required as unary '&' operand");
                    self.poison(span)
                }
            };
        }
        let outer = self.address_operand.replace(operand.span);
        let place = self.place(operand);
        self.address_operand = outer;
        if let PlaceKind::Member(_, _, Some(_)) = place.kind {
            let name = match &operand.kind {
                Kind::Member(_, name, _) => name.text.clone(),
                _ => String::new(),
            };
            self.error(span, format!("cannot take address of bit-field '{name}'"));
            return self.poison(span);
        }
        if let (PlaceKind::Dereference(pointer), Type::Function(_)) = (&place.kind, &place.ty) {
            return Expression { span, ..(**pointer).clone() };
        }
        let ty = Type::Pointer(place.ty.clone().into(), place.constant);
        Expression::new(ExpressionKind::AddressOf(Box::new(place)), ty, span)
    }

    /// How a place that is `const` is called in messages.
    pub fn read_only_name(&self, place: &Place) -> String {
        match &place.kind {
            PlaceKind::Object(object) => {
                let object = &self.objects[object.index()];
                let parameter = object.storage == super::tree::Storage::Parameter;
                let kind = if parameter { "parameter" } else { "variable" };
                format!("read-only {kind} '{}'", object.name)
            }
            PlaceKind::Member(whole, path, _) => {
                let name = self.member_name(&whole.ty, path);
                match whole.constant {
                    true => format!("member '{name}' in read-only object"),
                    false => format!("read-only member '{name}'"),
                }
            }
            PlaceKind::Dereference(_)
            | PlaceKind::Behind(..)
            | PlaceKind::Element(..)
            | PlaceKind::Text(_)
            | PlaceKind::Compound(_)
            | PlaceKind::Value(_)
            | PlaceKind::Undeclared(_) => format!("read-only location '{}'", self.source.slice(place.span)),
        }
    }

    /// The name of the last of the fields that lead to a member.
    fn member_name(&self, whole: &Type, path: &[usize]) -> String {
        let (mut ty, mut name) = (whole.clone(), String::new());
        for &number in path {
            let Type::Record(id) = ty else { break };
            let Some(field) = self.types.records[id].fields.as_ref().and_then(|f| f.get(number)) else {
                break;
            };
            name = field.name.clone().unwrap_or_default();
            ty = field.ty.clone();
        }
        name
    }

    /// The characters of adjacent string literals, without the final zero.
    pub fn string_units(&self, parts: &[String]) -> Vec<u32> {
        let encoding = focuscheck_syntax::encoding(parts);
        let mut units = Vec::new();
        for part in parts {
            if let (Some(start), Some(end)) = (part.find('"'), part.rfind('"'))
                && start < end
            {
                let bytes = self.source.is_of_bytes();
                units.extend(focuscheck_syntax::unescape(&part[start + 1..end], encoding.is_wide(), bytes));
            }
        }
        match encoding {
            Encoding::Utf16 => units.into_iter().flat_map(utf16).collect(),
            Encoding::Plain | Encoding::Wide | Encoding::Utf32 => units,
        }
    }
}

/// The type of a character in a literal.
pub(super) fn unit_type(encoding: Encoding) -> IntegerType {
    match encoding {
        Encoding::Plain => IntegerType { width: 8, signed: true, float: false },
        Encoding::Wide => IntegerType::INT,
        Encoding::Utf16 => IntegerType { width: 16, signed: false, float: false },
        Encoding::Utf32 => IntegerType::UNSIGNED,
    }
}

/// The units of UTF-16 that a character is.
fn utf16(character: u32) -> Vec<u32> {
    match char::from_u32(character) {
        Some(c) => c.encode_utf16(&mut [0; 2]).iter().map(|&unit| u32::from(unit)).collect(),
        None => vec![character],
    }
}

/// A value where a place is wanted.
pub(super) fn value_place(value: Expression) -> Place {
    let (ty, span) = (value.ty.clone(), value.span);
    let kind = match value.kind {
        ExpressionKind::Undeclared(name) if vocabulary::is_library_object(&name) => {
            PlaceKind::Undeclared(name)
        }
        kind => PlaceKind::Value(Box::new(Expression { kind, ..value })),
    };
    Place { kind, ty, constant: false, span }
}

/// Whether a place lies in an object with a name, whose size is that of its declaration.
fn is_named(place: &Place) -> bool {
    match &place.kind {
        PlaceKind::Object(_) => true,
        PlaceKind::Element(whole, _) | PlaceKind::Member(whole, _, _) => is_named(whole),
        PlaceKind::Dereference(_)
        | PlaceKind::Behind(..)
        | PlaceKind::Text(_)
        | PlaceKind::Compound(_)
        | PlaceKind::Value(_)
        | PlaceKind::Undeclared(_) => false,
    }
}

/// Whether nothing is known of a type, or of what it points to.
fn is_unknown(ty: &Type) -> bool {
    match ty {
        Type::Opaque(_) => true,
        Type::Pointer(pointee, _) => matches!(**pointee, Type::Opaque(_)),
        _ => false,
    }
}
