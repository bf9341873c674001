//! Orders explanations, easiest first (Definition 2), and drops those a better one subsumes.

use std::collections::{BTreeMap, BTreeSet};

use crate::focus::explain::Explanation;
use crate::focus::symbolic::Origin;
use focuscheck_cells::facts::cfg::{Graph, StatementId};
use focuscheck_lia::constraint::{Constraint, Linear, Symbol};
use focuscheck_lia::problem::Problem;
use focuscheck_lia::{ExactSolver, Solver};

/// What explanations are compared by: length, number of inputs in the assumptions, source order.
pub fn score(graph: &Graph, explanation: &Explanation) -> (usize, usize, Vec<(u32, Option<bool>)>) {
    let inputs: BTreeSet<Symbol> = explanation
        .assumptions
        .iter()
        .filter_map(|&a| explanation.constraint(a))
        .flat_map(|c| c.expression.terms.iter().map(|&(s, _)| s))
        .collect();
    let order = explanation
        .steps
        .iter()
        .map(|s| (graph.statements[s.statement.index()].span.start, s.outcome.map(|o| !o)))
        .collect();
    (explanation.steps.len(), inputs.len(), order)
}

/// Sorts by rank; explanations of equal score by their atomic outcomes, false first (the condition is decided earlier).
pub fn sort(graph: &Graph, explanations: &mut [Explanation]) {
    explanations.sort_by_cached_key(|e| {
        let atoms: Vec<_> =
            e.path.iter().filter(|p| p.reason.is_some()).map(|p| (p.node, p.outcome)).collect();
        (score(graph, e), atoms)
    });
}

/// Removes from a ranked list what a better-ranked explanation subsumes: one that uses a subset of its
/// statements and whose assumptions its own imply. Returns how many were removed.
pub fn drop_subsumed(explanations: &mut Vec<Explanation>, solver: &ExactSolver) -> usize {
    let mut kept: Vec<Explanation> = Vec::new();
    let before = explanations.len();
    for explanation in explanations.drain(..) {
        if !kept.iter().any(|better| subsumes(better, &explanation, solver)) {
            kept.push(explanation);
        }
    }
    *explanations = kept;
    before - explanations.len()
}

fn statements(explanation: &Explanation) -> BTreeSet<StatementId> {
    explanation.steps.iter().map(|s| s.statement).collect()
}

fn subsumes(better: &Explanation, other: &Explanation, solver: &ExactSolver) -> bool {
    if !statements(better).is_subset(&statements(other)) {
        return false;
    }
    let mut problem = Problem::default();
    problem.constraints.extend(other.assumptions.iter().filter_map(|&a| other.constraint(a)).cloned());
    problem.definitions = other.execution.definitions.clone();
    other.execution.symbols.bound(&mut problem);
    let own: BTreeMap<Origin, Symbol> = problem
        .bounds
        .keys()
        .map(|&symbol| (other.execution.symbols.origin(symbol), symbol))
        .filter(|(origin, _)| matches!(origin, Origin::Input(..)))
        .collect();
    better.assumptions.iter().filter_map(|&a| better.constraint(a)).all(|constraint| {
        let translated =
            translate(constraint, &|symbol| own.get(&better.execution.symbols.origin(symbol)).copied());
        translated.is_some_and(|c| solver.implies(&problem, &c) == Some(true))
    })
}

/// The constraint over other symbols; `None` if one has no counterpart (then nothing can be concluded).
fn translate(constraint: &Constraint, symbol: &dyn Fn(Symbol) -> Option<Symbol>) -> Option<Constraint> {
    let terms: Option<Vec<_>> =
        constraint.expression.terms.iter().map(|&(s, c)| symbol(s).map(|s| (s, c))).collect();
    let expression = Linear::from_terms(terms?, constraint.expression.constant)?;
    Some(Constraint { expression, comparison: constraint.comparison })
}
