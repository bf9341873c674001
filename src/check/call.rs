//! Calls of functions of the program and of functions nobody defines.

use super::Checker;
use super::catalogue::{self, Effect, Outcome};
use super::conversion::Purpose;
use super::function_pointer::IndirectCall;
use super::resolve::{FunctionEntry, Symbol};
use super::typed::{Expression, ExpressionKind, FunctionId, IntegerType, May};
use super::types::{Signature, Type};
use super::unsupported::{Value, ValueKind, only_effects, sequence, unsupported};
use super::vocabulary;
use crate::source::Span;
use crate::syntax::ast;

/// A structure with more cells than this is not passed by value.
const MAX_PASSED: u64 = 256;

/// The reason that marks calls through pointers, which are connected at the end.
pub(super) const THROUGH_POINTER: &str = "call through a function pointer";

/// Whether somebody uses a call's value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Usage {
    Value,
    Effect,
}

impl Checker<'_> {
    /// A call whose value is used.
    pub fn call(&mut self, function: &ast::Expression, arguments: &[ast::Expression], span: Span) -> Value {
        self.any_call(function, arguments, span, Usage::Value)
    }

    /// A call whose value is not used.
    pub fn call_for_effect(
        &mut self,
        function: &ast::Expression,
        arguments: &[ast::Expression],
        span: Span,
    ) -> Value {
        self.any_call(function, arguments, span, Usage::Effect)
    }

    fn any_call(
        &mut self,
        function: &ast::Expression,
        arguments: &[ast::Expression],
        span: Span,
        usage: Usage,
    ) -> Value {
        // `(*f)()` and `(&f)()` are `f()`.
        let mut function = function;
        while let ast::ExpressionKind::Unary(ast::Unary::Dereference | ast::Unary::AddressOf, inner) =
            &function.kind
            && matches!(&inner.kind, ast::ExpressionKind::Identifier(name)
                if matches!(self.lookup(name), Some(Symbol::Function)))
        {
            function = inner;
        }
        if let ast::ExpressionKind::Identifier(name) = &function.kind {
            match self.lookup(name) {
                None | Some(Symbol::Function) => {
                    return self.named_call(name, function.span, arguments, span, usage);
                }
                Some(_) => {}
            }
        }
        let callee = self.value(function);
        if let ValueKind::Function(name) = &callee.kind
            && self.has_own_type(name, &callee.ty)
        {
            let name = name.clone();
            return self.named_call(&name, function.span, arguments, span, usage);
        }
        let result = match &callee.ty {
            Type::Pointer(pointee, _) => match &**pointee {
                Type::Function(signature) => signature.result.clone(),
                Type::Opaque(_) => Type::Integer(IntegerType::INT),
                _ => return self.not_callable(function, span),
            },
            Type::Function(signature) => signature.result.clone(),
            Type::Opaque(_) => Type::Integer(IntegerType::INT),
            _ => return self.not_callable(function, span),
        };
        let call = IndirectCall { callee: function.span, arguments, span, usage };
        if let Some(value) = self.call_of_code(&callee, &call) {
            return value;
        }
        let mut effects = self.escaping_effects(callee);
        for argument in arguments {
            let value = self.value(argument);
            effects.extend(self.escaping_effects(value));
        }
        // The pointer may be null, or none to a function.
        let may = May { access: true, ..May::RUN };
        Value::other(result, THROUGH_POINTER, effects, may, span)
    }

    /// Whether a function is called by its own type, and not by one that a cast gives it.
    fn has_own_type(&self, name: &str, ty: &Type) -> bool {
        let Some(entry) = self.functions.get(name) else { return true };
        match ty {
            Type::Pointer(pointee, _) => {
                matches!(&**pointee, Type::Function(signature) if **signature == entry.signature)
            }
            Type::Function(signature) => **signature == entry.signature,
            _ => false,
        }
    }

    fn not_callable(&mut self, function: &ast::Expression, span: Span) -> Value {
        let text = self.source.slice(function.span);
        let inner = text.strip_prefix('(').and_then(|t| t.strip_suffix(')')).unwrap_or(text).trim();
        let message = format!("called object '{inner}' is not a function or function pointer");
        let binary = matches!(function.kind, ast::ExpressionKind::Binary(..));
        let at = if binary { self.locus(function) } else { function.span };
        self.error(at, message);
        self.poison(span)
    }

    /// A call of the function of this name.
    pub fn named_call(
        &mut self,
        name: &str,
        name_span: Span,
        arguments: &[ast::Expression],
        span: Span,
        usage: Usage,
    ) -> Value {
        // What a verifier's error function does inside does not matter.
        if matches!(name, "reach_error" | "__VERIFIER_error") {
            let mut effects = Vec::new();
            for argument in arguments {
                let value = self.value(argument);
                effects.extend(self.escaping_effects(value));
            }
            let error =
                Expression { kind: ExpressionKind::Error(name.to_owned()), ty: IntegerType::INT, span };
            return Value::void(sequence(effects, error));
        }
        let alias = self.functions.get(name).and_then(|entry| entry.alias.clone());
        let alias = alias.filter(|a| self.functions.get(a).is_some_and(|entry| entry.definition.is_some()));
        let entry = self.functions.get(alias.as_deref().unwrap_or(name)).cloned();
        if let Some(entry) = &entry
            && let Some(id) = entry.definition
        {
            return self.defined_call(name, id, entry, arguments, span);
        }
        if let Some(FunctionEntry { signature, .. }) = &entry {
            self.check_count(name, signature, arguments.len(), span);
        }
        if !self.linkage.is_foreign(name) {
            if let Some(value) = self.memory_call(name, arguments, span) {
                return value;
            }
            if let Some(value) = self.library_call(name, entry.as_ref(), arguments, span, usage) {
                return value;
            }
            if let Some(known) = catalogue::entry(vocabulary::plain(name)) {
                return self.catalogued_call(name, known, entry.as_ref(), arguments, span);
            }
        }
        let visible = matches!(self.lookup(name), Some(Symbol::Function));
        if !visible
            && !vocabulary::is_standard(name)
            && !self.unread
            && self.undeclared.insert(name.to_owned())
        {
            self.warning(name_span, format!("implicit declaration of function '{name}'"));
        }
        self.undefined_call(name, entry.as_ref(), arguments, span)
    }

    /// Checks the number of arguments of a declared function.
    fn check_count(&mut self, name: &str, signature: &Signature, given: usize, span: Span) {
        let Some(parameters) = &signature.parameters else { return };
        if given < parameters.len() {
            self.error(span, format!("too few arguments to function '{name}'"));
        } else if given > parameters.len() && !signature.variadic {
            self.error(span, format!("too many arguments to function '{name}'"));
        }
    }

    /// How many scalars a parameter of the type is passed as.
    pub fn passed_cells(&self, ty: &Type) -> u64 {
        let cells = self.types.cell_count(ty);
        match ty {
            Type::Integer(_) => 1,
            ty if ty.is_function_pointer() => 1,
            Type::Record(_) if cells <= MAX_PASSED => cells,
            _ => 0,
        }
    }

    /// The value of an argument, for a parameter of the type if there is a prototype.
    fn call_argument(
        &mut self,
        argument: &ast::Expression,
        position: usize,
        name: &str,
        parameter: Option<&Type>,
    ) -> Value {
        let at = self.locus(argument);
        let value = self.value(argument);
        match parameter {
            Some(ty) => self.converted(ty, value, at, Purpose::Argument(position, name)),
            // An unread macro may do anything with it.
            None if value.ty == Type::Void && !self.unread => {
                self.error(at, "invalid use of void expression");
                self.poison(value.span)
            }
            None => value,
        }
    }

    fn defined_call(
        &mut self,
        name: &str,
        id: FunctionId,
        entry: &FunctionEntry,
        arguments: &[ast::Expression],
        span: Span,
    ) -> Value {
        let count = entry.passing.len();
        if entry.prototype && arguments.len() < count {
            self.error(span, format!("too few arguments to function '{name}'"));
        } else if entry.prototype && arguments.len() > count && !entry.signature.variadic {
            self.error(span, format!("too many arguments to function '{name}'"));
        }
        let (mut effects, mut passed) = (Vec::new(), Vec::new());
        let mut values = Vec::new();
        for (i, argument) in arguments.iter().enumerate() {
            let parameter = entry.passing.get(i).filter(|_| entry.prototype);
            values.push(self.call_argument(argument, i, name, parameter));
        }
        let version = self.reference_call(name, entry, &mut values, &mut effects);
        for (i, value) in values.into_iter().enumerate() {
            match entry.passing.get(i) {
                Some(Type::Integer(ty)) => {
                    self.escape(&value);
                    passed.push(self.cast_integer(value, *ty));
                }
                Some(ty) if ty.is_function_pointer() => passed.push(self.function_code(value)),
                Some(ty) if self.passed_cells(ty) > 0 => {
                    let ty = ty.clone();
                    let value = self.settled(value);
                    let (before, cells) = self.cell_values(value, &ty);
                    effects.extend(before);
                    passed.extend(cells);
                }
                _ => effects.extend(self.escaping_effects(value)),
            }
        }
        for ty in entry.passing.iter().skip(arguments.len()) {
            let mut cells = Vec::new();
            if self.passed_cells(ty) > 0 {
                self.types.cells(ty, "", &mut cells);
            }
            passed.extend(
                cells.iter().map(|c| unsupported("missing argument", Vec::new(), May::NOTHING, c.ty, span)),
            );
        }
        let result = entry.signature.result.clone();
        let ty = result.scalar().unwrap_or(IntegerType::INT);
        let (mut id, mut places) = (id, Vec::new());
        let returned = matches!(result, Type::Record(_)) && self.passed_cells(&result) > 0;
        let returned = returned.then(|| self.temporary_place(&format!("{name}()"), &result, span)).flatten();
        places.extend(returned.clone());
        if let Some(version) = version {
            id = version.id;
            passed.extend(version.numbers);
            let (cells, objects) = self.passed_objects(&version.objects);
            passed.extend(cells);
            places.extend(objects);
        }
        let call = Expression { kind: ExpressionKind::Call(id, passed, places), ty, span };
        if let Some(place) = returned {
            effects.push(call);
            return Value { ty: result, kind: ValueKind::Record { place, effects }, span };
        }
        let call = sequence(effects, call);
        match &result {
            Type::Void => Value::void(call),
            Type::Integer(_) => Value::integer(call),
            _ if result.is_function_pointer() => Value { ty: result, kind: ValueKind::Code(call), span },
            _ => {
                let reason = self.types.unmodelled(&result).unwrap_or_else(|| "structure".to_owned());
                let reason = format!("{reason} returned by '{name}'");
                Value::other(result, reason, vec![call], May::NOTHING, span)
            }
        }
    }

    /// A call of a library function that is known for what it does to memory, and whose value is not computed.
    fn catalogued_call(
        &mut self,
        name: &str,
        (effect, outcome): (Effect, Outcome),
        entry: Option<&FunctionEntry>,
        arguments: &[ast::Expression],
        span: Span,
    ) -> Value {
        let parameters = entry.and_then(|e| e.signature.parameters.clone()).unwrap_or_default();
        let (mut effects, mut memory) = (Vec::new(), false);
        for (i, argument) in arguments.iter().enumerate() {
            let value = self.call_argument(argument, i, name, parameters.get(i));
            if Self::is_null(&value) && catalogue::reads_always(vocabulary::plain(name)) {
                effects.extend(self.null_access(value.span));
            }
            memory |= value.ty.is_pointer() && !matches!(value.kind, ValueKind::Harmless | ValueKind::Null);
            effects.extend(match effect {
                Effect::Reads => value.into_dropped(),
                Effect::Into
                | Effect::Writes
                | Effect::Calls
                | Effect::Later
                | Effect::Leaves
                | Effect::Ends => self.escaping_effects(value),
            });
        }
        let access = May { access: memory, ..May::NOTHING };
        let may = match effect {
            Effect::Reads | Effect::Into => access,
            Effect::Writes => May::WRITE.or(access),
            Effect::Calls => May::RUN.or(access),
            Effect::Later => May { jump: true, ..May::RUN },
            Effect::Leaves => May::ANYTHING,
            Effect::Ends => May::RUN,
        };
        let ty = entry.map_or_else(|| outcome.ty(&self.types), |e| e.signature.result.clone());
        let reason = format!("call of '{name}'");
        match effect {
            Effect::Reads | Effect::Into | Effect::Writes | Effect::Calls | Effect::Later => {
                Value::other(ty, reason, effects, may, span)
            }
            Effect::Leaves | Effect::Ends => {
                let left = unsupported(reason.clone(), effects, may, IntegerType::INT, span);
                let kind = ExpressionKind::Stop(vec![left]);
                let stop = Expression { kind, ty: IntegerType::INT, span };
                match ty {
                    Type::Void => Value::void(stop),
                    ty => Value::other(ty, reason, vec![stop], May::NOTHING, span),
                }
            }
        }
    }

    /// A call of a function without a body: its result is an input, and it may change what escaped.
    fn undefined_call(
        &mut self,
        name: &str,
        entry: Option<&FunctionEntry>,
        arguments: &[ast::Expression],
        span: Span,
    ) -> Value {
        let unknown =
            Signature { result: Type::Integer(IntegerType::INT), parameters: None, variadic: false };
        let signature = entry.map_or(unknown, |e| e.signature.clone());
        let mut effects = Vec::new();
        // These have a fixed meaning; taking any result for possible would be a false alarm.
        let implementation = name.starts_with("__");
        let from_library = entry.is_none() && self.library_headers;
        let mut fixed =
            vocabulary::is_standard(name) || implementation || from_library || self.linkage.is_foreign(name);
        for (i, argument) in arguments.iter().enumerate() {
            let parameter = signature.parameters.as_ref().and_then(|p| p.get(i)).cloned();
            let value = self.call_argument(argument, i, name, parameter.as_ref());
            fixed |= matches!(value.ty, Type::Float(_));
            effects.extend(self.escaping_effects(value));
        }
        // It changes what escaped, now or before, and may call back.
        effects.push(unsupported(
            format!("call of undefined function '{name}'"),
            Vec::new(),
            May::RUN,
            IntegerType::INT,
            span,
        ));
        // What it gives may point to any variable that other files can name.
        if !matches!(signature.result, Type::Integer(_) | Type::Float(_) | Type::Void) {
            self.linkage.give_away();
        }
        // It may be a macro of a header that was not read, and have any type.
        let builtin = name.starts_with("__builtin_");
        let unread = entry.is_none() && (builtin || (self.unread && !vocabulary::is_known(name)));
        let any = Type::Opaque(format!("result of '{name}'"));
        let result = if unread { any.clone() } else { signature.result.clone() };
        let stops = entry.is_some_and(|e| e.stops);
        if !stops && !self.program.assumed_pure.iter().any(|(n, _)| n == name) {
            self.program.assumed_pure.push((name.to_owned(), span));
        }
        if stops {
            let kind = ExpressionKind::Stop(only_effects(effects));
            return Value::void(Expression { kind, ty: IntegerType::INT, span });
        }
        if fixed {
            let reason = format!("call of undefined function '{name}'");
            return Value::other(result, reason, effects, May::NOTHING, span);
        }
        let value = self.input_of_type(name, signature.result, effects, span);
        if unread { Value { ty: any, ..value } } else { value }
    }

    /// An input with the range of the type.
    pub fn input_of_type(&mut self, name: &str, ty: Type, operands: Vec<Expression>, span: Span) -> Value {
        match ty {
            Type::Integer(ty) => Value::integer(input(name, ty, (ty.min(), ty.max()), operands, span)),
            Type::Void => Value::void(Expression {
                kind: ExpressionKind::NoOperation(only_effects(operands)),
                ty: IntegerType::INT,
                span,
            }),
            other => {
                let reason = self.types.unmodelled(&other).unwrap_or_else(|| "structure".to_owned());
                Value::other(other, format!("{reason} returned by '{name}'"), operands, May::NOTHING, span)
            }
        }
    }
}

/// An input.
pub(super) fn input(
    name: &str,
    ty: IntegerType,
    range: (i128, i128),
    operands: Vec<Expression>,
    span: Span,
) -> Expression {
    let kind = ExpressionKind::Input { name: name.to_owned(), operands: only_effects(operands), range };
    Expression { kind, ty, span }
}
