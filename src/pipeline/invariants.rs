//! Proofs by invariants: which errors no run can reach because of ranges that hold at every node, or at every
//! state of a forward run.

use std::collections::{BTreeMap, BTreeSet};

use focuscheck_rules::fsum::ForwardSummaries;
use focuscheck_rules::range::Range;
use focuscheck_rules::schema::State;

use crate::arith::Relation;
use crate::facts::cfg::{Action, Condition, ErrorId, Graph, NodeId, ScalarId};
use crate::facts::reads::reads;
use crate::focus::precondition::scalar_symbol;
use crate::focus::symbolic::{Symbols, Translation};
use crate::options::Procedures;
use crate::solver::Solver;
use crate::solver::constraint::{Constraint, Linear};
use crate::solver::outcome::Outcome;
use crate::solver::problem::Problem;
use crate::summary::fact::NodeInvariants;
use crate::summary::invariant::{Form, Forms, InvariantLimits, Plan, find};
use crate::summary::state::Precision;
use crate::summary::step::{ForwardLimits, Stepper};

use super::engine::Engine;

/// What is done for the invariants of nodes.
const STEPS: usize = 100_000;
/// Most conditions that are looked at exactly.
const QUESTIONS: usize = 4_000;
/// So many scalars, over so many facts, are taken into such a question.
const MOST_SCALARS: usize = 12;
const CONNECTED: usize = 3;
/// Most states of a forward run whose invariants are looked for.
const STATES: usize = 20_000;

/// The invariants of a program, as far as they were found.
pub(super) struct Proof {
    plan: Plan,
    nodes: Option<NodeInvariants>,
}

impl Proof {
    /// What holds at each node, if that was found.
    pub(super) fn nodes(&self) -> Option<&NodeInvariants> {
        self.nodes.as_ref()
    }

    /// What facts are about.
    pub(super) fn plan(&self) -> &Plan {
        &self.plan
    }
}

impl Engine<'_> {
    /// The invariants of all nodes; they are found when they are first asked for, and used from then on.
    pub(super) fn proof(&self) -> &Proof {
        self.invariants.get_or_init(|| {
            let plan = Plan::new(self.graph);
            let nodes = self.node_invariants(&plan);
            Proof { plan, nodes }
        })
    }

    fn limits(&self) -> InvariantLimits {
        InvariantLimits { steps: STEPS, deadline: self.deadline }
    }

    fn node_invariants(&self, plan: &Plan) -> Option<NodeInvariants> {
        let nothing = Precision::Tracked(BTreeSet::new());
        let limits =
            ForwardLimits { states: usize::MAX, values: 1, depth: u32::MAX, deadline: self.deadline };
        let procedures = Procedures::Summaries;
        let stepper = Stepper::new(self.graph, &self.statics, &self.liveness, &nothing, procedures, limits);
        let start = stepper.start()?;
        let forward = stepper.forward(start);
        if stepper.cut().is_some() {
            return None;
        }
        let run = (&stepper, &forward, start);
        let found = find(self.graph, &self.statics, &self.liveness, plan, run, self.limits())?;
        let mut nodes = found.by_node(self.graph, plan, &stepper);
        self.sharpen(plan, &mut nodes);
        Some(nodes)
    }

    /// Looks exactly at the conditions that the ranges leave open.
    fn sharpen(&self, plan: &Plan, known: &mut NodeInvariants) {
        let mut questions = 0;
        for (number, node) in self.graph.nodes.iter().enumerate() {
            let (Action::Branch(condition) | Action::Assume(condition)) = &node.action else { continue };
            let node = NodeId(number as u32);
            for outcome in [false, true] {
                if !known.is_possible(node, outcome) || self.is_late() {
                    continue;
                }
                let Some(problem) = question(self.graph, plan.forms(), known.at(node), condition, outcome)
                else {
                    continue;
                };
                questions += 1;
                if questions > QUESTIONS {
                    return;
                }
                if let Outcome::Infeasible(_) = self.light.solve(&problem) {
                    known.exclude(node, outcome);
                }
            }
        }
    }

    /// Whether invariants exclude an error when some scalars are tracked: what holds then may differ between
    /// their values. The number of states, if so.
    pub(super) fn excluded_when_tracked(&self, error: ErrorId, tracked: &BTreeSet<ScalarId>) -> Option<u64> {
        if tracked.is_empty() || self.options.procedures == Procedures::Inline {
            return None;
        }
        let precision = Precision::Tracked(tracked.clone());
        let limits = ForwardLimits {
            states: STATES,
            values: self.options.max_values,
            depth: u32::MAX,
            deadline: self.deadline,
        };
        let proof = self.proof();
        let stepper = self.stepper(&precision, limits);
        let (forward, start) = self.forward(&stepper)?;
        if stepper.cut().is_some() {
            return None;
        }
        let run = (&stepper, &forward, start);
        let found = find(self.graph, &self.statics, &self.liveness, &proof.plan, run, self.limits())?;
        let possible = |from: State, to: State| {
            let node = stepper.node(from);
            let (Action::Branch(condition), [holds, fails]) =
                (&self.graph.nodes[node.index()].action, &self.graph.nodes[node.index()].successors[..])
            else {
                return true;
            };
            let problem = match holds == fails {
                true => None,
                false => {
                    let outcome = *holds == stepper.node(to);
                    question(self.graph, proof.plan.forms(), found.at(from), condition, outcome)
                }
            };
            problem.is_none_or(|problem| !matches!(self.light.solve(&problem), Outcome::Infeasible(_)))
        };
        let reached = reached(&forward, start, |from, to| {
            found.is_reached(from) && found.is_reached(to) && !self.is_late() && possible(from, to)
        });
        if self.is_late() {
            return None;
        }
        let mut violations = self.violations(error, &stepper, &forward).into_iter();
        violations.all(|state| !reached.contains(&state)).then(|| stepper.state_count() as u64)
    }
}

/// The states that a forward run reaches over steps that are possible.
fn reached(
    forward: &ForwardSummaries,
    start: State,
    mut possible: impl FnMut(State, State) -> bool,
) -> BTreeSet<State> {
    let mut ways: BTreeMap<State, Vec<State>> = BTreeMap::new();
    for &(from, to) in &forward.steps {
        ways.entry(from).or_default().push(to);
    }
    let mut calls: BTreeMap<State, Vec<State>> = BTreeMap::new();
    let mut backs: BTreeMap<State, Vec<(State, State)>> = BTreeMap::new();
    for &(entry, call) in &forward.calls {
        calls.entry(call).or_default().push(entry);
    }
    for &(call, exit, after) in &forward.returns {
        backs.entry(exit).or_default().push((call, after));
        backs.entry(call).or_default().push((exit, after));
    }
    let mut reached = BTreeSet::from([start]);
    let mut open = vec![start];
    while let Some(state) = open.pop() {
        let mut next: Vec<State> = calls.get(&state).cloned().unwrap_or_default();
        for &to in ways.get(&state).into_iter().flatten() {
            if !reached.contains(&to) && possible(state, to) {
                next.push(to);
            }
        }
        for &(other, after) in backs.get(&state).into_iter().flatten() {
            if reached.contains(&other) {
                next.push(after);
            }
        }
        open.extend(next.into_iter().filter(|&to| reached.insert(to)));
    }
    reached
}

/// Whether a condition can have an outcome where ranges are known, as a question to the solver; nothing if the
/// ranges have no scalar in common with it.
fn question(
    graph: &Graph,
    forms: &Forms,
    ranges: impl Iterator<Item = (u32, Range)>,
    condition: &Condition,
    outcome: bool,
) -> Option<Problem> {
    let mut mentioned = Vec::new();
    reads(&condition.left, &mut mentioned);
    reads(&condition.right, &mut mentioned);
    let mut near: BTreeSet<ScalarId> = mentioned.into_iter().collect();
    let ranges: Vec<(&Form, Range)> = ranges.map(|(number, range)| (forms.get(number), range)).collect();
    // What is connected to the condition through facts about several scalars.
    for _ in 0..CONNECTED {
        let before = near.len();
        for (form, _) in &ranges {
            if form.terms.iter().any(|(scalar, _)| near.contains(scalar)) && near.len() < MOST_SCALARS {
                near.extend(form.terms.iter().map(|&(scalar, _)| scalar));
            }
        }
        if near.len() == before {
            break;
        }
    }
    let mut symbols = Symbols::default();
    let mut lookup = |symbols: &mut Symbols, scalar| Linear::symbol(scalar_symbol(symbols, graph, 0, scalar));
    let mut translation = Translation::new(&mut symbols, &mut lookup);
    let mut constraints: Vec<Constraint> = translation.condition(condition, outcome).into_iter().collect();
    for (form, range) in ranges {
        if !form.terms.iter().all(|(scalar, _)| near.contains(scalar)) {
            continue;
        }
        let terms =
            form.terms.iter().map(|&(scalar, c)| (scalar_symbol(translation.symbols, graph, 0, scalar), c));
        let linear = Linear::from_terms(terms.collect(), 0)?;
        constraints.extend(translation.relate(&linear, Relation::GreaterEqual, range.low));
        constraints.extend(translation.relate(&linear, Relation::LessEqual, range.high));
        if let (modulus @ 2.., remainder) = range.stride() {
            let (low, high) = (range.low.checked_sub(remainder)?, range.high.checked_sub(remainder)?);
            let turns = translation.symbols.fresh((low.div_euclid(modulus), high.div_euclid(modulus)));
            let aligned = linear.add_scaled(&Linear::symbol(turns), -modulus)?;
            constraints.extend(translation.relate(&aligned, Relation::Equal, remainder));
        }
    }
    let (definitions, ranges) = (translation.definitions, translation.ranges);
    constraints.extend(ranges);
    let mut problem = Problem { constraints, definitions, ..Problem::default() };
    symbols.bound(&mut problem);
    Some(problem)
}
