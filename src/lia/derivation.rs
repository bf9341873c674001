//! How an answer came about, kept while a problem is solved, to be written down as a proof.
//!
//! Facts are derived in a growing list; a fact names only earlier ones. The cases of a search form a tree
//! whose leaves are contradictions. What the tree does not need is left out at the end (`evidence`), so steps
//! may be recorded freely. A step that cannot be recorded makes what rests on it unprovable, never wrong.
//!
//! The solver decides fast and without a record. When it has refuted a problem, it refutes the clashing constraints
//! alone once more with a `Derivation`: every bound, every solved equality, every case becomes a fact with the facts
//! that it follows from. `lia/evidence.rs` keeps what the contradiction needs and puts it into the scope of the cases
//! it depends on; the checker then has the last word. A gap in the record makes an answer `undecided`, never wrong. The
//! second run and the check cost little, because few constraints clash. `certificate/` imports nothing at all from the
//! rest (a test holds that) and computes with another library of large integers. `lia/record.rs` keeps decisions for
//! `--certificates`; names for them come from `engine/focus/labels.rs`.
//!
//! `scripts/solver-against-z3.sh [COUNT] [FIRST_SEED]` compares answers with another solver on random systems and
//! checks the certificate of each; 300 systems with their answers are in `tests/systems.txt`.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive};

use super::bounds::Side;
use super::certificate::Certificate;
use super::constraint::{Comparison, Constraint, Linear, Symbol};
use focuscheck_certificate::check::combine;
use focuscheck_certificate::{Fact, Law, LinearSum, Number, Relation};

/// A fact, by its position in the list.
pub(super) type FactId = usize;
/// A case of a search, by its position.
pub(super) type NodeId = usize;

/// How a fact was derived.
#[derive(Clone, Debug)]
pub(super) enum Rule {
    /// A constraint of the problem.
    Constraint(usize),
    /// A bound of a symbol.
    Bound(Symbol, Side),
    /// A variable for an operand; part of the system.
    Operand(usize, LinearSum),
    /// A new variable for a form.
    Let(usize, LinearSum),
    Sum(Vec<(Number, FactId)>, Number),
    Pair(FactId, FactId),
    Exclude(FactId, FactId),
    Interval(usize, Vec<FactId>),
    Law(usize, Law, Vec<FactId>),
    /// No fact, but a variable and an operator: the companion of another operator.
    Companion {
        variable: usize,
        operator: usize,
        of: usize,
    },
    Quotient {
        variable: usize,
        operator: usize,
    },
    /// The first fact of several; the others follow as parts.
    Runs {
        first: usize,
        count: usize,
        operator: usize,
        bounds: Vec<FactId>,
    },
    Part(FactId),
    /// What a case of a search assumes.
    Assumed,
}

/// A derived fact.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    /// The fact; nothing for a companion.
    pub fact: Option<Fact>,
    /// Where it comes from.
    pub rule: Rule,
}

/// A case of a split.
#[derive(Clone, Debug)]
pub(super) struct Branch {
    /// The values of the variable.
    pub range: (i128, i128),
    /// The facts that say so, if there are such bounds.
    pub assumed: [Option<FactId>; 2],
    /// What refutes it.
    pub node: NodeId,
}

/// What refutes a case.
#[derive(Clone, Debug)]
pub(super) enum Node {
    /// A fact that no integers satisfy.
    Leaf(FactId),
    /// Cases for the values of a variable.
    Split(usize, Vec<Branch>),
}

/// The derivation of an answer.
#[derive(Clone, Debug, Default)]
pub(super) struct Derivation {
    pub entries: Vec<Entry>,
    pub nodes: Vec<Node>,
    /// The facts that bound each variable from the start.
    base: Vec<[Option<FactId>; 2]>,
    /// What the present case of each level of a search assumes.
    assumed: Vec<[Option<FactId>; 2]>,
    /// Which entry introduces a variable, if it is not a symbol of the problem.
    pub introduced: BTreeMap<usize, FactId>,
    /// Which entry introduces an operator, if it is not one of the problem.
    pub companions: BTreeMap<usize, FactId>,
    /// What refutes the whole.
    pub conclusion: Option<NodeId>,
}

/// A derivation, if one is wanted.
pub(super) type Log = Option<Rc<RefCell<Derivation>>>;

/// A number for a certificate.
pub(super) fn number(value: &BigInt) -> Number {
    match value.to_i128() {
        Some(small) => Number::from(small),
        // Only multipliers of the simplex get so large.
        None => value.to_string().parse().unwrap_or_default(),
    }
}

/// A form for a certificate.
pub(super) fn form(linear: &Linear) -> LinearSum {
    let terms = linear.terms.iter().map(|&(symbol, value)| (symbol.0 as usize, Number::from(value)));
    LinearSum { terms: terms.collect(), constant: Number::from(linear.constant) }
}

/// A fact for a certificate.
pub(super) fn fact(constraint: &Constraint) -> Fact {
    let relation = match constraint.comparison {
        Comparison::AtMostZero => Relation::AtMost,
        Comparison::Zero => Relation::Equal,
        Comparison::NotZero => Relation::NotEqual,
    };
    Fact { form: form(&constraint.expression), relation }
}

/// `variable <= value` or `variable >= value`.
pub(super) fn bound(variable: usize, side: Side, value: i128) -> Fact {
    let sign = if side == Side::Upper { 1 } else { -1 };
    Fact::bound(variable, sign, Number::from(value))
}

impl Derivation {
    /// Records an entry.
    pub fn add(&mut self, fact: Option<Fact>, rule: Rule) -> FactId {
        self.entries.push(Entry { fact, rule });
        self.entries.len() - 1
    }

    fn fact(&self, id: FactId) -> Option<&Fact> {
        self.entries.get(id)?.fact.as_ref()
    }

    /// The bounds of a variable from the start.
    pub fn base(&self, variable: usize) -> [Option<FactId>; 2] {
        self.base.get(variable).copied().unwrap_or_default()
    }

    /// Sets a bound of a variable from the start.
    pub fn set_base(&mut self, variable: usize, side: Side, id: Option<FactId>) {
        if self.base.len() <= variable {
            self.base.resize(variable + 1, [None; 2]);
        }
        self.base[variable][side as usize] = id;
    }

    /// The sum of multiples of facts, divided by a positive number.
    pub fn sum(&mut self, parts: Vec<(Number, FactId)>, divisor: Number) -> Option<FactId> {
        self.combined(parts, divisor, Relation::Equal)
    }

    /// The same, where a sum of equalities alone is only needed as an inequality.
    fn at_most(&mut self, parts: Vec<(Number, FactId)>, divisor: Number) -> Option<FactId> {
        self.combined(parts, divisor, Relation::AtMost)
    }

    fn combined(
        &mut self,
        parts: Vec<(Number, FactId)>,
        divisor: Number,
        wanted: Relation,
    ) -> Option<FactId> {
        let facts = parts.iter().map(|(factor, id)| Some((factor, self.fact(*id)?)));
        let sum = combine(&facts.collect::<Option<Vec<_>>>()?, &divisor, wanted).ok()?;
        if let [(_, id)] = parts[..]
            && self.fact(id) == Some(&sum)
        {
            return Some(id);
        }
        Some(self.add(Some(sum), Rule::Sum(parts, divisor)))
    }

    /// The part of a sum that `weight` (not negative) times a bound is.
    pub fn bound_part(&self, id: FactId, side: Side, weight: Number) -> Option<(Number, FactId)> {
        let fact = self.fact(id)?;
        let [(_, coefficient)] = &fact.form.terms[..] else { return None };
        let wanted = if side == Side::Upper { Number::ONE } else { Number::NEG_ONE };
        let factor = match fact.relation {
            Relation::AtMost if *coefficient == wanted => weight,
            Relation::Equal if *coefficient == wanted => weight,
            Relation::Equal if -coefficient == wanted => -weight,
            _ => return None,
        };
        Some((factor, id))
    }

    /// A bound of a variable from `sign` times a linear fact and bounds of its other variables.
    pub fn bound_by(
        &mut self,
        id: FactId,
        sign: i128,
        expression: &Linear,
        variable: usize,
        current: impl Fn(usize, Side) -> Option<FactId>,
    ) -> Option<FactId> {
        let mut parts = vec![(Number::from(sign), id)];
        let mut divisor = Number::ONE;
        for &(symbol, coefficient) in &expression.terms {
            let other = symbol.0 as usize;
            let weight = Number::from(coefficient.unsigned_abs());
            if other == variable {
                divisor = weight;
                continue;
            }
            let side = if (coefficient > 0) == (sign > 0) { Side::Lower } else { Side::Upper };
            parts.push(self.bound_part(current(other, side)?, side, weight)?);
        }
        self.at_most(parts, divisor)
    }

    /// A bound from `expression == 0`, where `variable` has coefficient 1 or -1 and the others, apart from those that are fixed,
    /// coefficients that `modulus` divides: the next value that leaves the right remainder.
    pub fn bound_by_congruence(
        &mut self,
        id: FactId,
        expression: &Linear,
        modulus: i128,
        (variable, side): (usize, Side),
        current: impl Fn(usize, Side) -> Option<FactId>,
    ) -> Option<FactId> {
        let own = expression.coefficient(Symbol(variable as u32));
        // `sign * expression <= 0` bounds the multiples of the modulus where the bound of the variable is added.
        let sign = if (own > 0) == (side == Side::Lower) { 1 } else { -1 };
        let mut parts =
            vec![(Number::from(sign), id), self.bound_part(current(variable, side)?, side, Number::ONE)?];
        for &(symbol, coefficient) in &expression.terms {
            let other = symbol.0 as usize;
            if other != variable && coefficient % modulus != 0 {
                let side = if (coefficient > 0) == (sign > 0) { Side::Lower } else { Side::Upper };
                let weight = Number::from(coefficient.unsigned_abs());
                parts.push(self.bound_part(current(other, side)?, side, weight)?);
            }
        }
        let rounded = self.at_most(parts, Number::from(modulus))?;
        let mut parts = vec![(Number::from(-sign), id), (Number::from(modulus), rounded)];
        for &(symbol, coefficient) in &expression.terms {
            let other = symbol.0 as usize;
            if other != variable && coefficient % modulus != 0 {
                let side = if (coefficient > 0) == (sign > 0) { Side::Upper } else { Side::Lower };
                let weight = Number::from(coefficient.unsigned_abs());
                parts.push(self.bound_part(current(other, side)?, side, weight)?);
            }
        }
        self.at_most(parts, Number::ONE)
    }

    /// A bound from `expression != 0`: all other variables are fixed, and the present bound is excluded.
    pub fn bound_by_exclusion(
        &mut self,
        id: FactId,
        expression: &Linear,
        variable: usize,
        side: Side,
        current: impl Fn(usize, Side) -> Option<FactId>,
    ) -> Option<FactId> {
        let own = expression.coefficient(Symbol(variable as u32));
        let sign = if (own > 0) == (side == Side::Upper) { 1 } else { -1 };
        let mut parts = Vec::new();
        for &(symbol, coefficient) in &expression.terms {
            let side = if (coefficient > 0) == (sign > 0) { Side::Upper } else { Side::Lower };
            let weight = Number::from(coefficient.unsigned_abs());
            parts.push(self.bound_part(current(symbol.0 as usize, side)?, side, weight)?);
        }
        let at_most = self.at_most(parts, Number::ONE)?;
        let mut derived = self.fact(at_most)?.clone();
        derived.form.constant += 1;
        let excluded = self.add(Some(derived), Rule::Exclude(id, at_most));
        let mut signed = expression.scale(sign)?;
        signed.constant = signed.constant.checked_add(1)?;
        self.bound_by(excluded, 1, &signed, variable, current)
    }

    /// `variable == value` from two bounds.
    pub fn fixed(&mut self, variable: usize, bounds: [Option<FactId>; 2]) -> Option<FactId> {
        let [lower, upper] = [bounds[0]?, bounds[1]?];
        for id in [upper, lower] {
            let fact = self.fact(id)?;
            if fact.relation == Relation::Equal {
                let sign = fact.form.coefficient(variable);
                return self.sum(vec![(sign, id)], Number::ONE);
            }
        }
        self.pair(upper, lower)
    }

    /// `e == 0` from `e <= 0` and `-e <= 0`.
    pub fn pair(&mut self, one: FactId, other: FactId) -> Option<FactId> {
        let (first, second) = (self.fact(one)?, self.fact(other)?);
        let opposite = first.relation == Relation::AtMost
            && second.relation == Relation::AtMost
            && first.form.negated() == second.form;
        let fact = Fact::equal(first.form.clone());
        opposite.then(|| self.add(Some(fact), Rule::Pair(one, other)))
    }

    /// A multiple of a fact that has another expression by its normal form.
    pub fn normalised(&mut self, id: FactId, before: &Linear, after: &Linear) -> Option<FactId> {
        let (Some(first), Some(last)) = (before.terms.first(), after.terms.first()) else {
            return Some(id);
        };
        let ratio = first.1.checked_div(last.1)?;
        self.sum(vec![(Number::from(ratio.signum()), id)], Number::from(ratio.unsigned_abs()))
    }

    /// A variable for a form; its fact says `form - variable == 0`.
    pub fn define(&mut self, variable: usize, linear: &Linear, is_operand: bool) -> FactId {
        let form = form(linear);
        let mut terms = form.terms.clone();
        terms.push((variable, Number::NEG_ONE));
        let fact = Fact::equal(LinearSum::new(terms, form.constant.clone()));
        let rule = if is_operand { Rule::Operand(variable, form) } else { Rule::Let(variable, form) };
        let id = self.add(Some(fact), rule);
        self.introduced.insert(variable, id);
        id
    }

    /// What both bounds of the variables of an operator say about one of them.
    pub fn interval(
        &mut self,
        operator: usize,
        variables: [usize; 3],
        claim: Option<Fact>,
        current: impl Fn(usize, Side) -> Option<FactId>,
    ) -> FactId {
        let mut bounds: Vec<FactId> = variables
            .into_iter()
            .flat_map(|variable| [current(variable, Side::Lower), current(variable, Side::Upper)])
            .flatten()
            .collect();
        bounds.sort_unstable();
        bounds.dedup();
        let never = || Fact {
            form: LinearSum { terms: Vec::new(), constant: Number::ONE },
            relation: Relation::AtMost,
        };
        self.add(Some(claim.unwrap_or_else(never)), Rule::Interval(operator, bounds))
    }

    /// The facts that a case of a search assumes.
    pub fn assume(
        &mut self,
        level: usize,
        variable: usize,
        range: (Option<i128>, Option<i128>),
    ) -> [Option<FactId>; 2] {
        let mut side = |side: Side, value: Option<i128>| {
            value.map(|value| self.add(Some(bound(variable, side, value)), Rule::Assumed))
        };
        let assumed = [side(Side::Lower, range.0), side(Side::Upper, range.1)];
        self.assumed.truncate(level);
        self.assumed.resize(level, [None; 2]);
        self.assumed.push(assumed);
        assumed
    }

    /// What the present case of a level assumes.
    pub fn assumed(&self, level: usize, side: Side) -> Option<FactId> {
        self.assumed.get(level)?[side as usize]
    }

    /// A case that ends in a fact that no integers satisfy.
    pub fn leaf(&mut self, id: FactId) -> NodeId {
        self.nodes.push(Node::Leaf(id));
        self.nodes.len() - 1
    }

    /// Multiples of facts, with fractions as factors, up to a common factor.
    pub fn scaled_sum(&mut self, parts: &[(BigRational, FactId)]) -> Option<FactId> {
        let common = parts.iter().fold(BigInt::one(), |common, (factor, _)| common.lcm(factor.denom()));
        let parts =
            parts.iter().map(|(factor, id)| (number(&(factor.numer() * (&common / factor.denom()))), *id));
        self.sum(parts.collect(), Number::ONE)
    }

    /// A sum of constraints and bounds of the problem.
    pub fn farkas(&mut self, certificate: &Certificate) -> Option<FactId> {
        let find = |wanted: &dyn Fn(&Rule) -> bool| self.entries.iter().position(|entry| wanted(&entry.rule));
        let mut parts = Vec::new();
        for (position, factor) in &certificate.constraints {
            let id = find(&|rule| matches!(rule, Rule::Constraint(own) if own == position))?;
            parts.push((factor.clone(), id));
        }
        for (symbols, side) in [(&certificate.lower, Side::Lower), (&certificate.upper, Side::Upper)] {
            for (symbol, factor) in symbols {
                let id = find(&|rule| matches!(rule, Rule::Bound(own, at) if own == symbol && *at == side))?;
                parts.push((factor.clone(), id));
            }
        }
        self.scaled_sum(&parts)
    }
}
