//! Terms and predicates of the logic as expressions of C that have the same values.

use std::collections::{BTreeMap, BTreeSet};

use super::names::Names;
use super::value::{
    LONG, Read, Value, compared, convert, declared, guarded, holding, linear, magnitude, number, truth,
    union, unknown, widened, within,
};
use focuscheck_base::arith::{BinaryOperator, IntegerType, Interval, UnaryOperator};
use focuscheck_base::limit::spend;
use focuscheck_base::source::{SourceFile, Span};
use focuscheck_check::logic::tree::{self as logic, BinderId, LogicType, StateLabel, Term, TermKind};
use focuscheck_check::tree::{
    Binary, Expression, ExpressionKind as Kind, Object, ObjectId, Place, PlaceKind, Program, Statement,
    Storage,
};
use focuscheck_check::types::Type;

/// A place that is read for a term.
pub(super) struct Reading {
    pub place: Place,
    /// What has to hold, else nobody knows what is read.
    pub guards: Vec<Expression>,
    stable: bool,
}

/// Which state a clause speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Where {
    /// That in which the function begins.
    Begin,
    /// That of a point in it.
    Inside,
    /// That in which it ends: parameters are what they were in the begin.
    End,
}

/// Makes expressions of terms, for the clauses of one function.
pub(super) struct Translator<'p> {
    pub program: &'p mut Program,
    pub source: &'p SourceFile,
    pub names: &'p Names,
    /// The parameters of the function.
    pub parameters: BTreeSet<ObjectId>,
    /// The objects that were read.
    pub named: BTreeSet<ObjectId>,
    /// What holds its result.
    pub result: Option<ObjectId>,
    /// Which state the clause speaks of.
    pub at: Where,
    /// The state that is spoken of now, seen from the clause.
    pub state: StateLabel,
    /// Whether the clause has to hold, so that a read through a pointer that leads nowhere is an error of its own.
    pub obliged: bool,
    /// What is remembered when the function begins.
    pub remembered: Vec<Statement>,
    pub binders: BTreeMap<BinderId, Value>,
}

impl Translator<'_> {
    /// The value of an integer term.
    pub fn term(&mut self, term: &Term) -> Read<Value> {
        spend(1);
        let span = term.span;
        Ok(match &term.kind {
            TermKind::Integer(value) => number(*value, span),
            TermKind::Binder(binder) => self.bound(*binder)?,
            TermKind::Load(place) => return self.load(place, term),
            TermKind::Result => {
                self.load_object(self.result.ok_or_else(|| unknown("\\result"))?, false, span)
            }
            TermKind::AddressOf(place) => self.address(place, Kind::AddressOf, term)?,
            TermKind::Decay(place) => self.address(place, Kind::Decay, term)?,
            TermKind::Null => {
                let LogicType::Pointer(to) = &term.ty else { return Err(unknown("\\null")) };
                let ty = Type::Pointer(to.clone(), false);
                let expression = Expression { kind: Kind::Integer(0), ty, span, constant: Some(0) };
                Value { expression, interval: Interval::single(0), stable: true }
            }
            TermKind::Unary(operator, operand) => {
                let operand = self.integer(operand)?;
                let zero = Interval::single(if *operator == UnaryOperator::Negate { 0 } else { -1 });
                let interval = linear(zero, BinaryOperator::Subtract, operand.interval)?;
                let ty = holding(&[operand.interval, interval])?;
                let stable = operand.stable;
                let kind = Kind::Unary(*operator, Box::new(widened(operand, ty)));
                Value { expression: Expression::new(kind, Type::Integer(ty), span), interval, stable }
            }
            TermKind::Binary(operator, left, right) => {
                let (left, right) = (self.integer(left)?, self.integer(right)?);
                return self.binary(*operator, left, right, span);
            }
            TermKind::Truth(predicate) => self.truth_value(predicate)?,
            TermKind::Conditional(condition, then, otherwise) => {
                let condition = self.predicate(condition);
                let (then, otherwise) = (self.integer(then)?, self.integer(otherwise)?);
                let interval = union(then.interval, otherwise.interval);
                let ty = holding(&[interval])?;
                let (then, otherwise) = (widened(then, ty), widened(otherwise, ty));
                let kind = Kind::Conditional(Box::new(condition), Some(Box::new(then)), Box::new(otherwise));
                Value { expression: Expression::new(kind, Type::Integer(ty), span), interval, stable: false }
            }
            TermKind::Let(binder, value, body) => {
                let value = self.term(value)?;
                self.binders.insert(binder.id, value);
                return self.term(body);
            }
            TermKind::At(inner, label) => {
                let name = self.remembered_name(inner.span);
                return self.in_state(*label, &name, span, |translator| translator.term(inner));
            }
            TermKind::Convert(ty, inner) => {
                let value = self.integer(inner)?;
                if value.interval.is_within(*ty) && !ty.is_bool() {
                    return Ok(value);
                }
                let stable = value.stable;
                let kind = Kind::Convert(Box::new(value.expression));
                let expression = Expression::new(kind, Type::Integer(*ty), span);
                Value { expression, interval: Interval::of(*ty), stable }
            }
            TermKind::Apply(..) => return Err(unknown("recursive function, or one without definition")),
            TermKind::Retyped(_) => return Err(unknown("pointer of another type")),
            TermKind::Moved(..) => return Err(unknown("pointer arithmetic in an annotation")),
            TermKind::Distance(..) => return Err(unknown("difference of pointers in an annotation")),
            TermKind::BaseAddress(_) => return Err(unknown("\\base_addr")),
            TermKind::Offset(_) => return Err(unknown("\\offset")),
            TermKind::BlockLength(_) => return Err(unknown("\\block_length")),
            TermKind::Unmodelled(what) => return Err(unknown(&what.what)),
        })
    }

    pub fn integer(&mut self, term: &Term) -> Read<Value> {
        let value = self.term(term)?;
        match value.expression.ty {
            Type::Integer(_) => Ok(value),
            _ => Err(unknown("a value that is no integer")),
        }
    }

    /// A predicate as 1 or 0.
    pub fn truth_value(&mut self, predicate: &logic::Predicate) -> Read<Value> {
        let expression = self.predicate(predicate);
        Ok(Value { expression, interval: truth(), stable: false })
    }

    /// What a variable of the logic stands for. Where it was bound in another state it has to be the same there.
    fn bound(&mut self, binder: BinderId) -> Read<Value> {
        let value = self.binders.get(&binder).ok_or_else(|| unknown("a quantified variable"))?;
        if value.stable || self.state == StateLabel::Here {
            return Ok(value.clone());
        }
        Err(unknown("\\at around an argument"))
    }

    fn binary(&mut self, operator: BinaryOperator, left: Value, right: Value, span: Span) -> Read<Value> {
        use BinaryOperator as Op;
        let stable = left.stable && right.stable;
        let (a, b) = (left.interval, right.interval);
        let (operation, right, interval) = match operator {
            Op::Add => (Binary::Add, right, linear(a, operator, b)?),
            Op::Subtract => (Binary::Subtract, right, linear(a, operator, b)?),
            Op::Multiply => (Binary::Multiply, right, linear(a, operator, b)?),
            Op::Divide => (Binary::Divide, right, magnitude(a)?),
            Op::Remainder => (Binary::Remainder, right, magnitude(a)?),
            Op::BitAnd | Op::BitOr | Op::BitXor => {
                let operation = match operator {
                    Op::BitAnd => Binary::BitAnd,
                    Op::BitOr => Binary::BitOr,
                    _ => Binary::BitXor,
                };
                (operation, right, Interval::of(holding(&[a, b])?))
            }
            Op::ShiftLeft | Op::ShiftRight => {
                let by = b.value().filter(|by| (0..63).contains(by));
                let by = by.ok_or_else(|| unknown("a shift by a variable in an annotation"))?;
                let power = Interval::single(1 << by);
                match operator {
                    Op::ShiftLeft => {
                        let interval = linear(a, Op::Multiply, power)?;
                        (Binary::Multiply, number(1 << by, span), interval)
                    }
                    _ => (Binary::ShiftRight, right, magnitude(a)?),
                }
            }
        };
        let ty = holding(&[a, right.interval, interval, magnitude(a)?])?;
        let divides = matches!(operation, Binary::Divide | Binary::Remainder);
        let guard = (divides && right.interval.contains(0)).then(|| {
            let divisor = widened(right.clone(), ty);
            compared(Binary::NotEqual, divisor, widened(number(0, span), ty), span)
        });
        let right = if operation == Binary::ShiftRight { right.expression } else { widened(right, ty) };
        let kind = Kind::Binary(operation, Box::new(widened(left, ty)), Box::new(right));
        let expression = Expression::new(kind, Type::Integer(ty), span);
        let expression =
            guarded(expression, guard.into_iter().collect(), "division by zero in an annotation");
        Ok(Value { expression, interval, stable })
    }

    /// The value of a place.
    fn load(&mut self, place: &logic::Place, term: &Term) -> Read<Value> {
        if self.at == Where::End
            && self.state == StateLabel::Here
            && let Some(parameter) = rooted(place)
            && self.parameters.contains(&parameter)
            && self.names.changed.contains(&parameter)
        {
            let name = self.remembered_name(place.span);
            let read = |translator: &mut Self| translator.load(place, term);
            return self.in_state(StateLabel::Pre, &name, term.span, read);
        }
        let reading = self.place(place)?;
        let ty = reading.place.ty.clone();
        let interval = match &ty {
            Type::Integer(ty) => Interval::of(*ty),
            Type::Pointer(..) => Interval::single(0),
            _ => return Err(unknown("a value that is no integer")),
        };
        let expression = Expression::new(Kind::Load(Box::new(reading.place)), ty, term.span);
        let expression = guarded(expression, reading.guards, "a read outside of any object in an annotation");
        Ok(Value { expression, interval, stable: reading.stable })
    }

    fn load_object(&self, object: ObjectId, stable: bool, span: Span) -> Value {
        let ty = self.program.objects[object.index()].ty.clone();
        let interval = ty.integer().map_or(Interval::single(0), Interval::of);
        let place = Place { kind: PlaceKind::Object(object), ty: ty.clone(), constant: false, span };
        Value { expression: Expression::new(Kind::Load(Box::new(place)), ty, span), interval, stable }
    }

    fn address(&mut self, place: &logic::Place, kind: fn(Box<Place>) -> Kind, term: &Term) -> Read<Value> {
        let LogicType::Pointer(to) = &term.ty else { return Err(unknown("address")) };
        let ty = Type::Pointer(to.clone(), false);
        let reading = self.place(place)?;
        if !reading.guards.is_empty() {
            return Err(unknown("address of an element in an annotation"));
        }
        let expression = Expression::new(kind(Box::new(reading.place)), ty, term.span);
        Ok(Value { expression, interval: Interval::single(0), stable: false })
    }

    pub fn place(&mut self, place: &logic::Place) -> Read<Reading> {
        let span = place.span;
        let made = |kind| Place { kind, ty: place.ty.clone(), constant: false, span };
        Ok(match &place.kind {
            logic::PlaceKind::Object(object) => {
                if self.program.objects[object.index()].volatile {
                    return Err(unknown("volatile object in an annotation"));
                }
                self.named.insert(*object);
                let stable = self.parameters.contains(object) && !self.names.changed.contains(object);
                Reading { place: made(PlaceKind::Object(*object)), guards: Vec::new(), stable }
            }
            logic::PlaceKind::Result => return Err(unknown("\\result that is a structure")),
            logic::PlaceKind::Dereference(pointer) => self.dereferenced(pointer, made)?,
            logic::PlaceKind::Index(array, index) => {
                let Type::Array(_, Some(length)) = &array.ty else {
                    return Err(unknown("array without a length in an annotation"));
                };
                let reading = self.place(array)?;
                let index = self.integer(index)?;
                let mut guards = reading.guards;
                let bounds = Interval::new(0, i128::from(*length) - 1);
                let meeting = bounds.and_then(|bounds| bounds.meet(index.interval));
                let stable = reading.stable && index.stable;
                if meeting != Some(index.interval) {
                    guards.push(within(&index, i128::from(*length), span)?);
                }
                let index =
                    if index.interval.is_within(LONG) { index.expression } else { convert(index, LONG) };
                let kind = PlaceKind::Element(Box::new(reading.place), Box::new(index));
                Reading { place: made(kind), guards, stable }
            }
            logic::PlaceKind::Member(whole, fields, width) => {
                let reading = self.place(whole)?;
                let kind = PlaceKind::Member(Box::new(reading.place), fields.clone(), *width);
                Reading { place: made(kind), ..reading }
            }
        })
    }

    /// What a pointer points to. That it is null is looked at; of an obligation C says what another one does.
    fn dereferenced(&mut self, pointer: &Term, made: impl Fn(PlaceKind) -> Place) -> Read<Reading> {
        let (base, by) = match &pointer.kind {
            TermKind::Moved(base, by) if self.obliged && self.state == StateLabel::Here => {
                (base.as_ref(), Some(self.integer(by)?))
            }
            _ => (pointer, None),
        };
        let is_address = matches!(base.kind, TermKind::AddressOf(_) | TermKind::Decay(_));
        let base = self.term(base)?;
        let span = pointer.span;
        let mut guards = Vec::new();
        if !is_address {
            let ty = base.expression.ty.clone();
            let null = Expression { kind: Kind::Integer(0), ty, span, constant: Some(0) };
            guards.push(compared(Binary::NotEqual, base.expression.clone(), null, span));
        }
        let base = Box::new(base.expression);
        let kind = match by {
            None => PlaceKind::Dereference(base),
            Some(by) if by.interval.is_within(LONG) => PlaceKind::Behind(base, Box::new(by.expression)),
            Some(by) => PlaceKind::Behind(base, Box::new(convert(by, LONG))),
        };
        Ok(Reading { place: made(kind), guards, stable: false })
    }

    /// Something in a state that `\at` names: evaluated when the function begins, and remembered under this name.
    pub fn in_state(
        &mut self,
        label: StateLabel,
        name: &str,
        span: Span,
        read: impl FnOnce(&mut Self) -> Read<Value>,
    ) -> Read<Value> {
        let label =
            if self.at == Where::Begin && label == StateLabel::Pre { StateLabel::Here } else { label };
        if label == self.state {
            return read(self);
        }
        if (self.state, label) != (StateLabel::Here, StateLabel::Pre) {
            return Err(unknown("\\at of a label that is not Pre"));
        }
        self.state = StateLabel::Pre;
        let value = read(self);
        self.state = StateLabel::Here;
        let value = value?;
        if value.stable {
            return Ok(value);
        }
        let ty = match &value.expression.ty {
            Type::Integer(_) => {
                let types = [IntegerType::INT, LONG, IntegerType { width: 64, signed: false, float: false }];
                let ty = types.into_iter().find(|ty| value.interval.is_within(*ty));
                Type::Integer(ty.ok_or_else(|| unknown("a number of more than 64 bits in an annotation"))?)
            }
            other => other.clone(),
        };
        let interval = value.interval;
        let expression = match ty.integer() {
            Some(ty) => convert(value, ty),
            None => value.expression,
        };
        let object = self.new_object(name, ty, span);
        self.remembered.push(declared(object, expression, span));
        Ok(Value { interval, ..self.load_object(object, true, span) })
    }

    pub fn new_object(&mut self, name: &str, ty: Type, span: Span) -> ObjectId {
        let (constant, volatile) = (false, false);
        let name = name.to_owned();
        let made = Object { name, ty, storage: Storage::Automatic, constant, volatile, span };
        self.program.objects.push(made);
        ObjectId(self.program.objects.len() as u32 - 1)
    }

    /// How what is remembered is called.
    pub fn remembered_name(&self, span: Span) -> String {
        let words: Vec<&str> = self.source.slice(span).split_whitespace().collect();
        format!("\\old({})", words.join(" "))
    }
}

/// The object that a place is a part of.
fn rooted(place: &logic::Place) -> Option<ObjectId> {
    match &place.kind {
        logic::PlaceKind::Object(object) => Some(*object),
        logic::PlaceKind::Index(whole, _) | logic::PlaceKind::Member(whole, _, _) => rooted(whole),
        logic::PlaceKind::Result | logic::PlaceKind::Dereference(_) => None,
    }
}
