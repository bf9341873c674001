//! Statements and functions.

use crate::program::error_kind::ErrorKind;
use crate::program::graph::{Action, Argument, Expr, ExprKind, Loop, NodeId, Place, Procedure};
use crate::program::outline::{Held, StatementId, UnitKind};
use crate::program::role::{LoopId, LoopKind, Role};
use focuscheck_base::arith::IntegerType;
use focuscheck_base::doubt::Unmodelled;
use focuscheck_base::limit::spend;
use focuscheck_base::source::Span;
use focuscheck_check::library::Effect;
use focuscheck_check::tree::{
    Arm, Assembler, Declaration, Expression, ExpressionKind, FunctionId, LabelKind, ObjectId, Operand,
    Statement, StatementKind as Kind, Storage,
};
use focuscheck_check::types::Type;

use super::build::{Cases, Lowering};
use super::cases::collect_cases;

impl<'t> Lowering<'t> {
    /// The body of a function.
    pub(super) fn function_body(&mut self, id: FunctionId) {
        let function = &self.tree.functions[id.index()];
        let Some(definition) = &function.definition else { return };
        let from = self.next_node();
        let entry = self.begin_procedure(Some(id), definition.span);
        self.labels = definition.labels.iter().map(|label| self.new_label(label.span)).collect();
        for size in &definition.sizes {
            self.effect(size);
        }
        self.open_scope();
        for statement in &definition.body {
            self.statement(statement);
        }
        self.close_scope();
        if function.name == "main" {
            // It returns zero where it ends without a `return`.
            let zero = Self::zero(&function.signature.result, definition.span);
            self.store_result(&zero, definition.span);
            if function.signature.result.integer().is_some() {
                self.emit(Action::Return(Argument::Value(zero)), definition.span);
            }
        }
        self.end_procedure(from, entry, definition.parameters.clone(), definition.span);
    }

    pub(super) fn next_node(&self) -> NodeId {
        NodeId(self.graph.nodes.len() as u32)
    }

    /// Ends a procedure whose nodes began at one.
    pub(super) fn end_procedure(
        &mut self,
        from: NodeId,
        entry: NodeId,
        parameters: Vec<ObjectId>,
        span: Span,
    ) {
        self.place_label(self.end);
        let exit = self.emit(Action::Exit, span);
        self.close_dangling(from, exit);
        let temporaries = self.temporaries();
        self.end_outline();
        self.graph.procedures.push(Procedure { first: from, entry, exit, parameters, temporaries });
    }

    pub(super) fn statement(&mut self, statement: &'t Statement) {
        spend(1);
        let span = statement.span;
        match &statement.kind {
            Kind::Empty => {}
            Kind::Stated(stated) => _ = self.emit(Action::Stated(stated.clone()), span),
            Kind::Expression(expression) => self.expression_statement(expression),
            Kind::Declaration(made) => {
                self.begin_statement(span);
                made.iter().for_each(|made| self.declaration(made));
            }
            Kind::NestedFunction => _ = self.emit(Action::Cut(Unmodelled::NestedFunction), span),
            Kind::Block(statements) => {
                self.open_scope();
                statements.iter().for_each(|inner| self.statement(inner));
                self.close_scope();
            }
            Kind::If(arms, otherwise) => self.chain(arms, otherwise.as_deref(), span),
            Kind::While(condition, body) => {
                self.repeat((LoopKind::While, statement), Some(condition), None, body)
            }
            Kind::For { init, condition, step, body } => {
                self.open_scope();
                init.iter().for_each(|init| self.statement(init));
                self.repeat((LoopKind::For, statement), condition.as_ref(), step.as_ref(), body);
                self.close_scope();
            }
            Kind::DoWhile(body, condition) => {
                let guard = self.test_statement(condition);
                let (id, head) = self.a_loop(LoopKind::DoWhile, statement);
                let (next, done) = (self.new_label(span), self.new_label(span));
                let (again, over) = (self.new_label(span), self.new_label(span));
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
            Kind::Switch(value, body) => self.switch(value, body, span),
            Kind::Labelled(labels, body) => self.labelled(labels, body),
            Kind::Break => {
                self.mark(Role::Break, span);
                self.leave_to(self.breaks.last().copied());
            }
            Kind::Continue => {
                self.mark(Role::Continue, span);
                self.leave_to(self.continues.last().copied());
            }
            Kind::Return(value) => self.return_statement(value.as_ref(), span),
            Kind::Goto(label) => {
                self.mark(Role::Goto, span);
                self.leave_to(self.labels.get(label.index()).copied());
            }
            Kind::GotoComputed(target) => {
                self.effect(target);
                self.cut("computed goto", span);
            }
            Kind::Assembler(assembler) => self.assembler(assembler, span),
        }
    }

    /// A chain of `if` and `else if`, then the last `else`.
    fn chain(&mut self, arms: &'t [Arm], otherwise: Option<&'t Statement>, span: Span) {
        let join = self.new_label(span);
        let outer = self.guard;
        for (number, arm) in arms.iter().enumerate() {
            let (holds, fails) = (self.new_label(span), self.new_label(span));
            let guard = self.test(&arm.condition, holds, fails);
            self.place_label(holds);
            self.mark(Role::Then, arm.then.span);
            self.guarded(guard, true, &arm.then);
            self.jump(join);
            if let Some(statement) = guard {
                self.guard = Some((statement, false));
            }
            self.place_label(fails);
            match arms.get(number + 1) {
                Some(next) => self.mark(Role::Else, Span::new(next.start, span.end)),
                None if otherwise.is_none() => {
                    self.mark(Role::Else, Span::new(arm.start, span.end));
                }
                None => {}
            }
        }
        if let Some(otherwise) = otherwise {
            self.mark(Role::Else, otherwise.span);
            self.statement(otherwise);
        }
        self.guard = outer;
        self.place_label(join);
    }

    /// `e;`
    fn expression_statement(&mut self, expression: &'t Expression) {
        // All assignments of a comma are one statement.
        let span = match expression.kind {
            ExpressionKind::Comma(..) => expression.span,
            _ => stated(expression).span,
        };
        self.begin_statement(span);
        self.effect(expression);
    }

    /// A statement on one side of a condition.
    fn guarded(&mut self, guard: Option<StatementId>, side: bool, body: &'t Statement) {
        let outer = self.guard;
        if let Some(statement) = guard {
            self.guard = Some((statement, side));
        }
        self.statement(body);
        self.guard = outer;
    }

    /// A run that comes here goes on in a way that is not followed.
    pub(super) fn cut(&mut self, reason: &str, span: Span) {
        self.emit(Action::Cut(reason.into()), span);
    }

    fn leave_to(&mut self, label: Option<NodeId>) {
        if let Some(label) = label {
            self.jump(label);
        }
    }

    fn declaration(&mut self, made: &'t Declaration) {
        match made {
            Declaration::Sizes(sizes) => sizes.iter().for_each(|size| self.effect(size)),
            Declaration::Object { object, initializer, cleanup, span } => {
                if *cleanup {
                    self.cut("variable with a cleanup function", *span);
                }
                let entry = &self.tree.objects[object.index()];
                if entry.storage == Storage::Static {
                    self.statics.extend(initializer.iter().map(|initializer| (*object, initializer)));
                    return;
                }
                if initializer.is_none() {
                    self.find_parts(*object);
                }
                // With an initialiser the object is declared by its value.
                let outer = self.unit.take();
                if initializer.is_none() {
                    self.enter(UnitKind::Havoc);
                }
                self.emit(Action::Declare(*object), *span);
                self.leave(outer);
                self.in_scope(*object);
                if let Some(initializer) = initializer {
                    let place = Place::object(*object, entry.ty.clone(), entry.span);
                    self.initialize(&place, initializer, *span);
                }
            }
        }
    }

    /// `while` and `for`.
    fn repeat(
        &mut self,
        (kind, statement): (LoopKind, &'t Statement),
        condition: Option<&'t Expression>,
        step: Option<&'t Expression>,
        body: &'t Statement,
    ) {
        let span = statement.span;
        let (id, head) = self.a_loop(kind, statement);
        let (inside, over) = (self.new_label(span), self.new_label(span));
        let (next, done) = (self.new_label(span), self.new_label(span));
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

    /// A loop begins here; gives its head.
    fn a_loop(&mut self, kind: LoopKind, statement: &'t Statement) -> (LoopId, NodeId) {
        let span = statement.span;
        let id = LoopId(self.graph.loops.len() as u32);
        let head = self.new_label(span);
        let annotations = statement.annotations.clone();
        let contract = statement.contract.clone();
        self.graph.loops.push(Loop { kind, head, span, annotations, contract });
        self.mark(Role::LoopEntry(id), span);
        self.place_label(head);
        (id, head)
    }

    fn loop_body(&mut self, guard: Option<StatementId>, body: &'t Statement, next: NodeId, done: NodeId) {
        self.breaks.push(done);
        self.continues.push(next);
        self.guarded(guard, true, body);
        self.breaks.pop();
        self.continues.pop();
    }

    fn switch(&mut self, value: &'t Expression, body: &'t Statement, span: Span) {
        let mut tests = Vec::new();
        collect_cases(body, &mut tests);
        let done = self.new_label(span);
        let statement = self.new_statement(value.span);
        self.current = statement;
        let outer = self.enter(UnitKind::Condition);
        let expression = value;
        let value = self.value(value);
        let value = self.held_as(value, Held::Compared);
        self.entitle(&value, expression);
        let mut labels = Vec::new();
        let mut default = None;
        for (test, place) in tests {
            let label = self.new_label(place);
            labels.push(label);
            match test {
                LabelKind::Default => default = Some((label, place)),
                LabelKind::UnknownCase => {
                    let choice = Self::unmodelled("value of a case", &Type::Integer(IntegerType::INT), place);
                    let next = self.new_label(place);
                    self.branch(choice, place, label, next);
                    self.place_label(next);
                }
                LabelKind::Case(low, high) => {
                    let fits = self.new_label(place);
                    let next = self.case(&value, (low, high), fits, place);
                    self.place_label(fits);
                    self.mark(Role::Case, place);
                    self.jump(label);
                    self.place_label(next);
                }
                LabelKind::Name(_) => {}
            }
        }
        self.leave(outer);
        let constant = matches!(value.kind, ExprKind::Integer(_));
        let guard = (!constant && labels.len() > usize::from(default.is_some())).then_some(statement);
        let (role, place) = default.map_or((Role::NoCase, span), |(_, place)| (Role::Default, place));
        self.mark(role, place);
        self.jump(default.map_or(done, |(label, _)| label));
        self.switches.push(Cases { labels, used: 0 });
        self.breaks.push(done);
        self.guarded(guard, true, body);
        self.breaks.pop();
        self.switches.pop();
        self.place_label(done);
    }

    fn labelled(&mut self, labels: &'t [(LabelKind, Span)], body: &'t Statement) {
        for (number, (label, place)) in labels.iter().enumerate() {
            match label {
                LabelKind::Name(id) => {
                    if let Some(&node) = self.labels.get(id.index()) {
                        self.place_label(node);
                    }
                    let function =
                        self.function.and_then(|id| self.tree.functions[id.index()].definition.as_ref());
                    let definition = function.and_then(|function| function.labels.get(id.index()));
                    let error = definition.is_some_and(|label| label.name == "ERROR");
                    let last =
                        labels[number + 1..].iter().all(|(label, _)| !matches!(label, LabelKind::Name(_)));
                    if error && !(last && self.begins_with_error(body)) {
                        let span = definition.map_or(*place, |label| label.span);
                        let name = definition.map_or_else(String::new, |label| label.name.clone());
                        self.begin_statement(span);
                        let outer = self.enter(UnitKind::Error);
                        self.error(ErrorKind::ErrorLabel, (name.clone(), name), span);
                        self.leave(outer);
                    }
                }
                LabelKind::Case(..) | LabelKind::UnknownCase | LabelKind::Default => {
                    let label = self.switches.last_mut().and_then(|cases| {
                        cases.used += 1;
                        cases.labels.get(cases.used - 1).copied()
                    });
                    if let Some(label) = label {
                        self.place_label(label);
                    }
                }
            }
        }
        self.statement(body);
    }

    /// Whether a labelled statement is an error by itself.
    fn begins_with_error(&self, statement: &Statement) -> bool {
        match &statement.kind {
            Kind::Expression(expression) => match &expression.kind {
                ExpressionKind::Call(callee, _) => self.is_error_call(callee),
                _ => false,
            },
            Kind::Block(statements) => {
                let first = statements.iter().find(|first| !matches!(first.kind, Kind::Stated(_)));
                first.is_some_and(|first| self.begins_with_error(first))
            }
            Kind::Labelled(_, body) => self.begins_with_error(body),
            Kind::Empty
            | Kind::Stated(_)
            | Kind::Declaration(_)
            | Kind::NestedFunction
            | Kind::If(..)
            | Kind::While(..)
            | Kind::DoWhile(..)
            | Kind::For { .. }
            | Kind::Switch(..)
            | Kind::Break
            | Kind::Continue
            | Kind::Return(_)
            | Kind::Goto(_)
            | Kind::GotoComputed(_)
            | Kind::Assembler(_) => false,
        }
    }

    fn return_statement(&mut self, value: Option<&'t Expression>, span: Span) {
        let function = self.function.map(|id| &self.tree.functions[id.index()]);
        let result = function.map(|function| &function.signature.result);
        self.begin_statement(span);
        let outer = self.enter(UnitKind::Return);
        if let Some(value) = value {
            match (&value.ty, result) {
                (Type::Record(_), Some(Type::Record(_))) => {
                    let place = self.record(value);
                    self.emit(Action::Return(Argument::Record(place)), span);
                }
                (_, Some(Type::Void) | None) | (Type::Void, _) => self.effect(value),
                (_, Some(_)) => {
                    let value = self.value(value);
                    let value = if self.watched_results().is_empty() { value } else { self.kept(value) };
                    self.store_result(&value, span);
                    self.emit(Action::Return(Argument::Value(value)), span);
                }
            }
        }
        self.emit(Action::Skip, span);
        self.leave(outer);
        self.mark(Role::Return, span);
        self.jump(self.end);
    }

    /// Tells the user's conditions what the function returns.
    fn store_result(&mut self, value: &Expr, span: Span) {
        for object in self.watched_results() {
            let place = Place::object(object, value.ty.clone(), span);
            self.emit(Action::Store { place, value: value.clone() }, span);
        }
    }

    /// An `asm` statement: its outputs are not known, and its text may do what it likes with what it gets.
    fn assembler(&mut self, assembler: &'t Assembler, span: Span) {
        const REASON: &str = "inline assembly";
        let mut reached = Vec::new();
        for input in &assembler.inputs {
            match input {
                Operand::Place(place) => {
                    let place = self.place(place);
                    reached.push(Self::address(place));
                }
                Operand::Value(value) if matches!(value.ty, Type::Record(_)) => {
                    let place = self.record(value);
                    reached.push(Self::address(place));
                }
                Operand::Value(value) => {
                    let value = self.value(value);
                    reached.push(value);
                }
            }
        }
        if assembler.text {
            self.unknown(REASON, reached, Effect::Calls, true, span);
        }
        for output in &assembler.outputs {
            let place = self.place(output);
            let size = self.size(&place.ty).unwrap_or(0);
            self.emit(Action::Forget { place, size, reason: REASON.into() }, span);
        }
        if assembler.jumps {
            self.cut(REASON, span);
        }
    }
}

/// What is evaluated last by an expression for its effects: without a conversion of a call to nothing.
pub(super) fn stated(expression: &Expression) -> &Expression {
    match &expression.kind {
        ExpressionKind::Cast(operand)
            if expression.ty == Type::Void && matches!(operand.kind, ExpressionKind::Call(..)) =>
        {
            operand
        }
        ExpressionKind::Comma(_, last) => stated(last),
        _ => expression,
    }
}
