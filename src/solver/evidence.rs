//! A derivation as the decision of a certificate: what its conclusion needs, in scopes and numbered.

mod numbers;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::constraint::Symbol;
use super::derivation::{Branch, Derivation, FactId, Node, NodeId, Rule};
use super::outcome::Model;
use super::problem::Problem;
use super::propagate::Side;
use super::system::System;
use crate::certificate::{Answer, Decision, Given, Law, Number};
use numbers::Numbers;

/// What the parts of a problem are called where people read it.
pub trait Labels {
    /// What a symbol stands for.
    fn symbol(&self, symbol: Symbol) -> String;
    /// Where a constraint comes from, by its position in the problem.
    fn constraint(&self, position: usize) -> String;
}

/// No names: for a proof that is only checked.
pub struct NoLabels;

impl Labels for NoLabels {
    fn symbol(&self, _: Symbol) -> String {
        String::new()
    }

    fn constraint(&self, _: usize) -> String {
        String::new()
    }
}

/// The labels of some constraints only.
pub(super) struct Restricted<'l> {
    pub labels: &'l dyn Labels,
    pub core: &'l [usize],
}

impl Labels for Restricted<'_> {
    fn symbol(&self, symbol: Symbol) -> String {
        self.labels.symbol(symbol)
    }

    fn constraint(&self, position: usize) -> String {
        self.core.get(position).map_or(String::new(), |&position| self.labels.constraint(position))
    }
}

/// An operator of the compiled problem, as far as its variables go.
#[derive(Clone, Copy, Debug)]
pub(super) struct Operands {
    pub result: usize,
    pub left: usize,
    pub right: usize,
}

impl From<&super::system::Operator> for Operands {
    fn from(operator: &super::system::Operator) -> Self {
        Operands { result: operator.result, left: operator.left, right: operator.right }
    }
}

/// A case, its parent, and what is derived in it.
struct Scope {
    parent: usize,
    depth: usize,
    /// What refutes it; nothing for the last two of three cases together.
    node: Option<NodeId>,
    entries: Vec<FactId>,
}

struct Tree<'d> {
    derivation: &'d Derivation,
    operands: &'d [Operands],
    scopes: Vec<Scope>,
    /// The scope in which a case's assumption holds.
    assumed: BTreeMap<FactId, usize>,
    /// For a split its scopes: each case, and where there are three, the last two together.
    splits: BTreeMap<usize, Cases>,
}

/// The cases of a split in ascending order; three are two splits, one in the other.
#[derive(Clone)]
struct Cases {
    variable: usize,
    first: usize,
    value: i128,
    second: usize,
}

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

impl Tree<'_> {
    /// Makes the scopes of a node and of all below it.
    fn open(&mut self, root: NodeId) -> Option<()> {
        self.scopes.push(Scope { parent: 0, depth: 0, node: Some(root), entries: Vec::new() });
        let mut next = 0;
        while next < self.scopes.len() {
            let node = self.scopes[next].node.and_then(|node| self.derivation.nodes.get(node));
            if let Some(Node::Split(variable, branches)) = node {
                let mut branches: Vec<&Branch> = branches.iter().collect();
                branches.sort_by_key(|branch| branch.range);
                self.split(next, *variable, &branches)?;
            }
            next += 1;
        }
        Some(())
    }

    /// Makes the scopes of the cases of a split.
    fn split(&mut self, parent: usize, variable: usize, branches: &[&Branch]) -> Option<()> {
        let (first, rest) = branches.split_first()?;
        let second = rest.first()?;
        let value = first.range.1;
        if value.checked_add(1) != Some(second.range.0) {
            return None;
        }
        let low = self.child(parent, Some(first.node));
        let high = self.child(parent, (rest.len() == 1).then_some(second.node));
        self.assume(first.assumed[Side::Upper as usize], low);
        self.assume(second.assumed[Side::Lower as usize], high);
        self.splits.insert(parent, Cases { variable, first: low, value, second: high });
        if let [_, third] = rest {
            // The scope of the last two holds a split of its own.
            let value = second.range.1;
            if value.checked_add(1) != Some(third.range.0) {
                return None;
            }
            let middle = self.child(high, Some(second.node));
            let last = self.child(high, Some(third.node));
            self.assume(second.assumed[Side::Upper as usize], middle);
            self.assume(third.assumed[Side::Lower as usize], last);
            self.splits.insert(high, Cases { variable, first: middle, value, second: last });
        }
        Some(())
    }

    fn child(&mut self, parent: usize, node: Option<NodeId>) -> usize {
        let depth = self.scopes[parent].depth + 1;
        self.scopes.push(Scope { parent, depth, node, entries: Vec::new() });
        self.scopes.len() - 1
    }

    fn assume(&mut self, fact: Option<FactId>, scope: usize) {
        if let Some(fact) = fact {
            self.assumed.insert(fact, scope);
        }
    }

    /// Puts everything that the leaves need into the outermost scope where it holds.
    fn place(&mut self) -> Option<Needs> {
        let mut needs = Needs::default();
        for scope in &self.scopes {
            if let Some(Node::Leaf(fact)) = scope.node.map(|node| &self.derivation.nodes[node]) {
                needs.entries.insert(*fact);
            }
        }
        let mut work: Vec<FactId> = needs.entries.iter().copied().collect();
        while let Some(entry) = work.pop() {
            for premise in self.premises(entry, &mut needs) {
                if premise >= entry {
                    return None;
                }
                if needs.entries.insert(premise) {
                    work.push(premise);
                }
            }
        }
        // The scopes of the entries so far; a premise stands before what it is used for.
        let mut scopes: BTreeMap<FactId, usize> = BTreeMap::new();
        let mut ignored = Needs::default();
        for &entry in &needs.entries {
            let mut scope = self.assumed.get(&entry).copied().unwrap_or(0);
            for premise in self.premises(entry, &mut ignored) {
                scope = self.inner(scope, *scopes.get(&premise)?)?;
            }
            scopes.insert(entry, scope);
            self.scopes[scope].entries.push(entry);
        }
        // A leaf may only use what holds there.
        let leaves = self.scopes.iter().enumerate().filter_map(|(number, scope)| {
            match self.derivation.nodes[scope.node?] {
                Node::Leaf(fact) => Some((number, fact)),
                Node::Split(..) => None,
            }
        });
        for (number, fact) in leaves {
            if self.inner(number, scopes[&fact])? != number {
                return None;
            }
        }
        Some(needs)
    }

    /// The inner of two scopes, one of which must be in the other.
    fn inner(&self, one: usize, other: usize) -> Option<usize> {
        let (deep, shallow) =
            if self.scopes[one].depth >= self.scopes[other].depth { (one, other) } else { (other, one) };
        let mut around = deep;
        while self.scopes[around].depth > self.scopes[shallow].depth {
            around = self.scopes[around].parent;
        }
        (around == shallow).then_some(deep)
    }

    /// The entries that an entry names, or that introduce what it names; variables and operators of the
    /// problem are noted.
    fn premises(&self, entry: FactId, needs: &mut Needs) -> Vec<FactId> {
        let Derivation { entries, introduced, companions, .. } = self.derivation;
        let mut premises = Vec::new();
        let mut operators = Vec::new();
        let mut variables: Vec<usize> = Vec::new();
        if let Some(fact) = &entries[entry].fact {
            variables.extend(fact.form.terms.iter().map(|term| term.0));
        }
        match &entries[entry].rule {
            Rule::Constraint(_) | Rule::Bound(..) | Rule::Assumed | Rule::Operand(..) | Rule::Let(..) => {}
            Rule::Sum(parts, _) => premises.extend(parts.iter().map(|part| part.1)),
            Rule::Pair(one, other) | Rule::Exclude(one, other) => premises.extend([*one, *other]),
            Rule::Interval(operator, bounds) => {
                premises.extend(bounds);
                operators.push(*operator);
            }
            Rule::Law(operator, law, bounds) => {
                premises.extend(bounds);
                operators.push(*operator);
                if let Law::With(companion) = law {
                    operators.push(*companion);
                }
            }
            Rule::Companion { of, .. } => operators.push(*of),
            Rule::Quotient { operator, .. } => operators.push(*operator),
            Rule::Runs { operator, bounds, .. } => {
                premises.extend(bounds);
                operators.push(*operator);
            }
            Rule::Part(first) => premises.push(*first),
        }
        for operator in operators {
            match companions.get(&operator) {
                Some(&companion) => premises.push(companion),
                None => {
                    needs.operators.insert(operator);
                    let operands = self.operands.get(operator).into_iter();
                    variables.extend(operands.flat_map(|o| [o.result, o.left, o.right]));
                }
            }
        }
        for variable in variables {
            match introduced.get(&variable) {
                Some(&entry) => premises.push(entry),
                None => {
                    needs.variables.insert(variable);
                }
            }
        }
        premises.retain(|&premise| premise != entry);
        premises
    }
}

/// What a proof needs.
#[derive(Default)]
struct Needs {
    entries: BTreeSet<FactId>,
    /// Symbols of the problem, as variables.
    variables: BTreeSet<usize>,
    /// Operators of the problem.
    operators: BTreeSet<usize>,
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
