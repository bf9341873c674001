//! Library functions whose values are computed from their arguments.

use super::constants;
use super::effects::{has_effects, sequence};
use super::library::{points_to_integer, text};
use super::program::{Cell, Expression, ExpressionKind, May, Place, Storage};
use super::site::Site;
use super::state::Layout;
use super::value::{Value, ValueKind};
use crate::arith::{BinaryOperator, IntegerType, Relation, UnaryOperator};
use crate::check::tree;
use crate::check::types::Type;
use crate::check::vocabulary::{self, CharacterClass, Model};
use crate::source::Span;

impl Layout<'_> {
    /// A call of such a function; `None` if its arguments are out of the ordinary.
    pub fn computed_call(
        &mut self,
        model: Model,
        name: &str,
        arguments: &[tree::Expression],
        site: &Site,
    ) -> Option<Value> {
        let span = site.span;
        let operand = match model {
            Model::Length => {
                let units = arguments.first().and_then(text)?;
                let length = units.iter().position(|&unit| unit == 0).unwrap_or(units.len());
                let size_type = self.types.size_type();
                return Some(Value::integer(constants::constant(length as i128, size_type, span)));
            }
            Model::Expect => {
                let long = self.types.long();
                let value = self.value(arguments.first()?);
                let value = self.cast_integer(value, long);
                let mut effects = Vec::new();
                for argument in &arguments[1..] {
                    let expected = self.value(argument);
                    effects.extend(self.escaping_effects(expected));
                }
                if !effects.iter().any(has_effects) || constants::value(&value).is_some() {
                    return Some(Value::integer(sequence(effects, value)));
                }
                // Which of them comes first is open.
                let operands = [value].into_iter().chain(effects).collect();
                let (ty, reason) = (Type::Integer(long), format!("call of '{name}'"));
                return Some(Value::other(ty, reason, operands, May::NOTHING, span));
            }
            Model::Constant(compute) => return self.constant_call(compute, name, arguments, site),
            Model::Overflowing(operator) => return self.overflowing(name, operator, arguments, span),
            Model::Absolute => vocabulary::absolute_type(name, self.types.long()),
            Model::Swap(bytes) => IntegerType { width: 8 * bytes, signed: false },
            _ => IntegerType::INT,
        };
        let value = self.value(arguments.first()?);
        let operand = self.cast_integer(value, operand);
        if has_effects(&operand) {
            let (ty, reason) = (Type::Integer(operand.ty), format!("call of '{name}'"));
            return Some(Value::other(ty, reason, vec![operand], May::NOTHING, span));
        }
        Some(Value::integer(match model {
            Model::Absolute => absolute(operand, span),
            Model::Character(class) => test(class, operand, span)?,
            Model::Case(low, high, distance) => changed_case((low, high, distance), operand, span),
            Model::Swap(bytes) => swapped(bytes, operand, span),
            _ => return None,
        }))
    }

    /// A function of an integer that is computed where that is constant.
    fn constant_call(
        &mut self,
        compute: fn(i64) -> i128,
        name: &str,
        arguments: &[tree::Expression],
        site: &Site,
    ) -> Option<Value> {
        let (span, ty) = (site.span, site.ty.clone());
        let value = self.value(arguments.first()?);
        let reason = format!("call of '{name}'");
        Some(match (value.kind, &ty) {
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
        if let Some(ty) = vocabulary::overflowing_type(name, self.types.long()) {
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
                let cells = vec![Cell::new("", wide)];
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

    /// A call of a known function whose arguments are out of the ordinary.
    fn unknown_call(&mut self, name: &str, values: [Value; 2], result: Value, span: Span) -> Value {
        let mut effects = Vec::new();
        for value in values.into_iter().chain([result]) {
            effects.extend(self.escaping_effects(value));
        }
        let ty = Type::Integer(IntegerType::INT);
        Value::other(ty, format!("call of '{name}'"), effects, May::WRITE_MEMORY, span)
    }
}

/// `abs`
fn absolute(operand: Expression, span: Span) -> Expression {
    let zero = constants::constant(0, operand.ty, span);
    let negative = constants::compare(Relation::Less, operand.clone(), zero, span);
    let negated = constants::unary(UnaryOperator::Negate, operand.clone(), span);
    choose(negative, negated, operand, span)
}

/// Whether a character is of a class, as `ctype.h` tells.
fn test(class: CharacterClass, operand: Expression, span: Span) -> Option<Expression> {
    let (ranges, result) = class.ranges();
    let simple = |kind| Expression { kind, ty: IntegerType::INT, span };
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
    Some(choose(test?, number(result), number(0), span))
}

/// A letter of a range, moved.
fn changed_case((low, high, distance): (i64, i64, i64), operand: Expression, span: Span) -> Expression {
    let number = |n: i64| constants::integer(n.into(), span);
    let from = constants::compare(Relation::GreaterEqual, operand.clone(), number(low), span);
    let to = constants::compare(Relation::LessEqual, operand.clone(), number(high), span);
    let inside = match (constants::value(&from), constants::value(&to)) {
        (Some(a), Some(b)) => number((a != 0 && b != 0).into()),
        _ => {
            let kind = ExpressionKind::And(Box::new(from), Box::new(to));
            Expression { kind, ty: IntegerType::INT, span }
        }
    };
    let by = number(distance);
    let moved = constants::binary(BinaryOperator::Add, operand.clone(), by, IntegerType::INT, span);
    choose(inside, moved, operand, span)
}

/// The bytes of an integer in reverse order.
fn swapped(bytes: u8, operand: Expression, span: Span) -> Expression {
    let ty = operand.ty;
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
    swapped
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
