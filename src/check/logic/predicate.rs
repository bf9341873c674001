//! Predicates.

use super::elaborate::{Elaborator, Read, Variable};
use super::place::Value;
use super::tree::{Binder, LogicType, Predicate, PredicateKind, StateLabel, Term, TermKind, Unmodelled};
use crate::scalar::relation;
use crate::types::Type;
use focuscheck_base::arith::{IntegerType, Relation};
use focuscheck_base::limit::spend;
use focuscheck_base::source::Span;
use focuscheck_syntax::acsl::tree::{self as acsl, Expression, ExpressionKind as Kind, Quantifier};
use focuscheck_syntax::ast::{Binary, Name, Unary};

impl Elaborator<'_, '_> {
    /// A predicate.
    pub fn predicate(&mut self, expression: &Expression) -> Read<Predicate> {
        spend(1);
        self.nodes += 1;
        let span = expression.span;
        let kind = match &expression.kind {
            Kind::Name(name) if name == "\\true" => PredicateKind::True,
            Kind::Name(name) if name == "\\false" => PredicateKind::False,
            Kind::Chain(first, rest) => return self.chain(first, rest, span),
            Kind::And(parts) => PredicateKind::And(self.predicates(parts)?),
            Kind::Or(parts) => PredicateKind::Or(self.predicates(parts)?),
            Kind::Xor(a, b) => PredicateKind::Xor(self.boxed(a)?, self.boxed(b)?),
            Kind::Implies(a, b) => PredicateKind::Implies(self.boxed(a)?, self.boxed(b)?),
            Kind::Iff(a, b) => PredicateKind::Iff(self.boxed(a)?, self.boxed(b)?),
            Kind::Unary(Unary::Not, operand) => PredicateKind::Not(self.boxed(operand)?),
            Kind::Conditional(condition, then, otherwise) => {
                PredicateKind::If(self.boxed(condition)?, self.boxed(then)?, self.boxed(otherwise)?)
            }
            Kind::Quantified(quantifier, variables, body) => {
                return self.quantified(*quantifier, variables, body, span);
            }
            Kind::Let(name, value, body) => return self.let_predicate(name, value, body, span),
            Kind::Named(name, body) => PredicateKind::Named(name.clone(), self.boxed(body)?),
            Kind::At(inner, label) => return self.predicate_at(inner, label, span),
            Kind::Apply(name, labels, arguments) => {
                match self.applied_predicate(name, labels, arguments, span)? {
                    Some(predicate) => return Ok(predicate),
                    None => return self.truth(expression),
                }
            }
            Kind::Unmodelled(what) => return Ok(Predicate::unmodelled(what.clone(), span)),
            Kind::In(value, set) => {
                let value = self.single(|e| e.term(value))?;
                return self.member_of(value, set, span);
            }
            Kind::Name(_)
            | Kind::Integer(_)
            | Kind::Float(_)
            | Kind::Character { .. }
            | Kind::Text(_)
            | Kind::Unary(..)
            | Kind::Binary(..)
            | Kind::BitImplies(..)
            | Kind::BitIff(..)
            | Kind::Index(..)
            | Kind::Member(..)
            | Kind::Cast(..)
            | Kind::SizeofType(..)
            | Kind::SizeofExpression(_)
            | Kind::Range(..)
            | Kind::Set(_) => return self.truth(expression),
        };
        Ok(Predicate::new(kind, span))
    }

    fn boxed(&mut self, expression: &Expression) -> Read<Box<Predicate>> {
        self.predicate(expression).map(Box::new)
    }

    /// All parts are read, also behind one with an error.
    fn predicates(&mut self, parts: &[Expression]) -> Read<Vec<Predicate>> {
        let read: Vec<Read<Predicate>> = parts.iter().map(|part| self.predicate(part)).collect();
        read.into_iter().collect()
    }

    /// A term as a predicate: it is not zero.
    fn truth(&mut self, expression: &Expression) -> Read<Predicate> {
        let term = self.term(expression)?;
        self.holds(term)
    }

    /// Whether a term is not zero.
    pub fn holds(&mut self, term: Term) -> Read<Predicate> {
        let span = term.span;
        if let TermKind::Truth(predicate) = term.kind {
            return Ok(Predicate { span, ..*predicate });
        }
        if let Some(what) = term.missing() {
            return Ok(Predicate::new(PredicateKind::Unmodelled(what.clone()), span));
        }
        Ok(match &term.ty {
            LogicType::Integer(_) | LogicType::Boolean => {
                let zero = Term::integer(0, span);
                Predicate::new(PredicateKind::Compare(Relation::NotEqual, term, zero), span)
            }
            LogicType::Pointer(_) => {
                let null = Term::new(TermKind::Null, term.ty.clone(), span);
                Predicate::new(PredicateKind::ComparePointers(Relation::NotEqual, term, null), span)
            }
            LogicType::Real | LogicType::Unknown => Predicate::unmodelled("value of this type", span),
            LogicType::Aggregate(_) => {
                let name = self.type_name(&term.ty);
                return self.error(span, format!("a predicate is wanted, this is of type '{name}'"));
            }
        })
    }

    /// `a <= b < c`
    fn chain(&mut self, first: &Expression, rest: &[(Binary, Expression)], span: Span) -> Read<Predicate> {
        if let [(operator @ (Binary::Equal | Binary::NotEqual), second)] = rest
            && let Some(equal) = self.equal_sets(first, second, span)?
        {
            let differ = *operator == Binary::NotEqual;
            let equal = if differ { PredicateKind::Not(Box::new(equal)) } else { equal.kind };
            return Ok(Predicate::new(equal, span));
        }
        let mut left = self.term(first)?;
        let mut parts = Vec::new();
        for (operator, right) in rest {
            let right = self.term(right)?;
            let Some(relation) = relation(*operator) else {
                return self.error(span, "a comparison is wanted");
            };
            let own = left.span.to(right.span);
            parts.push(self.compared(relation, left, right.clone(), own)?);
            left = right;
        }
        Ok(match (parts.pop(), parts.is_empty()) {
            (Some(one), true) => Predicate { span, ..one },
            (last, _) => {
                parts.extend(last);
                Predicate::new(PredicateKind::And(parts), span)
            }
        })
    }

    /// A comparison of two terms.
    pub fn compared(&mut self, relation: Relation, left: Term, right: Term, span: Span) -> Read<Predicate> {
        if let Some(what) = left.missing().or(right.missing()) {
            return Ok(Predicate::new(PredicateKind::Unmodelled(what.clone()), span));
        }
        // Arrays are compared as wholes, element by element, in whatever states.
        let whole = |term: &Term| {
            matches!(term.ty, LogicType::Aggregate(_)) || matches!(term.kind, TermKind::Decay(_))
        };
        let (left, right) = match whole(&left) && whole(&right) {
            true => (self.as_whole(left)?, self.as_whole(right)?),
            false => (left, right),
        };
        let (left, right) = match (&left.ty, &right.ty) {
            (LogicType::Pointer(_), LogicType::Pointer(_)) => (left, right),
            (LogicType::Pointer(_), _) => {
                let ty = left.ty.clone();
                (left, self.as_pointer(right, &ty, span)?)
            }
            (_, LogicType::Pointer(_)) => {
                let ty = right.ty.clone();
                (self.as_pointer(left, &ty, span)?, right)
            }
            _ => (left, right),
        };
        let kind = match (&left.ty, &right.ty) {
            (LogicType::Pointer(_), LogicType::Pointer(_)) => {
                PredicateKind::ComparePointers(relation, left, right)
            }
            (LogicType::Integer(_) | LogicType::Boolean, LogicType::Integer(_) | LogicType::Boolean) => {
                PredicateKind::Compare(relation, left, right)
            }
            (LogicType::Aggregate(a), LogicType::Aggregate(b))
                if self.checker.types.compatible(a, b)
                    && matches!(relation, Relation::Equal | Relation::NotEqual) =>
            {
                let ty = a.clone();
                return self.compared_aggregates(relation, (&left, &right), &ty, span);
            }
            (LogicType::Aggregate(Type::Array(..)), LogicType::Aggregate(Type::Array(..)))
                if matches!(relation, Relation::Equal | Relation::NotEqual) =>
            {
                return Ok(Predicate::unmodelled("comparison of arrays of different types", span));
            }
            (a, b) => {
                let (a, b) = (self.type_name(a), self.type_name(b));
                let symbol = relation.symbol();
                return self.error(span, format!("'{a}' and '{b}' cannot be compared by '{symbol}'"));
            }
        };
        Ok(Predicate::new(kind, span))
    }

    /// An array instead of the address of its first element.
    fn as_whole(&mut self, term: Term) -> Read<Term> {
        match term.kind {
            TermKind::Decay(place) => self.whole(Value::Place(*place)),
            _ => Ok(term),
        }
    }

    fn quantified(
        &mut self,
        quantifier: Quantifier,
        variables: &[acsl::Variable],
        body: &Expression,
        span: Span,
    ) -> Read<Predicate> {
        let mut binders = Vec::new();
        let mut values = Vec::new();
        let mut missing = None;
        for variable in variables {
            let ty = match self.logic_type(&variable.ty, variable.name.span) {
                LogicType::Integer(ty) => LogicType::Integer(ty),
                LogicType::Boolean => LogicType::Integer(Some(IntegerType::BOOL)),
                LogicType::Real | LogicType::Pointer(_) | LogicType::Aggregate(_) | LogicType::Unknown => {
                    LogicType::Unknown
                }
            };
            let own = variable.name.span;
            let value = if ty == LogicType::Unknown {
                let what = "quantifier over other values than integers".to_owned();
                let what = Unmodelled { what, span: own };
                missing.get_or_insert(what.clone());
                Term::new(TermKind::Unmodelled(what), ty, own)
            } else {
                let binder = self.bind(&variable.name.text, ty, own);
                let value = binder.term();
                binders.push(binder);
                value
            };
            values.push(Variable { name: variable.name.text.clone(), value });
        }
        let body = self.with_variables(values, |e| e.predicate(body))?;
        if let Some(what) = missing {
            return Ok(Predicate::new(PredicateKind::Unmodelled(what), span));
        }
        let kind = match quantifier {
            Quantifier::All => PredicateKind::Forall(binders, Box::new(body)),
            Quantifier::Some => PredicateKind::Exists(binders, Box::new(body)),
        };
        Ok(Predicate::new(kind, span))
    }

    fn let_predicate(
        &mut self,
        name: &Name,
        value: &Expression,
        body: &Expression,
        span: Span,
    ) -> Read<Predicate> {
        let value = self.single(|e| e.term(value))?;
        let (binder, variable) = self.bound(&name.text, value, name.span);
        let body = self.with_variables(vec![variable], |e| e.predicate(body))?;
        Ok(match binder {
            Some((binder, value)) => {
                Predicate::new(PredicateKind::Let(binder, Box::new(value), Box::new(body)), span)
            }
            None => Predicate { span, ..body },
        })
    }

    /// What a name stands for that is bound to a term; a binder only where the term is worth one.
    pub fn bound(&mut self, name: &str, value: Term, span: Span) -> (Option<(Binder, Term)>, Variable) {
        let name = name.to_owned();
        let scalar = matches!(value.ty, LogicType::Integer(_) | LogicType::Boolean | LogicType::Pointer(_));
        if !scalar || super::elaborate::is_fixed(&value) && is_small(&value) {
            let value = self.fixed(value);
            return (None, Variable { name, value });
        }
        let binder = self.bind(&name, value.ty.clone(), span);
        let variable = Variable { name, value: binder.term() };
        (Some((binder, value)), variable)
    }

    /// Whether two sets whose members are written are equal; `None` if they are no such sets.
    fn equal_sets(&mut self, a: &Expression, b: &Expression, span: Span) -> Read<Option<Predicate>> {
        if !is_written_set(a) || !is_written_set(b) {
            return Ok(None);
        }
        let (a, b) = (self.members(a)?, self.members(b)?);
        let mut all = Vec::new();
        for (some, others) in [(&a, &b), (&b, &a)] {
            for member in some {
                let mut any = Vec::new();
                for other in others {
                    any.push(self.compared(Relation::Equal, member.clone(), other.clone(), span)?);
                }
                all.push(any_of(any, span));
            }
        }
        Ok(Some(match all.len() {
            0 => Predicate::new(PredicateKind::True, span),
            1 => all.remove(0),
            _ => Predicate::new(PredicateKind::And(all), span),
        }))
    }

    /// The members of a written set.
    fn members(&mut self, set: &Expression) -> Read<Vec<Term>> {
        match &set.kind {
            Kind::Set(parts) => parts.iter().map(|part| self.single(|e| e.term(part))).collect(),
            Kind::At(inner, label) => {
                let label = self.label(label)?;
                self.members_in(label, inner)
            }
            Kind::Apply(name, _, arguments) => match &arguments[..] {
                [inner] => {
                    let label = self.label(&Name { text: "Old".to_owned(), span: name.span })?;
                    self.members_in(label, inner)
                }
                _ => self.error(set.span, "'\\old' takes 1 argument"),
            },
            _ => self.error(set.span, "a set is wanted"),
        }
    }

    fn members_in(&mut self, label: StateLabel, set: &Expression) -> Read<Vec<Term>> {
        let (members, other) = self.in_state(label, |e| e.members(set))?;
        Ok(if other { members.into_iter().map(|member| member.at(label)).collect() } else { members })
    }

    /// `x \in s`, of a set whose members are written.
    fn member_of(&mut self, value: Term, set: &Expression, span: Span) -> Read<Predicate> {
        let parts = match &set.kind {
            Kind::Set(parts) => parts,
            Kind::Apply(name, labels, parts) if name.text == "\\union" && labels.is_empty() => parts,
            Kind::Range(low, high) => {
                let mut bounds = Vec::new();
                for (end, relation) in [(low, Relation::LessEqual), (high, Relation::GreaterEqual)] {
                    let Some(end) = end else { continue };
                    let end = self.single(|e| e.term(end))?;
                    bounds.push(self.compared(relation, end, value.clone(), span)?);
                }
                return Ok(match bounds.len() {
                    0 => Predicate::new(PredicateKind::True, span),
                    1 => bounds.remove(0),
                    _ => Predicate::new(PredicateKind::And(bounds), span),
                });
            }
            _ => return Ok(Predicate::unmodelled("\\in", span)),
        };
        let mut any = Vec::new();
        for part in parts {
            any.push(match &part.kind {
                Kind::Apply(name, ..) if name.text == "\\union" => {
                    self.member_of(value.clone(), part, span)?
                }
                Kind::Set(_) | Kind::Range(..) => self.member_of(value.clone(), part, span)?,
                _ => {
                    let part = self.single(|e| e.term(part))?;
                    self.compared(Relation::Equal, value.clone(), part, span)?
                }
            });
        }
        Ok(any_of(any, span))
    }

    fn predicate_at(&mut self, inner: &Expression, label: &Name, span: Span) -> Read<Predicate> {
        let label = self.label(label)?;
        let (inner, other) = self.in_state(label, |e| e.predicate(inner))?;
        Ok(match other {
            true => Predicate::new(PredicateKind::At(Box::new(inner), label), span),
            false => Predicate { span, ..inner },
        })
    }
}

/// Whether one of these holds.
fn any_of(mut any: Vec<Predicate>, span: Span) -> Predicate {
    match any.len() {
        0 => Predicate::new(PredicateKind::False, span),
        1 => any.remove(0),
        _ => Predicate::new(PredicateKind::Or(any), span),
    }
}

/// Whether an expression is `{a, b}`, perhaps in another state, where no member is a set.
fn is_written_set(expression: &Expression) -> bool {
    match &expression.kind {
        Kind::Set(parts) => parts.iter().all(|part| match &part.kind {
            Kind::Set(_) | Kind::Range(..) => false,
            Kind::Apply(name, ..) => name.text != "\\union",
            _ => true,
        }),
        Kind::At(inner, _) => is_written_set(inner),
        Kind::Apply(name, labels, arguments) => {
            let old = name.text == "\\old" && labels.is_empty();
            old && matches!(&arguments[..], [inner] if is_written_set(inner))
        }
        _ => false,
    }
}

/// Whether a term can stand at each place of a name.
fn is_small(term: &Term) -> bool {
    match &term.kind {
        TermKind::Integer(_)
        | TermKind::Binder(_)
        | TermKind::Null
        | TermKind::AddressOf(_)
        | TermKind::Decay(_)
        | TermKind::Unmodelled(_) => true,
        TermKind::Unary(_, inner) => is_small(inner),
        TermKind::Load(_)
        | TermKind::Result
        | TermKind::Binary(..)
        | TermKind::Truth(_)
        | TermKind::Conditional(..)
        | TermKind::Let(..)
        | TermKind::At(..)
        | TermKind::Apply(..)
        | TermKind::Convert(..)
        | TermKind::Retyped(_)
        | TermKind::Moved(..)
        | TermKind::Distance(..)
        | TermKind::BaseAddress(_)
        | TermKind::Offset(_)
        | TermKind::BlockLength(_) => false,
    }
}

impl Binder {
    /// It as a term.
    pub(super) fn term(&self) -> Term {
        Term::new(TermKind::Binder(self.id), self.ty.clone(), self.span)
    }
}
