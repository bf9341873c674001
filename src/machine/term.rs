//! The values of terms of the logic, and where its places are.

use focuscheck_base::arith::{self, BinaryOperator, Exact, Relation, UnaryOperator};
use focuscheck_base::limit::spend;
use focuscheck_base::source::Span;
use focuscheck_check::logic::tree::{LogicId, LogicType, Meaning, Place, PlaceKind, Term, TermKind};
use focuscheck_check::types::Type;
use focuscheck_ir::program::graph::Bits;

use super::memory::{NoAccess, field, touched};
use super::reading::{Doubtful, Judged, Outcome, Reader, State};
use super::value::{BlockId, Reference, Undefined, Value};

/// No pointer is followed farther from its object, or from null; so distances are numbers.
const FARTHEST: u128 = 1 << 100;

/// So many calls of functions of the logic are open at a time.
const MOST_CALLS: u32 = 200;

/// Where a place of the logic is.
#[derive(Clone, Copy)]
pub(super) struct LogicPlace<'a> {
    /// Where it begins.
    pub pointer: Value,
    /// The bits of a bit-field.
    pub bits: Option<Bits>,
    /// The state in which it is read.
    pub state: State<'a>,
}

type Valued = Result<Value, Doubtful>;

impl<'a> Reader<'a> {
    /// A term as a number.
    pub fn number(&mut self, term: &Term) -> Result<i128, Doubtful> {
        match self.term(term)? {
            Value::Number(number) => Ok(number),
            Value::Reference(_) => self.doubt("address as a number", term.span),
            Value::Unknown(reason) => self.because(reason, term.span),
            Value::Unset => self.doubt("object that has no value", term.span),
        }
    }

    /// The value of a term, which is a number or a reference.
    pub fn term(&mut self, term: &Term) -> Valued {
        use TermKind as Kind;
        spend(1);
        let span = term.span;
        match &term.kind {
            Kind::Integer(number) => Ok(Value::Number(*number)),
            Kind::Binder(binder) => match self.binders.get(binder) {
                Some(value) => value.clone(),
                None => self.doubt("logic variable", span),
            },
            Kind::Load(place) => {
                let found = self.find(place)?;
                self.load(found, &place.ty, span)
            }
            Kind::AddressOf(place) | Kind::Decay(place) => match self.find(place)? {
                LogicPlace { bits: None, pointer, .. } => Ok(pointer),
                LogicPlace { bits: Some(_), .. } => self.doubt("address of a bit-field", span),
            },
            Kind::Result => match self.outcome {
                Outcome::Scalar(value) => self.present(value, span),
                Outcome::None | Outcome::Record(_) => self.doubt("\\result", span),
            },
            Kind::Null => Ok(Value::Number(0)),
            Kind::Unary(operator, operand) => self.unary(*operator, operand, span),
            Kind::Binary(operator, left, right) => self.binary(*operator, left, right, span),
            Kind::Truth(inner) => Ok(Value::Number(i128::from(self.predicate(inner)?))),
            Kind::Conditional(condition, yes, no) => {
                if self.predicate(condition)? {
                    self.term(yes)
                } else {
                    self.term(no)
                }
            }
            Kind::Let(binder, value, body) => {
                let value = self.term(value);
                self.binders.insert(binder.id, value);
                let result = self.term(body);
                self.binders.remove(&binder.id);
                result
            }
            Kind::At(inner, label) => {
                let state = self.labelled(*label, span)?;
                let before = self.at.replace(state);
                let value = self.term(inner);
                self.at = before;
                value
            }
            Kind::Apply(id, arguments) => self.applied(*id, arguments, span),
            Kind::Convert(to, operand) => match self.term(operand)? {
                Value::Number(number) => Ok(Value::Number(to.convert(number))),
                Value::Reference(_) if to.is_bool() => Ok(Value::Number(1)),
                other if u64::from(to.width) >= 8 * self.here.memory.word => Ok(other),
                _ => self.doubt("part of an address", span),
            },
            Kind::Retyped(pointer) => self.term(pointer),
            Kind::Moved(pointer, by) => {
                let size = self.pointed_size(pointer)?;
                let (pointer, by) = (self.term(pointer)?, self.number(by)?);
                self.moved(pointer, by, size, span)
            }
            Kind::Distance(left, right) => {
                let size = self.pointed_size(left)?;
                let (left, right) = (self.term(left)?, self.term(right)?);
                self.distance(left, right, size, span)
            }
            Kind::BaseAddress(pointer) => self.base_address(pointer, span),
            Kind::Offset(pointer) => self.offset(pointer, span),
            Kind::BlockLength(pointer) => self.block_length(pointer, span),
            Kind::Unmodelled(what) => self.doubt(what.what.as_str(), what.span),
        }
    }

    /// The value of a function of the logic: its recursion is followed to its end.
    fn applied(&mut self, id: LogicId, arguments: &[Term], span: Span) -> Valued {
        let function = &self.tree.logic.functions[id.index()];
        if self.depth >= MOST_CALLS || self.choices == 0 {
            return self.doubt("value of a recursive function", span);
        }
        self.choices -= 1;
        let mut outer = Vec::with_capacity(arguments.len());
        let values: Vec<Value> =
            arguments.iter().map(|argument| self.term(argument)).collect::<Result<_, _>>()?;
        for (parameter, value) in function.parameters.iter().zip(values) {
            outer.push((parameter.id, self.binders.insert(parameter.id, Ok(value))));
        }
        self.depth += 1;
        let value = match &function.meaning {
            Meaning::Term(body) => self.term(body),
            Meaning::Predicate(body) => self.predicate(body).map(|holds| Value::Number(i128::from(holds))),
            Meaning::Declared => self.doubt("function without definition", span),
        };
        self.depth -= 1;
        for (id, before) in outer {
            match before {
                Some(before) => _ = self.binders.insert(id, before),
                None => _ = self.binders.remove(&id),
            }
        }
        value
    }

    fn fits(&self, value: Option<i128>, span: Span) -> Valued {
        match value {
            Some(value) => Ok(Value::Number(value)),
            None => self.doubt("number of more than 127 bits", span),
        }
    }

    fn unary(&mut self, operator: UnaryOperator, operand: &Term, span: Span) -> Valued {
        let operand = self.number(operand)?;
        let value = match operator {
            UnaryOperator::Negate => operand.checked_neg(),
            UnaryOperator::BitNot => Some(!operand),
        };
        self.fits(value, span)
    }

    fn binary(&mut self, operator: BinaryOperator, left: &Term, right: &Term, span: Span) -> Valued {
        let (left, right) = (self.number(left)?, self.number(right)?);
        match arith::exact(operator, left, right) {
            Exact::Number(number) => Ok(Value::Number(number)),
            Exact::TooLarge => self.fits(None, span),
            Exact::None => self.doubt("division by zero or shift by a negative number", span),
        }
    }

    fn base_address(&mut self, pointer: &Term, span: Span) -> Valued {
        match self.term(pointer)? {
            Value::Reference(Reference::Block(block, ..)) => {
                Ok(Value::Reference(Reference::Block(block, 0, None)))
            }
            Value::Number(0) => Ok(Value::Number(0)),
            _ => self.doubt("\\base_addr", span),
        }
    }

    fn offset(&mut self, pointer: &Term, span: Span) -> Valued {
        match self.term(pointer)? {
            Value::Reference(Reference::Block(_, offset, _)) => Ok(Value::Number(offset)),
            _ => self.doubt("\\offset", span),
        }
    }

    fn block_length(&mut self, pointer: &Term, span: Span) -> Valued {
        let Value::Reference(Reference::Block(block, ..)) = self.term(pointer)? else {
            return self.doubt("\\block_length", span);
        };
        let block = self.state().memory.block(block);
        match block.size.filter(|_| block.alive && !block.left) {
            Some(size) => Ok(Value::Number(i128::from(size))),
            None => self.doubt("\\block_length", span),
        }
    }

    /// The size of what a pointer points to.
    pub fn pointed_size(&self, pointer: &Term) -> Result<i128, Doubtful> {
        match &pointer.ty {
            LogicType::Pointer(pointee) => self.size(pointee, pointer.span),
            LogicType::Integer(_)
            | LogicType::Boolean
            | LogicType::Real
            | LogicType::Aggregate(_)
            | LogicType::Unknown => self.doubt("pointer arithmetic", pointer.span),
        }
    }

    /// A pointer moved by so many objects.
    pub fn moved(&self, pointer: Value, by: i128, size: i128, span: Span) -> Valued {
        let moved = |from: i128| {
            let to = by.checked_mul(size).and_then(|bytes| from.checked_add(bytes));
            to.filter(|to| to.unsigned_abs() <= FARTHEST)
        };
        let to = match pointer {
            Value::Number(number) => moved(number).map(Value::Number),
            Value::Reference(Reference::Block(block, offset, part)) => {
                moved(offset).map(|offset| Value::Reference(Reference::Block(block, offset, part)))
            }
            Value::Reference(Reference::Function(_) | Reference::Text(_))
            | Value::Unknown(_)
            | Value::Unset => None,
        };
        match to {
            Some(to) => Ok(to),
            None => self.doubt("pointer arithmetic", span),
        }
    }

    fn distance(&self, left: Value, right: Value, size: i128, span: Span) -> Valued {
        let bytes = match (left, right) {
            (Value::Reference(Reference::Block(a, x, _)), Value::Reference(Reference::Block(b, y, _)))
                if a == b =>
            {
                Some(x - y)
            }
            (Value::Number(a), Value::Number(b)) => a.checked_sub(b),
            _ => None,
        };
        match bytes {
            Some(bytes) if size > 0 && bytes % size == 0 => Ok(Value::Number(bytes / size)),
            _ => self.doubt("difference of addresses", span),
        }
    }

    /// A comparison of pointers.
    pub fn compared(&self, relation: Relation, left: Value, right: Value, span: Span) -> Judged {
        let equality = matches!(relation, Relation::Equal | Relation::NotEqual);
        let apart = Ok(relation == Relation::NotEqual);
        match (left, right) {
            (Value::Number(a), Value::Number(b)) => Ok(relation.holds(a, b)),
            (Value::Reference(Reference::Block(a, x, _)), Value::Reference(Reference::Block(b, y, _))) => {
                // What lies behind the end of one object may be the begin of another.
                let inside = |id: BlockId, offset: i128| {
                    let block = self.state().memory.block(id);
                    let lives = block.alive && !block.left;
                    lives && block.size.is_some_and(|size| (0..i128::from(size)).contains(&offset))
                };
                match a == b {
                    true => Ok(relation.holds(x, y)),
                    false if equality && inside(a, x) && inside(b, y) => apart,
                    false => self.doubt("comparison of addresses", span),
                }
            }
            (Value::Reference(Reference::Function(a)), Value::Reference(Reference::Function(b)))
                if equality =>
            {
                Ok(relation.holds(i128::from(a.0), i128::from(b.0)))
            }
            (Value::Reference(Reference::Block(..) | Reference::Function(_)), Value::Number(0))
            | (Value::Number(0), Value::Reference(Reference::Block(..) | Reference::Function(_)))
                if equality =>
            {
                apart
            }
            _ => self.doubt("comparison of addresses", span),
        }
    }

    /// A value that has to be there.
    fn present(&self, value: Value, span: Span) -> Valued {
        match value {
            Value::Number(_) | Value::Reference(_) => Ok(value),
            Value::Unknown(reason) => self.because(reason, span),
            Value::Unset => self.doubt("object that has no value", span),
        }
    }

    /// What a scalar place holds.
    pub fn load(&self, found: LogicPlace<'a>, ty: &Type, span: Span) -> Valued {
        let memory = found.state.memory;
        let size = match (ty, found.bits) {
            (Type::Integer(_), Some(bits)) => touched(bits),
            (Type::Integer(ty), None) => u64::from(ty.width).div_ceil(8),
            (Type::Pointer(..), _) => memory.word,
            (
                Type::Void
                | Type::Float(_)
                | Type::Array(..)
                | Type::VariableArray(_)
                | Type::Record(_)
                | Type::Function(_)
                | Type::Opaque(_),
                _,
            ) => return self.doubt("value of a type that is not modelled", span),
        };
        let (block, at) = match memory.access(found.pointer, size) {
            Ok(found) => found,
            Err(NoAccess::Unknown(reason)) => return self.because(reason, span),
            Err(NoAccess::Unmodelled(reason)) => return self.doubt(reason, span),
            Err(NoAccess::Undefined(Undefined::Null)) => {
                return self.doubt("what a null pointer points to", span);
            }
            Err(NoAccess::Undefined(_)) => return self.doubt("what lies outside of all objects", span),
        };
        if memory.block(block).left {
            return self.left(span);
        }
        if Some(block) == self.command_line || memory.block(block).volatile {
            return self.doubt("value from outside", span);
        }
        let bytes = memory.bytes(block, at, size);
        // A reason that is only looked at here.
        let mixed = super::value::ReasonId(u32::MAX);
        let value = match (ty, found.bits) {
            (Type::Integer(ty), Some(bits)) => field(&bytes, bits, *ty),
            (Type::Integer(ty), None) => match memory.scalar(&bytes, mixed) {
                Value::Number(number) => Value::Number(ty.convert(number)),
                other => other,
            },
            _ => memory.scalar(&bytes, mixed),
        };
        match value {
            Value::Unknown(reason) if reason == mixed => self.doubt("part of an address", span),
            value => self.present(value, span),
        }
    }

    /// Where a place is.
    pub fn find(&mut self, place: &Place) -> Result<LogicPlace<'a>, Doubtful> {
        spend(1);
        let (span, here) = (place.span, self.state());
        let reference = |block: BlockId| Value::Reference(Reference::Block(block, 0, None));
        match &place.kind {
            PlaceKind::Object(object) => {
                // A parameter in a postcondition is what it was at the entry, unless `\at` says otherwise.
                let before = self.moments.pre.filter(|_| self.at.is_none() && self.formals.contains(object));
                let state = before.unwrap_or(here);
                match self.fixed.get(object).or_else(|| state.objects.get(object)) {
                    Some(&block) => Ok(LogicPlace { pointer: reference(block), bits: None, state }),
                    None => self.doubt("object that is not alive", span),
                }
            }
            PlaceKind::Result => match self.outcome {
                Outcome::Record(block) => {
                    Ok(LogicPlace { pointer: reference(block), bits: None, state: self.here })
                }
                Outcome::None | Outcome::Scalar(_) => self.doubt("\\result", span),
            },
            PlaceKind::Dereference(pointer) => {
                Ok(LogicPlace { pointer: self.term(pointer)?, bits: None, state: here })
            }
            PlaceKind::Index(whole, index) => {
                let LogicPlace { pointer, state, .. } = self.find(whole)?;
                let (index, size) = (self.number(index)?, self.size(&place.ty, span)?);
                Ok(LogicPlace { pointer: self.moved(pointer, index, size, span)?, bits: None, state })
            }
            PlaceKind::Member(whole, fields, _) => {
                let LogicPlace { pointer, state, .. } = self.find(whole)?;
                let Some((by, bits)) = self.member(&whole.ty, fields) else {
                    return self.doubt("member whose place is not known", span);
                };
                Ok(LogicPlace { pointer: self.moved(pointer, by, 1, span)?, bits, state })
            }
        }
    }

    /// Where a member lies in a structure: its first byte, and the bits of a bit-field from there.
    fn member(&self, whole: &Type, fields: &[usize]) -> Option<(i128, Option<Bits>)> {
        let (mut ty, mut offset, mut bits) = (whole, 0i128, None);
        for &number in fields {
            let Type::Record(id) = ty else { return None };
            let field = self.tree.types.records[*id].fields.as_ref()?.get(number)?;
            let (first, _) = *self.tree.types.positions(*id)?.get(number)?;
            offset += i128::from(first / 8);
            bits = field.bits.map(|width| Bits { first: first % 8, width });
            ty = &field.ty;
        }
        Some((offset, bits)).filter(|_| !fields.is_empty())
    }
}
