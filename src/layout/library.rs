//! The functions of C's library and of verifiers that are known without a definition.

use super::call::input;
use super::constants;
use super::effects::sequence;
use super::opaque::unsupported;
use super::program::{Expression, ExpressionKind, May};
use super::site::{Site, Usage};
use super::state::Layout;
use super::value::{Value, ValueKind};
use crate::arith::IntegerType;
use crate::check::catalogue;
use crate::check::tree::{self, ExpressionKind as Kind, PlaceKind};
use crate::check::types::Type;
use crate::check::vocabulary::{Model, any_value, model};
use crate::program::error_kind::ErrorKind;
use crate::source::Span;

impl Layout<'_> {
    /// A call of a known function that the program does not define.
    pub fn library_call(&mut self, name: &str, arguments: &[tree::Expression], site: &Site) -> Option<Value> {
        let (span, ty) = (site.span, site.ty.clone());
        if let Some(kind) = any_value(name, self.types.long()) {
            return Some(self.nondet_call(name, kind, arguments, ty, span));
        }
        let model = model(name)?;
        Some(match model {
            Model::Assert
            | Model::State
            | Model::Assume
            | Model::Error
            | Model::Stop
            | Model::Exit
            | Model::Zero
            | Model::ErrorExit
            | Model::Free
            | Model::Unreachable => return self.control_call(model, name, arguments, span),
            Model::Constant(_)
            | Model::Length
            | Model::Absolute
            | Model::Character(_)
            | Model::Case(..)
            | Model::Swap(_)
            | Model::Expect
            | Model::Overflowing(_) => return self.computed_call(model, name, arguments, site),
            Model::Output => self.output_call(name, arguments, span, site.usage),
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
            Model::Symbolic => return self.symbolic_call(name, arguments, span),
            Model::Unsupported(reason) => {
                let effects = self.escaping_arguments(arguments);
                Value::other(ty, reason, effects, May::NOTHING, span)
            }
        })
    }

    /// A call that ends a run or leaves it as it is.
    fn control_call(
        &mut self,
        model: Model,
        name: &str,
        arguments: &[tree::Expression],
        span: Span,
    ) -> Option<Value> {
        let simple = |kind| Expression { kind, ty: IntegerType::INT, span };
        Some(match model {
            Model::Assert | Model::State | Model::Assume if arguments.is_empty() => return None,
            Model::Assert | Model::State => {
                let condition = self.truth(&arguments[0]);
                let is_annotation = matches!(model, Model::State);
                let kind = if is_annotation { ErrorKind::Annotation } else { ErrorKind::Assertion };
                Value::void(simple(ExpressionKind::Assert(Box::new(condition), kind)))
            }
            Model::Assume => {
                let condition = self.truth(&arguments[0]);
                Value::void(simple(ExpressionKind::Assume(Box::new(condition))))
            }
            Model::Error => {
                let effects = self.argument_effects(arguments);
                Value::void(sequence(effects, simple(ExpressionKind::Error(name.to_owned()))))
            }
            Model::Exit if !arguments.is_empty() => {
                let value = self.value(&arguments[0]);
                let status = self.cast_integer(value, IntegerType::INT);
                Value::void(simple(ExpressionKind::Exit(Box::new(status))))
            }
            Model::Stop | Model::Exit => {
                let effects = self.argument_effects(arguments);
                Value::void(simple(ExpressionKind::Stop(effects)))
            }
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
            _ => return None,
        })
    }

    /// What the first argument points to becomes a value from outside.
    fn symbolic_call(&mut self, name: &str, arguments: &[tree::Expression], span: Span) -> Option<Value> {
        let (first, rest) = arguments.split_first()?;
        let mut effects = self.argument_effects(rest);
        let value = self.value(first);
        Some(match value.kind {
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
                Value::other(Type::Void, format!("call of '{name}'"), effects, May::WRITE_MEMORY, span)
            }
        })
    }

    /// What a call that writes text does: nothing to the program's own memory, but for `%n`.
    fn output_call(&mut self, name: &str, arguments: &[tree::Expression], span: Span, usage: Usage) -> Value {
        let literal = |e: &tree::Expression| text(e).map(shown);
        let plain = catalogue::plain(name);
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

/// The characters of a string literal.
pub(super) fn text(expression: &tree::Expression) -> Option<&[u32]> {
    match expression.unconverted() {
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
    match argument.unconverted() {
        Kind::AddressOf(place) => place.span,
        _ => argument.span,
    }
}
