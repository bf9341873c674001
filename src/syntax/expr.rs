//! Expressions, by operator precedence.

use super::ast::*;
use super::literal;
use super::parser::{MAX_HEIGHT, Parse, Parser, is_plain};
use super::token::{Token, TokenKind};
use crate::source::Span;

impl Parser<'_> {
    /// Builds a node over children of the given height.
    fn node(&mut self, kind: ExpressionKind, span: Span, below: u32) -> Parse<Expression> {
        if below >= MAX_HEIGHT {
            return Err(self.too_deep(span));
        }
        Ok(Expression { kind, span, height: below + 1 })
    }

    /// An expression with commas.
    pub fn expression(&mut self) -> Parse<Expression> {
        let mut left = self.assignment()?;
        while self.eat(",") {
            let right = self.assignment()?;
            let (span, below) = (left.span.to(right.span), left.height.max(right.height));
            left = self.node(ExpressionKind::Comma(Box::new(left), Box::new(right)), span, below)?;
        }
        Ok(left)
    }

    pub fn constant_expression(&mut self) -> Parse<Expression> {
        self.nested(|p| p.conditional())
    }

    /// An expression without commas.
    pub fn assignment(&mut self) -> Parse<Expression> {
        self.nested(|p| p.assignment_here())
    }

    fn assignment_here(&mut self) -> Parse<Expression> {
        let target = self.conditional()?;
        let TokenKind::Punctuator(operator) = self.token().kind else { return Ok(target) };
        let update = match operator {
            "=" => None,
            "*=" | "/=" | "%=" | "+=" | "-=" | "<<=" | ">>=" | "&=" | "^=" | "|=" => {
                Binary::from_symbol(operator.trim_end_matches('='))
            }
            _ => return Ok(target),
        };
        self.advance();
        let value = self.assignment()?;
        let (span, below) = (target.span.to(value.span), target.height.max(value.height));
        self.node(ExpressionKind::Assign(update, Box::new(target), Box::new(value)), span, below)
    }

    fn conditional(&mut self) -> Parse<Expression> {
        let condition = self.binary(0)?;
        if !self.eat("?") {
            return Ok(condition);
        }
        let then = if self.at(":") { None } else { Some(self.nested(|p| p.expression())?) };
        self.expect(":")?;
        let otherwise = self.nested(|p| p.conditional())?;
        let below = condition.height.max(otherwise.height).max(then.as_ref().map_or(0, |t| t.height));
        let span = condition.span.to(otherwise.span);
        let kind = ExpressionKind::Conditional(Box::new(condition), then.map(Box::new), Box::new(otherwise));
        self.node(kind, span, below)
    }

    fn binary(&mut self, minimum: u8) -> Parse<Expression> {
        let mut left = self.cast()?;
        while let TokenKind::Punctuator(symbol) = self.token().kind {
            let Some(operator) = Binary::from_symbol(symbol).filter(|o| o.precedence() > minimum) else {
                break;
            };
            self.advance();
            let right = self.binary(operator.precedence())?;
            let (span, below) = (left.span.to(right.span), left.height.max(right.height));
            left =
                self.node(ExpressionKind::Binary(operator, Box::new(left), Box::new(right)), span, below)?;
        }
        Ok(left)
    }

    fn cast(&mut self) -> Parse<Expression> {
        self.nested(|p| p.cast_here())
    }

    fn cast_here(&mut self) -> Parse<Expression> {
        let start = self.start();
        if self.at("(") && (self.type_name_at(1) || self.unknown_cast()) {
            self.advance();
            let ty = self.cast_type()?;
            self.expect(")")?;
            if self.at("{") {
                let value = self.initializer()?;
                let kind = ExpressionKind::Compound(Box::new(ty), Box::new(value));
                let span = self.since(start);
                let literal = self.node(kind, span, 1)?;
                return self.postfix(literal, start);
            }
            let operand = self.cast()?;
            let (span, below) = (Span::new(start, operand.span.end), operand.height);
            return self.node(ExpressionKind::Cast(Box::new(ty), Box::new(operand)), span, below);
        }
        self.unary()
    }

    fn cast_type(&mut self) -> Parse<TypeName> {
        if self.unread && is_plain(self.token()) && self.declared(&self.token().text).is_none() {
            let name = self.token().text.to_string();
            self.guess_type(&name);
        }
        self.type_name()
    }

    /// `(name) x` and `(name *)` with an undeclared name are casts to a type of an unread header.
    fn unknown_cast(&self) -> bool {
        let name = self.ahead(1);
        if !self.unread || !is_plain(name) || self.declared(&name.text).is_some() {
            return false;
        }
        let after = self.ahead(3);
        (self.ahead(2).is("*") && (after.is(")") || after.is("*")))
            || (self.ahead(2).is(")") && (is_plain(after) || after.kind == TokenKind::Number))
    }

    fn unary(&mut self) -> Parse<Expression> {
        let start = self.start();
        let token = self.token().clone();
        let operator = match token.kind {
            TokenKind::Punctuator("+") => Some(Unary::Plus),
            TokenKind::Punctuator("-") => Some(Unary::Minus),
            TokenKind::Punctuator("~") => Some(Unary::Complement),
            TokenKind::Punctuator("!") => Some(Unary::Not),
            TokenKind::Punctuator("*") => Some(Unary::Dereference),
            TokenKind::Punctuator("&") => Some(Unary::AddressOf),
            TokenKind::Punctuator("++") => Some(Unary::Increment),
            TokenKind::Punctuator("--") => Some(Unary::Decrement),
            TokenKind::Identifier => match &*token.text {
                "__real__" | "__real" => Some(Unary::Real),
                "__imag__" | "__imag" => Some(Unary::Imaginary),
                _ => None,
            },
            _ => None,
        };
        if let Some(operator) = operator {
            self.advance();
            // Cimple's `*` stands where an operand is needed and none follows.
            if operator == Unary::Dereference && [")", ";", "&&", "||", "?", ","].iter().any(|p| self.at(p)) {
                return self.node(ExpressionKind::Any, token.span, 0);
            }
            let operand = self.cast()?;
            let (span, below) = (Span::new(start, operand.span.end), operand.height);
            return self.node(ExpressionKind::Unary(operator, Box::new(operand)), span, below);
        }
        if token.is("&&") && is_plain(self.ahead(1)) {
            self.advance();
            let name = self.identifier()?;
            let span = self.since(start);
            return self.node(ExpressionKind::LabelAddress(name), span, 0);
        }
        if self.eat_word(&["__extension__"]) {
            let mut operand = self.cast()?;
            operand.span = Span::new(start, operand.span.end);
            return Ok(operand);
        }
        if self.eat_word(&["sizeof"]) {
            if self.at("(") && self.type_name_at(1) {
                self.advance();
                let ty = self.type_name()?;
                self.expect(")")?;
                if self.at("{") {
                    let value = self.initializer()?;
                    let kind = ExpressionKind::Compound(Box::new(ty), Box::new(value));
                    let span = self.since(start);
                    let literal = self.node(kind, span, 1)?;
                    let operand = self.postfix(literal, start)?;
                    let below = operand.height;
                    return self.node(ExpressionKind::SizeofExpression(Box::new(operand)), span, below);
                }
                let span = self.since(start);
                return self.node(ExpressionKind::SizeofType(Box::new(ty)), span, 0);
            }
            let operand = self.nested(|p| p.unary())?;
            let (span, below) = (Span::new(start, operand.span.end), operand.height);
            return self.node(ExpressionKind::SizeofExpression(Box::new(operand)), span, below);
        }
        if self.eat_word(&["_Alignof", "__alignof__", "__alignof"]) {
            if self.at("(") && self.type_name_at(1) {
                self.advance();
                let ty = self.type_name()?;
                self.expect(")")?;
                let span = self.since(start);
                return self.node(ExpressionKind::Alignof(Box::new(ty)), span, 0);
            }
            // GNU: the alignment of an expression's type.
            let operand = self.nested(|p| p.unary())?;
            let (span, below) = (self.since(start), operand.height);
            let specifiers = Specifiers {
                storage: None,
                constant: false,
                volatile: false,
                attributes: Vec::new(),
                span: operand.span,
                ty: TypeSpecifier::TypeofExpression(Box::new(operand)),
            };
            let name = TypeName { span: specifiers.span, specifiers, declarator: Declarator::default() };
            return self.node(ExpressionKind::Alignof(Box::new(name)), span, below);
        }
        let primary = self.primary()?;
        self.postfix(primary, start)
    }

    fn postfix(&mut self, mut operand: Expression, start: u32) -> Parse<Expression> {
        loop {
            let mut below = operand.height;
            let kind = if self.eat("[") {
                let index = self.expression()?;
                self.expect("]")?;
                below = below.max(index.height);
                ExpressionKind::Index(Box::new(operand), Box::new(index))
            } else if self.eat("(") {
                let arguments = self.arguments()?;
                below = arguments.iter().map(|a| a.height).fold(below, u32::max);
                ExpressionKind::Call(Box::new(operand), arguments)
            } else if self.at(".") || self.at("->") {
                let arrow = self.advance().is("->");
                let name = self.identifier()?;
                ExpressionKind::Member(Box::new(operand), name, arrow)
            } else if self.at("++") || self.at("--") {
                let plus = self.advance().is("++");
                ExpressionKind::Postfix(plus, Box::new(operand))
            } else {
                return Ok(operand);
            };
            let span = self.since(start);
            operand = self.node(kind, span, below)?;
        }
    }

    fn arguments(&mut self) -> Parse<Vec<Expression>> {
        let mut arguments = Vec::new();
        if self.eat(")") {
            return Ok(arguments);
        }
        loop {
            // A macro of an unread header may take a type: it is kept as the name of the type.
            if self.unread && self.starts_type_name() {
                let ty = self.type_name()?;
                let span = ty.span;
                arguments.push(self.node(ExpressionKind::SizeofType(Box::new(ty)), span, 0)?);
            } else {
                arguments.push(self.assignment()?);
            }
            if !self.eat(",") {
                break;
            }
        }
        self.expect(")")?;
        Ok(arguments)
    }

    fn primary(&mut self) -> Parse<Expression> {
        let token = self.token().clone();
        match token.kind {
            TokenKind::Number | TokenKind::Character => {
                self.advance();
                match literal::constant(&token) {
                    Ok(kind) => {
                        if let Some(message) = literal::doubt(&token, &kind) {
                            self.warning(token.span, message);
                        }
                        self.node(kind, token.span, 0)
                    }
                    Err(message) => Err(self.error(token.span, message)),
                }
            }
            TokenKind::String => {
                let mut parts = Vec::new();
                while self.token().kind == TokenKind::String {
                    parts.push(self.advance().text.to_string());
                }
                let span = self.since(token.span.start);
                self.node(ExpressionKind::String(parts), span, 0)
            }
            TokenKind::Punctuator("(") => {
                self.advance();
                let mut inner = if self.at("{") {
                    let block = self.block()?;
                    let span = block.span;
                    self.node(ExpressionKind::Statement(Box::new(block)), span, 0)?
                } else {
                    self.expression()?
                };
                self.expect(")")?;
                inner.span = self.since(token.span.start);
                Ok(inner)
            }
            TokenKind::Identifier => self.name(&token),
            _ => Err(self.expected("expression")),
        }
    }

    fn name(&mut self, token: &Token) -> Parse<Expression> {
        let start = token.span.start;
        match &*token.text {
            "_Generic" => {
                self.advance();
                self.expect("(")?;
                let selector = self.assignment()?;
                let mut choices = Vec::new();
                let mut below = selector.height;
                while self.eat(",") {
                    let ty = if self.eat_word(&["default"]) { None } else { Some(self.type_name()?) };
                    self.expect(":")?;
                    let value = self.assignment()?;
                    below = below.max(value.height);
                    choices.push((ty, value));
                }
                self.expect(")")?;
                let span = self.since(start);
                self.node(ExpressionKind::Generic(Box::new(selector), choices), span, below)
            }
            "__builtin_offsetof" => {
                self.advance();
                self.expect("(")?;
                let ty = self.type_name()?;
                self.expect(",")?;
                let mut path = vec![Designator::Field(self.identifier()?)];
                self.designators(&mut path)?;
                self.expect(")")?;
                let span = self.since(start);
                self.node(ExpressionKind::Offsetof(Box::new(ty), path), span, 0)
            }
            "__builtin_va_arg" => {
                self.advance();
                self.expect("(")?;
                let list = self.assignment()?;
                self.expect(",")?;
                let ty = self.type_name()?;
                self.expect(")")?;
                let (span, below) = (self.since(start), list.height);
                self.node(ExpressionKind::VariableArgument(Box::new(list), Box::new(ty)), span, below)
            }
            "__builtin_types_compatible_p" => {
                self.advance();
                self.expect("(")?;
                let left = self.type_name()?;
                self.expect(",")?;
                let right = self.type_name()?;
                self.expect(")")?;
                let span = self.since(start);
                self.node(ExpressionKind::TypesCompatible(Box::new(left), Box::new(right)), span, 0)
            }
            _ if is_plain(token) && !self.is_type_name_for_value(token) => {
                self.advance();
                self.node(ExpressionKind::Identifier(token.text.to_string()), token.span, 0)
            }
            _ => Err(self.expected("expression")),
        }
    }

    /// A declared type cannot be a value; one that is only known from headers may be a variable that an
    /// unread header declares.
    fn is_type_name_for_value(&self, token: &Token) -> bool {
        self.declared(&token.text) == Some(true)
    }
}
