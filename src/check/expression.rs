//! Expressions: their types.

use super::Checker;
use super::checker::Asked;
use super::constants;
use super::library::ResultType;
use super::names::Symbol;
use super::tree::{Expression, ExpressionKind, Place, PlaceKind};
use super::types::{Type, common, promote};
use super::vocabulary;
use focuscheck_base::arith::{IntegerType, UnaryOperator};
use focuscheck_base::limit::spend;
use focuscheck_base::source::Span;
use focuscheck_syntax::ast::{self, ExpressionKind as Kind};

impl Checker<'_> {
    /// An expression as a value.
    pub fn expression(&mut self, expression: &ast::Expression) -> Expression {
        spend(1);
        let span = expression.span;
        match &expression.kind {
            Kind::Identifier(name) => self.identifier(name, span),
            Kind::Integer(integer) => self.integer_constant(integer, span),
            Kind::Float(text) => {
                let size = if text.ends_with(['f', 'F']) { 4 } else { 8 };
                Expression::new(ExpressionKind::Float(text.clone()), Type::Float(size), span)
            }
            Kind::Character { value, text } => self.character(*value, text, span),
            Kind::Any if !self.condition => {
                // The argument of an unread macro may be anything.
                if !self.unread {
                    self.error(span, "'*' stands for any truth value; it can only be a condition");
                }
                self.poison(span)
            }
            Kind::Any => Expression::new(ExpressionKind::Any, Type::Integer(IntegerType::INT), span),
            Kind::String(_) | Kind::Index(..) | Kind::Member(..) | Kind::Compound(..) => {
                let place = self.place(expression);
                self.loaded(place)
            }
            Kind::Unary(operator, operand) => self.unary(*operator, operand, span),
            Kind::Postfix(plus, operand) => self.increment(*plus, operand, true, span),
            Kind::Binary(operator, left, right) => self.binary(*operator, left, right, span),
            Kind::Assign(None, target, value) => self.assign(target, value, span),
            Kind::Assign(Some(operator), target, value) => self.update(*operator, target, value, span),
            Kind::Conditional(condition, then, otherwise) => {
                self.conditional(condition, then.as_deref(), otherwise, span)
            }
            Kind::Comma(left, right) => {
                let left = self.expression(left);
                let right = self.expression(right);
                let ty = right.ty.clone();
                Expression::new(ExpressionKind::Comma(Box::new(left), Box::new(right)), ty, span)
            }
            Kind::Call(function, arguments) => self.call(function, arguments, span),
            Kind::Cast(ty, operand) => {
                let (ty, sizes) = self.evaluated_type(ty);
                let value = self.expression(operand);
                after(sizes, self.checked_cast(value, ty, span))
            }
            Kind::SizeofExpression(operand) => self.size_of_expression(operand, span),
            Kind::SizeofType(name) => {
                let (ty, sizes) = self.evaluated_type(name);
                after(sizes, self.size_of(&ty, Vec::new(), name.span, span))
            }
            Kind::Alignof(name) => {
                let ty = self.type_name(name);
                self.alignment(&ty, name.span, span)
            }
            Kind::AlignofExpression(_) => {
                let ty = Type::Integer(self.types.size_type());
                unknown("alignment of this object", Vec::new(), ty, span)
            }
            Kind::Statement(block) => self.statement_expression(block, span),
            Kind::Generic(selector, choices) => self.generic(selector, choices, span),
            Kind::Offsetof(name, path) => self.offset_of(name, path, span),
            Kind::VariableArgument(list, ty) => {
                let (ty, sizes) = self.evaluated_type(ty);
                let list = self.expression(list);
                after(sizes, Expression::new(ExpressionKind::VariableArgument(Box::new(list)), ty, span))
            }
            Kind::TypesCompatible(left, right) => {
                let (left, right) = (self.type_name(left), self.type_name(right));
                self.types_compatible(&left, &right, span)
            }
            Kind::LabelAddress(name) => self.label_address(name, span),
        }
    }

    /// `&&label`
    fn label_address(&mut self, name: &ast::Name, span: Span) -> Expression {
        let ty = Type::Void.pointer_to();
        match self.label(&name.text) {
            Some(label) => Expression::new(ExpressionKind::LabelAddress(label), ty, span),
            None => {
                if self.current.is_some() {
                    self.missing_label(name, span);
                }
                unknown("address of a label", Vec::new(), ty, span)
            }
        }
    }

    /// The value of something that has been reported as wrong: nothing more is said about it.
    pub fn poison(&self, span: Span) -> Expression {
        unknown("error", Vec::new(), Type::Opaque("error".to_owned()), span)
    }

    /// The value of a place; arrays and functions decay.
    pub fn loaded(&mut self, place: Place) -> Expression {
        let span = place.span;
        match place.ty.clone() {
            Type::Array(element, _) | Type::VariableArray(element) => {
                let constant = place.constant && !matches!(place.kind, PlaceKind::Text(_));
                let ty = Type::Pointer(element, constant);
                Expression::new(ExpressionKind::Decay(Box::new(place)), ty, span)
            }
            ty => {
                let constant = match &place.kind {
                    PlaceKind::Element(text, index) => character(text, index, &ty),
                    _ => None,
                };
                let kind = ExpressionKind::Load(Box::new(place));
                Expression { kind, ty: ty.into_decayed(), span, constant }
            }
        }
    }

    /// A condition: true when not zero.
    pub fn truth(&mut self, expression: &ast::Expression) -> Expression {
        let value = self.condition_value(expression);
        match value.ty {
            Type::Record(id) => {
                let kind = if self.types.records[id].union { "union" } else { "struct" };
                let at = self.locus(expression);
                self.error(at, format!("used {kind} type value where scalar is required"));
            }
            Type::Void => self.error(value.span, "void value not ignored as it ought to be"),
            Type::Integer(_)
            | Type::Float(_)
            | Type::Pointer(..)
            | Type::Array(..)
            | Type::VariableArray(_)
            | Type::Function(_)
            | Type::Opaque(_) => {}
        }
        value
    }

    /// The value of an expression that may be Cimple's `*`.
    fn condition_value(&mut self, expression: &ast::Expression) -> Expression {
        self.condition = matches!(expression.kind, Kind::Any);
        let value = self.expression(expression);
        self.condition = false;
        value
    }

    /// A name as a value.
    fn identifier(&mut self, name: &str, span: Span) -> Expression {
        match self.lookup(name) {
            Some(Symbol::Object(object)) => {
                let place = self.object_place(object, span);
                self.loaded(place)
            }
            Some(Symbol::Constant(Some(value), ty)) => constants::constant(value, ty, span),
            Some(Symbol::Constant(None, ty)) => {
                unknown("value of an enumerator", Vec::new(), Type::Integer(ty), span)
            }
            Some(Symbol::Function(id)) => {
                let signature = self.functions[id.index()].signature.clone();
                let ty = Type::Function(signature.into()).pointer_to();
                Expression::new(ExpressionKind::Function(id), ty, span)
            }
            Some(Symbol::Typedef(..)) => {
                self.error(span, format!("unexpected type name '{name}'"));
                self.poison(span)
            }
            None => self.undeclared_name(name, span),
        }
    }

    /// A name that the file does not declare.
    pub fn undeclared_name(&mut self, name: &str, span: Span) -> Expression {
        let character = || Type::Integer(IntegerType { width: 8, signed: true, float: false });
        let ty = match name {
            "true" => return constants::constant(1, IntegerType::INT, span),
            "false" => return constants::constant(0, IntegerType::INT, span),
            "stdin" | "stdout" | "stderr" => ResultType::File.ty(&self.types),
            "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__" => character().pointer_to(),
            _ if vocabulary::is_standard(name) => Type::Opaque(name.to_owned()),
            "errno" => Type::Integer(IntegerType::INT),
            "optarg" | "environ" => character().pointer_to(),
            _ if vocabulary::is_known(name) => Type::Opaque(name.to_owned()).pointer_to(),
            _ if self.unread => Type::Opaque(name.to_owned()),
            _ => {
                if self.undeclared.insert(name.to_owned()) {
                    let message = match (self.asked, self.current.is_some()) {
                        (Some(Asked::OfProgram), _) if name == "\\result" => {
                            "'\\result' needs a function: write 'FUNC: …'".to_owned()
                        }
                        (Some(Asked::OfFunction), _) if name == "\\result" => {
                            "the function has no integer result".to_owned()
                        }
                        (Some(_), _) => format!("'{name}' undeclared"),
                        (None, true) => format!("'{name}' undeclared (first use in this function)"),
                        (None, false) => format!("'{name}' undeclared here (not in a function)"),
                    };
                    self.error(span, message);
                }
                return self.poison(span);
            }
        };
        Expression::new(ExpressionKind::Undeclared(name.to_owned()), ty, span)
    }

    pub fn character(&mut self, value: i64, text: &str, span: Span) -> Expression {
        let bytes = self.source.is_of_bytes() && !text.is_ascii();
        let value = bytes.then(|| focuscheck_syntax::character_of_bytes(text)).flatten().unwrap_or(value);
        let ty = match text.as_bytes().first() {
            Some(b'u') => IntegerType { width: 16, signed: false, float: false },
            Some(b'U') => IntegerType::UNSIGNED,
            _ => IntegerType::INT,
        };
        constants::constant(ty.convert(i128::from(value)), ty, span)
    }

    fn integer_constant(&mut self, integer: &ast::Integer, span: Span) -> Expression {
        let value = i128::from(integer.value);
        let long = self.types.long().width;
        let widths: &[u8] = match integer.longs {
            0 => &[32, long, 64],
            1 => &[long, 64],
            _ => &[64],
        };
        let mut candidates = widths.iter().flat_map(|&width| {
            let signed = (!integer.unsigned).then_some(IntegerType { width, signed: true, float: false });
            let unsigned = (integer.unsigned || !integer.decimal).then_some(IntegerType {
                width,
                signed: false,
                float: false,
            });
            [signed, unsigned].into_iter().flatten()
        });
        match candidates.find(|t| t.contains(value)) {
            Some(ty) => constants::constant(value, ty, span),
            // gcc takes a type of 128 bits where it has one.
            None if long == 64 => {
                let ty = Type::Opaque("__int128".to_owned());
                unknown("constant of 128 bits", Vec::new(), ty, span)
            }
            None => constants::constant(value, IntegerType { width: 64, signed: false, float: false }, span),
        }
    }

    fn unary(&mut self, operator: ast::Unary, operand: &ast::Expression, span: Span) -> Expression {
        match operator {
            ast::Unary::AddressOf => self.address_of(operand, span),
            ast::Unary::Dereference => {
                let value = self.expression(operand);
                if let Type::Pointer(pointee, _) = &value.ty
                    && matches!(**pointee, Type::Function(_))
                {
                    return Expression { span, ..value };
                }
                let place = self.dereference(value, span);
                self.loaded(place)
            }
            ast::Unary::Increment => self.increment(true, operand, false, span),
            ast::Unary::Decrement => self.increment(false, operand, false, span),
            ast::Unary::Not => {
                let operand = self.condition_value(operand);
                let message = match operand.ty {
                    Type::Void => "invalid use of void expression",
                    Type::Record(_) => "wrong type argument to unary exclamation mark",
                    _ => "",
                };
                if !message.is_empty() {
                    self.error(span, message);
                    return self.poison(span);
                }
                let constant = constants::truth(&operand).map(|known| i128::from(!known));
                let kind = ExpressionKind::Not(Box::new(operand));
                Expression { kind, ty: Type::Integer(IntegerType::INT), span, constant }
            }
            ast::Unary::Plus | ast::Unary::Minus | ast::Unary::Complement => {
                self.arithmetic_unary(operator, operand, span)
            }
            ast::Unary::Real | ast::Unary::Imaginary => {
                let operand = self.expression(operand);
                Expression::new(ExpressionKind::ComplexPart(Box::new(operand)), Type::Float(8), span)
            }
        }
    }

    /// `+e`, `-e`, `~e`
    fn arithmetic_unary(
        &mut self,
        operator: ast::Unary,
        operand: &ast::Expression,
        span: Span,
    ) -> Expression {
        let operand = self.expression(operand);
        let complement = operator == ast::Unary::Complement;
        let wrong = matches!(operand.ty, Type::Pointer(..) | Type::Record(_) | Type::Void)
            || (complement && matches!(operand.ty, Type::Float(_)));
        if wrong {
            let name = match operator {
                ast::Unary::Plus => "unary plus",
                ast::Unary::Minus => "unary minus",
                _ => "bit-complement",
            };
            self.error(span, format!("wrong type argument to {name}"));
            return self.poison(span);
        }
        let ty = match operand.ty.clone() {
            Type::Integer(ty) => Type::Integer(promote(ty)),
            other => other,
        };
        if operator == ast::Unary::Plus {
            let constant = constants::converted_value(&operand, &ty);
            return Expression { kind: ExpressionKind::Cast(Box::new(operand)), ty, span, constant };
        }
        let operand = constants::promoted(operand);
        let operator = if complement { UnaryOperator::BitNot } else { UnaryOperator::Negate };
        let known = operand.constant;
        let constant = ty
            .integer()
            .zip(known)
            .and_then(|(ty, value)| focuscheck_base::arith::unary(operator, ty, value).ok());
        let kind = ExpressionKind::Unary(operator, Box::new(operand));
        let result = Expression { kind, ty, span, constant };
        if known.is_some() && constant.is_none() {
            self.doubt_overflow(&result, span);
        }
        result
    }

    fn conditional(
        &mut self,
        condition: &ast::Expression,
        then: Option<&ast::Expression>,
        otherwise: &ast::Expression,
        span: Span,
    ) -> Expression {
        let at = self.between(condition.span, otherwise.span, "?", span);
        let condition = self.truth(condition);
        let decided = constants::truth(&condition);
        let then = then.map(|then| self.quietly(decided == Some(false), |c| c.expression(then)));
        let otherwise = self.quietly(decided == Some(true), |c| c.expression(otherwise));
        let (first, second) = (&then.as_ref().unwrap_or(&condition).ty, &otherwise.ty);
        if !self.can_be_alternatives(first, second) {
            self.error(at, "type mismatch in conditional expression");
            return self.poison(span);
        }
        let ty = alternative_type(first, second);
        let (then, otherwise) = match &ty {
            Type::Integer(_) => {
                (then.map(|e| constants::convert(e, &ty)), constants::convert(otherwise, &ty))
            }
            _ => (then, otherwise),
        };
        // A constant condition decides, as in C's constant expressions.
        let chosen = match (decided, &then) {
            (Some(true), Some(then)) => Some(then),
            (Some(true), None) => Some(&condition),
            (Some(false), _) => Some(&otherwise),
            (None, _) => None,
        };
        let constant = chosen.and_then(|e| constants::converted_value(e, &ty));
        let kind = ExpressionKind::Conditional(Box::new(condition), then.map(Box::new), Box::new(otherwise));
        Expression { kind, ty, span, constant }
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
}

/// The type of `c ? a : b` with branches of these types.
fn alternative_type(then: &Type, otherwise: &Type) -> Type {
    let void = |ty: &Type| matches!(ty, Type::Pointer(pointee, _) if **pointee == Type::Void);
    match (then, otherwise) {
        (Type::Integer(a), Type::Integer(b)) => Type::Integer(common(*a, *b)),
        // `(void *) 0` has the type of the other branch.
        (left, right @ Type::Pointer(..)) if void(left) => right.clone(),
        (Type::Void, _) | (_, Type::Void) => Type::Void,
        (Type::Integer(_), other) => other.clone(),
        (Type::Pointer(..), other @ Type::Float(_)) => other.clone(),
        (Type::Float(a), Type::Float(b)) => Type::Float(*a.max(b)),
        (ty, _) => ty.clone(),
    }
}

/// The value of a character of a string literal, if it is known which one.
fn character(text: &Place, index: &Expression, ty: &Type) -> Option<i128> {
    let (PlaceKind::Text(units), Type::Integer(ty)) = (&text.kind, ty) else { return None };
    let index = index.constant.and_then(|i| usize::try_from(i).ok()).filter(|&i| i <= units.len())?;
    Some(ty.convert(i128::from(units.get(index).copied().unwrap_or(0))))
}

/// A value that is not known.
pub(super) fn unknown(reason: &str, operands: Vec<Expression>, ty: Type, span: Span) -> Expression {
    Expression::new(ExpressionKind::Unknown(reason.to_owned(), operands), ty, span)
}

/// An expression after others are evaluated.
pub(super) fn after(first: Vec<Expression>, last: Expression) -> Expression {
    first.into_iter().rev().fold(last, |rest, first| {
        let (ty, span) = (rest.ty.clone(), rest.span);
        Expression::new(ExpressionKind::Comma(Box::new(first), Box::new(rest)), ty, span)
    })
}
