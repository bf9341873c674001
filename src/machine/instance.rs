//! What makes a predicate false.

use focuscheck_base::arith::Relation;
use focuscheck_base::source::Span;
use focuscheck_check::logic::tree::{LogicType, Predicate, PredicateKind, Term};

use super::reading::Reader;
use super::value::Value;

/// Values for which a predicate is false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// The variables of quantifiers, from the outside to the inside.
    pub binders: Vec<(String, i128)>,
    /// Other variables around that part, such as the parameters of a definition, with the texts that they stand for.
    pub names: Vec<(String, Span)>,
    /// The part that is false for them.
    pub span: Span,
    /// If that is a comparison its relation, which does not hold.
    pub relation: Option<Relation>,
    /// If that is a comparison its two sides.
    pub sides: Option<(Side, Side)>,
}

impl Instance {
    pub(super) fn new(span: Span) -> Self {
        Instance { binders: Vec::new(), names: Vec::new(), span, relation: None, sides: None }
    }
}

/// A side of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// Its text.
    pub span: Span,
    /// Its value.
    pub value: Shown,
}

/// A value for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// A number.
    Integer(i128),
    /// A null pointer.
    Null,
    /// Another pointer.
    Pointer,
}

impl Reader<'_> {
    /// What makes a predicate false that is.
    pub fn instance(&mut self, predicate: &Predicate) -> Instance {
        let mut instance = Instance::new(predicate.span);
        self.blame(predicate, &mut instance);
        instance
    }

    fn blame(&mut self, predicate: &Predicate, instance: &mut Instance) {
        use PredicateKind as Kind;
        instance.span = predicate.span;
        match &predicate.kind {
            Kind::Compare(relation, left, right) | Kind::ComparePointers(relation, left, right) => {
                instance.relation = Some(*relation);
                instance.sides = self.side(left).zip(self.side(right));
            }
            Kind::And(parts) => {
                if let Some(part) = parts.iter().find(|part| self.predicate(part) == Ok(false)) {
                    self.blame(part, instance);
                }
            }
            Kind::Implies(_, right) => self.blame(right, instance),
            Kind::If(condition, yes, no) => match self.predicate(condition) {
                Ok(true) => self.blame(yes, instance),
                Ok(false) => self.blame(no, instance),
                Err(_) => {}
            },
            Kind::Forall(binders, body) => {
                let Ok(Some(values)) = self.example(binders, body, false) else { return };
                for (binder, &value) in binders.iter().zip(&values) {
                    self.binders.insert(binder.id, Ok(Value::Number(value)));
                    instance.binders.push((binder.name.clone(), value));
                }
                self.blame(body, instance);
                binders.iter().for_each(|binder| _ = self.binders.remove(&binder.id));
            }
            Kind::Let(binder, value, body) => {
                instance.names.push((binder.name.clone(), value.span));
                let value = self.term(value);
                self.binders.insert(binder.id, value);
                self.blame(body, instance);
                self.binders.remove(&binder.id);
            }
            Kind::At(inner, label) => {
                let Ok(state) = self.labelled(*label, predicate.span) else { return };
                let before = self.at.replace(state);
                self.blame(inner, instance);
                self.at = before;
            }
            Kind::Named(_, inner) => self.blame(inner, instance),
            Kind::True
            | Kind::False
            | Kind::Not(_)
            | Kind::Or(_)
            | Kind::Iff(..)
            | Kind::Xor(..)
            | Kind::Exists(..)
            | Kind::Valid { .. }
            | Kind::Separated(_)
            | Kind::Initialized(_)
            | Kind::Dangling(_)
            | Kind::Freeable(_)
            | Kind::Allocable(_)
            | Kind::Fresh(..)
            | Kind::Unmodelled(_) => {}
        }
    }

    fn side(&mut self, term: &Term) -> Option<Side> {
        let value = self.term(term).ok()?;
        let value = match (value, &term.ty) {
            (Value::Number(0), LogicType::Pointer(_)) => Shown::Null,
            (Value::Reference(_), _) | (Value::Number(_), LogicType::Pointer(_)) => Shown::Pointer,
            (Value::Number(number), _) => Shown::Integer(number),
            (Value::Unknown(_) | Value::Unset, _) => return None,
        };
        Some(Side { span: term.span, value })
    }
}
