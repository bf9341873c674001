//! Sets of small numbers.

use focuscheck_base::limit::spend;

/// A set of small numbers: positions of constraints, or levels of decisions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Positions {
    words: Vec<u64>,
}

impl Positions {
    /// Adds a number.
    pub fn insert(&mut self, position: usize) {
        let word = position / 64;
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (position % 64);
    }

    /// Takes a number out.
    pub fn remove(&mut self, position: usize) {
        if let Some(word) = self.words.get_mut(position / 64) {
            *word &= !(1 << (position % 64));
        }
    }

    /// Whether a number is in.
    pub fn contains(&self, position: usize) -> bool {
        self.words.get(position / 64).is_some_and(|word| word >> (position % 64) & 1 == 1)
    }

    /// Adds all numbers of another set.
    pub fn union(&mut self, other: &Positions) {
        spend(1 + other.words.len() / 8);
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        for (word, more) in self.words.iter_mut().zip(&other.words) {
            *word |= more;
        }
    }

    /// The numbers in ascending order.
    pub fn sorted(&self) -> Vec<usize> {
        (0..self.words.len() * 64).filter(|&position| self.contains(position)).collect()
    }
}
