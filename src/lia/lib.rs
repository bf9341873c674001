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
//! A model is accepted only by [`Problem::accepts`]. The constraints that a refutation rests on are made
//! irredundant by leaving out one after the other; then these are refuted once more with every step recorded
//! (`derivation`), and the answer counts only if the checker of certificates accepts the record.

pub mod constraint;
pub mod outcome;
pub mod problem;

mod bounds;
mod positions;

mod derivation;
mod system;

mod evidence;
pub mod labels;
pub mod record;

mod state;

mod operators;
mod propagate;

mod differences;
mod encode;
mod search;

mod lattice;
mod number;

pub mod certificate;

mod claim;
mod exact;
mod proposal;

mod certify;

#[cfg(test)]
mod tests;

use std::cell::RefCell;
use std::rc::Rc;

use constraint::{Constraint, Normal, Symbol};
use derivation::{Derivation, Log};
use evidence::Operands;
use focuscheck_base::doubt::Lack;
use focuscheck_certificate::Decision;
use focuscheck_certificate::check::check;
use labels::{Labels, NoLabels};
use outcome::Outcome;
use positions::Positions;
use problem::Problem;
use proposal::Proposal;
use search::{Limits, Verdict};
use state::{Conflict, State};
use system::{Refusal, System};

/// What the first variables of a compiled problem stand for, and the variables of its operators.
type Compiled = (Vec<Symbol>, Vec<Operands>);

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
    /// The same where it is tried whether fewer constraints clash, too: to leave out one may take longer than all the rest.
    pub core_cases: usize,
    /// Whether the floating-point backend is asked for proposals.
    pub proposals: bool,
}

impl Default for Budget {
    fn default() -> Self {
        Budget {
            near_cases: 32,
            cases: 1_000,
            work: 10_000_000,
            last_cases: 6_000,
            core_cases: 6_000,
            proposals: true,
        }
    }
}

/// Decides feasibility.
pub trait Solver {
    /// Whether a problem has a model.
    fn solve(&self, problem: &Problem) -> Outcome;

    /// Whether a problem has no model. Cheaper than asking for a model or the constraints that clash.
    fn refutes(&self, problem: &Problem) -> bool;

    /// Whether every model of `background` satisfies a constraint; `None` if that could not be decided.
    fn implies(&self, background: &Problem, constraint: &Constraint) -> Option<bool>;
}

/// The solver that checks everything with exact integers.
#[derive(Clone, Debug, Default)]
pub struct ExactSolver {
    /// Its limits.
    pub budget: Budget,
    /// Where decisions are kept that a verdict rests on, if they are.
    pub recorder: Option<record::Recorder>,
}

/// How far from zero, or from the nearest value of its type, a symbol may be where the search over all integers was given up.
const NEAR: i128 = 32;

impl Solver for ExactSolver {
    fn solve(&self, problem: &Problem) -> Outcome {
        match self.decide_or_find(problem) {
            Verdict::Found(model) => Outcome::Feasible(model),
            Verdict::Refuted(core) => match self.proven(problem, self.minimise(problem, core.sorted())) {
                Some(core) => Outcome::Infeasible(core),
                None => Outcome::Undecided(Lack::Evidence),
            },
            Verdict::Open if problem.definitions.is_empty() => Outcome::Undecided(Lack::Steps),
            Verdict::Open => Outcome::Undecided(Lack::NonLinearSteps),
        }
    }

    fn implies(&self, background: &Problem, constraint: &Constraint) -> Option<bool> {
        if constraint.normalise() == Normal::True {
            return Some(true);
        }
        let mut problem = background.clone();
        problem.constraints.push(constraint.negate()?);
        match self.decide_or_find(&problem) {
            Verdict::Found(_) => Some(false),
            Verdict::Refuted(core) => self.proven(&problem, core.sorted()).map(|_| true),
            Verdict::Open => None,
        }
    }

    fn refutes(&self, problem: &Problem) -> bool {
        match self.decide(problem, None) {
            Verdict::Refuted(core) => self.proven(problem, core.sorted()).is_some(),
            Verdict::Found(_) | Verdict::Open => false,
        }
    }
}

impl ExactSolver {
    /// A solver with some limits.
    pub fn with(budget: Budget) -> Self {
        ExactSolver { budget, recorder: None }
    }

    /// Decides; if that fails, looks for a model among small values: where values have no limits, the search may run off along a
    /// line without integers and miss those beside it.
    fn decide_or_find(&self, problem: &Problem) -> Verdict {
        let verdict = self.decide(problem, None);
        if !matches!(verdict, Verdict::Open) || !problem.definitions.is_empty() {
            return verdict;
        }
        let mut near = problem.clone();
        for symbol in problem.symbols() {
            let (low, high) = problem.bounds.get(&symbol).copied().unwrap_or((-NEAR, NEAR));
            let middle = if high < 0 { high } else { low.max(0) };
            let bounds = (low.max(middle - NEAR), high.min(middle + NEAR));
            near.bounds.insert(symbol, bounds);
        }
        match self.decide(&near, None) {
            Verdict::Found(model) if problem.accepts(&model) => Verdict::Found(model),
            Verdict::Found(_) | Verdict::Refuted(_) | Verdict::Open => Verdict::Open,
        }
    }

    /// A proof that the constraints at some positions have no model; it was checked. Otherwise what is missing.
    pub fn prove(&self, problem: &Problem, core: &[usize], labels: &dyn Labels) -> Result<Decision, String> {
        let restricted = problem.restricted(core);
        let log = Rc::new(RefCell::new(Derivation::default()));
        let mut compiled = (Vec::new(), Vec::new());
        let verdict = self.decide_recorded(&restricted, Some(Rc::clone(&log)), &mut compiled);
        if !matches!(verdict, Verdict::Refuted(_)) {
            return Err("the clashing constraints alone were not refuted".to_owned());
        }
        let labels = labels::Restricted { labels, core };
        let decision = evidence::decision(&log.borrow(), &restricted, &compiled.0, &compiled.1, &labels)
            .ok_or("a step of the refutation was not recorded")?;
        match check(&decision) {
            Ok(()) => Ok(decision),
            Err(flaw) => Err(format!("at {:?}: {}", flaw.place, flaw.reason)),
        }
    }

    fn decide(&self, problem: &Problem, log: Log) -> Verdict {
        self.decide_recorded(problem, log, &mut Default::default())
    }

    /// Decides; `compiled` becomes what the first variables and the operators of the derivation are.
    fn decide_recorded(&self, problem: &Problem, log: Log, compiled: &mut Compiled) -> Verdict {
        let mut system = match System::new(problem, log.clone()) {
            Ok(system) => system,
            Err(Refusal::TooLarge) => return Verdict::Open,
            Err(Refusal::Infeasible { position, symbols }) => {
                compiled.0 = symbols;
                let mut core = Positions::default();
                position.into_iter().for_each(|position| core.insert(position));
                return Verdict::Refuted(core);
            }
        };
        if log.is_some() {
            compiled.0.clone_from(&system.symbols);
            compiled.1 = system.operators.iter().map(Operands::from).collect();
        }
        encode::encode_constants(&mut system);
        if let Some(core) = differences::negative_cycle(&system) {
            return Verdict::Refuted(core);
        }
        let mut state = State::new(&system);
        if let Err(conflict) = state.propagate(search::visits(&system)) {
            return refuted(&state, &conflict);
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
            lattice::Solving::Refuted(core) => return Verdict::Refuted(core),
            lattice::Solving::Left(reduced) => reduced,
        };
        let mut state = State::new(&reduced.system);
        if let Err(conflict) = state.propagate(search::visits(&reduced.system)) {
            return refuted(&state, &conflict);
        }
        if self.budget.proposals {
            match proposal::point(&reduced, &state) {
                Proposal::Candidate(model) if problem.accepts(&model) => return Verdict::Found(model),
                Proposal::Infeasible => {
                    if let Some(core) = certified_core(problem, system) {
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
            |state, _| relaxation.choose(state),
            |model| problem.accepts(model),
        )
    }

    /// The core if there is a checked proof that it has no model, else all constraints if there is one of
    /// them: how explanations are gathered is not trusted.
    fn proven(&self, problem: &Problem, core: Vec<usize>) -> Option<Vec<usize>> {
        let is_proven = |core: &[usize]| self.prove(problem, core, &NoLabels).is_ok();
        if is_proven(&core) {
            return Some(core);
        }
        let everything: Vec<usize> = (0..problem.constraints.len()).collect();
        is_proven(&everything).then_some(everything)
    }

    /// Leaves out constraints, the first ones first, as long as the rest is infeasible.
    fn minimise(&self, problem: &Problem, mut core: Vec<usize>) -> Vec<usize> {
        // All attempts together should not take longer than the answer itself may.
        let work = self.budget.work / core.len().max(1);
        let last_cases = self.budget.last_cases.min(self.budget.core_cases);
        let budget = Budget { cases: self.budget.cases.min(200), work, last_cases, ..self.budget };
        let solver = ExactSolver::with(budget);
        let mut needed = 0;
        while needed < core.len() {
            let mut candidate = core.clone();
            let tested = candidate.remove(needed);
            match solver.decide(&problem.restricted(&candidate), None) {
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

/// A conflict before any decision.
fn refuted(state: &State<'_>, conflict: &Conflict) -> Verdict {
    let explanation = state.explain(conflict);
    state.system.record(|log| {
        log.conclusion = explanation.proof;
        None
    });
    Verdict::Refuted(explanation.constraints)
}

/// The constraints of a proposed certificate, if it holds.
fn certified_core(problem: &Problem, system: &System) -> Option<Positions> {
    let certificate = proposal::multipliers(problem)?;
    if !certificate::refutes(problem, &certificate) {
        return None;
    }
    let sum = system.record(|log| log.farkas(&certificate));
    system.conclude(sum);
    let mut core = Positions::default();
    for (position, _) in &certificate.constraints {
        core.insert(*position);
    }
    Some(core)
}
