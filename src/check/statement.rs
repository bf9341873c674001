//! Statements of function bodies.

use super::conversion::Purpose;
use super::resolve::Symbol;
use super::typed::{Expression, ExpressionKind, IntegerType, LabelId, May, Statement, StatementKind};
use super::types::Type;
use super::unsupported::{Target, TargetKind, Value, has_effects, unsupported};
use super::{Checker, block};
use crate::limit::spend;
use crate::source::Span;
use crate::syntax::ast::{self, StatementKind as Kind};

impl Checker<'_> {
    /// `e;`
    pub fn expression_statement(
        &mut self,
        expression: &ast::Expression,
        span: Span,
        out: &mut Vec<Statement>,
    ) {
        self.doubt_statement(expression);
        let (effect, hoisted) = self.with_hoisting(|c| c.effect(expression));
        let needless = !hoisted.is_empty() && !has_effects(&effect);
        out.extend(hoisted);
        if !needless {
            out.push(Statement { kind: StatementKind::Expression(effect), span });
        }
    }

    /// Checks a statement; it may become several.
    pub fn statements(&mut self, statement: &ast::Statement, out: &mut Vec<Statement>) {
        let span = statement.span;
        match &statement.kind {
            Kind::Declaration(declaration) => self.local_declaration(declaration, span, out),
            Kind::Expression(expression) => self.expression_statement(expression, span, out),
            Kind::If { arms, otherwise } => self.if_chain(arms, otherwise.as_deref(), span, out),
            Kind::Switch(value, body) => self.switch(value, body, span, out),
            Kind::Return(value) => self.return_statement(value.as_ref(), span, out),
            Kind::GotoComputed(target) => {
                let (value, hoisted) = self.with_hoisting(|c| c.value(target));
                out.extend(hoisted);
                self.computed_goto(value, span, out);
            }
            Kind::Function(definition) => self.nested_function(definition, span, out),
            Kind::Assembler(assembler) => self.assembler(assembler, span, out),
            Kind::Empty
            | Kind::Block(_)
            | Kind::While(..)
            | Kind::DoWhile(..)
            | Kind::For { .. }
            | Kind::Labelled(..)
            | Kind::Break
            | Kind::Continue
            | Kind::Goto(_) => {
                let kind = self.plain_statement(statement);
                out.push(Statement { kind, span });
            }
        }
    }

    /// A statement as exactly one.
    pub fn statement(&mut self, statement: &ast::Statement) -> Statement {
        let mut statements = Vec::new();
        self.statements(statement, &mut statements);
        match statements.len() {
            1 => statements.remove(0),
            0 => Statement { kind: StatementKind::Empty, span: statement.span },
            _ => block(statements, statement.span),
        }
    }

    fn plain_statement(&mut self, statement: &ast::Statement) -> StatementKind {
        spend(1);
        let span = statement.span;
        match &statement.kind {
            Kind::Block(items) => {
                self.open_scope();
                let arrays = self.current.as_ref().map_or(0, |c| c.variable_arrays.len());
                let mut statements = Vec::new();
                for item in items {
                    self.statements(item, &mut statements);
                }
                self.close_scope();
                if let Some(current) = &mut self.current {
                    current.variable_arrays.truncate(arrays);
                }
                StatementKind::Block(statements)
            }
            Kind::While(condition, body) => {
                let condition = self.loop_condition(condition);
                StatementKind::While { condition, body: Box::new(self.loop_body(body)) }
            }
            Kind::DoWhile(body, condition) => {
                let body = Box::new(self.loop_body(body));
                StatementKind::DoWhile { body, condition: self.loop_condition(condition) }
            }
            Kind::For { init, condition, step, body } => {
                self.open_scope();
                self.check_loop_declaration(init.as_deref());
                let init = init.as_ref().map(|s| Box::new(self.statement(s)));
                let condition = condition.as_ref().map(|c| self.loop_condition(c));
                let outer = self.no_hoisting();
                let step = step.as_ref().map(|s| self.effect(s));
                self.restore_hoisting(outer);
                let body = Box::new(self.loop_body(body));
                self.close_scope();
                StatementKind::For { init, condition, step, body }
            }
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
            Kind::Goto(name) => match self.label(&name.text) {
                Some(label) => {
                    if let Some(current) = &mut self.current {
                        current.jumps.push((span, label, current.variable_arrays.clone()));
                    }
                    StatementKind::Goto(label)
                }
                None => {
                    self.missing_label(name, span);
                    StatementKind::Empty
                }
            },
            // The others become statements of their own in `statements`.
            Kind::Empty
            | Kind::Declaration(_)
            | Kind::Expression(_)
            | Kind::If { .. }
            | Kind::Switch(..)
            | Kind::Return(_)
            | Kind::GotoComputed(_)
            | Kind::Function(_)
            | Kind::Assembler(_) => StatementKind::Empty,
        }
    }

    /// A label is missed once in a function, however often it is used.
    pub fn missing_label(&mut self, name: &ast::Name, at: Span) {
        if self.undeclared.insert(format!("{}:", name.text)) {
            self.error(at, format!("label '{}' used but not defined", name.text));
        }
    }

    fn loop_condition(&mut self, condition: &ast::Expression) -> Expression {
        self.doubt_condition(condition);
        let outer = self.no_hoisting();
        let condition = self.truth(condition);
        self.restore_hoisting(outer);
        condition
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

    fn loop_body(&mut self, body: &ast::Statement) -> Statement {
        if let Some(current) = &mut self.current {
            current.breakable += 1;
            current.loops += 1;
        }
        let body = self.statement(body);
        if let Some(current) = &mut self.current {
            current.breakable -= 1;
            current.loops -= 1;
        }
        body
    }

    /// A chain of `if`, built from its end so that its length costs no stack.
    fn if_chain(
        &mut self,
        arms: &[ast::IfArm],
        otherwise: Option<&ast::Statement>,
        span: Span,
        out: &mut Vec<Statement>,
    ) {
        let mut checked = Vec::with_capacity(arms.len());
        for arm in arms {
            self.doubt_condition(&arm.condition);
            let (condition, hoisted) = self.with_hoisting(|c| c.truth(&arm.condition));
            let then = self.statement(&arm.then);
            checked.push((hoisted, condition, then, arm.start));
        }
        let mut rest = otherwise.map(|s| self.statement(s));
        while let Some((hoisted, condition, then, start)) = checked.pop() {
            let whole = Span::new(start, span.end);
            let kind =
                StatementKind::If { condition, then: Box::new(then), otherwise: rest.take().map(Box::new) };
            let statement = Statement { kind, span: if checked.is_empty() { span } else { whole } };
            if checked.is_empty() {
                out.extend(hoisted);
                out.push(statement);
                return;
            }
            rest = Some(if hoisted.is_empty() {
                statement
            } else {
                let mut statements = hoisted;
                statements.push(statement);
                block(statements, whole)
            });
        }
    }

    fn return_statement(&mut self, value: Option<&ast::Expression>, span: Span, out: &mut Vec<Statement>) {
        let result = self.current.as_ref().map_or(Type::Void, |c| c.result.clone());
        let Some(value) = value else {
            if result != Type::Void
                && !matches!(result, Type::Opaque(_))
                && self.current.as_ref().is_some_and(|c| c.says_result)
            {
                self.warning(span, "'return' with no value, in function returning non-void");
            }
            return out.push(Statement { kind: StatementKind::Return(None), span });
        };
        let at = self.locus(value);
        if let Some(ty) = result.scalar() {
            let (value, hoisted) = self.with_hoisting(|c| {
                let value = c.value(value);
                let value = c.converted(&result, value, at, Purpose::Return);
                c.escape(&value);
                if result.is_function_pointer() { c.function_code(value) } else { c.cast_integer(value, ty) }
            });
            out.extend(hoisted);
            return out.push(Statement { kind: StatementKind::Return(Some(value)), span });
        }
        if matches!(result, Type::Record(_))
            && let Some(place) = self.result_place(&result, span)
        {
            let (copy, hoisted) = self.with_hoisting(|c| {
                let value = c.value(value);
                if value.ty != result && !matches!(value.ty, Type::Opaque(_)) {
                    let (to, from) = (c.types.name(&result), c.types.name(&value.ty));
                    let message =
                        format!("incompatible types when returning type '{from}' but '{to}' was expected");
                    c.error(value.span, message);
                }
                let target = Target {
                    ty: result,
                    kind: TargetKind::Place(place),
                    span,
                    read_only: None,
                    within: None,
                };
                c.store(target, value, span).into_statement()
            });
            out.extend(hoisted);
            return out.push(Statement { kind: StatementKind::Return(Some(copy)), span });
        }
        if result == Type::Void {
            if !matches!(self.type_of(value), Type::Void) {
                self.warning(at, "'return' with a value, in function returning void");
            }
            self.expression_statement(value, value.span, out);
        } else {
            let (effects, hoisted) = self.with_hoisting(|c| {
                let value = c.value(value);
                let value = c.converted(&result, value, at, Purpose::Return);
                c.escaping_effects(value)
            });
            out.extend(hoisted);
            for effect in effects {
                out.push(Statement { span: effect.span, kind: StatementKind::Expression(effect) });
            }
        }
        out.push(Statement { kind: StatementKind::Return(None), span });
    }

    /// `goto *e`: any label of the function may be meant.
    fn computed_goto(&mut self, value: Value, span: Span, out: &mut Vec<Statement>) {
        let effects = self.escaping_effects(value);
        let mark = unsupported("computed goto", effects, May::NOTHING, IntegerType::INT, span);
        out.push(Statement { kind: StatementKind::Expression(mark), span });
        let count = self.current.as_ref().map_or(0, |c| c.labels.len());
        for label in 0..count {
            let then = Statement { kind: StatementKind::Goto(LabelId(label as u32)), span };
            // Which label is meant depends on the value, so no run can choose it.
            let condition = unsupported("computed goto", Vec::new(), May::NOTHING, IntegerType::INT, span);
            let kind = StatementKind::If { condition, then: Box::new(then), otherwise: None };
            out.push(Statement { kind, span });
        }
        let stop = Expression { kind: ExpressionKind::Stop(Vec::new()), ty: IntegerType::INT, span };
        out.push(Statement { kind: StatementKind::Expression(stop), span });
    }

    /// A function inside a function: what it does is not known, not even whether it fails.
    fn nested_function(
        &mut self,
        definition: &ast::FunctionDefinition,
        span: Span,
        out: &mut Vec<Statement>,
    ) {
        let base = self.specified_type(&definition.specifiers);
        let ty = self.declared_type(&base, definition.specifiers.constant, &definition.declarator);
        if let Some(name) = &definition.declarator.name {
            self.declare(&name.text, Symbol::Local(ty, None, false));
        }
        let unknown = unsupported("nested function", Vec::new(), May::ANYTHING, IntegerType::INT, span);
        let kind = ExpressionKind::Assert(Box::new(unknown));
        let kind = StatementKind::Expression(Expression { kind, ty: IntegerType::INT, span });
        out.push(Statement { kind, span });
        // It shares the variables around it: what follows is not known either.
        let stop = Expression { kind: ExpressionKind::Stop(Vec::new()), ty: IntegerType::INT, span };
        out.push(Statement { kind: StatementKind::Expression(stop), span });
    }
}
