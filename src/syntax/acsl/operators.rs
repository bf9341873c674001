//! Operators before and behind an operand of an annotation.

use super::tree::{Expression, ExpressionKind};
use crate::ast::Unary;
use crate::parser::{Parse, Parser};

impl Parser<'_> {
    /// An operand with what stands before it.
    pub fn logic_unary(&mut self) -> Parse<Expression> {
        let token = *self.token();
        let start = token.span.start;
        let operator = match token.operator() {
            "-" => Some(Unary::Minus),
            "+" => Some(Unary::Plus),
            "~" => Some(Unary::Complement),
            "!" => Some(Unary::Not),
            "*" => Some(Unary::Dereference),
            "&" => Some(Unary::AddressOf),
            _ => None,
        };
        if let Some(operator) = operator {
            self.advance();
            let operand = self.nested(|p| match p.logic_bound()? {
                Some(bound) => Ok(bound),
                None => p.logic_unary(),
            })?;
            let (span, below) = (self.since(start), operand.height);
            return self.logic_node(ExpressionKind::Unary(operator, Box::new(operand)), span, below);
        }
        if self.at("(") && self.logic_type_at(1) {
            self.advance();
            let ty = self.logic_type()?;
            self.expect(")")?;
            let operand = self.nested(|p| p.logic_unary())?;
            let (span, below) = (self.since(start), operand.height);
            return self.logic_node(ExpressionKind::Cast(ty, Box::new(operand)), span, below);
        }
        if self.eat_word(&["sizeof", "\\sizeof"]) {
            if self.at("(") && self.logic_type_at(1) {
                self.advance();
                let of = self.start();
                let ty = self.logic_type()?;
                let of = self.since(of);
                self.expect(")")?;
                let span = self.since(start);
                return self.logic_node(ExpressionKind::SizeofType(ty, of), span, 0);
            }
            let operand = self.nested(|p| p.logic_unary())?;
            let (span, below) = (self.since(start), operand.height);
            return self.logic_node(ExpressionKind::SizeofExpression(Box::new(operand)), span, below);
        }
        let primary = self.logic_primary()?;
        self.logic_postfix(primary, start)
    }

    /// Indices and members behind an operand.
    fn logic_postfix(&mut self, mut operand: Expression, start: u32) -> Parse<Expression> {
        loop {
            let mut below = operand.height;
            let kind = if self.eat("[") {
                let index = self.logic_range("]")?;
                self.expect("]")?;
                below = below.max(index.height);
                ExpressionKind::Index(Box::new(operand), Box::new(index))
            } else if self.at(".") || self.at("->") {
                let arrow = self.advance().is("->");
                let name = self.identifier()?;
                ExpressionKind::Member(Box::new(operand), name, arrow)
            } else {
                return Ok(operand);
            };
            let span = self.since(start);
            operand = self.logic_node(kind, span, below)?;
        }
    }
}
