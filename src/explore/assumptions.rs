//! What if: assumptions that are taken to hold or not to hold, and the explanations that are left then.

use std::collections::BTreeMap;

use focuscheck_lia::constraint::Constraint;
use focuscheck_lia::problem::Problem;
use focuscheck_lia::{ExactSolver, Solver};
use focuscheck_report::model::{Assumption, Counterexample, ErrorReport};

/// What an assumption is taken to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Presumed {
    Holds,
    Fails,
}

/// What was chosen for the assumptions of an error, and what follows.
#[derive(Debug, Default)]
pub(super) struct Choices {
    /// By the number of the assumption in [`all`]; what is not there is open.
    pub taken: BTreeMap<usize, Presumed>,
    /// For each explanation whether what was chosen contradicts it.
    pub excluded: Vec<bool>,
}

impl Choices {
    /// From open to holds, to does not hold, to open.
    pub fn turn(&mut self, error: &ErrorReport, assumption: usize) {
        match self.taken.get(&assumption) {
            None => self.taken.insert(assumption, Presumed::Holds),
            Some(Presumed::Holds) => self.taken.insert(assumption, Presumed::Fails),
            Some(Presumed::Fails) => self.taken.remove(&assumption),
        };
        self.excluded = excluded(error, &self.taken);
    }

    /// Whether an explanation is left.
    pub fn leaves(&self, explanation: usize) -> bool {
        !self.excluded.get(explanation).copied().unwrap_or(false)
    }
}

/// The assumptions of an error, each once, in the order of the explanations; of each whether Reduce eliminated
/// it wherever it occurs.
pub(super) fn all(error: &ErrorReport) -> Vec<(&Assumption, bool)> {
    let mut found: Vec<(&Assumption, bool)> = Vec::new();
    for assumption in error.counterexamples.iter().flat_map(|example| &example.assumptions) {
        match found.iter_mut().find(|(known, _)| known.is_same(assumption)) {
            Some((_, eliminated)) => *eliminated &= assumption.eliminated,
            None => found.push((assumption, assumption.eliminated)),
        }
    }
    found
}

/// What is listed: of an obligation what is given for the explanation that is selected, in the order of execution.
pub(super) fn listed<'a>(
    error: &'a ErrorReport,
    explanation: Option<&'a Counterexample>,
) -> Vec<(&'a Assumption, bool)> {
    if error.obligation.is_none() {
        return all(error);
    }
    let given = explanation.into_iter().flat_map(|explanation| &explanation.assumptions);
    given.map(|assumption| (assumption, assumption.eliminated)).collect()
}

/// For each explanation whether it is impossible under what is chosen.
fn excluded(error: &ErrorReport, taken: &BTreeMap<usize, Presumed>) -> Vec<bool> {
    let all = all(error);
    let taken = taken.iter().filter_map(|(&number, &taken)| Some((all.get(number)?.0, taken)));
    let taken: Vec<(&Assumption, Presumed)> = taken.collect();
    error.counterexamples.iter().map(|example| is_excluded(example, &taken)).collect()
}

fn is_excluded(example: &Counterexample, taken: &[(&Assumption, Presumed)]) -> bool {
    // What cannot be compared as a constraint is the same or not.
    let fails = |assumption: &Assumption| {
        taken.iter().any(|(chosen, taken)| *taken == Presumed::Fails && chosen.is_same(assumption))
    };
    if example.assumptions.iter().any(fails) {
        return true;
    }
    let chosen = taken.iter().filter_map(|(assumption, taken)| match taken {
        Presumed::Holds => assumption.constraint.clone(),
        Presumed::Fails => assumption.constraint.as_ref().and_then(Constraint::negate),
    });
    let own = example.assumptions.iter().filter_map(|assumption| assumption.constraint.clone());
    let problem = Problem { constraints: chosen.chain(own).collect(), ..Problem::default() };
    ExactSolver::default().refutes(&problem)
}
