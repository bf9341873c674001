//! Looking for all errors at once, by running the program on inputs that are guessed.
//!
//! Random testing in which what led somewhere new is kept, varied and continued: to a node with an outcome, more often than any
//! run before by an order of magnitude, or to a new value of an assignment. Of what leads to the same place the shortest is kept
//! (Zalewski, "American fuzzy lop", 2014).

use std::collections::{BTreeMap, BTreeSet};

use fastrand::Rng;
use focuscheck_base::arith::Relation;
use focuscheck_base::reading::TextPart;
use focuscheck_cells::facts::cfg::{Action, Condition, ErrorId, Expr, Graph, NodeId, ScalarId};
use focuscheck_cells::simulation::interpreter::{End, InputRead, Limits, Machine, Observer, TraceStep};

use super::coverage::{Coverage, Pool, Seen};
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
    /// Runs in a row that lead nowhere new, and the steps that they take: both have to be reached.
    pub futile: (u32, u64),
}

/// Of the steps that are left, where they are limited, guessing takes one in so many, and a quarter of that to lead nowhere
/// new: what is proved may need the rest.
const PART: u64 = 8;

impl ProbeLimits {
    /// The same for somebody who has so many steps left, if there is a limit.
    pub fn within(self, left: Option<u64>) -> Self {
        let part = left.map_or(u64::MAX, |left| left / PART);
        ProbeLimits {
            steps: self.steps.min(part),
            futile: (self.futile.0, self.futile.1.min(part / 4)),
            ..self
        }
    }
}

/// After so many runs it is looked again which of what is kept is preferred.
const ORDERED: u32 = 32;
/// So many runs are kept with all that they read.
const FIRST: usize = 24;
/// What the start of a run counts for, in steps: it takes as long.
pub(super) const START: u64 = 30;
/// How many nodes behind the one that reads a letter are looked at for what is assumed of it.
const NEAR: usize = 8;
/// Calls that may be open in a run.
pub(super) const DEPTH: u32 = 1_000;

/// Runs of a program on guessed inputs, which can go on. The same program gives the same runs as long as the same limits
/// are asked for in the same order and nobody cancels them.
#[derive(Clone, Debug)]
pub struct Probing {
    values: Values,
    /// By site, letters that no run goes on with.
    excluded: Vec<BTreeSet<i128>>,
    random: Rng,
    coverage: Coverage,
    kept: Pool,
    /// What the first runs read that led somewhere new.
    first: Vec<Vec<InputRead>>,
    /// For each error that a run reached, the inputs of the shortest such run, and its length.
    found: BTreeMap<ErrorId, (u64, Vec<InputRead>)>,
    /// By node: whether a run passed it that came to its end.
    ended: Vec<bool>,
    /// Where runs came to that are not followed from there on.
    left: BTreeSet<NodeId>,
    steps: u64,
    /// Runs since the last one that led somewhere new, and the steps of all up to that one.
    futile: u32,
    progress: u64,
    /// Whether there is only one run.
    is_over: bool,
}

impl Probing {
    /// Nothing has run yet.
    pub fn new(graph: &Graph) -> Self {
        Probing {
            values: Values::of(graph),
            excluded: excluded(graph),
            random: Rng::with_seed(1),
            coverage: Coverage::new(graph),
            kept: Pool::new(),
            first: Vec::new(),
            found: BTreeMap::new(),
            ended: vec![false; graph.nodes.len()],
            left: BTreeSet::new(),
            steps: 0,
            futile: 0,
            progress: 0,
            is_over: false,
        }
    }

    /// Runs the program on guessed inputs until a limit is met; what ran before counts.
    pub fn go_on(&mut self, graph: &Graph, limits: ProbeLimits, cancelled: &dyn Fn() -> bool) {
        while !self.is_over && self.steps < limits.steps && !self.is_futile(limits) && !cancelled() {
            self.run(graph, limits.run);
        }
    }

    fn is_futile(&self, limits: ProbeLimits) -> bool {
        let (runs, steps) = limits.futile;
        self.futile >= runs && self.steps >= self.progress + steps
    }

    fn run(&mut self, graph: &Graph, steps: u64) {
        let palette = self.values.palette(&mut self.random);
        let given = varied(graph, &self.kept, &palette, &mut self.random);
        // Most runs are short: long ones that lead nowhere take the time of many.
        let steps = if self.kept.parts().len() > 1 { steps >> self.random.u32(..5) } else { steps };
        let mut oracle = Guess::new(graph, (&palette, &self.excluded), given, &mut self.random);
        let mut watch = Watch { graph, coverage: &mut self.coverage, inputs: Vec::new(), seen: Vec::new() };
        let mut machine = Machine::new(graph, Limits { steps, depth: DEPTH });
        let end = machine.run(&mut oracle, &mut watch);
        let Watch { inputs, seen, .. } = watch;
        self.steps += machine.steps() + START;
        self.futile += 1;
        if self.futile.is_multiple_of(ORDERED) {
            self.kept.find_preferred(&self.coverage);
        }
        if seen.iter().any(|seen| seen.is_new) {
            (self.futile, self.progress) = (0, self.steps);
            if self.first.len() < FIRST {
                self.first.push(inputs.clone());
            }
        }
        if let Some((read, places)) = self.coverage.led(&seen) {
            self.kept.add(parts(graph, &inputs[..read]), &places, &mut self.coverage);
        }
        self.is_over = inputs.is_empty();
        let is_whole = matches!(end, End::Finished | End::Stopped);
        let ended = &mut self.ended;
        self.coverage.end_run(|node| ended[node] |= is_whole);
        if let End::Unsupported { node, .. } = end {
            self.left.insert(node);
        }
        if let End::Error(error) = end
            && self.found.get(&error).is_none_or(|known| machine.steps() < known.0)
        {
            self.found.insert(error, (machine.steps(), inputs));
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
        self.kept.parts()
    }

    /// Whether some run came to a node and is not followed from there on.
    pub fn has_left_at(&self, node: NodeId) -> bool {
        self.left.contains(&node)
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

/// By site, the letters of texts with which no run goes on.
fn excluded(graph: &Graph) -> Vec<BTreeSet<i128>> {
    let mut excluded = vec![BTreeSet::new(); graph.sites.len()];
    for node in &graph.nodes {
        if let (&Action::Input { target, site, .. }, Some(&next)) = (&node.action, node.successors.first())
            && graph.sites[site.index()].text == Some(TextPart::Letter)
        {
            excluded[site.index()].extend(left_out(graph, target, next));
        }
    }
    excluded
}

/// The values that a scalar is assumed not to have as soon as it is read, where a run goes on from a node (no letter of an
/// argument is zero).
fn left_out(graph: &Graph, scalar: ScalarId, mut next: NodeId) -> Vec<i128> {
    let (mut letters, mut holders) = (Vec::new(), BTreeSet::from([scalar]));
    let is_held = |holders: &BTreeSet<ScalarId>, value: &Expr| {
        value.converted().is_some_and(|scalar| holders.contains(&scalar))
    };
    for _ in 0..NEAR {
        let node = &graph.nodes[next.index()];
        match &node.action {
            Action::Assign { target, value } if is_held(&holders, value) => _ = holders.insert(*target),
            Action::Assume(Condition {
                relation: Relation::NotEqual,
                left,
                right: Expr::Constant(letter, _),
            }) if is_held(&holders, left) => letters.push(*letter),
            action => {
                if !matches!(action, Action::Skip | Action::UnitStart) {
                    break;
                }
            }
        }
        let Some(&successor) = node.successors.first() else { break };
        next = successor;
    }
    letters
}

/// Watches one run.
struct Watch<'a> {
    graph: &'a Graph,
    coverage: &'a mut Coverage,
    inputs: Vec<InputRead>,
    seen: Vec<Seen>,
}

impl Observer for Watch<'_> {
    fn step(&mut self, step: TraceStep, machine: &Machine<'_>) {
        let now = (machine.steps(), self.inputs.len());
        self.coverage.add(self.graph, step, now, &mut self.seen);
    }

    fn input(&mut self, read: InputRead) {
        self.inputs.push(read);
    }
}
