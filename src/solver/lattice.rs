//! Solving the equalities of a system over the integers.
//!
//! Every equality is used up: either it has a variable with coefficient 1 or -1, which is then expressed by
//! the others, or a new variable takes the place of one with the smallest coefficient, as in Euclid's
//! algorithm. An equality whose coefficients have a common divisor that does not divide its constant has
//! no solution. What remains are inequalities over variables that may take any integers.

use std::collections::BTreeMap;

use super::constraint::{Comparison, Constraint, Linear, Normal, Symbol};
use super::encode::rests_on;
use super::propagate::State;
use super::system::{NO_LOWER, NO_UPPER, Origin, Positions, Row, System};

/// A system whose rows with several terms all define a variable that occurs in no other such row.
pub(super) struct Reduced {
    /// The system; its first variables are those of the original one.
    pub system: System,
    /// The defining rows with the variables they define.
    pub heads: Vec<(usize, usize)>,
}

impl Reduced {
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
pub(super) enum Reduction {
    /// The equalities contradict each other; the constraints this rests on.
    Refuted(Positions),
    /// An equivalent system without other equalities.
    Reduced(Reduced),
}

#[derive(Clone)]
struct Solved {
    expression: Linear,
    origin: Positions,
}

struct Lattice {
    /// For each variable its expression in variables that are not solved.
    solved: Vec<Option<Solved>>,
    leftover: Vec<(Linear, Positions)>,
}

/// Solves the equalities of a system; `start` is its state (or that of a part of its rows and operators)
/// before any decision.
pub(super) fn reduce(system: &System, start: &State<'_>) -> Reduction {
    let mut lattice = Lattice { solved: vec![None; system.variables()], leftover: Vec::new() };
    for (expression, origin) in equalities(system, start) {
        if let Some(core) = lattice.solve(expression, origin) {
            return Reduction::Refuted(core);
        }
    }
    lattice.rebuild(system)
}

/// All equalities that hold, those for variables with one value left first.
fn equalities(system: &System, start: &State<'_>) -> Vec<(Linear, Positions)> {
    let mut equalities = Vec::new();
    for variable in 0..start.system.variables() {
        if start.is_fixed(variable) {
            let expression =
                Linear { terms: vec![(Symbol(variable as u32), 1)], constant: -start.lower[variable] };
            equalities.push((expression, rests_on(start, &[variable])));
        }
    }
    // `e + c <= 0` and `-e - c <= 0` together are an equality.
    let mut upper: BTreeMap<&[(Symbol, i128)], Vec<&Row>> = BTreeMap::new();
    for row in &system.rows {
        let mut origin = Positions::default();
        row.origin.collect(&mut origin);
        let expression = &row.constraint.expression;
        match row.constraint.comparison {
            Comparison::Zero => equalities.push((expression.clone(), origin)),
            Comparison::NotZero => {}
            Comparison::AtMostZero => {
                if let Some(opposite) = expression.negate()
                    && let Some(rows) = upper.get(&opposite.terms[..])
                    && let Some(other) =
                        rows.iter().find(|other| other.constraint.expression.constant == opposite.constant)
                {
                    other.origin.collect(&mut origin);
                    equalities.push((expression.clone(), origin));
                }
                upper.entry(&expression.terms).or_default().push(row);
            }
        }
    }
    equalities
}

impl Lattice {
    /// Replaces solved variables; the origins of what was used are added to `origin`.
    fn substitute(&self, expression: &Linear, origin: &mut Positions) -> Option<Linear> {
        let is_solved = |term: &&(Symbol, i128)| self.solved[term.0.0 as usize].is_some();
        if !expression.terms.iter().any(|term| is_solved(&term)) {
            return Some(expression.clone());
        }
        let rest = expression.terms.iter().filter(|term| !is_solved(term)).copied().collect();
        let mut result = Linear { terms: rest, constant: expression.constant };
        for &(symbol, coefficient) in &expression.terms {
            if let Some(solved) = &self.solved[symbol.0 as usize] {
                result = result.add_scaled(&solved.expression, coefficient)?;
                origin.union(&solved.origin);
            }
        }
        Some(result)
    }

    /// Records `variable == expression`; `false` if a number gets too large (then nothing is changed).
    fn assign(&mut self, variable: usize, expression: &Linear, origin: &Positions) -> bool {
        let symbol = Symbol(variable as u32);
        let mut changed = Vec::new();
        for (index, solved) in self.solved.iter().enumerate() {
            if let Some(solved) = solved
                && solved.expression.coefficient(symbol) != 0
            {
                let Some(replaced) = solved.expression.substitute(symbol, expression) else {
                    return false;
                };
                let mut union = solved.origin.clone();
                union.union(origin);
                changed.push((index, Solved { expression: replaced, origin: union }));
            }
        }
        for (index, solved) in changed {
            self.solved[index] = Some(solved);
        }
        self.solved[variable] = Some(Solved { expression: expression.clone(), origin: origin.clone() });
        true
    }

    /// Uses up an equality; the constraints it rests on if it has no solution.
    fn solve(&mut self, equality: Linear, mut origin: Positions) -> Option<Positions> {
        let mut current = equality;
        loop {
            let Some(expression) = self.substitute(&current, &mut origin) else {
                self.leftover.push((current, origin));
                return None;
            };
            let constraint = Constraint { expression, comparison: Comparison::Zero };
            current = match constraint.normalise() {
                Normal::True => return None,
                Normal::False => return Some(origin),
                Normal::Constraint(constraint) => constraint.expression,
            };
            if !self.step(&current, &origin) {
                self.leftover.push((current, origin));
                return None;
            }
        }
    }

    /// Solves for a variable with a unit coefficient, or makes the smallest coefficient smaller.
    fn step(&mut self, equality: &Linear, origin: &Positions) -> bool {
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
            return rest.scale(-coefficient).is_some_and(|value| self.assign(variable, &value, origin));
        }
        // variable = fresh - sum(quotient * other): the fresh variable is defined by the others, so this
        // rests on nothing.
        let mut terms = vec![(Symbol(self.solved.len() as u32), 1)];
        for &(other, value) in &rest.terms {
            let Some(quotient) = value.checked_div(coefficient).and_then(i128::checked_neg) else {
                return false;
            };
            terms.push((other, quotient));
        }
        let Some(expression) = Linear::from_terms(terms, 0) else {
            return false;
        };
        self.solved.push(None);
        self.assign(variable, &expression, &Positions::default())
    }

    /// The system in terms of the variables that are not solved.
    fn rebuild(self, original: &System) -> Reduction {
        let mut system = System {
            symbols: original.symbols.clone(),
            lower: original.lower.clone(),
            upper: original.upper.clone(),
            operators: original.operators.clone(),
            order: original.order.clone(),
            rows: Vec::new(),
        };
        while system.variables() < self.solved.len() {
            system.add_variable(NO_LOWER, NO_UPPER);
        }
        let mut heads = Vec::new();
        for (variable, solved) in self.solved.iter().enumerate().take(original.variables()) {
            if let Some(Solved { expression, origin }) = solved {
                let Some(definition) = Linear::symbol(Symbol(variable as u32)).subtract(expression) else {
                    continue;
                };
                if !expression.terms.is_empty() {
                    heads.push((system.rows.len(), variable));
                }
                system.add_equality(definition, Origin::Set(origin.clone()));
            }
        }
        let mut slacks: BTreeMap<Vec<(Symbol, i128)>, usize> = BTreeMap::new();
        let inequalities =
            original.rows.iter().filter(|row| row.constraint.comparison != Comparison::Zero).map(|row| {
                let mut origin = Positions::default();
                row.origin.collect(&mut origin);
                (row.constraint.clone(), origin)
            });
        let leftover = self.leftover.iter().map(|(expression, origin)| {
            (Constraint { expression: expression.clone(), comparison: Comparison::Zero }, origin.clone())
        });
        for (constraint, mut origin) in inequalities.chain(leftover) {
            // Without the substitution the row would say less, and what is left out would not be certified
            // by a model: such a row is simply left to the final check of the model.
            let Some(expression) = self.substitute(&constraint.expression, &mut origin) else {
                continue;
            };
            let substituted = Constraint { expression, comparison: constraint.comparison };
            let mut constraint = match substituted.normalise() {
                Normal::True => continue,
                Normal::False => return Reduction::Refuted(origin),
                Normal::Constraint(constraint) => constraint,
            };
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
                    terms.push((Symbol(slack as u32), -1));
                    system.add_equality(Linear { terms, constant: 0 }, Origin::Background);
                    slack
                });
                constraint.expression.terms = vec![(Symbol(slack as u32), if negative { -1 } else { 1 })];
            }
            system.rows.push(Row { constraint, origin: Origin::Set(origin) });
        }
        Reduction::Reduced(Reduced { system, heads })
    }
}
