//! Printing expressions.

use std::fmt::Write;

use super::ast::*;
use super::print::Printer;

/// Binding strengths above and below the binary operators' 1 to 10.
pub(super) const COMMA: u8 = 0;
pub(super) const ASSIGNMENT: u8 = 20;
pub(super) const CONDITIONAL: u8 = 21;
pub(super) const BINARY: u8 = 22;
const UNARY: u8 = 40;
const POSTFIX: u8 = 41;

impl Printer {
    /// Prints an expression, in parentheses if it binds weaker than `minimum`.
    pub(super) fn expression(&mut self, expression: &Expression, minimum: u8) {
        let strength = strength(&expression.kind);
        let parentheses = strength < minimum;
        if parentheses {
            self.out.push('(');
        }
        self.expression_kind(&expression.kind);
        if parentheses {
            self.out.push(')');
        }
    }

    fn expression_kind(&mut self, kind: &ExpressionKind) {
        match kind {
            ExpressionKind::Identifier(name) | ExpressionKind::Float(name) => self.out.push_str(name),
            ExpressionKind::Integer(integer) => self.out.push_str(&integer.text),
            ExpressionKind::Character { text, .. } => self.out.push_str(text),
            ExpressionKind::String(parts) => self.out.push_str(&parts.join(" ")),
            ExpressionKind::Any => self.out.push('*'),
            ExpressionKind::Unary(operator, operand) => {
                self.out.push_str(operator.symbol());
                // A space keeps `- -x` and `& &x` from growing together.
                if let ExpressionKind::Unary(inner, _) = &operand.kind
                    && operator.symbol().ends_with(|c| inner.symbol().starts_with(c))
                {
                    self.out.push(' ');
                }
                self.expression(operand, UNARY);
            }
            ExpressionKind::Postfix(plus, operand) => {
                self.expression(operand, POSTFIX);
                self.out.push_str(if *plus { "++" } else { "--" });
            }
            ExpressionKind::Binary(operator, left, right) => {
                let own = BINARY + operator.precedence();
                self.expression(left, own);
                let _ = write!(self.out, " {} ", operator.symbol());
                self.expression(right, own + 1);
            }
            ExpressionKind::Assign(operator, target, value) => {
                self.expression(target, UNARY);
                let _ = write!(self.out, " {}= ", operator.map_or("", Binary::symbol));
                self.expression(value, ASSIGNMENT);
            }
            ExpressionKind::Conditional(condition, then, otherwise) => {
                self.expression(condition, BINARY);
                self.out.push_str(" ? ");
                if let Some(then) = then {
                    self.expression(then, COMMA);
                    self.out.push(' ');
                }
                self.out.push_str(": ");
                self.expression(otherwise, CONDITIONAL);
            }
            ExpressionKind::Comma(left, right) => {
                self.expression(left, COMMA);
                self.out.push_str(", ");
                self.expression(right, ASSIGNMENT);
            }
            ExpressionKind::Call(function, arguments) => {
                self.expression(function, POSTFIX);
                self.out.push('(');
                for (i, argument) in arguments.iter().enumerate() {
                    if i > 0 {
                        self.out.push_str(", ");
                    }
                    self.expression(argument, ASSIGNMENT);
                }
                self.out.push(')');
            }
            ExpressionKind::Index(array, index) => {
                self.expression(array, POSTFIX);
                self.out.push('[');
                self.expression(index, COMMA);
                self.out.push(']');
            }
            ExpressionKind::Member(record, name, arrow) => {
                let start = self.out.len();
                self.expression(record, POSTFIX);
                if self.out[start..].starts_with(|c: char| c.is_ascii_digit() || c == '.') {
                    // A point right after it would belong to a number.
                    self.out.push(' ');
                }
                self.out.push_str(if *arrow { "->" } else { "." });
                self.out.push_str(&name.text);
            }
            ExpressionKind::Cast(ty, operand) => {
                self.out.push('(');
                self.type_name(ty);
                self.out.push_str(") ");
                self.expression(operand, UNARY);
            }
            ExpressionKind::Compound(ty, value) => {
                self.out.push('(');
                self.type_name(ty);
                self.out.push_str(") ");
                self.initializer(value);
            }
            ExpressionKind::SizeofExpression(operand) => {
                self.out.push_str("sizeof ");
                self.expression(operand, UNARY + 1);
            }
            ExpressionKind::SizeofType(ty) => {
                self.out.push_str("sizeof(");
                self.type_name(ty);
                self.out.push(')');
            }
            ExpressionKind::Alignof(ty) => {
                self.out.push_str("_Alignof(");
                self.type_name(ty);
                self.out.push(')');
            }
            ExpressionKind::AlignofExpression(operand) => {
                self.out.push_str("_Alignof ");
                self.expression(operand, UNARY + 1);
            }
            ExpressionKind::Statement(block) => {
                self.out.push_str("(\n");
                self.statement(block);
                self.begin();
                self.out.push(')');
            }
            ExpressionKind::Generic(selector, choices) => {
                self.out.push_str("_Generic(");
                self.expression(selector, ASSIGNMENT);
                for (ty, value) in choices {
                    self.out.push_str(", ");
                    match ty {
                        Some(ty) => self.type_name(ty),
                        None => self.out.push_str("default"),
                    }
                    self.out.push_str(": ");
                    self.expression(value, ASSIGNMENT);
                }
                self.out.push(')');
            }
            ExpressionKind::Offsetof(ty, path) => {
                self.out.push_str("__builtin_offsetof(");
                self.type_name(ty);
                self.out.push_str(", ");
                let text = self.apart(|p| p.designators(path));
                self.out.push_str(text.trim_start_matches('.'));
                self.out.push(')');
            }
            ExpressionKind::VariableArgument(list, ty) => {
                self.out.push_str("__builtin_va_arg(");
                self.expression(list, ASSIGNMENT);
                self.out.push_str(", ");
                self.type_name(ty);
                self.out.push(')');
            }
            ExpressionKind::TypesCompatible(left, right) => {
                self.out.push_str("__builtin_types_compatible_p(");
                self.type_name(left);
                self.out.push_str(", ");
                self.type_name(right);
                self.out.push(')');
            }
            ExpressionKind::LabelAddress(name) => {
                let _ = write!(self.out, "&&{}", name.text);
            }
        }
    }
}

/// How tightly an expression of this kind binds.
fn strength(kind: &ExpressionKind) -> u8 {
    match kind {
        ExpressionKind::Comma(..) => COMMA,
        ExpressionKind::Assign(..) => ASSIGNMENT,
        ExpressionKind::Conditional(..) => CONDITIONAL,
        ExpressionKind::Binary(operator, ..) => BINARY + operator.precedence(),
        ExpressionKind::Unary(..)
        | ExpressionKind::Cast(..)
        | ExpressionKind::SizeofExpression(..)
        | ExpressionKind::AlignofExpression(..)
        | ExpressionKind::LabelAddress(..) => UNARY,
        _ => POSTFIX,
    }
}
