//! Conditions of small functions over arrays, as their annotations give them.

use super::*;

const INT: (i128, i128) = (-(1 << 31), (1 << 31) - 1);

/// An array in a map, and the variables of a function.
struct Array {
    prover: Prover,
    map: MapId,
    block: TermId,
    n: TermId,
    i: TermId,
    j: TermId,
    x: TermId,
}

impl Array {
    fn new() -> Self {
        let mut prover = prover();
        let map = prover.terms.bounded_map_variable("int", INT);
        let [block] = variables(&mut prover, ["a"], Some((1, 1_000)));
        let [n, i, j, x] = variables(&mut prover, ["n", "i", "j", "x"], Some(INT));
        Array { prover, map, block, n, i, j, x }
    }

    fn at(&mut self, map: MapId, index: TermId) -> TermId {
        self.prover.terms.select(map, self.block, index)
    }

    /// For all `k` in `low <= k < high`, a formula.
    fn all(
        &mut self,
        low: TermId,
        high: TermId,
        of: impl FnOnce(&mut Self, TermId) -> FormulaId,
    ) -> FormulaId {
        let k = self.prover.terms.variable("k", None);
        let index = self.prover.terms.variable_term(k);
        let body = of(self, index);
        let terms = &mut self.prover.terms;
        let (low, high) = (at_most(terms, low, index), less(terms, index, high));
        let guard = terms.and([low, high]);
        let body = terms.implies(guard, body);
        terms.forall(&[k], body)
    }

    fn number(&mut self, value: i128) -> TermId {
        self.prover.terms.integer(value)
    }

    fn plus(&mut self, term: TermId, value: i128) -> TermId {
        self.prover.terms.sum(&[(1, term)], value)
    }

    fn suppose(&mut self, relation: Relation, left: TermId, right: TermId) {
        let formula = self.prover.terms.compare(relation, left, right);
        self.prover.suppose(formula);
    }

    /// Whether what is supposed implies a formula, in few conjunctions.
    fn shows(&mut self, shown: FormulaId) -> bool {
        let not = self.prover.terms.not(shown);
        self.prover.suppose(not);
        let answer = self.prover.solve(&[]);
        let statistics = self.prover.statistics();
        assert!(statistics.conjunctions < 200 && statistics.instances < 200, "{statistics:?}");
        is_refuted(&mut self.prover, &answer)
    }
}

/// The largest element so far stays the largest when a larger one is taken.
#[test]
fn largest() {
    for right in [true, false] {
        let mut array = Array::new();
        let (map, i, j, n) = (array.map, array.i, array.j, array.n);
        let zero = array.number(0);
        let largest = |array: &mut Array, end: TermId, at: TermId| {
            array.all(zero, end, |array, k| {
                let (one, other) = (array.at(map, k), array.at(map, at));
                at_most(&mut array.prover.terms, one, other)
            })
        };
        let invariant = largest(&mut array, i, j);
        array.prover.suppose(invariant);
        array.suppose(Relation::LessEqual, zero, j);
        array.suppose(Relation::Less, j, i);
        array.suppose(Relation::Less, i, n);
        let (one, other) = (array.at(map, i), array.at(map, j));
        array.suppose(if right { Relation::Greater } else { Relation::Less }, one, other);
        let next = array.plus(i, 1);
        let shown = largest(&mut array, next, i);
        assert_eq!(array.shows(shown), right);
    }
}

/// One step of reversing an array in place: both ends are exchanged.
#[test]
fn reverse() {
    for right in [true, false] {
        let mut array = Array::new();
        let (map, i, j, n) = (array.map, array.i, array.j, array.n);
        let old = array.prover.terms.bounded_map_variable("old", INT);
        let zero = array.number(0);
        let sum = array.prover.terms.sum(&[(1, n), (-1, i)], -1);
        array.suppose(Relation::Equal, j, sum);
        array.suppose(Relation::LessEqual, zero, i);
        array.suppose(Relation::Less, i, j);
        let mirrored = |array: &mut Array, map: MapId, low: TermId, high: TermId| {
            array.all(low, high, |array, k| {
                let mirror = array.prover.terms.sum(&[(1, n), (-1, k)], -1);
                let (one, other) = (array.at(map, k), array.at(old, mirror));
                array.prover.terms.equal(one, other)
            })
        };
        let kept = |array: &mut Array, map: MapId, low: TermId, high: TermId| {
            array.all(low, high, |array, k| {
                let (one, other) = (array.at(map, k), array.at(old, k));
                array.prover.terms.equal(one, other)
            })
        };
        let behind = array.plus(j, 1);
        let given = [
            mirrored(&mut array, map, zero, i),
            mirrored(&mut array, map, behind, n),
            kept(&mut array, map, i, behind),
        ];
        given.into_iter().for_each(|formula| {
            array.prover.suppose(formula);
        });
        let (first, last) = (array.at(map, i), array.at(map, j));
        let block = array.block;
        let terms = &mut array.prover.terms;
        let half = terms.store(map, block, i, last);
        let after = terms.store(half, block, j, if right { first } else { last });
        let next = array.plus(i, 1);
        let shown = [
            mirrored(&mut array, after, zero, next),
            mirrored(&mut array, after, j, n),
            kept(&mut array, after, next, j),
        ];
        let shown = array.prover.terms.and(shown);
        assert_eq!(array.shows(shown), right);
    }
}

/// A binary search in a sorted array: what is left of the middle is smaller.
#[test]
fn binary_search() {
    let mut array = Array::new();
    let (map, i, j, n, x) = (array.map, array.i, array.j, array.n, array.x);
    let zero = array.number(0);
    let [k, l] = ["k", "l"].map(|name| array.prover.terms.variable(name, None));
    let (first, second) = (array.prover.terms.variable_term(k), array.prover.terms.variable_term(l));
    let (one, other) = (array.at(map, first), array.at(map, second));
    let terms = &mut array.prover.terms;
    let guard = [at_most(terms, zero, first), less(terms, first, second), less(terms, second, n)];
    let guard = terms.and(guard);
    let ordered = at_most(terms, one, other);
    let sorted = terms.implies(guard, ordered);
    let sorted = terms.forall(&[k, l], sorted);
    array.prover.suppose(sorted);
    let smaller = |array: &mut Array, end: TermId| {
        array.all(zero, end, |array, k| {
            let value = array.at(map, k);
            less(&mut array.prover.terms, value, x)
        })
    };
    let before = smaller(&mut array, i);
    array.prover.suppose(before);
    array.suppose(Relation::LessEqual, zero, i);
    array.suppose(Relation::Less, i, j);
    array.suppose(Relation::LessEqual, j, n);
    let terms = &mut array.prover.terms;
    let (two, width) = (terms.integer(2), terms.minus(j, i));
    let half = terms.operation(focuscheck_lia::problem::Operation::Divide, 64, true, width, two);
    let middle = terms.plus(i, half);
    let value = array.at(map, middle);
    array.suppose(Relation::Less, value, x);
    let next = array.plus(middle, 1);
    let after = smaller(&mut array, next);
    let terms = &mut array.prover.terms;
    let progress = [less(terms, i, next), at_most(terms, next, j), after];
    let shown = terms.and(progress);
    assert!(array.shows(shown));
}

/// Writes at many different positions in a row leave another one alone.
#[test]
fn many_writes() {
    for count in [5, 10, 20] {
        let mut array = Array::new();
        let (map, i, block) = (array.map, array.i, array.block);
        let indices: Vec<TermId> =
            (0..count).map(|_| variables(&mut array.prover, ["p"], Some(INT))[0]).collect();
        let mut after = map;
        for &index in &indices {
            array.suppose(Relation::NotEqual, index, i);
            after = array.prover.terms.store(after, block, index, index);
        }
        let (old, new) = (array.at(map, i), array.at(after, i));
        let shown = array.prover.terms.equal(old, new);
        assert!(array.shows(shown));
    }
}

/// Writes that may hit each other, and reads of all of them: the last one at a position counts.
#[test]
fn writes_that_may_hit_each_other() {
    for count in [3, 5, 7] {
        let mut array = Array::new();
        let (map, x, block) = (array.map, array.x, array.block);
        let indices: Vec<TermId> =
            (0..count).map(|_| variables(&mut array.prover, ["p"], Some(INT))[0]).collect();
        let mut after = map;
        for &index in &indices {
            after = array.prover.terms.store(after, block, index, x);
        }
        let all: Vec<FormulaId> = indices
            .iter()
            .map(|index| {
                let value = array.at(after, *index);
                array.prover.terms.equal(value, x)
            })
            .collect();
        let shown = array.prover.terms.and(all);
        assert!(array.shows(shown));
    }
}

/// A row of branches, each of which writes to an array and moves an index on, or does neither; whether a cell stays what it
/// was that is before the first index, or at it.
fn branches(count: usize, before: bool) -> bool {
    let mut array = Array::new();
    let (map, i, n, block) = (array.map, array.i, array.n, array.block);
    let mut order = Vec::new();
    let (mut here, mut index) = (map, i);
    let mut come = array.prover.terms.constant(true);
    for step in 0..count {
        let moved = variables(&mut array.prover, ["q"], Some(INT))[0];
        let terms = &mut array.prover.terms;
        let limit = terms.integer(step as i128 - 3);
        let value = terms.select(here, block, index);
        let small = less(terms, value, limit);
        let large = terms.not(small);
        let written = terms.store(here, block, index, limit);
        let mut ways = Vec::new();
        for (condition, by, map) in [(small, 0, here), (large, 1, written)] {
            let edge = array.prover.terms.atom("edge");
            order.push((edge, true));
            let terms = &mut array.prover.terms;
            let edge = terms.atom_formula(edge);
            let next = terms.sum(&[(1, index)], by);
            let is_moved = terms.equal(moved, next);
            let all = terms.and([condition, is_moved, come]);
            let implied = terms.implies(edge, all);
            array.prover.suppose(implied);
            ways.push((edge, map));
        }
        let terms = &mut array.prover.terms;
        come = terms.or(ways.iter().map(|way| way.0));
        here = terms.choice(ways);
        index = moved;
    }
    array.prover.suppose(come);
    order.reverse();
    array.prover.order(&order);
    let zero = array.number(0);
    array.suppose(Relation::LessEqual, zero, i);
    array.suppose(Relation::Less, i, n);
    let cell = array.plus(i, if before { -1 } else { 0 });
    let (old, new) = (array.at(map, cell), array.at(here, cell));
    let shown = array.prover.terms.equal(old, new);
    array.shows(shown)
}

#[test]
fn branches_that_write() {
    for count in [2, 4, 8] {
        assert!(branches(count, true));
        assert!(!branches(count, false));
    }
    assert!(!branches(40, false));
}
