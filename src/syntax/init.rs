//! Initialisers.

use super::ast::*;
use super::parser::{Parse, Parser};
use super::token::TokenKind;

impl Parser<'_> {
    pub fn initializer(&mut self) -> Parse<Initializer> {
        if !self.at("{") {
            return Ok(Initializer::Expression(self.assignment()?));
        }
        self.nested(|p| p.initializer_list())
    }

    fn initializer_list(&mut self) -> Parse<Initializer> {
        let start = self.start();
        self.expect("{")?;
        let mut entries = Vec::new();
        while !self.at("}") {
            let mut designators = Vec::new();
            if self.token().is_plain() && self.ahead(1).is(":") {
                designators.push(Designator::Field(self.identifier()?));
                self.advance();
            } else {
                self.designators(&mut designators)?;
                // `[1] 5` without `=` is an old GNU form.
                if !designators.is_empty() && !self.eat("=") && !self.token().kind.starts_value() {
                    return Err(self.expected("'='"));
                }
            }
            let value = self.initializer()?;
            entries.push(InitializerEntry { designators, value });
            if !self.eat(",") {
                break;
            }
        }
        self.expect("}")?;
        Ok(Initializer::List(entries, self.since(start)))
    }

    /// `[i].x…`
    pub fn designators(&mut self, designators: &mut Vec<Designator>) -> Parse<()> {
        loop {
            if self.eat("[") {
                let low = self.constant_expression()?;
                if self.eat("...") {
                    let high = self.constant_expression()?;
                    designators.push(Designator::Range(low, high));
                } else {
                    designators.push(Designator::Index(low));
                }
                self.expect("]")?;
            } else if self.eat(".") {
                designators.push(Designator::Field(self.identifier()?));
            } else {
                return Ok(());
            }
        }
    }
}

impl TokenKind {
    fn starts_value(self) -> bool {
        matches!(self, TokenKind::Number | TokenKind::Identifier | TokenKind::Character | TokenKind::String)
    }
}
