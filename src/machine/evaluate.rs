//! The values of expressions and the addresses of places.

use focuscheck_base::arith::{self, BinaryOperator, IntegerType, Relation};
use focuscheck_base::limit::spend;
use focuscheck_base::source::Span;
use focuscheck_check::types::Type;
use focuscheck_ir::program::graph::{Base, Bits, Expr, ExprKind, Place, Step};

use super::memory::{NoAccess, field, set_field, touched};
use super::run::{End, Machine};
use super::store::{Byte, Bytes};
use super::value::{BlockId, Part, ReasonId, Reference, Undefined, Value, Written};

/// No pointer is followed farther from its object, or from null; so distances are numbers.
const FARTHEST: u128 = 1 << 100;

/// Where a place is.
pub(super) enum Located {
    /// Where this pointer points to.
    At(Value),
    /// In an object of a library.
    Outside(ReasonId),
    /// Anywhere.
    Anywhere(ReasonId),
}

impl Machine<'_> {
    pub(super) fn undefined<T>(&self, what: Undefined, span: Span) -> Result<T, End> {
        Err(End::Undefined { what, span })
    }

    pub(super) fn unsupported<T>(&self, reason: ReasonId, span: Span) -> Result<T, End> {
        Err(End::Unsupported { reason: self.reason(reason).clone(), span })
    }

    pub(super) fn no_access<T>(&mut self, why: NoAccess, span: Span) -> Result<T, End> {
        match why {
            NoAccess::Undefined(what) => self.undefined(what, span),
            NoAccess::Unknown(reason) => self.unsupported(reason, span),
            NoAccess::Unmodelled(reason) => {
                let reason = self.because(reason);
                self.unsupported(reason, span)
            }
        }
    }

    /// A value that has to be there.
    fn assigned(&mut self, value: Value, span: Span) -> Result<Value, End> {
        match value {
            Value::Unset if self.needs_values() => self.undefined(Undefined::Uninitialised, span),
            Value::Unset => Ok(self.unknown("value of an object that was not initialised")),
            value => Ok(value),
        }
    }

    /// The value of an expression; what was never assigned is an error.
    pub(super) fn value(&mut self, expression: &Expr) -> Result<Value, End> {
        spend(1);
        let span = expression.span;
        match &expression.kind {
            ExprKind::Integer(number) => Ok(Value::Number(*number)),
            ExprKind::Temporary(id) => {
                let value = self.temporary(*id);
                self.assigned(value, span)
            }
            ExprKind::Read(place) => {
                let value = self.read(place)?;
                self.assigned(value, span)
            }
            ExprKind::Address(place, array) => match self.locate(place, false)? {
                Located::At(pointer) => Ok(confined(pointer, *array)),
                Located::Outside(reason) | Located::Anywhere(reason) => Ok(Value::Unknown(reason)),
            },
            ExprKind::Function(id) => Ok(Value::Reference(Reference::Function(*id))),
            ExprKind::Unary(_, ty, operand) if ty.float => Ok(match self.value(operand)? {
                Value::Number(bits) => Value::Number(bits ^ (((*ty).max() >> 1) + 1)),
                other => other,
            }),
            ExprKind::Unary(operator, ty, operand) => Ok(match self.value(operand)? {
                Value::Number(number) => match arith::unary(*operator, *ty, number) {
                    Ok(number) => Value::Number(number),
                    Err(what) => return self.undefined(Undefined::Arithmetic(what), span),
                },
                Value::Reference(_) => self.unknown("arithmetic on an address"),
                other => other,
            }),
            ExprKind::Binary(operator, ty, left, right) => {
                let (left, right) = (self.value(left)?, self.value(right)?);
                self.binary(*operator, *ty, left, right, span)
            }
            ExprKind::Compare(relation, left, right)
                if left.ty == right.ty && matches!(left.ty, Type::Float(_)) =>
            {
                let (a, b) = (self.value(left)?, self.value(right)?);
                Ok(match (a, b, &left.ty) {
                    (Value::Number(a), Value::Number(b), Type::Float(size)) => {
                        Value::Number(compared(*relation, *size, a, b).into())
                    }
                    (Value::Unknown(reason), ..) | (_, Value::Unknown(reason), _) => Value::Unknown(reason),
                    _ => self.unknown("floating-point comparison"),
                })
            }
            ExprKind::Compare(relation, left, right) => {
                let (a, b) = (self.tested(left)?, self.tested(right)?);
                Ok(self.compare(*relation, a, b))
            }
            ExprKind::Moved { pointer, by, back, size } => {
                let (start, by) = (self.value(pointer)?, self.value(by)?);
                // Null has no place besides it (C11 6.5.6p8).
                if let (Value::Number(0), Value::Number(1..) | Value::Number(..=-1)) = (start, by) {
                    return self.undefined(Undefined::Null, pointer.span);
                }
                Ok(self.moved(start, by, *back, *size))
            }
            ExprKind::Distance(left, right, size) => {
                let (left, right) = (self.value(left)?, self.value(right)?);
                Ok(self.distance(left, right, *size))
            }
            ExprKind::Convert(operand) => {
                let value = self.value(operand)?;
                Ok(self.converted(value, &operand.ty, &expression.ty))
            }
            ExprKind::Unmodelled(reason) => Ok(self.unknown(reason.clone())),
        }
    }

    /// The value of an expression that is compared with zero: of a floating-point number its bits but that of the sign, since
    /// there are two zeros.
    pub(super) fn tested(&mut self, expression: &Expr) -> Result<Value, End> {
        Ok(match (self.value(expression)?, &expression.ty) {
            (Value::Number(bits), Type::Float(size)) => match IntegerType::of_float(*size) {
                Some(ty) => Value::Number(bits & (ty.max() >> 1)),
                None => self.unknown("floating-point value"),
            },
            (value, _) => value,
        })
    }

    fn binary(
        &mut self,
        operator: BinaryOperator,
        ty: IntegerType,
        left: Value,
        right: Value,
        span: Span,
    ) -> Result<Value, End> {
        let divides = matches!(operator, BinaryOperator::Divide | BinaryOperator::Remainder);
        match (left, right) {
            (Value::Number(a), Value::Number(b)) => match arith::binary(operator, ty, a, b) {
                Ok(number) => Ok(Value::Number(number)),
                Err(what) => self.undefined(Undefined::Arithmetic(what), span),
            },
            // A division by something unknown may be one by zero.
            (_, Value::Unknown(reason)) if divides => self.unsupported(reason, span),
            (_, Value::Number(0)) if divides => {
                self.undefined(Undefined::Arithmetic(arith::Undefined::DivisionByZero), span)
            }
            (Value::Unknown(reason), _) | (_, Value::Unknown(reason)) => Ok(Value::Unknown(reason)),
            _ => Ok(self.unknown("arithmetic on an address")),
        }
    }

    fn compare(&mut self, relation: Relation, left: Value, right: Value) -> Value {
        let truth = |holds: bool| Value::Number(i128::from(holds));
        match (left, right) {
            (Value::Number(a), Value::Number(b)) => truth(relation.holds(a, b)),
            (Value::Unknown(reason), _) | (_, Value::Unknown(reason)) => Value::Unknown(reason),
            (Value::Reference(a), Value::Reference(b)) => match self.order(a, b) {
                Some(order) if order.1 || matches!(relation, Relation::Equal | Relation::NotEqual) => {
                    truth(relation.holds(order.0, 0))
                }
                _ => self.unknown("comparison of addresses"),
            },
            // No object and no function is at the null pointer.
            (Value::Reference(_), Value::Number(0)) | (Value::Number(0), Value::Reference(_)) => {
                match relation {
                    Relation::Equal => truth(false),
                    Relation::NotEqual => truth(true),
                    Relation::Less | Relation::LessEqual | Relation::Greater | Relation::GreaterEqual => {
                        self.unknown("comparison of addresses")
                    }
                }
            }
            _ => self.unknown("comparison of an address with a number"),
        }
    }

    /// How two references compare: a number that is negative, zero or positive, and whether C orders them; `None` if not
    /// even whether they are equal is known.
    fn order(&self, a: Reference, b: Reference) -> Option<(i128, bool)> {
        match (a, b) {
            (Reference::Block(a, x, _), Reference::Block(b, y, _)) if a == b => Some((x - y, true)),
            (Reference::Block(a, x, _), Reference::Block(b, y, _)) => {
                // What lies behind the end of one object may be the begin of another.
                let inside = |id: BlockId, offset: i128| {
                    let block = self.memory.block(id);
                    block.alive && block.size.is_some_and(|size| (0..i128::from(size)).contains(&offset))
                };
                let apart = inside(a, x) && inside(b, y) && !self.may_share((a, x), (b, y));
                apart.then_some((1, false))
            }
            (Reference::Function(a), Reference::Function(b)) => Some((i128::from(a != b), false)),
            (Reference::Text(a), Reference::Text(b)) => Some((i128::from(a != b), false)),
            _ => Some((1, false)),
        }
    }

    /// Whether two places in string literals may be one: literals with the same characters may be one object, or parts of
    /// one (C11 6.4.5p7).
    fn may_share(&self, (a, x): (BlockId, i128), (b, y): (BlockId, i128)) -> bool {
        let is_text = |id: BlockId| {
            let literals = &self.graph.literals;
            self.memory.block(id).literal
                && literals.iter().any(|(object, _)| self.fixed.get(object) == Some(&id))
        };
        if !is_text(a) || !is_text(b) {
            return false;
        }
        let byte = |id: BlockId, at: i128| self.memory.byte(id, at as u64);
        let left = |id: BlockId, at: i128| self.memory.block(id).size.map_or(0, i128::from) - at;
        // What follows is the same up to the end of both.
        left(a, x) == left(b, y) && (0..left(a, x)).all(|by| byte(a, x + by) == byte(b, y + by))
    }

    pub(super) fn moved(&mut self, pointer: Value, by: Value, back: bool, size: Option<u64>) -> Value {
        let (Value::Number(by), Some(size)) = (by, size) else {
            return match by {
                Value::Unknown(reason) => Value::Unknown(reason),
                _ => self.unknown("pointer arithmetic"),
            };
        };
        let distance = by.checked_mul(i128::from(size));
        let distance = if back { distance.and_then(i128::checked_neg) } else { distance };
        let moved = |from: i128| {
            let to = distance.and_then(|distance| from.checked_add(distance));
            to.filter(|to| to.unsigned_abs() <= FARTHEST)
        };
        match pointer {
            Value::Number(number) => match moved(number) {
                Some(number) => Value::Number(number),
                None => self.unknown("pointer arithmetic"),
            },
            Value::Reference(Reference::Block(id, offset, part)) => match moved(offset) {
                Some(offset) => Value::Reference(Reference::Block(id, offset, part)),
                None => self.unknown("pointer arithmetic"),
            },
            other if distance == Some(0) => other,
            Value::Unknown(reason) => Value::Unknown(reason),
            Value::Reference(_) | Value::Unset => self.unknown("pointer arithmetic"),
        }
    }

    fn distance(&mut self, left: Value, right: Value, size: Option<u64>) -> Value {
        let bytes = match (left, right) {
            (Value::Reference(Reference::Block(a, x, _)), Value::Reference(Reference::Block(b, y, _)))
                if a == b =>
            {
                Some(x - y)
            }
            (Value::Number(a), Value::Number(b)) => Some(a - b),
            (Value::Unknown(reason), _) | (_, Value::Unknown(reason)) => return Value::Unknown(reason),
            _ => None,
        };
        let size = size.filter(|size| *size > 0).map(i128::from);
        match (bytes, size) {
            (Some(bytes), Some(size)) if bytes % size == 0 => Value::Number(bytes / size),
            _ => self.unknown("difference of addresses"),
        }
    }

    /// A value of a type as one of another.
    pub(super) fn converted(&mut self, value: Value, from: &Type, to: &Type) -> Value {
        match (from, value) {
            _ if from == to => value,
            (Type::Float(size), Value::Number(bits)) => match (IntegerType::of_float(*size), to) {
                (Some(own), Type::Integer(to)) if to.is_bool() => {
                    Value::Number(i128::from(bits & (own.max() >> 1) != 0))
                }
                _ => self.unknown("floating-point value"),
            },
            _ => self.convert(value, to),
        }
    }

    /// A value that is no floating-point number as one of a type.
    pub(super) fn convert(&mut self, value: Value, ty: &Type) -> Value {
        let word = 8 * self.memory.word;
        match (value, ty) {
            (Value::Number(number), Type::Integer(ty)) => Value::Number(ty.convert(number)),
            (Value::Number(number), Type::Pointer(..)) => {
                Value::Number(IntegerType { width: word as u8, signed: false, float: false }.convert(number))
            }
            (Value::Reference(_), Type::Integer(ty)) if ty.is_bool() => Value::Number(1),
            (Value::Reference(_), Type::Integer(ty)) if u64::from(ty.width) >= word => value,
            (Value::Reference(_), Type::Pointer(..)) => value,
            (Value::Unknown(_) | Value::Unset, _) => value,
            (Value::Number(_), _) => self.unknown("floating-point value"),
            (Value::Reference(_), _) => self.unknown("part of an address"),
        }
    }

    /// Where a place is. An address outside of an array is no error until it is accessed, whether it is written `&a[i]` or
    /// `a + i`.
    pub(super) fn locate(&mut self, place: &Place, accessed: bool) -> Result<Located, End> {
        let span = place.span;
        let mut pointer = match &place.base {
            Base::Object(object) => Value::Reference(Reference::Block(self.block_of(*object), 0, None)),
            Base::Pointer(pointer) => {
                let start = self.value(pointer)?;
                if accessed && self.is_misaligned(start, &pointer.ty) {
                    return Ok(Located::Anywhere(self.because("misaligned pointer")));
                }
                // Of a constant, as in `offsetof` by hand, all compilers know the address of a member.
                let behind_null =
                    !accessed && matches!(start, Value::Number(0)) && !is_null_constant(pointer);
                if behind_null && !place.steps.is_empty() {
                    return self.undefined(Undefined::Null, pointer.span);
                }
                start
            }
            Base::Outside(name) => return Ok(Located::Outside(self.because(format!("'{name}'")))),
            Base::Within(_, reason) | Base::Unmodelled(reason) => {
                return Ok(Located::Anywhere(self.because(reason.clone())));
            }
        };
        for step in &place.steps {
            pointer = match step {
                Step::Member { record: _, field: _, offset, size, shared: _, at: _ } => {
                    let member = self.moved(pointer, Value::Number(1), false, *offset);
                    confined(member, *size)
                }
                Step::Element { index, size, length, at: _ } => {
                    let index = self.value(index)?;
                    if let (true, Value::Number(index), Some(length)) = (accessed, index, length)
                        && !(0..i128::from(*length)).contains(&index)
                    {
                        return self.undefined(Undefined::OutOfBounds, span);
                    }
                    let whole = size.zip(*length).and_then(|(size, length)| size.checked_mul(length));
                    let array = confined(pointer, whole);
                    self.moved(array, index, false, *size)
                }
            };
        }
        Ok(Located::At(pointer))
    }

    /// Whether a pointer leads where no object of its type may be: one to a scalar, or any where the types are known.
    fn is_misaligned(&self, pointer: Value, ty: &Type) -> bool {
        let (Value::Reference(Reference::Block(_, offset, _)), Type::Pointer(to, _)) = (pointer, ty) else {
            return false;
        };
        let alignment = match self.types {
            Some(types) => types.layout(to).map_or(1, |(_, alignment)| alignment),
            None => self.scalar_size(to).unwrap_or(1).min(self.memory.word),
        };
        offset % i128::from(alignment.max(1)) != 0
    }

    /// The size of a scalar.
    pub(super) fn scalar_size(&self, ty: &Type) -> Option<u64> {
        match ty {
            Type::Integer(ty) => Some(u64::from(ty.width).div_ceil(8)),
            Type::Pointer(..) => Some(self.memory.word),
            // A `long double` of 32-bit machines has 12 bytes.
            Type::Float(16) if self.memory.word == 4 => Some(12),
            Type::Float(size) => Some(*size),
            Type::Void
            | Type::Array(..)
            | Type::VariableArray(_)
            | Type::Record(_)
            | Type::Function(_)
            | Type::Opaque(_) => None,
        }
    }

    /// The integer type that a type is, or that of its bits.
    fn bits(&self, ty: &Type) -> Option<IntegerType> {
        match ty {
            Type::Float(size) if self.memory.word == 8 => IntegerType::of_float(*size),
            ty => ty.integer(),
        }
    }

    /// Reads a scalar; it may have no value.
    pub(super) fn read(&mut self, place: &Place) -> Result<Value, End> {
        let pointer = match self.locate(place, true)? {
            Located::At(pointer) => pointer,
            Located::Outside(reason) | Located::Anywhere(reason) => return Ok(Value::Unknown(reason)),
        };
        let size = place.bits.map(touched).or_else(|| self.scalar_size(&place.ty));
        let Some(size) = size else { return Ok(self.unknown("object of an unknown type")) };
        let (block, at) = match self.memory.access(pointer, size) {
            Ok(found) => found,
            Err(why) => return self.no_access(why, place.span),
        };
        self.inside(pointer, size, place.span)?;
        if let (Some(list), true) = (self.command_line, size == self.memory.word && at % size == 0)
            && list == block
        {
            return Ok(Value::Reference(Reference::Text(at / size)));
        }
        if let (true, Base::Pointer(_), Some(ty)) =
            (self.memory.block(block).volatile, &place.base, self.bits(&place.ty))
        {
            return self.input(place.span, (ty.min(), ty.max()), place.span);
        }
        let bytes = self.memory.bytes(block, at, size);
        let mixed = self.because("part of an address");
        Ok(match (&place.ty, place.bits) {
            (Type::Integer(ty), Some(bits)) => field(&bytes, bits, *ty),
            (Type::Integer(ty), None) => match self.memory.scalar(&bytes, mixed) {
                Value::Number(number) => Value::Number(ty.convert(number)),
                other => other,
            },
            (Type::Pointer(..), _) => self.memory.scalar(&bytes, mixed),
            (Type::Float(4 | 8), _) if self.memory.word == 8 => match self.memory.scalar(&bytes, mixed) {
                Value::Reference(_) => Value::Unknown(mixed),
                other => other,
            },
            _ if bytes.contains(&Byte::Unset) => Value::Unset,
            _ => self.unknown("floating-point value"),
        })
    }

    /// Writes a scalar.
    pub(super) fn write(&mut self, place: &Place, value: Value) -> Result<(), End> {
        let pointer = match self.locate(place, true)? {
            Located::At(pointer) => pointer,
            Located::Outside(_) => return Ok(()),
            Located::Anywhere(reason) => return self.unsupported(reason, place.span),
        };
        let size = place.bits.map(touched).or_else(|| self.scalar_size(&place.ty));
        let Some(size) = size else {
            let reason = self.because("object of an unknown type");
            let Base::Object(object) = place.base else { return self.unsupported(reason, place.span) };
            let block = self.block_of(object);
            self.memory.flood(block, Byte::Unknown(reason));
            return Ok(());
        };
        let (block, at) = self.writable(pointer, size, place.span)?;
        self.inside(pointer, size, place.span)?;
        match place.bits {
            Some(bits) => {
                self.narrow_written(bits);
                let mut bytes = self.memory.bytes(block, at, size);
                set_field(&mut bytes, bits, value);
                self.memory.set_bytes(block, at, &bytes);
            }
            None => {
                let value = match &place.ty {
                    Type::Integer(_) | Type::Pointer(..) => self.convert(value, &place.ty),
                    _ => value,
                };
                let cut = self.because("part of an address");
                let bytes = self.memory.scalar_bytes(value, size, cut);
                self.memory.set_bytes(block, at, &bytes);
            }
        }
        Ok(())
    }

    /// Where it is asked for, an access must stay in the part of a block of which its pointer was made.
    fn inside(&self, pointer: Value, size: u64, span: Span) -> Result<(), End> {
        let watched = self.watches(false, span);
        match pointer {
            Value::Reference(Reference::Block(_, offset, Some(part)))
                if watched
                    && (offset < i128::from(part.first)
                        || offset + i128::from(size) > i128::from(part.end)) =>
            {
                self.undefined(Undefined::OutOfBounds, span)
            }
            _ => Ok(()),
        }
    }

    /// A place that may be written.
    pub(super) fn writable(&mut self, pointer: Value, size: u64, span: Span) -> Result<(BlockId, u64), End> {
        match self.memory.access(pointer, size) {
            Ok((block, _)) if self.memory.block(block).literal => self.undefined(Undefined::Literal, span),
            Ok((block, at)) => {
                let (first, end) = (8 * i128::from(at), 8 * (i128::from(at) + i128::from(size)));
                let written = Written { block, first, end, span };
                self.written.iter_mut().for_each(|all| all.push(written));
                Ok((block, at))
            }
            Err(why) => self.no_access(why, span),
        }
    }

    /// Of what was written last these bits only.
    fn narrow_written(&mut self, bits: Bits) {
        if let Some(last) = self.written.as_mut().and_then(|all| all.last_mut()) {
            last.first += i128::from(bits.first);
            last.end = last.first + i128::from(bits.width);
        }
    }

    /// The bytes of an object as a whole.
    pub(super) fn whole(&mut self, place: &Place, size: u64) -> Result<Bytes, End> {
        let pointer = match self.locate(place, true)? {
            Located::At(pointer) => pointer,
            Located::Outside(reason) | Located::Anywhere(reason) => {
                return Ok(Bytes::same(Byte::Unknown(reason), size));
            }
        };
        let taken =
            self.memory.access(pointer, size).and_then(|(block, at)| self.memory.take(block, at, size));
        taken.or_else(|why| self.no_access(why, place.span))
    }

    pub(super) fn set_whole(&mut self, place: &Place, bytes: Bytes) -> Result<(), End> {
        let pointer = match self.locate(place, true)? {
            Located::At(pointer) => pointer,
            Located::Outside(_) => return Ok(()),
            Located::Anywhere(reason) => return self.unsupported(reason, place.span),
        };
        let (block, at) = self.writable(pointer, bytes.size(), place.span)?;
        self.put(block, at, bytes, place.span)
    }

    /// Replaces the bytes of a place that may be written.
    pub(super) fn put(&mut self, block: BlockId, at: u64, bytes: Bytes, span: Span) -> Result<(), End> {
        self.memory.put(block, at, bytes).or_else(|why| self.no_access(why, span))
    }
}

/// A pointer to an array or member of this size, to which C confines what is made of it. One that has left what it is
/// confined to stays confined to that.
fn confined(pointer: Value, size: Option<u64>) -> Value {
    match (pointer, size) {
        (Value::Reference(Reference::Block(id, offset, part)), Some(size)) => {
            let first = u64::try_from(offset).ok();
            let narrow = first.map(|first| Part { first, end: first.saturating_add(size) });
            let is_in = |inner: &Part| {
                part.is_none_or(|outer: Part| outer.first <= inner.first && inner.end <= outer.end)
            };
            let narrow = narrow.filter(is_in);
            Value::Reference(Reference::Block(id, offset, narrow.or(part)))
        }
        (other, _) => other,
    }
}

/// Whether two floating-point numbers of a size with these bits compare so.
fn compared(relation: Relation, size: u64, left: i128, right: i128) -> bool {
    let number = |bits: i128| match size {
        4 => f64::from(f32::from_bits(bits as u32)),
        _ => f64::from_bits(bits as u64),
    };
    let (left, right) = (number(left), number(right));
    match relation {
        Relation::Equal => left == right,
        Relation::NotEqual => left != right,
        Relation::Less => left < right,
        Relation::LessEqual => left <= right,
        Relation::Greater => left > right,
        Relation::GreaterEqual => left >= right,
    }
}

/// Whether a pointer is null as a constant.
fn is_null_constant(pointer: &Expr) -> bool {
    match &pointer.kind {
        ExprKind::Integer(number) => *number == 0,
        ExprKind::Convert(operand) => is_null_constant(operand),
        ExprKind::Temporary(_)
        | ExprKind::Read(_)
        | ExprKind::Address(..)
        | ExprKind::Function(_)
        | ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::Compare(..)
        | ExprKind::Moved { .. }
        | ExprKind::Distance(..)
        | ExprKind::Unmodelled(_) => false,
    }
}
