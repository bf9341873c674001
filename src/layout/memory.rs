//! Functions that copy and fill memory, and atomic operations, on modelled objects: they become assignments of cells.
//!
//! A copy is modelled where both pointers lead into objects of one type and its size is a constant number of whole
//! objects; whatever else is asked keeps the worst effect (see the catalogue). In a program with one thread, an atomic
//! operation is the plain one, computed modulo the width.

use super::cells::{filled, scalar};
use super::constants;
use super::effects::{only_effects, place_has_effects, sequence};
use super::program::{Expression, ExpressionKind, Place};
use super::region::{OFFSET, Pointed};
use super::state::Layout;
use super::value::{TargetKind, Value, ValueKind};
use crate::arith::{BinaryOperator, IntegerType, Relation};
use crate::check::atomic::{Atomic, atomic};
use crate::check::catalogue;
use crate::check::tree;
use crate::check::types::Type;
use crate::source::Span;

/// More objects than this are not copied one by one.
const MAX_OBJECTS: u64 = 256;

impl Layout<'_> {
    /// A call of one of these functions; `None` if it is none, or on something that is not modelled.
    pub fn memory_call(&mut self, name: &str, arguments: &[tree::Expression], span: Span) -> Option<Value> {
        self.current.as_ref()?;
        let mark = self.hoisted_count();
        let result = self.modelled_memory_call(name, arguments, span);
        // The arguments are looked at again by who takes the call as unknown.
        if let (None, Some(hoisted)) = (&result, self.current.as_mut().and_then(|c| c.hoisted.as_mut())) {
            hoisted.truncate(mark);
        }
        result
    }

    fn modelled_memory_call(
        &mut self,
        name: &str,
        arguments: &[tree::Expression],
        span: Span,
    ) -> Option<Value> {
        if let Some(operation) = atomic(name) {
            return self.atomic_call(operation, arguments, span);
        }
        match (catalogue::plain(name), arguments) {
            ("memcpy" | "memmove", [to, from, size, ..]) => self.copy_call((to, from, size), false, span),
            ("mempcpy", [to, from, size, ..]) => self.copy_call((to, from, size), true, span),
            ("bcopy", [from, to, size]) => {
                let copied = self.copy_call((to, from, size), false, span)?;
                Some(Value::void(copied.into_statement()))
            }
            ("memset", [to, byte, size, ..]) => {
                let byte = self.known(byte)?;
                self.fill_call(to, byte, size, span)
            }
            ("bzero" | "explicit_bzero", [to, size]) => {
                let filled = self.fill_call(to, 0, size, span)?;
                Some(Value::void(filled.into_statement()))
            }
            ("strcpy", [to, text, ..]) => self.text_call(to, text, span),
            _ => None,
        }
    }

    /// A pointer into modelled objects that can be evaluated more than once; what it does goes to the effects.
    fn steady_pointer(
        &mut self,
        argument: &tree::Expression,
        effects: &mut Vec<Expression>,
    ) -> Option<Pointed> {
        let value = self.value(argument);
        let ValueKind::Address { pointer, .. } = &value.kind else { return None };
        if place_has_effects(&pointer.region.first) {
            return None;
        }
        let ValueKind::Address { pointer, .. } = self.evaluated_pointer(value, effects).kind else {
            return None;
        };
        let mut pointed = *pointer;
        pointed.offset = constants::convert(pointed.offset, OFFSET);
        Some(pointed)
    }

    /// The value of an argument that is constant.
    fn known(&mut self, argument: &tree::Expression) -> Option<i128> {
        let value = self.value(argument);
        match value.kind {
            ValueKind::Integer(e) => constants::evaluate(&e, &self.constants),
            _ => None,
        }
    }

    /// How many objects of the region so many bytes are, if they lie in it for certain.
    fn objects(&mut self, pointed: &Pointed, size: &tree::Expression) -> Option<u64> {
        let bytes = u64::try_from(self.known(size)?).ok()?;
        let (each, _) = self.types.layout(&pointed.region.element)?;
        let count = bytes.checked_div(each).filter(|count| count * each == bytes && *count <= MAX_OBJECTS)?;
        let known = constants::value(&pointed.offset).and_then(|first| u64::try_from(first).ok());
        match known {
            Some(first) => (first.checked_add(count)? <= pointed.region.length).then_some(count),
            // The one object that is meant is checked like any other subscript.
            None => (count == 1).then_some(count),
        }
    }

    /// The lvalue so many objects behind a pointer.
    fn object_behind(&mut self, pointed: &Pointed, number: u64, span: Span) -> super::value::Target {
        let by = constants::constant(i128::from(number), OFFSET, span);
        let offset = match number {
            0 => pointed.offset.clone(),
            _ => constants::binary(BinaryOperator::Add, pointed.offset.clone(), by, OFFSET, span),
        };
        self.pointee(Pointed { offset, ..pointed.clone() }, span)
    }

    fn copy_call(
        &mut self,
        (to, from, size): (&tree::Expression, &tree::Expression, &tree::Expression),
        behind: bool,
        span: Span,
    ) -> Option<Value> {
        let mut effects = Vec::new();
        let to = self.steady_pointer(to, &mut effects)?;
        let from = self.steady_pointer(from, &mut effects)?;
        let same = to.region.element == from.region.element && !to.region.constant;
        let whole = self.types.is_in_cells(&to.region.element);
        let count = self.objects(&to, size).filter(|_| same && whole)?;
        // Objects of one variable may overlap: the order of the copies would matter.
        if self.objects(&from, size)? != count
            || (count > 1 && to.region.first.variable == from.region.first.variable)
        {
            return None;
        }
        for number in 0..count {
            let source = self.object_behind(&from, number, span);
            let target = self.object_behind(&to, number, span);
            if scalar(&to.region.element).is_some() {
                let value = self.load(source);
                effects.extend(self.store(target, value, span).into_dropped());
                continue;
            }
            let (TargetKind::Place(target), TargetKind::Place(source)) = (target.kind, source.kind) else {
                return None;
            };
            let cells = self.types.cell_count(&to.region.element) as u32;
            let kind = ExpressionKind::CopyCells { target, source, count: cells };
            effects.push(Expression { kind, ty: IntegerType::INT, span });
        }
        Some(self.pointer_result(to, if behind { count } else { 0 }, effects, span))
    }

    /// The pointer that such a function gives, so many objects behind its first argument.
    fn pointer_result(&mut self, to: Pointed, behind: u64, effects: Vec<Expression>, span: Span) -> Value {
        let ty = Type::Void.pointer_to();
        let by = constants::constant(i128::from(behind), OFFSET, span);
        let offset = constants::binary(BinaryOperator::Add, to.offset.clone(), by, OFFSET, span);
        let pointer = Box::new(Pointed { offset, ..to });
        Value { ty, kind: ValueKind::Address { pointer, effects: only_effects(effects) }, span }
    }

    fn fill_call(
        &mut self,
        to: &tree::Expression,
        byte: i128,
        size: &tree::Expression,
        span: Span,
    ) -> Option<Value> {
        let mut effects = Vec::new();
        let to = self.steady_pointer(to, &mut effects)?;
        let element = to.region.element.clone();
        let count = self.objects(&to, size)?;
        let mut cells = Vec::new();
        self.types.cells(&element, "", &mut cells);
        let values: Option<Vec<i128>> = cells.iter().map(|cell| filled(cell.ty, byte as u8)).collect();
        let values = values.filter(|_| !to.region.constant && self.types.is_in_cells(&element))?;
        for number in 0..count {
            let TargetKind::Place(place) = self.object_behind(&to, number, span).kind else { return None };
            for (step, (cell, value)) in cells.iter().zip(&values).enumerate() {
                let place = Place { offset: place.offset + step as u32, ty: cell.ty, ..place.clone() };
                let value = constants::constant(*value, cell.ty, span);
                let kind = ExpressionKind::Assign(place, Box::new(value));
                effects.push(Expression { kind, ty: cell.ty, span });
            }
        }
        Some(self.pointer_result(to, 0, effects, span))
    }

    /// `strcpy(a, "text")`
    fn text_call(&mut self, to: &tree::Expression, text: &tree::Expression, span: Span) -> Option<Value> {
        let units = super::library::text(text)?.to_vec();
        let mut effects = Vec::new();
        let to = self.steady_pointer(to, &mut effects)?;
        let Type::Integer(ty @ IntegerType { width: 8, .. }) = to.region.element else { return None };
        let length = units.iter().position(|&unit| unit == 0).unwrap_or(units.len()) as u64;
        let first = u64::try_from(constants::value(&to.offset)?).ok()?;
        if first + length >= to.region.length || length >= MAX_OBJECTS || to.region.constant {
            return None;
        }
        for number in 0..=length {
            let unit = units.get(number as usize).copied().filter(|_| number < length).unwrap_or(0);
            let target = self.object_behind(&to, number, span);
            let value = Value::integer(constants::constant(ty.convert(i128::from(unit)), ty, span));
            effects.extend(self.store(target, value, span).into_dropped());
        }
        Some(self.pointer_result(to, 0, effects, span))
    }

    fn atomic_call(
        &mut self,
        operation: Atomic,
        arguments: &[tree::Expression],
        span: Span,
    ) -> Option<Value> {
        let (pointer, rest) = arguments.split_first()?;
        let mut effects = Vec::new();
        let pointed = self.steady_pointer(pointer, &mut effects)?;
        let Type::Integer(ty) = pointed.region.element else { return None };
        if pointed.region.constant || ty.is_bool() {
            return None;
        }
        let TargetKind::Place(place) = self.pointee(pointed, span).kind else { return None };
        let place = Place { ty, span: pointer.span, ..place };
        let mut operands = Vec::new();
        for operand in rest {
            let value = self.value(operand);
            operands.push(self.cast_integer(value, ty));
        }
        let read = self.read(place.clone(), span);
        let read = || read.clone();
        let assign = |value| {
            let kind = ExpressionKind::Assign(place.clone(), Box::new(value));
            Expression { kind, ty, span }
        };
        let mut operands = operands.into_iter();
        let value = match operation {
            Atomic::Load => {
                effects.extend(operands.by_ref());
                read()
            }
            Atomic::Store => {
                let stored = assign(operands.next()?);
                effects.extend(operands.by_ref());
                effects.push(stored);
                return Some(Value::void(sequence(effects, constants::integer(0, span))));
            }
            Atomic::Exchange => {
                let mut new = operands.next()?;
                self.freeze(&mut new, "new value", &mut effects);
                let mut old = read();
                self.freeze(&mut old, "old value", &mut effects);
                effects.push(assign(new));
                old
            }
            Atomic::Update(operator, before) => {
                let operation = IntegerType { width: ty.width.max(32), signed: false };
                let value = Box::new(constants::convert(operands.next()?, operation));
                let kind = ExpressionKind::Update {
                    place: place.clone(),
                    operator,
                    operation,
                    value,
                    postfix: before,
                };
                Expression { kind, ty, span }
            }
            Atomic::CompareSwap(success) => {
                let (mut expected, mut new) = (operands.next()?, operands.next()?);
                self.freeze(&mut expected, "expected value", &mut effects);
                self.freeze(&mut new, "new value", &mut effects);
                let mut old = read();
                self.freeze(&mut old, "old value", &mut effects);
                let same = constants::compare(Relation::Equal, old.clone(), expected, span);
                let kind = ExpressionKind::Conditional(
                    Box::new(same.clone()),
                    Box::new(assign(new)),
                    Box::new(old.clone()),
                );
                effects.push(Expression { kind, ty, span });
                if success { same } else { old }
            }
        };
        // The orders of memory.
        effects.extend(operands);
        Some(Value::integer(sequence(effects, value)))
    }
}
