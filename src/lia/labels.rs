//! What the parts of a problem are called where people read a proof.

use super::constraint::Symbol;

/// What the parts of a problem are called where people read it.
pub trait Labels {
    /// What a symbol stands for.
    fn symbol(&self, symbol: Symbol) -> String;
    /// Where a constraint comes from, by its position in the problem.
    fn constraint(&self, position: usize) -> String;
}

/// No names: for a proof that is only checked.
pub struct NoLabels;

impl Labels for NoLabels {
    fn symbol(&self, _: Symbol) -> String {
        String::new()
    }

    fn constraint(&self, _: usize) -> String {
        String::new()
    }
}

/// The labels of some constraints only.
pub(super) struct Restricted<'l> {
    pub labels: &'l dyn Labels,
    pub core: &'l [usize],
}

impl Labels for Restricted<'_> {
    fn symbol(&self, symbol: Symbol) -> String {
        self.labels.symbol(symbol)
    }

    fn constraint(&self, position: usize) -> String {
        self.core.get(position).map_or(String::new(), |&position| self.labels.constraint(position))
    }
}
