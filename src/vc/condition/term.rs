//! Terms of annotations.

use focuscheck_base::arith::UnaryOperator;
use focuscheck_base::source::Span;
use focuscheck_check::logic::tree::{LogicType, Place, PlaceKind, Term, TermKind};
use focuscheck_check::types::Type;
use focuscheck_ir::program::graph::Bits;
use focuscheck_smt::term::{FormulaId, FormulaNode, TermId};

use super::encoder::Encoder;
use super::env::{Env, LogicPlace};
use super::state::{Cell, Value, WIDE};

impl Encoder<'_> {
    /// A term as an integer.
    pub fn integer_term(&mut self, env: &mut Env<'_>, term: &Term) -> TermId {
        match self.term(env, term) {
            Value::Integer(value) => value,
            Value::Pointer { .. } => self.unknown_integer_term("address as a number", term.span),
        }
    }

    fn unknown_integer_term(&mut self, what: &str, span: Span) -> TermId {
        self.unmodelled.push((what.into(), span));
        self.any_integer(what, None)
    }

    fn unknown_term(&mut self, what: &str, ty: &LogicType, span: Span) -> Value {
        let block = self.unknown_integer_term(what, span);
        match ty {
            LogicType::Pointer(_) => Value::Pointer { block, offset: self.unknown_integer_term(what, span) },
            LogicType::Integer(_)
            | LogicType::Boolean
            | LogicType::Real
            | LogicType::Aggregate(_)
            | LogicType::Unknown => Value::Integer(block),
        }
    }

    /// The value of a term.
    pub fn term(&mut self, env: &mut Env<'_>, term: &Term) -> Value {
        use TermKind as Kind;
        let (span, ty) = (term.span, &term.ty);
        match &term.kind {
            Kind::Integer(number) => Value::Integer(self.terms.integer(*number)),
            Kind::Binder(binder) => match env.binders.get(binder) {
                Some(&value) => value,
                None => self.unknown_term("logic variable", ty, span),
            },
            Kind::Load(place) => self.load(env, place, ty),
            Kind::AddressOf(place) | Kind::Decay(place) => match self.find(env, place) {
                LogicPlace::Memory { block, offset, .. } => Value::Pointer { block, offset },
                LogicPlace::Cell(_) | LogicPlace::Nowhere => {
                    self.unknown_term("address of such a place", ty, span)
                }
            },
            Kind::Result => match env.here.cells.get(&Cell::Result(env.frame)) {
                Some(&value) => value,
                None => self.unknown_term("\\result", ty, span),
            },
            Kind::Null => self.null(),
            Kind::Unary(operator, operand) => {
                let operand = self.integer_term(env, operand);
                Value::Integer(match operator {
                    UnaryOperator::Negate => self.terms.sum(&[(-1, operand)], 0),
                    UnaryOperator::BitNot => self.terms.sum(&[(-1, operand)], -1),
                })
            }
            Kind::Binary(operator, left, right) => {
                let (left, right) = (self.integer_term(env, left), self.integer_term(env, right));
                Value::Integer(self.exact(*operator, WIDE, left, right))
            }
            Kind::Truth(inner) => {
                let inner = self.predicate(env, inner);
                let (one, zero) = (self.terms.integer(1), self.terms.integer(0));
                Value::Integer(self.terms.conditional(inner, one, zero))
            }
            Kind::Conditional(condition, yes, no) => {
                let condition = self.predicate(env, condition);
                match self.terms.formula(condition) {
                    FormulaNode::Constant(true) => self.term(env, yes),
                    FormulaNode::Constant(false) => self.term(env, no),
                    _ => {
                        let (yes, no) = (self.term(env, yes), self.term(env, no));
                        self.either(condition, yes, no, span)
                    }
                }
            }
            Kind::Let(binder, value, body) => {
                let value = self.term(env, value);
                env.binders.insert(binder.id, value);
                self.term(env, body)
            }
            Kind::At(inner, label) => match self.moment(env, *label) {
                Some(at) => {
                    let before = std::mem::replace(&mut env.at, at);
                    let value = self.term(env, inner);
                    env.at = before;
                    value
                }
                None => self.unknown_term("\\at of a state that is not known", ty, span),
            },
            Kind::Apply(id, arguments) => Value::Integer(self.application(env, *id, arguments, span)),
            Kind::Convert(to, operand) => {
                let operand = self.integer_term(env, operand);
                Value::Integer(self.wrapped(operand, *to))
            }
            Kind::Retyped(_)
            | Kind::Moved(..)
            | Kind::Distance(..)
            | Kind::BaseAddress(_)
            | Kind::Offset(_)
            | Kind::BlockLength(_) => self.address_term(env, term),
            Kind::Unmodelled(what) => {
                let text = what.what.clone();
                self.unknown_term(&text, ty, what.span)
            }
        }
    }

    /// The value of a term about addresses.
    fn address_term(&mut self, env: &mut Env<'_>, term: &Term) -> Value {
        use TermKind as Kind;
        let (span, ty) = (term.span, &term.ty);
        match &term.kind {
            Kind::Retyped(pointer) => {
                if let (LogicType::Pointer(from), LogicType::Pointer(to)) = (&pointer.ty, ty) {
                    let pointers = [from, to].map(|pointee| (**pointee).clone().pointer_to());
                    self.retyped(&pointers[0], &pointers[1], span);
                }
                self.term(env, pointer)
            }
            Kind::Moved(pointer, by) => {
                let size = match &pointer.ty {
                    LogicType::Pointer(pointee) => self.size(pointee),
                    _ => None,
                };
                let (pointer, by) = (self.term(env, pointer), self.integer_term(env, by));
                match (pointer, size) {
                    (Value::Pointer { block, offset }, Some(size)) => Value::Pointer {
                        block,
                        offset: self.terms.sum(&[(1, offset), (i128::from(size), by)], 0),
                    },
                    _ => self.unknown_term("pointer moved by a size that is not known", ty, span),
                }
            }
            Kind::Distance(left, right) => {
                let size = match &left.ty {
                    LogicType::Pointer(pointee) => self.size(pointee),
                    _ => None,
                };
                match (self.term(env, left), self.term(env, right), size) {
                    (
                        Value::Pointer { offset: left, .. },
                        Value::Pointer { offset: right, .. },
                        Some(size),
                    ) if size > 0 => {
                        let bytes = self.terms.minus(left, right);
                        Value::Integer(self.divided(bytes, i128::from(size)))
                    }
                    _ => self.unknown_term("distance of pointers", ty, span),
                }
            }
            Kind::BaseAddress(pointer) => match self.term(env, pointer) {
                Value::Pointer { block, .. } => Value::Pointer { block, offset: self.terms.integer(0) },
                Value::Integer(_) => self.unknown_term("\\base_addr", ty, span),
            },
            Kind::Offset(pointer) => match self.term(env, pointer) {
                Value::Pointer { offset, .. } => Value::Integer(offset),
                Value::Integer(_) => self.unknown_term("\\offset", ty, span),
            },
            Kind::BlockLength(pointer) => match self.term(env, pointer) {
                Value::Pointer { block, .. } => {
                    let state = env.state().clone();
                    Value::Integer(self.length(&state, block))
                }
                Value::Integer(_) => self.unknown_term("\\block_length", ty, span),
            },
            Kind::Integer(_)
            | Kind::Binder(_)
            | Kind::Load(_)
            | Kind::AddressOf(_)
            | Kind::Decay(_)
            | Kind::Result
            | Kind::Null
            | Kind::Unary(..)
            | Kind::Binary(..)
            | Kind::Truth(_)
            | Kind::Conditional(..)
            | Kind::Let(..)
            | Kind::At(..)
            | Kind::Apply(..)
            | Kind::Convert(..)
            | Kind::Unmodelled(_) => self.unknown_term("term", ty, span),
        }
    }

    fn either(&mut self, condition: FormulaId, yes: Value, no: Value, span: Span) -> Value {
        match (yes, no) {
            (Value::Integer(yes), Value::Integer(no)) => {
                Value::Integer(self.terms.conditional(condition, yes, no))
            }
            (
                Value::Pointer { block: yes_block, offset: yes },
                Value::Pointer { block: no_block, offset: no },
            ) => Value::Pointer {
                block: self.terms.conditional(condition, yes_block, no_block),
                offset: self.terms.conditional(condition, yes, no),
            },
            _ => Value::Integer(self.unknown_integer_term("choice between an address and a number", span)),
        }
    }

    fn load(&mut self, env: &mut Env<'_>, place: &Place, ty: &LogicType) -> Value {
        match self.find(env, place) {
            LogicPlace::Cell(cell) => {
                self.mentioned(cell);
                match env.state().cells.get(&cell) {
                    Some(&value) => value,
                    None => self.unknown_term("variable that has no value here", ty, place.span),
                }
            }
            LogicPlace::Memory { block, offset, bits } => {
                if !Self::is_scalar(&place.ty) {
                    return self.unknown_term("structure or array as a value", ty, place.span);
                }
                let state = env.state().clone();
                let declared = self.declared(place);
                self.read_memory(&state, (block, offset, bits), &declared, place.span)
            }
            LogicPlace::Nowhere => self.unknown_term("place that is not known", ty, place.span),
        }
    }

    /// Where a place is.
    pub fn find(&mut self, env: &mut Env<'_>, place: &Place) -> LogicPlace {
        match &place.kind {
            PlaceKind::Object(object) => {
                let cell = self.cell(env.frame, *object);
                if !self.memory.contains(object) {
                    return LogicPlace::Cell(cell);
                }
                match env.state().cells.get(&cell) {
                    Some(&Value::Pointer { block, offset }) => {
                        LogicPlace::Memory { block, offset, bits: None }
                    }
                    Some(Value::Integer(_)) | None => LogicPlace::Nowhere,
                }
            }
            PlaceKind::Result => match env.here.cells.get(&Cell::Result(env.frame)) {
                Some(&Value::Pointer { block, offset }) => LogicPlace::Memory { block, offset, bits: None },
                Some(Value::Integer(_)) | None => LogicPlace::Nowhere,
            },
            PlaceKind::Dereference(pointer) => match self.term(env, pointer) {
                Value::Pointer { block, offset } => LogicPlace::Memory { block, offset, bits: None },
                Value::Integer(_) => LogicPlace::Nowhere,
            },
            PlaceKind::Index(whole, index) => {
                let LogicPlace::Memory { block, offset, .. } = self.find(env, whole) else {
                    return LogicPlace::Nowhere;
                };
                let Some(size) = self.size(&place.ty) else { return LogicPlace::Nowhere };
                let index = self.integer_term(env, index);
                let offset = self.terms.sum(&[(1, offset), (i128::from(size), index)], 0);
                LogicPlace::Memory { block, offset, bits: None }
            }
            PlaceKind::Member(whole, fields, _) => {
                let LogicPlace::Memory { block, offset, .. } = self.find(env, whole) else {
                    return LogicPlace::Nowhere;
                };
                match self.member(&whole.ty, fields) {
                    Some((by, bits)) => {
                        let offset = self.terms.sum(&[(1, offset)], by);
                        LogicPlace::Memory { block, offset, bits }
                    }
                    None => LogicPlace::Nowhere,
                }
            }
        }
    }

    /// The type with which a place is declared: that of a bit-field is not the one that it is promoted to.
    pub(super) fn declared(&self, place: &Place) -> Type {
        match &place.kind {
            PlaceKind::Member(whole, fields, Some(_)) => {
                let mut ty = &whole.ty;
                for &number in fields {
                    let Type::Record(id) = ty else { break };
                    let record = &self.tree.types.records[*id];
                    let Some(field) = record.fields.as_ref().and_then(|fields| fields.get(number)) else {
                        break;
                    };
                    ty = &field.ty;
                }
                ty.clone()
            }
            PlaceKind::Member(_, _, None)
            | PlaceKind::Object(_)
            | PlaceKind::Result
            | PlaceKind::Dereference(_)
            | PlaceKind::Index(..) => place.ty.clone(),
        }
    }

    /// Where a member lies in a structure.
    fn member(&self, whole: &Type, fields: &[usize]) -> Option<(i128, Option<Bits>)> {
        let (mut ty, mut offset, mut bits) = (whole, 0i128, None);
        for &number in fields {
            let Type::Record(id) = ty else { return None };
            if self.tree.types.records[*id].union {
                return None;
            }
            let field = self.tree.types.records[*id].fields.as_ref()?.get(number)?;
            let (first, _) = *self.tree.types.positions(*id)?.get(number)?;
            offset += i128::from(first / 8);
            bits = field.bits.map(|width| Bits { first: first % 8, width });
            ty = &field.ty;
        }
        (!fields.is_empty()).then_some((offset, bits))
    }
}
