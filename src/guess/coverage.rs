//! What runs have come to, and what led there.

use fastrand::Rng;
use focuscheck_cells::facts::cfg::{Action, Graph};
use focuscheck_cells::simulation::interpreter::TraceStep;

use super::parts::Part;

/// So many values of an assignment count as something new.
const DISTINCT: usize = 16;
/// So many orders of magnitude are told apart.
const MAGNITUDES: usize = 16;
/// So many of what was found last are preferred.
const LATEST: usize = 16;
/// So many of what leads to where few runs come are preferred.
const RARE: usize = 16;
/// Of what nobody has kept anything for.
const NOBODY: u32 = u32::MAX;

/// Something that a run has come to for the first time, or sooner than all before it.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    /// What it is: see [`Coverage::best`].
    place: usize,
    pub is_new: bool,
    /// The steps that the run had made, and how many inputs it had read.
    steps: u64,
    read: usize,
}

/// The shortest run that has come somewhere.
#[derive(Clone, Copy, Debug)]
struct Best {
    steps: u64,
    /// The number of what was kept of it.
    kept: u32,
}

/// What was seen so far.
#[derive(Clone, Debug)]
pub struct Coverage {
    /// By node, outcome and order of magnitude of how often a run has come there; then by node and the number of a value that
    /// was assigned there: the shortest run that came there.
    best: Vec<Best>,
    /// By node, the first values that were assigned there.
    values: Vec<Vec<i128>>,
    /// By node and outcome, how often this run has come there, and where that is not zero.
    counts: Vec<u32>,
    passed: Vec<usize>,
    /// By node and outcome, how many runs have come there.
    runs: Vec<u32>,
    /// By node, which of the values this run has assigned there: a bit for each.
    assigned: Vec<u16>,
}

impl Coverage {
    pub fn new(graph: &Graph) -> Self {
        let nodes = graph.nodes.len();
        Coverage {
            best: vec![Best { steps: u64::MAX, kept: NOBODY }; nodes * (2 * MAGNITUDES + DISTINCT)],
            values: vec![Vec::new(); nodes],
            counts: vec![0; nodes * 2],
            runs: vec![0; nodes * 2],
            passed: Vec::new(),
            assigned: vec![0; nodes],
        }
    }

    /// Adds a step of a run that has made so many steps and read so many inputs.
    pub fn add(&mut self, graph: &Graph, step: TraceStep, now: (u64, usize), seen: &mut Vec<Seen>) {
        let place = step.node.index() * 2 + usize::from(step.outcome == Some(true));
        let count = &mut self.counts[place];
        if *count == 0 {
            self.passed.push(place);
        }
        *count += 1;
        if let Some(magnitude) = magnitude(*count) {
            self.see(place * MAGNITUDES + magnitude as usize, now, seen);
        }
        if let (Action::Assign { .. }, Some(value)) = (&graph.nodes[step.node.index()].action, step.value) {
            let values = &mut self.values[step.node.index()];
            let number = values.iter().position(|&known| known == value).unwrap_or(values.len());
            if number == values.len() && number < DISTINCT {
                values.push(value);
            }
            let assigned = &mut self.assigned[step.node.index()];
            if number < DISTINCT && *assigned >> number & 1 == 0 {
                *assigned |= 1 << number;
                let first = self.counts.len() * MAGNITUDES;
                self.see(first + step.node.index() * DISTINCT + number, now, seen);
            }
        }
    }

    fn see(&self, place: usize, (steps, read): (u64, usize), seen: &mut Vec<Seen>) {
        let best = self.best[place];
        if is_shorter(steps, best.steps) {
            seen.push(Seen { place, is_new: best.kept == NOBODY, steps, read });
        }
    }

    /// How many inputs of a run are worth keeping for what it has seen, and for what of that: up to the last thing that is new,
    /// or that no run has come to as soon.
    pub fn led(&self, seen: &[Seen]) -> Option<(usize, Led)> {
        let last = seen.iter().rev().find(|seen| seen.is_new).or(seen.last())?;
        let places = seen
            .iter()
            .filter(|seen| seen.steps <= last.steps && is_shorter(last.steps, self.best[seen.place].steps));
        let places = places.map(|seen| seen.place).collect();
        Some((last.read, Led { places, steps: last.steps }))
    }

    /// Whether something that may be seen is that a run comes to a node with an outcome at all.
    fn is_node(&self, place: usize) -> bool {
        place < self.counts.len() * MAGNITUDES && place.is_multiple_of(MAGNITUDES)
    }

    /// Ends a run; the nodes that it has passed, some twice.
    pub fn end_run(&mut self, mut passed: impl FnMut(usize)) {
        for place in self.passed.drain(..) {
            self.counts[place] = 0;
            self.runs[place] += 1;
            self.assigned[place / 2] = 0;
            passed(place / 2);
        }
    }
}

/// What something that is kept leads to, and in how many steps.
pub struct Led {
    places: Vec<usize>,
    steps: u64,
}

/// What runs read up to where they came somewhere new or sooner than others, as long as nothing shorter leads there.
#[derive(Clone, Debug)]
pub struct Pool {
    parts: Vec<Vec<Part>>,
    entries: Vec<Entry>,
    /// Those that lead to where the fewest runs come.
    rare: Vec<usize>,
    /// Those that are kept for a node with an outcome.
    leading: Vec<usize>,
    next: u32,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    number: u32,
    /// For how many places it is kept.
    places: usize,
    /// How many of these are nodes with an outcome, however often runs come there.
    nodes: usize,
    /// The node with an outcome to which the fewest runs had come among these, if there was one.
    rarest: Option<usize>,
}

impl Pool {
    /// Nothing was read yet: a run that is given nothing may always come somewhere.
    pub fn new() -> Self {
        let nothing = Entry { number: 0, places: 1, nodes: 1, rarest: None };
        Pool { parts: vec![Vec::new()], entries: vec![nothing], rare: vec![0], leading: vec![0], next: 1 }
    }

    /// What is kept, in the order in which it was found; never empty.
    pub fn parts(&self) -> &[Vec<Part>] {
        &self.parts
    }

    /// One of them: often one of the latest, one that leads to where few runs come, or one that is kept for a node with an outcome
    /// and not only for how often or with which value runs come there.
    pub fn some(&self, random: &mut Rng) -> &[Part] {
        let count = self.parts.len();
        let at = match random.u32(..4) {
            0 => self.rare[random.usize(..self.rare.len())],
            1 => self.leading[random.usize(..self.leading.len())],
            2 => random.usize(count - count.min(LATEST)..count),
            _ => random.usize(..count),
        };
        &self.parts[at]
    }

    /// Keeps what leads to these places, and no longer what was kept for nothing else.
    pub fn add(&mut self, parts: Vec<Part>, led: &Led, coverage: &mut Coverage) {
        for &place in &led.places {
            let before =
                std::mem::replace(&mut coverage.best[place], Best { steps: led.steps, kept: self.next });
            if let Ok(at) = self.entries.binary_search_by_key(&before.kept, |entry| entry.number) {
                self.entries[at].places -= 1;
                self.entries[at].nodes -= usize::from(coverage.is_node(place));
            }
        }
        let mut is_kept = self.entries.iter().map(|entry| entry.places > 0);
        self.parts.retain(|_| is_kept.next().unwrap_or(true));
        self.entries.retain(|entry| entry.places > 0);
        let nodes =
            led.places.iter().map(|place| place / MAGNITUDES).filter(|&node| node < coverage.runs.len());
        let rarest = nodes.min_by_key(|&node| coverage.runs[node]);
        self.parts.push(parts);
        let first = led.places.iter().filter(|&&place| coverage.is_node(place)).count();
        self.entries.push(Entry { number: self.next, places: led.places.len(), nodes: first, rarest });
        self.next += 1;
        self.find_preferred(coverage);
    }

    /// Finds which of them are preferred by now.
    pub fn find_preferred(&mut self, coverage: &Coverage) {
        let runs = |at: &usize| self.entries[*at].rarest.map_or(u32::MAX, |node| coverage.runs[node]);
        self.rare = (0..self.entries.len()).collect();
        self.rare.sort_by_key(runs);
        self.rare.truncate(RARE);
        self.leading = (0..self.entries.len()).filter(|&at| self.entries[at].nodes > 0).collect();
    }
}

/// Whether a run is so much shorter than another one that what it read is rather kept.
fn is_shorter(one: u64, other: u64) -> bool {
    one < other - other / 4
}

/// Which order of magnitude begins with a number, if one does.
fn magnitude(count: u32) -> Option<u32> {
    match count {
        0 => None,
        1..=4 => Some(count - 1),
        _ => (count.is_power_of_two() && count <= 1 << 12).then(|| count.ilog2() + 1),
    }
}
