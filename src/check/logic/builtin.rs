//! What is built into ACSL: `\valid`, `\old`, `\max`, …

use super::elaborate::{Elaborator, Read};
use super::place::Value;
use super::tree::{Location, LogicType, Place, PlaceKind, Predicate, PredicateKind, Range, Term, TermKind};
use crate::types::Type;
use focuscheck_base::arith::{IntegerType, Relation, UnaryOperator};
use focuscheck_base::source::Span;
use focuscheck_syntax::acsl::tree::Expression;
use focuscheck_syntax::ast::Name;

impl Elaborator<'_, '_> {
    /// A predicate that is applied; `None` if the name is that of a function.
    pub fn applied_predicate(
        &mut self,
        name: &Name,
        labels: &[Name],
        arguments: &[Expression],
        span: Span,
    ) -> Read<Option<Predicate>> {
        if !name.text.starts_with('\\') {
            return self.defined_predicate(name, labels, arguments, span);
        }
        if name.text == "\\old" {
            let [inner] = arguments else { return self.wrong_number(name, 1) };
            let label = self.label(&old(name))?;
            let (inner, other) = self.in_state(label, |e| e.predicate(inner))?;
            return Ok(Some(match other {
                true => Predicate::new(PredicateKind::At(Box::new(inner), label), span),
                false => Predicate { span, ..inner },
            }));
        }
        if name.text == "\\valid_range" {
            return self.valid_range(name, arguments, span).map(Some);
        }
        if !matches!(
            &*name.text,
            "\\valid"
                | "\\valid_read"
                | "\\separated"
                | "\\initialized"
                | "\\dangling"
                | "\\freeable"
                | "\\allocable"
                | "\\fresh"
        ) {
            return Ok(None);
        }
        // `\fresh{L, M}` speaks of two states; only the usual ones are modelled.
        if labels.len() > 1 {
            let what = format!("{} with two labels", name.text);
            return Ok(Some(Predicate::unmodelled(what, span)));
        }
        let Some(label) = labels.first() else {
            return self.built_in(name, arguments, span).map(Some);
        };
        let label = self.label(label)?;
        // What is spoken of is found in the state in force, and looked at in the other.
        let predicate = self.built_in(name, arguments, span)?;
        if self.current == Some(label) || matches!(predicate.kind, PredicateKind::Unmodelled(_)) {
            return Ok(Some(predicate));
        }
        let Some(kind) = self.fixed_subject(predicate.kind) else {
            let what = format!("{} of places in another state", name.text);
            return Ok(Some(Predicate::unmodelled(what, span)));
        };
        let predicate = Predicate::new(kind, span);
        Ok(Some(Predicate::new(PredicateKind::At(Box::new(predicate), label), span)))
    }

    /// `\valid_range(p, a, b)`, an old way to write `\valid(p + (a .. b))`.
    fn valid_range(&mut self, name: &Name, arguments: &[Expression], span: Span) -> Read<Predicate> {
        let [pointer, low, high] = arguments else { return self.wrong_number(name, 3) };
        self.state(span)?;
        let pointer = self.pointer(pointer)?;
        let (low, high) = (self.term(low)?, self.term(high)?);
        let (low, high) = (self.number(low, &name.text)?, self.number(high, &name.text)?);
        if let Some(what) = [&pointer, &low, &high].iter().find_map(|term| term.missing()) {
            return Ok(Predicate::new(PredicateKind::Unmodelled(what.clone()), span));
        }
        let binder = self.bind("", LogicType::Integer(None), span);
        let moved = self.moved(pointer, binder.term(), false, span)?;
        let ranges = vec![Range { binder, low: Some(low), high: Some(high) }];
        let kind = match self.dereferenced(moved, span)? {
            Value::Place(place) => {
                PredicateKind::Valid { write: true, places: vec![Location { ranges, place, span }] }
            }
            Value::Term(_) => return Ok(Predicate::unmodelled("\\valid_range", span)),
        };
        Ok(Predicate::new(kind, span))
    }

    /// The same about the same places in another state.
    fn fixed_subject(&self, kind: PredicateKind) -> Option<PredicateKind> {
        let all = |places: Vec<Location>| -> Option<Vec<Location>> {
            places.into_iter().map(|place| self.fixed_location(place)).collect()
        };
        Some(match kind {
            PredicateKind::Valid { write, places } => PredicateKind::Valid { write, places: all(places)? },
            PredicateKind::Initialized(places) => PredicateKind::Initialized(all(places)?),
            PredicateKind::Dangling(places) => PredicateKind::Dangling(all(places)?),
            PredicateKind::Freeable(pointer) => PredicateKind::Freeable(Box::new(self.fixed(*pointer))),
            PredicateKind::Allocable(pointer) => PredicateKind::Allocable(Box::new(self.fixed(*pointer))),
            _ => return None,
        })
    }

    fn fixed_location(&self, location: Location) -> Option<Location> {
        let kind = match location.place.kind {
            PlaceKind::Object(object) => PlaceKind::Object(object),
            PlaceKind::Dereference(pointer) => PlaceKind::Dereference(Box::new(self.fixed(*pointer))),
            PlaceKind::Result | PlaceKind::Index(..) | PlaceKind::Member(..) => return None,
        };
        let ranges = location.ranges.into_iter().map(|range| {
            let end = |end: Option<Term>| end.map(|end| self.fixed(end));
            Range { low: end(range.low), high: end(range.high), ..range }
        });
        Some(Location { ranges: ranges.collect(), place: Place { kind, ..location.place }, ..location })
    }

    /// A predicate on memory, in the state in force.
    fn built_in(&mut self, name: &Name, arguments: &[Expression], span: Span) -> Read<Predicate> {
        self.state(span)?;
        if name.text == "\\separated" {
            return self.separated(arguments, span);
        }
        if name.text == "\\fresh" {
            let [pointer, size] = arguments else { return self.wrong_number(name, 2) };
            let (pointer, size) = (self.pointer(pointer)?, self.term(size)?);
            let size = self.number(size, "\\fresh")?;
            return Ok(match pointer.missing().or(size.missing()) {
                Some(what) => Predicate::new(PredicateKind::Unmodelled(what.clone()), span),
                None => Predicate::new(PredicateKind::Fresh(Box::new(pointer), Box::new(size)), span),
            });
        }
        let [argument] = arguments else { return self.wrong_number(name, 1) };
        if matches!(&*name.text, "\\freeable" | "\\allocable") {
            let pointer = self.pointer(argument)?;
            let kind = match (pointer.missing(), &*name.text) {
                (Some(what), _) => PredicateKind::Unmodelled(what.clone()),
                (None, "\\freeable") => PredicateKind::Freeable(Box::new(pointer)),
                (None, _) => PredicateKind::Allocable(Box::new(pointer)),
            };
            return Ok(Predicate::new(kind, span));
        }
        let places = match self.pointed_to(argument)? {
            Ok(places) => places,
            Err(what) => return Ok(Predicate::new(PredicateKind::Unmodelled(what), span)),
        };
        let kind = match &*name.text {
            "\\valid" => PredicateKind::Valid { write: true, places },
            "\\valid_read" => PredicateKind::Valid { write: false, places },
            "\\initialized" => PredicateKind::Initialized(places),
            _ => PredicateKind::Dangling(places),
        };
        Ok(Predicate::new(kind, span))
    }

    /// A function that is applied.
    pub fn applied_term(
        &mut self,
        name: &Name,
        labels: &[Name],
        arguments: &[Expression],
        span: Span,
    ) -> Read<Term> {
        match (&*name.text, arguments) {
            ("\\old", [inner]) => {
                let label = self.label(&old(name))?;
                self.term_in(label, inner, span)
            }
            ("\\min" | "\\max", [a, b]) => {
                let (a, b) = (self.term(a)?, self.term(b)?);
                let (a, b) = (self.number(a, &name.text)?, self.number(b, &name.text)?);
                let relation =
                    if name.text == "\\min" { Relation::LessEqual } else { Relation::GreaterEqual };
                let first = self.compared(relation, a.clone(), b.clone(), span)?;
                self.conditional(first, a, b, span)
            }
            ("\\abs", [a]) => {
                let a = self.term(a)?;
                let a = self.number(a, &name.text)?;
                let first = self.compared(Relation::GreaterEqual, a.clone(), Term::integer(0, span), span)?;
                let negated = TermKind::Unary(UnaryOperator::Negate, Box::new(a.clone()));
                let negated = Term::new(negated, LogicType::Integer(None), span);
                let a = if a.missing().is_some() { a } else { Term { ty: LogicType::Integer(None), ..a } };
                self.conditional(first, a, negated, span)
            }
            ("\\base_addr" | "\\offset" | "\\block_length", [pointer]) => {
                let label = match labels {
                    [] => self.state(span)?,
                    [label] => self.label(label)?,
                    _ => return self.error(span, format!("'{}' takes one label", name.text)),
                };
                let pointer = self.pointer(pointer)?;
                let pointer = if self.current == Some(label) { pointer } else { self.fixed(pointer) };
                let term = of_block(name, pointer, span);
                Ok(if self.current == Some(label) { term } else { term.at(label) })
            }
            ("\\length", [array]) => {
                let value = self.single(|e| e.value(array))?;
                let length = match value {
                    Value::Place(place) => match place.ty {
                        Type::Array(_, length) => length,
                        _ => None,
                    },
                    Value::Term(_) => None,
                };
                Ok(match length {
                    Some(length) => Term::integer(i128::from(length), span),
                    None => Term::unmodelled("\\length", span),
                })
            }
            ("\\old" | "\\abs" | "\\base_addr" | "\\offset" | "\\block_length" | "\\length", _) => {
                self.wrong_number(name, 1)
            }
            (text, _) if text.starts_with('\\') => {
                match self.applied_predicate(name, labels, arguments, span)? {
                    Some(predicate) => Ok(truth(predicate, span)),
                    None => Ok(Term::unmodelled(text, span)),
                }
            }
            _ => self.defined_term(name, labels, arguments, span),
        }
    }

    /// A term that must be a pointer, or is not modelled.
    fn pointer(&mut self, expression: &Expression) -> Read<Term> {
        let term = self.single(|e| e.term(expression))?;
        match term.ty {
            LogicType::Pointer(_) | LogicType::Unknown => Ok(term),
            LogicType::Integer(_) | LogicType::Boolean | LogicType::Real | LogicType::Aggregate(_) => {
                let name = self.type_name(&term.ty);
                self.error(term.span, format!("a pointer is wanted, this is of type '{name}'"))
            }
        }
    }

    fn wrong_number<T>(&mut self, name: &Name, wanted: usize) -> Read<T> {
        let noun = if wanted == 1 { "argument" } else { "arguments" };
        self.error(name.span, format!("'{}' takes {wanted} {noun}", name.text))
    }
}

/// The label that `\old` means.
fn old(name: &Name) -> Name {
    Name { text: "Old".to_owned(), span: name.span }
}

/// A predicate as a term.
pub(super) fn truth(predicate: Predicate, span: Span) -> Term {
    match predicate.kind {
        PredicateKind::Unmodelled(what) => Term::new(TermKind::Unmodelled(what), LogicType::Unknown, span),
        _ => Term::new(TermKind::Truth(Box::new(predicate)), LogicType::Boolean, span),
    }
}

/// `\base_addr`, `\offset` or `\block_length` of a pointer.
fn of_block(name: &Name, pointer: Term, span: Span) -> Term {
    if pointer.missing().is_some() {
        return pointer;
    }
    let integer = LogicType::Integer(None);
    let pointer = Box::new(pointer);
    match &*name.text {
        "\\base_addr" => {
            Term::new(TermKind::BaseAddress(pointer), LogicType::Pointer(Type::Integer(BYTE).into()), span)
        }
        "\\offset" => Term::new(TermKind::Offset(pointer), integer, span),
        _ => Term::new(TermKind::BlockLength(pointer), integer, span),
    }
}

/// `char`
const BYTE: IntegerType = IntegerType { width: 8, signed: true, float: false };
