//! Statements of function bodies.

use std::collections::BTreeSet;

use super::constants;
use super::expression::as_int;
use super::typed::{
    Expression, ExpressionKind, IntegerType, Label, LabelId, Place, Statement, StatementKind,
};
use super::types::{Type, promote};
use super::unsupported::{TargetKind, Value, has_effects, sequence, unsupported};
use super::{Checker, Switch, block, walk};
use crate::source::Span;
use crate::syntax::ast::{self, LabelKind, StatementKind as Kind};

impl Checker<'_> {
    /// Lets statement expressions inside put their statements before the current one; gives these.
    pub fn with_hoisting<T>(&mut self, check: impl FnOnce(&mut Self) -> T) -> (T, Vec<Statement>) {
        let outer = self.current.as_mut().and_then(|c| c.hoisted.replace(Vec::new()));
        let result = check(self);
        let hoisted = self.current.as_mut().and_then(|c| std::mem::replace(&mut c.hoisted, outer));
        (result, hoisted.unwrap_or_default())
    }

    /// Forbids that, where evaluation is conditional; undone by [`Self::restore_hoisting`].
    pub fn no_hoisting(&mut self) -> Option<Vec<Statement>> {
        self.current.as_mut().and_then(|c| c.hoisted.take())
    }

    pub fn restore_hoisting(&mut self, outer: Option<Vec<Statement>>) {
        if let Some(current) = &mut self.current {
            current.hoisted = outer;
        }
    }

    pub fn hoisted_count(&self) -> usize {
        self.current.as_ref().and_then(|c| c.hoisted.as_ref()).map_or(0, Vec::len)
    }

    /// If statements were hoisted since `mark`, `first` must come before them; else it is given back.
    pub fn hoist_before(&mut self, mark: usize, first: Expression) -> Option<Expression> {
        let hoisted = self.current.as_mut().and_then(|c| c.hoisted.as_mut());
        match hoisted.filter(|h| h.len() > mark) {
            None => Some(first),
            Some(hoisted) => {
                let span = first.span;
                hoisted.insert(mark, Statement { kind: StatementKind::Expression(first), span });
                None
            }
        }
    }

    /// `e;`
    pub fn expression_statement(
        &mut self,
        expression: &ast::Expression,
        span: Span,
        out: &mut Vec<Statement>,
    ) {
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
            Kind::Assembler(operands) => {
                let effect = self.assembler(operands, span);
                out.push(Statement { kind: StatementKind::Expression(effect), span });
            }
            _ => {
                let kind = self.plain_statement(statement);
                out.push(Statement { kind, span });
            }
        }
    }

    /// A statement as exactly one.
    fn statement(&mut self, statement: &ast::Statement) -> Statement {
        let mut statements = Vec::new();
        self.statements(statement, &mut statements);
        match statements.len() {
            1 => statements.remove(0),
            0 => Statement { kind: StatementKind::Empty, span: statement.span },
            _ => block(statements, statement.span),
        }
    }

    fn plain_statement(&mut self, statement: &ast::Statement) -> StatementKind {
        let span = statement.span;
        match &statement.kind {
            Kind::Block(items) => {
                self.open_scope();
                let mut statements = Vec::new();
                for item in items {
                    self.statements(item, &mut statements);
                }
                self.close_scope();
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
                Some(label) => StatementKind::Goto(label),
                None => {
                    self.error(name.span, format!("label '{}' used but not defined", name.text));
                    StatementKind::Empty
                }
            },
            _ => StatementKind::Empty,
        }
    }

    fn loop_condition(&mut self, condition: &ast::Expression) -> Expression {
        let outer = self.no_hoisting();
        let condition = self.truth(condition);
        self.restore_hoisting(outer);
        condition
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

    fn switch(
        &mut self,
        value: &ast::Expression,
        body: &ast::Statement,
        span: Span,
        out: &mut Vec<Statement>,
    ) {
        let (value, hoisted) = self.with_hoisting(|c| {
            let checked = c.value(value);
            if checked.ty.integer().is_none() && !matches!(checked.ty, Type::Opaque(_)) {
                c.error(value.span, "switch quantity not an integer");
            }
            c.integer_value(checked)
        });
        out.extend(hoisted);
        let ty = promote(value.ty);
        let value = constants::convert(value, ty);
        if let Some(current) = &mut self.current {
            current.breakable += 1;
            current.switches.push(Switch { ty, cases: BTreeSet::new(), default: false, unknown: Vec::new() });
        }
        let body = Box::new(self.statement(body));
        if let Some(current) = &mut self.current {
            current.breakable -= 1;
            let unknown = current.switches.pop().map(|s| s.unknown).unwrap_or_default();
            // A case whose value is not known may be taken or not.
            for label in unknown {
                let condition =
                    unsupported("case with an unknown value", Vec::new(), false, IntegerType::INT, span);
                let then = Box::new(Statement { kind: StatementKind::Goto(label), span });
                let kind = StatementKind::If { condition, then, otherwise: None };
                out.push(Statement { kind, span });
            }
        }
        out.push(Statement { kind: StatementKind::Switch { value, body }, span });
    }

    fn labelled(&mut self, labels: &[ast::Label], body: &ast::Statement) -> StatementKind {
        let mut kinds = Vec::new();
        for label in labels {
            kinds.push((self.checked_label(label), label.span));
        }
        let body = self.statement(body);
        let end = body.span.end;
        let mut inner = body;
        while let Some((kind, span)) = kinds.pop() {
            let inner_box = Box::new(inner);
            let kind = match kind {
                CheckedLabel::Case(low, high) => StatementKind::Case { low, high, body: inner_box },
                CheckedLabel::Default => StatementKind::Default(inner_box),
                CheckedLabel::Name(label) => StatementKind::Label(label, inner_box),
                CheckedLabel::None => {
                    inner = *inner_box;
                    continue;
                }
            };
            inner = Statement { kind, span: Span::new(span.start, end) };
        }
        inner.kind
    }

    fn checked_label(&mut self, label: &ast::Label) -> CheckedLabel {
        match &label.kind {
            LabelKind::Name(name) => match self.label(&name.text) {
                Some(id) => CheckedLabel::Name(id),
                None => CheckedLabel::None,
            },
            LabelKind::Default => {
                let switch = self.current.as_mut().and_then(|c| c.switches.last_mut());
                match switch.map(|s| std::mem::replace(&mut s.default, true)) {
                    None => self.error(label.span, "'default' label not within a switch statement"),
                    Some(true) => self.error(label.span, "multiple default labels in one switch"),
                    Some(false) => return CheckedLabel::Default,
                }
                CheckedLabel::None
            }
            LabelKind::Case(low, high) => {
                let values = (self.constant_value(low), high.as_ref().map(|h| self.constant_value(h)));
                let Some(ty) = self.current.as_ref().and_then(|c| c.switches.last()).map(|s| s.ty) else {
                    self.error(label.span, "case label not within a switch statement");
                    return CheckedLabel::None;
                };
                let (Some(low), Some(high)) = (values.0, values.1.unwrap_or(values.0)) else {
                    if self.unread {
                        return self.unknown_case(label.span);
                    }
                    self.error(low.span, "case label does not reduce to an integer constant");
                    return CheckedLabel::None;
                };
                let (low, high) = (ty.convert(low), ty.convert(high));
                let switch = self.current.as_mut().and_then(|c| c.switches.last_mut());
                let duplicate = switch.is_some_and(|s| {
                    // The nearest case that starts no later than this one ends tells.
                    let before = s.cases.range(..=(high, i128::MAX)).next_back();
                    let clash = before.is_some_and(|&(_, end)| end >= low);
                    s.cases.insert((low, high));
                    clash && low <= high
                });
                if duplicate {
                    self.error(label.span, "duplicate case value");
                }
                CheckedLabel::Case(low, high)
            }
        }
    }

    fn unknown_case(&mut self, span: Span) -> CheckedLabel {
        let Some(current) = &mut self.current else { return CheckedLabel::None };
        let id = LabelId(current.labels.len() as u32);
        let name = self.source.slice(span).trim_end_matches(':').to_owned();
        current.labels.push(Label { name, span });
        if let Some(switch) = current.switches.last_mut() {
            switch.unknown.push(id);
        }
        CheckedLabel::Name(id)
    }

    fn label(&self, name: &str) -> Option<LabelId> {
        let labels = &self.current.as_ref()?.labels;
        labels.iter().position(|l| l.name == name).map(|i| LabelId(i as u32))
    }

    /// Enters all labels in a statement into the function's table.
    pub fn collect_labels(&mut self, statement: &ast::Statement) {
        match &statement.kind {
            Kind::Block(items) => items.iter().for_each(|s| self.collect_labels(s)),
            Kind::If { arms, otherwise } => {
                for arm in arms {
                    self.collect_labels(&arm.then);
                }
                if let Some(otherwise) = otherwise {
                    self.collect_labels(otherwise);
                }
            }
            Kind::While(_, body)
            | Kind::DoWhile(body, _)
            | Kind::For { body, .. }
            | Kind::Switch(_, body) => {
                self.collect_labels(body);
            }
            Kind::Labelled(labels, body) => {
                for label in labels {
                    let LabelKind::Name(name) = &label.kind else { continue };
                    if self.label(&name.text).is_some() {
                        self.error(name.span, format!("duplicate label '{}'", name.text));
                    } else if let Some(current) = &mut self.current {
                        current.labels.push(Label { name: name.text.clone(), span: name.span });
                    }
                }
                self.collect_labels(body);
            }
            _ => {}
        }
    }

    fn return_statement(&mut self, value: Option<&ast::Expression>, span: Span, out: &mut Vec<Statement>) {
        let result = self.current.as_ref().map_or(Type::Void, |c| c.result.clone());
        let Some(value) = value else {
            return out.push(Statement { kind: StatementKind::Return(None), span });
        };
        if let Type::Integer(ty) = result {
            let (value, hoisted) = self.with_hoisting(|c| {
                let value = c.value(value);
                if matches!(value.ty, Type::Record(_)) {
                    c.error(value.span, "incompatible types when returning a structure");
                }
                c.escape(&value);
                c.cast_integer(value, ty)
            });
            out.extend(hoisted);
            return out.push(Statement { kind: StatementKind::Return(Some(value)), span });
        }
        if result == Type::Void {
            let name = self.current.as_ref().map(|c| c.name.clone()).unwrap_or_default();
            if !matches!(self.type_of(value), Type::Void) {
                self.warning(
                    value.span,
                    format!("'return' with a value, in function '{name}' returning void"),
                );
            }
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
        let mark = unsupported("computed goto", effects, false, IntegerType::INT, span);
        out.push(Statement { kind: StatementKind::Expression(mark), span });
        let count = self.current.as_ref().map_or(0, |c| c.labels.len());
        for label in 0..count {
            let then = Statement { kind: StatementKind::Goto(LabelId(label as u32)), span };
            let kind = StatementKind::If { condition: any(span), then: Box::new(then), otherwise: None };
            out.push(Statement { kind, span });
        }
        let stop = Expression { kind: ExpressionKind::Stop(Vec::new()), ty: IntegerType::INT, span };
        out.push(Statement { kind: StatementKind::Expression(stop), span });
    }

    fn assembler(&mut self, operands: &[ast::Expression], span: Span) -> Expression {
        let mut effects = Vec::new();
        for operand in operands {
            if self.is_lvalue(operand) {
                let target = self.target(operand);
                if let TargetKind::Place(place) = &target.kind {
                    self.address_taken.insert(place.variable);
                }
                effects.extend(self.target_effects(target));
            } else {
                let value = self.value(operand);
                effects.extend(self.escaping_effects(value));
            }
        }
        unsupported("inline assembly", effects, true, IntegerType::INT, span)
    }

    /// GNU's `({ … })`.
    pub fn statement_expression(&mut self, body: &ast::Statement, span: Span) -> Value {
        let Kind::Block(items) = &body.kind else {
            return Value::void(constants::integer(0, span));
        };
        self.collect_labels(body);
        self.open_scope();
        let hoisting = self.current.as_ref().is_some_and(|c| c.hoisted.is_some());
        let (last, items) = match items.split_last() {
            Some((ast::Statement { kind: Kind::Expression(last), .. }, items)) => (Some(last), items),
            _ => (None, &items[..]),
        };
        let outer = self.no_hoisting();
        let mut statements = Vec::new();
        for item in items {
            self.statements(item, &mut statements);
        }
        self.restore_hoisting(outer);
        let result = if hoisting {
            if let Some(hoisted) = self.current.as_mut().and_then(|c| c.hoisted.as_mut()) {
                hoisted.append(&mut statements);
            }
            last.map(|e| self.value(e))
        } else {
            let value = last.map(|e| self.value(e));
            let effects = self.as_effects(statements, span);
            let value = value.unwrap_or_else(|| Value::void(constants::integer(0, span)));
            Some(self.prefixed(effects, value, span))
        };
        self.close_scope();
        result.unwrap_or_else(|| Value::void(constants::integer(0, span)))
    }

    /// Statements as expressions; loops and jumps cannot be, so what they may do is over-approximated.
    fn as_effects(&mut self, statements: Vec<Statement>, span: Span) -> Vec<Expression> {
        let mut effects = Vec::new();
        for statement in statements {
            match as_expression(&statement, &self.program) {
                Some(expression) => effects.push(expression),
                None => {
                    let mut parts = Vec::new();
                    walk::top_expressions(&statement, &mut |e| parts.push(e.clone()));
                    for part in &parts {
                        walk::assigned(part, &mut |variable| {
                            self.address_taken.insert(variable);
                        });
                    }
                    let maybe = |e: Expression| {
                        let zero = Box::new(constants::integer(0, span));
                        let kind =
                            ExpressionKind::Conditional(Box::new(any(span)), Box::new(as_int(e)), zero);
                        Expression { kind, ty: IntegerType::INT, span }
                    };
                    let parts = parts.into_iter().filter(has_effects).map(maybe).collect();
                    effects.push(unsupported("statement expression", parts, true, IntegerType::INT, span));
                }
            }
        }
        effects
    }
}

/// A label after its check.
enum CheckedLabel {
    Case(i128, i128),
    Default,
    Name(LabelId),
    /// It was an error.
    None,
}

/// Any truth value.
fn any(span: Span) -> Expression {
    let kind = ExpressionKind::Input { name: "*".to_owned(), operands: Vec::new(), range: (0, 1) };
    Expression { kind, ty: IntegerType::INT, span }
}

/// A statement as an expression, if it has no loops and jumps.
fn as_expression(statement: &Statement, program: &super::Program) -> Option<Expression> {
    let span = statement.span;
    let zero = constants::integer(0, span);
    Some(match &statement.kind {
        StatementKind::Empty => zero,
        StatementKind::Expression(e) => as_int(e.clone()),
        StatementKind::Block(statements) => {
            let parts: Option<Vec<_>> = statements.iter().map(|s| as_expression(s, program)).collect();
            sequence(parts?, zero)
        }
        StatementKind::If { condition, then, otherwise } => {
            let then = as_expression(then, program)?;
            let otherwise = match otherwise {
                Some(otherwise) => as_expression(otherwise, program)?,
                None => zero,
            };
            let kind =
                ExpressionKind::Conditional(Box::new(condition.clone()), Box::new(then), Box::new(otherwise));
            Expression { kind, ty: IntegerType::INT, span }
        }
        StatementKind::Declaration(locals) => {
            let mut parts = Vec::new();
            for local in locals {
                for (cell, value) in &local.initializers {
                    let ty = program.variables[local.variable.index()].cells[*cell as usize].ty;
                    let place = Place {
                        variable: local.variable,
                        offset: *cell,
                        indices: Vec::new(),
                        ty,
                        span: local.span,
                    };
                    let kind = ExpressionKind::Assign(place, Box::new(value.clone()));
                    parts.push(Expression { kind, ty, span: local.span });
                }
            }
            sequence(parts, zero)
        }
        _ => return None,
    })
}
