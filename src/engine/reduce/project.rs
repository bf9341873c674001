//! The projector: what the printed conditions of an explanation say about some of the inputs alone.
//!
//! What is about these inputs only stays as it is; the other inputs are eliminated from the rest, exactly. A constraint that
//! has nothing to do with the chosen inputs says nothing about them, since the set as a whole was confirmed.

use std::collections::BTreeSet;

use crate::focus::execution::Execution;
use crate::focus::symbolic::Origin;
use focuscheck_cells::facts::cfg::SiteId;
use focuscheck_lia::constraint::{Constraint, Linear, Symbol};
use focuscheck_lia::problem::{Definition, Operation, Problem};
use focuscheck_lia::{ExactSolver, Solver};
use focuscheck_smt::eliminate::project;

/// A constraint of a projection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// An assumption as it was, by its position in the execution's atoms.
    Assumption(usize),
    /// What the elimination of other inputs has left.
    Left(Constraint),
}

/// What some atoms of an execution say about the inputs that are read at some sites; `None` if the others cannot be eliminated
/// exactly.
pub fn projected(
    execution: &Execution,
    atoms: &[usize],
    is_chosen: &dyn Fn(SiteId) -> bool,
) -> Option<Vec<Part>> {
    let constraint = |&atom: &usize| Some((atom, execution.constraint(atom)?));
    let mut constraints: Vec<(usize, &Constraint)> = atoms.iter().filter_map(constraint).collect();
    let symbols = &execution.symbols;
    let chosen =
        |symbol: &Symbol| matches!(symbols.origin(*symbol), Origin::Input(site, _) if is_chosen(site));
    let definitions = needed(&execution.definitions, &constraints);
    let near = connected(&constraints, &definitions, &chosen);
    constraints
        .retain(|(_, constraint)| constraint.expression.symbols().any(|symbol| near.contains(&symbol)));
    let definitions: Vec<Definition> =
        definitions.into_iter().filter(|definition| near.contains(&definition.symbol)).cloned().collect();
    let mut keep: BTreeSet<Symbol> = near.iter().copied().filter(chosen).collect();
    for definition in &definitions {
        if operands(definition).flat_map(Linear::symbols).all(|symbol| keep.contains(&symbol)) {
            keep.insert(definition.symbol);
        }
    }
    let is_touched = |constraint: &Constraint| !constraint.expression.symbols().all(|s| keep.contains(&s));
    let problem = |constraints: Vec<Constraint>, definitions: &[Definition]| {
        let mut problem = Problem { constraints, definitions: definitions.to_vec(), ..Problem::default() };
        symbols.bound(&mut problem);
        problem
    };
    let solver = ExactSolver::default();
    let mut shown: Vec<Part> = Vec::new();
    let mut known: Vec<Constraint> = Vec::new();
    for &(atom, constraint) in constraints.iter().filter(|(_, constraint)| !is_touched(constraint)) {
        // What the ranges of the types imply is known without being said.
        let mut bounds = problem(vec![constraint.clone()], &[]);
        bounds.constraints.clear();
        if solver.implies(&bounds, constraint) != Some(true) {
            shown.push(Part::Assumption(atom));
            known.push(constraint.clone());
        }
    }
    if constraints.iter().any(|(_, constraint)| is_touched(constraint)) {
        let all = constraints.iter().map(|(_, constraint)| (*constraint).clone()).collect();
        for constraint in project(&problem(all, &definitions), &keep)? {
            let mut background = problem([&known[..], std::slice::from_ref(&constraint)].concat(), &[]);
            background.constraints.pop();
            if solver.implies(&background, &constraint) != Some(true) {
                known.push(constraint.clone());
                shown.push(Part::Left(constraint));
            }
        }
    }
    Some(shown)
}

fn operands(definition: &Definition) -> impl Iterator<Item = &Linear> {
    let right = (definition.operation != Operation::Wrap).then_some(&definition.right);
    [&definition.left].into_iter().chain(right)
}

/// The definitions of what some constraints mention, in order.
fn needed<'a>(definitions: &'a [Definition], constraints: &[(usize, &Constraint)]) -> Vec<&'a Definition> {
    let mut mentioned: BTreeSet<Symbol> =
        constraints.iter().flat_map(|(_, constraint)| constraint.expression.symbols()).collect();
    let mut needed = Vec::new();
    // A definition mentions only what is defined before it.
    for definition in definitions.iter().rev() {
        if mentioned.contains(&definition.symbol) {
            mentioned.extend(operands(definition).flat_map(Linear::symbols));
            needed.push(definition);
        }
    }
    needed.reverse();
    needed
}

/// The symbols that some constraints or definitions relate to a chosen one, and the chosen ones.
fn connected(
    constraints: &[(usize, &Constraint)],
    definitions: &[&Definition],
    chosen: &dyn Fn(&Symbol) -> bool,
) -> BTreeSet<Symbol> {
    let mut groups: Vec<Vec<Symbol>> =
        constraints.iter().map(|(_, constraint)| constraint.expression.symbols().collect()).collect();
    groups.extend(definitions.iter().map(|definition| {
        let mut group = vec![definition.symbol];
        group.extend(operands(definition).flat_map(Linear::symbols));
        group
    }));
    let mut near: BTreeSet<Symbol> = groups.iter().flatten().copied().filter(chosen).collect();
    loop {
        let before = near.len();
        for group in &groups {
            if group.iter().any(|symbol| near.contains(symbol)) {
                near.extend(group);
            }
        }
        if near.len() == before {
            return near;
        }
    }
}
