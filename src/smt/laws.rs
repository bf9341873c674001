//! What always holds of operations that are not linear, as clauses: a remainder is smaller than its divisor, and the like.
//! The solver knows of an operation what intervals say; these relate its result to its operands where they are no numbers.

use rustc_hash::FxHashMap;

use super::clause::{ClauseId, Literal, Origin};
use super::core::Core;
use super::encode::Encoding;
use super::memory::{Lemma, decision};
use super::term::{FormulaId, TermId, TermNode, Terms};
use super::theory::Conjunction;
use focuscheck_base::arith::{IntegerType, Relation};
use focuscheck_base::limit::spend;
use focuscheck_lia::problem::Operation;

/// A comparison, and whether it is to hold.
type Part = (FormulaId, bool);

/// Builds comparisons.
struct Builder<'t> {
    terms: &'t mut Terms,
    zero: TermId,
}

impl Builder<'_> {
    /// `left + by <= right`
    fn most(&mut self, left: TermId, by: i128, right: TermId) -> Part {
        let left = self.terms.sum(&[(1, left)], by);
        (self.terms.compare(Relation::LessEqual, left, right), true)
    }

    /// That a term is less than a number.
    fn below(&mut self, term: TermId, number: i128) -> Part {
        let least = self.terms.integer(number);
        (self.terms.compare(Relation::LessEqual, least, term), false)
    }

    /// That a term is greater than a number.
    fn above(&mut self, term: TermId, number: i128) -> Part {
        let most = self.terms.integer(number);
        (self.terms.compare(Relation::LessEqual, term, most), false)
    }

    fn remainder(&mut self, r: TermId, a: TermId, b: TermId) -> Vec<Vec<Part>> {
        let negated = self.terms.sum(&[(-1, b)], 0);
        let positive = self.below(b, 1);
        let negative = self.above(b, -2);
        let (no_less, no_more) = (self.below(a, 0), self.above(a, 0));
        let smaller = self.most(a, 1, b);
        vec![
            vec![positive, self.most(r, 1, b)],
            vec![positive, self.most(negated, 1, r)],
            vec![negative, self.most(b, 1, r)],
            vec![negative, self.most(r, 1, negated)],
            vec![positive, no_less, self.most(self.zero, 0, r)],
            vec![positive, no_less, self.most(r, 0, a)],
            vec![positive, no_more, self.most(r, 0, self.zero)],
            vec![positive, no_more, self.most(a, 0, r)],
            vec![no_less, (smaller.0, false), self.most(a, 0, r)],
        ]
    }

    fn quotient(&mut self, r: TermId, a: TermId, b: TermId) -> Vec<Vec<Part>> {
        let positive = self.below(b, 1);
        let (no_less, no_more) = (self.below(a, 0), self.above(a, 0));
        let (smaller, larger) = (self.most(a, 1, b), self.most(b, 0, a));
        vec![
            vec![positive, no_less, self.most(self.zero, 0, r)],
            vec![positive, no_less, self.most(r, 0, a)],
            vec![positive, no_more, self.most(r, 0, self.zero)],
            vec![positive, no_more, self.most(a, 0, r)],
            vec![no_less, (smaller.0, false), self.most(r, 0, self.zero)],
            vec![self.below(b, 2), self.below(a, 1), self.most(r, 1, a)],
            vec![positive, (larger.0, false), self.most(self.zero, 1, r)],
        ]
    }

    fn shifted(&mut self, left: bool, width: u8, [r, a, b]: [TermId; 3]) -> Vec<Vec<Part>> {
        let defined = [self.below(b, 0), self.above(b, i128::from(width) - 1)];
        let (no_less, further) = (self.below(a, 0), self.below(b, 1));
        let (small, large) = if left { (a, r) } else { (r, a) };
        let twice = self.terms.sum(&[(2, small)], 0);
        let mut laws = vec![
            vec![no_less, self.most(small, 0, large)],
            vec![no_less, further, self.most(twice, 0, large)],
        ];
        if left {
            laws.push(vec![self.above(a, 0), self.most(r, 0, a)]);
            laws.push(vec![self.below(a, 1), self.most(b, 1, r)]);
        } else {
            laws.push(vec![no_less, self.most(self.zero, 0, r)]);
            laws.push(vec![self.above(a, -1), self.most(a, 0, r)]);
            laws.push(vec![self.above(a, -1), self.most(r, 1, self.zero)]);
        }
        laws.into_iter().map(|law| defined.into_iter().chain(law).collect()).collect()
    }

    fn bits(&mut self, operation: Operation, ty: IntegerType, [r, a, b]: [TermId; 3]) -> Vec<Vec<Part>> {
        let positive = [a, b].map(|value| [self.below(value, 0), self.above(value, ty.max())]);
        let sum = self.terms.plus(a, b);
        let mut laws = Vec::new();
        if operation == Operation::BitAnd {
            for (value, positive) in [a, b].into_iter().zip(positive) {
                for claim in [self.most(self.zero, 0, r), self.most(r, 0, value)] {
                    laws.push(positive.into_iter().chain([claim]).collect());
                }
            }
            return laws;
        }
        let least = match operation {
            Operation::BitOr => vec![self.most(a, 0, r), self.most(b, 0, r)],
            _ => vec![self.most(self.zero, 0, r)],
        };
        for claim in least.into_iter().chain([self.most(r, 0, sum)]) {
            laws.push(positive.into_iter().flatten().chain([claim]).collect());
        }
        laws
    }

    fn product(&mut self, r: TermId, a: TermId, b: TermId) -> Vec<Vec<Part>> {
        let (positive, negative) = (self.most(self.zero, 0, r), self.most(r, 0, self.zero));
        let [low, high] = [a, b].map(|factor| (self.below(factor, 0), self.above(factor, 0)));
        vec![
            vec![low.0, high.0, positive],
            vec![low.0, high.1, negative],
            vec![low.1, high.0, negative],
            vec![low.1, high.1, positive],
            vec![self.below(a, 1), high.0, self.most(b, 0, r)],
            vec![low.0, self.below(b, 1), self.most(a, 0, r)],
        ]
    }
}

/// What always holds of an operation.
pub fn laws(terms: &mut Terms, term: TermId) -> Vec<Lemma> {
    let TermNode::Operation(operation, width, signed, a, b) = *terms.term(term) else { return Vec::new() };
    let zero = terms.integer(0);
    let mut laws = Builder { terms, zero };
    let found = match operation {
        Operation::Remainder => laws.remainder(term, a, b),
        Operation::Divide => laws.quotient(term, a, b),
        Operation::ShiftLeft => laws.shifted(true, width, [term, a, b]),
        Operation::ShiftRight => laws.shifted(false, width, [term, a, b]),
        Operation::BitAnd | Operation::BitOr | Operation::BitXor if width >= 2 => {
            laws.bits(operation, IntegerType { width, signed, float: false }, [term, a, b])
        }
        Operation::Multiply => laws.product(term, a, b),
        Operation::BitAnd | Operation::BitOr | Operation::BitXor | Operation::Wrap => Vec::new(),
    };
    found.into_iter().map(|parts| Lemma { parts, origin: Origin::Law(term) }).collect()
}

/// What always holds of two operations: products in the order of their factors, what multiplying a quotient by its divisor gives
/// back, and that an operation has the same result in every type where it is defined.
pub fn related(terms: &mut Terms, one: TermId, other: TermId) -> Vec<Lemma> {
    let mut laws = ordered(terms, one, other);
    laws.extend(rounded(terms, one, other));
    laws.extend(retyped(terms, one, other));
    laws
}

/// Of two types: `\result == x / y` is asked of integers, what is returned is computed in `int`.
fn retyped(terms: &mut Terms, one: TermId, other: TermId) -> Vec<Lemma> {
    let TermNode::Operation(operation, width, _, a, b) = *terms.term(one) else { return Vec::new() };
    let TermNode::Operation(again, other_width, _, c, d) = *terms.term(other) else { return Vec::new() };
    if (operation, a, b) != (again, c, d) {
        return Vec::new();
    }
    let zero = terms.integer(0);
    let mut laws = Builder { terms, zero };
    let claim = (laws.terms.equal(one, other), true);
    let found = match operation {
        // By minus one the least value of a type cannot be divided.
        Operation::Divide | Operation::Remainder => {
            vec![vec![laws.below(b, 1), claim], vec![laws.above(b, -2), claim]]
        }
        Operation::ShiftLeft | Operation::ShiftRight => {
            let most = i128::from(width.min(other_width)) - 1;
            vec![vec![laws.below(b, 0), laws.above(b, most), claim]]
        }
        Operation::Multiply | Operation::BitAnd | Operation::BitOr | Operation::BitXor | Operation::Wrap => {
            Vec::new()
        }
    };
    found.into_iter().map(|parts| Lemma { parts, origin: Origin::Order(one, other) }).collect()
}

/// A quotient times its divisor is what the remainder leaves of the dividend; for positive divisors.
fn rounded(terms: &mut Terms, one: TermId, product: TermId) -> Vec<Lemma> {
    let TermNode::Operation(operation, _, _, a, b) = *terms.term(one) else { return Vec::new() };
    let TermNode::Operation(Operation::Multiply, _, _, x, y) = *terms.term(product) else {
        return Vec::new();
    };
    let is_quotient = |terms: &Terms, term: TermId| match *terms.term(term) {
        TermNode::Operation(Operation::Divide, _, _, dividend, divisor) => (dividend, divisor) == (a, b),
        _ => false,
    };
    let multiplied = (y == b && is_quotient(terms, x)) || (x == b && is_quotient(terms, y));
    if !multiplied {
        return Vec::new();
    }
    let zero = terms.integer(0);
    let mut laws = Builder { terms, zero };
    let positive = laws.below(b, 1);
    let found = match operation {
        Operation::Divide => {
            let (no_less, no_more) = (laws.below(a, 0), laws.above(a, 0));
            let (next, further) = (laws.terms.plus(product, b), laws.terms.plus(a, b));
            vec![
                vec![positive, no_less, laws.most(product, 0, a)],
                vec![positive, no_less, laws.most(a, 1, next)],
                vec![positive, no_more, laws.most(a, 0, product)],
                vec![positive, no_more, laws.most(product, 1, further)],
            ]
        }
        Operation::Remainder => {
            let whole = laws.terms.plus(product, one);
            vec![vec![positive, (laws.terms.equal(whole, a), true)]]
        }
        Operation::Multiply
        | Operation::BitAnd
        | Operation::BitOr
        | Operation::BitXor
        | Operation::ShiftLeft
        | Operation::ShiftRight
        | Operation::Wrap => Vec::new(),
    };
    found.into_iter().map(|parts| Lemma { parts, origin: Origin::Order(one, product) }).collect()
}

/// Products with a common factor are ordered as their other factors, if it is not negative.
fn ordered(terms: &mut Terms, one: TermId, other: TermId) -> Vec<Lemma> {
    let TermNode::Operation(Operation::Multiply, _, _, a, b) = *terms.term(one) else { return Vec::new() };
    let TermNode::Operation(Operation::Multiply, _, _, c, d) = *terms.term(other) else { return Vec::new() };
    let zero = terms.integer(0);
    let mut laws = Builder { terms, zero };
    let mut found = Vec::new();
    for (factor, x, same, y) in [(a, b, c, d), (a, b, d, c), (b, a, c, d), (b, a, d, c)] {
        if factor != same {
            continue;
        }
        let positive = laws.below(factor, 0);
        let next = laws.terms.plus(one, factor);
        for (by, from) in [(1, next), (0, one)] {
            let smaller = laws.most(x, by, y);
            found.push(vec![(smaller.0, false), positive, laws.most(from, 0, other)]);
        }
    }
    found.into_iter().map(|parts| Lemma { parts, origin: Origin::Order(one, other) }).collect()
}

/// More operations than these have laws only where the solver does not decide.
const MOST_OPEN: usize = 8;

/// Of which operations laws are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Which {
    /// Of those of two operands that are no numbers: intervals say little of them.
    Open,
    /// Of all.
    All,
}

/// What is to be done next.
pub enum Step {
    /// This is to be decided, so that a law says something.
    Decide(Literal),
    /// There are new clauses.
    Again,
    /// Nothing: the laws say what they can.
    Done,
}

/// The clauses of the laws about operations, by one or two of them.
#[derive(Clone, Debug, Default)]
pub struct Laws {
    clauses: FxHashMap<(TermId, TermId), Vec<ClauseId>>,
}

impl Laws {
    /// What the laws about the operations of a conjunction ask for.
    pub fn next(
        &mut self,
        terms: &mut Terms,
        core: &mut Core,
        encoding: &mut Encoding,
        conjunction: &Conjunction,
        which: Which,
    ) -> Step {
        let mut operations = Vec::new();
        for symbol in &conjunction.symbols {
            let term = TermId(symbol.0);
            if let TermNode::Operation(_, _, _, left, right) = *terms.term(term)
                && (which == Which::All
                    || terms.as_integer(left).is_none() && terms.as_integer(right).is_none())
            {
                operations.push(term);
            }
        }
        if operations.is_empty() || which == Which::Open && operations.len() > MOST_OPEN {
            return Step::Done;
        }
        let before = core.len();
        let mut clauses = Vec::new();
        for (number, &one) in operations.iter().enumerate() {
            let pairs = operations[..number].iter().flat_map(|&other| [(one, other), (other, one)]);
            for about in pairs.chain([(one, one)]) {
                spend(1);
                let known = self.clauses.entry(about);
                clauses.extend(known.or_insert_with(|| added(terms, core, encoding, about)).iter().copied());
            }
        }
        if core.len() > before {
            return Step::Again;
        }
        let open = clauses.iter().find_map(|clause| decision(core, &core.clause(*clause).literals));
        open.map_or(Step::Done, Step::Decide)
    }
}

/// Adds the clauses of the laws about an operation, or about two.
fn added(
    terms: &mut Terms,
    core: &mut Core,
    encoding: &mut Encoding,
    (one, other): (TermId, TermId),
) -> Vec<ClauseId> {
    let found = if one == other { laws(terms, one) } else { related(terms, one, other) };
    let mut clauses = Vec::with_capacity(found.len());
    for Lemma { parts, origin } in found {
        clauses.extend(encoding.clause(terms, core, &parts, origin, 0));
    }
    clauses
}
