//! Specifiers and declarators: the types that declarations name.

use std::rc::Rc;

use super::Checker;
use super::constants::Constant;
use super::names::Symbol;
use super::tree::{Object, ObjectId, Storage};
use super::types::{Field, Signature, Type};
use focuscheck_base::arith::IntegerType;
use focuscheck_base::source::Span;
use focuscheck_syntax::ast::{
    self, Basic, Declarator, Derived, Expression, Name, Parameters, Record, Specifiers, TypeName,
    TypeSpecifier,
};

impl Checker<'_> {
    /// The type that specifiers name.
    pub fn specified_type(&mut self, specifiers: &Specifiers) -> Type {
        self.linkage.transparent |= specifiers.attributes.iter().any(|a| a == "transparent_union");
        let ty = self.plain_type(specifiers);
        if let (Type::Record(id), TypeSpecifier::Record(Record { fields: Some(_), .. })) =
            (&ty, &specifiers.ty)
        {
            self.types.records[*id].unknown_layout |= changes_layout(specifiers);
        }
        self.attributed(ty, &specifiers.attributes)
    }

    /// The type of what is declared with such attributes.
    pub fn attributed(&self, ty: Type, attributes: &[String]) -> Type {
        let changing = attributes.iter().filter(|a| *a == "vector_size" || a.starts_with("mode"));
        changing.fold(ty, |ty, attribute| self.attributed_type(&ty, attribute))
    }

    /// The type that a `typedef` with such attributes names: how it is aligned decides where it lies in structures.
    pub fn attributed_typedef(&mut self, ty: Type, attributes: [&[String]; 2]) -> Type {
        let [specified, declared] = attributes;
        let ty = self.attributed(ty, declared);
        let aligned = specified.iter().chain(declared).find(|a| *a == "aligned");
        match (aligned, &ty) {
            (None, _) => ty,
            (Some(_), Type::Record(id)) => {
                self.types.records[*id].unknown_layout = true;
                ty
            }
            (Some(attribute), _) => Type::Opaque(format!("type with attribute {attribute}")),
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
            Type::Integer(old) if width > 0 => {
                Type::Integer(IntegerType { width, signed: old.signed, float: false })
            }
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
        let integer = |width, signed| Type::Integer(IntegerType { width, signed, float: false });
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
        if let Some(Symbol::Typedef(ty, _)) = self.lookup(&name.text) {
            return ty;
        }
        let long = self.types.long().width;
        let integer = |width, signed| Type::Integer(IntegerType { width, signed, float: false });
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
            "FILE" => self.types.stream(),
            "max_align_t" if long == 64 => {
                let field = |name: &str, ty: Type| Field {
                    name: Some(name.to_owned()),
                    ty,
                    bits: None,
                    constant: false,
                    volatile: false,
                };
                let fields = vec![field("whole", integer(64, true)), field("real", Type::Float(16))];
                let ty = self.types.library_structure("max_align_t", fields);
                self.scopes[0].insert(name.text.clone(), Symbol::Typedef(ty.clone(), false));
                ty
            }
            other => Type::Opaque(other.to_owned()),
        }
    }

    /// The type a declarator derives from a base type.
    pub fn declared_type(&mut self, base: &Type, constant: bool, declarator: &Declarator) -> Type {
        let mut ty = base.clone();
        let mut constant = constant;
        for derived in declarator.derived.iter().rev() {
            ty = match derived {
                Derived::Pointer { constant: own, .. } => {
                    Type::Pointer(Rc::new(ty), std::mem::replace(&mut constant, *own))
                }
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
        let (size, constant) = self.size(size);
        if !matches!(constant, Constant::Known(_)) {
            self.sizes.push((size, constant == Constant::Variable));
        }
        match constant {
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
                self.parameters.clear();
                self.parameter_sizes.clear();
                Signature { result, parameters: None, variadic: false }
            }
            Parameters::Prototype { parameters, variadic } => {
                // Parameters may occur in the types of later ones: `int n, int a[n]`.
                self.open_scope();
                let (mut types, mut objects) = (Vec::new(), Vec::new());
                let outer = std::mem::take(&mut self.sizes);
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
                    objects.push(self.declare_parameter(parameter, &ty));
                    types.push(ty);
                }
                self.close_scope();
                self.parameters = objects;
                // They are computed when the function is called, and only if it is defined here.
                self.parameter_sizes = std::mem::replace(&mut self.sizes, outer);
                Signature { result, parameters: Some(types), variadic: *variadic }
            }
        }
    }

    /// Makes the object of a parameter, which later parameters and the body can name.
    fn declare_parameter(&mut self, parameter: &ast::Parameter, ty: &Type) -> ObjectId {
        let name = parameter.declarator.name.as_ref();
        // An array is a pointer here, which is not `const` itself.
        let array = matches!(parameter.declarator.derived.first(), Some(Derived::Array(_)));
        let constant = !array && is_constant(&parameter.specifiers, &parameter.declarator);
        let object = self.new_object(Object {
            name: name.map(|n| n.text.clone()).unwrap_or_default(),
            ty: ty.clone(),
            storage: Storage::Parameter,
            constant,
            volatile: !array && self.is_volatile(&parameter.specifiers, &parameter.declarator),
            span: name.map_or(parameter.declarator.span, |n| n.span),
        });
        if let Some(name) = name {
            self.declare(&name.text, Symbol::Object(object));
        }
        object
    }

    /// Whether the declared object itself (not what it points to) is `volatile`, or its elements are.
    pub fn is_volatile(&self, specifiers: &Specifiers, declarator: &Declarator) -> bool {
        match declarator.derived.iter().find(|d| !matches!(d, Derived::Array(_))) {
            Some(Derived::Pointer { volatile, .. }) => *volatile,
            Some(Derived::Array(_) | Derived::Function(_)) => false,
            None if specifiers.volatile => true,
            None => match &specifiers.ty {
                TypeSpecifier::Named(name) => {
                    matches!(self.lookup(&name.text), Some(Symbol::Typedef(_, true)))
                }
                TypeSpecifier::TypeofType(name) => self.is_volatile(&name.specifiers, &name.declarator),
                TypeSpecifier::TypeofExpression(expression) => match &expression.kind {
                    ast::ExpressionKind::Identifier(name) => match self.lookup(name) {
                        Some(Symbol::Object(object)) => self.objects[object.index()].volatile,
                        _ => false,
                    },
                    _ => false,
                },
                TypeSpecifier::Implicit
                | TypeSpecifier::Basic(_)
                | TypeSpecifier::Record(_)
                | TypeSpecifier::Enumeration(_) => false,
            },
        }
    }

    /// The type a type name denotes.
    pub fn type_name(&mut self, name: &TypeName) -> Type {
        let base = self.specified_type(&name.specifiers);
        self.declared_type(&base, name.specifiers.constant, &name.declarator)
    }
}

/// Whether the declared object itself (not what it points to) is `const`.
pub(super) fn is_constant(specifiers: &Specifiers, declarator: &Declarator) -> bool {
    match declarator.derived.iter().find(|d| !matches!(d, Derived::Array(_))) {
        None => specifiers.constant,
        Some(Derived::Pointer { constant, .. }) => *constant,
        Some(_) => false,
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
pub(super) fn changes_layout(specifiers: &Specifiers) -> bool {
    let changing = ["packed", "aligned", "ms_struct", "gcc_struct", "scalar_storage_order"];
    specifiers.attributes.iter().any(|a| changing.contains(&a.as_str()))
}
