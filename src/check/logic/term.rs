//! Terms.

use super::builtin::truth;
use super::elaborate::{Clause, Elaborator, Read, Variable};
use super::place::Value;
use super::tree::{LogicType, Place, PlaceKind, Predicate, PredicateKind, StateLabel, Term, TermKind};
use crate::scalar::arithmetic;
use crate::types::Type;
use focuscheck_base::arith::UnaryOperator;
use focuscheck_base::limit::spend;
use focuscheck_base::source::Span;
use focuscheck_syntax::acsl::tree::{Expression, ExpressionKind as Kind};
use focuscheck_syntax::ast::{Binary, Name, Unary};

impl Elaborator<'_, '_> {
    /// A term; arrays are the addresses of their first elements.
    pub fn term(&mut self, expression: &Expression) -> Read<Term> {
        spend(1);
        self.nodes += 1;
        let span = expression.span;
        match &expression.kind {
            Kind::Name(name) => self.named_term(name, span),
            Kind::Integer(value) => Ok(Term::integer(i128::from(value.value), span)),
            Kind::Float(_) => Ok(Term::unmodelled("real number", span)),
            Kind::Character { value, text } => {
                let value = self.checker.character(*value, text, span);
                Ok(Term::integer(value.constant.unwrap_or_default(), span))
            }
            Kind::Text(_) => Ok(Term::unmodelled("string literal", span)),
            Kind::Index(..) | Kind::Member(..) => {
                let value = self.value(expression)?;
                self.loaded(value)
            }
            Kind::Unary(operator, operand) => self.prefixed(*operator, operand, expression),
            Kind::Binary(operator, left, right) => {
                let (left, right) = (self.term(left)?, self.term(right)?);
                self.binary(*operator, left, right, span)
            }
            Kind::BitImplies(left, right) => {
                let (left, right) = (self.term(left)?, self.term(right)?);
                let left = self.negated_bits(left)?;
                self.binary(Binary::BitOr, left, right, span)
            }
            Kind::BitIff(left, right) => {
                let (left, right) = (self.term(left)?, self.term(right)?);
                let differ = self.binary(Binary::BitXor, left, right, span)?;
                self.negated_bits(differ)
            }
            Kind::Conditional(condition, then, otherwise) => {
                let condition = self.predicate(condition)?;
                let (then, otherwise) = (self.term(then)?, self.term(otherwise)?);
                self.conditional(condition, then, otherwise, span)
            }
            Kind::Let(name, value, body) => self.let_term(name, value, body, span),
            Kind::Named(_, body) => self.term(body),
            Kind::At(inner, label) => {
                let label = self.label(label)?;
                self.term_in(label, inner, span)
            }
            Kind::Apply(name, labels, arguments) => self.applied_term(name, labels, arguments, span),
            Kind::Cast(ty, operand) => {
                let to = self.logic_type(ty, span);
                let operand = self.term(operand)?;
                self.cast(to, operand, span)
            }
            Kind::SizeofType(ty, of) => {
                let size = self.size_of_named(ty, *of);
                Ok(self.size_term(size, span))
            }
            Kind::SizeofExpression(operand) => {
                let size = self.size_of_value(operand)?;
                Ok(self.size_term(size, span))
            }
            Kind::Range(low, high) => self.range(low.as_deref(), high.as_deref(), span),
            Kind::Set(_) => Ok(Term::unmodelled("set of values", span)),
            Kind::Unmodelled(what) => Ok(Term::unmodelled(what.clone(), span)),
            Kind::Chain(..)
            | Kind::In(..)
            | Kind::And(_)
            | Kind::Or(_)
            | Kind::Xor(..)
            | Kind::Implies(..)
            | Kind::Iff(..)
            | Kind::Quantified(..) => {
                let predicate = self.single(|e| e.predicate(expression))?;
                Ok(truth(predicate, span))
            }
        }
    }

    /// An operator before its operand.
    fn prefixed(&mut self, operator: Unary, operand: &Expression, whole: &Expression) -> Read<Term> {
        let span = whole.span;
        match operator {
            Unary::Dereference => {
                let value = self.value(whole)?;
                self.loaded(value)
            }
            Unary::AddressOf => self.address_of(operand, span),
            Unary::Plus => {
                let operand = self.term(operand)?;
                self.number(Term { span, ..operand }, "+")
            }
            Unary::Minus => self.unary(UnaryOperator::Negate, operand, span),
            Unary::Complement => self.unary(UnaryOperator::BitNot, operand, span),
            Unary::Not => {
                let predicate = self.single(|e| e.predicate(whole))?;
                Ok(truth(predicate, span))
            }
            Unary::Increment | Unary::Decrement | Unary::Real | Unary::Imaginary => {
                self.error(span, "this has no place in an annotation")
            }
        }
    }

    /// A term in another state; an array that is named is all of it there.
    pub fn term_in(&mut self, label: StateLabel, inner: &Expression, span: Span) -> Read<Term> {
        let (inner, other) = self.in_state(label, |e| {
            let value = e.value(inner)?;
            e.whole(value)
        })?;
        if inner.missing().is_some() || !other {
            return Ok(Term { span, ..inner });
        }
        Ok(Term { span, ..inner.at(label) })
    }

    fn unary(&mut self, operator: UnaryOperator, operand: &Expression, span: Span) -> Read<Term> {
        let symbol = if operator == UnaryOperator::Negate { "-" } else { "~" };
        let operand = self.term(operand)?;
        let operand = self.number(operand, symbol)?;
        if let TermKind::Integer(value) = operand.kind {
            let value = if operator == UnaryOperator::Negate { value.checked_neg() } else { Some(!value) };
            if let Some(value) = value {
                return Ok(Term::integer(value, span));
            }
        }
        Ok(self.integral(TermKind::Unary(operator, Box::new(operand.clone())), &[&operand], span))
    }

    fn negated_bits(&mut self, operand: Term) -> Read<Term> {
        let operand = self.number(operand, "~")?;
        let span = operand.span;
        Ok(self.integral(
            TermKind::Unary(UnaryOperator::BitNot, Box::new(operand.clone())),
            &[&operand],
            span,
        ))
    }

    /// An integer made of others, unless one of them is not modelled.
    fn integral(&self, kind: TermKind, operands: &[&Term], span: Span) -> Term {
        match operands.iter().find_map(|operand| operand.missing()) {
            Some(what) => Term::new(TermKind::Unmodelled(what.clone()), LogicType::Unknown, span),
            None => Term::new(kind, LogicType::Integer(None), span),
        }
    }

    /// An operand that must be an integer, or is not modelled.
    pub fn number(&mut self, term: Term, symbol: &str) -> Read<Term> {
        match term.ty {
            LogicType::Integer(_) | LogicType::Boolean | LogicType::Unknown => Ok(term),
            LogicType::Real => Ok(Term::unmodelled("real number", term.span)),
            LogicType::Pointer(_) | LogicType::Aggregate(_) => {
                let name = self.type_name(&term.ty);
                self.error(term.span, format!("'{symbol}' wants an integer, this is of type '{name}'"))
            }
        }
    }

    /// Arithmetic of integers, and of pointers.
    pub fn binary(&mut self, operator: Binary, left: Term, right: Term, span: Span) -> Read<Term> {
        if let Some(what) = left.missing().or(right.missing()) {
            return Ok(Term::new(TermKind::Unmodelled(what.clone()), LogicType::Unknown, span));
        }
        match (operator, &left.ty, &right.ty) {
            (Binary::Add | Binary::Subtract, LogicType::Pointer(_), LogicType::Integer(_)) => {
                return self.moved(left, right, operator == Binary::Subtract, span);
            }
            (Binary::Add, LogicType::Integer(_), LogicType::Pointer(_)) => {
                return self.moved(right, left, false, span);
            }
            (Binary::Subtract, LogicType::Pointer(_), LogicType::Pointer(_)) => {
                let kind = TermKind::Distance(Box::new(left), Box::new(right));
                return Ok(Term::new(kind, LogicType::Integer(None), span));
            }
            _ => {}
        }
        let symbol = operator.symbol();
        let (left, right) = (self.number(left, symbol)?, self.number(right, symbol)?);
        let Some(operator) = arithmetic(operator) else {
            return self.error(span, format!("'{symbol}' is no operator on values"));
        };
        if let (TermKind::Integer(a), TermKind::Integer(b)) = (&left.kind, &right.kind)
            && let focuscheck_base::arith::Exact::Number(value) =
                focuscheck_base::arith::exact(operator, *a, *b)
        {
            return Ok(Term::integer(value, span));
        }
        Ok(self.integral(
            TermKind::Binary(operator, Box::new(left.clone()), Box::new(right.clone())),
            &[&left, &right],
            span,
        ))
    }

    /// A pointer and by how many objects it is moved.
    pub fn moved(&mut self, pointer: Term, by: Term, back: bool, span: Span) -> Read<Term> {
        let by = match back {
            true => {
                let own = by.span;
                match by.kind {
                    TermKind::Integer(value) if value != i128::MIN => Term::integer(-value, own),
                    _ => {
                        let kind = TermKind::Unary(UnaryOperator::Negate, Box::new(by));
                        Term::new(kind, LogicType::Integer(None), own)
                    }
                }
            }
            false => by,
        };
        let ty = pointer.ty.clone();
        Ok(Term::new(TermKind::Moved(Box::new(pointer), Box::new(by)), ty, span))
    }

    /// One of two terms, of one type.
    pub fn conditional(
        &mut self,
        condition: Predicate,
        then: Term,
        otherwise: Term,
        span: Span,
    ) -> Read<Term> {
        if let Some(what) = then.missing().or(otherwise.missing()) {
            return Ok(Term::new(TermKind::Unmodelled(what.clone()), LogicType::Unknown, span));
        }
        if let PredicateKind::Unmodelled(what) = &condition.kind {
            return Ok(Term::new(TermKind::Unmodelled(what.clone()), LogicType::Unknown, span));
        }
        let (then, otherwise) = match (&then.ty, &otherwise.ty) {
            (LogicType::Pointer(_), LogicType::Integer(_)) => {
                let ty = then.ty.clone();
                (then, self.as_pointer(otherwise, &ty, span)?)
            }
            (LogicType::Integer(_), LogicType::Pointer(_)) => {
                let ty = otherwise.ty.clone();
                (self.as_pointer(then, &ty, span)?, otherwise)
            }
            _ => (then, otherwise),
        };
        let ty = match (&then.ty, &otherwise.ty) {
            (a, b) if a == b => a.clone(),
            (LogicType::Integer(_) | LogicType::Boolean, LogicType::Integer(_) | LogicType::Boolean) => {
                LogicType::Integer(None)
            }
            (LogicType::Pointer(_), LogicType::Pointer(_)) => match then.kind {
                TermKind::Null => otherwise.ty.clone(),
                _ => then.ty.clone(),
            },
            (a, b) => {
                let (a, b) = (self.type_name(a), self.type_name(b));
                return self.error(span, format!("'{a}' and '{b}' in one conditional"));
            }
        };
        let kind = TermKind::Conditional(Box::new(condition), Box::new(then), Box::new(otherwise));
        Ok(Term::new(kind, ty, span))
    }

    fn let_term(&mut self, name: &Name, value: &Expression, body: &Expression, span: Span) -> Read<Term> {
        let value = self.single(|e| e.term(value))?;
        let (binder, variable) = self.bound(&name.text, value, name.span);
        let body = self.with_variables(vec![variable], |e| e.term(body))?;
        if body.missing().is_some() {
            return Ok(body);
        }
        Ok(match binder {
            Some((binder, value)) => {
                let ty = body.ty.clone();
                Term::new(TermKind::Let(binder, Box::new(value), Box::new(body)), ty, span)
            }
            None => Term { span, ..body },
        })
    }

    /// A name that is no place, or the value of the place.
    fn named_term(&mut self, name: &str, span: Span) -> Read<Term> {
        match name {
            "\\true" | "\\false" => {
                let kind = if name == "\\true" { PredicateKind::True } else { PredicateKind::False };
                let predicate = Predicate::new(kind, span);
                Ok(Term::new(TermKind::Truth(Box::new(predicate)), LogicType::Boolean, span))
            }
            "\\null" => {
                let ty = LogicType::Pointer(Type::Void.into());
                Ok(Term::new(TermKind::Null, ty, span))
            }
            _ => {
                let value = self.named(name, span)?;
                self.loaded(value)
            }
        }
    }

    /// The result of the function, where there is one.
    pub fn result_term(&mut self, span: Span) -> Read<Value> {
        let Some(ty) = self.result.clone().filter(|_| matches!(self.clause, Clause::After | Clause::Assigns))
        else {
            return self.error(span, "'\\result' stands only in 'ensures'");
        };
        Ok(match ty {
            Type::Void => return self.error(span, "the function has no result"),
            Type::Integer(ty) => Value::Term(Term::new(TermKind::Result, LogicType::Integer(Some(ty)), span)),
            Type::Pointer(pointee, _) => {
                Value::Term(Term::new(TermKind::Result, LogicType::Pointer(pointee), span))
            }
            Type::Record(_) => Value::Place(Place { kind: PlaceKind::Result, ty, span }),
            Type::Float(_) => Value::Term(Term::unmodelled("real number", span)),
            Type::Array(..) | Type::VariableArray(_) | Type::Function(_) | Type::Opaque(_) => {
                Value::Term(Term::unmodelled("result of this type", span))
            }
        })
    }

    /// Several names that stand for terms.
    pub fn variable(&self, name: &str) -> Option<&Variable> {
        self.variables.iter().rev().find(|variable| variable.name == name)
    }
}
