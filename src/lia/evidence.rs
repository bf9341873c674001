//! A derivation as the decision of a certificate: what its conclusion needs, in scopes and numbered.

mod numbers;
mod tree;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::constraint::Symbol;
use super::derivation::{Derivation, FactId, Rule};
use super::labels::Labels;
use super::outcome::Model;
use super::problem::Problem;
use super::system::System;
use focuscheck_certificate::{Answer, Decision, Given, Number};
use numbers::Numbers;
pub(super) use tree::Operands;
use tree::{Needs, Tree};

/// The decision that a derivation proves; nothing if it has gaps. `symbols` are those of the first variables.
pub(super) fn decision(
    derivation: &Derivation,
    problem: &Problem,
    symbols: &[Symbol],
    operands: &[Operands],
    labels: &dyn Labels,
) -> Option<Decision> {
    let (assumed, splits) = (BTreeMap::new(), BTreeMap::new());
    let mut tree = Tree { derivation, operands, scopes: Vec::new(), assumed, splits };
    tree.open(derivation.conclusion?)?;
    let needs = tree.place()?;
    let mut numbers = Numbers::default();
    let system = numbers.system(&tree, &needs, problem, symbols, labels)?;
    let steps = numbers.proof(&tree)?;
    Some(Decision { system, answer: Answer::Infeasible(steps) })
}

/// The decision that a model satisfies a problem; nothing if a number is too large for its system.
pub(super) fn satisfied(problem: &Problem, model: &Model, labels: &dyn Labels) -> Option<Decision> {
    let log = Rc::new(RefCell::new(Derivation::default()));
    let system = match System::new(problem, Some(Rc::clone(&log))) {
        Ok(system) => system,
        Err(_) => return None,
    };
    let derivation = log.borrow();
    let operands: Vec<Operands> = system.operators.iter().map(Operands::from).collect();
    let given = |entry: &FactId| {
        let rule = &derivation.entries[*entry].rule;
        matches!(rule, Rule::Constraint(_) | Rule::Bound(..) | Rule::Operand(..))
    };
    let needs = Needs {
        entries: (0..derivation.entries.len()).filter(given).collect(),
        variables: (0..system.symbols.len()).collect(),
        operators: (0..operands.len()).collect(),
    };
    let (assumed, splits) = (BTreeMap::new(), BTreeMap::new());
    let tree = Tree { derivation: &derivation, operands: &operands, scopes: Vec::new(), assumed, splits };
    let lines = Numbers::default().system(&tree, &needs, problem, &system.symbols, labels)?;
    let values = system.symbols.iter().map(|symbol| model.get(symbol).map(|&value| Number::from(value)));
    let mut values: Vec<Number> = values.collect::<Option<_>>()?;
    for line in &lines {
        if let Given::Let(form) = line {
            let terms = form.terms.iter().map(|(variable, factor)| Some(values.get(*variable)? * factor));
            let sum: Option<Number> = terms.sum();
            values.push(sum? + &form.constant);
        }
    }
    Some(Decision { system: lines, answer: Answer::Feasible(values) })
}
