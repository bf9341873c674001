//! Predicates and clauses as conditions.

use super::term::{Translator, Where};
use super::value::{Read, Unknown, compared, related, unknown, written};
use focuscheck_base::arith::{IntegerType, Relation};
use focuscheck_base::limit::spend;
use focuscheck_base::source::Span;
use focuscheck_check::logic::tree::{Behavior, Clause, Predicate, PredicateKind, StateLabel};
use focuscheck_check::tree::{Binary, Expression, ExpressionKind as Kind};
use focuscheck_check::types::Type;

impl Translator<'_> {
    /// Whether a clause holds, as a condition; with the behaviours for which it is stated.
    pub fn clause(&mut self, clause: &Clause, behaviors: &[Behavior]) -> Expression {
        let named = |name: &String| behaviors.iter().find(|behavior| behavior.name == *name);
        let under: Vec<&Behavior> = clause.behaviors.iter().filter_map(named).collect();
        self.under(&under, &clause.predicate, clause.span)
    }

    /// Whether a predicate holds if one of these behaviours applies; without any it has to hold always.
    pub fn under(&mut self, behaviors: &[&Behavior], predicate: &Predicate, span: Span) -> Expression {
        let applies =
            behaviors.iter().map(|behavior| self.applies(behavior)).reduce(|a, b| either(a, b, span));
        let holds = self.predicate(predicate);
        match applies {
            None => holds,
            Some(applies) => either(not(applies, span), holds, span),
        }
    }

    /// Whether a behaviour applied when the function began.
    pub fn applies(&mut self, behavior: &Behavior) -> Expression {
        let span = behavior.span;
        let parts = behavior.assumes.iter().map(|clause| clause.predicate.clone()).collect();
        let all = Predicate { kind: PredicateKind::And(parts), span };
        let name = format!("\\old({})", behavior.name);
        self.truth_in_state(StateLabel::Pre, &name, &all)
    }

    /// A predicate as 1 or 0; what cannot be evaluated is a value that nobody knows.
    pub fn predicate(&mut self, predicate: &Predicate) -> Expression {
        spend(1);
        let span = predicate.span;
        match self.judged(predicate) {
            Ok(expression) => expression,
            Err(Unknown(what)) => truth(Kind::Unknown(what, Vec::new()), span),
        }
    }

    fn truth_in_state(&mut self, label: StateLabel, name: &str, predicate: &Predicate) -> Expression {
        let span = predicate.span;
        let read = |translator: &mut Self| translator.truth_value(predicate);
        match self.in_state(label, name, span, read) {
            Ok(value) => value.expression,
            Err(Unknown(what)) => truth(Kind::Unknown(what, Vec::new()), span),
        }
    }

    fn judged(&mut self, predicate: &Predicate) -> Read<Expression> {
        let span = predicate.span;
        Ok(match &predicate.kind {
            PredicateKind::True => constant(true, span),
            PredicateKind::False => constant(false, span),
            PredicateKind::Compare(relation, left, right) => {
                let (left, right) = (self.integer(left)?, self.integer(right)?);
                related(*relation, left, right, span)?
            }
            PredicateKind::ComparePointers(relation, left, right) => {
                if !matches!(relation, Relation::Equal | Relation::NotEqual) {
                    return Err(unknown("order of pointers in an annotation"));
                }
                let (left, right) = (self.term(left)?.expression, self.term(right)?.expression);
                compared(written(*relation), left, right, span)
            }
            PredicateKind::Not(inner) => not(self.predicate(inner), span),
            PredicateKind::And(parts) => {
                let parts = parts.iter().map(|part| self.predicate(part));
                let all = parts.reduce(|a, b| truth(Kind::And(Box::new(a), Box::new(b)), span));
                all.unwrap_or_else(|| constant(true, span))
            }
            PredicateKind::Or(parts) => {
                let parts = parts.iter().map(|part| self.predicate(part));
                parts.reduce(|a, b| either(a, b, span)).unwrap_or_else(|| constant(false, span))
            }
            PredicateKind::Implies(left, right) => {
                let left = self.predicate(left);
                either(not(left, span), self.predicate(right), span)
            }
            PredicateKind::Iff(left, right) => {
                let left = self.predicate(left);
                compared(Binary::Equal, left, self.predicate(right), span)
            }
            PredicateKind::Xor(left, right) => {
                let left = self.predicate(left);
                compared(Binary::NotEqual, left, self.predicate(right), span)
            }
            PredicateKind::If(condition, then, otherwise) => {
                let condition = Box::new(self.predicate(condition));
                let then = Box::new(self.predicate(then));
                truth(Kind::Conditional(condition, Some(then), Box::new(self.predicate(otherwise))), span)
            }
            PredicateKind::Let(binder, value, body) => {
                let value = self.term(value)?;
                self.binders.insert(binder.id, value);
                self.predicate(body)
            }
            PredicateKind::At(inner, label) => {
                let name = self.remembered_name(inner.span);
                self.truth_in_state(*label, &name, inner)
            }
            PredicateKind::Named(_, inner) => self.predicate(inner),
            PredicateKind::Forall(..) => return Err(unknown("\\forall")),
            PredicateKind::Exists(..) => return Err(unknown("\\exists")),
            PredicateKind::Valid { write: true, .. } => return Err(unknown("\\valid")),
            PredicateKind::Valid { write: false, .. } => return Err(unknown("\\valid_read")),
            PredicateKind::Separated(_) => return Err(unknown("\\separated")),
            PredicateKind::Initialized(_) => return Err(unknown("\\initialized")),
            PredicateKind::Dangling(_) => return Err(unknown("\\dangling")),
            PredicateKind::Freeable(_) => return Err(unknown("\\freeable")),
            PredicateKind::Allocable(_) => return Err(unknown("\\allocable")),
            PredicateKind::Fresh(..) => return Err(unknown("\\fresh")),
            PredicateKind::Unmodelled(what) => return Err(unknown(&what.what)),
        })
    }

    /// For the clauses of a contract and for those inside of the function.
    pub fn speaking_of(&mut self, at: Where, obliged: bool) {
        (self.at, self.obliged) = (at, obliged);
    }
}

/// 1 or 0.
pub(super) fn truth(kind: Kind, span: Span) -> Expression {
    Expression::new(kind, Type::Integer(IntegerType::INT), span)
}

fn constant(holds: bool, span: Span) -> Expression {
    let value = i128::from(holds);
    Expression { constant: Some(value), ..truth(Kind::Integer(value), span) }
}

/// That one does not hold.
pub(super) fn not(operand: Expression, span: Span) -> Expression {
    truth(Kind::Not(Box::new(operand)), span)
}

/// That one of two holds.
pub(super) fn either(left: Expression, right: Expression, span: Span) -> Expression {
    truth(Kind::Or(Box::new(left), Box::new(right)), span)
}
