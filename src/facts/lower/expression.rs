//! Expressions: values, and effects without a value.

use crate::arith::IntegerType;
use crate::facts::cfg::{Action, ErrorKind, Expr, Role, ScalarId, StatementId, UnitKind};
use crate::layout::program::{Expression, ExpressionKind, FunctionId, Place, Storage, VariableId};
use crate::source::Span;

use super::build::{Lowering, procedure_of};
use super::conversion::{convert, type_of};
use super::effects::effects;
use super::place::Target;
use super::truth::known;

impl<'p> Lowering<'p> {
    pub(super) fn type_of(&self, value: &Expr) -> IntegerType {
        type_of(&self.graph, value)
    }

    /// Evaluates operands from left to right; what a later one may change is kept in a temporary.
    pub(super) fn values(&mut self, operands: &[&'p Expression]) -> Vec<Expr> {
        self.values_with(operands, |_| false)
    }

    /// The same; at some positions an object is only copied, which may be without a value.
    fn values_with(&mut self, operands: &[&'p Expression], copied: impl Fn(usize) -> bool) -> Vec<Expr> {
        let mut values: Vec<Expr> = Vec::with_capacity(operands.len());
        self.each(operands, |lowering, number, operand| {
            lowering.keep(&operands[..number], &mut values, operand);
            values.push(match &operand.kind {
                ExpressionKind::Read(place) if copied(number) => {
                    let target = lowering.place(place);
                    lowering.assume_value(&target, place);
                    let name = super::text::place(lowering.program, place);
                    lowering.load_plain(&target, place, &name)
                }
                _ => lowering.value(operand),
            });
        });
        values
    }

    /// Keeps the values of operands that the next one may change.
    fn keep(&mut self, operands: &[&'p Expression], values: &mut [Expr], next: &Expression) {
        if values.is_empty() {
            return;
        }
        let effects = effects(next);
        for (value, operand) in values.iter_mut().zip(operands) {
            if self.disturbs(&effects, value) {
                let temporary = self.temporary(type_of(&self.graph, value), operand);
                let value = std::mem::replace(value, Expr::Scalar(temporary));
                self.assign(temporary, value, operand.span);
            }
        }
    }

    /// Evaluates an expression inside the current unit.
    pub(super) fn value(&mut self, expression: &'p Expression) -> Expr {
        let ty = expression.ty;
        match &expression.kind {
            ExpressionKind::Constant(value) => Expr::Constant(*value, ty),
            ExpressionKind::Read(place) | ExpressionKind::ReadVolatile(place) => {
                let target = self.place(place);
                self.load_as(&target, place, expression)
            }
            ExpressionKind::Touch(place) => {
                if let Target::Cells(range, index) = self.place(place) {
                    self.emit(Action::Bounds { index, length: range.length }, place.span);
                }
                Expr::Constant(0, ty)
            }
            ExpressionKind::Unary(operator, operand) => {
                let operand = self.value(operand);
                self.check_unary(*operator, ty, &operand, expression);
                Expr::Unary(*operator, ty, Box::new(operand))
            }
            ExpressionKind::Binary(operator, left, right) => {
                let mut values = self.values(&[left, right]).into_iter();
                let (Some(a), Some(b)) = (values.next(), values.next()) else {
                    return Expr::Constant(0, ty);
                };
                self.check_binary(*operator, ty, (&a, &b), expression, right);
                Expr::Binary(*operator, ty, Box::new(a), Box::new(b))
            }
            ExpressionKind::Not(_)
            | ExpressionKind::Compare(..)
            | ExpressionKind::And(..)
            | ExpressionKind::Or(..) => self.truth_value(expression),
            ExpressionKind::Conditional(condition, then, otherwise) => {
                self.conditional_value(expression, condition, then, otherwise)
            }
            ExpressionKind::Comma(first, second) => {
                self.effect(first);
                self.value(second)
            }
            ExpressionKind::Convert(operand) => {
                let value = self.value(operand);
                convert(&self.graph, ty, value)
            }
            ExpressionKind::Assign(..) => self.assignment(expression, UnitKind::Assign, true),
            ExpressionKind::Update { .. } => self.update(expression, true),
            ExpressionKind::Call(callee, ..) => match self.program.functions[callee.0 as usize].result {
                None => {
                    self.effect(expression);
                    Expr::Constant(0, ty)
                }
                Some(result) => {
                    let temporary = self.temporary(result, expression);
                    self.call(expression, Some(temporary), expression.span);
                    Expr::Scalar(temporary)
                }
            },
            ExpressionKind::Input { .. }
            | ExpressionKind::NoOperation(_)
            | ExpressionKind::Unsupported { .. } => {
                let temporary = self.temporary(ty, expression);
                self.define(temporary, expression, expression.span, false);
                Expr::Scalar(temporary)
            }
            ExpressionKind::CopyCells { .. }
            | ExpressionKind::Assert(..)
            | ExpressionKind::Assume(_)
            | ExpressionKind::Error(_)
            | ExpressionKind::Stop(_)
            | ExpressionKind::Exit(_) => {
                self.effect(expression);
                Expr::Constant(0, ty)
            }
        }
    }

    fn load_as(&mut self, target: &Target, place: &Place, expression: &Expression) -> Expr {
        let name = match target {
            Target::Cell(_) => String::new(),
            Target::Cells(..) => super::text::expression(self.program, expression),
        };
        self.load(target, place, &name)
    }

    /// A condition as 1 or 0.
    fn truth_value(&mut self, expression: &'p Expression) -> Expr {
        let ty = expression.ty;
        if let Some(known) = known(expression) {
            return Expr::Constant(known as i128, ty);
        }
        let span = expression.span;
        let temporary = self.temporary(ty, expression);
        let (holds, fails, join) = (self.new_label(span), self.new_label(span), self.new_label(span));
        self.condition(expression, holds, fails);
        for (label, value) in [(holds, 1), (fails, 0)] {
            self.place_label(label);
            self.assign(temporary, Expr::Constant(value, ty), span);
            self.jump(join);
        }
        self.place_label(join);
        Expr::Scalar(temporary)
    }

    fn conditional_value(
        &mut self,
        expression: &'p Expression,
        condition: &'p Expression,
        then: &'p Expression,
        otherwise: &'p Expression,
    ) -> Expr {
        if let Some(known) = known(condition) {
            return self.value(if known { then } else { otherwise });
        }
        let span = expression.span;
        let temporary = self.temporary(expression.ty, expression);
        let (holds, fails, join) = (self.new_label(span), self.new_label(span), self.new_label(span));
        self.condition(condition, holds, fails);
        for (label, operand, role) in [(holds, then, Role::Then), (fails, otherwise, Role::Else)] {
            self.place_label(label);
            self.mark(role, operand.span);
            let value = self.value(operand);
            let value = convert(&self.graph, expression.ty, value);
            self.assign(temporary, value, operand.span);
            self.jump(join);
        }
        self.place_label(join);
        Expr::Scalar(temporary)
    }

    /// Makes every variable unknown whose address was taken: those of this frame, and perhaps the globals.
    pub(super) fn clobber(&mut self, globals: bool, span: Span) {
        let program = self.program;
        for &variable in &program.address_taken {
            let here = match program.variables[variable.0 as usize].storage {
                Storage::Global => globals,
                Storage::Parameter(function) | Storage::Local(function) => function == self.function,
            };
            for cell in self.cells_of(variable).filter(|_| here) {
                let outer = self.enter(UnitKind::Assign);
                let reason = "changed through a pointer".into();
                self.emit(Action::Unsupported { target: ScalarId(cell), reason }, span);
                self.leave(outer);
            }
        }
    }

    /// A call as a unit of its own.
    pub(super) fn call(&mut self, expression: &'p Expression, result: Option<ScalarId>, span: Span) {
        let ExpressionKind::Call(callee, operands, places) = &expression.kind else { return };
        let program = self.program;
        let function = &program.functions[callee.0 as usize];
        let cells_of = |variable: &VariableId| &program.variables[variable.0 as usize].cells;
        let parameters: Vec<_> = function.parameters.iter().flat_map(cells_of).collect();
        let outer = self.enter(UnitKind::Call);
        let operands: Vec<&Expression> = operands.iter().collect();
        let copied = super::uninitialised::copied_parameters(program, *callee);
        let (values, objects, extra) = super::order::arguments(program, *callee, &operands);
        let mut arguments = self.values_with(values, |position| copied.get(position) == Some(&true));
        self.by_reference = true;
        arguments.extend(self.values(objects));
        self.by_reference = false;
        for operand in extra {
            self.effect(operand);
        }
        for (position, &cell) in parameters.iter().enumerate() {
            match arguments.get_mut(position) {
                Some(argument) => {
                    let value = std::mem::replace(argument, Expr::Constant(0, cell.ty));
                    *argument = convert(&self.graph, cell.ty, value);
                }
                None => {
                    let temporary = self.temporary(cell.ty, expression);
                    let reason = "missing argument".into();
                    self.emit(Action::Unsupported { target: temporary, reason }, span);
                    arguments.push(Expr::Scalar(temporary));
                }
            }
        }
        let callee = *callee;
        let mut results: Vec<_> = self.result_of(callee).zip(result).into_iter().collect();
        let mut stores = Vec::new();
        for (output, place) in function.outputs.iter().zip(places) {
            let target = self.place(place);
            // The callee may change what the subscripts read.
            let target = self.steady(target, &effects(expression), place);
            for (from, step) in self.cells_of(*output).zip(0..) {
                let from = ScalarId(from);
                let to = match target.moved(step) {
                    Target::Cell(cell) => cell,
                    target @ Target::Cells(..) => {
                        let scalar = &self.graph.scalars[from.index()];
                        let (name, ty) = (scalar.name.clone(), scalar.ty);
                        let temporary = self.named_temporary(ty, name, span);
                        stores.push((target, temporary));
                        temporary
                    }
                };
                results.push((from, to));
            }
        }
        self.emit(Action::Call { callee: procedure_of(callee), arguments, results }, span);
        self.leave(outer);
        for (target, value) in stores {
            let outer = self.enter(UnitKind::Assign);
            self.store(target, Expr::Scalar(value), span);
            self.leave(outer);
        }
        self.after_call(callee, span);
    }

    fn after_call(&mut self, callee: FunctionId, span: Span) {
        if self.clobbering[callee.0 as usize] {
            // Pointers to variables of this frame may have reached the callee.
            self.clobber(false, span);
        }
    }

    pub(super) fn effects(&mut self, expressions: &'p [Expression]) {
        let operands: Vec<&Expression> = expressions.iter().collect();
        self.each(&operands, |lowering, _, operand| lowering.used(operand));
    }

    /// Evaluates an expression whose value goes somewhere that is not modelled.
    fn used(&mut self, expression: &'p Expression) {
        match &expression.kind {
            ExpressionKind::Read(place) if place.indices.is_empty() => {
                let target = self.place(place);
                self.check_value(&target, place);
            }
            ExpressionKind::Convert(operand) | ExpressionKind::Not(operand) => self.used(operand),
            ExpressionKind::Compare(_, first, second) => {
                self.each(&[first, second], |lowering, _, operand| lowering.used(operand));
            }
            _ => self.effect(expression),
        }
    }

    /// Evaluates an expression whose value is not used.
    pub(super) fn effect(&mut self, expression: &'p Expression) {
        let span = expression.span;
        match &expression.kind {
            ExpressionKind::Constant(_) => {}
            ExpressionKind::Read(place) if place.indices.is_empty() => {}
            ExpressionKind::Convert(operand) | ExpressionKind::Not(operand) => self.effect(operand),
            ExpressionKind::Comma(first, second) => {
                self.effect(first);
                self.effect(second);
            }
            ExpressionKind::Compare(_, first, second) => {
                self.each(&[first, second], |lowering, _, operand| lowering.effect(operand));
            }
            ExpressionKind::And(condition, then) => self.conditional_effect(condition, Some(then), None),
            ExpressionKind::Or(condition, otherwise) => {
                self.conditional_effect(condition, None, Some(otherwise));
            }
            ExpressionKind::Conditional(condition, then, otherwise) => {
                self.conditional_effect(condition, Some(then), Some(otherwise));
            }
            ExpressionKind::Assign(..) => {
                self.assignment(expression, UnitKind::Assign, false);
            }
            ExpressionKind::Update { .. } => {
                self.update(expression, false);
            }
            ExpressionKind::CopyCells { target, source, count } => self.copy(target, source, *count, span),
            ExpressionKind::Call(..) => self.call(expression, None, span),
            ExpressionKind::NoOperation(operands) => self.effects(operands),
            ExpressionKind::Unsupported { reason, operands, may } => {
                self.unsupported_effects(operands, *may, reason, span);
            }
            ExpressionKind::Assert(condition, kind) => self.assertion(expression, condition, *kind),
            ExpressionKind::Assume(condition) => self.assumption(condition, span),
            ExpressionKind::Error(name) => {
                let program = self.program;
                let text = || (super::text::expression(program, expression), name.clone());
                let error = self.error_at(ErrorKind::ErrorCall, text, span);
                let outer = self.enter(UnitKind::Error);
                self.emit_error(error, span);
                self.leave(outer);
            }
            ExpressionKind::Stop(operands) => {
                self.effects(operands);
                let outer = self.enter(UnitKind::Stop);
                self.emit(Action::Stop(None), span);
                self.leave(outer);
            }
            ExpressionKind::Exit(status) => {
                let outer = self.enter(UnitKind::Assign);
                let status = self.value(status);
                self.leave(outer);
                let outer = self.enter(UnitKind::Stop);
                self.emit(Action::Stop(Some(status)), span);
                self.leave(outer);
            }
            ExpressionKind::Read(_)
            | ExpressionKind::Touch(_)
            | ExpressionKind::Unary(..)
            | ExpressionKind::Binary(..)
            | ExpressionKind::ReadVolatile(_)
            | ExpressionKind::Input { .. } => {
                let outer = self.enter(UnitKind::Assign);
                let value = self.value(expression);
                // The value is not used, but computing it may be undefined.
                if matches!(value, Expr::Unary(..) | Expr::Binary(..)) {
                    let temporary = self.temporary(expression.ty, expression);
                    self.assign(temporary, value, span);
                }
                self.leave(outer);
            }
        }
    }

    /// `c ? a : b`, `c && a`, `c || b` for their effects: between units like an `if`.
    fn conditional_effect(
        &mut self,
        condition: &'p Expression,
        then: Option<&'p Expression>,
        otherwise: Option<&'p Expression>,
    ) {
        let span = condition.span;
        let (holds, fails, join) = (self.new_label(span), self.new_label(span), self.new_label(span));
        let between = self.unit.is_none();
        let (outer, guard) = (self.current, self.guard);
        if between {
            self.current = self.new_statement(span);
            self.condition_unit(condition, holds, fails);
        } else {
            self.condition(condition, holds, fails);
        }
        let statement: StatementId = self.current;
        // What `&&` and `||` leave out is no branch of the source.
        let branches = then.is_some() && otherwise.is_some();
        for (label, operand, side) in [(holds, then, true), (fails, otherwise, false)] {
            self.place_label(label);
            if let Some(operand) = operand {
                if branches {
                    self.mark(if side { Role::Then } else { Role::Else }, operand.span);
                }
                if between {
                    self.guard = Some((statement, side));
                    self.current = self.new_statement(operand.span);
                }
                self.effect(operand);
            }
            self.jump(join);
        }
        (self.current, self.guard) = (outer, guard);
        self.place_label(join);
    }
}
