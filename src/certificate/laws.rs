//! What always holds of operations that are not linear, as clauses: a remainder is smaller than its divisor, and the like.

use super::formula::{Arena, Term, TermNode};
use super::schema::Wanted;
use super::{LinearSum, Number, Operation};

/// `factor * left + constant <= right`, or that this does not hold.
type Claim = (Number, Term, i64, Term, bool);

/// `left <= right`
fn most(left: Term, right: Term) -> Claim {
    (Number::ONE, left, 0, right, true)
}

/// `left < right`
fn less(left: Term, right: Term) -> Claim {
    (Number::ONE, left, 1, right, true)
}

fn unless(claim: Claim) -> Claim {
    (claim.0, claim.1, claim.2, claim.3, false)
}

impl Arena {
    fn scaled(&mut self, factor: &Number, term: Term) -> Term {
        self.sum(&LinearSum::new(vec![(term, factor.clone())], Number::ZERO))
    }

    fn wanted(&mut self, claims: Vec<Claim>) -> Wanted {
        let mut wanted = Vec::with_capacity(claims.len());
        for (factor, left, constant, right, truth) in claims {
            let left = self.scaled(&factor, left);
            wanted.push((self.at_most(left, Number::from(constant), right), truth));
        }
        wanted
    }

    /// What holds of the bits of numbers that are not negative and at most the greatest one of their type.
    fn bit_laws(&mut self, operation: Operation, greatest: Number, [r, a, b]: [Term; 3]) -> Vec<Vec<Claim>> {
        let (zero, greatest) = (self.number(Number::ZERO), self.number(greatest));
        let sum = self.sum(&LinearSum::new(vec![(a, Number::ONE), (b, Number::ONE)], Number::ZERO));
        let positive = |value: Term| vec![unless(most(zero, value)), unless(most(value, greatest))];
        let of_both = |claims: Vec<Claim>| -> Vec<Vec<Claim>> {
            claims.into_iter().map(|claim| [positive(a), positive(b), vec![claim]].concat()).collect()
        };
        match operation {
            Operation::Or => of_both(vec![most(a, r), most(b, r), most(r, sum)]),
            Operation::Xor => of_both(vec![most(zero, r), most(r, sum)]),
            _ => [a, b]
                .into_iter()
                .flat_map(|value| [most(zero, r), most(r, value)].map(|claim| (value, claim)))
                .map(|(value, claim)| [positive(value), vec![claim]].concat())
                .collect(),
        }
    }

    /// The clauses that hold of an operation, wherever it is defined; of bits for types of at least two.
    pub fn laws(&mut self, term: Term) -> Vec<Wanted> {
        let TermNode::Operation(operation, width, signed, a, b) = *self.term(term) else { return Vec::new() };
        let zero = self.number(Number::ZERO);
        let from = |least: i64, value: Term| unless((Number::ONE, zero, least, value, true));
        let until = |value: Term, greatest: i64| unless((Number::ONE, value, -greatest, zero, true));
        let r = term;
        let laws = match operation {
            Operation::Remainder => {
                let negated = self.scaled(&Number::NEG_ONE, b);
                vec![
                    vec![from(1, b), less(r, b)],
                    vec![from(1, b), less(negated, r)],
                    vec![until(b, -2), less(b, r)],
                    vec![until(b, -2), less(r, negated)],
                    vec![from(1, b), from(0, a), most(zero, r)],
                    vec![from(1, b), from(0, a), most(r, a)],
                    vec![from(1, b), until(a, 0), most(r, zero)],
                    vec![from(1, b), until(a, 0), most(a, r)],
                    vec![from(0, a), unless(less(a, b)), most(a, r)],
                ]
            }
            Operation::Divide => vec![
                vec![from(1, b), from(0, a), most(zero, r)],
                vec![from(1, b), from(0, a), most(r, a)],
                vec![from(1, b), until(a, 0), most(r, zero)],
                vec![from(1, b), until(a, 0), most(a, r)],
                vec![from(0, a), unless(less(a, b)), most(r, zero)],
                vec![from(2, b), from(1, a), less(r, a)],
                vec![from(1, b), unless(most(b, a)), less(zero, r)],
            ],
            Operation::ShiftLeft | Operation::ShiftRight => {
                let defined = || vec![from(0, b), until(b, width as i64 - 1)];
                let twice = Number::from(2);
                let laws = match operation {
                    Operation::ShiftLeft => vec![
                        vec![from(0, a), most(a, r)],
                        vec![until(a, 0), most(r, a)],
                        vec![from(1, a), less(b, r)],
                        vec![from(0, a), from(1, b), (twice, a, 0, r, true)],
                    ],
                    _ => vec![
                        vec![from(0, a), most(zero, r)],
                        vec![from(0, a), most(r, a)],
                        vec![until(a, -1), most(a, r)],
                        vec![until(a, -1), less(r, zero)],
                        vec![from(0, a), from(1, b), (twice, r, 0, a, true)],
                    ],
                };
                laws.into_iter().map(|law| [defined(), law].concat()).collect()
            }
            Operation::And | Operation::Or | Operation::Xor if width >= 2 => {
                let greatest = (Number::ONE << (width - usize::from(signed))) - Number::ONE;
                self.bit_laws(operation, greatest, [r, a, b])
            }
            Operation::Multiply => vec![
                vec![from(0, a), from(0, b), most(zero, r)],
                vec![from(0, a), until(b, 0), most(r, zero)],
                vec![until(a, 0), from(0, b), most(r, zero)],
                vec![until(a, 0), until(b, 0), most(zero, r)],
                vec![from(1, a), from(0, b), most(b, r)],
                vec![from(0, a), from(1, b), most(a, r)],
            ],
            Operation::And | Operation::Or | Operation::Xor | Operation::Convert => Vec::new(),
        };
        laws.into_iter().map(|claims| self.wanted(claims)).collect()
    }

    /// Products with a common factor that is not negative are ordered as their other factors.
    pub fn ordered_products(&mut self, one: Term, other: Term) -> Vec<Wanted> {
        let TermNode::Operation(Operation::Multiply, _, _, a, b) = *self.term(one) else { return Vec::new() };
        let TermNode::Operation(Operation::Multiply, _, _, c, d) = *self.term(other) else {
            return Vec::new();
        };
        let zero = self.number(Number::ZERO);
        let mut laws = Vec::new();
        for (factor, x, y) in [(a, b, c, d), (a, b, d, c), (b, a, c, d), (b, a, d, c)]
            .into_iter()
            .filter(|(factor, _, same, _)| factor == same)
            .map(|(factor, x, _, y)| (factor, x, y))
        {
            let next =
                self.sum(&LinearSum::new(vec![(one, Number::ONE), (factor, Number::ONE)], Number::ZERO));
            let positive = (Number::ONE, zero, 0, factor, false);
            for (by, claim) in
                [(1, (Number::ONE, next, 0, other, true)), (0, (Number::ONE, one, 0, other, true))]
            {
                let smaller = (Number::ONE, x, by, y, false);
                let wanted = self.wanted(vec![smaller, positive.clone(), claim]);
                laws.push(wanted);
            }
        }
        laws
    }

    /// A product of a quotient and its divisor, if that is positive, is the dividend without the remainder.
    pub fn rounded(&mut self, one: Term, product: Term) -> Vec<Wanted> {
        let TermNode::Operation(operation, _, _, a, b) = *self.term(one) else { return Vec::new() };
        let TermNode::Operation(Operation::Multiply, _, _, x, y) = *self.term(product) else {
            return Vec::new();
        };
        let of_quotient = [(x, y), (y, x)].into_iter().any(|(quotient, divisor)| {
            matches!(*self.term(quotient), TermNode::Operation(Operation::Divide, _, _, dividend, by)
                if dividend == a && by == b && divisor == b)
        });
        if !of_quotient {
            return Vec::new();
        }
        let plus = |left: Term, right: Term| {
            LinearSum::new(vec![(left, Number::ONE), (right, Number::ONE)], Number::ZERO)
        };
        let zero = self.number(Number::ZERO);
        let positive = unless(less(zero, b));
        let mut laws = Vec::new();
        match operation {
            Operation::Divide => {
                let (next, further) = (self.sum(&plus(product, b)), self.sum(&plus(a, b)));
                let (no_less, no_more) = (unless(most(zero, a)), unless(most(a, zero)));
                for (sign, claim) in [
                    (&no_less, most(product, a)),
                    (&no_less, less(a, next)),
                    (&no_more, most(a, product)),
                    (&no_more, less(product, further)),
                ] {
                    laws.push(self.wanted(vec![positive.clone(), sign.clone(), claim]));
                }
            }
            Operation::Remainder => {
                let whole = self.sum(&plus(product, one));
                let equal = self.equal(whole, a);
                let mut law = self.wanted(vec![positive]);
                law.push((equal, true));
                laws.push(law);
            }
            Operation::Multiply
            | Operation::And
            | Operation::Or
            | Operation::Xor
            | Operation::ShiftLeft
            | Operation::ShiftRight
            | Operation::Convert => {}
        }
        laws
    }

    /// An operation has the result that it has in another type, where it is defined in both.
    pub fn retyped(&mut self, one: Term, other: Term) -> Vec<Wanted> {
        let TermNode::Operation(operation, width, _, a, b) = *self.term(one) else { return Vec::new() };
        let TermNode::Operation(again, other_width, _, c, d) = *self.term(other) else { return Vec::new() };
        if operation != again || a != c || b != d {
            return Vec::new();
        }
        let zero = self.number(Number::ZERO);
        let cases = match operation {
            Operation::Divide | Operation::Remainder => {
                vec![vec![unless(less(zero, b))], vec![unless((Number::ONE, b, 2, zero, true))]]
            }
            Operation::ShiftLeft | Operation::ShiftRight => {
                let least = width.min(other_width) as i64;
                vec![vec![unless(most(zero, b)), unless((Number::ONE, b, 1 - least, zero, true))]]
            }
            Operation::Multiply | Operation::And | Operation::Or | Operation::Xor | Operation::Convert => {
                Vec::new()
            }
        };
        let equal = self.equal(one, other);
        let with = |mut law: Wanted| {
            law.push((equal, true));
            law
        };
        cases.into_iter().map(|case| self.wanted(case)).map(with).collect()
    }
}
