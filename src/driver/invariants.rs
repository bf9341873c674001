//! Proofs by invariants: which errors no run can reach because of ranges that hold at every node, or at every
//! state of a forward run.

use std::collections::BTreeSet;

use focuscheck_rules::range::Range;
use focuscheck_rules::reach;
use focuscheck_rules::schema::State;

use focuscheck_base::arith::Relation;
use focuscheck_base::options::Procedures;
use focuscheck_cells::facts::cfg::{Action, Condition, ErrorId, Graph, NodeId, ScalarId};
use focuscheck_cells::facts::reads::reads;
use focuscheck_cells::prefixes::extended;
use focuscheck_engine::focus::precondition::scalar_symbol;
use focuscheck_engine::focus::symbolic::{Symbols, Translation};
use focuscheck_engine::summary::fact::NodeInvariants;
use focuscheck_engine::summary::invariant::{
    Form, Forms, InvariantLimits, Plan, find, flags, necessary_flags,
};
use focuscheck_engine::summary::step::{ForwardLimits, Stepper};
use focuscheck_lia::Solver;
use focuscheck_lia::constraint::{Constraint, Linear};
use focuscheck_lia::outcome::Outcome;
use focuscheck_lia::problem::Problem;

use super::engine::{Engine, tracking};

/// What is done for the invariants of nodes.
const STEPS: usize = 100_000;
/// So many values of a flag are told apart at one place, and so many states at a node in the mean.
const FLAG: usize = 4;
const APART: usize = 4;
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

/// Finds the invariants of all nodes.
pub(super) fn find_invariants(engine: &Engine<'_>) -> Proof {
    let plan = Plan::new(engine.graph);
    // A proof that is shown is one in terms of the program.
    let nodes = match engine.options.proof {
        true => node_invariants(engine, &plan, &BTreeSet::new()),
        false => with_prefixes(engine, &plan).or_else(|| with_flags(engine, &plan)),
    };
    Proof { plan, nodes }
}

/// The same by means of the lengths of prefixes, in forms without them.
fn with_prefixes(engine: &Engine<'_>, plan: &Plan) -> Option<NodeInvariants> {
    let extended = extended(engine.graph)?;
    let graph = &extended.graph;
    let inner = Engine {
        deadline: engine.deadline,
        ..Engine::new(graph, engine.original, engine.source, engine.options)
    };
    let inner_plan = Plan::new(graph);
    let found = with_flags(&inner, &inner_plan)?;
    Some(found.of_original(&extended, |number| plan.forms().number(inner_plan.forms().get(number))))
}

/// The same with as many flags told apart as there are not too many states for.
fn with_flags(engine: &Engine<'_>, plan: &Plan) -> Option<NodeInvariants> {
    let mut tried = vec![flags(engine.graph), necessary_flags(engine.graph), BTreeSet::new()];
    tried.dedup();
    tried.iter().find_map(|flags| node_invariants(engine, plan, flags))
}

fn limits(engine: &Engine<'_>) -> InvariantLimits {
    InvariantLimits { steps: STEPS, deadline: engine.deadline }
}

/// What holds at each node, found for the known values of these scalars apart.
fn node_invariants(engine: &Engine<'_>, plan: &Plan, apart: &BTreeSet<ScalarId>) -> Option<NodeInvariants> {
    let (graph, statics, liveness) = (engine.graph, &engine.statics, &engine.liveness);
    let precision = tracking(apart);
    let states = if apart.is_empty() { usize::MAX } else { APART * graph.nodes.len() };
    let everywhere = ForwardLimits { values: FLAG, depth: u32::MAX, ..engine.forward_limits(states) };
    let stepper = Stepper::new(graph, statics, liveness, &precision, Procedures::Summaries, everywhere);
    let (states, start) = engine.forward(&stepper)?;
    if stepper.cut().is_some() {
        return None;
    }
    let found = find(graph, statics, liveness, plan, (&stepper, &states, start), limits(engine))?;
    let mut nodes = found.by_node(graph, plan, &stepper);
    sharpen(engine, plan, &mut nodes);
    Some(nodes)
}

/// Looks exactly at the conditions that the ranges leave open.
fn sharpen(engine: &Engine<'_>, plan: &Plan, known: &mut NodeInvariants) {
    let mut questions = 0;
    for (number, node) in engine.graph.nodes.iter().enumerate() {
        let (Action::Branch(condition) | Action::Assume(condition)) = &node.action else { continue };
        let node = NodeId(number as u32);
        for outcome in [false, true] {
            if !known.is_possible(node, outcome) || engine.is_late() {
                continue;
            }
            let asked = question(engine.graph, plan.forms(), known.at(node), condition, outcome);
            let Some(problem) = asked else { continue };
            questions += 1;
            if questions > QUESTIONS {
                return;
            }
            if let Outcome::Infeasible(_) = engine.light.solve(&problem) {
                known.exclude(node, outcome);
            }
        }
    }
}

/// Whether invariants exclude an error when some scalars are tracked: what holds then may differ between
/// their values. The number of states, if so.
pub(super) fn excluded_when_tracked(
    engine: &Engine<'_>,
    proof: &Proof,
    error: ErrorId,
    tracked: &BTreeSet<ScalarId>,
) -> Option<u64> {
    if engine.options.procedures == Procedures::Inline {
        return None;
    }
    let precision = tracking(tracked);
    let bounded = ForwardLimits { depth: u32::MAX, ..engine.forward_limits(STATES) };
    let stepper = engine.stepper(&precision, proof.nodes(), bounded);
    let (states, start) = engine.forward(&stepper)?;
    if stepper.cut().is_some() {
        return None;
    }
    let run = (&stepper, &states, start);
    let found = find(engine.graph, &engine.statics, &engine.liveness, &proof.plan, run, limits(engine))?;
    let possible = |from: State, to: State| {
        let node = &engine.graph.nodes[stepper.node(from).index()];
        let (Action::Branch(condition), [holds, fails]) = (&node.action, &node.successors[..]) else {
            return true;
        };
        let outcome = *holds == stepper.node(to);
        let asked = || question(engine.graph, proof.plan.forms(), found.at(from), condition, outcome);
        let problem = if holds == fails { None } else { asked() };
        problem.is_none_or(|problem| !matches!(engine.light.solve(&problem), Outcome::Infeasible(_)))
    };
    let reached = reach::reached(&states, start, |from, to| {
        found.is_reached(from) && found.is_reached(to) && !engine.is_late() && possible(from, to)
    });
    if engine.is_late() {
        return None;
    }
    let mut violations = engine.violations(error, &stepper, &states).into_iter();
    violations.all(|state| reached.binary_search(&state).is_err()).then(|| stepper.state_count() as u64)
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
