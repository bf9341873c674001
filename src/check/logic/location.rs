//! Sets of places.

use super::elaborate::{Clause, Elaborator, Failed, Read};
use super::place::Value;
use super::tree::{
    Location, LogicType, Place, PlaceKind, Predicate, PredicateKind, Range, Term, TermKind, Unmodelled,
};
use crate::types::Type;
use focuscheck_base::source::Span;
use focuscheck_syntax::acsl::tree::{Expression, ExpressionKind as Kind};

/// A set of places, or why it is not modelled.
pub(super) type Places = Result<Vec<Location>, Unmodelled>;

impl Elaborator<'_, '_> {
    /// `low..high` in a set; elsewhere a range is not modelled.
    pub fn range(&mut self, low: Option<&Expression>, high: Option<&Expression>, span: Span) -> Read<Term> {
        self.range_within(low, high, None, span)
    }

    /// An index; a range without ends goes through an array of a length.
    pub fn index(&mut self, index: &Expression, length: Option<u64>) -> Read<Term> {
        match &index.kind {
            Kind::Range(low, high) => self.range_within(low.as_deref(), high.as_deref(), length, index.span),
            _ => {
                let index = self.term(index)?;
                self.number(index, "[")
            }
        }
    }

    fn range_within(
        &mut self,
        low: Option<&Expression>,
        high: Option<&Expression>,
        length: Option<u64>,
        span: Span,
    ) -> Read<Term> {
        let mut end = |end: Option<&Expression>, default: Option<i128>| -> Read<Option<Term>> {
            let Some(end) = end else { return Ok(default.map(|value| Term::integer(value, span))) };
            let end = self.single(|e| e.term(end))?;
            self.number(end, "..").map(Some)
        };
        let low = end(low, length.map(|_| 0))?;
        let high = end(high, length.map(|length| i128::from(length) - 1))?;
        let missing = low.iter().chain(&high).find_map(|end| end.missing()).cloned();
        if self.ranges.is_none() {
            return Ok(Term::unmodelled("set of values", span));
        }
        if let Some(what) = missing {
            return Ok(Term::unmodelled(what.what, span));
        }
        let binder = self.bind("", LogicType::Integer(None), span);
        let term = binder.term();
        if let Some(ranges) = &mut self.ranges {
            ranges.push(Range { binder, low, high });
        }
        Ok(term)
    }

    /// Reads an expression that may stand for a set.
    fn in_set<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<(T, Vec<Range>)> {
        let outer = self.ranges.replace(Vec::new());
        let result = read(self);
        let ranges = std::mem::replace(&mut self.ranges, outer);
        Ok((result?, ranges.unwrap_or_default()))
    }

    /// The places that an expression names: `a[0..n]`, `*p`, `\nothing`.
    pub fn places(&mut self, expression: &Expression) -> Read<Places> {
        let span = expression.span;
        if let Kind::Named(_, inner) = &expression.kind {
            return self.places(inner);
        }
        if let Some(parts) = self.parts(expression) {
            return self.all_of(parts, |e, part| e.places(part));
        }
        let (value, ranges) = self.in_set(|e| e.value(expression))?;
        match value {
            Value::Place(Place { kind: PlaceKind::Result, .. }) => Ok(Ok(Vec::new())),
            Value::Place(place) => Ok(Ok(vec![Location { ranges, place, span }])),
            Value::Term(Term { kind: TermKind::Unmodelled(what), .. }) => Ok(Err(what)),
            Value::Term(Term { kind: TermKind::Result, .. }) => Ok(Ok(Vec::new())),
            Value::Term(Term { kind: TermKind::At(inner, state), .. }) => {
                self.earlier_place(*inner, state, ranges, span)
            }
            Value::Term(_) => self.error(span, "a place in memory is wanted"),
        }
    }

    /// The place of a value in another state, where the place is the same in all.
    fn earlier_place(
        &mut self,
        inner: Term,
        state: super::tree::StateLabel,
        ranges: Vec<Range>,
        span: Span,
    ) -> Read<Places> {
        let place = match inner.kind {
            TermKind::Load(place) => *place,
            _ => return self.error(span, "a place in memory is wanted"),
        };
        let place = match place.kind {
            PlaceKind::Dereference(pointer) => {
                Place { kind: PlaceKind::Dereference(Box::new(pointer.at(state))), ..place }
            }
            PlaceKind::Object(_) => place,
            PlaceKind::Result | PlaceKind::Index(..) | PlaceKind::Member(..) => {
                return Ok(Err(Unmodelled { what: "place in another state".to_owned(), span }));
            }
        };
        Ok(Ok(vec![Location { ranges, place, span }]))
    }

    /// The places that pointers point to: `p + (0..n)`, `&a[0..n]`.
    pub fn pointed_to(&mut self, expression: &Expression) -> Read<Places> {
        let span = expression.span;
        if let Some(parts) = self.parts(expression) {
            return self.all_of(parts, |e, part| e.pointed_to(part));
        }
        let (pointer, ranges) = self.in_set(|e| e.term(expression))?;
        if let LogicType::Pointer(pointee) = &pointer.ty
            && **pointee == Type::Void
        {
            // A byte, as the logic has it.
            let ty = LogicType::Pointer(Type::Integer(BYTE).into());
            let pointer = Term::new(TermKind::Retyped(Box::new(pointer)), ty, span);
            let place =
                Place { kind: PlaceKind::Dereference(Box::new(pointer)), ty: Type::Integer(BYTE), span };
            return Ok(Ok(vec![Location { ranges, place, span }]));
        }
        match self.dereferenced(pointer, span)? {
            Value::Place(place) => Ok(Ok(vec![Location { ranges, place, span }])),
            Value::Term(term) => Ok(Err(match term.kind {
                TermKind::Unmodelled(what) => what,
                _ => Unmodelled { what: "set of places".to_owned(), span },
            })),
        }
    }

    /// The parts of a set that is written as a union; `None` if it is written otherwise.
    fn parts<'e>(&self, expression: &'e Expression) -> Option<&'e [Expression]> {
        match &expression.kind {
            Kind::Name(name) if matches!(&**name, "\\nothing" | "\\empty") => Some(&[]),
            // What the function gives is no place in memory.
            Kind::Name(name) if name == "\\result" && self.clause == Clause::Assigns => Some(&[]),
            Kind::Apply(name, labels, parts) if name.text == "\\union" && labels.is_empty() => Some(parts),
            Kind::Set(parts) => Some(parts),
            _ => None,
        }
    }

    fn all_of(
        &mut self,
        parts: &[Expression],
        mut read: impl FnMut(&mut Self, &Expression) -> Read<Places>,
    ) -> Read<Places> {
        let mut all = Ok(Vec::new());
        let mut failed = false;
        for part in parts {
            match (read(self, part), &mut all) {
                (Err(Failed), _) => failed = true,
                (Ok(Ok(found)), Ok(all)) => all.extend(found),
                (Ok(Err(what)), Ok(_)) => all = Err(what),
                (Ok(_), Err(_)) => {}
            }
        }
        if failed { Err(Failed) } else { Ok(all) }
    }

    /// `\separated(s, t, …)`: the parts of one set need not be.
    pub fn separated(&mut self, arguments: &[Expression], span: Span) -> Read<Predicate> {
        let mut sets = Vec::new();
        for argument in arguments {
            match self.pointed_to(argument)? {
                Ok(places) => sets.push(places),
                Err(what) => return Ok(Predicate::new(PredicateKind::Unmodelled(what), span)),
            }
        }
        if sets.iter().all(|set| set.len() == 1) {
            return Ok(Predicate::new(PredicateKind::Separated(sets.concat()), span));
        }
        let mut pairs = Vec::new();
        for (number, set) in sets.iter().enumerate() {
            for (one, other) in
                set.iter().flat_map(|one| sets[number + 1..].iter().flatten().map(move |other| (one, other)))
            {
                let both = PredicateKind::Separated(vec![one.clone(), other.clone()]);
                pairs.push(Predicate::new(both, span));
            }
        }
        Ok(match pairs.len() {
            0 => Predicate::new(PredicateKind::True, span),
            1 => pairs.remove(0),
            _ => Predicate::new(PredicateKind::And(pairs), span),
        })
    }
}

/// What `void` is counted in.
const BYTE: focuscheck_base::arith::IntegerType =
    focuscheck_base::arith::IntegerType { width: 8, signed: true, float: false };
