//! The lines that make a point doomed: a smallest set, from which none can be left out.

use std::collections::BTreeSet;

use focuscheck_ir::program::graph::NodeId;
use focuscheck_smt::term::{BoolId, HypothesisId};
use focuscheck_smt::{Answer, Limits, Prover};

use super::claims::Runs;
use super::cover::Kind;
use super::graph::{Needs, Source};
use super::passive::Condition;

/// Why a point is doomed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cause {
    /// The lines, in order.
    pub lines: BTreeSet<u32>,
    /// Parameters that are taken to point to the start of something, by their positions in
    /// [`super::graph::Ways::starts`].
    pub starts: Vec<usize>,
    /// What was used to show it.
    pub needed: Vec<HypothesisId>,
}

/// The questions about one function whose lines can be left out.
pub struct Causes<'c, 'g> {
    condition: &'c Condition<'g>,
    prover: Prover,
}

impl<'c, 'g> Causes<'c, 'g> {
    /// Nothing is asked yet.
    pub fn new(condition: &'c Condition<'g>, limits: Limits) -> Self {
        Causes { condition, prover: condition.prover(limits) }
    }

    /// Whether some lines make a point doomed.
    pub fn explains(&mut self, cause: &Cause, point: usize, kind: Kind) -> bool {
        self.refutes(&cause.lines, &cause.starts, point, kind).is_some()
    }

    /// A smallest set of lines that make a point doomed, if that can be shown.
    pub fn cause(&mut self, point: usize, kind: Kind) -> Option<Cause> {
        let mut lines: BTreeSet<u32> = self.condition.lines.keys().copied().collect();
        let mut starts: Vec<usize> = (0..self.condition.starts.len()).collect();
        let mut needed = self.refutes(&lines, &starts, point, kind)?;
        self.keep_failed(&mut lines, &mut starts);
        for start in starts.clone() {
            let fewer: Vec<usize> = starts.iter().copied().filter(|&other| other != start).collect();
            if let Some(used) = self.refutes(&lines, &fewer, point, kind) {
                (starts, needed) = (fewer, used);
            }
        }
        for line in lines.clone() {
            let mut fewer = lines.clone();
            if fewer.remove(&line)
                && let Some(used) = self.refutes(&fewer, &starts, point, kind)
            {
                (lines, needed) = (fewer, used);
            }
        }
        Some(Cause { lines, starts, needed })
    }

    /// The runs of which something may be said where a point is doomed. Where none comes to it these are the runs that come
    /// to its condition (`own`). `None`: no run does, by what else is checked.
    pub fn runs(&mut self, cause: &Cause, point: usize, kind: Kind, own: Option<NodeId>) -> Option<Runs> {
        let condition = self.condition;
        if kind != Kind::Unreached {
            let checks: Vec<u32> = self.checks(cause).iter().map(|(place, _)| *place).collect();
            let runs = condition.said.runs(condition.points[point]?, kind, &checks);
            // Where each run fails before, nothing is said of those that come to what the cause checks.
            let all_fail_before = kind == Kind::Fails
                && !checks.is_empty()
                && runs.questions().iter().all(|question| self.is_refuted(cause, question));
            return (!all_fail_before).then_some(runs);
        }
        let runs = condition.said.before(own?)?;
        (!self.is_refuted(cause, &[runs.through()])).then_some(runs)
    }

    /// Whether all these runs go this way at a branch.
    pub fn always(&mut self, cause: &Cause, runs: &Runs, node: NodeId, holds: bool) -> bool {
        let condition = self.condition;
        let questions = condition.said.questions(&condition.branches, runs, node, holds);
        questions.is_some_and(|questions| questions.iter().all(|question| self.is_refuted(cause, question)))
    }

    /// What is checked in a cause, with its places.
    pub fn checks(&self, cause: &Cause) -> Vec<(u32, Needs<'g>)> {
        let sources = cause.needed.iter().map(|&hypothesis| self.condition.hypotheses.source(hypothesis));
        let mut checks: Vec<(u32, Needs<'g>)> = sources
            .filter_map(|source| match source {
                Source::Check(needs, at) => Some((at, needs)),
                Source::Guard(_) | Source::Given(_) | Source::Other => None,
            })
            .collect();
        checks.sort_by_key(|(at, _)| *at);
        checks.dedup_by_key(|(at, _)| *at);
        checks
    }

    /// Where conditions, checks and annotations of a cause stand.
    pub fn places(&self, cause: &Cause) -> Vec<u32> {
        let sources = cause.needed.iter().map(|&hypothesis| self.condition.hypotheses.source(hypothesis));
        let places = sources.filter_map(|source| match source {
            Source::Guard(guard) => Some(guard.at),
            Source::Check(_, at) | Source::Given(at) => Some(at),
            Source::Other => None,
        });
        places.collect()
    }

    /// The questions' formulas.
    pub fn condition(&self) -> &'c Condition<'g> {
        self.condition
    }

    /// Whether no path that passes what is checked has all these properties, by all that the lines say.
    fn is_refuted(&mut self, cause: &Cause, properties: &[BoolId]) -> bool {
        let condition = self.condition;
        let mut assumed: Vec<(BoolId, bool)> =
            cause.starts.iter().map(|&start| (condition.starts[start], true)).collect();
        assumed.extend(condition.lines.values().map(|&line| (line, true)));
        assumed.push((condition.checks, true));
        assumed.extend(properties.iter().map(|&property| (property, true)));
        match self.prover.solve(&assumed) {
            Answer::Refuted { .. } => self.prover.proof().is_ok(),
            Answer::Satisfied(_) | Answer::Open(_) => false,
        }
    }

    /// Leaves out what the last refutation does not need.
    fn keep_failed(&self, lines: &mut BTreeSet<u32>, starts: &mut Vec<usize>) {
        let failed: BTreeSet<BoolId> = self.prover.failed().into_iter().collect();
        lines.retain(|line| self.condition.lines.get(line).is_some_and(|atom| failed.contains(atom)));
        starts.retain(|&start| failed.contains(&self.condition.starts[start]));
    }

    fn refutes(
        &mut self,
        lines: &BTreeSet<u32>,
        starts: &[usize],
        point: usize,
        kind: Kind,
    ) -> Option<Vec<HypothesisId>> {
        let condition = self.condition;
        let atom = condition.points[point]?;
        let mut assumed: Vec<(BoolId, bool)> =
            starts.iter().map(|&start| (condition.starts[start], true)).collect();
        assumed.extend(lines.iter().filter_map(|line| Some((*condition.lines.get(line)?, true))));
        match kind {
            Kind::Fails => assumed.extend([(condition.checks, true), (condition.end, true)]),
            Kind::Unreached => assumed.push((condition.checks, true)),
            Kind::Endless => assumed.push((condition.end, true)),
        }
        assumed.push((atom, true));
        match self.prover.solve(&assumed) {
            Answer::Refuted { needed } => self.prover.proof().is_ok().then_some(needed),
            Answer::Satisfied(_) | Answer::Open(_) => None,
        }
    }
}
