//! Calls: what is called, whether the arguments fit, and the type of the result.

use super::Checker;
use super::constants;
use super::conversion::Purpose;
use super::library::{self, Model};
use super::names::Symbol;
use super::tree::{
    Callee, Expression, ExpressionKind, FunctionId, InitialPart, InitialValue, Initializer, Place, PlaceKind,
};
use super::types::Type;
use super::vocabulary::{self, model, nondet, nondet_kind};
use focuscheck_base::arith::IntegerType;
use focuscheck_base::source::Span;
use focuscheck_syntax::ast;

impl Checker<'_> {
    /// A call.
    pub fn call(
        &mut self,
        function: &ast::Expression,
        arguments: &[ast::Expression],
        span: Span,
    ) -> Expression {
        // `(*f)()` and `(&f)()` are `f()`.
        let mut function = function;
        while let ast::ExpressionKind::Unary(ast::Unary::Dereference | ast::Unary::AddressOf, inner) =
            &function.kind
            && matches!(&inner.kind, ast::ExpressionKind::Identifier(name)
                if matches!(self.lookup(name), Some(Symbol::Function(_))))
        {
            function = inner;
        }
        if let ast::ExpressionKind::Identifier(name) = &function.kind {
            match self.lookup(name) {
                None | Some(Symbol::Function(_)) => {
                    let id = self.function_named(name);
                    return self.named_call(id, function.span, arguments, span);
                }
                Some(_) => {}
            }
        }
        let callee = self.expression(function);
        if let Some(id) = self.designated(&callee) {
            return self.named_call(id, function.span, arguments, span);
        }
        let (result, parameters) = match &callee.ty {
            Type::Pointer(pointee, _) => match &**pointee {
                Type::Function(signature) => (signature.result.clone(), signature.parameters.clone()),
                Type::Opaque(_) => (Type::Integer(IntegerType::INT), None),
                _ => return self.not_callable(function, span),
            },
            Type::Function(signature) => (signature.result.clone(), signature.parameters.clone()),
            Type::Opaque(_) => (Type::Integer(IntegerType::INT), None),
            _ => return self.not_callable(function, span),
        };
        let parameters = parameters.unwrap_or_default();
        let mut passed = Vec::new();
        for (position, argument) in arguments.iter().enumerate() {
            let value = self.expression(argument);
            let value = match parameters.get(position) {
                Some(ty) => self.in_transparent_union(ty, value),
                None => value,
            };
            passed.push(match parameters.get(position) {
                Some(ty) if self.convertible(ty, &value.ty) => constants::convert(value, ty),
                _ => value,
            });
        }
        let kind = ExpressionKind::Call(Callee::Pointer(Box::new(callee)), passed);
        Expression::new(kind, result, span)
    }

    /// The function whose address a value is, if that is called by its own type and not by one that a cast gives it.
    fn designated(&self, callee: &Expression) -> Option<FunctionId> {
        let mut inner = callee;
        let id = loop {
            match &inner.kind {
                ExpressionKind::Function(id) => break *id,
                ExpressionKind::Cast(operand) | ExpressionKind::Convert(operand)
                    if matches!(inner.ty, Type::Pointer(..)) =>
                {
                    inner = operand;
                }
                _ => return None,
            }
        };
        let own = &self.functions[id.index()].signature;
        let same = match &callee.ty {
            Type::Pointer(pointee, _) => matches!(&**pointee, Type::Function(s) if **s == *own),
            Type::Function(signature) => **signature == *own,
            _ => false,
        };
        same.then_some(id)
    }

    fn not_callable(&mut self, function: &ast::Expression, span: Span) -> Expression {
        let text = self.source.slice(function.span);
        let inner = text.strip_prefix('(').and_then(|t| t.strip_suffix(')')).unwrap_or(text).trim();
        let message = format!("called object '{inner}' is not a function or function pointer");
        let binary = matches!(function.kind, ast::ExpressionKind::Binary(..));
        let at = if binary { self.locus(function) } else { function.span };
        self.error(at, message);
        self.poison(span)
    }

    fn named_call(
        &mut self,
        id: FunctionId,
        name_span: Span,
        arguments: &[ast::Expression],
        span: Span,
    ) -> Expression {
        let name = self.functions[id.index()].name.clone();
        let target = self.resolved(id);
        let entry = &self.functions[target.index()];
        let (declared, signature) = (entry.declared, entry.signature.clone());
        // What a verifier's error function does inside does not matter.
        if vocabulary::is_error_call(&name) {
            let arguments = arguments.iter().map(|a| self.expression(a)).collect();
            let kind = ExpressionKind::Call(Callee::Named(id), arguments);
            return Expression::new(kind, Type::Void, span);
        }
        if entry.definition.is_some() {
            return self.defined_call(target, &name, arguments, span);
        }
        let parameters = signature.parameters.filter(|_| declared);
        if let Some(parameters) = &parameters {
            self.check_count(&name, parameters.len(), arguments.len(), signature.variadic, span);
        }
        let parameters = parameters.unwrap_or_default();
        let foreign = self.linkage.is_foreign(&name);
        let result = declared.then_some(&signature.result);
        let known = if foreign { None } else { self.known_call(&name, result) };
        if known.is_none() {
            self.imply(&name, name_span);
        }
        let truth = matches!(model(&name), Some(Model::Assert | Model::Assume)) && !foreign;
        let mut passed = Vec::new();
        for (i, argument) in arguments.iter().enumerate() {
            passed.push(match i {
                0 if truth => self.truth(argument),
                _ => self.argument(argument, i, &name, parameters.get(i)),
            });
        }
        let (ty, constant) = match known {
            Some(ty) => {
                let constant = folded(&name, &passed, &ty);
                (ty, constant)
            }
            // It may be a macro of a header that was not read, and have any type.
            None if !declared
                && (name.starts_with("__builtin_") || (self.unread && !vocabulary::is_known(&name))) =>
            {
                (Type::Opaque(format!("result of '{name}'")), None)
            }
            None => (signature.result, None),
        };
        let kind = ExpressionKind::Call(Callee::Named(id), passed);
        Expression { kind, ty, span, constant }
    }

    /// A call of a function that the program defines.
    fn defined_call(
        &mut self,
        id: FunctionId,
        name: &str,
        arguments: &[ast::Expression],
        span: Span,
    ) -> Expression {
        let entry = &self.functions[id.index()];
        let (passing, prototype) = (entry.passing.clone(), entry.prototype);
        let (result, variadic) = (entry.signature.result.clone(), entry.signature.variadic);
        self.check_implied(id, name, span);
        if prototype {
            self.check_count(name, passing.len(), arguments.len(), variadic, span);
        }
        let mut passed = Vec::new();
        for (i, argument) in arguments.iter().enumerate() {
            let parameter = passing.get(i).filter(|_| prototype);
            passed.push(self.argument(argument, i, name, parameter));
        }
        Expression::new(ExpressionKind::Call(Callee::Named(id), passed), result, span)
    }

    fn check_count(&mut self, name: &str, wanted: usize, given: usize, variadic: bool, span: Span) {
        if given < wanted {
            self.error(span, format!("too few arguments to function '{name}'"));
        } else if given > wanted && !variadic {
            self.error(span, format!("too many arguments to function '{name}'"));
        }
    }

    /// Warns of a function that nobody declares before its call.
    fn imply(&mut self, name: &str, span: Span) {
        let visible = matches!(self.lookup(name), Some(Symbol::Function(_)));
        if !visible
            && !vocabulary::is_standard(name)
            && !self.unread
            && self.undeclared.insert(name.to_owned())
        {
            self.warning(span, format!("implicit declaration of function '{name}'"));
        }
    }

    /// An argument, for a parameter of the type if there is a prototype.
    fn argument(
        &mut self,
        argument: &ast::Expression,
        position: usize,
        name: &str,
        parameter: Option<&Type>,
    ) -> Expression {
        let at = self.locus(argument);
        let value = self.expression(argument);
        match parameter {
            Some(ty) => {
                let value = self.in_transparent_union(ty, value);
                self.converted(ty, value, at, Purpose::Argument(position, name))
            }
            // An unread macro may do anything with it.
            None if value.ty == Type::Void && !self.unread => {
                self.error(at, "invalid use of void expression");
                self.poison(value.span)
            }
            None => value,
        }
    }

    /// A value as the member of a transparent union that has its type, or else is first to take it; other values, and
    /// those for other parameters, as they are.
    fn in_transparent_union(&mut self, parameter: &Type, value: Expression) -> Expression {
        let Type::Record(id) = parameter else { return value };
        let record = &self.types.records[*id];
        let is_value = !matches!(value.ty, Type::Record(_) | Type::Opaque(_) | Type::Void);
        if !self.linkage.transparent || !record.union || !is_value {
            return value;
        }
        let fields = record.fields.iter().flatten().map(|field| &field.ty);
        let fields: Vec<(u64, Type)> = (0..).zip(fields.cloned()).collect();
        let same = fields.iter().find(|(_, ty)| self.types.compatible(ty, &value.ty));
        let taken = same.or_else(|| fields.iter().find(|(_, ty)| self.convertible(ty, &value.ty)));
        let Some((field, ty)) = taken else { return value };
        let span = value.span;
        let value = InitialValue::Expression(constants::convert(value, ty));
        let part = InitialPart { path: Some(vec![*field]), value, repeated: false };
        let initializer = Initializer { parts: vec![part], braces: true, span };
        let kind = PlaceKind::Compound(initializer);
        self.loaded(Place { kind, ty: parameter.clone(), constant: false, span })
    }

    /// The type of the result of a known function that the program does not define.
    fn known_call(&self, name: &str, declared: Option<&Type>) -> Option<Type> {
        let long = self.types.long();
        let int = || Type::Integer(IntegerType::INT);
        let declared = declared.cloned();
        if let Some(kind) = nondet_kind(name) {
            let kind = if kind.is_empty() { "int" } else { kind };
            // `nondet_state()` may be a function of the program's own that it does not define.
            let values = name.starts_with("__") && kind != "memory";
            if values || nondet(kind, long).is_some() {
                return Some(declared.unwrap_or_else(|| match (nondet(kind, long), kind) {
                    (Some(ty), _) => Type::Integer(ty),
                    (None, "float") => Type::Float(4),
                    (None, "double") => Type::Float(8),
                    (None, _) => Type::Void.pointer_to(),
                }));
            }
        }
        let Some(model) = model(name) else {
            let (_, outcome) = library::effect(library::plain(name))?;
            return Some(declared.unwrap_or_else(|| outcome.ty(&self.types)));
        };
        let computed = |name| vocabulary::computed_type(name, long).map_or_else(int, Type::Integer);
        Some(match model {
            Model::Assert
            | Model::State
            | Model::Assume
            | Model::Error
            | Model::Stop
            | Model::Exit
            | Model::ErrorExit
            | Model::Free
            | Model::Unreachable
            | Model::Apart
            | Model::Symbolic => Type::Void,
            Model::Output(_)
            | Model::Zero
            | Model::Scan(_)
            | Model::Input(..)
            | Model::Choose
            | Model::Read(_)
            | Model::Character(_)
            | Model::Case(..) => int(),
            Model::Bits(_) => declared.unwrap_or_else(int),
            Model::Open => library::ResultType::File.ty(&self.types),
            Model::Length => Type::Integer(self.types.size_type()),
            Model::Parse => computed(name),
            Model::Floating => declared.unwrap_or_else(|| match library::floating(name) {
                Some(size) if size > 0 => Type::Float(size),
                _ => int(),
            }),
            Model::Absolute => computed(name),
            Model::Swap(bytes) => {
                Type::Integer(IntegerType { width: 8 * bytes, signed: false, float: false })
            }
            Model::Expect => Type::Integer(long),
            Model::Overflowing(_) => Type::Integer(IntegerType::BOOL),
            Model::Arguments | Model::Given | Model::Unsupported("allocated memory") => {
                declared.unwrap_or_else(|| Type::Void.pointer_to())
            }
            Model::Question | Model::Unsupported(_) => declared.unwrap_or_else(int),
        })
    }
}

/// What a library function gives for constants, where that is computed.
fn folded(name: &str, arguments: &[Expression], ty: &Type) -> Option<i128> {
    let ty = ty.integer()?;
    let first = arguments.first()?;
    if let (Some(Model::Length), ExpressionKind::Decay(place)) = (model(name), first.unconverted()) {
        let PlaceKind::Text(units) = &place.kind else { return None };
        return Some(units.iter().position(|&unit| unit == 0).unwrap_or(units.len()) as i128);
    }
    first.integer()?;
    vocabulary::folded(name, first.constant?, ty)
}
