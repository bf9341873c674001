//! The functions of C's library and of verifiers that are known without a definition.

use super::Checker;
use super::call::{Usage, input};
use super::constants;
use super::expression::as_int;
use super::resolve::FunctionEntry;
use super::typed::{
    BinaryOperator, Cell, Expression, ExpressionKind, IntegerType, May, Place, Relation, Storage,
};
use super::types::Type;
use super::unsupported::{
    Value, ValueKind, has_effects, only_effects, place_has_effects, sequence, unsupported,
};
use super::vocabulary::{self, Model, float_function, model, nondet, nondet_kind};
use crate::source::Span;
use crate::syntax::ast;

impl Checker<'_> {
    /// A call of a known function that the program does not define.
    pub fn library_call(
        &mut self,
        name: &str,
        entry: Option<&FunctionEntry>,
        arguments: &[ast::Expression],
        span: Span,
        usage: Usage,
    ) -> Option<Value> {
        if let Some(kind) = nondet_kind(name) {
            let kind = if kind.is_empty() { "int" } else { kind };
            // `nondet_state()` may be a function of the program's own that it does not define.
            let values = name.starts_with("__") && kind != "memory";
            if values || nondet(kind, self.types.long()).is_some() {
                return Some(self.nondet_call(name, kind, entry, arguments, span));
            }
        }
        let simple = |kind| Expression { kind, ty: IntegerType::INT, span };
        let declared = entry.map(|e| e.signature.result.clone());
        Some(match model(name)? {
            Model::Assert | Model::Assume if arguments.is_empty() => return None,
            Model::Assert => {
                let condition = self.truth(&arguments[0]);
                Value::void(simple(ExpressionKind::Assert(Box::new(condition))))
            }
            Model::Assume => {
                let condition = self.truth(&arguments[0]);
                Value::void(simple(ExpressionKind::Assume(Box::new(condition))))
            }
            Model::Error => {
                let effects = self.argument_effects(arguments);
                Value::void(sequence(effects, simple(ExpressionKind::Error(name.to_owned()))))
            }
            Model::Stop if !arguments.is_empty() && name.to_ascii_lowercase().contains("exit") => {
                let value = self.value(&arguments[0]);
                let status = self.cast_integer(value, IntegerType::INT);
                Value::void(simple(ExpressionKind::Exit(Box::new(status))))
            }
            Model::Stop => {
                let effects = self.argument_effects(arguments);
                Value::void(simple(ExpressionKind::Stop(effects)))
            }
            Model::Output => self.output_call(name, arguments, span, usage),
            Model::Zero => {
                let effects = self.argument_effects(arguments);
                Value::integer(sequence(effects, constants::integer(0, span)))
            }
            Model::ErrorExit if arguments.is_empty() => return None,
            Model::ErrorExit => {
                let status = self.truth(&arguments[0]);
                let effects = self.argument_effects(&arguments[1..]);
                let stop = Box::new(simple(ExpressionKind::Stop(Vec::new())));
                let none = Box::new(constants::integer(0, span));
                let ends = simple(ExpressionKind::Conditional(Box::new(status), stop, none));
                Value::void(sequence(effects, ends))
            }
            Model::Free => {
                let mut effects = Vec::new();
                let mut may = May::NOTHING;
                for argument in arguments {
                    let value = self.value(argument);
                    may.access |= !Self::is_null(&value);
                    effects.extend(value.into_dropped());
                }
                Value::other(Type::Void, format!("call of '{name}'"), effects, may, span)
            }
            Model::Unreachable => {
                let part = unsupported(
                    format!("call of '{name}'"),
                    Vec::new(),
                    May::ANYTHING,
                    IntegerType::INT,
                    span,
                );
                Value::void(simple(ExpressionKind::Stop(vec![part])))
            }
            Model::Constant(compute) => {
                let value = self.value(arguments.first()?);
                let reason = format!("call of '{name}'");
                let ty = declared.unwrap_or(Type::Integer(IntegerType::INT));
                match (value.kind, &ty) {
                    (ValueKind::Integer(e), Type::Integer(integer)) => {
                        match constants::value(&e).and_then(|v| i64::try_from(v).ok()) {
                            Some(known) => {
                                let result = integer.convert(compute(known));
                                Value::integer(constants::constant(result, *integer, span))
                            }
                            None => Value::other(ty, reason, vec![e], May::NOTHING, span),
                        }
                    }
                    (kind, _) => {
                        let effects = self.escaping_effects(Value { kind, ..value });
                        Value::other(ty, reason, effects, May::NOTHING, span)
                    }
                }
            }
            Model::Length => {
                let Some(ast::ExpressionKind::String(parts)) = arguments.first().map(|a| &a.kind) else {
                    return None;
                };
                let units = self.string_units(parts);
                let length = units.iter().position(|&unit| unit == 0).unwrap_or(units.len());
                Value::integer(constants::constant(length as i128, self.types.size_type(), span))
            }
            Model::Scan(first) => self.scan(name, arguments, first, span, usage),
            Model::Input(low, high) => {
                let effects = self.argument_effects(arguments);
                if let Some(reason) = self.repeated_input(name) {
                    let ty = Type::Integer(IntegerType::INT);
                    return Some(Value::other(ty, reason, effects, May::NOTHING, span));
                }
                let range = (i128::from(low), i128::from(high));
                Value::integer(input(name, IntegerType::INT, range, effects, span))
            }
            Model::Parse => self.parse_call(name, arguments, span),
            Model::Reads => {
                let ty = declared.unwrap_or_else(|| match float_function(name) {
                    Some(size) if size > 0 => Type::Float(size),
                    _ => Type::Integer(IntegerType::INT),
                });
                let (mut effects, mut may) = (Vec::new(), May::NOTHING);
                for argument in arguments {
                    let value = self.value(argument);
                    if value.ty.is_pointer() || matches!(value.ty, Type::Opaque(_)) {
                        may = May::WRITE_MEMORY;
                    }
                    effects.extend(self.escaping_effects(value));
                }
                Value::other(ty, format!("call of '{name}'"), effects, may, span)
            }
            Model::Absolute => {
                let value = self.value(arguments.first()?);
                let ty = match name {
                    "labs" | "__builtin_labs" => self.types.long(),
                    "llabs" | "imaxabs" | "__builtin_llabs" => IntegerType { width: 64, signed: true },
                    _ => IntegerType::INT,
                };
                let operand = self.cast_integer(value, ty);
                if has_effects(&operand) {
                    return Some(Value::other(
                        Type::Integer(ty),
                        format!("call of '{name}'"),
                        vec![operand],
                        May::NOTHING,
                        span,
                    ));
                }
                let negative = constants::compare(
                    Relation::Less,
                    operand.clone(),
                    constants::constant(0, ty, span),
                    span,
                );
                let negated = constants::unary(super::typed::UnaryOperator::Negate, operand.clone(), span);
                Value::integer(choose(negative, negated, operand, span))
            }
            Model::Character(class) => {
                let value = self.value(arguments.first()?);
                let operand = self.cast_integer(value, IntegerType::INT);
                let (ranges, result) = class.ranges();
                if has_effects(&operand) {
                    let ty = Type::Integer(IntegerType::INT);
                    return Some(Value::other(
                        ty,
                        format!("call of '{name}'"),
                        vec![operand],
                        May::NOTHING,
                        span,
                    ));
                }
                let number = |n| constants::integer(n, span);
                let mut test: Option<Expression> = None;
                for &(low, high) in ranges {
                    let from = constants::compare(Relation::GreaterEqual, operand.clone(), number(low), span);
                    let to = constants::compare(Relation::LessEqual, operand.clone(), number(high), span);
                    let inside = simple(ExpressionKind::And(Box::new(from), Box::new(to)));
                    test = Some(match test {
                        None => inside,
                        Some(test) => simple(ExpressionKind::Or(Box::new(test), Box::new(inside))),
                    });
                }
                Value::integer(choose(test?, number(result), number(0), span))
            }
            Model::Case(low, high, distance) => {
                let value = self.value(arguments.first()?);
                let operand = self.cast_integer(value, IntegerType::INT);
                if has_effects(&operand) {
                    let ty = Type::Integer(IntegerType::INT);
                    return Some(Value::other(
                        ty,
                        format!("call of '{name}'"),
                        vec![operand],
                        May::NOTHING,
                        span,
                    ));
                }
                let number = |n: i64| constants::integer(n.into(), span);
                let from = constants::compare(Relation::GreaterEqual, operand.clone(), number(low), span);
                let to = constants::compare(Relation::LessEqual, operand.clone(), number(high), span);
                let inside = match (constants::value(&from), constants::value(&to)) {
                    (Some(a), Some(b)) => number((a != 0 && b != 0).into()),
                    _ => simple(ExpressionKind::And(Box::new(from), Box::new(to))),
                };
                let moved = constants::binary(
                    BinaryOperator::Add,
                    operand.clone(),
                    number(distance),
                    IntegerType::INT,
                    span,
                );
                Value::integer(choose(inside, moved, operand, span))
            }
            Model::Swap(bytes) => {
                let value = self.value(arguments.first()?);
                let ty = IntegerType { width: 8 * bytes, signed: false };
                let operand = self.cast_integer(value, ty);
                if has_effects(&operand) {
                    let reason = format!("call of '{name}'");
                    return Some(Value::other(Type::Integer(ty), reason, vec![operand], May::NOTHING, span));
                }
                let number = |n: i128| constants::constant(n, ty, span);
                let apply = |operator, left, right| constants::binary(operator, left, right, ty, span);
                let mut swapped = number(0);
                for byte in 0..i128::from(bytes) {
                    let low = apply(BinaryOperator::ShiftRight, operand.clone(), number(8 * byte));
                    let low = apply(BinaryOperator::BitAnd, low, number(255));
                    let high = number(8 * (i128::from(bytes) - 1 - byte));
                    let moved = apply(BinaryOperator::ShiftLeft, low, high);
                    swapped = apply(BinaryOperator::BitOr, swapped, moved);
                }
                Value::integer(swapped)
            }
            Model::Expect => {
                let value = self.value(arguments.first()?);
                Value { span, ..value }
            }
            Model::Overflowing(operator) => return self.overflowing(name, operator, arguments, span),
            Model::Symbolic => {
                let (first, rest) = arguments.split_first()?;
                let mut effects = self.argument_effects(rest);
                let value = self.value(first);
                match value.kind {
                    ValueKind::Address { .. } if points_to_integer(&value) => {
                        let target = self.dereference(value, scanned_span(first));
                        let ty = target.ty.integer().unwrap_or(IntegerType::INT);
                        let text = self.source.slice(target.span).to_owned();
                        let any = Value::integer(input(&text, ty, (ty.min(), ty.max()), Vec::new(), span));
                        let stored = self.store(target, any, span);
                        effects.extend(stored.into_dropped());
                        Value::void(sequence(effects, constants::integer(0, span)))
                    }
                    _ => {
                        effects.extend(self.escaping_effects(value));
                        Value::other(
                            Type::Void,
                            format!("call of '{name}'"),
                            effects,
                            May::WRITE_MEMORY,
                            span,
                        )
                    }
                }
            }
            Model::Unsupported(reason) => {
                let effects = self.escaping_arguments(arguments);
                let ty = declared.unwrap_or_else(|| match reason {
                    "allocated memory" => Type::Void.pointer_to(),
                    _ => Type::Integer(IntegerType::INT),
                });
                Value::other(ty, reason, effects, May::NOTHING, span)
            }
        })
    }

    /// `__builtin_add_overflow(a, b, &r)`: computes in a type that holds the exact result.
    fn overflowing(
        &mut self,
        name: &str,
        operator: BinaryOperator,
        arguments: &[ast::Expression],
        span: Span,
    ) -> Option<Value> {
        let [left, right, result] = arguments else { return None };
        let values = [self.value(left), self.value(right)];
        let result = self.value(result);
        let current = self.current.as_ref()?.id;
        let (ValueKind::Integer(left), ValueKind::Integer(right)) = (&values[0].kind, &values[1].kind) else {
            return Some(self.unknown_call(name, values, result, span));
        };
        // Those with a type in their names convert first.
        let (mut left, mut right) = (left.clone(), right.clone());
        if let Some(ty) = self.overflowing_type(name) {
            (left, right) = (constants::convert(left, ty), constants::convert(right, ty));
        }
        let width = match operator {
            BinaryOperator::Multiply => left.ty.width + right.ty.width + 1,
            _ => left.ty.width.max(right.ty.width) + 2,
        };
        // Two unsigned 64-bit factors are too much.
        let wide = IntegerType { width: width.min(128), signed: true };
        match result.kind {
            ValueKind::Address { .. } if width <= 129 && points_to_integer(&result) => {
                let both_unsigned = !left.ty.signed && !right.ty.signed;
                if width == 129 && both_unsigned {
                    return Some(self.unknown_call(name, values, result, span));
                }
                let target = self.dereference(result, span);
                let ty = target.ty.integer()?;
                let (left, right) = (constants::convert(left, wide), constants::convert(right, wide));
                let exact = constants::binary(operator, left, right, wide, span);
                let cells = vec![Cell { suffix: String::new(), ty: wide }];
                let kept = self.push_variable(name, Storage::Local(current), cells, span);
                let kept = Place { variable: kept, offset: 0, indices: Vec::new(), ty: wide, span };
                let read = |ty| {
                    let read = Expression { kind: ExpressionKind::Read(kept.clone()), ty: wide, span };
                    constants::convert(read, ty)
                };
                let keep = ExpressionKind::Assign(kept.clone(), Box::new(exact));
                let mut all = vec![Expression { kind: keep, ty: wide, span }];
                let stored = self.store(target, Value::integer(read(ty)), span);
                all.extend(stored.into_dropped());
                let changed = constants::convert(read(ty), wide);
                let differs = constants::compare(Relation::NotEqual, changed, read(wide), span);
                Some(Value::integer(sequence(all, constants::convert(differs, IntegerType::BOOL))))
            }
            kind => {
                let result = Value { kind, ..result };
                Some(self.unknown_call(name, values, result, span))
            }
        }
    }

    /// The type of the operands of `__builtin_saddl_overflow` and the like; `None` of the generic ones.
    fn overflowing_type(&self, name: &str) -> Option<IntegerType> {
        let inner = name.strip_prefix("__builtin_")?.strip_suffix("_overflow")?;
        let signed = match inner.as_bytes().first()? {
            b's' if !inner.starts_with("sub") => true,
            b'u' => false,
            _ => return None,
        };
        let width = match inner.len() - inner.trim_end_matches('l').len() {
            // `mul` ends in the same letter.
            count if inner.contains("mul") && count <= 1 => 32,
            2 if inner.contains("mul") => self.types.long().width,
            0 => 32,
            1 => self.types.long().width,
            _ => 64,
        };
        Some(IntegerType { width, signed })
    }

    /// A call of a known function whose arguments are out of the ordinary.
    fn unknown_call(&mut self, name: &str, values: [Value; 2], result: Value, span: Span) -> Value {
        let mut effects = Vec::new();
        for value in values.into_iter().chain([result]) {
            effects.extend(self.escaping_effects(value));
        }
        let ty = Type::Integer(IntegerType::INT);
        Value::other(ty, format!("call of '{name}'"), effects, May::WRITE_MEMORY, span)
    }

    /// What a call that writes text does: nothing to the program's own memory, but for `%n`.
    fn output_call(&mut self, name: &str, arguments: &[ast::Expression], span: Span, usage: Usage) -> Value {
        let literal = |e: &ast::Expression| match &e.kind {
            ast::ExpressionKind::String(parts) => Some(parts.concat()),
            _ => None,
        };
        let plain = vocabulary::plain(name);
        let format = match plain {
            "printf" | "vprintf" => arguments.first(),
            "fprintf" | "vfprintf" | "dprintf" => arguments.get(1),
            _ => None,
        };
        let counts = format.is_some_and(|f| {
            literal(f).is_none_or(|text| {
                text.replace("%%", "").contains('n')
                    && text.replace("%%", "").split('%').skip(1).any(counts_characters)
            })
        });
        if counts && arguments.len() > 1 {
            let effects = self.escaping_arguments(arguments);
            let ty = Type::Integer(IntegerType::INT);
            return Value::other(ty, format!("call of '{name}'"), effects, May::WRITE_MEMORY, span);
        }
        let effects = self.argument_effects(arguments);
        match usage {
            Usage::Effect => {
                let kind = ExpressionKind::NoOperation(effects);
                Value::integer(Expression { kind, ty: IntegerType::INT, span })
            }
            // How much was written, or whether that failed: no run can choose it.
            Usage::Value => {
                let ty = Type::Integer(IntegerType::INT);
                Value::other(ty, format!("result of '{name}'"), effects, May::NOTHING, span)
            }
        }
    }

    /// A number from the command line or from outside is an input; one from a text is what the text says.
    fn parse_call(&mut self, name: &str, arguments: &[ast::Expression], span: Span) -> Value {
        let long = self.types.long();
        let ty = match name {
            "atoi" => IntegerType::INT,
            "atol" | "strtol" | "time" | "random" | "lrand48" => long,
            "strtoul" => IntegerType { signed: false, ..long },
            "strtoull" => IntegerType { width: 64, signed: false },
            _ => IntegerType { width: 64, signed: true },
        };
        let from_outside = match name {
            "random" | "lrand48" => true,
            "time" => arguments.first().is_none_or(|a| {
                matches!(&a.kind, ast::ExpressionKind::Integer(i) if i.value == 0)
                    || matches!(&a.kind, ast::ExpressionKind::Identifier(n) if n == "NULL")
            }),
            _ => arguments.first().is_some_and(|a| self.is_command_line(a)),
        };
        let mut known = None;
        if let (true, Some(ast::ExpressionKind::String(parts))) =
            (name.starts_with("ato"), arguments.first().map(|a| &a.kind))
        {
            known = leading_number(&self.string_units(parts)).filter(|&n| ty.contains(n));
        }
        if let Some(known) = known {
            return Value::integer(constants::constant(known, ty, span));
        }
        let (mut effects, mut writes) = (Vec::new(), false);
        for (i, argument) in arguments.iter().enumerate() {
            let value = self.value(argument);
            let result = i == 1 || name == "time";
            writes |= result && value.ty.is_pointer() && !Self::is_null(&value);
            effects.extend(if writes { self.escaping_effects(value) } else { value.into_dropped() });
        }
        if writes || !from_outside {
            // The end of the number that is written lies in the text.
            if writes && let Some(text) = arguments.first() {
                let text = self.value(text);
                self.escape(&text);
            }
            let may = if writes { May::WRITE_MEMORY } else { May::NOTHING };
            return Value::other(Type::Integer(ty), format!("call of '{name}'"), effects, may, span);
        }
        let text = arguments.first().filter(|text| self.is_command_line(text));
        let again = match text {
            Some(text) if self.is_read_again(text) => {
                Some("text of the command line that is read again".to_owned())
            }
            Some(_) => None,
            None => self.repeated_input(name).filter(|_| name != "time"),
        };
        if let Some(reason) = again {
            return Value::other(Type::Integer(ty), reason, effects, May::NOTHING, span);
        }
        if matches!(name, "random" | "lrand48") {
            return Value::integer(input(name, long, (0, i128::from(i32::MAX)), effects, span));
        }
        let text = self.source.slice(span).split_whitespace().collect::<Vec<_>>().join(" ");
        Value::integer(input(&text, ty, (ty.min(), ty.max()), effects, span))
    }

    /// Why what a function reads from outside may have been there before: then it is not any value.
    fn repeated_input(&self, name: &str) -> Option<String> {
        let called = |names: &[&str], often: bool| {
            let known =
                |name: &&&str| self.references.called.get(**name).is_some_and(|again| *again || !often);
            names.iter().find(known).map(|name| name.to_string())
        };
        let before = match name {
            // The same seed gives the same numbers.
            "rand" | "random" | "lrand48" => called(&["srand", "srandom", "srand48"], true)
                .or_else(|| called(&["initstate", "setstate"], false)),
            _ => called(&["ungetc", "rewind", "fseek", "fseeko", "fsetpos"], false),
        };
        before.map(|before| format!("result of '{name}' after '{before}'"))
    }

    /// Whether the text of the command line that is read here may be read somewhere else, too: two inputs would have two
    /// values.
    fn is_read_again(&mut self, text: &ast::Expression) -> bool {
        let constant = match &text.kind {
            ast::ExpressionKind::Index(_, index) => self.constant_value(index),
            _ => None,
        };
        let current = self.current.as_ref();
        let repeated = current.is_some_and(|c| c.loops > 0 || !c.labels.is_empty());
        let same = |(span, other): (&Span, &Option<i128>)| {
            *span != text.span && (other.is_none() || constant.is_none() || *other == constant)
        };
        let before = self.command_line_reads.iter().any(same);
        self.command_line_reads.insert(text.span, constant);
        before || (repeated && constant.is_some())
    }

    /// Whether an expression denotes a text of the command line, by its form.
    fn is_command_line(&self, expression: &ast::Expression) -> bool {
        match &expression.kind {
            ast::ExpressionKind::Identifier(name) => {
                self.current.as_ref().is_some_and(|c| c.command_line.as_ref() == Some(name))
            }
            ast::ExpressionKind::Index(array, _) => self.is_command_line(array),
            ast::ExpressionKind::Unary(
                ast::Unary::Dereference | ast::Unary::Increment | ast::Unary::Decrement,
                inner,
            )
            | ast::ExpressionKind::Postfix(_, inner)
            | ast::ExpressionKind::Cast(_, inner) => self.is_command_line(inner),
            ast::ExpressionKind::Binary(ast::Binary::Add, left, _) => self.is_command_line(left),
            _ => false,
        }
    }

    /// The effects of arguments that are kept.
    fn escaping_arguments(&mut self, arguments: &[ast::Expression]) -> Vec<Expression> {
        let mut effects = Vec::new();
        for argument in arguments {
            let value = self.value(argument);
            effects.extend(self.escaping_effects(value));
        }
        effects
    }

    /// The effects of arguments whose values go nowhere.
    fn argument_effects(&mut self, arguments: &[ast::Expression]) -> Vec<Expression> {
        let mut effects = Vec::new();
        for argument in arguments {
            let value = self.value(argument);
            effects.extend(value.into_dropped());
        }
        effects
    }

    fn nondet_call(
        &mut self,
        name: &str,
        kind: &str,
        entry: Option<&FunctionEntry>,
        arguments: &[ast::Expression],
        span: Span,
    ) -> Value {
        let mut effects = self.escaping_arguments(arguments);
        if !arguments.is_empty() {
            // Whatever it is told about: nobody says that it only gives a value.
            let reason = format!("call of '{name}' with arguments");
            effects.push(unsupported(reason, Vec::new(), May::WRITE, IntegerType::INT, span));
        }
        let declared = entry.map(|e| e.signature.result.clone());
        let by_name = nondet(kind, self.types.long());
        let ty = match (&declared, kind) {
            (Some(Type::Integer(ty)), _) => Some(*ty),
            (Some(_), _) => None,
            (None, _) => by_name,
        };
        let Some(ty) = ty else {
            let ty = declared.unwrap_or_else(|| match kind {
                "float" => Type::Float(4),
                "double" => Type::Float(8),
                _ => Type::Void.pointer_to(),
            });
            return self.input_of_type(name, ty, effects, span);
        };
        let range = if by_name == Some(IntegerType::BOOL) { (0, 1) } else { (ty.min(), ty.max()) };
        Value::integer(input(name, ty, range, effects, span))
    }

    /// `scanf`: what the arguments from `first` on point to becomes an input, named by the variable.
    fn scan(
        &mut self,
        name: &str,
        arguments: &[ast::Expression],
        first: usize,
        span: Span,
        usage: Usage,
    ) -> Value {
        let (mut effects, mut stores, mut clobbers, mut count) = (Vec::new(), Vec::new(), false, 0);
        // What a text holds is not read, but a run cannot choose it either.
        let known_text = vocabulary::plain(name).trim_start_matches("__isoc99_") == "sscanf";
        let string_conversion = arguments.get(first - 1).is_some_and(|format| {
            let ast::ExpressionKind::String(parts) = &format.kind else { return true };
            let text = parts.concat();
            // A width limits the value, or makes `%c` and `%s` fill several cells; `%n` is no input.
            text.contains("%s")
                || text.contains("%[")
                || text.contains("%n")
                || text.contains("%m")
                || text.bytes().zip(text.bytes().skip(1)).any(|(a, b)| a == b'%' && b.is_ascii_digit())
        });
        for (i, argument) in arguments.iter().enumerate() {
            let value = self.value(argument);
            if i < first {
                effects.extend(value.into_dropped());
                continue;
            }
            count += 1;
            let value = self.evaluated_pointer(value, &mut effects);
            match value.kind {
                ValueKind::Address { ref pointer, .. }
                    if !string_conversion
                        && points_to_integer(&value)
                        && !place_has_effects(&pointer.region.first) =>
                {
                    let target = self.dereference(value, scanned_span(argument));
                    let ty = target.ty.integer().unwrap_or(IntegerType::INT);
                    let text = self.source.slice(target.span);
                    let named = ast_is_address(argument);
                    let text = if named { text.to_owned() } else { format!("*{text}") };
                    let range = (ty.min(), ty.max());
                    let read = match known_text {
                        true => {
                            let reason = format!("read by '{name}'");
                            Value::other(Type::Integer(ty), reason, Vec::new(), May::NOTHING, argument.span)
                        }
                        false => Value::integer(input(&text, ty, range, Vec::new(), argument.span)),
                    };
                    let stored = self.store(target, read, argument.span);
                    stores.push((count - 1, stored.into_statement()));
                }
                ValueKind::Apart(_) => {
                    effects.extend(value.into_dropped());
                }
                _ => {
                    clobbers = true;
                    effects.extend(self.escaping_effects(value));
                }
            }
        }
        if usage == Usage::Value && !clobbers && !known_text && self.current.is_some() {
            let range = (-1, count);
            let mut result = input(name, IntegerType::INT, range, Vec::new(), span);
            self.freeze(&mut result, &format!("{name}()"), &mut effects);
            // What it gives is how many it has filled.
            for (position, store) in stores {
                let before = constants::integer(position, span);
                let filled = constants::compare(Relation::Greater, result.clone(), before, span);
                effects.push(choose(filled, as_int(store), constants::integer(0, span), span));
            }
            return Value::integer(sequence(effects, result));
        }
        effects.extend(stores.into_iter().map(|(_, store)| store));
        if clobbers {
            let reason = format!("'{name}' into something that is not modelled");
            return Value::other(Type::Integer(IntegerType::INT), reason, effects, May::WRITE_MEMORY, span);
        }
        if usage == Usage::Effect {
            let last = effects.pop();
            let nothing = || constants::integer(0, span);
            return Value::integer(sequence(only_effects(effects), last.unwrap_or_else(nothing)));
        }
        if known_text {
            let reason = format!("result of '{name}'");
            return Value::other(Type::Integer(IntegerType::INT), reason, effects, May::NOTHING, span);
        }
        let result = input(name, IntegerType::INT, (-1, count), Vec::new(), span);
        Value::integer(sequence(effects, result))
    }

    /// A pointer with nothing left to evaluate, if that can be; what it does goes to the effects.
    fn evaluated_pointer(&mut self, value: Value, effects: &mut Vec<Expression>) -> Value {
        let (ty, span) = (value.ty, value.span);
        let kind = match value.kind {
            ValueKind::Address { mut pointer, effects: before } => {
                effects.extend(before);
                if has_effects(&pointer.offset) {
                    let title = self.source.slice(span).to_owned();
                    self.freeze(&mut pointer.offset, &title, effects);
                }
                ValueKind::Address { pointer, effects: Vec::new() }
            }
            kind => kind,
        };
        Value { ty, kind, span }
    }
}

/// Whether a conversion of `printf`, without its `%`, is one of `%n`.
fn counts_characters(conversion: &str) -> bool {
    let flags = |c: char| c.is_ascii_digit() || "-+ #0.*'hljztL$".contains(c);
    conversion.trim_start_matches(flags).starts_with('n')
}

/// The number that a text begins with, as `atoi` reads it.
fn leading_number(units: &[u32]) -> Option<i128> {
    let text: Option<String> = units.iter().map(|&unit| char::from_u32(unit)).collect();
    let text = text?;
    let text = text.trim_start_matches(|c: char| c == ' ' || ('\t'..='\r').contains(&c));
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    let number: i128 = if end == 0 { 0 } else { digits[..end].parse().ok()? };
    Some(if negative { -number } else { number })
}

/// Whether a value is a pointer to a modelled integer.
fn points_to_integer(value: &Value) -> bool {
    Checker::fitting(value).is_some_and(|p| p.region.element.integer().is_some())
}

fn ast_is_address(argument: &ast::Expression) -> bool {
    matches!(argument.kind, ast::ExpressionKind::Unary(ast::Unary::AddressOf, _))
}

/// What `scanf` fills, as far as it is written: `x` of `&x`.
fn scanned_span(argument: &ast::Expression) -> Span {
    match &argument.kind {
        ast::ExpressionKind::Unary(ast::Unary::AddressOf, operand) => operand.span,
        _ => argument.span,
    }
}

/// `condition ? then : otherwise`, folded.
fn choose(condition: Expression, then: Expression, otherwise: Expression, span: Span) -> Expression {
    match constants::value(&condition) {
        Some(0) => otherwise,
        Some(_) => then,
        None => {
            let ty = then.ty;
            let kind = ExpressionKind::Conditional(Box::new(condition), Box::new(then), Box::new(otherwise));
            Expression { kind, ty, span }
        }
    }
}
