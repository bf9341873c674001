//! Looking for errors by running the program on chosen inputs.
//!
//! Random testing in which values come from the program's own comparisons, and in which input vectors that
//! led somewhere new are kept, varied and continued. What it finds are runs, so there is no doubt about them;
//! that it finds nothing says nothing.

use std::collections::{BTreeMap, BTreeSet};

use fastrand::Rng;
use focuscheck_rules::copies::copied;
use focuscheck_rules::schema::{Scalar, Site};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::facts::cfg::{Action, Condition, ErrorId, Expr, Graph, NodeId, ScalarId, SiteId};
use focuscheck_base::arith::Relation;
use focuscheck_base::reading::TextPart;

use super::interpreter::{End, InputRead, Limits, Oracle, Run, run};

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

/// A value is taken from the program's comparisons so often out of a hundred times.
const COMPARED: u32 = 97;
/// So many values of an assignment count as something new.
const DISTINCT: usize = 16;
/// Letters of texts that are guessed besides those that the program compares them with: texts that are nothing but
/// separators and ends say little.
const LETTERS: [u8; 4] = *b"ab1 ";
/// At most so many texts of the program are guessed, each of at most so many letters.
const WORDS: usize = 256;
/// See [`WORDS`].
const LONGEST: usize = 32;
/// So many runs are kept with all that they read.
const FIRST: usize = 24;
/// At most so many values of a site are taken from comparisons.
const VALUES: usize = 256;

/// Runs of a program on guessed inputs, which can go on. The same program gives the same runs as long as the same limits
/// are asked for in the same order and nobody cancels them.
#[derive(Clone, Debug)]
pub struct Probing {
    /// For each site the values that are guessed.
    values: Vec<Vec<i128>>,
    /// Texts that are guessed.
    words: Vec<Vec<i128>>,
    random: Rng,
    coverage: Coverage,
    /// Input values that led somewhere new.
    kept: Vec<Vec<i128>>,
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
            values: site_values(graph),
            words: words(graph),
            random: Rng::with_seed(1),
            coverage: Coverage::default(),
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
        let given = varied(&self.kept, &mut self.random);
        let palettes = self.values.iter().map(|values| palette(values, &mut self.random)).collect();
        let mut oracle = Guess::new(graph, (palettes, &self.words), given, &mut self.random);
        let outcome = run(graph, &mut oracle, Limits { steps, depth: 1_000 });
        let length = outcome.trace.len();
        self.steps += length as u64;
        self.futile += 1;
        if let Some(read) = self.coverage.add(graph, &outcome) {
            self.futile = 0;
            if self.first.len() < FIRST {
                self.first.push(outcome.inputs.clone());
            }
            self.kept.push(outcome.inputs[..read].iter().map(|input| input.value).collect());
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

    /// Input values that led somewhere new.
    pub fn kept(&self) -> &[Vec<i128>] {
        &self.kept
    }
}

/// What was seen so far.
#[derive(Clone, Debug, Default)]
struct Coverage {
    outcomes: FxHashSet<(NodeId, Option<bool>)>,
    values: FxHashMap<NodeId, FxHashSet<i128>>,
}

impl Coverage {
    /// Adds a run; how many inputs were read until it came to the last new thing, if there is one.
    fn add(&mut self, graph: &Graph, run: &Run) -> Option<usize> {
        let before_main = run.inputs.len() - run.trace.iter().filter(|step| reads(graph, step.node)).count();
        let (mut read, mut last) = (before_main, None);
        for step in &run.trace {
            let mut new = self.outcomes.insert((step.node, step.outcome));
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

fn reads(graph: &Graph, node: NodeId) -> bool {
    matches!(graph.nodes[node.index()].action, Action::Input { .. })
}

/// A vector that led somewhere new, often as it is, else a beginning of it or with one value left open. The
/// later ones are preferred.
fn varied(kept: &[Vec<i128>], random: &mut Rng) -> Vec<Option<i128>> {
    let first = if random.bool() { kept.len() - kept.len().min(16) } else { 0 };
    let base = &kept[random.usize(first..kept.len())];
    let whole = |length: usize| base[..length].iter().copied().map(Some).collect::<Vec<_>>();
    match random.u32(..4) {
        0 => whole(random.usize(..=base.len())),
        1 if !base.is_empty() => {
            let mut given = whole(base.len());
            given[random.usize(..base.len())] = None;
            given
        }
        _ => whole(base.len()),
    }
}

/// A few of a site's values: a run that is confined to some of them gets further than one that uses all
/// (Groce et al., "Swarm testing", ISSTA 2012).
pub(super) fn palette(values: &[i128], random: &mut Rng) -> Vec<i128> {
    if values.len() <= 2 || random.u32(..4) == 0 {
        return values.to_vec();
    }
    let count = 1 + random.usize(..values.len().min(8));
    (0..count).map(|_| values[random.usize(..values.len())]).collect()
}

/// Gives what is given, then guesses.
pub(super) struct Guess<'a> {
    graph: &'a Graph,
    palettes: Vec<Vec<i128>>,
    words: &'a [Vec<i128>],
    given: Vec<Option<i128>>,
    read: usize,
    /// What is left of the text that is guessed as a whole.
    rest: Vec<i128>,
    random: &'a mut Rng,
}

impl<'a> Guess<'a> {
    /// Guesses values of these, by site, and texts of these, behind what is given.
    pub(super) fn new(
        graph: &'a Graph,
        (palettes, words): (Vec<Vec<i128>>, &'a [Vec<i128>]),
        given: Vec<Option<i128>>,
        random: &'a mut Rng,
    ) -> Self {
        Guess { graph, palettes, words, given, read: 0, rest: Vec::new(), random }
    }

    /// Begins a text of the program in every second place where one is read; its length.
    fn word(&mut self, (low, high): (i128, i128)) -> Option<i128> {
        if self.words.is_empty() || self.random.bool() {
            return None;
        }
        let mut text = self.words[self.random.usize(..self.words.len())].clone();
        // A line that is read ends with its end.
        if self.random.u32(..4) == 0 {
            text.push(i128::from(b'\n'));
        }
        let length = Some(text.len() as i128).filter(|&length| low <= length && length <= high)?;
        text.reverse();
        self.rest = text;
        Some(length)
    }

    /// The next part of a text that is guessed as a whole.
    fn of_text(&mut self, part: Option<TextPart>, range: (i128, i128)) -> Option<i128> {
        match part {
            Some(TextPart::Count) => self.word(range),
            Some(TextPart::Letter) => {
                self.rest.pop().filter(|&letter| range.0 <= letter && letter <= range.1)
            }
            None => None,
        }
    }
}

impl Oracle for Guess<'_> {
    fn input(&mut self, site: SiteId, _occurrence: u32) -> i128 {
        let site_of = &self.graph.sites[site.index()];
        let (low, high) = site_of.range;
        self.read += 1;
        let given = self.given.get(self.read - 1).copied().flatten();
        if let Some(value) = given.filter(|&value| low <= value && value <= high) {
            self.rest.clear();
            return value;
        }
        if let Some(value) = self.of_text(site_of.text, (low, high)) {
            return value;
        }
        let palette = &self.palettes[site.index()];
        if !palette.is_empty() && self.random.u32(..100) < COMPARED {
            return palette[self.random.usize(..palette.len())];
        }
        let near = (low.max(-16), high.min(16));
        let (low, high) = if near.0 <= near.1 && self.random.bool() { near } else { (low, high) };
        self.random.i128(low..=high)
    }
}

/// The texts that variables have when the program starts, among them those of its literals: often what it reads is compared
/// with these, as a whole.
pub(super) fn words(graph: &Graph) -> Vec<Vec<i128>> {
    let (mut found, mut text) = (BTreeSet::new(), Vec::new());
    let mut before = None;
    for scalar in &graph.scalars {
        let letter = match scalar.initial {
            Some(Ok(letter)) if scalar.ty.width == 8 => Some(letter),
            _ => None,
        };
        if letter.is_none() || before != Some(scalar.span) {
            text.clear();
        }
        match letter {
            Some(0) if !text.is_empty() && text.len() <= LONGEST && found.len() < WORDS => {
                found.insert(std::mem::take(&mut text));
            }
            Some(0) => text.clear(),
            Some(letter) => text.push(letter),
            None => {}
        }
        before = letter.is_some().then_some(scalar.span);
    }
    found.into_iter().collect()
}

/// For each site the constants that its values are compared with, as far as copies tell, and their neighbours.
pub(super) fn site_values(graph: &Graph) -> Vec<Vec<i128>> {
    let mut copies: Vec<(ScalarId, ScalarId)> = Vec::new();
    let mut compared: BTreeMap<ScalarId, BTreeSet<i128>> = BTreeMap::new();
    for node in &graph.nodes {
        match &node.action {
            Action::Assign { target, value } => {
                copies.extend(mentioned(value).into_iter().map(|from| (from, *target)));
            }
            Action::Load { target, range, .. } => copies.extend(range.cells().map(|from| (from, *target))),
            Action::Store { range, value, .. } => {
                for from in mentioned(value) {
                    copies.extend(range.cells().map(|cell| (from, cell)));
                }
            }
            Action::Call { callee, arguments, .. } => {
                let formals = &graph.procedures[callee.index()].formals;
                for (formal, argument) in formals.iter().zip(arguments) {
                    copies.extend(mentioned(argument).into_iter().map(|from| (from, *formal)));
                }
            }
            Action::Branch(Condition { relation, left, right })
            | Action::Assume(Condition { relation, left, right }) => {
                for (one, other) in [(left, right), (right, left)] {
                    if let Expr::Constant(value, _) = one {
                        for scalar in mentioned(other) {
                            let values = compared.entry(scalar).or_default();
                            values.insert(*value);
                            if !matches!(relation, Relation::Equal | Relation::NotEqual) {
                                values.extend([value - 1, value + 1]);
                            }
                        }
                    }
                }
            }
            _ => {}
        }
    }
    let pair = |(from, to): (ScalarId, ScalarId)| (Scalar::from(from), Scalar::from(to));
    let copied = copied(read_into(graph), copies.into_iter().map(pair));
    let values = graph.sites.iter().zip(0..).map(|(site, number)| {
        let (low, high) = site.range;
        let reached = copied.of(Site(number)).iter().map(|&(_, scalar)| ScalarId::from(scalar));
        let mut all: BTreeSet<i128> =
            reached.filter_map(|scalar| compared.get(&scalar)).flatten().copied().collect();
        all.extend(match site.text {
            Some(TextPart::Letter) => LETTERS.map(i128::from).to_vec(),
            Some(TextPart::Count) => vec![1, 2, high],
            None => Vec::new(),
        });
        all.into_iter().filter(|&value| low <= value && value <= high).take(VALUES).collect()
    });
    values.collect()
}

/// Which scalars get a site's values first.
pub fn read_into(graph: &Graph) -> impl Iterator<Item = (Site, Scalar)> {
    let assigned = graph.nodes.iter().filter_map(|node| match node.action {
        Action::Input { target, site } => Some((Site(site.0), target.into())),
        _ => None,
    });
    let initial = graph.scalars.iter().zip(0..).filter_map(|(scalar, number)| match scalar.initial {
        Some(Err(site)) => Some((Site(site.0), Scalar(number))),
        _ => None,
    });
    assigned.chain(initial)
}

/// The scalars of an expression.
pub fn mentioned(expression: &Expr) -> Vec<ScalarId> {
    match expression {
        Expr::Constant(..) => Vec::new(),
        Expr::Scalar(scalar) => vec![*scalar],
        Expr::Unary(_, _, operand) | Expr::Convert(_, operand) => mentioned(operand),
        Expr::Binary(_, _, left, right) => {
            let mut all = mentioned(left);
            all.extend(mentioned(right));
            all
        }
    }
}
