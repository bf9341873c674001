//! When pointers into different blocks are equal all the same.
//!
//! One past the end of one object may be where another one begins (C11 6.5.9p6), and string literals may share their
//! characters (6.4.5p7).

use std::collections::BTreeMap;

use focuscheck_base::arith::Relation;
use focuscheck_base::limit::spend;
use focuscheck_check::types::Type;
use focuscheck_smt::term::{FormulaId, FormulaNode, TermId};

use super::encoder::Encoder;
use super::state::{Pair, State};

/// More pairs of literals that may share characters are not told apart.
const MOST_PAIRS: usize = 32;

impl Encoder<'_> {
    /// Whether pointers into different blocks are equal. Of one that leads outside of its block nobody knows what it equals.
    pub(super) fn touch(
        &mut self,
        state: &State,
        (left, from): (TermId, TermId),
        (right, to): (TermId, TermId),
    ) -> FormulaId {
        let (one, other) = (self.terms.as_integer(left), self.terms.as_integer(right));
        // Null is nothing else, and functions are no objects.
        let nowhere = |block: Option<i128>| block.is_some_and(|block| block <= 0);
        if one.is_some() && one == other || nowhere(one) || nowhere(other) {
            return self.terms.constant(false);
        }
        let zero = self.terms.integer(0);
        let (mut parts, mut ends, mut outside) = (Vec::new(), Vec::new(), Vec::new());
        for (block, offset) in [(left, from), (right, to)] {
            let length = self.length(state, block);
            parts.push(self.terms.compare(Relation::Less, zero, block));
            outside.push(self.terms.compare(Relation::Less, offset, zero));
            outside.push(self.terms.compare(Relation::Less, length, offset));
            ends.push(self.terms.equal(length, offset));
        }
        let same = self.terms.equal(left, right);
        parts.push(self.terms.not(same));
        let outside = self.terms.or(outside);
        let mut ways = Vec::new();
        if !self.never(outside) {
            let any = self.any_truth("comparison of a pointer that leads outside");
            ways.push(self.terms.and([outside, any]));
        }
        let behind = match self.neighbours.behind {
            Some(behind) => behind,
            None => *self.neighbours.behind.insert(self.terms.map_variable("behind")),
        };
        for (end, first, second, offset) in [(ends[0], left, right, to), (ends[1], right, left, from)] {
            let begins = self.terms.equal(offset, zero);
            if !self.never(end) && !self.never(begins) {
                let next = self.terms.select(behind, first, zero);
                let next = self.terms.equal(next, second);
                ways.push(self.terms.and([end, begins, next]));
            }
        }
        ways.extend(self.sharing((left, from), (right, to)));
        parts.push(self.terms.or(ways));
        self.terms.and(parts)
    }

    fn never(&self, formula: FormulaId) -> bool {
        *self.terms.formula(formula) == FormulaNode::Constant(false)
    }

    /// Whether two pointers lead to one character of two literals.
    fn sharing(&mut self, left: (TermId, TermId), right: (TermId, TermId)) -> Option<FormulaId> {
        if self.neighbours.pairs.is_none() {
            let pairs = self.pairs();
            self.neighbours.pairs = Some(pairs);
        }
        let pairs = self.neighbours.pairs.clone().flatten();
        let Some(pairs) = pairs else {
            let last = self.terms.integer(self.constants);
            let mut parts = vec![self.any_truth("comparison of literals")];
            for (block, _) in [left, right] {
                parts.push(self.terms.compare(Relation::LessEqual, block, last));
            }
            return Some(self.terms.and(parts));
        };
        let mut ways = Vec::with_capacity(2 * pairs.len());
        for pair in pairs {
            for ((one, at), (other, there)) in [(left, right), (right, left)] {
                let (long, short) = (self.terms.integer(pair.long), self.terms.integer(pair.short));
                let (long, short) = (self.terms.equal(one, long), self.terms.equal(other, short));
                let there = self.terms.sum(&[(1, there)], pair.shift);
                let there = self.terms.equal(at, there);
                ways.push(self.terms.and([long, short, there, pair.shared]));
            }
        }
        (!ways.is_empty()).then(|| self.terms.or(ways))
    }

    /// The pairs of literals that may share characters.
    fn pairs(&mut self) -> Option<Vec<Pair>> {
        let graph = self.graph;
        // Those with the same last characters stand together.
        let mut ends: BTreeMap<(u64, Vec<u32>, i128), usize> = BTreeMap::new();
        for (object, units) in &graph.literals {
            spend(1 + units.len());
            let Type::Array(element, Some(length)) = &graph.objects[object.index()].ty else { continue };
            let (Some(&block), Some(size)) = (self.fixed.get(object), self.size(element)) else { continue };
            let length = *length as usize;
            let mut units = units.clone();
            units.resize(length.min(1 << 20), 0);
            units.reverse();
            ends.insert((size, units, block), length);
        }
        let mut pairs = Vec::new();
        let mut open: Vec<&(u64, Vec<u32>, i128)> = Vec::new();
        for literal in ends.keys() {
            let (size, units, block) = literal;
            open.retain(|(other, short, _)| other == size && units.starts_with(short));
            for (_, short, number) in &open {
                if pairs.len() == MOST_PAIRS {
                    return None;
                }
                let shift = i128::from(*size) * (units.len() - short.len()) as i128;
                let shared = self.terms.atom("literals share characters");
                let shared = self.terms.atom_formula(shared);
                pairs.push(Pair { long: *block, short: *number, shift, shared });
            }
            open.push(literal);
        }
        Some(pairs)
    }
}
