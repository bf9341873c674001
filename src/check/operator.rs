//! Binary operators, assignments and updates.

use super::Checker;
use super::constants;
use super::conversion::Purpose;
use super::place::value_place;
use super::scalar::relation;
use super::tree::{Expression, ExpressionKind, Place};
use super::types::{Type, common, promote};
use focuscheck_base::arith::IntegerType;
use focuscheck_base::source::Span;
use focuscheck_syntax::ast::{self, Binary};

impl Checker<'_> {
    /// A binary operation.
    pub fn binary(
        &mut self,
        operator: Binary,
        left: &ast::Expression,
        right: &ast::Expression,
        span: Span,
    ) -> Expression {
        if matches!(operator, Binary::And | Binary::Or) {
            let left = self.truth(left);
            let and = operator == Binary::And;
            let known = constants::truth(&left);
            let right = self.quietly(known == Some(!and), |c| c.truth(right));
            let constant =
                known.zip(constants::truth(&right)).map(|(l, r)| if and { l && r } else { l || r });
            let (left, right) = (Box::new(left), Box::new(right));
            let kind = if and { ExpressionKind::And(left, right) } else { ExpressionKind::Or(left, right) };
            let ty = Type::Integer(IntegerType::INT);
            return Expression { kind, ty, span, constant: constant.map(i128::from) };
        }
        let at = self.between(left.span, right.span, operator.symbol(), span);
        let (left, right) = (self.expression(left), self.expression(right));
        self.operation(operator, left, right, at, span)
    }

    /// An operation that evaluates both operands; `at` is where the operator stands.
    fn operation(
        &mut self,
        operator: Binary,
        left: Expression,
        right: Expression,
        at: Span,
        span: Span,
    ) -> Expression {
        let (Some(left_type), Some(right_type)) = (left.integer(), right.integer()) else {
            if !self.check_operands(operator, (&left.ty, left.span), &right, at) {
                return self.poison(span);
            }
            let ty = result_type(operator, &left.ty, &right.ty, self.types.long());
            let both_null = left.constant == Some(0) && right.constant == Some(0);
            let constant = match operator {
                Binary::Equal if both_null => Some(1),
                Binary::NotEqual if both_null => Some(0),
                _ => None,
            };
            let kind = ExpressionKind::Binary(operator, Box::new(left), Box::new(right));
            return Expression { kind, ty, span, constant };
        };
        let shift = matches!(operator, Binary::ShiftLeft | Binary::ShiftRight);
        let operation = if shift { promote(left_type) } else { common(left_type, right_type) };
        let other = if shift { promote(right_type) } else { operation };
        let compares = relation(operator);
        let ty = if compares.is_some() { IntegerType::INT } else { operation };
        self.doubt_right_operand(operator, left_type, right.constant, at);
        let both = left.constant.is_some() && right.constant.is_some();
        if let (Some(relation), false) = (compares, both) {
            self.doubt_comparison(relation, (left_type, left.constant), (right_type, right.constant), at);
        }
        let left = constants::convert(left, &Type::Integer(operation));
        let right = constants::convert(right, &Type::Integer(other));
        let known = left.constant.zip(right.constant);
        let constant = known.and_then(|(l, r)| constants::binary(operator, l, r, operation));
        let kind = ExpressionKind::Binary(operator, Box::new(left), Box::new(right));
        let result = Expression { kind, ty: Type::Integer(ty), span, constant };
        if both && constant.is_none() {
            self.doubt_overflow(&result, at);
        }
        result
    }

    /// Whether the operator can be applied to such operands; an error if not. The left one may be a place.
    fn check_operands(
        &mut self,
        operator: Binary,
        (left, left_span): (&Type, Span),
        right: &Expression,
        at: Span,
    ) -> bool {
        if *left == Type::Void || right.ty == Type::Void {
            let void = if *left == Type::Void { left_span } else { right.span };
            self.error(void, "void value not ignored as it ought to be");
            return false;
        }
        let right = &right.ty;
        let any = |test: fn(&Type) -> bool| test(left) || test(right);
        if any(|t| matches!(t, Type::Opaque(_))) {
            return true;
        }
        let integral = matches!(
            operator,
            Binary::Remainder
                | Binary::ShiftLeft
                | Binary::ShiftRight
                | Binary::BitAnd
                | Binary::BitOr
                | Binary::BitXor
        );
        let both_pointers = left.is_pointer() && right.is_pointer();
        let invalid = any(|t| matches!(t, Type::Record(_)))
            || (integral && any(|t| t.integer().is_none()))
            || (matches!(operator, Binary::Multiply | Binary::Divide) && any(Type::is_pointer))
            || (operator == Binary::Add && both_pointers)
            || (operator == Binary::Subtract && right.is_pointer() && !left.is_pointer())
            || (any(Type::is_pointer) && any(|t| matches!(t, Type::Float(_))));
        if invalid {
            let (l, r) = (self.types.name(left), self.types.name(right));
            let symbol = operator.symbol();
            self.error(at, format!("invalid operands to binary {symbol} (have '{l}' and '{r}')"));
        }
        !invalid
    }

    /// A place to be changed. `None` after an error.
    fn assignable(&mut self, expression: &ast::Expression, change: Change, at: Span) -> Option<Place> {
        let (what, action) = change.named();
        if !self.is_lvalue(expression) || matches!(expression.kind, ast::ExpressionKind::String(_)) {
            let value = self.expression(expression);
            if !matches!(value.ty, Type::Opaque(_)) {
                self.error(at, format!("lvalue required as {what}"));
                return None;
            }
            return Some(value_place(value));
        }
        let place = self.place(expression);
        let array = matches!(place.ty, Type::Array(..) | Type::VariableArray(_));
        let message = if array && change == Change::Assignment {
            "assignment to expression with array type".to_owned()
        } else if array {
            format!("lvalue required as {what}")
        } else if place.constant {
            format!("{action} of {}", self.read_only_name(&place))
        } else if self.types.has_constant_member(&place.ty) {
            let text = self.source.slice(expression.span);
            let kind = match expression.kind {
                ast::ExpressionKind::Identifier(_) => "variable",
                _ => "location",
            };
            format!("{action} of read-only {kind} '{text}'")
        } else {
            return Some(place);
        };
        self.error(at, message);
        None
    }

    /// `target = value`.
    pub fn assign(&mut self, target: &ast::Expression, value: &ast::Expression, span: Span) -> Expression {
        let at = self.between(target.span, value.span, "=", span);
        let place = self.assignable(target, Change::Assignment, at);
        let from = self.locus(value);
        let value = self.expression(value);
        let Some(place) = place else { return self.poison(span) };
        let value = self.converted(&place.ty, value, from, Purpose::Assignment);
        let ty = place.ty.clone();
        Expression::new(ExpressionKind::Assign(Box::new(place), Box::new(value)), ty, span)
    }

    /// `target op= value`.
    pub fn update(
        &mut self,
        operator: Binary,
        target: &ast::Expression,
        value: &ast::Expression,
        span: Span,
    ) -> Expression {
        let symbol = operator.symbol().to_owned() + "=";
        let at = self.between(target.span, value.span, &symbol, span);
        let place = self.assignable(target, Change::Assignment, at);
        let value = self.expression(value);
        let Some(place) = place else { return self.poison(span) };
        self.update_place(operator, place, value, false, (at, span))
    }

    /// `++` and `--`.
    pub fn increment(
        &mut self,
        plus: bool,
        operand: &ast::Expression,
        postfix: bool,
        span: Span,
    ) -> Expression {
        let change = if plus { Change::Increment } else { Change::Decrement };
        let at = if postfix {
            let end = Span::new(span.end, span.end);
            self.between(operand.span, end, if plus { "++" } else { "--" }, span)
        } else {
            span
        };
        let Some(place) = self.assignable(operand, change, at) else { return self.poison(span) };
        if matches!(place.ty, Type::Record(_)) {
            self.error(at, format!("wrong type argument to {}", change.named().1));
            return self.poison(span);
        }
        let operator = if plus { Binary::Add } else { Binary::Subtract };
        let one = constants::constant(1, IntegerType::INT, span);
        self.update_place(operator, place, one, postfix, (at, span))
    }

    fn update_place(
        &mut self,
        operator: Binary,
        place: Place,
        value: Expression,
        postfix: bool,
        (at, span): (Span, Span),
    ) -> Expression {
        let value = match (place.ty.integer(), value.integer()) {
            (Some(ty), Some(own)) => {
                self.doubt_right_operand(operator, ty, value.constant, at);
                let shift = matches!(operator, Binary::ShiftLeft | Binary::ShiftRight);
                let operation = if shift { promote(own) } else { common(ty, own) };
                constants::convert(value, &Type::Integer(operation))
            }
            _ => {
                let left = place.ty.clone().into_decayed();
                if !self.check_operands(operator, (&left, place.span), &value, at) {
                    return self.poison(span);
                }
                value
            }
        };
        let ty = place.ty.clone();
        let kind =
            ExpressionKind::Update { place: Box::new(place), operator, value: Box::new(value), postfix };
        Expression::new(kind, ty, span)
    }
}

/// How a place is changed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Change {
    /// `=` and `op=`.
    Assignment,
    /// `++`.
    Increment,
    /// `--`.
    Decrement,
}

impl Change {
    /// The words of gcc's messages: what has to be a place, and what is done.
    fn named(self) -> (&'static str, &'static str) {
        match self {
            Change::Assignment => ("left operand of assignment", "assignment"),
            Change::Increment => ("increment operand", "increment"),
            Change::Decrement => ("decrement operand", "decrement"),
        }
    }
}

/// The type of an operation with an operand that is no integer.
fn result_type(operator: Binary, left: &Type, right: &Type, long: IntegerType) -> Type {
    if relation(operator).is_some() {
        return Type::Integer(IntegerType::INT);
    }
    match (left, right) {
        (Type::Opaque(_), _) => left.clone(),
        (_, Type::Opaque(_)) => right.clone(),
        (Type::Pointer(..), Type::Pointer(..)) => Type::Integer(long),
        (Type::Pointer(..), _) => left.clone(),
        (_, Type::Pointer(..)) => right.clone(),
        (Type::Float(a), Type::Float(b)) => Type::Float(*a.max(b)),
        (Type::Float(_), _) => left.clone(),
        (_, Type::Float(_)) => right.clone(),
        _ => Type::Integer(IntegerType::INT),
    }
}
