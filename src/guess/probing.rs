//! Looking for errors by running the program on chosen inputs.
//!
//! Random testing in which values come from the program's own comparisons, and in which input vectors that
//! led somewhere new are kept, varied and continued. What it finds are runs, so there is no doubt about them;
//! that it finds nothing says nothing.

use std::collections::{BTreeMap, BTreeSet};

use fastrand::Rng;
use focuscheck_base::arith::Relation;
use focuscheck_base::reading::TextPart;
use focuscheck_cells::facts::cfg::{Action, Condition, ErrorId, Graph, NodeId};
use focuscheck_cells::simulation::interpreter::{End, InputRead, Limits, Run, run};
use rustc_hash::{FxHashMap, FxHashSet};

use super::oracle::Guess;
use super::parts::{Part, parts};
use super::values::Values;
use super::variation::varied;

/// When probing ends.
#[derive(Clone, Copy, Debug)]
pub struct ProbeLimits {
    /// Nodes run in all.
    pub steps: u64,
    /// Nodes in one run.
    pub run: u64,
    /// Runs in a row that lead nowhere new.
    pub futile: u32,
}

/// So many values of an assignment count as something new.
const DISTINCT: usize = 16;
/// So many runs are kept with all that they read.
const FIRST: usize = 24;
/// What the start of a run counts for, in steps: it takes as long.
const START: u64 = 30;
/// Calls that may be open in a run.
const DEPTH: u32 = 1_000;

/// Runs of a program on guessed inputs, which can go on. The same program gives the same runs as long as the same limits
/// are asked for in the same order and nobody cancels them.
#[derive(Clone, Debug)]
pub struct Probing {
    values: Values,
    /// By site, letters that no run goes on with.
    excluded: Vec<BTreeSet<i128>>,
    random: Rng,
    coverage: Coverage,
    /// What runs read up to where they came somewhere new.
    kept: Vec<Vec<Part>>,
    /// What the first runs read that led somewhere new.
    first: Vec<Vec<InputRead>>,
    /// For each error that a run reached, the inputs of the shortest such run, and its length.
    found: BTreeMap<ErrorId, (usize, Vec<InputRead>)>,
    /// By node: whether a run passed it that came to its end.
    ended: Vec<bool>,
    steps: u64,
    futile: u32,
    /// Whether there is only one run.
    is_over: bool,
}

impl Probing {
    /// Nothing has run yet.
    pub fn new(graph: &Graph) -> Self {
        Probing {
            values: Values::of(graph),
            excluded: vec![BTreeSet::new(); graph.sites.len()],
            random: Rng::with_seed(1),
            coverage: Coverage::new(graph),
            kept: vec![Vec::new()],
            first: Vec::new(),
            found: BTreeMap::new(),
            ended: vec![false; graph.nodes.len()],
            steps: 0,
            futile: 0,
            is_over: false,
        }
    }

    /// Runs the program on guessed inputs until a limit is met; what ran before counts.
    pub fn go_on(&mut self, graph: &Graph, limits: ProbeLimits, cancelled: &dyn Fn() -> bool) {
        while !self.is_over && self.steps < limits.steps && self.futile < limits.futile && !cancelled() {
            self.run(graph, limits.run);
        }
    }

    fn run(&mut self, graph: &Graph, steps: u64) {
        let palette = self.values.palette(&mut self.random);
        let given = varied(graph, &self.kept, &palette, &mut self.random);
        // Most runs are short: long ones that lead nowhere take the time of many.
        let steps = if self.kept.len() > 1 { steps >> self.random.u32(..5) } else { steps };
        let mut oracle = Guess::new(graph, (&palette, &self.excluded), given, &mut self.random);
        let outcome = run(graph, &mut oracle, Limits { steps, depth: DEPTH });
        let length = outcome.trace.len();
        self.steps += length as u64 + START;
        self.futile += 1;
        self.exclude(graph, &outcome);
        if let Some(read) = self.coverage.add(graph, &outcome) {
            self.futile = 0;
            if self.first.len() < FIRST {
                self.first.push(outcome.inputs.clone());
            }
            self.kept.push(parts(graph, &outcome.inputs[..read]));
        }
        self.is_over = outcome.inputs.is_empty();
        if matches!(outcome.end, End::Finished | End::Stopped) {
            outcome.trace.iter().for_each(|step| self.ended[step.node.index()] = true);
        }
        if let End::Error(error) = outcome.end
            && self.found.get(&error).is_none_or(|known| length < known.0)
        {
            self.found.insert(error, (length, outcome.inputs));
        }
    }

    /// No run goes on with a letter where it is assumed that another one stands.
    fn exclude(&mut self, graph: &Graph, run: &Run) {
        let (Some(step), Some(read)) = (run.trace.last(), run.inputs.last()) else { return };
        let is_letter = graph.sites[read.site.index()].text == Some(TextPart::Letter);
        let differs = |condition: &Condition| condition.relation == Relation::NotEqual;
        let assumes = match &graph.nodes[step.node.index()].action {
            Action::Assume(condition) => differs(condition) && step.value == Some(read.value),
            _ => false,
        };
        if run.end == End::Stopped && is_letter && assumes {
            self.excluded[read.site.index()].insert(read.value);
        }
    }

    /// The inputs of the shortest run that reached an error, if there is one.
    pub fn found(&self, error: ErrorId) -> Option<&[InputRead]> {
        self.found.get(&error).map(|(_, inputs)| inputs.as_slice())
    }

    /// What some runs read, each of which led somewhere new.
    pub fn first(&self) -> &[Vec<InputRead>] {
        &self.first
    }

    /// Whether some run passed a node and came to its end.
    pub fn has_ended_behind(&self, node: NodeId) -> bool {
        self.ended[node.index()]
    }

    /// What runs read up to where they came somewhere new.
    pub(super) fn kept(&self) -> &[Vec<Part>] {
        &self.kept
    }

    /// What is guessed.
    pub(super) fn values(&self) -> &Values {
        &self.values
    }

    /// By site, letters that no run goes on with.
    pub(super) fn excluded(&self) -> &[BTreeSet<i128>] {
        &self.excluded
    }
}

/// What was seen so far.
#[derive(Clone, Debug)]
struct Coverage {
    /// By node and outcome, how often a run has come there: a bit for each order of magnitude.
    counts: Vec<u16>,
    values: FxHashMap<NodeId, FxHashSet<i128>>,
}

impl Coverage {
    fn new(graph: &Graph) -> Self {
        Coverage { counts: vec![0; graph.nodes.len() * 2], values: FxHashMap::default() }
    }

    /// Adds a run; how many inputs were read until it came to the last new thing, if there is one.
    fn add(&mut self, graph: &Graph, run: &Run) -> Option<usize> {
        let before_main = run.inputs.len() - run.trace.iter().filter(|step| reads(graph, step.node)).count();
        let (mut read, mut last) = (before_main, None);
        let mut counts: FxHashMap<usize, u32> = FxHashMap::default();
        for step in &run.trace {
            let place = step.node.index() * 2 + usize::from(step.outcome == Some(true));
            let count = counts.entry(place).or_default();
            *count += 1;
            let mut new = false;
            if let Some(magnitude) = magnitude(*count) {
                new = self.counts[place] >> magnitude & 1 == 0;
                self.counts[place] |= 1 << magnitude;
            }
            match (&graph.nodes[step.node.index()].action, step.value) {
                (Action::Input { .. }, _) => read += 1,
                (Action::Assign { .. }, Some(value)) => {
                    let values = self.values.entry(step.node).or_default();
                    new |= values.len() < DISTINCT && values.insert(value);
                }
                _ => {}
            }
            if new {
                last = Some(read);
            }
        }
        last
    }
}

/// Which order of magnitude begins with a number, if one does.
fn magnitude(count: u32) -> Option<u32> {
    match count {
        0 => None,
        1..=4 => Some(count - 1),
        _ => (count.is_power_of_two() && count <= 1 << 12).then(|| count.ilog2() + 1),
    }
}

fn reads(graph: &Graph, node: NodeId) -> bool {
    matches!(graph.nodes[node.index()].action, Action::Input { .. })
}
