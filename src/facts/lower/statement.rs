//! Statements.

use crate::facts::cfg::{
    Action, ErrorKind, Expr, Loop, LoopId, LoopKind, NodeId, Role, ScalarId, Site, StatementId, UnitKind,
};
use crate::layout::program::{
    Expression, ExpressionKind, LabelId, LocalDeclaration, Statement, StatementKind,
};
use crate::source::Span;
use crate::syntax::annotation::Annotation;

use super::build::{Cases, Lowering};
use super::truth::{known, on_inputs};

impl<'p> Lowering<'p> {
    pub(super) fn statement(&mut self, statement: &'p Statement) {
        let span = statement.span;
        self.order.next_statement();
        match &statement.kind {
            StatementKind::Empty => {}
            StatementKind::Expression(expression) => self.expression_statement(expression),
            StatementKind::Declaration(declarations) => {
                self.current = self.new_statement(span);
                for declaration in declarations {
                    self.declaration(declaration);
                }
            }
            StatementKind::Block(statements) => {
                for statement in statements {
                    self.statement(statement);
                }
            }
            StatementKind::If { condition, then, otherwise } => {
                let (holds, fails, join) = (self.new_label(span), self.new_label(span), self.new_label(span));
                let guard = self.test(condition, holds, fails);
                self.place_label(holds);
                self.mark(Role::Then, then.span);
                self.guarded(guard, true, then);
                self.jump(join);
                self.place_label(fails);
                self.mark(Role::Else, otherwise.as_ref().map_or(span, |otherwise| otherwise.span));
                if let Some(otherwise) = otherwise {
                    self.guarded(guard, false, otherwise);
                }
                self.place_label(join);
            }
            StatementKind::While { condition, body, annotations } => {
                self.a_loop(LoopKind::While, annotations, span, |lowering, id| {
                    lowering.while_loop(id, (Some(condition), None), body, span);
                });
            }
            StatementKind::DoWhile { body, condition, annotations } => {
                self.a_loop(LoopKind::DoWhile, annotations, span, |lowering, id| {
                    lowering.do_while(id, condition, body, span);
                });
            }
            StatementKind::For { init, condition, step, body, annotations } => {
                if let Some(init) = init {
                    self.statement(init);
                }
                self.a_loop(LoopKind::For, annotations, span, |lowering, id| {
                    lowering.while_loop(id, (condition.as_ref(), step.as_ref()), body, span);
                });
            }
            StatementKind::Switch { value, body } => self.switch(value, body, span),
            StatementKind::Case { body, .. } => {
                let label = self.switches.last_mut().and_then(|cases| {
                    cases.used += 1;
                    cases.labels.get(cases.used - 1).copied()
                });
                self.labelled(label, body);
            }
            StatementKind::Default(body) => {
                let label = self.switches.last().and_then(|cases| cases.default);
                self.labelled(label, body);
            }
            StatementKind::Break => {
                self.mark(Role::Break, span);
                self.leave_to(self.breaks.last().copied());
            }
            StatementKind::Continue => {
                self.mark(Role::Continue, span);
                self.leave_to(self.continues.last().copied());
            }
            StatementKind::Return(value) => self.return_statement(value.as_ref(), span),
            StatementKind::Goto(label) => {
                self.mark(Role::Goto, span);
                self.leave_to(self.labels.get(label.0 as usize).copied());
            }
            StatementKind::Label(label, body) => self.label(*label, body),
        }
    }

    fn leave_to(&mut self, label: Option<NodeId>) {
        if let Some(label) = label {
            self.jump(label);
        }
    }

    fn labelled(&mut self, label: Option<NodeId>, body: &'p Statement) {
        if let Some(label) = label {
            self.place_label(label);
        }
        self.statement(body);
    }

    fn label(&mut self, label: LabelId, body: &'p Statement) {
        self.leave_to(self.labels.get(label.0 as usize).copied());
        if let Some(&node) = self.labels.get(label.0 as usize) {
            self.place_label(node);
        }
        let program = self.program;
        let definition = program.functions[self.function.0 as usize].labels.get(label.0 as usize);
        if let Some(definition) = definition.filter(|l| l.name == "ERROR" && !begins_with_error(body)) {
            self.current = self.new_statement(definition.span);
            let text = || (definition.name.clone(), definition.name.clone());
            let error = self.error_at(ErrorKind::ErrorLabel, text, definition.span);
            let outer = self.enter(UnitKind::Error);
            self.emit_error(error, definition.span);
            self.leave(outer);
        }
        self.statement(body);
    }

    fn expression_statement(&mut self, expression: &'p Expression) {
        self.current = self.new_statement(expression.span);
        self.effect(expression);
    }

    fn declaration(&mut self, declaration: &'p LocalDeclaration) {
        let cells = self.cells_of(declaration.variable);
        let values: Vec<&Expression> = declaration.initializers.iter().map(|(_, value)| value).collect();
        self.each(&values, |lowering, number, value| {
            let cell = ScalarId(cells.start + declaration.initializers[number].0);
            lowering.define_cell(cell, value, declaration.span, UnitKind::Assign);
        });
        if !declaration.initializers.is_empty() {
            return;
        }
        let span = self.program.variables[declaration.variable.0 as usize].span;
        for cell in cells {
            let scalar = &self.graph.scalars[cell as usize];
            let site = Site::new(scalar.name.clone(), scalar.ty, span);
            let site = self.new_site(site);
            let outer = self.enter(UnitKind::Havoc);
            self.emit(Action::Input { target: ScalarId(cell), site }, declaration.span);
            self.leave(outer);
        }
    }

    /// A condition as a statement of its own; `None` if it is constant, so that nothing depends on it.
    fn test(&mut self, condition: &'p Expression, holds: NodeId, fails: NodeId) -> Option<StatementId> {
        let guard = self.test_statement(condition);
        self.test_as(guard, condition, holds, fails);
        guard
    }

    fn test_statement(&mut self, condition: &Expression) -> Option<StatementId> {
        known(condition).is_none().then(|| self.new_statement(condition.span))
    }

    fn test_as(
        &mut self,
        statement: Option<StatementId>,
        condition: &'p Expression,
        holds: NodeId,
        fails: NodeId,
    ) {
        match (statement, known(condition)) {
            (None, Some(known)) => self.jump(if known { holds } else { fails }),
            (statement, _) => {
                if let Some(statement) = statement {
                    self.current = statement;
                }
                self.condition_unit(condition, holds, fails);
            }
        }
    }

    fn guarded(&mut self, guard: Option<StatementId>, side: bool, body: &'p Statement) {
        let outer = self.guard;
        if let Some(statement) = guard {
            self.guard = Some((statement, side));
        }
        self.statement(body);
        self.guard = outer;
    }

    /// A loop, and where its nodes are.
    fn a_loop(
        &mut self,
        kind: LoopKind,
        annotations: &[Annotation],
        span: Span,
        nodes: impl FnOnce(&mut Self, LoopId),
    ) {
        let id = LoopId(self.loops.len() as u32);
        let first = NodeId(self.graph.nodes.len() as u32);
        self.loops.push((first, first));
        let (procedure, annotations) = (self.procedure(), annotations.to_vec());
        self.graph.outline.loops.push(Loop { kind, procedure, head: None, span, annotations });
        nodes(self, id);
        self.loops[id.index()].1 = NodeId(self.graph.nodes.len() as u32);
    }

    /// `while` and `for`, with the condition and what comes after each round.
    fn while_loop(
        &mut self,
        id: LoopId,
        (condition, step): (Option<&'p Expression>, Option<&'p Expression>),
        body: &'p Statement,
        span: Span,
    ) {
        let (head, inside) = (self.new_label(span), self.new_label(span));
        let (next, over, done) = (self.new_label(span), self.new_label(span), self.new_label(span));
        self.mark(Role::LoopEntry(id), span);
        self.place_label(head);
        let guard = match condition {
            Some(condition) => self.test(condition, inside, over),
            None => {
                self.jump(inside);
                None
            }
        };
        self.place_label(over);
        self.mark(Role::LoopExit(id), span);
        self.jump(done);
        self.place_label(inside);
        self.mark(Role::LoopBody(id), body.span);
        self.loop_body(guard, body, next, done);
        self.place_label(next);
        if let Some(step) = step {
            let outer = self.guard;
            if let Some(statement) = guard {
                self.guard = Some((statement, true));
            }
            self.expression_statement(step);
            self.guard = outer;
        }
        self.mark(Role::LoopBack(id), span);
        self.jump(head);
        self.place_label(done);
    }

    fn do_while(&mut self, id: LoopId, condition: &'p Expression, body: &'p Statement, span: Span) {
        let (head, next, done) = (self.new_label(span), self.new_label(span), self.new_label(span));
        let (again, over) = (self.new_label(span), self.new_label(span));
        let guard = self.test_statement(condition);
        self.mark(Role::LoopEntry(id), span);
        self.place_label(head);
        self.loop_body(guard, body, next, done);
        self.place_label(next);
        self.test_as(guard, condition, again, over);
        self.place_label(again);
        self.mark(Role::LoopBack(id), span);
        self.jump(head);
        self.place_label(over);
        self.mark(Role::LoopExit(id), span);
        self.place_label(done);
    }

    fn loop_body(&mut self, guard: Option<StatementId>, body: &'p Statement, next: NodeId, done: NodeId) {
        self.breaks.push(done);
        self.continues.push(next);
        self.guarded(guard, true, body);
        self.breaks.pop();
        self.continues.pop();
    }

    fn switch(&mut self, value: &'p Expression, body: &'p Statement, span: Span) {
        let statement = self.new_statement(value.span);
        self.current = statement;
        let mut tests = Vec::new();
        let mut default = None;
        collect_cases(body, &mut tests, &mut default);
        let labels: Vec<_> = tests.iter().map(|test| self.new_label(test.1)).collect();
        let default = default.map(|span| (self.new_label(span), span));
        let done = self.new_label(span);
        let outer = self.enter(UnitKind::Condition);
        if on_inputs(value) {
            self.mark_star();
        }
        let value = self.switch_value(value);
        for (&(bounds, span), &label) in tests.iter().zip(&labels) {
            let (fits, next) = (self.new_label(span), self.new_label(span));
            self.case_test(&value, bounds, span, fits, next);
            self.place_label(fits);
            self.mark(Role::Case, span);
            self.jump(label);
            self.place_label(next);
        }
        self.leave(outer);
        let (role, place) = default.map_or((Role::NoCase, span), |(_, label)| (Role::Default, label));
        let default = default.map(|(label, _)| label);
        self.mark(role, place);
        self.jump(default.unwrap_or(done));
        self.switches.push(Cases { labels, used: 0, default });
        self.breaks.push(done);
        let guard = (!matches!(value, Expr::Constant(..)) && !tests.is_empty()).then_some(statement);
        self.guarded(guard, true, body);
        self.breaks.pop();
        self.switches.pop();
        self.place_label(done);
    }

    fn return_statement(&mut self, value: Option<&'p Expression>, span: Span) {
        self.current = self.new_statement(span);
        let mut outer = None;
        let mut entered = false;
        match (value, self.result_of(self.function)) {
            (Some(value), Some(result)) => {
                if !self.direct_call(result, value, span) {
                    outer = self.enter(UnitKind::Return);
                    entered = true;
                    self.define(result, value, span, false);
                }
            }
            (Some(value), None) => self.effect(value),
            (None, _) => {}
        }
        if !entered {
            outer = self.enter(UnitKind::Return);
        }
        self.emit(Action::Skip, span);
        self.leave(outer);
        self.mark(Role::Return, span);
        self.jump(self.end);
    }
}

/// A test of a `switch`: the bounds and the text of the label.
type CaseTest = ((i128, i128), Span);

/// Collects the labels of a `switch` in the order in which its body is lowered.
fn collect_cases(body: &Statement, tests: &mut Vec<CaseTest>, default: &mut Option<Span>) {
    match &body.kind {
        StatementKind::Case { low, high, body: inner } => {
            tests.push(((*low, *high), Span::new(body.span.start, inner.span.start)));
            collect_cases(inner, tests, default);
        }
        StatementKind::Default(inner) => {
            *default = Some(Span::new(body.span.start, inner.span.start));
            collect_cases(inner, tests, default);
        }
        StatementKind::Block(statements) => {
            for statement in statements {
                collect_cases(statement, tests, default);
            }
        }
        StatementKind::If { then, otherwise, .. } => {
            collect_cases(then, tests, default);
            if let Some(otherwise) = otherwise {
                collect_cases(otherwise, tests, default);
            }
        }
        StatementKind::While { body, .. }
        | StatementKind::DoWhile { body, .. }
        | StatementKind::For { body, .. }
        | StatementKind::Label(_, body) => collect_cases(body, tests, default),
        _ => {}
    }
}

/// Whether a labelled statement is an error by itself.
fn begins_with_error(statement: &Statement) -> bool {
    match &statement.kind {
        StatementKind::Expression(expression) => matches!(expression.kind, ExpressionKind::Error(_)),
        StatementKind::Block(statements) => statements.first().is_some_and(begins_with_error),
        StatementKind::Label(_, body) => begins_with_error(body),
        _ => false,
    }
}
