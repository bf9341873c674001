//! What depends on the order in which operands are evaluated.
//!
//! C leaves it open in which order most operands are evaluated: in `f() + g()`, in the arguments of a call, in
//! `a[i] = i++`. The lowering takes them from left to right; where another order would give another result, because one
//! operand changes what another reads or changes, that has a value that is not modelled: before each of the operands,
//! since any of the others may have come first, and if several change it after all of them. (If no call separates the
//! two, the program is undefined; that is not told apart.)

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

use crate::arith::BinaryOperator;
use crate::layout::program::{
    Expression, ExpressionKind, Function, FunctionId, Place, Program, StatementKind, Storage, VariableId,
};
use crate::limit::spend;

use super::effects::{assigned, children, expressions, statements};
use super::touch::{Part, Touch, WHOLE, cells, late_writes, overlap, parts_of, subscripts, touched};

/// What a call of a function touches that others see, and whether it changes whatever has escaped.
#[derive(Clone, Debug, Default)]
struct Reach {
    reads: BTreeSet<VariableId>,
    writes: BTreeSet<VariableId>,
    /// To these it only adds constants: two calls that do so may come in any order. Where overflow is an error, what is
    /// counted both up and down is not among them: one order might overflow and the other one not.
    adds: BTreeSet<VariableId>,
    outside: bool,
}

/// What depends on the order of some operands.
#[derive(Clone, Debug, Default)]
pub(super) struct Dispute {
    /// What one changes and another one reads or changes.
    pub(super) before: BTreeSet<Part>,
    /// What several change.
    pub(super) after: BTreeSet<Part>,
}

/// What is known of the order of evaluation in a program.
pub(super) struct Order {
    /// By function, once a call of it was met that the order matters for.
    functions: Vec<Option<Rc<Reach>>>,
    /// Of each function what it touches itself, and whom it calls.
    own: Option<Vec<(Reach, BTreeSet<FunctionId>)>>,
    /// The local variables of the source; the others hold what an expression needs in between, in an order that is known.
    declared: Option<BTreeSet<VariableId>>,
    escaped: BTreeSet<VariableId>,
    /// Variables that some function assigns; objects passed by reference are those of the callee.
    changed: BTreeSet<VariableId>,
    /// By the first operand what depends on the order of operands that were looked at.
    disputes: FxHashMap<*const Expression, Rc<Dispute>>,
    /// Whether what is lowered has no effects at all.
    pub(super) quiet: bool,
    /// Whether signed overflow is an error.
    overflow: bool,
}

impl Order {
    pub(super) fn new(program: &Program, overflow: bool) -> Self {
        Order {
            functions: vec![None; program.functions.len()],
            own: None,
            declared: None,
            escaped: program.address_taken.iter().copied().collect(),
            changed: changed(program),
            disputes: FxHashMap::default(),
            quiet: false,
            overflow,
        }
    }

    /// Another statement begins.
    pub(super) fn next_statement(&mut self) {
        self.disputes.clear();
    }

    /// What depends on the order of operands that were looked at, by the first of them.
    pub(super) fn noted(&self, first: &Expression) -> Option<&Rc<Dispute>> {
        self.disputes.get(&std::ptr::from_ref(first))
    }

    /// What a call touches, with all that is called from there.
    fn reach(&mut self, program: &Program, function: FunctionId) -> Rc<Reach> {
        if let Some(known) = &self.functions[function.index()] {
            return Rc::clone(known);
        }
        let own = self.own.get_or_insert_with(|| {
            let counts = counting(program, self.overflow);
            program.functions.iter().map(|f| own(program, f, &counts, &self.changed)).collect()
        });
        let (mut reach, mut seen) = (Reach::default(), BTreeSet::from([function]));
        let mut pending = vec![function];
        while let Some(function) = pending.pop() {
            let (own, calls) = &own[function.index()];
            spend(1 + own.reads.len() + own.writes.len());
            reach.reads.extend(&own.reads);
            reach.writes.extend(&own.writes);
            reach.adds.extend(&own.adds);
            reach.outside |= own.outside;
            pending.extend(calls.iter().filter(|callee| seen.insert(**callee)));
        }
        let reach = Rc::new(reach);
        self.functions[function.index()] = Some(Rc::clone(&reach));
        reach
    }

    /// Whether a variable is one of the source.
    fn is_declared(&mut self, program: &Program, variable: VariableId) -> bool {
        if !matches!(program.variables[variable.index()].storage, Storage::Local(_)) {
            return true;
        }
        self.declared.get_or_insert_with(|| declared(program)).contains(&variable)
    }

    /// Adds what one changes and the other reads, or changes.
    fn conflicts(&mut self, program: &Program, changing: &Touch, other: &Touch, found: &mut Dispute) {
        let mut outside = changing.outside;
        let (mut assigned, mut called) = (BTreeSet::new(), BTreeSet::new());
        for &callee in &changing.calls {
            let reach = self.reach(program, callee);
            outside |= reach.outside;
            spend(reach.writes.len() + reach.adds.len());
            assigned.extend(reach.writes.iter().copied());
            called.extend(reach.writes.union(&reach.adds).copied());
        }
        let escaped = if outside { self.escaped.clone() } else { BTreeSet::new() };
        for (touched, after) in [(&other.reads, false), (&other.writes, true)] {
            let mut parts = overlap(&changing.writes, touched);
            parts.extend(parts_of(touched, &called));
            parts.extend(parts_of(touched, &escaped));
            if after {
                found.after.extend(parts.iter().copied());
            }
            found.before.extend(parts);
        }
        for &callee in &other.calls {
            let reach = self.reach(program, callee);
            for (touched, after) in [(&reach.reads, false), (&reach.writes, true)] {
                let mut parts: Vec<Part> = parts_of(&changing.writes, touched);
                parts.extend(called.intersection(touched).map(|&variable| (variable, WHOLE)));
                parts.extend(escaped.intersection(touched).map(|&variable| (variable, WHOLE)));
                if after {
                    found.after.extend(parts.iter().copied());
                }
                found.before.extend(parts);
            }
            let mut parts: Vec<Part> = parts_of(&changing.writes, &reach.adds);
            parts.extend(assigned.intersection(&reach.adds).map(|&variable| (variable, WHOLE)));
            parts.extend(escaped.intersection(&reach.adds).map(|&variable| (variable, WHOLE)));
            found.after.extend(parts.iter().copied());
            found.before.extend(parts);
        }
    }

    /// Notes what depends on the order of operands under their first one; what they touch together.
    fn group(&mut self, program: &Program, first: &Expression, operands: Vec<Touch>) -> Touch {
        let mut found = Dispute::default();
        let mut all = Touch::default();
        for touch in operands {
            if all.changes() {
                self.conflicts(program, &all, &touch, &mut found);
            }
            if touch.changes() {
                self.conflicts(program, &touch, &all, &mut found);
            }
            all = all.and(touch);
        }
        self.note(program, first, found);
        all
    }

    fn note(&mut self, program: &Program, first: &Expression, mut found: Dispute) {
        found.before.retain(|part| self.is_declared(program, part.0));
        found.after.retain(|part| self.is_declared(program, part.0));
        self.disputes.insert(first, Rc::new(found));
    }

    pub(super) fn group_of<'e>(
        &mut self,
        program: &Program,
        operands: impl IntoIterator<Item = &'e Expression>,
    ) -> Touch {
        let operands: Vec<&Expression> = operands.into_iter().collect();
        let touched = operands.iter().map(|operand| self.survey(program, operand)).collect();
        match operands.first() {
            Some(first) => self.group(program, first, touched),
            None => Touch::default(),
        }
    }

    /// What an expression touches; notes on the way what depends on the order of its operands.
    pub(super) fn survey(&mut self, program: &Program, expression: &Expression) -> Touch {
        let mut own = touched(program, expression, &self.changed);
        let inside = match &expression.kind {
            ExpressionKind::Constant(_) | ExpressionKind::Error(_) => Touch::default(),
            ExpressionKind::Binary(_, left, right) | ExpressionKind::Compare(_, left, right) => {
                self.group_of(program, [&**left, &**right])
            }
            ExpressionKind::Read(place)
            | ExpressionKind::ReadVolatile(place)
            | ExpressionKind::Touch(place) => self.group_of(program, subscripts(place)),
            ExpressionKind::Assign(place, value) => {
                let parts = vec![self.group_of(program, subscripts(place)), self.survey(program, value)];
                self.assigned(program, (place, value), parts)
            }
            ExpressionKind::Update { place, value, .. } => {
                own.reads.clear();
                let read = Touch { reads: cells(place).into_iter().collect(), ..Touch::default() };
                let parts =
                    vec![self.group_of(program, subscripts(place)), read, self.survey(program, value)];
                self.assigned(program, (place, value), parts)
            }
            ExpressionKind::CopyCells { target, source, .. } => {
                self.group_of(program, subscripts(target)).and(self.group_of(program, subscripts(source)))
            }
            ExpressionKind::Call(callee, operands, places) => {
                let operands: Vec<&Expression> = operands.iter().collect();
                let (values, objects, more) = arguments(program, *callee, &operands);
                let mut all = self.group_of(program, values.iter().copied());
                all = all.and(self.group_of(program, objects.iter().copied()));
                for operand in more {
                    all = all.and(self.survey(program, operand));
                }
                for place in places {
                    all = all.and(self.group_of(program, subscripts(place)));
                }
                all
            }
            ExpressionKind::Input { operands, .. }
            | ExpressionKind::Stop(operands)
            | ExpressionKind::NoOperation(operands)
            | ExpressionKind::Unsupported { operands, .. } => self.group_of(program, operands),
            // One operand, or several whose order is known.
            ExpressionKind::Unary(..)
            | ExpressionKind::Not(_)
            | ExpressionKind::Convert(_)
            | ExpressionKind::Assert(..)
            | ExpressionKind::Assume(_)
            | ExpressionKind::Exit(_)
            | ExpressionKind::And(..)
            | ExpressionKind::Or(..)
            | ExpressionKind::Comma(..)
            | ExpressionKind::Conditional(..) => {
                let mut operands = Vec::new();
                children(expression, &mut operands);
                let touched = operands.into_iter().map(|operand| self.survey(program, operand));
                touched.collect::<Vec<_>>().into_iter().fold(Touch::default(), Touch::and)
            }
        };
        inside.and(own)
    }

    /// The same for an assignment, which changes its place after its operands have their values, but perhaps before
    /// they have their effects.
    fn assigned(
        &mut self,
        program: &Program,
        (place, value): (&Place, &Expression),
        operands: Vec<Touch>,
    ) -> Touch {
        let all = self.group(program, value, operands);
        let mut direct = BTreeSet::new();
        let changed = &self.changed;
        subscripts(place).chain([value]).for_each(|o| late_writes(program, o, changed, &mut direct));
        let late = overlap(&direct, &cells(place).into_iter().collect());
        if !late.is_empty() {
            let mut found =
                self.disputes.get(&std::ptr::from_ref(value)).map(|d| (**d).clone()).unwrap_or_default();
            found.before.extend(late.iter().copied());
            found.after.extend(late);
            self.note(program, value, found);
        }
        all
    }
}

/// What a function touches itself, and whom it calls.
fn own(
    program: &Program,
    function: &Function,
    counts: &FxHashSet<*const Expression>,
    changed: &BTreeSet<VariableId>,
) -> (Reach, BTreeSet<FunctionId>) {
    let is_global = |part: &Part| program.variables[part.0.index()].storage == Storage::Global;
    let (mut reach, mut calls) = (Reach::default(), BTreeSet::new());
    let mut pending = Vec::new();
    expressions(&function.body, &mut pending);
    while let Some(expression) = pending.pop() {
        spend(1);
        children(expression, &mut pending);
        if let (true, ExpressionKind::Update { place, .. }) =
            (counts.contains(&std::ptr::from_ref(expression)), &expression.kind)
        {
            reach.adds.extend(is_global(&(place.variable, WHOLE)).then_some(place.variable));
            continue;
        }
        let touch = touched(program, expression, changed);
        reach.reads.extend(touch.reads.iter().filter(|part| is_global(part)).map(|part| part.0));
        reach.writes.extend(touch.writes.iter().filter(|part| is_global(part)).map(|part| part.0));
        reach.outside |= touch.outside;
        calls.extend(touch.calls);
    }
    (reach, calls)
}

/// The statements that only add a constant to something, like `n++;`; where overflow is an error, only of what none of
/// them counts the other way.
fn counting(program: &Program, overflow: bool) -> FxHashSet<*const Expression> {
    let mut found = Vec::new();
    let (mut up, mut down) = (BTreeSet::new(), BTreeSet::new());
    for function in &program.functions {
        statements(&function.body, &mut |statement| {
            let StatementKind::Expression(expression) = &statement.kind else { return };
            let ExpressionKind::Update { operator, value, place, operation, .. } = &expression.kind else {
                return;
            };
            let ExpressionKind::Constant(step) = value.kind else { return };
            let raises = match operator {
                BinaryOperator::Add => step > 0,
                BinaryOperator::Subtract => step < 0,
                BinaryOperator::Multiply
                | BinaryOperator::Divide
                | BinaryOperator::Remainder
                | BinaryOperator::ShiftLeft
                | BinaryOperator::ShiftRight
                | BinaryOperator::BitAnd
                | BinaryOperator::BitOr
                | BinaryOperator::BitXor => return,
            };
            if overflow && operation.signed {
                (if raises { &mut up } else { &mut down }).insert(place.variable);
            }
            found.push((place.variable, std::ptr::from_ref(expression)));
        });
    }
    found.retain(|(variable, _)| !(up.contains(variable) && down.contains(variable)));
    found.into_iter().map(|(_, counted)| counted).collect()
}

/// The variables that functions assign, themselves or by passing them by reference to one that does.
fn changed(program: &Program) -> BTreeSet<VariableId> {
    let mut changed = program.address_taken.iter().copied().collect::<BTreeSet<_>>();
    let mut passed = Vec::new();
    for function in &program.functions {
        let mut pending = Vec::new();
        expressions(&function.body, &mut pending);
        statements(&function.body, &mut |statement| {
            if let StatementKind::Declaration(declarations) = &statement.kind {
                changed.extend(declarations.iter().map(|declaration| declaration.variable));
            }
        });
        while let Some(expression) = pending.pop() {
            spend(1);
            children(expression, &mut pending);
            changed.extend(assigned(expression).map(|place| place.variable));
            if let ExpressionKind::Call(callee, _, places) = &expression.kind {
                let outputs = program.functions[callee.index()].outputs.iter();
                passed.extend(outputs.zip(places).map(|(&inner, place)| (inner, place.variable)));
            }
        }
    }
    loop {
        let before = changed.len();
        for (inner, outer) in &passed {
            if changed.contains(inner) {
                changed.insert(*outer);
            }
        }
        if changed.len() == before {
            return changed;
        }
    }
}

/// The local variables that the source declares.
fn declared(program: &Program) -> BTreeSet<VariableId> {
    let mut declared = BTreeSet::new();
    for function in &program.functions {
        statements(&function.body, &mut |statement| {
            if let StatementKind::Declaration(declarations) = &statement.kind {
                declared.extend(declarations.iter().map(|declaration| declaration.variable));
            }
        });
    }
    declared
}

/// The arguments of a call: values, the cells of objects that are passed by reference, and those too many.
pub(super) fn arguments<'a, 'e>(
    program: &Program,
    callee: FunctionId,
    operands: &'a [&'e Expression],
) -> (&'a [&'e Expression], &'a [&'e Expression], &'a [&'e Expression]) {
    let function = &program.functions[callee.index()];
    let cells = |variable: &VariableId| program.variables[variable.index()].cells.len();
    let all: usize = function.parameters.iter().map(cells).sum();
    let objects: usize = function.parameters.iter().filter(|p| function.outputs.contains(p)).map(cells).sum();
    let (passed, more) = operands.split_at(all.min(operands.len()));
    let (values, objects) = passed.split_at(passed.len().saturating_sub(objects));
    (values, objects, more)
}
