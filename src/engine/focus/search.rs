//! Enumeration of focus-statement sequences, shortest first.
//!
//! A best-first walk back from the violation through the slice graph. A point of the walk is a state with
//! an error set and the calls that are open; it carries the suffix of focus statements walked so far and
//! the weakest precondition of that suffix. A suffix whose precondition is infeasible is cut. So is one
//! that reaches a point where a suffix already was that is no longer, uses a subset of its statements and
//! asks for less: whatever completes the later one completes the earlier one, which subsumes it. So the
//! walk ends for many loops; where it does not, limits end it, and the answer says so.
//!
//! `engine/focus/walk.rs` has the moves; open calls are frames, and the weakest precondition is a persistent store. The
//! estimate is the least number of steps to the start in the slice graph (a lattice of the rules on its and/or
//! structure), for open calls with what coming out of them costs, so that ways through a callee that are equally long
//! are not all walked before one goes on: an explanation visits the points of a callee once for each call. Both cuts
//! are sound for `safe`: when the queue runs empty and nothing is left undecided, every way to the error is explained
//! or refuted.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;

use focuscheck_rules::bsum::SliceGraph;
use focuscheck_rules::edges::Edges;
use focuscheck_rules::schema::{Goal, State};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::summary::backward::Walker;
use crate::summary::error_set::{Access, has};
use crate::summary::state::Interner;
use focuscheck_base::limit::{Deadline, Spent};
use focuscheck_base::source::SourceFile;
use focuscheck_cells::facts::cfg::{StatementId, UnitKind};
use focuscheck_lia::ExactSolver;
use focuscheck_lia::constraint::Linear;

use super::distance::Distances;
use super::labels::Naming;
use super::path::Element;
use super::sequence::steps;
use super::store::Store;
use super::symbolic::{GLOBAL_LEVEL, Origin, Symbols};
use super::walk::{Move, Moved, Spot, Walk};

use point::{Point, Word};

mod point;
mod steps;

/// When the enumeration gives up.
#[derive(Clone, Copy, Debug)]
pub struct SearchLimits {
    /// Most work: points visited, each weighed by the size of its precondition.
    pub work: usize,
    /// When time or memory is over.
    pub deadline: Deadline,
}

/// Why an enumeration ended before everything was looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchCut {
    /// More points than allowed.
    Points,
    /// Time or memory is over.
    Spent(Spent),
}

/// The enumeration for one error.
pub struct Search<'a> {
    walker: &'a Walker<'a>,
    walk: Walk<'a>,
    distances: Distances,
    solver: &'a ExactSolver,
    naming: Naming<'a>,
    limits: SearchLimits,
    symbols: Symbols,
    points: Vec<Point>,
    /// By frame: how many steps at least precede its call.
    rests: Vec<u32>,
    words: Interner<Word>,
    heap: BinaryHeap<Reverse<(u32, Reverse<u32>, u32)>>,
    visited: FxHashSet<(Spot, u32)>,
    earlier: FxHashMap<Spot, Vec<u32>>,
    refuted: Vec<u32>,
    subsumed: u64,
    cut: Option<SearchCut>,
    work: usize,
    /// Whether preconditions are ignored (to show what a refuted suffix would have become).
    careless: bool,
}

/// With so many of the latest suffixes at a point a new one is compared by the solver, with the others only
/// constraint by constraint.
const COMPARED_BY_SOLVER: usize = 4;

/// A suffix that is kept for showing what was refuted.
const KEPT_REFUTED: usize = 128;

impl<'a> Search<'a> {
    /// A search over the slice graph of the violations.
    pub fn new(
        walker: &'a Walker<'a>,
        edges: &'a Edges<'a>,
        slices: &SliceGraph,
        start: State,
        violations: &[State],
        (solver, source): (&'a ExactSolver, &'a SourceFile),
        limits: SearchLimits,
    ) -> Self {
        walker.end_of_rules();
        let mut search = Search {
            walker,
            walk: Walk::new(walker, edges, start),
            distances: Distances::of(edges, slices, start, walker.is_cut()),
            solver,
            naming: Naming { graph: walker.dependence().graph, source },
            limits,
            symbols: Symbols::default(),
            points: Vec::new(),
            rests: Vec::new(),
            words: Interner::default(),
            heap: BinaryHeap::new(),
            visited: FxHashSet::default(),
            earlier: FxHashMap::default(),
            refuted: Vec::new(),
            subsumed: 0,
            cut: None,
            work: 0,
            careless: false,
        };
        for &violation in violations {
            search.begin(violation);
        }
        search
    }

    /// How many suffixes were cut as subsumed.
    pub fn subsumed_count(&self) -> u64 {
        self.subsumed
    }

    /// How many points were visited.
    pub fn point_count(&self) -> usize {
        self.points.len()
    }

    /// What ended the search early.
    pub fn cut(&self) -> Option<SearchCut> {
        self.cut
    }

    fn begin(&mut self, violation: State) {
        let moved = Moved { by: Move::Violation, spot: self.walk.begin(violation) };
        let mut last = None;
        let node = self.walker.node(violation);
        let grouping = self.walker.dependence().grouping();
        let cost = grouping.meets_alone(moved.spot.told, &mut last, node, None).steps();
        let word = self.words.intern((u32::MAX, node, 2, None, Access::Plain));
        let statements = Rc::new(vec![grouping.statement(node).0]);
        self.push(Point { parent: None, moved, word, cost, last, statements, store: Rc::default() });
    }

    /// The next complete sequence, as a path from the start to the violation; `None` when there is no more
    /// or a limit was met ([`Search::cut`]).
    pub fn next_path(&mut self) -> Option<Vec<Element>> {
        while let Some(Reverse((_, _, number))) = self.heap.pop() {
            if self.work > self.limits.work {
                self.cut = Some(SearchCut::Points);
                return None;
            }
            // Points take long: the clock is looked at often.
            let spent = match number.is_multiple_of(16) {
                true => self.limits.deadline.passed(),
                false => self.limits.deadline.passed_at(1),
            };
            if let Some(spent) = spent {
                self.cut = Some(SearchCut::Spent(spent));
                return None;
            }
            if self.expand(number) {
                debug_assert!(self.is_path_of_graph(number), "every sequence is a path of the slice graph");
                let path = self.path(number);
                debug_assert_eq!(self.points[number as usize].cost as usize, self.printed(&path), "steps");
                return Some(path);
            }
        }
        None
    }

    /// Refuted suffixes, each completed to the start as if it were feasible, best rank first.
    pub fn refuted_paths(&mut self, most: usize) -> Vec<Vec<Element>> {
        let mut result: Vec<Vec<Element>> = Vec::new();
        let refuted = std::mem::take(&mut self.refuted);
        self.careless = true;
        let deadline = self.limits;
        for number in refuted {
            if result.len() >= most {
                break;
            }
            self.heap.clear();
            self.visited.clear();
            self.limits.work = self.work + 4_000;
            let estimate = self.estimate(&self.points[number as usize]);
            self.heap.push(Reverse((estimate, Reverse(0), number)));
            if let Some(path) = self.next_path()
                && !result.iter().any(|known| super::path::same_sequence(known, &path))
            {
                result.push(path);
            }
        }
        self.limits = deadline;
        result
    }

    /// How many steps are printed of a path.
    fn printed(&self, path: &[Element]) -> usize {
        let dependence = self.walker.dependence();
        steps(dependence.graph, dependence.statics, path).len()
    }

    /// The points of a suffix, from its begin to the violation.
    fn points_of(&self, number: u32) -> impl Iterator<Item = &Point> {
        let point = |number: u32| &self.points[number as usize];
        std::iter::successors(Some(point(number)), move |point| {
            point.parent.map(|p| &self.points[p as usize])
        })
    }

    fn path(&self, number: u32) -> Vec<Element> {
        let points: Vec<&Point> = self.points_of(number).collect();
        let after = |position: usize| points.get(position + 1).unwrap_or(&points[position]).moved.spot.set;
        (0..points.len())
            .map(|position| self.walk.element(&points[position].moved, after(position)))
            .collect()
    }

    /// Whether all points of a complete path are points of the slice graph; behind a subscript that was narrowed to
    /// one cell error sets are parts of the graph's.
    fn is_path_of_graph(&self, number: u32) -> bool {
        let way: Vec<&Point> = self.points_of(number).collect();
        let is_narrowed = |point: &&&Point| match point.moved.by {
            Move::Step { access, .. } => access != self.walker.states().access(point.moved.spot.state),
            Move::Violation | Move::Enter { .. } | Move::Leave | Move::Over => false,
        };
        way.iter().rev().take_while(|point| !is_narrowed(point)).all(|point| {
            let spot = &point.moved.spot;
            self.distances.knows(self.walk.goal(spot.frame), spot.state, spot.set)
        })
    }

    fn estimate(&self, point: &Point) -> u32 {
        let spot = &point.moved.spot;
        let inside = self.distances.estimate(self.walk.goal(spot.frame), spot.state, spot.set);
        let Some(number) = spot.frame else { return point.cost.saturating_add(inside) };
        let frame = self.walk.frame(number);
        // What coming out of the callee costs, too: the call, and explicit returns. Else all ways through the callee would be
        // walked before one goes on.
        let out = match spot.told.touched || self.distances.is_touched(frame.goal) {
            true => {
                let passed = !self.is_in_return(spot.state);
                1 + u32::from(!spot.told.touched && spot.told.returned && passed)
                    + u32::from(!frame.told.touched && frame.told.returned)
            }
            false => 0,
        };
        let rest = self.rests[number as usize];
        point.cost.saturating_add(inside).saturating_add(out).saturating_add(rest)
    }

    /// Whether the state stands in an explicit return.
    fn is_in_return(&self, state: State) -> bool {
        let (.., kind) = self.walker.dependence().grouping().statement(self.walker.node(state));
        kind == UnitKind::Return
    }

    /// Puts a point up for expansion, unless it was there before, is infeasible or is subsumed.
    fn push(&mut self, point: Point) {
        let spot = point.moved.spot;
        if !self.visited.insert((spot, point.word)) {
            return;
        }
        let goal = self.walk.goal(spot.frame);
        if (goal == Goal::OPEN || self.distances.answer(goal).is_some())
            && !self.distances.leads_on(goal, spot.state)
        {
            return;
        }
        let estimate = self.estimate(&point);
        let number = self.points.len() as u32;
        if !self.careless && self.is_subsumed(&point, number) {
            self.subsumed += 1;
            return;
        }
        self.work += 1 + point.store.size();
        self.points.push(point);
        self.heap.push(Reverse((estimate, Reverse(self.points[number as usize].cost), number)));
    }

    fn is_subsumed(&mut self, point: &Point, number: u32) -> bool {
        let spot = point.moved.spot;
        let node = self.walker.node(spot.state);
        if self.walker.dependence().statics.predecessor_count[node.index()] == 1 {
            return false;
        }
        let earlier = self.earlier.entry(spot).or_default();
        // Comparing with the solver is dear; the latest suffixes are those that a loop repeats.
        for (age, &other) in earlier.iter().rev().enumerate() {
            let other = &self.points[other as usize];
            let solver = (age < COMPARED_BY_SOLVER).then_some(self.solver);
            if other.cost <= point.cost
                && is_subset(&other.statements, &point.statements)
                && point.store.implies(&other.store, &self.symbols, solver, self.naming)
            {
                return true;
            }
        }
        if earlier.len() < 64 && point.store.is_exact(&self.symbols) {
            earlier.push(number);
        }
        false
    }

    /// Expands a point; whether it is the start with no call open, so that the sequence is complete.
    fn expand(&mut self, number: u32) -> bool {
        let point = self.points[number as usize].clone();
        for moved in self.walk.back(&point.moved.spot) {
            self.follow(number, &point, moved);
        }
        self.walk.is_start(&point.moved.spot) && (self.careless || self.agrees_with_start(&point))
    }

    /// Whether the values that globals have at the start allow the suffix.
    fn agrees_with_start(&mut self, point: &Point) -> bool {
        let graph = self.walker.dependence().graph;
        let mut store = (*point.store).clone();
        let symbols = &self.symbols;
        let mut values = Vec::new();
        for symbol in store.symbols(symbols, |_| true) {
            if let Origin::Scalar(_, scalar) = symbols.origin(symbol)
                && let Some(Ok(value)) = &graph.scalars[scalar.index()].initial
            {
                values.push((symbol, Linear::constant(*value)));
            }
        }
        store.substitute(&values);
        let infeasible = store.is_infeasible(&self.symbols, self.solver, self.naming);
        if infeasible {
            self.keep_refuted_number(point);
        }
        !infeasible
    }

    fn keep_refuted_number(&mut self, point: &Point) {
        if self.refuted.len() < KEPT_REFUTED {
            self.refuted.push(self.points.len() as u32);
            self.points.push(point.clone());
        }
    }

    /// Pushes a point whose store changed, unless that is infeasible.
    fn push_checked(&mut self, mut point: Point, store: Store, changed: bool) {
        if self.careless {
            self.push(point);
            return;
        }
        let mut store = store;
        if changed {
            if store.is_infeasible(&self.symbols, self.solver, self.naming) {
                self.keep_refuted_number(&point);
                return;
            }
            let sites = &self.walker.dependence().graph.sites;
            store.close(&self.symbols, |site| sites[site.index()].star);
        }
        let spot = point.moved.spot;
        let valuation = self.walker.states().valuation(spot.state);
        let level = self.walk.level(spot.frame);
        let symbols = &self.symbols;
        let contradicts = store.contradicts(|symbol| match symbols.origin(symbol) {
            Origin::Scalar(l, scalar) if l == level || l == GLOBAL_LEVEL => valuation.get(scalar),
            _ => None,
        });
        if contradicts {
            return;
        }
        point.store = Rc::new(store);
        self.push(point);
    }
}

fn is_subset(small: &[StatementId], large: &[StatementId]) -> bool {
    small.iter().all(|s| has(large, s))
}
