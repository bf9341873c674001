//! Steps 1 to 3 of algorithm Reduce (Fig. 5, Definition 3).

use crate::focus::explain::Explanation;
use crate::focus::origin::{Origins, Renaming};
use focuscheck_cells::facts::cfg::{Graph, NodeId};
use focuscheck_lia::constraint::Constraint;

/// One step that Reduce took; explanations and assumptions by their positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReductionStep {
    /// A complementary pair was deleted.
    Complementary {
        /// First explanation and the position in its assumption set.
        first: (usize, usize),
        /// Second explanation and the position in its assumption set.
        second: (usize, usize),
    },
    /// An explanation was dropped because a better-ranked one is identical with it.
    Identical {
        /// The one that is kept.
        kept: usize,
        /// The one that is dropped.
        dropped: usize,
    },
}

/// An assumption as Reduce compares it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Where it comes from.
    pub place: NodeId,
    /// The constraint over the symbols that all explanations share, in normal form; `None` if it cannot be compared.
    pub constraint: Option<Constraint>,
    /// Its negation in normal form.
    pub negation: Option<Constraint>,
    /// Whether it was deleted.
    pub eliminated: bool,
}

/// The reduced set.
#[derive(Clone, Debug, Default)]
pub struct Reduction {
    /// For each explanation its assumptions.
    pub assumptions: Vec<Vec<Item>>,
    /// Whether the explanation was dropped.
    pub eliminated: Vec<bool>,
    /// What was done, in order.
    pub steps: Vec<ReductionStep>,
    /// For each explanation what its symbols are among those that all share.
    pub renamings: Vec<Renaming>,
    /// What the common symbols stand for.
    pub origins: Origins,
}

/// Reduces a ranked list of explanations. Whether a constraint occurs in one assumption set only can be said of a complete
/// list alone: from another one no pair is deleted.
pub fn reduce(graph: &Graph, explanations: &[Explanation], complete: bool) -> Reduction {
    let mut origins = Origins::default();
    let renamings: Vec<Renaming> =
        explanations.iter().map(|e| origins.of(&e.execution, &e.reads(graph))).collect();
    let mut reduced = Reduction {
        assumptions: explanations.iter().zip(&renamings).map(|(e, renaming)| items(e, renaming)).collect(),
        eliminated: vec![false; explanations.len()],
        steps: Vec::new(),
        renamings,
        origins,
    };
    loop {
        let before = reduced.steps.len();
        while let Some(pair) = reduced.complementary_pair().filter(|_| complete) {
            let ReductionStep::Complementary { first, second } = &pair else { break };
            for &(explanation, position) in [first, second] {
                reduced.assumptions[explanation][position].eliminated = true;
            }
            reduced.steps.push(pair);
        }
        while let Some((kept, dropped)) = reduced.identical_pair(explanations) {
            reduced.eliminated[dropped] = true;
            reduced.steps.push(ReductionStep::Identical { kept, dropped });
        }
        if reduced.steps.len() == before {
            return reduced;
        }
    }
}

fn items(explanation: &Explanation, renaming: &Renaming) -> Vec<Item> {
    let item = |&assumption: &usize| {
        let constraint = explanation.constraint(assumption);
        Item {
            place: explanation.atom(assumption).node,
            constraint: constraint.and_then(|c| renaming.constraint(c)),
            negation: constraint.and_then(|c| renaming.constraint(&c.negate()?)),
            eliminated: false,
        }
    };
    explanation.assumptions.iter().map(item).collect()
}

impl Reduction {
    /// The explanations that are left and have the constraint, with the position.
    fn holders(&self, constraint: &Option<Constraint>) -> Vec<(usize, usize)> {
        let mut result = Vec::new();
        if constraint.is_none() {
            return result;
        }
        for (explanation, items) in self.assumptions.iter().enumerate() {
            if self.eliminated[explanation] {
                continue;
            }
            let position = items.iter().position(|i| !i.eliminated && i.constraint == *constraint);
            result.extend(position.map(|p| (explanation, p)));
        }
        result
    }

    fn complementary_pair(&self) -> Option<ReductionStep> {
        for (explanation, items) in self.assumptions.iter().enumerate() {
            if self.eliminated[explanation] {
                continue;
            }
            for (position, item) in items.iter().enumerate().filter(|(_, i)| !i.eliminated) {
                let (own, other) = (self.holders(&item.constraint), self.holders(&item.negation));
                if let ([_], [second]) = (own.as_slice(), other.as_slice())
                    && second.0 != explanation
                    && self.assumptions[second.0][second.1].place == item.place
                {
                    return Some(ReductionStep::Complementary {
                        first: (explanation, position),
                        second: *second,
                    });
                }
            }
        }
        None
    }

    fn identical_pair(&self, explanations: &[Explanation]) -> Option<(usize, usize)> {
        let same = |one: usize, other: usize| {
            let steps = |i: usize| explanations[i].steps.iter().map(|s| s.identity());
            let left = |i: usize| {
                let mut constraints: Vec<&Option<Constraint>> =
                    self.assumptions[i].iter().filter(|a| !a.eliminated).map(|a| &a.constraint).collect();
                constraints.sort_unstable();
                constraints
            };
            let comparable = left(one).iter().all(|constraint| constraint.is_some());
            comparable && steps(one).eq(steps(other)) && left(one) == left(other)
        };
        let count = explanations.len();
        (0..count).flat_map(|kept| (kept + 1..count).map(move |dropped| (kept, dropped))).find(
            |&(kept, dropped)| !self.eliminated[kept] && !self.eliminated[dropped] && same(kept, dropped),
        )
    }
}
