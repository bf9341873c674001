//! Which operator of a node it is whose behaviour is undefined.

use focuscheck_base::source::Span;
use focuscheck_ir::program::graph::{Action, Argument, Base, Callee, Expr, ExprKind, Place, Step};

use super::ending::{At, Property};
use super::memory::{NoAccess, touched};
use super::run::{End, Machine};
use super::value::{Reference, Undefined, Value};

/// A property that does not hold, and where.
pub(super) type Violated = (Property, At, Span);

/// Looks for what a run ended at.
struct Diagnosis<'m, 'g> {
    machine: &'m mut Machine<'g>,
    /// What was undefined.
    what: Undefined,
}

impl<'g> Machine<'g> {
    /// What is violated first by the node that is run, in the order of its evaluation.
    pub(super) fn diagnose(&mut self, what: Undefined) -> Option<Violated> {
        let node = self.node();
        Diagnosis { machine: self, what }.action(&node.action)
    }
}

impl<'g> Diagnosis<'_, 'g> {
    fn action(&mut self, action: &'g Action) -> Option<Violated> {
        match action {
            Action::Assign { value, .. } | Action::Branch(value) => self.expression(value),
            Action::Load { place, .. } => self.access(place, None).or_else(|| self.unset(place)),
            Action::Store { place, value } => self.expression(value).or_else(|| self.access(place, None)),
            Action::Copy { to, from, size } => {
                self.access(from, Some(*size)).or_else(|| self.access(to, Some(*size)))
            }
            Action::Clear { place, size } | Action::Forget { place, size, .. } => {
                self.access(place, Some(*size))
            }
            Action::Library { arguments, .. } => {
                arguments.iter().find_map(|argument| self.expression(argument))
            }
            Action::Call { callee, arguments, .. } => {
                let pointer = match callee {
                    Callee::Pointer(pointer) | Callee::Missing(pointer) => self.expression(pointer),
                    Callee::Procedure(_) | Callee::Declared(_) => None,
                };
                pointer.or_else(|| arguments.iter().find_map(|argument| self.argument(argument)))
            }
            Action::Return(argument) => self.argument(argument),
            Action::Stop(status) => status.as_ref().and_then(|status| self.expression(status)),
            Action::Unknown { reached, .. } | Action::Inspect { reached, .. } => {
                reached.iter().find_map(|value| self.expression(value))
            }
            Action::Skip
            | Action::Mark(_)
            | Action::Declare(_)
            | Action::Input { .. }
            | Action::Exit
            | Action::Error(_)
            | Action::Cut(_)
            | Action::Stated(_) => None,
        }
    }

    fn argument(&mut self, argument: &'g Argument) -> Option<Violated> {
        match argument {
            Argument::Value(value) => self.expression(value),
            Argument::Record(place) => {
                let size = self.machine.record_size(place);
                self.access(place, size)
            }
        }
    }

    fn expression(&mut self, expression: &'g Expr) -> Option<Violated> {
        let Err(End::Undefined { what, .. }) = self.machine.value(expression) else { return None };
        let span = expression.span;
        let (operands, at) = match &expression.kind {
            ExprKind::Integer(_)
            | ExprKind::Temporary(_)
            | ExprKind::Function(_)
            | ExprKind::Unmodelled(_) => (None, At::Here(span.start)),
            ExprKind::Read(place) => (self.access(place, None), At::read(place)),
            ExprKind::Address(place, _) => {
                (self.parts(place).or_else(|| self.indices(place)), At::Here(span.start))
            }
            ExprKind::Unary(_, _, operand) | ExprKind::Convert(operand) => {
                (self.expression(operand), At::Here(span.start))
            }
            ExprKind::Binary(_, _, left, right)
            | ExprKind::Compare(_, left, right)
            | ExprKind::Distance(left, right, _)
            | ExprKind::Moved { pointer: left, by: right, .. } => {
                (self.expression(left).or_else(|| self.expression(right)), At::Behind(left.span.end))
            }
        };
        // What is only copied needs no value.
        let counts = what != Undefined::Uninitialised || self.what == Undefined::Uninitialised;
        operands.or_else(|| counts.then_some((Property::of(what), at, span)))
    }

    /// A place that is read and has no value.
    fn unset(&mut self, place: &'g Place) -> Option<Violated> {
        let asked = self.what == Undefined::Uninitialised;
        let unset = asked && matches!(self.machine.read(place), Ok(Value::Unset));
        unset.then(|| (Property::Uninit, At::read(place), place.span))
    }

    /// What finding a place needs.
    fn parts(&mut self, place: &'g Place) -> Option<Violated> {
        let pointer = match &place.base {
            Base::Pointer(pointer) => self.expression(pointer),
            Base::Object(_) | Base::Outside(_) | Base::Within(..) | Base::Unmodelled(_) => None,
        };
        pointer.or_else(|| {
            place.steps.iter().find_map(|step| match step {
                Step::Element { index, .. } => self.expression(index),
                Step::Member { .. } => None,
            })
        })
    }

    /// The first index that is not one of its array.
    fn indices(&mut self, place: &'g Place) -> Option<Violated> {
        place.steps.iter().find_map(|step| match step {
            Step::Element { index, length: Some(length), at, .. } => match self.machine.value(index).ok()? {
                Value::Number(number) if !(0..i128::from(*length)).contains(&number) => {
                    Some((Property::ArrayAccess, At::Behind(*at), place.span))
                }
                _ => None,
            },
            Step::Element { length: None, .. } | Step::Member { .. } => None,
        })
    }

    /// What reading or writing a place needs.
    fn access(&mut self, place: &'g Place, size: Option<u64>) -> Option<Violated> {
        if let Some(found) = self.parts(place) {
            return Some(found);
        }
        let scalar = place.bits.map(touched).or_else(|| self.machine.scalar_size(&place.ty));
        let size = size.or(scalar).unwrap_or(1);
        match &place.base {
            Base::Pointer(pointer) => {
                let start = self.machine.value(pointer).ok()?;
                let found = self.behind(place, pointer, start, size);
                found.or_else(|| self.indices(place))
            }
            Base::Object(object) => {
                if let Some(found) = self.indices(place) {
                    return Some(found);
                }
                let block = self.machine.block_of(*object);
                let start = Value::Reference(Reference::Block(block, 0, None));
                let pointer = self.address(place, start)?;
                let unbounded = place.steps.iter().rev().find_map(|step| match step {
                    Step::Element { length: None, at, .. } => Some(At::Behind(*at)),
                    Step::Element { length: Some(_), .. } | Step::Member { .. } => None,
                });
                match self.machine.memory.access(pointer, size) {
                    Err(NoAccess::Undefined(Undefined::OutOfBounds)) => {
                        Some((Property::ArrayAccess, unbounded?, place.span))
                    }
                    _ => None,
                }
            }
            Base::Outside(_) | Base::Within(..) | Base::Unmodelled(_) => None,
        }
    }

    /// An access behind a pointer.
    fn behind(&mut self, place: &'g Place, pointer: &'g Expr, start: Value, size: u64) -> Option<Violated> {
        let (at, inside) = match &pointer.kind {
            ExprKind::Moved { pointer: start, .. } if place.span.start <= start.span.start => {
                (At::Behind(start.span.end), Property::ArrayAccess)
            }
            _ if place.span.start < pointer.span.start => (At::Here(place.span.start), Property::Dangling),
            _ => (At::Behind(pointer.span.end), Property::Dangling),
        };
        let mut root = pointer;
        while let ExprKind::Moved { pointer: start, .. } = &root.kind {
            root = start;
        }
        // What was computed from null, as a member of it, is no object either.
        if matches!(self.machine.value(root), Ok(Value::Number(number)) if (0..4096).contains(&number)) {
            return Some((Property::Null, at, place.span));
        }
        let address = self.address(place, start)?;
        match self.machine.memory.access(address, size) {
            Err(NoAccess::Undefined(
                Undefined::OutOfBounds | Undefined::Dangling | Undefined::NoObject | Undefined::Null,
            )) => Some((inside, at, place.span)),
            _ => None,
        }
    }

    /// Where a place begins, whatever its indices are.
    fn address(&mut self, place: &'g Place, start: Value) -> Option<Value> {
        let mut pointer = start;
        for step in &place.steps {
            pointer = match step {
                Step::Member { offset, .. } => self.machine.moved(pointer, Value::Number(1), false, *offset),
                Step::Element { index, size, .. } => {
                    let index = self.machine.value(index).ok()?;
                    self.machine.moved(pointer, index, false, *size)
                }
            };
        }
        Some(pointer)
    }
}
