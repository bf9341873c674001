//! The functions of C's library and of verifiers that are known without a definition.

use super::Layout;
use super::call::{Site, Usage, input};
use super::constants;
use super::program::{
    BinaryOperator, Cell, Expression, ExpressionKind, IntegerType, May, Place, Relation, Storage,
};
use super::unsupported::{Value, ValueKind, has_effects, sequence, unsupported};
use crate::check::tree::{self, ExpressionKind as Kind, PlaceKind};
use crate::check::types::Type;
use crate::check::vocabulary::{self, Model, model, nondet, nondet_kind};
use crate::source::Span;

impl Layout<'_> {
    /// A call of a known function that the program does not define.
    pub fn library_call(&mut self, name: &str, arguments: &[tree::Expression], site: &Site) -> Option<Value> {
        let (span, ty) = (site.span, site.ty.clone());
        if let Some(kind) = nondet_kind(name) {
            let kind = if kind.is_empty() { "int" } else { kind };
            // `nondet_state()` may be a function of the program's own that it does not define.
            let values = name.starts_with("__") && kind != "memory";
            if values || nondet(kind, self.types.long()).is_some() {
                return Some(self.nondet_call(name, kind, arguments, ty, span));
            }
        }
        let simple = |kind| Expression { kind, ty: IntegerType::INT, span };
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
            Model::Output => self.output_call(name, arguments, span, site.usage),
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
                let units = arguments.first().and_then(text)?;
                let length = units.iter().position(|&unit| unit == 0).unwrap_or(units.len());
                Value::integer(constants::constant(length as i128, self.types.size_type(), span))
            }
            Model::Scan(first) => self.scan(name, arguments, first, span, site.usage),
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
                let ty = vocabulary::absolute_type(name, self.types.long());
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
                let negated = constants::unary(super::program::UnaryOperator::Negate, operand.clone(), span);
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
                Value::other(ty, reason, effects, May::NOTHING, span)
            }
        })
    }

    /// `__builtin_add_overflow(a, b, &r)`: computes in a type that holds the exact result.
    fn overflowing(
        &mut self,
        name: &str,
        operator: BinaryOperator,
        arguments: &[tree::Expression],
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
    fn output_call(&mut self, name: &str, arguments: &[tree::Expression], span: Span, usage: Usage) -> Value {
        let literal = |e: &tree::Expression| text(e).map(shown);
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

    /// The effects of arguments that are kept.
    pub fn escaping_arguments(&mut self, arguments: &[tree::Expression]) -> Vec<Expression> {
        let mut effects = Vec::new();
        for argument in arguments {
            let value = self.value(argument);
            effects.extend(self.escaping_effects(value));
        }
        effects
    }

    /// The effects of arguments whose values go nowhere.
    pub fn argument_effects(&mut self, arguments: &[tree::Expression]) -> Vec<Expression> {
        let mut effects = Vec::new();
        for argument in arguments {
            let value = self.value(argument);
            effects.extend(value.into_dropped());
        }
        effects
    }
}

/// Whether a conversion of `printf`, without its `%`, is one of `%n`.
fn counts_characters(conversion: &str) -> bool {
    let flags = |c: char| c.is_ascii_digit() || "-+ #0.*'hljztL$".contains(c);
    conversion.trim_start_matches(flags).starts_with('n')
}

/// Whether a value is a pointer to a modelled integer.
pub(super) fn points_to_integer(value: &Value) -> bool {
    Layout::fitting(value).is_some_and(|p| p.region.element.integer().is_some())
}

/// An expression inside its implicit conversions.
pub(super) fn plain(expression: &tree::Expression) -> &Kind {
    match &expression.kind {
        Kind::Convert(inner) => plain(inner),
        kind => kind,
    }
}

/// The characters of a string literal.
pub(super) fn text(expression: &tree::Expression) -> Option<&[u32]> {
    match plain(expression) {
        Kind::Decay(place) => match &place.kind {
            PlaceKind::Text(units) => Some(units),
            _ => None,
        },
        _ => None,
    }
}

/// Characters as text.
pub(super) fn shown(units: &[u32]) -> String {
    units.iter().map(|&unit| char::from_u32(unit).unwrap_or('?')).collect()
}

/// What `scanf` fills, as far as it is written: `x` of `&x`.
pub(super) fn scanned_span(argument: &tree::Expression) -> Span {
    match plain(argument) {
        Kind::AddressOf(place) => place.span,
        _ => argument.span,
    }
}

/// `condition ? then : otherwise`, folded.
pub(super) fn choose(
    condition: Expression,
    then: Expression,
    otherwise: Expression,
    span: Span,
) -> Expression {
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
