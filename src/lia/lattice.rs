//! Solving the equalities of a system over the integers.
//!
//! Every equality is used up: either it has a variable with coefficient 1 or -1, which is then expressed by
//! the others, or a new variable takes the place of one with the smallest coefficient, as in Euclid's
//! algorithm. An equality whose coefficients have a common divisor that does not divide its constant has
//! no solution. What remains are inequalities over variables that may take any integers.

use std::collections::BTreeMap;

use super::bounds::{NO_LOWER, NO_UPPER};
use super::constraint::{Comparison, Constraint, Linear, Normal, Symbol};
use super::derivation::{Derivation, FactId, Log};
use super::encode::rests_on;
use super::positions::Positions;
use super::state::State;
use super::system::{Origin, Row, System};
use focuscheck_base::limit::spend;
use focuscheck_certificate::Number;

/// A system whose rows with several terms all define a variable that occurs in no other such row.
pub(super) struct ReducedSystem {
    /// The system; its first variables are those of the original one.
    pub system: System,
    /// The defining rows with the variables they define.
    pub heads: Vec<(usize, usize)>,
}

impl ReducedSystem {
    /// Which variables are defined by rows.
    pub fn is_head(&self) -> Vec<bool> {
        let mut is_head = vec![false; self.system.variables()];
        for &(_, head) in &self.heads {
            is_head[head] = true;
        }
        is_head
    }

    /// Computes the defined variables from the others; `None` if a number gets too large.
    pub fn complete(&self, values: &mut [i128]) -> Option<()> {
        for &(row, head) in &self.heads {
            let expression = &self.system.rows[row].constraint.expression;
            let own = expression.coefficient(Symbol(head as u32));
            let mut sum = expression.constant;
            for &(symbol, coefficient) in &expression.terms {
                if symbol.0 as usize != head {
                    sum = sum.checked_add(coefficient.checked_mul(values[symbol.0 as usize])?)?;
                }
            }
            // The coefficient of a head is 1 or -1.
            values[head] = sum.checked_mul(own.checked_neg()?)?;
        }
        Some(())
    }
}

/// What solving the equalities led to.
pub(super) enum Solving {
    /// The equalities contradict each other; the constraints this rests on.
    Refuted(Positions),
    /// An equivalent system without other equalities.
    Left(ReducedSystem),
}

#[derive(Clone)]
struct Solved {
    expression: Linear,
    origin: Positions,
    /// The fact `variable - expression == 0`, if derivations are recorded.
    proof: Option<FactId>,
}

/// An equality `expression == 0`.
struct Equality {
    expression: Linear,
    origin: Positions,
    proof: Option<FactId>,
}

struct Lattice {
    /// For each variable its expression in variables that are not solved.
    solved: Vec<Option<Solved>>,
    leftover: Vec<Equality>,
    log: Log,
}

/// Solves the equalities of a system; `start` is its state (or that of a part of its rows and operators)
/// before any decision.
pub(super) fn reduce(system: &System, start: &State<'_>) -> Solving {
    let mut lattice =
        Lattice { solved: vec![None; system.variables()], leftover: Vec::new(), log: system.log.clone() };
    for equality in equalities(system, start) {
        if let Some(core) = lattice.solve(equality) {
            return Solving::Refuted(core);
        }
    }
    lattice.rebuild(system)
}

/// All equalities that hold, those for variables with one value left first.
fn equalities(system: &System, start: &State<'_>) -> Vec<Equality> {
    let mut equalities = Vec::new();
    for variable in 0..start.system.variables() {
        if start.is_fixed(variable) {
            let expression =
                Linear { terms: vec![(Symbol(variable as u32), 1)], constant: -start.lower[variable] };
            let facts = start.facts(variable);
            let proof = system.record(|log| log.fixed(variable, facts));
            equalities.push(Equality { expression, origin: rests_on(start, &[variable]), proof });
        }
    }
    // `e + c <= 0` and `-e - c <= 0` together are an equality.
    let mut upper: BTreeMap<&[(Symbol, i128)], Vec<&Row>> = BTreeMap::new();
    for row in &system.rows {
        let mut origin = Positions::default();
        row.origin.collect(&mut origin);
        let expression = &row.constraint.expression;
        match row.constraint.comparison {
            Comparison::Zero => {
                equalities.push(Equality { expression: expression.clone(), origin, proof: row.proof });
            }
            Comparison::NotZero => {}
            Comparison::AtMostZero => {
                if let Some(opposite) = expression.negate()
                    && let Some(rows) = upper.get(&opposite.terms[..])
                    && let Some(other) =
                        rows.iter().find(|other| other.constraint.expression.constant == opposite.constant)
                {
                    other.origin.collect(&mut origin);
                    let proof = system.record(|log| log.pair(row.proof?, other.proof?));
                    equalities.push(Equality { expression: expression.clone(), origin, proof });
                }
                upper.entry(&expression.terms).or_default().push(row);
            }
        }
    }
    equalities
}

impl Lattice {
    fn record(&self, work: impl FnOnce(&mut Derivation) -> Option<FactId>) -> Option<FactId> {
        self.log.as_ref().and_then(|log| work(&mut log.borrow_mut()))
    }

    /// Replaces solved variables; the origins of what was used are added to `origin`, and `proof` becomes
    /// that of the result.
    fn substitute(
        &self,
        expression: &Linear,
        origin: &mut Positions,
        proof: &mut Option<FactId>,
    ) -> Option<Linear> {
        let is_solved = |term: &&(Symbol, i128)| self.solved[term.0.0 as usize].is_some();
        if !expression.terms.iter().any(|term| is_solved(&term)) {
            return Some(expression.clone());
        }
        spend(expression.terms.len());
        let rest = expression.terms.iter().filter(|term| !is_solved(term)).copied().collect();
        let mut result = Linear { terms: rest, constant: expression.constant };
        let mut parts = Vec::new();
        for &(symbol, coefficient) in &expression.terms {
            if let Some(solved) = &self.solved[symbol.0 as usize] {
                result = result.add_scaled(&solved.expression, coefficient)?;
                origin.union(&solved.origin);
                parts.push((-Number::from(coefficient), solved.proof));
            }
        }
        let own = proof.take();
        *proof = self.record(|log| {
            let parts = parts.into_iter().map(|(factor, proof)| Some((factor, proof?)));
            let parts = std::iter::once(Some((Number::ONE, own?))).chain(parts);
            log.sum(parts.collect::<Option<_>>()?, Number::ONE)
        });
        Some(result)
    }

    /// Records `variable == expression`; `false` if a number gets too large (then nothing is changed).
    fn assign(
        &mut self,
        variable: usize,
        expression: &Linear,
        origin: &Positions,
        proof: Option<FactId>,
    ) -> bool {
        let symbol = Symbol(variable as u32);
        let mut changed = Vec::new();
        spend(self.solved.len());
        for (index, solved) in self.solved.iter().enumerate() {
            if let Some(solved) = solved
                && solved.expression.coefficient(symbol) != 0
            {
                let Some(replaced) = solved.expression.substitute(symbol, expression) else {
                    return false;
                };
                let mut union = solved.origin.clone();
                union.union(origin);
                let factor = Number::from(solved.expression.coefficient(symbol));
                let proof = self
                    .record(|log| log.sum(vec![(Number::ONE, solved.proof?), (factor, proof?)], Number::ONE));
                changed.push((index, Solved { expression: replaced, origin: union, proof }));
            }
        }
        for (index, solved) in changed {
            self.solved[index] = Some(solved);
        }
        self.solved[variable] =
            Some(Solved { expression: expression.clone(), origin: origin.clone(), proof });
        true
    }

    /// Uses up an equality; the constraints it rests on if it has no solution.
    fn solve(&mut self, mut equality: Equality) -> Option<Positions> {
        loop {
            let mut proof = equality.proof;
            let substituted = self.substitute(&equality.expression, &mut equality.origin, &mut proof);
            let Some(expression) = substituted else {
                self.leftover.push(equality);
                return None;
            };
            let constraint = Constraint { expression, comparison: Comparison::Zero };
            match constraint.normalise() {
                Normal::True => return None,
                Normal::False => {
                    self.conclude(proof);
                    return Some(equality.origin);
                }
                Normal::Constraint(normal) => {
                    equality.proof =
                        self.record(|log| log.normalised(proof?, &constraint.expression, &normal.expression));
                    equality.expression = normal.expression;
                }
            }
            if !self.step(&equality) {
                self.leftover.push(equality);
                return None;
            }
        }
    }

    /// Records that a fact holds for no integers.
    fn conclude(&self, fact: Option<FactId>) {
        self.record(|log| {
            log.conclusion = fact.map(|fact| log.leaf(fact));
            None
        });
    }

    /// Solves for a variable with a unit coefficient, or makes the smallest coefficient smaller.
    fn step(&mut self, equality: &Equality) -> bool {
        let Equality { expression: equality, origin, proof } = equality;
        // Of equal coefficients the last, so that symbols are rather kept than auxiliaries.
        let smallest = equality.terms.iter().rev().min_by_key(|term| term.1.unsigned_abs());
        let Some(&(symbol, coefficient)) = smallest else {
            return false;
        };
        let variable = symbol.0 as usize;
        let rest = Linear {
            terms: equality.terms.iter().filter(|term| term.0 != symbol).copied().collect(),
            constant: equality.constant,
        };
        if coefficient.unsigned_abs() == 1 {
            let proof = self.record(|log| log.sum(vec![(Number::from(coefficient), (*proof)?)], Number::ONE));
            return rest
                .scale(-coefficient)
                .is_some_and(|value| self.assign(variable, &value, origin, proof));
        }
        // variable = fresh - sum(quotient * other): the fresh variable is defined by the others, so this
        // rests on nothing.
        let fresh = self.solved.len();
        let mut terms = vec![(Symbol(fresh as u32), 1)];
        let mut defining = vec![(symbol, 1)];
        for &(other, value) in &rest.terms {
            let Some(quotient) = value.checked_div(coefficient).and_then(i128::checked_neg) else {
                return false;
            };
            terms.push((other, quotient));
            defining.push((other, -quotient));
        }
        let (Some(expression), Some(defining)) =
            (Linear::from_terms(terms, 0), Linear::from_terms(defining, 0))
        else {
            return false;
        };
        self.solved.push(None);
        // `variable + sum(-quotient * other) - fresh == 0` is also `variable - expression == 0`.
        let proof = self.record(|log| Some(log.define(fresh, &defining, false)));
        self.assign(variable, &expression, &Positions::default(), proof)
    }

    /// The definitions of the variables that are solved, with the rows and variables that they are.
    fn definitions(&self, original: &System) -> (System, Vec<(usize, usize)>) {
        let mut system = System {
            symbols: original.symbols.clone(),
            lower: original.lower.clone(),
            upper: original.upper.clone(),
            operators: original.operators.clone(),
            order: original.order.clone(),
            rows: Vec::new(),
            log: original.log.clone(),
        };
        while system.variables() < self.solved.len() {
            system.add_variable(NO_LOWER, NO_UPPER);
        }
        let mut heads = Vec::new();
        for (variable, solved) in self.solved.iter().enumerate().take(original.variables()) {
            if let Some(Solved { expression, origin, proof }) = solved {
                let Some(definition) = Linear::symbol(Symbol(variable as u32)).subtract(expression) else {
                    continue;
                };
                if !expression.terms.is_empty() {
                    heads.push((system.rows.len(), variable));
                }
                system.add_equality(definition, Origin::Set(origin.clone()), *proof);
            }
        }
        (system, heads)
    }

    /// The system in terms of the variables that are not solved.
    fn rebuild(self, original: &System) -> Solving {
        let (mut system, mut heads) = self.definitions(original);
        let mut slacks: BTreeMap<Vec<(Symbol, i128)>, usize> = BTreeMap::new();
        let inequalities =
            original.rows.iter().filter(|row| row.constraint.comparison != Comparison::Zero).map(|row| {
                let mut origin = Positions::default();
                row.origin.collect(&mut origin);
                (row.constraint.clone(), origin, row.proof)
            });
        let leftover = self.leftover.iter().map(|Equality { expression, origin, proof }| {
            let constraint = Constraint { expression: expression.clone(), comparison: Comparison::Zero };
            (constraint, origin.clone(), *proof)
        });
        for (constraint, mut origin, mut proof) in inequalities.chain(leftover) {
            // Without the substitution the row would say less, and what is left out would not be certified
            // by a model: such a row is simply left to the final check of the model.
            let replaced = self.substitute(&constraint.expression, &mut origin, &mut proof);
            let Some(expression) = replaced else {
                continue;
            };
            let substituted = Constraint { expression, comparison: constraint.comparison };
            let mut constraint = match substituted.normalise() {
                Normal::True => continue,
                Normal::False => {
                    self.conclude(proof);
                    return Solving::Refuted(origin);
                }
                Normal::Constraint(constraint) => constraint,
            };
            proof = system.normalised(proof, &substituted.expression, &constraint.expression);
            if constraint.expression.terms.len() > 1 {
                let negative = constraint.expression.terms[0].1 < 0;
                let Some(direction) = (if negative {
                    constraint.expression.negate()
                } else {
                    Some(constraint.expression.clone())
                }) else {
                    continue;
                };
                let slack = *slacks.entry(direction.terms.clone()).or_insert_with(|| {
                    let slack = system.add_variable(NO_LOWER, NO_UPPER);
                    heads.push((system.rows.len(), slack));
                    let mut terms = direction.terms;
                    let form = Linear { terms: terms.clone(), constant: 0 };
                    let proof = system.record(|log| Some(log.define(slack, &form, false)));
                    terms.push((Symbol(slack as u32), -1));
                    system.add_equality(Linear { terms, constant: 0 }, Origin::Background, proof);
                    slack
                });
                proof = system.record(|log| {
                    let definition = *log.introduced.get(&slack)?;
                    let factor = Number::from(if negative { 1 } else { -1 });
                    log.sum(vec![(Number::ONE, proof?), (factor, definition)], Number::ONE)
                });
                constraint.expression.terms = vec![(Symbol(slack as u32), if negative { -1 } else { 1 })];
            }
            system.rows.push(Row { constraint, origin: Origin::Set(origin), proof });
        }
        Solving::Left(ReducedSystem { system, heads })
    }
}
