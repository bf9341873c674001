//! Expressions, by operator precedence.

use super::ast::*;
use super::literal;
use super::parser::{Parse, Parser};
use super::token::{Token, TokenKind};
use focuscheck_base::source::Span;

impl Parser<'_> {
    /// Builds a node over children of the given height.
    fn node(&mut self, kind: ExpressionKind, span: Span, below: u32) -> Parse<Expression> {
        if below >= self.max_height {
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
        let operator = self.token().operator();
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
        // A chain `a ? b : c ? d : …` is read in a loop, so that its length costs no stack.
        let mut arms = Vec::new();
        let mut last = self.binary(0)?;
        while self.eat("?") {
            let then = if self.at(":") { None } else { Some(self.nested(|p| p.expression())?) };
            self.expect(":")?;
            let condition = std::mem::replace(&mut last, self.binary(0)?);
            arms.push((condition, then));
        }
        for (condition, then) in arms.into_iter().rev() {
            let below = condition.height.max(last.height).max(then.as_ref().map_or(0, |t| t.height));
            let span = condition.span.to(last.span);
            let kind = ExpressionKind::Conditional(Box::new(condition), then.map(Box::new), Box::new(last));
            last = self.node(kind, span, below)?;
        }
        Ok(last)
    }

    fn binary(&mut self, minimum: u8) -> Parse<Expression> {
        let mut left = self.cast()?;
        while let Some(operator) =
            Binary::from_symbol(self.token().operator()).filter(|o| o.precedence() > minimum)
        {
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
        let one = !self.ahead(1).is_plain() && !self.is_specifier(self.ahead(1));
        if one && self.unread && self.token().is_plain() && self.declared(self.token().text).is_none() {
            let name = self.token().text.to_string();
            self.guess_type(&name);
        }
        self.type_name()
    }

    /// `(name) x` and `(name *)` with an undeclared name are casts to a type of an unread header.
    fn unknown_cast(&self) -> bool {
        let name = self.ahead(1);
        if !self.unread || !name.is_plain() || self.declared(name.text).is_some() {
            return false;
        }
        let after = self.ahead(3);
        // `(z_const Bytef *) x`
        let two = self.ahead(2).is_plain() || self.is_specifier(self.ahead(2));
        (two && after.is("*") && (self.ahead(4).is(")") || self.ahead(4).is("*")))
            || (two && self.is_specifier(after))
            || (self.ahead(2).is("*") && (after.is(")") || after.is("*")))
            || (self.ahead(2).is(")") && (after.is_plain() || after.kind == TokenKind::Number))
    }

    fn unary(&mut self) -> Parse<Expression> {
        let start = self.start();
        let token = *self.token();
        let operator = match token.text {
            "+" => Some(Unary::Plus),
            "-" => Some(Unary::Minus),
            "~" => Some(Unary::Complement),
            "!" => Some(Unary::Not),
            "*" => Some(Unary::Dereference),
            "&" => Some(Unary::AddressOf),
            "++" => Some(Unary::Increment),
            "--" => Some(Unary::Decrement),
            "__real__" | "__real" => Some(Unary::Real),
            "__imag__" | "__imag" => Some(Unary::Imaginary),
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
        if token.is("&&") && self.ahead(1).is_plain() {
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
            let operand = self.nested(|p| p.unary())?;
            let (span, below) = (Span::new(start, operand.span.end), operand.height);
            return self.node(ExpressionKind::AlignofExpression(Box::new(operand)), span, below);
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
                let builtin =
                    matches!(&operand.kind, ExpressionKind::Identifier(n) if n.starts_with("__builtin_"));
                let arguments = self.arguments(builtin)?;
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

    /// The arguments of a call after `(`; a built-in function may take types.
    fn arguments(&mut self, builtin: bool) -> Parse<Vec<Expression>> {
        let mut arguments = Vec::new();
        if self.eat(")") {
            return Ok(arguments);
        }
        loop {
            // A macro of an unread header may take a type: it is kept as the name of the type.
            if (self.unread || builtin) && self.starts_type_name() {
                let ty = self.type_name()?;
                let span = ty.span;
                arguments.push(self.node(ExpressionKind::SizeofType(Box::new(ty)), span, 0)?);
            } else if self.unread && self.at_lone_operator() {
                // Such a macro may even take an operator.
                let token = self.advance();
                let text = format!("\"{}\"", token.text);
                arguments.push(self.node(ExpressionKind::String(vec![text]), token.span, 0)?);
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

    fn at_lone_operator(&self) -> bool {
        let (operator, next) = (self.token().operator(), self.ahead(1));
        Binary::from_symbol(operator).is_some() && operator != "*" && (next.is(",") || next.is(")"))
    }

    fn primary(&mut self) -> Parse<Expression> {
        let token = *self.token();
        match token.kind {
            TokenKind::Number | TokenKind::Character => {
                self.advance();
                match literal::constant(&token) {
                    Ok(kind) => {
                        if let Some(message) = literal::doubt(&kind) {
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
                let mut string = self.node(ExpressionKind::String(parts), span, 0)?;
                while self.at_unread_string() {
                    string = self.unread_string(Some(string))?;
                }
                Ok(string)
            }
            TokenKind::Punctuator if token.text == "(" => {
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

    fn name(&mut self, token: &Token<'_>) -> Parse<Expression> {
        let start = token.span.start;
        match token.text {
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
            "__CPROVER_forall" | "__CPROVER_exists" if self.ahead(1).text == "{" => self.quantifier(),
            _ if token.is_plain() && !self.is_type_name_for_value(token) => {
                if self.at_unread_string() && self.ahead(1).kind == TokenKind::String {
                    let mut string = self.unread_string(None)?;
                    while self.at_unread_string() {
                        string = self.unread_string(Some(string))?;
                    }
                    return Ok(string);
                }
                self.advance();
                self.node(ExpressionKind::Identifier(token.text.to_string()), token.span, 0)
            }
            _ => Err(self.expected("expression")),
        }
    }

    /// `__CPROVER_forall { int i; a[i] == 0 }`, as a call without arguments: what it says is not read.
    fn quantifier(&mut self) -> Parse<Expression> {
        let start = self.start();
        let name = self.advance();
        let function = self.node(ExpressionKind::Identifier(name.text.to_owned()), name.span, 0)?;
        self.expect("{")?;
        let mut depth = 1_u32;
        while depth > 0 {
            if self.token().kind == TokenKind::End {
                return Err(self.expected("'}'"));
            }
            match self.advance().text {
                "{" => depth += 1,
                "}" => depth -= 1,
                _ => {}
            }
        }
        let span = self.since(start);
        self.node(ExpressionKind::Call(Box::new(function), Vec::new()), span, 1)
    }

    /// An undeclared name beside a string is a string that an unread header defines.
    fn at_unread_string(&self) -> bool {
        self.unread && self.token().is_plain() && self.declared(self.token().text).is_none()
    }

    /// `"a" NAME "b"`, as a call of the unknown name on what is known of the string.
    fn unread_string(&mut self, before: Option<Expression>) -> Parse<Expression> {
        let name = self.advance();
        let first = before.as_ref().map_or(name.span.start, |b| b.span.start);
        let mut parts = Vec::from_iter(before);
        let start = self.start();
        let mut after = Vec::new();
        while self.token().kind == TokenKind::String {
            after.push(self.advance().text.to_owned());
        }
        if !after.is_empty() {
            let span = self.since(start);
            parts.push(self.node(ExpressionKind::String(after), span, 0)?);
        }
        let function = self.node(ExpressionKind::Identifier(name.text.to_owned()), name.span, 0)?;
        let span = self.since(first);
        let below = parts.iter().map(|p| p.height).fold(1, u32::max);
        self.node(ExpressionKind::Call(Box::new(function), parts), span, below)
    }

    /// A declared type cannot be a value; one that is only known from headers may be a variable that an
    /// unread header declares.
    fn is_type_name_for_value(&self, token: &Token<'_>) -> bool {
        self.declared(token.text) == Some(true)
    }
}
