//! Statements of function bodies.

use super::Checker;
use super::constants;
use super::conversion::Purpose;
use super::logic::code::Before;
use super::tree::{Arm, Assembler, Expression, ExpressionKind, Operand, Statement, StatementKind, Storage};
use super::types::Type;
use focuscheck_base::arith::IntegerType;
use focuscheck_base::limit::spend;
use focuscheck_base::source::Span;
use focuscheck_syntax::annotation::Annotation;
use focuscheck_syntax::ast::{self, StatementKind as Kind};

impl Checker<'_> {
    /// Checks a statement.
    pub fn statement(&mut self, statement: &ast::Statement) -> Statement {
        let mut stated = self.stated(&statement.annotations, before(statement));
        let checked = self.plain_statement(statement);
        if stated.is_empty() {
            return checked;
        }
        let span = checked.span;
        stated.push(checked);
        Statement { kind: StatementKind::Block(stated), annotations: Vec::new(), contract: None, span }
    }

    /// Statements of a block, each after what is stated before it, and what is stated at the end.
    pub fn sequence(&mut self, items: &[ast::Statement], last: &[Annotation]) -> Vec<Statement> {
        let mut statements = Vec::with_capacity(items.len());
        for item in items {
            statements.extend(self.stated(&item.annotations, before(item)));
            let checked = self.plain_statement(item);
            match (&item.kind, checked.kind) {
                // A declaration behind a label counts for the rest of the block.
                (Kind::Labelled(_, written), StatementKind::Labelled(labels, body))
                    if matches!(written.kind, Kind::Declaration(_)) =>
                {
                    let mut parts = match body.kind {
                        StatementKind::Block(parts) => parts.into_iter(),
                        kind => vec![Statement { kind, ..*body }].into_iter(),
                    };
                    let kind = match parts.next() {
                        Some(first) => StatementKind::Labelled(labels, Box::new(first)),
                        None => StatementKind::Empty,
                    };
                    statements.push(Statement { kind, ..checked });
                    statements.extend(parts);
                }
                (_, kind) => statements.push(Statement { kind, ..checked }),
            }
        }
        statements.extend(self.stated(last, Before::Other));
        statements
    }

    /// A statement without what is stated before it.
    fn plain_statement(&mut self, statement: &ast::Statement) -> Statement {
        spend(1);
        let span = statement.span;
        let mut contract = None;
        let kind = match &statement.kind {
            Kind::Empty => StatementKind::Empty,
            Kind::Declaration(declaration) => {
                let annotations = statement.annotations.clone();
                return Statement { annotations, ..self.local_declaration(declaration, span) };
            }
            Kind::Expression(expression) => {
                self.doubt_statement(expression);
                StatementKind::Expression(self.expression(expression))
            }
            Kind::If { arms, otherwise } => {
                let arms = arms.iter().map(|arm| self.arm(arm)).collect();
                StatementKind::If(arms, otherwise.as_ref().map(|s| Box::new(self.statement(s))))
            }
            Kind::Block(items, last) => StatementKind::Block(self.block(items, last)),
            Kind::While(condition, body) => {
                contract = self.loop_contract(&statement.annotations);
                let condition = self.loop_condition(condition);
                StatementKind::While(condition, self.loop_body(body))
            }
            Kind::DoWhile(body, condition) => {
                contract = self.loop_contract(&statement.annotations);
                let body = self.loop_body(body);
                StatementKind::DoWhile(body, self.loop_condition(condition))
            }
            Kind::For { init, condition, step, body } => {
                self.open_scope();
                self.check_loop_declaration(init.as_deref());
                let init = init.as_ref().map(|s| Box::new(self.statement(s)));
                contract = self.loop_contract(&statement.annotations);
                let condition = condition.as_ref().map(|c| self.loop_condition(c));
                let step = step.as_ref().map(|s| self.expression(s));
                let body = self.loop_body(body);
                self.close_scope();
                StatementKind::For { init, condition, step, body }
            }
            Kind::Switch(value, body) => self.switch(value, body),
            Kind::Labelled(labels, body) => self.labelled(labels, body),
            Kind::Break => {
                if self.current.as_ref().is_some_and(|c| c.breakable == 0) {
                    self.error(span, "break statement not within loop or switch");
                }
                StatementKind::Break
            }
            Kind::Continue => {
                if self.current.as_ref().is_some_and(|c| c.loops == 0) {
                    self.error(span, "continue statement not within a loop");
                }
                StatementKind::Continue
            }
            Kind::Return(value) => self.return_statement(value.as_ref(), span),
            Kind::Goto(name) => self.goto(name, span),
            Kind::GotoComputed(target) => StatementKind::GotoComputed(self.expression(target)),
            Kind::Function(definition) => self.nested_function(definition),
            Kind::Assembler(assembler) => self.assembler(assembler),
        };
        Statement { kind, annotations: statement.annotations.clone(), contract, span }
    }

    fn block(&mut self, items: &[ast::Statement], last: &[Annotation]) -> Vec<Statement> {
        self.open_scope();
        let arrays = self.current.as_ref().map_or(0, |c| c.variable_arrays.len());
        let statements = self.sequence(items, last);
        self.close_scope();
        if let Some(current) = &mut self.current {
            current.variable_arrays.truncate(arrays);
        }
        statements
    }

    fn arm(&mut self, arm: &ast::IfArm) -> Arm {
        self.doubt_condition(&arm.condition);
        let condition = self.truth(&arm.condition);
        Arm { condition, then: self.statement(&arm.then), start: arm.start }
    }

    fn goto(&mut self, name: &ast::Name, span: Span) -> StatementKind {
        let Some(label) = self.label(&name.text) else {
            self.missing_label(name, span);
            return StatementKind::Empty;
        };
        if let Some(current) = &mut self.current {
            current.jumps.push((span, label, current.variable_arrays.clone()));
        }
        StatementKind::Goto(label)
    }

    /// A label is missed once in a function, however often it is used.
    pub fn missing_label(&mut self, name: &ast::Name, at: Span) {
        if self.undeclared.insert(format!("{}:", name.text)) {
            self.error(at, format!("label '{}' used but not defined", name.text));
        }
    }

    fn loop_condition(&mut self, condition: &ast::Expression) -> Expression {
        self.doubt_condition(condition);
        self.truth(condition)
    }

    /// Only variables of the loop can be declared in a `for`.
    fn check_loop_declaration(&mut self, init: Option<&ast::Statement>) {
        let Some(Kind::Declaration(declaration)) = init.map(|s| &s.kind) else { return };
        let storage = match declaration.specifiers.storage {
            Some(ast::StorageClass::Static) => "static",
            Some(ast::StorageClass::Extern) => "'extern'",
            _ => return,
        };
        for name in declaration.declarators.iter().filter_map(|d| d.declarator.name.as_ref()) {
            let message = format!(
                "declaration of {storage} variable '{}' in 'for' loop initial declaration",
                name.text
            );
            self.error(name.span, message);
        }
    }

    fn loop_body(&mut self, body: &ast::Statement) -> Box<Statement> {
        if let Some(current) = &mut self.current {
            current.breakable += 1;
            current.loops += 1;
        }
        let body = self.statement(body);
        if let Some(current) = &mut self.current {
            current.breakable -= 1;
            current.loops -= 1;
        }
        Box::new(body)
    }

    fn return_statement(&mut self, value: Option<&ast::Expression>, span: Span) -> StatementKind {
        let current = self.current.as_ref();
        let result = current.map_or(Type::Void, |c| c.result.clone());
        let says_result = current.is_some_and(|c| c.says_result);
        let Some(written) = value else {
            if result != Type::Void && !matches!(result, Type::Opaque(_)) && says_result {
                self.warning(span, "'return' with no value, in function returning non-void");
            }
            return StatementKind::Return(None);
        };
        let at = self.locus(written);
        let value = self.expression(written);
        let value = match result {
            Type::Void => {
                if value.ty != Type::Void {
                    self.warning(at, "'return' with a value, in function returning void");
                }
                value
            }
            Type::Record(_) => {
                let at = value.span;
                self.converted(&result, value, at, Purpose::Return)
            }
            _ => self.converted(&result, value, at, Purpose::Return),
        };
        StatementKind::Return(Some(value))
    }

    /// GNU's `({ … })`.
    pub fn statement_expression(&mut self, body: &ast::Statement, span: Span) -> Expression {
        let Kind::Block(items, end) = &body.kind else {
            return constants::constant(0, IntegerType::INT, span);
        };
        self.collect_labels(body);
        self.open_scope();
        let (mut statements, mut value) = (Vec::new(), None);
        for (position, item) in items.iter().enumerate() {
            match &item.kind {
                Kind::Expression(last) if position + 1 == items.len() => {
                    statements.extend(self.stated(&item.annotations, Before::Other));
                    value = Some(self.expression(last));
                }
                Kind::Labelled(labels, inner) if position + 1 == items.len() => match &inner.kind {
                    Kind::Expression(last) => {
                        let nothing = ast::Statement::new(Kind::Empty, inner.span);
                        let kind = self.labelled(labels, &nothing);
                        let annotations = item.annotations.clone();
                        statements.push(Statement { kind, annotations, contract: None, span: inner.span });
                        value = Some(self.expression(last));
                    }
                    _ => statements.push(self.statement(item)),
                },
                _ => statements.push(self.statement(item)),
            }
        }
        statements.extend(self.stated(end, Before::Value));
        self.close_scope();
        let ty = value.as_ref().map_or(Type::Void, |v| v.ty.clone());
        Expression::new(ExpressionKind::Statement(statements, value.map(Box::new), None), ty, span)
    }

    /// A function inside a function: what it does is not known, not even whether it fails.
    fn nested_function(&mut self, definition: &ast::FunctionDefinition) -> StatementKind {
        let base = self.specified_type(&definition.specifiers);
        let ty = self.declared_type(&base, definition.specifiers.constant, &definition.declarator);
        if let Some(name) = &definition.declarator.name {
            self.declare_local(name, ty, Storage::Automatic, false);
        }
        StatementKind::NestedFunction
    }

    fn assembler(&mut self, assembler: &ast::Assembler) -> StatementKind {
        let inputs = assembler.inputs.iter().map(|input| match self.is_lvalue(input) {
            // An operand in memory is passed by its address.
            true => Operand::Place(self.place(input)),
            false => Operand::Value(self.expression(input)),
        });
        let inputs = inputs.collect();
        let outputs = assembler.outputs.iter().map(|output| self.place(output)).collect();
        let jumps = !assembler.labels.is_empty();
        StatementKind::Assembler(Assembler { text: assembler.text, inputs, outputs, jumps })
    }
}

/// What the annotations before a statement stand before.
fn before(statement: &ast::Statement) -> Before {
    match &statement.kind {
        Kind::While(..) | Kind::DoWhile(..) | Kind::For { .. } => Before::Loop,
        Kind::Empty
        | Kind::Expression(_)
        | Kind::Declaration(_)
        | Kind::Function(_)
        | Kind::Block(..)
        | Kind::If { .. }
        | Kind::Switch(..)
        | Kind::Labelled(..)
        | Kind::Break
        | Kind::Continue
        | Kind::Return(_)
        | Kind::Goto(_)
        | Kind::GotoComputed(_)
        | Kind::Assembler(_) => Before::Other,
    }
}
