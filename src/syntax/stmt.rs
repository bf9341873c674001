//! Statements.

use super::ast::*;
use super::parser::{Failed, Parse, Parser};
use super::token::TokenKind;
use focuscheck_base::source::Span;

/// So many `else if` may follow each other, and so many labels: later stages nest them.
const MAX_CHAIN: usize = 25_000;

impl Statement {
    /// A statement without annotations.
    pub fn new(kind: StatementKind, span: Span) -> Self {
        Statement { kind, annotations: Vec::new(), span }
    }

    /// With these annotations before its own; those of a loop pass its labels.
    pub(super) fn annotated(mut self, annotations: Vec<Annotation>) -> Self {
        if annotations.is_empty() {
            return self;
        }
        let own = std::mem::take(&mut self.annotations);
        let (of_loop, mut first): (Vec<_>, Vec<_>) = match &self.kind {
            StatementKind::Labelled(..) => {
                annotations.into_iter().partition(|annotation| annotation.kind() == AnnotationKind::Loop)
            }
            _ => (Vec::new(), annotations),
        };
        if let StatementKind::Labelled(_, body) = &mut self.kind {
            body.annotations.splice(0..0, of_loop);
        }
        first.extend(own);
        self.annotations = first;
        self
    }
}

impl Parser<'_> {
    /// `{ … }` with a scope of its own.
    pub fn block(&mut self) -> Parse<Statement> {
        self.nested(|p| {
            p.open_scope();
            let block = p.block_here();
            p.close_scope();
            block
        })
    }

    fn block_here(&mut self) -> Parse<Statement> {
        let start = self.start();
        self.expect("{")?;
        let mut statements = Vec::new();
        while !self.at("}") {
            if self.at_end() {
                return Err(self.error(self.here(), "expected declaration or statement at end of input"));
            }
            if self.eat_word(&["__label__"]) {
                self.recover();
                continue;
            }
            let before = self.position();
            match self.block_item() {
                Ok(statement) => statements.push(statement),
                Err(Failed) => {
                    self.recover();
                    if self.position() == before && !self.at("}") {
                        self.advance();
                    }
                }
            }
        }
        let last = self.annotations_here();
        self.expect("}")?;
        Ok(Statement::new(StatementKind::Block(statements, last), self.since(start)))
    }

    fn block_item(&mut self) -> Parse<Statement> {
        if !self.starts_declaration() {
            return self.statement();
        }
        let start = self.start();
        let annotations = self.annotations_here();
        if self.at_word("__attribute__") && self.only_attributes() {
            self.attributes(&mut Vec::new())?;
            return Ok(self.statement()?.annotated(annotations));
        }
        if self.at("[") && self.standard_attributes_alone()? {
            return Ok(self.statement()?.annotated(annotations));
        }
        let kind = self.local()?;
        Ok(Statement::new(kind, self.since(start)).annotated(annotations))
    }

    /// Whether the attributes here stand alone: `__attribute__((fallthrough));`.
    fn only_attributes(&self) -> bool {
        let mut n = 1;
        let mut depth = 0;
        loop {
            let token = self.ahead(n);
            depth += i32::from(token.is("("));
            depth -= i32::from(token.is(")"));
            n += 1;
            if depth == 0 || token.kind == TokenKind::End {
                return self.ahead(n).is(";");
            }
        }
    }

    /// Reads `[[…]]` if it stands before a statement.
    fn standard_attributes_alone(&mut self) -> Parse<bool> {
        self.attributes(&mut Vec::new())?;
        Ok(!self.starts_declaration())
    }

    pub fn statement(&mut self) -> Parse<Statement> {
        let annotations = self.annotations_here();
        Ok(self.nested(|p| p.statement_here())?.annotated(annotations))
    }

    fn statement_here(&mut self) -> Parse<Statement> {
        let start = self.start();
        let mut labels = Vec::new();
        while let Some(label) = self.label()? {
            labels.push(label);
            if labels.len() > MAX_CHAIN {
                return Err(self.too_deep(self.token().span));
            }
            self.attributes(&mut Vec::new())?;
        }
        if labels.is_empty() {
            return self.unlabelled();
        }
        let annotations = self.annotations_here();
        let body = if self.at("}") {
            // C23 allows a label at the end of a block.
            let end = self.previous().end;
            Statement::new(StatementKind::Empty, Span::new(end, end))
        } else if self.starts_declaration() {
            self.block_item()?
        } else {
            self.unlabelled()?
        };
        let span = Span::new(start, body.span.end);
        let body = Box::new(body.annotated(annotations));
        Ok(Statement::new(StatementKind::Labelled(labels, body), span))
    }

    fn label(&mut self) -> Parse<Option<Label>> {
        let start = self.start();
        let kind = if self.eat_word(&["case"]) {
            let low = self.constant_expression()?;
            let high = if self.eat("...") { Some(self.constant_expression()?) } else { None };
            LabelKind::Case(low, high)
        } else if self.at_word("default") {
            self.advance();
            LabelKind::Default
        } else if self.at_identifier() && self.ahead(1).is(":") {
            LabelKind::Name(self.identifier()?)
        } else {
            return Ok(None);
        };
        match kind {
            LabelKind::Case(_, None) if !self.at(":") => return Err(self.expected("':' or '...'")),
            _ => self.expect(":")?,
        }
        Ok(Some(Label { kind, span: self.since(start) }))
    }

    fn unlabelled(&mut self) -> Parse<Statement> {
        let start = self.start();
        if self.at("{") {
            return self.block();
        }
        let kind = self.statement_kind()?;
        Ok(Statement::new(kind, self.since(start)))
    }

    fn statement_kind(&mut self) -> Parse<StatementKind> {
        if self.eat(";") {
            return Ok(StatementKind::Empty);
        }
        let token = *self.token();
        if token.kind == TokenKind::Identifier {
            match token.text {
                "if" => return self.if_chain(),
                "while" => {
                    self.advance();
                    let condition = self.condition()?;
                    return Ok(StatementKind::While(condition, Box::new(self.statement()?)));
                }
                "do" => {
                    self.advance();
                    let body = Box::new(self.statement()?);
                    if !self.eat_word(&["while"]) {
                        return Err(self.expected("'while'"));
                    }
                    let condition = self.condition()?;
                    self.semicolon()?;
                    return Ok(StatementKind::DoWhile(body, condition));
                }
                "for" => return self.for_loop(),
                "switch" => {
                    self.advance();
                    let value = self.condition()?;
                    return Ok(StatementKind::Switch(value, Box::new(self.statement()?)));
                }
                "break" | "continue" => {
                    self.advance();
                    self.semicolon()?;
                    let is_break = token.text == "break";
                    return Ok(if is_break { StatementKind::Break } else { StatementKind::Continue });
                }
                "return" => {
                    self.advance();
                    let value = if self.at(";") { None } else { Some(self.expression()?) };
                    self.semicolon()?;
                    return Ok(StatementKind::Return(value));
                }
                "goto" => {
                    self.advance();
                    let kind = if self.eat("*") {
                        StatementKind::GotoComputed(self.expression()?)
                    } else if !self.at_identifier() {
                        return Err(self.expected("identifier or '*'"));
                    } else {
                        StatementKind::Goto(self.identifier()?)
                    };
                    self.semicolon()?;
                    return Ok(kind);
                }
                "asm" | "__asm__" | "__asm" => return self.assembler(),
                "else" => return Err(self.error(token.span, "'else' without a previous 'if'")),
                _ => {}
            }
        }
        let expression = self.expression()?;
        self.semicolon()?;
        Ok(StatementKind::Expression(expression))
    }

    /// `(e)` after a keyword.
    fn condition(&mut self) -> Parse<Expression> {
        self.expect("(")?;
        let condition = self.expression()?;
        self.expect(")")?;
        Ok(condition)
    }

    fn if_chain(&mut self) -> Parse<StatementKind> {
        let mut arms = Vec::new();
        let mut otherwise = None;
        loop {
            let start = self.start();
            self.advance();
            let condition = self.condition()?;
            let then = self.statement()?;
            arms.push(IfArm { condition, then, start });
            if arms.len() > MAX_CHAIN {
                return Err(self.too_deep(self.token().span));
            }
            if !self.eat_word(&["else"]) {
                break;
            }
            if !self.at_word("if") {
                otherwise = Some(Box::new(self.statement()?));
                break;
            }
        }
        Ok(StatementKind::If { arms, otherwise })
    }

    fn for_loop(&mut self) -> Parse<StatementKind> {
        self.advance();
        self.expect("(")?;
        self.open_scope();
        let result = self.for_rest();
        self.close_scope();
        result
    }

    fn for_rest(&mut self) -> Parse<StatementKind> {
        let start = self.start();
        let init = if self.eat(";") {
            None
        } else if self.starts_declaration() {
            let declaration = self.declaration()?;
            Some(Box::new(Statement::new(StatementKind::Declaration(declaration), self.since(start))))
        } else {
            let expression = self.expression()?;
            self.expect(";")?;
            Some(Box::new(Statement::new(StatementKind::Expression(expression), self.since(start))))
        };
        let condition = if self.at(";") { None } else { Some(self.expression()?) };
        self.expect(";")?;
        let step = if self.at(")") { None } else { Some(self.expression()?) };
        self.expect(")")?;
        let body = Box::new(self.statement()?);
        Ok(StatementKind::For { init, condition, step, body })
    }

    fn assembler(&mut self) -> Parse<StatementKind> {
        self.advance();
        while self.eat_word(&["volatile", "__volatile__", "__volatile", "goto", "inline"]) {}
        self.expect("(")?;
        let mut assembler = Assembler::default();
        // Text, then after colons: outputs and inputs as `[name] "constraint" (expression)`, clobbers, labels.
        let mut part = 0;
        while !self.at(")") {
            if self.at_end() {
                return Err(self.expected("')'"));
            }
            if self.eat("::") {
                part += 2;
            } else if self.eat(":") {
                part += 1;
            } else if (1..=2).contains(&part) && self.eat("(") {
                let operand = self.expression()?;
                self.expect(")")?;
                if part == 1 { assembler.outputs.push(operand) } else { assembler.inputs.push(operand) }
            } else {
                let token = self.token();
                let (text, kind, span) = (token.text, token.kind, token.span);
                match part {
                    0 => assembler.text |= kind != TokenKind::String || !matches!(text, "\"\""),
                    3 => assembler.memory |= text == "\"memory\"",
                    4 if kind == TokenKind::Identifier => {
                        assembler.labels.push(Name { text: text.to_owned(), span });
                    }
                    _ => {}
                }
                self.advance();
            }
        }
        self.expect(")")?;
        self.semicolon()?;
        Ok(StatementKind::Assembler(assembler))
    }
}
