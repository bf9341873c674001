//! Expressions: values, and effects without a value.

use crate::check::typed::{Expression, ExpressionKind, FunctionId, IntegerType, Place, Storage};
use crate::facts::cfg::{Action, ErrorKind, ErrorSite, Expr, Graph, ScalarId, Site, StatementId, UnitKind};
use crate::source::Span;

use super::build::Lowering;
use super::effects::effects;
use super::place::Target;

/// The name of the value of a call that is not modelled further.
const CALL_RESULT: &str = "call";

impl<'p> Lowering<'p> {
    pub(super) fn type_of(&self, value: &Expr) -> IntegerType {
        type_of(&self.graph, value)
    }

    /// Evaluates operands from left to right; what a later one may change is kept in a temporary.
    pub(super) fn values(&mut self, operands: &[&'p Expression]) -> Vec<Expr> {
        let mut values: Vec<Expr> = Vec::with_capacity(operands.len());
        for operand in operands {
            if !values.is_empty() {
                let effects = effects(operand);
                for (position, value) in values.iter_mut().enumerate() {
                    if self.disturbs(&effects, value) {
                        let temporary = self.temporary(type_of(&self.graph, value), operands[position]);
                        let value = std::mem::replace(value, Expr::Scalar(temporary));
                        self.assign(temporary, value, operands[position].span);
                    }
                }
            }
            values.push(self.value(operand));
        }
        values
    }

    /// Evaluates an expression inside the current unit.
    pub(super) fn value(&mut self, expression: &'p Expression) -> Expr {
        let ty = expression.ty;
        match &expression.kind {
            ExpressionKind::Constant(value) => Expr::Constant(*value, ty),
            ExpressionKind::Read(place) => {
                let target = self.place(place);
                self.load_as(&target, place, expression)
            }
            ExpressionKind::Unary(operator, operand) => {
                Expr::Unary(*operator, ty, Box::new(self.value(operand)))
            }
            ExpressionKind::Binary(operator, left, right) => {
                let mut values = self.values(&[left, right]).into_iter();
                match (values.next(), values.next()) {
                    (Some(left), Some(right)) => Expr::Binary(*operator, ty, Box::new(left), Box::new(right)),
                    _ => Expr::Constant(0, ty),
                }
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
            ExpressionKind::Assign(place, value) => {
                self.assignment(place, value, expression.span, UnitKind::Assign, true)
            }
            ExpressionKind::Update { .. } => self.update(expression, true),
            ExpressionKind::Call(callee, _) => match self.program.functions[callee.0 as usize].result {
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
            | ExpressionKind::Assert(_)
            | ExpressionKind::Assume(_)
            | ExpressionKind::Error(_)
            | ExpressionKind::Stop(_) => {
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
        if let Some(known) = super::condition::known(expression) {
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
        if let Some(known) = super::condition::known(condition) {
            return self.value(if known { then } else { otherwise });
        }
        let span = expression.span;
        let temporary = self.temporary(expression.ty, expression);
        let (holds, fails, join) = (self.new_label(span), self.new_label(span), self.new_label(span));
        self.condition(condition, holds, fails);
        for (label, operand) in [(holds, then), (fails, otherwise)] {
            self.place_label(label);
            let value = self.value(operand);
            let value = convert(&self.graph, expression.ty, value);
            self.assign(temporary, value, operand.span);
            self.jump(join);
        }
        self.place_label(join);
        Expr::Scalar(temporary)
    }

    /// Gives a scalar the value of an expression that is no call, inside the current unit. A value from
    /// outside is named after the scalar if that is a variable.
    pub(super) fn define(&mut self, target: ScalarId, value: &'p Expression, span: Span, named: bool) {
        let ty = self.graph.scalars[target.index()].ty;
        let inner = strip_preserving(value);
        let fits = |range: (i128, i128)| ty.contains(range.0) && ty.contains(range.1);
        match &inner.kind {
            ExpressionKind::Input { name, operands, range } if inner.ty == ty || fits(*range) => {
                let name = if named && name != "*" {
                    self.graph.scalars[target.index()].name.clone()
                } else {
                    name.clone()
                };
                self.input(target, inner, name, operands, *range, span);
            }
            ExpressionKind::NoOperation(operands)
                if inner.ty == ty || fits((inner.ty.min(), inner.ty.max())) =>
            {
                let name = if named {
                    self.graph.scalars[target.index()].name.clone()
                } else {
                    CALL_RESULT.to_owned()
                };
                self.input(target, inner, name, operands, (inner.ty.min(), inner.ty.max()), span);
            }
            ExpressionKind::Unsupported { reason, operands, clobbers } => {
                self.unsupported_effects(operands, *clobbers, span);
                self.emit(Action::Unsupported { target, reason: reason.clone() }, span);
            }
            _ => {
                let value = self.value(value);
                let value = convert(&self.graph, ty, value);
                self.assign(target, value, span);
            }
        }
    }

    fn input(
        &mut self,
        target: ScalarId,
        expression: &Expression,
        name: String,
        operands: &'p [Expression],
        range: (i128, i128),
        span: Span,
    ) {
        self.effects(operands);
        let star = name == "*";
        let site = self.new_site(Site { name, star, ty: expression.ty, range, span: expression.span });
        self.emit(Action::Input { target, site }, span);
    }

    fn unsupported_effects(&mut self, operands: &'p [Expression], clobbers: bool, span: Span) {
        self.effects(operands);
        if clobbers {
            self.clobber(true, "changed through a pointer", span);
        }
    }

    /// Makes every variable unknown whose address was taken: those of this frame, and perhaps the globals.
    fn clobber(&mut self, globals: bool, reason: &str, span: Span) {
        let program = self.program;
        for &variable in &program.address_taken {
            let here = match program.variables[variable.0 as usize].storage {
                Storage::Global => globals,
                Storage::Parameter(function) | Storage::Local(function) => function == self.function,
            };
            for cell in self.cells_of(variable).filter(|_| here) {
                let outer = self.enter(UnitKind::Assign);
                self.emit(Action::Unsupported { target: ScalarId(cell), reason: reason.to_owned() }, span);
                self.leave(outer);
            }
        }
    }

    /// `place = value` as a unit of its own; gives the value if it is used.
    pub(super) fn assignment(
        &mut self,
        place: &'p Place,
        value: &'p Expression,
        span: Span,
        kind: UnitKind,
        used: bool,
    ) -> Expr {
        if place.indices.is_empty() {
            let cell = ScalarId(self.cells_of(place.variable).start + place.offset);
            self.define_cell(cell, value, span, kind);
            return Expr::Scalar(cell);
        }
        let outer = self.enter(kind);
        let target = self.place(place);
        let target = self.steady(target, &effects(value), place);
        let mut result = match target {
            Target::Cell(cell) => {
                self.define(cell, value, span, true);
                self.leave(outer);
                return Expr::Scalar(cell);
            }
            Target::Cells(..) => self.value(value),
        };
        result = convert(&self.graph, place.ty, result);
        if used {
            let temporary = self.temporary(place.ty, value);
            self.assign(temporary, result, value.span);
            result = Expr::Scalar(temporary);
        }
        self.store(target, result.clone(), span);
        self.leave(outer);
        result
    }

    /// Gives a cell a value as a unit of its own: a call directly, everything else as `kind`.
    pub(super) fn define_cell(&mut self, cell: ScalarId, value: &'p Expression, span: Span, kind: UnitKind) {
        if !self.direct_call(cell, value, span) {
            let outer = self.enter(kind);
            self.define(cell, value, span, true);
            self.leave(outer);
        }
    }

    /// Lowers a call whose result has the cell's type to a single node, if the value is one.
    pub(super) fn direct_call(&mut self, cell: ScalarId, value: &'p Expression, span: Span) -> bool {
        let ty = self.graph.scalars[cell.index()].ty;
        let inner = strip_identity(value);
        let ExpressionKind::Call(callee, _) = &inner.kind else { return false };
        if self.program.functions[callee.0 as usize].result != Some(ty) {
            return false;
        }
        let exposed = self.variable_of(cell).is_some_and(|v| self.program.address_taken.contains(&v));
        // The clobbering that follows such a call must not hide its result.
        if exposed && self.clobbering[callee.0 as usize] {
            return false;
        }
        self.call(inner, Some(cell), span);
        true
    }

    /// A call as a unit of its own.
    fn call(&mut self, expression: &'p Expression, result: Option<ScalarId>, span: Span) {
        let ExpressionKind::Call(callee, operands) = &expression.kind else { return };
        let program = self.program;
        let parameters = &program.functions[callee.0 as usize].parameters;
        let outer = self.enter(UnitKind::Call);
        let operands: Vec<&Expression> = operands.iter().collect();
        let (passed, extra) = operands.split_at(parameters.len().min(operands.len()));
        let mut arguments = self.values(passed);
        for operand in extra {
            self.effect(operand);
        }
        for (position, &parameter) in parameters.iter().enumerate() {
            let cell = &program.variables[parameter.0 as usize].cells[0];
            match arguments.get_mut(position) {
                Some(argument) => {
                    let value = std::mem::replace(argument, Expr::Constant(0, cell.ty));
                    *argument = convert(&self.graph, cell.ty, value);
                }
                None => {
                    let temporary = self.temporary(cell.ty, expression);
                    let reason = "missing argument".to_owned();
                    self.emit(Action::Unsupported { target: temporary, reason }, span);
                    arguments.push(Expr::Scalar(temporary));
                }
            }
        }
        let callee = *callee;
        self.emit(Action::Call { callee: super::procedure_of(callee), arguments, result }, span);
        self.leave(outer);
        self.after_call(callee, span);
    }

    fn after_call(&mut self, callee: FunctionId, span: Span) {
        if self.clobbering[callee.0 as usize] {
            // Pointers to variables of this frame may have reached the callee.
            self.clobber(false, "changed through a pointer", span);
        }
    }

    /// `place op= value` as a unit of its own; gives the value if it is used.
    fn update(&mut self, expression: &'p Expression, used: bool) -> Expr {
        let ExpressionKind::Update { place, operator, operation, value, postfix } = &expression.kind else {
            return Expr::Constant(0, expression.ty);
        };
        let span = expression.span;
        let outer = self.enter(UnitKind::Assign);
        let target = self.place(place);
        // As in gcc the right operand comes before the old value.
        let target = self.steady(target, &effects(value), place);
        let right = self.value(value);
        let name = super::text::place(self.program, place);
        let mut old = self.load(&target, place, &name);
        if used && *postfix && matches!(target, Target::Cell(_)) {
            let temporary = self.temporary(place.ty, expression);
            self.assign(temporary, old, span);
            old = Expr::Scalar(temporary);
        }
        let left = convert(&self.graph, *operation, old.clone());
        let combined = Expr::Binary(*operator, *operation, Box::new(left), Box::new(right));
        let mut new = convert(&self.graph, place.ty, combined);
        let result = match target {
            _ if *postfix => old,
            Target::Cell(cell) => Expr::Scalar(cell),
            Target::Cells(..) if used => {
                let temporary = self.temporary(place.ty, expression);
                self.assign(temporary, new, span);
                new = Expr::Scalar(temporary);
                new.clone()
            }
            Target::Cells(..) => Expr::Constant(0, place.ty),
        };
        self.store(target, new, span);
        self.leave(outer);
        result
    }

    pub(super) fn effects(&mut self, expressions: &'p [Expression]) {
        for expression in expressions {
            self.effect(expression);
        }
    }

    /// Evaluates an expression whose value is not used.
    pub(super) fn effect(&mut self, expression: &'p Expression) {
        let span = expression.span;
        match &expression.kind {
            ExpressionKind::Constant(_) => {}
            ExpressionKind::Read(place) if place.indices.is_empty() => {}
            ExpressionKind::Convert(operand) | ExpressionKind::Not(operand) => self.effect(operand),
            ExpressionKind::Compare(_, first, second) | ExpressionKind::Comma(first, second) => {
                self.effect(first);
                self.effect(second);
            }
            ExpressionKind::And(condition, then) => self.conditional_effect(condition, Some(then), None),
            ExpressionKind::Or(condition, otherwise) => {
                self.conditional_effect(condition, None, Some(otherwise));
            }
            ExpressionKind::Conditional(condition, then, otherwise) => {
                self.conditional_effect(condition, Some(then), Some(otherwise));
            }
            ExpressionKind::Assign(place, value) => {
                self.assignment(place, value, span, UnitKind::Assign, false);
            }
            ExpressionKind::Update { .. } => {
                self.update(expression, false);
            }
            ExpressionKind::CopyCells { target, source, count } => self.copy(target, source, *count, span),
            ExpressionKind::Call(..) => self.call(expression, None, span),
            ExpressionKind::NoOperation(operands) => self.effects(operands),
            ExpressionKind::Unsupported { operands, clobbers, .. } => {
                self.unsupported_effects(operands, *clobbers, span);
            }
            ExpressionKind::Assert(condition) => self.assertion(expression, condition),
            ExpressionKind::Assume(condition) => self.assumption(condition, span),
            ExpressionKind::Error(_) => {
                let error = self.new_error(ErrorSite {
                    kind: ErrorKind::ErrorCall,
                    procedure: Some(self.procedure()),
                    text: super::text::expression(self.program, expression),
                    span: Some(span),
                    nodes: Vec::new(),
                });
                let outer = self.enter(UnitKind::Error);
                self.emit_error(error, span);
                self.leave(outer);
            }
            ExpressionKind::Stop(operands) => {
                self.effects(operands);
                let outer = self.enter(UnitKind::Stop);
                self.emit(Action::Stop, span);
                self.leave(outer);
            }
            ExpressionKind::Read(_)
            | ExpressionKind::Unary(..)
            | ExpressionKind::Binary(..)
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
        for (label, operand, side) in [(holds, then, true), (fails, otherwise, false)] {
            self.place_label(label);
            if let Some(operand) = operand {
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

    /// Copies a struct cell by cell. Places of one shape are the same or do not overlap, so that no cell
    /// is read after it was written.
    fn copy(&mut self, target: &'p Place, source: &'p Place, count: u32, span: Span) {
        let outer = self.enter(UnitKind::Assign);
        let to = self.place(target);
        let from = self.place(source);
        // The copy itself may change what its subscripts read.
        let to = self.copied_index(to, target);
        let from = self.copied_index(from, source);
        self.leave(outer);
        for step in 0..count {
            let (to, from) = (to.moved(step), from.moved(step));
            let ty = self.cell_type(&to);
            let read = Place { ty: self.cell_type(&from), ..source.clone() };
            let outer = self.enter(UnitKind::Assign);
            let name = super::text::place(self.program, source);
            let value = self.load(&from, &read, &name);
            let value = convert(&self.graph, ty, value);
            self.store(to, value, span);
            self.leave(outer);
        }
    }

    fn copied_index(&mut self, target: Target, place: &Place) -> Target {
        match target {
            Target::Cells(range, index) => Target::Cells(range, self.kept(index, place)),
            target => target,
        }
    }

    fn cell_type(&self, target: &Target) -> IntegerType {
        let cell = match target {
            Target::Cell(cell) => *cell,
            Target::Cells(range, _) => range.first,
        };
        self.graph.scalars[cell.index()].ty
    }
}

/// The type of a lowered expression.
pub(super) fn type_of(graph: &Graph, value: &Expr) -> IntegerType {
    match value {
        Expr::Constant(_, ty) | Expr::Unary(_, ty, _) | Expr::Binary(_, ty, _, _) | Expr::Convert(ty, _) => {
            *ty
        }
        Expr::Scalar(scalar) => graph.scalars[scalar.index()].ty,
    }
}

/// Whether every value of one type is a value of the other.
fn preserves(from: IntegerType, to: IntegerType) -> bool {
    to.contains(from.min()) && to.contains(from.max())
}

/// A conversion without needless steps.
pub(super) fn convert(graph: &Graph, ty: IntegerType, mut value: Expr) -> Expr {
    loop {
        if type_of(graph, &value) == ty {
            return value;
        }
        match value {
            Expr::Constant(number, _) => return Expr::Constant(ty.convert(number), ty),
            Expr::Convert(middle, inner) if preserves(type_of(graph, &inner), middle) => value = *inner,
            value => return Expr::Convert(ty, Box::new(value)),
        }
    }
}

/// The operand of conversions that do not change the type.
fn strip_identity(mut expression: &Expression) -> &Expression {
    while let ExpressionKind::Convert(operand) = &expression.kind {
        if operand.ty != expression.ty {
            break;
        }
        expression = operand;
    }
    expression
}

/// The operand of conversions that do not change the value.
pub(super) fn strip_preserving(mut expression: &Expression) -> &Expression {
    while let ExpressionKind::Convert(operand) = &expression.kind {
        let range = match &operand.kind {
            ExpressionKind::Input { range, .. } => *range,
            _ => (operand.ty.min(), operand.ty.max()),
        };
        let opaque = matches!(operand.kind, ExpressionKind::Unsupported { .. });
        if !opaque && !(expression.ty.contains(range.0) && expression.ty.contains(range.1)) {
            break;
        }
        expression = operand;
    }
    expression
}
