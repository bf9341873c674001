//! Expressions: what value they have.

use super::Checker;
use super::constants;
use super::resolve::Symbol;
use super::typed::{Expression, ExpressionKind, IntegerType, May, Relation, UnaryOperator};
use super::types::{Type, promote};
use super::unsupported::{Unmodelled, Value, ValueKind, place_has_effects, sequence, unsupported};
use super::vocabulary;
use crate::limit::spend;
use crate::source::Span;
use crate::syntax::ast::{self, ExpressionKind as Kind};

impl Checker<'_> {
    /// The value of an expression.
    pub fn value(&mut self, expression: &ast::Expression) -> Value {
        spend(1);
        let span = expression.span;
        match &expression.kind {
            Kind::Identifier(name) => self.identifier(name, span),
            Kind::Integer(integer) => self.integer_constant(integer, span),
            Kind::Float(text) => {
                let size = if text.ends_with(['f', 'F']) { 4 } else { 8 };
                Value::other(Type::Float(size), "floating-point value", Vec::new(), May::NOTHING, span)
            }
            Kind::Character { value, text } => {
                let bytes = self.source.is_of_bytes() && !text.is_ascii();
                let value =
                    bytes.then(|| crate::syntax::character_of_bytes(text)).flatten().unwrap_or(*value);
                let ty = match text.as_bytes().first() {
                    Some(b'u') => IntegerType { width: 16, signed: false },
                    Some(b'U') => IntegerType::UNSIGNED,
                    _ => IntegerType::INT,
                };
                Value::integer(constants::constant(ty.convert(i128::from(value)), ty, span))
            }
            Kind::Any if !self.condition => {
                // The argument of an unread macro may be anything.
                if !self.unread {
                    self.error(span, "'*' stands for any truth value; it can only be a condition");
                }
                self.poison(span)
            }
            Kind::Any => {
                let kind =
                    ExpressionKind::Input { name: "*".to_owned(), operands: Vec::new(), range: (0, 1) };
                Value::integer(Expression { kind, ty: IntegerType::INT, span })
            }
            Kind::Member(record, name, false) if !self.is_lvalue(record) => {
                let record = self.value(record);
                self.member_of_value(record, name, span)
            }
            Kind::Compound(ty, initializer) => self.compound(ty, initializer, span),
            Kind::String(_) | Kind::Index(..) | Kind::Member(..) => {
                let target = self.target(expression);
                self.load(target)
            }
            Kind::Unary(operator, operand) => self.unary(*operator, operand, span),
            Kind::Postfix(plus, operand) => self.increment(*plus, operand, true, span),
            Kind::Binary(operator, left, right) => self.binary(*operator, left, right, span),
            Kind::Assign(None, target, value) => self.assign(target, value, span),
            Kind::Assign(Some(operator), target, value) => self.update(*operator, target, value, span),
            Kind::Conditional(condition, then, otherwise) => {
                self.conditional(condition, then.as_deref(), otherwise, span)
            }
            Kind::Comma(left, right) => self.comma(left, right, span),
            Kind::Call(function, arguments) => self.call(function, arguments, span),
            Kind::Cast(ty, operand) => {
                let ty = self.type_name(ty);
                let value = self.value(operand);
                self.checked_cast(value, ty, span)
            }
            Kind::SizeofExpression(operand) => {
                if self.is_bit_field(operand) {
                    self.error(operand.span, "'sizeof' applied to a bit-field");
                    return self.poison(span);
                }
                let ty = self.type_of(operand);
                self.size(&ty, operand.span, span)
            }
            Kind::SizeofType(name) => {
                let ty = self.type_name(name);
                self.size(&ty, name.span, span)
            }
            Kind::Alignof(name) => {
                let ty = self.type_name(name);
                self.alignment(&ty, name.span, span)
            }
            Kind::AlignofExpression(_) => {
                let ty = Type::Integer(self.types.size_type());
                Value::other(ty, "alignment of this object", Vec::new(), May::NOTHING, span)
            }
            Kind::Statement(block) => self.statement_expression(block, span),
            Kind::Generic(selector, choices) => self.generic(selector, choices, span),
            Kind::Offsetof(name, path) => {
                let ty = self.type_name(name);
                let size_type = self.types.size_type();
                match self.member_offset(&ty, path) {
                    Some(offset) => Value::integer(constants::constant(i128::from(offset), size_type, span)),
                    None => {
                        Value::other(Type::Integer(size_type), "offsetof", Vec::new(), May::NOTHING, span)
                    }
                }
            }
            Kind::VariableArgument(list, ty) => {
                let ty = self.type_name(ty);
                let list = self.value(list);
                let effects = self.escaping_effects(list);
                // Whether there is one of that type, nobody can tell.
                Value::other(ty, "variable argument", effects, May::READ_MEMORY, span)
            }
            Kind::TypesCompatible(left, right) => {
                let same = self.type_name(left) == self.type_name(right);
                Value::integer(constants::integer(i128::from(same), span))
            }
            Kind::LabelAddress(name) => {
                if self.current.is_some() && self.label(&name.text).is_none() {
                    self.missing_label(name, span);
                }
                Value::other(Type::Void.pointer_to(), "address of a label", Vec::new(), May::NOTHING, span)
            }
        }
    }

    /// The value of something that has been reported as wrong: nothing more is said about it.
    pub fn poison(&self, span: Span) -> Value {
        Value::other(Type::Opaque("error".to_owned()), "error", Vec::new(), May::NOTHING, span)
    }

    /// The value as an integer; what is none is unknown.
    pub fn integer_value(&mut self, value: Value) -> Expression {
        let span = value.span;
        match value.kind {
            ValueKind::Integer(expression) => expression,
            ValueKind::Void(expression) => {
                self.error(span, "void value not ignored as it ought to be");
                expression
            }
            _ => {
                let reason = value.reason().unwrap_or_else(|| "structure value".to_owned());
                let effects = self.escaping_effects(value);
                unsupported(reason, effects, May::NOTHING, IntegerType::INT, span)
            }
        }
    }

    /// A condition: true when not zero.
    pub fn truth(&mut self, expression: &ast::Expression) -> Expression {
        let value = self.condition_value(expression);
        if let Type::Record(id) = value.ty {
            let kind = if self.types.records[id].union { "union" } else { "struct" };
            let at = self.locus(expression);
            self.error(at, format!("used {kind} type value where scalar is required"));
        }
        self.truth_of(value)
    }

    /// The value of an expression that may be Cimple's `*`.
    fn condition_value(&mut self, expression: &ast::Expression) -> Value {
        self.condition = matches!(expression.kind, Kind::Any);
        let value = self.value(expression);
        self.condition = false;
        value
    }

    /// Whether a value is not zero.
    fn truth_of(&mut self, value: Value) -> Expression {
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
    pub fn effect(&mut self, expression: &ast::Expression) -> Expression {
        let value = match &expression.kind {
            Kind::Call(function, arguments) => self.call_for_effect(function, arguments, expression.span),
            Kind::Cast(ty, operand) if matches!(operand.kind, Kind::Call(..)) => {
                if matches!(self.type_name(ty), Type::Void) {
                    return self.effect(operand);
                }
                self.value(expression)
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

    /// A name as a value.
    pub fn identifier(&mut self, name: &str, span: Span) -> Value {
        match self.lookup(name) {
            Some(Symbol::Local(..) | Symbol::Global | Symbol::Pointer(_)) => {
                let target = self.target(&ast::Expression {
                    kind: Kind::Identifier(name.to_owned()),
                    span,
                    height: 1,
                });
                return self.load(target);
            }
            Some(Symbol::Constant(value, ty)) => return Value::integer(constants::constant(value, ty, span)),
            Some(Symbol::Function) => {
                let signature = self.functions.get(name).map(|f| f.signature.clone());
                if let Some(signature) = signature {
                    // Whoever gets hold of it may call it.
                    self.function_values.insert(name.to_owned());
                    let ty = Type::Function(signature.into()).pointer_to();
                    let defined = self.functions.get(name).is_some_and(|f| f.definition.is_some());
                    if !defined && self.linkage.is_weak(name) {
                        return Value::other(ty, "weak function", Vec::new(), May::NOTHING, span);
                    }
                    return Value { ty, kind: ValueKind::Function(name.to_owned()), span };
                }
            }
            Some(Symbol::Typedef(_)) => {
                self.error(span, format!("unexpected type name '{name}'"));
                return self.poison(span);
            }
            None => {}
        }
        let character = || Type::Integer(IntegerType { width: 8, signed: true });
        match name {
            "true" => Value::integer(constants::integer(1, span)),
            "false" => Value::integer(constants::integer(0, span)),
            "__LONG_MAX__" => {
                let long = self.types.long();
                Value::integer(constants::constant(long.max(), long, span))
            }
            "stdin" | "stdout" | "stderr" => {
                let ty = Type::Opaque("FILE".to_owned()).pointer_to();
                Value { ty, kind: ValueKind::Harmless, span }
            }
            "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__" => {
                Value { ty: character().pointer_to(), kind: ValueKind::Harmless, span }
            }
            _ if vocabulary::is_standard(name) => Value::other(
                Type::Opaque(name.to_owned()),
                "function as a value",
                Vec::new(),
                May::NOTHING,
                span,
            ),
            "errno" => Value::other(Type::Integer(IntegerType::INT), "errno", Vec::new(), May::NOTHING, span),
            "optarg" | "environ" => {
                Value::other(character().pointer_to(), "pointer value", Vec::new(), May::NOTHING, span)
            }
            _ if vocabulary::is_known(name) => {
                let ty = Type::Opaque(name.to_owned()).pointer_to();
                Value::other(ty, "function pointer", Vec::new(), May::NOTHING, span)
            }
            _ if self.unread => {
                let reason = format!("'{name}' from a header that was not read");
                Value::other(Type::Opaque(name.to_owned()), reason, Vec::new(), May::NOTHING, span)
            }
            _ => {
                if self.undeclared.insert(name.to_owned()) {
                    let place = if self.current.is_some() {
                        "(first use in this function)"
                    } else {
                        "here (not in a function)"
                    };
                    self.error(span, format!("'{name}' undeclared {place}"));
                }
                self.poison(span)
            }
        }
    }

    fn integer_constant(&mut self, integer: &ast::Integer, span: Span) -> Value {
        let value = i128::from(integer.value);
        let long = self.types.long().width;
        let widths: &[u8] = match integer.longs {
            0 => &[32, long, 64],
            1 => &[long, 64],
            _ => &[64],
        };
        let mut candidates = widths.iter().flat_map(|&width| {
            let signed = (!integer.unsigned).then_some(IntegerType { width, signed: true });
            let unsigned =
                (integer.unsigned || !integer.decimal).then_some(IntegerType { width, signed: false });
            [signed, unsigned].into_iter().flatten()
        });
        match candidates.find(|t| t.contains(value)) {
            Some(ty) => Value::integer(constants::constant(value, ty, span)),
            // gcc takes a type of 128 bits where it has one.
            None if long == 64 => {
                let ty = Type::Opaque("__int128".to_owned());
                Value::other(ty, "constant of 128 bits", Vec::new(), May::NOTHING, span)
            }
            None => {
                let ty = IntegerType { width: 64, signed: false };
                Value::integer(constants::constant(value, ty, span))
            }
        }
    }

    fn unary(&mut self, operator: ast::Unary, operand: &ast::Expression, span: Span) -> Value {
        match operator {
            ast::Unary::AddressOf => {
                if !self.is_lvalue(operand) {
                    let value = self.value(operand);
                    return match value.kind {
                        ValueKind::Function(_) => Value { span, ..value },
                        // Something unknown may well be an lvalue.
                        _ if is_unknown(&value.ty) => {
                            let effects = self.escaping_effects(value);
                            Value::other(
                                Type::Void.pointer_to(),
                                "pointer value",
                                effects,
                                May::NOTHING,
                                span,
                            )
                        }
                        _ => {
                            self.error(span, "lvalue required as unary '&' operand");
                            self.poison(span)
                        }
                    };
                }
                if self.is_bit_field(operand) {
                    let name = match &operand.kind {
                        Kind::Member(_, name, _) => name.text.clone(),
                        _ => String::new(),
                    };
                    self.error(span, format!("cannot take address of bit-field '{name}'"));
                    return self.poison(span);
                }
                let outer = self.address_operand.replace(operand.span);
                let target = self.target(operand);
                self.address_operand = outer;
                self.address_of(target, span)
            }
            ast::Unary::Dereference => {
                let value = self.value(operand);
                if let Type::Pointer(pointee, _) = &value.ty
                    && matches!(**pointee, Type::Function(_))
                {
                    return Value { span, ..value };
                }
                let target = self.dereference(value, span);
                self.load(target)
            }
            ast::Unary::Increment => self.increment(true, operand, false, span),
            ast::Unary::Decrement => self.increment(false, operand, false, span),
            ast::Unary::Not => {
                let value = self.condition_value(operand);
                let message = match value.ty {
                    Type::Void => "invalid use of void expression",
                    Type::Record(_) => "wrong type argument to unary exclamation mark",
                    _ => "",
                };
                if !message.is_empty() {
                    self.error(span, message);
                    return self.poison(span);
                }
                let operand = self.truth_of(value);
                if let Some(value) = constants::value(&operand) {
                    return Value::integer(constants::integer(i128::from(value == 0), span));
                }
                let kind = ExpressionKind::Not(Box::new(operand));
                Value::integer(Expression { kind, ty: IntegerType::INT, span })
            }
            ast::Unary::Plus | ast::Unary::Minus | ast::Unary::Complement => {
                let value = self.value(operand);
                let ValueKind::Integer(operand) = value.kind else {
                    let complement = operator == ast::Unary::Complement;
                    if matches!(value.ty, Type::Pointer(..) | Type::Record(_) | Type::Void)
                        || (complement && matches!(value.ty, Type::Float(_)))
                    {
                        let message = format!(
                            "wrong type argument to {}",
                            match operator {
                                ast::Unary::Plus => "unary plus",
                                ast::Unary::Minus => "unary minus",
                                _ => "bit-complement",
                            }
                        );
                        self.error(span, message);
                        return self.poison(span);
                    }
                    let (ty, reason) = (value.ty.clone(), value.reason().unwrap_or_default());
                    let effects = self.escaping_effects(value);
                    return Value::other(ty, reason, effects, May::NOTHING, span);
                };
                let ty = promote(operand.ty);
                let mut operand = constants::convert(operand, ty);
                Value::integer(match operator {
                    ast::Unary::Minus => {
                        let constant = constants::value(&operand).is_some();
                        let result = constants::unary(UnaryOperator::Negate, operand, span);
                        if constant {
                            self.doubt_overflow(&result, span);
                        }
                        result
                    }
                    ast::Unary::Complement => constants::unary(UnaryOperator::BitNot, operand, span),
                    _ => {
                        operand.span = span;
                        operand
                    }
                })
            }
            ast::Unary::Real | ast::Unary::Imaginary => {
                let value = self.value(operand);
                let effects = self.escaping_effects(value);
                Value::other(Type::Float(8), "complex value", effects, May::NOTHING, span)
            }
        }
    }

    fn conditional(
        &mut self,
        condition: &ast::Expression,
        then: Option<&ast::Expression>,
        otherwise: &ast::Expression,
        span: Span,
    ) -> Value {
        let condition_value = self.truth(condition);
        let decided = constants::value(&condition_value);
        let at = self.between(condition.span, otherwise.span, "?", span);
        let outer = self.no_hoisting();
        let then = match then {
            Some(then) => self.quietly(decided == Some(0), |c| c.value(then)),
            // `c ?: b` is c where c is true; evaluating it twice is right if it has no effects.
            None if !super::unsupported::has_effects(&condition_value) => self.value(condition),
            None => {
                let ty = Type::Integer(condition_value.ty);
                Value::other(ty, "'?:' without a middle operand", Vec::new(), May::NOTHING, span)
            }
        };
        let otherwise = self.quietly(decided.is_some_and(|d| d != 0), |c| c.value(otherwise));
        self.restore_hoisting(outer);
        if !self.can_be_alternatives(&then.ty, &otherwise.ty) {
            self.error(at, "type mismatch in conditional expression");
            return self.poison(span);
        }
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
                let ty = super::types::common(then.ty, otherwise.ty);
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
                let void = |ty: &Type| matches!(ty, Type::Pointer(pointee, _) if **pointee == Type::Void);
                let ty = match (&then.ty, &otherwise.ty) {
                    // `(void *) 0` has the type of the other branch.
                    (left, right @ Type::Pointer(..)) if void(left) => right.clone(),
                    (Type::Void, _) | (_, Type::Void) => Type::Void,
                    (Type::Integer(_), other) => other.clone(),
                    (Type::Pointer(..), Type::Float(_)) => otherwise.ty.clone(),
                    (ty, _) => ty.clone(),
                };
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
                let reason = reason.unwrap_or_else(|| "structure value".to_owned());
                Value::other(ty, reason, vec![effect], May::NOTHING, span)
            }
        }
    }

    fn comma(&mut self, left: &ast::Expression, right: &ast::Expression, span: Span) -> Value {
        let first = self.effect(left);
        let mark = self.hoisted_count();
        let value = self.value(right);
        let Some(first) = self.hoist_before(mark, first) else { return Value { span, ..value } };
        self.prefixed(vec![first], value, span)
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
                    let reason = Value { ty: ty.clone(), kind: other, span }.reason().unwrap_or_default();
                    ValueKind::Other(Unmodelled::new(reason, first, May::NOTHING))
                }
            }
        };
        Value { ty, kind, span }
    }

    /// Whether `c ? a : b` may have branches of these types.
    fn can_be_alternatives(&self, left: &Type, right: &Type) -> bool {
        match (left, right) {
            (Type::Opaque(_) | Type::Void, _) | (_, Type::Opaque(_) | Type::Void) => true,
            (Type::Record(_), _) | (_, Type::Record(_)) => self.types.compatible(left, right),
            (Type::Float(_), other) | (other, Type::Float(_)) => !other.is_pointer(),
            _ => true,
        }
    }

    /// Whether an expression denotes a bit-field.
    pub fn is_bit_field(&mut self, expression: &ast::Expression) -> bool {
        let Kind::Member(record, name, _) = &expression.kind else { return false };
        // The record is looked at twice; nested deeply, that would be exponential.
        if expression.height > 10 {
            return false;
        }
        let ty = match self.type_of(record) {
            Type::Pointer(pointee, _) => (*pointee).clone(),
            other => other,
        };
        matches!(ty, Type::Record(id) if self.types.bit_field(id, &name.text).is_some())
    }

    /// The values of the cells of a structure value; unknown ones if it is not in cells.
    pub fn cell_values(&mut self, value: Value, ty: &Type) -> (Vec<Expression>, Vec<Expression>) {
        let mut cells = Vec::new();
        self.types.cells(ty, "", &mut cells);
        let span = value.span;
        match value.kind {
            ValueKind::Record { place, effects } if !place_has_effects(&place) => {
                let reads = cells.iter().enumerate().map(|(i, cell)| {
                    let place =
                        super::typed::Place { offset: place.offset + i as u32, ty: cell.ty, ..place.clone() };
                    Expression { kind: ExpressionKind::Read(place), ty: cell.ty, span }
                });
                (effects, reads.collect())
            }
            _ => {
                let reason = value.reason().unwrap_or_else(|| "structure value".to_owned());
                let effects = self.escaping_effects(value);
                let unknown =
                    cells.iter().map(|c| unsupported(reason.clone(), Vec::new(), May::NOTHING, c.ty, span));
                (effects, unknown.collect())
            }
        }
    }
}

/// The expression where an `int` is wanted whose value nobody uses.
pub(super) fn as_int(expression: Expression) -> Expression {
    if expression.ty == IntegerType::INT {
        return expression;
    }
    constants::convert(expression, IntegerType::INT)
}

/// Whether nothing is known of a type, or of what it points to.
fn is_unknown(ty: &Type) -> bool {
    match ty {
        Type::Opaque(_) => true,
        Type::Pointer(pointee, _) => matches!(**pointee, Type::Opaque(_)),
        _ => false,
    }
}
