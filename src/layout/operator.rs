//! Binary operators, assignments and updates.

use super::cells::CODE;
use super::cells::FLAG;
use super::constants;
use super::effects::{only_effects, sequence};
use super::opaque::{Opaque, Reach, unsupported};
use super::program::{Expression, ExpressionKind, May, Place};
use super::state::Layout;
use super::value::{Target, TargetKind, Value, ValueKind};
use crate::arith::{BinaryOperator, IntegerType};
use crate::check::scalar::{arithmetic, relation};
use crate::check::tree::{self, Binary};
use crate::check::types::{Type, common, promote};
use crate::doubt::Unmodelled;
use crate::source::Span;

/// A structure that is copied from an unknown value is forgotten cell by cell up to this size.
const MAX_FORGOTTEN: u64 = 256;

impl Layout<'_> {
    /// `a && b` or `a || b`.
    pub fn junction(
        &mut self,
        and: bool,
        left: &tree::Expression,
        right: &tree::Expression,
        span: Span,
    ) -> Value {
        let left = self.truth(left);
        let outer = self.no_hoisting();
        let right = self.truth(right);
        self.restore_hoisting(outer);
        if let (Some(l), Some(r)) = (constants::value(&left), constants::value(&right)) {
            let result = if and { l != 0 && r != 0 } else { l != 0 || r != 0 };
            return Value::integer(constants::integer(i128::from(result), span));
        }
        let (left, right) = (Box::new(left), Box::new(right));
        let kind = if and { ExpressionKind::And(left, right) } else { ExpressionKind::Or(left, right) };
        Value::integer(Expression { kind, ty: IntegerType::INT, span })
    }

    /// An operation that evaluates both operands.
    pub fn binary(
        &mut self,
        operator: Binary,
        left: &tree::Expression,
        right: &tree::Expression,
        ty: Type,
        span: Span,
    ) -> Value {
        let (left, right) = (self.value(left), self.value(right));
        if let (ValueKind::Integer(_), ValueKind::Integer(_)) = (&left.kind, &right.kind) {
            let (left, right) = (self.integer_value(left), self.integer_value(right));
            return Value::integer(integer_operation(operator, left, right, span));
        }
        if let Some(value) = self.function_comparison(operator, &left, &right, span) {
            return value;
        }
        if let Some(value) = self.pointer_operation(operator, &left, &right, span) {
            return value;
        }
        let reason = self.operand_reason(operator, &left, &right);
        let mut effects = self.operand_effects(operator, left);
        effects.extend(self.operand_effects(operator, right));
        Value::other(ty, reason, effects, May::NOTHING, span)
    }

    /// The effects of an operand that is not modelled. Comparing an address does not keep it.
    fn operand_effects(&mut self, operator: Binary, value: Value) -> Vec<Expression> {
        if relation(operator).is_none() {
            self.escape(&value);
        }
        value.into_dropped()
    }

    fn operand_reason(&self, operator: Binary, left: &Value, right: &Value) -> Unmodelled {
        if matches!(left.ty, Type::Float(_)) || matches!(right.ty, Type::Float(_)) {
            let comparison = relation(operator).is_some();
            return if comparison { "floating-point comparison" } else { "floating-point arithmetic" }.into();
        }
        if left.ty.is_pointer() || right.ty.is_pointer() {
            let comparison = relation(operator).is_some();
            return if comparison { "pointer comparison" } else { "pointer arithmetic" }.into();
        }
        left.reason().or_else(|| right.reason()).unwrap_or_else(|| "operation".into())
    }

    /// A place to be changed.
    pub fn assignable(&mut self, place: &tree::Place) -> Target {
        if let tree::PlaceKind::Value(value) = &place.kind
            && !matches!(place.ty, Type::Record(_))
        {
            let value = self.value(value);
            let (ty, span) = (value.ty.clone(), value.span);
            let effects = self.escaping_effects(value);
            let part = Opaque::new("unknown lvalue", effects, May::NOTHING);
            let kind = TargetKind::Other(part, Reach::Escaped);
            return Target { ty, kind, span, constant: false, within: None };
        }
        let target = self.target(place);
        Self::without_constant_object(target)
    }

    /// Storing into a `const` object through a pointer that hides it is undefined, not an error.
    fn without_constant_object(target: Target) -> Target {
        if target.within.as_ref().is_none_or(|pointed| !pointed.region.constant) {
            return target;
        }
        let indices = match target.kind {
            TargetKind::Place(place) => place.indices.into_iter().map(|i| i.value).collect(),
            TargetKind::Pointer(_)
            | TargetKind::Text(_)
            | TargetKind::Character(_)
            | TargetKind::Other(..) => Vec::new(),
        };
        let part = Opaque::new(Unmodelled::ConstantObject, indices, May::NOTHING);
        Target { kind: TargetKind::Other(part, Reach::Escaped), ..target }
    }

    /// `target = value`.
    pub fn assign(&mut self, place: &tree::Place, value: &tree::Expression, span: Span) -> Value {
        let target = self.assignable(place);
        let value = self.value(value);
        self.store(target, value, span)
    }

    /// Assigns a value to a target.
    pub fn store(&mut self, target: Target, value: Value, span: Span) -> Value {
        match (target.kind, target.ty.clone()) {
            (TargetKind::Place(place), Type::Integer(ty)) => {
                self.escape(&value);
                let value = self.stored_integer(value, ty);
                let ty = value.ty;
                let kind = ExpressionKind::Assign(Place { ty, ..place }, Box::new(value));
                Value::integer(Expression { kind, ty, span })
            }
            (TargetKind::Pointer(symbol), _) => self.store_pointer(&symbol, value, span),
            (TargetKind::Place(place), ty) if ty.is_function_pointer() => {
                let place = Place { ty: CODE, ..place };
                let kind = ExpressionKind::Assign(place, Box::new(self.function_code(value)));
                Value { ty, kind: ValueKind::Code(Expression { kind, ty: CODE, span }), span }
            }
            (TargetKind::Place(place), ty) => self.store_record(place, &ty, value, span),
            (TargetKind::Other(part, reach), ty) => {
                let effects = self.escaping_effects(value);
                let part = self.accessed(stored(part, reach).with(effects), reach);
                Value::unmodelled(ty, part, span)
            }
            (TargetKind::Text(_) | TargetKind::Character(_), ty) => {
                let effects = self.escaping_effects(value);
                Value::other(ty, "write to a string literal", effects, May::WRITE_MEMORY, span)
            }
        }
    }

    /// The value as it is stored in an integer of the type: a flag takes the lowest bit.
    pub fn stored_integer(&mut self, value: Value, ty: IntegerType) -> Expression {
        if ty != FLAG {
            return self.cast_integer(value, ty);
        }
        let span = value.span;
        let wide = self.cast_integer(value, IntegerType { width: 64, signed: false });
        let one = constants::constant(1, wide.ty, span);
        let ty = wide.ty;
        let bit = constants::binary(BinaryOperator::BitAnd, wide, one, ty, span);
        constants::convert(bit, IntegerType::BOOL)
    }

    /// The value as an integer of the type; a value that is not modelled becomes an unknown one.
    pub fn cast_integer(&mut self, value: Value, ty: IntegerType) -> Expression {
        let span = value.span;
        if let ValueKind::Integer(e) = value.kind {
            return constants::convert(e, ty);
        }
        let e = self.integer_value(value);
        let mut e = constants::convert(e, ty);
        e.span = span;
        e
    }

    fn store_record(&mut self, place: Place, ty: &Type, value: Value, span: Span) -> Value {
        let count = self.types.cell_count(ty);
        if let ValueKind::Record { place: source, mut effects } = value.kind {
            // A result that has no other place yet goes there at once.
            if let Some(Expression { kind: ExpressionKind::Call(_, _, places), .. }) = effects.last_mut()
                // `s = f(&s)`: the result comes after what the call copies back.
                && !places.iter().any(|p| p.variable == place.variable)
                && let Some(first) = places.first_mut().filter(|p| p.variable == source.variable)
                && source.offset == 0
                && self.temporaries.contains(&source.variable)
                && !super::effects::place_has_effects(&place)
            {
                *first = Place { span: first.span, ..place.clone() };
                return Value { ty: ty.clone(), kind: ValueKind::Record { place, effects }, span };
            }
            let kind = ExpressionKind::CopyCells { target: place.clone(), source, count: count as u32 };
            let copy = Expression { kind, ty: IntegerType::INT, span };
            let effects = vec![sequence(effects, copy)];
            return Value { ty: ty.clone(), kind: ValueKind::Record { place, effects }, span };
        }
        if count > MAX_FORGOTTEN || super::effects::place_has_effects(&place) {
            self.address_taken.insert(place.variable);
            let reason = value.reason().unwrap_or_else(|| "structure value".into());
            let mut effects = only_effects(place.indices.into_iter().map(|i| i.value).collect());
            effects.extend(self.escaping_effects(value));
            return Value::other(ty.clone(), reason, effects, May::WRITE, span);
        }
        let (mut effects, values) = self.cell_values(value, ty);
        for (i, value) in values.into_iter().enumerate() {
            let cell = Place { offset: place.offset + i as u32, ty: value.ty, ..place.clone() };
            let ty = value.ty;
            effects.push(Expression { kind: ExpressionKind::Assign(cell, Box::new(value)), ty, span });
        }
        Value { ty: ty.clone(), kind: ValueKind::Record { place, effects }, span }
    }

    /// `target op= value`, `++`, `--`.
    pub fn update_target(
        &mut self,
        operator: Binary,
        target: Target,
        value: Value,
        postfix: bool,
        span: Span,
    ) -> Value {
        let stand_in =
            Value { ty: target.ty.clone().into_decayed(), kind: ValueKind::Harmless, span: target.span };
        let (place, ty) = match (target.kind, target.ty.integer()) {
            (TargetKind::Pointer(symbol), _) => {
                return self.update_pointer(&symbol, operator, value, postfix, span);
            }
            (TargetKind::Place(place), Some(FLAG)) => {
                return self.update_flag(operator, (place, target.span), value, postfix, span);
            }
            (TargetKind::Place(place), Some(ty)) => (Place { ty, ..place }, ty),
            (TargetKind::Other(part, reach), _) => {
                let effects = self.escaping_effects(value);
                let part = stored(part, reach).may(reach.read()).with(effects);
                let part = self.accessed(part, reach);
                return Value::unmodelled(target.ty, part, span);
            }
            (TargetKind::Text(_) | TargetKind::Character(_), _) => {
                let effects = self.escaping_effects(value);
                let reason = "write to a string literal";
                return Value::other(target.ty, reason, effects, May::WRITE_MEMORY, span);
            }
            (TargetKind::Place(place), None) if target.ty.is_function_pointer() => {
                let place = Place { ty: CODE, ..place };
                let effects = self.escaping_effects(value);
                let moved = unsupported("pointer arithmetic", effects, May::NOTHING, CODE, span);
                let kind = ExpressionKind::Assign(place, Box::new(moved));
                let kind = ValueKind::Code(Expression { kind, ty: CODE, span });
                return Value { ty: target.ty, kind, span };
            }
            (TargetKind::Place(place), None) => {
                // No such value has an operation; were there one, nobody could tell what it stores.
                self.address_taken.insert(place.variable);
                let mut effects = self.found(place);
                effects.extend(self.escaping_effects(value));
                return Value::other(target.ty, "operation", effects, May::WRITE_MEMORY, span);
            }
        };
        let ValueKind::Integer(value) = value.kind else {
            // The place gets a value that is not known.
            let reason = self.operand_reason(operator, &stand_in, &value);
            let effects = self.escaping_effects(value);
            let unknown = unsupported(reason, effects, May::NOTHING, ty, span);
            let kind = ExpressionKind::Assign(place, Box::new(unknown));
            return Value::integer(Expression { kind, ty, span });
        };
        let shift = matches!(operator, Binary::ShiftLeft | Binary::ShiftRight);
        let (operation, value) = if shift {
            let own = promote(value.ty);
            (promote(ty), constants::convert(value, own))
        } else {
            let operation = common(ty, value.ty);
            (operation, constants::convert(value, operation))
        };
        let Some(operator) = arithmetic(operator) else {
            let unknown = unsupported("operation", vec![value], May::NOTHING, ty, span);
            let kind = ExpressionKind::Assign(place, Box::new(unknown));
            return Value::integer(Expression { kind, ty, span });
        };
        let kind = ExpressionKind::Update { place, operator, operation, value: Box::new(value), postfix };
        Value::integer(Expression { kind, ty, span })
    }
}

impl Layout<'_> {
    /// An update of a bit-field of one bit, which keeps the lowest bit of the result.
    fn update_flag(
        &mut self,
        operator: Binary,
        (place, read): (Place, Span),
        value: Value,
        postfix: bool,
        span: Span,
    ) -> Value {
        let value = self.integer_value(value);
        let ty = IntegerType::BOOL;
        let place = Place { ty, ..place };
        let mut result = match super::effects::place_has_effects(&place) {
            true => unsupported("bit-field", vec![value], May::NOTHING, IntegerType::INT, span),
            false => {
                let old = self.read(Place { span: read, ..place.clone() }, read);
                integer_operation(operator, old, value, span)
            }
        };
        result = self.stored_integer(Value::integer(result), FLAG);
        let kind = ExpressionKind::Assign(place, Box::new(result));
        let stored = Expression { kind, ty, span };
        match postfix {
            true => {
                let old = unsupported("bit-field", Vec::new(), May::NOTHING, ty, span);
                Value::integer(sequence(vec![stored], old))
            }
            false => Value::integer(stored),
        }
    }
}

/// An operation on two integers.
pub(super) fn integer_operation(
    operator: Binary,
    left: Expression,
    right: Expression,
    span: Span,
) -> Expression {
    if let Some(relation) = relation(operator) {
        let ty = common(left.ty, right.ty);
        return constants::compare(
            relation,
            constants::convert(left, ty),
            constants::convert(right, ty),
            span,
        );
    }
    let Some(arithmetic) = arithmetic(operator) else {
        return unsupported("operation", vec![left, right], May::NOTHING, IntegerType::INT, span);
    };
    if matches!(operator, Binary::ShiftLeft | Binary::ShiftRight) {
        let (ty, count) = (promote(left.ty), promote(right.ty));
        return constants::binary(
            arithmetic,
            constants::convert(left, ty),
            constants::convert(right, count),
            ty,
            span,
        );
    }
    let ty = common(left.ty, right.ty);
    constants::binary(arithmetic, constants::convert(left, ty), constants::convert(right, ty), ty, span)
}

/// A store to something that is not modelled.
fn stored(part: Opaque, reach: Reach) -> Opaque {
    let special = match part.reason() {
        Unmodelled::ConstantObject | Unmodelled::Overlapping | Unmodelled::ManyElements => true,
        Unmodelled::Body { .. } | Unmodelled::NullPointer | Unmodelled::Construct(_) => false,
    };
    let general = reach == Reach::Escaped && !special;
    let part = part.may(reach.write());
    if general { part.because("store through a pointer") } else { part }
}
