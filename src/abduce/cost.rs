//! What a question costs (Definitions 2 and 9).

use std::collections::BTreeSet;

use focuscheck_lia::constraint::Symbol;

use super::world::World;

/// How questions are priced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cost {
    /// Of an obligation: 1 for each value that the analysis does not know, as much as there are unknowns for each input. Of a
    /// witness the reverse.
    #[default]
    Definition,
    /// 1 for each unknown, and as much as there are if an input value is excluded: what the paper's overview asks.
    Overview,
}

/// Which of both questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// A proof obligation.
    Obligation,
    /// A failure witness.
    Witness,
}

/// What a question about some unknowns costs; `all` unknowns are in what is known. With [`Cost::Overview`] without the part
/// for input values.
pub(super) fn price(cost: Cost, side: Side, world: &World, symbols: &BTreeSet<Symbol>, all: u64) -> u64 {
    let one = |symbol: &Symbol| match (cost, side, world.is_input(*symbol)) {
        (Cost::Overview, _, _) | (_, Side::Obligation, false) | (_, Side::Witness, true) => 1,
        (Cost::Definition, Side::Obligation, true) | (Cost::Definition, Side::Witness, false) => all,
    };
    symbols.iter().map(one).sum()
}
