//! The summary rules against worklists written by hand, on programs and on random hosts.

use std::collections::BTreeSet;
use std::path::Path;

use focuscheck_base::limit::Deadline;
use focuscheck_base::options::{Options, Procedures};
use focuscheck_base::source::SourceFile;
use focuscheck_cells::facts::cfg::Graph;
use focuscheck_driver::lowered;
use focuscheck_engine::summary::backward::{BackwardLimits, Walker};
use focuscheck_engine::summary::error_set::{Dependence, Required};
use focuscheck_engine::summary::liveness::Liveness;
use focuscheck_engine::summary::state::Precision;
use focuscheck_engine::summary::statics::Statics;
use focuscheck_engine::summary::step::{ForwardLimits, Stepper};
use focuscheck_rules::bsum::{self, SliceGraph};
use focuscheck_rules::edges::{Back, Edges, ErrorSets};
use focuscheck_rules::elements;
use focuscheck_rules::fsum::{self, Flow, Forward, ForwardSummaries};
use focuscheck_rules::relation::Relation;
use focuscheck_rules::schema::{ErrorSet, Goal, Node, Procedure, Program, Reason, State, Way};
use focuscheck_rules::states::StateGraph;
use ignore::WalkBuilder;

use crate::support::random::Random;
use crate::worklist;

fn expect_same_forward(name: &str, rules: &ForwardSummaries, by_hand: &ForwardSummaries) {
    assert_eq!(rules.path_edges, by_hand.path_edges, "{name}: path edges");
    assert_eq!(rules.steps, by_hand.steps, "{name}: steps");
    assert_eq!(rules.calls, by_hand.calls, "{name}: calls");
    assert_eq!(rules.returns, by_hand.returns, "{name}: returns");
    assert_eq!(rules.fsum, by_hand.fsum, "{name}: summaries");
}

fn expect_same_backward(name: &str, rules: &SliceGraph, by_hand: &SliceGraph) {
    assert_eq!(rules.at, by_hand.at, "{name}: points");
    assert_eq!(rules.waits, by_hand.waits, "{name}: waiting goals");
    assert_eq!(rules.bsum, by_hand.bsum, "{name}: summaries");
}

/// Few states, so that no run is cut short: what is missing then depends on the order.
fn compare_on(name: &str, text: &str) -> bool {
    let source = SourceFile::new(name, text);
    let Some(graph) = lowered(&source, &Options::default()).0 else { return false };
    let (statics, liveness) = (Statics::derive(&graph), Liveness::derive(&graph));
    let (precision, required) = (Precision::Full, Required::default());
    // What a run gives up for the first time after too many values depends on the order, too.
    let limits = ForwardLimits {
        states: 20_000,
        values: usize::MAX,
        kept: usize::MAX,
        depth: 200,
        deadline: Deadline::NEVER,
    };
    let stepper = Stepper::new(&graph, &statics, &liveness, &precision, Procedures::Summaries, limits);
    let Some(start) = stepper.start() else { return false };
    let flow = Flow { program: &statics.program, stops: None };
    let forward = fsum::forward(&stepper, flow, start);
    if stepper.cut().is_some() {
        return false;
    }
    expect_same_forward(name, &forward, &worklist::forward(&stepper, flow, start));
    let dependence = Dependence { graph: &graph, statics: &statics, required: &required };
    let states = StateGraph::of(&forward);
    let mut compared = false;
    for error in &graph.errors {
        let mut violations: Vec<State> = forward.path_edges.iter().map(|&(_, state)| state).collect();
        violations.retain(|&state| error.nodes.contains(&stepper.node(state)));
        violations.sort_unstable();
        violations.dedup();
        let limits = BackwardLimits { updates: 200_000, deadline: Deadline::NEVER };
        let walker = Walker::new(dependence, &stepper, true, limits);
        let rules = bsum::backward(&Edges::new(&walker, &states), &violations);
        if !walker.is_cut() {
            let walker =
                Walker::new(dependence, &stepper, true, BackwardLimits { updates: usize::MAX, ..limits });
            // Numbers of error sets are given in the order of the goals: the same ones twice.
            let first = worklist::backward(&Edges::new(&walker, &states), &violations);
            let second = bsum::backward(&Edges::new(&walker, &states), &violations);
            expect_same_backward(name, &second, &first);
            assert_eq!(rules.at.len(), first.at.len(), "{name}: points");
            expect_all_members(name, &statics, &walker, &states, &violations, &second);
            compared = true;
        }
    }
    compared
}

/// The rules that go member by member reach at least what those over whole sets reach.
fn expect_all_members(
    name: &str,
    statics: &Statics,
    walker: &Walker<'_>,
    states: &StateGraph,
    violations: &[State],
    sets: &SliceGraph,
) {
    let host = elements::Host {
        program: &statics.program,
        known: &statics.known,
        update: &statics.update,
        passed: &|from, to| walker.passed(from, to),
        node: &|state| walker.node(state).into(),
    };
    let initial = |&state: &State| (state, walker.set(walker.initial(state)).members().collect());
    let violations: Vec<_> = violations.iter().map(initial).collect();
    let found = elements::backward(&host, &Edges::new(walker, states), &violations);
    let mut reached: Vec<_> = found.at.iter().map(|&(_, state, member)| (state, member)).collect();
    reached.sort_unstable();
    for &(_, state, set, _) in &sets.at {
        for member in walker.set(set).members() {
            let known = reached.binary_search(&(state, member)).is_ok();
            assert!(known, "{name}: {state:?} misses {member:?}");
        }
    }
}

#[test]
fn rules_derive_on_programs_what_worklists_derive() {
    let mut compared = 0;
    for entry in WalkBuilder::new("programs").build().flatten() {
        let path: &Path = entry.path();
        let is_program = path.extension().is_some_and(|e| e == "c" || e == "cimple");
        if let (true, Ok(text)) = (is_program, std::fs::read_to_string(path)) {
            compared += usize::from(compare_on(&path.to_string_lossy(), &text));
        }
    }
    assert!(compared >= 50, "only {compared} programs were compared");
}

/// So much can be known at a node of a made-up program.
const VALUES: u32 = 3;

/// A made-up program: its states are numbers, and what it answers looks random but is a function.
struct RandomHost {
    seed: u64,
    sets: u32,
    program: Program,
}

impl RandomHost {
    fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let procedures = 1 + random.below(5) as u32;
        let nodes = procedures * (4 + random.below(12) as u32);
        let mut host = RandomHost { seed, sets: 1 + random.below(6) as u32, program: Program::default() };
        host.program = host.made_up(procedures, nodes);
        host
    }

    /// Node `n` belongs to procedure `n % procedures`; the first one of each is its entry.
    fn made_up(&self, procedures: u32, nodes: u32) -> Program {
        let (mut edge, mut exit, mut call) = (Vec::new(), Vec::new(), Vec::new());
        for node in 0..nodes {
            let beside = |what| {
                Node(self.choose(&[2, node, what], nodes / procedures) * procedures + node % procedures)
            };
            match self.choose(&[0, node], 7) {
                0 => {
                    call.push((Node(node), Procedure(self.choose(&[3, node], procedures))));
                    edge.push((Node(node), Way::On, beside(0)));
                }
                1 => exit.push((Node(node),)),
                _ => {
                    let ways = [Way::Holds, Way::Fails];
                    edge.extend(ways.map(|way| (Node(node), way, beside(way as u32))));
                }
            }
        }
        Program {
            edge: Relation::new(edge),
            entry: (0..procedures).map(|procedure| (Procedure(procedure), Node(procedure))).collect(),
            exit: Relation::new(exit),
            call: Relation::new(call),
            ..Program::default()
        }
    }

    fn flow(&self) -> Flow<'_> {
        Flow { program: &self.program, stops: None }
    }

    fn choose(&self, what: &[u32], below: u32) -> u32 {
        let mixed = what
            .iter()
            .fold(self.seed, |sum, &part| Random::new(sum.rotate_left(21) ^ u64::from(part)).next());
        (mixed % u64::from(below.max(1))) as u32
    }

    /// Some state at a node, or none.
    fn some_state(&self, what: &[u32], node: Node) -> Option<State> {
        let value = self.choose(what, 8);
        (value > 0).then(|| State(node.0 * VALUES + value % VALUES))
    }
}

impl Forward for RandomHost {
    fn node(&self, state: State) -> Node {
        Node(state.0 / VALUES)
    }

    fn step(&self, state: State, way: Way, to: Node) -> Option<State> {
        self.some_state(&[1, state.0, way as u32, to.0], to)
    }

    fn enter(&self, call: State, callee: Procedure, entry: Node) -> Option<State> {
        self.some_state(&[4, call.0, callee.0], entry)
    }

    fn resume(&self, call: State, exit: State, to: Node) -> Option<State> {
        self.some_state(&[5, call.0, exit.0], to)
    }
}

impl ErrorSets for RandomHost {
    fn initial(&self, violation: State) -> ErrorSet {
        ErrorSet(self.choose(&[6, violation.0], self.sets))
    }

    fn goes_on(&self, _: usize) -> bool {
        true
    }

    fn back(&self, from: State, to: State, after: ErrorSet) -> Back {
        let set = ErrorSet(self.choose(&[7, from.0, to.0, after.0], self.sets));
        let weight = self.choose(&[8, from.0, after.0], 2);
        Back { before: from, set, reason: (weight == 1).then_some(Reason::Data), weight }
    }

    fn demand(&self, call: State, exit: State, after: ErrorSet) -> Option<Goal> {
        let set = self.choose(&[9, call.0, after.0], self.sets + 1);
        (set < self.sets).then(|| Goal(1 + exit.0 * self.sets + set))
    }

    fn asks(&self, goal: Goal) -> (State, ErrorSet) {
        let number = goal.0.saturating_sub(1);
        (State(number / self.sets), ErrorSet(number % self.sets))
    }

    fn leave(&self, call: State, after: ErrorSet, entry: ErrorSet, touched: bool) -> ErrorSet {
        ErrorSet(self.choose(&[10, call.0, after.0, entry.0, touched.into()], self.sets))
    }

    fn pending_call(&self, call: State, entry: ErrorSet) -> ErrorSet {
        ErrorSet(self.choose(&[11, call.0, entry.0], self.sets))
    }
}

#[test]
fn rules_derive_on_random_hosts_what_worklists_derive() {
    let (mut returns, mut answers) = (0, 0);
    for seed in 0..2_000 {
        let host = RandomHost::new(seed);
        let name = format!("seed {seed}");
        let forward = fsum::forward(&host, host.flow(), State(0));
        expect_same_forward(&name, &forward, &worklist::forward(&host, host.flow(), State(0)));
        let violations: Vec<State> = forward.path_edges.iter().map(|&(_, state)| state).step_by(5).collect();
        let states = StateGraph::of(&forward);
        let backward = bsum::backward(&Edges::new(&host, &states), &violations);
        expect_same_backward(&name, &backward, &worklist::backward(&Edges::new(&host, &states), &violations));
        returns += forward.returns.len();
        answers += backward.bsum.len();
    }
    // Otherwise little was compared.
    assert!(returns > 1_000 && answers > 1_000, "{returns} returns, {answers} answers");
}

/// What a run of the forward rules knows where, with at most three values for a scalar; the run starts again as often as it
/// wants to.
fn known_with_few_values(
    graph: &Graph,
    run: impl Fn(&Stepper<'_>, Flow<'_>, State) -> ForwardSummaries,
) -> BTreeSet<String> {
    let (statics, liveness) = (Statics::derive(graph), Liveness::derive(graph));
    let limits =
        ForwardLimits { states: 20_000, values: 3, kept: usize::MAX, depth: 200, deadline: Deadline::NEVER };
    let stepper = Stepper::new(graph, &statics, &liveness, &Precision::Full, Procedures::Summaries, limits);
    loop {
        let flow = Flow { program: &statics.program, stops: None };
        let forward = run(&stepper, flow, stepper.start().unwrap());
        if stepper.starts_again() {
            continue;
        }
        let states = forward.path_edges.iter().map(|&(_, state)| state);
        return states
            .map(|state| format!("{:?} {:?}", stepper.node(state), stepper.valuation(state)))
            .collect();
    }
}

#[test]
fn which_values_are_given_up_does_not_depend_on_the_order() {
    for text in [
        "int main(void) { int x = 0; while (*) { if (*) x = x + 7; else if (*) x = x - 1; else x = 2; } return x; }",
        "int g; void f(int n) { if (n > 0) { g = g + n; f(n - 1); } else g = n; }
         int main(void) { int i; for (i = 90; i < 120; i++) { if (*) f(i); else f(1); } return g + i; }",
    ] {
        let source = SourceFile::new("order.cimple", text);
        let graph = lowered(&source, &Options::default()).0.unwrap();
        let rules = known_with_few_values(&graph, |stepper, flow, start| fsum::forward(stepper, flow, start));
        let by_hand =
            known_with_few_values(&graph, |stepper, flow, start| worklist::forward(stepper, flow, start));
        assert_eq!(rules, by_hand);
        assert!(rules.len() > 20, "{}", rules.len());
    }
}
