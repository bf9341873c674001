//! The cases of a derivation as scopes, and what is derived in which.

use std::collections::{BTreeMap, BTreeSet};

use crate::bounds::Side;
use crate::derivation::{Branch, Derivation, FactId, Node, NodeId, Rule};
use crate::system;
use focuscheck_certificate::Law;

/// An operator of the compiled problem, as far as its variables go.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operands {
    pub result: usize,
    pub left: usize,
    pub right: usize,
}

impl From<&system::Operator> for Operands {
    fn from(operator: &system::Operator) -> Self {
        Operands { result: operator.result, left: operator.left, right: operator.right }
    }
}

/// A case, its parent, and what is derived in it.
pub(super) struct Scope {
    pub(super) parent: usize,
    pub(super) depth: usize,
    /// What refutes it; nothing for the last two of three cases together.
    pub(super) node: Option<NodeId>,
    pub(super) entries: Vec<FactId>,
}

pub(super) struct Tree<'d> {
    pub(super) derivation: &'d Derivation,
    pub(super) operands: &'d [Operands],
    pub(super) scopes: Vec<Scope>,
    /// The scope in which a case's assumption holds.
    pub(super) assumed: BTreeMap<FactId, usize>,
    /// For a split its scopes: each case, and where there are three, the last two together.
    pub(super) splits: BTreeMap<usize, Cases>,
}

/// The cases of a split in ascending order; three are two splits, one in the other.
#[derive(Clone)]
pub(super) struct Cases {
    pub(super) variable: usize,
    pub(super) first: usize,
    pub(super) value: i128,
    pub(super) second: usize,
}

/// What a proof needs.
#[derive(Default)]
pub(super) struct Needs {
    pub(super) entries: BTreeSet<FactId>,
    /// Symbols of the problem, as variables.
    pub(super) variables: BTreeSet<usize>,
    /// Operators of the problem.
    pub(super) operators: BTreeSet<usize>,
}

impl Tree<'_> {
    /// Makes the scopes of a node and of all below it.
    pub(super) fn open(&mut self, root: NodeId) -> Option<()> {
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
    pub(super) fn place(&mut self) -> Option<Needs> {
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
