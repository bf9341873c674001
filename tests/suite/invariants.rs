//! Invariants against runs: whatever a run of a program passes is within the facts of the node it is at.

use std::fs;
use std::path::Path;
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};

use focuscheck_base::limit::Deadline;
use focuscheck_base::options::{Options, Procedures};
use focuscheck_base::source::SourceFile;
use focuscheck_cells::facts::cfg::{Action, Graph, NodeId, SiteId};
use focuscheck_cells::prefixes::extended;
use focuscheck_cells::simulation::evaluate::Value;
use focuscheck_cells::simulation::interpreter::{End, Limits, Machine, Observer, Oracle, TraceStep};
use focuscheck_driver::lowered;
use focuscheck_engine::summary::fact::NodeInvariants;
use focuscheck_engine::summary::invariant::{InvariantLimits, Plan, find, flags};
use focuscheck_engine::summary::liveness::Liveness;
use focuscheck_engine::summary::state::{Precision, Valuation};
use focuscheck_engine::summary::statics::Statics;
use focuscheck_engine::summary::step::{ForwardLimits, Stepper};
use focuscheck_rules::states::StateGraph;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::support::generate::{self, Random};
use crate::support::references;
use crate::support::texts;
use crate::support::wellformed::types::Model;
use crate::support::wellformed::{Features, generate as wellformed};

/// The facts of a program's nodes, for the values of its flags apart.
fn facts(graph: &Graph, plan: &Plan, steps: usize) -> Option<NodeInvariants> {
    let (statics, liveness) = (Statics::derive(graph), Liveness::derive(graph));
    let precision = Precision::Tracked(flags(graph));
    let limits = ForwardLimits {
        states: 5_000,
        values: 3,
        kept: usize::MAX,
        depth: u32::MAX,
        deadline: Deadline::NEVER,
    };
    let stepper = Stepper::new(graph, &statics, &liveness, &precision, Procedures::Summaries, limits);
    let start = stepper.start()?;
    let states = StateGraph::of(&stepper.forward(start));
    if stepper.cut().is_some() {
        return None;
    }
    let limits = InvariantLimits { steps, deadline: Deadline::NEVER };
    let found = find(graph, &statics, &liveness, plan, (&stepper, &states, start), limits)?;
    Some(found.by_node(graph, plan, &stepper))
}

/// Random inputs, most of them near zero or at the ends of their ranges.
struct Guess<'a> {
    graph: &'a Graph,
    random: Random,
}

impl Oracle for Guess<'_> {
    fn input(&mut self, site: SiteId, _occurrence: u32) -> i128 {
        let (low, high) = self.graph.sites[site.index()].range;
        match self.random.below(8) {
            0 => low,
            1 => high,
            2 => i128::from(self.random.between(-(1 << 40), 1 << 40)).clamp(low, high),
            _ => i128::from(self.random.between(-3, 12)).clamp(low, high),
        }
    }
}

/// Compares the values at each node with its facts.
struct Check<'a> {
    name: &'a str,
    plan: &'a Plan,
    known: &'a NodeInvariants,
    checked: u64,
}

impl Observer for Check<'_> {
    fn step(&mut self, step: TraceStep, machine: &Machine<'_>) {
        if let Some(outcome) = step.outcome {
            assert!(self.known.is_possible(step.node, outcome), "{}: {step:?} is excluded", self.name);
        }
        // At an exit and where a run ended, the machine still is or already was elsewhere.
        if machine.node() == step.node {
            return;
        }
        let node = machine.node();
        assert!(self.known.is_reached(node), "{}: {node:?} is excluded", self.name);
        for (number, range) in self.known.at(node) {
            let form = self.plan.forms().get(number);
            let value = form.terms.iter().try_fold(0i128, |sum, &(scalar, coefficient)| {
                match machine.value_of(scalar) {
                    Value::Known(value) => Some(sum + coefficient * value),
                    _ => None,
                }
            });
            if let Some(value) = value {
                assert!(
                    range.contains(value),
                    "{}: {form:?} is {value} at {node:?}, not in {range:?}",
                    self.name
                );
                self.checked += 1;
            }
        }
    }
}

/// Runs a program a few times; how many facts were compared.
fn compare(name: &str, text: &str, runs: u64) -> u64 {
    compare_with(name, text, runs, |graph, plan| facts(graph, plan, 4_000))
}

/// The same for the facts that a program has by means of the lengths of texts; nothing of a program in which there are none.
fn compare_extended(name: &str, text: &str, runs: u64) -> u64 {
    compare_with(name, text, runs, |graph, plan| {
        let extended = extended(graph)?;
        let own = Plan::new(&extended.graph);
        let found = facts(&extended.graph, &own, 100_000)?;
        Some(found.of_original(&extended, |number| plan.forms().number(own.forms().get(number))))
    })
}

fn compare_with(
    name: &str,
    text: &str,
    runs: u64,
    facts: impl Fn(&Graph, &Plan) -> Option<NodeInvariants>,
) -> u64 {
    let source = SourceFile::new(name.to_owned(), text.to_owned());
    let (Some(graph), _) = lowered(&source, &Options::default()) else { return 0 };
    let plan = Plan::new(&graph);
    let Some(known) = facts(&graph, &plan) else { return 0 };
    let mut check = Check { name, plan: &plan, known: &known, checked: 0 };
    for seed in 0..runs {
        let mut oracle = Guess { graph: &graph, random: Random::new(seed) };
        Machine::new(&graph, Limits { steps: 2_000, depth: 100 }).run(&mut oracle, &mut check);
    }
    check.checked
}

#[test]
fn runs_of_the_corpus_are_within_the_invariants() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs");
    let mut checked = 0;
    for folder in ["behaviour", "paper", "tcas"] {
        let entries = fs::read_dir(root.join(folder)).expect("a folder").flatten();
        for path in entries.map(|entry| entry.path()) {
            if let Ok(text) = fs::read_to_string(&path) {
                checked += compare(&path.display().to_string(), &text, 20);
            }
        }
    }
    assert!(checked > 10_000, "only {checked} facts were compared");
}

/// The states of a run by cases, for each node what may be known there; nothing if it tells no cases apart.
fn known_by_cases(graph: &Graph, plan: &Plan) -> Option<FxHashMap<NodeId, Vec<Rc<Valuation>>>> {
    let found = facts(graph, plan, 4_000)?;
    let (statics, liveness) = (Statics::derive(graph), Liveness::derive(graph));
    let limits = ForwardLimits {
        states: 20_000,
        values: usize::MAX,
        kept: usize::MAX,
        depth: u32::MAX,
        deadline: Deadline::NEVER,
    };
    let (precision, procedures) = (Precision::Full, Procedures::Summaries);
    let stepper = Stepper::new(graph, &statics, &liveness, &precision, procedures, limits)
        .with_invariants(Some(&found))
        .with_cases(plan.telling(16));
    let forward = stepper.forward(stepper.start()?);
    if stepper.cut().is_some() || stepper.split().is_empty() {
        return None;
    }
    let mut known: FxHashMap<NodeId, Vec<Rc<Valuation>>> = FxHashMap::default();
    for &(_, state) in &forward.path_edges {
        known.entry(stepper.node(state)).or_default().push(stepper.valuation(state));
    }
    Some(known)
}

/// Looks for what a run comes to at the beginnings of procedures and after calls, where a run by cases has all its states.
struct Covered<'a> {
    name: &'a str,
    graph: &'a Graph,
    known: &'a FxHashMap<NodeId, Vec<Rc<Valuation>>>,
    checked: u64,
}

impl Observer for Covered<'_> {
    fn step(&mut self, step: TraceStep, machine: &Machine<'_>) {
        let node = machine.node();
        let is_after_call = matches!(self.graph.nodes[step.node.index()].action, Action::Exit);
        let is_entry = self.graph.procedures.iter().any(|procedure| procedure.entry == node);
        if node == step.node || !(is_after_call || is_entry) {
            return;
        }
        let known = self.known.get(&node).map(Vec::as_slice).unwrap_or_default();
        let agrees = |(scalar, value)| match machine.value_of(scalar) {
            Value::Known(there) => there == value,
            Value::Unset | Value::Poison(_) => true,
        };
        let is_covered = known.iter().any(|valuation| valuation.iter().all(agrees));
        assert!(is_covered, "{}: a run comes to {node:?}, which no case does", self.name);
        self.checked += 1;
    }
}

/// Programs with inputs of few values, functions that only read what they get, functions that change it, and recursion.
fn with_few_inputs(seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut pick = |from: &[&str]| from[random.below(from.len())].to_owned();
    let value = ["a", "b", "a % 3", "a * b", "a - b", "g", "g", "a + 1"];
    let (first, second, third) = (pick(&value), pick(&value), pick(&value));
    let test = pick(&["x > y", "x * y > 4", "x == y", "(x ^ y) & 1", "x % 2 == g"]);
    let effect = pick(&["g = x;", "g = g + 2;", "y = y + x;", "g = g + 1; x = x - 1;", "", "x = 3;"]);
    let rest = pick(&["mixed(y, x % 2)", "x", "g + y", "times(x, y - 1)", "x * y"]);
    let (call, again) = (pick(&["mixed", "times"]), pick(&["mixed", "times"]));
    let end = pick(&["r > s", "r * s == a", "g < r", "a + r != b"]);
    format!(
        "extern int __VERIFIER_nondet_int(void);
         int g;
         int times(int x, int y) {{ if (y <= 0) return 0; return x + times(x, y - 1); }}
         int mixed(int x, int y) {{ if (y < 1) return g; if ({test}) {{ {effect} }} return {rest}; }}
         int main(void) {{
           int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), r, s;
           if (a < 0 || a > 3 || b < -1 || b > 2) return 0;
           r = {call}({first}, {second});
           s = {again}({third}, r);
           if ({end}) g = times(a, 2);
           assert(g + r < 4);
           return 0;
         }}"
    )
}

#[test]
fn runs_of_programs_with_few_inputs_are_among_the_cases() {
    let failed = AtomicU64::new(0);
    let checked = (0..200u64).into_par_iter().map(|seed| {
        let text = with_few_inputs(seed);
        let name = format!("few {seed}");
        let source = SourceFile::new(name.clone(), text);
        let graph = lowered(&source, &Options::default()).0.expect("a program");
        let Some(known) = known_by_cases(&graph, &Plan::new(&graph)) else { return 0 };
        let mut covered = Covered { name: &name, graph: &graph, known: &known, checked: 0 };
        for number in 0..16 {
            let mut inputs = Given(vec![number / 4, number % 4 - 1]);
            let end =
                Machine::new(&graph, Limits { steps: 2_000, depth: 100 }).run(&mut inputs, &mut covered);
            if let End::Error(error) = end {
                let nodes = &graph.errors[error.index()].nodes;
                assert!(
                    nodes.iter().any(|node| known.contains_key(node)),
                    "{name}: no case comes to {error:?}"
                );
                failed.fetch_add(1, Ordering::Relaxed);
            }
        }
        covered.checked
    });
    let checked: Vec<u64> = checked.collect();
    assert!(checked.iter().filter(|checked| **checked > 20).count() > 100, "{checked:?}");
    let failed = failed.into_inner();
    assert!(failed > 20, "only {failed} runs came to an error");
}

/// Inputs in the order in which they are read.
struct Given(Vec<i128>);

impl Oracle for Given {
    fn input(&mut self, _site: SiteId, _occurrence: u32) -> i128 {
        if self.0.is_empty() { 0 } else { self.0.remove(0) }
    }
}

#[test]
fn runs_of_programs_with_texts_are_within_the_invariants() {
    let programs =
        std::env::var("FOCUSCHECK_TEXTS").ok().and_then(|number| number.parse().ok()).unwrap_or(100);
    let of = |seed: u64| compare_extended(&format!("texts {seed}"), &texts::generate(seed), 6);
    let checked: Vec<u64> = (0..programs).into_par_iter().map(of).collect();
    let with_facts = checked.iter().filter(|checked| **checked > 0).count() as u64;
    assert!(2 * with_facts > programs, "only {with_facts} of {programs} programs have facts");
}

#[test]
fn runs_of_generated_programs_are_within_the_invariants() {
    let features = Features { model: Model::Lp64, struct_values: true, pointer_parameters: true };
    let checked: u64 = (0..6u64)
        .into_par_iter()
        .map(|seed| {
            compare(&format!("small {seed}"), &generate::generate(seed).text, 10)
                + compare(&format!("references {seed}"), &references::generate(seed).text, 10)
                + compare(&format!("wide {seed}"), &wellformed(seed, features).program(), 1)
        })
        .sum();
    assert!(checked > 10_000, "only {checked} facts were compared");
}
