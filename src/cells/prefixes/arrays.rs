//! Which arrays have a prefix that is worth a scalar.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::facts::cfg::{Action, CellRange, Expr, Graph, NodeId, ProcedureId, ScalarId};

use super::test::Test;

/// Arrays with fewer elements are told apart element by element; a text with fewer letters is empty.
const LEAST: u32 = 4;
const LEAST_LETTERS: u32 = 2;
/// Larger arrays have no prefix.
const MOST: u32 = 4_096;
/// In programs with more arrays none has a prefix.
const MOST_ARRAYS: usize = 48;

/// An array that is subscripted in one way only: no access of its cells counts them otherwise.
#[derive(Clone, Debug)]
pub(super) struct Array {
    pub cells: CellRange,
    /// The procedure that it belongs to; `None` for globals.
    pub procedure: Option<ProcedureId>,
}

/// The arrays of a program that have a prefix, and what calls do with them.
#[derive(Clone, Debug, Default)]
pub(super) struct Arrays {
    all: Vec<Array>,
    by_cell: FxHashMap<ScalarId, usize>,
    /// By call and array of the callee that is a parameter: the array of the caller that is handed over whole.
    pub handed: BTreeMap<(NodeId, usize), usize>,
}

impl Arrays {
    /// The arrays of which some test looks for zero, and those that become such arrays in a call; none if there are too many.
    pub fn of(graph: &Graph, tests: &[Test<'_>]) -> Arrays {
        let mut found = Finder::default();
        for node in &graph.nodes {
            if let Action::Load { range, .. } | Action::Store { range, .. } = &node.action {
                found.add(range);
            }
        }
        found.follow(graph);
        found.chosen(graph, tests)
    }

    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub fn numbered(&self) -> impl Iterator<Item = (usize, &Array)> {
        self.all.iter().enumerate()
    }

    pub fn get(&self, number: usize) -> &Array {
        &self.all[number]
    }

    /// The array that a scalar is a cell of.
    pub fn with(&self, cell: ScalarId) -> Option<usize> {
        self.by_cell.get(&cell).copied()
    }

    /// The array whose cells these are.
    pub fn whole(&self, range: &CellRange) -> Option<usize> {
        self.with(range.first).filter(|&number| self.all[number].cells == *range)
    }
}

/// A range of cells that some access counts in its way.
#[derive(Default)]
struct Finder {
    ranges: Vec<CellRange>,
    numbers: FxHashMap<CellRange, usize>,
    /// By cell: the range that it belongs to; `None` if several ranges have it.
    owners: FxHashMap<ScalarId, Option<usize>>,
    handed: BTreeMap<(NodeId, usize), usize>,
}

impl Finder {
    fn add(&mut self, range: &CellRange) -> usize {
        if let Some(&known) = self.numbers.get(range) {
            return known;
        }
        let number = self.ranges.len();
        self.ranges.push(range.clone());
        self.numbers.insert(range.clone(), number);
        for cell in range.cells() {
            self.owners.entry(cell).and_modify(|owner| *owner = None).or_insert(Some(number));
        }
        number
    }

    /// Finds what calls hand over whole, from the callees to their callers.
    fn follow(&mut self, graph: &Graph) {
        let mut next = 0;
        while next < self.ranges.len() {
            let range = self.ranges[next].clone();
            let owner = graph.scalars[range.first.index()].procedure;
            for (at, node) in graph.nodes.iter().enumerate() {
                let Action::Call { callee, arguments, .. } = &node.action else { continue };
                if owner != Some(*callee) {
                    continue;
                }
                let formals = &graph.procedures[callee.index()].formals;
                let of_type = |range: &CellRange| graph.scalars[range.first.index()].ty;
                let given = given(formals, arguments, &range);
                if let Some(given) = given.filter(|given| of_type(given) == of_type(&range)) {
                    let number = self.add(&given);
                    self.handed.insert((NodeId(at as u32), next), number);
                }
            }
            next += 1;
        }
    }

    fn is_usable(&self, graph: &Graph, number: usize) -> bool {
        let range = &self.ranges[number];
        let is_text = graph.scalars[range.first.index()].ty.width == 8;
        let least = if is_text { LEAST_LETTERS } else { LEAST };
        (least..=MOST).contains(&range.length)
            && range.stride > 0
            && range.cells().all(|cell| self.owners.get(&cell) == Some(&Some(number)))
    }

    fn chosen(self, graph: &Graph, tests: &[Test<'_>]) -> Arrays {
        let usable: Vec<bool> = (0..self.ranges.len()).map(|number| self.is_usable(graph, number)).collect();
        let mut wanted = vec![false; self.ranges.len()];
        for test in tests {
            for element in test.elements() {
                wanted[self.numbers[element.range]] = true;
            }
        }
        loop {
            let mut changed = false;
            for (&(_, inside), &outside) in &self.handed {
                if usable[inside] && usable[outside] && wanted[inside] != wanted[outside] {
                    (wanted[inside], wanted[outside]) = (true, true);
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        let chosen: Vec<usize> =
            (0..self.ranges.len()).filter(|&number| usable[number] && wanted[number]).collect();
        if chosen.len() > MOST_ARRAYS {
            return Arrays::default();
        }
        let places: BTreeMap<usize, usize> = chosen.iter().copied().zip(0..).collect();
        let mut arrays = Arrays::default();
        for (&number, &place) in &places {
            let cells = self.ranges[number].clone();
            arrays.by_cell.extend(cells.cells().map(|cell| (cell, place)));
            let procedure = graph.scalars[cells.first.index()].procedure;
            arrays.all.push(Array { cells, procedure });
        }
        for ((call, inside), outside) in self.handed {
            if let (Some(&inside), Some(&outside)) = (places.get(&inside), places.get(&outside)) {
                arrays.handed.insert((call, inside), outside);
            }
        }
        arrays
    }
}

/// The range whose cells a call gives to those of a range of its callee, if these are parameters and it does so in order.
fn given(formals: &[ScalarId], arguments: &[Expr], range: &CellRange) -> Option<CellRange> {
    let mut cells = Vec::with_capacity(range.length as usize);
    let positions: FxHashMap<ScalarId, usize> = formals.iter().copied().zip(0..).collect();
    for cell in range.cells() {
        match arguments.get(*positions.get(&cell)?)? {
            Expr::Scalar(scalar) => cells.push(*scalar),
            _ => return None,
        }
    }
    let (first, second) = (cells.first()?, cells.get(1)?);
    let stride = second.0.checked_sub(first.0)?;
    let given = CellRange { first: *first, length: range.length, stride };
    (stride > 0 && given.cells().eq(cells)).then_some(given)
}
