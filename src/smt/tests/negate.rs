//! The five conditions of the paper's NegateFirst, with its annotations repaired.

use super::*;

const INT: (i128, i128) = (-(1 << 31), (1 << 31) - 1);

/// The memory and variables of the function.
struct Function {
    prover: Prover,
    /// The block of the array.
    array: TermId,
    length: TermId,
    i: TermId,
    before: MapId,
    /// At the loop head, and after it.
    here: MapId,
    zero: TermId,
}

impl Function {
    fn new() -> Self {
        let mut prover = prover();
        let [array] = variables(&mut prover, ["ia"], Some((1, 1_000)));
        let [length, i] = variables(&mut prover, ["Length", "i"], Some(INT));
        let terms = &mut prover.terms;
        let before = terms.bounded_map_variable("int", INT);
        let fresh = terms.bounded_map_variable("int", INT);
        let zero = terms.integer(0);
        let here = terms.forgotten(before, fresh, vec![Region { block: array, first: zero, end: length }]);
        Function { prover, array, length, i, before, here, zero }
    }

    /// For all `variable` in `0 <= variable < end` a formula about it.
    fn all(&mut self, end: TermId, of: impl FnOnce(&mut Self, TermId) -> FormulaId) -> FormulaId {
        let variable = self.prover.terms.variable("k", None);
        let term = self.prover.terms.variable_term(variable);
        let body = of(self, term);
        let terms = &mut self.prover.terms;
        let (low, high) = (at_most(terms, self.zero, term), less(terms, term, end));
        let guard = terms.and([low, high]);
        let body = terms.implies(guard, body);
        terms.forall(&[variable], body)
    }

    fn read(&mut self, map: MapId, offset: TermId) -> TermId {
        self.prover.terms.select(map, self.array, offset)
    }

    fn is_negative(&mut self, map: MapId, offset: TermId) -> FormulaId {
        let value = self.read(map, offset);
        less(&mut self.prover.terms, value, self.zero)
    }

    fn negated(&mut self, after: MapId) -> FormulaId {
        let (before, length) = (self.before, self.length);
        self.all(length, |this, k| {
            let negative = this.is_negative(before, k);
            let earlier = this.all(k, |this, j| {
                let negative = this.is_negative(before, j);
                this.prover.terms.not(negative)
            });
            let (old, new) = (this.read(before, k), this.read(after, k));
            let terms = &mut this.prover.terms;
            let opposite = terms.sum(&[(-1, old)], 0);
            let (changed, kept) = (terms.equal(new, opposite), terms.equal(new, old));
            let first = terms.and([negative, earlier]);
            let one = terms.implies(first, changed);
            let positive = terms.not(negative);
            let other = terms.implies(positive, kept);
            terms.and([one, other])
        })
    }

    fn invariant(&mut self, i: TermId, map: MapId) -> FormulaId {
        let (before, length) = (self.before, self.length);
        let kept = self.all(length, |this, j| {
            let (old, new) = (this.read(before, j), this.read(map, j));
            this.prover.terms.equal(new, old)
        });
        let positive = self.all(i, |this, j| {
            let negative = this.is_negative(map, j);
            this.prover.terms.not(negative)
        });
        let terms = &mut self.prover.terms;
        let (low, high) = (at_most(terms, self.zero, i), at_most(terms, i, length));
        terms.and([low, high, kept, positive])
    }

    /// Whether some formulas imply another one.
    fn check(&mut self, given: &[FormulaId], shown: FormulaId) -> Answer {
        let not = self.prover.terms.not(shown);
        for formula in given.iter().chain([&not]) {
            self.prover.suppose(*formula);
        }
        self.prover.solve(&[])
    }

    /// The memory after `ia[i] = factor * ia[i]`.
    fn assigned(&mut self, factor: i128) -> MapId {
        let value = self.read(self.here, self.i);
        let value = self.prover.terms.sum(&[(factor, value)], 0);
        self.prover.terms.store(self.here, self.array, self.i, value)
    }
}

#[test]
fn entry() {
    let mut function = Function::new();
    let pre = at_most(&mut function.prover.terms, function.zero, function.length);
    let shown = function.invariant(function.zero, function.before);
    let answer = function.check(&[pre], shown);
    assert!(is_refuted(&mut function.prover, &answer));
    // The printed form does not say that the length is not negative.
    let mut function = Function::new();
    let shown = function.invariant(function.zero, function.before);
    let Answer::Satisfied(model) = function.check(&[], shown) else { panic!("valid") };
    assert!(model.complete);
    assert_eq!(model.term(&function.prover.terms, function.length), Some(-1));
}

/// The condition of the branch that changes the array and leaves the loop.
fn then(factor: i128) -> (Function, Answer) {
    let mut function = Function::new();
    let (i, here) = (function.i, function.here);
    let invariant = function.invariant(i, here);
    let inside = less(&mut function.prover.terms, i, function.length);
    let negative = function.is_negative(here, i);
    let after = function.assigned(factor);
    let shown = function.negated(after);
    let answer = function.check(&[invariant, inside, negative], shown);
    (function, answer)
}

#[test]
fn then_branch() {
    let (mut function, answer) = then(-1);
    assert!(is_refuted(&mut function.prover, &answer));
    assert!(function.prover.statistics().conjunctions < 100, "{:?}", function.prover.statistics());
}

#[test]
fn then_branch_with_the_mistake() {
    let (function, answer) = then(1);
    let Answer::Satisfied(model) = answer else { panic!("{answer:?}") };
    let terms = &function.prover.terms;
    assert!(model.complete);
    assert_eq!(model.term(terms, function.length), Some(1));
    let array = model.term(terms, function.array).unwrap();
    assert_eq!(model.cell(terms, function.before, array, 0), Some(-1));
}

#[test]
fn else_branch() {
    let mut function = Function::new();
    let (i, here) = (function.i, function.here);
    let invariant = function.invariant(i, here);
    let inside = less(&mut function.prover.terms, i, function.length);
    let negative = function.is_negative(here, i);
    let positive = function.prover.terms.not(negative);
    let next = function.prover.terms.sum(&[(1, i)], 1);
    let shown = function.invariant(next, here);
    let answer = function.check(&[invariant, inside, positive], shown);
    assert!(is_refuted(&mut function.prover, &answer));
}

#[test]
fn exit() {
    let mut function = Function::new();
    let (i, here) = (function.i, function.here);
    let invariant = function.invariant(i, here);
    let inside = less(&mut function.prover.terms, i, function.length);
    let outside = function.prover.terms.not(inside);
    let shown = function.negated(here);
    let answer = function.check(&[invariant, outside], shown);
    assert!(is_refuted(&mut function.prover, &answer));
}

#[test]
fn end() {
    let mut function = Function::new();
    let here = function.here;
    let (given, shown) = (function.negated(here), function.negated(here));
    let answer = function.check(&[given], shown);
    assert!(is_refuted(&mut function.prover, &answer));
}
