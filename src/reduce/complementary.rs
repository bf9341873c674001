//! Steps 1 to 3 of algorithm Reduce (Fig. 5, Definition 3).

use crate::facts::cfg::NodeId;
use crate::focus::explain::Explanation;
use crate::focus::render::Names;

/// One step that Reduce took; explanations and assumptions by their positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reduction {
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
    /// The constraint in normal form.
    pub text: String,
    /// Its negation in normal form.
    pub negation: String,
    /// Whether it was deleted.
    pub eliminated: bool,
}

/// The reduced set.
#[derive(Clone, Debug, Default)]
pub struct Reduced {
    /// For each explanation its assumptions.
    pub assumptions: Vec<Vec<Item>>,
    /// Whether the explanation was dropped.
    pub eliminated: Vec<bool>,
    /// What was done, in order.
    pub steps: Vec<Reduction>,
}

/// Reduces a ranked list of explanations.
pub fn reduce(explanations: &[Explanation], names: &[Names]) -> Reduced {
    let mut reduced = Reduced {
        assumptions: explanations.iter().zip(names).map(|(e, n)| items(e, n)).collect(),
        eliminated: vec![false; explanations.len()],
        steps: Vec::new(),
    };
    loop {
        let before = reduced.steps.len();
        while let Some(pair) = reduced.complementary_pair() {
            let Reduction::Complementary { first, second } = &pair else { break };
            for &(explanation, position) in [first, second] {
                reduced.assumptions[explanation][position].eliminated = true;
            }
            reduced.steps.push(pair);
        }
        while let Some((kept, dropped)) = reduced.identical_pair(explanations) {
            reduced.eliminated[dropped] = true;
            reduced.steps.push(Reduction::Identical { kept, dropped });
        }
        if reduced.steps.len() == before {
            return reduced;
        }
    }
}

fn items(explanation: &Explanation, names: &Names) -> Vec<Item> {
    let item = |&assumption: &usize| {
        let constraint = explanation.constraint(assumption);
        let text = constraint.map(|c| names.constraint(c)).unwrap_or_default();
        let negation = constraint.and_then(|c| c.negate()).map(|c| names.constraint(&c)).unwrap_or_default();
        Item { place: explanation.atom(assumption).node, text, negation, eliminated: false }
    };
    explanation.assumptions.iter().map(item).collect()
}

impl Reduced {
    /// The explanations that are left and have the constraint, with the position.
    fn holders(&self, text: &str) -> Vec<(usize, usize)> {
        let mut result = Vec::new();
        for (explanation, items) in self.assumptions.iter().enumerate() {
            if self.eliminated[explanation] {
                continue;
            }
            let position = items.iter().position(|i| !i.eliminated && i.text == text);
            result.extend(position.map(|p| (explanation, p)));
        }
        result
    }

    fn complementary_pair(&self) -> Option<Reduction> {
        for (explanation, items) in self.assumptions.iter().enumerate() {
            if self.eliminated[explanation] {
                continue;
            }
            for (position, item) in items.iter().enumerate().filter(|(_, i)| !i.eliminated) {
                let (own, other) = (self.holders(&item.text), self.holders(&item.negation));
                if let ([_], [second]) = (own.as_slice(), other.as_slice())
                    && second.0 != explanation
                    && self.assumptions[second.0][second.1].place == item.place
                {
                    return Some(Reduction::Complementary {
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
                let mut texts: Vec<&str> =
                    self.assumptions[i].iter().filter(|a| !a.eliminated).map(|a| a.text.as_str()).collect();
                texts.sort_unstable();
                texts
            };
            steps(one).eq(steps(other)) && left(one) == left(other)
        };
        let count = explanations.len();
        (0..count).flat_map(|kept| (kept + 1..count).map(move |dropped| (kept, dropped))).find(
            |&(kept, dropped)| !self.eliminated[kept] && !self.eliminated[dropped] && same(kept, dropped),
        )
    }
}
