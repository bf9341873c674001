//! Exact elimination of symbols: what a problem says about some of its symbols alone.
//!
//! Over the integers an elimination step is exact only in some cases (a symbol with coefficient 1 or -1 in
//! an equality, or in one of each pair of inequalities). Where none of them applies there is no answer.

use std::collections::BTreeSet;

use focuscheck_lia::constraint::{Comparison, Constraint, Linear, Normal, Symbol};
use focuscheck_lia::problem::{Operation, Problem};
use focuscheck_lia::{ExactSolver, Solver};

/// More constraints than this are not worth showing, so the elimination stops.
const CONSTRAINTS: usize = 500;

/// The constraints over `keep` that hold exactly for those values that some values of the other symbols
/// extend to a model; `None` if that is not possible exactly.
///
/// Bounds of kept symbols stay what they are and are not repeated. Definitions may only be about kept
/// symbols.
pub fn project(problem: &Problem, keep: &BTreeSet<Symbol>) -> Option<Vec<Constraint>> {
    let kept = |operand: &Linear| operand.symbols().all(|symbol| keep.contains(&symbol));
    let definitions_kept = problem.definitions.iter().all(|definition| {
        keep.contains(&definition.symbol)
            && kept(&definition.left)
            && (definition.operation == Operation::Wrap || kept(&definition.right))
    });
    if !definitions_kept {
        return None;
    }
    let mut constraints = problem.constraints.clone();
    for (&symbol, &(low, high)) in problem.bounds.iter().filter(|(symbol, _)| !keep.contains(symbol)) {
        for (coefficient, constant) in [(-1, low), (1, high.checked_neg()?)] {
            let expression = Linear { terms: vec![(symbol, coefficient)], constant };
            constraints.push(Constraint { expression, comparison: Comparison::AtMostZero });
        }
    }
    let mut constraints = normalised(constraints);
    loop {
        let open: BTreeSet<Symbol> = constraints
            .iter()
            .flat_map(|constraint| constraint.expression.symbols())
            .filter(|symbol| !keep.contains(symbol))
            .collect();
        if open.is_empty() {
            break;
        }
        // Equalities first: they make nothing longer.
        let next = open
            .iter()
            .find_map(|&symbol| by_equality(&constraints, symbol))
            .or_else(|| open.iter().find_map(|&symbol| by_inequalities(&constraints, symbol)))?;
        constraints = normalised(next);
        if constraints.len() > CONSTRAINTS {
            return None;
        }
    }
    Some(without_implied(problem, constraints))
}

/// Normal forms in order without repetition; a false one replaces all.
fn normalised(constraints: Vec<Constraint>) -> Vec<Constraint> {
    let mut result: Vec<Constraint> = Vec::with_capacity(constraints.len());
    for constraint in constraints {
        match constraint.normalise() {
            Normal::True => {}
            Normal::False => {
                let expression = Linear::constant(1);
                return vec![Constraint { expression, comparison: Comparison::AtMostZero }];
            }
            Normal::Constraint(constraint) if result.contains(&constraint) => {}
            Normal::Constraint(constraint) => result.push(constraint),
        }
    }
    result
}

/// Replaces a symbol that an equality gives.
fn by_equality(constraints: &[Constraint], symbol: Symbol) -> Option<Vec<Constraint>> {
    let equality = constraints.iter().position(|constraint| {
        constraint.comparison == Comparison::Zero
            && constraint.expression.coefficient(symbol).unsigned_abs() == 1
    })?;
    let expression = &constraints[equality].expression;
    let coefficient = expression.coefficient(symbol);
    let rest = expression.substitute(symbol, &Linear::default())?;
    let value = rest.scale(-coefficient)?;
    let others = constraints.iter().enumerate().filter(|(position, _)| *position != equality);
    others.map(|(_, constraint)| constraint.substitute(symbol, &value)).collect()
}

/// Combines every inequality that bounds a symbol from below with every one from above.
fn by_inequalities(constraints: &[Constraint], symbol: Symbol) -> Option<Vec<Constraint>> {
    let mut result = Vec::new();
    let (mut lower, mut upper, mut unequal) = (Vec::new(), Vec::new(), 0usize);
    for constraint in constraints {
        let coefficient = constraint.expression.coefficient(symbol);
        match constraint.comparison {
            _ if coefficient == 0 => result.push(constraint.clone()),
            Comparison::Zero => return None,
            Comparison::NotZero => unequal += 1,
            Comparison::AtMostZero if coefficient > 0 => upper.push((coefficient, &constraint.expression)),
            Comparison::AtMostZero => lower.push((coefficient.checked_neg()?, &constraint.expression)),
        }
    }
    if lower.is_empty() || upper.is_empty() {
        // Far enough out on the open side everything about the symbol holds, `!=` too.
        return Some(result);
    }
    for &(below, low) in &lower {
        for &(above, high) in &upper {
            if below != 1 && above != 1 {
                return None;
            }
            let combination = low.scale(above)?.add(&high.scale(below)?)?;
            // Each `!=` takes away at most one value, so a range that always has more values than there
            // are of them stays nonempty.
            if unequal > 0 && !always_wider(&combination, below, above, unequal) {
                return None;
            }
            result.push(Constraint { expression: combination, comparison: Comparison::AtMostZero });
        }
    }
    Some(result)
}

/// Whether `combination`, which is `above * lower end - below * upper end`, is a number that leaves more
/// than `unequal` values between the ends.
fn always_wider(combination: &Linear, below: i128, above: i128, unequal: usize) -> bool {
    combination.as_constant().is_some_and(|gap| {
        let width = gap.checked_neg();
        below == 1 && above == 1 && width.is_some_and(|width| width >= unequal as i128)
    })
}

/// Leaves out, the last ones first, what the others and the bounds of the kept symbols imply.
fn without_implied(problem: &Problem, mut constraints: Vec<Constraint>) -> Vec<Constraint> {
    let solver = ExactSolver::default();
    let mut position = constraints.len();
    while position > 0 {
        position -= 1;
        let constraint = constraints.remove(position);
        let background = Problem {
            constraints: constraints.clone(),
            bounds: problem.bounds.clone(),
            definitions: Vec::new(),
        };
        if solver.implies(&background, &constraint) != Some(true) {
            constraints.insert(position, constraint);
        }
    }
    constraints
}
