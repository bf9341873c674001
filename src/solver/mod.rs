//! Exact feasibility of conjunctions of integer constraints.
//!
//! The stages, each tried only when those before it leave the question open:
//! 1. normal forms of the constraints (`constraint`) and cycles of differences (`differences`);
//! 2. bounds propagation (`propagate`, `operators`) and a search for a model near zero (`search`);
//! 3. equalities solved over the integers, which settles parity (`encode`, `lattice`);
//! 4. a proposal of the floating-point backend (`proposal`), believed only when checked (`certificate`);
//! 5. branching on the exact simplex (`exact`);
//! 6. for operations that are not linear, trying more values near zero.
//!
//! A model is accepted only by [`Problem::accepts`]. A refutation combines exact steps only, and its
//! reason is made irredundant by leaving out one constraint after the other.

pub mod constraint;
pub mod outcome;
pub mod problem;

mod system;

mod operators;
mod propagate;

mod differences;
mod encode;
mod search;

mod lattice;
mod number;

pub mod certificate;

mod exact;
mod proposal;

pub mod eliminate;

#[cfg(test)]
mod tests;

use constraint::{Constraint, Normal};
use outcome::Outcome;
use problem::Problem;
use propagate::State;
use proposal::Proposal;
use search::{Limits, Verdict};
use system::{Positions, Refusal, System};

/// How much work a question may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Cases that the search near zero may look at; more in proportion if there are many variables.
    pub near_cases: usize,
    /// Cases that the search on the exact simplex may look at.
    pub cases: usize,
    /// Entries of simplex tableaus that may be touched; ten million take a fraction of a second.
    pub work: usize,
    /// Cases that a last search near zero may look at if operations are left that are not linear; enough to
    /// try all values of a few small symbols.
    pub last_cases: usize,
    /// Whether the floating-point backend is asked for proposals.
    pub proposals: bool,
}

impl Default for Budget {
    fn default() -> Self {
        Budget { near_cases: 32, cases: 1_000, work: 10_000_000, last_cases: 6_000, proposals: true }
    }
}

/// Decides feasibility.
pub trait Solver {
    /// Whether a problem has a model.
    fn solve(&self, problem: &Problem) -> Outcome;

    /// Whether every model of `background` satisfies a constraint; `None` if that could not be decided.
    fn implies(&self, background: &Problem, constraint: &Constraint) -> Option<bool>;
}

/// The solver that checks everything with exact integers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExactSolver {
    /// Its limits.
    pub budget: Budget,
}

impl Solver for ExactSolver {
    fn solve(&self, problem: &Problem) -> Outcome {
        match self.decide(problem) {
            Verdict::Found(model) => Outcome::Feasible(model),
            Verdict::Refuted(core) => Outcome::Infeasible(self.minimise(problem, core.sorted())),
            Verdict::Open if problem.definitions.is_empty() => {
                Outcome::Undecided("the search for integer values ran into its limit".to_owned())
            }
            Verdict::Open => Outcome::Undecided(
                "the search for integer values of non-linear operations ran into its limit".to_owned(),
            ),
        }
    }

    fn implies(&self, background: &Problem, constraint: &Constraint) -> Option<bool> {
        if constraint.normalise() == Normal::True {
            return Some(true);
        }
        let mut problem = background.clone();
        problem.constraints.push(constraint.negate()?);
        match self.decide(&problem) {
            Verdict::Found(_) => Some(false),
            Verdict::Refuted(_) => Some(true),
            Verdict::Open => None,
        }
    }
}

impl ExactSolver {
    fn decide(&self, problem: &Problem) -> Verdict {
        let mut system = match System::new(problem) {
            Ok(system) => system,
            Err(Refusal::TooLarge) => return Verdict::Open,
            Err(Refusal::Infeasible(position)) => {
                let mut core = Positions::default();
                position.into_iter().for_each(|position| core.insert(position));
                return Verdict::Refuted(core);
            }
        };
        encode::encode_constants(&mut system);
        if let Some(core) = differences::negative_cycle(&system) {
            return Verdict::Refuted(core);
        }
        let mut state = State::new(&system);
        if let Err(conflict) = state.propagate(search::visits(&system)) {
            return Verdict::Refuted(state.explain(&conflict).constraints);
        }
        let root = state.mark();
        let cases = self.budget.near_cases * (1 + system.variables() / 16);
        let limits = Limits { cases, stalls: 4 };
        match search::search(&mut state, limits, search::nearest_to_zero, |model| problem.accepts(model)) {
            Verdict::Open => {}
            verdict => return verdict,
        }
        state.undo(root);
        match self.decide_reduced(problem, &system, &state) {
            Verdict::Open if !problem.definitions.is_empty() => {}
            verdict => return verdict,
        }
        let cases = self.budget.last_cases * 64 / (64 + system.rows.len() + system.operators.len());
        let limits = Limits { cases, stalls: usize::MAX };
        search::search(&mut state, limits, search::nearest_to_zero, |model| problem.accepts(model))
    }

    /// The later stages; `start` is the propagated state of the system.
    fn decide_reduced(&self, problem: &Problem, system: &System, start: &State<'_>) -> Verdict {
        let mut encoded = system.clone();
        encode::encode_known(&mut encoded, start);
        let reduced = match lattice::reduce(&encoded, start) {
            lattice::Reduction::Refuted(core) => return Verdict::Refuted(core),
            lattice::Reduction::Reduced(reduced) => reduced,
        };
        let mut state = State::new(&reduced.system);
        if let Err(conflict) = state.propagate(search::visits(&reduced.system)) {
            return Verdict::Refuted(state.explain(&conflict).constraints);
        }
        if self.budget.proposals {
            match proposal::point(&reduced, &state) {
                Proposal::Candidate(model) if problem.accepts(&model) => return Verdict::Found(model),
                Proposal::Infeasible => {
                    if let Some(core) = certified_core(problem) {
                        return Verdict::Refuted(core);
                    }
                }
                _ => {}
            }
        }
        let mut relaxation = exact::Relaxation::new(&reduced, self.budget.work);
        if let Some(values) = relaxation.rounded(&state) {
            let model = reduced.system.model(&values);
            if problem.accepts(&model) {
                return Verdict::Found(model);
            }
        }
        search::search(
            &mut state,
            Limits { cases: self.budget.cases, stalls: usize::MAX },
            |state| relaxation.choose(state),
            |model| problem.accepts(model),
        )
    }

    /// Leaves out constraints, the first ones first, as long as the rest is infeasible.
    ///
    /// The core is first confirmed on its own, so that it never depends on how explanations are gathered.
    fn minimise(&self, problem: &Problem, mut core: Vec<usize>) -> Vec<usize> {
        if core.len() < problem.constraints.len()
            && !matches!(self.decide(&problem.restricted(&core)), Verdict::Refuted(_))
        {
            core = (0..problem.constraints.len()).collect();
        }
        // All attempts together should not take longer than the answer itself may.
        let work = self.budget.work / core.len().max(1);
        let budget = Budget { cases: self.budget.cases.min(200), work, ..self.budget };
        let solver = ExactSolver { budget };
        let mut needed = 0;
        while needed < core.len() {
            let mut candidate = core.clone();
            let tested = candidate.remove(needed);
            match solver.decide(&problem.restricted(&candidate)) {
                Verdict::Refuted(positions) => {
                    core = positions.sorted().into_iter().map(|position| candidate[position]).collect();
                    needed = core.iter().take_while(|&&position| position < tested).count();
                }
                _ => needed += 1,
            }
        }
        core
    }
}

/// The constraints of a proposed certificate, if it holds.
fn certified_core(problem: &Problem) -> Option<Positions> {
    let certificate = proposal::multipliers(problem)?;
    if !certificate::refutes(problem, &certificate) {
        return None;
    }
    let mut core = Positions::default();
    for (position, _) in &certificate.constraints {
        core.insert(*position);
    }
    Some(core)
}
