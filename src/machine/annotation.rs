//! Whether predicates hold: true, false, or not known.

use focuscheck_base::limit::spend;
use focuscheck_check::logic::tree::{Predicate, PredicateKind, Term};

use super::reading::{Doubtful, Judged, Reader};
use super::value::{Reference, Value};

impl Reader<'_> {
    /// Whether a predicate holds. What is decided without a part that is not known is known.
    pub fn predicate(&mut self, predicate: &Predicate) -> Judged {
        use PredicateKind as Kind;
        spend(1);
        let span = predicate.span;
        match &predicate.kind {
            Kind::True => Ok(true),
            Kind::False => Ok(false),
            Kind::Compare(relation, left, right) => {
                let (left, right) = (self.number(left)?, self.number(right)?);
                Ok(relation.holds(left, right))
            }
            Kind::ComparePointers(relation, left, right) => {
                let (left, right) = (self.term(left)?, self.term(right)?);
                self.compared(*relation, left, right, span)
            }
            Kind::Not(inner) => self.predicate(inner).map(|holds| !holds),
            Kind::And(parts) => self.any(parts, false).map(|found| !found),
            Kind::Or(parts) => self.any(parts, true),
            Kind::Implies(left, right) => match self.predicate(left) {
                Ok(true) => self.predicate(right),
                Ok(false) => Ok(true),
                Err(doubt) => match self.predicate(right) {
                    Ok(true) => Ok(true),
                    Ok(false) | Err(_) => Err(doubt),
                },
            },
            Kind::Iff(left, right) => Ok(self.predicate(left)? == self.predicate(right)?),
            Kind::Xor(left, right) => Ok(self.predicate(left)? != self.predicate(right)?),
            Kind::If(condition, yes, no) => match self.predicate(condition) {
                Ok(true) => self.predicate(yes),
                Ok(false) => self.predicate(no),
                Err(doubt) => {
                    let (yes, no) = (self.predicate(yes)?, self.predicate(no)?);
                    if yes == no { Ok(yes) } else { Err(doubt) }
                }
            },
            Kind::Forall(binders, body) => {
                self.example(binders, body, false).map(|example| example.is_none())
            }
            Kind::Exists(binders, body) => self.example(binders, body, true).map(|example| example.is_some()),
            Kind::Let(binder, value, body) => {
                let value = self.term(value);
                self.binders.insert(binder.id, value);
                let holds = self.predicate(body);
                self.binders.remove(&binder.id);
                holds
            }
            Kind::At(inner, label) => {
                let state = self.labelled(*label, span)?;
                let before = self.at.replace(state);
                let holds = self.predicate(inner);
                self.at = before;
                holds
            }
            Kind::Valid { write, places } => self.valid(*write, places),
            Kind::Separated(places) => self.separated(places),
            Kind::Initialized(places) => self.initialized(places),
            Kind::Dangling(places) => self.dangling(places),
            Kind::Freeable(pointer) => self.freeable(pointer),
            Kind::Allocable(_) => self.doubt("\\allocable", span),
            Kind::Fresh(pointer, size) => self.fresh(pointer, size),
            Kind::Named(_, inner) => self.predicate(inner),
            Kind::Unmodelled(what) => self.doubt(what.what.as_str(), what.span),
        }
    }

    /// Whether one of some predicates is like this.
    fn any(&mut self, parts: &[Predicate], wanted: bool) -> Judged {
        let mut doubt: Option<Doubtful> = None;
        for part in parts {
            match self.predicate(part) {
                Ok(holds) if holds == wanted => return Ok(true),
                Ok(_) => {}
                Err(why) => doubt = doubt.or(Some(why)),
            }
        }
        doubt.map_or(Ok(false), Err)
    }

    fn freeable(&mut self, pointer: &Term) -> Judged {
        match self.term(pointer)? {
            Value::Number(_) | Value::Reference(Reference::Function(_)) => Ok(false),
            Value::Reference(Reference::Block(block, offset, _)) => {
                let block = self.state().memory.block(block);
                Ok(block.heap && block.alive && offset == 0)
            }
            Value::Reference(Reference::Text(_)) | Value::Unknown(_) | Value::Unset => {
                self.doubt("\\freeable", pointer.span)
            }
        }
    }

    fn fresh(&mut self, pointer: &Term, size: &Term) -> Judged {
        let size = self.number(size)?;
        match self.term(pointer)? {
            Value::Number(0) => Ok(false),
            Value::Reference(Reference::Block(id, offset, _)) => {
                let block = self.state().memory.block(id);
                let whole = offset == 0 && block.size.map(i128::from) == Some(size);
                Ok(block.heap && block.alive && whole && id >= self.first)
            }
            Value::Number(_) | Value::Reference(_) | Value::Unknown(_) | Value::Unset => {
                self.doubt("\\fresh", pointer.span)
            }
        }
    }
}
