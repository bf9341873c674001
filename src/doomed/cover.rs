//! Which points are doomed: a model is a run that ends, and removes all points that it passes; what remains is asked point
//! by point in the same context.

use std::time::Instant;

use focuscheck_smt::term::BoolId;
use focuscheck_smt::{Answer, Limits, Prover};

pub use super::claims::Kind;
use super::passive::Condition;

/// What was found of the points of a function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// The points that are doomed, by number, with why, and whether anything that is checked is needed to show it.
    pub doomed: Vec<(usize, Kind, bool)>,
    /// Those of which it is not known.
    pub undecided: Vec<usize>,
    /// How many questions were asked.
    pub queries: usize,
    /// Milliseconds that the first one took; nothing is decided by that.
    pub first: u64,
    /// Milliseconds of all others.
    pub others: u64,
}

/// How points are asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// What a run passes is not asked any more.
    Covering,
    /// Each point by itself, all in one context, as in the paper.
    Each,
    /// Each point by itself, in a context of its own: to measure.
    Fresh,
}

/// The questions about one function.
pub struct Questions<'c, 'g> {
    condition: &'c Condition<'g>,
    prover: Prover,
    found: Coverage,
    starts: Vec<(BoolId, bool)>,
    limits: Limits,
}

impl<'c, 'g> Questions<'c, 'g> {
    /// Nothing is asked yet.
    pub fn new(condition: &'c Condition<'g>, limits: Limits) -> Self {
        let starts = condition.starts.iter().map(|&start| (start, true)).collect();
        Questions { condition, prover: condition.prover(limits), found: Coverage::default(), starts, limits }
    }

    /// Asks about some points.
    pub fn ask(mut self, asked: &[bool], mode: Mode) -> Coverage {
        let mut open = asked.to_vec();
        // Most points are on a run in which nothing overflows, which is easier to find.
        let mut left = self.pass(&mut open, mode, true);
        left.retain(|&point| open[point]);
        open = vec![false; open.len()];
        left.into_iter().for_each(|point| open[point] = true);
        let refuted = self.pass(&mut open, mode, false);
        for point in refuted {
            let (kind, by_checks) = self.kind(point);
            self.found.doomed.push((point, kind, by_checks));
        }
        self.found
    }

    /// Asks about all points that are open; those that are refuted remain.
    fn pass(&mut self, open: &mut [bool], mode: Mode, no_overflow: bool) -> Vec<usize> {
        let mut refuted = Vec::new();
        self.order(open);
        for point in 0..open.len() {
            if !open[point] {
                continue;
            }
            let Some(atom) = self.condition.points[point] else {
                refuted.push(point);
                continue;
            };
            if mode == Mode::Fresh {
                self.prover = self.condition.prover(self.limits);
                self.order(open);
            }
            let mut assumed = vec![(self.condition.end, true), (self.condition.checks, true)];
            assumed.extend(no_overflow.then_some((self.condition.no_overflow, true)));
            match self.solve(&assumed, atom) {
                Answer::Satisfied(model) => {
                    open[point] = false;
                    if mode == Mode::Covering {
                        for passed in self.condition.passed(&self.prover, &model) {
                            open[passed] = false;
                        }
                        self.order(open);
                    }
                }
                Answer::Refuted { .. } if no_overflow || self.prover.proof().is_ok() => refuted.push(point),
                Answer::Open(_) if no_overflow => refuted.push(point),
                Answer::Refuted { .. } | Answer::Open(_) => {
                    open[point] = false;
                    self.found.undecided.push(point);
                }
            }
        }
        refuted.retain(|&point| open[point]);
        refuted
    }

    fn order(&mut self, open: &[bool]) {
        let order = self.condition.order(open);
        self.prover.order(&order);
    }

    fn solve(&mut self, assumed: &[(BoolId, bool)], point: BoolId) -> Answer {
        self.found.queries += 1;
        let mut all = self.starts.clone();
        all.extend_from_slice(assumed);
        all.push((point, true));
        let began = Instant::now();
        let answer = self.prover.solve(&all);
        let taken = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
        match self.found.queries {
            1 => self.found.first = taken,
            _ => self.found.others += taken,
        }
        answer
    }

    fn is_refuted(&mut self, assumed: &[(BoolId, bool)], point: BoolId) -> bool {
        matches!(self.solve(assumed, point), Answer::Refuted { .. }) && self.prover.proof().is_ok()
    }

    /// Why a point is doomed, and whether that needs anything that is checked.
    fn kind(&mut self, point: usize) -> (Kind, bool) {
        let Some(atom) = self.condition.points[point] else { return (Kind::Unreached, false) };
        if self.is_refuted(&[(self.condition.checks, true)], atom) {
            return (Kind::Unreached, !self.is_refuted(&[], atom));
        }
        match self.is_refuted(&[(self.condition.end, true)], atom) {
            true => (Kind::Endless, false),
            false => (Kind::Fails, true),
        }
    }
}
