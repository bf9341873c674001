//! Steps 4 and 5 of algorithm Reduce: projecting what is left of the assumptions on the sequence.
//!
//! The printed step 5(a) cannot be meant: its `or` has to be an `and`, and marking the block around the
//! undecided conditional marks the whole of the paper's first example. What reproduces both results of the
//! paper is the block guarded by the last conditional that was decided.

use std::collections::BTreeSet;

use crate::focus::explain::Explanation;
use crate::focus::sequence::{StepRole, guarded};
use focuscheck_base::options::NestBlock;

use super::complementary::Item;

/// The steps (positions in the sequence) in which to look for the mistake, sorted. A condition is decided unless Reduce has
/// deleted one of its own constraints: what is kept, implied or constant decides.
pub fn nest(explanation: &Explanation, left: &[Item], block: NestBlock) -> Vec<usize> {
    let deleted = explanation.assumptions.iter().zip(left).filter(|(_, item)| item.eliminated);
    let deleted: BTreeSet<usize> =
        deleted.map(|(&atom, _)| explanation.execution.atoms[atom].element).collect();
    let all: Vec<usize> = (0..explanation.steps.len()).collect();
    let mut last = None;
    for (number, step) in explanation.steps.iter().enumerate() {
        if !matches!(step.role, StepRole::Branch | StepRole::Error) {
            continue;
        }
        if step.elements.iter().any(|element| deleted.contains(element)) {
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
