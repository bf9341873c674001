//! Maps and formulas in normal form.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use dashu_int::ops::{DivRemEuclid, Gcd};

use super::formula::{Arena, Formula, FormulaNode, Limits, Literal, Map, MapNode, Term, TermNode, Variable};
use super::{Fact, LinearSum, Number, Relation};

/// Where a read is, as seen from a position.
#[derive(PartialEq)]
enum Place {
    Same,
    Elsewhere,
    Unknown,
}

/// Maps.
impl Arena {
    /// A new unknown map.
    pub fn unknown(&mut self, contents: Option<Limits>) -> Map {
        self.contents.push(contents);
        self.intern_map(MapNode::Unknown(self.contents.len() - 1))
    }

    /// The number by which one term exceeds another, if it is one.
    fn difference(&self, one: Term, other: Term) -> Option<Number> {
        let terms = vec![(one, Number::ONE), (other, Number::NEG_ONE)];
        let flat = self.flat(&LinearSum::new(terms, Number::ZERO));
        flat.terms.is_empty().then_some(flat.constant)
    }

    fn place(&self, block: Term, at: Term, offset: Term, index: Term) -> Place {
        let (blocks, offsets) = (self.difference(block, at), self.difference(offset, index));
        let differs = |by: &Option<Number>| by.as_ref().is_some_and(|by| *by != Number::ZERO);
        match (&blocks, &offsets) {
            _ if differs(&blocks) || differs(&offsets) => Place::Elsewhere,
            (Some(_), Some(_)) => Place::Same,
            _ => Place::Unknown,
        }
    }

    fn region(&self, block: Term, offset: Term, [at, first, end]: [Term; 3]) -> Place {
        let blocks = self.difference(block, at);
        let (after, behind) = (self.difference(offset, first), self.difference(offset, end));
        let is = |by: &Option<Number>, test: fn(&Number) -> bool| by.as_ref().is_some_and(test);
        if is(&blocks, |by| *by != Number::ZERO)
            || is(&after, |by| *by < Number::ZERO)
            || is(&behind, |by| *by >= Number::ZERO)
        {
            Place::Elsewhere
        } else if blocks.is_some() && after.is_some() && behind.is_some() {
            Place::Same
        } else {
            Place::Unknown
        }
    }

    /// What a map has at a block and an offset.
    pub fn select(&mut self, map: Map, block: Term, offset: Term) -> Term {
        let mut map = map;
        loop {
            map = match self.map(map) {
                MapNode::Store(before, at, index, value) => match self.place(block, *at, offset, *index) {
                    Place::Same => return *value,
                    Place::Elsewhere => *before,
                    Place::Unknown => break,
                },
                MapNode::Forgotten(before, fresh, regions) => {
                    let places = regions.iter().map(|region| self.region(block, offset, *region));
                    let places: Vec<Place> = places.collect();
                    if places.contains(&Place::Same) {
                        *fresh
                    } else if places.contains(&Place::Unknown) {
                        break;
                    } else {
                        *before
                    }
                }
                MapNode::Unknown(_) | MapNode::Choice(_) => break,
            }
        }
        self.intern_term(TermNode::Select(map, block, offset))
    }

    /// A map but for a position.
    pub fn store(&mut self, map: Map, block: Term, offset: Term, value: Term) -> Map {
        match *self.map(map) {
            MapNode::Store(before, at, index, _) if (at, index) == (block, offset) => {
                self.store(before, block, offset, value)
            }
            _ => self.intern_map(MapNode::Store(map, block, offset, value)),
        }
    }

    /// One map outside of regions, another inside.
    pub fn forgotten(&mut self, map: Map, fresh: Map, regions: Vec<[Term; 3]>) -> Map {
        match regions.is_empty() {
            true => map,
            false => self.intern_map(MapNode::Forgotten(map, fresh, regions)),
        }
    }

    /// The map of a condition that holds.
    pub fn choice(&mut self, mut cases: Vec<(Formula, Map)>) -> Map {
        cases.retain(|case| *self.formula(case.0) != FormulaNode::Constant(false));
        let sure = cases.iter().find(|case| *self.formula(case.0) == FormulaNode::Constant(true));
        match (sure, cases.first()) {
            (Some((_, map)), _) => *map,
            (None, Some((_, first))) if cases.iter().all(|case| case.1 == *first) => *first,
            _ => self.intern_map(MapNode::Choice(cases)),
        }
    }
}

/// Formulas.
impl Arena {
    /// True or false.
    pub fn constant(&mut self, value: bool) -> Formula {
        self.intern_formula(FormulaNode::Constant(value))
    }

    /// An unknown truth value.
    pub fn atom(&mut self, atom: usize) -> Formula {
        self.intern_formula(FormulaNode::Atom(atom))
    }

    /// A fact over any terms: divided by what all coefficients share, the first of which is positive.
    pub fn compare(&mut self, fact: &Fact) -> Formula {
        let LinearSum { mut terms, mut constant } = self.flat(&fact.form);
        let equal = fact.relation != Relation::AtMost;
        let mut truth = fact.relation != Relation::NotEqual;
        if terms.is_empty() {
            let holds = if equal { constant == Number::ZERO } else { constant <= Number::ZERO };
            return self.constant(holds == truth);
        }
        let divisor: Number = terms.iter().fold(Number::ZERO, |known, term| known.gcd(&term.1).into());
        for term in &mut terms {
            term.1 = &term.1 / &divisor;
        }
        // Rounded up: the sum is at most minus the constant, divided and rounded down.
        let (down, rest) = (-&constant).div_rem_euclid(&divisor);
        if equal && rest != dashu_int::UBig::ZERO {
            return self.constant(!truth);
        }
        constant = -down;
        if terms[0].1 < Number::ZERO {
            terms.iter_mut().for_each(|term| term.1 = -&term.1);
            constant = -constant;
            if !equal {
                constant += 1;
                truth = !truth;
            }
        }
        let formula = self.intern_formula(FormulaNode::Compare(terms, constant, equal));
        if truth { formula } else { self.not(formula) }
    }

    /// `left == right`
    pub fn equal(&mut self, left: Term, right: Term) -> Formula {
        let terms = vec![(left, Number::ONE), (right, Number::NEG_ONE)];
        self.compare(&Fact::equal(LinearSum::new(terms, Number::ZERO)))
    }

    /// `left + constant <= right`
    pub fn at_most(&mut self, left: Term, constant: Number, right: Term) -> Formula {
        let form = LinearSum::new(vec![(left, Number::ONE), (right, Number::NEG_ONE)], constant);
        self.compare(&Fact { form, relation: Relation::AtMost })
    }

    /// Not.
    pub fn not(&mut self, formula: Formula) -> Formula {
        match *self.formula(formula) {
            FormulaNode::Constant(value) => self.constant(!value),
            FormulaNode::Not(inner) => inner,
            _ => self.intern_formula(FormulaNode::Not(formula)),
        }
    }

    /// A formula with a truth value, without negation.
    pub fn literal(&self, formula: Formula, truth: bool) -> Literal {
        match *self.formula(formula) {
            FormulaNode::Not(inner) => (inner, !truth),
            _ => (formula, truth),
        }
    }

    /// And, or or: no part is a junction of the same kind, none occurs twice.
    pub fn junction(&mut self, parts: &[Formula], and: bool) -> Formula {
        let mut distinct = Vec::new();
        let mut known = FxHashSet::default();
        for &part in parts {
            let inner = match self.formula(part) {
                FormulaNode::Constant(value) if *value == and => continue,
                FormulaNode::Constant(_) => return self.constant(!and),
                FormulaNode::And(inner) if and => inner.clone(),
                FormulaNode::Or(inner) if !and => inner.clone(),
                _ => vec![part],
            };
            for part in inner {
                let opposite = self.not(part);
                if known.contains(&opposite) {
                    return self.constant(!and);
                }
                if known.insert(part) {
                    distinct.push(part);
                }
            }
        }
        match (&distinct[..], and) {
            ([], _) => self.constant(and),
            ([part], _) => *part,
            (_, true) => self.intern_formula(FormulaNode::And(distinct)),
            (_, false) => self.intern_formula(FormulaNode::Or(distinct)),
        }
    }

    /// If and only if.
    pub fn iff(&mut self, left: Formula, right: Formula) -> Formula {
        match (self.formula(left), self.formula(right)) {
            _ if left == right => self.constant(true),
            (FormulaNode::Constant(true), _) => right,
            (_, FormulaNode::Constant(true)) => left,
            (FormulaNode::Constant(false), _) => self.not(right),
            (_, FormulaNode::Constant(false)) => self.not(left),
            (&FormulaNode::Not(one), &FormulaNode::Not(other)) => self.iff(one, other),
            (FormulaNode::Not(one), _) if *one == right => self.constant(false),
            (_, FormulaNode::Not(other)) if *other == left => self.constant(false),
            _ => self.intern_formula(FormulaNode::Iff(left, right)),
        }
    }

    /// For all values of some variables, or for some; quantifiers of the same kind become one.
    pub fn quantified(&mut self, variables: &[Variable], body: Formula, forall: bool) -> Formula {
        let (inner, within) = match self.formula(body) {
            FormulaNode::Forall(inner, within) if forall => (inner.clone(), *within),
            FormulaNode::Exists(inner, within) if !forall => (inner.clone(), *within),
            _ => (Vec::new(), body),
        };
        let outer = variables.iter().copied().filter(|variable| !inner.contains(variable));
        let mut seen = BTreeSet::new();
        let mut bound: Vec<Variable> = outer.chain(inner.iter().copied()).collect();
        bound.retain(|variable| seen.insert(*variable));
        let empty =
            |variable: &Variable| self.variables[*variable].as_ref().is_some_and(|(low, high)| low > high);
        if bound.iter().any(empty) {
            return self.constant(forall);
        }
        if bound.is_empty() || matches!(self.formula(within), FormulaNode::Constant(_)) {
            return within;
        }
        self.intern_formula(match forall {
            true => FormulaNode::Forall(bound, within),
            false => FormulaNode::Exists(bound, within),
        })
    }
}
