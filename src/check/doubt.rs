//! Warnings about operations whose result cannot be what was meant.

use super::Checker;
use super::constants;
use super::scalar::{Decided, decided};
use super::tree::{Expression, ExpressionKind};
use super::types::promote;
use focuscheck_base::arith::{IntegerType, Relation};
use focuscheck_base::source::Span;
use focuscheck_syntax::ast::{self, Binary};

impl Checker<'_> {
    /// The divisor or shift count.
    pub fn doubt_right_operand(
        &mut self,
        operator: Binary,
        left: IntegerType,
        right: Option<i128>,
        at: Span,
    ) {
        let Some(value) = right else { return };
        let side = match operator {
            Binary::Divide | Binary::Remainder if value == 0 => return self.warning(at, "division by zero"),
            Binary::ShiftLeft => "left",
            Binary::ShiftRight => "right",
            _ => return,
        };
        if value < 0 {
            self.warning(at, format!("{side} shift count is negative"));
        } else if value >= i128::from(promote(left).width) {
            self.warning(at, format!("{side} shift count >= width of type"));
        }
    }

    /// An operation on constants that has no constant value because its result is out of range.
    pub fn doubt_overflow(&mut self, result: &Expression, at: Span) {
        if let ExpressionKind::Binary(operator, _, right) = &result.kind {
            use Binary::{Divide, Remainder, ShiftLeft, ShiftRight};
            let shift = matches!(operator, ShiftLeft | ShiftRight);
            if shift || (matches!(operator, Divide | Remainder) && right.constant == Some(0)) {
                return;
            }
        }
        if let Some(value) = constants::evaluate(result, &self.constants) {
            let ty = self.types.name(&result.ty);
            self.warning(at, format!("integer overflow in expression of type '{ty}' results in '{value}'"));
        }
    }

    /// A comparison that the types decide; each side has a type and perhaps a constant value.
    pub fn doubt_comparison(
        &mut self,
        relation: Relation,
        left: (IntegerType, Option<i128>),
        right: (IntegerType, Option<i128>),
        at: Span,
    ) {
        let Some(Decided { relation, own, constant, always }) = decided(relation, left, right) else {
            return;
        };
        let message = match relation {
            Relation::Less | Relation::GreaterEqual if constant == 0 && !own.signed && !own.is_bool() => {
                let symbol = relation.symbol();
                format!("comparison of unsigned expression in '{symbol} 0' is always {always}")
            }
            _ => format!("comparison is always {always} due to limited range of data type"),
        };
        self.warning(at, message);
    }

    /// An assignment where a comparison is likely to be meant: one that stands alone in the parentheses of a
    /// condition.
    pub fn doubt_condition(&mut self, condition: &ast::Expression) {
        let parenthesised = self.source.slice(condition.span).starts_with('(');
        if matches!(condition.kind, ast::ExpressionKind::Assign(None, ..)) && !parenthesised {
            self.warning(condition.span, "suggest parentheses around assignment used as truth value");
        }
    }

    /// A comparison where an assignment is likely to be meant.
    pub fn doubt_statement(&mut self, expression: &ast::Expression) {
        if let ast::ExpressionKind::Binary(operator, ..) = &expression.kind
            && super::scalar::relation(*operator).is_some()
        {
            let at = self.locus(expression);
            self.warning(at, "statement with no effect");
        }
    }
}
