//! Refuted conjunctions, widened: where several equalities only differ in a constant (a variable grows by 1 on one way and by
//! 2 on the other), a clause about what all of them say holds for all ways at once.

use super::encode::Encoding;
use super::term::{FormulaId, Terms};
use super::theory::Conjunction;
use focuscheck_lia::constraint::{Comparison, Constraint, Linear};
use focuscheck_lia::outcome::Outcome;
use focuscheck_lia::{ExactSolver, Solver};

/// Equalities more than which are not widened one after the other, and constants more than which make no family.
const MOST: usize = 16;

/// A conjunction some of whose equalities are widened to inequalities.
pub struct Widened {
    /// The positions of its constraints that stay.
    pub kept: Vec<usize>,
    /// The inequalities in place of others.
    pub inequalities: Vec<Inequality>,
}

/// An inequality that several equalities imply.
pub struct Inequality {
    /// It.
    pub formula: FormulaId,
    /// The equalities.
    pub members: Vec<FormulaId>,
}

/// What an equality stands for in a wider conjunction.
struct Family {
    position: usize,
    sum: Linear,
    constants: Vec<i128>,
}

impl Family {
    /// The least and greatest values, as inequalities.
    fn hull(&self) -> Option<[Constraint; 2]> {
        let (low, high) = (*self.constants.first()?, *self.constants.last()?);
        let below = Linear { terms: self.sum.terms.clone(), constant: low };
        let above = Linear { terms: self.sum.terms.clone(), constant: high }.negate()?;
        Some([below, above].map(|expression| Constraint { expression, comparison: Comparison::AtMostZero }))
    }
}

/// A refuted conjunction, wider if that is refuted, too.
pub fn widened(
    terms: &mut Terms,
    encoding: &Encoding,
    solver: &ExactSolver,
    conjunction: &Conjunction,
) -> Option<Widened> {
    let constraints = &conjunction.problem.constraints;
    let mut families = Vec::new();
    for (position, constraint) in constraints.iter().enumerate() {
        let constants = encoding.family(&constraint.expression);
        if constraint.comparison == Comparison::Zero && (2..=MOST).contains(&constants.len()) {
            families.push(Family { position, sum: constraint.expression.clone(), constants });
        }
    }
    if families.is_empty() {
        return None;
    }
    let all: Vec<usize> = (0..families.len()).collect();
    let mut wide = all.clone();
    let mut found = refuted(solver, conjunction, &families, &wide);
    if found.is_none() && families.len() <= MOST {
        // One after the other.
        wide.clear();
        for family in all {
            wide.push(family);
            match refuted(solver, conjunction, &families, &wide) {
                Some(core) => found = Some(core),
                None => {
                    wide.pop();
                }
            }
        }
    }
    let mut result = Widened { kept: Vec::new(), inequalities: Vec::new() };
    for (constraint, family) in found? {
        match family {
            None => result.kept.extend(constraints.iter().position(|known| *known == constraint)),
            Some(family) => {
                let formula = terms.constraint(&constraint);
                let mut members = Vec::new();
                for &constant in &families[family].constants {
                    let expression = Linear { terms: families[family].sum.terms.clone(), constant };
                    let equality = Constraint { expression, comparison: Comparison::Zero };
                    members.push(terms.constraint(&equality));
                }
                result.inequalities.push(Inequality { formula, members });
            }
        }
    }
    (!result.inequalities.is_empty()).then_some(result)
}

/// The constraints that clash where some families are widened, each with its family if it is a widened one.
fn refuted(
    solver: &ExactSolver,
    conjunction: &Conjunction,
    families: &[Family],
    wide: &[usize],
) -> Option<Vec<(Constraint, Option<usize>)>> {
    let mut constraints: Vec<(Constraint, Option<usize>)> = Vec::new();
    for (position, constraint) in conjunction.problem.constraints.iter().enumerate() {
        match wide.iter().find(|family| families[**family].position == position) {
            None => constraints.push((constraint.clone(), None)),
            Some(&family) => {
                constraints.extend(families[family].hull()?.map(|inequality| (inequality, Some(family))));
            }
        }
    }
    let mut problem = conjunction.problem.clone();
    problem.constraints = constraints.iter().map(|constraint| constraint.0.clone()).collect();
    match solver.solve(&problem) {
        Outcome::Infeasible(core) => {
            Some(core.into_iter().map(|position| constraints[position].clone()).collect())
        }
        Outcome::Feasible(_) | Outcome::Undecided(_) => None,
    }
}
