//! Printing expressions.

use std::fmt::Write;

use super::ast::*;
use super::printer::{ASSIGNMENT, BINARY, COMMA, CONDITIONAL, POSTFIX, Printer, UNARY};

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
            ExpressionKind::Unary(operator, operand) => self.unary(*operator, operand),
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
                self.conditional(condition, then.as_deref(), otherwise)
            }
            ExpressionKind::Comma(left, right) => {
                self.expression(left, COMMA);
                self.out.push_str(", ");
                self.expression(right, ASSIGNMENT);
            }
            ExpressionKind::Call(function, arguments) => self.call(function, arguments),
            ExpressionKind::Index(array, index) => {
                self.expression(array, POSTFIX);
                self.out.push('[');
                self.expression(index, COMMA);
                self.out.push(']');
            }
            ExpressionKind::Member(record, name, arrow) => self.member(record, name, *arrow),
            ExpressionKind::Cast(ty, operand) => {
                self.with_type("(", ty, ") ");
                self.expression(operand, UNARY);
            }
            ExpressionKind::Compound(ty, value) => {
                self.with_type("(", ty, ") ");
                self.initializer(value);
            }
            ExpressionKind::SizeofExpression(operand) => {
                self.out.push_str("sizeof ");
                self.expression(operand, UNARY + 1);
            }
            ExpressionKind::SizeofType(ty) => self.with_type("sizeof(", ty, ")"),
            ExpressionKind::Alignof(ty) => self.with_type("_Alignof(", ty, ")"),
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
            ExpressionKind::Generic(selector, choices) => self.generic(selector, choices),
            ExpressionKind::Offsetof(ty, path) => self.offsetof(ty, path),
            ExpressionKind::VariableArgument(list, ty) => {
                self.out.push_str("__builtin_va_arg(");
                self.expression(list, ASSIGNMENT);
                self.with_type(", ", ty, ")");
            }
            ExpressionKind::TypesCompatible(left, right) => {
                self.with_type("__builtin_types_compatible_p(", left, ", ");
                self.with_type("", right, ")");
            }
            ExpressionKind::LabelAddress(name) => {
                let _ = write!(self.out, "&&{}", name.text);
            }
        }
    }

    fn unary(&mut self, operator: Unary, operand: &Expression) {
        self.out.push_str(operator.symbol());
        // A space keeps `- -x` and `& &x` from growing together.
        if let ExpressionKind::Unary(inner, _) = &operand.kind
            && operator.symbol().ends_with(|c| inner.symbol().starts_with(c))
        {
            self.out.push(' ');
        }
        self.expression(operand, UNARY);
    }

    fn conditional(&mut self, condition: &Expression, then: Option<&Expression>, otherwise: &Expression) {
        self.expression(condition, BINARY);
        self.out.push_str(" ? ");
        if let Some(then) = then {
            self.expression(then, COMMA);
            self.out.push(' ');
        }
        self.out.push_str(": ");
        self.expression(otherwise, CONDITIONAL);
    }

    fn call(&mut self, function: &Expression, arguments: &[Expression]) {
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

    fn member(&mut self, record: &Expression, name: &Name, arrow: bool) {
        let start = self.out.len();
        self.expression(record, POSTFIX);
        if self.out[start..].starts_with(|c: char| c.is_ascii_digit() || c == '.') {
            // A point right after it would belong to a number.
            self.out.push(' ');
        }
        // Behind a number a dot would be part of it.
        if matches!(record.kind, ExpressionKind::Integer(_) | ExpressionKind::Float(_)) {
            self.out.push(' ');
        }
        self.out.push_str(if arrow { "->" } else { "." });
        self.out.push_str(&name.text);
    }

    fn generic(&mut self, selector: &Expression, choices: &[(Option<TypeName>, Expression)]) {
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

    fn offsetof(&mut self, ty: &TypeName, path: &[Designator]) {
        self.with_type("__builtin_offsetof(", ty, ", ");
        let text = self.apart(|p| p.designators(path));
        self.out.push_str(text.trim_start_matches('.'));
        self.out.push(')');
    }

    /// A type with what stands before and behind it.
    fn with_type(&mut self, before: &str, ty: &TypeName, behind: &str) {
        self.out.push_str(before);
        self.type_name(ty);
        self.out.push_str(behind);
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
