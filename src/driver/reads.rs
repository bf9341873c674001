//! The inputs of an explanation: how each read is called, and which of them matter.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use focuscheck_base::reading::{TextPart, letter_number};
use focuscheck_base::source::SourceFile;
use focuscheck_cells::facts::cfg::{Action, Graph, Node, Site, SiteId, UnitKind};
use focuscheck_cells::simulation::given::InputName;
use focuscheck_cells::simulation::interpreter::Run;
use focuscheck_engine::focus::execution::Execution;
use focuscheck_engine::focus::explain::{Explanation, read_before, reads_of};
use focuscheck_engine::focus::path::{Element, Passage};
use focuscheck_engine::focus::symbolic::Origin;
use focuscheck_report::model::Counterexample;

/// The reads of a path or of a run. Reads of one name on one line are numbered together, in the order in which they
/// happen: `rand() + rand()` reads `rand` and `rand#2`.
#[derive(Default)]
pub(super) struct Reads {
    /// For a site and the how-many-th read there on the path, from 0: the number, from 1.
    numbers: BTreeMap<(SiteId, u32), u32>,
    /// For each input of the run: its number, and whether the slice depends on it.
    pub run: Vec<(u32, bool)>,
}

/// A slice of a run.
#[derive(Clone, Copy)]
pub(super) struct Slice<'a> {
    /// The run.
    pub run: &'a Run,
    /// The path.
    pub path: &'a [Element],
    /// For each element its position in the run's trace.
    pub positions: &'a [usize],
    /// What it asks of the inputs.
    pub execution: &'a Execution,
}

impl<'a> From<&'a Explanation> for Slice<'a> {
    fn from(explanation: &'a Explanation) -> Self {
        let Explanation { run, path, positions, execution, .. } = explanation;
        Slice { run, path, positions, execution }
    }
}

impl Reads {
    /// The reads of a slice, counted as its run happens.
    pub fn of(graph: &Graph, source: &SourceFile, slice: Slice<'_>) -> Reads {
        let mut counter = Counter::new(graph, source);
        let run = slice.run;
        let before = read_before(graph, run);
        let initial = run.inputs.iter().enumerate().map(|(position, read)| {
            position < before && slice.execution.symbols.knows(Origin::Input(read.site, 0))
        });
        let mut matters: Vec<bool> = initial.collect();
        let on_path = reads_of(graph, run, slice.path, slice.positions);
        for read in &on_path {
            matters[read.input] |=
                read_at(graph, &slice.path[read.element]).is_some_and(|(_, matters)| matters);
        }
        let declared = declarations(graph);
        let mut reads = Reads::default();
        for (position, (read, matters)) in run.inputs.iter().zip(matters).enumerate() {
            let is_unset = !matters && declared.contains(&read.site);
            let number = if is_unset { 1 } else { counter.next(read.site) };
            if position < before {
                reads.numbers.insert((read.site, 0), number);
            }
            reads.run.push((number, matters));
        }
        for read in on_path {
            reads.numbers.insert((read.site, read.occurrence), reads.run[read.input].0);
        }
        reads
    }

    /// The reads of a path that no run has.
    pub fn of_path(graph: &Graph, source: &SourceFile, path: &[Element]) -> Reads {
        let mut counter = Counter::new(graph, source);
        let mut occurrences: BTreeMap<SiteId, u32> = BTreeMap::new();
        let mut reads = Reads::default();
        for site in path.iter().filter_map(|element| read_at(graph, element)).map(|(site, _)| site) {
            let occurrence = occurrences.entry(site).or_default();
            reads.numbers.insert((site, *occurrence), counter.next(site));
            *occurrence += 1;
        }
        reads
    }

    /// The number of a read on the path.
    pub fn number(&self, site: SiteId, occurrence: u32) -> u32 {
        self.numbers.get(&(site, occurrence)).copied().unwrap_or(occurrence + 1)
    }
}

/// The sites at which variables are declared that have no value then. Where that value does not matter they are no inputs.
pub(super) fn declarations(graph: &Graph) -> BTreeSet<SiteId> {
    let site = |node: &Node| match node.action {
        Action::Input { site, .. } if graph.units[node.unit.index()].kind == UnitKind::Havoc => Some(site),
        _ => None,
    };
    graph.nodes.iter().filter_map(site).collect()
}

/// The site that an element reads, and whether what follows depends on the value.
fn read_at(graph: &Graph, element: &Element) -> Option<(SiteId, bool)> {
    match graph.nodes[element.node.index()].action {
        Action::Input { target, site } if element.passage == Passage::Action => {
            Some((site, element.reason.is_some() || element.after.has_scalar(target)))
        }
        _ => None,
    }
}

/// Counts reads by name and line.
struct Counter<'a> {
    graph: &'a Graph,
    source: &'a SourceFile,
    seen: BTreeMap<(&'a str, u32), u32>,
    /// For each line the texts whose reading began there, with how many of their letters were read.
    texts: BTreeMap<u32, Vec<(&'a str, u32)>>,
}

impl<'a> Counter<'a> {
    fn new(graph: &'a Graph, source: &'a SourceFile) -> Self {
        Counter { graph, source, seen: BTreeMap::new(), texts: BTreeMap::new() }
    }

    fn next(&mut self, site: SiteId) -> u32 {
        let site = &self.graph.sites[site.index()];
        let line = self.source.position(site.span.start).line;
        match site.text {
            Some(TextPart::Count) => self.texts.entry(line).or_default().push((&site.name, 0)),
            Some(TextPart::Letter) => return self.letter(site, line),
            None => {}
        }
        let count = self.seen.entry((&site.name, line)).or_default();
        *count += 1;
        *count
    }

    /// The number of a letter: of the last text of its name on the line.
    fn letter(&mut self, site: &'a Site, line: u32) -> u32 {
        let texts = self.texts.entry(line).or_default();
        let same = |name: &str| name.ends_with(&site.name);
        let before = texts.iter().filter(|(name, _)| same(name)).count().saturating_sub(1);
        let Some((_, letters)) = texts.iter_mut().rfind(|(name, _)| same(name)) else { return 1 };
        *letters += 1;
        letter_number(before as u32, *letters - 1)
    }
}

/// What the run of a counterexample reads, place by place, in the order of the reads; `None` if a value is no number.
pub(super) fn values_read(counterexample: &Counterexample) -> Option<BTreeMap<InputName, VecDeque<i128>>> {
    let mut values: BTreeMap<InputName, VecDeque<i128>> = BTreeMap::new();
    for input in &counterexample.inputs {
        let name = InputName { name: input.name.clone(), line: Some(input.line) };
        values.entry(name).or_default().push_back(input.bits()?);
    }
    Some(values)
}
