//! Proofs of the solver's answers, and a small checker of them that shares no code with the solver.
//!
//! A certificate is a text of lines (`text` writes it, `parse` reads it, `check` believes nothing of it):
//!
//! ```text
//! focuscheck certificate 1
//! program fig2.c                           free words: what was decided
//! decision 1
//! variable v0 x (line 2)                   unknown integers, in order
//! fact 1: -v0 - 5 <= 0 ; range of x        numbered facts: linear forms that are <= 0, == 0 or != 0
//! let 2: v1 = v0 + 1                       a variable for a form; its fact is `v0 - v1 + 1 == 0`
//! operator 1: v2 = v1 * v0 in s32          numbered operations, in a signed or unsigned type of some width
//! infeasible                               what follows derives a contradiction
//! sum 5: 2*3 - 1*2 / 3 gives v0 - 4 <= 0   multiples of facts, divided, rounded
//! …
//! contradiction 9                          this fact holds for no integers
//! done 1 8f3a…                             the decision's number, and a checksum of the text so far
//! ```
//!
//! In place of `infeasible`, `feasible` is followed by a line `value v0 = 3` for each variable. Each line of
//! a proof adds facts (their numbers go on where the last ones ended) or closes a case:
//!
//! | line | what it adds |
//! |---|---|
//! | `sum N: A*I + B*J … / D gives F` | the sum of multiples of facts, divided by D: Farkas combinations, substitution, bounds of a variable, and cuts, because constants of `<=` are rounded |
//! | `pair N: I J gives F` | `e == 0` from `e <= 0` and `-e <= 0` |
//! | `exclude N: I J gives F` | `e + 1 <= 0` from `e != 0` and `e <= 0` |
//! | `let N: v7 = E` | a new variable |
//! | `interval N: O by I J … gives F` | a bound of a variable of an operation, from the bounds I, J … of all three |
//! | `law N: O by I J …` | the linear meaning of an operation with a known operand |
//! | `law N: O with P by I J …` | that of a quotient and the remainder that belongs to it |
//! | `law N: O rounding by I J …` | that a shift to the right rounds off less than one |
//! | `companion O: v7 of P` | no fact: the remainder that belongs to a quotient, or the other way round |
//! | `quotient N: v7 of O` | how many times a conversion wraps around |
//! | `runs N: v7 v8 … of O by I J …` | the runs of equal bits of a known mask, see `operator` |
//! | `split N: v0 <= K`, `case N: v0 >= K+1`, `close` | two cases; each must end in a contradiction |
//!
//! In place of a decision there may be a refutation of formulas: `refutation 1` … `done 1 8f3a…`. Its lines name unknown
//! integers, truth values, terms, maps and formulas by those before them, say what is supposed, and derive clauses over
//! formulas down to one without any:
//!
//! | line | meaning |
//! |---|---|
//! | `integer x0 in -5 5`, `truth p0` | an unknown, perhaps with its least and greatest value |
//! | `term t3: sum 2*t0 - t1 + 7` | a term; also `number N`, `variable x0`, `operation / s32 t0 t1`, `select m0 t0 t1` (a map at a block and an offset), `if f0 t0 t1` |
//! | `map m1: store m0 t0 t1 t2` | `m0` but for one position; also `unknown`, `forgotten m0 m1 t0 t1 t2 …` (`m0` outside of regions of a block from an offset up to another, `m1` inside), `choice f0 m0 f1 m1 …` (the map whose formula holds; if several hold they agree) |
//! | `formula f2: at-most-zero t0` | a formula; also `true`, `false`, `truth p0`, `zero t0`, `not`, `and`, `or`, `iff`, `forall x0 f0`, `exists x0 f0` |
//! | `suppose f2` | what is refuted |
//! | `clause 1: f2 -f3 by RULE` | a clause: `f2` holds or `f3` does not |
//! | `learned 4: f2 from 1 2` | a clause by unit propagation in others |
//!
//! The rules: `supposed`; `structure f2` (what a formula says of its parts); `instance f2 t0 …`, `witness f2 x3 …` (a
//! quantified formula for terms, or for new variables that stand for what there is); `read t0`, `congruence t0 t1`,
//! `conditional t0` (what reads and conditional terms are); `arithmetic t0 t1 …` (the opposite of all literals is refuted by
//! the decision that follows up to `proved`; its variables stand for these terms).
//!
//! After `close`, and after `contradiction`, the case (or the whole proof) is finished. What a case has added
//! is forgotten with it, and its numbers are used again.

pub mod check;
pub mod formula;
pub mod refutation;
pub mod parse;
pub mod text;

mod instantiate;
mod laws;
mod lines;
mod normal;
mod operator;
mod schema;
mod shown;
mod spelling;
mod steps;
mod theory;
mod words;

#[cfg(test)]
mod tests;

use dashu_int::IBig;

/// An integer without limits.
pub type Number = IBig;

/// `sum(coefficient * variable) + constant`; terms sorted by variable, no zero coefficients.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LinearSum {
    /// Variables with their coefficients.
    pub terms: Vec<(usize, Number)>,
    /// The constant.
    pub constant: Number,
}

/// How a form relates to zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// `<= 0`
    AtMost,
    /// `== 0`
    Equal,
    /// `!= 0`
    NotEqual,
}

/// A linear form in a relation to zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The form.
    pub form: LinearSum,
    /// Its relation to zero.
    pub relation: Relation,
}

/// An operation that is not linear, with C's meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// The product, as an integer.
    Multiply,
    /// The quotient, truncated; undefined for zero and for the one quotient that does not fit the type.
    Divide,
    /// The remainder that goes with it.
    Remainder,
    /// Bitwise and of the operands' representations.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// The left operand times a power of two, as an integer; undefined unless the shift is less than the width.
    ShiftLeft,
    /// The left operand divided by a power of two, rounded down.
    ShiftRight,
    /// The left operand converted to the type; a type of width 1 is `_Bool`.
    Convert,
}

/// `result == left operation right` over variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operator {
    /// The operation.
    pub operation: Operation,
    /// The width of its type in bits.
    pub width: usize,
    /// Whether the type is signed.
    pub signed: bool,
    /// The variable of the result.
    pub result: usize,
    /// The variable of the left operand.
    pub left: usize,
    /// The variable of the right operand; that of the left one for a conversion.
    pub right: usize,
}

/// A line of a system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Given {
    /// The next variable, with what it stands for.
    Variable(String),
    /// A constraint or a bound, with where it comes from.
    Fact(Fact, String),
    /// The next variable, equal to a form.
    Let(LinearSum),
    /// An operation.
    Operator(Operator),
}

/// A step of a proof; see the module's text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Step {
    Sum { parts: Vec<(Number, usize)>, divisor: Number, fact: Fact },
    Pair { one: usize, other: usize, fact: Fact },
    Exclude { unequal: usize, at_most: usize, fact: Fact },
    Let { form: LinearSum },
    Interval { operator: usize, bounds: Vec<usize>, fact: Fact },
    Law { operator: usize, kind: Law, bounds: Vec<usize> },
    Companion { operator: usize },
    Quotient { operator: usize },
    Runs { operator: usize, count: usize, bounds: Vec<usize> },
    Split { variable: usize, value: Number },
    Case,
    Close,
    Contradiction { fact: usize },
}

/// Which linear meaning of an operation with a known operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Law {
    /// That of a product and of a shift to the left; of one to the right that nothing is rounded up.
    Plain,
    /// Of a shift to the right, that less than one is rounded off.
    Rounding,
    /// Of a quotient or remainder, together with the other of the two.
    With(usize),
}

/// What was decided about a system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// These values of the variables satisfy it.
    Feasible(Vec<Number>),
    /// Nothing does, as the steps show.
    Infeasible(Vec<Step>),
}

/// A system with its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The system.
    pub system: Vec<Given>,
    /// The answer.
    pub answer: Answer,
}

impl LinearSum {
    /// The sum of terms in any order.
    pub fn new(mut terms: Vec<(usize, Number)>, constant: Number) -> Self {
        terms.sort_by_key(|term| term.0);
        let mut merged: Vec<(usize, Number)> = Vec::with_capacity(terms.len());
        for (variable, coefficient) in terms {
            match merged.last_mut() {
                Some(last) if last.0 == variable => last.1 += coefficient,
                _ => merged.push((variable, coefficient)),
            }
        }
        merged.retain(|term| term.1 != Number::ZERO);
        LinearSum { terms: merged, constant }
    }

    /// The sum of multiples of forms.
    pub fn sum<'f>(parts: impl Iterator<Item = (&'f Number, &'f LinearSum)>) -> Self {
        let mut terms = Vec::new();
        let mut constant = Number::ZERO;
        for (factor, form) in parts {
            terms.extend(form.terms.iter().map(|(variable, value)| (*variable, value * factor)));
            constant += &form.constant * factor;
        }
        LinearSum::new(terms, constant)
    }

    /// The form with its sign changed.
    pub fn negated(&self) -> Self {
        let terms = self.terms.iter().map(|(variable, value)| (*variable, -value)).collect();
        LinearSum { terms, constant: -&self.constant }
    }

    /// The coefficient of a variable.
    pub fn coefficient(&self, variable: usize) -> Number {
        let found = self.terms.binary_search_by_key(&variable, |term| term.0);
        found.map_or(Number::ZERO, |position| self.terms[position].1.clone())
    }
}

impl Fact {
    /// `variable <= value` for sign 1, `variable >= value` for sign -1.
    pub fn bound(variable: usize, sign: i8, value: Number) -> Self {
        let sign = Number::from(sign);
        let constant = -(&sign * value);
        Fact { form: LinearSum { terms: vec![(variable, sign)], constant }, relation: Relation::AtMost }
    }

    /// `form == 0`
    pub fn equal(form: LinearSum) -> Self {
        Fact { form, relation: Relation::Equal }
    }
}

/// A checksum (64-bit FNV-1a), against accidents; against false answers there is the proof.
pub fn checksum(text: &[u8]) -> u64 {
    text.iter()
        .fold(0xcbf2_9ce4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}
