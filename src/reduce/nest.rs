//! Steps 4 and 5 of algorithm Reduce: projecting what is left of the assumptions on the sequence.
//!
//! The printed step 5(a) cannot be meant: its `or` has to be an `and`, and marking the block around the
//! undecided conditional marks the whole of the paper's first example. What reproduces both results of the
//! paper is the block guarded by the last conditional that was decided.

use std::collections::{BTreeMap, BTreeSet};

use crate::focus::execution::Says;
use crate::focus::explain::Explanation;
use crate::focus::render::Names;
use crate::focus::sequence::{StepRole, guarded};
use crate::limit::spend;
use crate::options::NestBlock;

use super::complementary::Item;

/// The steps (positions in the sequence) in which to look for the mistake, sorted.
pub fn nest(explanation: &Explanation, names: &Names, left: &[Item], block: NestBlock) -> Vec<usize> {
    let known: BTreeSet<&str> = left.iter().filter(|i| !i.eliminated).map(|i| i.text.as_str()).collect();
    let all: Vec<usize> = (0..explanation.steps.len()).collect();
    let mut conditions: BTreeMap<_, Vec<&Says>> = BTreeMap::new();
    for atom in explanation.execution.atoms.iter().filter(|a| a.condition && !a.star) {
        conditions.entry(atom.element).or_default().push(&atom.says);
    }
    let mut last = None;
    for (number, step) in explanation.steps.iter().enumerate() {
        if !matches!(step.role, StepRole::Branch | StepRole::Error) {
            continue;
        }
        spend(step.elements.len());
        let asked = step.elements.iter().filter_map(|element| conditions.get(element)).flatten();
        let decided = asked.into_iter().all(|says| match says {
            Says::Always => true,
            Says::Constraint(constraint) => known.contains(names.constraint(constraint).as_str()),
            Says::Never | Says::Inexpressible => false,
        });
        if !decided {
            return block_of(explanation, last, block, all);
        }
        if step.role == StepRole::Branch {
            last = Some(number);
        }
    }
    all
}

fn block_of(explanation: &Explanation, last: Option<usize>, block: NestBlock, all: Vec<usize>) -> Vec<usize> {
    let steps = &explanation.steps;
    let mut guard = last;
    if block == NestBlock::Outer {
        guard = guard.and_then(|g| steps[g].parents.last().copied());
    }
    while let Some(number) = guard {
        let inside = guarded(steps, number);
        if !inside.is_empty() {
            return inside;
        }
        guard = steps[number].parents.last().copied();
    }
    all
}
