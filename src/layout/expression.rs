//! Expressions: what value they have.

use super::constants;
use super::effects::{has_effects, place_has_effects, sequence};
use super::opaque::{Opaque, unsupported};
use super::program::{Expression, ExpressionKind, May};
use super::state::Layout;
use super::value::{Value, ValueKind};
use crate::arith::{IntegerType, Relation};
use crate::check::tree::{self, ExpressionKind as Kind, PlaceKind};
use crate::check::types::{Type, common, promote};
use crate::check::vocabulary;
use crate::limit::spend;
use crate::source::Span;

impl Layout<'_> {
    /// The value of an expression.
    pub fn value(&mut self, expression: &tree::Expression) -> Value {
        spend(1);
        let span = expression.span;
        if let Some(value) = self.known_value(expression) {
            return value;
        }
        let ty = || expression.ty.clone();
        match &expression.kind {
            Kind::Integer(value) => {
                let ty = expression.integer().unwrap_or(IntegerType::INT);
                Value::integer(constants::constant(*value, ty, span))
            }
            Kind::Float(_) => Value::other(ty(), "floating-point value", Vec::new(), May::NOTHING, span),
            Kind::Any => {
                let kind = ExpressionKind::Input { name: None, operands: Vec::new(), range: (0, 1) };
                Value::integer(Expression { kind, ty: IntegerType::INT, span })
            }
            Kind::Function(id) => self.function_value(*id, ty(), span),
            Kind::Undeclared(name) => self.undeclared(name, ty(), span),
            Kind::Load(place) | Kind::Decay(place) => self.loaded(place, span),
            Kind::AddressOf(place) => {
                let outer = std::mem::replace(&mut self.addressing, true);
                let target = self.target(place);
                self.addressing = outer;
                self.address_of(target, span)
            }
            Kind::LabelAddress(_) => Value::other(ty(), "address of a label", Vec::new(), May::NOTHING, span),
            Kind::Unary(operator, operand) => self.unary(*operator, operand, span),
            Kind::Not(operand) => {
                let operand = self.truth(operand);
                if let Some(value) = constants::value(&operand) {
                    return Value::integer(constants::integer(i128::from(value == 0), span));
                }
                let kind = ExpressionKind::Not(Box::new(operand));
                Value::integer(Expression { kind, ty: IntegerType::INT, span })
            }
            Kind::ComplexPart(operand) => {
                let value = self.value(operand);
                let effects = self.escaping_effects(value);
                Value::other(ty(), "complex value", effects, May::NOTHING, span)
            }
            Kind::Binary(operator, left, right) => self.binary(*operator, left, right, ty(), span),
            Kind::And(left, right) => self.junction(true, left, right, span),
            Kind::Or(left, right) => self.junction(false, left, right, span),
            Kind::Conditional(condition, then, otherwise) => {
                self.conditional(condition, then.as_deref(), otherwise, ty(), span)
            }
            Kind::Comma(left, right) => self.comma(left, right, span),
            Kind::Cast(operand) => {
                let value = self.value(operand);
                self.cast(value, ty(), span)
            }
            Kind::Convert(operand) => self.convert(operand, &expression.ty),
            Kind::Assign(target, value) => self.assign(target, value, span),
            Kind::Update { place, operator, value, postfix } => {
                let target = self.assignable(place);
                let value = self.value(value);
                self.update_target(*operator, target, value, *postfix, span)
            }
            Kind::Call(callee, arguments) => self.call(callee, arguments, ty(), span),
            Kind::Statement(statements, value) => {
                self.statement_expression(statements, value.as_deref(), span)
            }
            Kind::VariableArgument(list) => {
                let list = self.value(list);
                let effects = self.escaping_effects(list);
                // Whether there is one of that type, nobody can tell.
                Value::other(ty(), "variable argument", effects, May::READ_MEMORY, span)
            }
            Kind::OneOf(candidates) => self.one_of(candidates, ty(), span),
            Kind::Unknown(reason, operands) => self.unknown(reason, operands, ty(), span),
        }
    }

    /// A value that is not known, after these operands.
    fn unknown(&mut self, reason: &str, operands: &[tree::Expression], ty: Type, span: Span) -> Value {
        let mut effects = Vec::new();
        for operand in operands {
            let value = self.value(operand);
            effects.extend(self.escaping_effects(value));
        }
        Value::other(ty, reason, effects, May::NOTHING, span)
    }

    /// The value of a constant expression.
    fn known_value(&self, expression: &tree::Expression) -> Option<Value> {
        let (value, span) = (expression.constant?, expression.span);
        match &expression.ty {
            Type::Integer(ty) => Some(Value::integer(constants::constant(value, *ty, span))),
            ty @ Type::Pointer(..) if value == 0 => {
                Some(Value { ty: ty.clone(), kind: ValueKind::Null, span })
            }
            _ => None,
        }
    }

    /// An implicit conversion. What a pointer points to is not changed by one between types of pointers.
    fn convert(&mut self, operand: &tree::Expression, ty: &Type) -> Value {
        let value = self.value(operand);
        match ty {
            Type::Integer(ty) => {
                self.escape(&value);
                Value::integer(self.cast_integer(value, *ty))
            }
            // A pointer to void becomes what it is assigned to, as by a cast.
            Type::Pointer(..) if is_void_address(&value) => Value { ty: ty.clone(), ..value },
            Type::Void
            | Type::Float(_)
            | Type::Pointer(..)
            | Type::Array(..)
            | Type::VariableArray(_)
            | Type::Record(_)
            | Type::Function(_)
            | Type::Opaque(_) => value,
        }
    }

    /// The value of a place.
    fn loaded(&mut self, place: &tree::Place, span: Span) -> Value {
        if let PlaceKind::Compound(initializer) = &place.kind {
            return self.compound(&place.ty, initializer, span);
        }
        if let PlaceKind::Member(whole, path, bits) = &place.kind
            && let PlaceKind::Value(record) = &whole.kind
        {
            let record = self.value(record);
            return self.member_of_value(record, (path, *bits), place);
        }
        let target = self.target(place);
        self.load(target)
    }

    /// The address of a function.
    fn function_value(&mut self, id: tree::FunctionId, ty: Type, span: Span) -> Value {
        let id = self.tree.resolved(id);
        let defined = self.numbers[id.index()];
        // Whoever gets hold of it may call it.
        self.function_values.insert(id);
        if defined.is_none() && self.tree.linkage.is_weak(&self.tree.functions[id.index()].name) {
            return Value::other(ty, "weak function", Vec::new(), May::NOTHING, span);
        }
        Value { ty, kind: ValueKind::Function(id), span }
    }

    /// A name that the file does not declare.
    pub fn undeclared(&self, name: &str, ty: Type, span: Span) -> Value {
        if vocabulary::is_stream_or_text(name) {
            return Value { ty, kind: ValueKind::Harmless, span };
        }
        let reason = match name {
            _ if vocabulary::is_standard(name) => "function as a value".to_owned(),
            "errno" => "errno".to_owned(),
            "optarg" | "environ" => "pointer value".to_owned(),
            _ if vocabulary::is_known(name) => "function pointer".to_owned(),
            _ => format!("'{name}' from a header that was not read"),
        };
        Value::other(ty, reason, Vec::new(), May::NOTHING, span)
    }

    /// The value as an integer; what is none is unknown.
    pub fn integer_value(&mut self, value: Value) -> Expression {
        let span = value.span;
        match value.kind {
            ValueKind::Integer(expression) | ValueKind::Void(expression) => expression,
            _ => {
                let reason = value.reason().unwrap_or_else(|| "structure value".into());
                let effects = self.escaping_effects(value);
                unsupported(reason, effects, May::NOTHING, IntegerType::INT, span)
            }
        }
    }

    /// A condition: true when not zero.
    pub fn truth(&mut self, expression: &tree::Expression) -> Expression {
        let value = self.value(expression);
        let span = value.span;
        match value.kind {
            // An object or function has an address that is not null.
            ValueKind::Function(_) | ValueKind::Harmless => constants::integer(1, span),
            ValueKind::Apart(part) => sequence(part.into_effects(span), constants::integer(1, span)),
            ValueKind::Address { ref pointer, ref effects } => {
                sequence(effects.clone(), Self::not_null(pointer, span))
            }
            ValueKind::Null => constants::integer(0, span),
            ValueKind::Code(e) => {
                let null = constants::constant(0, e.ty, span);
                constants::compare(Relation::NotEqual, e, null, span)
            }
            _ => self.integer_value(value),
        }
    }

    /// The expression for its effects only.
    pub fn effect(&mut self, expression: &tree::Expression) -> Expression {
        let value = match &expression.kind {
            Kind::Call(callee, arguments) => {
                self.call_for_effect(callee, arguments, expression.ty.clone(), expression.span)
            }
            Kind::Cast(operand) if expression.ty == Type::Void && matches!(operand.kind, Kind::Call(..)) => {
                return self.effect(operand);
            }
            Kind::Comma(left, right) => {
                let first = self.effect(left);
                let mark = self.hoisted_count();
                let second = self.effect(right);
                let Some(first) = self.hoist_before(mark, first) else { return second };
                return sequence(vec![first], second);
            }
            Kind::Conditional(condition, Some(then), otherwise) => {
                let condition = self.truth(condition);
                let outer = self.no_hoisting();
                let (then, otherwise) = (self.effect(then), self.effect(otherwise));
                self.restore_hoisting(outer);
                let [then, otherwise] = [then, otherwise].map(as_int);
                let kind =
                    ExpressionKind::Conditional(Box::new(condition), Box::new(then), Box::new(otherwise));
                return Expression { kind, ty: IntegerType::INT, span: expression.span };
            }
            _ => self.value(expression),
        };
        value.into_statement()
    }

    fn unary(
        &mut self,
        operator: crate::arith::UnaryOperator,
        operand: &tree::Expression,
        span: Span,
    ) -> Value {
        let value = self.value(operand);
        let ValueKind::Integer(operand) = value.kind else {
            let (ty, reason) = (value.ty.clone(), value.reason().unwrap_or_else(|| "structure value".into()));
            let effects = self.escaping_effects(value);
            return Value::other(ty, reason, effects, May::NOTHING, span);
        };
        let ty = promote(operand.ty);
        Value::integer(constants::unary(operator, constants::convert(operand, ty), span))
    }

    fn conditional(
        &mut self,
        condition: &tree::Expression,
        then: Option<&tree::Expression>,
        otherwise: &tree::Expression,
        ty: Type,
        span: Span,
    ) -> Value {
        let condition_value = self.truth(condition);
        let outer = self.no_hoisting();
        let then = match then {
            Some(then) => self.value(then),
            // `c ?: b` is c where c is true; evaluating it twice is right if it has no effects.
            None if !has_effects(&condition_value) => self.value(condition),
            None => {
                let ty = Type::Integer(condition_value.ty);
                Value::other(ty, "'?:' without a middle operand", Vec::new(), May::NOTHING, span)
            }
        };
        let otherwise = self.value(otherwise);
        self.restore_hoisting(outer);
        let build = |then: Expression, otherwise: Expression, ty: IntegerType| {
            // A constant condition decides, as in C's constant expressions.
            match constants::value(&condition_value) {
                Some(0) => Expression { span, ..otherwise },
                Some(_) => Expression { span, ..then },
                None => {
                    let condition = Box::new(condition_value.clone());
                    let kind = ExpressionKind::Conditional(condition, Box::new(then), Box::new(otherwise));
                    Expression { kind, ty, span }
                }
            }
        };
        match (then, otherwise) {
            (
                Value { kind: ValueKind::Integer(then), .. },
                Value { kind: ValueKind::Integer(otherwise), .. },
            ) => {
                let ty = common(then.ty, otherwise.ty);
                let (then, otherwise) = (constants::convert(then, ty), constants::convert(otherwise, ty));
                Value::integer(build(then, otherwise, ty))
            }
            (then, otherwise) => {
                if let Some(chosen) = self.chosen_pointer(&condition_value, &then, &otherwise, span) {
                    return chosen;
                }
                if let Some(chosen) = self.chosen_function(&condition_value, &then, &otherwise, span) {
                    return chosen;
                }
                let records = [&then, &otherwise].map(|v| matches!(v.kind, ValueKind::Record { .. }));
                if records == [true, true] && then.ty == otherwise.ty {
                    return self.chosen_record(condition_value, then, otherwise, span);
                }
                // The effects of the branches stay conditional.
                let reason = then.reason().or_else(|| otherwise.reason());
                self.escape(&then);
                self.escape(&otherwise);
                let effect = build(
                    as_int(then.into_statement()),
                    as_int(otherwise.into_statement()),
                    IntegerType::INT,
                );
                if ty == Type::Void {
                    return Value::void(effect);
                }
                let reason = reason.unwrap_or_else(|| "structure value".into());
                Value::other(ty, reason, vec![effect], May::NOTHING, span)
            }
        }
    }

    fn comma(&mut self, left: &tree::Expression, right: &tree::Expression, span: Span) -> Value {
        let first = self.effect(left);
        let mark = self.hoisted_count();
        let value = self.value(right);
        let Some(first) = self.hoist_before(mark, first) else { return Value { span, ..value } };
        self.prefixed(vec![first], value, span)
    }

    /// One of several values: each may be evaluated.
    fn one_of(&mut self, candidates: &[tree::Expression], ty: Type, span: Span) -> Value {
        const REASON: &str = "'_Generic' between similar types";
        let outer = self.no_hoisting();
        let mut effects = Vec::new();
        for candidate in candidates {
            let value = self.value(candidate);
            self.escape(&value);
            let effect = value.into_statement();
            if has_effects(&effect) {
                let maybe = unsupported(REASON, Vec::new(), May::NOTHING, IntegerType::INT, span);
                let none = Box::new(constants::integer(0, span));
                let kind = ExpressionKind::Conditional(Box::new(maybe), Box::new(as_int(effect)), none);
                effects.push(Expression { kind, ty: IntegerType::INT, span });
            }
        }
        self.restore_hoisting(outer);
        Value::other(ty, REASON, effects, May::NOTHING, span)
    }

    /// The value after some effects.
    pub fn prefixed(&mut self, first: Vec<Expression>, value: Value, span: Span) -> Value {
        let ty = value.ty.clone();
        let kind = match value.kind {
            ValueKind::Integer(e) => {
                let mut e = sequence(first, e);
                e.span = span;
                ValueKind::Integer(e)
            }
            ValueKind::Void(e) => ValueKind::Void(sequence(first, e)),
            ValueKind::Code(e) => ValueKind::Code(sequence(first, e)),
            ValueKind::Record { place, mut effects } => {
                effects.splice(0..0, first);
                ValueKind::Record { place, effects }
            }
            ValueKind::Address { pointer, mut effects } => {
                effects.splice(0..0, first);
                ValueKind::Address { pointer, effects }
            }
            ValueKind::Apart(part) => ValueKind::Apart(part.after(first)),
            ValueKind::Other(part) => ValueKind::Other(part.after(first)),
            other @ (ValueKind::Null | ValueKind::Function(_) | ValueKind::Harmless) => {
                if first.is_empty() {
                    other
                } else {
                    let reason = Value { ty: ty.clone(), kind: other, span }
                        .reason()
                        .unwrap_or_else(|| "structure value".into());
                    ValueKind::Other(Opaque::new(reason, first, May::NOTHING))
                }
            }
        };
        Value { ty, kind, span }
    }

    /// Conversion to a type, as by a cast.
    pub fn cast(&mut self, value: Value, ty: Type, span: Span) -> Value {
        match (&ty, value.kind) {
            (Type::Void, kind) => Value::void(Value { kind, ..value }.into_statement()),
            (Type::Integer(integer), ValueKind::Integer(e)) => {
                let mut e = constants::convert(e, *integer);
                e.span = span;
                Value::integer(e)
            }
            (Type::Pointer(..), ValueKind::Integer(e)) if constants::value(&e) == Some(0) => {
                Value { ty, kind: ValueKind::Null, span }
            }
            (
                Type::Pointer(..),
                kind @ (ValueKind::Harmless
                | ValueKind::Null
                | ValueKind::Function(_)
                | ValueKind::Address { .. }),
            ) => Value { ty, kind, span },
            (to, kind @ ValueKind::Code(_)) if to.is_function_pointer() => Value { ty, kind, span },
            (_, ValueKind::Void(e)) => Value::other(ty, "void value", vec![e], May::NOTHING, span),
            (Type::Record(_), kind) if ty == value.ty => Value { ty, kind, span },
            (Type::Pointer(..), kind @ ValueKind::Apart(_)) => Value { ty, kind, span },
            (_, ValueKind::Other(part)) => Value::unmodelled(ty, part, span),
            (_, kind) => {
                let value = Value { kind, ..value };
                let reason = value
                    .reason()
                    .or_else(|| self.types.unmodelled(&ty).map(Into::into))
                    .unwrap_or_else(|| "conversion".into());
                let effects = self.escaping_effects(value);
                Value::other(ty, reason, effects, May::NOTHING, span)
            }
        }
    }

    /// The values of the cells of a structure value; unknown ones if it is not in cells.
    pub fn cell_values(&mut self, value: Value, ty: &Type) -> (Vec<Expression>, Vec<Expression>) {
        let mut cells = Vec::new();
        self.types.cells(ty, "", &mut cells);
        let span = value.span;
        match value.kind {
            ValueKind::Record { place, effects } if !place_has_effects(&place) => {
                let reads = cells.iter().enumerate().map(|(i, cell)| {
                    let place = super::program::Place {
                        offset: place.offset + i as u32,
                        ty: cell.ty,
                        ..place.clone()
                    };
                    self.read(place, span)
                });
                (effects, reads.collect())
            }
            _ => {
                let reason = value.reason().unwrap_or_else(|| "structure value".into());
                let effects = self.escaping_effects(value);
                let unknown =
                    cells.iter().map(|c| unsupported(reason.clone(), Vec::new(), May::NOTHING, c.ty, span));
                (effects, unknown.collect())
            }
        }
    }
}

/// Whether a value is the address of a modelled object as a pointer to void.
fn is_void_address(value: &Value) -> bool {
    let void = matches!(&value.ty, Type::Pointer(pointee, _) if **pointee == Type::Void);
    void && matches!(value.kind, ValueKind::Address { .. })
}

/// The expression where an `int` is wanted whose value nobody uses.
pub(super) fn as_int(expression: Expression) -> Expression {
    if expression.ty == IntegerType::INT {
        return expression;
    }
    constants::convert(expression, IntegerType::INT)
}
