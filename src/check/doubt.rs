//! Warnings about operations whose result cannot be what was meant.

use super::Checker;
use super::constants;
use super::typed::{Expression, ExpressionKind, IntegerType, Relation};
use super::types::{Type, common, promote};
use crate::source::Span;
use crate::syntax::ast::{self, Binary};

impl Checker<'_> {
    /// Warns of an operation on two integers that has no value, or always the same.
    pub fn doubt_operation(
        &mut self,
        operator: Binary,
        left: &Expression,
        right: &Expression,
        result: &Expression,
        at: Span,
    ) {
        self.doubt_right_operand(operator, left.ty, right, at);
        let both = constants::value(left).is_some() && constants::value(right).is_some();
        if both && matches!(result.kind, ExpressionKind::Binary(..)) {
            self.doubt_overflow(result, at);
        }
        if let (Some(relation), false) = (super::operator::relation(operator), both) {
            self.doubt_comparison(relation, left, right, at);
        }
    }

    /// The divisor or shift count.
    pub fn doubt_right_operand(&mut self, operator: Binary, left: IntegerType, right: &Expression, at: Span) {
        let Some(value) = constants::value(right) else { return };
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

    /// An operation on constants that was not folded because its result is out of range.
    pub fn doubt_overflow(&mut self, result: &Expression, at: Span) {
        let divisor = match &result.kind {
            ExpressionKind::Binary(operator, _, right) => {
                use super::typed::BinaryOperator as Op;
                matches!(operator, Op::ShiftLeft | Op::ShiftRight)
                    || (matches!(operator, Op::Divide | Op::Remainder) && constants::value(right) == Some(0))
            }
            ExpressionKind::Unary(..) => false,
            _ => true,
        };
        if divisor {
            return;
        }
        if let Some(value) = constants::evaluate(result, &self.constants) {
            let ty = self.types.name(&Type::Integer(result.ty));
            self.warning(at, format!("integer overflow in expression of type '{ty}' results in '{value}'"));
        }
    }

    /// A comparison that the types decide.
    fn doubt_comparison(&mut self, relation: Relation, left: &Expression, right: &Expression, at: Span) {
        let ty = common(left.ty, right.ty);
        let (relation, variable, constant) = match (constants::value(left), constants::value(right)) {
            (None, Some(constant)) => (relation, left, constant),
            (Some(constant), None) => (mirrored(relation), right, constant),
            _ => return,
        };
        let constant = ty.convert(constant);
        let own = variable.ty;
        // A negative value becomes a large one in an unsigned type.
        if !ty.signed && own.signed {
            return;
        }
        let (low, high) = (own.min(), own.max());
        let always = match relation {
            Relation::Less if high < constant => true,
            Relation::Less if low >= constant => false,
            Relation::LessEqual if high <= constant => true,
            Relation::LessEqual if low > constant => false,
            Relation::Greater if low > constant => true,
            Relation::Greater if high <= constant => false,
            Relation::GreaterEqual if low >= constant => true,
            Relation::GreaterEqual if high < constant => false,
            Relation::Equal if constant < low || constant > high => false,
            Relation::NotEqual if constant < low || constant > high => true,
            _ => return,
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
            && super::operator::relation(*operator).is_some()
        {
            let at = self.locus(expression);
            self.warning(at, "statement with no effect");
        }
    }
}

/// The relation with its sides exchanged.
fn mirrored(relation: Relation) -> Relation {
    match relation {
        Relation::Less => Relation::Greater,
        Relation::LessEqual => Relation::GreaterEqual,
        Relation::Greater => Relation::Less,
        Relation::GreaterEqual => Relation::LessEqual,
        same => same,
    }
}
