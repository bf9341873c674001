//! Constants, names, applications, sets.

use super::tree::{Expression, ExpressionKind};
use crate::ast::{self, Name};
use crate::literal;
use crate::parser::{Parse, Parser};
use crate::token::{Token, TokenKind};

impl Parser<'_> {
    /// What no operator is in.
    pub fn logic_primary(&mut self) -> Parse<Expression> {
        let token = *self.token();
        match token.kind {
            TokenKind::Number | TokenKind::Character => {
                self.advance();
                let kind = match literal::constant(&token) {
                    Ok(ast::ExpressionKind::Integer(value)) => ExpressionKind::Integer(value),
                    Ok(ast::ExpressionKind::Character { value, text }) => {
                        ExpressionKind::Character { value, text }
                    }
                    Ok(_) => ExpressionKind::Float(token.text.to_owned()),
                    Err(message) => return Err(self.error(token.span, message)),
                };
                self.logic_node(kind, token.span, 0)
            }
            TokenKind::String => {
                let mut parts = Vec::new();
                while self.token().kind == TokenKind::String {
                    parts.push(self.advance().text.to_owned());
                }
                let span = self.since(token.span.start);
                self.logic_node(ExpressionKind::Text(parts), span, 0)
            }
            TokenKind::Punctuator if token.text == "(" => {
                self.advance();
                let mut inner = self.logic_range(")")?;
                self.expect(")")?;
                inner.span = self.since(token.span.start);
                Ok(inner)
            }
            TokenKind::Punctuator if token.text == "{" => self.logic_braces(),
            TokenKind::Punctuator if token.text == "[|" => {
                while !self.at_end() && !self.at("|]") {
                    self.advance();
                }
                self.expect("|]")?;
                let span = self.since(token.span.start);
                self.logic_node(ExpressionKind::Unmodelled("list".to_owned()), span, 0)
            }
            TokenKind::Identifier if token.is_plain() => self.logic_application(&token),
            TokenKind::Identifier | TokenKind::Punctuator | TokenKind::Bad | TokenKind::End => {
                Err(self.expected("expression"))
            }
        }
    }

    /// A name, with labels and arguments.
    fn logic_application(&mut self, token: &Token<'_>) -> Parse<Expression> {
        let start = token.span.start;
        match token.text {
            "\\at" => {
                self.advance();
                self.expect("(")?;
                let inner = self.logic()?;
                self.expect(",")?;
                let label = self.logic_label()?;
                self.expect(")")?;
                let (span, below) = (self.since(start), inner.height);
                return self.logic_node(ExpressionKind::At(Box::new(inner), label), span, below);
            }
            "\\type" | "\\typeof" => {
                self.advance();
                self.skip_parentheses()?;
                let span = self.since(start);
                return self.logic_node(ExpressionKind::Unmodelled(token.text.to_owned()), span, 0);
            }
            _ => {}
        }
        let name = self.identifier()?;
        let labels = self.logic_labels()?;
        if !self.eat("(") {
            if labels.is_empty() {
                return self.logic_node(ExpressionKind::Name(name.text), name.span, 0);
            }
            let span = self.since(start);
            return self.logic_node(ExpressionKind::Apply(name, labels, Vec::new()), span, 0);
        }
        let mut arguments = Vec::new();
        if !self.at(")") {
            arguments.push(self.logic()?);
            while self.eat(",") {
                arguments.push(self.logic()?);
            }
        }
        self.expect(")")?;
        let below = arguments.iter().map(|argument| argument.height).fold(0, u32::max);
        let span = self.since(start);
        self.logic_node(ExpressionKind::Apply(name, labels, arguments), span, below)
    }

    /// `{L, M}`, or nothing.
    pub fn logic_labels(&mut self) -> Parse<Vec<Name>> {
        let mut labels = Vec::new();
        if !self.eat("{") {
            return Ok(labels);
        }
        if !self.at("}") {
            labels.push(self.logic_label()?);
            while self.eat(",") {
                labels.push(self.logic_label()?);
            }
        }
        self.expect("}")?;
        Ok(labels)
    }

    fn logic_label(&mut self) -> Parse<Name> {
        // `default` is a label in some programs.
        let token = *self.token();
        if token.kind != TokenKind::Identifier {
            return Err(self.expected("label"));
        }
        self.advance();
        Ok(Name { text: token.text.to_owned(), span: token.span })
    }

    /// `{a, b}`; sets that are described and structures with other members are only skipped.
    fn logic_braces(&mut self) -> Parse<Expression> {
        let start = self.start();
        if let Some(what) = self.logic_braces_with() {
            self.logic_skip_braces()?;
            let span = self.since(start);
            return self.logic_node(ExpressionKind::Unmodelled(what.to_owned()), span, 0);
        }
        self.advance();
        let mut parts = Vec::new();
        if !self.at("}") {
            parts.push(self.logic()?);
            while self.eat(",") {
                parts.push(self.logic()?);
            }
        }
        self.expect("}")?;
        let below = parts.iter().map(|part| part.height).fold(0, u32::max);
        let span = self.since(start);
        self.logic_node(ExpressionKind::Set(parts), span, below)
    }

    /// What stands in braces other than a list.
    fn logic_braces_with(&self) -> Option<&'static str> {
        let (mut n, mut depth) = (1, 1);
        while depth > 0 {
            let token = self.ahead(n);
            match token.text {
                _ if token.kind == TokenKind::End => return None,
                "\\with" => return Some("\\with"),
                ";" if depth == 1 => return Some("set comprehension"),
                "{" => depth += 1,
                "}" => depth -= 1,
                _ => {}
            }
            n += 1;
        }
        None
    }

    /// Skips a part in braces, with the braces.
    pub fn logic_skip_braces(&mut self) -> Parse<()> {
        self.expect("{")?;
        let mut depth = 1;
        while depth > 0 {
            if self.at_end() {
                return Err(self.expected("'}'"));
            }
            depth += i32::from(self.at("{"));
            depth -= i32::from(self.at("}"));
            self.advance();
        }
        Ok(())
    }
}
