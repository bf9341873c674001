//! Statements of function bodies.

use super::cells::scalar;
use super::effects::has_effects;
use super::opaque::unsupported;
use super::program::block;
use super::program::{Expression, ExpressionKind, LabelId, May, Place, Statement, StatementKind};
use super::state::Layout;
use super::value::{Target, TargetKind, Value};
use crate::arith::IntegerType;
use crate::check::tree::{self, Arm, StatementKind as Kind};
use crate::check::types::Type;
use crate::limit::spend;
use crate::program::error_kind::ErrorKind;
use crate::source::Span;

impl Layout<'_> {
    /// `e;`
    fn expression_statement(&mut self, expression: &tree::Expression, span: Span, out: &mut Vec<Statement>) {
        let (effect, hoisted) = self.with_hoisting(|c| c.effect(expression));
        let needless = !hoisted.is_empty() && !has_effects(&effect);
        out.extend(hoisted);
        if !needless {
            out.push(Statement { kind: StatementKind::Expression(effect), span });
        }
    }

    /// Lays out a statement; it may become several.
    pub fn statements(&mut self, statement: &tree::Statement, out: &mut Vec<Statement>) {
        spend(1);
        let span = statement.span;
        let kind = match &statement.kind {
            Kind::Empty | Kind::Stated(_) => StatementKind::Empty,
            Kind::Declaration(made) => return self.local_declaration(made, span, out),
            Kind::Expression(expression) => return self.expression_statement(expression, span, out),
            Kind::If(arms, otherwise) => return self.if_chain(arms, otherwise.as_deref(), span, out),
            Kind::Switch(value, body) => return self.switch(value, body, span, out),
            Kind::Return(value) => return self.return_statement(value.as_ref(), span, out),
            Kind::GotoComputed(target) => {
                let (value, hoisted) = self.with_hoisting(|c| c.value(target));
                out.extend(hoisted);
                return self.computed_goto(value, span, out);
            }
            Kind::NestedFunction => return self.nested_function(span, out),
            Kind::Assembler(assembler) => return self.assembler(assembler, span, out),
            Kind::Block(items) => {
                self.depth += 1;
                let mut statements = Vec::new();
                for item in items {
                    self.statements(item, &mut statements);
                }
                self.depth -= 1;
                StatementKind::Block(statements)
            }
            Kind::While(condition, body) => {
                let condition = self.loop_condition(condition);
                let body = self.loop_body(body);
                StatementKind::While { condition, body, annotations: statement.annotations.clone() }
            }
            Kind::DoWhile(body, condition) => {
                let body = self.loop_body(body);
                let condition = self.loop_condition(condition);
                StatementKind::DoWhile { body, condition, annotations: statement.annotations.clone() }
            }
            Kind::For { init, condition, step, body } => {
                self.depth += 1;
                let init = init.as_ref().map(|s| Box::new(self.statement(s)));
                let condition = condition.as_ref().map(|c| self.loop_condition(c));
                let outer = self.no_hoisting();
                let step = step.as_ref().map(|s| self.effect(s));
                self.restore_hoisting(outer);
                let body = self.loop_body(body);
                self.depth -= 1;
                StatementKind::For { init, condition, step, body, annotations: statement.annotations.clone() }
            }
            Kind::Labelled(labels, body) => self.labelled(labels, body),
            Kind::Break => StatementKind::Break,
            Kind::Continue => StatementKind::Continue,
            Kind::Goto(label) => StatementKind::Goto(LabelId(label.0)),
        };
        out.push(Statement { kind, span });
    }

    /// A statement as exactly one.
    pub fn statement(&mut self, statement: &tree::Statement) -> Statement {
        let mut statements = Vec::new();
        self.statements(statement, &mut statements);
        match statements.len() {
            1 => statements.remove(0),
            0 => Statement { kind: StatementKind::Empty, span: statement.span },
            _ => block(statements, statement.span),
        }
    }

    fn loop_body(&mut self, body: &tree::Statement) -> Box<Statement> {
        if let Some(current) = &mut self.current {
            current.loops += 1;
        }
        let body = self.statement(body);
        if let Some(current) = &mut self.current {
            current.loops -= 1;
        }
        Box::new(body)
    }

    fn loop_condition(&mut self, condition: &tree::Expression) -> Expression {
        let outer = self.no_hoisting();
        let condition = self.truth(condition);
        self.restore_hoisting(outer);
        condition
    }

    /// A chain of `if`, built from its end so that its length costs no stack.
    fn if_chain(
        &mut self,
        arms: &[Arm],
        otherwise: Option<&tree::Statement>,
        span: Span,
        out: &mut Vec<Statement>,
    ) {
        let mut checked = Vec::with_capacity(arms.len());
        for arm in arms {
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

    fn return_statement(&mut self, value: Option<&tree::Expression>, span: Span, out: &mut Vec<Statement>) {
        let origin = self.current.as_ref().map(|c| c.origin);
        let result = origin.map(|id| &self.tree.functions[id.index()].signature.result);
        let (Some(value), Some(result)) = (value, result) else {
            return out.push(Statement { kind: StatementKind::Return(None), span });
        };
        if let Some(ty) = scalar(result) {
            let (value, hoisted) = self.with_hoisting(|c| {
                let value = c.value(value);
                c.escape(&value);
                if result.is_function_pointer() { c.function_code(value) } else { c.cast_integer(value, ty) }
            });
            out.extend(hoisted);
            return out.push(Statement { kind: StatementKind::Return(Some(value)), span });
        }
        if let (Type::Record(_), Some(place)) = (result, self.result_place(result, span)) {
            let (copy, hoisted) = self.with_hoisting(|c| {
                let value = c.value(value);
                c.store(result_target(result, place, span), value, span).into_statement()
            });
            out.extend(hoisted);
            return out.push(Statement { kind: StatementKind::Return(Some(copy)), span });
        }
        if *result == Type::Void {
            self.expression_statement(value, value.span, out);
        } else {
            let (effects, hoisted) = self.with_hoisting(|c| {
                let value = c.value(value);
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
    fn nested_function(&mut self, span: Span, out: &mut Vec<Statement>) {
        let unknown = unsupported("nested function", Vec::new(), May::ANYTHING, IntegerType::INT, span);
        let kind = ExpressionKind::Assert(Box::new(unknown), ErrorKind::Assertion);
        let kind = StatementKind::Expression(Expression { kind, ty: IntegerType::INT, span });
        out.push(Statement { kind, span });
        // It shares the variables around it: what follows is not known either.
        let stop = Expression { kind: ExpressionKind::Stop(Vec::new()), ty: IntegerType::INT, span };
        out.push(Statement { kind: StatementKind::Expression(stop), span });
    }
}

/// Where a function leaves the structure that it returns.
fn result_target(ty: &Type, place: Place, span: Span) -> Target {
    Target { ty: ty.clone(), kind: TargetKind::Place(place), span, constant: false, within: None }
}
