//! Looking for one error by running the program: a search among input vectors for those after which more and
//! more of the conditions before the error hold at once.
//!
//! For every set of conditions that held together at a visit, and for how near another one was, a few inputs
//! are kept, and continued at random (Mouret and Clune, "Illuminating search spaces by mapping elites", 2015; the conditions as the
//! measure of progress are those of search-based testing: McMinn, "Search-based software test data
//! generation: a survey", STVR 2004).

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::hash::{Hash, Hasher};
use std::iter;

use fastrand::Rng;
use rustc_hash::{FxHashSet, FxHasher};

use focuscheck_cells::facts::cfg::{Action, Condition, ErrorId, Expr, Graph, NodeId, ScalarId, ScalarKind};
use focuscheck_cells::facts::reads::read_by;
use focuscheck_cells::simulation::evaluate::{Value, evaluate};
use focuscheck_cells::simulation::interpreter::{End, InputRead, Limits, Machine, Observer, TraceStep};

use super::oracle::Guess;
use super::parts::{Part, parts};
use super::probing::{DEPTH, Probing, START};

/// When a search ends.
#[derive(Clone, Copy, Debug)]
pub struct DirectedLimits {
    /// Nodes run in all.
    pub steps: u64,
    /// Nodes run without anything new.
    pub futile: u64,
    /// Nodes run after the inputs that are continued.
    pub further: u64,
}

/// So many conditions before an error are looked at.
const CONDITIONS: usize = 32;
/// So many ways to an error are looked at that meet right before it.
const WAYS: usize = 16;
/// So many assignments that could make one of them hold are looked at.
const ENABLERS: usize = 8;
/// So many scalars are looked at for one condition.
const CONE: usize = 10;
/// So many input vectors are kept for one stage.
const KEPT: usize = 32;
/// Input vectors to begin with.
const FIRST: usize = 64;
/// At most so many stages are compared when one is chosen: often what holds has to be given up for a while.
const COMPARED: usize = 3;

/// A condition and the outcome that it has to have.
type Needed<'g> = (&'g Condition, bool);

/// Conditions that have to hold when control goes straight from a node to an error.
struct Goal<'g> {
    node: NodeId,
    conditions: Vec<Needed<'g>>,
    /// For each of them, what has to hold before assignments that make it hold.
    enablers: Vec<Vec<Vec<Needed<'g>>>>,
    /// For each of them, scalars that decide whether it can be made to hold, the nearest first.
    cones: Vec<Vec<ScalarId>>,
}

/// What the goals of an error are found with.
struct Map<'g> {
    graph: &'g Graph,
    predecessors: Vec<Vec<NodeId>>,
    /// The assignments of each scalar.
    assignments: BTreeMap<ScalarId, Vec<NodeId>>,
}

impl<'g> Map<'g> {
    fn new(graph: &'g Graph) -> Self {
        let mut predecessors: Vec<Vec<NodeId>> = vec![Vec::new(); graph.nodes.len()];
        let mut assignments: BTreeMap<ScalarId, Vec<NodeId>> = BTreeMap::new();
        for (number, node) in graph.nodes.iter().enumerate() {
            let id = NodeId(number as u32);
            for successor in &node.successors {
                predecessors[successor.index()].push(id);
            }
            if let Action::Assign { target, .. } = &node.action {
                assignments.entry(*target).or_default().push(id);
            }
        }
        Map { graph, predecessors, assignments }
    }

    fn assignments(&self, scalar: ScalarId) -> &[NodeId] {
        self.assignments.get(&scalar).map_or(&[], Vec::as_slice)
    }

    /// The conditions on the straight way to a node, back to where several ways meet, and where it begins.
    fn straight(&self, end: NodeId) -> (Vec<Needed<'g>>, Option<NodeId>) {
        let (mut node, mut conditions, mut first) = (end, Vec::new(), None);
        while let [before] = self.predecessors[node.index()][..]
            && conditions.len() < CONDITIONS
        {
            if let Some(condition) = self.outcome(before, node) {
                conditions.push(condition);
                first = Some(before);
            }
            node = before;
        }
        (conditions, first)
    }

    /// The condition that control goes from one node to the next under, if there is one.
    fn outcome(&self, before: NodeId, node: NodeId) -> Option<Needed<'g>> {
        let definition = &self.graph.nodes[before.index()];
        match (&definition.action, &definition.successors[..]) {
            (Action::Branch(condition), [yes, no]) if yes != no => Some((condition, *yes == node)),
            _ => None,
        }
    }

    /// The straight ways to a node at which several ways meet before any condition: one for each, as far as there are few.
    fn ways(&self, end: NodeId) -> Vec<(Vec<Needed<'g>>, NodeId)> {
        let (mut found, mut seen, mut open) = (Vec::new(), BTreeSet::from([end]), vec![end]);
        while let Some(node) = open.pop()
            && found.len() < WAYS
        {
            for &before in &self.predecessors[node.index()] {
                if let Some(condition) = self.outcome(before, node) {
                    let (conditions, first) = self.straight(before);
                    let conditions = iter::once(condition).chain(conditions).take(CONDITIONS).collect();
                    found.push((conditions, first.unwrap_or(before)));
                } else if seen.insert(before) {
                    open.push(before);
                }
            }
        }
        found
    }

    /// The assignments of constants that make the condition hold.
    fn enabling(&self, (condition, outcome): Needed<'g>) -> Vec<NodeId> {
        let (Expr::Scalar(scalar), Expr::Constant(value, _)) = (&condition.left, &condition.right) else {
            return Vec::new();
        };
        let enables = |node: &&NodeId| match &self.graph.nodes[node.index()].action {
            Action::Assign { value: Expr::Constant(assigned, _), .. } => {
                condition.relation.holds(*assigned, *value) == outcome
            }
            _ => false,
        };
        self.assignments(*scalar).iter().filter(enables).take(ENABLERS).copied().collect()
    }

    /// The globals that a condition reads, those read before these are assigned, and so on.
    fn cone(&self, (condition, _): Needed<'g>) -> Vec<ScalarId> {
        let global = |scalar: &ScalarId| self.graph.scalars[scalar.index()].kind == ScalarKind::Global;
        let read = |condition: &Condition| {
            let both = [read_by(&condition.left), read_by(&condition.right)].concat();
            both.into_iter().filter(global)
        };
        let mut cone: Vec<ScalarId> = read(condition).collect();
        let mut next = 0;
        while let Some(&scalar) = cone.get(next) {
            next += 1;
            for &node in self.assignments(scalar) {
                for (condition, _) in self.straight(node).0 {
                    for scalar in read(condition) {
                        if cone.len() < CONE && !cone.contains(&scalar) {
                            cone.push(scalar);
                        }
                    }
                }
            }
        }
        cone
    }

    fn goals(&self, end: NodeId) -> Vec<Goal<'g>> {
        let enabling = |&needed: &Needed<'g>| {
            self.enabling(needed).into_iter().map(|node| self.straight(node).0).collect()
        };
        let goal = |(conditions, node): (Vec<Needed<'g>>, NodeId)| {
            let enablers = conditions.iter().map(enabling).collect();
            let cones = conditions.iter().map(|&needed| self.cone(needed)).collect();
            Goal { node, conditions, enablers, cones }
        };
        self.ways(end).into_iter().map(goal).collect()
    }
}

impl Goal<'_> {
    /// Which of the conditions hold, and how many hold before the assignment that is nearest to making another
    /// one hold.
    fn stage(&self, machine: &Machine<'_>) -> Stage {
        let value = |e: &Expr| match evaluate(e, &|scalar| machine.value_of(scalar)) {
            Ok(Value::Known(value)) => Some(value),
            _ => None,
        };
        let holds =
            |&(condition, outcome): &Needed<'_>| match (value(&condition.left), value(&condition.right)) {
                (Some(left), Some(right)) => condition.relation.holds(left, right) == outcome,
                _ => false,
            };
        let (mut held, mut near) = (0, 0);
        for (place, condition) in self.conditions.iter().enumerate() {
            if holds(condition) {
                held |= 1 << place;
            } else {
                let ways = self.enablers[place].iter();
                near = ways.map(|way| way.iter().filter(|c| holds(c)).count()).max().unwrap_or(0).max(near);
            }
        }
        Stage { held, near: near as u32 }
    }

    /// The values by which runs in one stage are told apart: those that matter for what does not hold yet.
    fn values(&self, stage: Stage, machine: &Machine<'_>) -> u64 {
        let mut hasher = FxHasher::default();
        let open = self.cones.iter().enumerate().filter(|(place, _)| stage.held >> place & 1 == 0);
        for &scalar in open.flat_map(|(_, cone)| cone) {
            if let Value::Known(value) = machine.value_of(scalar) {
                value.hash(&mut hasher);
            }
        }
        hasher.finish()
    }
}

/// How far a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Stage {
    held: u32,
    near: u32,
}

/// What is read, and how many nodes that takes.
struct Start {
    parts: Vec<Part>,
    steps: u64,
}

/// The input vectors worth continuing, by goal and stage; of each stage the latest that were unlike the others.
#[derive(Default)]
struct Archive {
    starts: BTreeMap<(usize, Stage), VecDeque<Start>>,
    seen: FxHashSet<(usize, Stage, u64)>,
}

impl Archive {
    fn add(&mut self, goal: usize, stage: Stage, values: u64, start: impl FnOnce() -> Start) {
        if self.seen.insert((goal, stage, values)) {
            let starts = self.starts.entry((goal, stage)).or_default();
            if starts.len() == KEPT {
                starts.pop_front();
            }
            starts.push_back(start());
        }
    }

    /// Of a few stages at random one of the furthest.
    fn choose(&self, random: &mut Rng) -> Option<&Start> {
        let stages: Vec<&(usize, Stage)> = self.starts.keys().collect();
        if stages.is_empty() {
            return None;
        }
        let compared = random.usize(1..=COMPARED);
        let tried = (0..compared).map(|_| stages[random.usize(..stages.len())]);
        let best = tried.max_by_key(|(_, stage)| (stage.held.count_ones(), stage.near))?;
        let starts = &self.starts[best];
        starts.get(random.usize(..starts.len()))
    }
}

/// Watches one run.
struct Watch<'a, 'g> {
    graph: &'g Graph,
    goals: &'a [Goal<'g>],
    archive: &'a mut Archive,
    inputs: Vec<InputRead>,
}

impl Observer for Watch<'_, '_> {
    fn step(&mut self, step: TraceStep, machine: &Machine<'_>) {
        for (number, goal) in self.goals.iter().enumerate().filter(|(_, goal)| goal.node == step.node) {
            let start = || Start { parts: parts(self.graph, &self.inputs), steps: machine.steps() };
            let stage = goal.stage(machine);
            self.archive.add(number, stage, goal.values(stage, machine), start);
        }
    }

    fn input(&mut self, read: InputRead) {
        self.inputs.push(read);
    }
}

/// The inputs of a run that reaches the error, if one is found; `runs` are runs to begin with. The same
/// program gives the same runs, unless it is cancelled.
pub fn directed(
    graph: &Graph,
    error: ErrorId,
    runs: &Probing,
    limits: DirectedLimits,
    cancelled: &dyn Fn() -> bool,
) -> Option<Vec<InputRead>> {
    let map = Map::new(graph);
    let goals: Vec<Goal<'_>> =
        graph.errors[error.index()].nodes.iter().flat_map(|&node| map.goals(node)).collect();
    if goals.is_empty() || graph.sites.is_empty() {
        return None;
    }
    let mut random = Rng::with_seed(u64::from(error.0));
    let mut archive = Archive::default();
    let (mut steps, mut progress) = (0, (0, 0));
    let mut first = runs.kept().iter().rev().take(FIRST);
    while steps < limits.steps && !cancelled() {
        let (given, before) = match first.next() {
            Some(parts) => (parts.clone(), 0),
            None => archive.choose(&mut random).map_or((Vec::new(), 0), |s| (s.parts.clone(), s.steps)),
        };
        let palette = runs.values().palette(&mut random);
        let further = limits.further >> random.u32(..6);
        let mut oracle = Guess::new(graph, (&palette, runs.excluded()), given, &mut random);
        let mut watch = Watch { graph, goals: &goals, archive: &mut archive, inputs: Vec::new() };
        let mut machine = Machine::new(graph, Limits { steps: before + further, depth: DEPTH });
        let end = machine.run(&mut oracle, &mut watch);
        steps += machine.steps() + START;
        if end == End::Error(error) {
            return Some(watch.inputs);
        }
        let same_again = watch.inputs.is_empty();
        if archive.seen.len() > progress.1 {
            progress = (steps, archive.seen.len());
        }
        if same_again || steps > progress.0 + limits.futile {
            break;
        }
    }
    None
}
