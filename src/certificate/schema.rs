//! The clauses that always hold, by the terms and formulas that they are about.

use super::Number;
use super::formula::{Arena, Formula, FormulaNode, Literal, MapNode, Term, TermNode};

/// Formulas, of which at least one has the truth value that stands with it.
pub type Wanted = Vec<(Formula, bool)>;

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

    /// Whether a clause says what a read is, unless a literal holds that says that it goes another way down through the maps
    /// that its map is made of.
    pub fn is_read(&mut self, clause: &[Literal], read: Term) -> bool {
        let mut at = read;
        while let Some(next) = self.below(clause, at) {
            let equal = self.equal(read, next);
            if self.covers(clause, &[(equal, true)]) {
                return true;
            }
            at = next;
        }
        false
    }

    /// What a read is by the outermost map that it is of, if no literal of a clause holds.
    fn below(&mut self, clause: &[Literal], read: Term) -> Option<Term> {
        let TermNode::Select(map, block, offset) = *self.term(read) else { return None };
        let next = match self.map(map).clone() {
            MapNode::Unknown(_) => return None,
            MapNode::Store(before, at, index, value) => {
                let (blocks, offsets) = (self.equal(block, at), self.equal(offset, index));
                if self.covers(clause, &[(blocks, false), (offsets, false)]) {
                    return Some(value);
                }
                let differs = [blocks, offsets].iter().any(|same| self.covers(clause, &[(*same, true)]));
                differs.then_some(before)?
            }
            MapNode::Forgotten(before, fresh, regions) => {
                let tests: Vec<[Formula; 3]> =
                    regions.into_iter().map(|region| self.tests(block, offset, region)).collect();
                let inside = |tests: &[Formula; 3]| self.covers(clause, &tests.map(|test| (test, false)));
                let fails = |test: &Formula| self.covers(clause, &[(*test, true)]);
                if tests.iter().any(inside) {
                    fresh
                } else {
                    tests.iter().all(|tests| tests.iter().any(fails)).then_some(before)?
                }
            }
            MapNode::Choice(cases) => {
                cases.into_iter().find(|case| self.covers(clause, &[(case.0, false)]))?.1
            }
        };
        Some(self.select(next, block, offset))
    }

    /// What is true of a position in a region.
    fn tests(&mut self, block: Term, offset: Term, [at, first, end]: [Term; 3]) -> [Formula; 3] {
        let inside = self.equal(block, at);
        [inside, self.at_most(first, Number::ZERO, offset), self.at_most(offset, Number::ONE, end)]
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
