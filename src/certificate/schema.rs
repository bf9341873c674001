//! The clauses that always hold, by the terms and formulas that they are about.

use super::Number;
use super::formula::{Arena, Formula, FormulaNode, Literal, MapNode, Term, TermNode};

/// Formulas, of which at least one has the truth value that stands with it.
pub type Wanted = Vec<(Formula, bool)>;

/// A read that is outside of regions: for each region what is true of a position inside, and what the read is.
pub struct Outside {
    regions: Vec<[Formula; 3]>,
    value: Formula,
}

impl Arena {
    /// Whether a clause follows from a list of formulas of which one has its truth value: it has all that may have it.
    pub fn covers(&self, clause: &[Literal], wanted: &[(Formula, bool)]) -> bool {
        wanted.iter().all(|(formula, truth)| match self.formula(*formula) {
            FormulaNode::Constant(value) if value != truth => true,
            _ => clause.contains(&self.literal(*formula, *truth)),
        })
    }

    /// What a formula says of its parts, in both directions.
    pub fn structure(&self, formula: Formula) -> Vec<Wanted> {
        match self.formula(formula) {
            FormulaNode::Constant(value) => vec![vec![(formula, *value)]],
            FormulaNode::And(parts) | FormulaNode::Or(parts) => {
                let truth = matches!(self.formula(formula), FormulaNode::And(_));
                let mut clauses: Vec<Wanted> =
                    parts.iter().map(|part| vec![(formula, !truth), (*part, truth)]).collect();
                let whole = [(formula, truth)].into_iter().chain(parts.iter().map(|part| (*part, !truth)));
                clauses.push(whole.collect());
                clauses
            }
            FormulaNode::Iff(left, right) => {
                let cases =
                    [(false, false, true), (false, true, false), (true, true, true), (true, false, false)];
                cases
                    .iter()
                    .map(|(own, one, other)| vec![(formula, *own), (*left, *one), (*right, *other)])
                    .collect()
            }
            FormulaNode::Atom(_)
            | FormulaNode::Compare(..)
            | FormulaNode::Not(_)
            | FormulaNode::Forall(..)
            | FormulaNode::Exists(..) => Vec::new(),
        }
    }

    /// What a read of a map that is made of others says of these.
    pub fn read(&mut self, read: Term) -> Vec<Wanted> {
        let TermNode::Select(map, block, offset) = *self.term(read) else { return Vec::new() };
        match self.map(map).clone() {
            MapNode::Unknown(_) => Vec::new(),
            MapNode::Store(before, at, index, value) => {
                let (blocks, offsets) = (self.equal(block, at), self.equal(offset, index));
                let old = self.select(before, block, offset);
                let (is_old, is_new) = (self.equal(read, old), self.equal(read, value));
                vec![
                    vec![(blocks, false), (offsets, false), (is_new, true)],
                    vec![(blocks, true), (is_old, true)],
                    vec![(offsets, true), (is_old, true)],
                ]
            }
            MapNode::Forgotten(_, fresh, regions) => {
                let inside = self.select(fresh, block, offset);
                let value = self.equal(read, inside);
                let mut clauses = Vec::with_capacity(regions.len());
                for region in regions {
                    let tests = self.tests(block, offset, region);
                    clauses.push(tests.iter().map(|test| (*test, false)).chain([(value, true)]).collect());
                }
                clauses
            }
            MapNode::Choice(cases) => {
                let mut clauses = Vec::with_capacity(cases.len());
                for (condition, map) in cases {
                    let chosen = self.select(map, block, offset);
                    clauses.push(vec![(condition, false), (self.equal(read, chosen), true)]);
                }
                clauses
            }
        }
    }

    /// What is true of a position in a region.
    fn tests(&mut self, block: Term, offset: Term, [at, first, end]: [Term; 3]) -> [Formula; 3] {
        let inside = self.equal(block, at);
        [inside, self.at_most(first, Number::ZERO, offset), self.at_most(offset, Number::ONE, end)]
    }

    /// What a read is outside of all regions.
    pub fn outside(&mut self, read: Term) -> Option<Outside> {
        let TermNode::Select(map, block, offset) = *self.term(read) else { return None };
        let MapNode::Forgotten(before, _, regions) = self.map(map).clone() else { return None };
        let before = self.select(before, block, offset);
        let regions = regions.into_iter().map(|region| self.tests(block, offset, region)).collect();
        Some(Outside { regions, value: self.equal(read, before) })
    }

    /// Whether a clause says that a position is in one of the regions, or the read what it is outside.
    pub fn is_outside(&self, clause: &[Literal], outside: &Outside) -> bool {
        let fails = |test: &Formula| self.covers(clause, &[(*test, true)]);
        self.covers(clause, &[(outside.value, true)])
            && outside.regions.iter().all(|tests| tests.iter().any(fails))
    }

    /// Reads of a map at the same position.
    pub fn congruence(&mut self, one: Term, other: Term) -> Option<Wanted> {
        let TermNode::Select(map, block, offset) = *self.term(one) else { return None };
        let TermNode::Select(other_map, other_block, other_offset) = *self.term(other) else { return None };
        if map != other_map {
            return None;
        }
        let (blocks, offsets) = (self.equal(block, other_block), self.equal(offset, other_offset));
        Some(vec![(blocks, false), (offsets, false), (self.equal(one, other), true)])
    }

    /// What a conditional term is.
    pub fn cases(&mut self, term: Term) -> Vec<Wanted> {
        let TermNode::Conditional(condition, yes, no) = *self.term(term) else { return Vec::new() };
        let (is_yes, is_no) = (self.equal(term, yes), self.equal(term, no));
        vec![vec![(condition, false), (is_yes, true)], vec![(condition, true), (is_no, true)]]
    }
}
