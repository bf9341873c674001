//! Names and types: symbol tables, specifiers and declarators.

use std::rc::Rc;

use super::Checker;
use super::constants;
use super::pointer::PointerSymbol;
use super::typed::{FunctionId, IntegerType, VariableId};
use super::types::{FLAG, Field, RecordType, Signature, Type, promote};
use super::unsupported::ValueKind;
use crate::source::Span;
use crate::syntax::ast::{
    Basic, Declarator, Derived, Enumeration, Expression, ExpressionKind, Name, Parameters, Record,
    Specifiers, TypeName, TypeSpecifier,
};

/// What an identifier stands for.
#[derive(Clone, Debug)]
pub(super) enum Symbol {
    /// A local variable; without an id it is not modelled. The flag tells `const`.
    Local(Type, Option<VariableId>, bool),
    /// A pointer variable whose object is known.
    Pointer(Rc<PointerSymbol>),
    /// A variable at file scope, to be found in the table of globals.
    Global,
    /// A function, to be found in the table of functions.
    Function,
    /// An enumerator.
    Constant(i128, IntegerType),
    Typedef(Type),
}

/// A `struct`, `union` or `enum` tag.
#[derive(Clone, Debug)]
pub(super) enum Tag {
    Record(usize),
    Enumeration(IntegerType),
}

/// A variable at file scope.
#[derive(Clone, Debug)]
pub(super) struct GlobalEntry {
    pub ty: Type,
    pub constant: bool,
    pub variable: Option<VariableId>,
    /// Whether it is defined, even without an initialiser.
    pub defined: bool,
    pub initialized: bool,
    /// Whether it is `static`.
    pub internal: bool,
    /// The item that declares it first.
    pub item: usize,
    pub span: Span,
}

/// A function.
#[derive(Clone, Debug)]
pub(super) struct FunctionEntry {
    pub signature: Signature,
    pub definition: Option<FunctionId>,
    /// The item that declares it first; `None` if only calls do.
    pub item: Option<usize>,
    /// How the parameters of the definition are passed.
    pub passing: Vec<Type>,
    /// Whether the definition has a prototype.
    pub prototype: bool,
    /// Whether it is declared not to return.
    pub stops: bool,
    /// Whether it is `static`.
    pub internal: bool,
    /// The function that it is another name of.
    pub alias: Option<String>,
}

/// What an expression gives where C wants an integer constant.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Constant {
    Known(i128),
    /// It is not modelled, or wrong for a reason that has been reported.
    Unknown,
    /// It is of another type.
    NoInteger,
    /// It depends on what happens.
    Variable,
}

impl Checker<'_> {
    /// Looks a name up, innermost scope first; at file scope only what the current item can see.
    pub fn lookup(&self, name: &str) -> Option<Symbol> {
        let (depth, symbol) =
            self.scopes.iter().enumerate().rev().find_map(|(d, s)| s.get(name).map(|found| (d, found)))?;
        let visible = depth > 0
            || match symbol {
                Symbol::Global => self.globals.get(name).is_some_and(|g| g.item <= self.item),
                Symbol::Function => {
                    self.functions.get(name).is_some_and(|f| f.item.is_some_and(|i| i <= self.item))
                }
                Symbol::Constant(..) => self.enumerators.get(name).is_none_or(|&item| item <= self.item),
                _ => true,
            };
        visible.then(|| symbol.clone())
    }

    pub fn declare(&mut self, name: &str, symbol: Symbol) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.to_owned(), symbol);
        }
    }

    /// The type that specifiers name.
    pub fn specified_type(&mut self, specifiers: &Specifiers) -> Type {
        self.linkage.transparent |= specifiers.attributes.iter().any(|a| a == "transparent_union");
        let ty = self.plain_type(specifiers);
        let mut attributes = specifiers.attributes.iter().map(String::as_str);
        if let (Type::Record(id), TypeSpecifier::Record(Record { fields: Some(_), .. })) =
            (&ty, &specifiers.ty)
        {
            self.types.records[*id].unknown_layout |= changes_layout(specifiers);
        }
        match attributes.find(|a| *a == "vector_size" || a.starts_with("mode")) {
            Some(attribute) => self.attributed_type(&ty, attribute),
            None => ty,
        }
    }

    /// The type that GNU's attributes make of another.
    fn attributed_type(&self, ty: &Type, attribute: &str) -> Type {
        let width = match attribute {
            "mode(QI)" | "mode(byte)" => 8,
            "mode(HI)" => 16,
            "mode(SI)" => 32,
            "mode(DI)" => 64,
            "mode(word)" | "mode(pointer)" => self.types.long().width,
            _ => 0,
        };
        match ty {
            Type::Integer(old) if width > 0 => Type::Integer(IntegerType { width, signed: old.signed }),
            _ => Type::Opaque(format!("type with attribute {attribute}")),
        }
    }

    fn plain_type(&mut self, specifiers: &Specifiers) -> Type {
        match &specifiers.ty {
            // `T const *p` with a name of an unread header, which looks like a macro.
            TypeSpecifier::Implicit if self.unread && (specifiers.constant || specifiers.volatile) => {
                Type::Opaque("type of an unread header".to_owned())
            }
            TypeSpecifier::Implicit => Type::Integer(IntegerType::INT),
            TypeSpecifier::Basic(basic) => self.basic_type(*basic),
            TypeSpecifier::Named(name) => self.named_type(name),
            TypeSpecifier::TypeofExpression(expression) => self.type_of(expression),
            TypeSpecifier::TypeofType(ty) => self.type_name(ty),
            TypeSpecifier::Record(record) => self.record_type(record),
            TypeSpecifier::Enumeration(enumeration) => Type::Integer(self.enumeration_type(enumeration)),
        }
    }

    fn basic_type(&self, basic: Basic) -> Type {
        let integer = |width, signed| Type::Integer(IntegerType { width, signed });
        let long = self.types.long().width;
        match basic {
            Basic::Void => Type::Void,
            Basic::Bool => Type::Integer(IntegerType::BOOL),
            Basic::Char | Basic::SignedChar => integer(8, true),
            Basic::UnsignedChar => integer(8, false),
            Basic::Short => integer(16, true),
            Basic::UnsignedShort => integer(16, false),
            Basic::Int => integer(32, true),
            Basic::Unsigned => integer(32, false),
            Basic::Long => integer(long, true),
            Basic::UnsignedLong => integer(long, false),
            Basic::LongLong => integer(64, true),
            Basic::UnsignedLongLong => integer(64, false),
            Basic::Int128 => Type::Opaque("__int128".to_owned()),
            Basic::UnsignedInt128 => Type::Opaque("unsigned __int128".to_owned()),
            Basic::Float => Type::Float(4),
            Basic::Double => Type::Float(8),
            Basic::LongDouble => Type::Float(16),
            Basic::OtherFloat => Type::Opaque("_Float16".to_owned()),
            Basic::Complex => Type::Opaque("_Complex".to_owned()),
        }
    }

    fn named_type(&mut self, name: &Name) -> Type {
        if let Some(Symbol::Typedef(ty)) = self.lookup(&name.text) {
            return ty;
        }
        let long = self.types.long().width;
        let integer = |width, signed| Type::Integer(IntegerType { width, signed });
        match &*name.text {
            "bool" => Type::Integer(IntegerType::BOOL),
            "int8_t" | "int_fast8_t" | "int_least8_t" => integer(8, true),
            "uint8_t" | "uint_fast8_t" | "uint_least8_t" | "u_char" => integer(8, false),
            "int16_t" | "int_least16_t" => integer(16, true),
            "uint16_t" | "uint_least16_t" | "u_short" | "ushort" => integer(16, false),
            "int32_t" | "int_least32_t" | "wchar_t" | "pid_t" | "sig_atomic_t" => integer(32, true),
            "uint32_t" | "uint_least32_t" | "u_int" | "uint" | "uid_t" | "gid_t" | "mode_t" | "wint_t" => {
                integer(32, false)
            }
            "int64_t" | "int_least64_t" | "intmax_t" => integer(64, true),
            "uint64_t" | "uint_least64_t" | "uintmax_t" => integer(64, false),
            "size_t" | "uintptr_t" | "u_long" | "ulong" | "uint_fast16_t" | "uint_fast32_t"
            | "uint_fast64_t" | "dev_t" | "ino_t" | "pthread_t" => integer(long, false),
            "ssize_t" | "ptrdiff_t" | "intptr_t" | "int_fast16_t" | "int_fast32_t" | "int_fast64_t"
            | "time_t" | "clock_t" | "off_t" => integer(long, true),
            other => Type::Opaque(other.to_owned()),
        }
    }

    fn record_type(&mut self, record: &Record) -> Type {
        let fresh = |types: &mut super::types::Types| {
            let tag = record.tag.as_ref().map(|t| t.text.clone());
            types.records.push(RecordType {
                union: record.union,
                tag,
                fields: None,
                cells: 0,
                widest: None,
                open: false,
                unknown_layout: false,
                has_constant_member: false,
            });
            types.records.len() - 1
        };
        let id = match &record.tag {
            None => fresh(&mut self.types),
            Some(tag) => {
                let own = self.tags.last().and_then(|t| t.get(&tag.text)).cloned();
                let found = match record.fields {
                    // A definition concerns this scope only.
                    Some(_) => own,
                    None => own.or_else(|| self.tags.iter().rev().find_map(|t| t.get(&tag.text)).cloned()),
                };
                match found {
                    Some(Tag::Record(id)) if self.types.records[id].union == record.union => id,
                    Some(_) => {
                        self.error(tag.span, format!("'{}' defined as wrong kind of tag", tag.text));
                        fresh(&mut self.types)
                    }
                    None => {
                        let id = fresh(&mut self.types);
                        if let Some(tags) = self.tags.last_mut() {
                            tags.insert(tag.text.clone(), Tag::Record(id));
                        }
                        id
                    }
                }
            }
        };
        if let Some(declarations) = &record.fields {
            if self.types.records[id].fields.is_some() {
                let name = self.types.name(&Type::Record(id));
                let at = record.tag.as_ref().map_or(record.span, |tag| tag.span);
                self.error(at, format!("redefinition of '{name}'"));
                return Type::Record(id);
            }
            if self.types.records[id].open {
                let name = self.types.name(&Type::Record(id));
                let at = record.tag.as_ref().map_or(record.span, |tag| tag.span);
                self.error(at, format!("nested redefinition of '{name}'"));
                return Type::Opaque("error".to_owned());
            }
            self.types.records[id].open = true;
            let mut fields: Vec<Field> = Vec::new();
            for declaration in declarations {
                let base = self.specified_type(&declaration.specifiers);
                self.types.records[id].unknown_layout |= changes_layout(&declaration.specifiers);
                // With a tag or the name of a type it declares no member.
                let anonymous = matches!(
                    &declaration.specifiers.ty,
                    TypeSpecifier::Record(inner) if inner.tag.is_none()
                );
                if declaration.declarators.is_empty() && anonymous && matches!(base, Type::Record(_)) {
                    fields.push(Field::new(None, base.clone(), None, false));
                }
                for member in &declaration.declarators {
                    let ty = self.declared_type(&base, declaration.specifiers.constant, &member.declarator);
                    let bits = member.width.as_ref().map(|w| self.bit_width(w, &ty, &member.declarator));
                    let constant =
                        super::declaration::is_constant(&declaration.specifiers, &member.declarator);
                    let name = member.declarator.name.as_ref();
                    if let Some(name) = name {
                        if fields.iter().any(|f| f.name.as_deref() == Some(&*name.text)) {
                            self.error(name.span, format!("duplicate member '{}'", name.text));
                        }
                        // A member of the type that is being defined would never end.
                        if !self.require_complete_field(&ty, name) {
                            continue;
                        }
                    }
                    let name = name.map(|n| n.text.clone());
                    if name.is_some() || bits.is_some() {
                        fields.push(Field::new(name, ty, bits, constant));
                    }
                }
            }
            self.types.records[id].open = false;
            self.check_flexible_member(record, &fields);
            self.types.define_record(id, fields);
        }
        Type::Record(id)
    }

    fn require_complete_field(&mut self, ty: &Type, name: &Name) -> bool {
        let mut element = ty;
        while let Type::Array(inner, _) = element {
            element = inner;
        }
        let message = match element {
            Type::Record(id) if self.types.records[*id].fields.is_none() => {
                // An unread header may define it, unless it is being defined here.
                if self.unread && !self.types.records[*id].open {
                    return true;
                }
                format!("field '{}' has incomplete type", name.text)
            }
            Type::Void => format!("variable or field '{}' declared void", name.text),
            Type::Function(_) => format!("field '{}' declared as a function", name.text),
            _ => return true,
        };
        self.error(name.span, message);
        false
    }

    /// A member without a length must be the last one, and not the only one.
    fn check_flexible_member(&mut self, record: &Record, fields: &[Field]) {
        let Some((_, before)) = fields.split_last() else { return };
        let flexible = before.iter().find(|f| matches!(f.ty, Type::Array(_, None)));
        let Some(name) = flexible.and_then(|f| f.name.as_deref()).filter(|_| !record.union) else { return };
        let declared = record.fields.iter().flatten().flat_map(|d| &d.declarators);
        let at = declared.filter_map(|d| d.declarator.name.as_ref()).find(|n| n.text == name);
        if let Some(at) = at {
            self.error(at.span, "flexible array member not at end of struct");
        }
    }

    /// The width of a bit-field.
    fn bit_width(&mut self, width: &Expression, ty: &Type, declarator: &Declarator) -> u64 {
        let name = declarator.name.as_ref();
        let at = name.map_or(width.span, |n| n.span);
        let shown = name.map_or("<anonymous>".to_owned(), |n| format!("'{}'", n.text));
        let size = match ty {
            Type::Integer(ty) => Some(i128::from(ty.width)),
            Type::Opaque(_) => None,
            _ => {
                self.error(at, format!("bit-field {shown} has invalid type"));
                return 1;
            }
        };
        match self.constant(width) {
            Constant::Known(value) if value < 0 => {
                self.error(at, format!("negative width in bit-field {shown}"));
            }
            Constant::Known(0) if name.is_some() => {
                self.error(at, format!("zero width for bit-field {shown}"));
            }
            Constant::Known(value) if size.is_some_and(|size| value > size) => {
                self.error(at, format!("width of {shown} exceeds its type"));
            }
            Constant::Known(value) => return value.clamp(0, 64) as u64,
            Constant::Variable | Constant::NoInteger => {
                self.error(at, format!("bit-field {shown} width not an integer constant"));
            }
            Constant::Unknown => {}
        }
        1
    }

    fn enumeration_type(&mut self, enumeration: &Enumeration) -> IntegerType {
        let Some(list) = &enumeration.constants else {
            let tag = enumeration.tag.as_ref().map_or("", |t| &t.text);
            return match self.tags.iter().rev().find_map(|t| t.get(tag)) {
                Some(Tag::Enumeration(ty)) => *ty,
                Some(Tag::Record(_)) => {
                    let at = enumeration.tag.as_ref().map_or(enumeration.span, |t| t.span);
                    let message = format!("'{tag}' defined as wrong kind of tag");
                    self.error(at, message);
                    IntegerType::UNSIGNED
                }
                None => IntegerType::UNSIGNED,
            };
        };
        if let Some(tag) = &enumeration.tag {
            match self.tags.last().and_then(|t| t.get(&tag.text)) {
                Some(Tag::Enumeration(_)) => {
                    self.error(tag.span, format!("redeclaration of 'enum {}'", tag.text));
                }
                Some(Tag::Record(_)) => {
                    self.error(tag.span, format!("'{}' defined as wrong kind of tag", tag.text));
                }
                None => {}
            }
        }
        let (mut next, mut low, mut high) = (0i128, 0i128, 0i128);
        for (name, value) in list {
            if let Some(value) = value {
                next = match self.constant(value) {
                    Constant::Known(value) => value,
                    Constant::Unknown => 0,
                    wrong @ (Constant::NoInteger | Constant::Variable) => {
                        let message =
                            format!("enumerator value for '{}' is not an integer constant", name.text);
                        self.error(
                            if wrong == Constant::NoInteger { value.span } else { name.span },
                            message,
                        );
                        0
                    }
                };
            }
            if self.scopes.last().is_some_and(|s| s.contains_key(&name.text)) {
                self.error(name.span, format!("redeclaration of enumerator '{}'", name.text));
            }
            (low, high) = (low.min(next), high.max(next));
            let ty = [IntegerType::INT, IntegerType::UNSIGNED].into_iter().find(|t| t.contains(next));
            let ty = ty.unwrap_or(IntegerType { width: 64, signed: next < 0 });
            self.declare(&name.text, Symbol::Constant(next, ty));
            if self.scopes.len() == 1 {
                self.enumerators.entry(name.text.clone()).or_insert(self.item);
            }
            next += 1;
        }
        let signed = low < 0;
        let narrow = IntegerType { width: 32, signed };
        let fits = narrow.contains(low) && narrow.contains(high);
        let ty = if fits { narrow } else { IntegerType { width: 64, signed } };
        if let (Some(tag), Some(tags)) = (&enumeration.tag, self.tags.last_mut()) {
            tags.insert(tag.text.clone(), Tag::Enumeration(ty));
        }
        ty
    }

    /// The type a declarator derives from a base type.
    pub fn declared_type(&mut self, base: &Type, constant: bool, declarator: &Declarator) -> Type {
        let mut ty = base.clone();
        let mut constant = constant;
        for derived in declarator.derived.iter().rev() {
            ty = match derived {
                Derived::Pointer(own) => Type::Pointer(Rc::new(ty), std::mem::replace(&mut constant, *own)),
                Derived::Array(size) => self.array_type(ty, size.as_deref(), declarator),
                Derived::Function(parameters) => {
                    let wrong = match ty {
                        Type::Array(..) | Type::VariableArray(_) => Some("an array"),
                        Type::Function(_) => Some("a function"),
                        _ => None,
                    };
                    if let Some(what) = wrong {
                        let (name, at) = shown(declarator);
                        self.error(at, format!("{name} declared as function returning {what}"));
                        ty = Type::Opaque("error".to_owned());
                    }
                    Type::Function(Rc::new(self.signature(ty, parameters)))
                }
            };
        }
        ty
    }

    fn array_type(&mut self, element: Type, size: Option<&Expression>, declarator: &Declarator) -> Type {
        let (name, at) = shown(declarator);
        let unknown = Type::Opaque("error".to_owned());
        let wrong = match &element {
            Type::Void => Some(format!("declaration of {name} as array of voids")),
            Type::Function(_) => Some(format!("declaration of {name} as array of functions")),
            Type::Array(_, None) => {
                Some(format!("array type has incomplete element type '{}'", self.types.name(&element)))
            }
            _ => None,
        };
        if let Some(message) = wrong {
            self.error(at, message);
            return unknown;
        }
        let element = Rc::new(element);
        let Some(size) = size else { return Type::Array(element, None) };
        let named = if name.starts_with('\'') { format!("array {name}") } else { "unnamed array".to_owned() };
        match self.constant(size) {
            Constant::Known(length) if length < 0 => {
                self.error(at, format!("size of {named} is negative"));
                Type::Array(element, Some(1))
            }
            Constant::Known(length) => Type::Array(element, Some(u64::try_from(length).unwrap_or(u64::MAX))),
            Constant::NoInteger => {
                self.error(at, format!("size of {named} has non-integer type"));
                unknown
            }
            Constant::Unknown if self.current.is_none() && self.scopes.len() == 1 => unknown,
            Constant::Unknown | Constant::Variable => Type::VariableArray(element),
        }
    }

    /// The signature that a parameter list gives.
    pub fn signature(&mut self, result: Type, parameters: &Parameters) -> Signature {
        match parameters {
            Parameters::Unknown | Parameters::Names(_) => {
                Signature { result, parameters: None, variadic: false }
            }
            Parameters::Prototype { parameters, variadic } => {
                // Parameters may occur in the types of later ones: `int n, int a[n]`.
                self.open_scope();
                let mut types = Vec::new();
                for parameter in parameters {
                    let unnamed = parameter.declarator.name.is_none();
                    let base = self.specified_type(&parameter.specifiers);
                    let constant = parameter.specifiers.constant;
                    let ty = self.declared_type(&base, constant, &parameter.declarator);
                    let ty = match ty {
                        Type::Array(element, _) => Type::Pointer(element, constant),
                        other => other.into_parameter(),
                    };
                    if unnamed && ty == Type::Void {
                        self.error(parameter.specifiers.span, "'void' must be the only parameter");
                    }
                    if let Some(name) = &parameter.declarator.name {
                        self.declare(&name.text, Symbol::Local(ty.clone(), None, false));
                    }
                    types.push(ty);
                }
                self.close_scope();
                Signature { result, parameters: Some(types), variadic: *variadic }
            }
        }
    }

    /// The type a type name denotes.
    pub fn type_name(&mut self, name: &TypeName) -> Type {
        let base = self.specified_type(&name.specifiers);
        self.declared_type(&base, name.specifiers.constant, &name.declarator)
    }

    /// The value of an expression where C wants a constant.
    pub fn constant(&mut self, expression: &Expression) -> Constant {
        let value = self.without_effects(|c| c.value(expression));
        match (value.kind, &value.ty) {
            (ValueKind::Integer(e), _) => {
                if let Some(value) = constants::evaluate(&e, &self.constants) {
                    return Constant::Known(value);
                }
                let mut unmodelled = false;
                super::walk::reasons(&e, &mut |_| unmodelled = true);
                if unmodelled { Constant::Unknown } else { Constant::Variable }
            }
            (_, Type::Opaque(_)) => Constant::Unknown,
            _ => Constant::NoInteger,
        }
    }

    /// The value of an expression where C wants a constant, if it has one.
    pub fn constant_value(&mut self, expression: &Expression) -> Option<i128> {
        match self.constant(expression) {
            Constant::Known(value) => Some(value),
            _ => None,
        }
    }

    /// The type of an expression, which is not evaluated; arrays do not decay.
    pub fn type_of(&mut self, expression: &Expression) -> Type {
        let ty = self.without_effects(|c| {
            c.quietly(true, |c| {
                if c.is_lvalue(expression) {
                    return c.target(expression).ty;
                }
                let value = c.value(expression);
                // The name of a function is a pointer only as a value.
                match (&value.kind, &value.ty, &expression.kind) {
                    (ValueKind::Function(_), Type::Pointer(function, _), ExpressionKind::Identifier(_)) => {
                        (**function).clone()
                    }
                    _ => value.ty,
                }
            })
        });
        match ty {
            // What is declared with the type of a bit-field is a whole integer.
            Type::Integer(ty) if ty == FLAG || ![1, 8, 16, 32, 64].contains(&ty.width) => {
                Type::Integer(promote(IntegerType { width: ty.width.min(31), ..ty }))
            }
            ty => ty,
        }
    }

    /// Looks at an expression that the program does not evaluate.
    pub fn without_effects<T>(&mut self, look: impl FnOnce(&mut Self) -> T) -> T {
        let addresses = self.address_taken.clone();
        let functions = self.function_values.clone();
        let pure = self.program.assumed_pure.len();
        let before =
            self.current.as_mut().map(|c| (c.hoisted.take(), std::mem::replace(&mut c.unevaluated, true)));
        let result = look(self);
        if let (Some(current), Some(before)) = (&mut self.current, before) {
            (current.hoisted, current.unevaluated) = before;
        }
        self.program.assumed_pure.truncate(pure);
        self.address_taken = addresses;
        self.function_values = functions;
        result
    }
}

/// The declared name in quotes, and where it is.
fn shown(declarator: &Declarator) -> (String, Span) {
    match &declarator.name {
        Some(name) => (format!("'{}'", name.text), name.span),
        None => ("type name".to_owned(), declarator.span),
    }
}

/// Whether attributes change how structures are laid out.
fn changes_layout(specifiers: &Specifiers) -> bool {
    let changing = ["packed", "aligned", "ms_struct", "gcc_struct", "scalar_storage_order"];
    specifiers.attributes.iter().any(|a| changing.contains(&a.as_str()))
}
