//! Quantifiers, by trying all values for which the guards leave anything to ask.

use std::collections::BTreeMap;

use focuscheck_base::arith::{BinaryOperator, Relation};
use focuscheck_base::limit::spend;
use focuscheck_check::logic::tree::{Binder, BinderId, Predicate, PredicateKind, Term, TermKind};

use super::reading::{Doubtful, Reader};
use super::value::Value;

/// So many values one variable may have.
const MOST_VALUES: i128 = 10_000;

/// The smallest and the largest value, as far as they are known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Interval {
    low: Option<i128>,
    high: Option<i128>,
}

impl Interval {
    fn plus(self, other: Interval) -> Interval {
        let sum = |a: Option<i128>, b: Option<i128>| a?.checked_add(b?);
        Interval { low: sum(self.low, other.low), high: sum(self.high, other.high) }
    }

    fn minus(self, other: Interval) -> Interval {
        let difference = |a: Option<i128>, b: Option<i128>| a?.checked_sub(b?);
        Interval { low: difference(self.low, other.high), high: difference(self.high, other.low) }
    }

    fn meet(self, other: Interval) -> Interval {
        let low = [self.low, other.low].into_iter().flatten().max();
        Interval { low, high: [self.high, other.high].into_iter().flatten().min() }
    }
}

/// What has to hold of variables for anything to be asked.
#[derive(Default)]
struct Guards<'p> {
    comparisons: Vec<(Relation, &'p Term, &'p Term)>,
    intervals: BTreeMap<BinderId, Interval>,
}

impl<'p> Guards<'p> {
    fn bind(&mut self, binders: &[Binder]) {
        for binder in binders {
            let range = binder.integer_type().map(|ty| (ty.min(), ty.max()));
            let interval = Interval { low: range.map(|range| range.0), high: range.map(|range| range.1) };
            self.intervals.insert(binder.id, interval);
        }
    }

    /// Where one of these does not hold, a body is as all others: true below `\forall`, false below `\exists`.
    fn read(&mut self, body: &'p Predicate, wanted: bool) {
        use PredicateKind as Kind;
        match (&body.kind, wanted) {
            (Kind::Named(_, inner), _) => self.read(inner, wanted),
            (Kind::Not(inner), _) => self.read(inner, !wanted),
            (Kind::Implies(left, right), false) => {
                self.read(left, true);
                self.read(right, false);
            }
            (Kind::Or(parts), false) | (Kind::And(parts), true) => {
                parts.iter().for_each(|part| self.read(part, wanted));
            }
            (Kind::Forall(binders, inner), false) | (Kind::Exists(binders, inner), true) => {
                self.bind(binders);
                self.read(inner, wanted);
            }
            (Kind::Compare(relation, left, right), true) => self.comparisons.push((*relation, left, right)),
            (Kind::Compare(relation, left, right), false) => {
                self.comparisons.push((relation.negate(), left, right));
            }
            _ => {}
        }
    }
}

impl Reader<'_> {
    /// Values for which a body is as it is wanted, the first ones; `None` if there are none.
    pub fn example(
        &mut self,
        binders: &[Binder],
        body: &Predicate,
        wanted: bool,
    ) -> Result<Option<Vec<i128>>, Doubtful> {
        match (&body.kind, wanted) {
            // Each part may have guards of its own.
            (PredicateKind::And(parts), false) | (PredicateKind::Or(parts), true) => {
                let mut doubt = None;
                for part in parts {
                    match self.example(binders, part, wanted) {
                        Ok(None) => {}
                        Ok(found) => return Ok(found),
                        Err(why) => doubt = doubt.or(Some(why)),
                    }
                }
                doubt.map_or(Ok(None), Err)
            }
            _ => {
                let mut chosen = Vec::with_capacity(binders.len());
                let found = self.search(binders, body, wanted, &mut chosen)?;
                Ok(found.then_some(chosen))
            }
        }
    }

    fn search(
        &mut self,
        binders: &[Binder],
        body: &Predicate,
        wanted: bool,
        chosen: &mut Vec<i128>,
    ) -> Result<bool, Doubtful> {
        let Some((binder, rest)) = binders.split_first() else {
            return self.predicate(body).map(|holds| holds == wanted);
        };
        let Interval { low: Some(low), high: Some(high) } = self.interval(binders, body, wanted) else {
            return self.doubt("quantifier without bounds", binder.span);
        };
        if high.checked_sub(low).is_none_or(|distance| distance >= MOST_VALUES) {
            return self.doubt("quantifier over so many values", binder.span);
        }
        let mut doubt = None;
        for value in low..=high {
            if self.choices == 0 {
                return self.doubt("quantifier over so many values", binder.span);
            }
            self.choices -= 1;
            self.binders.insert(binder.id, Ok(Value::Number(value)));
            chosen.push(value);
            let found = self.search(rest, body, wanted, chosen);
            self.binders.remove(&binder.id);
            match found {
                Ok(true) => return Ok(true),
                Ok(false) => {}
                Err(why) => doubt = doubt.or(Some(why)),
            }
            chosen.pop();
        }
        doubt.map_or(Ok(false), Err)
    }

    /// Between which values the first of some variables has to be for a body to be as it is wanted.
    fn interval(&mut self, binders: &[Binder], body: &Predicate, wanted: bool) -> Interval {
        let mut guards = Guards::default();
        guards.bind(binders);
        guards.read(body, wanted);
        for _ in 0..=guards.intervals.len() {
            let before = guards.intervals.clone();
            for &(relation, left, right) in &guards.comparisons {
                spend(1);
                let one = Interval { low: Some(1), high: Some(1) };
                let (l, r) = (self.bounds(left, &guards.intervals), self.bounds(right, &guards.intervals));
                let up_to = |high: Interval| Interval { low: None, high: high.high };
                let from = |low: Interval| Interval { low: low.low, high: None };
                let (l, r) = match relation {
                    Relation::Equal => (r, l),
                    Relation::NotEqual => continue,
                    Relation::LessEqual => (up_to(r), from(l)),
                    Relation::Less => (up_to(r.minus(one)), from(l.plus(one))),
                    Relation::GreaterEqual => (from(r), up_to(l)),
                    Relation::Greater => (from(r.plus(one)), up_to(l.minus(one))),
                };
                self.confine(left, l, &mut guards.intervals);
                self.confine(right, r, &mut guards.intervals);
            }
            if guards.intervals == before {
                break;
            }
        }
        binders.first().and_then(|first| guards.intervals.get(&first.id)).copied().unwrap_or_default()
    }

    /// Between which values a term is.
    fn bounds(&mut self, term: &Term, intervals: &BTreeMap<BinderId, Interval>) -> Interval {
        if let Ok(number) = self.number(term) {
            return Interval { low: Some(number), high: Some(number) };
        }
        match &term.kind {
            TermKind::Binder(id) => intervals.get(id).copied().unwrap_or_default(),
            TermKind::Binary(BinaryOperator::Add, left, right) => {
                self.bounds(left, intervals).plus(self.bounds(right, intervals))
            }
            TermKind::Binary(BinaryOperator::Subtract, left, right) => {
                self.bounds(left, intervals).minus(self.bounds(right, intervals))
            }
            _ => Interval::default(),
        }
    }

    /// A term has to be between some values: so have to be its variables.
    fn confine(&mut self, term: &Term, to: Interval, intervals: &mut BTreeMap<BinderId, Interval>) {
        match &term.kind {
            TermKind::Binder(id) => {
                if let Some(interval) = intervals.get_mut(id) {
                    *interval = interval.meet(to);
                }
            }
            TermKind::Binary(BinaryOperator::Add, left, right) => {
                let (l, r) = (self.bounds(left, intervals), self.bounds(right, intervals));
                self.confine(left, to.minus(r), intervals);
                self.confine(right, to.minus(l), intervals);
            }
            TermKind::Binary(BinaryOperator::Subtract, left, right) => {
                let (l, r) = (self.bounds(left, intervals), self.bounds(right, intervals));
                self.confine(left, to.plus(r), intervals);
                self.confine(right, l.minus(to), intervals);
            }
            _ => {}
        }
    }
}
