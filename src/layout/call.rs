//! Calls of functions of the program and of functions nobody defines.

use super::cells::scalar;
use super::effects::{only_effects, sequence};
use super::opaque::unsupported;
use super::program::{Expression, ExpressionKind, FunctionId, May};
use super::site::{IndirectCall, Site, THROUGH_POINTER, Usage};
use super::state::Layout;
use super::value::{Value, ValueKind};
use crate::arith::IntegerType;
use crate::check::catalogue::{self, Effect};
use crate::check::tree::{self, Callee};
use crate::check::types::Type;
use crate::check::vocabulary;
use crate::doubt::Unmodelled;
use crate::source::Span;

/// A structure with more cells than this is not passed by value.
const MAX_PASSED: u64 = 256;

impl Layout<'_> {
    /// A call whose value is used.
    pub fn call(&mut self, callee: &Callee, arguments: &[tree::Expression], ty: Type, span: Span) -> Value {
        self.any_call(callee, arguments, Site { ty, span, usage: Usage::Value })
    }

    /// A call whose value is not used.
    pub fn call_for_effect(
        &mut self,
        callee: &Callee,
        arguments: &[tree::Expression],
        ty: Type,
        span: Span,
    ) -> Value {
        self.any_call(callee, arguments, Site { ty, span, usage: Usage::Effect })
    }

    fn any_call(&mut self, callee: &Callee, arguments: &[tree::Expression], site: Site) -> Value {
        match callee {
            Callee::Named(id) => self.named_call(*id, arguments, site),
            Callee::Pointer(pointer) => {
                let callee = self.value(pointer);
                let call = IndirectCall { callee: pointer.span, arguments, site: &site };
                if let Some(value) = self.call_of_code(&callee, &call) {
                    return value;
                }
                let mut effects = self.escaping_effects(callee);
                effects.extend(self.escaping_arguments(arguments));
                // The pointer may be null, or none to a function.
                let may = May { access: true, ..May::RUN };
                Value::other(site.ty, THROUGH_POINTER, effects, may, site.span)
            }
        }
    }

    /// A call of a function by its name.
    pub fn named_call(&mut self, id: tree::FunctionId, arguments: &[tree::Expression], site: Site) -> Value {
        let tree = self.tree;
        let entry = &tree.functions[id.index()];
        let (name, span) = (&*entry.name, site.span);
        // What a verifier's error function does inside does not matter.
        if matches!(name, "reach_error" | "__VERIFIER_error") {
            let effects = self.escaping_arguments(arguments);
            let error =
                Expression { kind: ExpressionKind::Error(name.to_owned()), ty: IntegerType::INT, span };
            return Value::void(sequence(effects, error));
        }
        if let Some(own) = self.numbers[id.index()] {
            return self.defined_call(id, own, arguments, span);
        }
        let declared = entry.declared.then_some(entry);
        if !tree.linkage.is_foreign(name) {
            if let Some(value) = self.memory_call(name, arguments, span) {
                // The address has the type that the function's result is declared with.
                let address = matches!(value.kind, ValueKind::Address { .. });
                return if address { Value { ty: site.ty, ..value } } else { value };
            }
            if let Some(value) = self.library_call(name, arguments, &site) {
                return value;
            }
            if let Some((effect, _)) = catalogue::entry(catalogue::plain(name)) {
                return self.catalogued_call(name, effect, arguments, site);
            }
        }
        self.undefined_call(name, declared, arguments, site)
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

    fn defined_call(
        &mut self,
        id: tree::FunctionId,
        own: FunctionId,
        arguments: &[tree::Expression],
        span: Span,
    ) -> Value {
        let tree = self.tree;
        let entry = &tree.functions[id.index()];
        let name = &*entry.name;
        let (mut effects, mut passed) = (Vec::new(), Vec::new());
        let mut values: Vec<Value> = arguments.iter().map(|a| self.value(a)).collect();
        let version = self.reference_call(id, &mut values, &mut effects);
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
        let ty = scalar(&result).unwrap_or(IntegerType::INT);
        let (mut id, mut places) = (own, Vec::new());
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
        effect: Effect,
        arguments: &[tree::Expression],
        site: Site,
    ) -> Value {
        let (mut effects, mut memory) = (Vec::new(), false);
        for (i, argument) in arguments.iter().enumerate() {
            let value = self.value(argument);
            if Self::is_null(&value) && i < catalogue::texts_read(catalogue::plain(name)) {
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
        let Site { ty, span, .. } = site;
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
        entry: Option<&tree::Function>,
        arguments: &[tree::Expression],
        site: Site,
    ) -> Value {
        let Site { ty, span, .. } = site;
        let declared = entry.map_or(Type::Integer(IntegerType::INT), |e| e.signature.result.clone());
        // These have a fixed meaning; taking any result for possible would be a false alarm.
        let implementation = name.starts_with("__");
        let from_library = entry.is_none() && self.tree.library_headers;
        let foreign = self.tree.linkage.is_foreign(name);
        let mut fixed = vocabulary::is_standard(name) || implementation || from_library || foreign;
        let mut effects = Vec::new();
        for argument in arguments {
            let value = self.value(argument);
            fixed |= matches!(value.ty, Type::Float(_)) || matches!(argument.ty, Type::Float(_));
            if let Type::Pointer(pointed, _) = &value.ty {
                // It may put pointers there.
                self.given_away |= self.tree.types.holds_pointers(pointed);
            }
            effects.extend(self.escaping_effects(value));
        }
        let reason = Unmodelled::Body { function: name.to_owned() };
        // It changes what escaped, now or before, and may call back.
        effects.push(unsupported(reason.clone(), Vec::new(), May::RUN, IntegerType::INT, span));
        // What it gives may point to any variable that other files can name.
        if !matches!(declared, Type::Integer(_) | Type::Float(_) | Type::Void) {
            self.given_away = true;
        }
        // It may be a macro of a header that was not read, and have any type.
        let builtin = name.starts_with("__builtin_");
        let unread = entry.is_none() && (builtin || (self.tree.unread && !vocabulary::is_known(name)));
        let stops = entry.is_some_and(|e| e.stops);
        if !stops && !self.program.assumed_pure.iter().any(|(n, _)| n == name) {
            self.program.assumed_pure.push((name.to_owned(), span));
        }
        if stops {
            let kind = ExpressionKind::Stop(only_effects(effects));
            return Value::void(Expression { kind, ty: IntegerType::INT, span });
        }
        if fixed {
            return Value::other(ty, reason, effects, May::NOTHING, span);
        }
        let value = self.input_of_type(name, declared, effects, span);
        if unread { Value { ty, ..value } } else { value }
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
    let kind = ExpressionKind::Input { name: Some(name.to_owned()), operands: only_effects(operands), range };
    Expression { kind, ty, span }
}
