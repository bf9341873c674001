//! Pointers to functions as numbers: each function whose name is used as a value has one, null is 0. They are stored,
//! passed, compared and chosen like other scalars; a call through one asks which function it is.
//!
//! A number that is none of the functions of the call's type (null, a function of another type, one that this file does
//! not name, a value that is not known) makes the call what it was without this: unknown code runs.

use super::cells::{CODE, scalar};
use super::computed::choose;
use super::constants;
use super::effects::{has_effects, sequence};
use super::expression::as_int;
use super::opaque::unsupported;
use super::program::{Expression, May};
use super::site::{IndirectCall, THROUGH_POINTER};
use super::state::Layout;
use super::value::{Value, ValueKind};
use crate::arith::{IntegerType, Relation};
use crate::check::tree::{self, Binary};
use crate::check::types::{Signature, Type};
use crate::source::Span;

/// A call is no choice between more functions than this.
const MAX_TARGETS: usize = 16;

impl Layout<'_> {
    /// The number of a function; a second name of a function of this file is that function.
    fn function_number(&mut self, id: tree::FunctionId) -> i128 {
        let id = self.tree.resolved(id);
        let known = self.function_numbers.iter().position(|other| *other == id);
        let index = known.unwrap_or_else(|| {
            self.function_numbers.push(id);
            self.function_numbers.len() - 1
        });
        index as i128 + 1
    }

    /// A value that is stored in a pointer to a function, as its number.
    pub fn function_code(&mut self, value: Value) -> Expression {
        let span = value.span;
        match value.kind {
            ValueKind::Code(e) => e,
            ValueKind::Function(id) => {
                self.escape(&value);
                constants::constant(self.function_number(id), CODE, span)
            }
            ValueKind::Null => constants::constant(0, CODE, span),
            ValueKind::Integer(ref e) if constants::value(e) == Some(0) => constants::constant(0, CODE, span),
            ValueKind::Integer(_)
            | ValueKind::Void(_)
            | ValueKind::Record { .. }
            | ValueKind::Address { .. }
            | ValueKind::Harmless
            | ValueKind::Apart(_)
            | ValueKind::Other(_) => {
                let reason = value.reason().unwrap_or_else(|| "function pointer".into());
                let effects = self.escaping_effects(value);
                unsupported(reason, effects, May::NOTHING, CODE, span)
            }
        }
    }

    /// The value as a number, if it is a function's or null for certain and the other one is a function's.
    fn code_operand(&mut self, value: &Value, other: &Value) -> Option<Expression> {
        let code = |v: &Value| matches!(v.kind, ValueKind::Code(_) | ValueKind::Function(_));
        (code(value) || (Self::is_null(value) && code(other))).then(|| self.function_code(value.clone()))
    }

    /// `p == f` and `p != f`; `None` for other operators and operands.
    pub fn function_comparison(
        &mut self,
        operator: Binary,
        left: &Value,
        right: &Value,
        span: Span,
    ) -> Option<Value> {
        let relation = match operator {
            Binary::Equal => Relation::Equal,
            Binary::NotEqual => Relation::NotEqual,
            Binary::Add
            | Binary::Subtract
            | Binary::Multiply
            | Binary::Divide
            | Binary::Remainder
            | Binary::ShiftLeft
            | Binary::ShiftRight
            | Binary::BitAnd
            | Binary::BitOr
            | Binary::BitXor
            | Binary::And
            | Binary::Or
            | Binary::Less
            | Binary::LessEqual
            | Binary::Greater
            | Binary::GreaterEqual => return None,
        };
        let (one, other) = (self.code_operand(left, right)?, self.code_operand(right, left)?);
        Some(Value::integer(constants::compare(relation, one, other, span)))
    }

    /// `condition ? f : g`.
    pub fn chosen_function(
        &mut self,
        condition: &Expression,
        then: &Value,
        otherwise: &Value,
        span: Span,
    ) -> Option<Value> {
        let ty = if Self::is_null(then) { otherwise.ty.clone() } else { then.ty.clone() };
        if !ty.is_function_pointer() {
            return None;
        }
        let (one, other) = (self.code_operand(then, otherwise)?, self.code_operand(otherwise, then)?);
        let code = choose(condition.clone(), one, other, span);
        Some(Value { ty, kind: ValueKind::Code(code), span })
    }

    /// A call through a pointer that is a number: one of the functions of its type, or unknown code. `None` if the
    /// result is no scalar, or there are too many functions.
    pub fn call_of_code(&mut self, callee: &Value, call: &IndirectCall<'_>) -> Option<Value> {
        let ValueKind::Code(number) = &callee.kind else { return None };
        let Type::Pointer(pointee, _) = &callee.ty else { return None };
        let Type::Function(signature) = &**pointee else { return None };
        let (signature, span) = (signature.clone(), call.site.span);
        let ty = match &signature.result {
            Type::Void => IntegerType::INT,
            other => scalar(other)?,
        };
        let targets = self.targets_of(&signature);
        if targets.is_empty() || targets.len() > MAX_TARGETS || self.current.is_none() {
            return None;
        }
        let (mut number, mut before) = (number.clone(), Vec::new());
        if has_effects(&number) {
            let title = self.source.slice(call.callee).to_owned();
            self.freeze(&mut number, &title, &mut before);
        }
        let known = constants::value(&number);
        let outer = self.no_hoisting();
        let mut calls = Vec::new();
        for id in targets {
            let own = self.function_number(id);
            if known.is_some_and(|known| known != own) {
                continue;
            }
            let value = self.named_call(id, call.arguments, call.site.clone());
            let result = match &signature.result {
                Type::Void => as_int(value.into_statement()),
                Type::Integer(ty) => self.cast_integer(value, *ty),
                _ => self.function_code(value),
            };
            calls.push((own, result));
        }
        let decided = known.is_some() && !calls.is_empty();
        let mut result = if decided { None } else { Some(self.unknown_code(call, ty)) };
        self.restore_hoisting(outer);
        while let Some((own, value)) = calls.pop() {
            result = Some(match result {
                None => value,
                Some(rest) => {
                    let own = constants::constant(own, CODE, span);
                    let test = constants::compare(Relation::Equal, number.clone(), own, call.callee);
                    choose(test, value, rest, span)
                }
            });
        }
        let result = sequence(before, result?);
        Some(match &signature.result {
            Type::Void => Value::void(result),
            Type::Integer(_) => Value::integer(result),
            other => Value { ty: other.clone(), kind: ValueKind::Code(result), span },
        })
    }

    /// The functions that a pointer of the type may be meant to call, in the order in which they are declared.
    fn targets_of(&self, signature: &Signature) -> Vec<tree::FunctionId> {
        let fits = |id: &&tree::FunctionId| {
            let entry = &self.tree.functions[id.index()];
            entry.alias.is_none() && self.types.compatible_signatures(&entry.signature, signature)
        };
        self.references.named.iter().filter(fits).copied().collect()
    }

    /// What a call through a pointer is that is none of the functions known.
    fn unknown_code(&mut self, call: &IndirectCall<'_>, ty: IntegerType) -> Expression {
        let mut effects = Vec::new();
        for argument in call.arguments {
            let value = self.value(argument);
            effects.extend(self.escaping_effects(value));
        }
        unsupported(THROUGH_POINTER, effects, May { access: true, ..May::RUN }, ty, call.site.span)
    }
}
