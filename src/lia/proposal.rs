//! Proposals of the linear programming backend; the only file that knows it.
//!
//! What comes back is floating point and may be wrong, so it is only ever a suggestion: a point to be
//! rounded and checked as a model, or multipliers to be checked as a certificate. Problems with numbers that
//! floating point cannot hold well are not put to the backend at all.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use good_lp::solvers::WithTimeLimit;
use good_lp::{
    Expression, ProblemVariables, ResolutionError, Solution, SolverModel, Variable, constraint, microlp,
    variable,
};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{FromPrimitive, Zero};

use focuscheck_base::limit::{note_cut, remaining};

use super::bounds::{NO_LOWER, NO_UPPER};
use super::certificate::Certificate;
use super::constraint::{Comparison, Symbol};
use super::lattice::ReducedSystem;
use super::outcome::Model;
use super::problem::Problem;
use super::state::State;

/// Larger coefficients are not put to the backend, and larger bounds are left out.
const LARGEST: u128 = 1 << 40;
/// Variables times rows up to which asking is worth the time.
const ENTRIES: usize = 100_000;
/// Denominators that multipliers may have.
const DENOMINATOR: i64 = 1 << 20;
/// The backend has been seen not to come back; ordinary questions take less than a thousandth of this.
const SECONDS: f64 = 2.0;

/// A suggestion of the backend.
pub(super) enum Proposal {
    /// A model, to be checked.
    Candidate(Model),
    /// There is none, it says.
    Infeasible,
    /// It has nothing to say.
    Nothing,
}

struct Program {
    variables: ProblemVariables,
    objective: Expression,
    constraints: Vec<good_lp::Constraint>,
}

/// Solves a program; a panic of the backend counts as having nothing to say.
fn run(program: Program, wanted: &[Variable]) -> Result<Vec<f64>, Option<ResolutionError>> {
    let seconds = remaining().map_or(SECONDS, |remaining| remaining.as_secs_f64().min(SECONDS));
    let solve = || {
        let mut model = program.variables.minimise(program.objective).using(microlp).with_time_limit(seconds);
        for constraint in program.constraints {
            model.add_constraint(constraint);
        }
        model
            .solve()
            .map(|solution| wanted.iter().map(|&variable| solution.value(variable)).collect::<Vec<_>>())
    };
    let begun = Instant::now();
    let solved = catch_unwind(AssertUnwindSafe(solve));
    if begun.elapsed().as_secs_f64() >= seconds {
        note_cut();
    }
    match solved {
        Ok(Ok(values)) if values.iter().all(|value| value.is_finite()) => Ok(values),
        Ok(Err(error)) => Err(Some(error)),
        _ => Err(None),
    }
}

/// A small number as floating point.
fn float(value: i128) -> Option<f64> {
    (value.unsigned_abs() <= LARGEST).then_some(value as f64)
}

/// A bound as floating point, left open if it is too large.
fn bound(value: i128, open: f64) -> f64 {
    if value == NO_LOWER || value == NO_UPPER { open } else { float(value).unwrap_or(open) }
}

/// A point of the relaxation of a reduced system within its state's bounds, rounded.
pub(super) fn point(reduced: &ReducedSystem, state: &State<'_>) -> Proposal {
    propose_point(reduced, state).unwrap_or(Proposal::Nothing)
}

fn propose_point(reduced: &ReducedSystem, state: &State<'_>) -> Option<Proposal> {
    let count = reduced.system.variables();
    if count.saturating_mul(reduced.heads.len()) > ENTRIES {
        return None;
    }
    let is_head = reduced.is_head();
    let mut variables = ProblemVariables::new();
    let free: Vec<usize> = (0..count).filter(|&index| !is_head[index] && !state.is_fixed(index)).collect();
    let mut unknowns: Vec<Option<Variable>> = vec![None; count];
    for &index in &free {
        let low = bound(state.lower[index], f64::NEG_INFINITY);
        let high = bound(state.upper[index], f64::INFINITY);
        unknowns[index] = Some(variables.add(variable().min(low).max(high)));
    }
    let mut constraints = Vec::new();
    for &(row, head) in &reduced.heads {
        let low = bound(state.lower[head], f64::NEG_INFINITY);
        let high = bound(state.upper[head], f64::INFINITY);
        if low.is_infinite() && high.is_infinite() {
            continue;
        }
        let expression = &reduced.system.rows[row].constraint.expression;
        let sign = -expression.coefficient(Symbol(head as u32));
        let mut sum = Expression::from(float(expression.constant)? * float(sign)?);
        for &(symbol, coefficient) in &expression.terms {
            let index = symbol.0 as usize;
            let coefficient = float(coefficient)? * float(sign)?;
            match unknowns[index] {
                Some(unknown) => sum.add_mul(coefficient, unknown),
                None if index != head => sum += coefficient * float(state.lower[index])?,
                None => {}
            }
        }
        if low == high {
            constraints.push(constraint::eq(sum, low));
            continue;
        }
        if low.is_finite() {
            constraints.push(constraint::geq(sum.clone(), low));
        }
        if high.is_finite() {
            constraints.push(constraint::leq(sum, high));
        }
    }
    let wanted: Vec<Variable> = free.iter().filter_map(|&index| unknowns[index]).collect();
    if wanted.is_empty() {
        return None;
    }
    match run(Program { variables, objective: Expression::from(0.0), constraints }, &wanted) {
        Err(Some(ResolutionError::Infeasible)) => Some(Proposal::Infeasible),
        Err(_) => None,
        Ok(point) => {
            let mut values = state.lower.clone();
            for (&index, value) in free.iter().zip(point) {
                values[index] = i128::from_f64(value.round())?.clamp(state.lower[index], state.upper[index]);
            }
            reduced.complete(&mut values)?;
            Some(Proposal::Candidate(reduced.system.model(&values)))
        }
    }
}

/// Multipliers that may prove a problem infeasible without splitting any `!=` or using that its symbols are
/// integers.
pub(super) fn multipliers(problem: &Problem) -> Option<Certificate> {
    if problem.bounds.len().saturating_mul(problem.constraints.len()) > ENTRIES {
        return None;
    }
    /// What an unknown multiplier multiplies, and whether its sign is changed.
    enum Target {
        Constraint(usize, bool),
        Lower(Symbol),
        Upper(Symbol),
    }
    let mut variables = ProblemVariables::new();
    let mut targets = Vec::new();
    let mut columns: std::collections::BTreeMap<Symbol, Expression> = std::collections::BTreeMap::new();
    let mut constants = Expression::from(0.0);
    let mut objective = Expression::from(0.0);
    let mut unknown = |target: Target| {
        let multiplier = variables.add(variable().min(0.0));
        targets.push((multiplier, target));
        objective.add_mul(1.0, multiplier);
        multiplier
    };
    for (position, constraint) in problem.constraints.iter().enumerate() {
        let signs: &[bool] = match constraint.comparison {
            Comparison::AtMostZero => &[false],
            Comparison::Zero => &[false, true],
            Comparison::NotZero => continue,
        };
        for &negative in signs {
            let sign = if negative { -1.0 } else { 1.0 };
            let multiplier = unknown(Target::Constraint(position, negative));
            for &(symbol, coefficient) in &constraint.expression.terms {
                let column = columns.entry(symbol).or_insert_with(|| Expression::from(0.0));
                column.add_mul(sign * float(coefficient)?, multiplier);
            }
            constants.add_mul(sign * float(constraint.expression.constant)?, multiplier);
        }
    }
    for (&symbol, column) in &mut columns {
        let Some(&(low, high)) = problem.bounds.get(&symbol) else {
            continue;
        };
        if let Some(low) = float(low) {
            let multiplier = unknown(Target::Lower(symbol));
            column.add_mul(-1.0, multiplier);
            constants.add_mul(low, multiplier);
        }
        if let Some(high) = float(high) {
            let multiplier = unknown(Target::Upper(symbol));
            column.add_mul(1.0, multiplier);
            constants.add_mul(-high, multiplier);
        }
    }
    let mut constraints: Vec<_> = columns.into_values().map(|column| constraint::eq(column, 0.0)).collect();
    constraints.push(constraint::eq(constants, 1.0));
    let wanted: Vec<Variable> = targets.iter().map(|target| target.0).collect();
    let values = run(Program { variables, objective, constraints }, &wanted).ok()?;
    let mut certificate = Certificate::default();
    for ((_, target), value) in targets.iter().zip(values) {
        let value = rational(value)?;
        if value.is_zero() {
            continue;
        }
        match *target {
            Target::Constraint(position, negative) => {
                certificate.constraints.push((position, if negative { -value } else { value }));
            }
            Target::Lower(symbol) => certificate.lower.push((symbol, value)),
            Target::Upper(symbol) => certificate.upper.push((symbol, value)),
        }
    }
    Some(certificate)
}

/// The simplest fraction near a floating-point number, by its continued fraction.
fn rational(value: f64) -> Option<BigRational> {
    const CLOSE: f64 = 1e-9;
    let mut rest = value;
    let (mut numerator, mut denominator) = ((0i64, 1i64), (1i64, 0i64));
    loop {
        let whole = i64::from_f64(rest.floor())?;
        numerator = (numerator.1, whole.checked_mul(numerator.1)?.checked_add(numerator.0)?);
        denominator = (denominator.1, whole.checked_mul(denominator.1)?.checked_add(denominator.0)?);
        let error = (numerator.1 as f64 / denominator.1 as f64 - value).abs();
        let fraction = rest - rest.floor();
        if error <= CLOSE * value.abs().max(1.0) || fraction <= CLOSE || denominator.1 > DENOMINATOR {
            return Some(BigRational::new(BigInt::from(numerator.1), BigInt::from(denominator.1)));
        }
        rest = fraction.recip();
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::certificate::refutes;
    use crate::constraint::{Constraint, Linear};

    #[test]
    fn multipliers_of_a_plain_contradiction_are_certified() {
        // x + y <= 1, 2x >= 3, y >= 0.
        let at_most_zero = |terms: &[(u32, i128)], constant| Constraint {
            expression: Linear { terms: terms.iter().map(|&(s, c)| (Symbol(s), c)).collect(), constant },
            comparison: Comparison::AtMostZero,
        };
        let problem = Problem {
            constraints: vec![at_most_zero(&[(0, 1), (1, 1)], -1), at_most_zero(&[(0, -2)], 3)],
            bounds: BTreeMap::from([(Symbol(0), (-100, 100)), (Symbol(1), (0, 100))]),
            definitions: Vec::new(),
        };
        let certificate = multipliers(&problem).unwrap();
        assert!(refutes(&problem, &certificate), "{certificate:?}");
    }

    #[test]
    fn fractions_near_floats() {
        let third = BigRational::new(BigInt::from(-1), BigInt::from(3));
        assert_eq!(rational(-1.0 / 3.0), Some(third));
        assert_eq!(rational(1e-13), Some(BigRational::zero()));
        assert_eq!(rational(f64::NAN), None);
    }
}
