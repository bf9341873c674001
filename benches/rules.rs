//! The Ascent rules against worklists written by hand, side by side in one run: time and peak memory of the
//! same relations over the same host.
//!
//! `cargo bench --bench rules`, or `scripts/bench.sh`. "With the host" is what a check pays; "alone" has the
//! host's answers recorded before (for the walk back: the edges taken), so that hardly more than the joins is left.
#![allow(clippy::print_stdout, missing_docs)]

mod families;
mod recorded;
mod worklist;

use std::time::{Duration, Instant};

use focuscheck_allocator::Counting;
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
use focuscheck_rules::edges::{Edges, ErrorSets};
use focuscheck_rules::elements;
use focuscheck_rules::fsum::{self, Flow, ForwardSummaries};
use focuscheck_rules::schema::State;
use focuscheck_rules::states::StateGraph;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Runs of which the median counts: so many, or fewer if they take longer than this together.
const RUNS: usize = 7;
const PATIENCE: Duration = Duration::from_secs(4);

/// Time and memory of one computation.
#[derive(Clone, Copy)]
struct Cost {
    seconds: f64,
    bytes: isize,
}

/// The median of several runs, each with something prepared that does not count.
fn cost<P, T>(prepare: impl Fn() -> P, run: impl Fn(&P) -> T) -> Cost {
    let mut times = Vec::new();
    let mut bytes = 0;
    let begin = Instant::now();
    while times.len() < RUNS && (times.is_empty() || begin.elapsed() < PATIENCE) {
        let prepared = prepare();
        focuscheck_allocator::restart_peak();
        let before = focuscheck_allocator::held();
        let start = Instant::now();
        let result = run(&prepared);
        times.push(start.elapsed().as_secs_f64());
        bytes = focuscheck_allocator::peak() - before;
        drop(result);
    }
    times.sort_by(f64::total_cmp);
    Cost { seconds: times[times.len() / 2], bytes }
}

fn row(name: &str, tuples: usize, rules: Cost, by_hand: Cost) {
    println!(
        "{name:<46} {tuples:>9} {:>10.2} {:>10.2} {:>6.2} {:>8.0} {:>8.0} {:>6.2}",
        rules.seconds * 1e3,
        by_hand.seconds * 1e3,
        rules.seconds / by_hand.seconds,
        rules.bytes as f64 / tuples as f64,
        by_hand.bytes as f64 / tuples as f64,
        rules.bytes as f64 / by_hand.bytes as f64,
    );
}

/// The program of a family with what its analysis shares.
struct Subject {
    graph: Graph,
    statics: Statics,
    liveness: Liveness,
    precision: Precision,
    required: Required,
}

const FORWARD: ForwardLimits =
    ForwardLimits { states: 2_000_000, values: 256, kept: usize::MAX, depth: 200, deadline: Deadline::NEVER };
const BACKWARD: BackwardLimits = BackwardLimits { updates: 4_000_000, deadline: Deadline::NEVER };

impl Subject {
    fn new(text: &str) -> Option<Subject> {
        let source = SourceFile::new("bench.cimple", text);
        let graph = lowered(&source, &Options::default()).0?;
        Some(Subject {
            statics: Statics::derive(&graph),
            liveness: Liveness::derive(&graph),
            precision: Precision::Full,
            required: Required::default(),
            graph,
        })
    }

    fn stepper(&self) -> Stepper<'_> {
        Stepper::new(
            &self.graph,
            &self.statics,
            &self.liveness,
            &self.precision,
            Procedures::Summaries,
            FORWARD,
        )
    }

    fn walker<'a>(&'a self, stepper: &'a Stepper<'a>) -> Walker<'a> {
        let dependence = Dependence { graph: &self.graph, statics: &self.statics, required: &self.required };
        Walker::new(dependence, stepper, true, BACKWARD)
    }

    fn violations(&self, stepper: &Stepper<'_>, forward: &ForwardSummaries) -> Vec<State> {
        let errors = &self.graph.errors;
        let fails = |state: State| errors.iter().any(|error| error.nodes.contains(&stepper.node(state)));
        let mut states: Vec<State> = forward.path_edges.iter().map(|&(_, state)| state).collect();
        states.sort_unstable();
        states.dedup();
        states.retain(|&state| fails(state));
        // Where no state fails, the walk back from the ends of `main` takes as long as one from an error.
        if states.is_empty() {
            let start = forward.path_edges.first().map(|&(entry, _)| entry);
            states = forward
                .fsum
                .iter()
                .filter(|(entry, _)| Some(*entry) == start)
                .map(|&(_, exit)| exit)
                .collect();
        }
        states
    }
}

fn forward_tuples(forward: &ForwardSummaries) -> usize {
    forward.path_edges.len()
        + forward.steps.len()
        + forward.calls.len()
        + forward.returns.len()
        + forward.fsum.len()
}

fn backward_tuples(slices: &SliceGraph) -> usize {
    slices.at.len() + slices.waits.len() + slices.bsum.len()
}

/// Measures the programs whose names contain what is given on the command line, or all.
fn measure(name: &str, text: &str) {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    if !wanted.is_empty() && !wanted.iter().any(|word| name.contains(word.as_str())) {
        return;
    }
    let Some(subject) = Subject::new(text) else {
        println!("{name}: not read");
        return;
    };
    let stepper = subject.stepper();
    let Some(start) = stepper.start() else { return };
    let flow = Flow { program: &subject.statics.program, stops: None };
    let forward = fsum::forward(&stepper, flow, start);
    if let Some(cut) = stepper.cut() {
        println!("{name}: {cut:?}");
        return;
    }
    let tuples = forward_tuples(&forward);
    row(
        &format!("{name}: fsum with the host"),
        tuples,
        cost(|| subject.stepper(), |host| host.start().map(|start| fsum::forward(host, flow, start))),
        cost(|| subject.stepper(), |host| host.start().map(|start| worklist::forward(host, flow, start))),
    );
    let recorded = recorded::Forward::of(&stepper, flow, &forward);
    row(
        &format!("{name}: fsum alone"),
        tuples,
        cost(|| (), |()| fsum::forward(&recorded, flow, start)),
        cost(|| (), |()| worklist::forward(&recorded, flow, start)),
    );
    let violations = subject.violations(&stepper, &forward);
    let walker = subject.walker(&stepper);
    let states = StateGraph::of(&forward);
    let edges = Edges::new(&walker, &states);
    let slices = worklist::backward(&edges, &violations);
    let tuples = backward_tuples(&slices);
    if walker.is_cut() || tuples == 0 {
        println!("{name}: bsum: {}", if tuples == 0 { "nothing to derive" } else { "too large" });
        return;
    }
    row(
        &format!("{name}: bsum with the host"),
        tuples,
        cost(|| subject.walker(&stepper), |host| bsum::backward(&Edges::new(host, &states), &violations)),
        cost(|| subject.walker(&stepper), |host| worklist::backward(&Edges::new(host, &states), &violations)),
    );
    row(
        &format!("{name}: bsum alone"),
        tuples,
        cost(|| (), |()| bsum::backward(&edges, &violations)),
        cost(|| (), |()| worklist::backward(&edges, &violations)),
    );
    by_member(name, &subject, (&stepper, &walker), &states, &violations);
}

/// Whole sets against member by member, both with the host: the first column counts the tuples of the second form.
fn by_member(
    name: &str,
    subject: &Subject,
    (stepper, walker): (&Stepper<'_>, &Walker<'_>),
    states: &StateGraph,
    violations: &[State],
) {
    let host = elements::Host {
        program: &subject.statics.program,
        known: &subject.statics.known,
        update: &subject.statics.update,
        passed: &|from, to| walker.passed(from, to),
        node: &|state| walker.node(state).into(),
    };
    let initial = |&state: &State| (state, walker.set(walker.initial(state)).members().collect());
    let begins: Vec<_> = violations.iter().map(initial).collect();
    let tuples = elements::backward(&host, &Edges::new(walker, states), &begins).at.len();
    row(
        &format!("{name}: sets / by member"),
        tuples,
        cost(|| subject.walker(stepper), |walker| bsum::backward(&Edges::new(walker, states), violations)),
        cost(|| (), |()| elements::backward(&host, &Edges::new(walker, states), &begins)),
    );
}

fn main() {
    println!("the rules against worklists written by hand: median time, peak memory per tuple");
    println!(
        "{:<46} {:>9} {:>10} {:>10} {:>6} {:>8} {:>8} {:>6}",
        "", "tuples", "rules ms", "hand ms", "ratio", "rules B", "hand B", "ratio"
    );
    for relevant in [false, true] {
        let kind = if relevant { "relevant" } else { "irrelevant" };
        for calls in [10, 100, 1000] {
            measure(&format!("calls k={calls} {kind}"), &families::many_calls(calls, 8, relevant));
        }
    }
    for depth in [4, 50, 200] {
        measure(&format!("chain d={depth}"), &families::chain(depth));
        measure(&format!("counting chain d={depth}"), &families::counting_chain(depth));
    }
    for count in [5, 8, 11] {
        measure(&format!("locks n={count}"), &families::locks(count));
    }
    for states in [20, 60] {
        measure(&format!("machine n={states}"), &families::machine(states));
    }
    match std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/programs/tcas/ra.cimple")) {
        Ok(text) => measure("programs/tcas/ra.cimple", &text),
        Err(error) => println!("programs/tcas/ra.cimple: {error}"),
    }
}
